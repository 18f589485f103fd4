//! The simulated board, watched from the cable.

use crate::world::{Dice, options};
use board::dgt::clock::{AckKind, ClockReport, Side};
use board::dgt::code::Code;
use board::dgt::frame::Deframer;
use board::dgt::message::Message;
use board::dgt::{ClockState, Device, DeviceOptions};
use board::{Contents, Millis};
use shakmaty::{Board, ByColor, Color, Square};

/// Everything the device sends up to `t`, with the instant of each message.
fn hear(device: &mut Device, t: Millis) -> Vec<(Millis, Message)> {
    let mut heard = Vec::new();
    let mut deframer = Deframer::new();
    let mut now = 0;
    loop {
        while let Some(bytes) = device.poll_transmit() {
            heard.extend(
                bytes
                    .iter()
                    .filter_map(|&byte| deframer.push(byte))
                    .map(|frame| (now, Message::parse(frame))),
            );
        }
        match device.next_deadline().filter(|&due| due <= t) {
            Some(due) => now = due.max(now),
            None => break,
        }
        device.advance(now);
    }
    assert_eq!(deframer.noise(), 0, "a device speaks in whole frames");
    device.advance(t);
    heard
}

fn messages(device: &mut Device, t: Millis) -> Vec<Message> {
    hear(device, t).into_iter().map(|(_, message)| message).collect()
}

fn start() -> Device {
    Device::with_board(options(), &Board::default())
}

fn clock(white_s: u32, black_s: u32, running: Option<Color>, lever: Color) -> ClockState {
    ClockState { left_ms: ByColor { white: white_s * 1000, black: black_s * 1000 }, running, lever }
}

#[test]
fn the_first_command_wakes_it_from_the_bus_and_is_answered() {
    let mut device = start();
    device.handle_bytes(0, &[0x81, 0x08, 0x01, 0x0a]);
    assert_eq!(messages(&mut device, 100), []);
    device.handle_bytes(100, &[0x4d]);
    assert_eq!(messages(&mut device, 200), [Message::Version { major: 1, minor: 8 }]);
    // A bus command takes it back into bus mode and is not obeyed; the next command is answered again.
    device.handle_bytes(200, &[0x82, 0x08, 0x01, 0x0b, 0x45]);
    assert_eq!(messages(&mut device, 300), [Message::Serial("01025".into())]);
}

#[test]
fn ten_bytes_wait_while_an_answer_is_in_the_making() {
    let mut device = start();
    device.handle_bytes(0, &[0x4d; 30]);
    assert_eq!(messages(&mut device, 1000).len(), 11);
}

#[test]
fn unknown_commands_and_the_boot_loader_are_ignored() {
    let mut device = start();
    device.handle_bytes(0, &[0xdf, 0x4e, 0x7f, 0x4d]);
    assert_eq!(messages(&mut device, 100).len(), 1);
}

#[test]
fn a_half_open_clock_message_swallows_resets() {
    let mut device = start();
    device.handle_bytes(0, &[0x2b, 0x7f, 0x4d]);
    assert_eq!(messages(&mut device, 100), []);
    device.handle_bytes(100, &[0x40; 128]);
    device.handle_bytes(100, &[0x4d]);
    assert_eq!(messages(&mut device, 200).len(), 1);
}

#[test]
fn changes_are_reported_when_their_square_is_sampled() {
    let mut device = start();
    device.handle_bytes(0, &[0x44]);
    device.set_square(1000, Square::H1, Contents::Empty);
    device.set_square(1000, Square::A8, Contents::Empty);
    let heard = hear(&mut device, 2000);
    // a8 was sampled at 1000 already and comes again a round later; h1 is the last of the round.
    assert_eq!(
        heard,
        [
            (1196, Message::Field { square: Square::H1, code: Code::Empty }),
            (1200, Message::Field { square: Square::A8, code: Code::Empty }),
        ]
    );
}

#[test]
fn what_comes_and_goes_between_two_samples_was_never_there() {
    let mut device = start();
    device.handle_bytes(0, &[0x44]);
    device.set_square(1000, Square::A8, Contents::Empty);
    device.set_square(1100, Square::A8, Contents::Piece(Color::Black.rook()));
    assert_eq!(messages(&mut device, 2000), []);
}

#[test]
fn idle_reports_nothing_but_dumps_the_truth() {
    let mut device = start();
    device.handle_bytes(0, &[0x40]);
    device.set_square(10, Square::E2, Contents::Empty);
    assert_eq!(messages(&mut device, 1000), []);
    device.handle_bytes(1000, &[0x42]);
    let [Message::Dump(codes)] = &messages(&mut device, 1100)[..] else { panic!("one dump") };
    assert_eq!(codes[52], Code::Empty);
    assert_eq!(codes[51], Code::from(Some(Color::White.pawn())));
}

