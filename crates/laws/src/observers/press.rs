//! Presses of the clock (articles 6.2 and 7.5.3 of the Laws): presses without a move, before the move, or many in a
//! row. A missing press concerns only the players (12.6), so no finding is made about it.

use crate::{
    Form, Kind, Remedy, RuleId, Value, Window,
    finding::{Finding, penalty::penalty},
    ledger::Ledger,
    observer::Observer,
    profile::parameters::IllegalWindow,
    seen::{
        differences::differences,
        hands::Hands,
        presser,
        scene::{Scene, move_no},
        trail::{Press, Running},
    },
};
use board::{ClockReading, Contents, Millis, Sensing};
use game::{Ply, PlyNo};
use shakmaty::{Color, Square};
use std::cmp::Ordering;

/// The observer of presses that do not end a move.
#[derive(Debug, Clone, Default)]
pub(crate) struct Presses {
    /// A press made while a piece was in the air, and the number of plies at that instant. The piece may still be put
    /// down; then the press came before the move.
    before_move: Option<(Press, usize)>,
    /// The presses that have completed nothing so far, each with its ply and the instant at which it is judged, since
    /// hands may not have finished yet.
    doubted: Vec<(Press, PlyNo, Millis)>,
    /// The last press that this observer examined.
    seen: Option<Press>,
    /// The instants of the latest presses after which no square has changed.
    idle: Vec<Millis>,
    /// Set while the clocks are stopped, because the press that starts a clock again is the arbiter's.
    stood: bool,
}

/// The longest time from a press to the move for which it was made, in milliseconds. A move that comes later has
/// nothing to do with the press.
const LANDS_MS: Millis = 10_000;
/// The time after which a press that completed nothing is judged, in milliseconds. Players press before their hands
/// have finished, and the opponent's hands may already be on the squares of the move. A move that is on the board 1.5 s
/// after its press still counts for that press, and the board reports the move a moment later.
const DOUBTED_MS: Millis = 1_750;
/// The time until a board that differs from the score is examined again, in milliseconds.
const AGAIN_MS: Millis = 500;
/// The greatest number of presses that are in doubt together. If there are more, somebody is playing with the clock.
const DOUBTED_MAX: usize = 4;
/// The tolerance between times of the board and of the clock, in milliseconds, because they come by different routes.
const SLACK_MS: Millis = 150;
/// The number of presses within `IDLE_MS`, without any change on the board, from which on they are reported.
const IDLE_MAX: usize = 3;
const IDLE_MS: Millis = 3_000;

const WITHOUT: Form = Form {
    en: "{0} pressed the clock at move {1} without making a move: an illegal move. The position stays, {0} is to move.",
    pl: "W posunięciu {1} {0} przełączyły zegar bez wykonania posunięcia: jest to posunięcie nieprawidłowe. Pozycja pozostaje, \
         na posunięciu są {0}.",
    ru: "На {1}-м ходу {0} нажали на часы, не сделав хода: это невозможный ход. Позиция прежняя, ход за {0:ins}.",
};
const WITHOUT_OLD: Form = Form {
    en: "{0} pressed the clock at move {1} without making a move. No illegal move in this edition; how the clock is handled is for \
         the arbiter.",
    pl: "W posunięciu {1} {0} przełączyły zegar bez wykonania posunięcia. W tym wydaniu nie jest to posunięcie nieprawidłowe; \
         sposób używania zegara ocenia sędzia.",
    ru: "На {1}-м ходу {0} нажали на часы, не сделав хода. В этой редакции это не невозможный ход; обращение с часами оценивает \
         арбитр.",
};
const BEFORE: Form = Form {
    en: "{0} pressed the clock before the move was made: the piece landed {1} after the press.",
    pl: "{0} przełączyły zegar przed wykonaniem posunięcia: bierka stanęła {1} po przełączeniu.",
    ru: "{0} нажали на часы до того, как сделали ход: фигура поставлена через {1} после нажатия.",
};
const HANDLING: Form = Form {
    en: "The clock was pressed {0} times within {1} while nothing changed on the board.",
    pl: "Zegar przełączono {0} razy w ciągu {1}, a na szachownicy nic się nie zmieniło.",
    ru: "На часы нажали {0} раз за {1}, а на доске ничего не изменилось.",
};

impl Observer for Presses {
    fn squares(&mut self, _scene: &Scene, _ledger: &mut Ledger) {
        self.idle.clear();
    }

    fn clock(&mut self, _scene: &Scene, reading: &ClockReading, _ledger: &mut Ledger) {
        self.stood |= reading.running.is_none();
    }

