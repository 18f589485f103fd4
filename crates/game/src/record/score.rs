//! The score of one game: where it started, what was played, how it ended.

use crate::{ClockFace, Plies, Reason, Remark, ResultEntry, Standing, record::remark::REMARKS_MAX};
use board::Millis;
use shakmaty::{ByColor, Color, KnownOutcome, Move, Square, uci::UciMove};
use std::collections::BTreeMap;

/// The score of one game as it is believed now.
#[derive(Debug, Clone)]
pub struct Score {
    /// Which game of this table it is; the first is 1.
    pub number: u32,
    /// Where it started.
    pub start: Standing,
    /// Who plays, when and where.
    pub tags: Tags,
    /// What was played.
    pub plies: Plies,
    /// What everybody may read beside the moves, by the ply it stands after; 0 is before the first.
    pub remarks: BTreeMap<usize, Vec<Remark>>,
    /// The result somebody confirmed.
    pub result: Option<ResultEntry>,
    /// The result the board proposes (mate, stalemate, kings in the centre); a person confirms it.
    pub proposed: Option<KnownOutcome>,
    /// How many times a final ply was superseded.
    pub revisions: u32,
    /// The clock as last read during this game.
    pub clock: Option<ClockFace>,
    /// The clock before the first move, once read.
    pub clock_at_start: Option<ByColor<u32>>,
    /// When White's clock was first seen running: the first move's time counts from there.
    pub clock_started_ms: Option<Millis>,
    /// The time left after the last ply, where nobody pressed for it: a mate ends the game without a press.
    pub unpressed: Option<Unpressed>,
    /// When this game took the table, in journal time.
    pub began_ms: Millis,
}

/// One half-move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// What was played.
    pub played: Played,
    /// Where the game stands after it.
    pub after: Standing,
    /// How sure it is.
    pub state: PlyState,
    /// Why it is believed.
    pub reason: Reason,
    /// When the first square it explains changed.
    pub touched_ms: Millis,
    /// When the last square it needs had changed: the move was made.
    pub made_ms: Millis,
    /// When the mover pressed the clock.
    pub pressed_ms: Option<Millis>,
    /// The mover's time left after it, in milliseconds, as the clock showed it.
    pub left_ms: Option<u32>,
    /// Times are estimated: the move was not seen but follows from what came later.
    pub estimated: bool,
    /// The arbiter let a ply stand that no rule allows: what was played after it may be shown to everybody. It goes with the ply.
    pub released: bool,
}

/// The time the mover of the last ply had left, where nobody pressed the clock for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unpressed {
    /// Which ply, from 1.
    pub ply: usize,
    /// When it was made.
    pub made_ms: Millis,
    /// The time left then, as the clock showed it a moment later.
    pub left_ms: u32,
}

/// What was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Played {
    /// A legal move.
    Legal(Move),
    /// A promotion of which the sensors cannot tell the piece.
    Promotion {
        /// Where the pawn came from.
        from: Square,
        /// Where the new piece stands.
        to: Square,
        /// What it is taken for meanwhile: a queen.
        assumed: Move,
    },
    /// Something no rule allows, and it stands.
    Irregular {
        /// Where the piece came from, if that can be told.
        from: Option<Square>,
        /// Where it went, if that can be told.
        to: Option<Square>,
    },
}

/// How sure a ply is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlyState {
    /// One hypothesis leads clearly.
    Provisional,
    /// Pressed, settled, answered, or the only explanation left.
    Final,
    /// Completed in the sense of the Laws: the clock was pressed, or the player's own next move completed it.
    Completed,
}

/// Who plays, when and where: PGN's tags. Empty means unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    /// The event's name.
    pub event: String,
    /// Where it is played.
    pub site: String,
    /// `2026.11.21`.
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

/// One player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Player {
    /// `Surname, Given`.
    pub name: String,
    /// `GM`, `WFM` …
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
    /// A game that starts here.
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

    /// Where the game stands now.
    pub fn standing(&self) -> &Standing {
        self.after(self.plies.len())
    }

    /// Where the game stood after so many plies; 0 is the start.
    pub fn after(&self, plies: usize) -> &Standing {
        plies.checked_sub(1).map_or(&self.start, |index| &self.plies[index].after)
    }

    /// Who made the ply with this index (the first is 0).
    pub fn mover(&self, index: usize) -> Color {
        self.after(index).turn()
    }

    /// The legal moves from the ply with this index on, up to the first ply that is none: all that PGN can tell in one game, and
    /// all that the world is told.
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

    /// Notes what everybody may read after this ply, once of each kind.
    pub(crate) fn remark(&mut self, ply: usize, remark: Remark) {
        let is_full = self.remarks.values().map(Vec::len).sum::<usize>() >= REMARKS_MAX;
        let beside = self.remarks.entry(ply).or_default();
        match beside.iter_mut().find(|known| remark.replaces(known)) {
            Some(known) => *known = remark,
            None if is_full => {}
            None => beside.push(remark),
        }
    }

    /// The move in the words of the report (docs/formats/report.md, "Moves"): UCI; `a7a8?` for an unknown piece, `!e2e5` for
    /// an irregular ply. Chess960 castling is king takes rook.
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

    /// Whether both are one move; an unknown promotion is the same as the queen it is taken for.
    pub fn is_same(&self, other: &Played) -> bool {
        match (self.legal(), other.legal()) {
            (Some(a), Some(b)) => a == b,
            (None, None) => self == other,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    /// Where the piece came from and went to, for highlighting; castling shows the king's squares.
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

    /// The legal move, if it is one; a promotion to an unknown piece is taken for one to a queen.
    pub fn legal(&self) -> Option<Move> {
        match *self {
            Played::Legal(mv) | Played::Promotion { assumed: mv, .. } => Some(mv),
            Played::Irregular { .. } => None,
        }
    }
}
