//! Presses of the clock (articles 6.2 and 7.5.3 of the Laws): presses without a move, before the move, or many in a
//! row. A missing press concerns only the players (12.6), so no finding is made about it.

mod early;
mod text;

use self::early::{Early, in_air, stands_wrong};
use crate::{
    Incident, Kind, Remedy, RuleId, Value, Window,
    finding::{Finding, penalty::penalty},
    ledger::Ledger,
    observer::Observer,
    profile::parameters::IllegalWindow,
    seen::{
        differences::{differences, is_arrival},
        presser,
        scene::{Scene, move_no},
        trail::{Press, Running},
    },
};
use board::{ClockReading, Millis};
use game::{Ply, PlyNo, PlyState, Standing};
use shakmaty::{Color, Square};
use std::cmp::Ordering;

/// The observer of presses that do not end a move.
#[derive(Debug, Clone, Default)]
pub(crate) struct Presses {
    /// The last press, if its move may still be made; then the press came before the move.
    before_move: Option<Early>,
    /// The presses that have completed nothing so far.
    doubted: Vec<Doubt>,
    /// The last press that this observer examined.
    seen: Option<Press>,
    /// The instants of the latest presses after which no square has changed.
    idle: Vec<Millis>,
    /// Set while the clocks are stopped, because the press that starts a clock again is the arbiter's.
    stood: bool,
}

/// A press that has completed nothing so far.
#[derive(Debug, Clone, Copy)]
struct Doubt {
    press: Press,
    /// The ply for which the press may have been made.
    ply: PlyNo,
    /// The instant at which the press is judged, since hands may not have finished before. `None` if only the next change
    /// on the board can tell more.
    due_ms: Option<Millis>,
    /// Set if the game, too, found no move for the press. Otherwise a later press shows that play went on.
    is_games: bool,
    /// Set once the arbiter was told that the piece is read nowhere.
    is_told: bool,
}

/// What became of a press in doubt.
enum Verdict {
    /// Hands may not have finished yet.
    Open,
    /// The press had a move, or nobody can say that it had none.
    Settled,
    /// A piece is missing, and no square shows it.
    Unread,
    /// The player pressed without making a move.
    WithoutMove,
}

/// The time within which a piece in the air at a press should stand again, in milliseconds. After that the arbiter is told
/// that no square shows it.
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

impl Observer for Presses {
    fn squares(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.idle.clear();
        self.landed(scene, true, ledger);
        for doubt in self.doubted.iter_mut().filter(|doubt| doubt.due_ms.is_none()) {
            doubt.due_ms = Some(scene.t_ms + DOUBTED_MS);
        }
    }

    fn clock(&mut self, _scene: &Scene, reading: &ClockReading, _ledger: &mut Ledger) {
        self.stood = reading.running.is_none();
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
        if let Some(press) = press {
            let due_ms = Some(scene.t_ms.max(press.t_ms + DOUBTED_MS));
            self.doubt(Doubt { press: *press, ply, due_ms, is_games: true, is_told: false });
        }
    }

    fn decided(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        let is_unread = |incident: &Incident| {
            let is_press = incident.rule == RuleId::PressWithoutMove && incident.kind == Kind::Hint;
            is_press && incident.ply == Some(ply) && incident.by == Some(scene.score.mover(ply.index()))
        };
        let told = self.doubted.extract_if(.., |doubt| doubt.ply == ply && doubt.is_told).count();
        if told > 0 {
            ledger.close(scene.t_ms, is_unread, Some(text::WAS_MADE.plain()));
        }
        self.landed(scene, false, ledger);
    }

