//! Measures how often the score is right: a simulated game is fed to the scribe, and the score is compared with the
//! game that was played.
//!
//! * *exact*: every game of the seed is scored as it was played, with no question open; nothing else became a game;
//!   and every illegal move that was completed by a press was reported as it was made.
//! * *wrong*: a ply of the final score that was not played, or that is missing or too many, once the open questions
//!   are answered by what was played. The common beginning and the common end of both lists of plies count as right,
//!   and everything between them as wrong.
//! * *retracted*: a ply that was shown as final and later withdrawn, though the players took nothing back.
//! * *unsaid*: a ply that was played as it was shown, whose exact position was read at its press, stood for a second or
//!   stood in a full reading, and that was withdrawn without a question for a line that does not pass through that
//!   position. Where only occupancy is sensed, a capture counts if somebody pressed: a lifted piece leaves the same.
//! * *silent*: a wrong ply, before anything is answered, without an open question about it, about one of the three plies
//!   before it or about the one after it. A question is about every ply in which its answers differ: over a lost link the
//!   orders in which six moves may have been played are one question. Plies behind a question are not wrong if only the
//!   number of plies is that the question is about: all up to the next question are those played, so many plies earlier or later.
//! * *asked*: a question that is open at the end. A truthful answer may make the game exact.
//!
//! Invariant: every doubt goes against the scribe.

mod evidence;
pub(crate) mod heard;
mod illegal;
mod lags;
pub(crate) mod line;
mod retracted;
pub(crate) mod straightened;
mod taken_up;
pub mod tally;
mod twin;
mod unsaid;

use crate::judging::cells::Cell;
use crate::{Act, Mark, Simulated, Truth, What, simulate};
use board::{BoardEvent, Millis};
use game::{GameEvent, Played, PlyNo, Score, Scribe, Terms};
use heard::Heard;
pub use tally::{FailedSeed, Tally};
use unsaid::Witnesses;

/// The verdict on the games of one seed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verdict {
    /// True if every game of the seed was scored as it was played, and nothing else went wrong.
    pub exact: bool,
    /// True if the seed is exact once the questions open at the end are answered; always true if `exact` is.
    pub exact_answered: bool,
    /// The number of plies played.
    pub plies: u32,
    /// The number of played plies that stand at the right place in the score, once open questions are answered.
    pub right: u32,
    /// The number of plies of the score that are wrong or missing once open questions are answered.
    pub wrong: u32,
    /// The number of wrong plies that the scribe made out of acts after the end of a game.
    pub phantom: u32,
    /// The number of questions that are open at the end, plus the number of promotions to an unknown piece.
    pub asked: u32,
    /// The number of plies that were asked about at any time.
    pub asked_points: u32,
    /// The number of plies that were shown as final and then withdrawn, though the players did not take them back.
    pub retracted: u32,
    /// The first retracted ply.
    pub first_retracted: Option<PlyNo>,
    /// The number of plies that the board bore out and that were withdrawn without a question (*unsaid*).
    pub unsaid: u32,
    /// The first ply that was unsaid.
    pub first_unsaid: Option<PlyNo>,
    /// The number of wrong plies near which no question is open (*silent*).
    pub silent: u32,
    /// The number of false alarms: illegal moves that were reported but not made.
    pub false_illegal: u32,
    /// The number of false alarms about moves said to be completed by a press: those on which an arbiter would act.
    pub false_pressed: u32,
    /// The number of illegal moves that a press completed.
    pub illegal: u32,
    /// The number of illegal moves that a press completed and that the scribe neither reported nor asked about.
    pub missed_illegal: u32,
    /// The number of illegal moves completed by a press that the scribe reported as another move or with another
    /// ending.
    pub unlike_illegal: u32,
    /// The number of final plies that were replaced by others, for whatever reason.
    pub revisions: u32,
    /// The number of board events that were fed to the scribe.
    pub events: u32,
    /// The greatest number of placements that the scribe compared while handling one deadline or event.
    pub most_compared: u32,
    /// For each ply, the delay from the last touch of a piece in the room until the ply was shown, in milliseconds.
    pub provisional_ms: Vec<u32>,
    /// For each ply, the delay from the last touch of a piece in the room until the ply was final, in milliseconds.
    pub final_ms: Vec<u32>,
    /// For each ply, the delay from the board's last report of a square until the ply was shown, in milliseconds.
    pub provisional_seen_ms: Vec<u32>,
    /// For each ply, the delay from the board's last report of a square until the ply was final, in milliseconds.
    pub final_seen_ms: Vec<u32>,
    /// The first ply in which the score differs from the played game.
    pub difference: Option<Departure>,
    /// The first ply that is still wrong once open questions are answered.
    pub wrong_at: Option<Departure>,
    /// The plies of a twin: a different game that would have left exactly the same evidence. It is present only if a
    /// question is open at the end and a twin exists.
    pub twin: Option<Vec<String>>,
    /// True if the score differs from the played game but explains the board's readings at rest equally well.
    pub equal_evidence: bool,
}

