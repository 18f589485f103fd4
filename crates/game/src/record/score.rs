//! The score of one game: its start, its plies, its result.

use crate::{ClockFace, Plies, Reason, Remark, ResultEntry, Standing, record::remark::REMARKS_MAX};
use board::Millis;
use shakmaty::{ByColor, Color, KnownOutcome, Move, Square, uci::UciMove};
use std::collections::BTreeMap;

/// The score of one game as it is believed now.
#[derive(Debug, Clone)]
pub struct Score {
    /// The number of the game on this table. The first is 1.
    pub number: u32,
    /// The standing from which it started.
    pub start: Standing,
    /// Players, date and place.
    pub tags: Tags,
    /// The plies.
    pub plies: Plies,
    /// Public remarks beside the moves, by the ply after which they stand. 0 is before the first ply.
    pub remarks: BTreeMap<usize, Vec<Remark>>,
    /// The result that a person confirmed.
    pub result: Option<ResultEntry>,
    /// The result that the board proposes (mate, stalemate, kings in the centre) for a person to confirm.
    pub proposed: Option<KnownOutcome>,
    /// Number of times a final ply was superseded.
    pub revisions: u32,
    /// The clock as last read during this game.
    pub clock: Option<ClockFace>,
    /// The times left before the first move, in milliseconds, once read.
    pub clock_at_start: Option<ByColor<u32>>,
    /// The instant at which a running time was first seen before the first move. The first move's time counts from
    /// there.
    pub clock_started_ms: Option<Millis>,
    /// The time left after the last ply, if nobody pressed for it: a mate ends the game without a press.
    pub unpressed: Option<Unpressed>,
    /// The instant at which this game took the table, in journal time.
    pub began_ms: Millis,
}

/// One move of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub played: Played,
    /// The standing after it.
    pub after: Standing,
    /// The state of the ply: how sure it is.
    pub state: PlyState,
    /// The reason why it is believed.
    pub reason: Reason,
    /// The instant at which the first square it explains changed.
    pub touched_ms: Millis,
    /// The instant at which the last square it needs had changed: the move was made.
    pub made_ms: Millis,
    /// The instant at which the mover pressed the clock.
    pub pressed_ms: Option<Millis>,
    /// The mover's time left after the ply, in milliseconds, as the clock showed it.
    pub left_ms: Option<u32>,
    /// Set if the times are estimated: the move was not seen but follows from what came later.
    pub estimated: bool,
    /// Set if the arbiter let an irregular ply stand: what was played after it may be published. It goes with the
    /// ply.
    pub released: bool,
}

/// The time that the mover of the last ply had left, if nobody pressed the clock for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unpressed {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The instant at which it was made.
    pub made_ms: Millis,
    /// The time left then, in milliseconds, computed from what the clock showed a moment later.
    pub left_ms: u32,
}

/// A move as it was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Played {
    /// A legal move.
    Legal(Move),
    /// A promotion to a piece that the sensors cannot tell.
    Promotion {
        /// The square the pawn came from.
        from: Square,
        /// The square of the new piece.
        to: Square,
        /// The promotion to a queen that is assumed meanwhile.
        assumed: Move,
    },
    /// An action that no rule allows, and that stands.
    Irregular {
        /// The square the piece came from, if that can be told.
        from: Option<Square>,
        /// The square it went to, if that can be told.
        to: Option<Square>,
    },
}

/// The state of a ply, least sure first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlyState {
    /// One hypothesis leads clearly.
    Provisional,
    /// Pressed, settled, answered, or the only explanation left.
    Final,
    /// Completed in the sense of the Laws: the clock was pressed, or the player's own next move completed it.
    Completed,
}

/// Players, date and place, as in PGN's tags. Empty means unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    /// The event's name.
    pub event: String,
    /// The place of play.
    pub site: String,
    /// The date as in PGN: `2026.11.21`.
    pub date: String,
    /// The round.
    pub round: String,
    /// The table's number.
    pub board: String,
    /// PGN's TimeControl.
    pub time_control: String,
    /// The players.
    pub players: ByColor<Player>,
}

/// A player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Player {
    /// The name as `Surname, Given`.
    pub name: String,
    /// The title: `GM`, `WFM` …
    pub title: String,
    /// The rating.
    pub elo: Option<u16>,
    /// The FIDE identity number.
    pub fide_id: Option<u32>,
    /// The team.
    pub team: String,
    /// The federation's three letters.
    pub federation: String,
}

