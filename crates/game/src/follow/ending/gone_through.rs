//! A game that is gone through on its board while the clock still runs: moves that were pressed for are put back, others are
//! tried, and nobody presses any more.
//!
//! Until somebody presses, nothing tells this from moves that were taken back in play. So what was withdrawn is kept, and once
//! the clock is stopped or the game is over without a further press, the score is again what it was when it was pressed for
//! last. A person is asked whether it is that, or what came later.

use crate::{
    Played, Ply, PlyNo, Reason, Scribe,
    lines::{
        doubt::{DOUBTS_MAX, Doubt},
        hypothesis::{Hypothesis, Step},
    },
    record::gone_through::GoneThrough,
};
use board::Millis;
use shakmaty::Color;

/// The smallest number of plies that nobody plays without a press while one player's time runs: a press that was forgotten leaves
/// its ply and the reply without one, and the last ply of a game needs none.
const UNPRESSED_MIN: usize = 5;

impl Scribe {
    /// Notes that the score is about to keep only its first `kept` plies, and to go on with `line`.
    pub(crate) fn note_gone_through(&mut self, kept: usize, line: &Hypothesis) {
        let plies = &self.score.plies[kept..];
        let is_pressed = plies.iter().any(|ply| ply.pressed_ms.is_some());
        let last_press_ms = self.presses.back().map(|note| note.t);
        match &mut self.gone_through {
            None if is_pressed && line.put_back_ms > last_press_ms => {
                let gone = GoneThrough { from: kept, plies: plies.to_vec(), is_restored: false };
                self.gone_through = Some(gone);
            }
            Some(gone) if kept < gone.from => {
                let earlier = &self.score.plies[kept..gone.from];
                gone.plies = [earlier, &gone.plies].concat();
                gone.from = kept;
            }
            _ => {}
        }
    }

    /// Returns whether the score shows what was pressed for last, and not what came later.
    pub(crate) fn is_restored(&self) -> bool {
        self.gone_through.as_ref().is_some_and(|gone| gone.is_restored)
    }

    /// Lets the score show again what came later: the clock runs.
    pub(crate) fn follow_again(&mut self) {
        if let Some(gone) = &mut self.gone_through {
            gone.is_restored = false;
        }
        self.gone_through.take_if(|gone| gone.plies.is_empty());
    }

    /// Returns the side whose time runs, if the clock says so.
    pub(crate) fn running(&self) -> Option<Color> {
        self.score.clock.and_then(|face| face.running)
    }

    /// Makes the score what it was when it was pressed for last, and asks about what came later, if that was no play: plies were
    /// withdrawn and others made in their place, or plies only added, and nobody pressed although the time of `running` ran.
    pub(crate) fn restore_pressed(&mut self, t: Millis, running: Option<Color>) {
        let (from, plies) = match &self.gone_through {
            Some(gone) if gone.is_restored || !self.is_gone_through(gone) => return,
            Some(gone) => (gone.from, gone.plies.clone()),
            None => match self.kept_while_running(running) {
                Some(kept) => (kept, Vec::new()),
                None => return,
            },
        };
        let told = |line: &[Ply]| line.iter().map(|ply| ply.played).collect::<Vec<Played>>();
        let (then, later) = (told(&plies), told(&self.score.plies[from..]));
        let ply = PlyNo::of_index(from);
        let doubt = match then.is_empty() {
            true => Some(Doubt::whether(t, ply, vec![later])),
            false => Doubt::among(t, ply, vec![then, later]),
        };
        self.show_again(t, from, &plies);
        let is_new = |doubt: &Doubt| !self.questions().contains(&doubt.ply) && self.doubts.len() < DOUBTS_MAX;
        if let Some(doubt) = doubt.filter(is_new) {
            self.ask_next(t, doubt);
        }
        self.gone_through = Some(GoneThrough { from, plies, is_restored: true });
        self.look_for_end(t);
    }

    /// Shows these plies again, from index `from` on, in place of what came later.
    fn show_again(&mut self, t: Millis, from: usize, plies: &[Ply]) {
        if from < self.engine.trunk {
            self.engine.cut_trunk(&self.score, from);
        }
        self.withdraw(t, from);
        for ply in plies {
            self.push(t, &Step::from_ply(ply));
            let index = self.score.plies.len() - 1;
            self.raise(t, index, ply.state, ply.reason);
            let shown = self.score.plies.at_mut(index);
            (shown.left_ms, shown.released) = (ply.left_ms, ply.released);
        }
        let closed: Vec<PlyNo> =
            self.asked.extract_if(.., |open| open.ply.index() >= from).map(|open| open.ply).collect();
        self.tell_answered(t, closed);
        self.drop_answered_doubts(t);
    }

    /// Returns whether the plies of the score in place of those that were withdrawn were all made since. What was made before is
    /// another reading of the same moves; and whoever takes an illegal move back corrects it.
    fn is_gone_through(&self, gone: &GoneThrough) -> bool {
        let pressed_ms = gone.plies.iter().filter_map(|ply| ply.pressed_ms).max();
        let is_since = |ply: &Ply| {
            Some(ply.made_ms) > pressed_ms && ply.pressed_ms.is_none() && ply.reason != Reason::Operator
        };
        let later = self.score.plies.get(gone.from..);
        later.is_some_and(|later| later.iter().all(is_since)) && !gone.plies.iter().any(Ply::is_irregular)
    }

    /// Returns the number of plies up to the last that was pressed for, if so many came later that nobody played them while the
    /// time of `running` ran.
    fn kept_while_running(&self, running: Option<Color>) -> Option<usize> {
        let is_silent =
            |ply: &&Ply| ply.pressed_ms.is_none() && !ply.estimated && ply.reason != Reason::Operator;
        let silent = self.score.plies.iter().rev().take_while(is_silent).count();
        let kept = self.score.plies.len() - silent;
        let is_pressed = kept > 0 && self.score.plies[kept - 1].pressed_ms.is_some();
        // What is asked about these plies has its own answers.
        let is_asked = self.questions().iter().any(|ply| ply.index() >= kept);
        let is_running = running == Some(self.score.after(kept).turn());
        (silent >= UNPRESSED_MIN && is_pressed && is_running && !is_asked).then_some(kept)
    }
}
