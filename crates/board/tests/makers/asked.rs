//! The questions that find out whose board is on a port harm nobody: no maker's board, at whichever rate it
//! listens, and no emulator that counts bytes.

use board::gatt::Service;
use board::{Inquiry, Maker, Millis, Session};
use std::collections::BTreeMap;

/// Commands that an inquiry must never send to a DGT board: eight seconds of log, the boot loader, scan modes
/// that it keeps, the bus mode, the beginning of a clock message.
const HARMFUL: [u8; 7] = [0x49, 0x4e, 0x51, 0x53, 0x54, 0x4a, 0x2b];

/// Everything sent up to `until` when nobody answers: instant, rate and bytes.
fn said(mut inquiry: Inquiry, until: Millis) -> Vec<(Millis, u32, Vec<u8>)> {
    let mut said = Vec::new();
    while let Some(due) = inquiry.next_deadline().filter(|&due| due <= until) {
        inquiry.advance(due);
        while let Some(bytes) = inquiry.poll_transmit() {
            said.push((due, inquiry.line().map_or(0, |line| line.baud), bytes));
        }
    }
    said
}

#[test]
fn no_question_can_harm_another_makers_board() {
    let nobodys = Service::all().filter(|service| service.owner().is_none());
    let inquiries = nobodys.map(|service| Inquiry::over(0, service)).chain([Inquiry::new(0)]);
    for inquiry in inquiries {
        let said = said(inquiry, 120_000);
        assert!(said.len() > 10, "it asks for ever");
        for (t, baud, bytes) in said {
            let harmful = bytes.iter().find(|byte| HARMFUL.contains(byte));
            assert_eq!(harmful, None, "at {t} with {baud} Bd: {bytes:02x?}");
        }
    }
}

/// Reads bytes as a receiver at another rate does: each is a start bit, eight bits from the lowest, a stop bit.
/// The receiver looks at the middle of each bit, `late` hundredths of a bit early or late.
fn read_at(bytes: &[u8], sent_baud: u64, read_baud: u64, late: u64) -> Vec<u8> {
    let bits: Vec<bool> = bytes
        .iter()
        .flat_map(|&byte| {
            std::iter::once(false).chain((0..8).map(move |bit| byte >> bit & 1 == 1)).chain([true])
        })
        .collect();
    // A line at rest is high. Time is in hundredths of a bit at the receiver's rate.
    let level =
        |time: u64| bits.get((time * sent_baud / (read_baud * 100)) as usize).copied().unwrap_or(true);
    let end = bits.len() as u64 * read_baud * 100 / sent_baud;
    let mut read = Vec::new();
    let mut time = 0;
    while time < end {
        let middle = |bit: u64| level(time + bit * 100 + 50 + late - 25);
        if level(time) || middle(0) {
            time += 1;
            continue;
        }
        read.push((0..8).fold(0, |byte, bit| byte | u8::from(middle(bit + 1)) << bit));
        time += 950;
    }
    read
}

#[test]
fn no_question_harms_a_dgt_board_that_listens_at_the_other_rate() {
    assert_eq!(read_at(b"Mo", 9600, 9600, 25), b"Mo", "at the same rate it is what was sent");
    // Bytes sent at one instant follow each other without a pause.
    let mut together: BTreeMap<Millis, (u32, Vec<u8>)> = BTreeMap::new();
    for (t, baud, bytes) in said(Inquiry::new(0), 60_000) {
        together.entry(t).or_insert((baud, Vec::new())).1.extend(bytes);
    }
    for (t, (baud, bytes)) in together {
        for late in 0..50 {
            let read = read_at(&bytes, u64::from(baud), 9600, late);
            let harmful = read.iter().find(|byte| HARMFUL.contains(byte));
            assert_eq!(harmful, None, "at {t} with {baud} Bd: {bytes:02x?} is read as {read:02x?}");
        }
    }
}

/// An emulator of a ChessLink board. It takes all characters since its last whole message for the beginning of
/// the next one, and answers when their check is right. It ignores rates.
#[derive(Default)]
struct Gatherer(Vec<u8>);

impl Gatherer {
    fn push(&mut self, byte: u8) -> Option<Vec<u8>> {
        self.0.push(byte & 0x7f);
        let (said, check) = self.0.split_at_checked(self.0.len().saturating_sub(2))?;
        let wanted = format!("{:02X}", said.iter().fold(0, |sum, byte| sum ^ byte));
        if said.is_empty() || check != wanted.as_bytes() {
            return None;
        }
        let is_version = said == b"V";
        self.0.clear();
        is_version.then(|| board::chesslink::frame::Frame { letter: b'v', content: b"0107".to_vec() }.emit())
    }
}

#[test]
fn an_emulator_that_counts_bytes_is_found_whenever_it_is_switched_on() {
    let starts = said(Inquiry::new(0), 60_000);
    let mended: Vec<Millis> = starts.iter().filter(|(_, _, said)| said == b"18").map(|(t, ..)| *t).collect();
    // Except for the half second from V to the two mending characters: what follows then is nobody's message.
    for (start, _, question) in starts.iter().filter(|(t, ..)| !mended.contains(t)) {
        let mut inquiry = Inquiry::new(0);
        let mut emulator = Gatherer::default();
        while let Some(due) = inquiry.next_deadline() {
            assert!(due < start + 12_000, "switched on before {question:02x?} at {start} it is never found");
            inquiry.advance(due);
            while let Some(bytes) = inquiry.poll_transmit() {
                if due >= *start {
                    let answers: Vec<Vec<u8>> =
                        bytes.iter().filter_map(|&byte| emulator.push(byte)).collect();
                    answers.iter().for_each(|answer| inquiry.handle_bytes(due + 5, answer));
                }
            }
        }
        assert_eq!(inquiry.found(), Some(Maker::ChessLink));
    }
}

#[test]
fn a_chesslink_session_says_nothing_but_whole_messages() {
    let mut session = Session::new(Maker::ChessLink).expect("one board");
    session.handle_open(0);
    let mut emulator = Gatherer::default();
    for t in 0..30_000 {
        session.advance(t);
        while let Some(bytes) = session.poll_transmit() {
            bytes.iter().for_each(|&byte| drop(emulator.push(byte)));
            assert!(emulator.0.is_empty(), "{bytes:02x?}");
        }
    }
}

#[test]
fn a_dgt_board_that_does_not_hear_is_known_by_what_it_tells() {
    let clock = [0x8d, 0x00, 0x0a, 0x00, 0x05, 0x00, 0x00, 0x05, 0x00, 0x08];
    let field = [0x8e, 0x00, 0x05, 0x34, 0x00];
    let found = |bytes: &[&[u8]]| {
        let mut inquiry = Inquiry::new(0);
        bytes.iter().for_each(|bytes| inquiry.handle_bytes(10, bytes));
        inquiry.found()
    };
    assert_eq!(found(&[&clock, &clock]), None, "twice may be chance");
    assert_eq!(found(&[&clock, &field, &clock]), Some(Maker::Dgt));
    assert_eq!(found(&[&clock, &field, &[0x33], &clock]), None, "noise: perhaps another rate");
}
