//! The session against a simulated board: waking, following, losing and finding it again.

use crate::world::{Dice, Hands, Weather, World, options, placement};
use board::dgt::{AckHabit, ClockCommand, ClockOutcome, DeviceOptions};
use board::{BoardEvent, Identity, LinkState, Orientation, Reading};
use shakmaty::{Board, Color, Square};

#[test]
fn a_board_is_woken_identified_and_dumped() {
    let mut world = World::new(DeviceOptions { battery_percent: Some(80), ..options() }, &Board::default());
    world.plug();
    assert_eq!(world.session.state(), LinkState::Waking);
    world.run(499);
    assert!(world.sent().is_empty(), "the port settles first");
    world.run(2500);
    let identity = Identity {
        serial: Some("3000001025".into()),
        version: Some((1, 8)),
        trademark: Some(options().trademark.trim().to_owned()),
        battery_percent: Some(80),
        is_large: false,
    };
    assert_eq!(world.session.identity(), &identity);
    let first = world.since(0);
    assert_eq!(first[0], BoardEvent::Link(LinkState::Waking));
    let reading = BoardEvent::Reading(Reading::from_board(&Board::default()));
    let at = first.iter().position(|event| *event == reading).expect("a reading");
    assert_eq!(first[at + 1], BoardEvent::Link(LinkState::Live));
    assert_eq!(first.iter().filter(|event| **event == reading).count(), 1, "told once");
    assert!(!first.iter().any(|event| matches!(event, BoardEvent::Gap { .. })), "nothing was seen before");
    world.check_truth("awake");
}

#[test]
fn one_question_at_a_time() {
    let mut world = World::new(DeviceOptions { answer_delay_ms: 300, ..options() }, &Board::default());
    world.plug();
    world.run(699);
    assert_eq!(world.sent().len(), 1, "the resets");
    for count in 2..6 {
        world.run(300);
        assert_eq!(world.sent().len(), count);
    }
}

#[test]
fn changes_are_followed_and_confirmed_once_a_quiet_period() {
    let mut world = World::live(options());
    let (events, sent) = (world.heard.events.len(), world.sent().len());
    world.put(Square::E2, None);
    world.run(500);
    world.put(Square::E4, Some(Color::White.pawn()));
    world.run(3000);
    let contents = board::Contents::Piece(Color::White.pawn());
    assert_eq!(
        world.since(events),
        [
            BoardEvent::Square { square: Square::E2, contents: board::Contents::Empty },
            BoardEvent::Square { square: Square::E4, contents },
        ]
    );
    let dumps = world.sent()[sent..].iter().filter(|bytes| bytes[..] == [0x42]).count();
    assert_eq!(dumps, 1);
    world.check_truth("after e4");
}

#[test]
fn an_old_board_without_long_serial_wakes_too() {
    let mut world = World::live(DeviceOptions { long_serial: None, ..options() });
    world.run(5000);
    assert_eq!(world.session.identity().serial.as_deref(), Some("01025"));
    world.check_truth("an old board");
}

#[test]
fn a_slow_board_wakes_and_stays() {
    for answer_delay_ms in [200, 900, 1500, 2500] {
        let mut world = World::new(DeviceOptions { answer_delay_ms, ..options() }, &Board::default());
        world.plug();
        world.run(60_000);
        world.check_truth("a slow board");
        let events = world.heard.events.len();
        world.fidget(&mut Dice(answer_delay_ms), 20);
        world.run(30_000);
        world.check_truth("a slow board in play");
        let links = world.since(events).into_iter().filter(|event| matches!(event, BoardEvent::Link(_)));
        assert_eq!(links.count(), 0, "the link holds with answers after {answer_delay_ms} ms");
    }
}

#[test]
fn a_silent_port_is_asked_for_ever_and_ever_more_slowly() {
    let mut world = World::new(options(), &Board::default());
    world.device.mute(true);
    world.plug();
    world.run(60_000);
    let after_a_minute = world.sent().len();
    assert_eq!(world.session.state(), LinkState::Waking);
    world.run(3_600_000);
    let in_an_hour = world.sent().len() - after_a_minute;
    assert!((400..1000).contains(&in_an_hour), "two transmits every eight seconds, not {in_an_hour}");
    world.device.mute(false);
    world.run(15_000);
    world.check_truth("somebody is there at last");
}

