//! What each live explanation of the evidence costs, item by item, for people who ask why the program believes one of
//! them.

use crate::{
    Played, PlyNo,
    lines::{costs::bill::Assumed, evidence::Evidence, hypothesis::Hypothesis},
};
use shakmaty::Bitboard;

/// An explanation of what the board showed, with its cost. One point is about one e-fold of rarity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reckoning {
    /// The first ply in which the explanation differs from the game as it is shown; the ply after the last if it differs
    /// in none.
    pub from: PlyNo,
    /// The plies of the explanation from `from` on. Without plies, the game ends before `from` or is as shown.
    pub played: Vec<Played>,
    /// The items of the cost that are not zero.
    pub items: Vec<CostItem>,
    /// The part of the items that does not count, because all explanations have cost as much.
    pub common: u32,
}

/// A part of what an explanation costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CostItem {
    /// The assumption that costs.
    pub assumed: Assumed,
    /// The cost, in points.
    pub points: u32,
    /// The squares that the assumption is about; empty if it is about none.
    pub squares: Bitboard,
}

/// The greatest number of explanations that are listed.
const LISTED_MAX: usize = 6;
/// The greatest number of plies of an explanation that are listed.
const PLIES_MAX: usize = 12;

impl Reckoning {
    /// Returns the sum of the cost, in points.
    pub fn points(&self) -> u32 {
        self.items.iter().map(|item| item.points).sum::<u32>() - self.common
    }

    /// Reckons up the cheapest explanations, the cheapest first.
    pub(crate) fn of_all(evidence: &Evidence, hyps: &[Hypothesis]) -> Vec<Reckoning> {
        let mut all: Vec<&Hypothesis> = hyps.iter().collect();
        all.sort_by_key(|hyp| evidence.total(hyp));
        all.truncate(LISTED_MAX);
        all.into_iter().map(|hyp| Reckoning::of(evidence, hyp)).collect()
    }

    fn of(evidence: &Evidence, hyp: &Hypothesis) -> Reckoning {
        let played = hyp.played();
        let shown = &evidence.score.plies;
        let same = played
            .iter()
            .enumerate()
            .take_while(|(index, played)| {
                shown.get(hyp.keep + index).is_some_and(|ply| ply.played == **played)
            })
            .count();
        let (past, common) = hyp.bill.items();
        let item = |(assumed, past): (Assumed, u32)| {
            let (now, squares) = match assumed {
                Assumed::ReadOtherwise => (evidence.mismatch(hyp), evidence.diff(hyp)),
                Assumed::SensorsWrong => (hyp.sensor_faults.cost(), hyp.sensor_faults.squares()),
                Assumed::NotPressed => (evidence.answered_cost(hyp), Bitboard::EMPTY),
                Assumed::NotAsItStood => (evidence.unsaid_cost(hyp), Bitboard::EMPTY),
                _ => (0, Bitboard::EMPTY),
            };
            CostItem { assumed, points: past + now, squares }
        };
        let reckoning = Reckoning {
            from: PlyNo::of_index(hyp.keep + same),
            played: played.into_iter().skip(same).take(PLIES_MAX).collect(),
            items: past.map(item).filter(|item| item.points > 0).collect(),
            common,
        };
        debug_assert_eq!(reckoning.points(), evidence.total(hyp), "the items are the price of the line");
        reckoning
    }
}
