//! Events from a time when nobody listened, told from the board's own memory.

use crate::world::{Hands, Weather, World, options};
use board::dgt::DeviceOptions;
use board::{BoardEvent, Contents, LinkState};
use shakmaty::{Color, Piece, Square};

fn moves() -> [(Square, Square, Piece); 6] {
    let (white, black) = (Color::White, Color::Black);
    [
        (Square::E2, Square::E4, white.pawn()),
        (Square::E7, Square::E5, black.pawn()),
        (Square::G1, Square::F3, white.knight()),
        (Square::B8, Square::C6, black.knight()),
        (Square::F1, Square::B5, white.bishop()),
        (Square::A7, Square::A6, black.pawn()),
    ]
}

/// Plays these moves, each pressed for. Returns the events that should be heard.
fn play(world: &mut World, moves: &[(Square, Square, Piece)]) -> Vec<BoardEvent> {
    let mut wanted = Vec::new();
    for &(from, to, piece) in moves {
        world.put(from, None);
        world.run(700);
        world.put(to, Some(piece));
        world.run(4000);
        world.press(piece.color, 2);
        world.run(1200);
        wanted.push(BoardEvent::Square { square: from, contents: Contents::Empty });
        wanted.push(BoardEvent::Square { square: to, contents: Contents::Piece(piece) });
        wanted.push(BoardEvent::Press(piece.color));
    }
    wanted
}

fn told(events: &[BoardEvent]) -> Vec<BoardEvent> {
    let tells = |event: &&BoardEvent| matches!(event, BoardEvent::Square { .. } | BoardEvent::Press(_));
    events.iter().filter(tells).cloned().collect()
}

fn begun(options: DeviceOptions) -> World {
    let mut world = World::live(options);
    world.set_clock(5400, 5400, Some(Color::White), Color::White);
    world.run(3000);
    play(&mut world, &moves()[..1]);
    world
}

#[test]
fn a_pulled_cable_loses_nothing_the_board_remembers() {
    for rotated in [false, true] {
        let mut world = begun(DeviceOptions { rotated, ..options() });
        let count = world.heard.events.len();
        world.unplug();
        let wanted = play(&mut world, &moves()[1..]);
        world.plug();
        world.run(15_000);
        let heard = world.since(count);
        assert_eq!(told(&heard), wanted);
        assert!(!heard.iter().any(|event| matches!(event, BoardEvent::Gap { .. })), "nothing was missed");
        world.check_truth("after the gap");
        let times: Vec<u32> = heard
            .iter()
            .filter_map(|event| match event {
                BoardEvent::Clock(clock) => Some(clock.left_ms.black / 1000),
                _ => None,
            })
            .collect();
        assert!(
            times.windows(2).filter(|pair| pair[1] < pair[0]).count() >= 2,
            "the times of the presses: {times:?}"
        );
    }
}

#[test]
fn a_power_cut_loses_nothing_the_board_saw() {
    let mut world = begun(options());
    let count = world.heard.events.len();
    world.unplug();
    let mut wanted = play(&mut world, &moves()[1..3]);
    world.device.reboot(world.t);
    wanted.extend(play(&mut world, &moves()[3..]));
    world.device.reboot(world.t);
    world.plug();
    world.run(15_000);
    assert_eq!(told(&world.since(count)), wanted);
    world.check_truth("after the gap");
}

/// What changed while the board had no power is told as a gap, in its place: in the memory it stands in the order of the board's scan.
#[test]
fn what_changed_during_a_power_cut_has_no_order() {
    let mut world = begun(options());
    let count = world.heard.events.len();
    world.unplug();
    let mut wanted = play(&mut world, &moves()[1..2]);
    world.device.cut_power(world.t);
    play(&mut world, &moves()[2..4]);
    world.device.reboot(world.t);
    wanted.extend(play(&mut world, &moves()[4..]));
    world.plug();
    world.run(15_000);
    let heard = world.since(count);
    assert_eq!(told(&heard), wanted);
    let at = |is: fn(&BoardEvent) -> bool| heard.iter().position(is);
    let gap = at(|event| matches!(event, BoardEvent::Gap { .. })).expect("a gap");
    assert!(matches!(heard[gap + 1], BoardEvent::Reading(_)), "{heard:?}");
    assert_eq!(told(&heard[..gap]), wanted[..3]);
    world.check_truth("after the gap");
}

/// An answer that comes once a board is back in reach does not make it a slow board, whose next silence is borne for longer.
#[test]
fn a_second_silence_is_noticed_as_soon_as_the_first() {
    let mut world = begun(options());
    let noticed_ms = |world: &mut World| {
        world.device.mute(true);
        let since = world.t;
        while world.session.state() == LinkState::Live {
            world.run(100);
        }
        let noticed_ms = world.t - since;
        world.device.mute(false);
        world.run(30_000);
        noticed_ms
    };
    let first_ms = noticed_ms(&mut world);
    for silent_ms in (2_000..first_ms).step_by(500) {
        world.device.mute(true);
        world.run(silent_ms);
        world.device.mute(false);
        world.run(20_000);
    }
    let later_ms = noticed_ms(&mut world);
    assert!(later_ms <= first_ms + 1_500, "{first_ms} ms, then {later_ms} ms");
}

#[test]
fn a_silence_is_filled_from_the_memory_too() {
    let mut world = begun(options());
    let count = world.heard.events.len();
    world.device.mute(true);
    let wanted = play(&mut world, &moves()[1..3]);
    world.run(8000);
    world.device.mute(false);
    world.run(30_000);
    assert_eq!(told(&world.since(count)), wanted);
    world.check_truth("it speaks again");
}

#[test]
fn a_board_that_does_not_remember_leaves_a_gap() {
    for unknown_commands in [vec![], vec![0x49]] {
        let mut world = begun(DeviceOptions { remembers: false, ..options() });
        world.down.weather = vec![Weather::Unknown(unknown_commands)];
        let count = world.heard.events.len();
        world.unplug();
        play(&mut world, &moves()[1..]);
        world.plug();
        world.run(20_000);
        let heard = world.since(count);
        assert!(told(&heard).is_empty(), "{heard:?}");
        assert!(heard.iter().any(|event| matches!(event, BoardEvent::Gap { .. })));
        assert_eq!(world.session.state(), LinkState::Live);
        world.check_truth("read again");
    }
}

#[test]
fn a_memory_of_another_game_is_not_taken_for_this_one() {
    let mut world = begun(options());
    let count = world.heard.events.len();
    world.unplug();
    // More than the memory holds: the reading known at the loss is long forgotten.
    for _ in 0..1500 {
        world.put(Square::A8, None);
        world.run(250);
        world.put(Square::A8, Some(Color::Black.rook()));
        world.run(250);
        world.put(Square::H1, None);
        world.run(250);
    }
    world.put(Square::E4, None);
    world.put(Square::D4, Some(Color::White.pawn()));
    world.run(500);
    world.plug();
    world.run(20_000);
    world.check_truth("whatever was remembered");
    assert!(
        world
            .since(count)
            .iter()
            .any(|event| matches!(event, BoardEvent::Reading(_) | BoardEvent::Square { .. }))
    );
}