#[test]
fn a_port_lost_and_found_gives_a_gap_and_a_reading() {
    let mut world = World::live(DeviceOptions { remembers: false, ..options() });
    world.set_clock(300, 300, Some(Color::White), Color::White);
    world.run(5000);
    let events = world.heard.events.len();
    world.unplug();
    assert_eq!(world.session.state(), LinkState::Down);
    assert_eq!(world.session.reading(), None);
    world.run(4000);
    world.put(Square::E2, None);
    world.put(Square::E4, Some(Color::White.pawn()));
    world.press(Color::White, 0);
    world.run(1000);
    world.device.reboot(world.t);
    world.plug();
    world.run(3000);
    let heard = world.since(events);
    let gap = heard.iter().position(|event| matches!(event, BoardEvent::Gap { .. })).expect("a gap");
    let BoardEvent::Gap { gap_ms } = heard[gap] else { unreachable!("it was found as a gap") };
    assert!((5500..7500).contains(&gap_ms), "{gap_ms}");
    assert_eq!(heard[gap + 1], BoardEvent::Reading(world.device.truth()));
    assert!(!heard.iter().any(|event| matches!(event, BoardEvent::Press(_))), "nobody saw the press");
    assert!(!heard[..gap].iter().any(|event| matches!(event, BoardEvent::Square { .. })));
    world.check_truth("after the gap");
}

#[test]
fn an_unchanged_board_is_read_again_after_a_gap() {
    let mut world = World::live(options());
    world.unplug();
    world.run(1000);
    let events = world.heard.events.len();
    world.plug();
    world.run(3000);
    assert_eq!(world.since(events).iter().filter(|event| matches!(event, BoardEvent::Reading(_))).count(), 1);
}

#[test]
fn a_silent_death_is_doubted_and_healed() {
    let mut world = World::live(DeviceOptions { remembers: false, ..options() });
    world.run(2000);
    let events = world.heard.events.len();
    world.device.mute(true);
    world.run(4500);
    assert_eq!(world.session.state(), LinkState::Doubtful);
    world.put(Square::D2, None);
    world.run(20_000);
    world.device.mute(false);
    world.run(15_000);
    world.check_truth("back from the dead");
    let heard = world.since(events);
    assert_eq!(heard[0], BoardEvent::Link(LinkState::Doubtful));
    assert_eq!(heard[1], BoardEvent::Link(LinkState::Waking), "doubt does not last for ever");
    assert!(matches!(heard[2], BoardEvent::Gap { gap_ms } if gap_ms >= 25_000), "{:?}", heard[2]);
    assert!(matches!(heard[3], BoardEvent::Reading(_)));
}

#[test]
fn a_reboot_in_mid_game_heals() {
    for (with_clock, moves_later_ms) in [(true, 0), (true, 4000), (false, 0), (false, 500), (false, 12_000)] {
        let mut world = World::live(options());
        if with_clock {
            world.set_clock(3000, 3000, Some(Color::White), Color::White);
            world.run(3000);
        }
        world.device.reboot(world.t);
        world.run(moves_later_ms);
        world.put(Square::G1, None);
        world.put(Square::F3, Some(Color::White.knight()));
        world.run(15_000);
        world.check_truth("after a reboot");
        let events = world.heard.events.len();
        world.put(Square::G8, None);
        world.run(300);
        assert_eq!(
            world.since(events).iter().filter(|event| matches!(event, BoardEvent::Square { .. })).count(),
            1
        );
    }
}

#[test]
fn a_running_clock_that_falls_silent_tells_of_a_reboot() {
    for wait_ms in (0..10_000).step_by(700) {
        let mut world = World::live(options());
        world.set_clock(3000, 3000, Some(Color::White), Color::White);
        world.run(wait_ms);
        world.device.reboot(world.t);
        world.put(Square::E2, None);
        world.run(300);
        world.put(Square::E4, Some(Color::White.pawn()));
        world.run(4000);
        world.check_truth(&format!("four seconds after a reboot at {wait_ms} ms"));
    }
}

