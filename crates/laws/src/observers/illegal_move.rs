//! Illegal moves: `illegal-move-completed` once the clock was pressed, `illegal-move-uncompleted` before the press.
//! Also the kinds that have an article of their own (castling, promotion, the king), and how the incidents end.
//!
//! A position that no rule allows is a fact. The press decides whether it is an illegal move in the sense of the Laws
//! (RU20 and FIDE 7.5.1: completed as soon as the player has pressed; PL09 7.4(a)). The consequences differ by edition
//! and discipline, and are only ever proposed.

mod late;
mod shape;

use crate::{
    Audience, Form, Kind, Remedy, RuleId, Value, Window,
    finding::{Finding, penalty::penalty, touch::obligation},
    ledger::Ledger,
    observer::Observer,
    profile::parameters::{IllegalWindow, ImpossiblePosition},
    seen::{
        differences::{differences, is_arrival},
        scene::{Scene, legal_moves, move_no, sans, ucis},
    },
};
use board::{Contents, Sensing};
use game::{Ending, Irregular, PlyNo, Standing};
use shakmaty::{CastlingMode, Color, Move, Role, Square};
use shape::Shape;
use std::cmp::Ordering;

/// The observer of positions that no legal move explains. It reports the consequences that the Laws provide for.
#[derive(Debug, Clone, Default)]
pub(crate) struct IllegalMoves;

const COMPLETED: Form = Form {
    en: "{0} completed an illegal move at move {1}: {2}.",
    pl: "W posunięciu {1} {0} wykonały nieprawidłowe posunięcie i przełączyły zegar: {2}.",
    ru: "На {1}-м ходу {0} сделали невозможный ход и нажали на часы: {2}.",
};
const UNCOMPLETED: Form = Form {
    en: "The board shows no legal move by {0} at move {1} ({2}); the clock was not pressed, so it is no illegal move yet.",
    pl: "Na szachownicy nie ma prawidłowego posunięcia {0:gen} (posunięcie {1}: {2}); zegara nie przełączono, więc nie jest to \
         jeszcze posunięcie nieprawidłowe.",
    ru: "На доске нет возможного хода {0:gen} (ход {1}: {2}); часы не нажаты, поэтому невозможный ход ещё не завершён.",
};
const RESTORE: Form = Form {
    en: "Put the position before it back.",
    pl: "Należy przywrócić pozycję sprzed tego posunięcia.",
    ru: "Восстановите позицию перед этим ходом.",
};
const QUEEN: Form = Form {
    en: "The pawn is replaced by {0}.",
    pl: "Piona zastępuje się: {0}.",
    ru: "Пешка заменяется: {0}.",
};
const TOUCHED: Form = Form {
    en: "The touched piece must move: {0}.",
    pl: "Należy wykonać posunięcie dotkniętą bierką: {0}.",
    ru: "Ход делается тронутой фигурой: {0}.",
};
const FINISH: Form = Form {
    en: "The piece that touched the square of promotion is chosen; the promotion is to be finished: {0}.",
    pl: "Figura, która dotknęła pola promocji, jest wybrana; należy dokończyć promocję: {0}.",
    ru: "Фигура, коснувшаяся поля превращения, выбрана; превращение следует закончить: {0}.",
};
const WHOSE: Form = Form {
    en: "It stood so when the opponent pressed, or nearly: if it was displaced on the opponent's time, no move was made, and a press \
         that gives this time back is no offence.",
    pl: "Stało tak, gdy przeciwnik przełączył zegar, lub prawie wtedy: jeśli przesunięto to na jego czasie, posunięcia nie wykonano, a \
         przełączenie oddające mu ten czas nie jest przewinieniem.",
    ru: "Так стояло, когда соперник нажал на часы, или почти тогда: если это смещено на его времени, хода не было, а нажатие, \
         возвращающее ему это время, не нарушение.",
};
const ANY_MOVE: Form = Form {
    en: "What was touched has no legal move; any legal move may be made: {0}.",
    pl: "Dotkniętą bierką nie można wykonać prawidłowego posunięcia; wolno wykonać dowolne: {0}.",
    ru: "Тронутой фигурой ходить нельзя; возможен любой ход: {0}.",
};
const TIMES: Form = Form {
    en: "All other times at the arbiter's judgement; they may stay as they are.",
    pl: "Pozostałe czasy według uznania sędziego; mogą zostać bez zmian.",
    ru: "Остальное время — на усмотрение арбитра; его можно не менять.",
};
const COUNTER: Form = Form {
    en: "The clock's move counter should then show {0}.",
    pl: "Licznik posunięć zegara powinien potem wskazywać {0}.",
    ru: "Счётчик ходов на часах после этого должен показывать {0}.",
};
const PUT_BACK: Form =
    Form {
        en: "The position was put back.", pl: "Pozycję przywrócono.", ru: "Позиция восстановлена."
    };
