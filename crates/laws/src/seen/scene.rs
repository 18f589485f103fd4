//! The scene that every observer receives: the rules, the game as it is believed to be, what the sensors said, and the
//! present instant.

use crate::seen::trail::{Running, Trail};
use crate::time_control::{Mode, Period};
use crate::{Form, Parameters, Phrase, Profile, TimeControl, Value, seen::hands::Hands};
use board::{Contents, Millis, Sensing, Time, Timing};
use game::{Played, PlyNo, PlyState, Score, Standing};
use shakmaty::{ByColor, Color, Move, Position, Rank, Square, san::San};
use std::{borrow::Cow, cell::OnceCell};

/// The longest silence that is expected of a running clock, in milliseconds. A running clock sends its times once a
/// second.
const UNHEARD_MS: Millis = 3_000;

const UNHEARD: Form = Form {
    en: "The clock last told its times {0} before: they are counted on from then, as if nobody had pressed.",
    pl: "Zegar podał czasy ostatnio {0} wcześniej: liczono je dalej od tej chwili, jakby nikt zegara nie przełączył.",
    ru: "Часы последний раз сообщали время за {0} до этого: оно отсчитано дальше, как если бы на часы никто не нажимал.",
};

/// The scene that every observer receives.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scene<'a> {
    /// The present instant.
    pub(crate) t_ms: Millis,
    /// The profile of the event.
    pub(crate) profile: &'a Profile,
    /// The parameters that the profile fixes.
    pub(crate) parameters: &'a Parameters,
    /// The time control; `None` if it is unknown.
    pub(crate) control: Option<&'a TimeControl>,
    /// The kind of the board's sensors.
    pub(crate) sensing: Sensing,
    /// The delays with which board and clock report events. No measured time appears in a sentence without its error.
    pub(crate) timing: Timing,
    /// The game as it is believed to be. While a board event is handled, the score does not contain the event yet.
    pub(crate) score: &'a Score,
    /// The trail of the sensors.
    pub(crate) trail: &'a Trail,
    /// The ply about which a question is open, because it is unknown which move was played there. `None` if no question
    /// is open.
    pub(crate) asked: Option<PlyNo>,
    /// Set if the clock seems to be turned round: what the clock reports of one side may belong to the other.
    pub(crate) is_clock_turned: bool,
    /// What hands did in one turn, with the ply of that turn. It is computed once, since several observers ask for it.
    pub(crate) hands: &'a OnceCell<(PlyNo, Hands)>,
}

