//! The cases about messages, pings, reserved bits and codes, fragments and closing: groups 1 to 5, 7, 9 and 10. Those about
//! texts, group 6, stand beside.

use super::{
    peer::{frame, head},
    texts,
};

/// A case: what is said, and what has to come.
pub(super) struct Case {
    pub(super) number: String,
    pub(super) says: Vec<Part>,
    pub(super) comes: Comes,
}

/// Bytes that are said.
pub(super) enum Part {
    /// At once.
    Whole(Vec<u8>),
    /// In pieces of so many bytes.
    Chopped(Vec<u8>, usize),
}

/// What has to come.
pub(super) enum Comes {
    /// The connection goes on, with these pongs, and with the answer to a wish if there was one.
    Stays(Vec<Vec<u8>>, bool),
    /// A Close with this code.
    Closed(u16),
    ClosedWithoutCode,
}

const TEXT: u8 = 0x81;
const BINARY: u8 = 0x82;
const CLOSE: u8 = 0x88;
const PING: u8 = 0x89;
const PONG: u8 = 0x8a;
/// The first fragment of a text, one in the middle, and the last.
pub(super) const BEGIN: u8 = 0x01;
pub(super) const MIDDLE: u8 = 0x00;
pub(super) const END: u8 = 0x80;

/// Returns all cases; `wish` is a text that is answered.
pub(super) fn all(wish: &str) -> Vec<Case> {
    let groups = [
        messages(wish),
        pings(),
        reserved(wish),
        fragments(wish),
        texts::cases(wish),
        closings(wish),
        limits(),
    ];
    groups.into_iter().flatten().collect()
}

pub(super) fn case(number: impl Into<String>, comes: Comes, says: Vec<Part>) -> Case {
    Case { number: number.into(), says, comes }
}

/// The connection goes on, and nobody has to answer.
pub(super) fn taken() -> Comes {
    Comes::Stays(Vec::new(), false)
}

/// The connection goes on, and the wish is answered.
pub(super) fn understood() -> Comes {
    Comes::Stays(Vec::new(), true)
}

pub(super) fn whole(frames: &[Vec<u8>]) -> Vec<Part> {
    vec![Part::Whole(frames.concat())]
}

pub(super) fn by_frame(frames: &[Vec<u8>]) -> Vec<Part> {
    frames.iter().map(|frame| Part::Chopped(frame.clone(), frame.len())).collect()
}

pub(super) fn by_byte(frames: &[Vec<u8>]) -> Vec<Part> {
    vec![Part::Chopped(frames.concat(), 1)]
}

/// A wish of this length: spaces behind it change nothing.
fn long(wish: &str, length: usize) -> Vec<u8> {
    let mut bytes = wish.as_bytes().to_vec();
    bytes.resize(length, b' ');
    bytes
}

/// Group 1: texts and binary messages of all lengths. Those over 1,024 bytes are too long here.
fn messages(wish: &str) -> Vec<Case> {
    const LENGTHS: [usize; 9] = [0, 125, 126, 127, 128, 65_535, 65_536, 1_024, 1_025];
    let mut cases = Vec::new();
    for (number, length) in LENGTHS.iter().enumerate() {
        // The seventh length has an eighth case, in chops. Behind it are lengths of our own.
        let name = |group| match number {
            ..=6 => format!("{group}.{}", number + 1),
            _ => format!("{group} with {length} bytes"),
        };
        let comes = |fits| if *length > 1_024 { Comes::Closed(1009) } else { fits };
        let text = if *length == 0 { Vec::new() } else { long(wish, *length) };
        let fits = if *length == 0 { taken() } else { understood() };
        cases.push(case(name("1.1"), comes(fits), whole(&[frame(TEXT, &text)])));
        cases.push(case(name("1.2"), comes(taken()), whole(&[frame(BINARY, &vec![0xfe; *length])])));
    }
    let long = |first| vec![Part::Chopped(frame(first, &vec![b'*'; 65_536]), 997)];
    cases.push(case("1.1.8", Comes::Closed(1009), long(TEXT)));
    cases.push(case("1.2.8", Comes::Closed(1009), long(BINARY)));
    cases
}

