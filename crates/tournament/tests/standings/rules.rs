//! Points and tie-breaks, rule by rule (RU20 33, 38, 39).

use game::ResultEntry;
use tournament::{
    Entrant, Pairing, PlayerNo, Round, RoundNo, RoundState, Row, Standings, System, TieBreak, Tournament,
    Unpaired,
};

/// Makes a tournament from rounds as text: `1-2 1-0` is a pairing with its result, `3 half-bye` a player without one;
/// entries are divided by commas. Player 0 is not known.
pub(crate) fn tournament(system: System, players: PlayerNo, rounds: &[&str]) -> Tournament {
    let mut made = Tournament { system, ..Tournament::default() };
    for number in 1..=players {
        made.players.insert(number, Entrant::named(&format!("Player {number}")));
    }
    for (number, text) in (1..).zip(rounds) {
        let mut round = Round { state: RoundState::Ended, ..Round::default() };
        for (entry, board) in text.split(", ").filter(|entry| !entry.is_empty()).zip(1..) {
            let (who, what) = entry.split_once(' ').expect("players, then what happened");
            let player = |number: &str| Some(number.parse().expect("a number")).filter(|number| *number > 0);
            match who.split_once('-') {
                Some((white, black)) => {
                    let mut pairing = Pairing::new(player(white), player(black));
                    pairing.result = ResultEntry::parse(what);
                    round.pairings.insert(board, pairing);
                }
                None => {
                    let reason = Unpaired::parse(what).expect("a reason");
                    round.unpaired.insert(player(who).expect("a player"), reason);
                }
            }
        }
        made.rounds.insert(number, round);
    }
    made
}

/// Returns the value of one tie-break for a player after a round, as it is written.
fn value(made: &Tournament, after: RoundNo, tie_break: TieBreak, player: PlayerNo) -> String {
    let made = Tournament { tie_breaks: vec![tie_break], ..made.clone() };
    let standings = Standings::of(&made, after);
    let row: &Row = standings.row_of(player).expect("the player is there");
    row.values[0].map_or(".".to_owned(), |value| value.to_string())
}

/// Returns the order of a standings with ranks: `1 2= 2=`.
fn ranks(standings: &Standings) -> String {
    let written = |row: &Row| {
        let rank = row.rank.map_or(".".to_owned(), |rank| rank.to_string());
        format!("{}:{rank}{}", row.player, if row.is_shared { "=" } else { "" })
    };
    standings.rows.iter().map(written).collect::<Vec<_>>().join(" ")
}

/// The examples of 38.1: 2½ after round 3 and 5½ at the end; 3½ after round 6 and 5 at the end.
#[test]
fn the_virtual_opponent_has_the_points_of_the_examples() {
    // Player 1 plays all rounds but the third, against opponents with known scores: 2 loses all, and 1 beats 2.
    let game = "1-2 1-0";
    let first = ["1-2 1-0", "1-2 ½-½", "1-3 -/+", game, game, game, game, game, game];
    // Player 2: half a point of eight games, and a draw for round 3.
    assert_eq!(value(&tournament(System::Swiss, 3, &first), 9, TieBreak::Buchholz, 1), "13½", "8 × 1 + 5½");
    let second = [game, game, game, "1-2 ½-½", "1-2 0-1", "1-3 +/-", game, game, game];
    assert_eq!(value(&tournament(System::Swiss, 3, &second), 9, TieBreak::Buchholz, 1), "21", "8 × 2 + 5");
    let made = tournament(System::Swiss, 3, &first[..3]);
    assert_eq!(value(&made, 3, TieBreak::Buchholz, 1), "4½", "2 × 1 + 2½");
    let made = tournament(System::Swiss, 3, &second[..6]);
    assert_eq!(value(&made, 6, TieBreak::Buchholz, 1), "13½", "5 × 2 + 3½");
}

#[test]
fn sonneborn_berger_takes_unplayed_games_as_decided() {
    for (round, expected) in [
        ("1-2 +/-", "0.00"),
        ("1-2 -/+", "0.00"),
        // The virtual opponent has the player's own points, without the point that the player got.
        ("1 pairing-bye", "1.00"),
        ("1 half-bye", "1.50"),
        ("1 zero-bye", "0.00"),
        ("", "0.00"),
    ] {
        let made = tournament(System::Swiss, 3, &["1-3 1-0", round]);
        assert_eq!(value(&made, 2, TieBreak::SonnebornBerger, 1), expected, "{round}");
    }
    let made = tournament(System::Swiss, 3, &["1-3 ½-½", "1-2 1-0, 3 pairing-bye", "3-2 0-1, 1 zero-bye"]);
    // Half of player 3's 1½ points, and all of player 2's one point.
    assert_eq!(value(&made, 3, TieBreak::SonnebornBerger, 1), "1.75");
}

