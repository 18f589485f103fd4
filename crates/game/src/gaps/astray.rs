//! A table whose lines explain the board no more: the moves since the last ply that is shown are read off the squares in the
//! order in which they were touched (`retrace`).

use crate::{
    Assumed, Ply, Reason, Scribe,
    follow::rest::Occasion,
    gaps::retrace::{Retraced, retrace},
    lines::{
        engine::TAKEBACK_MAX,
        hypothesis::{Hypothesis, Step, legal_step},
    },
};
use board::Millis;
use shakmaty::{Bitboard, Color};

/// The greatest number of last plies of the score that are looked behind: the last of them may be wrong already.
const BACK_MAX: usize = 3;
/// The greatest number of moves that are tried at a time.
const NODES: u32 = 1_000;
/// The least number of presses since the last ply that is shown, or of pieces that have come to squares where they did not stand
/// before, with which a table is astray. Of fewer moves lines are pieced together from the board alone.
const BEHIND_MIN: usize = 3;

impl Scribe {
    /// Looks for the moves since the last plies that are shown, if no line explains the board at rest. What a person said was
    /// played stays.
    pub(crate) fn find_again(&mut self, t: Millis, occasion: Occasion) {
        let is_rest = match occasion {
            Occasion::Press(_) | Occasion::LongQuiet => true,
            Occasion::Quiet | Occasion::Still => !self.engine.clock,
            Occasion::Touched | Occasion::Gap => false,
        };
        if !is_rest {
            return;
        }
        let evidence = self.evidence(t);
        let best = &self.engine.hyps[self.engine.best(&evidence).0];
        // What is only missing was knocked over, or is not read. No hand has made a move with it.
        let has_come = self.seen.diff(self.score.standing().board()) & self.seen.occupied();
        let is_astray = has_come.any() && !evidence.stands(best) && self.over.is_none();
        // A board that is quiet, and knows its pieces, shows without a clock's help that a move is missing.
        let shows_one = !self.seen.is_occupancy() && occasion != Occasion::Still;
        let is_behind = !self.engine.clock && shows_one
            || (has_come & !self.seem_put_back()).count() >= BEHIND_MIN
            || self.presses_after(self.score.plies.len()).len() >= BEHIND_MIN;
        if !is_astray || !is_behind {
            return;
        }
        let plies = self.score.plies.len();
        let is_said = |ply: &Ply| ply.reason == Reason::Operator;
        let said = self.score.plies.iter().rposition(is_said).map_or(0, |last| last + 1);
        let kept = (plies.saturating_sub(BACK_MAX).max(said)..=plies).rev();
        let mut nodes = NODES;
        let Some((kept, lines)) =
            kept.map(|kept| (kept, self.retraced(t, kept, &mut nodes))).find(|(_, lines)| !lines.is_empty())
        else {
            return;
        };
        if kept < self.engine.trunk {
            self.engine.cut_trunk(&self.score, kept);
        }
        let trunk = self.engine.trunk;
        let before: Vec<Step> = self.score.plies[trunk..kept].iter().map(Step::from_ply).collect();
        let lines: Vec<Hypothesis> =
            lines.iter().map(|line| self.line_of_retraced(t, trunk, &before, line)).collect();
        self.weigh(t, |engine, evidence| lines.into_iter().for_each(|line| engine.offer(evidence, line)));
    }

    /// Returns the squares that read what stood there before the last plies: these may be under way to being taken back.
    fn seem_put_back(&self) -> Bitboard {
        let plies = self.score.plies.len();
        let before = plies.saturating_sub(TAKEBACK_MAX)..plies;
        before
            .map(|ply| !self.seen.diff(self.score.after(ply).board()))
            .fold(Bitboard::EMPTY, |all, one| all | one)
    }

    fn retraced(&self, t: Millis, kept: usize, nodes: &mut u32) -> Vec<Retraced> {
        let Some(position) = self.score.after(kept).position() else { return Vec::new() };
        let since = kept
            .checked_sub(1)
            .map_or(0, |last| self.score.plies[last].made_ms)
            .max(self.told_ms)
            .max(self.score.began_ms);
        let presses = self.presses_after(kept);
        retrace(&self.evidence(t), position, since, &presses, nodes)
    }

    /// Returns the presses since the one for the last of the first `kept` plies, oldest first.
    fn presses_after(&self, kept: usize) -> Vec<(Millis, Color)> {
        let last = kept.checked_sub(1).map(|last| &self.score.plies[last]);
        let since = last.map_or(0, |last| last.pressed_ms.unwrap_or(last.made_ms));
        self.presses.iter().filter(|note| note.t > since).map(|note| (note.t, note.by)).collect()
    }

    fn line_of_retraced(&self, t: Millis, trunk: usize, before: &[Step], found: &Retraced) -> Hypothesis {
        let mut line = Hypothesis::of(trunk, before.to_vec());
        let evidence = self.evidence(t);
        for ply in &found.plies {
            let step = legal_step(evidence.at(&line), ply.mv, ply.touched_ms, ply.made_ms);
            line.extend(Step { pressed_ms: ply.pressed_ms, rested: true, ..step });
        }
        line.charge(Assumed::PiecedTogether, found.cost);
        line.sensor_faults = found.sensor_faults.clone();
        line.matched_ms = Some(t);
        line
    }
}
