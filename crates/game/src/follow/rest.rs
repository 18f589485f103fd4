//! The evidence of a board at rest. At a press, or when nothing has moved for a while, lines that leave squares
//! unexplained are considered too, and each line is charged for contradicting the reading.

use crate::{
    Assumed, Played,
    follow::seen::Seen,
    lines::{
        costs,
        engine::{Engine, grown_by_one},
        evidence::{Evidence, became, landed_late::landed_late, slipped},
        hypothesis::{Hypothesis, Step, irregular},
        search,
        sensor_faults::{is_waiting_pawn, priced},
        witness::STOOD_MS,
    },
};
use board::Millis;
use shakmaty::{Bitboard, Color, Move, Position, Square};
use std::sync::Arc;

/// An occasion on which lines are judged, and the score is brought up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Occasion {
    /// The board was still for a moment.
    Still,
    /// The player to move touched a piece of their own.
    Touched,
    /// A press by this side.
    Press(Color),
    /// The board was quiet for long enough to make a move final.
    Quiet,
    /// The board was quiet for long enough to make an illegal move a fact.
    LongQuiet,
    /// The link was lost and is back.
    Gap,
}

/// The greatest number of moves that one search at a rest may try. Such a search takes less than 3 ms on a small
/// computer.
const NODES_REST: u32 = 4_000;
/// The greatest number of moves that one search over a lost link may try.
const NODES_GAP: u32 = 60_000;
/// The greatest number of plies of the lines looked for: at a rest (`PLIES_REST`) and over a lost link (`PLIES_GAP`).
const PLIES_REST: usize = 3;
const PLIES_GAP: usize = 6;
/// The greatest number of lines that one search finds: a queen that landed on a dead square may stand on any of 27. Over
/// a lost link there are fewer.
const FOUND_MAX: usize = 28;
const FOUND_MAX_GAP: usize = 8;
/// The time, in milliseconds, for which a reading that was still for a moment stays if a piece was put down in it. One that goes
/// on sooner is on its way.
const PUT_DOWN_MS: Millis = 350;
/// The least number of hypotheses, cheapest first, from which lines are pieced together at a rest.
const BASES_MAX: usize = 3;

impl Engine {
    /// Judges the lines. On a board at rest, other lines are pieced together if the best one does not agree with the reading. Then
    /// every line is charged for what it contradicts.
    pub(crate) fn judge(&mut self, evidence: &Evidence, occasion: Occasion) {
        match occasion {
            Occasion::Still => self.glance(evidence),
            Occasion::Touched => {}
            Occasion::Press(_) | Occasion::Quiet | Occasion::LongQuiet | Occasion::Gap => {
                self.rest(evidence, occasion);
            }
        }
    }

    fn rest(&mut self, evidence: &Evidence, occasion: Occasion) {
        let best = &self.hyps[self.best(evidence).0];
        let by = if let Occasion::Press(by) = occasion { Some(by) } else { None };
        let moved = by.is_none_or(|by| evidence.at(best).turn() != by);
        let agrees = best.matched_ms.is_some() && best.sensor_faults.cost() < costs::FAULT_GHOST;
        // A piece that is read nowhere may have moved: nothing else tells of that than the press.
        let is_told = moved || evidence.unread(best).is_empty();
        let explained = agrees && is_told || moved && evidence.stands(best) && best.sensor_faults.is_empty();
        let mut fresh = by.map_or_else(Vec::new, |by| castled_in_place(evidence, best, by));
        if !explained {
            let bases = self.bases(evidence);
            let others: Vec<Hypothesis> =
                bases.iter().take(BASES_MAX).flat_map(|base| became::as_another(evidence, base)).collect();
            for base in bases.into_iter().chain(&others) {
                fresh.extend(self.pieced_together(evidence, base, occasion));
            }
        }
        let most = match occasion {
            Occasion::Press(_) | Occasion::Gap => costs::REST_MAX,
            Occasion::Quiet if self.clock => costs::HOVER_MAX,
            Occasion::Quiet => costs::REST_MAX,
            Occasion::LongQuiet | Occasion::Still | Occasion::Touched => 0,
        };
        self.charge(evidence, most, false, by);
        for mut hyp in fresh {
            // A captured piece that hovers is paid for once: as a fault, and not as a contradiction as well.
            if !may_hover(evidence, &hyp, occasion) {
                hyp.contradict(set_aside_now(evidence, &hyp, most, by));
            }
            // When a ply was made is known best from when it was seen.
            if let Some(known) = self.hyps.iter().find(|known| known.same_line(&hyp)) {
                hyp.take_times_of(known);
            }
            self.offer(evidence, hyp);
        }
    }

