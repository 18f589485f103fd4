//! A failing game that is being reduced.

use super::STEP_MS;
use crate::judging::accuracy::line::{fits, follow, sensed, standings};
use crate::judging::accuracy::{heard::Heard, words};
use crate::players::hands::stand_after;
use crate::{IllegalTruth, Truth};
use board::{BoardEvent, Millis, Reading};
use game::{GameEvent, PlyNo, Standing, Terms};

/// A failure, with the first ply that differs. Plies are counted from the beginning of the case, which may be in the
/// middle of the original game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Symptom {
    /// The number of the first ply that differs.
    pub(super) ply: PlyNo,
    /// The ply that was played; `None` if the score has a ply too many.
    pub(super) played: Option<String>,
    /// The ply in the score; `None` if the score lacks the ply.
    pub(super) scored: Option<String>,
    /// True if a question about the ply is open.
    pub(super) asked: bool,
    /// The kind of failure.
    pub(super) kind: Kind,
}

/// A kind of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The score differs from the played game.
    Score,
    /// The score is right, but an illegal move was reported that nobody made.
    FalseAlarm,
    /// The score is right, but an illegal move that a press completed was not reported.
    MissedIllegal,
}

/// A failing case: a start, the board's reports, and the played game.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) terms: Terms,
    /// The first reading of the board.
    pub(super) first: Reading,
    /// The board's reports after the first reading, each with the time since the previous report.
    pub(super) acts: Vec<(Millis, BoardEvent)>,
    /// The standings of the game, beginning with the standing at the start.
    standings: Vec<Standing>,
    truth: Truth,
    /// The time at which each ply was made, on the time scale of the events. The list is empty after events were left
    /// out or waits were changed.
    made_ms: Vec<Millis>,
}

impl Case {
    pub(super) fn new(
        terms: Terms,
        truth: &Truth,
        events: Vec<(Millis, BoardEvent)>,
        made_ms: Vec<Millis>,
    ) -> Case {
        let first = sensed(truth.start.board(), terms.sensing);
        let begin_ms = events.first().map_or(0, |(t, _)| *t);
        let mut before_ms = begin_ms;
        let acts = events
            .into_iter()
            .filter(|(t, event)| *t > begin_ms || !matches!(event, BoardEvent::Reading(_)))
            .map(|(t, event)| {
                let wait = t - before_ms;
                before_ms = t;
                (wait, event)
            })
            .collect();
        Case {
            standings: standings(&truth.start, &truth.plies),
            terms,
            first,
            acts,
            truth: truth.clone(),
            made_ms: made_ms.into_iter().map(|t| t.saturating_sub(begin_ms)).collect(),
        }
    }

    /// Replaces a played ply by a different one, so that any scribe fails.
    #[cfg(test)]
    pub(super) fn falsify(&mut self, index: usize, played: game::Played) {
        self.truth.plies[index] = played;
    }

    /// Returns the number of plies played.
    pub(super) fn plies(&self) -> usize {
        self.truth.plies.len()
    }

    /// Returns the plies played, in the notation of [`Truth::uci`].
    pub(super) fn played(&self) -> Vec<String> {
        self.truth.uci()
    }

    /// Returns the events with their times, beginning with the first reading.
    pub(super) fn events(&self) -> Vec<(Millis, BoardEvent)> {
        let mut t = STEP_MS * 4;
        let mut events = vec![(0, BoardEvent::Reading(self.first.clone()))];
        for (wait, event) in &self.acts {
            t += wait;
            events.push((t, event.clone()));
        }
        events
    }

    /// Returns the failure of the case; `None` if the score agrees with the played game and all reports of illegal
    /// moves are right.
    pub(super) fn symptom(&self) -> Option<Symptom> {
        let heard =
            Heard::of(&self.terms, &self.events(), &mut |scribe, t, event| scribe.handle_board(t, event));
        let played = self.played();
        let score = heard.scores().into_iter().next();
        let scored = score.as_ref().map(words).unwrap_or_default();
        let question = heard.question(score.as_ref().map_or(1, |score| score.number));
        if played == scored && question.is_none() {
            return self.missed_illegal(&heard.told).or_else(|| self.false_alarm(&heard.told));
        }
        let open = question.map_or(usize::MAX, |(ply, _)| ply.index());
        let same = played.iter().zip(&scored).take_while(|(a, b)| a == b).count();
        let at = same.min(open);
        let (played, scored) = (played.get(at).cloned(), scored.get(at).cloned());
        Some(Symptom { ply: PlyNo::of_index(at), played, scored, asked: open <= same, kind: Kind::Score })
    }

