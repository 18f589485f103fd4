//! Boards that stand the other way round and come to life in the middle of a game: nothing is published upside down,
//! and the publications make one game.

use crate::bench::Bench;
use crate::rig::{Rig, setup};
use board::Maker;
use board::dgt::{ClockState, DeviceOptions};
use hall::{BoardChoice, Input, Publication};
use laws::Language;
use shakmaty::{Board, ByColor, Color, Square};
use std::collections::BTreeSet;

const MIDDLE: &str = "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1";
/// The boards that know their pieces and tell squares.
const MAKERS: [Maker; 3] = [Maker::Dgt, Maker::ChessLink, Maker::Chessnut];

fn placement(fen: &str) -> Board {
    Board::from_ascii_board_fen(fen.as_bytes()).expect("a placement")
}

fn options(rotated: bool) -> DeviceOptions {
    DeviceOptions { rotated, ..DeviceOptions::default() }
}

/// Creates a table whose board is plugged in with this position on it, and with Black's time running where it hears a
/// clock.
fn late(maker: Maker, rotated: bool, fen: &str) -> Bench {
    let mut bench = Bench::new(setup(&[BoardChoice::Any]));
    bench.add_with(1, maker, options(rotated), &placement(fen));
    if maker == Maker::Dgt {
        let left_ms = ByColor { white: 900_000, black: 800_000 };
        bench.set_clock(1, ClockState { left_ms, running: Some(Color::Black), lever: Color::Black });
    }
    bench.run(9_000);
    bench
}

/// Returns the games in which something was published, each by its number and its start position.
fn played(told: &[Publication]) -> Vec<(u32, String)> {
    let games: BTreeSet<(u32, String)> = told
        .iter()
        .filter(|publication| !publication.plies.is_empty())
        .map(|publication| (publication.game, publication.start_fen.clone()))
        .collect();
    games.into_iter().collect()
}

#[test]
fn a_game_taken_up_is_one_game_and_the_right_way_round() {
    for maker in MAKERS {
        for rotated in [false, true] {
            let what = format!("{maker:?}, rotated {rotated}");
            let mut bench = late(maker, rotated, MIDDLE);
            for (from, to) in [("f6", "e4"), ("d2", "d4"), ("e4", "d6"), ("b5", "c6")] {
                if to == "c6" {
                    bench.lift(1, Square::C6);
                    bench.run(400);
                }
                bench.carry(1, from.parse().expect("a square"), to.parse().expect("a square"));
                if maker == Maker::Dgt {
                    let mover = if ["f6", "e4"].contains(&from) { Color::Black } else { Color::White };
                    bench.press_for_hours(1, mover);
                }
                bench.run(2_500);
            }
            bench.run(3_000);
            assert_eq!(bench.uci(), ["f6e4", "d2d4", "e4d6", "b5c6"], "{what}");
            let games = played(&bench.told);
            let [(number, start)] = games.as_slice() else { panic!("{what}: one game, not {games:?}") };
            assert!(start.starts_with(&format!("{MIDDLE} b")), "{what}: {start}");
            let numbers: BTreeSet<u32> = bench.told.iter().map(|told| told.game).collect();
            assert!(numbers.len() <= 2 && numbers.last() == Some(number), "{what}: {numbers:?}");
            bench.check_journal();
        }
    }
}

#[test]
fn a_board_that_comes_to_life_between_a_move_and_its_press_begins_one_game() {
    for rotated in [false, true] {
        let mut bench = late(Maker::Dgt, rotated, MIDDLE);
        // Black had moved before, as their press shows.
        bench.press_for_hours(1, Color::Black);
        bench.run(3_000);
        bench.carry(1, Square::F1, Square::E1);
        bench.press_for_hours(1, Color::White);
        bench.run(3_000);
        assert_eq!(bench.uci(), ["f1e1"], "rotated {rotated}");
        assert_eq!(played(&bench.told).len(), 1, "rotated {rotated}");
        let numbers: BTreeSet<u32> = bench.told.iter().map(|told| told.game).collect();
        assert!(numbers.len() <= 2, "rotated {rotated}: {numbers:?}");
        bench.check_journal();
    }
}