impl<'a> Scene<'a> {
    /// Returns the standing of the game before a ply.
    pub(crate) fn before(&self, ply: PlyNo) -> &'a Standing {
        self.score.after(ply.index().min(self.score.plies.len()))
    }

    /// Returns the instant at which the ply before `ply` was made; 0 if `ply` is the first.
    pub(crate) fn turn_began_ms(&self, ply: PlyNo) -> Millis {
        ply.index().checked_sub(1).and_then(|index| self.score.plies.get(index)).map_or(0, |ply| ply.made_ms)
    }

    /// Returns the side whose clock was running at an instant; unknown if the clock seems to be turned round.
    pub(crate) fn time_at(&self, t_ms: Millis) -> Running {
        if self.is_clock_turned { Running::Unknown } else { self.trail.time_at(t_ms) }
    }

    /// Returns what hands did in the turn of a ply.
    pub(crate) fn hands(&self, ply: PlyNo) -> Cow<'a, Hands> {
        let (known, hands) = self.hands.get_or_init(|| (ply, Hands::of(self, ply)));
        if *known == ply { Cow::Borrowed(hands) } else { Cow::Owned(Hands::of(self, ply)) }
    }

    /// Returns the times that the clock should show at an instant, computed from the last reading; `None` if the clock
    /// was not read.
    pub(crate) fn left_at(&self, t_ms: Millis) -> Option<ByColor<Time>> {
        let face = self.score.clock?;
        let left_ms = face.at(t_ms);
        // In a time control with a delay, the time may have stood still at the start of the turn for a length that the
        // clock does not report.
        let held_ms = t_ms.saturating_sub(face.read_ms).min(self.delay_ms());
        let held_ms = u32::try_from(held_ms).unwrap_or(u32::MAX);
        Some(ByColor::new_with(|color| {
            if face.running != Some(color) || t_ms <= face.read_ms {
                return self.timing.of_reading(left_ms[color]);
            }
            let runs = self.timing.of_running(left_ms[color]);
            Time { late_ms: runs.late_ms.saturating_add(held_ms), ..runs }
        }))
    }

    /// Returns the longest delay of any period, in milliseconds. A time that is reported as running may stand still for
    /// that long.
    fn delay_ms(&self) -> Millis {
        let delays = self.control.into_iter().flat_map(|control| &control.periods);
        let of_delay = |period: &&Period| period.mode == Mode::Delay;
        delays.filter(of_delay).map(|period| Millis::from(period.increment_s) * 1_000).max().unwrap_or(0)
    }

    /// Returns the times that the clock should show at the present instant; `None` if the clock was not read.
    pub(crate) fn left_now(&self) -> Option<ByColor<Time>> {
        self.left_at(self.t_ms)
    }

    /// Returns the sentence that a running clock has been silent for a while, so that its present time is computed as
    /// if nobody had pressed since; `None` if it has not.
    pub(crate) fn unheard_clock(&self) -> Option<Phrase> {
        let face = self.score.clock.filter(|face| face.running.is_some())?;
        let age = Time::exact(self.t_ms).since(self.timing.of_word(face.read_ms));
        (age.t_ms > UNHEARD_MS + self.delay_ms()).then(|| UNHEARD.with([Value::Span(age)]))
    }

    /// Returns the number of moves that each side has completed at least: the smaller of the two counts.
    pub(crate) fn completed_by_each(&self) -> u32 {
        let count = |color: Color| self.completed_by(color);
        count(Color::White).min(count(Color::Black))
    }

    /// Returns the number of moves that a side has completed.
    pub(crate) fn completed_by(&self, color: Color) -> u32 {
        let completed = |(index, ply): &(usize, &game::Ply)| {
            self.score.mover(*index) == color && ply.state == PlyState::Completed
        };
        let count = self.score.plies.iter().enumerate().filter(completed).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// Returns whether play is more than one move ahead of the score because a question is open. Until the question is
    /// answered, the pieces on the board prove nothing.
    pub(crate) fn is_behind(&self) -> bool {
        let known = self.score.plies.last().map_or(0, |ply| ply.pressed_ms.unwrap_or(ply.made_ms));
        self.trail.presses().filter(|press| press.t_ms > known).count() > 1
    }

    /// Returns whether it was this side's turn at an instant, according to the plies made until then.
    pub(crate) fn is_turn_of(&self, by: Color, t_ms: Millis) -> bool {
        let made = self.score.plies.iter().take_while(|ply| ply.made_ms <= t_ms).count();
        self.score.after(made).turn() == by
    }

    /// Returns whether the press at this instant completed a ply of the score.
    pub(crate) fn has_completed(&self, pressed_ms: Millis) -> bool {
        self.score.plies.iter().any(|ply| ply.pressed_ms == Some(pressed_ms))
    }

    /// Returns the number of the ply that is to be made next.
    pub(crate) fn next_ply(&self) -> PlyNo {
        PlyNo::of_index(self.score.plies.len())
    }

    /// Returns the number of the last ply; 1 if no ply has been made.
    pub(crate) fn last_ply(&self) -> PlyNo {
        self.last_made().unwrap_or_default()
    }

    /// Returns the number of the last ply; `None` if no ply has been made.
    pub(crate) fn last_made(&self) -> Option<PlyNo> {
        PlyNo::new(self.score.plies.len())
    }

    /// Returns the square of a pawn of this side on its last rank; `None` if there is none. Only a board that
    /// recognises pieces can tell a pawn from the piece that replaces it.
    pub(crate) fn pawn_on_last_rank(&self, by: Color) -> Option<Square> {
        let last = by.fold_wb(Rank::Eighth, Rank::First);
        Square::ALL.into_iter().find(|square| {
            square.rank() == last && self.trail.reading().at(*square) == Contents::Piece(by.pawn())
        })
    }
}

/// Returns both players' times at the completion of the ply before `ply`; `None` if they are unknown. The times come
/// from a reading just after the press, or are computed from an earlier reading.
pub(crate) fn times_before(score: &Score, ply: PlyNo, timing: Timing) -> Option<ByColor<Time>> {
    let left = |color: Color| {
        let before = ply.index().min(score.plies.len());
        match (0..before).rev().find(|&index| score.mover(index) == color) {
            Some(index) => score.plies[index].left_ms,
            None => score.clock_at_start.map(|left| left[color]),
        }
    };
    let left_ms = ByColor { white: left(Color::White)?, black: left(Color::Black)? };
    Some(left_ms.map(|ms| timing.of_running(ms)))
}

/// Returns the number of the move that is to be made. White's ply and Black's reply have one number.
pub(crate) fn move_no(standing: &Standing) -> u64 {
    u64::from(standing.setup().fullmoves.get())
}

/// Returns the legal moves of a standing; empty if the rules do not allow the position or the game has ended.
pub(crate) fn legal_moves(standing: &Standing) -> Vec<Move> {
    standing.position().map_or_else(Vec::new, |position| position.legal_moves().into_iter().collect())
}

/// Returns moves in SAN, for people to read.
pub(crate) fn sans(standing: &Standing, moves: &[Move]) -> Vec<String> {
    let Some(position) = standing.position() else { return Vec::new() };
    moves.iter().map(|mv| San::from_move(position, *mv).to_string()).collect()
}

/// Returns moves in UCI, for programs to read.
pub(crate) fn ucis(standing: &Standing, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| Played::Legal(*mv).report(standing.mode())).collect()
}

/// Returns the legal moves that begin on a square. Castling begins on the king's square.
pub(crate) fn moves_from(moves: &[Move], square: Square) -> Vec<Move> {
    moves.iter().copied().filter(|mv| mv.from() == Some(square)).collect()
}

/// Returns the legal moves that capture the piece on a square.
pub(crate) fn captures_of(moves: &[Move], square: Square) -> Vec<Move> {
    let captured = |mv: &Move| match *mv {
        Move::EnPassant { from, to } => Square::from_coords(to.file(), from.rank()) == square,
        Move::Normal { capture: Some(_), to, .. } => to == square,
        Move::Normal { capture: None, .. } | Move::Castle { .. } | Move::Put { .. } => false,
    };
    moves.iter().copied().filter(captured).collect()
}
