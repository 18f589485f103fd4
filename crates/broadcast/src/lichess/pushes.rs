//! All rounds at Lichess, and whose turn it is.
//!
//! Invariants:
//! * One push is on its way at a time, and the next begins a second after the answer to the last, whichever rounds they are of:
//!   so no two arrive within a second, however long either was on its way.
//! * Nothing is pushed that Lichess has already.
//! * Each push is the whole round as it is now. After hours without a line one push brings everything.

use super::{
    answer::{LichessAnswer, told},
    round_push::{HoldKind, PushHold, PushNews, RoundPush},
    round_text::{RoundText, name_of},
};
use crate::bulletin::Bulletin;
use board::Millis;
use std::{collections::BTreeMap, sync::Arc};

/// The least time between an answer and the next push, and between the start of the program and the first.
const PACE_MS: Millis = 1_000;
/// The least pause that Lichess wants of whoever asked too often.
const LIMITED_MS: Millis = 60_000;
/// The longest pause that is granted: a day in an answer would be a mistake.
const LIMITED_MAX_MS: Millis = 3_600_000;
/// The first pause when Lichess does not answer; each further one is twice as long.
const AWAY_MS: Millis = 2_000;
/// The longest such pause.
const AWAY_MAX_MS: Millis = 60_000;
/// The pause after a refusal that a person has to put right.
const REFUSED_MS: Millis = 300_000;
/// The pause while the token cannot be read: nobody else is asked, and whoever mends it waits.
const UNREAD_MS: Millis = 10_000;

/// A push that is to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushText {
    /// The round.
    pub round: String,
    /// Its id at Lichess.
    pub id: String,
    /// The games.
    pub text: Arc<str>,
}