/// Group 2: pings and pongs.
fn pings() -> Vec<Case> {
    let bytes: &[u8] = &[0, 0xff, 0xfe, 0xfd, 0xfc, 0xfb, 0, 0xff];
    let ponged = |bodies: &[&[u8]]| Comes::Stays(bodies.iter().map(|body| body.to_vec()).collect(), false);
    let ping = |body: &[u8]| whole(&[frame(PING, body)]);
    let ten: Vec<Vec<u8>> = (0..10).map(|number| format!("payload-{number}").into_bytes()).collect();
    let ten_pings: Vec<Vec<u8>> = ten.iter().map(|body| frame(PING, body)).collect();
    vec![
        case("2.1", ponged(&[b""]), ping(b"")),
        case("2.2", ponged(&[b"Hello, world!"]), ping(b"Hello, world!")),
        case("2.3", ponged(&[bytes]), ping(bytes)),
        case("2.4", ponged(&[&[0xfe; 125]]), ping(&[0xfe; 125])),
        case("2.5", Comes::Closed(1002), ping(&[0xfe; 126])),
        case("2.6", ponged(&[&[0xfe; 125]]), by_byte(&[frame(PING, &[0xfe; 125])])),
        case("2.7", taken(), whole(&[frame(PONG, b"")])),
        case("2.8", taken(), whole(&[frame(PONG, b"unsolicited pong payload")])),
        case(
            "2.9",
            ponged(&[b"ping payload"]),
            whole(&[frame(PONG, b"unsolicited"), frame(PING, b"ping payload")]),
        ),
        case("2.10", Comes::Stays(ten.clone(), false), whole(&ten_pings)),
        case("2.11", Comes::Stays(ten, false), by_byte(&ten_pings)),
    ]
}

/// Groups 3 and 4: bits and codes that nobody agreed on. Whether the text before them is still answered is left open by
/// Autobahn, too. A frame without a mask, and a length that no frame has, are cases of our own.
fn reserved(wish: &str) -> Vec<Case> {
    let bad = |number: &str, says| case(number, Comes::Closed(1002), says);
    let between = |odd: u8, body: &[u8]| [frame(TEXT, wish.as_bytes()), frame(odd, body), frame(PING, b"")];
    let hello = b"Hello, world!";
    vec![
        bad("3.1", whole(&[frame(TEXT | 0x10, hello)])),
        bad("3.2", whole(&between(TEXT | 0x20, hello))),
        bad("3.3", by_frame(&between(TEXT | 0x30, hello))),
        bad("3.4", by_byte(&between(TEXT | 0x40, hello))),
        bad("3.5", whole(&[frame(BINARY | 0x50, &[0, 0xff, 0xfe, 0xfd])])),
        bad("3.6", whole(&[frame(PING | 0x60, hello)])),
        bad("3.7", whole(&[frame(CLOSE | 0x70, &1000_u16.to_be_bytes())])),
        bad("4.1.1", whole(&[frame(0x83, b"")])),
        bad("4.1.2", whole(&[frame(0x84, b"reserved opcode payload")])),
        bad("4.1.3", whole(&between(0x85, b""))),
        bad("4.1.4", whole(&between(0x86, hello))),
        bad("4.1.5", by_byte(&between(0x87, hello))),
        bad("4.2.1", whole(&[frame(0x8b, b"")])),
        bad("4.2.2", whole(&[frame(0x8c, b"reserved opcode payload")])),
        bad("4.2.3", whole(&between(0x8d, b""))),
        bad("4.2.4", whole(&between(0x8e, hello))),
        bad("4.2.5", by_byte(&between(0x8f, hello))),
        bad("a text without a mask", whole(&[vec![TEXT, 2, b'h', b'i']])),
        bad("a ping without a mask", whole(&[vec![PING, 0]])),
        bad("a Close without a mask", whole(&[vec![CLOSE, 2, 3, 0xe8]])),
        case(
            "a length of 63 bits",
            Comes::Closed(1009),
            whole(&[vec![TEXT, 0xff, 0x7f, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0]]),
        ),
        case(
            "a length of 64 bits",
            Comes::Closed(1009),
            whole(&[vec![TEXT, 0xff, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0]]),
        ),
    ]
}