/// The first ply in which the score differs from the played game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Departure {
    /// The index of the game within the seed; the first game is 0.
    pub game: usize,
    /// The number of the ply within the game; the first ply is 1.
    pub ply: PlyNo,
    /// The first few plies that were played from the differing ply on.
    pub played: Vec<String>,
    /// The first few plies of the score from the differing ply on.
    pub scored: Vec<String>,
    /// The alternatives that an open question about the ply offers.
    pub asked: Vec<String>,
}

/// A function that hands one event to the scribe. The caller supplies it, to measure the time that the scribe takes.
pub type EventFeed<'a> = &'a mut dyn FnMut(&mut Scribe, Millis, &BoardEvent);

/// The time without change after the last event, in milliseconds, in which the last move can settle.
pub const QUIET_MS: Millis = 10_000;
/// The greatest number of plies in each list of a [`Departure`].
const SHOWN: usize = 4;

/// Plays the games of one seed of a cell and judges the scores.
pub fn judge(cell: &Cell, seed: u64) -> Verdict {
    judge_simulated(cell, &cell.simulate(seed), &mut |scribe, t, event| scribe.handle_board(t, event))
}

/// Judges the scores of simulated games.
pub fn judge_simulated(cell: &Cell, simulated: &Simulated, feed: EventFeed) -> Verdict {
    let simulated = &*straightened::straightened(cell, simulated);
    let Some(first) = simulated.truths.first() else { return Verdict::default() };
    let heard = Heard::of(&cell.terms(first), &simulated.events, feed);
    judge_heard(cell, simulated, heard)
}

impl Cell {
    /// Simulates the games of one seed: the games themselves, and the board's reports.
    pub fn simulate(&self, seed: u64) -> Simulated {
        simulate(seed, self.kind, self.games, &self.hands, &self.board)
    }

    /// Returns the terms agreed before this game, as a scribe needs them.
    pub fn terms(&self, truth: &Truth) -> Terms {
        Terms {
            sensing: self.board.sensing,
            mode: truth.start.mode(),
            start: truth.agreed.clone(),
            clock: self.board.clock.is_some(),
            scan_ms: self.board.scan_ms,
            increment_ms: self.hands.tempo.pace().increment_ms,
            ..Terms::default()
        }
    }
}

