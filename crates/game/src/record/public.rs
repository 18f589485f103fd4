//! A score as PGN can tell it: lines of legal moves with their times, and nothing of what stands between them.
//!
//! [`PublicScore`] is the part of it that everybody may see, and the only thing [`crate::record::pgn::write`] takes: it ends before the
//! first ply no rule allows, as the feed does, because both read [`Score::line_from`]. What was played after such a ply belongs to
//! it only when the arbiter has ruled that the move stands ([`Ply::released`]).

use crate::{Player, Ply, Remark, ResultEntry, Score, Standing, Tags, record::pgn::spent_ms};
use shakmaty::{ByColor, Move};
use std::collections::BTreeMap;

/// What everybody may see of a game: its moves, times, remarks and confirmed result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicScore(Lines);

impl PublicScore {
    /// Of this score, of which the world sees at most so many plies.
    pub fn of(score: &Score, plies_max: Option<usize>) -> PublicScore {
        PublicScore(Lines::of(score, plies_max.unwrap_or(usize::MAX), Reach::Released))
    }

    /// Which game of its table it is.
    pub fn number(&self) -> u32 {
        self.0.number
    }

    /// The same game as the table numbers it, from the first set-up on.
    pub fn numbered(mut self, number: u32) -> PublicScore {
        self.0.number = number;
        self
    }

    /// Whether there is anything to write: a move, or the result of a game that was not played.
    pub fn is_begun(&self) -> bool {
        self.0.result.is_some() || self.0.lines.iter().any(|line| !line.plies.is_empty())
    }

    /// What readers know a game by: event, site, round, table and players. Two of one name are taken for one.
    pub fn name(&self) -> String {
        let tags = &self.0.tags;
        let player = |player: &Player| format!("{} {}", player.fide_id.unwrap_or_default(), player.name);
        let ByColor { white, black } = tags.players.as_ref().map(player);
        [&tags.event, &tags.site, &tags.round, &tags.board, &white, &black].map(String::as_str).join("\n")
    }

    pub(crate) fn lines(&self) -> &Lines {
        &self.0
    }
}

/// A score as lines of legal moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) number: u32,
    pub(crate) tags: Tags,
    pub(crate) result: Option<ResultEntry>,
    pub(crate) remarks: BTreeMap<usize, Vec<Remark>>,
    /// At least one; of those between first and last none is empty.
    pub(crate) lines: Vec<Line>,
}

/// Legal moves one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// How many plies of the score stand before it.
    pub(crate) from: usize,
    pub(crate) start: Standing,
    pub(crate) plies: Vec<LinePly>,
    /// Whether the game goes on from another position, and this is told.
    pub(crate) is_broken_off: bool,
}

/// A move with its times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LinePly {
    pub(crate) mv: Move,
    pub(crate) left_ms: Option<u32>,
    pub(crate) spent_ms: Option<u32>,
}

/// How far the lines go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Up to the first ply no rule allows that the arbiter has not let stand.
    Released,
    /// To the end.
    End,
}

impl Lines {
    /// The whole score: for the arbiter, and for whoever holds the evidence anyway.
    pub(crate) fn whole(score: &Score) -> Lines {
        Lines::of(score, usize::MAX, Reach::End)
    }

    fn of(score: &Score, plies_max: usize, reach: Reach) -> Lines {
        let shown = score.plies.len().min(plies_max);
        let mut lines = Vec::new();
        let mut from = 0;
        loop {
            let line = score.line_from(from).take(shown - from);
            let plies: Vec<LinePly> =
                line.map(|(index, ply, mv)| LinePly::of(score, index, ply, mv)).collect();
            let until = from + plies.len();
            let is_broken_off =
                score.plies[..shown].get(until).is_some_and(|ply| ply.released || reach == Reach::End);
            if from == 0 || !is_broken_off || !plies.is_empty() {
                lines.push(Line { from, start: score.after(from).clone(), plies, is_broken_off });
            }
            if !is_broken_off {
                break;
            }
            from = until + 1;
        }
        let (number, tags, result) = (score.number, score.tags.clone(), score.result);
        Lines { number, tags, result, remarks: score.remarks.clone(), lines }
    }
}

impl LinePly {
    fn of(score: &Score, index: usize, ply: &Ply, mv: Move) -> LinePly {
        let left_ms = ply.left_ms.or_else(|| score.left_at_end_ms(index));
        LinePly { mv, left_ms, spent_ms: spent_ms(score, index) }
    }
}