    /// Returns the cheapest lines, from which others are pieced together. Lines that differ in which square is dead, or on a board
    /// of squares in what was captured or promoted, stay alike: of these come all that cost no more than the third of the prices
    /// that occur. The score as it is shown comes too: those with its last piece on one unread square or another may all be cheaper.
    fn bases(&self, evidence: &Evidence) -> Vec<&Hypothesis> {
        let mut bases: Vec<(u32, &Hypothesis)> =
            self.hyps.iter().map(|hyp| (evidence.total(hyp), hyp)).collect();
        bases.sort_by_key(|(total, _)| *total);
        let mut prices: Vec<u32> = bases.iter().map(|(total, _)| *total).collect();
        prices.dedup();
        let most = prices.get(BASES_MAX - 1).or(prices.last()).copied().unwrap_or(0);
        let others = bases.split_off(BASES_MAX.min(bases.len()));
        let is_alike = |&(total, hyp): &(u32, &Hypothesis)| {
            total <= most && (evidence.seen.is_occupancy() || evidence.long_dead(hyp).any())
        };
        bases.extend(others.into_iter().filter(|base| is_alike(base) || evidence.is_shown(base.1)));
        bases.into_iter().map(|(_, hyp)| hyp).collect()
    }

    /// Adds a small cost to lines that contradict a board that was still for a moment. A line whose position was seen
    /// only in passing thus becomes less likely. What no line explains is kept until the press that completes its move.
    fn glance(&mut self, evidence: &Evidence) {
        self.note_rested(evidence);
        let best = self.best(evidence).0;
        if evidence.has_rested_on(&self.hyps[best]) {
            // The best line agrees with the board, and stays the best.
            self.charge(evidence, costs::GLANCE_MAX, true, None);
        }
        self.note_stood(evidence, best);
    }

    /// Adds to the cost of every line, by at most `most` points, for each contradiction with the reading. Squares that
    /// a line sets aside count too if another line agrees with the reading without setting any square aside, but for those that
    /// are silent or read a piece too many for as long as they do: these were paid for once. A board
    /// that was still only for a moment (`passing`) says little about a piece in a hand. What was touched for a reply after the
    /// press by `by` says nothing of what stood at the press.
    pub(crate) fn charge(&mut self, evidence: &Evidence, most: u32, passing: bool, by: Option<Color>) {
        let clean = self.hyps.iter().any(|hyp| hyp.matched_ms.is_some() && hyp.sensor_faults.is_empty());
        for hyp in &mut self.hyps {
            let diff =
                if clean { evidence.whole_diff(hyp) & !evidence.lasting(hyp) } else { evidence.diff(hyp) };
            let diff = by.map_or(diff, |by| diff & !evidence.replied_on(hyp, by));
            hyp.contradict(contradiction(evidence, hyp, diff, most, passing));
        }
    }

