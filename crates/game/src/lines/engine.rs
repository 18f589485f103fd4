//! The live hypotheses: every explanation of the evidence since the trunk that does not yet cost too much. A line is a
//! sequence of plies; the trunk is the beginning of the score on which all hypotheses agree.
//!
//! ```text
//!   score:  e4 e5 Nf3 │ Nc6 Bb5        │ = the end of the trunk
//!   hypotheses:       ├ Nc6 Bb5        cost 0, the board agrees
//!                     ├ Nc6            cost 3, a bishop is missing, one stands on b5
//!                     └ Nc6 Be2        cost 9, a slide that went on
//! ```
//! A hypothesis grows when the reading becomes exactly what one or two more legal moves would leave (`see`). At a
//! *rest* (a press, or a quiet board) a hypothesis also grows by lines that leave squares unexplained, and by one
//! irregular ply (`rest.rs`). A line is charged for each contradiction with the reading at a rest.
//!
//! Limits: [`costs::HYPOTHESES_MAX`] lines of [`costs::TAIL_MAX`] plies, more of both if the board senses occupancy
//! only. Beyond these limits the most expensive line is dropped, and the oldest ply of the best line becomes part of
//! the trunk.

use crate::{
    Assumed, Score,
    follow::seen::Seen,
    lines::{
        costs,
        costs::bill::Bill,
        evidence::{
            Evidence,
            landed_unread::{castled_unread, landed_unread},
        },
        hypothesis::{Hypothesis, Step},
        search,
    },
};
use board::Millis;
use shakmaty::{Bitboard, Square};
use std::{cmp::Ordering, sync::Arc};

/// The live hypotheses over one score.
#[derive(Debug, Clone)]
pub(crate) struct Engine {
    pub(crate) hyps: Vec<Hypothesis>,
    /// The number of plies of the score that are beyond doubt.
    pub(crate) trunk: usize,
    /// Set if presses of the clock are to be expected.
    pub(crate) clock: bool,
    /// The board's scan period in milliseconds.
    pub(crate) scan_ms: u32,
    /// Readings that were still for a moment and agreed with no line, oldest first.
    stood: Vec<(Millis, Seen)>,
}

/// The greatest number of readings in `stood`. Later readings are not kept.
const STOOD_MAX: usize = 4;
/// The greatest number of plies that one take-back may undo.
pub(crate) const TAKEBACK_MAX: usize = 12;

/// The time after a press, in milliseconds, during which the piece may still be put elsewhere (6.2.4 of the FIDE Laws).
pub(crate) const PRESS_OPEN_MS: Millis = 1_500;

impl Engine {
    pub(crate) fn new(clock: bool, scan_ms: u32) -> Engine {
        Engine { hyps: vec![Hypothesis::new(0)], trunk: 0, clock, scan_ms, stood: Vec::new() }
    }

    /// Replaces all lines by a single line that keeps `plies` plies of the score. Used after a command and at a new
    /// game.
    pub(crate) fn settle_on(&mut self, plies: usize) {
        self.trunk = plies;
        self.hyps = vec![Hypothesis::new(plies)];
    }

    /// Keeps a reading that was still for a moment, unless the best line explains it without a fault that only hands make.
    pub(crate) fn note_stood(&mut self, evidence: &Evidence, best: usize) {
        let best = &self.hyps[best];
        if best.matched_ms.is_some() && best.sensor_faults.cost() < costs::FAULT_GHOST {
            self.stood.clear();
        } else if self.stood.len() < STOOD_MAX {
            self.stood.push((evidence.t, evidence.seen.clone()));
        }
    }

    /// Returns the readings kept since `since` that were still for a moment and agreed with no line, oldest first.
    pub(crate) fn stood_since(&self, since: Millis) -> impl Iterator<Item = (Millis, &Seen)> {
        self.stood.iter().filter(move |(at, _)| *at > since).map(|(at, seen)| (*at, seen))
    }

    /// Returns the index of the cheapest hypothesis, and its cost. Of equally cheap hypotheses the oldest wins.
    pub(crate) fn best(&self, evidence: &Evidence) -> (usize, u32) {
        cheapest(self.hyps.iter().map(|hyp| evidence.total(hyp)))
    }

