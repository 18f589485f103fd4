//! The sheet of an adjourned game: the text on the envelope, and everything else that is needed to resume the game.
//!
//! The sheet has no field for the sealed move, which is stored nowhere before the envelope is opened.

use super::text;
use crate::{
    Phrase, Value,
    position::repetition::Repetition,
    seen::scene::{Scene, move_no},
};
use board::{Millis, Time};
use game::{Remark, Standing};
use shakmaty::{ByColor, Color};

/// The sheet of an adjourned game. The first seven fields are the items of the envelope (PL09 2(a)-(g), RU20
/// 18.2.1-18.2.7, FIDE I.2.1-I.2.7).
#[derive(Debug, Clone)]
pub struct AdjournedSheet {
    /// The names of the players.
    pub players: ByColor<String>,
    /// The position before the sealed move, with the side to move, castling and en-passant rights, and both counters.
    pub position: Standing,
    /// The time that each player has used, derived from the clock's remaining time; `None` if neither the time control
    /// nor the first clock reading is known.
    pub used: ByColor<Option<Time>>,
    /// The player who sealed the move: the player to move.
    pub sealer: Color,
    /// The number of the sealed move.
    pub move_no: u64,
    /// The player whose draw offer is still open; `None` if there is no open offer.
    pub draw_offer: Option<Color>,
    /// The day, hour and place of the resumption, as the arbiter typed them; empty until they are typed.
    pub resumption: String,

    /// The time that each player has left, in milliseconds, as the stopped clock showed it; `None` if no clock was
    /// read.
    pub left_ms: Option<ByColor<u32>>,
    /// The journal time at which the clock was stopped.
    pub sealed_ms: Millis,
    /// The time that the sealer loses for sealing before the end of the session, in milliseconds; `None` if there is
    /// none.
    pub deducted_ms: Option<u32>,
    /// The number of occurrences of the position, and the number of plies since the last capture or pawn move.
    pub counts: Repetition,
    /// The moves up to the arbiter's order to seal, as reports write them.
    pub moves: Vec<String>,
}

impl AdjournedSheet {
    /// Creates the sheet of the game after `plies` plies. Moves made on the board after the order to seal are left out.
    pub(super) fn of(
        scene: &Scene,
        plies: usize,
        draw_offer: Option<Color>,
        deducted_ms: Option<u32>,
    ) -> AdjournedSheet {
        let score = scene.score;
        let plies = plies.min(score.plies.len());
        let position = score.after(plies).clone();
        let left_ms = scene.trail.clock().map(|reading| reading.left_ms);
        AdjournedSheet {
            players: ByColor::new_with(|color| score.tags.players[color].name.clone()),
            sealer: position.turn(),
            move_no: move_no(&position),
            used: ByColor::new_with(|color| left_ms.and_then(|left| used(scene, color, left[color]))),
            draw_offer,
            resumption: String::new(),
            left_ms,
            sealed_ms: scene.t_ms,
            deducted_ms,
            counts: Repetition::after(score, plies),
            moves: (0..plies).map(|index| score.report_move(index)).collect(),
            position,
        }
    }

    /// Returns the times with which the game resumes, in milliseconds: the times that the clock showed, less the
    /// deduction for sealing early. `None` if no clock was read.
    pub fn resumes_with_ms(&self) -> Option<ByColor<u32>> {
        let left = self.left_ms?;
        Some(ByColor::new_with(|color| left[color].saturating_sub(self.taken_off_ms(color))))
    }

    /// Returns the remark on the adjournment, which everybody may read next to the last ply before it.
    pub fn remark(&self) -> Remark {
        let used = |color| {
            let used_ms = self.used[color].map(|used: Time| u32::try_from(used.t_ms).unwrap_or(u32::MAX));
            used_ms.map(|used| used.saturating_add(self.taken_off_ms(color)))
        };
        Remark::Adjourned { left_ms: self.resumes_with_ms(), used_ms: ByColor::new_with(used) }
    }

    fn taken_off_ms(&self, color: Color) -> u32 {
        self.deducted_ms.filter(|_| color == self.sealer).unwrap_or(0)
    }

    /// Returns the seven items of the envelope as sentences to be printed and ticked. A dash stands for a missing item.
    pub fn items(&self) -> [Phrase; 7] {
        let words =
            |text: &str| Value::Words(if text.is_empty() { "–".to_owned() } else { text.to_owned() });
        let time = |time: Option<Time>| time.map_or(words(""), Value::Reading);
        let offer = match self.draw_offer {
            Some(by) => text::ITEM_OFFER.with([Value::Side(by)]),
            None => text::ITEM_NO_OFFER.plain(),
        };
        [
            text::ITEM_PLAYERS.with([words(&self.players.white), words(&self.players.black)]),
            text::ITEM_POSITION.with([Value::Words(self.position.fen())]),
            text::ITEM_USED.with([time(self.used.white), time(self.used.black)]),
            text::ITEM_SEALER.with([words(&self.players[self.sealer]), Value::Side(self.sealer)]),
            text::ITEM_MOVE.with([Value::Number(self.move_no)]),
            offer,
            text::ITEM_RESUMPTION.with([words(&self.resumption)]),
        ]
    }
}

/// Returns the time that a side has used: the total time of the periods that the side has reached, less the time left.
/// `None` if it cannot be computed.
fn used(scene: &Scene, color: Color, left_ms: u32) -> Option<Time> {
    let left = scene.timing.of_reading(left_ms);
    let Some(control) = scene.control else {
        return scene.score.clock_at_start.map(|start| scene.timing.of_reading(start[color]).since(left));
    };
    let moves = scene.completed_by(color);
    let begun = 1 + control.required().filter(|required| moves >= *required).count();
    let mut given_s: u32 = 0;
    for period in control.periods.iter().take(begun) {
        given_s = given_s.saturating_add(period.base_s);
    }
    let added_s = match control.periods.first().map(|period| period.mode) {
        Some(crate::time_control::Mode::Cumulative) => {
            moves.saturating_mul(control.periods.first().map_or(0, |period| period.increment_s))
        }
        Some(crate::time_control::Mode::Delay | crate::time_control::Mode::Bronstein) | None => 0,
    };
    Some(Time::exact(Millis::from(given_s.saturating_add(added_s)) * 1_000).since(left))
}
