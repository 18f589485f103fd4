//! A tournament of nine rounds, pushed over a bad line to a strict Lichess: some hours without a line, restarts of either side,
//! lost, late and half answers, pauses that Lichess asks for, corrections of moves and names. In the end its games are ours.

use crate::{event::SimulatedEvent, fake::FakeLichess};
use board::Millis;
use broadcast::lichess::{HoldKind, PushNews, PushOutcome, PushText, Pushes};
use std::collections::BTreeMap;

const TOKEN: &str = "lip_ofTheDay";
/// How far spectators are behind the boards.
const DELAY_MS: Millis = 15 * 60_000;
const ROUNDS: u16 = 9;
const BOARDS: u16 = 4;
/// The time between two looks of the program at the games.
const LOOK_MS: Millis = 250;

/// Numbers from a seed.
pub(crate) struct Lots(u64);

impl Lots {
    pub(crate) fn of(seed: u64) -> Lots {
        Lots(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % most
    }
}

/// What a bad line does with a push.
enum Weather {
    Fine,
    /// It does not arrive.
    Lost,
    /// It arrives, and the answer is lost.
    Unanswered,
    /// It arrives, and half of the answer comes back.
    Half,
    /// A server in between answers.
    Status(u16),
    /// Lichess asks for a pause.
    Limited,
}

fn weather(lots: &mut Lots) -> Weather {
    match lots.below(20) {
        0 => Weather::Lost,
        1 => Weather::Unanswered,
        2 => Weather::Half,
        3 => Weather::Status(502),
        4 if lots.below(8) == 0 => Weather::Limited,
        _ => Weather::Fine,
    }
}

fn id(round: u16) -> String {
    format!("round{round:03}")
}

fn ids() -> BTreeMap<String, String> {
    (1..=ROUNDS).map(|round| (format!("A-{round}"), id(round))).collect()
}

struct World {
    event: SimulatedEvent,
    fake: FakeLichess,
    lots: Lots,
    /// The pushes of a program that began anew at some times.
    pushes: Pushes,
    restarts: u32,
    bodies: usize,
}

impl World {
    /// Carries a push to Lichess at its time, and checks that nothing in it is younger than the delay.
    fn carry(&mut self, now_ms: Millis, push: &PushText, is_out: bool) -> Millis {
        self.bodies += 1;
        self.event.check_not_ahead(&push.text, now_ms.saturating_sub(DELAY_MS));
        let (there, back) = (self.lots.below(400), self.lots.below(400));
        let weather = if is_out { Weather::Lost } else { weather(&mut self.lots) };
        let path = format!("/api/broadcast/round/{}/push", push.id);
        let arrived_ms = now_ms + there;
        let jitter = u8::try_from(self.lots.below(256)).expect("below 256");
        let mut arrive = || self.fake.post(arrived_ms, &path, Some(TOKEN), &push.text);
        let (heard_ms, heard, text);
        (heard_ms, heard) = match weather {
            Weather::Fine => {
                let reply = arrive();
                text = reply.body;
                (
                    arrived_ms + back,
                    PushOutcome::Answer { status: reply.status, retry_after_s: None, text: &text },
                )
            }
            Weather::Lost => (now_ms + 10_000, PushOutcome::Nothing("there was no answer within 10 s")),
            Weather::Unanswered => {
                arrive();
                (now_ms + 10_000, PushOutcome::Nothing("there was no answer within 10 s"))
            }
            Weather::Half => {
                let reply = arrive();
                text = reply.body[..reply.body.len() / 2].to_owned();
                (
                    arrived_ms + back,
                    PushOutcome::Answer { status: reply.status, retry_after_s: None, text: &text },
                )
            }
            Weather::Status(status) => {
                (arrived_ms + back, PushOutcome::Answer { status, retry_after_s: None, text: "<html>" })
            }
            Weather::Limited => {
                let reply = self.fake.limit(arrived_ms);
                text = reply.body;
                (
                    arrived_ms + back,
                    PushOutcome::Answer { status: reply.status, retry_after_s: None, text: &text },
                )
            }
        };
        self.pushes.heard(heard_ms, heard, jitter);
        heard_ms
    }