    /// Returns the total cost of each hypothesis.
    pub(crate) fn totals(&self, evidence: &Evidence) -> Vec<u32> {
        self.hyps.iter().map(|hyp| evidence.total(hyp)).collect()
    }

    /// Marks the lines with which the changed reading agrees, and returns whether there are any.
    pub(crate) fn look(&mut self, evidence: &Evidence) -> bool {
        let (mut matched, mut hovered) = (false, false);
        for hyp in &mut self.hyps {
            let whole = evidence.whole_diff(hyp);
            hyp.drop_sensor_faults(whole);
            if (whole & !hyp.sensor_faults.squares()).is_empty() {
                if hyp.matched_ms.is_none() && evidence.is_legal_after_all(hyp) {
                    hyp.charge(Assumed::RuledOut, costs::DROP_MARGIN);
                }
                if hyp.matched_ms.is_none() && evidence.takes_back_score(hyp) {
                    hyp.taken_back_ms = Some(evidence.t);
                }
                hyp.matched_ms.get_or_insert(evidence.t);
                hovered |= evidence.has_hovered(hyp);
                matched = true;
            } else {
                hyp.matched_ms = None;
            }
        }
        self.end_charges(hovered);
        matched
    }

    /// Grows every hypothesis that one or two legal moves bring into agreement with the changed reading.
    pub(crate) fn see(&mut self, evidence: &Evidence) {
        let best = self.best(evidence).1;
        let matched = self.look(evidence);
        let mut fresh = Vec::new();
        let bases = || self.hyps.iter().filter(|hyp| !evidence.is_known_to_teller(hyp));
        for hyp in bases().filter(|hyp| hyp.matched_ms.is_none()) {
            if evidence.total(hyp) <= best + costs::DROP_MARGIN {
                fresh.extend(castled_unread(evidence, hyp));
                fresh.extend(grown_by_one(evidence, hyp));
                fresh.extend(landed_unread(evidence, hyp));
            }
        }
        let explained = fresh.iter().any(|hyp| evidence.total(hyp) < best);
        // What a full reading tells may have happened before what was reported earlier and explained otherwise.
        let is_told_late = evidence.has_undated(evidence.t.saturating_sub(1), Bitboard::FULL);
        if is_told_late {
            let grown = |hyp: &Hypothesis| grown_by_two(evidence, &hyp.without_sensor_faults());
            fresh.extend(bases().flat_map(grown));
        } else if !explained && !matched {
            fresh.extend(bases().flat_map(|hyp| grown_by_two(evidence, hyp)));
        }
        if !matched || self.is_matched_dearly() {
            fresh.extend(bases().filter_map(|hyp| taken_back(evidence, hyp)));
        }
        for hyp in fresh {
            self.offer(evidence, hyp);
        }
    }

    /// Adds a line, or takes it for the same line that is known already if it costs less than that one. Where both agree
    /// with the reading and cost as much, the one stays of which more is for sensor faults: these may heal.
    pub(crate) fn offer(&mut self, evidence: &Evidence, hyp: Hypothesis) {
        let may_heal = |known: &Hypothesis| {
            known.matched_ms.is_some() && hyp.sensor_faults.cost() > known.sensor_faults.cost()
        };
        match self.hyps.iter_mut().find(|known| known.same_line(&hyp)) {
            Some(known) => match evidence.total(&hyp).cmp(&evidence.total(known)) {
                Ordering::Less => *known = hyp,
                Ordering::Equal if may_heal(known) => *known = hyp,
                Ordering::Equal | Ordering::Greater => {}
            },
            None => self.add(evidence, hyp),
        }
    }

    /// Returns whether a take-back would cost less than every line with which the reading agrees.
    fn is_matched_dearly(&self) -> bool {
        let least = self.hyps.iter().map(Hypothesis::cost).min().unwrap_or(0);
        let mut matched = self.hyps.iter().filter(|hyp| hyp.matched_ms.is_some());
        matched.all(|hyp| hyp.cost() > least + costs::TAKEBACK)
    }

