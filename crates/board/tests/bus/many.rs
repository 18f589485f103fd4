//! Twenty boards on one cable: found in spite of collisions, heard within the budget, and nothing lost that a
//! board still has.

use crate::world::{Boards, Dice, Weather, World};
use board::dgt::bus::{Master, Slave, Strand};
use board::{BoardEvent, Contents, LinkState, Orientation};
use shakmaty::{Board, Color, Square};

const TWENTY: std::ops::RangeInclusive<u16> = 1001..=1020;

fn live(addresses: std::ops::RangeInclusive<u16>) -> World {
    let mut world = World::new(addresses.clone());
    world.plug();
    world.run(40_000);
    for address in addresses {
        world.check_truth(address, "found and read");
    }
    world
}

/// Plays e4 e5 Nf3 Nc6, each move lifted, placed and pressed for, with `pace_ms` between the steps.
fn play(world: &mut World, address: u16, pace_ms: u64) -> Vec<BoardEvent> {
    let mut wanted = Vec::new();
    let (white, black) = (Color::White, Color::Black);
    let moves = [
        (Square::E2, Square::E4, white.pawn()),
        (Square::E7, Square::E5, black.pawn()),
        (Square::G1, Square::F3, white.knight()),
        (Square::B8, Square::C6, black.knight()),
    ];
    for (index, (from, to, piece)) in (1u32..).zip(moves) {
        world.place(address, from, None);
        world.run(pace_ms);
        world.place(address, to, Some(piece));
        world.run(pace_ms);
        world.clock(address, 5400 - index, 5400 - index, !piece.color);
        world.run(pace_ms);
        wanted.push(BoardEvent::Square { square: from, contents: Contents::Empty });
        wanted.push(BoardEvent::Square { square: to, contents: Contents::Piece(piece) });
        wanted.push(BoardEvent::Press(piece.color));
    }
    wanted
}

#[test]
fn twenty_boards_are_found_and_told_apart() {
    let world = live(TWENTY);
    assert!(world.device.collisions() > 0, "they spoke at once: {}", world.device.collisions());
    assert_eq!(world.session.addresses().count(), 20);
    let identity = world.session.identity(1007).expect("it was found");
    assert_eq!((identity.serial.as_deref(), identity.version), (Some("01007"), Some((1, 8))));
}

#[test]
fn a_change_on_any_of_twenty_boards_is_told_within_a_second() {
    let mut world = live(TWENTY);
    for address in TWENTY {
        world.clock(address, 5400, 5400, Color::White);
    }
    world.run(5000);
    let (began, bytes) = (world.t, world.bytes());
    let mut slowest = 0;
    for address in TWENTY {
        let count = world.events(address).len();
        let t = world.t;
        world.place(address, Square::E2, None);
        world.run(1500);
        let told = world
            .events(address)
            .iter()
            .skip(count)
            .find(|(_, event)| matches!(event, BoardEvent::Square { .. }));
        slowest = slowest.max(told.expect("it is told").0 - t);
    }
    assert!(slowest <= 1000, "the slowest took {slowest} ms, its own scan of 200 ms included");
    // The line carries 960 bytes a second.
    let rate = (world.bytes() - bytes) as u64 * 1000 / (world.t - began);
    assert!(rate <= 960, "{rate} bytes a second");
}

#[test]
fn every_event_is_told_once_and_in_order_whatever_is_lost_on_the_line() {
    let (lose, flip) = (
        |every, seed| Weather::DropMessage(every, Dice(seed)),
        |every, seed| Weather::FlipMessage(every, Dice(seed)),
    );
    for (up, down) in [
        (vec![], vec![]),
        (vec![lose(5, 21)], vec![]),
        (vec![lose(7, 22), flip(11, 23)], vec![lose(13, 24)]),
        (vec![lose(3, 25), flip(4, 26)], vec![]),
        (vec![], vec![lose(3, 27)]),
    ] {
        let mut world = live(1001..=1004);
        for address in 1001..=1004 {
            world.clock(address, 5400, 5400, Color::White);
        }
        world.run(4000);
        (world.up.weather, world.down.weather) = (up.clone(), down.clone());
        for address in 1001..=1004 {
            let count = world.events(address).len();
            let wanted = play(&mut world, address, 450);
            world.run(8000);
            assert_eq!(world.told(address, count), wanted, "{address} in {up:?} and {down:?}");
        }
    }
}

#[test]
fn what_happens_while_the_cable_is_out_is_told_when_it_is_back_with_its_times() {
    let mut world = live(1001..=1003);
    world.clock(1002, 5400, 5400, Color::White);
    world.run(3000);
    let count = world.events(1002).len();
    world.unplug();
    let wanted = play(&mut world, 1002, 3000);
    world.plug();
    world.run(15_000);
    assert_eq!(world.told(1002, count), wanted, "the board remembered all of it");
    world.check_truth(1002, "after the gap");
    let times: Vec<u32> = world
        .events(1002)
        .iter()
        .skip(count)
        .filter_map(|(_, event)| match event {
            BoardEvent::Clock(clock) => Some(clock.left_ms.white / 1000),
            _ => None,
        })
        .collect();
    assert!(times.contains(&5399) && times.contains(&5397), "the times of the presses: {times:?}");
    let presses = world.told(1002, 0).into_iter().filter(|event| matches!(event, BoardEvent::Press(_)));
    assert_eq!(presses.count(), 4);
}

#[test]
fn a_board_that_reboots_leaves_or_comes_back_disturbs_no_other() {
    let mut world = live(1001..=1004);
    world.clock(1001, 5400, 5400, Color::White);
    world.run(3000);
    let t = world.t;
    world.board(1003).reboot(t);
    world.board(1004).is_plugged = false;
    let count = world.events(1001).len();
    let wanted = play(&mut world, 1001, 700);
    world.run(12_000);
    assert_eq!(world.told(1001, count), wanted);
    world.check_truth(1003, "after its reboot");
    assert_eq!(world.session.state(1004), LinkState::Down);
    world.place(1004, Square::D2, None);
    world.place(1004, Square::D4, Some(Color::White.pawn()));
    world.board(1004).is_plugged = true;
    world.run(6000);
    world.check_truth(1004, "it came back");
}

#[test]
fn a_board_that_comes_later_is_found() {
    let mut world = live(1001..=1002);
    world.board(1002).is_plugged = false;
    world.run(12_000);
    world.device.boards.push(Slave::new(1010, &Board::new()));
    world.run(320_000);
    world.check_truth(1010, "found by a later search");
}

#[test]
fn one_foreign_byte_takes_every_board_out_and_the_next_questions_bring_them_back() {
    let mut world = live(TWENTY);
    for byte in [0x40, 0x44, 0x4d] {
        let t = world.t;
        world.device.handle_bytes(t, &[byte]);
        world.place(1011, Square::E2, None);
        world.run(2500);
        for address in TWENTY {
            world.check_truth(address, &format!("after {byte:02x}"));
        }
        world.place(1011, Square::E2, Some(Color::White.pawn()));
        world.run(2500);
    }
}

#[test]
fn a_rotated_board_is_turned() {
    let boards = vec![Slave::new(7, &Board::new()), Slave::new(9, &Board::new()).rotated()];
    let mut world = World::of(Master::new(), Strand::new(boards));
    world.plug();
    world.run(20_000);
    world.check_truth(9, "turned");
    let is_turned = |event: &BoardEvent| *event == BoardEvent::Turned(Orientation::Rotated);
    assert!(world.events(9).iter().any(|(_, event)| is_turned(event)));
    world.check_truth(7, "the other stands as it is");
}
