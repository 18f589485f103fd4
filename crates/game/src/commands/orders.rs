//! Commands of people to the table: starts, results, corrections, answers.

use crate::{
    Ending, GameEvent, Order, Played, Ply, PlyNo, Reason, Refusal, Remark, ResultEntry, Scribe, Standing,
    Undoable,
    commands::entries,
    follow::{rest::Occasion, scribe::Over},
    lines::{
        doubt::{Doubt, decided::decided},
        hypothesis::{Hypothesis, Step, played_at},
    },
};
use board::Millis;
use shakmaty::{ByColor, Color, Role, fen::Fen, uci::UciMove};
use std::sync::Arc;

impl Scribe {
    pub(crate) fn obey(&mut self, t: Millis, order: &Order) -> Result<(), Refusal> {
        let before = order.undoable().filter(|of| *of != Undoable::Clock).map(|_| self.copy());
        let changes = self.score.plies.changes();
        let done = match order {
            Order::Start { names, fen } => self.start(t, names, fen.as_ref()),
            Order::Result(outcome) => {
                self.set_result(t, *outcome);
                Ok(())
            }
            Order::Correct { from_ply, moves } => self.correct(t, *from_ply, moves),
            Order::Choose { ply, chosen } => self.choose(t, *ply, chosen),
            Order::Promote { ply, role } => self.promote(t, *ply, *role),
            Order::Restore { ply } => self.restore(t, *ply),
            Order::DrawOffer { by } => {
                self.draw_offered(*by);
                Ok(())
            }
            _ => Ok(()),
        };
        // What stood before a person said what was played is put back no more.
        let is_of_moves = matches!(
            order,
            Order::Correct { .. } | Order::Choose { .. } | Order::Promote { .. } | Order::Restore { .. }
        );
        if done.is_ok() && is_of_moves {
            (self.stood, self.gone_through) = (None, None);
            if self.score.plies.changes() != changes {
                self.told_ms = t;
            }
        }
        if let (Ok(()), Some(before)) = (&done, before) {
            self.set_aside(t, order, before);
        }
        done
    }

    fn start(
        &mut self,
        t: Millis,
        names: &ByColor<Option<String>>,
        fen: Option<&Fen>,
    ) -> Result<(), Refusal> {
        let start = match fen {
            Some(fen) => Standing::to_begin_from(fen.clone(), self.terms.mode)?,
            None => self.terms.start.clone(),
        };
        let mut tags = self.tags_of_next();
        for (color, name) in names.as_ref().zip_color() {
            if let Some(name) = name {
                tags.players[color].name.clone_from(name);
            }
        }
        if self.score.plies.is_empty() && self.over.is_none() && start == self.score.start {
            self.score.tags = tags;
        } else {
            self.begin(t, start, tags);
        }
        Ok(())
    }

    /// Marks a draw offer (9.1 of the FIDE Laws) at the last move of the player who offers, or, if it is their turn, at
    /// the move that they are about to make. Before the first ply the offer is marked at ply 1.
    fn draw_offered(&mut self, by: Color) {
        let plies = self.score.plies.len();
        let to_move = self.score.standing().turn();
        let ply = if to_move == by { plies + 1 } else { plies.max(1) };
        self.score.remark(ply, Remark::DrawOffer);
    }

    fn set_result(&mut self, t: Millis, outcome: Option<ResultEntry>) {
        match outcome {
            Some(_) => {
                self.restore_pressed(t, self.running());
                self.end_after(t, self.score.plies.len(), Over::Told);
            }
            None if self.score.result.is_some() && self.resume_aside(t, None) => return,
            None => {
                (self.over, self.gone_through) = (None, None);
                self.engine.settle_on(self.score.plies.len());
            }
        }
        self.score.result = outcome;
        self.events.push_back((t, GameEvent::Result { outcome }));
    }

    /// Replaces the plies from `from_ply` on by `moves`. The present reading is then explained anew, starting from the
    /// last of these moves.
    fn correct(&mut self, t: Millis, from_ply: PlyNo, moves: &[UciMove]) -> Result<(), Refusal> {
        let kept = entries::kept_before(&self.score, from_ply)?;
        let line = Hypothesis::of(kept, entries::steps_of_moves(&self.score, t, kept, moves)?);
        self.over = None;
        self.take_line(t, &line);
        Ok(())
    }