#[test]
fn a_rotated_board_is_found_by_its_array() {
    let mut world = World::new(DeviceOptions { rotated: true, ..options() }, &Board::default());
    world.plug();
    world.run(3000);
    let heard = world.since(0);
    let turned = heard.iter().position(|event| *event == BoardEvent::Turned(Orientation::Rotated));
    let turned = turned.expect("found turned");
    assert_eq!(heard[turned + 1], BoardEvent::Reading(Reading::from_board(&Board::default())));
    assert_eq!(heard.iter().filter(|event| matches!(event, BoardEvent::Reading(_))).count(), 1);
    world.set_clock(300, 200, None, Color::White);
    world.run(1000);
    world.set_clock(300, 200, Some(Color::White), Color::White);
    world.run(2000);
    let events = world.heard.events.len();
    world.press(Color::White, 5);
    world.run(500);
    let heard = world.since(events);
    assert_eq!(heard[0], BoardEvent::Press(Color::White));
    let BoardEvent::Clock(clock) = heard[1] else { panic!("a reading after the press: {heard:?}") };
    assert_eq!((clock.left_ms.white, clock.left_ms.black), (303_000, 200_000));
    assert_eq!(clock.running, Some(Color::Black));
    world.fidget(&mut Dice(3), 10);
    world.run(5000);
    world.check_truth("turned");
}

#[test]
fn a_rotated_board_in_mid_game_is_found_by_its_pawns() {
    let middle = placement("r2q1rk1/pp2bppp/2n1bn2/3p4/3P4/2NB1N2/PP3PPP/R1BQR1K1");
    let mut world = World::new(DeviceOptions { rotated: true, ..options() }, &middle);
    world.plug();
    world.run(3000);
    let heard: Vec<BoardEvent> = world.since(0).into_iter().filter(BoardEvent::is_sensed).collect();
    let reading = BoardEvent::Reading(Reading::from_board(&middle));
    assert_eq!(heard, [BoardEvent::Turned(Orientation::Rotated), reading]);
    world.check_truth("turned in mid-game");
    world.fidget(&mut Dice(5), 3);
    world.run(5000);
    assert_eq!(world.session.told_orientation(), Some(Orientation::Rotated));
}

#[test]
fn a_press_before_the_squares_are_read_is_nobody_elses() {
    let middle = placement("r2q1rk1/pp2bppp/2n1bn2/3p4/3P4/2NB1N2/PP3PPP/R1BQR1K1");
    let mut is_early = false;
    // The clock speaks ten times a second, and the board is read some 760 ms after it is plugged in.
    for (offset_ms, wait_ms) in
        (0..100).step_by(5).flat_map(|offset| (640..800).step_by(5).map(move |wait| (offset, wait)))
    {
        let mut world = World::new(DeviceOptions { rotated: true, ..options() }, &middle);
        world.run(offset_ms);
        world.set_clock(300, 200, Some(Color::White), Color::White);
        world.plug();
        world.run(wait_ms);
        world.press(Color::White, 0);
        world.run(3_000);
        let heard: Vec<BoardEvent> = world.since(0).into_iter().filter(BoardEvent::is_sensed).collect();
        let by: Vec<&BoardEvent> =
            heard.iter().filter(|event| matches!(event, BoardEvent::Press(_))).collect();
        is_early |= by.is_empty();
        assert!(
            by.iter().all(|press| **press == BoardEvent::Press(Color::White)),
            "after {wait_ms} ms: {by:?}"
        );
        let running = heard.iter().rev().find_map(|event| match event {
            BoardEvent::Clock(clock) => Some(clock.running),
            _ => None,
        });
        assert_eq!(running, Some(Some(Color::Black)), "the clock tells whose move it is, after {wait_ms} ms");
    }
    assert!(is_early, "some came before the squares");
}

/// An endgame: its pawns tell nothing.
const ENDGAME: &str = "8/5k2/3p4/1p1Pp3/pP2P3/P3K3/8/8";

