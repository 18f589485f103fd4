//! Reports of a session about its board, their order and their times.

use crate::world::{Hands, World};
use board::bench::Weather;
use board::dgt::DeviceOptions;
use board::homemade::Session;
use board::{Ailment, BoardEvent, Inquiry, LinkState, Maker, Millis};
use shakmaty::{Board, Color, Square};

#[test]
fn a_board_is_known_then_read_then_live() {
    let mut world = World::new(DeviceOptions { serial: "01025".to_owned(), ..DeviceOptions::default() });
    world.run(200);
    world.plug();
    world.run(100);
    let wanted = ["Waking", "serial 0000000000000401", "reading 32 array", "reading 32 array", "Live"];
    assert_eq!(world.words(), wanted);
    assert_eq!(world.session.state(), LinkState::Live);
    assert_eq!(world.session.identity().version, Some((1, 8)));
}

#[test]
fn a_move_and_its_press_are_told_with_their_times() {
    let mut world = World::live();
    let lifted = world.t;
    world.play(Square::E2, Square::E4);
    world.press(Color::White);
    world.run(30);
    assert_eq!(world.words(), ["-e2", "+e4", "press white"]);
    let times: Vec<Millis> = world.heard.events.iter().map(|(t, _)| t - lifted).collect();
    assert!(
        times[0] <= 10 && (250..=260).contains(&times[1]) && (500..=510).contains(&times[2]),
        "{times:?}"
    );
}

#[test]
fn a_pulled_cable_is_made_up_for_with_the_times_of_then() {
    let mut world = World::live();
    world.unplug();
    world.run(1_000);
    let left = world.t;
    world.play(Square::E2, Square::E4);
    world.press(Color::White);
    world.play(Square::E7, Square::E5);
    world.press(Color::Black);
    world.run(20_000);
    world.plug();
    world.run(600);
    let serial = "serial 0000000000000401";
    let wanted = [
        "Down",
        "Waking",
        serial,
        "-e2",
        "+e4",
        "press white",
        "-e7",
        "+e5",
        "press black",
        "reading 32",
        "Live",
    ];
    assert_eq!(world.words(), wanted);
    let of = |wanted: &str| {
        let at = world.words().iter().position(|word| word == wanted).expect("it was told");
        world.heard.events[at].0
    };
    assert!(
        of("-e2") - left < 20 && of("+e4") - left < 280 && of("press black") - left < 1_030,
        "{:?}",
        world.heard.events
    );
}

#[test]
fn a_cable_pulled_ten_times_costs_nothing() {
    let mut world = World::live();
    for _ in 0..10 {
        world.set(Square::E2, false);
        world.run(20);
        world.unplug();
        world.run(500);
        world.set(Square::E2, true);
        world.run(500);
        world.plug();
        world.run(700);
    }
    let count = |wanted: &str| world.words().iter().filter(|word| *word == wanted).count();
    assert_eq!((count("-e2"), count("+e2"), count("gap")), (10, 10, 0), "{:?}", world.words());
}

#[test]
fn more_than_the_backlog_holds_is_a_gap() {
    let mut world = World::live();
    world.unplug();
    for round in 0..1_100 {
        world.set(Square::E2, round % 2 == 1);
        world.run(60);
    }
    world.set(Square::E2, true);
    world.plug();
    world.run(800);
    let gaps = world.words().iter().filter(|word| *word == "gap").count();
    assert_eq!(gaps, 1, "{:?}", world.words());
    assert_eq!(world.words().last().map(String::as_str), Some("Live"));
}

#[test]
fn a_board_that_was_switched_off_is_a_gap() {
    let mut world = World::live();
    world.run(2_000);
    world.device.reboot(world.t);
    world.set(Square::E2, false);
    world.run(2_000);
    assert_eq!(world.words(), ["gap", "reading 31"]);
    let Some((_, BoardEvent::Gap { gap_ms })) = world.heard.events.first() else { panic!("it was") };
    assert!(*gap_ms >= 2_000, "nothing is known since the last change: {gap_ms}");
}

#[test]
fn a_board_that_was_never_seen_is_not_believed_about_the_past() {
    let mut world = World::new(DeviceOptions::default());
    world.run(200);
    world.play(Square::E2, Square::E4);
    world.play(Square::D7, Square::D5);
    world.plug();
    world.run(600);
    assert!(
        world.words().iter().all(|word| !word.starts_with(['-', '+']) && word != "gap"),
        "{:?}",
        world.words()
    );
    assert_eq!(world.session.reading().map(|reading| reading.at(Square::E4).is_occupied()), Some(true));
}