impl Score {
    /// Creates the score of a game from `start`.
    pub fn new(number: u32, start: Standing, tags: Tags, began_ms: Millis) -> Score {
        Score {
            number,
            start,
            tags,
            plies: Plies::default(),
            remarks: BTreeMap::new(),
            result: None,
            proposed: None,
            revisions: 0,
            clock: None,
            clock_at_start: None,
            clock_started_ms: None,
            unpressed: None,
            began_ms,
        }
    }

    /// Returns the standing now.
    pub fn standing(&self) -> &Standing {
        self.after(self.plies.len())
    }

    /// Returns the standing after the first `plies` plies. 0 is the start.
    pub fn after(&self, plies: usize) -> &Standing {
        plies.checked_sub(1).map_or(&self.start, |index| &self.plies[index].after)
    }

    /// Returns the side that made the ply with this index (the first is 0).
    pub fn mover(&self, index: usize) -> Color {
        self.after(index).turn()
    }

    /// Iterates over the legal moves from the ply with this index on, up to the first irregular ply: all that PGN can
    /// tell in one game, and all that is published.
    pub fn line_from(&self, index: usize) -> impl Iterator<Item = (usize, &Ply, Move)> {
        let later = self.plies.iter().enumerate().skip(index);
        later.map_while(|(index, ply)| Some((index, ply, ply.played.legal()?)))
    }

    /// The time left after the ply with this index, if it ended the game and nobody pressed for it.
    pub(crate) fn left_at_end_ms(&self, index: usize) -> Option<u32> {
        let is_over = self.proposed.is_some() || self.result.is_some();
        let last = self.plies.last().filter(|_| is_over && index + 1 == self.plies.len())?;
        let told = self.unpressed.filter(|told| told.ply == index + 1 && told.made_ms == last.made_ms)?;
        Some(told.left_ms)
    }

    /// Adds a public remark after this ply, at most one of each kind.
    pub(crate) fn remark(&mut self, ply: usize, remark: Remark) {
        let is_full = self.remarks.values().map(Vec::len).sum::<usize>() >= REMARKS_MAX;
        let beside = self.remarks.entry(ply).or_default();
        match beside.iter_mut().find(|known| remark.replaces(known)) {
            Some(known) => *known = remark,
            None if is_full => {}
            None => beside.push(remark),
        }
    }

    /// The move in the words of the report (docs/formats/report.md, "Moves"): UCI, `a7a8?` for an unknown piece,
    /// `!e2e5` for an irregular ply. Chess960 castling is king takes rook.
    pub fn report_move(&self, index: usize) -> String {
        self.plies[index].played.report(self.start.mode())
    }
}

impl Played {
    /// The move in the words of the report and the trace.
    pub fn report(&self, mode: shakmaty::CastlingMode) -> String {
        match *self {
            Played::Legal(mv) => UciMove::from_move(mv, mode).to_string(),
            Played::Promotion { from, to, .. } => format!("{from}{to}?"),
            Played::Irregular { from, to } => {
                let name = |square: Option<Square>| square.map_or("--".to_owned(), |s| s.to_string());
                format!("!{}{}", name(from), name(to))
            }
        }
    }

    /// Returns whether both are one move. A promotion to an unknown piece equals the one to a queen that it is taken
    /// for.
    pub fn is_same(&self, other: &Played) -> bool {
        match (self.legal(), other.legal()) {
            (Some(a), Some(b)) => a == b,
            (None, None) => self == other,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    /// The squares the piece came from and went to, for highlighting. Castling shows the king's squares.
    pub fn squares(&self) -> (Option<Square>, Option<Square>) {
        match *self {
            Played::Legal(mv) => match mv.castling_side() {
                Some(side) => {
                    let color =
                        if mv.to().rank() == shakmaty::Rank::First { Color::White } else { Color::Black };
                    (mv.from(), Some(side.king_to(color)))
                }
                None => (mv.from(), Some(mv.to())),
            },
            Played::Promotion { from, to, .. } => (Some(from), Some(to)),
            Played::Irregular { from, to } => (from, to),
        }
    }

    /// The legal move, if it is one. A promotion to an unknown piece is taken for one to a queen.
    pub fn legal(&self) -> Option<Move> {
        match *self {
            Played::Legal(mv) | Played::Promotion { assumed: mv, .. } => Some(mv),
            Played::Irregular { .. } => None,
        }
    }
}