#[test]
fn an_endgame_without_pawns_is_published_when_a_person_tells_its_position() {
    let fen = "8/5k2/8/8/3R4/4K3/8/5r2";
    for rotated in [false, true] {
        let mut bench = late(Maker::Dgt, rotated, fen);
        bench.carry(1, Square::F1, Square::H1);
        bench.press_for_hours(1, Color::Black);
        bench.run(3_000);
        bench.carry(1, Square::D4, Square::D7);
        bench.press_for_hours(1, Color::White);
        bench.run(5_000);
        assert!(bench.uci().is_empty(), "nobody knows: {:?}", bench.uci());
        let says = |bench: &Bench| {
            let open = bench
                .incidents
                .iter()
                .map(|(_, incident)| incident)
                .rev()
                .find(|incident| !incident.phrases.is_empty());
            open.map(|incident| incident.phrases[0].text(Language::English)).unwrap_or_default()
        };
        assert!(says(&bench).contains("which way round it stands"), "{}", says(&bench));
        let order = r#"{"cmd":"start","fen":"8/3R1k2/8/8/8/4K3/8/7r b - - 0 1"}"#;
        let command = serde_json::from_str(order).expect("a command");
        bench.input(Input::Command { table: 1, command });
        bench.run(3_000);
        bench.carry(1, Square::F7, Square::E6);
        bench.press_for_hours(1, Color::Black);
        bench.run(3_000);
        assert_eq!(bench.uci(), ["f7e6"], "rotated {rotated}");
        bench.check_journal();
    }
}

#[test]
fn the_journal_remembers_which_way_round_a_board_stands() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug_options(1, DeviceOptions { rotated: true, ..DeviceOptions::default() }, &placement(MIDDLE));
    rig.run(5_000);
    rig.press(1, Color::White);
    rig.run(3_000);
    rig.play(1, "f6e4 d2d4");
    let before = rig.moves(1);
    let (journal, boards, t_ms) = (rig.journal.clone(), std::mem::take(&mut rig.boards), rig.t_ms);
    let mut rig = Rig::restart(journal, boards, t_ms);
    rig.open(1);
    rig.run(6_000);
    rig.play(1, "e4d6");
    rig.run(2_000);
    assert_eq!(before, "Nxe4 d4");
    assert_eq!(rig.moves(1), format!("{before} Nd6"));
}

#[test]
fn a_board_turned_by_a_quarter_is_said_to_be_and_nothing_else() {
    let mut quarter = Board::empty();
    for square in Board::default().occupied() {
        let piece = Board::default().piece_at(square).expect("a man of the array");
        quarter.set_piece_at(square.rotate_90(), piece);
    }
    let mut bench = Bench::new(setup(&[BoardChoice::Any]));
    bench.add_with(1, Maker::Dgt, options(false), &quarter);
    let left_ms = ByColor { white: 900_000, black: 900_000 };
    bench.set_clock(1, ClockState { left_ms, running: Some(Color::White), lever: Color::White });
    bench.run(9_000);
    let told: Vec<String> = bench
        .incidents
        .iter()
        .map(|(_, incident)| incident)
        .map(|incident| incident.rule.name().to_owned())
        .collect();
    assert!(told.iter().any(|rule| rule == "board-orientation"), "{told:?}");
    let said: Vec<String> = bench
        .incidents
        .iter()
        .map(|(_, incident)| incident)
        .flat_map(|incident| incident.phrases.iter().map(|phrase| phrase.text(Language::English)))
        .collect();
    assert!(!said.iter().any(|text| text.contains("cannot tell")), "{said:?}");
}