    fn restart(&mut self, now_ms: Millis) {
        self.restarts += 1;
        self.pushes = Pushes::new(now_ms);
        self.pushes.set_rounds(&ids());
    }
}

fn play(seed: u64) {
    let event = SimulatedEvent::of(seed, ROUNDS, BOARDS);
    let mut fake = FakeLichess::new(TOKEN);
    (1..=ROUNDS).for_each(|round| fake.add_round(&id(round)));
    let mut world =
        World { event, fake, lots: Lots::of(seed + 1_000), pushes: Pushes::new(0), restarts: 0, bodies: 0 };
    world.pushes.set_rounds(&ids());
    let end_ms = world.event.end_ms() + DELAY_MS;
    // The line to the outside is cut for some hours in the middle of the day.
    let out = (end_ms / 3, end_ms / 3 + 3 * 3_600_000);
    let (mut now_ms, mut shown) = (0, None);
    // Afterwards there is time for what is still to be told.
    while now_ms < end_ms + 20 * 60_000 {
        let public_ms = now_ms.saturating_sub(DELAY_MS);
        let version = world.event.version(public_ms);
        if shown != Some(version) {
            world.pushes.show(&world.event.bulletin(public_ms));
            shown = Some(version);
        }
        // A program that begins anew does not know that Lichess asked for a pause.
        let is_limited = world.pushes.hold().is_some_and(|hold| hold.kind == HoldKind::Limited);
        if now_ms > 0 && !is_limited && world.lots.below(40_000) == 0 {
            world.restart(now_ms);
            shown = None;
            continue;
        }
        let is_out = (out.0..out.1).contains(&now_ms);
        now_ms = match world.pushes.take(now_ms) {
            Some(push) => world.carry(now_ms, &push, is_out),
            None => now_ms + LOOK_MS,
        };
    }
    assert_eq!(world.fake.violations, [""; 0], "seed {seed}");
    assert!(world.fake.arrivals.is_sorted_by(|one, next| one + 1_000 <= *next), "seed {seed}");
    assert!(world.restarts > 1 && world.bodies > 200, "{} {}", world.restarts, world.bodies);
    let mut variations = 0;
    for round in 1..=ROUNDS {
        let chapters = &world.fake.rounds[&id(round)].chapters;
        let ours = world.event.games(round);
        assert_eq!(chapters.len(), ours.len(), "seed {seed}, round {round}: a chapter for each pairing");
        for (chapter, ours) in chapters.iter().zip(&ours) {
            assert_eq!(chapter.moves, ours.moves, "seed {seed}, round {round}, {}", ours.id);
            for (tag, value) in [
                ("GameId", &ours.id),
                ("White", &ours.white),
                ("Black", &ours.black),
                ("Result", &ours.result),
            ] {
                assert_eq!(chapter.tags.get(tag), Some(value), "seed {seed}, round {round}, {tag}");
            }
            variations += chapter.variations;
        }
    }
    assert!(variations > 0, "some moves were corrected after they were pushed");
    assert!(world.pushes.rounds().all(|(_, round)| round.is_current() && round.refused.is_empty()));
}

#[test]
fn a_day_over_a_bad_line_ends_with_our_games() {
    play(1);
}

#[test]
fn another_day_does_too() {
    play(2);
}

#[test]
fn what_is_there_is_not_pushed_again_and_hours_without_a_line_are_one_push() {
    let event = SimulatedEvent::of(3, 1, 4);
    let mut pushes = Pushes::new(0);
    pushes.set_rounds(&[("A-1".to_owned(), "round001".to_owned())].into());
    assert_eq!(pushes.due_ms(), None);
    pushes.show(&event.bulletin(60_000));
    assert_eq!((pushes.due_ms(), pushes.take(999)), (Some(1_000), None));
    let push = pushes.take(1_000).expect("it is due");
    assert_eq!((push.id.as_str(), pushes.due_ms(), pushes.take(9_000)), ("round001", None, None));
    let games = r#"{"games":[{"moves":0},{"moves":0},{"moves":0},{"moves":0}]}"#;
    let well = |text| PushOutcome::Answer { status: 200, retry_after_s: None, text };
    let news = pushes.heard(1_500, well(games), 0);
    assert_eq!(news, [PushNews::Well { round: "A-1".to_owned(), games: 4 }]);
    pushes.show(&event.bulletin(60_000));
    assert_eq!(pushes.due_ms(), None, "nothing changed");

    // The line is out: pauses grow from 2 s to a minute, and the operator is told once.
    pushes.show(&event.bulletin(3_600_000));
    let (mut now_ms, mut pauses, mut told) = (2_500, Vec::new(), 0);
    for _ in 0..8 {
        assert_eq!(pushes.due_ms(), Some(now_ms));
        pushes.take(now_ms).expect("it is due");
        told += pushes.heard(now_ms, PushOutcome::Nothing("no route to host"), 0).len();
        let due_ms = pushes.due_ms().expect("it is tried again");
        pauses.push((due_ms - now_ms) / 1_000);
        now_ms = due_ms;
    }
    assert_eq!((pauses, told), (vec![2, 4, 8, 16, 32, 60, 60, 60], 1));
    pushes.show(&event.bulletin(event.end_ms()));
    let push = pushes.take(now_ms).expect("it is due");
    assert_eq!(push.text, {
        let text: String = event.bulletin(event.end_ms()).rounds[0].games().map(|game| &*game.text).collect();
        text.into()
    });
    assert_eq!(pushes.heard(now_ms, well(games), 0).len(), 1, "it is told that the line is back");
    assert_eq!((pushes.due_ms(), pushes.hold()), (None, None));
}

#[test]
fn each_refusal_waits_as_long_as_it_should_and_is_told() {
    let event = SimulatedEvent::of(3, 1, 2);
    let games = r#"{"games":[{"moves":0},{"error":"Cannot play Ke9"}]}"#;
    for (status, retry_after_s, text, kind, pause_s) in [
        (429, None, "", HoldKind::Limited, 60),
        (429, Some(5), "", HoldKind::Limited, 60),
        (429, Some(200), "", HoldKind::Limited, 200),
        (429, Some(u64::MAX), "", HoldKind::Limited, 3_600),
        (401, None, r#"{"error":"No such token"}"#, HoldKind::Token, 300),
        (403, None, "", HoldKind::Forbidden, 300),
        (404, None, "", HoldKind::Unknown, 300),
        (400, None, r#"{"error":"empty PGN at index 1"}"#, HoldKind::Refused, 60),
        (301, None, "", HoldKind::Refused, 300),
        (200, None, r#"{"error":"has an upstream URL"}"#, HoldKind::Refused, 300),
        (200, None, "<html>", HoldKind::Away, 2),
        (200, None, r#"{"games":[]}"#, HoldKind::Away, 2),
        (503, None, "", HoldKind::Away, 2),
    ] {
        let mut pushes = Pushes::new(0);
        pushes.set_rounds(&[("A-1".to_owned(), "round001".to_owned())].into());
        pushes.show(&event.bulletin(600_000));
        pushes.take(1_000).expect("it is due");
        let news = pushes.heard(1_000, PushOutcome::Answer { status, retry_after_s, text }, 0);
        assert!(
            matches!(&news[..], [PushNews::Held { hold, .. }] if hold.kind == kind),
            "{status} {text}: {news:?}"
        );
        assert_eq!(pushes.due_ms(), Some(1_000 + pause_s * 1_000), "{status} {text}");
        // A game that is refused holds nothing up, and the round is tried again when a person had time to look.
        let now_ms = 1_000 + pause_s * 1_000;
        pushes.take(now_ms).expect("it is due");
        let news =
            pushes.heard(now_ms, PushOutcome::Answer { status: 200, retry_after_s: None, text: games }, 0);
        assert!(
            matches!(&news[..], [PushNews::Well { .. }, PushNews::GameRefused { board: 2, .. }]),
            "{news:?}"
        );
        assert_eq!(pushes.due_ms(), Some(now_ms + 300_000));
    }
}