/// What came of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PushOutcome<'a> {
    /// An answer.
    Answer {
        /// The status of HTTP.
        status: u16,
        /// The header Retry-After, in seconds.
        retry_after_s: Option<u64>,
        /// The body.
        text: &'a str,
    },
    /// No answer, for this reason.
    Nothing(&'a str),
    /// It was not sent, for want of a token.
    Unsent(&'a str),
}

/// What is done after an answer.
enum Next {
    /// The games were taken, or each was refused for itself.
    Games(Vec<Result<u64, String>>),
    /// This round waits.
    Round(HoldKind, String, Millis),
    /// All wait.
    All(HoldKind, String, Millis),
    /// All wait, the longer the more often.
    Away(String),
}

/// The rounds at Lichess.
#[derive(Debug, Clone)]
pub struct Pushes {
    rounds: BTreeMap<String, RoundPush>,
    /// The rounds that are on and have no id.
    without_id: Vec<String>,
    /// The pause of all rounds; it ends with the next answer that is none of these.
    hold: Option<PushHold>,
    not_before_ms: Millis,
    failures: u32,
    sent: Option<(String, RoundText)>,
    accepted: u64,
    failed: u64,
}

impl Pushes {
    /// Creates it at the start of the program, which may have pushed a moment before it ended.
    pub fn new(now_ms: Millis) -> Pushes {
        Pushes {
            rounds: BTreeMap::new(),
            without_id: Vec::new(),
            hold: None,
            not_before_ms: now_ms + PACE_MS,
            failures: 0,
            sent: None,
            accepted: 0,
            failed: 0,
        }
    }

    /// Goes on with a pause that Lichess asked for before the program was started, for an hour at most. Returns what the operator
    /// has to know.
    pub fn resume(&mut self, now_ms: Millis, left_ms: Millis) -> PushNews {
        let until_ms = now_ms + left_ms.min(LIMITED_MAX_MS);
        let said = "asked for before this start of the program".to_owned();
        let hold = PushHold { kind: HoldKind::Limited, said, until_ms };
        self.not_before_ms = self.not_before_ms.max(until_ms);
        self.hold = Some(hold.clone());
        PushNews::Held { round: None, hold }
    }

    /// Sets which rounds are at Lichess: the id of each by its name ([`name_of`]).
    pub fn set_rounds(&mut self, ids: &BTreeMap<String, String>) {
        self.rounds.retain(|name, round| ids.get(name) == Some(&round.id));
        for (name, id) in ids {
            self.rounds.entry(name.clone()).or_insert_with(|| RoundPush::of(id));
        }
    }

    /// Shows what everybody may see now.
    pub fn show(&mut self, bulletin: &Bulletin) {
        self.without_id.clear();
        for round in &bulletin.rounds {
            let name = name_of(&round.key, &round.round);
            match self.rounds.get_mut(&name) {
                Some(push) => push.show(RoundText::of(round), round.is_on),
                None if round.is_on => self.without_id.push(name),
                None => {}
            }
        }
    }

    /// Returns the rounds that are on and of which it is not known which they are at Lichess.
    pub fn without_id(&self) -> &[String] {
        &self.without_id
    }

    /// Returns when a push is due; `None` while one is on its way, or if there is nothing to push.
    pub fn due_ms(&self) -> Option<Millis> {
        if self.sent.is_some() {
            return None;
        }
        let first = self.rounds.values().filter_map(RoundPush::due_ms).min()?;
        Some(first.max(self.not_before_ms))
    }

    /// Returns the push that is due; `None` if none is. The next is due only after [`Pushes::heard`].
    pub fn take(&mut self, now_ms: Millis) -> Option<PushText> {
        if self.due_ms().is_none_or(|due_ms| now_ms < due_ms) {
            return None;
        }
        let is_due = |push: &RoundPush| push.due_ms().is_some_and(|due_ms| due_ms <= now_ms);
        let due = self.rounds.iter_mut().filter(|(_, push)| is_due(push));
        let (name, push) = due.min_by_key(|(_, push)| (push.tried_ms, !push.is_on))?;
        let wanted = push.wanted.clone()?;
        push.tried_ms = Some(now_ms);
        let text = PushText { round: name.clone(), id: push.id.clone(), text: Arc::clone(&wanted.text) };
        self.sent = Some((name.clone(), wanted));
        Some(text)
    }

    /// Notes what came of the push that was taken. `jitter` is drawn by the caller: pauses are up to a quarter longer by it, so
    /// that many halls do not come back at one instant. Returns what the operator has to know.
    pub fn heard(&mut self, now_ms: Millis, heard: PushOutcome, jitter: u8) -> Vec<PushNews> {
        let Some((name, sent)) = self.sent.take() else { return Vec::new() };
        self.not_before_ms = now_ms + PACE_MS;
        let longer = |pause: Millis| now_ms + pause + pause * Millis::from(jitter) / 1_024;
        match next(heard, sent.boards.len()) {
            Next::Games(games) => {
                let is_back = self.hold.take().is_some();
                self.failures = 0;
                self.accepted += 1;
                let Some(push) = self.rounds.get_mut(&name) else { return Vec::new() };
                push.answered(&name, (sent, &games), is_back, (now_ms, now_ms + REFUSED_MS))
            }
            Next::Round(kind, said, pause) => {
                (self.hold, self.failures) = (None, 0);
                self.failed += 1;
                let hold = PushHold { kind, said, until_ms: longer(pause) };
                let Some(push) = self.rounds.get_mut(&name) else { return Vec::new() };
                let is_known = is_like(push.hold.as_ref(), &hold);
                push.hold = Some(hold.clone());
                if is_known { Vec::new() } else { vec![PushNews::Held { round: Some(name), hold }] }
            }
            Next::All(kind, said, pause) => self.hold_all(PushHold { kind, said, until_ms: longer(pause) }),
            Next::Away(said) => {
                let pause = AWAY_MAX_MS.min(AWAY_MS << self.failures.min(5));
                self.failures = self.failures.saturating_add(1);
                self.hold_all(PushHold { kind: HoldKind::Away, said, until_ms: longer(pause) })
            }
        }
    }

    fn hold_all(&mut self, hold: PushHold) -> Vec<PushNews> {
        self.failed += 1;
        self.not_before_ms = self.not_before_ms.max(hold.until_ms);
        let is_known = is_like(self.hold.as_ref(), &hold);
        self.hold = Some(hold.clone());
        if is_known { Vec::new() } else { vec![PushNews::Held { round: None, hold }] }
    }

    /// Returns the rounds at Lichess by their names.
    pub fn rounds(&self) -> impl Iterator<Item = (&str, &RoundPush)> {
        self.rounds.iter().map(|(name, push)| (name.as_str(), push))
    }

    /// Returns why no round at all is pushed.
    pub fn hold(&self) -> Option<&PushHold> {
        self.hold.as_ref()
    }

    /// Returns how many pushes Lichess took, and how many it did not.
    pub fn tally(&self) -> (u64, u64) {
        (self.accepted, self.failed)
    }
}

/// Returns whether the operator knows of this pause: what is tried again and again fails in changing words.
fn is_like(known: Option<&PushHold>, hold: &PushHold) -> bool {
    known.is_some_and(|known| known.kind == hold.kind)
}

fn next(heard: PushOutcome, games: usize) -> Next {
    let (status, retry_after_s, text) = match heard {
        PushOutcome::Nothing(why) => return Next::Away(told(why)),
        PushOutcome::Unsent(why) => return Next::All(HoldKind::Token, told(why), UNREAD_MS),
        PushOutcome::Answer { status, retry_after_s, text } => (status, retry_after_s, text),
    };
    let answer = LichessAnswer::parse(text);
    let said = match &answer {
        LichessAnswer::Refused(why) => format!("{status}: {why}"),
        _ => status.to_string(),
    };
    match (status, answer) {
        (200, LichessAnswer::Games(answers)) if answers.len() == games => Next::Games(answers),
        (200, LichessAnswer::Games(answers)) => {
            Next::Away(format!("it answered for {} of {games} games", answers.len()))
        }
        (200, LichessAnswer::Refused(_)) => Next::Round(HoldKind::Refused, said, REFUSED_MS),
        (200, LichessAnswer::Unreadable) => {
            Next::Away("the answer is none of Lichess; a network may ask for a login".to_owned())
        }
        (429, _) => {
            let pause = retry_after_s.unwrap_or(0).saturating_mul(1_000);
            Next::All(HoldKind::Limited, said, pause.clamp(LIMITED_MS, LIMITED_MAX_MS))
        }
        (401, _) => Next::All(HoldKind::Token, said, REFUSED_MS),
        (403, _) => Next::Round(HoldKind::Forbidden, said, REFUSED_MS),
        (404, _) => Next::Round(HoldKind::Unknown, said, REFUSED_MS),
        // What was sent is wrong, and the next text may be right.
        (400, _) => Next::Round(HoldKind::Refused, said, AWAY_MAX_MS),
        (408 | 500.., _) => Next::Away(said),
        _ => Next::Round(HoldKind::Refused, said, REFUSED_MS),
    }
}