    /// Goes back to the position before this ply. Changes on the board count as moves again once that position is set
    /// up.
    fn restore(&mut self, t: Millis, ply: PlyNo) -> Result<(), Refusal> {
        entries::kept_if_played(&self.score, ply)?;
        self.correct(t, ply, &[])?;
        // An offer made with a move that is taken back is void.
        self.score.remarks.retain(|after, _| *after < ply.get());
        self.withdraw(t, ply.index());
        self.drop_answered_doubts(t);
        self.engine.settle_on(self.score.plies.len());
        self.ready = self.unexplained().is_empty();
        Ok(())
    }

    /// Returns the line that keeps `kept` plies and goes on with `played`. `Err` names the ply that cannot follow.
    pub(crate) fn line_of(&self, t: Millis, kept: usize, played: &[Played]) -> Result<Hypothesis, Refusal> {
        Ok(Hypothesis::of(kept, entries::steps_of(&self.score, t, kept, played)?))
    }

    /// Makes the score show a line that a person entered. Its plies have the times of those that they replace. The present
    /// reading is then explained anew, starting from the end of that line.
    fn take_line(&mut self, t: Millis, line: &Hypothesis) {
        self.transpositions.clear();
        self.witnesses.forget_after(0);
        let before = self.score.plies[line.keep.min(self.score.plies.len())..].to_vec();
        let replaced = entries::plies_replaced(&before, &line.played());
        let mut line = line.clone();
        for (step, old) in line.tail.iter_mut().zip(&replaced) {
            if let Some(at) = *old {
                let (played, after) = (step.played, step.after.clone());
                *step = Arc::new(Step { played, after, ..Step::from_ply(&before[at]) });
            }
        }
        let lines = self.lines_with(t, &line);
        self.keep_questions_before(t, line.keep, !lines.is_empty());
        let told = self.events.len();
        self.set_line(t, &line, Occasion::Quiet);
        for index in line.keep..self.score.plies.len() {
            self.score.plies.at_mut(index).reason = Reason::Operator;
        }
        for (index, old) in (line.keep..self.score.plies.len()).zip(replaced) {
            let ply = self.score.plies.at_mut(index);
            if let Some(old) = old.map(|at| &before[at]) {
                ply.left_ms = old.left_ms;
                ply.released = old.released && old.played == ply.played;
            }
        }
        self.keep_irregular(told, line.keep, &before);
        self.told_ms = t;
        self.engine.settle_on(self.score.plies.len());
        if lines.len() > 1 {
            let first = lines.iter().map(|line| line.keep).min().unwrap_or(0);
            self.engine.hyps = lines;
            self.engine.cut_trunk(&self.score, first);
        }
        self.weigh(t, crate::lines::engine::Engine::see);
        self.show(t, Occasion::Still);
    }

    /// Takes back what was told, behind the first `told` events, of irregular plies that the score has as it had them before: they
    /// were not put back, and are not made anew. `before` are its plies from the index `keep` on.
    fn keep_irregular(&mut self, told: usize, keep: usize, before: &[Ply]) {
        let stays = |ply: PlyNo| {
            let old = ply.index().checked_sub(keep).and_then(|at| before.get(at));
            old.is_some_and(|old| {
                old.is_irregular()
                    && self.score.plies.get(ply.index()).is_some_and(|now| now.played == old.played)
            })
        };
        let was_last = PlyNo::of_index(keep + before.len().saturating_sub(1));
        let is_news = |(_, event): &(Millis, GameEvent)| match event {
            GameEvent::Irregular(irregular) => !stays(irregular.ply),
            GameEvent::IrregularClosed { ply, ending: Ending::Restored } => !stays(*ply),
            GameEvent::IrregularClosed { ply, ending: Ending::Stands } => !stays(*ply) || *ply == was_last,
            _ => true,
        };
        let news: Vec<(Millis, GameEvent)> =
            self.events.iter().skip(told).filter(|event| is_news(event)).cloned().collect();
        self.events.truncate(told);
        self.events.extend(news);
    }

