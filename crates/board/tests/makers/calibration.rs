//! Chips get their pieces from the array, and only from it.

use crate::cable::{Cable, Ends, options};
use board::dgt::DeviceOptions;
use board::{Contents, Maker, Orientation, Reading};
use shakmaty::{Board, Color, Square};

fn placement(fen: &str) -> Board {
    Board::from_ascii_board_fen(fen.as_bytes()).expect("a placement")
}

#[test]
fn chips_are_learnt_at_the_array() {
    let mut cable = Cable::new(Maker::Certabo, options(Maker::Certabo), &Board::new());
    cable.plug();
    cable.run(900);
    let occupied = Reading::from_occupied(Board::new().occupied());
    assert_eq!(cable.heard.believed, occupied, "before anything is learnt every chip is something");
    cable.run(4000);
    cable.check_truth("all chips are known");
    assert_eq!(cable.session.orientation(), Orientation::Normal);
}

#[test]
fn nothing_is_learnt_from_another_position() {
    let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";
    let mut cable = Cable::new(Maker::Certabo, options(Maker::Certabo), &placement(fen));
    cable.plug();
    cable.run(20_000);
    assert_eq!(cable.heard.believed, Reading::from_occupied(placement(fen).occupied()));
}

#[test]
fn the_array_of_chess960_is_the_one_the_game_says() {
    let array = placement("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR");
    let mut cable = Cable::new(Maker::Certabo, options(Maker::Certabo), &array);
    cable.session.expect(&array);
    cable.plug();
    cable.run(5000);
    cable.check_truth("the chips stand where the game begins");
}

#[test]
fn the_first_move_turns_a_wrong_guess_round() {
    let rotated = DeviceOptions { rotated: true, ..options(Maker::Certabo) };
    let mut cable = Cable::new(Maker::Certabo, rotated, &Board::new());
    cable.session.expect(&Board::new());
    cable.plug();
    cable.run(5000);
    cable.put(Square::E2, None);
    cable.run(700);
    cable.put(Square::E4, Some(Color::White.pawn()));
    cable.run(2000);
    assert_eq!(cable.session.orientation(), Orientation::Rotated);
    cable.check_truth("White made the first move, so White sits there");
    cable.put(Square::D8, None);
    cable.put(Square::H4, Some(Color::Black.queen()));
    cable.run(2000);
    cable.check_truth("king and queen are not exchanged");
}

#[test]
fn a_strange_piece_in_a_known_set_is_something() {
    let mut cable = Cable::live(Maker::Certabo);
    cable.device.set_square(cable.t, Square::A4, Contents::Occupied);
    cable.run(2000);
    assert_eq!(cable.heard.believed.at(Square::A4), Contents::Occupied);
    assert_eq!(cable.heard.believed.at(Square::A1), Contents::Piece(Color::White.rook()));
}
