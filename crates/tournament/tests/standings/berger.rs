//! Berger's tables: those that RU20 31.5 prints, and what holds for every number of players.

use shakmaty::Color;
use std::collections::{BTreeMap, BTreeSet};
use tournament::berger::{BergerRound, Schedule, double_rounds, rounds, two_cycles};
use tournament::{
    Entrant, EventOrderJson, Pairing, PlayerJson, PlayerNo, Refusal, Round, Tournament, TournamentJson,
};

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

#[test]
fn the_last_rounds_of_the_first_cycle_are_exchanged_only_where_that_is_wished() {
    let (plain, exchanged) = (two_cycles(6), double_rounds(6));
    assert_eq!((&plain[3], &plain[4]), (&exchanged[4], &exchanged[3]));
    assert_eq!((&plain[..3], &plain[5..]), (&exchanged[..3], &exchanged[5..]));
    assert_eq!(plain[..5], rounds(6));
}

#[test]
fn all_rounds_are_one_order_in_the_order_of_the_draw() {
    let named = |numbers: &[PlayerNo]| -> Tournament {
        let players = numbers.iter().map(|number| (*number, Entrant::named(&format!("Player {number}"))));
        Tournament { players: players.collect(), ..Tournament::default() }
    };
    let (once, twice) = (Schedule::default(), Schedule { is_double: true, is_exchanged: true });
    let parts = |schedule: Schedule, tournament: &Tournament, drawn: &[PlayerNo]| match schedule.order(
        "A",
        tournament,
        drawn,
        TournamentJson::default(),
    ) {
        Ok(EventOrderJson::Enter { key, parts }) if key == "A" => Ok(*parts),
        Ok(other) => panic!("{other:?}"),
        Err(refusal) => Err(refusal),
    };
    let known = named(&[2, 4, 6, 8]);
    let made = parts(once, &known, &[8, 2, 6, 4]).expect("four players");
    let boards = |round: u16| -> Vec<_> {
        made.rounds[&round].pairings.values().map(|it| (it.white, it.black)).collect()
    };
    // Berger's first rounds are 1-4 2-3, 4-3 1-2.
    assert_eq!(boards(1), [(Some(8), Some(4)), (Some(2), Some(6))]);
    assert_eq!(boards(2), [(Some(4), Some(6)), (Some(8), Some(2))]);
    assert_eq!((made.rounds_planned, made.system.as_deref()), (Some(3), Some("round-robin")));
    let odd = parts(twice, &named(&[1, 2, 3]), &[1, 2, 3]).expect("three players");
    assert_eq!((odd.rounds.len(), odd.rounds[&1].pairings.len()), (6, 1));

    assert_eq!(parts(once, &known, &[2]), Err(Refusal::TooFewPlayers));
    assert_eq!(parts(once, &known, &[2, 3]), Err(Refusal::NoPlayer(3)));
    assert_eq!(parts(once, &known, &[2, 4, 2]), Err(Refusal::PlayerTwice { player: 2, round: 1 }));
    let many: Vec<PlayerNo> = (1..=60).collect();
    assert_eq!(parts(twice, &named(&many), &many), Err(Refusal::TooManyRounds(118)));
    let mut paired = known.clone();
    let round = Round { pairings: [(1, Pairing::new(Some(2), Some(4)))].into(), ..Round::default() };
    paired.rounds.insert(3, round);
    assert_eq!(parts(once, &paired, &[2, 4]), Err(Refusal::HasPairings(3)));
    let new = TournamentJson { players: [(9, PlayerJson::default())].into(), ..TournamentJson::default() };
    assert!(once.order("A", &known, &[2, 9], new).is_ok(), "a player may come with the order");
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