/// Group 5: messages in fragments.
fn fragments(wish: &str) -> Vec<Case> {
    let (one, two) = wish.as_bytes().split_at(wish.len() / 2);
    let halves = [frame(BEGIN, one), frame(END, two)];
    let with_ping = [frame(BEGIN, one), frame(PING, b"ping payload"), frame(END, two)];
    let ponged = |times| Comes::Stays(vec![b"ping payload".to_vec(); times], true);
    let bad = |number: &str, says| case(number, Comes::Closed(1002), says);
    let lonely = |first| [frame(first, b"non-continuation payload"), frame(TEXT, wish.as_bytes())];
    let twice =
        |first| [frame(first, b"fragment1"), frame(BEGIN, b"fragment2"), frame(END, b"fragment3")].concat();
    let fifths: Vec<Vec<u8>> = wish.as_bytes().chunks(wish.len().div_ceil(5)).map(<[u8]>::to_vec).collect();
    let slowly: Vec<Vec<u8>> = vec![
        frame(BEGIN, &fifths[0]),
        frame(MIDDLE, &fifths[1]),
        frame(PING, b"ping payload"),
        frame(MIDDLE, &fifths[2]),
        frame(MIDDLE, &fifths[3]),
        frame(PING, b"ping payload"),
        frame(END, &fifths[4..].concat()),
    ];
    vec![
        bad("5.1", whole(&[frame(PING & 0x7f, b"fragment1"), frame(END, b"fragment2")])),
        bad("5.2", whole(&[frame(PONG & 0x7f, b"fragment1"), frame(END, b"fragment2")])),
        case("5.3", understood(), whole(&halves)),
        case("5.4", understood(), by_frame(&halves)),
        case("5.5", understood(), by_byte(&halves)),
        case("5.6", ponged(1), whole(&with_ping)),
        case("5.7", ponged(1), by_frame(&with_ping)),
        case("5.8", ponged(1), by_byte(&with_ping)),
        bad("5.9", whole(&lonely(END))),
        bad("5.10", by_frame(&lonely(END))),
        bad("5.11", by_byte(&lonely(END))),
        bad("5.12", whole(&lonely(MIDDLE))),
        bad("5.13", by_frame(&lonely(MIDDLE))),
        bad("5.14", by_byte(&lonely(MIDDLE))),
        bad("5.15", whole(&[halves.concat(), frame(END, b"fragment3"), frame(TEXT, wish.as_bytes())])),
        bad("5.16", whole(&[twice(MIDDLE), twice(MIDDLE)])),
        bad("5.17", whole(&[twice(END), twice(END)])),
        bad("5.18", whole(&[frame(BEGIN, b"fragment1"), frame(TEXT, b"fragment2")])),
        case("5.19", ponged(2), whole(&slowly)),
        case("5.20", ponged(2), by_frame(&slowly)),
    ]
}

/// Group 7: closing. Every good code is sent back, every bad one answered with 1002; nothing is read behind a Close.
fn closings(wish: &str) -> Vec<Case> {
    let close = |code: u16, reason: &[u8]| frame(CLOSE, &[&code.to_be_bytes()[..], reason].concat());
    let normal = || close(1000, b"");
    let cases = [
        ("7.1.1", Comes::Closed(1000), vec![frame(TEXT, wish.as_bytes()), normal()]),
        ("7.1.2", Comes::Closed(1000), vec![normal(), normal()]),
        ("7.1.3", Comes::Closed(1000), vec![normal(), frame(PING, b"")]),
        ("7.1.4", Comes::Closed(1000), vec![normal(), frame(TEXT, wish.as_bytes())]),
        ("7.1.5", Comes::Closed(1000), vec![frame(BEGIN, b"fragment1"), normal(), frame(END, b"fragment2")]),
        // 256 KiB are too long before they are there.
        ("7.1.6", Comes::Closed(1009), vec![frame(TEXT, &[b'B'; 256 << 10]), normal(), frame(PING, b"")]),
        ("7.3.1", Comes::ClosedWithoutCode, vec![frame(CLOSE, b"")]),
        ("7.3.2", Comes::Closed(1002), vec![frame(CLOSE, b"a")]),
        ("7.3.3", Comes::Closed(1000), vec![normal()]),
        ("7.3.4", Comes::Closed(1000), vec![close(1000, b"Hello, world!")]),
        ("7.3.5", Comes::Closed(1000), vec![close(1000, &[b'*'; 123])]),
        ("7.3.6", Comes::Closed(1002), vec![close(1000, &[b'*'; 124])]),
        ("7.5.1", Comes::Closed(1007), vec![close(1000, b"\xce\xba\xe1\xbd\xb9\xcf\x83\xed\xa0\x80edited")]),
        ("7.13.1", Comes::Closed(1002), vec![close(5000, b"")]),
        ("7.13.2", Comes::Closed(1002), vec![close(65_535, b"")]),
    ];
    let good = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999];
    let bad = [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999];
    let good = (1..).zip(good).map(|(number, code)| (format!("7.7.{number}"), code, code));
    let bad = (1..).zip(bad).map(|(number, code)| (format!("7.9.{number}"), code, 1002));
    let codes = good
        .chain(bad)
        .map(|(number, code, told)| case(number, Comes::Closed(told), whole(&[close(code, b"")])));
    cases.into_iter().map(|(number, comes, says)| case(number, comes, whole(&says))).chain(codes).collect()
}

