//! Touched pieces (articles 4.2 to 4.5 and 4.8 of the Laws): pieces lifted and put back in a turn in which another
//! piece moved, what the touch obliged the player to do, and when the right to claim ends.
//!
//! A board sees a lift, not a finger: the arbiter judges whether it was a touch, an announced adjustment, or an
//! accident. So every finding here is a hint or a note, never a violation.

use crate::{
    Form, Kind, RuleId, Value, Window,
    finding::{
        Finding,
        touch::{audience, hands_for, hint, obligation, suspect},
    },
    ledger::Ledger,
    observer::{Claimed, Observer},
    seen::{
        differences::differences,
        hands::{BRUSH_MS, Hands, Lift, squares_of},
        scene::{Scene, captures_of, legal_moves, moves_from, sans},
        trail::Running,
    },
};
use board::{Contents, Millis, Sensing};
use game::{Claim, PlyNo};
use shakmaty::{Bitboard, Color, Square};

/// The observer of pieces that were touched and not moved.
#[derive(Debug, Clone, Default)]
pub(crate) struct Touches {
    /// The last ply, while a touch in its turn can still be claimed, and the side that may claim; `None` if nobody may.
    claimable: Option<(PlyNo, Color)>,
}

const OWN: Form = Form {
    en: "{0} lifted {1}, put it back and moved another piece. If it was touched to be moved: {2}.",
    pl: "{0} podniosły {1}, odstawiły na miejsce i zagrały inną bierką. Jeśli dotknięto jej z zamiarem ruchu: {2}.",
    ru: "{0} подняли {1}, поставили обратно и пошли другой фигурой. Если её коснулись для хода: {2}.",
};
const OPPONENT: Form = Form {
    en: "{0} lifted {1} of the opponent and put it back. If it was touched to be captured: {2}.",
    pl: "{0} podniosły {1} przeciwnika i odstawiły na miejsce. Jeśli dotknięto jej z zamiarem bicia: {2}.",
    ru: "{0} подняли {1} соперника и поставили обратно. Если её коснулись для взятия: {2}.",
};
const BOTH: Form = Form {
    en: "{0} lifted pieces of both colours: {1} first, then {2}. Due, if they were touched to be played: {3}.",
    pl: "{0} podniosły bierki obu kolorów: najpierw {1}, potem {2}. Jeśli dotknięto ich z zamiarem gry, należy zagrać: {3}.",
    ru: "{0} подняли фигуры обоих цветов: сначала {1}, затем {2}. Если их коснулись для хода, следует: {3}.",
};
const ONE_SCAN: Form = Form {
    en: "They were lifted closer together than the board can tell apart: if it cannot be established which was first, the own \
         piece counts as touched first.",
    pl: "Podniesiono je w odstępie krótszym, niż szachownica rozróżnia: gdy nie da się ustalić kolejności, za dotkniętą wcześniej \
         uważa się własną bierkę.",
    ru: "Их подняли почти одновременно, ближе погрешности доски: если очерёдность не установить, первой считается своя фигура.",
};
const ADJUST: Form = Form {
    en: "{0} lifted and put back {1} pieces ({2}): adjusting or touching, the board cannot tell.",
    pl: "{0} podniosły i odstawiły {1} bierki ({2}): poprawianie albo dotknięcie, szachownica tego nie rozróżni.",
    ru: "{0} подняли и поставили обратно {1} фигур ({2}): поправляли или тронули, доска не различает.",
};
const OFF_CLOCK: Form = Form {
    en: "{1} was lifted and put back while {0}'s time was running: only the player whose time runs may adjust pieces; who did it \
         cannot be seen.",
    pl: "{1} podniesiono i odstawiono, gdy biegł czas {0:gen}: bierki wolno poprawiać tylko graczowi, którego czas biegnie; nie \
         widać, kto to zrobił.",
    ru: "{1} подняли и поставили обратно, когда шло время {0:gen}: поправлять фигуры может только игрок, чьё время идёт; кто это \
         сделал, не видно.",
};
const CLAIM_LOST: Form = Form {
    en: "{0} touched a piece: the right to claim that the opponent broke the rule on touched pieces at this ply is lost.",
    pl: "{0} dotknęły bierki: prawo do reklamacji dotkniętej bierki w tym posunięciu wygasło.",
    ru: "{0} коснулись фигуры: право требовать применения правила о тронутой фигуре за этот ход утрачено.",
};
impl Observer for Touches {
    fn square(&mut self, scene: &Scene, square: Square, contents: Contents, ledger: &mut Ledger) {
        if contents.is_occupied() {
            put_straight(scene, square, ledger);
            return;
        }
        if let Some((ply, claimant)) = self.claimable
            && scene.score.standing().board().color_at(square) == Some(claimant)
        {
            self.claimable = None;
            close_claims(scene, ledger, ply, claimant, scene.t_ms);
        }
    }