const WENT_ON: Form = Form {
    en: "Play went on from it.",
    pl: "Gra toczyła się dalej.",
    ru: "Игра продолжилась с этой позиции.",
};

impl Observer for IllegalMoves {
    fn irregular(&mut self, scene: &Scene, irregular: &Irregular, ledger: &mut Ledger) {
        if is_legal_beside_a_pawn(scene, irregular)
            || is_lawful_reply(scene, irregular)
            || is_capture_beside_its_victim(scene, irregular)
        {
            return;
        }
        let finding = if irregular.pressed {
            completed(scene, irregular, ledger)
        } else {
            uncompleted(scene, irregular)
        };
        finding.raise(ledger);
    }

    fn irregular_closed(&mut self, scene: &Scene, ply: PlyNo, ending: Ending, ledger: &mut Ledger) {
        // While a pawn is still on its last rank, it was not exchanged, even if the event says that the irregular ply
        // is over.
        if Color::ALL.into_iter().any(|by| scene.pawn_on_last_rank(by).is_some()) {
            return;
        }
        let meant = |incident: &crate::Incident| {
            incident.ply == Some(ply) && incident.rule.is_same_act(RuleId::IllegalMoveCompleted)
        };
        match ending {
            Ending::Restored if late::is_finished(scene, ledger, ply) => {}
            Ending::Restored => ledger.close(scene.t_ms, meant, Some(PUT_BACK.plain())),
            // Where the edition sets a time window, the window closes when play goes on. Standard play has no window.
            Ending::Stands => ledger.change(meant, |incident| {
                if incident.rule == RuleId::IllegalMoveUncompleted {
                    incident.closed_ms = Some(scene.t_ms);
                }
                if !incident.phrases.contains(&WENT_ON.plain()) {
                    incident.phrases.push(WENT_ON.plain());
                }
            }),
        }
    }
}

fn completed(scene: &Scene, irregular: &Irregular, ledger: &Ledger) -> Finding {
    let before = standing_before(scene, irregular);
    let by = irregular.by;
    let shape = Shape::of(&before, irregular);
    let rule = shape.rule();
    let replacing = replacing(scene, &before, irregular, &shape);
    let penalty = penalty(scene, by, &before, ledger.counts().confirmed[by]);

    let own_time = on_his_time(scene, irregular);
    let kind = if own_time { Kind::Violation } else { Kind::Hint };
    let mut finding = Finding::new(scene, rule, kind, irregular.ply)
        .by(by)
        .counts(true)
        .cites(penalty.articles)
        .cites(scene.parameters.illegal_window.articles)
        .says(COMPLETED.with([Value::Side(by), Value::Number(move_no(&before)), shape.value()]));
    if replacing.both_colours {
        finding = finding.cites(scene.profile.articles(RuleId::TouchedBothColours));
    }
    if !own_time {
        finding = finding.cites(scene.profile.articles(RuleId::DisplacedPiece)).says(WHOSE.plain());
    }
    match shape.place(scene) {
        Some((square, queen)) => finding.phrases.push(QUEEN.with([Value::Piece(queen, square)])),
        None => finding.phrases.extend([RESTORE.plain(), replacing.phrase]),
    }
    let counter = scene.completed_by(by).saturating_sub(1);
    finding.phrases.extend(penalty.phrases);
    finding.phrases.extend([TIMES.plain(), COUNTER.with([Value::Number(u64::from(counter))])]);
    finding.remedy = Some(Remedy {
        opponent_ms: penalty.opponent_ms,
        restore_fen: Some(irregular.before_fen.clone()),
        legal: ucis(&before, &replacing.moves),
        place: shape.place(scene),
        outcome: penalty.outcome,
        move_counter: Some(counter),
    });
    (finding.window, finding.audience) = match scene.parameters.illegal_window.value {
        IllegalWindow::DuringGame => (Window::Always, Audience::Arbiter),
        IllegalWindow::UntilReplyMade => (Window::Open, Audience::Arbiter),
        IllegalWindow::ClaimUntilReplyCompleted | IllegalWindow::ClaimUntilReplyMade => {
            (Window::Open, Audience::OnClaim)
        }
    };
    let duty = scene.parameters.impossible_position;
    if matches!(shape, Shape::PawnLeft { .. }) && duty.value == ImpossiblePosition::Intervene {
        let finding = finding.audience(Audience::Arbiter).cites(duty.articles);
        return finding.says(ImpossiblePosition::INTERVENE.plain());
    }
    finding
}

