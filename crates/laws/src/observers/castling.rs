//! Castling and touched pieces (articles 4.4 and 4.7.2 of the Laws): the rook touched first, king and rook touched but
//! not castled, or the king released and castling not finished. Illegal castling is an illegal move and is handled in
//! `illegal_move`.

use crate::{
    Form, RuleId, Value,
    finding::touch::{hands_for, hint},
    ledger::Ledger,
    observer::Observer,
    seen::{
        hands::{Hands, Lift},
        scene::{Scene, legal_moves, moves_from, sans},
    },
};
use game::PlyNo;
use shakmaty::{CastlingMode, CastlingSide, Color, Move, Role, Square};

/// The observer of castling that was begun in one way and finished in another.
#[derive(Debug, Clone, Default)]
pub(crate) struct Castling;

const ROOK_FIRST: Form = Form {
    en: "{0} lifted the rook {1} before the king and castled. If it was deliberate, castling on that side is not allowed and the \
         rook must move: {2}. No illegal move by itself.",
    pl: "{0} podniosły wieżę {1} przed królem i wykonały roszadę. Jeśli celowo, roszada na tę stronę jest niedozwolona i należy \
         zagrać wieżą: {2}. Samo w sobie nie jest to posunięcie nieprawidłowe.",
    ru: "{0} подняли ладью {1} раньше короля и рокировали. Если намеренно, рокировка в эту сторону недопустима и следует ход \
         ладьёй: {2}. Само по себе это не невозможный ход.",
};
const NOT_DONE: Form = Form {
    en: "{0} lifted king and rook and did not castle on that side: {1} was legal and due.",
    pl: "{0} podniosły króla i wieżę, a nie wykonały roszady na tę stronę: {1} była możliwa i obowiązkowa.",
    ru: "{0} подняли короля и ладью и не рокировали в эту сторону: {1} была возможна и обязательна.",
};
const RELEASED: Form = Form {
    en: "{0} left the king on {1}, where castling brings it, and then played otherwise. If it was released there, due is: {2}.",
    pl: "{0} pozostawiły króla na {1}, dokąd prowadzi roszada, a potem zagrały inaczej. Jeśli go tam puszczono, należy zagrać: {2}.",
    ru: "{0} оставили короля на {1}, куда ведёт рокировка, а затем пошли иначе. Если его там отпустили, следует: {2}.",
};

impl Observer for Castling {
    fn decided(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        if scene.asked == Some(ply) {
            return;
        }
        let by = scene.score.mover(ply.index());
        let before = scene.before(ply);
        let hands = hands_for(scene, ply, by, ledger);
        let Some(king) = before.board().king_of(by) else { return };
        let played = scene.score.plies[ply.index()].played.legal();
        let castled = played.and_then(|mv| mv.castling_side());
        match castled {
            Some(side) => {
                let rook = played.map(|mv| mv.to()).and_then(|rook| hands.lift_of(rook));
                if let (Some(rook), Some(king)) = (rook, hands.lift_of(king))
                    && rook.is_before(king, scene.timing)
                {
                    rook_first(scene, ply, by, side, rook, ledger);
                }
            }
            None => {
                touched_not_done(scene, ply, by, &hands, king, ledger);
                king_released(scene, ply, by, &hands, king, ledger);
            }
        }
    }
}

fn rook_first(scene: &Scene, ply: PlyNo, by: Color, side: CastlingSide, rook: &Lift, ledger: &mut Ledger) {
    let before = scene.before(ply);
    let mut due = moves_from(&legal_moves(before), rook.square);
    // A rook that the player released on its castling square has to stay there.
    let landing = side.rook_to(by);
    if due.iter().any(|mv| mv.to() == landing) {
        due.retain(|mv| mv.to() == landing);
    }
    let moves = Value::Moves(sans(before, &due));
    let phrase = ROOK_FIRST.with([Value::Side(by), Value::Squares(vec![rook.square]), moves]);
    hint(scene, RuleId::CastlingTouchOrder, ply, by, &due).says(phrase).raise(ledger);
}

fn touched_not_done(scene: &Scene, ply: PlyNo, by: Color, hands: &Hands, king: Square, ledger: &mut Ledger) {
    let Some(king_lift) = hands.lift_of(king) else { return };
    let before = scene.before(ply);
    // If both rooks were touched, the rook that was touched first after the king counts.
    let touched = legal_moves(before)
        .into_iter()
        .filter(|mv| mv.castling_side().is_some())
        .filter_map(|mv| Some((mv, hands.lift_of(mv.to())?)))
        .filter(|(_, rook)| rook.piece.role == Role::Rook && !rook.is_before(king_lift, scene.timing))
        .min_by_key(|(_, rook)| rook.t_ms);
    let Some((castling, _)) = touched else { return };
    let phrase = NOT_DONE.with([Value::Side(by), Value::Moves(sans(before, &[castling]))]);
    hint(scene, RuleId::CastlingTouchedNotDone, ply, by, &[castling]).says(phrase).raise(ledger);
}

fn king_released(scene: &Scene, ply: PlyNo, by: Color, hands: &Hands, king: Square, ledger: &mut Ledger) {
    // In Chess960 an ordinary move of the king may reach the square on which castling puts the king.
    if scene.score.start.mode() == CastlingMode::Chess960 {
        return;
    }
    let home = by.fold_wb(Square::E1, Square::E8);
    let rested = |side: CastlingSide| {
        hands.rests.iter().find(|rest| {
            let is_king = rest.piece.is_some_and(|piece| piece == by.king());
            is_king
                && rest.square == side.king_to(by)
                && rest.lasted_ms().is_some_and(|ms| ms >= scene.profile.dwell_ms())
        })
    };
    let found = CastlingSide::ALL.into_iter().find_map(|side| rested(side).map(|rest| (side, rest)));
    let Some((side, rest)) = found.filter(|_| king == home) else { return };
    let legal = legal_moves(scene.before(ply));
    let castling: Vec<Move> = legal.iter().copied().filter(|mv| mv.castling_side() == Some(side)).collect();
    let by_king: Vec<Move> = legal.iter().copied().filter(|mv| mv.role() == Role::King).collect();
    let due = if castling.is_empty() { by_king } else { castling };
    if due.is_empty() || scene.score.plies[ply.index()].played.legal().is_some_and(|mv| due.contains(&mv)) {
        return;
    }
    let moves = Value::Moves(sans(scene.before(ply), &due));
    let phrase = RELEASED.with([Value::Side(by), Value::Squares(vec![rest.square]), moves]);
    hint(scene, RuleId::CastlingKingReleased, ply, by, &due).says(phrase).raise(ledger);
}
