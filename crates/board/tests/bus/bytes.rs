//! Golden frames of the bus and of the boards' memory.

use board::dgt::bus::frame::{Ask, Deframer, Reply};
use board::dgt::clock::Side;
use board::dgt::code::Code;
use board::dgt::memory::{Mark, Memory};
use shakmaty::{Color, Square};

fn hex(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("hexadecimal")).collect()
}

fn replies(bytes: &[u8]) -> (Vec<Reply>, u64) {
    let mut deframer = Deframer::default();
    let replies = bytes.iter().filter_map(|&byte| deframer.push(byte)).collect();
    deframer.abandon();
    (replies, deframer.noise())
}

#[test]
fn questions_are_these_bytes() {
    // The example in the maker's header: the clock of the board with the address 10 06.
    assert_eq!(Ask::Clock.emit(0x806), hex("81 10 06 17"));
    assert_eq!(Ask::Ping.emit(0), hex("87 00 00 07"));
    assert_eq!(Ask::Changes.emit(0x401), hex("83 08 01 0c"));
    for ask in [Ask::Board, Ask::Repeat, Ask::StartTag, Ask::SinceStart, Ask::IgnoreNextPing, Ask::Version] {
        let bytes: [u8; 4] = ask.emit(1025).try_into().expect("four bytes");
        assert_eq!(Ask::parse(bytes), Some((ask, 1025)));
    }
    assert_eq!(Ask::parse([0x81, 0x10, 0x06, 0x18]), None, "a wrong sum");
    assert_eq!(Ask::parse([0xdf, 0, 0, 0x5f]), None, "nobody knows it");
}

#[test]
fn replies_are_these_bytes() {
    let nothing_new = Reply { id: 0x85, address: 1025, data: Vec::new() };
    assert_eq!(nothing_new.emit(), hex("85 00 06 08 01 14"));
    assert_eq!(replies(&hex("85 00 06 08 01 14")), (vec![nothing_new], 0));
    let lifted = Reply { id: 0x8b, address: 1025, data: hex("40 34") };
    assert_eq!(replies(&lifted.emit()), (vec![lifted.clone()], 0));
    let mut wrong = lifted.emit();
    wrong[5] ^= 1;
    assert_eq!(replies(&wrong).0, []);
    let twice = [&lifted.emit()[..4], &lifted.emit()].concat();
    assert_eq!(replies(&twice), (vec![lifted], 4), "a frame that was cut costs itself alone");
}

#[test]
fn the_memory_means_this() {
    let pawn = Code::Piece(Color::White.pawn());
    for (bytes, events) in [
        ("40 34", vec![Memory::Field { square: Square::E2, code: Code::Empty, soon: false }]),
        ("51 24", vec![Memory::Field { square: Square::E4, code: pawn, soon: true }]),
        ("61 29 57", vec![Memory::Lever { halted: Side::Right, left_s: 3600 + 29 * 60 + 57 }]),
        ("70 00 05", vec![Memory::Lever { halted: Side::Left, left_s: 5 }]),
        ("6a", vec![Memory::PowerUp]),
        ("6f 7b 6b", vec![Memory::Mark(Mark::Array), Memory::Mark(Mark::Start), Memory::End]),
    ] {
        assert_eq!(Memory::parse(&hex(bytes)), events, "{bytes}");
        let back: Vec<u8> = events.iter().flat_map(|event| event.emit()).collect();
        assert!(back.ends_with(&hex(bytes)), "{bytes}");
    }
    assert_eq!(Memory::parse(&hex("7f 7f 7f 00 7d 10 21")), [], "nothing, and what nobody knows");
    assert_eq!(
        Memory::parse(&hex("40 40 5d 00 61 75 00")).len(),
        1,
        "no such square; a marker; no such minute"
    );
    assert_eq!(Memory::parse(&hex("40")), [], "cut");
    assert_eq!(Memory::parse(&hex("6b 40 34")), [Memory::End], "behind the end there is nothing");
}
