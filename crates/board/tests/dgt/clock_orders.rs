//! Orders for the clock: the messages to it, its display afterwards, and the answer to whoever gave the order.

use crate::world::{Hands, World, options};
use board::BoardEvent;
use board::dgt::{AckHabit, ClockAnswer, ClockCommand, ClockOrder, ClockOrders, ClockRefusal, DeviceOptions};
use shakmaty::{ByColor, Color};

/// Lets time pass in short steps, as the hall does.
fn run(world: &mut World, orders: &mut ClockOrders, ms: u64) {
    for _ in 0..ms / 50 {
        world.run(50);
        orders.settle(world.t, &mut world.session);
    }
}

fn said(world: &World) -> Vec<ClockCommand> {
    world
        .sent()
        .iter()
        .filter(|bytes| bytes[0] == 0x2b)
        .filter_map(|bytes| ClockCommand::parse(bytes))
        .collect()
}

fn set(white_ms: u32, black_ms: u32, running: Option<Color>) -> ClockOrder {
    ClockOrder::Set { left_ms: ByColor { white: white_ms, black: black_ms }, running }
}

/// Gives one order to a board with this clock, whose times stand at five minutes.
fn check(device: DeviceOptions, order: ClockOrder, wanted: &[ClockCommand], answer: ClockAnswer) -> World {
    let mut world = World::live(device);
    world.set_clock(300, 300, None, Color::White);
    world.run(1000);
    let mut orders = ClockOrders::default();
    orders.order(world.t, &mut world.session, order.clone()).expect("the board is live");
    run(&mut world, &mut orders, 7000);
    assert_eq!(orders.poll_answer(), Some((order, answer)));
    assert_eq!(orders.poll_answer(), None);
    assert_eq!(said(&world), wanted);
    world.check_truth("the board is fine");
    world
}

#[test]
fn a_clock_is_set_and_run_whichever_way_the_board_stands() {
    for (rotated, left, right, flags) in
        [(false, [0, 2, 0], [1, 0, 30], 0x09), (true, [1, 0, 30], [0, 2, 0], 0x0a)]
    {
        let wanted = [ClockCommand::SetAndRun { left, right, flags }, ClockCommand::End];
        // A part of a second is not taken from any player.
        let order = set(119_001, 3_630_000, Some(Color::White));
        let world = check(DeviceOptions { rotated, ..options() }, order, &wanted, ClockAnswer::Done);
        let readings: Vec<_> = (world.since(0).into_iter())
            .filter_map(|event| if let BoardEvent::Clock(clock) = event { Some(clock) } else { None })
            .filter(|clock| clock.running == Some(Color::White))
            .collect();
        let (first, last) = (readings.first().expect("it runs"), readings.last().expect("it runs"));
        assert_eq!((first.left_ms.white, first.left_ms.black), (120_000, 3_630_000), "rotated: {rotated}");
        assert!(last.left_ms.white < 117_000, "it is White's time that runs: {last:?}");
        assert!(!world.since(0).iter().any(|event| matches!(event, BoardEvent::Press(_))), "nobody pressed");
    }
}

#[test]
fn a_clock_that_is_set_may_stand() {
    let wanted =
        [ClockCommand::SetAndRun { left: [0, 0, 10], right: [9, 59, 59], flags: 0x0c }, ClockCommand::End];
    check(options(), set(10_000, 35_999_000, None), &wanted, ClockAnswer::Done);
}

#[test]
fn a_text_is_shown_as_the_clock_can() {
    let text = |text: &str| ClockOrder::Text(text.to_owned());
    let letters = ClockCommand::Ascii { text: *b"PAUSE   ", beep: 0 };
    check(options(), text("PAUSE"), &[ClockCommand::Version, letters], ClockAnswer::Done);
    let xl = || DeviceOptions { clock_version: 0x13, ..options() };
    let segments =
        ClockCommand::Display { segments: [0x73, 0x77, 0x3e, 0x6d, 0x79, 0], marks: 0, beep: false };
    check(xl(), text("PAUSE"), &[ClockCommand::Version, segments], ClockAnswer::Done);
    check(xl(), text("ROUND 12"), &[ClockCommand::Version], ClockAnswer::TooLong { characters: 6 });
    check(options(), ClockOrder::Times, &[ClockCommand::End], ClockAnswer::Done);
    check(xl(), ClockOrder::Version, &[ClockCommand::Version], ClockAnswer::Version { major: 1, minor: 3 });
}

#[test]
fn a_refusal_and_a_silence_are_told() {
    let refuses = DeviceOptions { ack_habit: AckHabit::Refuses, ..options() };
    let said = ClockCommand::SetAndRun { left: [0, 5, 0], right: [0, 7, 0], flags: 0x0c };
    check(refuses, set(300_000, 420_000, None), &[said], ClockAnswer::Refused);
    // A message that sets times is never repeated; a question is.
    let silent = || DeviceOptions { ack_habit: AckHabit::Silent, ..options() };
    check(silent(), set(300_000, 420_000, None), &[said], ClockAnswer::Silent);
    check(silent(), ClockOrder::Version, &[ClockCommand::Version; 3], ClockAnswer::Silent);
    let none = DeviceOptions { clock: false, ..options() };
    check(none, ClockOrder::Times, &[ClockCommand::End; 3], ClockAnswer::Silent);
    let stutters = DeviceOptions { ack_habit: AckHabit::Stutters, ..options() };
    check(stutters, set(300_000, 420_000, None), &[said, ClockCommand::End], ClockAnswer::Done);
}

#[test]
fn orders_end_with_their_link_and_are_not_repeated_after_it() {
    let mut world = World::live(DeviceOptions { ack_habit: AckHabit::Silent, ..options() });
    world.set_clock(300, 300, None, Color::White);
    let mut orders = ClockOrders::default();
    for order in [set(60_000, 60_000, None), ClockOrder::Times] {
        orders.order(world.t, &mut world.session, order).expect("the board is live");
    }
    run(&mut world, &mut orders, 1000);
    world.unplug();
    orders.settle(world.t, &mut world.session);
    let answers: Vec<_> = std::iter::from_fn(|| orders.poll_answer()).map(|(_, answer)| answer).collect();
    assert_eq!(answers, [ClockAnswer::Silent; 2]);
    let count = said(&world).len();
    world.plug();
    run(&mut world, &mut orders, 10_000);
    assert_eq!(said(&world).len(), count);
}

#[test]
fn what_no_clock_can_do_is_turned_away() {
    let mut world = World::live(options());
    let mut orders = ClockOrders::default();
    let mut check = |order, wanted| {
        assert_eq!(orders.order(world.t, &mut world.session, order), Err(wanted));
    };
    check(set(36_000_000, 0, None), ClockRefusal::Time);
    for text in ["", "NINE CHAR", "тур 1", "a\nb"] {
        check(ClockOrder::Text(text.to_owned()), ClockRefusal::Text);
    }
    for count in 0..10 {
        let taken = orders.order(world.t, &mut world.session, ClockOrder::Version);
        assert_eq!(taken.is_ok(), count < 5, "one in hand and four waiting");
    }
    world.run(50);
    world.unplug();
    let mut orders = ClockOrders::default();
    assert_eq!(orders.order(world.t, &mut world.session, ClockOrder::Times), Err(ClockRefusal::NotLive));
    assert_eq!(said(&world).len(), 1, "nothing else was said");
}
