//! Berger's tables: those that RU20 31.5 prints, and what holds for every number of players.

use shakmaty::Color;
use std::collections::{BTreeMap, BTreeSet};
use tournament::PlayerNo;
use tournament::berger::{BergerRound, double_rounds, rounds};

/// The tables of RU20 31.5 for 4 to 14 players, some rounds of each.
const PRINTED: [(PlayerNo, usize, &str); 15] = [
    (4, 1, "1-4 2-3"),
    (4, 2, "4-3 1-2"),
    (4, 3, "2-4 3-1"),
    (6, 4, "6-5 1-4 2-3"),
    (6, 5, "3-6 4-2 5-1"),
    (8, 4, "8-6 7-5 1-4 2-3"),
    (8, 7, "4-8 5-3 6-2 7-1"),
    (10, 5, "3-10 4-2 5-1 6-9 7-8"),
    (10, 8, "10-9 1-8 2-7 3-6 4-5"),
    (12, 8, "12-10 11-9 1-8 2-7 3-6 4-5"),
    (12, 11, "6-12 7-5 8-4 9-3 10-2 11-1"),
    (14, 2, "14-8 9-7 10-6 11-5 12-4 13-3 1-2"),
    (14, 10, "14-12 13-11 1-10 2-9 3-8 4-7 5-6"),
    (14, 13, "7-14 8-6 9-5 10-4 11-3 12-2 13-1"),
    (7, 4, "7-5 1-4 2-3"),
];

#[test]
fn tables_are_those_that_the_rules_print() {
    for (players, round, printed) in PRINTED {
        let pairs = rounds(players)[round - 1].pairs.clone();
        let written: Vec<String> = pairs.iter().map(|(white, black)| format!("{white}-{black}")).collect();
        assert_eq!(written.join(" "), printed, "{players} players, round {round}");
    }
    let free: Vec<Option<PlayerNo>> = rounds(5).into_iter().map(|round| round.free).collect();
    assert_eq!(free, [Some(1), Some(4), Some(2), Some(5), Some(3)]);
    assert!(rounds(0).is_empty() && rounds(1).is_empty() && double_rounds(1).is_empty());
    assert_eq!(double_rounds(2).len(), 2);
}

#[test]
fn everybody_meets_everybody_once_with_balanced_colours() {
    for players in 2..=60 {
        let table = rounds(players);
        assert_eq!(table.len(), usize::from(players - 1 + players % 2));
        let met: BTreeSet<(PlayerNo, PlayerNo)> = table
            .iter()
            .flat_map(|it| &it.pairs)
            .map(|(white, black)| (*white.min(black), *white.max(black)))
            .collect();
        assert_eq!(met.len(), usize::from(players) * usize::from(players - 1) / 2);
        for round in &table {
            let seated: BTreeSet<PlayerNo> =
                round.pairs.iter().flat_map(|(white, black)| [*white, *black]).chain(round.free).collect();
            assert_eq!(seated, (1..=players).collect(), "{players} players");
        }
        for (player, colors) in colors(&table) {
            let whites = colors.iter().filter(|color| color.is_white()).count();
            let blacks = colors.len() - whites;
            let surplus = if players % 2 == 1 { 0 } else { 1 };
            let expected = if player <= players / 2 { blacks + surplus } else { blacks - surplus };
            assert_eq!(whites, expected, "player {player} of {players}");
        }
    }
}

#[test]
fn nobody_of_two_cycles_has_a_colour_three_times_in_a_row() {
    for players in 3..=60 {
        let table = double_rounds(players);
        let met: BTreeSet<(PlayerNo, PlayerNo)> = table.iter().flat_map(|it| it.pairs.clone()).collect();
        assert_eq!(met.len(), usize::from(players) * usize::from(players - 1), "each pair with both colours");
        for (player, colors) in colors(&table) {
            let is_mixed = |three: &[Color]| three.iter().any(|color| *color != three[0]);
            assert!(colors.windows(3).all(is_mixed), "player {player} of {players}: {colors:?}");
        }
    }
}

/// Returns the colours of each player's games in their order.
fn colors(table: &[BergerRound]) -> BTreeMap<PlayerNo, Vec<Color>> {
    let mut colors: BTreeMap<PlayerNo, Vec<Color>> = BTreeMap::new();
    for (white, black) in table.iter().flat_map(|round| &round.pairs) {
        colors.entry(*white).or_default().push(Color::White);
        colors.entry(*black).or_default().push(Color::Black);
    }
    colors
}
