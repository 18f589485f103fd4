//! Golden frames: their meaning, and the limits of the harm when they are cut or damaged.

use board::certabo::line::{CHIPS_LEN, Deframer as Lines, RANKS_LEN};
use board::chesslink::frame::{Deframer, Frame};
use board::chesslink::session::{lamps_off, memory_question, status_question, version_question};
use board::dgt::DeviceOptions;
use board::full_scan_session::{Dialect, Word};
use board::novag::line::Report;
use board::{Contents, Device, Maker, Reading, certabo, chesslink, chessnut, pegasus, squareoff};
use shakmaty::{Bitboard, Board, Role, Square};

fn words<D: Dialect>(bytes: &[u8]) -> Vec<Word> {
    let mut dialect = D::default();
    bytes.iter().flat_map(|&byte| dialect.push(byte)).collect()
}

/// Text with odd parity in the top bit, as ChessLink sends it.
fn odd(text: &str) -> Vec<u8> {
    text.bytes().map(|byte| if byte.count_ones() % 2 == 0 { byte | 0x80 } else { byte }).collect()
}

const START: &str = "srnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR73";

#[test]
fn chesslink_commands_are_these_bytes() {
    assert_eq!(status_question(), [0xd3, 0xb5, 0xb3], "S53 with odd parity");
    assert_eq!(version_question(), [0xd6, 0xb5, 0xb6], "V56");
    assert_eq!(lamps_off(), odd("X58"));
    assert_eq!(memory_question(1), odd("R0153"));
}

#[test]
fn chesslink_answers_mean_this() {
    let start = Word::Reading(Reading::from_board(&Board::new()));
    assert_eq!(words::<chesslink::session::Dialect>(&odd(START)), [start]);
    assert_eq!(words::<chesslink::session::Dialect>(&odd("v010675")), [] as [Word; 0], "a wrong check");
    assert_eq!(words::<chesslink::session::Dialect>(&odd("v010671")), [Word::Version(1, 6)]);
    assert_eq!(words::<chesslink::session::Dialect>(&odd("x78")), [Word::Here]);
}

#[test]
fn a_damaged_chesslink_frame_costs_itself_and_not_the_next() {
    let good = odd(START);
    let frames = |bytes: &[u8]| {
        let mut deframer = Deframer::of_board();
        bytes.iter().flat_map(|&byte| deframer.push(byte)).count()
    };
    let twice = [&good[..], &good].concat();
    assert_eq!(frames(&twice), 2);
    for at in 0..good.len() {
        let mut shorter = good.clone();
        shorter.remove(at);
        // A report without its end swallows the beginning of the next report until the check shows it.
        assert!(frames(&[&shorter[..], &good, &good].concat()) >= 1, "byte {at} lost");
        let mut flipped = good.clone();
        flipped[at] ^= 0x04;
        assert_eq!(frames(&[&flipped[..], &good].concat()), 1, "byte {at} flipped: parity shows it");
        let mut pair = good.clone();
        pair[at] ^= 0x06;
        assert!(
            frames(&[&pair[..], &good, &good].concat()) >= 1,
            "byte {at} flipped twice: the check shows it"
        );
    }
}

#[test]
fn while_a_chesslink_line_has_its_parity_it_shows_what_the_check_does_not() {
    let good = odd(START);
    let mut damaged = good.clone();
    // One bit changed in each of two characters: their exclusive or stays.
    damaged[20] ^= 0x01;
    damaged[30] ^= 0x01;
    let mut deframer = Deframer::of_board();
    let mut frames = |bytes: &[u8]| bytes.iter().flat_map(|&byte| deframer.push(byte)).count();
    assert_eq!((frames(&good), frames(&damaged), frames(&good)), (1, 0, 1));
    let bare: Vec<u8> = good.iter().map(|byte| byte & 0x7f).collect();
    assert_eq!((frames(&bare), frames(&bare)), (1, 1), "a line that lost it is not a damaged one");
}

