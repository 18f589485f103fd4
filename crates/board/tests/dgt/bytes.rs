//! Frames, messages and commands as bytes: golden ones, cut ones, damaged ones.

use board::dgt::ClockCommand;
use board::dgt::clock::{Ack, AckKind, Button, Bwtime, ClockReport, Side, SideTime};
use board::dgt::code::{self, Code};
use board::dgt::command::{Command, Parsed};
use board::dgt::frame::{Deframer, Frame};
use board::dgt::message::{Battery, Message};
use shakmaty::{Board, Color, KnownOutcome, Piece, Role, Square};

/// Parses bytes written in hexadecimal with spaces.
fn hex(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("hexadecimal")).collect()
}

fn deframe(bytes: &[u8]) -> (Vec<Frame>, u64) {
    let mut deframer = Deframer::new();
    let frames: Vec<Frame> = bytes.iter().filter_map(|&byte| deframer.push(byte)).collect();
    deframer.abandon();
    for length in [2, 3, 5, 64, bytes.len().max(1)] {
        let mut pieces = Deframer::new();
        let mut found = Vec::new();
        for piece in bytes.chunks(length) {
            let mut rest = piece;
            while !rest.is_empty() {
                let (taken, frame) = pieces.push_some(rest);
                rest = &rest[taken..];
                found.extend(frame);
            }
        }
        pieces.abandon();
        assert_eq!((&found, pieces.noise()), (&frames, deframer.noise()), "in pieces of {length}");
    }
    (frames, deframer.noise())
}

/// Checks that bytes mean a message, and that the message becomes those bytes.
fn check(bytes: &str, message: &Message) {
    let bytes = hex(bytes);
    let (frames, noise) = deframe(&bytes);
    assert_eq!(noise, 0, "no noise in {bytes:02x?}");
    assert_eq!(frames.len(), 1, "one frame in {bytes:02x?}");
    assert_eq!(&Message::parse(frames[0].clone()), message, "meaning of {bytes:02x?}");
    assert_eq!(message.emit().emit(), bytes, "bytes of {message:?}");
}

fn unknown(bytes: &str) {
    let (frames, _) = deframe(&hex(bytes));
    let [frame] = &frames[..] else { panic!("one frame in {bytes}") };
    let Frame { id, data } = frame.clone();
    assert_eq!(Message::parse(frame.clone()), Message::Unknown { id, data }, "{bytes}");
}

const START: &str = "86 00 43 \
    08 09 0a 0c 0b 0a 09 08 07 07 07 07 07 07 07 07 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 \
    00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 01 01 01 01 01 01 01 02 03 04 06 05 04 03 02";

#[test]
fn messages_are_these_bytes() {
    let start = Board::default();
    let codes = core::array::from_fn(|number| {
        Code::from(start.piece_at(code::square(number as u8).expect("sixty-four squares")))
    });
    check(START, &Message::Dump(Box::new(codes)));
    let pawn = Code::Piece(Piece { color: Color::White, role: Role::Pawn });
    check("8e 00 05 34 00", &Message::Field { square: Square::E2, code: Code::Empty });
    check("8e 00 05 24 01", &Message::Field { square: Square::E4, code: pawn });
    let white_wins = KnownOutcome::Decisive { winner: Color::White };
    check("8e 00 05 00 0e", &Message::Field { square: Square::A8, code: Code::Marker(white_wins) });
    check("90 00 05 08 01", &Message::BusAddress(0x401));
    check("91 00 08 30 31 30 32 35", &Message::Serial("01025".into()));
    check("91 00 06 31 32 33", &Message::Serial("123".into()));
    check("91 00 0c 30 31 30 32 35 20 41 42 43", &Message::Serial("01025 ABC".into()));
    check("93 00 05 01 02", &Message::Version { major: 1, minor: 2 });
    check("96 00 05 03 00", &Message::HardwareVersion { major: 3, minor: 0 });
    check("a2 00 0d 33 30 30 30 30 30 31 30 32 35", &Message::LongSerial("3000001025".into()));
    check("a3 00 06 01 02 03", &Message::ClockI2c(vec![1, 2, 3]));
    check(
        "a0 00 0c 4b 7f 7f 02 1e 00 03 05 01",
        &Message::Battery(Battery {
            percent: 75,
            left: None,
            on: (2, 30),
            standby: (0, 3, 5),
            charging: true,
            discharging: false,
        }),
    );
    check("b7 00 04 11", &Message::Unknown { id: 0xb7, data: vec![0x11] });
    let half = "00 ".repeat(50);
    check(&format!("94 00 35 {half}"), &Message::HalfDump { black: true, codes: vec![0; 50] });
    check(&format!("95 00 35 {half}"), &Message::HalfDump { black: false, codes: vec![0; 50] });
}

#[test]
fn a_long_trademark_needs_both_bytes_of_the_length() {
    let text = "x".repeat(200);
    let bytes = Message::Trademark(text.clone()).emit().emit();
    assert_eq!(&bytes[..3], &[0x92, 0x01, 0x4b]);
    let (frames, noise) = deframe(&bytes);
    assert_eq!((Message::parse(frames[0].clone()), noise), (Message::Trademark(text), 0));
}

