//! A scribe that has heard all events of a seed, and what it told about them.

use super::{EventFeed, QUIET_MS, is_unknown};
use crate::Truth;
use board::{BoardEvent, Millis};
use game::{Command, Finished, GameEvent, NO_MOVE, Order, PlyNo, Score, Scribe, Tags, Terms};
use shakmaty::Role;
use std::ops::Range;

/// The greatest number of questions that are answered at the end of a game.
const ANSWERS_MAX: usize = 16;

/// A scribe that has processed all events, together with the game events that it reported.
#[derive(Debug)]
pub(crate) struct Heard {
    pub(crate) scribe: Scribe,
    pub(crate) told: Vec<(Millis, GameEvent)>,
    /// For each event of `told`, the questions that were open at its instant, after all that was told then.
    pub(super) open: Vec<Vec<PlyNo>>,
    pub(super) end_ms: Millis,
}

impl Heard {
    pub(crate) fn of(terms: &Terms, events: &[(Millis, BoardEvent)], feed: EventFeed) -> Heard {
        let scribe = Scribe::new(terms.clone(), Tags::default());
        let end_ms = events.last().map_or(0, |(t, _)| *t) + QUIET_MS;
        let mut heard = Heard { scribe, told: Vec::new(), open: Vec::new(), end_ms };
        for (t, event) in events {
            feed(&mut heard.scribe, *t, event);
            heard.take_told();
        }
        heard.scribe.advance(end_ms);
        heard.take_told();
        heard
    }

    /// Takes what the scribe tells. Before it handles an input, it tells what was due since the one before: a question of then
    /// may be closed by now.
    fn take_told(&mut self) {
        let known = self.told.len();
        let mut open = self.open.last().cloned().unwrap_or_default();
        while let Some((t, event)) = self.scribe.poll_event() {
            match &event {
                GameEvent::Asked { ply, .. } => open.push(*ply),
                GameEvent::Answered { ply } => open.retain(|asked| asked != ply),
                _ => {}
            }
            self.told.push((t, event));
            self.open.push(open.clone());
        }
        let last = self.told.last().map(|(t, _)| *t);
        for (index, (t, _)) in self.told.iter().enumerate().skip(known) {
            if Some(*t) == last {
                self.open[index] = self.scribe.questions();
            }
        }
    }

    /// Returns the plies of a game about which the answers to the open questions differ.
    pub(super) fn disputed(&self, number: u32) -> Vec<PlyNo> {
        let finished = self.scribe.finished().iter().find(|game| game.packed().head().number == number);
        finished.map_or_else(|| self.scribe.disputed(), Finished::disputed)
    }

    /// Returns the scores that have at least one ply, oldest first.
    pub(crate) fn scores(&self) -> Vec<Score> {
        let finished = self.scribe.finished().iter().map(Finished::score);
        finished.chain([self.scribe.score().clone()]).filter(|score| !score.plies.is_empty()).collect()
    }

    /// Returns the events that the scribe reported about one game.
    pub(super) fn told_of(&self, number: u32) -> &[(Millis, GameEvent)] {
        &self.told[self.span_of(number)]
    }

    /// Returns where the events about one game stand among all events.
    pub(super) fn span_of(&self, number: u32) -> Range<usize> {
        let begins = |wanted: u32| {
            self.told.iter().position(|(_, event)| *event == GameEvent::Began { number: wanted })
        };
        let from = begins(number).unwrap_or(0);
        from..begins(number + 1).unwrap_or(self.told.len())
    }

    /// Returns the ply and the alternatives of the open question about this game; `None` if there is none.
    pub(crate) fn question(&self, number: u32) -> Option<(PlyNo, Vec<String>)> {
        let score = self.scribe.score();
        let (ply, alternatives) = self.scribe.asked().filter(|_| score.number == number)?;
        let words = alternatives.iter().map(|played| played.report(score.start.mode())).collect();
        Some((ply, words))
    }

    /// Answers the open questions about a game truthfully, as a person would.
    pub(super) fn answer(&mut self, truth: &Truth) {
        let words = truth.uci();
        for _ in 0..ANSWERS_MAX {
            let unknown = self.scribe.score().plies.iter().position(|ply| is_unknown(&ply.played));
            let order = match (self.question(self.scribe.score().number), unknown) {
                (Some((ply, _)), _) => {
                    let none = self.scribe.may_be_none().then(|| NO_MOVE.to_owned());
                    let Some(chosen) = words.get(ply.index()).cloned().or(none) else { return };
                    Order::Choose { ply, chosen }
                }
                (None, Some(index)) => {
                    let piece = words.get(index).and_then(|word| word.chars().nth(4));
                    let Some(role) = piece.and_then(Role::from_char) else { return };
                    Order::Promote { ply: PlyNo::of_index(index), role }
                }
                (None, None) => return,
            };
            let command = Command { order, game: None, author: None, staged: None };
            if self.scribe.handle_command(self.end_ms, &command).is_err() {
                return;
            }
            self.take_told();
        }
    }
}
