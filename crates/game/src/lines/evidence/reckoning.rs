//! What each live explanation of the evidence costs, item by item, for people who ask why the program believes one of
//! them.

use crate::{
    Played, PlyNo,
    lines::{evidence::Evidence, hypothesis::Hypothesis},
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

/// An assumption that an explanation makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assumed {
    /// The board shows something else on these squares now, because a move is under way or the explanation is wrong.
    ReadOtherwise,
    /// The sensors of these squares are wrong.
    SensorsWrong,
    /// A move was answered although its player never pressed the clock.
    NotPressed,
    /// Everything else: earlier contradictions, irregular plies, changes that no sensor reported, take-backs.
    Past,
}

/// The greatest number of explanations that are listed.
const LISTED_MAX: usize = 6;
/// The greatest number of plies of an explanation that are listed.
const PLIES_MAX: usize = 12;

impl Assumed {
    /// Returns the name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Assumed::ReadOtherwise => "read-otherwise",
            Assumed::SensorsWrong => "sensors-wrong",
            Assumed::NotPressed => "not-pressed",
            Assumed::Past => "past",
        }
    }
}

impl Reckoning {
    /// Returns the sum of the cost, in points.
    pub fn points(&self) -> u32 {
        self.items.iter().map(|item| item.points).sum()
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
        let (diff, wrong) = (evidence.diff(hyp), hyp.sensor_faults.squares());
        let not_pressed = evidence.answered_cost(hyp);
        let known = [
            (Assumed::ReadOtherwise, evidence.mismatch(hyp), diff),
            (Assumed::SensorsWrong, hyp.sensor_faults.cost(), wrong),
            (Assumed::NotPressed, not_pressed, Bitboard::EMPTY),
        ];
        let named: u32 = known.iter().map(|(_, points, _)| points).sum();
        let past = (Assumed::Past, evidence.total(hyp).saturating_sub(named), Bitboard::EMPTY);
        Reckoning {
            from: PlyNo::of_index(hyp.keep + same),
            played: played.into_iter().skip(same).take(PLIES_MAX).collect(),
            items: known
                .into_iter()
                .chain([past])
                .filter(|(_, points, _)| *points > 0)
                .map(|(assumed, points, squares)| CostItem { assumed, points, squares })
                .collect(),
        }
    }
}
