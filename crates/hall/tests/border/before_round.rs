//! What stands and happens on a board between the opening of a round and its first move: the last position of the round before,
//! kings in the centre, a clock that still runs, and moves that somebody tries. None of it is the game.

use crate::{
    event::{ENTERED, games, hall, order, result, row, set_up},
    rig::{Rig, fold},
};
use board::{Contents, Millis, bench::Dice, dgt::ClockState};
use shakmaty::{Board, ByColor, Color, Piece, Role, Square};

const GAME: &str = "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6";
const TRIED: &str = "e2e4 c7c5 g1f3 d7d6 d2d4 g8f6";
const MATE: &str = "f2f3 e7e5 g2g4 d8h4";

/// Opens the first round.
fn open() -> Rig {
    let mut rig = hall();
    rig.input(order(ENTERED));
    rig.input(order(r#"{"do":"open","key":"A","round":1}"#));
    rig.run(2_000);
    rig
}

/// Sets the clock of the first board: so much time for each side, and this side's runs.
fn set_clock(rig: &mut Rig, minutes: u32, running: Option<Color>) {
    let (now, each) = (rig.t_ms, minutes * 60_000);
    let left_ms = ByColor { white: each, black: each };
    rig.dgt(1).set_clock(now, ClockState { left_ms, running, lever: Color::White });
    rig.run(1_500);
}

/// Carries pieces without a press, and waits after each.
fn tries(rig: &mut Rig, moves: &str) {
    for word in moves.split(' ') {
        let [from, to] = [&word[..2], &word[2..]].map(|name| name.parse().expect("a square"));
        rig.carry(1, from, to);
        rig.run(3_000);
    }
    rig.run(10_000);
}

/// Puts both kings in the centre, for a win of White, and takes what stands there away.
fn kings_in_centre(rig: &mut Rig, kings: [Square; 2]) {
    for (from, (to, color)) in kings.into_iter().zip([(Square::E4, Color::White), (Square::D5, Color::Black)])
    {
        rig.put(1, from, Contents::Empty);
        rig.run(400);
        rig.put(1, to, Contents::Piece(Piece { color, role: Role::King }));
        rig.run(600);
    }
    rig.run(8_000);
}

/// Does something that hands do before a game, without a press, or loses the link, or finds it again.
fn something(rig: &mut Rig, dice: &mut Dice) {
    let opening: Vec<&str> = TRIED.split(' ').collect();
    match dice.below(10) {
        0 => tries(rig, MATE),
        // Only from the array these are moves. On another board they carry pieces somewhere.
        1 => tries(rig, &opening[..1 + dice.below(6) as usize].join(" ")),
        2 => {
            for _ in 0..1 + dice.below(8) {
                let [from, to] = [0; 2].map(|_| Square::new(dice.below(64)));
                rig.carry(1, from, to);
                rig.run(Millis::from(dice.below(4_000)));
            }
        }
        3 => kings_in_centre(rig, [Square::E1, Square::E8]),
        4 => rig.unplug(1),
        5 => rig.open(1),
        6 | 7 => set_up(rig, 1, &Board::default()),
        8 => {
            let t_ms = rig.t_ms;
            rig.device(1).reboot(t_ms);
        }
        _ => set_clock(rig, 60, [None, Some(Color::White)][dice.below(2) as usize]),
    }
    rig.run(Millis::from(dice.below(30_000)));
}

/// Plays the game of the round, and checks that it is told whole and without a result.
fn check_game(rig: &mut Rig, round: &str, white: &str) {
    rig.play(1, GAME);
    rig.run(5_000);
    assert_eq!(games(rig, 1).last(), Some(&row(round, white, 6, "*")));
    assert_eq!(rig.moves(1), "d4 d5 c4 e6 Nc3 Nf6");
    assert_eq!(rig.hall.table(1).and_then(hall::Table::proved), None);
    assert_eq!(fold(&rig.journal).finish().divergent, 0);
}

#[test]
fn what_is_tried_before_the_clock_is_started_costs_no_game() {
    let mut rig = open();
    set_clock(&mut rig, 90, None);
    tries(&mut rig, TRIED);
    assert_eq!(rig.moves(1), "e4 c5 Nf3 d6 d4 Nf6");
    set_up(&mut rig, 1, &Board::default());
    assert_eq!(rig.moves(1), "");
    check_game(&mut rig, "1", "Nowak, Anna");
}

#[test]
fn a_mate_before_the_clock_is_started_decides_nothing() {
    let mut rig = open();
    set_clock(&mut rig, 90, None);
    tries(&mut rig, MATE);
    assert_eq!(result(&rig, 1, 1), None);
    set_up(&mut rig, 1, &Board::default());
    check_game(&mut rig, "1", "Nowak, Anna");
}

#[test]
fn kings_that_somebody_puts_in_the_centre_before_the_clock_is_started_end_nothing() {
    let mut rig = open();
    set_clock(&mut rig, 90, None);
    tries(&mut rig, TRIED);
    rig.put(1, Square::E4, Contents::Empty);
    kings_in_centre(&mut rig, [Square::E1, Square::E8]);
    assert!(rig.hall.table(1).is_some_and(|table| table.proved().is_some()));
    set_up(&mut rig, 1, &Board::default());
    check_game(&mut rig, "1", "Nowak, Anna");
}

#[test]
fn kings_in_the_centre_of_the_array_end_nothing() {
    let mut rig = open();
    set_clock(&mut rig, 90, None);
    kings_in_centre(&mut rig, [Square::E1, Square::E8]);
    set_up(&mut rig, 1, &Board::default());
    check_game(&mut rig, "1", "Nowak, Anna");
}

/// Plays and closes the first round, and opens the second. What `hands` did before stands on the board.
fn second_round(hands: impl FnOnce(&mut Rig)) -> Rig {
    let mut rig = open();
    set_clock(&mut rig, 90, None);
    rig.play(1, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 d2d4 e5d4");
    hands(&mut rig);
    for board in [1, 2] {
        let text = format!(r#"{{"do":"result","key":"A","round":1,"board":{board},"result":"1-0"}}"#);
        rig.input(order(&text));
    }
    rig.input(order(r#"{"do":"close","key":"A","round":1}"#));
    rig.run(60_000);
    rig.input(order(r#"{"do":"open","key":"A","round":2}"#));
    rig.run(20_000);
    rig
}

#[test]
fn kings_that_still_stand_in_the_centre_when_the_next_round_begins_end_nothing() {
    for is_stopped in [true, false] {
        let mut rig = second_round(|rig| {
            if is_stopped {
                set_clock(rig, 60, None);
            }
            rig.put(1, Square::E4, Contents::Empty);
            kings_in_centre(rig, [Square::E1, Square::E8]);
        });
        set_clock(&mut rig, 90, None);
        set_up(&mut rig, 1, &Board::default());
        check_game(&mut rig, "2", "Mazur, Piotr");
    }
}

#[test]
fn a_position_and_a_clock_of_the_round_before_begin_nothing() {
    for (is_stopped, is_set_first) in [(true, true), (true, false), (false, true), (false, false)] {
        let mut rig = second_round(|rig| {
            if is_stopped {
                set_clock(rig, 60, None);
            }
        });
        // Somebody clears the table: a press, and the clock is set before or after the pieces are put back.
        rig.press(1, Color::Black);
        rig.run(4_000);
        if is_set_first {
            set_clock(&mut rig, 90, None);
        }
        set_up(&mut rig, 1, &Board::default());
        set_clock(&mut rig, 90, None);
        rig.run(30_000);
        check_game(&mut rig, "2", "Mazur, Piotr");
    }
}

#[test]
fn a_mate_of_the_round_before_decides_nothing() {
    let mut rig = second_round(|rig| {
        rig.play(1, "e1e2 d4d3");
        rig.run(1_000);
    });
    // The pieces of a mate are set up for a laugh.
    let mate = Board::from_ascii_board_fen(b"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR")
        .expect("a placement");
    set_up(&mut rig, 1, &mate);
    assert_eq!(result(&rig, 2, 1), None);
    set_clock(&mut rig, 90, None);
    set_up(&mut rig, 1, &Board::default());
    check_game(&mut rig, "2", "Mazur, Piotr");
}

#[test]
fn whatever_was_done_before_the_game_from_the_array_is_told_whole() {
    for seed in 1..=60 {
        let mut dice = Dice(seed);
        let mut rig = if seed % 2 == 0 { open() } else { second_round(|rig| set_clock(rig, 60, None)) };
        set_clock(&mut rig, 60, None);
        for _ in 0..dice.below(8) {
            something(&mut rig, &mut dice);
        }
        rig.open(1);
        set_clock(&mut rig, 90, None);
        rig.run(30_000);
        set_up(&mut rig, 1, &Board::default());
        rig.run(60_000);
        eprintln!("seed {seed}");
        if seed % 2 == 0 {
            check_game(&mut rig, "1", "Nowak, Anna");
        } else {
            check_game(&mut rig, "2", "Mazur, Piotr");
        }
    }
}
