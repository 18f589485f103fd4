//! A promotion piece that is not at hand: the player may stop the clocks to fetch one (PL09 6.12(b); 6.11.2 of the
//! later editions).

use crate::{
    Form, Kind, RuleId, Value,
    ledger::{Finding, Ledger},
    observer::Observer,
    seen::scene::{Scene, legal_moves},
};
use board::{BoardEvent, Contents};
use shakmaty::{Color, Rank, Square};

/// The observer of clocks stopped while a pawn waits to be exchanged.
#[derive(Debug, Default)]
pub(crate) struct Promotions;

const STOPPED: Form = Form {
    en: "The clock was stopped while a pawn of {0} is to become a piece on {1}: a good reason if the piece was not at hand.",
    pl: "Zegar zatrzymano, gdy pion {0:gen} ma się przemienić na {1}: uzasadniony powód, jeśli figury nie było pod ręką.",
    ru: "Часы остановлены, когда пешка {0:gen} превращается на {1}: уважительная причина, если фигуры не было под рукой.",
};

impl Observer for Promotions {
    fn handle_board(&mut self, scene: &Scene, event: &BoardEvent, ledger: &mut Ledger) {
        let BoardEvent::Clock(reading) = event else { return };
        if reading.running.is_some() || scene.score.result.is_some() {
            return;
        }
        let by = scene.score.standing().turn();
        if let Some(square) = waiting(scene, by) {
            let rule = RuleId::PromotionPieceUnavailable;
            let mut finding = Finding::new(rule, Kind::Info, scene.score.plies.len() + 1, Some(by));
            finding.articles = scene.cite(rule.page().articles(scene.profile.edition));
            finding.phrases = vec![STOPPED.with([Value::Side(by), Value::Squares(vec![square])])];
            finding.once = true;
            ledger.raise(scene.t_ms, finding);
        }
    }
}

/// Returns the square on which a pawn of this side is to be exchanged. The pawn still stands there, or was lifted on
/// its way there.
fn waiting(scene: &Scene, by: Color) -> Option<Square> {
    let standing = scene.score.standing();
    let reading = scene.trail.reading();
    let last = by.fold_wb(Rank::Eighth, Rank::First);
    let stands = Square::ALL
        .into_iter()
        .find(|square| square.rank() == last && reading.at(*square) == Contents::Piece(by.pawn()));
    stands.or_else(|| {
        let lifted = |from: Square| reading.at(from) == Contents::Empty;
        legal_moves(standing)
            .into_iter()
            .find(|mv| mv.is_promotion() && mv.from().is_some_and(lifted))
            .map(|mv| mv.to())
    })
}
