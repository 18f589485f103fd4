//! Matches of teams, their colours and points (RU20 21, 39.7).

use crate::rules::tournament;
use tournament::standings::teams::{TeamStandings, matches, wrong_boards};
use tournament::{System, TieBreak, Tournament};

/// Three teams of two: players 1 and 2, 3 and 4, 5 and 6.
fn three_teams(rounds: &[&str]) -> Tournament {
    let mut made = tournament(System::TeamSwiss, 6, rounds);
    made.boards_of_match = 2;
    for (number, entrant) in &mut made.players {
        entrant.player.team = ["Ash", "Birch", "Cedar"][usize::from((number - 1) / 2)].to_owned();
    }
    made
}

#[test]
fn boards_in_a_row_are_a_match() {
    let made = three_teams(&["1-3 1-0, 4-2 ½-½, 5-0 +/-, 0-6 *"]);
    let [first, second] = &*matches(&made, 1) else { panic!("two matches") };
    assert_eq!((first.teams.white, first.teams.black), (Some(1), Some(2)));
    assert_eq!((first.halves.white, first.halves.black), (3, 1));
    assert!(first.is_complete && first.is_played && first.wrong_boards.is_empty());
    assert_eq!((second.teams.white, second.teams.black), (Some(3), None));
    assert!(!second.is_complete && !second.is_played);
    assert!(matches(&made, 2).is_empty());
}

#[test]
fn wrong_colours_and_strangers_are_found() {
    assert!(wrong_boards(&three_teams(&["1-3 1-0, 4-2 1-0"]), 1).is_empty());
    // On board 2 the team that has White on board 1 must have Black.
    assert_eq!(wrong_boards(&three_teams(&["1-3 1-0, 2-4 1-0"]), 1), [2]);
    // Player 5 is of another team.
    assert_eq!(wrong_boards(&three_teams(&["1-3 1-0, 4-5 1-0"]), 1), [2]);
    assert_eq!(wrong_boards(&three_teams(&["5-6 1-0"]), 1), [1]);
    // A match of three boards begins with an odd board, also on board 4.
    let mut made = three_teams(&["1-3 *, 4-2 *, 1-3 *, 5-3 *, 4-6 *, 6-4 *"]);
    made.boards_of_match = 3;
    assert!(wrong_boards(&made, 1).is_empty());
    // Points go to the players' teams, also from a board with the wrong colours.
    let [found] = &*matches(&three_teams(&["1-3 1-0, 2-4 1-0"]), 1) else { panic!("one match") };
    assert_eq!((found.halves.white, found.halves.black), (4, 0));
    // Where nobody is known, they go to the team that is not across the board.
    let [found] = &*matches(&three_teams(&["1-3 1-0, 2-0 -/+"]), 1) else { panic!("one match") };
    assert_eq!((found.halves.white, found.halves.black), (2, 2));
}

#[test]
fn a_bye_is_worth_as_many_points_as_a_match_has_boards() {
    let mut made = three_teams(&["1-3 1-0, 5 pairing-bye, 6 pairing-bye"]);
    made.boards_of_match = 1;
    let standings = TeamStandings::of(&made, 1);
    let cedar = standings.rows.iter().find(|row| row.name == "Cedar").expect("it is there");
    assert_eq!((cedar.match_points[0].halves, cedar.game_points[0].halves), (4, 2));
}

#[test]
fn teams_stand_by_game_points_or_by_match_points() {
    let rounds = [
        "1-3 1-0, 4-2 ½-½, 5 pairing-bye, 6 pairing-bye",
        "1-5 1-0, 6-2 ½-½, 3 zero-bye",
        "3-5 1-0, 6-4 0-1, 1 half-bye, 2 half-bye",
    ];
    let mut made = three_teams(&rounds);
    let shown = |made: &Tournament| -> Vec<String> {
        let row = |row: &tournament::standings::teams::TeamRow| {
            let values: Vec<String> =
                row.values.iter().map(|it| it.map_or(".".to_owned(), |it| it.to_string())).collect();
            format!("{} {} {}", row.rank, row.name, values.join(" "))
        };
        TeamStandings::of(made, 3).rows.iter().map(row).collect()
    };
    made.tie_breaks = vec![TieBreak::MatchPoints, TieBreak::GamePoints, TieBreak::Wins];
    assert_eq!(shown(&made), ["1 Ash 5 4 2", "2 Birch 2 2½ 1", "3 Cedar 2 2½ 0"]);
    made.tie_breaks = vec![TieBreak::GamePoints, TieBreak::AverageRating, TieBreak::DirectEncounter];
    assert_eq!(shown(&made), ["1 Ash 4 .", "2 Birch 2½ 2", "3 Cedar 2½ 0"]);
}

#[test]
fn odd_scores_can_leave_both_teams_below_half() {
    let mut made = three_teams(&["1-3 0-0, 4-2 ½-½"]);
    made.tie_breaks = vec![TieBreak::MatchPoints];
    let standings = TeamStandings::of(&made, 1);
    assert_eq!(standings.rows.iter().map(|row| row.match_points[0].halves).collect::<Vec<_>>(), [0, 0, 0]);
    assert!(standings.rows.iter().all(|row| row.is_shared && row.rank == 1));
}
