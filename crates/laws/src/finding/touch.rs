//! Findings about touched pieces (article 4), as several observers make them: who may see the findings, which moves a
//! touch obliges a player to make, and when a hint is only a note.

use crate::{
    Audience, Kind, Remedy, RuleId, Window,
    finding::Finding,
    ledger::Ledger,
    profile::parameters::TouchRuling,
    seen::{
        hands::Hands,
        scene::{Scene, captures_of, moves_from, ucis},
    },
};
use game::PlyNo;
use shakmaty::{Color, Move, Square};

/// Returns who may see a breach of article 4 under the rules of the event.
pub(crate) fn audience(scene: &Scene) -> Audience {
    match scene.parameters.touch.value {
        TouchRuling::Arbiter => Audience::Arbiter,
        TouchRuling::ClaimOnly => Audience::OnClaim,
    }
}

/// Creates a hint about article 4 at a ply. `due` are the moves from which the touch obliges the player to choose.
pub(crate) fn hint(scene: &Scene, rule: RuleId, ply: PlyNo, by: Color, due: &[Move]) -> Finding {
    let audience = audience(scene);
    let given: &[&str] = if audience == Audience::OnClaim { scene.parameters.touch.articles } else { &[] };
    let before = scene.before(ply);
    let remedy = Remedy { restore_fen: Some(before.fen()), legal: ucis(before, due), ..Remedy::default() };
    let finding = Finding::new(scene, rule, Kind::Hint, ply).by(by).cites(given).remedy(remedy);
    finding.window(Window::Open).audience(audience).once()
}

/// Returns what hands did in the turn of a ply, apart from the pieces of an illegal move that was put back: the incident of the
/// illegal move says what is due for them.
pub(crate) fn hands_for(scene: &Scene, ply: PlyNo, by: Color, ledger: &Ledger) -> Hands {
    let illegal = ledger.all().filter(|incident| {
        let is_pressed = incident.rule != RuleId::IllegalMoveUncompleted;
        let is_illegal = is_pressed && incident.rule.is_same_act(RuleId::IllegalMoveCompleted);
        is_illegal && incident.ply == Some(ply) && incident.by == Some(by)
    });
    let hands = scene.hands(ply).into_owned();
    illegal.fold(hands, |hands, incident| hands.apart_from(incident.t_ms))
}

/// Returns whether the rule is about an act that hands do all the time, such as adjusting a piece or putting a piece
/// down on the way.
fn is_common(rule: RuleId) -> bool {
    matches!(
        rule,
        RuleId::TouchedOwnPiece
            | RuleId::TouchedOpponentPiece
            | RuleId::TouchedBothColours
            | RuleId::ReleasedPieceMovedAgain
    )
}

/// Hands a hint to the ledger. The first hint of a common kind tells the arbiter how these players handle their pieces,
/// so further hints of that kind in the game become notes. A claim turns the notes into hints again.
pub(crate) fn suspect(ledger: &mut Ledger, mut finding: Finding) {
    let known = ledger.all().any(|incident| {
        is_common(incident.rule) && incident.kind == Kind::Hint && incident.ply != finding.ply
    });
    if known && is_common(finding.rule) {
        finding.kind = Kind::Info;
    }
    finding.raise(ledger);
}

/// Returns the moves that a player must choose from after touching an own and an opponent's piece (PL09 4.3(c); 4.3.3
/// of the later editions): the own piece captures the opponent's. If it cannot, the player must use the first touched
/// piece that can be moved or captured.
pub(crate) fn obligation(legal: &[Move], own: Square, theirs: Square, theirs_first: bool) -> Vec<Move> {
    let takes = captures_of(legal, theirs);
    let by_touched: Vec<Move> = takes.iter().copied().filter(|mv| mv.from() == Some(own)).collect();
    let moves = moves_from(legal, own);
    let (first, second) = if theirs_first { (takes, moves) } else { (moves, takes) };
    [by_touched, first, second].into_iter().find(|due| !due.is_empty()).unwrap_or_default()
}
