//! Boards and clocks of which the organiser says how they stand, and boards that are turned by a quarter.

use crate::bench::Bench;
use crate::rig::setup;
use board::dgt::{ClockState, DeviceOptions};
use board::{Maker, Orientation};
use hall::{BoardChoice, HallSetup, Stands};
use shakmaty::{Board, ByColor, Color, Square};

/// Returns the pieces of a game as they stand by the numbers of a board of this orientation.
fn by_board(orientation: Orientation, game: &Board) -> Board {
    let mut board = Board::empty();
    for square in game.occupied() {
        if let Some(piece) = game.piece_at(square) {
            board.set_piece_at(orientation.back().apply(square), piece);
        }
    }
    board
}

/// Creates a table with this board, of which the organiser says how it stands.
fn table(maker: Maker, stands: Stands, device: DeviceOptions, placement: &Board) -> Bench {
    let mut hall: HallSetup = setup(&[BoardChoice::Any]);
    hall.tables[0].stands = stands;
    let mut bench = Bench::new(hall);
    bench.add_with(1, maker, device, placement);
    bench.run(9_000);
    bench
}

/// Moves pieces between squares of the game on a board of this orientation.
fn carry(bench: &mut Bench, orientation: Orientation, moves: &[(Square, Square)]) {
    for &(from, to) in moves {
        let [from, to] = [from, to].map(|square| orientation.back().apply(square));
        bench.carry(1, from, to);
        bench.run(3_000);
    }
}

const OPENING: [(Square, Square); 3] =
    [(Square::E2, Square::E4), (Square::E7, Square::E5), (Square::G1, Square::F3)];

#[test]
fn the_squares_of_an_array_that_stands_across_follow() {
    for maker in [Maker::Dgt, Maker::ChessLink, Maker::Chessnut] {
        for orientation in [Orientation::Left, Orientation::Right] {
            let across = by_board(orientation, &Board::default());
            let mut bench = table(maker, Stands::default(), DeviceOptions::default(), &across);
            carry(&mut bench, orientation, &OPENING);
            assert_eq!(bench.uci(), ["e2e4", "e7e5", "g1f3"], "{maker:?}, {orientation:?}");
            bench.check_journal();
        }
    }
}

#[test]
fn what_the_organiser_says_of_a_board_is_not_found_out() {
    let middle = "4k3/8/8/8/8/8/R7/4K3 w - - 0 1";
    let placement: Board = "4k3/8/8/8/8/8/R7/4K3".parse().expect("a placement");
    for orientation in Orientation::ALL {
        let mut hall: HallSetup = setup(&[BoardChoice::Any]);
        hall.tables[0].fen = Some(middle.to_owned());
        hall.tables[0].stands = Stands { board: Some(orientation), is_clock_turned: false };
        let mut bench = Bench::new(hall);
        bench.add_with(1, Maker::Dgt, DeviceOptions::default(), &by_board(orientation, &placement));
        bench.run(9_000);
        carry(&mut bench, orientation, &[(Square::A2, Square::B2), (Square::E8, Square::F7)]);
        assert_eq!(bench.uci(), ["a2b2", "e8f7"], "{orientation:?}");
        bench.check_journal();
    }
}

#[test]
fn a_clock_that_stands_the_wrong_way_round_is_read_so() {
    let stands = Stands { board: None, is_clock_turned: true };
    let mut bench = table(Maker::Dgt, stands, DeviceOptions::default(), &Board::default());
    // What the clock tells of Black is true of White.
    let left_ms = ByColor { white: 800_000, black: 900_000 };
    bench.set_clock(1, ClockState { left_ms, running: Some(Color::Black), lever: Color::Black });
    bench.run(3_000);
    bench.carry(1, Square::E2, Square::E4);
    bench.run(1_000);
    bench.set_clock(1, ClockState { left_ms, running: Some(Color::White), lever: Color::White });
    bench.run(3_000);
    assert_eq!(bench.uci(), ["e2e4"]);
    let table = bench.hall.table(1).expect("a table");
    let clock = table.score().clock.expect("a clock");
    assert_eq!((clock.left_ms.white / 1_000, clock.running), (900, Some(Color::Black)));
    assert!(table.score().plies[0].pressed_ms.is_some(), "the press is White's");
    assert!(bench.incidents.is_empty(), "{:?}", bench.incidents);
    bench.check_journal();
}