#[test]
fn a_silent_board_is_doubted_then_asked_for_ever() {
    let mut world = World::live();
    world.device.mute(true);
    world.run(3_100);
    assert_eq!(world.words(), ["Doubtful"]);
    world.run(10_000);
    assert_eq!(world.words(), ["Doubtful", "Waking"]);
    world.device.mute(false);
    world.run(1_500);
    assert_eq!(world.words().last().map(String::as_str), Some("Live"));
    assert!(!world.words().contains(&"gap".to_owned()), "nothing happened meanwhile: {:?}", world.words());
}

#[test]
fn damage_on_the_line_heals() {
    for every in [61, 101, 400] {
        let mut world = World::live();
        world.up.weather = vec![Weather::DropByte(every)];
        for _ in 0..4 {
            world.play(Square::E2, Square::E4);
            world.play(Square::E4, Square::E2);
        }
        world.up.weather.clear();
        world.run(3_000);
        let standing = world.session.reading().map(|reading| reading.occupied());
        assert_eq!(standing, Some(Board::new().occupied()), "every {every}");
        let moves = world.words().iter().filter(|word| word.starts_with(['-', '+'])).count();
        let gaps = world.words().iter().filter(|word| *word == "gap").count();
        assert!(gaps == 0 && moves == 16, "every {every}: {:?}", world.words());
        assert!(world.session.noise() > 0);
    }
}

#[test]
fn a_rotated_board_is_found_and_its_lever_too() {
    let mut world = World::new(DeviceOptions { rotated: true, ..DeviceOptions::default() });
    world.run(200);
    world.plug();
    world.session.expect(&Board::new());
    world.run(500);
    world.heard.events.clear();
    world.play(Square::E2, Square::E4);
    world.run(400);
    assert!(world.words().contains(&"Rotated".to_owned()), "{:?}", world.words());
    world.press(Color::Black);
    world.run(100);
    world.heard.events.clear();
    world.press(Color::White);
    world.run(100);
    world.play(Square::E7, Square::E5);
    assert_eq!(world.words(), ["press white", "-e7", "+e5"]);
}

#[test]
fn cutting_the_bytes_elsewhere_changes_nothing() {
    let play = |chunk| {
        let mut world = World::new(DeviceOptions::default());
        world.up.weather = vec![Weather::Pieces(chunk)];
        world.run(200);
        world.plug();
        world.run(500);
        world.play(Square::E2, Square::E4);
        world.unplug();
        world.play(Square::E7, Square::E5);
        world.plug();
        world.run(500);
        world.heard.events
    };
    let whole = play(usize::MAX);
    assert_eq!(play(1), whole);
    assert_eq!(play(7), whole);
}

#[test]
fn an_inquiry_hears_it_before_it_has_asked_anything() {
    let mut world = World::new(DeviceOptions::default());
    world.device.mute(false);
    let mut inquiry = Inquiry::new(0);
    for t in 1..600 {
        world.device.advance(t);
        while let Some(bytes) = world.device.poll_transmit() {
            inquiry.handle_bytes(t, &bytes);
        }
        inquiry.advance(t);
        assert_eq!(inquiry.poll_transmit(), None);
    }
    assert_eq!(inquiry.found(), Some(Maker::Home));
}

#[test]
fn what_the_session_says_harms_no_other_board_before_it_is_sure() {
    let mut session = Session::new();
    session.handle_open(0);
    session.advance(60_000);
    while let Some(bytes) = session.poll_transmit() {
        for forbidden in [0x49, 0x4e, 0x54, 0x2b] {
            assert!(!bytes.contains(&forbidden), "{bytes:02x?}");
        }
    }
}

#[test]
fn a_board_that_does_not_hear_is_not_live_and_what_it_kept_comes_later() {
    let mut world = World::live();
    world.down.weather = vec![Weather::Cut];
    world.play(Square::E2, Square::E4);
    world.run(6_000);
    // By now the board knows that nobody listens, and it keeps what happens.
    world.play(Square::E7, Square::E5);
    world.run(12_000);
    assert_ne!(world.session.state(), LinkState::Live, "what it says of itself tells nothing of its squares");
    assert_eq!(world.session.ailment(), Some(Ailment::Deaf { is_followed: false }));
    world.down.weather.clear();
    world.run(2_000);
    assert_eq!((world.session.state(), world.session.ailment()), (LinkState::Live, None));
    let squares: Vec<String> =
        world.words().into_iter().filter(|word| word.starts_with(['-', '+'])).collect();
    assert_eq!(squares, ["-e2", "+e4", "-e7", "+e5"]);
}
