//! Any bytes from a board of any maker, and from whatever is asked whose it is: no panic, cutting them elsewhere gives
//! the same events, and nothing is said that could harm another maker's board.
#![no_main]

use board::{BoardEvent, Inquiry, Maker, Session};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&first, bytes)) = data.split_first() else { return };
    let maker = Maker::ALL[usize::from(first) % Maker::ALL.len()];
    let whole = events(maker, |session| session.handle_bytes(1000, bytes));
    let split = events(maker, |session| bytes.chunks(3).for_each(|part| session.handle_bytes(1000, part)));
    assert_eq!(whole, split, "splitting the bytes elsewhere changed what they say");
    let mut inquiry = Inquiry::new(0);
    for (t, part) in (0..).step_by(300).zip(bytes.chunks(16)) {
        inquiry.handle_bytes(t, part);
        while let Some(said) = inquiry.poll_transmit() {
            assert!(said.iter().all(|byte| !matches!(byte, 0x49 | 0x4e | 0x54)), "{said:02x?}");
        }
    }
});

fn events(maker: Maker, feed: impl FnOnce(&mut Session)) -> Vec<BoardEvent> {
    let Some(mut session) = Session::new(maker) else { return Vec::new() };
    session.handle_open(0);
    session.expect(&shakmaty::Board::new());
    feed(&mut session);
    // What falls due afterwards must not panic either.
    session.advance(30_000);
    std::iter::from_fn(|| session.poll_event()).map(|(_, event)| event).collect()
}
