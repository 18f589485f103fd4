//! Moves played while the link to the board was lost. A line of legal moves from the position before the loss to the
//! position after it explains the reading, if the line has as many plies as the clock shows presses. Lines that end in
//! the same position share one hypothesis, and a person is asked which of them was played (`transposition`).

use crate::{
    Assumed, ClockFace, Played, Ply, Scribe,
    follow::{
        rest::{self, Occasion},
        timers::Timer,
    },
    gaps::missed_presses::MissedPresses,
    lines::{
        costs,
        engine::Engine,
        evidence::Evidence,
        hypothesis::Hypothesis,
        paths::{Next, Way, paths},
        transposition::Transposition,
    },
};
use board::{ClockReading, Millis};
use shakmaty::{Bitboard, Color, Move};
use std::sync::Arc;

/// A loss of the link, until the moves played meanwhile have been looked for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lost {
    /// The last clock reading before the loss, if its times can show how many presses followed.
    clock: Option<ClockFace>,
    /// The side whose time runs first, if nothing had been played before the loss.
    starts: Option<Color>,
    /// The instant at which the link was lost.
    pub(crate) since_ms: Millis,
    /// The squares that read a piece then.
    read: Bitboard,
    /// The instant at which the link was back.
    pub(crate) back_ms: Millis,
    /// The instant of the first full reading of the board after the loss. Until then single squares are handled as
    /// usual, because a sensor log may hold no full reading.
    pub(crate) read_ms: Option<Millis>,
    /// The number of plies that stay if another game began meanwhile: what hands did before the loss may have been the
    /// beginning of its set-up.
    pub(crate) kept: usize,
}

/// The time, in milliseconds, for which a full reading waits for a clock reading.
const CLOCK_MS: Millis = 1_500;
/// The greatest number of moves that may be tried for one lost link.
const NODES: u32 = 200_000;
/// Limits, tried in turn, on the number of moves in a line that do not bring their piece to the square where the
/// reading shows that piece.
const STEPS: [usize; 3] = [0, 2, 4];
/// The number of hypotheses, cheapest first, from which a search over a lost link starts.
const BASES_MAX: usize = 3;

impl Scribe {
    /// Notes that the link was lost for `gap_ms`. Whatever a board remembers of that time arrives before this event. If
    /// the board reported presses, the clock's times are not used to count further presses. Times that were read before
    /// the only game began are those of another game, or of another clock: they were set since.
    pub(crate) fn lost(&mut self, t: Millis, gap_ms: Millis) {
        let starts = self.score.plies.is_empty().then(|| self.score.start.turn());
        let since = t.saturating_sub(gap_ms);
        let remembered = self.presses.back().is_some_and(|note| note.t > since);
        let clock = self.score.clock.filter(|face| {
            let is_of_game = !self.terms.one_game || face.read_ms >= self.score.began_ms;
            face.read_ms <= since && !remembered && is_of_game
        });
        let kept = if self.is_tidy() {
            self.score.plies.len()
        } else {
            self.note_cleared();
            self.plies_before_clearing()
        };
        let read = self.seen.occupied();
        self.lost.get_or_insert(Lost {
            clock,
            starts,
            since_ms: since,
            read,
            back_ms: t,
            read_ms: None,
            kept,
        });
    }

    /// Returns whether the last ply was seen to be made, and no piece stands where the score has none.
    fn is_tidy(&self) -> bool {
        let board = self.score.standing().board();
        let is_seen = |ply: &Ply| !ply.estimated && !matches!(ply.played, Played::Irregular { .. });
        let stands = (self.seen.diff(board) & self.seen.occupied()).is_empty();
        stands && self.score.plies.last().is_none_or(is_seen)
    }

    /// Handles a full reading after the link was lost. The moves played meanwhile are looked for once the clock has
    /// been read too, or has not been read in time.
    pub(crate) fn read_again(&mut self, t: Millis) {
        let Some(lost) = self.lost else { return };
        if self.is_array_of_next() {
            self.begin_next(t);
        } else if self.terms.increment_ms > 0 && lost.clock.is_some() {
            self.timers.set(Timer::Lost, t + CLOCK_MS);
        } else {
            self.bridge(t, None);
        }
    }

