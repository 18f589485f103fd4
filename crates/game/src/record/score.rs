//! The score of one game: its start, its plies, its result.

use crate::{ClockFace, Plies, PlyNo, Reason, Remark, ResultEntry, Standing, record::remark::REMARKS_MAX};
use board::Millis;
use shakmaty::{ByColor, Color, KnownOutcome, Move, Square, uci::UciMove};
use std::collections::BTreeMap;

/// The score of one game: the best explanation so far of what was played.
#[derive(Debug, Clone)]
pub struct Score {
    /// The number of the game on this table. The first is 1.
    pub number: u32,
    /// The standing from which the game started.
    pub start: Standing,
    /// The players, the date and the place of the game.
    pub tags: Tags,
    /// The plies of the game.
    pub plies: Plies,
    /// Public remarks, by the number of plies before them.
    pub remarks: BTreeMap<usize, Vec<Remark>>,
    /// The result that a person confirmed; `None` if there is none yet.
    pub result: Option<ResultEntry>,
    /// The result that the board proposes (mate, stalemate, kings in the centre) for a person to confirm.
    pub proposed: Option<KnownOutcome>,
    /// The number of times a final ply was superseded.
    pub revisions: u32,
    /// The clock as last read during this game.
    pub clock: Option<ClockFace>,
    /// The times left before the first move, in milliseconds. `None` until the clock is read.
    pub clock_at_start: Option<ByColor<u32>>,
    /// The instant at which a clock was first seen running before the first move. The time used for the first move
    /// counts from that instant.
    pub clock_started_ms: Option<Millis>,
    /// The time left after the last ply, if nobody pressed the clock for that ply: a mate ends the game without a
    /// press.
    pub unpressed: Option<Unpressed>,
    /// The instant at which this game began on the table, in journal time.
    pub began_ms: Millis,
}

/// One move of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// The move as it was played.
    pub played: Played,
    /// The standing after the ply.
    pub after: Standing,
    /// The state of the ply, that is, its certainty.
    pub state: PlyState,
    /// The reason for the ply's state.
    pub reason: Reason,
    /// The instant at which the first square of the ply changed.
    pub touched_ms: Millis,
    /// The instant at which the last square of the ply changed: the move was made.
    pub made_ms: Millis,
    /// The instant at which the mover pressed the clock. A press that was forgotten has that of the mover's next ply here:
    /// [`Score::press_ms`] tells them apart.
    pub pressed_ms: Option<Millis>,
    /// The mover's time left after the ply, in milliseconds, as the clock showed it.
    pub left_ms: Option<u32>,
    /// Set if the times are estimated: the move was not seen but follows from later evidence.
    pub estimated: bool,
    /// Set if this is an irregular ply that the arbiter let stand: the ply and the moves after it may be published.
    pub released: bool,
}

/// The time that the mover of the last ply had left, if nobody pressed the clock for that ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unpressed {
    /// The number of the last ply.
    pub ply: PlyNo,
    /// The instant at which the last ply was made.
    pub made_ms: Millis,
    /// The time that the mover had left when the last ply was made, in milliseconds, computed from a clock reading a
    /// moment later.
    pub left_ms: u32,
}

/// A move as it was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Played {
    /// A legal move.
    Legal(Move),
    /// A promotion to a piece that the sensors cannot identify.
    Promotion {
        /// The square that the pawn came from.
        from: Square,
        /// The square on which the new piece stands.
        to: Square,
        /// The promotion to a queen that is assumed until the piece is known.
        assumed: Move,
    },
    /// An action that is against the rules. The position after it is still on the board, or play went on from it.
    Irregular {
        /// The square that the piece came from, if that can be told.
        from: Option<Square>,
        /// The square that the piece went to, if that can be told.
        to: Option<Square>,
    },
}

/// The state of a ply, least sure first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PlyState {
    /// One hypothesis with the ply is clearly more likely than all others.
    Provisional,
    /// The clock was pressed or the board was quiet after the ply, the opponent answered it, or it is the only
    /// explanation left.
    Final,
    /// The move is completed in the sense of the Laws: the clock was pressed, or the player's own next move completed
    /// it.
    Completed,
}

/// The players, the date and the place, as in PGN's tags. An empty text means unknown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    /// The event's name.
    pub event: String,
    /// The place of play.
    pub site: String,
    /// The date as in PGN: `2026.11.21`.
    pub date: String,
    /// The key of the tournament; empty in a hall without one.
    pub tournament: String,
    /// The number or name of the round.
    pub round: String,
    /// The number of the board in the tournament, or of the table in a hall without one.
    pub board: String,
    /// The time control in the form of PGN's tag TimeControl.
    pub time_control: String,
    /// The players.
    pub players: ByColor<Player>,
}

impl Tags {
    /// Returns what is known of date, tournament, round and board.
    pub(crate) fn id(&self) -> String {
        let parts = [&self.date, &self.tournament, &self.round, &self.board].map(String::as_str);
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
    }
}