    fn decided(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        let by = scene.score.mover(ply.index());
        judge(scene, ply, by, ledger);
        if scene.last_made() == Some(ply) {
            self.claimable = Some((ply, !by));
        }
        // The opponent may have begun the reply before the program recognised the move.
        let answered = first_lift(scene, ply, !by);
        if let Some(t_ms) = answered {
            self.claimable = None;
            close_claims(scene, ledger, ply, !by, t_ms);
        }
    }

    fn claimed(&mut self, _scene: &Scene, claim: &Claimed, ledger: &mut Ledger) {
        if claim.kind == Claim::Touch {
            let meant =
                |incident: &crate::Incident| is_touch(incident.rule) && incident.by == Some(!claim.by);
            ledger.reveal(meant);
            ledger.change(meant, |incident| incident.kind = Kind::Hint);
        }
    }
}

fn is_touch(rule: RuleId) -> bool {
    matches!(
        rule,
        RuleId::TouchedOwnPiece
            | RuleId::TouchedOpponentPiece
            | RuleId::TouchedBothColours
            | RuleId::CastlingTouchOrder
            | RuleId::CastlingTouchedNotDone
            | RuleId::CastlingKingReleased
            | RuleId::ReleasedPieceMovedAgain
            | RuleId::PromotionChoiceFinal
    )
}

/// Reports a piece that was put back on its square a moment ago, whether or not a move follows.
fn put_straight(scene: &Scene, square: Square, ledger: &mut Ledger) {
    if scene.score.result.is_some() || scene.score.proposed.is_some() || scene.is_behind() {
        return;
    }
    let standing = scene.score.standing();
    // On a board that senses only occupancy, a piece put back on its square looks like an enemy piece that captured it.
    let is_whole = || differences(scene.trail.reading(), standing).is_empty();
    if scene.sensing == Sensing::Occupancy && !is_whole() {
        return;
    }
    let ply = scene.next_ply();
    let by = standing.turn();
    let hands = Hands::now(scene);
    let is_back = |lift: &Lift| lift.square == square && lift.back_ms == Some(scene.t_ms);
    let theirs = hands.returned(!by, Bitboard::EMPTY);
    if let Some(lift) = theirs.iter().find(|lift| is_back(lift) && lift.time == Running::Of(by)) {
        off_clock(scene, ply, by, lift, ledger);
    }
    let on_his_time = |lift: &Lift| lift.time == Running::Of(by);
    let own: Vec<Lift> = hands.returned(by, Bitboard::EMPTY).into_iter().filter(on_his_time).collect();
    if own.len() > 1 && own.iter().any(is_back) {
        adjusted(scene, ply, by, &own, ledger);
    }
}

/// Reports a piece that was lifted and put back by a player whose clock was not running.
fn off_clock(scene: &Scene, ply: PlyNo, by: Color, lift: &Lift, ledger: &mut Ledger) {
    let phrase = OFF_CLOCK.with([Value::Side(by), Value::Piece(lift.piece, lift.square)]);
    Finding::new(scene, RuleId::AdjustOffClock, Kind::Info, ply).says(phrase).once().raise(ledger);
}