    /// Looks for the moves played while the link was lost, using the clock's `reading` if there is one. Returns whether
    /// the presses that this reading shows are accounted for.
    pub(crate) fn bridge(&mut self, t: Millis, reading: Option<ClockReading>) -> bool {
        let Some(lost) = self.lost.filter(|lost| lost.read_ms.is_some()) else { return false };
        if self.begin_unseen(t) {
            return true;
        }
        self.lost = None;
        self.timers.clear(Timer::Lost);
        if !self.is_followed() || !self.ready || self.is_put_away() {
            self.changed(t);
            return false;
        }
        self.without_gesture(t, |scribe| scribe.bridge_reading(t, lost, reading))
    }

    /// Looks for the moves between the last reading before the loss and the present one.
    fn bridge_reading(&mut self, t: Millis, lost: Lost, reading: Option<ClockReading>) -> bool {
        // What a person has told since the loss is played already.
        let missed_presses = match (lost.clock, reading) {
            (Some(face), Some(now)) if self.told_ms < lost.since_ms => {
                let heard = self.presses.iter().filter(|note| note.t > face.read_ms).count();
                MissedPresses::between(face, heard, lost.starts, now, t, self.terms.increment_ms)
            }
            (Some(_) | None, Some(_) | None) => MissedPresses::Unknown,
        };
        // If the number of moves is not known, one or two moves that explain the whole reading are accepted.
        let counted = matches!(missed_presses, MissedPresses::Counted { .. });
        if !counted {
            self.weigh(t, Engine::see);
        }
        let best = &self.engine.hyps[self.engine.best(&self.evidence(t)).0];
        if !counted && best.matched_ms.is_some() && best.sensor_faults.is_empty() {
            self.rest(t, Occasion::Gap);
            self.still_from(t);
            return false;
        }
        let mut transpositions = Vec::new();
        // What the board remembers comes all at once when it is back, and is no sign of what was begun before.
        let before = Before { until: lost.since_ms + 1, read: lost.read };
        self.weigh(t, |engine, evidence| transpositions = engine.bridge(evidence, &missed_presses, before));
        self.remember_transpositions(transpositions);
        self.still_from(t);
        self.show(t, Occasion::Gap);
        counted
    }
}

impl Engine {
    fn bridge(
        &mut self,
        evidence: &Evidence,
        missed_presses: &MissedPresses,
        before: Before,
    ) -> Vec<Transposition> {
        let mut bases: Vec<Hypothesis> = self.hyps.clone();
        bases.sort_by_key(|hyp| evidence.total(hyp));
        let shorter = before_loss(evidence, &bases[0], before.until);
        bases.truncate(BASES_MAX);
        bases.extend(shorter);
        self.charge(evidence, costs::REST_MAX, false, None);
        for hyp in &mut self.hyps {
            let points = missed_presses.pressed(evidence.at(hyp).turn(), 0).1;
            hyp.charge(Assumed::LinkLost, points);
        }
        let mut search = Bridging {
            evidence,
            missed_presses,
            before,
            is_new: false,
            nodes: NODES,
            transpositions: Vec::new(),
        };
        let mut fresh: Vec<Hypothesis> =
            bases.iter().flat_map(|base| search.from(&base.to_go_on_with())).collect();
        fresh.sort_by_key(|hyp| evidence.total(hyp));
        for hyp in fresh {
            self.offer(evidence, hyp);
        }
        search.transpositions
    }
}

/// Returns the line without the plies that it has since the link was lost, if the reading tells of changes of which the
/// board remembered nothing: then what it did remember does not tell what came first.
fn before_loss(evidence: &Evidence, best: &Hypothesis, until: Millis) -> Option<Hypothesis> {
    let since = best.tail.iter().filter(|step| step.made_ms >= until).count();
    (since > 0 && evidence.has_undated(until, Bitboard::FULL)).then(|| {
        let mut before = best.to_go_on_with();
        before.tail.truncate(best.tail.len() - since);
        before.matched_ms = None;
        before
    })
}

