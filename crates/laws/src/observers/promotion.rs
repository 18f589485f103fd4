//! A promotion piece that is not at hand: the player may stop the clocks so that one is fetched (PL09 6.12(b); 6.11.2
//! of the later editions).

use crate::{
    Form, Kind, RuleId, Value,
    finding::Finding,
    ledger::Ledger,
    observer::Observer,
    seen::scene::{Scene, legal_moves},
};
use board::{ClockReading, Contents};
use shakmaty::{Color, Square};

/// The observer of clocks that are stopped while a pawn waits to be exchanged.
#[derive(Debug, Clone, Default)]
pub(crate) struct Promotions;

const STOPPED: Form = Form {
    en: "The clock was stopped while a pawn of {0} is to become a piece on {1}: a good reason if the piece was not at hand.",
    pl: "Zegar zatrzymano, gdy pion {0:gen} ma się przemienić na {1}: uzasadniony powód, jeśli figury nie było pod ręką.",
    ru: "Часы остановлены, когда пешка {0:gen} превращается на {1}: уважительная причина, если фигуры не было под рукой.",
};

impl Observer for Promotions {
    fn clock(&mut self, scene: &Scene, reading: &ClockReading, ledger: &mut Ledger) {
        if reading.running.is_some() || scene.score.result.is_some() {
            return;
        }
        let by = scene.score.standing().turn();
        if let Some(square) = waiting(scene, by) {
            let phrase = STOPPED.with([Value::Side(by), Value::Squares(vec![square])]);
            let rule = RuleId::PromotionPieceUnavailable;
            let finding = Finding::new(scene, rule, Kind::Info, scene.next_ply()).by(by);
            finding.says(phrase).once().raise(ledger);
        }
    }
}

/// Returns the square on which a pawn of this side is to be exchanged; `None` if there is none. The pawn stands on that
/// square, or was lifted on its way to it.
fn waiting(scene: &Scene, by: Color) -> Option<Square> {
    scene.pawn_on_last_rank(by).or_else(|| {
        let lifted = |from: Square| scene.trail.reading().at(from) == Contents::Empty;
        legal_moves(scene.score.standing())
            .into_iter()
            .find(|mv| mv.is_promotion() && mv.from().is_some_and(lifted))
            .map(|mv| mv.to())
    })
}