#[test]
fn chesslink_frames_go_round() {
    for (letter, content) in [(b's', &START.as_bytes()[1..65]), (b'v', b"0106"), (b'l', b""), (b'w', b"0203")]
    {
        let frame = Frame { letter, content: content.to_vec() };
        let mut deframer = Deframer::of_board();
        let back: Vec<Frame> = frame.emit().into_iter().flat_map(|byte| deframer.push(byte)).collect();
        assert_eq!((back, deframer.noise()), (vec![frame], 0));
    }
}

fn chips_line(chip: &str) -> String {
    let mut squares = vec!["0 0 0 0 0"; 64];
    squares[52] = chip;
    squares.join(" ")
}

fn lines(text: &str, wanted: usize) -> usize {
    let mut deframer = Lines::new(wanted);
    text.bytes().filter_map(|byte| deframer.push(byte)).count()
}

#[test]
fn certabo_lines_mean_this() {
    let whole = format!(":{}\r\n", chips_line("0 189 78 132 0"));
    let [Word::Reading(reading)] = &words::<certabo::session::Dialect>(whole.as_bytes())[..] else {
        panic!("one reading")
    };
    assert_eq!(reading.at(Square::E2), Contents::Occupied, "a chip nobody has told us of is something");
    assert_eq!(reading.occupied().count(), 1);
    let weak = format!(":{}\r\n", chips_line("0 0 78 132 0"));
    let [Word::Reading(reading)] = &words::<certabo::session::Dialect>(weak.as_bytes())[..] else {
        panic!("one reading")
    };
    assert_eq!(reading.occupied().count(), 0, "three zeros are no chip");
}

#[test]
fn certabo_lines_are_found_with_and_without_colon_and_broken_inside_a_number() {
    let line = chips_line("11 189 78 132 9");
    assert_eq!(lines(&format!(":{line}\r\n"), CHIPS_LEN), 1);
    assert_eq!(lines(&format!("\r\n{line}\r\n{line}\r\n"), CHIPS_LEN), 2, "Bluetooth: no colon");
    let broken = format!(":{}\r\n", line.replace("189", "18\r\n9"));
    assert_eq!(lines(&broken, CHIPS_LEN), 1);
    assert_eq!(lines(&format!("0 0 0\r\n:{line}\r\n"), CHIPS_LEN), 1, "the rest of a line comes first");
    assert_eq!(lines(&format!(":{line} 7\r\n:{line}\r\n"), CHIPS_LEN), 1, "too long");
    assert_eq!(lines(&format!(":{}\r\n", line.replace("189", "289")), CHIPS_LEN), 0, "no such number");
}

#[test]
fn certabo_lines_end_in_any_way() {
    let line = chips_line("11 189 78 132 9");
    for end in [" \r\n", "\r\n", "  \r\n", "\n", " \n", "\r\r\n", "L\r\n", " D\r\n"] {
        for begin in [":", "", ": ", "L:", ":D", "*"] {
            let told = format!("{begin}{line}{end}");
            assert_eq!(lines(&format!("\r\n{told}{told}{told}"), CHIPS_LEN), 3, "{begin:?} and {end:?}");
            let ranks = format!("{begin}255 255 0 0 8 0 247 255{end}");
            assert_eq!(lines(&format!("\r\n{ranks}{ranks}"), RANKS_LEN), 2, "{begin:?} and {end:?}");
        }
    }
}

#[test]
fn simulated_lines_end_as_the_makers() {
    for (maker, numbers) in [(Maker::Certabo, CHIPS_LEN), (Maker::Sentio, RANKS_LEN)] {
        let mut device = Device::with_board(maker, DeviceOptions::default(), &Board::new());
        device.advance(1000);
        let line = String::from_utf8(device.poll_transmit().expect("a line")).expect("text");
        // As read by hosts that cut off a colon in front and three characters at the end.
        assert_eq!(line[1..line.len() - 3].split(' ').count(), numbers, "{line:?}");
        assert!(line.ends_with(" \r\n"), "{line:?}");
    }
}