/// Returns the lines that lead from the beginning of a score to exactly the present reading, and the transpositions among
/// them: groups of lines that end in the same position.
pub(crate) fn from_start(
    evidence: &Evidence,
    missed_presses: &MissedPresses,
) -> (Vec<Hypothesis>, Vec<Transposition>) {
    let base = Hypothesis::new(0);
    let mut search = Bridging {
        evidence,
        missed_presses,
        before: Before { until: evidence.t, read: Bitboard::FULL },
        is_new: true,
        nodes: NODES,
        transpositions: Vec::new(),
    };
    let mut lines = search.exact(&base);
    search.unseen(&base, &mut lines);
    (lines, search.transpositions)
}

/// What was there before the link was lost.
#[derive(Debug, Clone, Copy)]
struct Before {
    /// The instant until which the board reported what happened.
    until: Millis,
    /// The squares that read a piece then.
    read: Bitboard,
}

struct Bridging<'a> {
    evidence: &'a Evidence<'a>,
    missed_presses: &'a MissedPresses,
    before: Before,
    /// Set if the score has no plies: without a line from its beginning nothing tells how the game began.
    is_new: bool,
    nodes: u32,
    transpositions: Vec<Transposition>,
}

impl Bridging<'_> {
    fn from(&mut self, base: &Hypothesis) -> Vec<Hypothesis> {
        let mut lines = self.exact(base);
        if lines.is_empty() || matches!(self.missed_presses, MissedPresses::Unknown) {
            let known = |line: &Hypothesis| lines.iter().any(|exact| exact.same_line(line));
            let near: Vec<Hypothesis> =
                rest::by_moves(self.evidence, base, Occasion::Gap, (Bitboard::EMPTY, Bitboard::EMPTY))
                    .into_iter()
                    .filter(|line| !known(line))
                    .collect();
            lines.extend(near);
        }
        lines.push(rest::in_place(self.evidence, base));
        self.unseen(base, &mut lines);
        lines
    }

    /// Marks the plies that `lines` add to `base` as estimated. Notes which of them were followed by a press, and
    /// charges each line if its number of plies does not fit the number of presses.
    fn unseen(&self, base: &Hypothesis, lines: &mut [Hypothesis]) {
        let turn = self.evidence.at(base).turn();
        for line in lines {
            let (pressed, cost) = self.missed_presses.pressed(turn, line.tail.len() - base.tail.len());
            line.charge(Assumed::LinkLost, cost);
            for (index, step) in line.tail.iter_mut().skip(base.tail.len()).enumerate() {
                let step = Arc::make_mut(step);
                step.estimated = true;
                step.pressed_ms = (index < pressed).then_some(self.evidence.t);
            }
        }
    }

    /// Finds the lines that explain the whole reading, and returns one hypothesis for each position in which they end.
    fn exact(&mut self, base: &Hypothesis) -> Vec<Hypothesis> {
        let standing = self.evidence.at(base);
        // A piece that was lifted and put back was adjusted, or put up for the game.
        let begun = self.evidence.begun(base, self.before.until) & !self.before.read;
        let first = |hyp: &Hypothesis| hyp.tail[base.tail.len()].squares(standing);
        let mut found: Vec<Hypothesis> = Vec::new();
        let mut lines: Vec<Vec<Vec<Played>>> = Vec::new();
        for moves in self.moves(base) {
            let mut longer = self.evidence.with_moves(base, &moves);
            let promotions = self.evidence.underpromotion_cost(base, &longer);
            longer.charge(Assumed::Underpromotion, promotions);
            if !(begun & !first(&longer)).is_empty() {
                longer.charge(Assumed::LinkLost, costs::BEGUN);
            }
            longer.charge(Assumed::LinkLost, again(&moves));
            longer.matched_ms = self.evidence.diff(&longer).is_empty().then_some(self.evidence.t);
            let line: Vec<Played> = longer.tail[base.tail.len()..].iter().map(|step| step.played).collect();
            let ends_alike =
                |known: &Hypothesis| self.evidence.at(known).is_same_place(self.evidence.at(&longer));
            match found.iter().position(ends_alike) {
                None => {
                    found.push(longer);
                    lines.push(vec![line]);
                }
                Some(index) if longer.cost() < found[index].cost() => {
                    found[index] = longer;
                    lines[index] = vec![line];
                }
                Some(index) if longer.cost() == found[index].cost() => lines[index].push(line),
                Some(_) => {}
            }
        }
        let from = base.keep + base.tail.len();
        self.transpositions.extend(lines.into_iter().filter_map(|lines| Transposition::of(from, lines)));
        found
    }

    /// Returns the lines of as many legal moves as there were presses, or of one more. Lines in which each move brings
    /// a piece to its square in the reading are tried first.
    fn moves(&mut self, base: &Hypothesis) -> Vec<Vec<Move>> {
        let evidence = self.evidence;
        let standing = evidence.at(base);
        let Some(position) = standing.position() else { return Vec::new() };
        let lengths = self.missed_presses.lengths(standing.turn());
        let mut of = |(plies, next): (usize, Next), way: Way| {
            paths(position, self.evidence.seen, plies, next, way, &mut self.nodes)
        };
        let ways = || STEPS.into_iter().map(Way::Steps);
        let (pressed, unpressed): (Vec<_>, Vec<_>) =
            lengths.into_iter().partition(|(_, next)| *next != Next::NotBegun);
        match self.missed_presses {
            MissedPresses::Counted { .. } => {
                let mut first = |tried: Vec<(Vec<(usize, Next)>, Way)>| -> Vec<Vec<Move>> {
                    let found = |(lengths, way): (Vec<(usize, Next)>, Way)| -> Vec<Vec<Move>> {
                        lengths.into_iter().flat_map(|length| of(length, way)).collect()
                    };
                    tried.into_iter().map(found).find(|lines| !lines.is_empty()).unwrap_or_default()
                };
                let mut lines = first(ways().map(|way| (pressed.clone(), way)).collect());
                let is_exact =
                    |moves: &Vec<Move>| evidence.diff(&evidence.with_moves(base, moves)).is_empty();
                if !lines.iter().any(is_exact) {
                    // Likelier than a move that was under way is a piece that went and came back.
                    let done = pressed.iter().map(|&(plies, _)| (plies, Next::NotBegun)).collect();
                    lines.extend(first(vec![(done, Way::Trips(1))]));
                }
                lines.extend(first(ways().map(|way| (unpressed.clone(), way)).collect()));
                if !lines.iter().any(is_exact) {
                    lines.extend(first(vec![(unpressed.clone(), Way::Trips(1))]));
                }
                if lines.is_empty() {
                    lines = first([pressed, unpressed].map(|lengths| (lengths, Way::Wandering)).into());
                }
                lines
            }
            // Whose turn it is, the next move tells: the shortest lines are found for either side.
            MissedPresses::Turn(_) | MissedPresses::Unknown => {
                let mut lengths = [pressed, unpressed].concat();
                lengths.sort_by_key(|&(plies, _)| plies);
                let [mut even, mut odd] = [Vec::new(), Vec::new()];
                let mut look = |lengths: &[(usize, Next)], ways: &[Way]| {
                    for (&length, &way) in
                        lengths.iter().flat_map(|length| ways.iter().map(move |way| (length, way)))
                    {
                        let lines = if length.0.is_multiple_of(2) { &mut even } else { &mut odd };
                        if lines.is_empty() {
                            *lines = of(length, way);
                        }
                    }
                    even.is_empty() && odd.is_empty()
                };
                let is_unknown = look(&lengths, &STEPS.map(Way::Steps));
                if self.is_new && look(&lengths, &[Way::Trips(1)]) && is_unknown {
                    lengths.iter_mut().for_each(|(_, next)| *next = Next::UnderWay);
                    look(&lengths, &[Way::Steps(0)]);
                }
                odd.extend(even);
                odd
            }
        }
    }
}

/// Returns the cost of the pieces that move twice in these moves.
fn again(moves: &[Move]) -> u32 {
    let later = |index: usize| {
        moves[index + 1..].iter().any(|mv| mv.from() == Some(moves[index].to()) && !mv.is_capture())
    };
    let count = (0..moves.len()).filter(|&index| later(index)).count();
    costs::AGAIN * u32::try_from(count).unwrap_or(0)
}