#[test]
fn direct_encounter_speaks_when_all_who_are_tied_have_met() {
    let tie_breaks = vec![TieBreak::DirectEncounter];
    let mut met = tournament(System::Swiss, 4, &["1-2 0-1, 3-4 1-0", "1-3 1-0, 2-4 0-1"]);
    met.tie_breaks.clone_from(&tie_breaks);
    assert_eq!(ranks(&Standings::of(&met, 2)), "1:1= 2:1= 3:1= 4:1=");
    met.rounds.insert(3, tournament(System::Swiss, 4, &["1-4 1-0, 2-3 1-0"]).rounds[&1].clone());
    let standings = Standings::of(&met, 3);
    assert_eq!(ranks(&standings), "2:1 1:2 3:3 4:4");
    assert_eq!(value(&met, 3, TieBreak::DirectEncounter, 2), "1");
    // A forfeit is no meeting in a Swiss system, where the two may still be paired; in a round robin it is their game.
    let rounds = ["1-2 +/-, 3-4 1-0", "1-3 0-1, 2-4 1-0"];
    assert_eq!(value(&tournament(System::Swiss, 4, &rounds), 2, TieBreak::DirectEncounter, 1), ".");
    assert_eq!(value(&tournament(System::RoundRobin, 4, &rounds), 2, TieBreak::DirectEncounter, 1), "1");
}

#[test]
fn an_early_withdrawal_from_a_round_robin_does_not_count() {
    let rounds = ["1-4 1-0, 2-3 ½-½", "4-3 -/+, 1-2 ½-½", "2-4 +/-, 3-1 ½-½"];
    let mut made = tournament(System::RoundRobin, 4, &rounds);
    assert_eq!(ranks(&Standings::of(&made, 3)), "1:1 2:2= 3:2= 4:4");
    made.players.get_mut(&4).expect("player 4").withdrawn_after = Some(1);
    // One of three games is fewer than half of them: the others have only the games among themselves.
    let standings = Standings::of(&made, 3);
    assert_eq!(ranks(&standings), "1:1= 2:1= 3:1= 4:.");
    assert_eq!(standings.equals(), [[1, 2, 3]]);
    assert_eq!(standings.rows.iter().map(Row::points).collect::<Vec<_>>(), ["1", "1", "1", "0"]);
    assert!(!standings.rows[0].cells[0].counts && standings.rows[0].cells[0].code() == Some('1'));
    // Before the withdrawal nobody could know of it.
    assert_eq!(Standings::of(&made, 0).rows[3].rank, Some(1));
    assert_eq!(Standings::of(&made, 1).rows[3].rank, None);
    // Half of the games is at least half of them (33.1.2).
    let mut half = tournament(System::RoundRobin, 3, &["2-3 1-0", "3-1 -/+", "1-2 ½-½"]);
    half.players.get_mut(&3).expect("player 3").withdrawn_after = Some(1);
    assert_eq!(ranks(&Standings::of(&half, 3)), "2:1 1:2 3:3");
    // In a Swiss system all scores stay (33.2).
    made.system = System::Swiss;
    assert_eq!(Standings::of(&made, 3).rows.iter().filter(|row| row.rank.is_none()).count(), 0);
}

#[test]
fn only_rounds_that_began_and_confirmed_results_count() {
    let mut made = tournament(System::Swiss, 4, &["1-2 1-0, 3-4 ½-½", "1-3 *, 2-4 0-1", "1-4 1-0, 2-3 1-0"]);
    made.rounds.get_mut(&2).expect("round 2").state = RoundState::Open;
    made.rounds.get_mut(&3).expect("round 3").state = RoundState::Planned;
    let now = Standings::now(&made);
    assert_eq!((now.after, now.is_complete(), now.row_of(1).map(|row| row.pending)), (2, false, Some(1)));
    assert_eq!(
        now.rows.iter().map(|row| (row.player, row.halves)).collect::<Vec<_>>(),
        [(4, 3), (1, 2), (3, 1), (2, 0)]
    );
    assert!(Standings::of(&made, 1).is_complete());
    assert_eq!(Standings::of(&made, 9).rows, now.rows);
}

#[test]
fn odd_scores_holes_and_colours_are_counted_as_they_are() {
    let rounds = ["1-2 0-0, 3-4 ½-0", "2-1 0-1, 4-0 1-0", "1-3 +/-, 99-4 1-0"];
    let standings = Standings::now(&tournament(System::Swiss, 4, &rounds));
    let row = |player| standings.row_of(player).expect("the player is there");
    assert_eq!([1, 2, 3, 4].map(|player| row(player).halves), [4, 0, 1, 2]);
    assert_eq!((row(1).played.white, row(1).played.black, row(1).won.white, row(1).won.black), (1, 1, 0, 1));
    // A pairing with nobody known at the other side is no game.
    assert_eq!((row(4).played.white, row(4).played.black, row(4).won.white), (0, 1, 0));
    assert_eq!(
        row(4).cells.iter().map(|cell| cell.code()).collect::<Vec<_>>(),
        [Some('0'), Some('1'), Some('0')]
    );
    let empty = Tournament::default();
    assert!(Standings::now(&empty).rows.is_empty());
}

#[test]
fn the_average_rating_leaves_out_whoever_has_none() {
    let mut made = tournament(System::Swiss, 4, &["1-2 1-0", "1-3 1-0", "4-1 -/+"]);
    for (player, rating) in [(2, Some(2001)), (3, None), (4, Some(2500))] {
        made.players.get_mut(&player).expect("the player is there").player.elo = rating;
    }
    assert_eq!(value(&made, 3, TieBreak::AverageRating, 1), "2001.00");
    assert_eq!(value(&made, 3, TieBreak::AverageRating, 4), "0.00");
}
