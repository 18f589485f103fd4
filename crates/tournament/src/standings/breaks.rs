//! The tie-breaks of RU20 chapter 7, by article; docs/tournament.md says how the program reads what they leave open.

use crate::TieBreak;
use crate::standings::{cell::RoundCell, field::Field, value::TieBreakValue};
use std::collections::BTreeMap;

/// What the tie-breaks are computed from.
pub(crate) struct Breaks<'a> {
    /// The points that rank.
    points: &'a Field,
    /// The points with which Sonneborn-Berger multiplies those of the opponents: of players the points that rank, of
    /// teams the game points.
    scored: &'a Field,
    /// The scores of all, in halves.
    scores: BTreeMap<u16, u32>,
    /// The scores that Buchholz counts, in halves: unplayed games are draws (38.1).
    with_draws: BTreeMap<u16, u32>,
    /// The ratings of those who have one.
    ratings: BTreeMap<u16, u16>,
}

impl<'a> Breaks<'a> {
    pub(crate) fn new(points: &'a Field, scored: &'a Field, ratings: BTreeMap<u16, u16>) -> Breaks<'a> {
        let of_all = |score: &dyn Fn(u16) -> u32| points.cells.keys().map(|id| (*id, score(*id))).collect();
        let drawn = |cell: &RoundCell| if points.is_unplayed(cell) { points.win / 2 } else { cell.halves };
        Breaks {
            points,
            scored,
            scores: of_all(&|id| points.score(id)),
            with_draws: of_all(&|id| points.counted(id).map(drawn).sum()),
            ratings,
        }
    }

    /// Returns the value of a tie-break for each member of a group that is still tied; `None` where the tie-break says
    /// nothing.
    pub(crate) fn values(&self, tie_break: TieBreak, group: &[u16]) -> Vec<Option<TieBreakValue>> {
        if tie_break == TieBreak::DirectEncounter {
            return self.direct_encounter(group);
        }
        group.iter().map(|id| self.value(tie_break, *id)).collect()
    }

    fn value(&self, tie_break: TieBreak, id: u16) -> Option<TieBreakValue> {
        let field = self.points;
        let played = || field.counted(id).filter(|cell| cell.is_played());
        let is_won = |cell: &RoundCell| cell.halves == field.win;
        let as_black = |cell: &RoundCell| cell.color.is_some_and(|color| color.is_black());
        let count = |games: usize| TieBreakValue::Count(u32::try_from(games).unwrap_or(u32::MAX));
        Some(match tie_break {
            TieBreak::Wins => count(played().filter(|cell| is_won(cell)).count()),
            TieBreak::GamesAsBlack => count(played().filter(|cell| as_black(cell)).count()),
            TieBreak::WinsAsBlack => count(played().filter(|cell| as_black(cell) && is_won(cell)).count()),
            TieBreak::Buchholz => self.buchholz(id, 0, 0),
            TieBreak::BuchholzCut1 => self.buchholz(id, 1, 0),
            TieBreak::BuchholzCut2 => self.buchholz(id, 2, 0),
            TieBreak::BuchholzMedian => self.buchholz(id, 1, 1),
            TieBreak::SonnebornBerger => self.sonneborn_berger(id),
            TieBreak::Koya => self.koya(id),
            TieBreak::Progress => self.progress(id),
            TieBreak::AverageRating => self.average_rating(id),
            TieBreak::DirectEncounter | TieBreak::MatchPoints | TieBreak::GamePoints => return None,
        })
    }

    /// Computes the points against each other, if all of the group have met (39.5).
    fn direct_encounter(&self, group: &[u16]) -> Vec<Option<TieBreakValue>> {
        // In a round robin a forfeit is the game that the two had to play; in a Swiss system they may still be paired.
        let is_meeting = |cell: &&RoundCell| {
            cell.is_played() || (self.points.is_round_robin && self.points.is_unplayed(cell))
        };
        let met = |id: u16| {
            let games = self.points.counted(id).filter(is_meeting);
            let mut halves: BTreeMap<u16, u32> = BTreeMap::new();
            for (opponent, cell) in games.filter_map(|cell| Some((cell.opponent?, cell))) {
                if group.binary_search(&opponent).is_ok() {
                    *halves.entry(opponent).or_default() += cell.halves;
                }
            }
            halves
        };
        let met: Vec<BTreeMap<u16, u32>> = group.iter().map(|id| met(*id)).collect();
        let have_all_met = group.len() > 1 && met.iter().all(|opponents| opponents.len() + 1 == group.len());
        let sum = |opponents: &BTreeMap<u16, u32>| TieBreakValue::Halves(opponents.values().sum());
        met.iter().map(|opponents| have_all_met.then(|| sum(opponents))).collect()
    }

    /// Computes the sum of the opponents' scores without the lowest and the highest of them (39.2).
    fn buchholz(&self, id: u16, lowest: usize, highest: usize) -> TieBreakValue {
        let cells: Vec<&RoundCell> = self.points.counted(id).collect();
        let mut scores: Vec<u32> = (0..cells.len())
            .filter_map(|at| match cells[at].opponent.filter(|_| cells[at].is_played()) {
                Some(opponent) => Some(self.with_draws[&opponent]),
                None => self.points.is_unplayed(cells[at]).then(|| self.virtual_opponent(&cells, at)),
            })
            .collect();
        scores.sort_unstable();
        let kept = scores.len().saturating_sub(lowest + highest);
        TieBreakValue::Halves(scores.iter().skip(lowest).take(kept).sum())
    }

    /// Computes the score of the virtual opponent of an unplayed game: `Svon = SPR + (1 - SfPR) + 0.5 * (n - R)`
    /// (38.1).
    fn virtual_opponent(&self, cells: &[&RoundCell], at: usize) -> u32 {
        let before: u32 = cells[..at].iter().map(|cell| cell.halves).sum();
        let rounds_after = u32::try_from(cells.len() - at - 1).unwrap_or(0);
        before + self.points.win.saturating_sub(cells[at].halves) + self.points.win / 2 * rounds_after
    }

    /// Computes the sum of the products of the points in a game and the opponent's score (39.6). Unplayed games are won or
    /// lost (38.2).
    fn sonneborn_berger(&self, id: u16) -> TieBreakValue {
        let cells: Vec<&RoundCell> = self.points.counted(id).collect();
        let products = self.scored.counted(id).enumerate().map(|(at, scored)| match scored.opponent {
            Some(opponent) => scored.halves * self.scores[&opponent],
            None if scored.halves > 0 && self.points.is_unplayed(scored) => {
                self.scored.win * self.virtual_opponent(&cells, at)
            }
            None => 0,
        });
        TieBreakValue::Quarters(products.sum())
    }

    /// Computes the points against opponents with at least half of the points that they could have (39.3).
    fn koya(&self, id: u16) -> TieBreakValue {
        let field = self.points;
        let counts = |cell: &&RoundCell| cell.is_played() || field.is_unplayed(cell);
        let is_strong = |opponent: u16| {
            let rounds = u32::try_from(field.counted(opponent).filter(counts).count()).unwrap_or(u32::MAX);
            self.scores[&opponent] * 2 >= rounds * field.win
        };
        let strong = field.counted(id).filter(|cell| cell.opponent.is_some_and(is_strong));
        TieBreakValue::Halves(strong.map(|cell| cell.halves).sum())
    }

    /// Computes the sum of the scores after each round.
    fn progress(&self, id: u16) -> TieBreakValue {
        let cells: Vec<&RoundCell> = self.points.counted(id).collect();
        let lasting = cells.iter().rev().zip(1..).map(|(cell, rounds)| cell.halves * rounds);
        TieBreakValue::Halves(lasting.sum())
    }

    /// Computes the average rating of the rated opponents in games that were played (39.1).
    fn average_rating(&self, id: u16) -> TieBreakValue {
        let played = self.points.counted(id).filter(|cell| cell.is_played());
        let ratings = played.filter_map(|cell| self.ratings.get(&cell.opponent?));
        let (sum, of) = ratings.fold((0, 0), |(sum, of), rating| (sum + u32::from(*rating), of + 1));
        TieBreakValue::Mean { sum, of }
    }
}