/// Reports the pieces that were touched, but not moved, in the turn of a ply.
fn judge(scene: &Scene, ply: PlyNo, by: Color, ledger: &mut Ledger) {
    let hands = hands_for(scene, ply, by, ledger);
    let played = &scene.score.plies[ply.index()];
    let moved = squares_of(&played.played, by);
    // Only the player whose clock is running touches pieces in order to move. Without a clock it is unknown whose turn
    // it was.
    let on_his_time = |lift: &Lift| match lift.time {
        Running::Of(running) => running == by,
        Running::Nobody => false,
        // In a game without a clock, pieces are adjusted before the first moves.
        Running::Unknown => ply.get() > 2,
    };
    // Once the move is made the opponent has the move (1.3): a piece that is touched then was not touched to be moved.
    let before_move = |lift: &Lift| lift.t_ms < played.made_ms && on_his_time(lift);
    let own: Vec<Lift> = hands.returned(by, moved).into_iter().filter(before_move).collect();
    let theirs: Vec<Lift> = hands.returned(!by, moved).into_iter().filter(before_move).collect();
    if own.len() < 2 {
        // The piece that was reported as put back was part of the move itself, since castling may use the squares of
        // king and rook.
        let meant = |incident: &crate::Incident| {
            incident.rule == RuleId::AdjustPieces && incident.ply == Some(ply) && incident.by == Some(by)
        };
        ledger.close(scene.t_ms, meant, None);
    }
    if (own.len() < 2 || !theirs.is_empty()) && is_due(scene, ply, by, &hands) {
        return;
    }
    match (&own[..], &theirs[..]) {
        ([], []) => {}
        (&[lift], []) => own_piece(scene, ply, by, lift, ledger),
        (several, []) => adjusted(scene, ply, by, several, ledger),
        ([], &[lift, ..]) => opponents_piece(scene, ply, by, lift, ledger),
        (&[own, ..], &[theirs, ..]) => both_colours(scene, ply, by, own, theirs, ledger),
    }
}

/// Returns whether the move that was played is one that the touches before it ask for (4.3), the touch of the moved piece
/// among them: the first touched piece was moved, or the first touched piece of the opponent captured.
fn is_due(scene: &Scene, ply: PlyNo, by: Color, hands: &Hands) -> bool {
    let Some(mv) = scene.score.plies[ply.index()].played.legal() else { return false };
    let legal = legal_moves(scene.before(ply));
    let moved = squares_of(&scene.score.plies[ply.index()].played, by);
    let is_brushed = |lift: &Lift| lift.back_ms.is_some_and(|back| back < lift.t_ms + BRUSH_MS);
    let touched = |color: Color| {
        let of_color = move |lift: &&Lift| lift.piece.color == color && !is_brushed(lift);
        hands.lifts.iter().filter(of_color)
    };
    // The lift of a captured piece is a touch of its own only if the piece was put back before.
    let is_again = |lift: &&Lift| {
        let again = |other: &Lift| other.square == lift.square && other.t_ms > lift.t_ms;
        !moved.contains(lift.square) || hands.lifts.iter().any(again)
    };
    let can_move = |lift: &&Lift| !moves_from(&legal, lift.square).is_empty();
    let theirs = touched(!by).filter(is_again).find(|lift| !captures_of(&legal, lift.square).is_empty());
    if let (Some(own), Some(theirs)) = (touched(by).find(can_move), theirs) {
        let theirs_first = theirs.is_before(own, scene.timing);
        return obligation(&legal, own.square, theirs.square, theirs_first).contains(&mv);
    }
    let Some(own) = touched(by).find(|lift| moved.contains(lift.square)) else { return false };
    let mut others = touched(by).filter(|lift| !moved.contains(lift.square)).filter(can_move);
    !others.any(|other| other.is_before(own, scene.timing))
}

fn own_piece(scene: &Scene, ply: PlyNo, by: Color, lift: Lift, ledger: &mut Ledger) {
    let before = scene.before(ply);
    let due = moves_from(&legal_moves(before), lift.square);
    if due.is_empty() {
        return;
    }
    let moves = Value::Moves(sans(before, &due));
    let phrase = OWN.with([Value::Side(by), Value::Piece(lift.piece, lift.square), moves]);
    suspect(ledger, hint(scene, RuleId::TouchedOwnPiece, ply, by, &due).says(phrase));
}