/// Returns whether the irregular move was certainly made after the opponent's press. If it was not, a piece may have
/// been displaced on the opponent's time, and the press may give that time back.
fn on_his_time(scene: &Scene, irregular: &Irregular) -> bool {
    let (from, to) = irregular.played.squares();
    let changes = scene.trail.changes(scene.turn_began_ms(irregular.ply), scene.t_ms);
    let changed = changes.filter(|change| [from, to].contains(&Some(change.square))).last();
    // The search goes backwards: first to the press that completed the move, then to the opponent's press that preceded
    // it.
    let mut presses = scene.trail.presses().rev().skip_while(|press| press.by != irregular.by);
    let given = presses.find(|press| press.by != irregular.by);
    let (Some(changed), Some(given)) = (changed, given) else { return true };
    let (moved, pressed) = (scene.timing.of_square(changed.t_ms), scene.timing.of_press(given.t_ms));
    changed.t_ms > given.t_ms || moved.order(pressed) == Some(Ordering::Greater)
}

fn uncompleted(scene: &Scene, irregular: &Irregular) -> Finding {
    let before = standing_before(scene, irregular);
    let shape = Shape::of(&before, irregular);
    let replacing = replacing(scene, &before, irregular, &shape);
    let remedy = Remedy {
        restore_fen: Some(irregular.before_fen.clone()),
        legal: ucis(&before, &replacing.moves),
        ..Remedy::default()
    };
    let values = [Value::Side(irregular.by), Value::Number(move_no(&before)), shape.value()];
    Finding::new(scene, RuleId::IllegalMoveUncompleted, Kind::Info, irregular.ply)
        .by(irregular.by)
        .remedy(remedy)
        .says_all([UNCOMPLETED.with(values), replacing.phrase])
}

/// The moves that may be played instead of an illegal move, and the sentence that lists them.
struct Replacing {
    moves: Vec<Move>,
    phrase: crate::Phrase,
    /// Set if a piece of the opponent was touched too.
    both_colours: bool,
}

/// Returns the moves that may replace an illegal move. The touched piece must move if it can (4.3, 7.5.1); if an
/// opponent's piece was touched too, the touched piece must capture it (4.3.3). Castling has rules of its own (4.4.3).
/// Otherwise any legal move is allowed (4.5).
fn replacing(scene: &Scene, before: &Standing, irregular: &Irregular, shape: &Shape) -> Replacing {
    let all = legal_moves(before);
    let hands = scene.hands(irregular.ply);
    let own = irregular.played.squares().0;
    let own_lift = own.and_then(|square| hands.lift_of(square));
    let theirs = hands.lifts.iter().find(|lift| lift.piece.color != irregular.by);
    let mut both_colours = false;
    if let Shape::PawnLeft { from, to } = *shape {
        // The choice of a promotion piece is final once the new piece has touched the square (4.4.4; PL09 4.4(d)).
        let chosen = irregular.seen.at(to);
        let is_it = |mv: &Move| {
            let role = mv.promotion().map(|role| Contents::Piece(role.of(irregular.by)));
            mv.from() == Some(from) && mv.to() == to && (chosen == Contents::Occupied || role == Some(chosen))
        };
        let moves: Vec<Move> = all.iter().copied().filter(is_it).collect();
        let phrase = FINISH.with([Value::Moves(sans(before, &moves))]);
        return Replacing { moves, phrase, both_colours };
    }
    let due: Vec<Move> = match (shape.castling_side(), own_lift, theirs) {
        (Some(side), ..) => {
            let castling: Vec<Move> =
                all.iter().copied().filter(|mv| mv.castling_side() == Some(side)).collect();
            let by_king = || all.iter().copied().filter(|mv| mv.role() == Role::King).collect();
            if castling.is_empty() { by_king() } else { castling }
        }
        (None, Some(own), Some(theirs)) => {
            both_colours = true;
            let first = theirs.is_before(own, scene.timing);
            obligation(&all, own.square, theirs.square, first)
        }
        (None, _, _) => irregular.legal.clone(),
    };
    if due.is_empty() {
        let phrase = ANY_MOVE.with([Value::Moves(sans(before, &all))]);
        return Replacing { moves: all, phrase, both_colours };
    }
    let phrase = TOUCHED.with([Value::Moves(sans(before, &due))]);
    Replacing { moves: due, phrase, both_colours }
}