#[test]
fn a_whole_log_is_one_message() {
    let log = Message::EeLog(vec![0x7f; 0x1f00]);
    let bytes = log.emit().emit();
    assert_eq!(&bytes[..3], &[0x8f, 0x3e, 0x03]);
    assert_eq!(deframe(&bytes).0, vec![log.emit()]);
}

#[test]
fn values_that_mean_nothing_are_kept_as_unknown() {
    unknown("8e 00 05 40 01");
    unknown("8e 00 05 00 10");
    unknown("8e 00 04 00");
    unknown(&START.replacen("86 00 43 08", "86 00 43 7f", 1));
    unknown("8d 00 0a 00 60 00 00 00 00 00");
    unknown("8d 00 0a 00 00 5a 00 00 00 00");
    unknown("8d 00 0a 0b 00 00 00 00 00 00");
    unknown("8d 00 0a 00 00 00 00 00 00 40");
    unknown("8d 00 04 00");
    unknown("91 00 08 30 31 00 32 35");
    unknown("a0 00 07 32 00 00 00");
    unknown("a0 00 0c 65 7f 7f 02 1e 00 03 05 01");
    check(&format!("86 00 67 {}", "01 ".repeat(100)), &Message::LargeDump(vec![1; 100]));
    unknown(&format!("86 00 66 {}", "00 ".repeat(99)));
}

#[test]
fn clock_readings_are_these_bytes() {
    let time = Bwtime {
        left: SideTime::from_seconds(3600 + 29 * 60 + 57),
        right: SideTime { per_move: true, ..SideTime::from_seconds(45 * 60) },
        running: true,
        active: Side::Left,
        battery_low: false,
        turn_bits: 0b01,
    };
    check("8d 00 0a 20 45 00 01 29 57 09", &Message::Clock(ClockReport::Time(time)));
    let right = Bwtime { active: Side::Right, turn_bits: 0b10, ..time };
    check("8d 00 0a 20 45 00 01 29 57 13", &Message::Clock(ClockReport::Time(right)));
    let stopped = Bwtime { running: false, battery_low: true, ..right };
    check("8d 00 0a 20 45 00 01 29 57 16", &Message::Clock(ClockReport::Time(stopped)));
    let fallen = Bwtime {
        left: SideTime { fallen: true, ..SideTime::default() },
        right: SideTime { shown: true, ..SideTime::from_seconds(59) },
        ..right
    };
    check("8d 00 0a 40 00 59 10 00 00 13", &Message::Clock(ClockReport::Time(fallen)));
    check("8d 00 0a 00 00 00 00 00 00 20", &Message::Clock(ClockReport::Absent));
}

#[test]
fn acknowledgements_carry_four_bytes_of_eight_bits() {
    let cases: [(&str, [u8; 4], AckKind); 13] = [
        ("0a 10 01 0a 00 00", [0x10, 0x01, 0, 0], AckKind::Display),
        ("0a 10 02 0a 00 00", [0x10, 0x02, 0, 0], AckKind::Icons),
        ("0a 10 03 0a 00 00", [0x10, 0x03, 0, 0], AckKind::End),
        ("0a 10 08 0a 00 00", [0x10, 0x08, 0, 0], AckKind::ButtonAsked),
        ("0a 10 09 0a 21 00", [0x10, 0x09, 0x21, 0], AckKind::Version { major: 2, minor: 1 }),
        ("0a 40 0a 0a 00 00", [0x40, 0x0a, 0, 0], AckKind::SetAndRun),
        ("0a 10 0b 0a 00 00", [0x10, 0x0b, 0, 0], AckKind::Beep),
        ("0a 10 0c 0a 00 00", [0x10, 0x0c, 0, 0], AckKind::Ascii),
        ("0a 10 01 2a 00 00", [0x10, 0x81, 0, 0], AckKind::Ready),
        ("0a 10 08 2a 00 33", [0x10, 0x88, 0, 0x33], AckKind::Button(Button::RunPause)),
        ("0a 10 0a 2a 00 19", [0x10, 0x8a, 0, 0x19], AckKind::Mode(25)),
        ("0a 10 10 2a 00 00", [0x10, 0x90, 0, 0], AckKind::LeftMode),
        ("3a 00 11 1a 02 03", [0x80, 0x11, 0x82, 0x83], AckKind::Other(0x11)),
    ];
    for (data, four, kind) in cases {
        let ack = Ack(four);
        check(&format!("8d 00 0a {data} 00"), &Message::Clock(ClockReport::Ack(ack)));
        assert_eq!(ack.kind(), kind, "{data}");
        assert_eq!(ack.is_refused(), four[0] == 0x40, "{data}");
    }
}

