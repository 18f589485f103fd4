//! Pieces that no square shows through several presses. A piece that is off the middle of its square, a dead square and a piece
//! that was knocked over look the same, so the arbiter is told to look.

use crate::{
    Form, Kind, RuleId, Value,
    finding::{Finding, cause::Cause},
    ledger::Ledger,
    seen::{
        differences::{differences, differs},
        scene::Scene,
    },
};
use board::Contents;
use shakmaty::Square;

/// The squares of which the arbiter was told that they do not show their piece.
#[derive(Debug, Clone, Default)]
pub(super) struct Unread {
    told: Vec<Square>,
}

/// The number of presses since a square was left through which no hand holds its piece.
const PRESSES: usize = 3;
/// The greatest number of pieces that are missing together. If there are more, the record is wrong, or the board is being cleared.
const MISSING_MAX: usize = 2;

const UNREAD: Form = Form {
    en: "Through three presses the board has not shown a piece: {0}. It stands off the middle of its square, the square is dead, or it \
         was knocked over.",
    pl: "Przez trzy przełączenia zegara szachownica nie wskazuje bierki: {0}. Stoi poza środkiem pola, pole jest martwe albo \
         bierkę przewrócono.",
    ru: "Три нажатия на часы подряд доска не показывает фигуру: {0}. Она стоит не в середине поля, поле не работает, или её опрокинули.",
};
const AGREES_AGAIN: Form = Form {
    en: "The square agrees with the game again.",
    pl: "Pole znów zgadza się z partią.",
    ru: "Поле снова соответствует партии.",
};

impl Unread {
    /// Looks for pieces that have not been shown since before the last presses, and tells of each once.
    pub(super) fn look(&mut self, scene: &Scene, ledger: &mut Ledger) {
        let missing = differences(scene.trail.reading(), scene.score.standing());
        let is_usual = missing.len() <= MISSING_MAX && !scene.trail.is_unproved();
        for difference in missing.into_iter().filter(|_| is_usual) {
            let (square, expected, stands) = difference;
            if expected.is_none() || stands != Contents::Empty || self.told.contains(&square) {
                continue;
            }
            let changes = scene.trail.changes(scene.score.began_ms, scene.t_ms);
            let Some(left) = changes.filter(|change| change.square == square).last() else { continue };
            if scene.trail.presses().filter(|press| press.t_ms > left.t_ms).count() >= PRESSES {
                self.told.push(square);
                let displaced = RuleId::DisplacedPiece.page().articles(scene.profile.edition);
                Finding::new(scene, RuleId::SensorUnreliable, Kind::Info, scene.last_made())
                    .cause(Cause::Unread(square))
                    .cites(&displaced[..1])
                    .says(UNREAD.with([Value::Differences(vec![difference])]))
                    .raise(ledger);
            }
        }
    }

    /// Closes what was told of squares that agree with the game again.
    pub(super) fn heal(&mut self, scene: &Scene, ledger: &mut Ledger) {
        let (reading, standing) = (scene.trail.reading(), scene.score.standing());
        for square in self.told.extract_if(.., |square| differs(reading, standing, *square).is_none()) {
            ledger.close_cause(scene.t_ms, Cause::Unread(square), AGREES_AGAIN.plain());
        }
    }
}