#[test]
fn sentio_lines_mean_this() {
    let word = &words::<certabo::session::SentioDialect>(b":255 255 0 0 8 0 247 255\r\n")[..];
    let after_e4 =
        Board::from_ascii_board_fen(b"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR").expect("a placement");
    assert_eq!(word, [Word::Reading(Reading::from_occupied(after_e4.occupied()))]);
    let corner = &words::<certabo::session::SentioDialect>(b":0 0 0 0 0 0 0 128\r\n")[..];
    assert_eq!(corner, [Word::Reading(Reading::from_occupied(Bitboard::from(Square::A1)))]);
    assert_eq!(lines(":1 2 3 4 5 6 7 8\r\n:1 2 3 4 1\r\n5 6 7 8\r\n", RANKS_LEN), 2);
}

#[test]
fn novag_lines_mean_this() {
    let told =
        |number, is_black, from, to, promotion| Some(Report::Move { number, is_black, from, to, promotion });
    for (line, report) in [
        ("M 1 e2-e4", told(1, false, Square::E2, Square::E4, None)),
        ("M 1, e7-e5", told(1, true, Square::E7, Square::E5, None)),
        // As an owner saw them, with fields of a fixed width.
        ("M   7   g1-f3", told(7, false, Square::G1, Square::F3, None)),
        ("M   7,  c5xd4", told(7, true, Square::C5, Square::D4, None)),
        ("M   5   d7-d8/N", told(5, false, Square::D7, Square::D8, Some(Role::Knight))),
        ("M   7   e5xd6ep", told(7, false, Square::E5, Square::D6, None)),
        ("M   4   O-O", told(4, false, Square::E1, Square::G1, None)),
        ("M   5,  O-O-O", told(5, true, Square::E8, Square::C8, None)),
        // As the maker's document writes them, with a stroke at the end, and with a piece's letter in its lists.
        ("M 1 e2-e4 |", told(1, false, Square::E2, Square::E4, None)),
        ("M 2 Ng1-f3 |", told(2, false, Square::G1, Square::F3, None)),
        // As other programs write or read them.
        ("M 60 e7e8/q", told(60, false, Square::E7, Square::E8, Some(Role::Queen))),
        ("M 60 d7xe8=Q+", told(60, false, Square::D7, Square::E8, Some(Role::Queen))),
        ("M 9 e5xd6 e.p.", told(9, false, Square::E5, Square::D6, None)),
        ("M 9 e5xd6e.p.", told(9, false, Square::E5, Square::D6, None)),
        ("M 8, 0-0", told(8, true, Square::E8, Square::G8, None)),
        ("M 8 0-0-0", told(8, false, Square::E1, Square::C1, None)),
        ("M 8 e1-g1", told(8, false, Square::E1, Square::G1, None)),
        ("T", Some(Report::TakeBack)),
        ("T   1,  e7-e5", Some(Report::TakeBack)),
        ("New Game", Some(Report::NewGame)),
        ("New game", Some(Report::NewGame)),
        ("M 1 e2-e9", None),
        ("M 1 e2-e4e5", None),
        ("M 1 O-O-O-O", None),
        ("M 1 Ke", None),
        ("M one e2-e4", None),
        ("M", None),
        ("New", None),
        ("ID. UCBII V1.09", None),
    ] {
        assert_eq!(Report::parse(line), report, "{line}");
    }
}

/// Parses bytes written in hexadecimal with spaces.
fn hex(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("hexadecimal")).collect()
}

/// The array as a Chessnut board tells it: h8 to a8, the low half first; 8 black rooks … 6 white rooks.
const CHESSNUT_START: &str = "58 23 31 85 44 44 44 44 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 \
                              77 77 77 77 a6 c9 9b 6a";