    /// Returns the failure in which an illegal move that nobody made was reported; `None` if there is no such report.
    fn false_alarm(&self, told: &[(Millis, GameEvent)]) -> Option<Symptom> {
        let made = |ply: PlyNo| self.truth.illegal.iter().any(|made| made.ply == ply);
        told.iter().find_map(|(_, event)| match event {
            GameEvent::Irregular(fact) if !made(fact.ply) => Some(Symptom {
                ply: fact.ply,
                played: self.played().get(fact.ply.index()).cloned(),
                scored: Some(fact.played.report(self.terms.mode)),
                asked: false,
                kind: Kind::FalseAlarm,
            }),
            _ => None,
        })
    }

    fn missed_illegal(&self, told: &[(Millis, GameEvent)]) -> Option<Symptom> {
        let reported = |made: &IllegalTruth| {
            told.iter().any(|(_, event)| matches!(event, GameEvent::Irregular(fact) if fact.ply == made.ply))
        };
        let missed = self.truth.illegal.iter().find(|made| made.pressed && !reported(made))?;
        let played = Some(format!("!{}{}", missed.from, missed.to));
        Some(Symptom { ply: missed.ply, played, scored: None, asked: false, kind: Kind::MissedIllegal })
    }

    /// Returns whether the case fails in this way, at whatever ply.
    pub(super) fn shows(&self, symptom: &Symptom) -> bool {
        self.symptom().is_some_and(|now| Symptom { ply: symptom.ply, ..now } == *symptom)
    }

    /// Returns whether `other` shows the played game at least as well as this case does. If a move was illegal, the
    /// presses must be kept too, because without a press the move would not count as illegal.
    pub(super) fn is_as_true(&self, other: &Case) -> bool {
        let ((seen, last), (other_seen, other_last)) = (self.seen(), other.seen());
        let presses_told = self.truth.illegal.is_empty() || self.presses() == other.presses();
        other_seen >= seen
            && other_last == last
            && presses_told
            && other.illegal_seen() >= self.illegal_seen()
    }

    fn presses(&self) -> usize {
        self.acts.iter().filter(|(_, event)| matches!(event, BoardEvent::Press(_))).count()
    }

    /// Returns the number of the game's positions that the board shows in their order, and the board's last reading.
    fn seen(&self) -> (usize, Reading) {
        let placements: Vec<Reading> =
            self.standings.iter().skip(1).map(|at| sensed(at.board(), self.terms.sensing)).collect();
        let (mut next, mut seen) = (0, 0);
        let last = self.each_reading(|reading| {
            if let Some(at) = (next..placements.len()).find(|&at| fits(reading, &placements[at])) {
                seen += 1;
                next = at + 1;
            }
        });
        (seen, last)
    }

    /// Returns the number of illegal moves that the board shows at some time of the case.
    fn illegal_seen(&self) -> usize {
        let stands = |made: &IllegalTruth| {
            let Some(before) = self.standings.get(made.ply.index()) else { return false };
            let placement = sensed(stand_after(before, made.from, made.to).board(), self.terms.sensing);
            let mut stood = false;
            self.each_reading(|reading| stood |= fits(reading, &placement));
            stood
        };
        self.truth.illegal.iter().filter(|made| stands(made)).count()
    }

    /// Calls `look` with the board's reading after each change of a square, and returns the last reading.
    fn each_reading(&self, mut look: impl FnMut(&Reading)) -> Reading {
        let mut reading = self.first.clone();
        for (_, event) in &self.acts {
            if follow(&mut reading, event) {
                look(&reading);
            }
        }
        reading
    }