    fn after_board_event(&mut self, scene: &Scene, ledger: &mut Ledger) {
        let last = scene.trail.presses().next_back().copied();
        if let Some(press) = last.filter(|_| last != self.seen) {
            self.seen = last;
            self.pressed(scene, press, ledger);
        }
    }

    fn pressed_without_move(&mut self, scene: &Scene, by: Color, ply: PlyNo, _ledger: &mut Ledger) {
        // While play is ahead of the score, a second press in a row more likely shows that the score is wrong.
        if scene.is_behind() {
            return;
        }
        let mut pressed = scene.trail.presses().rev();
        let press = pressed.find(|press| press.by == by && press.t_ms < scene.t_ms);
        if let Some(press) = press.filter(|_| self.doubted.len() < DOUBTED_MAX) {
            self.doubted.push((*press, ply, scene.t_ms.max(press.t_ms + DOUBTED_MS)));
        }
    }

    fn decided(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        let Some((press, plies)) = self.before_move else { return };
        let Some(played) = scene.score.plies.get(ply.index()) else { return };
        if ply.index() < plies || scene.score.mover(ply.index()) != press.by {
            return;
        }
        self.before_move = None;
        let (landed, pressed) = (scene.timing.of_square(played.made_ms), scene.timing.of_press(press.t_ms));
        let late_ms = played.made_ms.saturating_sub(press.t_ms);
        // Nothing is reported if the piece may have been put down before the press.
        let is_certain = pressed.order(landed) == Some(Ordering::Less);
        if !is_certain || late_ms <= Millis::from(scene.timing.scan_ms) + SLACK_MS {
            return;
        }
        let phrase = BEFORE.with([Value::Side(press.by), Value::Span(landed.since(pressed))]);
        let finding = Finding::new(scene, RuleId::PressBeforeMove, Kind::Hint, ply).by(press.by);
        finding.says(phrase).once().raise(ledger);
    }

    fn advance(&mut self, scene: &Scene, ledger: &mut Ledger) {
        for (press, ply, _) in
            self.doubted.extract_if(.., |(_, _, due)| *due <= scene.t_ms).collect::<Vec<_>>()
        {
            // If the board differs from the score, the difference may be the move for which the clock was pressed: a
            // reply can begin before the press, and its piece may be held in the air for long.
            let is_settled = differences(scene.trail.reading(), scene.score.standing()).is_empty();
            if !is_settled && scene.t_ms < press.t_ms + LANDS_MS {
                self.doubted.push((press, ply, scene.t_ms + AGAIN_MS));
            } else if scene.is_turn_of(press.by, press.t_ms)
                && !scene.has_completed(press.t_ms)
                && !is_of_last_move(scene, press)
            {
                self.without_move(scene, press, ply, ledger);
            }
        }
        // No move followed with the piece in the air, so the press was one without a move.
        if let Some((press, plies)) =
            self.before_move.take_if(|(press, _)| press.t_ms + LANDS_MS <= scene.t_ms)
            && scene.score.plies.len() == plies
            && scene.score.result.is_none()
            && scene.score.proposed.is_none()
        {
            self.without_move(scene, press, scene.next_ply(), ledger);
        }
    }

    fn next_deadline(&self) -> Option<Millis> {
        let lands = self.before_move.map(|(press, _)| press.t_ms + LANDS_MS);
        lands.into_iter().chain(self.doubted.iter().map(|(_, _, due)| *due)).min()
    }
}

impl Presses {
    fn pressed(&mut self, scene: &Scene, press: Press, ledger: &mut Ledger) {
        let restarted = std::mem::take(&mut self.stood);
        self.idle.retain(|at| press.t_ms <= at + IDLE_MS);
        self.idle.push(press.t_ms);
        if self.idle.len() == IDLE_MAX {
            let first = scene.timing.of_press(self.idle[0]);
            let span = Value::Span(scene.timing.of_press(press.t_ms).since(first));
            Finding::new(scene, RuleId::ClockHandling, Kind::Info, scene.next_ply())
                .says(HANDLING.with([Value::Number(self.idle.len() as u64), span]))
                .raise(ledger);
        }
        let to_move = scene.score.standing().turn() == press.by;
        self.before_move =
            (to_move && !restarted && in_air(scene, press.by)).then_some((press, scene.score.plies.len()));
    }