    /// Adds a hypothesis. If there is no room, the most expensive hypothesis is dropped, which may be the new one.
    pub(crate) fn add(&mut self, evidence: &Evidence, hyp: Hypothesis) {
        let has_dead = |known: &Hypothesis| known.sensor_faults.dead().any();
        let most = evidence.hypotheses_max(hyp.tail.len(), has_dead(&hyp) || self.hyps.iter().any(has_dead));
        while self.hyps.len() >= most {
            let totals = self.hyps.iter().map(|known| evidence.total(known)).enumerate();
            match totals.max_by_key(|&(_, total)| total) {
                Some((index, dearest)) if dearest > evidence.total(&hyp) => self.hyps.remove(index),
                Some(_) | None => return,
            };
        }
        self.hyps.push(hyp);
    }

    /// Judges the lines anew by the change of a square that is seen now.
    pub(crate) fn note_change(&mut self, evidence: &Evidence, square: Square) {
        self.reopen_fault(evidence, square);
        self.note_seen_late(evidence, square);
    }

    /// Counts a square as evidence again after it changed, in every line that had set it aside.
    fn reopen_fault(&mut self, evidence: &Evidence, square: Square) {
        for hyp in self.hyps.iter_mut().filter(|hyp| hyp.sensor_faults.squares().contains(square)) {
            let healed = !evidence.whole_diff(hyp).contains(square);
            let is_not_dead = !healed && evidence.reads_where_dead(hyp, square);
            let points = hyp.sensor_faults.reopen(square, healed && !evidence.may_pass_through(hyp, square));
            hyp.charge(Assumed::SensorsWrongBefore, points + if is_not_dead { costs::NOT_DEAD } else { 0 });
        }
    }

    /// Marks the lines that agreed with the board while it was still for a moment, whether or not the next piece was in
    /// a hand.
    pub(crate) fn note_rested(&mut self, evidence: &Evidence) {
        for hyp in self.hyps.iter_mut().filter(|hyp| evidence.has_rested_on(hyp)) {
            hyp.rest();
        }
    }

    /// Drops the lines that cost too much, and moves into the trunk the plies on which the remaining lines agree.
    /// `totals` are the total costs of the lines, before and after.
    pub(crate) fn prune(&mut self, evidence: &Evidence, totals: &mut Vec<u32>) {
        self.keep_open(evidence, totals);
        let (best, cheapest) = cheapest(totals.iter().copied());
        let first = self.hyps[best].tail.first().map(|step| step.played);
        let (keep, plies) = (self.hyps[best].keep, self.hyps[best].tail.len());
        let (deep, full) = (plies > costs::TAIL_MAX, plies > evidence.tail_max());
        // What cannot be told from the best line is followed on, with whatever begins as it does.
        let is_open = |hyp: &Hypothesis| {
            let begins = |other: &Hypothesis| {
                let (one, other) = (hyp.tail.first(), other.tail.first());
                one.zip(other).is_some_and(|(one, other)| one.played.is_same(&other.played))
            };
            // A dead square is paid for when a piece goes on from it, and only the next press shows that it did.
            let dead = if hyp.sensor_faults.dead().any() { costs::FAULT_MISSING } else { 0 };
            // What stands there now may be on its way: it is held against a line when it is charged.
            let near = |other: &Hypothesis, total| {
                total - evidence.mismatch(other) < cheapest + costs::ASK_MARGIN + dead
            };
            self.hyps.iter().zip(&*totals).any(|(other, &total)| near(other, total) && begins(other))
        };
        let is_kept = |(hyp, &total): (&Hypothesis, &u32)| {
            let agrees = hyp.keep == keep && hyp.tail.first().map(|step| step.played) == first;
            let apart = !agrees && !evidence.seen.is_occupancy();
            let is_deep = || full || deep && apart && !is_open(hyp);
            total <= cheapest.saturating_add(costs::DROP_MARGIN) && (agrees || !is_deep())
        };
        let kept: Vec<bool> = self.hyps.iter().zip(&*totals).map(is_kept).collect();
        // Lines with the same last plies and the same position explain all later readings equally well. So the more
        // expensive of two such lines can never win again.
        let is_beaten = |index: usize| {
            (0..self.hyps.len()).any(|other| {
                kept[other]
                    && totals[other] + costs::ASK_MARGIN <= totals[index]
                    && self.hyps[index].has_met(&self.hyps[other])
            })
        };
        let stays: Vec<bool> = (0..self.hyps.len()).map(|index| kept[index] && !is_beaten(index)).collect();
        let mut each = stays.iter();
        self.hyps.retain(|_| *each.next().expect("one for each line"));
        let mut each = stays.iter();
        totals.retain(|_| *each.next().expect("one for each line"));
        if self.hyps.iter().all(|hyp| hyp.cost() > 0) {
            let bills = self.hyps.iter_mut().map(|hyp| &mut hyp.bill);
            let forgiven = Bill::forgive(&mut bills.collect::<Vec<_>>());
            totals.iter_mut().for_each(|total| *total -= forgiven);
        }
        let trunk = self.trunk;
        while self.advance_trunk(evidence.score) {}
        if self.trunk > trunk {
            *totals = self.totals(evidence);
        }
        debug_assert_eq!(*totals, self.totals(evidence), "each line costs what it is said to cost");
    }

