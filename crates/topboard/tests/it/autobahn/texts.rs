//! Group 6: which bytes are text. The sequences are those of Markus Kuhn's stress test for UTF-8 decoders.

use super::{
    cases::{BEGIN, Case, Comes, END, MIDDLE, Part, case, taken, understood, whole},
    peer::frame,
};

const TEXT: u8 = 0x81;
/// A Greek word: two and three bytes for each letter.
const GREEK: &[u8] = b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5";
const GERMAN: &str = "Hello-µ@ßöäüàá-UTF-8!!";
/// A code point behind the last one, as four bytes. The second of them is where it goes wrong.
const BEHIND: &[u8] = b"\xf4\x90\x80\x80";

/// Bytes, and before them whether they are text.
type Sequence = (bool, &'static [u8]);

/// Sequences by the second part of their number.
const SEQUENCES: [(u8, &[Sequence]); 16] = [
    (
        5,
        &[
            (true, b"hello\x24world"),
            (true, b"hello\xc2\xa2world"),
            (true, b"hello\xe2\x82\xacworld"),
            (true, b"hello\xf0\xa4\xad\xa2world"),
            (true, GREEK),
        ],
    ),
    (7, &[(true, b"\0"), (true, b"\xc2\x80"), (true, b"\xe0\xa0\x80"), (true, b"\xf0\x90\x80\x80")]),
    (8, &[(false, b"\xf8\x88\x80\x80\x80"), (false, b"\xfc\x84\x80\x80\x80\x80")]),
    (9, &[(true, b"\x7f"), (true, b"\xdf\xbf"), (true, b"\xef\xbf\xbf"), (true, b"\xf4\x8f\xbf\xbf")]),
    (
        10,
        &[(false, b"\xf7\xbf\xbf\xbf"), (false, b"\xfb\xbf\xbf\xbf\xbf"), (false, b"\xfd\xbf\xbf\xbf\xbf\xbf")],
    ),
    (
        11,
        &[
            (true, b"\xed\x9f\xbf"),
            (true, b"\xee\x80\x80"),
            (true, b"\xef\xbf\xbd"),
            (true, b"\xf4\x8f\xbf\xbf"),
            (false, BEHIND),
        ],
    ),
    (
        12,
        &[
            (false, b"\x80"),
            (false, b"\xbf"),
            (false, b"\x80\xbf"),
            (false, b"\x80\xbf\x80"),
            (false, b"\x80\xbf\x80\xbf"),
            (false, b"\x80\xbf\x80\xbf\x80"),
            (false, b"\x80\xbf\x80\xbf\x80\xbf"),
        ],
    ),
    (
        14,
        &[
            (false, b"\xc0"),
            (false, b"\xe0\x80"),
            (false, b"\xf0\x80\x80"),
            (false, b"\xf8\x80\x80\x80"),
            (false, b"\xfc\x80\x80\x80\x80"),
            (false, b"\xdf"),
            (false, b"\xef\xbf"),
            (false, b"\xf7\xbf\xbf"),
            (false, b"\xfb\xbf\xbf\xbf"),
            (false, b"\xfd\xbf\xbf\xbf\xbf"),
        ],
    ),
    (15, &[(
            false,
            b"\xc0\xe0\x80\xf0\x80\x80\xf8\x80\x80\x80\xfc\x80\x80\x80\x80\xdf\xef\xbf\xf7\xbf\xbf\xfb\xbf\xbf\xbf\xfd\xbf\xbf\xbf\xbf",
        )]),
    (16, &[(false, b"\xfe"), (false, b"\xff"), (false, b"\xfe\xfe\xff\xff")]),
    (
        17,
        &[
            (false, b"\xc0\xaf"),
            (false, b"\xe0\x80\xaf"),
            (false, b"\xf0\x80\x80\xaf"),
            (false, b"\xf8\x80\x80\x80\xaf"),
            (false, b"\xfc\x80\x80\x80\x80\xaf"),
        ],
    ),
    (
        18,
        &[
            (false, b"\xc1\xbf"),
            (false, b"\xe0\x9f\xbf"),
            (false, b"\xf0\x8f\xbf\xbf"),
            (false, b"\xf8\x87\xbf\xbf\xbf"),
            (false, b"\xfc\x83\xbf\xbf\xbf\xbf"),
        ],
    ),
    (
        19,
        &[
            (false, b"\xc0\x80"),
            (false, b"\xe0\x80\x80"),
            (false, b"\xf0\x80\x80\x80"),
            (false, b"\xf8\x80\x80\x80\x80"),
            (false, b"\xfc\x80\x80\x80\x80\x80"),
        ],
    ),
    (
        20,
        &[
            (false, b"\xed\xa0\x80"),
            (false, b"\xed\xad\xbf"),
            (false, b"\xed\xae\x80"),
            (false, b"\xed\xaf\xbf"),
            (false, b"\xed\xb0\x80"),
            (false, b"\xed\xbe\x80"),
            (false, b"\xed\xbf\xbf"),
        ],
    ),
    (
        21,
        &[
            (false, b"\xed\xa0\x80\xed\xb0\x80"),
            (false, b"\xed\xa0\x80\xed\xbf\xbf"),
            (false, b"\xed\xad\xbf\xed\xb0\x80"),
            (false, b"\xed\xad\xbf\xed\xbf\xbf"),
            (false, b"\xed\xae\x80\xed\xb0\x80"),
            (false, b"\xed\xae\x80\xed\xbf\xbf"),
            (false, b"\xed\xaf\xbf\xed\xb0\x80"),
            (false, b"\xed\xaf\xbf\xed\xbf\xbf"),
        ],
    ),
    (
        23,
        &[
            (true, b"\xef\xbf\xb9"),
            (true, b"\xef\xbf\xba"),
            (true, b"\xef\xbf\xbb"),
            (true, b"\xef\xbf\xbc"),
            (true, b"\xef\xbf\xbd"),
            (true, b"\xef\xbf\xbe"),
            (true, b"\xef\xbf\xbf"),
        ],
    ),
];

pub(super) fn cases(wish: &str) -> Vec<Case> {
    let mut cases = whole_and_in_fragments(wish);
    let mut judged = |group: u8, number: usize, is_text: bool, bytes: &[u8]| {
        let comes = if is_text { taken() } else { Comes::Closed(1007) };
        cases.push(case(format!("6.{group}.{number}"), comes, whole(&[frame(TEXT, bytes)])));
    };
    for (group, sequences) in SEQUENCES {
        for (number, (is_text, bytes)) in (1..).zip(sequences) {
            judged(group, number, *is_text, bytes);
        }
    }
    // Each beginning of the word, and all bytes that may not begin a letter.
    for length in 1..=GREEK.len() {
        judged(6, length, std::str::from_utf8(&GREEK[..length]).is_ok(), &GREEK[..length]);
    }
    judged(12, 8, false, &(0x80..0xbf).collect::<Vec<u8>>());
    // Bytes that begin a letter, each alone.
    for (number, starts) in (1..).zip([0xc0..0xdf, 0xe0..0xef, 0xf0..0xf7, 0xf8..0xfb, 0xfc..0xfd]) {
        judged(13, number, false, &starts.flat_map(|byte| [byte, b' ']).collect::<Vec<u8>>());
    }
    // The last two code points of each plane are no characters, and text all the same.
    let planes = (0..=16_u32).flat_map(|plane| [0xfffe, 0xffff].map(|last| plane << 16 | last));
    for (number, point) in (1..).zip(planes) {
        judged(22, number, true, char::from_u32(point).expect("a code point").to_string().as_bytes());
    }
    cases
}

/// Where mistakes are found: in a fragment as soon as it is there. Autobahn would like to see them found in the middle of a
/// frame as well (6.4.3, 6.4.4) and calls everything else not strict. A frame has at most 1,024 bytes here and is judged whole,
/// which RFC 6455 allows (8.1 says that a mistake ends the connection, not after which byte of it).
fn whole_and_in_fragments(wish: &str) -> Vec<Case> {
    let octets = |text: &[u8]| {
        let mut frames: Vec<Vec<u8>> = text.iter().map(|byte| frame(MIDDLE, &[*byte])).collect();
        frames[0] = frame(BEGIN, &text[..1]);
        frames.push(frame(END, b""));
        whole(&frames)
    };
    let bad = |number: &str, says| case(number, Comes::Closed(1007), says);
    let german = GERMAN.as_bytes();
    let broken = [GREEK, b"\xed\xa0\x80edited"].concat();
    let behind = [GREEK, BEHIND, b"edited"].concat();
    let in_chops = |at: usize| {
        let bytes = frame(TEXT, &behind);
        let (one, rest) = bytes.split_at(bytes.len() - behind.len() + at);
        vec![
            Part::Chopped(one.to_vec(), one.len()),
            Part::Chopped(rest[..1].to_vec(), 1),
            Part::Whole(rest[1..].to_vec()),
        ]
    };
    vec![
        case("6.1.1", taken(), whole(&[frame(TEXT, b"")])),
        case("6.1.2", taken(), whole(&[frame(BEGIN, b""), frame(MIDDLE, b""), frame(END, b"")])),
        case(
            "6.1.3",
            understood(),
            whole(&[frame(BEGIN, b""), frame(MIDDLE, wish.as_bytes()), frame(END, b"")]),
        ),
        case("6.2.1", taken(), whole(&[frame(TEXT, german)])),
        case("6.2.2", taken(), whole(&[frame(BEGIN, &german[..12]), frame(END, &german[12..])])),
        case("6.2.3", taken(), octets(german)),
        case("6.2.4", taken(), octets(GREEK)),
        bad("6.3.1", whole(&[frame(TEXT, &broken)])),
        bad("6.3.2", octets(&broken)),
        // The Close has to come although the end of the message never does.
        bad("6.4.1", whole(&[frame(BEGIN, GREEK), frame(MIDDLE, BEHIND)])),
        bad("6.4.2", whole(&[frame(BEGIN, &behind[..12]), frame(MIDDLE, &behind[12..13])])),
        bad("6.4.3", in_chops(11)),
        bad("6.4.4", in_chops(12)),
    ]
}
