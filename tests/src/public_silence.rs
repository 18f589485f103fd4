//! Tests that nothing of the arbiter's reaches the public. Simulated boards with every kind of trouble play through
//! device, session and hall; arbiters rule, adjourn and write notes meanwhile. Every publication, every frame of the
//! hall feed and every public PGN is read whenever anything was told: it may hold only what `allowed` lists, and the
//! PGN of a game tells what the feed has shown (`shown`). Not even the arbiter is told what the Laws let nobody say
//! unasked (12.6): a forgotten press, a draw that could be claimed.
//!
//! The games are short, so that thousands fit into every check: trouble comes in every turn. `GUARD_GAMES=20000
//! GUARD_FROM=1000 cargo test --profile checked -p tests public_silence -- --nocapture` plays more games, and others.

mod allowed;
mod evening;
mod pages;
mod shown;

use evening::{Evening, Found};
use laws::RuleId;
use std::{num::NonZero, thread};

/// The rules on which the Laws let nobody speak unasked, not even to the arbiter (PL09 13.6, RU20 and FIDE 12.6).
const UNASKED: [RuleId; 3] = [RuleId::PressForgotten, RuleId::ThreefoldClaim, RuleId::FiftyMoveClaim];
/// The number of games played at every check.
const GAMES: usize = 2_000;

#[test]
fn nothing_of_the_arbiters_reaches_a_public_frame_or_a_pgn() {
    let given = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<usize>().ok());
    let wanted = given("GUARD_GAMES").unwrap_or(GAMES);
    let from = given("GUARD_FROM").unwrap_or(1) as u64;
    let threads = thread::available_parallelism().map_or(1, NonZero::get).min(4);
    let each = wanted.div_ceil(threads);
    let found = thread::scope(|scope| {
        let play = |first: u64| scope.spawn(move || guard((first..).step_by(threads), each));
        let playing: Vec<_> = (0..threads as u64).map(|no| play(from + no)).collect();
        playing
            .into_iter()
            .map(|one| one.join().expect("no evening fails"))
            .fold(Found::default(), Found::with)
    });
    let Found { games, frames, frozen, released, irregular, told, leaks } = found;
    println!(
        "{games} games, {frozen} of them adjourned, {released} with an illegal move let stand, {irregular} of these shown with it, {frames} public frames; the arbiters were told of {told:?}"
    );
    assert!(leaks.is_empty(), "{}", leaks.into_iter().collect::<Vec<_>>().join("\n"));
    let unasked: Vec<&RuleId> = UNASKED.iter().filter(|rule| told.contains(rule)).collect();
    assert!(unasked.is_empty(), "told unasked: {unasked:?}");
    // A guard proves nothing where nothing happens.
    assert!(games >= wanted && frames > 10 * games && frozen > games / 20, "{games}, {frames}, {frozen}");
    assert!(released > games / 100, "{released} of {games} were let stand");
    assert!(irregular > released / 10, "of {released} only {irregular} were shown");
    let must = [
        RuleId::IllegalMoveCompleted,
        RuleId::IllegalMoveWindow,
        RuleId::DisplacedPiece,
        RuleId::PressBeforeMove,
        RuleId::AdjournBoardMove,
        RuleId::ColoursReversed,
    ];
    let silent: Vec<&RuleId> = must.iter().filter(|rule| !told.contains(rule)).collect();
    assert!(
        silent.is_empty() && told.len() >= 20,
        "nobody was told of {silent:?}; of {} rules in all",
        told.len()
    );
}

/// Plays evenings of these seeds until the number of games is reached.
fn guard(seeds: impl Iterator<Item = u64>, games: usize) -> Found {
    let mut found = Found::default();
    for seed in seeds {
        if found.games >= games {
            break;
        }
        found = found.with(Evening::new(seed).play());
    }
    found
}

impl Found {
    fn with(mut self, other: Found) -> Found {
        self.games += other.games;
        self.frames += other.frames;
        self.frozen += other.frozen;
        self.released += other.released;
        self.irregular += other.irregular;
        self.told.extend(other.told);
        self.leaks.extend(other.leaks);
        self
    }
}
