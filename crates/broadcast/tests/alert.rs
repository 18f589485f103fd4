//! Alerts over any course of troubles: each is told once and its end once, within the rate, whatever the service does.

use broadcast::alert::{
    AlertKind, AlertMessage, AlertTrouble,
    alarms::{AT_ONCE, Alarms, AlertOutcome, GATHER_MS, ONE_MORE_MS, SETTLE_MS},
};
use std::collections::{BTreeMap, BTreeSet};

/// The time between two looks.
const LOOK_MS: u64 = 1_000;

fn silent(table: u16) -> AlertTrouble {
    AlertTrouble { kind: AlertKind::Silent, table: Some(table) }
}

fn usual() -> Alarms {
    Alarms::new(AlertKind::ALL.map(|kind| (kind, kind.usual_hold_ms())).into())
}

/// Looks once a second until `end_ms`, with a service that takes everything. Returns what was sent when.
fn run(
    alarms: &mut Alarms,
    from_ms: u64,
    end_ms: u64,
    seen: &BTreeSet<AlertTrouble>,
) -> Vec<(u64, AlertMessage)> {
    let mut sent = Vec::new();
    for now_ms in (from_ms..end_ms).step_by(1_000) {
        alarms.look(now_ms, seen);
        if let Some(message) = alarms.due(now_ms) {
            alarms.heard(now_ms, AlertOutcome::Taken);
            sent.push((now_ms, message));
        }
    }
    sent
}

#[test]
fn a_hall_whose_switch_fails_is_one_message_and_its_return_another() {
    let mut alarms = usual();
    let all: BTreeSet<AlertTrouble> = (1..=64).map(silent).collect();
    assert_eq!(run(&mut alarms, 0, 19_000, &all), []);
    // The last boards are missed some seconds after the first.
    let told = run(&mut alarms, 19_000, 7_200_000, &all);
    assert_eq!(told, [(25_000, AlertMessage::Begun(all.clone()))], "it lasts two hours and is told once");
    let over = run(&mut alarms, 7_200_000, 7_300_000, &BTreeSet::new());
    assert_eq!(over, [(7_215_000, AlertMessage::Over(all))]);
    assert_eq!(alarms.status().lasting.len() + alarms.status().waiting, 0);
}

#[test]
fn what_is_short_is_not_told_and_a_loose_plug_is_one_trouble() {
    let mut alarms = usual();
    let one: BTreeSet<AlertTrouble> = [silent(1)].into();
    assert_eq!(run(&mut alarms, 0, 15_000, &one), []);
    assert_eq!(run(&mut alarms, 15_000, 100_000, &BTreeSet::new()), []);
    let mut sent = Vec::new();
    for begin_ms in (100_000..400_000).step_by(8_000) {
        sent.extend(run(&mut alarms, begin_ms, begin_ms + 3_000, &one));
        sent.extend(run(&mut alarms, begin_ms + 3_000, begin_ms + 8_000, &BTreeSet::new()));
    }
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert_eq!(run(&mut alarms, 404_000, 500_000, &BTreeSet::new()).len(), 1, "its end is told");
}

#[test]
fn kinds_that_nobody_wants_are_not_told() {
    let mut alarms = Alarms::new([(AlertKind::Fault, 0)].into());
    assert_eq!(run(&mut alarms, 0, 100_000, &[silent(1)].into()), []);
    let fault = AlertTrouble { kind: AlertKind::Fault, table: Some(2) };
    assert_eq!(run(&mut alarms, 100_000, 200_000, &[fault, silent(1)].into()).len(), 1);
}

#[test]
fn after_hours_without_a_line_only_what_still_lasts_is_told() {
    let mut alarms = usual();
    let mut tries = 0;
    // Each table is silent for three minutes of the six hours; the last one stays so.
    for now_ms in (0..21_600_000).step_by(1_000) {
        let table = u16::try_from(now_ms / 180_000 % 64 + 1).expect("a table");
        alarms.look(now_ms, &[silent(table), silent(99)].into());
        if alarms.due(now_ms).is_some() {
            tries += 1;
            assert_eq!(alarms.heard(now_ms, AlertOutcome::Away("no route".to_owned())), tries == 1);
        }
        assert!(alarms.status().waiting <= 3);
    }
    assert!((150..200).contains(&tries), "{tries} tries in six hours");
    let sent = run(&mut alarms, 21_600_000, 22_000_000, &[silent(99)].into());
    let told: Vec<&AlertMessage> = sent.iter().map(|(_, message)| message).collect();
    assert_eq!(told, [&AlertMessage::Begun([silent(99)].into())], "{sent:?}");
}

#[test]
fn a_pause_that_the_service_asks_for_is_kept() {
    for (outcome, wait_ms) in [
        (AlertOutcome::Pause(None), 60_000),
        (AlertOutcome::Pause(Some(1)), 60_000),
        (AlertOutcome::Pause(Some(600)), 600_000),
        (AlertOutcome::Pause(Some(u64::MAX)), 3_600_000),
        (AlertOutcome::Refused("403".to_owned()), 300_000),
        (AlertOutcome::Away("no route".to_owned()), 5_000),
    ] {
        let mut alarms = usual();
        let all = [silent(1)].into();
        alarms.look(0, &all);
        alarms.look(20_000, &all);
        let message = alarms.due(25_000).expect("it is due");
        assert_eq!(alarms.due(26_000), None, "one is under way");
        assert!(alarms.heard(30_000, outcome.clone()));
        let just_before = 30_000 + wait_ms - 1;
        assert_eq!(
            (alarms.due(just_before), alarms.due(just_before + 1)),
            (None, Some(message)),
            "{outcome:?}"
        );
        assert!(alarms.status().failure.is_some() && alarms.heard(just_before + 2, AlertOutcome::Taken));
        assert_eq!(alarms.status().failure, None);
    }
}