    fn without_move(&mut self, scene: &Scene, press: Press, ply: PlyNo, ledger: &mut Ledger) {
        let by = press.by;
        self.before_move = None;
        // Moves made while the link was lost may be missing from the record, so it is unknown whose turn it was.
        if scene.trail.is_unproved() {
            return;
        }
        // Unless the player's own clock was certainly running, the press may have started a stopped clock.
        let is_his_time = scene.trail.time_at(press.t_ms.saturating_sub(1)) == Running::Of(by);
        if !is_his_time {
            return;
        }
        // While the clock is turned round, it reports White's presses as Black's.
        if scene.is_clock_turned {
            return;
        }
        // While pieces are displaced, the purpose of a press is unknown. A press that gives the opponent their time
        // back is not held against the player who pressed: the opponent left pieces displaced (7.4.1), made an illegal move,
        // or pressed before they had moved.
        let is_displaced = ledger.any(|incident| incident.rule == RuleId::DisplacedPiece);
        let is_illegal = ledger.any(|incident| {
            incident.rule.is_same_act(RuleId::IllegalMoveCompleted) && incident.by == Some(!by)
        });
        if is_displaced || is_illegal || presser::is_given_back(scene, press) || is_early(scene, press) {
            return;
        }
        let before = scene.before(ply);
        let finding = |kind| Finding::new(scene, RuleId::PressWithoutMove, kind, ply).by(by);
        let values = [Value::Side(by), Value::Number(move_no(before))];
        if !scene.parameters.press_without_move.value {
            return finding(Kind::Hint).says(WITHOUT_OLD.with(values)).raise(ledger);
        }
        let penalty = penalty(scene, by, before, ledger.counts().confirmed[by]);
        let remedy = Remedy {
            opponent_ms: penalty.opponent_ms,
            outcome: penalty.outcome,
            move_counter: Some(scene.completed_by(by)),
            ..Remedy::default()
        };
        let window = match scene.parameters.illegal_window.value {
            IllegalWindow::DuringGame => Window::Always,
            IllegalWindow::UntilReplyMade
            | IllegalWindow::ClaimUntilReplyCompleted
            | IllegalWindow::ClaimUntilReplyMade => Window::Open,
        };
        finding(Kind::Violation)
            .cites(penalty.articles)
            .cites(scene.parameters.illegal_window.articles)
            .says(WITHOUT.with(values))
            .says_all(penalty.phrases)
            .remedy(remedy)
            .counts(true)
            .window(window)
            .raise(ledger);
    }
}

/// Returns whether this press belongs to the player's last move, whichever press the record gives that move. It does so
/// if it is the first press since the move was made. A second press does so if the first one was late and belonged to
/// the player's previous move: clocks report presses late, and a player may press after the reply (6.2.2).
fn is_of_last_move(scene: &Scene, press: Press) -> bool {
    let plies = scene.score.plies.iter().enumerate().rev();
    let mut own =
        plies.filter(|(index, ply)| scene.score.mover(*index) == press.by && ply.made_ms <= press.t_ms);
    let pressed = |ply: &Ply, until_ms: Millis| -> Vec<Millis> {
        let times = scene.trail.presses().filter(|other| other.by == press.by).map(|other| other.t_ms);
        times.filter(|t_ms| (ply.made_ms..until_ms).contains(t_ms)).collect()
    };
    let Some((_, last)) = own.next() else { return false };
    match pressed(last, press.t_ms)[..] {
        [] => true,
        [first] => own.next().is_some_and(|(_, before)| pressed(before, first).is_empty()),
        _ => false,
    }
}

/// Returns whether this press answers a press that the opponent certainly made before their own move was on the board
/// (6.2.4).
fn is_early(scene: &Scene, press: Press) -> bool {
    let mut plies = scene.score.plies.iter().enumerate().rev();
    let last = plies.find(|(index, ply)| scene.score.mover(*index) != press.by && ply.made_ms <= press.t_ms);
    let before = scene.trail.presses().rev().find(|other| other.by != press.by && other.t_ms <= press.t_ms);
    let (Some((_, last)), Some(before)) = (last, before) else { return false };
    let made = scene.timing.of_square(last.made_ms);
    scene.timing.of_press(before.t_ms).order(made) == Some(Ordering::Less)
}

/// Returns whether a piece of this side is off the board and no square shows a piece that should not be there.
fn in_air(scene: &Scene, by: Color) -> bool {
    // A board that senses only occupancy cannot tell a piece in the hand from a piece that captured another piece.
    let took = |lift: &crate::seen::hands::Lift| lift.piece.color != by;
    if scene.sensing == Sensing::Occupancy && Hands::now(scene).lifts.iter().any(took) {
        return false;
    }
    let board = scene.score.standing().board();
    let reading = scene.trail.reading();
    let mut missing = false;
    for square in Square::ALL {
        match (board.piece_at(square), reading.at(square)) {
            (Some(piece), Contents::Empty) => missing |= piece.color == by,
            (Some(piece), Contents::Piece(there)) if piece != there => return false,
            (None, Contents::Piece(_) | Contents::Occupied) => return false,
            (Some(_) | None, _) => {}
        }
    }
    missing
}
