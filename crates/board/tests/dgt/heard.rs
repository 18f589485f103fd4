//! The passive interpreter: bytes from a recording.

use board::dgt::Interpreter;
use board::dgt::message::Message;
use board::{BoardEvent, ClockReading, Contents, Orientation, Reading};
use shakmaty::{Board, ByColor, Color, KnownOutcome, Square};

fn hex(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("hexadecimal")).collect()
}

fn dump(reading: &Reading) -> Vec<u8> {
    let codes = core::array::from_fn(|number| {
        let square = board::dgt::code::square(number as u8).expect("sixty-four squares");
        match reading.at(square) {
            Contents::Piece(piece) => board::dgt::code::Code::Piece(piece),
            Contents::Empty | Contents::Occupied => board::dgt::code::Code::Empty,
        }
    });
    Message::Dump(Box::new(codes)).emit().emit()
}

/// The events an interpreter makes of these bytes.
fn said(interpreter: &mut Interpreter, bytes: &[u8]) -> Vec<BoardEvent> {
    interpreter.handle_bytes(0, bytes);
    std::iter::from_fn(|| interpreter.poll_event()).map(|(_, event)| event).collect()
}

fn clock(white_s: u32, black_s: u32, running: Option<Color>) -> BoardEvent {
    BoardEvent::Clock(ClockReading {
        left_ms: ByColor { white: white_s * 1000, black: black_s * 1000 },
        running,
        // In these messages the lever of a clock that stands lets White's time run.
        lever: running.or(Some(Color::White)),
    })
}

#[test]
fn updates_are_taken_before_any_dump() {
    let mut interpreter = Interpreter::new();
    let events = said(&mut interpreter, &hex("8e 00 05 34 00 8e 00 05 24 01"));
    let pawn = Contents::Piece(Color::White.pawn());
    assert_eq!(
        events,
        [
            BoardEvent::Square { square: Square::E2, contents: Contents::Empty },
            BoardEvent::Square { square: Square::E4, contents: pawn },
        ]
    );
    assert_eq!(said(&mut interpreter, &hex("8e 00 05 24 01")), [], "said twice, told once");
}

#[test]
fn a_dump_is_told_when_it_tells_something() {
    let start = Reading::from_board(&Board::default());
    let mut interpreter = Interpreter::new();
    assert_eq!(said(&mut interpreter, &dump(&start)), [BoardEvent::Reading(start.clone())]);
    assert_eq!(said(&mut interpreter, &dump(&start)), []);
    interpreter.handle_gap(0, 700);
    assert_eq!(
        said(&mut interpreter, &dump(&start)),
        [BoardEvent::Gap { gap_ms: 700 }, BoardEvent::Reading(start.clone())]
    );
    let mut moved = start;
    moved.set(Square::E2, Contents::Empty);
    assert_eq!(said(&mut interpreter, &dump(&moved)), [BoardEvent::Reading(moved)]);
}

#[test]
fn a_turned_array_turns_squares_and_clocks() {
    let mut interpreter = Interpreter::new();
    let start = Reading::from_board(&Board::default());
    // The lever was known before the board was found turned: left runs.
    assert_eq!(
        said(&mut interpreter, &hex("8d 00 0a 00 05 00 00 04 00 09")),
        [clock(240, 300, Some(Color::White))]
    );
    assert_eq!(
        said(&mut interpreter, &dump(&start.rotated())),
        [
            BoardEvent::Turned(Orientation::Rotated),
            BoardEvent::Reading(start),
            clock(300, 240, Some(Color::Black)),
        ],
        "the same clock means something else now"
    );
    assert_eq!(said(&mut interpreter, &hex("8d 00 0a 00 05 00 00 04 00 09")), []);
    let turned = said(&mut interpreter, &hex("8d 00 0a 00 05 00 00 04 00 13"));
    assert_eq!(turned, [BoardEvent::Press(Color::Black), clock(300, 240, Some(Color::White))]);
    let lifted = said(&mut interpreter, &hex("8e 00 05 0b 00"));
    assert_eq!(lifted, [BoardEvent::Square { square: Square::E2, contents: Contents::Empty }]);
}