/// A course of numbers that is the same for each seed.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }
}

/// What an operator knows who read every message that was taken.
#[derive(Default)]
struct Operator {
    told: BTreeSet<AlertTrouble>,
    sent_ms: Vec<u64>,
}

impl Operator {
    fn read(&mut self, message: &AlertMessage) {
        let (all, begun) = match message {
            AlertMessage::Begun(all) => (all, true),
            AlertMessage::Over(all) => (all, false),
            AlertMessage::Test => panic!("nobody asked for a test"),
        };
        assert!(!all.is_empty());
        for trouble in all {
            let is_news = if begun { self.told.insert(*trouble) } else { self.told.remove(trouble) };
            assert!(is_news, "{trouble:?} is told twice: {message:?}");
        }
    }

    /// Fails if more was sent in any span than may be.
    fn assert_rate(&self) {
        for (first, begin_ms) in self.sent_ms.iter().enumerate() {
            for (count, end_ms) in (1..).zip(&self.sent_ms[first..]) {
                let most = u64::from(AT_ONCE) + (end_ms - begin_ms) / ONE_MORE_MS + 1;
                assert!(count <= most, "{count} messages in {} ms", end_ms - begin_ms);
            }
        }
    }
}

#[test]
fn over_any_course_each_trouble_is_told_once_and_its_end_once_within_the_rate() {
    for seed in 0..24 {
        let mut draws = Draws(seed);
        let tables = u16::try_from(draws.below(64) + 1).expect("a table");
        let restless = draws.below(60) + 1;
        let mut alarms = usual();
        let mut operator = Operator::default();
        let mut seen: BTreeSet<AlertTrouble> = BTreeSet::new();
        let mut last_seen_ms: BTreeMap<AlertTrouble, u64> = BTreeMap::new();
        let mut first_seen_ms: BTreeMap<AlertTrouble, u64> = BTreeMap::new();
        let mut under_way = None;
        let busy_ms = 3_600_000;
        // In the end nothing changes any more, and the service is well.
        for now_ms in (0..busy_ms + 1_200_000).step_by(1_000) {
            let is_busy = now_ms < busy_ms;
            for _ in 0..(if is_busy { draws.below(4) } else { 0 }) {
                if draws.below(restless) == 0 {
                    let kind = AlertKind::ALL[usize::try_from(draws.below(10)).expect("a kind")];
                    let table = Some(u16::try_from(draws.below(u64::from(tables))).expect("a table") + 1);
                    let trouble = AlertTrouble { kind, table };
                    if !seen.remove(&trouble) {
                        seen.insert(trouble);
                    }
                }
            }
            alarms.look(now_ms, &seen);
            for trouble in &seen {
                first_seen_ms.entry(*trouble).or_insert(now_ms);
                last_seen_ms.insert(*trouble, now_ms);
            }
            // What was gone for long begins anew.
            first_seen_ms.retain(|trouble, _| now_ms - last_seen_ms[trouble] < SETTLE_MS + LOOK_MS);
            if let Some(message) = alarms.due(now_ms) {
                assert!(under_way.is_none(), "one at a time");
                if let AlertMessage::Begun(all) = &message {
                    for trouble in all {
                        let lasted_ms = last_seen_ms[trouble] - first_seen_ms[trouble];
                        assert!(lasted_ms >= trouble.kind.usual_hold_ms(), "{trouble:?}: {lasted_ms}");
                    }
                }
                if let AlertMessage::Over(all) = &message {
                    let gone_ms = || all.iter().map(|trouble| now_ms - last_seen_ms[trouble]);
                    assert!(gone_ms().all(|gone_ms| gone_ms >= SETTLE_MS), "{message:?}");
                    assert!(gone_ms().any(|gone_ms| gone_ms >= SETTLE_MS + GATHER_MS), "{message:?}");
                }
                operator.sent_ms.push(now_ms);
                under_way = Some(message);
            }
            if under_way.is_some() && (!is_busy || draws.below(3) == 0) {
                let message = under_way.take().expect("it is there");
                let outcome = match if is_busy { draws.below(6) } else { 5 } {
                    0 => AlertOutcome::Away("no route".to_owned()),
                    1 => AlertOutcome::Pause(Some(draws.below(200))),
                    2 => AlertOutcome::Refused("403".to_owned()),
                    _ => {
                        operator.read(&message);
                        AlertOutcome::Taken
                    }
                };
                alarms.heard(now_ms, outcome);
            }
        }
        assert_eq!(operator.told, seen, "seed {seed}: in the end the operator knows what is");
        assert_eq!((alarms.status().waiting, &alarms.status().lasting), (0, &seen), "seed {seed}");
        operator.assert_rate();
        assert!(operator.sent_ms.len() > 1 || restless > 40, "seed {seed} tries something");
    }
}