#[test]
fn a_rotated_board_numbers_from_blacks_side() {
    let mut device = Device::with_board(DeviceOptions { rotated: true, ..options() }, &Board::default());
    device.handle_bytes(0, &[0x42]);
    let [Message::Dump(codes)] = &messages(&mut device, 1000)[..] else { panic!("one dump") };
    assert_eq!(codes[0], Code::from(Some(Color::White.rook())), "h1 has number 0");
    assert_eq!(codes[4], Code::from(Some(Color::White.queen())), "d1 has number 4");
}

#[test]
fn update_nice_tells_the_clock_when_it_changes() {
    let mut device = start();
    device.handle_bytes(0, &[0x4b]);
    assert_eq!(messages(&mut device, 1000), [Message::Clock(ClockReport::Absent)]);
    device.set_clock(1000, clock(300, 300, None, Color::White));
    assert_eq!(messages(&mut device, 5000).len(), 1, "a standing clock is told once");
    device.set_clock(5000, clock(300, 300, Some(Color::White), Color::White));
    assert_eq!(messages(&mut device, 10_000).len(), 6, "the start and five seconds");
    device.handle_bytes(10_000, &[0x44]);
    assert_eq!(messages(&mut device, 20_000), [], "UPDATE_BRD tells no clock");
}

#[test]
fn update_tells_the_clock_every_second() {
    let mut device = start();
    device.set_clock(0, clock(300, 300, None, Color::White));
    device.handle_bytes(0, &[0x43]);
    assert_eq!(messages(&mut device, 5000).len(), 6);
}

#[test]
fn lever_and_increment_come_in_one_message() {
    let mut device = start();
    device.set_clock(0, clock(300, 200, Some(Color::White), Color::White));
    device.handle_bytes(0, &[0x4b]);
    hear(&mut device, 1500);
    let mut state = device.clock(1500).expect("a clock");
    state.left_ms.white += 30_000;
    device.set_clock(1500, ClockState { running: Some(Color::Black), lever: Color::Black, ..state });
    let heard = messages(&mut device, 1600);
    let [Message::Clock(ClockReport::Time(time))] = &heard[..] else { panic!("one reading in {heard:?}") };
    assert_eq!((time.left.left_ms(), time.right.left_ms()), (329_000, 200_000));
    assert_eq!((time.active, time.running), (Side::Right, true));
}

#[test]
fn the_flag_falls_and_the_clock_stands() {
    let mut device = start();
    device.set_clock(0, clock(2, 200, Some(Color::White), Color::White));
    device.handle_bytes(0, &[0x4b]);
    let heard = messages(&mut device, 10_000);
    let Some(Message::Clock(ClockReport::Time(time))) = heard.last() else { panic!("a reading") };
    assert!(time.left.fallen && !time.running && !time.right.flag());
}

#[test]
fn clock_messages_are_obeyed_and_acknowledged() {
    let mut device = start();
    device.set_clock(0, clock(300, 300, None, Color::White));
    device.handle_bytes(0, &[0x4b]);
    hear(&mut device, 500);
    let set_and_run =
        board::dgt::ClockCommand::SetAndRun { left: [1, 30, 0], right: [0, 50, 5], flags: 0x01 };
    device.handle_bytes(500, &set_and_run.emit());
    let heard = messages(&mut device, 900);
    let acks = heard.iter().filter_map(|message| match message {
        Message::Clock(ClockReport::Ack(ack)) => Some(ack.kind()),
        _ => None,
    });
    assert_eq!(acks.collect::<Vec<_>>(), [AckKind::SetAndRun]);
    let state = device.clock(500).expect("a clock");
    assert_eq!((state.left_ms.white, state.left_ms.black), (5_400_000, 3_005_000));
    assert_eq!(state.running, Some(Color::White));
}

#[test]
fn a_muted_board_neither_hears_nor_speaks() {
    let mut device = start();
    device.mute(true);
    device.handle_bytes(0, &[0x4d]);
    assert_eq!(messages(&mut device, 100), []);
    device.mute(false);
    device.handle_bytes(100, &[0x4d]);
    assert_eq!(messages(&mut device, 200).len(), 1);
}

#[test]
fn any_bytes_leave_it_alive() {
    let mut dice = Dice(7);
    for _ in 0..300 {
        let mut device = start();
        let bytes: Vec<u8> = (0..dice.below(200)).map(|_| dice.below(256) as u8).collect();
        device.handle_bytes(0, &bytes);
        hear(&mut device, 1000);
        device.handle_bytes(1000, &[0x40; 128]);
        hear(&mut device, 2000);
        device.handle_bytes(2000, &[0x4d]);
        assert_eq!(messages(&mut device, 3000).len(), 1, "after {bytes:02x?}");
    }
}