#[test]
fn readings_presses_and_flags() {
    let mut interpreter = Interpreter::new();
    let mut say = |bytes: &str| said(&mut interpreter, &hex(bytes));
    assert_eq!(say("8d 00 0a 00 05 00 00 05 00 08"), [clock(300, 300, None)]);
    assert_eq!(say("8d 00 0a 00 05 00 00 05 00 08"), [], "nothing new");
    assert_eq!(say("8d 00 0a 00 05 00 00 05 00 09"), [clock(300, 300, Some(Color::White))]);
    assert_eq!(
        say("8d 00 0a 00 05 00 00 05 02 13"),
        [BoardEvent::Press(Color::White), clock(302, 300, Some(Color::Black))],
        "the increment comes with the press"
    );
    assert_eq!(
        say("8d 00 0a 00 04 58 00 05 02 09"),
        [BoardEvent::Press(Color::Black), clock(302, 298, Some(Color::White))]
    );
    assert_eq!(say("8d 00 0a 00 04 58 0a 05 02 09"), [], "an acknowledgement");
    assert_eq!(say("8d 00 0a 00 00 00 00 00 00 00"), [], "all zero");
    assert_eq!(say("8d 00 0a 00 00 00 00 00 00 20"), [], "no clock");
    assert_eq!(say("8d 00 0a 00 04 58 00 05 01 09"), [clock(301, 298, Some(Color::White))]);
    assert_eq!(say("8d 00 0a 00 04 58 00 05 01 0b"), [], "a lever that contradicts the turn is damage");
    assert_eq!(say("8d 00 0a 00 04 58 10 00 00 08"), [clock(0, 298, None), BoardEvent::Flag(Color::White)]);
    assert_eq!(say("8d 00 0a 00 04 58 50 00 00 08"), [], "it falls once");
    assert_eq!(say("8d 00 0a 40 04 57 00 29 59 13").last(), Some(&BoardEvent::Flag(Color::Black)));
}

#[test]
fn boards_that_do_not_tell_the_turn_are_believed() {
    let mut interpreter = Interpreter::new();
    said(&mut interpreter, &hex("8d 00 0a 00 05 00 00 05 00 01"));
    let events = said(&mut interpreter, &hex("8d 00 0a 00 05 00 00 05 00 03"));
    assert_eq!(events[0], BoardEvent::Press(Color::White));
}

#[test]
fn unbelievable_readings_are_counted_and_kept() {
    let mut interpreter = Interpreter::new();
    let events = said(&mut interpreter, &hex("8d 00 0a 00 65 00 00 05 00 09"));
    assert_eq!(events, [BoardEvent::Unknown { id: 0x8d, data: hex("00 65 00 00 05 00 09") }]);
    assert_eq!(interpreter.invalid_readings(), 1);
}

#[test]
fn marker_pieces_are_something_and_a_wish() {
    let mut interpreter = Interpreter::new();
    let white = KnownOutcome::Decisive { winner: Color::White };
    assert_eq!(
        said(&mut interpreter, &hex("8e 00 05 1b 0e")),
        [
            BoardEvent::Square { square: Square::D5, contents: Contents::Occupied },
            BoardEvent::ResultPiece { square: Square::D5, outcome: white },
        ]
    );
    let mut bytes = dump(&Reading::empty());
    bytes[3 + 0x1b] = 0x0e;
    bytes[3 + 0x1c] = 0x0d;
    let events = said(&mut interpreter, &bytes);
    assert!(matches!(events[0], BoardEvent::Reading(_)));
    assert_eq!(events[1..], [BoardEvent::ResultPiece { square: Square::E5, outcome: KnownOutcome::Draw }]);
}

#[test]
fn a_serial_number_changes_only_when_it_was_said_twice() {
    let mut interpreter = Interpreter::new();
    let mut say = |bytes: &str| said(&mut interpreter, &hex(bytes)).len();
    assert_eq!(say("91 00 08 30 31 30 32 35"), 1);
    assert_eq!(say("91 00 08 30 31 30 32 34"), 0);
    assert_eq!(say("91 00 08 30 31 30 32 35"), 0);
    assert_eq!(say("91 00 08 30 31 30 32 34"), 0);
    assert_eq!(say("91 00 08 30 31 30 32 34"), 1);
    assert_eq!(interpreter.identity().serial.as_deref(), Some("01024"));
}
