//! The count of moves: a move is complete when its player has pressed the clock (6.12 of the WARC draughts rules). If
//! nobody can prove the number of moves, the record counts (6.16).

use super::text;
use crate::{
    Kind, RuleId, Value, finding::Finding, ledger::Ledger, profile::draughts::required, seen::scene::Scene,
};
use board::Millis;
use game::PlyNo;
use shakmaty::{ByColor, Color};

/// The number of moves that each side has completed, counted by presses of the clock.
#[derive(Debug, Clone)]
pub(super) struct Count {
    completed: ByColor<u32>,
    to_move: Color,
    seen_ms: Millis,
    /// Set if the link was lost, so that presses may be missing from the count.
    lost: bool,
}

impl Default for Count {
    fn default() -> Count {
        Count { completed: ByColor::default(), to_move: Color::White, seen_ms: 0, lost: false }
    }
}

impl Count {
    /// Counts the presses since the last call. The press by which Black starts White's clock completes no move.
    pub(super) fn follow(&mut self, scene: &Scene) {
        for press in scene.trail.presses().filter(|press| press.t_ms > self.seen_ms) {
            if self.total() > 0 || press.by == Color::White {
                self.completed[press.by] += 1;
            }
            self.to_move = !press.by;
        }
        self.seen_ms = scene.trail.presses().next_back().map_or(self.seen_ms, |press| press.t_ms);
    }

    pub(super) fn lose(&mut self) {
        self.lost = true;
    }

    /// Returns whether the count certainly includes every press.
    pub(super) fn is_certain(&self) -> bool {
        !self.lost
    }

    pub(super) fn by(&self, side: Color) -> u32 {
        self.completed[side]
    }

    /// Returns the number of moves that each side has completed at least: the smaller of the two counts.
    pub(super) fn by_each(&self) -> u32 {
        self.completed.white.min(self.completed.black)
    }

    /// Returns the side that has the move after the last press.
    pub(super) fn to_move(&self) -> Color {
        self.to_move
    }

    /// Creates a finding about the ply that is being played.
    pub(super) fn finding(&self, scene: &Scene, rule: RuleId, kind: Kind) -> Finding {
        Finding::new(scene, rule, kind, PlyNo::of_index(self.total() as usize))
    }

    /// Creates a note about the ply that is being played.
    pub(super) fn note(&self, scene: &Scene, rule: RuleId) -> Finding {
        self.finding(scene, rule, Kind::Info)
    }

    fn total(&self) -> u32 {
        self.completed.white + self.completed.black
    }
}

/// Reports the number of moves that the record proves. Also reports the number that the next move gets if nobody can
/// prove a number (6.16): the one after the last time control passed.
pub(super) fn evidence(scene: &Scene, count: &Count, ledger: &mut Ledger) {
    let counts = Color::ALL.map(|side| Value::Number(count.by(side).into()));
    let mut phrases = vec![text::EVIDENCE.with(counts)];
    phrases.extend((!count.is_certain()).then(|| text::AT_LEAST.plain()));
    let most = count.by(Color::White).max(count.by(Color::Black));
    let controls = |period: usize| scene.control.and_then(|control| required(control, period));
    // Two time controls are at least one move apart, so at most `most` controls need be tried.
    let passed = (0..=most as usize).map_while(controls).take_while(|&moves| moves <= most).last();
    if let Some(control) = passed.or_else(|| controls(0)) {
        phrases.push(text::WITHOUT_PROOF.with([Value::Number(u64::from(control) + 1)]));
    }
    count.note(scene, RuleId::DrMoveCount).says_all(phrases).raise(ledger);
}