#[test]
fn every_code_comes_back() {
    for byte in 0..=0xff {
        match Code::parse(byte) {
            Some(code) => assert_eq!(code.emit(), byte),
            None => assert!(byte > 0xf, "code {byte:x} is known"),
        }
    }
    for square in Square::ALL {
        assert_eq!(code::square(code::number(square)), Some(square));
    }
    assert_eq!(
        ["a8", "h8", "a1", "h1"].map(|name| code::number(name.parse().expect("a square"))),
        [0, 7, 56, 63]
    );
    assert_eq!(code::square(64), None);
}

#[test]
fn frames_come_whole_in_pieces_and_together() {
    let one = hex("8e 00 05 34 00");
    let two = [one.clone(), hex("8e 00 05 24 01")].concat();
    assert_eq!(deframe(&one).0.len(), 1);
    assert_eq!(deframe(&two).0.len(), 2);
    let mut deframer = Deframer::new();
    for (index, &byte) in one.iter().enumerate() {
        assert_eq!(deframer.push(byte).is_some(), index == 4, "complete with the last byte");
        assert_eq!(deframer.is_inside(), index != 4);
    }
}

#[test]
fn garbage_is_skipped_counted_and_costs_no_good_frame() {
    let good = "8e 00 05 34 00";
    let cases = [
        ("01 02 03", 3),
        ("8e 00", 2),
        ("86 00 43 00 00", 5),
        // Too short, too long for its id, too long for any unknown id.
        ("8e 00 02", 3),
        ("8e 00 43 01", 4),
        ("b7 7f 7f 01", 4),
        ("ff ff ff", 3),
    ];
    for (garbage, lost) in cases {
        let (frames, noise) = deframe(&hex(&format!("{garbage} {good}")));
        assert_eq!((frames.len(), noise), (1, lost), "after {garbage}");
        assert_eq!(frames[0].emit(), hex(good));
    }
}

#[test]
fn a_spurious_log_does_not_swallow_what_follows() {
    let (frames, noise) = deframe(&hex("8f 3e 03 01 02 8e 00 05 34 00"));
    assert_eq!((frames.len(), noise), (1, 5));
}

#[test]
fn commands_are_these_bytes() {
    let text = |text: &[u8; 8]| ClockCommand::Ascii { text: *text, beep: 1 };
    let cases = [
        ("40", Command::Reset),
        ("41", Command::SendClock),
        ("42", Command::SendBoard),
        ("43", Command::Update),
        ("44", Command::UpdateBoard),
        ("45", Command::SendSerial),
        ("46", Command::SendBusAddress),
        ("47", Command::SendTrademark),
        ("48", Command::SendHardwareVersion),
        ("49", Command::SendEeLog),
        ("4a", Command::ToBus),
        ("4b", Command::UpdateNice),
        ("4c", Command::SendBattery),
        ("4d", Command::SendVersion),
        ("55", Command::SendLongSerial),
        ("2b 03 03 03 00", Command::Clock(ClockCommand::End)),
        ("2b 03 03 08 00", Command::Clock(ClockCommand::Button)),
        ("2b 03 03 09 00", Command::Clock(ClockCommand::Version)),
        ("2b 04 03 0b 05 00", Command::Clock(ClockCommand::Beep(5))),
        ("2b 0c 03 0c 54 6f 70 62 6f 61 72 64 01 00", Command::Clock(text(b"Topboard"))),
        (
            "2b 0f 03 0d 48 65 6c 6c 6f 20 77 6f 72 6c 64 00 00",
            Command::Clock(ClockCommand::LongAscii { text: *b"Hello world", beep: 0 }),
        ),
        (
            "2b 0a 03 0a 01 1e 00 00 05 1e 06 00",
            Command::Clock(ClockCommand::SetAndRun { left: [1, 30, 0], right: [0, 5, 30], flags: 6 }),
        ),
        (
            "2b 0b 03 01 03 02 01 06 05 04 10 03 00",
            Command::Clock(ClockCommand::Display { segments: [1, 2, 3, 4, 5, 6], marks: 0x10, beep: true }),
        ),
        (
            "2b 0b 03 02 01 02 04 08 01 00 00 00 00",
            Command::Clock(ClockCommand::Icons { modes: [1, 2], periods: [4, 8], special: 1 }),
        ),
    ];
    for (bytes, command) in cases {
        let bytes = hex(bytes);
        assert_eq!(command.emit(), bytes);
        for cut in 0..bytes.len() {
            assert_eq!(Command::parse(&bytes[..cut]), Parsed::Partial, "{bytes:02x?} cut at {cut}");
        }
        let used = bytes.len();
        let longer = [bytes, vec![0x42]].concat();
        assert_eq!(Command::parse(&longer), Parsed::Command(command, used));
    }
}

#[test]
fn unknown_commands_are_skipped_as_a_whole() {
    assert_eq!(Command::parse(&[0xdf]), Parsed::Unknown(1));
    // The jump to the boot loader is not a command of this crate.
    assert_eq!(Command::parse(&[0x4e]), Parsed::Unknown(1));
    assert_eq!(Command::parse(&hex("60 04 01 00 3f 00 42")), Parsed::Unknown(6));
    assert_eq!(Command::parse(&hex("2b 03 03 7f 00")), Parsed::Unknown(5));
}