    fn advance(&mut self, scene: &Scene, ledger: &mut Ledger) {
        for doubt in std::mem::take(&mut self.doubted) {
            if doubt.due_ms.is_none_or(|due| due > scene.t_ms) {
                self.doubted.push(doubt);
                continue;
            }
            match verdict(scene, doubt) {
                Verdict::Open => {
                    self.doubted.push(Doubt { due_ms: Some(scene.t_ms + AGAIN_MS), ..doubt });
                }
                Verdict::Unread => {
                    self.doubted.push(Doubt { due_ms: None, is_told: true, ..doubt });
                    Presses::without_move(scene, doubt, true, ledger);
                }
                Verdict::Settled if doubt.is_told => self.doubted.push(Doubt { due_ms: None, ..doubt }),
                Verdict::Settled => {}
                Verdict::WithoutMove => {
                    self.before_move = None;
                    Presses::without_move(scene, doubt, false, ledger);
                }
            }
        }
    }

    fn next_deadline(&self) -> Option<Millis> {
        self.doubted.iter().filter_map(|doubt| doubt.due_ms).min()
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
                .says(text::HANDLING.with([Value::Number(self.idle.len() as u64), span]))
                .raise(ledger);
        }
        let to_move = scene.score.standing().turn() == press.by;
        let may_be_early = to_move && !restarted;
        let is_in_air = may_be_early && in_air(scene, press.by);
        let wrong = if may_be_early { stands_wrong(scene, press.by) } else { None };
        let plies = scene.score.plies.len();
        self.before_move = (is_in_air || wrong.is_some()).then_some(Early { press, plies, wrong });
        self.doubted.retain(|doubt| doubt.is_games || doubt.is_told);
        if is_in_air {
            let due_ms = Some(press.t_ms + LANDS_MS);
            self.doubt(Doubt { press, ply: scene.next_ply(), due_ms, is_games: false, is_told: false });
        }
    }

    /// Notes that a press has completed nothing so far. What is found again of a press replaces what was known of it.
    fn doubt(&mut self, doubt: Doubt) {
        let known = self.doubted.extract_if(.., |known| known.press == doubt.press).next();
        if self.doubted.len() < DOUBTED_MAX {
            self.doubted.push(Doubt { is_told: known.is_some_and(|known| known.is_told), ..doubt });
        }
    }

    /// Reports a press that came before its move, once the record has the move and the piece stands. `is_square` is set if a
    /// square has just changed.
    fn landed(&mut self, scene: &Scene, is_square: bool, ledger: &mut Ledger) {
        let Some(Early { press, plies, wrong }) = self.before_move else { return };
        let ply = PlyNo::of_index(plies);
        let Some(played) = scene.score.plies.get(plies).filter(|ply| ply.state >= PlyState::Final) else {
            return;
        };
        // The record may have a capture from the two men that were lifted, before the piece stands.
        let to = played.played.squares().1;
        if to.is_some_and(|to| !scene.trail.reading().at(to).is_occupied()) {
            return;
        }
        self.before_move = None;
        // Of a move that was known before it stood, only the trail has the instant at which it did.
        let reached = scene.trail.changes(press.t_ms, scene.t_ms).filter(|change| Some(change.square) == to);
        let reached_ms = reached.last().map_or(played.made_ms, |change| change.t_ms.max(played.made_ms));
        let landed_ms = if is_square { scene.t_ms.max(played.made_ms) } else { reached_ms };
        let (landed, pressed) = (scene.timing.of_square(landed_ms), scene.timing.of_press(press.t_ms));
        let late_ms = landed_ms.saturating_sub(press.t_ms);
        // Nothing is reported if the piece may have been put down before the press.
        let is_certain = pressed.order(landed) == Some(Ordering::Less);
        if !is_certain || late_ms <= Millis::from(scene.timing.scan_ms) + SLACK_MS {
            return;
        }
        let (by, late) = (Value::Side(press.by), Value::Span(landed.since(pressed)));
        let finding = Finding::new(scene, RuleId::PressBeforeMove, Kind::Hint, ply).by(press.by);
        let Some(square) = wrong else {
            let finding = finding.says(text::BEFORE.with([by, late])).says(text::OR_UNREAD.plain());
            return finding.once().raise(ledger);
        };
        if played.is_irregular() {
            return;
        }
        let illegal = RuleId::IllegalMoveCompleted.page().articles(scene.profile.edition);
        finding
            .cites(&illegal[..1])
            .says(text::WRONG.with([by, Value::Squares(vec![square]), late]))
            .says(text::IF_RELEASED.plain())
            .once()
            .raise(ledger);
    }

    /// Reports a press without a move, or, if `is_unread`, one of which no square shows whether there was a move.
    fn without_move(scene: &Scene, doubt: Doubt, is_unread: bool, ledger: &mut Ledger) {
        let Doubt { press, ply, .. } = doubt;
        let by = press.by;
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
        let number = Value::Number(move_no(before));
        let told = if is_unread {
            let squares = missing(scene, before, by);
            text::UNREAD.with([Value::Side(by), number, Value::Squares(squares)])
        } else if scene.parameters.press_without_move.value {
            text::WITHOUT.with([Value::Side(by), number])
        } else {
            text::WITHOUT_OLD.with([Value::Side(by), number])
        };
        let finding = |kind| Finding::new(scene, RuleId::PressWithoutMove, kind, ply).by(by).says(told);
        if !scene.parameters.press_without_move.value {
            return finding(Kind::Hint).says(text::OLD.plain()).raise(ledger);
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
        finding(if is_unread { Kind::Hint } else { Kind::Violation })
            .cites(penalty.articles)
            .cites(scene.parameters.illegal_window.articles)
            .says_all(is_unread.then(|| text::IF_IN_HAND.plain()))
            .says_all(penalty.phrases)
            .remedy(remedy)
            .counts(true)
            .window(window)
            .raise(ledger);
    }
}

