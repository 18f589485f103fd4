//! The constants of the page and of a node, read from their sources: whoever changes one of them changes the arithmetic.

use crate::repository::read;

/// How a page comes back, and what a node has room for. All times are milliseconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    /// The waits of a page: what each has at least, what is added by chance at most, and where doubling ends.
    pub(super) wait_least: u64,
    pub(super) wait_first: u64,
    pub(super) wait_longest: u64,
    /// The number of lines that may fail until the page follows in another way.
    pub(super) tries: u32,
    /// How long a line may say nothing at first, how many times as long as the head of a snapshot took is added to that, how
    /// long it may say nothing later, and how long the head of a snapshot may take.
    pub(super) greeting: u64,
    pub(super) slowness: u64,
    pub(super) dead: u64,
    pub(super) head: u64,
    /// The interval of snapshots where nothing else comes, and of looks at one by a page that follows.
    pub(super) poll: u64,
    pub(super) check: u64,
    /// How often a page looks at the time.
    pub(super) tick: u64,
    /// The connections of a node, the viewers among them, and how long a connection is kept after an answer.
    pub(super) connections: u64,
    pub(super) viewers: u64,
    pub(super) kept: u64,
    /// The greatest mean of the pauses after which halls and nodes ask for a broker that was away.
    pub(super) broker_pause: u64,
}

impl Limits {
    pub(super) fn read() -> Limits {
        const CONNECTION: &str = "web/shared/follow/connection.js";
        let broker =
            number("crates/topboard/src/tree/broker.rs", "PAUSE_MAX: Duration = Duration::from_secs(");
        let kept = number("crates/topboard/src/connections/time_limits.rs", "head: Duration::from_secs(");
        let stale = number("web/shared/time.js", "STALE_MS = ");
        Limits {
            wait_least: number("web/shared/backoff.js", "return "),
            wait_first: number("web/shared/backoff.js", "FIRST_MS = "),
            wait_longest: number("web/shared/backoff.js", "LONGEST_MS = "),
            tries: u32::try_from(number(CONNECTION, "TRIES = ")).expect("it is small"),
            greeting: number(CONNECTION, "GREETING_MS = "),
            slowness: number(CONNECTION, "SLOWNESS = "),
            dead: stale + number(CONNECTION, "DEAD_MS = STALE_MS + "),
            head: number(CONNECTION, "HEAD_MS = "),
            poll: number(CONNECTION, "POLL_MS = "),
            check: number("web/shared/follow/follower.js", "CHECK_MS = "),
            tick: number("web/live/main.js", "setInterval(() => page.follower.tick(), "),
            connections: number(
                "crates/topboard/src/connections/descriptors.rs",
                "CONNECTIONS_USUAL: usize = ",
            ),
            viewers: number("crates/topboard/src/public/server.rs", "SUBSCRIBERS_MAX: usize = "),
            kept: 1_000 * kept,
            broker_pause: 1_000 * broker,
        }
    }

    /// Returns the wait before attempt `n`, as the page's `backoffMs` does. `chance` is in parts of a million.
    pub(super) fn wait(&self, n: u32, chance: u64) -> u64 {
        self.wait_least + (self.wait_first << n.min(10)).min(self.wait_longest) * chance / 1_000_000
    }
}

/// Returns the number behind these words.
fn number(path: &str, before: &str) -> u64 {
    let text = read(path).unwrap_or_default();
    let (_, rest) = text.split_once(before).unwrap_or_else(|| panic!("{path} has no {before:?} any more"));
    let digits: String = rest.chars().take_while(|it| it.is_ascii_digit() || *it == '_').collect();
    digits.replace('_', "").parse().unwrap_or_else(|_| panic!("{path}: no number behind {before:?}"))
}

#[test]
fn the_model_waits_and_gives_up_as_the_page_does() {
    // The model follows these lines. Where one of them changes, so has the model.
    let lines = [
        (
            "web/shared/backoff.js",
            "return 100 + chance * Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(n, 10));",
        ),
        ("web/shared/follow/connection.js", r#"if (this.phase === "asking") this.#failures = 0;"#),
        ("web/shared/follow/connection.js", "this.#wait(backoffMs(this.#attempt, this.world.chance()));"),
        ("web/shared/follow/connection.js", "this.#wait(backoffMs(0, this.world.chance()));"),
        (
            "web/shared/follow/connection.js",
            r#"closed: () => (this.phase === "opening" ? this.unheard(1) : this.lost()),"#,
        ),
        (
            "web/shared/follow/connection.js",
            r#"if (this.phase === "opening" && inPhase > GREETING_MS + SLOWNESS * this.#headMs) return this.unheard(TRIES);"#,
        ),
        (
            "web/shared/follow/follower.js",
            "if (isOther && this.#strangers === 1) return this.#connection.amiss();",
        ),
    ];
    for (path, line) in lines {
        assert!(read(path).is_some_and(|text| text.contains(line)), "{path} has no {line}");
    }
    let limits = Limits::read();
    assert_eq!((limits.wait(0, 0), limits.wait(0, 1_000_000), limits.wait(9, 1_000_000)), (100, 600, 8_100));
}
