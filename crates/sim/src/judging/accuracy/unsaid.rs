//! Plies that the board bore out and that were withdrawn all the same, and wrong plies about which nobody is asked. An
//! arbiter forgives a question; neither of these.

use super::{Heard, Verdict, retracted::takebacks, same_at_begin};
use crate::{Act, Mark, Truth, What};
use board::{BoardEvent, Contents, Millis, Reading};
use game::{GameEvent, Played, PlyNo, Score, Standing};
use shakmaty::{Board, Color, Position};
use std::collections::BTreeSet;

/// The time, in milliseconds, for which a position must stand to be borne out without a press.
const STOOD_MS: Millis = 1_000;
/// The longest time, in milliseconds, from a reading until the ply that it bears out is shown. A press waits for a scan,
/// and for a piece that is still in the air.
const SHOWN_LATER_MS: Millis = 2_500;
/// A wrong ply is silent if no question is open about it, about one of this many plies before it, or about one of
/// [`ASKED_AFTER`] plies after it. A question is about every ply in which its answers differ.
const ASKED_BEFORE: usize = 3;
const ASKED_AFTER: usize = 1;
/// The greatest number of plies by which the answers to a question may differ in length.
const MOVED_MAX: usize = 12;

/// A reading that bears out the ply whose position it shows: it was on the board at a press, stood for a while, or was
/// the first after a lost link.
#[derive(Debug)]
struct Witness {
    t_ms: Millis,
    /// The side that pressed; `None` for a reading that stood.
    pressed: Option<Color>,
    reading: Reading,
}

/// The readings that bear out plies, in order of time.
#[derive(Debug)]
pub(super) struct Witnesses(Vec<Witness>);

impl Witnesses {
    pub(super) fn of(events: &[(Millis, BoardEvent)]) -> Witnesses {
        let mut reading = Reading::empty();
        let mut changed_ms = 0;
        let mut found = Vec::new();
        for (t, event) in events {
            match event {
                BoardEvent::Square { square, contents } => {
                    if *t >= changed_ms + STOOD_MS {
                        found.push(Witness { t_ms: changed_ms, pressed: None, reading: reading.clone() });
                    }
                    reading.set(*square, *contents);
                    changed_ms = *t;
                }
                BoardEvent::Reading(whole) => {
                    reading = whole.clone();
                    changed_ms = *t;
                    found.push(Witness { t_ms: *t, pressed: None, reading: reading.clone() });
                }
                BoardEvent::Press(by) => {
                    found.push(Witness { t_ms: *t, pressed: Some(*by), reading: reading.clone() });
                }
                _ => {}
            }
        }
        Witnesses(found)
    }

    /// Returns the readings that bear out a ply which was withdrawn at `until_ms`.
    fn of_ply<'a>(&'a self, shown: &'a Shown, until_ms: Millis) -> impl Iterator<Item = &'a Reading> {
        let mover = !shown.after.turn();
        let from_ms = shown.shown_ms.saturating_sub(SHOWN_LATER_MS);
        let first = self.0.partition_point(|witness| witness.t_ms < from_ms);
        self.0[first..]
            .iter()
            .take_while(move |witness| witness.t_ms < until_ms)
            .filter(move |witness| witness.pressed.is_none_or(|by| by == mover))
            .filter(|witness| witness.pressed.is_some() || !shown.may_be_lift(&witness.reading))
            .map(|witness| &witness.reading)
            .filter(|reading| is_exact(reading, shown.after.board()))
    }
}

fn is_exact(reading: &Reading, board: &Board) -> bool {
    shakmaty::Square::ALL.into_iter().all(|square| match reading.at(square) {
        Contents::Empty => board.piece_at(square).is_none(),
        Contents::Occupied => board.piece_at(square).is_some(),
        Contents::Piece(piece) => board.piece_at(square) == Some(piece),
    })
}

/// A ply that is shown.
#[derive(Debug, Clone)]
struct Shown {
    played: Played,
    after: Standing,
    shown_ms: Millis,
}

impl Shown {
    /// Returns whether a reading would be the same if the ply's piece had only been lifted: where a board senses occupancy
    /// only, a capture changes no other square. Until somebody presses, such a reading bears out nothing, however long it
    /// stands.
    fn may_be_lift(&self, reading: &Reading) -> bool {
        let (Played::Legal(mv) | Played::Promotion { assumed: mv, .. }) = self.played else { return false };
        mv.is_capture() && !mv.is_en_passant() && reading.at(mv.to()) == Contents::Occupied
    }
}

/// The plies that are shown at an instant.
#[derive(Debug)]
struct Sheet<'a> {
    start: &'a Standing,
    plies: Vec<Shown>,
    /// The plies withdrawn at the present instant, with their indices.
    withdrawn: Vec<(usize, Shown)>,
}

impl Sheet<'_> {
    fn now(&self) -> &Standing {
        self.plies.last().map_or(self.start, |ply| &ply.after)
    }

    /// Follows an event. Returns `None` if it cannot be followed: a ply does not continue those before it.
    fn follow(&mut self, t: Millis, event: &GameEvent) -> Option<()> {
        match event {
            GameEvent::Superseded { ply, .. } => {
                self.plies.truncate(ply.get());
                let taken = self.plies.pop()?;
                self.withdrawn.push((ply.index(), taken));
            }
            GameEvent::Irregular(fact) => {
                self.plies.truncate(fact.ply.index());
                let after = Standing::from_fen(&fact.after_fen, self.start.mode()).ok()?;
                self.plies.push(Shown { played: fact.played, after, shown_ms: t });
            }
            GameEvent::Ply { ply, played, .. } if ply.index() == self.plies.len() => {
                let (Played::Legal(mv) | Played::Promotion { assumed: mv, .. }) = *played else {
                    return None;
                };
                let now = self.now();
                now.position()?.legal_moves().contains(&mv).then_some(())?;
                let after = now.play(mv);
                self.plies.push(Shown { played: *played, after, shown_ms: t });
            }
            _ => {}
        }
        Some(())
    }
}