/// A player.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Player {
    /// The name as `Surname, Given`.
    pub name: String,
    /// The title: `GM`, `WFM` …
    pub title: String,
    /// The rating, if known.
    pub elo: Option<u16>,
    /// The FIDE identity number, if known.
    pub fide_id: Option<u32>,
    /// The team.
    pub team: String,
    /// The federation's three letters.
    pub federation: String,
}

/// The arbiter's ruling on an irregular ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ruling {
    /// The number of the ply.
    pub ply: PlyNo,
    /// The journal time at which the ply was found to be irregular. One that was made later in its place is another ply.
    pub found_ms: Millis,
    /// Says whether the ply stands.
    pub stands: bool,
}

impl Score {
    /// Notes the arbiter's ruling on an irregular ply: if it stands, the ply and those after it may be published.
    pub(crate) fn release(&mut self, Ruling { ply, found_ms, stands }: Ruling) {
        let is_meant = |ply: &Ply| ply.is_irregular() && ply.touched_ms <= found_ms && ply.released != stands;
        if self.plies.get(ply.index()).is_some_and(is_meant) {
            self.plies.at_mut(ply.index()).released = stands;
        }
    }

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

    /// Returns the standing after the last ply.
    pub fn standing(&self) -> &Standing {
        self.after(self.plies.len())
    }

    /// Returns the standing after the first `plies` plies; for 0 plies, the standing at the start.
    pub fn after(&self, plies: usize) -> &Standing {
        plies.checked_sub(1).map_or(&self.start, |index| &self.plies[index].after)
    }

    /// Returns the side that made the ply with this index (the first is 0).
    pub fn mover(&self, index: usize) -> Color {
        self.after(index).turn()
    }

    /// Returns the instant at which the clock was pressed for the ply with this index. A press that is noted at two plies of
    /// a side was made for the later one: until that was known, it stood for the one before. Of a board that tells moves and
    /// presses late, all at one instant, each ply has its own.
    pub fn press_ms(&self, index: usize) -> Option<Millis> {
        let ply = self.plies.get(index)?;
        let is_for_later = |own: &Ply| own.pressed_ms == ply.pressed_ms && own.touched_ms > ply.made_ms;
        ply.pressed_ms.filter(|_| !self.plies.get(index + 2).is_some_and(is_for_later))
    }

    /// Iterates over the legal moves from the ply with this index on, up to the first irregular ply. A single PGN game
    /// cannot go on after that ply.
    pub fn line_from(&self, index: usize) -> impl Iterator<Item = (usize, &Ply, Move)> {
        let later = self.plies.iter().enumerate().skip(index);
        later.map_while(|(index, ply)| Some((index, ply, ply.played.legal()?)))
    }

    /// Returns the time left after the ply with this index, in milliseconds, if that ply ended the game and nobody
    /// pressed the clock for it; otherwise `None`.
    pub(crate) fn left_at_end_ms(&self, index: usize) -> Option<u32> {
        let is_over = self.proposed.is_some() || self.result.is_some();
        let last = self.plies.last().filter(|_| is_over && index + 1 == self.plies.len())?;
        let told = self.unpressed.filter(|told| told.ply.index() == index && told.made_ms == last.made_ms)?;
        Some(told.left_ms)
    }

    /// Adds a public remark after the first `plies` plies. There is at most one remark of each kind after a ply.
    pub(crate) fn remark(&mut self, plies: usize, remark: Remark) {
        let is_full = self.remarks.values().map(Vec::len).sum::<usize>() >= REMARKS_MAX;
        let beside = self.remarks.entry(plies).or_default();
        match beside.iter_mut().find(|known| remark.replaces(known)) {
            Some(known) => *known = remark,
            None if is_full => {}
            None => beside.push(remark),
        }
    }

    /// Returns the move in the notation of the report (docs/formats/report.md, "Moves"): UCI, `a7a8?` for an unknown
    /// piece, `!e2e5` for an irregular ply. Castling in Chess960 is written as the king taking its rook.
    pub fn report_move(&self, index: usize) -> String {
        self.plies[index].played.report(self.start.mode())
    }
}

impl Ply {
    /// Returns whether the ply is against the rules.
    pub fn is_irregular(&self) -> bool {
        matches!(self.played, Played::Irregular { .. })
    }
}

impl Played {
    /// Returns the move in the notation of the report and the trace.
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

    /// Returns whether both plies are the same move. A promotion to an unknown piece equals a promotion to a queen.
    #[inline]
    pub fn is_same(&self, other: &Played) -> bool {
        match (self, other) {
            (
                Played::Legal(one) | Played::Promotion { assumed: one, .. },
                Played::Legal(other) | Played::Promotion { assumed: other, .. },
            ) => one == other,
            _ => self == other,
        }
    }

    /// Returns the squares that the piece came from and went to, for highlighting. For castling, returns the king's
    /// squares.
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

    /// Returns the legal move, or `None` for an irregular ply. A promotion to an unknown piece counts as a promotion to
    /// a queen.
    pub fn legal(&self) -> Option<Move> {
        match *self {
            Played::Legal(mv) | Played::Promotion { assumed: mv, .. } => Some(mv),
            Played::Irregular { .. } => None,
        }
    }
}
