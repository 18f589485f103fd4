//! Any bytes from a board: no panic, and cutting them elsewhere gives the same events.
#![no_main]

use board::{BoardEvent, dgt::Interpreter};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let whole = events(|interpreter| interpreter.handle_bytes(0, data));
    let split = events(|interpreter| data.chunks(3).for_each(|part| interpreter.handle_bytes(0, part)));
    assert_eq!(whole, split, "splitting the bytes elsewhere changed what they say");
});

fn events(feed: impl FnOnce(&mut Interpreter)) -> Vec<BoardEvent> {
    let mut interpreter = Interpreter::new();
    interpreter.expect(&shakmaty::Board::new());
    feed(&mut interpreter);
    std::iter::from_fn(|| interpreter.poll_event()).map(|(_, event)| event).collect()
}
