//! Which troubles have lasted, which of them the operator was told, and when the next message may go.

use super::{AlertKind, AlertMessage, AlertTrouble};
use board::Millis;
use std::collections::{BTreeMap, BTreeSet};

/// How long a trouble is gone before it counts as over. A plug that is loose is one trouble.
pub const SETTLE_MS: Millis = 10_000;
/// How long a message waits for others: what fails at once is told at once.
pub const GATHER_MS: Millis = 5_000;
/// How many messages may go one after the other.
pub const AT_ONCE: u32 = 10;
/// The time after which one more may go. In a day of eight hours that is 250, which free topics take.
pub const ONE_MORE_MS: Millis = 120_000;

/// The wait after a first failure, doubled with each further one.
const BACK_OFF_MIN_MS: Millis = 5_000;
/// The longest wait after a failure.
const BACK_OFF_MAX_MS: Millis = 120_000;
/// The wait after a refusal, which somebody has to put right.
const REFUSED_MS: Millis = 300_000;
/// The least wait after the service asked for a pause.
const PAUSE_MIN_MS: Millis = 60_000;
/// The longest pause that is believed.
const PAUSE_MAX_MS: Millis = 3_600_000;

/// What became of a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AlertOutcome {
    /// The service took it.
    Taken,
    /// The service asked for a pause, in seconds if it said so.
    Pause(Option<u64>),
    /// The service refuses it, and somebody has to put that right.
    Refused(String),
    /// Nobody answered as a service does.
    Away(String),
}

/// The state, as people may be told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AlertStatus {
    /// How many messages the service took since the start of the program.
    pub taken: u64,
    /// When it took the last one.
    pub taken_ms: Option<Millis>,
    /// The troubles that last.
    pub lasting: BTreeSet<AlertTrouble>,
    /// How many troubles, and ends of troubles, are still to be told.
    pub waiting: usize,
    /// Why the last message was not taken; `None` if it was.
    pub failure: Option<String>,
    /// When the next message may go.
    pub next_ms: Millis,
}

/// Decides what is told when.
#[derive(Debug)]
pub struct Alarms {
    holds_ms: BTreeMap<AlertKind, Millis>,
    known: BTreeMap<AlertTrouble, Course>,
    under_way: Option<AlertMessage>,
    /// How many messages may go now, and since when that is so.
    allowance: u32,
    counted_ms: Millis,
    failures: u32,
    status: AlertStatus,
}

/// The course of a trouble.
#[derive(Debug, Default)]
struct Course {
    /// Since when it is seen, interruptions passed over; `None` if it is not.
    seen_ms: Option<Millis>,
    /// Since when it is not seen.
    gone_ms: Option<Millis>,
    /// Since when it is known that it lasts, or that it is over.
    turned_ms: Millis,
    lasts: bool,
    is_told: bool,
}

impl Alarms {
    /// Creates the alarms of these kinds, each with the time for which a trouble lasts before it is told.
    pub fn new(holds_ms: BTreeMap<AlertKind, Millis>) -> Alarms {
        Alarms {
            holds_ms,
            known: BTreeMap::new(),
            under_way: None,
            allowance: AT_ONCE,
            counted_ms: 0,
            failures: 0,
            status: AlertStatus::default(),
        }
    }

    /// Takes in which troubles are to be seen now.
    pub fn look(&mut self, now_ms: Millis, seen: &BTreeSet<AlertTrouble>) {
        for trouble in seen.iter().filter(|trouble| self.holds_ms.contains_key(&trouble.kind)) {
            let hold_ms = self.holds_ms[&trouble.kind];
            let course = self.known.entry(*trouble).or_default();
            let since_ms = *course.seen_ms.get_or_insert(now_ms);
            course.gone_ms = None;
            if !course.lasts && now_ms.saturating_sub(since_ms) >= hold_ms {
                (course.lasts, course.turned_ms) = (true, now_ms);
            }
        }
        for (_, course) in self.known.iter_mut().filter(|(trouble, _)| !seen.contains(trouble)) {
            let gone_ms = *course.gone_ms.get_or_insert(now_ms);
            if now_ms.saturating_sub(gone_ms) >= SETTLE_MS && course.seen_ms.take().is_some() {
                (course.lasts, course.turned_ms) = (false, now_ms);
            }
        }
        self.known.retain(|_, course| course.seen_ms.is_some() || course.is_told);
        self.note();
    }

