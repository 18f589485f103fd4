//! What a line was charged for so far, item by item. Only the total decides between lines; the items are for people who
//! ask why.

/// An assumption that an explanation makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assumed {
    /// The board shows something else on these squares now, because a move is under way or the explanation is wrong.
    ReadOtherwise,
    /// The sensors of these squares are wrong.
    SensorsWrong,
    /// Sensors were wrong, and are right now, or the piece went on.
    SensorsWrongBefore,
    /// A move was answered although its player never pressed the clock, or before the board was still.
    NotPressed,
    /// A position that stood on the board does not occur.
    NotAsItStood,
    /// The board at rest showed something else.
    Contradicted,
    /// Squares changed and no sensor reported it.
    Unreported,
    /// A reply was begun, or made, before the move that it answers.
    OutOfOrder,
    /// Plies were pieced together from a board at rest.
    PiecedTogether,
    /// A pawn became another piece than a queen, and the board cannot tell.
    Underpromotion,
    /// A player pressed without a move.
    IdlePress,
    /// A move was against the rules.
    Irregular,
    /// Moves were taken back.
    TakenBack,
    /// The last ply does not count yet: the hand may still be on its piece.
    StillOpen,
    /// Something was played, or not, while the link was lost.
    LinkLost,
    /// What came later fits a legal move.
    RuledOut,
}

/// The charges of a line. Invariant: the items add up to the total and to what was forgiven to all lines alike.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Bill {
    total: u32,
    items: [u32; Assumed::ALL.len()],
}

impl Assumed {
    /// All of them, in the order of a reckoning.
    pub const ALL: [Assumed; 16] = [
        Assumed::ReadOtherwise,
        Assumed::SensorsWrong,
        Assumed::SensorsWrongBefore,
        Assumed::NotPressed,
        Assumed::NotAsItStood,
        Assumed::Contradicted,
        Assumed::Unreported,
        Assumed::OutOfOrder,
        Assumed::PiecedTogether,
        Assumed::Underpromotion,
        Assumed::IdlePress,
        Assumed::Irregular,
        Assumed::TakenBack,
        Assumed::StillOpen,
        Assumed::LinkLost,
        Assumed::RuledOut,
    ];

    /// Returns the name used in reports.
    pub fn name(self) -> &'static str {
        match self {
            Assumed::ReadOtherwise => "read-otherwise",
            Assumed::SensorsWrong => "sensors-wrong",
            Assumed::SensorsWrongBefore => "sensors-wrong-before",
            Assumed::NotPressed => "not-pressed",
            Assumed::NotAsItStood => "not-as-it-stood",
            Assumed::Contradicted => "contradicted",
            Assumed::Unreported => "unreported",
            Assumed::OutOfOrder => "out-of-order",
            Assumed::PiecedTogether => "pieced-together",
            Assumed::Underpromotion => "underpromotion",
            Assumed::IdlePress => "idle-press",
            Assumed::Irregular => "irregular-move",
            Assumed::TakenBack => "taken-back",
            Assumed::StillOpen => "still-open",
            Assumed::LinkLost => "link-lost",
            Assumed::RuledOut => "ruled-out",
        }
    }
}

impl Bill {
    /// Returns the sum of the charges that were not forgiven, in points.
    pub(crate) fn total(&self) -> u32 {
        self.total
    }

    /// Adds a charge.
    pub(crate) fn charge(&mut self, assumed: Assumed, points: u32) {
        self.total += points;
        self.items[assumed as usize] += points;
    }

    /// Takes back a charge, as far as it was not forgiven.
    pub(crate) fn waive(&mut self, assumed: Assumed, points: u32) {
        let waived = points.min(self.total);
        self.total -= waived;
        self.items[assumed as usize] -= waived.min(self.items[assumed as usize]);
    }

    /// Takes back all that was charged for an assumption, as far as it was not forgiven.
    pub(crate) fn waive_all(&mut self, assumed: Assumed) {
        self.waive(assumed, self.items[assumed as usize]);
    }

    /// Returns the points of each item, and how many of them are not in the total, because all lines have cost as much.
    pub(crate) fn items(&self) -> (impl Iterator<Item = (Assumed, u32)>, u32) {
        (Assumed::ALL.into_iter().zip(self.items), self.common())
    }

    fn common(&self) -> u32 {
        self.items.iter().sum::<u32>() - self.total
    }

    /// Forgives all lines what the cheapest of them costs, and returns how much that is: only the distances between lines
    /// matter. Of each item goes what all of them have.
    pub(crate) fn forgive(bills: &mut [&mut Bill]) -> u32 {
        let floor = bills.iter().map(|bill| bill.total).min().unwrap_or(0);
        let mut left = floor;
        for item in 0..Assumed::ALL.len() {
            let common = bills.iter().map(|bill| bill.items[item]).min().unwrap_or(0).min(left);
            left -= common;
            bills.iter_mut().for_each(|bill| bill.items[item] -= common);
        }
        bills.iter_mut().for_each(|bill| bill.total -= floor);
        debug_assert!(bills.iter().all(|bill| bill.items.iter().sum::<u32>() >= bill.total));
        floor
    }
}

#[cfg(test)]
mod tests {
    use super::Bill;
    use crate::Assumed;

    #[test]
    fn what_all_lines_have_in_common_is_forgiven() {
        let (mut one, mut other) = (Bill::default(), Bill::default());
        one.charge(Assumed::IdlePress, 8);
        one.charge(Assumed::TakenBack, 5);
        other.charge(Assumed::IdlePress, 8);
        other.charge(Assumed::Irregular, 12);
        Bill::forgive(&mut [&mut one, &mut other]);
        assert_eq!((one.total(), other.total()), (0, 7));
        let of = |bill: &Bill| bill.items().0.filter(|(_, points)| *points > 0).collect::<Vec<_>>();
        assert_eq!((of(&one), one.items().1), (vec![(Assumed::TakenBack, 5)], 5));
        assert_eq!((of(&other), other.items().1), (vec![(Assumed::Irregular, 12)], 5));
    }
}