/// Judges a press that has completed nothing so far.
fn verdict(scene: &Scene, Doubt { press, ply, .. }: Doubt) -> Verdict {
    if scene.score.result.is_some() || scene.score.proposed.is_some() {
        return Verdict::Settled;
    }
    if let Some(played) = scene.score.plies.get(ply.index()) {
        // A piece that may have been lifted before the press was in the air then: the press came before the move.
        let (touched, pressed) =
            (scene.timing.of_square(played.touched_ms), scene.timing.of_press(press.t_ms));
        if played.estimated || pressed.order(touched) != Some(Ordering::Less) {
            return Verdict::Settled;
        }
    }
    // If the board differs from the score, the difference may be the move for which the clock was pressed: a reply can
    // begin before the press, and its piece may be held in the air for long.
    let (reading, standing) = (scene.trail.reading(), scene.score.standing());
    let differing = differences(reading, standing);
    if !differing.is_empty() && scene.t_ms < press.t_ms + LANDS_MS {
        return Verdict::Open;
    }
    // Where a piece stands that the score does not have there, a move may be missing in the score.
    if differing.iter().any(|(square, ..)| is_arrival(reading, standing, *square)) {
        return Verdict::Settled;
    }
    // A square that has differed since before the player's last move has nothing to do with this one.
    let last = ply.index().checked_sub(2).and_then(|index| scene.score.plies.get(index));
    let mut changes = scene.trail.changes(last.map_or(0, |ply| ply.made_ms), scene.t_ms);
    if changes.any(|change| differing.iter().any(|(square, ..)| *square == change.square)) {
        // An opponent who moves had a position to move from, whatever the board read.
        let is_unread = in_air(scene, press.by) && scene.next_ply() == ply;
        return if is_unread { Verdict::Unread } else { Verdict::Settled };
    }
    let is_without = scene.is_turn_of(press.by, press.t_ms)
        && !scene.has_completed(press.t_ms)
        && !is_of_last_move(scene, press);
    if !is_without {
        Verdict::Settled
    } else if in_air(scene, press.by) {
        // A piece that no square has shown for long may be broken, and be the one that moved.
        Verdict::Unread
    } else {
        Verdict::WithoutMove
    }
}

/// Returns the squares of this side's pieces that are read empty.
fn missing(scene: &Scene, standing: &Standing, by: Color) -> Vec<Square> {
    let own = standing.board().by_color(by);
    own.into_iter().filter(|square| !scene.trail.reading().at(*square).is_occupied()).collect()
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
