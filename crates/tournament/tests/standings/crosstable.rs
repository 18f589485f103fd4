//! Crosstables by rounds and by opponents.

use crate::rules::tournament;
use tournament::standings::crosstable::{CrosstableOrder, by_opponents, by_rounds};
use tournament::{Standings, System};

#[test]
fn a_line_names_opponents_by_their_numbers() {
    let rounds = ["1-2 0-1, 3-4 +/-", "2-3 ½-½, 4-0 1-0, 1 half-bye", "4-2 *, 3 pairing-bye"];
    let mut made = tournament(System::Swiss, 4, &rounds);
    made.rounds.get_mut(&1).and_then(|round| round.pairings.get_mut(&1)).expect("board 1").unrated = true;
    let standings = Standings::now(&made);
    let lines = |order| -> Vec<String> {
        by_rounds(&standings, order)
            .into_iter()
            .map(|line| format!("{} {}", line.number, line.rounds.join(" ")))
            .collect()
    };
    assert_eq!(lines(CrosstableOrder::Number), ["1 2wL H ", "2 1bW 3w= 4b*", "3 4w+ 2b= U", "4 3b- 0w1 2w*"]);
    assert_eq!(lines(CrosstableOrder::Rank), ["1 3w+ 2b= U", "2 4bW 1w= 3b*", "3 1b- 0w1 2w*", "4 2wL H "]);
}

#[test]
fn a_matrix_has_two_cells_for_two_cycles() {
    let made = tournament(
        System::RoundRobin,
        3,
        &["2-3 1-0", "3-1 ½-½", "1-2 0-1", "3-2 1-0", "1-3 1-0", "2-1 1-0"],
    );
    let matrix = by_opponents(&Standings::now(&made), CrosstableOrder::Rank);
    let written: Vec<String> = matrix
        .iter()
        .map(|line| {
            let cell = |games: &Vec<_>| {
                let codes: String =
                    games.iter().filter_map(tournament::standings::cell::RoundCell::code).collect();
                if codes.is_empty() { "x".to_owned() } else { codes }
            };
            format!("{} {}", line.player, line.games.iter().map(cell).collect::<Vec<_>>().join(" "))
        })
        .collect();
    assert_eq!(written, ["2 x 11 10", "1 00 x =1", "3 01 =0 x"]);
}
