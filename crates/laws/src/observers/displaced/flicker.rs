//! Squares that change again and again. The fault lies with the sensor or the piece, not with a player.

use crate::{
    Form, Kind, RuleId, Value,
    finding::{Finding, cause::Cause},
    ledger::Ledger,
    seen::scene::Scene,
};
use board::Millis;
use shakmaty::Square;

/// The squares that changed lately, each with the instant at which the count of its changes began, and the count.
#[derive(Debug, Clone, Default)]
pub(super) struct Flicker {
    squares: Vec<(Square, Millis, u32)>,
}

/// The number of changes within `FLICKER_MS` from which on a square counts as faulty.
const FLICKER_MAX: u32 = 8;
const FLICKER_MS: Millis = 10_000;
const FLICKERING_SQUARES_MAX: usize = 8;

const FLICKERS: Form = Form {
    en: "The square {0} changes all the time: the sensor or the piece on it is at fault, not the players.",
    pl: "Pole {0} ciągle się zmienia: to wada czujnika albo bierki, nie graczy.",
    ru: "Поле {0} постоянно меняется: виноват датчик или фигура, а не игроки.",
};

impl Flicker {
    /// Counts a change of a square, and reports the square if it changes too often.
    pub(super) fn note(&mut self, scene: &Scene, square: Square, ledger: &mut Ledger) {
        self.squares.retain(|(_, since, _)| scene.t_ms <= since + FLICKER_MS);
        let entry = match self.squares.iter_mut().find(|(known, ..)| *known == square) {
            Some(entry) => entry,
            None => {
                if self.squares.len() == FLICKERING_SQUARES_MAX {
                    self.squares.remove(0);
                }
                self.squares.push((square, scene.t_ms, 0));
                self.squares.last_mut().expect("it was pushed")
            }
        };
        entry.2 += 1;
        if entry.2 == FLICKER_MAX {
            Finding::new(scene, RuleId::SensorUnreliable, Kind::Info, scene.last_made())
                .cause(Cause::Flicker(square))
                .says(FLICKERS.with([Value::Squares(vec![square])]))
                .raise(ledger);
        }
    }
}
