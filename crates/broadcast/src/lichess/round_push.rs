//! One round at Lichess: what it is to show, what it was last given, and what keeps it from being given more.

use super::round_text::RoundText;
use board::Millis;
use std::collections::BTreeMap;

/// Why nothing is pushed for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HoldKind {
    /// There is no token, or Lichess does not know it.
    Token,
    /// Lichess asked for a pause.
    Limited,
    /// Lichess does not answer, or not as it should.
    Away,
    /// Lichess does not let the owner of the token push to this round.
    Forbidden,
    /// Lichess has no such round.
    Unknown,
    /// Lichess refuses the push.
    Refused,
}

impl HoldKind {
    /// Returns its name in the status and in the log.
    pub fn name(self) -> &'static str {
        match self {
            HoldKind::Token => "token",
            HoldKind::Limited => "limited",
            HoldKind::Away => "away",
            HoldKind::Forbidden => "forbidden",
            HoldKind::Unknown => "unknown",
            HoldKind::Refused => "refused",
        }
    }
}

/// A pause, with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushHold {
    /// The kind of reason.
    pub kind: HoldKind,
    /// The reason in the words of Lichess or of the system; empty if there are none.
    pub said: String,
    /// When it is tried again.
    pub until_ms: Millis,
}

/// Something that the operator is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PushNews {
    /// A round is at Lichess, for the first time or again.
    Well {
        /// The round.
        round: String,
        /// How many games it has there.
        games: usize,
    },
    /// Nothing is pushed for a while.
    Held {
        /// The round; `None` if it concerns all.
        round: Option<String>,
        /// The reason.
        hold: PushHold,
    },
    /// A game was not taken.
    GameRefused {
        /// The round.
        round: String,
        /// The board.
        board: u16,
        /// The reason, in the words of Lichess.
        why: String,
    },
    /// Games have no place in the round at Lichess.
    LeftOut {
        /// The round.
        round: String,
        /// Their boards.
        boards: Vec<u16>,
    },
}

/// A round at Lichess.
#[derive(Debug, Clone, Default)]
pub struct RoundPush {
    /// Its id there.
    pub id: String,
    /// What it is to show; `None` before the round has begun.
    pub wanted: Option<RoundText>,
    /// Says whether the round is the one that is on.
    pub is_on: bool,
    /// What it was given last.
    pub accepted: Option<RoundText>,
    /// When that was.
    pub accepted_ms: Option<Millis>,
    /// What keeps this round alone from being pushed.
    pub hold: Option<PushHold>,
    /// The boards whose game was not taken, with the reason.
    pub refused: BTreeMap<u16, String>,
    /// When it is pushed again although nothing changed: while Lichess refuses games.
    pub(super) again_ms: Option<Millis>,
    pub(super) tried_ms: Option<Millis>,
}

impl RoundPush {
    pub(super) fn of(id: &str) -> RoundPush {
        RoundPush { id: id.to_owned(), ..RoundPush::default() }
    }

    /// Returns whether Lichess shows what it is to show.
    pub fn is_current(&self) -> bool {
        let text = |text: &Option<RoundText>| text.as_ref().map(|text| text.text.clone());
        self.wanted.is_none() || text(&self.accepted) == text(&self.wanted)
    }

    /// Notes what the round is to show.
    pub(super) fn show(&mut self, text: RoundText, is_on: bool) {
        self.is_on = is_on;
        if !text.is_empty() && self.wanted.as_ref() != Some(&text) {
            self.wanted = Some(text);
        }
    }

    /// Returns when it wants to be pushed; `None` if there is nothing to push.
    pub(super) fn due_ms(&self) -> Option<Millis> {
        let least = self.hold.as_ref().map_or(0, |hold| hold.until_ms);
        let due_ms = if self.is_current() { self.again_ms } else { Some(0) };
        due_ms.map(|due_ms| due_ms.max(least))
    }

    /// Notes what Lichess said to each game; `is_back` if it said nothing before. While it refuses games, the round is pushed
    /// again at `again_ms` although nothing changed.
    pub(super) fn answered(
        &mut self,
        name: &str,
        (sent, games): (RoundText, &[Result<u64, String>]),
        is_back: bool,
        (now_ms, again_ms): (Millis, Millis),
    ) -> Vec<PushNews> {
        let mut news = Vec::new();
        let was_held = self.hold.take().is_some() || is_back;
        if self.accepted.is_none() || was_held {
            news.push(PushNews::Well { round: name.to_owned(), games: sent.boards.len() });
        }
        let mut refused = BTreeMap::new();
        for (board, answer) in sent.boards.iter().zip(games) {
            if let Err(why) = answer {
                refused.insert(*board, why.clone());
            }
        }
        for (board, why) in &refused {
            if self.refused.get(board) != Some(why) {
                let (round, why) = (name.to_owned(), why.clone());
                news.push(PushNews::GameRefused { round, board: *board, why });
            }
        }
        let left_out = |text: &RoundText| text.left_out.clone();
        if !sent.left_out.is_empty() && self.accepted.as_ref().map(left_out) != Some(left_out(&sent)) {
            news.push(PushNews::LeftOut { round: name.to_owned(), boards: left_out(&sent) });
        }
        self.again_ms = (!refused.is_empty()).then_some(again_ms);
        self.refused = refused;
        self.accepted = Some(sent);
        self.accepted_ms = Some(now_ms);
        news
    }
}