/// A live board with an endgame on it and a running clock. Nothing tells which way round it stands.
fn held(rotated: bool) -> World {
    let mut world = World::new(DeviceOptions { rotated, ..options() }, &placement(ENDGAME));
    world.set_clock(300, 200, Some(Color::White), Color::White);
    world.plug();
    world.run(3000);
    world.press(Color::White, 0);
    world.run(500);
    world.press(Color::Black, 0);
    // The king walks about, which also tells nothing.
    let king = Some(Color::White.king());
    for (from, to) in [(Square::E3, Square::D3), (Square::D3, Square::E3)] {
        world.put(from, None);
        world.run(400);
        world.put(to, king);
        world.run(1500);
    }
    let heard: Vec<BoardEvent> = world.since(0).into_iter().filter(BoardEvent::is_sensed).collect();
    assert_eq!(heard, [], "nothing of squares and sides, rotated: {rotated}");
    let unknown = world.since(0).into_iter().filter(|event| *event == BoardEvent::SidesUnknown).count();
    assert_eq!((unknown, world.session.told_orientation()), (1, None), "rotated: {rotated}");
    world
}

fn check_told(world: &World, from: usize, rotated: bool) {
    let mut heard = world.since(from).into_iter().filter(BoardEvent::is_sensed);
    if rotated {
        assert_eq!(heard.next(), Some(BoardEvent::Turned(Orientation::Rotated)));
    }
    let Some(BoardEvent::Reading(reading)) = heard.next() else { panic!("a reading is told: {heard:?}") };
    assert_eq!(reading, world.device.truth());
    let Some(BoardEvent::Clock(clock)) = heard.next() else { panic!("the clock is told: {heard:?}") };
    assert!(clock.left_ms.white > 250_000, "it ticks: {clock:?}");
    assert_eq!((clock.left_ms.black, clock.running), (200_000, Some(Color::White)));
    world.check_truth("told at last");
}

#[test]
fn nothing_leaves_a_board_until_a_pawn_tells_which_way_round_it_stands() {
    for rotated in [false, true] {
        let mut world = held(rotated);
        let events = world.heard.events.len();
        world.put(Square::E4, None);
        world.run(400);
        assert_eq!(world.since(events), []);
        // A pawn leaves its file by a capture; the pawn on e5 was knocked over and lies beside the board.
        world.put(Square::E5, None);
        world.put(Square::E5, Some(Color::White.pawn()));
        world.run(400);
        assert_eq!(world.since(events), [], "a pawn may touch squares on its way");
        world.run(1500);
        check_told(&world, events, rotated);
    }
}

/// A board with these pieces on it that was just switched on.
fn just_live(rotated: bool, fen: &str) -> World {
    let mut world = World::new(DeviceOptions { rotated, ..options() }, &placement(fen));
    world.plug();
    while world.session.state() != LinkState::Live {
        world.run(10);
    }
    world
}

#[test]
fn a_pawn_that_is_carried_as_the_board_is_switched_on_turns_nothing() {
    let pawn = Some(Color::White.pawn());
    for rotated in [false, true] {
        // From g3 it came to f5 by mistake, and goes to g4.
        let mut world = just_live(rotated, "8/5k2/3p4/1p1PpP2/pP2P3/P3K3/8/8");
        world.put(Square::F5, None);
        world.run(50);
        world.put(Square::G4, pawn);
        world.run(3000);
        assert_eq!(world.session.told_orientation(), None, "rotated: {rotated}");
        // It touches a square behind it on its way to the next.
        for (from, to, ms) in [(Square::G4, Square::G3, 300), (Square::G3, Square::G5, 3000)] {
            world.put(from, None);
            world.put(to, pawn);
            world.run(ms);
        }
        let truth = if rotated { Orientation::Rotated } else { Orientation::Normal };
        assert_eq!(world.session.told_orientation(), Some(truth));
        world.check_truth("the pawn stood twice");
    }
}

#[test]
fn a_pawn_in_a_hand_as_the_board_is_switched_on_is_followed_later() {
    let pawn = Some(Color::White.pawn());
    for rotated in [false, true] {
        let mut world = just_live(rotated, ENDGAME);
        let king = Some(Color::White.king());
        for (from, to, man) in [
            (None, Square::G4, pawn),
            (Some(Square::E3), Square::D3, king),
            (Some(Square::G4), Square::G5, pawn),
        ] {
            from.into_iter().for_each(|from| world.put(from, None));
            world.run(300);
            world.put(to, man);
            world.run(3000);
        }
        let truth = if rotated { Orientation::Rotated } else { Orientation::Normal };
        assert_eq!(world.session.told_orientation(), Some(truth));
        world.check_truth("a pawn moved");
    }
}