#[test]
fn chessnut_messages_mean_this() {
    let start = Word::Reading(Reading::from_board(&Board::new()));
    let newer = hex(&format!("01 24 {CHESSNUT_START} 10 27 00 00"));
    assert_eq!(words::<chessnut::session::Dialect>(&newer), std::slice::from_ref(&start));
    let older = hex(&format!("01 22 {CHESSNUT_START} 00 00"));
    let padded = [&newer[..], &[0; 26], &older].concat();
    assert_eq!(words::<chessnut::session::Dialect>(&padded), [start.clone(), start.clone()]);
    assert_eq!(words::<chessnut::session::Dialect>(&hex("2a 02 d5 01")), [Word::Battery(85)], "charging");
    let robot = words::<chessnut::session::Dialect>(&hex("41 03 0c 01 55"));
    assert_eq!(robot, [Word::Battery(85)], "a Move has a byte of its own for that");
    let cut = [&newer[..9], &[0xff], &newer, &newer].concat();
    assert!(
        words::<chessnut::session::Dialect>(&cut).contains(&start),
        "what was cut costs one message or two"
    );
    let mut strange = newer;
    strange[2] = 0x5d;
    let [Word::Reading(reading)] = &words::<chessnut::session::Dialect>(&strange)[..] else {
        panic!("one reading")
    };
    assert_eq!(reading.at(Square::H8), Contents::Occupied, "a number nobody knows is something");
    assert_eq!(chessnut::session::STREAM, [0x21, 0x01, 0x00]);
}

#[test]
fn pegasus_messages_mean_this() {
    let start = Word::Reading(Reading::from_occupied(Board::new().occupied()));
    let ranks = format!("{}{}{}", "01 ".repeat(16), "00 ".repeat(32), "01 ".repeat(16));
    assert_eq!(words::<pegasus::session::Dialect>(&hex(&format!("86 00 43 {ranks}"))), [start]);
    let lifted = Word::Square(Square::E2, Contents::Empty);
    assert_eq!(words::<pegasus::session::Dialect>(&hex("8e 00 05 34 00")), [lifted]);
    let placed = Word::Square(Square::E4, Contents::Occupied);
    assert_eq!(words::<pegasus::session::Dialect>(&hex("8e 00 05 24 01")), [placed]);
    assert_eq!(words::<pegasus::session::Dialect>(&hex("93 00 05 01 00")), [Word::Version(1, 0)]);
    let locked = words::<pegasus::session::Dialect>(&hex(&format!("86 00 43 {}", "7f ".repeat(64))));
    assert!(matches!(&locked[..], [Word::Name(name)] if name.contains("locked")), "{locked:?}");
}

#[test]
fn square_off_messages_mean_this() {
    let digits = "1100001 1".replace(' ', "").repeat(8);
    let start = Word::Reading(Reading::from_occupied(Board::new().occupied()));
    assert_eq!(words::<squareoff::session::Dialect>(format!("30#{digits}*").as_bytes()), [start]);
    let moves = words::<squareoff::session::Dialect>(b"0#e2u*0#e4d*22#87*14#GO*");
    let wanted = [
        Word::Square(Square::E2, Contents::Empty),
        Word::Square(Square::E4, Contents::Occupied),
        Word::Battery(87),
        Word::Here,
    ];
    assert_eq!(moves, wanted);
    let strange = words::<squareoff::session::Dialect>(b"0#e9u*30#01*22#400*");
    assert!(strange.iter().all(|word| matches!(word, Word::Unknown { .. })), "{strange:?}");
    assert_eq!(
        words::<squareoff::session::Dialect>(b"\xff0#e2u*0#e4d*").len(),
        1,
        "a bad byte costs its message"
    );
    assert_eq!(squareoff::session::squares_question(), b"30#R*");
}