    fn pieced_together(&self, evidence: &Evidence, base: &Hypothesis, occasion: Occasion) -> Vec<Hypothesis> {
        // The squares that the base sets aside are considered again, because the longer line may explain them.
        let (faulty, base) = (base, &base.to_go_on_with());
        // Whoever pressed and has moved no piece that is read has moved one that is not.
        let is_pressed = occasion == Occasion::Press(evidence.at(base).turn());
        let broken = if is_pressed { evidence.unread_before(faulty) } else { Bitboard::EMPTY };
        let unread = (evidence.dead(faulty), broken);
        let mut fresh = by_moves(evidence, base, occasion, unread);
        if occasion != Occasion::Quiet {
            fresh.push(in_place(evidence, base));
        }
        let completed = match occasion {
            Occasion::Press(by) => by == evidence.at(base).turn(),
            Occasion::LongQuiet => true,
            Occasion::Quiet | Occasion::Gap | Occasion::Still | Occasion::Touched => false,
        };
        if completed {
            let seen = by_irregular(evidence, base, occasion);
            if seen.is_none() {
                fresh.extend(self.answered_since(evidence, base, occasion));
            }
            fresh.extend(seen);
        }
        // What stood for a moment was on its way if it is gone again, and is read nowhere.
        let is_gone = |hyp: &Hypothesis, played: &Played| {
            let (diff, to) = (evidence.whole_diff(hyp), played.squares().1);
            let left = to.and_then(|to| evidence.touches.last(to)).unwrap_or(0);
            let is_brief = left < evidence.last_made_ms(hyp) + STOOD_MS;
            let is_last = hyp.tail.len() == base.tail.len() + 1;
            is_last
                && is_brief
                && (diff & Bitboard::from_iter(to)).any()
                && (diff & evidence.seen.occupied()).is_empty()
        };
        let stands = |hyp: &Hypothesis| base.rested_in(hyp).filter(|played| !is_gone(hyp, played));
        let rested: Vec<_> = self.hyps.iter().filter_map(stands).collect();
        // What is missing was seen elsewhere if something stood where the line has nothing.
        let board = evidence.at(base).board();
        let has_come = |seen: &Seen| (seen.diff(board) & seen.occupied()).any();
        let is_long = |at| evidence.touches.between(at, at + PUT_DOWN_MS).is_empty();
        let stood_elsewhere =
            self.stood_since(evidence.last_made_ms(base)).any(|(at, seen)| has_come(seen) && is_long(at));
        let touched = evidence.touched(base);
        for hyp in &mut fresh {
            let next = hyp.tail.get(base.tail.len()).map(|step| step.played);
            if !rested.is_empty() && next.is_some_and(|played| !rested.contains(&played)) {
                hyp.charge(Assumed::NotAsItStood, costs::CONTRADICTS_REST);
            }
            hyp.sensor_faults.note_handled(touched);
            if stood_elsewhere {
                hyp.sensor_faults.note_displaced();
            }
            evidence.leave_sensor_faults(faulty, hyp);
        }
        if completed || occasion == Occasion::Quiet {
            let is_completed = matches!(occasion, Occasion::Press(_)) || !evidence.clock;
            fresh.extend(slipped::put_right(evidence, base, is_completed));
            fresh.extend(landed_late(evidence, base));
        }
        fresh
    }

    /// Finds an irregular ply whose position was on the board, unmoving, before the press, and to which the opponent is
    /// already replying, or has replied.
    fn answered_since(&self, evidence: &Evidence, base: &Hypothesis, occasion: Occasion) -> Vec<Hypothesis> {
        let answered = |(t, seen)| {
            let line = by_irregular(&Evidence { t, seen, ..*evidence }, base, occasion)?;
            let line = Hypothesis { matched_ms: None, ..line.without_sensor_faults() };
            let answers = grown_by_one(evidence, &line);
            let is_answered = evidence.is_being_answered(&line) || !answers.is_empty();
            is_answered.then(|| answers.into_iter().chain([line]).collect())
        };
        self.stood_since(evidence.last_made_ms(base)).find_map(answered).unwrap_or_default()
    }
}

/// Returns what a line is charged, at most `most` points, for contradicting the reading of a board at rest on the squares `diff`.
fn contradiction(evidence: &Evidence, hyp: &Hypothesis, diff: Bitboard, most: u32, passing: bool) -> u32 {
    let is_held = || diff.any() && (diff & evidence.seen.occupied()).is_empty();
    let stands = evidence.stands(hyp) && !diff.is_empty();
    match (stands, evidence.seen.is_occupancy()) {
        (true, false) if passing => 0,
        (true, true) if !passing => costs::HELD,
        // Whoever holds a piece of the other side holds one no less.
        (false, true) if !passing && is_held() => evidence.mismatch_on(hyp, diff).min(most).max(costs::HELD),
        _ => evidence.mismatch_on(hyp, diff).min(most),
    }
}