    /// Keeps a copy, without its last ply, of the best line and of every line that costs about as much, whatever that
    /// copy has cost so far. Until the player presses the clock, and for [`PRESS_OPEN_MS`] afterwards, the hand may
    /// move the piece on to another square. `totals` are the total costs of the lines, before and after.
    fn keep_open(&mut self, evidence: &Evidence, totals: &mut Vec<u32>) {
        let near = cheapest(totals.iter().copied()).1.saturating_add(costs::ASK_MARGIN);
        let still_open = |pressed: Option<Millis>| pressed.is_none_or(|at| evidence.t <= at + PRESS_OPEN_MS);
        for index in 0..self.hyps.len() {
            let open = self.hyps[index].tail.last().is_some_and(|step| still_open(step.pressed_ms));
            if open && totals[index] < near && self.hyps.len() < costs::WITH_OPEN_MAX {
                let kept = self.keep_without_last_of(index);
                totals.resize(self.hyps.len(), 0);
                totals[kept] = evidence.total(&self.hyps[kept]);
            }
        }
    }

    /// Keeps a copy of a line without its last ply. Returns where it is.
    fn keep_without_last_of(&mut self, index: usize) -> usize {
        let line = &self.hyps[index];
        let mut bill = line.bill;
        bill.waive_all(Assumed::StillOpen);
        bill.charge(Assumed::StillOpen, costs::REST_MAX);
        match self.hyps.iter().position(|known| known.is_without_last_of(line)) {
            Some(index) => {
                let known = &mut self.hyps[index];
                if known.matched_ms.is_none() && known.cost() + known.sensor_faults.cost() > bill.total() {
                    *known = Hypothesis { bill, ..known.without_sensor_faults() };
                }
                index
            }
            None => {
                let mut before = Hypothesis { bill, matched_ms: None, ..line.without_sensor_faults() };
                before.tail.pop();
                self.hyps.push(before);
                self.hyps.len() - 1
            }
        }
    }

    fn advance_trunk(&mut self, score: &Score) -> bool {
        let Some(shown) = score.plies.get(self.trunk) else { return false };
        let agreed = self.hyps.iter().all(|hyp| {
            hyp.keep == self.trunk && hyp.tail.len() > 1 && hyp.tail[0].played.is_same(&shown.played)
        });
        if agreed {
            for hyp in &mut self.hyps {
                hyp.tail.remove(0);
                hyp.keep += 1;
            }
            self.trunk += 1;
        }
        agreed
    }

    /// Shortens the trunk to `keep` plies, after which a line departs from the score. What is cut off goes into the tails.
    pub(crate) fn cut_trunk(&mut self, score: &Score, keep: usize) {
        for hyp in self.hyps.iter_mut().filter(|hyp| hyp.keep > keep) {
            let shown = score.plies[keep..hyp.keep].iter();
            let mut tail: Vec<Arc<Step>> = shown.map(|ply| Arc::new(Step::from_ply(ply))).collect();
            tail.append(&mut hyp.tail);
            hyp.tail = tail;
            hyp.keep = keep;
        }
        self.trunk = self.trunk.min(keep);
    }
}

