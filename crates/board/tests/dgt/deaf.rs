//! Boards that talk and do not hear: the line to them is broken, the line from them works.

use crate::world::{Hands, Weather, World, options};
use board::dgt::DeviceOptions;
use board::{Ailment, BoardEvent, Contents, LinkState, Reading};
use shakmaty::{Board, Color, Square};

const FOLLOWED: Option<Ailment> = Some(Ailment::Deaf { is_followed: true });

/// Moves of a game, each from square to square; none captures.
const MOVES: [(Square, Square); 9] = [
    (Square::E2, Square::E4),
    (Square::E7, Square::E5),
    (Square::G1, Square::F3),
    (Square::B8, Square::C6),
    (Square::F1, Square::B5),
    (Square::A7, Square::A6),
    (Square::B5, Square::A4),
    (Square::G8, Square::F6),
    (Square::D2, Square::D3),
];

fn play(world: &mut World, (from, to): (Square, Square), think_ms: u64) {
    let Contents::Piece(piece) = world.device.truth().at(from) else { panic!("a piece on {from}") };
    world.run(think_ms);
    world.put(from, None);
    world.run(500);
    world.put(to, Some(piece));
    world.run(500);
}

fn links(world: &World, from: usize) -> Vec<LinkState> {
    let link = |event| if let BoardEvent::Link(state) = event { Some(state) } else { None };
    world.since(from).into_iter().filter_map(link).collect()
}

#[test]
fn a_board_that_only_talks_is_followed() {
    for clock in [true, false] {
        let mut world = World::live(DeviceOptions { clock, ..options() });
        if clock {
            world.set_clock(3000, 3000, Some(Color::White), Color::White);
        }
        let events = world.heard.events.len();
        world.down.weather = vec![Weather::Cut];
        for mv in MOVES {
            play(&mut world, mv, 1500);
            assert_eq!(world.heard.believed, world.device.truth(), "the move {mv:?} is followed");
        }
        assert_eq!(links(&world, events), [], "the link was never doubted");
        assert_eq!(world.session.ailment(), FOLLOWED);
    }
}

#[test]
fn a_board_that_hears_is_never_called_deaf() {
    for answer_delay_ms in [0, 900, 2500] {
        let mut world = World::new(DeviceOptions { answer_delay_ms, ..options() }, &Board::default());
        world.set_clock(3000, 3000, Some(Color::White), Color::White);
        world.plug();
        for _ in 0..600 {
            world.run(100);
            assert_eq!(world.session.ailment(), None, "with answers after {answer_delay_ms} ms");
        }
        for mv in MOVES {
            play(&mut world, mv, 3000);
            assert_eq!(world.session.ailment(), None, "with answers after {answer_delay_ms} ms");
        }
        world.check_truth("it hears");
    }
}

#[test]
fn one_that_only_talks_is_lost_when_it_is_silent_and_followed_when_it_talks_again() {
    for is_known in [true, false] {
        let mut world = World::live(DeviceOptions { clock: false, ..options() });
        world.down.weather = vec![Weather::Cut];
        if is_known {
            play(&mut world, MOVES[0], 0);
            play(&mut world, MOVES[1], 5000);
        }
        let moves = if is_known { &MOVES[2..] } else { &MOVES };
        for &mv in moves {
            let events = world.heard.events.len();
            world.run(60_000);
            assert!(
                links(&world, events).contains(&LinkState::Doubtful),
                "silent and without an answer: lost"
            );
            assert_ne!(world.session.state(), LinkState::Live);
            let before = world.device.truth();
            let events = world.heard.events.len();
            play(&mut world, mv, 0);
            world.run(5000);
            let heard = world.since(events);
            assert!(matches!(heard[0], BoardEvent::Gap { gap_ms } if gap_ms > 50_000), "{heard:?}");
            let BoardEvent::Reading(reading) = &heard[1] else { panic!("what is known: {heard:?}") };
            if world.session.ailment() == FOLLOWED && mv != moves[0] {
                assert_eq!(*reading, before, "what it tells now comes after it");
            }
            assert_eq!(heard[2], BoardEvent::Link(LinkState::Live));
            assert_eq!(world.heard.believed, world.device.truth(), "it goes on from there");
        }
    }
}

#[test]
fn one_that_hears_again_is_asked_what_stands_on_it() {
    let mut world = World::live(DeviceOptions { clock: false, ..options() });
    world.down.weather = vec![Weather::Cut];
    play(&mut world, MOVES[0], 0);
    play(&mut world, MOVES[1], 5000);
    world.run(60_000);
    // The line from the board fails for a moment as well: a move is made that nobody hears of.
    world.up.is_plugged = false;
    play(&mut world, MOVES[2], 0);
    world.up.is_plugged = true;
    play(&mut world, MOVES[3], 0);
    assert_eq!(world.session.ailment(), FOLLOWED);
    assert_ne!(world.heard.believed, world.device.truth(), "nobody could know");
    world.down.weather.clear();
    world.run(20_000);
    assert_eq!(world.session.ailment(), None);
    world.check_truth("it was asked");
}

#[test]
fn a_board_whose_answers_are_damaged_is_doubted_and_not_called_deaf() {
    let mut world = World::live(DeviceOptions { clock: false, ..options() });
    world.down.weather = vec![Weather::Cut];
    world.put(Square::E2, None);
    world.run(1600);
    for _ in 0..20 {
        // Bytes that could have been an answer.
        world.session.handle_bytes(world.t, &[0x86, 0x00]);
        world.run(450);
        world.put(Square::E4, Some(Color::White.pawn()));
        world.run(250);
        world.put(Square::E4, None);
    }
    assert_eq!(world.session.ailment(), None);
    assert_ne!(world.session.state(), LinkState::Live);
}

#[test]
fn of_one_that_never_gave_a_dump_nothing_is_known_until_it_has_told_enough() {
    let mut world = World::live(DeviceOptions { clock: false, ..options() });
    for mv in MOVES {
        play(&mut world, mv, 0);
    }
    world.unplug();
    world.down.weather = vec![Weather::Cut];
    world.put(Square::A4, None);
    world.plug();
    let events = world.heard.events.len();
    world.run(10_000);
    world.put(Square::B3, Some(Color::White.bishop()));
    world.run(10_000);
    assert_eq!(world.session.ailment(), Some(Ailment::Deaf { is_followed: false }));
    assert_eq!(world.session.reading(), None, "the bishop is all that is known");
    assert_eq!(links(&world, events), []);
    // The pieces of the next game are put up; those already at home are lifted and put straight.
    let (array, truth) = (Reading::from_board(&Board::new()), world.device.truth());
    for square in Square::ALL {
        if truth.at(square).is_occupied() || array.at(square).is_occupied() {
            world.device.set_square(world.t, square, Contents::Empty);
            world.run(300);
        }
    }
    for square in Square::ALL.into_iter().filter(|&square| array.at(square).is_occupied()) {
        assert_ne!(world.session.state(), LinkState::Live, "not yet");
        world.device.set_square(world.t, square, array.at(square));
        world.run(300);
    }
    assert_eq!(world.session.ailment(), FOLLOWED);
    world.check_truth("the array is put up");
    play(&mut world, MOVES[0], 500);
    world.check_truth("and played from");
}
