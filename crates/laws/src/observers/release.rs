//! Released pieces (articles 4.6, 4.7): a piece rested on a square where it could legally stay and was then moved on,
//! or the new piece of a promotion was exchanged for another (4.4.4).
//!
//! No sensor sees a hand let go of a piece. A piece that rested longer than the dwell limit may have been released.

use crate::{
    Form, Kind, RuleId, Value,
    finding::{
        Finding,
        touch::{audience, hands_for, hint, suspect},
    },
    ledger::Ledger,
    observer::Observer,
    seen::{
        hands::{Hands, Rest},
        scene::{Scene, legal_moves, moves_from, sans},
        trail::Running,
    },
};
use board::{Millis, Sensing};
use game::{Played, PlyNo};
use shakmaty::{Color, Move, Rank, Role, Square};

/// The observer of pieces that moved on from a square where they may have been released.
#[derive(Debug, Clone, Default)]
pub(crate) struct Releases;

const MOVED_AGAIN: Form = Form {
    en: "{0} left the piece on {1} for {2} and then moved it on. If it was released there, it had to stay: {3}.",
    pl: "{0} pozostawiły bierkę na {1} przez {2}, a potem przestawiły ją dalej. Jeśli ją tam puszczono, musiała pozostać: {3}.",
    ru: "{0} оставили фигуру на {1} на {2} и затем пошли ею дальше. Если её там отпустили, она должна остаться: {3}.",
};
const UNCOMPLETED: Form = Form {
    en: "{0} left a piece on {1} for {2}, where it cannot go, and put it right before the press: no illegal move. If it was \
         touched to be moved: {3}.",
    pl: "{0} pozostawiły bierkę na {1} przez {2}, choć nie może tam stanąć, i poprawiły to przed przełączeniem zegara: nie jest to \
         posunięcie nieprawidłowe. Jeśli dotknięto jej z zamiarem ruchu: {3}.",
    ru: "{0} оставили фигуру на {1} на {2}, куда она пойти не может, и исправили до нажатия на часы: это не невозможный ход. \
         Если её коснулись для хода: {3}.",
};
const CHOICE: Form = Form {
    en: "{0} put {1} on the square of promotion and then another piece: the choice is final with the first that touched the square.",
    pl: "{0} postawiły na polu przemiany {1}, a potem inną figurę: wybór jest ostateczny z chwilą dotknięcia pola pierwszą.",
    ru: "{0} поставили на поле превращения {1}, а затем другую фигуру: выбор окончателен, когда первая коснулась поля.",
};

/// The longest rest, in milliseconds, that is ignored on a square to which the piece cannot go, because hands fumble.
const UNCOMPLETED_MS: Millis = 1_500;

impl Observer for Releases {
    fn decided(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        let by = scene.score.mover(ply.index());
        let hands = hands_for(scene, ply, by, ledger);
        let played = scene.score.plies[ply.index()].played;
        let last = by.fold_wb(Rank::Eighth, Rank::First);
        for rest in &hands.rests {
            let new_piece = rest.square.rank() == last
                && rest.piece.is_some_and(|piece| piece.color == by && is_officer(piece.role))
                && played.legal().is_some_and(|mv| mv.is_promotion() && mv.to() == rest.square);
            if new_piece {
                choice(scene, ply, by, rest, &played, ledger);
            } else {
                moved_on(scene, ply, by, &hands, rest, ledger);
            }
        }
    }
}

fn is_officer(role: Role) -> bool {
    match role {
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen => true,
        Role::Pawn | Role::King => false,
    }
}

/// Returns the square from which the player took a piece that rested; `None` if it is unknown.
fn origin(scene: &Scene, ply: PlyNo, hands: &Hands, rest: &Rest) -> Option<Square> {
    let lifted = hands
        .lifts
        .iter()
        .rev()
        .find(|lift| lift.t_ms <= rest.from_ms && rest.piece.is_none_or(|piece| piece == lift.piece));
    lifted.map(|lift| lift.square).or(scene.score.plies[ply.index()].played.squares().0)
}

/// Reports a piece of the player that rested on a square and then moved on, whether or not it could legally stay there.
fn moved_on(scene: &Scene, ply: PlyNo, by: Color, hands: &Hands, rest: &Rest, ledger: &mut Ledger) {
    let Some((lasted, span)) = rest.lasted_ms().zip(rest.lasted(scene.timing)) else { return };
    let stayed = scene.score.plies[ply.index()].played.squares().1 == Some(rest.square);
    let theirs = rest.piece.is_some_and(|piece| piece.color != by);
    // What the opponent put down on their own time, such as a captured piece laid aside, the player has only removed.
    let is_given = scene.time_at(rest.from_ms) == Running::Of(!by);
    if lasted < scene.profile.dwell_ms() || stayed || theirs || is_given {
        return;
    }
    let Some(from) = origin(scene, ply, hands, rest) else { return };
    let before = scene.before(ply);
    if before.board().color_at(from) != Some(by) {
        return;
    }
    let own = moves_from(&legal_moves(before), from);
    let there: Vec<Move> =
        own.iter().copied().filter(|mv| mv.to() == rest.square && mv.castling_side().is_none()).collect();
    let span = Value::Span(span);
    let square = Value::Squares(vec![rest.square]);
    if !there.is_empty() {
        let phrase = MOVED_AGAIN.with([Value::Side(by), square, span, Value::Moves(sans(before, &there))]);
        let finding = hint(scene, RuleId::ReleasedPieceMovedAgain, ply, by, &there);
        return suspect(ledger, finding.says(phrase));
    }
    let castling = before.board().role_at(from) == Some(Role::King) && from.distance(rest.square) > 1;
    // If the clock was pressed during the rest, the press completed a move with the piece, which other incidents cover.
    let rested = rest.from_ms..=rest.until_ms.unwrap_or(scene.t_ms);
    let was_pressed = scene.trail.presses().any(|press| press.by == by && rested.contains(&press.t_ms));
    if lasted < UNCOMPLETED_MS || castling || was_pressed {
        return;
    }
    let phrase = UNCOMPLETED.with([Value::Side(by), square, span, Value::Moves(sans(before, &own))]);
    let finding = Finding::new(scene, RuleId::IllegalMoveUncompleted, Kind::Info, ply).by(by);
    finding.says(phrase).once().audience(audience(scene)).raise(ledger);
}

fn choice(scene: &Scene, ply: PlyNo, by: Color, rest: &Rest, played: &Played, ledger: &mut Ledger) {
    let Some(first) = rest.piece.filter(|_| scene.sensing == Sensing::Piece) else { return };
    if played.legal().and_then(|mv| mv.promotion()) == Some(first.role) || rest.until_ms.is_none() {
        return;
    }
    let due: Vec<Move> = legal_moves(scene.before(ply))
        .into_iter()
        .filter(|mv| mv.to() == rest.square && mv.promotion() == Some(first.role))
        .collect();
    let phrase = CHOICE.with([Value::Side(by), Value::Piece(first, rest.square)]);
    hint(scene, RuleId::PromotionChoiceFinal, ply, by, &due).says(phrase).raise(ledger);
}