/// Returns what a line that was just pieced together is charged for the squares that it sets aside. It contradicts the reading
/// there no less than a line that is known already and does not explain these squares.
fn set_aside_now(evidence: &Evidence, hyp: &Hypothesis, most: u32, by: Option<Color>) -> u32 {
    let squares = hyp.sensor_faults.priced_squares() & evidence.whole_diff(hyp) & !evidence.long_dead(hyp);
    let replied = by.map_or(Bitboard::EMPTY, |by| evidence.replied_on(hyp, by));
    contradiction(evidence, hyp, squares & !replied, most, false)
}

/// Returns whether a line only sets aside squares over which the side that presses may hold a piece that it captured.
fn may_hover(evidence: &Evidence, hyp: &Hypothesis, occasion: Occasion) -> bool {
    let Occasion::Press(by) = occasion else { return false };
    let is_captured = |square| evidence.seen.piece_at(square).is_none_or(|piece| piece.color != by);
    hyp.sensor_faults.are_ghosts() && hyp.sensor_faults.squares().into_iter().all(is_captured)
}

/// Finds castling in which king and rook exchange their squares, which is possible in Chess960. On a board that senses
/// occupancy only, the only sign of such castling is that both pieces were lifted. The press shows that they were not
/// merely adjusted.
fn castled_in_place(evidence: &Evidence, base: &Hypothesis, by: Color) -> Vec<Hypothesis> {
    let standing = evidence.at(base);
    let agrees = base.matched_ms.is_some() && base.sensor_faults.is_empty();
    if !evidence.seen.is_occupancy() || !agrees || standing.turn() != by {
        return Vec::new();
    }
    let Some(position) = standing.position() else { return Vec::new() };
    let touched = evidence.touched(base);
    let leaves_squares = |mv: &Move| {
        let changed = search::changed(standing.board(), *mv, by);
        let occupied = search::board_after(standing.board(), *mv, by).occupied();
        occupied == standing.board().occupied() && (changed & !touched).is_empty()
    };
    let castling = position.legal_moves().into_iter().filter(|mv| mv.is_castle() && leaves_squares(mv));
    castling
        .map(|mv| {
            let mut longer = base.extended(evidence.step(base, mv));
            longer.charge(Assumed::PiecedTogether, costs::PLY);
            longer
        })
        .collect()
}

/// Finds the lines of legal moves that go on from `base` and leave few squares unexplained. A change of a `dead` square costs
/// nothing: none could be seen.
pub(crate) fn by_moves(
    evidence: &Evidence,
    base: &Hypothesis,
    occasion: Occasion,
    (dead, broken): (Bitboard, Bitboard),
) -> Vec<Hypothesis> {
    let Some(position) = evidence.at(base).position() else { return Vec::new() };
    let is_gap = occasion == Occasion::Gap;
    let (plies, nodes) = if is_gap { (PLIES_GAP, NODES_GAP) } else { (PLIES_REST, NODES_REST) };
    // Nothing could be seen while the link was lost, so a line is not charged for unseen squares.
    let touched = if is_gap { Bitboard::FULL } else { evidence.touched(base) };
    // Pieces displaced on the opponent's time are not half of a move: the press gives the turn back to the opponent.
    let given_back = matches!(occasion, Occasion::Press(_))
        && broken.is_empty()
        && evidence.stood_at_last_press(base, evidence.diff(base));
    let most = if is_gap { FOUND_MAX_GAP } else { FOUND_MAX };
    let faulty = base.sensor_faults.squares();
    search::explanations(position, evidence.seen, faulty, touched, (dead, broken), (plies, nodes))
        .filter(|found| !evidence.slides_on(base, &found.moves))
        .take(most)
        .map(|found| {
            let mut longer = evidence.with_moves(base, &found.moves);
            longer.charge(Assumed::PiecedTogether, found.line_cost);
            longer.charge(Assumed::Unreported, found.unseen_cost);
            longer.note_unseen(evidence.at(base), touched | dead);
            longer.charge(Assumed::Underpromotion, evidence.underpromotion_cost(base, &longer));
            if !is_gap {
                longer.charge(Assumed::OutOfOrder, evidence.order_cost(base, &longer));
                longer.charge(Assumed::SensorsWrongBefore, evidence.unread_cost(base, &longer));
            }
            if given_back && !found.sensor_faults.is_empty() {
                longer.charge(Assumed::IdlePress, costs::IDLE_PRESS);
            }
            longer.sensor_faults.add(found.sensor_faults);
            longer.matched_ms = Some(evidence.t);
            if is_gap {
                longer
                    .tail
                    .iter_mut()
                    .skip(base.tail.len())
                    .for_each(|step| Arc::make_mut(step).estimated = true);
            }
            longer
        })
        .collect()
}