#[test]
fn nothing_leaves_a_board_until_a_person_tells_the_position() {
    for rotated in [false, true] {
        let mut world = held(rotated);
        let events = world.heard.events.len();
        world.session.expect(&placement(ENDGAME));
        world.run(1);
        check_told(&world, events, rotated);
    }
}

#[test]
fn pieces_that_are_put_up_one_by_one_are_soon_told() {
    for rotated in [false, true] {
        let mut world = World::new(DeviceOptions { rotated, ..options() }, &Board::empty());
        world.session.expect(&Board::default());
        world.plug();
        world.run(3000);
        let names = ["a1", "b1", "a2", "b2", "a8", "a7"];
        for square in names.map(|name| name.parse().expect("a square")) {
            world.put(square, Board::default().piece_at(square));
            world.run(800);
        }
        world.check_truth(&format!("six men stand, rotated: {rotated}"));
    }
}

#[test]
fn the_next_game_with_colours_exchanged_turns_the_board() {
    let mut world = World::live(options());
    world.session.expect(&placement("8/5k2/3p4/1p1Pp3/pP2P3/P3K3/8/8"));
    let turned = Reading::from_board(&Board::default()).rotated();
    for square in Square::ALL {
        world.device.set_square(world.t, square, turned.at(square));
        world.run(50);
    }
    world.run(5000);
    assert_eq!(world.session.orientation(), Orientation::Rotated);
    assert_eq!(world.heard.believed, Reading::from_board(&Board::default()));
}

#[test]
fn the_lever_tells_presses_and_the_flag_falls_once() {
    let mut world = World::live(options());
    world.set_clock(10, 4, None, Color::Black);
    world.run(1000);
    world.set_clock(10, 4, None, Color::White);
    world.run(1000);
    let presses = |world: &World, from: usize| -> Vec<Color> {
        let press = |event| if let BoardEvent::Press(color) = event { Some(color) } else { None };
        world.since(from).into_iter().filter_map(press).collect()
    };
    assert_eq!(presses(&world, 0), [], "a lever turned while the clock stands is no press");
    world.set_clock(10, 4, Some(Color::White), Color::White);
    world.run(1500);
    world.press(Color::White, 2);
    world.run(1000);
    world.press(Color::Black, 2);
    world.run(500);
    world.press(Color::White, 2);
    world.run(20_000);
    assert_eq!(presses(&world, 0), [Color::White, Color::Black, Color::White]);
    let flags = world.since(0).into_iter().filter(|event| matches!(event, BoardEvent::Flag(_)));
    assert_eq!(flags.collect::<Vec<_>>(), [BoardEvent::Flag(Color::Black)]);
    let clock = |event| if let BoardEvent::Clock(clock) = event { Some(clock) } else { None };
    let last = world.since(0).into_iter().rev().find_map(clock).expect("a reading");
    assert_eq!((last.left_ms.black, last.running), (0, None));
}

#[test]
fn a_board_without_clock_reports_none() {
    let mut world = World::live(DeviceOptions { clock: false, ..options() });
    world.run(20_000);
    assert!(!world.since(0).iter().any(|event| matches!(event, BoardEvent::Clock(_) | BoardEvent::Press(_))));
    world.check_truth("no clock");
}

#[test]
fn clock_messages_wait_for_their_turn() {
    let mut world = World::live(options());
    world.set_clock(300, 300, None, Color::White);
    world.run(1000);
    let text = ClockCommand::Ascii { text: *b"Topboard", beep: 1 };
    assert!(world.session.clock_command(world.t, text));
    assert!(world.session.clock_command(world.t, ClockCommand::End));
    world.run(2000);
    let outcomes: Vec<_> = std::iter::from_fn(|| world.session.poll_clock_outcome()).collect();
    assert!(
        matches!(outcomes[..], [(a, ClockOutcome::Done(_)), (b, ClockOutcome::Done(_))] if a == text && b == ClockCommand::End)
    );
}