fn judge_heard(cell: &Cell, simulated: &Simulated, mut heard: Heard) -> Verdict {
    let (simulated, lacking) = taken_up::from_its_start(simulated, &heard);
    let simulated = &*simulated;
    let mut verdict =
        Verdict { exact: lacking == 0, events: count(simulated.events.len()), ..Verdict::default() };
    (verdict.wrong, verdict.silent) = (count(lacking), count(lacking));
    verdict.most_compared = heard.scribe.most_compared();
    let sections = sections(&simulated.acts);
    let scores = heard.scores();
    let witnesses = Witnesses::of(&simulated.events);
    for (index, truth) in simulated.truths.iter().enumerate() {
        let acts = sections.get(index).copied().unwrap_or_default();
        let score = scores.get(index);
        let told = score.map_or(&[][..], |score| heard.told_of(score.number));
        let question = score.and_then(|score| heard.question(score.number));
        let same = compare(index, truth, score, question.as_ref(), &mut verdict);
        illegal::judge(truth, told, &mut verdict);
        unsaid::judge(truth, acts, score, &heard, &witnesses, &mut verdict);
        let retracted = retracted::plies(truth, acts, told);
        verdict.retracted += count(retracted.len());
        verdict.first_retracted = verdict.first_retracted.or(retracted.first().copied());
        if let Some(score) = score {
            verdict.revisions += score.revisions;
            lags::measure(truth, score, acts, told, &mut verdict);
            if !same && question.is_none() {
                verdict.equal_evidence |= evidence::equal(cell, simulated, acts, truth, score);
            }
        }
    }
    for extra in scores.iter().skip(simulated.truths.len()) {
        verdict.exact = false;
        let scored = few(&words(extra), 0);
        let there = Departure { game: simulated.truths.len(), scored, ..Departure::default() };
        verdict.difference.get_or_insert(there);
    }
    verdict.asked_points = asked_points(&heard.told);
    verdict.exact_answered = judge_answered(simulated, &mut heard, &mut verdict) && lacking == 0;
    if let ([truth], [acts, ..], true) = (&simulated.truths[..], &sections[..], verdict.exact_answered)
        && !verdict.exact
    {
        verdict.twin = twin::find(cell, simulated, acts, truth);
    }
    if verdict.missed_illegal + verdict.unlike_illegal > 0 {
        verdict.exact = false;
        verdict.exact_answered = false;
    }
    verdict
}

/// Answers the open questions and counts the right and wrong plies of the resulting score. Returns whether the score
/// agrees with the played game.
fn judge_answered(simulated: &Simulated, heard: &mut Heard, verdict: &mut Verdict) -> bool {
    if let Some(truth) = simulated.truths.last() {
        heard.answer(truth);
    }
    let scores = heard.scores();
    for (index, truth) in simulated.truths.iter().enumerate() {
        let score = scores.get(index);
        let question = score.and_then(|score| heard.question(score.number));
        let told = score.map_or(&[][..], |score| heard.told_of(score.number));
        illegal::count_missed(truth, told, verdict);
        let before = verdict.wrong;
        claims(truth, score, question.as_ref(), verdict);
        if verdict.wrong > before {
            let (played, scored) = (truth.uci(), score.map(words).unwrap_or_default());
            let begin = same_at_begin(&played, &scored);
            let (played, scored) = (few(&played, begin), few(&scored, begin));
            let there =
                Departure { game: index, ply: PlyNo::of_index(begin), played, scored, asked: Vec::new() };
            verdict.wrong_at.get_or_insert(there);
        }
    }
    for extra in scores.iter().skip(simulated.truths.len()) {
        verdict.wrong += count(extra.plies.len());
        verdict.phantom += count(extra.plies.len());
    }
    let open = scores.last().is_some_and(|score| heard.question(score.number).is_some());
    let same = scores.iter().zip(&simulated.truths).all(|(score, truth)| words(score) == truth.uci());
    !open && same && scores.len() == simulated.truths.len()
}

