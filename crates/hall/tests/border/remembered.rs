//! A home-made board whose cable is pulled while the players go on. What it remembers counts from when it happened,
//! and the arbiter is told nothing that did not happen.

use crate::bench::Bench;
use crate::event::{ENTERED, order};
use crate::rig::setup;
use board::Maker;
use board::dgt::DeviceOptions;
use game::PlyState;
use hall::{BoardChoice, HallSetup};
use laws::{Incident, RuleId};
use shakmaty::{Color, Square};

fn bench() -> Bench {
    let mut bench =
        Bench::new(HallSetup { time_control: "5400+30".to_owned(), ..setup(&[BoardChoice::Any]) });
    bench.add(1, Maker::Home, DeviceOptions { scan_ms: 8, clock: true, ..DeviceOptions::default() });
    bench.run(3_000);
    bench
}

#[test]
fn what_is_played_right_after_the_cable_was_pulled_counts_from_when_it_was_played() {
    let mut bench = bench();
    bench.play_with(1, 1, "e2e4 e7e5", Color::White);
    // The press comes with the piece in the air. The arbiter's watch waits ten seconds for its landing.
    let knight = bench.lift(1, Square::G1);
    bench.run(300);
    bench.press_for_hours(1, Color::White);
    let early = bench.t_ms;
    bench.run(150);
    bench.unplug(1);
    bench.put(1, Square::F3, knight);
    bench.run(300);
    let pressed = bench.play_with(1, 1, "b8c6 f1b5 a7a6 b5a4 g8f6", Color::Black);
    // This is longer than anything that was due at the table when the cable was pulled.
    bench.run(14_000);
    assert_eq!(bench.uci().len(), 2, "nobody has heard of the others");
    bench.open(1);
    bench.run(3_000);
    bench.play_with(1, 1, "d2d3", Color::White);
    bench.run(5_000);
    assert_eq!(bench.uci().join(" "), "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 d2d3");
    let pressed = std::iter::once(early).chain(pressed);
    for (ply, at) in bench.table().score().plies[2..8].iter().zip(pressed) {
        // The difference is at most a scan or two.
        assert!(ply.pressed_ms.is_some_and(|told| told.abs_diff(at) < 30), "{:?} for {at}", ply.pressed_ms);
    }
    let counted: Vec<&Incident> = bench
        .incidents
        .iter()
        .map(|(_, incident)| incident)
        .filter(|incident| incident.rule == RuleId::MoveCounter)
        .collect();
    assert!(counted.is_empty(), "{counted:#?}");
    bench.check_journal();
}

#[test]
fn a_board_that_does_not_come_back_is_not_waited_for_for_ever() {
    let mut bench = bench();
    bench.play_with(1, 1, "e2e4", Color::White);
    bench.carry(1, Square::E7, Square::E5);
    bench.unplug(1);
    let state = |bench: &Bench| bench.table().score().plies.get(1).map(|ply| ply.state);
    bench.run(30_000);
    assert_eq!(state(&bench), Some(PlyState::Provisional), "the board may yet tell that the hand went on");
    bench.run(31_000);
    assert_eq!(state(&bench), Some(PlyState::Final));
    let last = bench.told.last().and_then(|told| told.plies.last());
    assert_eq!(last.map(|ply| ply.provisional), Some(false), "and the world was told");
    // What the board reports when it comes back after all makes sense.
    bench.play_with(1, 1, "g1f3 b8c6", Color::White);
    bench.open(1);
    bench.run(5_000);
    assert_eq!(bench.uci().join(" "), "e2e4 e7e5 g1f3 b8c6");
    bench.check_journal();
}

/// What players move on a board after their game.
const MOVED: [(Square, Square); 6] = [
    (Square::A1, Square::A4),
    (Square::H8, Square::H5),
    (Square::B1, Square::C5),
    (Square::G8, Square::D3),
    (Square::C1, Square::G4),
    (Square::F8, Square::B6),
];

#[test]
fn a_game_that_began_while_the_cable_was_out_knows_what_stands_on_the_board() {
    for maker in [Maker::Home, Maker::Dgt] {
        let mut bench = Bench::new(setup(&[BoardChoice::Any, BoardChoice::Any]));
        let serial = "12345".to_owned();
        bench.add(1, maker, DeviceOptions { serial, clock: true, ..DeviceOptions::default() });
        bench.run(5_000);
        bench.input(order(ENTERED));
        bench.input(order(r#"{"do":"open","key":"A","round":1}"#));
        bench.run(3_000);
        bench.play_with(1, 1, "e2e4 e7e5", Color::White);
        for board in [1, 2] {
            let json = format!(r#"{{"do":"result","key":"A","round":1,"board":{board},"result":"1-0"}}"#);
            bench.input(order(&json));
        }
        bench.input(order(r#"{"do":"close","key":"A","round":1}"#));
        // So many pieces stand elsewhere that no moves lead there from the array.
        for (from, to) in MOVED {
            bench.carry(1, from, to);
        }
        bench.run(3_000);
        bench.unplug(1);
        bench.carry(1, Square::G1, Square::F3);
        bench.input(order(r#"{"do":"open","key":"A","round":2}"#));
        bench.run(2_000);
        bench.open(1);
        bench.run(10_000);
        assert_eq!(bench.uci(), [""; 0], "{maker:?}: a knight of the game before");
        let back = MOVED.map(|(from, to)| (to, from));
        for (from, to) in [(Square::F3, Square::G1), (Square::E4, Square::E2), (Square::E5, Square::E7)] {
            bench.carry(1, from, to);
        }
        for (from, to) in back {
            bench.carry(1, from, to);
        }
        bench.run(5_000);
        bench.play_with(1, 1, "c2c4 c7c5", Color::White);
        bench.run(5_000);
        assert_eq!(bench.uci().join(" "), "c2c4 c7c5", "{maker:?}");
        bench.check_journal();
    }
}