    fn choose(&mut self, t: Millis, ply: PlyNo, text: &str) -> Result<(), Refusal> {
        if let Some(decided) = decided(&self.score, &self.doubts, ply, text) {
            let line = self.line_of(t, ply.index(), &decided.plies)?;
            self.close_doubt(t, ply);
            // What is asked between the lines that were followed stays open without them.
            let waited = self.waited_for(self.score.plies.len());
            let later = self.doubts_after(decided.met);
            self.take_line(t, &line);
            for doubt in later {
                if decided.now_met == decided.met {
                    self.doubts.push(doubt);
                } else {
                    self.tell_answered(t, [doubt.ply]);
                    self.ask_next(t, decided.renumbered(doubt));
                }
            }
            for doubt in waited.into_iter().filter(|doubt| doubt.ply.index() >= decided.met) {
                self.ask_next(t, decided.renumbered(doubt));
            }
            if let Some(doubt) = decided.open {
                self.ask_next(t, doubt);
            }
            return Ok(());
        }
        let about = self.asked.iter().find(|open| open.ply == ply);
        let Some(open) = about.or(self.asked.first()) else {
            return Err(Refusal::NothingAsked { ply });
        };
        let mode = self.terms.mode;
        let chosen = open.alternatives.iter().copied().find(|played| played.report(mode) == text);
        let Some(chosen) = chosen.filter(|_| open.ply == ply) else {
            let known = open.alternatives.iter().map(|played| played.report(mode)).collect();
            return Err(Refusal::AskedIs { ply: open.ply, known });
        };
        self.choose_line(t, ply.index(), chosen);
        let (score, hyps) = (&self.score, &mut self.engine.hyps);
        let tells = |hyp: &Hypothesis| {
            played_at(score, hyp, ply.index()).is_some_and(|played| played.is_same(&chosen))
        };
        if !hyps.iter().any(tells) {
            return Err(Refusal::NoLongerExplains(text.to_owned()));
        }
        hyps.retain(tells);
        // Whoever says which piece a pawn became has not assumed it.
        for hyp in hyps {
            if let Some(step) = ply.index().checked_sub(hyp.keep).and_then(|step| hyp.tail.get_mut(step)) {
                Arc::make_mut(step).played = chosen;
            }
        }
        let mut waited = self.waited_for(self.score.plies.len());
        waited.retain(|doubt| doubt.ply != ply);
        self.witnesses.forget_after(ply.index());
        self.left_pawns.forget_uncertain();
        self.answered(t);
        self.show(t, Occasion::Quiet);
        self.tell_answer(t, (ply, chosen), waited);
        Ok(())
    }

    /// Makes the score show the best line that an answer left, where what is seen does not: the game is over, or hands are at
    /// the pieces. What else was asked about a game that is over stays open.
    fn tell_answer(&mut self, t: Millis, (ply, chosen): (PlyNo, Played), waited: Vec<Doubt>) {
        let is_over = self.over.is_some() || self.stopped_ms.is_some();
        let is_told = self.score.plies.get(ply.index()).is_some_and(|told| told.played.is_same(&chosen));
        if is_told && !is_over {
            return;
        }
        let (best, total) = self.engine.best(&self.evidence(t));
        let mut line = self.engine.hyps[best].clone();
        let told = self.score.plies.len().max(ply.get()).saturating_sub(line.keep);
        let played = self
            .last_of_play_ms()
            .map_or(0, |last| line.tail.iter().take_while(|step| step.made_ms <= last).count());
        line.tail.truncate(told.max(played));
        self.set_line(t, &line, Occasion::Quiet);
        if !is_over {
            return;
        }
        let partings = self.partings(t, best, total);
        self.tell_questions(t, best, &partings);
        for doubt in waited {
            if doubt.is_about(&self.score) && !self.questions().contains(&doubt.ply) {
                self.ask_next(t, doubt);
            }
        }
    }

    fn promote(&mut self, t: Millis, ply: PlyNo, role: Role) -> Result<(), Refusal> {
        let mut played = vec![entries::promotion_of(&self.score, ply, role)?];
        played.extend(self.score.plies[ply.get()..].iter().map(|later| later.played));
        let line = self.line_of(t, ply.index(), &played)?;
        let waited = self.waited_for(self.score.plies.len());
        let later = self.doubts_after(ply.get());
        self.take_line(t, &line);
        self.doubts.extend(later);
        waited.into_iter().filter(|doubt| doubt.ply > ply).for_each(|doubt| self.ask_next(t, doubt));
        Ok(())
    }
}