#[test]
fn a_clock_message_without_answer_is_given_up_after_three_tries() {
    let mut world = World::live(DeviceOptions { clock: false, ..options() });
    let sent = world.sent().len();
    assert!(world.session.clock_command(world.t, ClockCommand::Beep(3)));
    world.run(5900);
    assert_eq!(world.session.poll_clock_outcome(), None);
    world.run(400);
    assert_eq!(world.session.poll_clock_outcome(), Some((ClockCommand::Beep(3), ClockOutcome::GaveUp)));
    let beeps = world.sent()[sent..].iter().filter(|bytes| bytes[0] == 0x2b).count();
    assert_eq!(beeps, 3);
    world.check_truth("the board is fine");
}

#[test]
fn a_refused_clock_message_is_not_sent_again() {
    let mut world = World::live(DeviceOptions { ack_habit: AckHabit::Refuses, ..options() });
    world.set_clock(300, 300, None, Color::White);
    world.run(1000);
    let set = ClockCommand::SetAndRun { left: [0, 5, 0], right: [0, 5, 0], flags: 4 };
    assert!(world.session.clock_command(world.t, set));
    world.run(1000);
    assert!(matches!(world.session.poll_clock_outcome(), Some((_, ClockOutcome::Refused(_)))));
    assert_eq!(world.sent().iter().filter(|bytes| bytes[0] == 0x2b).count(), 1);
}

#[test]
fn a_clock_that_stutters_confuses_nobody() {
    let mut world = World::live(DeviceOptions { ack_habit: AckHabit::Stutters, ..options() });
    world.set_clock(300, 300, Some(Color::Black), Color::Black);
    world.run(2000);
    let events = world.heard.events.len();
    for _ in 0..3 {
        assert!(world.session.clock_command(world.t, ClockCommand::End));
        assert!(world.session.clock_command(world.t, ClockCommand::Beep(1)));
    }
    world.run(6000);
    let outcomes: Vec<_> = std::iter::from_fn(|| world.session.poll_clock_outcome()).collect();
    assert_eq!(outcomes.len(), 6);
    assert!(outcomes.iter().all(|(_, outcome)| matches!(outcome, ClockOutcome::Done(_))));
    let shown = world.since(events).into_iter().filter_map(|event| match event {
        BoardEvent::Clock(clock) => Some((clock.left_ms.white, clock.running)),
        BoardEvent::Press(_) => panic!("nobody pressed"),
        _ => None,
    });
    assert!(shown.eq([(300_000, Some(Color::Black)); 6]), "six seconds of Black's");
}

#[test]
fn a_board_that_does_not_know_the_mode_gets_the_full_one() {
    for unknown_commands in [vec![0x4b, 0x41], vec![0x4b]] {
        let mut world = World::new(options(), &Board::default());
        world.down.weather = vec![Weather::Unknown(unknown_commands)];
        world.plug();
        world.run(5000);
        for file in ["a", "b", "c"] {
            world.put(format!("{file}2").parse().expect("a square"), None);
            world.run(11_000);
        }
        let events = world.heard.events.len();
        world.put(Square::H2, None);
        world.run(300);
        assert_eq!(
            world.since(events),
            [BoardEvent::Square { square: Square::H2, contents: board::Contents::Empty }]
        );
        world.check_truth("an old board");
    }
}

#[test]
fn another_board_at_the_same_port_is_noticed() {
    let mut world = World::live(options());
    let other = DeviceOptions {
        serial: "02222".into(),
        long_serial: Some("3000002222".into()),
        rotated: true,
        ..options()
    };
    world.device =
        board::dgt::Device::with_board(other, &placement("r4rk1/p4ppp/1p2p3/2ppP3/3P4/2P2N2/P4PPP/R4RK1"));
    world.device.advance(world.t);
    world.run(20_000);
    assert_eq!(world.session.identity().serial.as_deref(), Some("3000002222"));
    world.check_truth("the other board");
}

#[test]
fn a_draughts_board_is_recognised_and_never_live() {
    let mut world = World::new(DeviceOptions { large: true, ..options() }, &Board::default());
    world.plug();
    world.run(10_000);
    let trademark = world.session.identity().trademark.clone().expect("it was asked");
    assert!(trademark.starts_with("draughts board of 10 by 10 squares"), "{trademark}");
    assert_eq!((world.session.state(), world.session.reading()), (LinkState::Waking, None));
}
