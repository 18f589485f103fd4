//! A clock that is turned round: the times and presses that it reports as White's are Black's. Both players press on
//! their own side as they should, but every move seems to be made while the opponent's clock is running, and the
//! opponent seems to press after the move.
//!
//! No player is accused of anything because of a turned clock. While it is turned, nothing is attributed to a side by
//! the clock's report alone.

use super::text;
use crate::{
    Kind, RuleId, Value,
    finding::{Finding, cause::Cause},
    ledger::Ledger,
    observer::Observer,
    seen::{
        scene::Scene,
        trail::{Press, Running},
    },
};
use game::PlyNo;
use std::cmp::Ordering;

/// The observer that detects a clock that is turned round.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reversed {
    /// The last press that this observer examined.
    seen: Option<Press>,
    /// The ply of the last press that the wrong side seemed to make, and the number of such presses in a row.
    wrong: Option<(PlyNo, u32)>,
}

/// The number of presses in a row by the wrong side from which on the clock counts as turned round.
const SURE: u32 = 2;

impl Observer for Reversed {
    fn after_board_event(&mut self, scene: &Scene, ledger: &mut Ledger) {
        let last = scene.trail.presses().next_back().copied();
        let Some(press) = last.filter(|_| last != self.seen) else { return };
        self.seen = last;
        let Some(ply) = scene.last_made() else { return };
        if self.wrong.is_some_and(|(told, _)| told == ply) {
            return;
        }
        match stands(scene, press) {
            Some(true) => self.set_right(scene, ledger),
            Some(false) => self.tell(scene, ply, press, ledger),
            None => {}
        }
    }
}

impl Reversed {
    fn tell(&mut self, scene: &Scene, ply: PlyNo, press: Press, ledger: &mut Ledger) {
        let before = self.wrong.filter(|(told, _)| ply.plies_since(*told) == 1).map_or(0, |(_, count)| count);
        // Nobody turns a clock during a game, so after the first moves a single wrong press is just a late press.
        if before == 0 && ply.get() > 2 {
            return;
        }
        let count = before.saturating_add(1);
        self.wrong = Some((ply, count));
        let sure = count >= SURE;
        let kind = if sure { Kind::Violation } else { Kind::Hint };
        let values = [Value::Side(press.by), Value::Side(!press.by)];
        let phrase = if sure { text::TURNED.plain() } else { text::PERHAPS_TURNED.with(values) };
        let finding = Finding::new(scene, RuleId::ClockReversed, kind, ply).cause(Cause::ClockReversed);
        finding.says_all([phrase, text::TURN_IT.plain()]).raise(ledger);
    }

    fn set_right(&mut self, scene: &Scene, ledger: &mut Ledger) {
        if self.wrong.take().is_some() {
            let meant = |incident: &crate::Incident| incident.rule == RuleId::ClockReversed;
            ledger.close(scene.t_ms, meant, Some(text::TURNED_RIGHT.plain()));
        }
    }
}

/// Returns whether this press shows that the clock is the right way round: the side that pressed made the last move in
/// its own time. `None` if the press does not show it, for instance because an earlier press may have been made for the
/// last move.
fn stands(scene: &Scene, press: Press) -> Option<bool> {
    let index = scene.score.plies.len().checked_sub(1)?;
    let ply = &scene.score.plies[index];
    let made = scene.timing.of_square(ply.made_ms);
    let mut before = scene.trail.presses().rev().filter(|other| other.t_ms < press.t_ms);
    let is_after = |other: &Press| scene.timing.of_press(other.t_ms).order(made) != Some(Ordering::Less);
    if made.order(scene.timing.of_press(press.t_ms)) == Some(Ordering::Greater) || before.any(is_after) {
        return None;
    }
    // A player may press for a move only after the opponent's reply. Such a press is late and proves nothing about the
    // clock (6.2.2).
    let own_ms = index.checked_sub(1).map(|own| scene.score.plies[own].made_ms);
    let is_late = own_ms.is_some_and(|own_ms| {
        !scene.trail.presses().any(|other| other.t_ms >= own_ms && other.t_ms < press.t_ms)
    });
    match scene.trail.time_at(ply.made_ms) {
        Running::Of(side) if side != press.by || is_late => None,
        Running::Of(side) => Some(scene.score.mover(index) == side),
        Running::Nobody | Running::Unknown => None,
    }
}