fn opponents_piece(scene: &Scene, ply: PlyNo, by: Color, lift: Lift, ledger: &mut Ledger) {
    let before = scene.before(ply);
    let due = captures_of(&legal_moves(before), lift.square);
    let piece = Value::Piece(lift.piece, lift.square);
    if due.is_empty() {
        // Without a clock it is unknown whose turn it was, so nothing is reported.
        if lift.time == Running::Of(by) {
            off_clock(scene, ply, by, &lift, ledger);
        }
        return;
    }
    let phrase = OPPONENT.with([Value::Side(by), piece, Value::Moves(sans(before, &due))]);
    suspect(ledger, hint(scene, RuleId::TouchedOpponentPiece, ply, by, &due).says(phrase));
}

fn both_colours(scene: &Scene, ply: PlyNo, by: Color, own: Lift, theirs: Lift, ledger: &mut Ledger) {
    let before = scene.before(ply);
    let theirs_first = theirs.is_before(&own, scene.timing);
    let due = obligation(&legal_moves(before), own.square, theirs.square, theirs_first);
    if due.is_empty() {
        return;
    }
    let (first, second) = if theirs_first { (theirs, own) } else { (own, theirs) };
    let piece = |lift: Lift| Value::Piece(lift.piece, lift.square);
    let moves = Value::Moves(sans(before, &due));
    let phrase = BOTH.with([Value::Side(by), piece(first), piece(second), moves]);
    let is_unsure = !theirs_first && !own.is_before(&theirs, scene.timing);
    let finding = hint(scene, RuleId::TouchedBothColours, ply, by, &due).says(phrase);
    suspect(ledger, finding.says_all(is_unsure.then(|| ONE_SCAN.plain())));
}

fn adjusted(scene: &Scene, ply: PlyNo, by: Color, lifts: &[Lift], ledger: &mut Ledger) {
    let squares = lifts.iter().map(|lift| lift.square).collect();
    let count = Value::Number(lifts.len() as u64);
    let finding = Finding::new(scene, RuleId::AdjustPieces, Kind::Info, ply).by(by);
    let finding = finding.says(ADJUST.with([Value::Side(by), count, Value::Squares(squares)]));
    finding.audience(audience(scene)).once().raise(ledger);
}

/// Returns the instant at which a side first lifted a piece after a ply was made; `None` if it lifted none.
fn first_lift(scene: &Scene, ply: PlyNo, by: Color) -> Option<Millis> {
    let made = scene.score.plies[ply.index()].made_ms;
    let board = scene.score.after(ply.get()).board();
    let lifted = |change: &&crate::seen::trail::Change| {
        change.now == Contents::Empty && board.color_at(change.square) == Some(by)
    };
    scene.trail.changes(made, scene.t_ms).find(lifted).map(|change| change.t_ms)
}

/// Closes the open incidents about article 4 at a ply, because the claimant has touched a piece (PL09 4.7; 4.8 of the
/// later editions).
fn close_claims(scene: &Scene, ledger: &mut Ledger, ply: PlyNo, claimant: Color, t_ms: Millis) {
    let open = |incident: &crate::Incident| {
        is_touch(incident.rule) && incident.ply == Some(ply) && incident.window == Window::Open
    };
    let told = ledger.any(|incident| open(incident) && incident.no > 0);
    ledger.change(open, |incident| {
        incident.window = Window::Closed { t_ms };
        incident.closed_ms = Some(t_ms);
    });
    // A note on the end of the right to claim must not reveal an incident that was never reported.
    if told {
        let finding = Finding::new(scene, RuleId::TouchClaimWindow, Kind::Info, ply).by(claimant);
        finding.says(CLAIM_LOST.with([Value::Side(claimant)])).closed_at(t_ms).raise(ledger);
    }
}
