//! The incidents that the arbiter is dealing with. An incident is closed when the sensors see it settled, or, if it
//! ends the game, when the result is entered. The steps are in [`super::steps`].

use super::steps::{is_over, steps};
use crate::{
    Incident, Status,
    ledger::Ledger,
    observer::Observer,
    seen::scene::{Scene, times_before},
};
use board::ClockReading;
use game::ResultEntry;
use shakmaty::Color;

/// The greatest number of incidents for which the arbiter is shown steps; older ones are left out. Nobody settles more
/// incidents at one table at once.
pub(crate) const IN_HAND_MAX: usize = 4;

/// The observer that closes settled incidents.
#[derive(Debug, Clone, Default)]
pub(crate) struct Guide;

/// Returns whether the arbiter is dealing with an incident.
pub(crate) fn is_in_hand(incident: &Incident) -> bool {
    let guided = incident.rule == crate::RuleId::RestorePosition;
    incident.no > 0 && incident.closed_ms.is_none() && (guided || incident.status == Status::Confirmed)
}

impl Observer for Guide {
    // The last step that sensors can see is always a piece that is put down or a clock that is started.
    fn squares(&mut self, scene: &Scene, ledger: &mut Ledger) {
        close_settled(scene, ledger);
    }

    fn clock(&mut self, scene: &Scene, _reading: &ClockReading, ledger: &mut Ledger) {
        close_settled(scene, ledger);
    }

    fn press(&mut self, scene: &Scene, _by: Color, ledger: &mut Ledger) {
        close_settled(scene, ledger);
    }

    fn result_entered(&mut self, scene: &Scene, result: Option<ResultEntry>, ledger: &mut Ledger) {
        let ends = |incident: &Incident| {
            let is_end = incident.remedy.as_ref().is_some_and(|remedy| remedy.outcome.is_some());
            result.is_some() && is_end && is_in_hand(incident)
        };
        ledger.close(scene.t_ms, ends, None);
    }
}

/// Closes the incidents whose steps are all done.
fn close_settled(scene: &Scene, ledger: &mut Ledger) {
    let confirmed = ledger.all().filter(|found| found.status == Status::Confirmed && is_in_hand(found));
    let is_done = |found: &&Incident| {
        let then = times_before(scene.score, found.ply.unwrap_or_default(), scene.timing);
        let (reading, clock) = (scene.trail.reading(), scene.trail.clock());
        is_over(&steps(found, scene.score.start.mode(), reading, clock, then, scene.timing))
    };
    let done: Vec<u32> = confirmed.filter(is_done).map(|found| found.no).collect();
    if !done.is_empty() {
        ledger.close(scene.t_ms, |incident| done.contains(&incident.no), None);
    }
}