/// Returns the index of the smallest of these costs, the first of several, and the cost.
pub(crate) fn cheapest(totals: impl IntoIterator<Item = u32>) -> (usize, u32) {
    let costs = totals.into_iter().enumerate();
    costs.min_by_key(|&(_, total)| total).unwrap_or((0, u32::MAX))
}

pub(crate) fn grown_by_one(evidence: &Evidence, hyp: &Hypothesis) -> Vec<Hypothesis> {
    let Some(position) = evidence.at(hyp).position() else { return Vec::new() };
    let moves = search::exact_moves(position, evidence.seen, hyp.sensor_faults.squares());
    moves
        .into_iter()
        .map(|mv| {
            let mut longer = hyp.extended(evidence.step(hyp, mv));
            longer.drop_sensor_faults(evidence.whole_diff(&longer));
            evidence.leave_sensor_faults(hyp, &mut longer);
            evidence.charge_unseen(hyp, &mut longer);
            longer.charge(Assumed::OutOfOrder, evidence.gone_back_cost(hyp, &longer));
            longer.charge(Assumed::Underpromotion, evidence.underpromotion_cost(hyp, &longer));
            longer.matched_ms = longer.matched_ms.filter(|_| evidence.diff(&longer).is_empty());
            longer
        })
        .collect()
}

pub(crate) fn grown_by_two(evidence: &Evidence, hyp: &Hypothesis) -> Vec<Hypothesis> {
    let Some(position) = evidence.at(hyp).position() else { return Vec::new() };
    let pairs = search::exact_pairs(position, evidence.seen, hyp.sensor_faults.squares());
    pairs
        .into_iter()
        .filter(|pair| !evidence.slides_on(hyp, pair))
        .map(|pair| {
            let mut longer = evidence.with_moves(hyp, &pair);
            longer.drop_sensor_faults(evidence.whole_diff(&longer));
            evidence.leave_sensor_faults(hyp, &mut longer);
            longer.matched_ms = longer.matched_ms.filter(|_| evidence.diff(&longer).is_empty());
            evidence.charge_unseen(hyp, &mut longer);
            longer.charge(Assumed::OutOfOrder, evidence.order_cost(hyp, &longer));
            longer.charge(Assumed::SensorsWrongBefore, evidence.unread_cost(hyp, &longer));
            longer.charge(Assumed::Underpromotion, evidence.underpromotion_cost(hyp, &longer));
            longer
        })
        .collect()
}

/// Shortens a line to the latest of its earlier positions with which the reading agrees; `None` if there is no such
/// position.
fn taken_back(evidence: &Evidence, hyp: &Hypothesis) -> Option<Hypothesis> {
    let plies = hyp.keep + hyp.tail.len();
    let agrees = |&keep: &usize| {
        let diff = evidence.seen.diff(evidence.after(hyp, keep).board());
        (diff & !hyp.sensor_faults.squares()).is_empty()
    };
    let keep = (plies.saturating_sub(TAKEBACK_MAX)..plies).rev().find(agrees)?;
    let mut shorter = hyp.clone();
    shorter.keep = keep.min(hyp.keep);
    shorter.tail.truncate(keep.saturating_sub(hyp.keep));
    shorter.charge(Assumed::TakenBack, evidence.takeback_cost(hyp, keep));
    shorter.matched_ms = Some(evidence.t);
    let in_order = evidence.is_taken_back_in_order(hyp, keep);
    let is_likely = || evidence.is_taken_back_at_once(hyp, keep) || evidence.may_be_taken_back(hyp, keep);
    if in_order || is_likely() || evidence.is_of_no_return(hyp, keep) {
        shorter.put_back_ms = Some(evidence.t);
    }
    if in_order {
        shorter.taken_back_ms = Some(evidence.t);
    }
    Some(shorter)
}
