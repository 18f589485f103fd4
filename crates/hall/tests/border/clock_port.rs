//! A lever switch on a port of its own, beside a board that hears no clock.

use crate::bench::Bench;
use crate::rig::setup;
use board::dgt::DeviceOptions;
use board::{Maker, Timing};
use game::PlyState;
use hall::{BoardChoice, HallSetup, PublicLink};
use shakmaty::Color;

/// Creates a table whose board says nothing of a clock, with its clock on the second port.
fn bench(maker: Maker, board: BoardChoice) -> Bench {
    let mut setup = HallSetup { time_control: "5400+30".to_owned(), ..setup(&[board]) };
    setup.tables[0].clock_port = Some("port2".to_owned());
    let mut bench = Bench::new(setup);
    // The lever is known first: it must not be taken for the board of the table.
    bench.add(2, Maker::Home, DeviceOptions { scan_ms: 8, clock: true, ..DeviceOptions::default() });
    bench.run(2_000);
    bench.add(1, maker, DeviceOptions { clock: false, ..DeviceOptions::default() });
    bench.run(6_000);
    bench
}

#[test]
fn its_presses_complete_the_moves_of_the_table_that_names_it() {
    for maker in [Maker::Dgt, Maker::ChessLink, Maker::Certabo, Maker::Sentio, Maker::Chessnut] {
        let mut bench = bench(maker, BoardChoice::Any);
        assert_eq!(bench.table().link(), Some(1), "{maker:?}");
        // Squares are as late as the board tells them, and presses as late as the switch. The delay of the link is
        // the slower one.
        let (board, lever, timing) = (Timing::of(maker), Timing::of(Maker::Home), bench.table().timing());
        assert_eq!(timing.of_press(0).early_ms, lever.press_ms + board.link_ms, "{maker:?}");
        assert_eq!(timing, Timing { press_ms: lever.press_ms, ..board }, "{maker:?}");
        let pressed = bench.play_with(1, 2, "e2e4 e7e5 g1f3 b8c6", Color::White);
        bench.run(3_000);
        assert_eq!(bench.uci().join(" "), "e2e4 e7e5 g1f3 b8c6", "{maker:?}");
        for (ply, at) in bench.table().score().plies.iter().zip(pressed) {
            assert_eq!(ply.state, PlyState::Completed, "{maker:?}");
            assert!(
                ply.pressed_ms.is_some_and(|told| told.abs_diff(at) < 30),
                "{:?} for {at}",
                ply.pressed_ms
            );
        }
        bench.check_journal();
    }
}

#[test]
fn a_lever_that_is_pulled_out_takes_nothing_from_the_board_and_comes_back() {
    let mut bench = bench(Maker::ChessLink, BoardChoice::Port("port1".to_owned()));
    bench.play_with(1, 2, "e2e4", Color::White);
    let timing = bench.table().timing();
    bench.unplug(2);
    bench.play_with(1, 2, "e7e5 g1f3", Color::Black);
    bench.run(2_000);
    assert_eq!(bench.table().public_link(), PublicLink::Live);
    assert_eq!(bench.uci().join(" "), "e2e4 e7e5 g1f3");
    assert_eq!(bench.table().timing(), timing, "what it told was as late as that");
    bench.open(2);
    bench.run(2_000);
    bench.play_with(1, 2, "b8c6", Color::Black);
    bench.run(2_000);
    assert_eq!(bench.uci().join(" "), "e2e4 e7e5 g1f3 b8c6");
    assert_eq!(bench.table().score().plies[3].state, PlyState::Completed);
    bench.check_journal();
}

#[test]
fn a_set_up_that_makes_a_board_a_clock_takes_it_from_its_table() {
    let mut before = setup(&[BoardChoice::Any]);
    let mut bench = Bench::new(before.clone());
    bench.add(2, Maker::Home, DeviceOptions { scan_ms: 8, clock: true, ..DeviceOptions::default() });
    bench.run(3_000);
    assert_eq!(bench.table().link(), Some(2));
    before.tables[0].clock_port = Some("port2".to_owned());
    bench.input(hall::Input::Setup(Box::new(before)));
    bench.run(3_000);
    assert_eq!(bench.table().link(), None);
    bench.check_journal();
}