    /// Returns the case with only the events that `keep` accepts.
    pub(super) fn keeping(&self, keep: impl Fn(&BoardEvent) -> bool) -> Case {
        let left_out: Vec<bool> = self.acts.iter().map(|(_, event)| !keep(event)).collect();
        // The remaining events keep their times, so the times of the plies still hold.
        Case { made_ms: self.made_ms.clone(), ..self.without(&|index| left_out[index]) }
    }

    /// Returns the case without the events whose index `left_out` accepts. The remaining events keep their times.
    pub(super) fn without(&self, left_out: &dyn Fn(usize) -> bool) -> Case {
        let mut acts = Vec::with_capacity(self.acts.len());
        let mut waited = 0;
        for (index, (wait, event)) in self.acts.iter().enumerate() {
            waited += wait;
            if !left_out(index) {
                acts.push((waited, event.clone()));
                waited = 0;
            }
        }
        Case { acts, made_ms: self.made_ms.clone(), ..self.clone() }
    }

    /// Returns the case with other waits between its events. `wait` computes each new wait from the index of the event
    /// and the old wait.
    pub(super) fn waiting(&self, wait: impl Fn(usize, Millis) -> Millis) -> Case {
        let change =
            |(index, (old, event)): (usize, &(Millis, BoardEvent))| (wait(index, *old), event.clone());
        Case { acts: self.acts.iter().enumerate().map(change).collect(), made_ms: Vec::new(), ..self.clone() }
    }

    /// Returns the case with only its first `plies` plies; `None` if the board never shows the position after them.
    pub(super) fn ending_after(&self, plies: usize) -> Option<Case> {
        let last = self.rest_after(plies)?;
        let mut case = self.clone();
        case.acts.truncate(last + 1);
        case.truth.plies.truncate(plies);
        // An illegal move in place of the next ply is kept, because the board may show it.
        case.truth.illegal.retain(|made| made.ply.index() <= plies);
        case.standings.truncate(plies + 1);
        case.made_ms.truncate(plies);
        Some(case)
    }

    /// Returns the case without its first `plies` plies, starting from the position after them; `None` if no game can
    /// start there or the board never shows that position.
    pub(super) fn starting_after(&self, plies: usize) -> Option<Case> {
        let start = self.standings.get(plies)?.clone();
        // No legal move can be played from a standing without a position.
        start.position()?;
        let last = self.rest_after(plies)?;
        let passed: Millis = self.acts[..=last].iter().map(|(wait, _)| wait).sum();
        let mut case = self.clone();
        case.acts.drain(..=last);
        case.first = sensed(start.board(), self.terms.sensing);
        case.terms.start = start.clone();
        case.truth.start = start;
        case.truth.plies.drain(..plies);
        case.truth.illegal.retain(|made| made.ply.index() >= plies);
        case.truth.illegal.iter_mut().for_each(|made| made.ply = PlyNo::of_index(made.ply.index() - plies));
        case.standings.drain(..plies);
        case.made_ms = self.made_ms.iter().skip(plies).map(|t| t.saturating_sub(passed)).collect();
        Some(case)
    }

    /// Returns the index of the last event after which the board shows the position after `plies` plies, and not yet
    /// the next position. A press right after that event is included. `None` if the board never shows the position.
    fn rest_after(&self, plies: usize) -> Option<usize> {
        let placement = sensed(self.standings.get(plies)?.board(), self.terms.sensing);
        let next = self.standings.get(plies + 1).map(|next| sensed(next.board(), self.terms.sensing));
        let mut reading = self.first.clone();
        let (mut found, mut t) = (None, 0);
        let begin = plies.checked_sub(1).and_then(|index| self.made_ms.get(index)).copied().unwrap_or(0);
        let until = self.made_ms.get(plies).copied();
        for (index, (wait, event)) in self.acts.iter().enumerate() {
            t += wait;
            follow(&mut reading, event);
            let reached = next.as_ref().is_some_and(|next| found.is_some() && fits(&reading, next));
            if until.is_some_and(|until| t > until) || (until.is_none() && reached) {
                break;
            }
            if t >= begin && fits(&reading, &placement) {
                found = Some(index);
            }
        }
        found
    }

    /// Returns the game as it was played, with its start.
    pub(super) fn truth(&self) -> &Truth {
        &self.truth
    }
}