/// Compares a score with the played game and notes differences in the verdict. Returns whether both agree.
fn compare(
    game: usize,
    truth: &Truth,
    score: Option<&Score>,
    question: Option<&(PlyNo, Vec<String>)>,
    verdict: &mut Verdict,
) -> bool {
    let played = truth.uci();
    let scored = score.map(words).unwrap_or_default();
    let unknown = score.map_or(0, |score| score.plies.iter().filter(|ply| is_unknown(&ply.played)).count());
    verdict.plies += count(played.len());
    verdict.asked += count(unknown + usize::from(question.is_some()));
    let begin = same_at_begin(&played, &scored);
    let started = score.is_none_or(|score| score.start.board() == truth.start.board());
    let same = played == scored && started;
    if same && question.is_none() {
        return true;
    }
    verdict.exact = false;
    let open = question.map_or(usize::MAX, |(ply, _)| ply.index());
    let asked = question.map(|(_, words)| words.clone()).unwrap_or_default();
    let index = begin.min(open);
    let ply = PlyNo::of_index(index);
    let there = Departure { game, ply, played: few(&played, index), scored: few(&scored, index), asked };
    verdict.difference.get_or_insert(there);
    same
}

/// Counts the right and wrong plies of a score whose questions were answered. An answer excuses only the plies that it
/// corrects. A question that does not offer the played ply as an answer counts as wrong itself.
fn claims(
    truth: &Truth,
    score: Option<&Score>,
    question: Option<&(PlyNo, Vec<String>)>,
    verdict: &mut Verdict,
) {
    let played = truth.uci();
    let scored = score.map(words).unwrap_or_default();
    let open = question.map_or(usize::MAX, |(ply, _)| ply.index());
    let bad_question =
        question.is_some_and(|(_, words)| played.get(open).is_some_and(|word| !words.contains(word)));
    // No ply may be shown from an open question on, so no played ply is expected there.
    let due = if scored.len() <= open { &played[..played.len().min(open)] } else { &played[..] };
    let middle = differing(due, &scored);
    let wrong = middle.max(u32::from(bad_question));
    verdict.wrong += wrong;
    if same_at_begin(&played, &scored) == played.len() {
        verdict.phantom += count(scored.len().saturating_sub(played.len()));
    }
    verdict.right += count(due.len()).saturating_sub(wrong);
}

fn same_at_begin(played: &[String], scored: &[String]) -> usize {
    played.iter().zip(scored).take_while(|(a, b)| a == b).count()
}

/// Returns the length of the part between the common beginning and the common end of the played and the scored plies. A
/// promotion to an unknown piece does not count as a difference.
fn differing(played: &[String], scored: &[String]) -> u32 {
    let agree = |(a, b): &(&String, &String)| a == b || b.strip_suffix('?').is_some_and(|b| a.starts_with(b));
    let begin = played.iter().zip(scored).take_while(agree).count();
    let (rest, other) = (&played[begin..], &scored[begin..]);
    let end = rest.iter().rev().zip(other.iter().rev()).take_while(agree).count();
    count(rest.len().max(other.len()) - end)
}

fn is_unknown(played: &Played) -> bool {
    matches!(played, Played::Promotion { .. })
}

pub(crate) fn words(score: &Score) -> Vec<String> {
    (0..score.plies.len()).map(|index| score.report_move(index)).collect()
}

fn few(words: &[String], from: usize) -> Vec<String> {
    words.iter().skip(from).take(SHOWN).cloned().collect()
}

/// Returns the number of plies that were asked about. A question that moves to another ply counts again.
fn asked_points(told: &[(Millis, GameEvent)]) -> u32 {
    let mut open = None;
    let mut points = 0;
    for (_, event) in told {
        match event {
            GameEvent::Asked { ply, .. } if open != Some(*ply) => {
                open = Some(*ply);
                points += 1;
            }
            GameEvent::Began { .. } => open = None,
            _ => {}
        }
    }
    points
}

/// Returns the acts of each game, from the moment at which the game begins to the beginning of the next game.
pub(crate) fn sections(acts: &[Act]) -> Vec<&[Act]> {
    let begins = |act: &Act| act.what == What::Mark(Mark::Begins);
    let starts: Vec<usize> =
        acts.iter().enumerate().filter(|(_, act)| begins(act)).map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([acts.len()]);
    starts.iter().zip(ends).map(|(&from, to)| &acts[from..to]).collect()
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
