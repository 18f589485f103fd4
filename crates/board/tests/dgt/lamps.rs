//! The lamps of a Revelation II: dark without permission, lit where pieces stand wrong, dark when a hand comes.

use crate::world::{Hands, World, options};
use board::dgt::DeviceOptions;
use shakmaty::{Board, Color, Square};

const DARK: [u8; 6] = [0x60, 4, 0, 0x40, 0x40, 0];

fn lit(number: u8) -> Vec<u8> {
    vec![0x60, 4, 1, number, number, 0]
}

/// The messages to the lamps since message number `from`.
fn said(world: &World, from: usize) -> Vec<Vec<u8>> {
    world.sent()[from..].iter().filter(|bytes| bytes[0] == 0x60).cloned().collect()
}

/// A board with the king and the queen of White exchanged, and the start array expected.
fn exchanged(device: DeviceOptions, is_allowed: bool) -> World {
    let mut world = World::live(device);
    world.session.expect(&Board::default());
    world.session.allow_lamps(world.t, is_allowed);
    world.put(Square::D1, Some(Color::White.king()));
    world.put(Square::E1, Some(Color::White.queen()));
    world.run(4000);
    world
}

fn revelation() -> DeviceOptions {
    DeviceOptions { version: (3, 24), ..options() }
}

#[test]
fn what_stands_wrong_is_lit_and_a_hand_makes_it_dark() {
    for (rotated, numbers) in [(false, [59, 60]), (true, [4, 3])] {
        let mut world = exchanged(DeviceOptions { rotated, ..revelation() }, true);
        let mut wanted = vec![DARK.to_vec()];
        wanted.extend(numbers.map(lit));
        assert_eq!(said(&world, 0), wanted, "once all is known to be dark; rotated: {rotated}");
        let from = world.sent().len();
        world.put(Square::E1, Some(Color::White.king()));
        world.run(1000);
        assert_eq!(said(&world, from), [DARK], "a hand is there");
        world.put(Square::D1, Some(Color::White.queen()));
        world.run(20_000);
        assert_eq!(said(&world, from), [DARK], "all stands right");
        world.check_truth("the board is followed");
    }
}

#[test]
fn nothing_is_said_without_leave_or_to_other_boards() {
    assert!(said(&exchanged(revelation(), false), 0).is_empty(), "no leave");
    for version in [(1, 8), (3, 21), (4, 0)] {
        let device = DeviceOptions { version, ..options() };
        assert!(said(&exchanged(device, true), 0).is_empty(), "{version:?} has no such lamps");
    }
    let mut world = exchanged(revelation(), true);
    let from = world.sent().len();
    world.session.allow_lamps(world.t, false);
    world.run(20_000);
    assert_eq!(said(&world, from), [DARK], "leave was taken away");
}

#[test]
fn a_board_that_is_being_set_up_stays_dark() {
    let mut world = World::new(revelation(), &Board::empty());
    world.plug();
    world.run(3000);
    world.session.expect(&Board::default());
    world.session.allow_lamps(world.t, true);
    world.run(20_000);
    assert_eq!(said(&world, 0), [DARK]);
}