/// Returns the plies that were played as shown, that a reading bore out, and that were withdrawn without a question for
/// a line that does not pass through their position.
fn plies(truth: &Truth, acts: &[Act], score: &Score, heard: &Heard, witnesses: &Witnesses) -> Vec<PlyNo> {
    let played = truth.uci();
    let takebacks = takebacks(acts);
    let mode = score.start.mode();
    let is_true = |index: usize, shown: &Played| {
        let word = shown.report(mode);
        played.get(index).is_some_and(|truly| truly.starts_with(word.trim_end_matches('?')))
    };
    // What is put back before the ply was made was no ply, though the players make the same move later.
    let was_made = |index: usize, t: Millis| {
        let is_it = |act: &Act| act.what == What::Mark(Mark::Made(index + 1));
        acts.iter().any(|act| act.t_ms <= t && is_it(act))
    };
    let mut sheet = Sheet { start: &score.start, plies: Vec::new(), withdrawn: Vec::new() };
    let mut found = BTreeSet::new();
    let span = heard.span_of(score.number);
    for index in span.clone() {
        let (t, event) = &heard.told[index];
        if sheet.follow(*t, event).is_none() {
            break;
        }
        let goes_on = index + 1 < span.end && heard.told[index + 1].0 == *t;
        if goes_on {
            continue;
        }
        for (ply, shown) in std::mem::take(&mut sheet.withdrawn) {
            if takebacks.iter().any(|back| back.explains(PlyNo::of_index(ply), *t)) {
                continue;
            }
            let is_passed =
                |reading: &Reading| sheet.plies.iter().any(|other| is_exact(reading, other.after.board()));
            let is_asked = heard.open[index].iter().any(|asked| asked.index() <= ply);
            let is_unsaid = || witnesses.of_ply(&shown, *t).any(|reading| !is_passed(reading));
            if !is_asked && is_true(ply, &shown.played) && was_made(ply, *t) && is_unsaid() {
                found.insert(PlyNo::of_index(ply));
            }
        }
    }
    found.into_iter().collect()
}

/// Counts the wrong plies near which no question is open. `open` are the plies that the open questions are about.
pub(super) fn silent(played: &[String], scored: &[String], open: &[PlyNo]) -> u32 {
    let first_open = open.iter().map(|ply| ply.index()).min().unwrap_or(usize::MAX);
    // A score that waits for an answer shows no ply from the question on.
    let due = if scored.len() <= first_open { &played[..played.len().min(first_open)] } else { played };
    let agree = |(a, b): &(&String, &String)| a == b || b.strip_suffix('?').is_some_and(|b| a.starts_with(b));
    let begin = same_at_begin(due, scored);
    let (rest, other) = (&due[begin..], &scored[begin..]);
    let end = rest.iter().rev().zip(other.iter().rev()).take_while(agree).count();
    let wrong = begin..begin + rest.len().max(other.len()) - end;
    let is_asked = |ply: usize| {
        let near = ply.saturating_sub(ASKED_BEFORE)..=ply + ASKED_AFTER;
        open.iter().any(|asked| near.contains(&asked.index()))
    };
    let is_unknown = |ply: usize| {
        let pair = due.get(ply).zip(scored.get(ply));
        pair.is_some_and(|pair| agree(&pair))
    };
    let silent: Vec<usize> = wrong.filter(|&ply| !is_asked(ply) && !is_unknown(ply)).collect();
    // Between two questions a score may be too long or too short until the first of them is answered.
    let is_moved = |run: &[usize]| {
        let moved = |by: usize| {
            let later = run
                .iter()
                .all(|&ply| due.get(ply + by).zip(scored.get(ply)).is_some_and(|pair| agree(&pair)));
            let earlier = run.iter().all(|&ply| {
                let truly = ply.checked_sub(by).and_then(|truly| due.get(truly));
                truly.zip(scored.get(ply)).is_some_and(|pair| agree(&pair))
            });
            later || earlier
        };
        first_open < run[0] && (1..=MOVED_MAX).any(moved)
    };
    let runs = silent.chunk_by(|one, next| one + 1 == *next);
    super::count(runs.filter(|run| !is_moved(run)).map(<[usize]>::len).sum())
}

/// Notes in the verdict what is withdrawn or wrong without a question in one game.
pub(super) fn judge(
    truth: &Truth,
    acts: &[Act],
    score: Option<&Score>,
    heard: &Heard,
    witnesses: &Witnesses,
    verdict: &mut Verdict,
) {
    let scored = score.map(super::words).unwrap_or_default();
    let open = score.map(|score| heard.disputed(score.number)).unwrap_or_default();
    verdict.silent += silent(&truth.uci(), &scored, &open);
    if let Some(score) = score {
        let unsaid = plies(truth, acts, score, heard, witnesses);
        verdict.unsaid += super::count(unsaid.len());
        verdict.first_unsaid = verdict.first_unsaid.or(unsaid.first().copied());
    }
}