/// Returns whether the move is legal if a pawn that was never exchanged counts as a pawn. The game treats such a pawn
/// as a queen, but a move that only this queen forbids is no illegal move of the opponent.
fn is_legal_beside_a_pawn(scene: &Scene, irregular: &Irregular) -> bool {
    let before = standing_before(scene, irregular);
    let waiting = scene.pawn_on_last_rank(!irregular.by);
    let (Some(waiting), (Some(from), Some(to))) = (waiting, irregular.played.squares()) else { return false };
    let mut setup = before.setup().clone();
    setup.board.discard_piece_at(waiting);
    let without = Standing::from_setup(setup, before.mode());
    legal_moves(&without).iter().any(|mv| mv.from() == Some(from) && mv.to() == to)
}

/// Returns whether the move is one of its piece, leaves no king of its own side in check, and answers an illegal move that had
/// left the opponent's king in check. No rules allow play from such a position, so that it is no legal move either, but whoever
/// plays on has broken none.
fn is_lawful_reply(scene: &Scene, irregular: &Irregular) -> bool {
    let before = standing_before(scene, irregular);
    let (Some(from), Some(to)) = irregular.played.squares() else { return false };
    let moves = matches!(Shape::of(&before, irregular), Shape::KingInCheck { .. });
    let mut board = before.board().clone();
    let Some(piece) = board.remove_piece_at(from).filter(|_| moves && before.position().is_none()) else {
        return false;
    };
    board.set_piece_at(to, piece);
    board
        .king_of(irregular.by)
        .is_some_and(|king| board.attacks_to(king, !irregular.by, board.occupied()).is_empty())
}

/// Returns whether a board that senses only occupancy shows a legal capture and, on one more square, perhaps the captured piece
/// that was laid aside. The square of the capture must have changed in this turn.
fn is_capture_beside_its_victim(scene: &Scene, irregular: &Irregular) -> bool {
    if scene.sensing != Sensing::Occupancy {
        return false;
    }
    let before = standing_before(scene, irregular);
    let since_ms = scene.turn_began_ms(irregular.ply);
    let is_touched =
        |square: Square| scene.trail.changes(since_ms, scene.t_ms).any(|change| change.square == square);
    // The pawn that is taken en passant stands elsewhere, and is to be removed.
    let captures = |mv: &Move| mv.is_capture() && !mv.is_en_passant() && is_touched(mv.to());
    legal_moves(&before).into_iter().filter(captures).any(|mv| {
        let after = before.play(mv);
        let found = differences(&irregular.seen, &after);
        matches!(found[..], [(aside, ..)] if is_arrival(&irregular.seen, &after, aside))
    })
}

fn standing_before(scene: &Scene, irregular: &Irregular) -> Standing {
    let mode: CastlingMode = scene.score.start.mode();
    // The score may already contain later plies. The event holds the position before the irregular ply as a FEN.
    let before = scene.before(irregular.ply);
    if before.fen() == irregular.before_fen {
        return before.clone();
    }
    Standing::from_fen(&irregular.before_fen, mode).unwrap_or_else(|_| before.clone())
}