    /// Returns the message that is to be sent now; `None` if there is none, or one is under way. What became of it has to be
    /// [heard](Alarms::heard).
    pub fn due(&mut self, now_ms: Millis) -> Option<AlertMessage> {
        let more = u32::try_from(now_ms.saturating_sub(self.counted_ms) / ONE_MORE_MS).unwrap_or(AT_ONCE);
        self.allowance = self.allowance.saturating_add(more).min(AT_ONCE);
        self.counted_ms = if self.allowance == AT_ONCE {
            now_ms
        } else {
            self.counted_ms + Millis::from(more) * ONE_MORE_MS
        };
        if self.under_way.is_some() || self.allowance == 0 || now_ms < self.status.next_ms {
            return None;
        }
        let message = match self.gathered(now_ms, true) {
            Some(begun) => AlertMessage::Begun(begun),
            None => AlertMessage::Over(self.gathered(now_ms, false)?),
        };
        self.allowance -= 1;
        self.under_way = Some(message.clone());
        Some(message)
    }

    /// Returns the troubles that last, or are over, and were not told so, once the first of them has waited for others. One that
    /// has come back may last again, and its end is not told.
    fn gathered(&self, now_ms: Millis, lasts: bool) -> Option<BTreeSet<AlertTrouble>> {
        let is_untold = |(_, course): &(&AlertTrouble, &Course)| {
            course.lasts == lasts && course.is_told != lasts && course.seen_ms.is_some() == lasts
        };
        let untold = || self.known.iter().filter(is_untold);
        let since_ms = untold().map(|(_, course)| course.turned_ms).min()?;
        let all = untold().map(|(trouble, _)| *trouble);
        (now_ms.saturating_sub(since_ms) >= GATHER_MS).then(|| all.collect())
    }

    /// Takes in what became of the message that is under way. Returns whether that is news: the first failure, or the first
    /// success after one.
    pub fn heard(&mut self, now_ms: Millis, outcome: AlertOutcome) -> bool {
        let (why, wait_ms) = match outcome {
            AlertOutcome::Taken => return self.taken(now_ms),
            AlertOutcome::Pause(seconds) => {
                let asked_ms = seconds.unwrap_or(0).saturating_mul(1_000);
                ("the service asked for a pause".to_owned(), asked_ms.clamp(PAUSE_MIN_MS, PAUSE_MAX_MS))
            }
            AlertOutcome::Refused(why) => (why, REFUSED_MS),
            AlertOutcome::Away(why) => (why, (BACK_OFF_MIN_MS << self.failures.min(5)).min(BACK_OFF_MAX_MS)),
        };
        self.under_way = None;
        self.failures += 1;
        self.status.next_ms = now_ms.saturating_add(wait_ms);
        self.status.failure = Some(why);
        self.failures == 1
    }

    fn taken(&mut self, now_ms: Millis) -> bool {
        let (told, lasts) = match self.under_way.take() {
            Some(AlertMessage::Begun(told)) => (told, true),
            Some(AlertMessage::Over(told)) => (told, false),
            Some(AlertMessage::Test) | None => (BTreeSet::new(), false),
        };
        for trouble in told {
            // It may have passed, and been forgotten, while the message was under way.
            let passed = Course { turned_ms: now_ms, ..Course::default() };
            self.known.entry(trouble).or_insert(passed).is_told = lasts;
        }
        self.known.retain(|_, course| course.seen_ms.is_some() || course.is_told);
        self.status.taken += 1;
        self.status.taken_ms = Some(now_ms);
        self.status.failure = None;
        self.note();
        std::mem::take(&mut self.failures) > 0
    }

    fn note(&mut self) {
        let lasting = self.known.iter().filter(|(_, course)| course.lasts);
        self.status.lasting = lasting.map(|(trouble, _)| *trouble).collect();
        self.status.waiting = self.known.values().filter(|course| course.lasts != course.is_told).count();
    }

    /// Returns the state, as people may be told.
    pub fn status(&self) -> &AlertStatus {
        &self.status
    }
}