/// Groups 9 and 10: long messages and many. They are measured against the limits: none is waited for longer than its header.
fn limits() -> Vec<Case> {
    let mut cases = Vec::new();
    let lengths = [64 << 10, 256 << 10, 1 << 20, 4 << 20, 8 << 20, 16 << 20];
    for (group, first) in [("9.1", TEXT), ("9.2", BINARY)] {
        for (number, length) in (1..).zip(lengths) {
            let begun = [head(first, length), vec![0; 2_000]].concat();
            cases.push(case(format!("{group}.{number}"), Comes::Closed(1009), vec![Part::Whole(begun)]));
        }
    }
    for (group, first) in [("9.3", BEGIN), ("9.4", 0x02)] {
        for (number, length) in (1..).zip([64, 256, 1 << 10, 4 << 10, 16 << 10]) {
            let mut says = frame(first, &vec![b'*'; length]);
            (0..1_024 / length).for_each(|_| says.extend(frame(MIDDLE, &vec![b'*'; length])));
            cases.push(case(format!("{group}.{number}"), Comes::Closed(1009), vec![Part::Whole(says)]));
        }
    }
    for (group, first) in [("9.5", TEXT), ("9.6", BINARY)] {
        for (number, length) in (1..).zip([64, 128, 256, 512, 1_024, 2_048]) {
            let says = [head(first, 1 << 20), vec![0; 4_096]].concat();
            cases.push(case(
                format!("{group}.{number}"),
                Comes::Closed(1009),
                vec![Part::Chopped(says, length)],
            ));
        }
    }
    // A thousand messages, or 96 KiB of them: short ones are heard out, longer ones are more than a viewer has to say.
    let many = [
        (0, None),
        (16, None),
        (64, Some(1008)),
        (256, Some(1008)),
        (1 << 10, Some(1008)),
        (4 << 10, Some(1009)),
    ];
    for (group, first) in [("9.7", TEXT), ("9.8", BINARY)] {
        for (number, (length, code)) in (1..).zip(many) {
            let times = 1_000.min((96 << 10) / length.max(1));
            let says = frame(first, &vec![b'*'; length]).repeat(times);
            cases.push(case(
                format!("{group}.{number}"),
                code.map_or(taken(), Comes::Closed),
                vec![Part::Whole(says)],
            ));
        }
    }
    let in_parts: Vec<u8> =
        std::iter::once(BEGIN).chain([MIDDLE; 49]).flat_map(|first| frame(first, &[b'*'; 1_300])).collect();
    cases.push(case("10.1.1", Comes::Closed(1009), vec![Part::Whole(in_parts)]));
    // A case of our own: a message of nothing, without an end.
    let nothing = [frame(BEGIN, b""), frame(MIDDLE, b"").repeat(1_500)].concat();
    cases.push(case("empty fragments", Comes::Closed(1009), vec![Part::Whole(nothing)]));
    cases
}