/// Returns `base` without a further move. Pieces on squares that differ from the reading are assumed to be displaced, or left
/// standing by its last move.
pub(crate) fn in_place(evidence: &Evidence, base: &Hypothesis) -> Hypothesis {
    let standing = evidence.at(base);
    let (diff, board) = (evidence.diff(base), standing.board());
    let before =
        base.tail.iter().nth_back(1).map_or_else(|| evidence.score.after(base.keep), |step| &step.after);
    let mut same = base.clone();
    same.sensor_faults.add(priced(before.board(), board, evidence.seen, diff, standing.turn()));
    same.matched_ms = Some(evidence.t);
    same
}

/// Returns `base` with one irregular ply that explains the reading, if there is one. Squares that had changed before
/// the opponent's last press were changed on the opponent's time. A press after such a change only gives the turn back,
/// and completes no move, whoever displaced the pieces (7.4.1 of the FIDE Laws).
fn by_irregular(evidence: &Evidence, base: &Hypothesis, occasion: Occasion) -> Option<Hypothesis> {
    let standing = evidence.at(base);
    // A pawn that waits on the last rank to be exchanged for a queen belongs to an earlier ply, not to this change.
    let diff: Bitboard = evidence
        .diff(base)
        .into_iter()
        .filter(|&square| {
            let expected = standing.board().piece_at(square);
            !expected.is_some_and(|piece| is_waiting_pawn(evidence.seen, square, piece))
        })
        .collect();
    let (played, after) = irregular(standing, evidence.seen, diff)?;
    let is_waiting = |square: &Square| {
        after.board().piece_at(*square).is_some_and(|piece| is_waiting_pawn(evidence.seen, *square, piece))
    };
    let waiting: Bitboard = evidence.seen.diff(after.board()).into_iter().filter(is_waiting).collect();
    // A pawn on its last rank may wait for its queen until somebody presses. A placement that a legal move would leave
    // is no offence either, nor are pieces that go home after the game.
    let excusable = if waiting.any() {
        !matches!(occasion, Occasion::Press(_))
    } else {
        standing.has_move_to(after.board()) || evidence.is_put_up(&after, played.squares().1)
    };
    if excusable {
        return None;
    }
    let t = evidence.t;
    let mut step = Step::new(played, after, t, t);
    if evidence.stood_at_last_press(base, step.squares(standing)) {
        return None;
    }
    (step.touched_ms, step.made_ms) =
        evidence.touches.span(step.squares(standing), evidence.last_made_ms(base), t);
    let mut longer = base.extended(step);
    let pressed = matches!(occasion, Occasion::Press(_)) || !evidence.clock;
    longer.charge(Assumed::Irregular, costs::IRREGULAR + if pressed { 0 } else { costs::UNPRESSED });
    if evidence.is_rather_capture(base, played) {
        longer.charge(Assumed::Contradicted, costs::RATHER_CAPTURE);
    }
    evidence.charge_unseen(base, &mut longer);
    let diff = evidence.whole_diff(&longer);
    // A pawn that waits since an earlier ply has its price here too.
    let earlier = diff & waiting & !longer.tail.last().map_or(Bitboard::EMPTY, |last| last.squares(standing));
    let (before, after) = (standing.board(), evidence.at(&longer).board());
    longer.sensor_faults.add(priced(before, after, evidence.seen, earlier, !standing.turn()));
    longer.sensor_faults.add_free(diff);
    if evidence.waiting_pawn(&longer) {
        longer.sensor_faults.accept(Bitboard::from_iter(played.squares().1));
    }
    longer.matched_ms = Some(t);
    Some(longer)
}
