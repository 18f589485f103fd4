//! Any bytes on a bus of DGT boards, at either end, and as the memory of one: no panic, and what is understood is said the
//! same way again.
#![no_main]

use board::dgt::{
    bus::{
        Master, Slave, Strand,
        frame::{Ask, Deframer},
    },
    memory::{self, Memory},
};
use libfuzzer_sys::fuzz_target;
use shakmaty::Board;

/// The boards on the cable.
const ADDRESSES: [u16; 2] = [1025, 77];

fuzz_target!(|data: &[u8]| {
    let mut deframer = Deframer::default();
    for reply in data.iter().filter_map(|&byte| deframer.push(byte)) {
        let mut again = Deframer::default();
        let back: Vec<_> = reply.emit().into_iter().filter_map(|byte| again.push(byte)).collect();
        assert_eq!(back, [reply]);
    }
    for ask in data.windows(4).filter_map(|four| Ask::parse(four.try_into().ok()?)) {
        assert_eq!(Ask::parse(ask.0.emit(ask.1).try_into().expect("four bytes")), Some(ask));
    }
    let heard = Memory::parse(data);
    let told: Vec<u8> = heard.iter().flat_map(|event| event.emit()).collect();
    assert_eq!(Memory::parse(&told), heard);
    let _ = memory::since(data, &board::Reading::from_board(&Board::new()));
    a_cable(data);
});

/// A master among boards, and somebody who talks into both ends.
fn a_cable(data: &[u8]) {
    let mut strand = Strand::new(ADDRESSES.map(|address| Slave::new(address, &Board::new())).to_vec());
    let mut master = Master::new();
    master.handle_open(0);
    let mut t = 0;
    for (part, noise) in data.chunks(8).enumerate().take(256) {
        t += 40;
        strand.advance(t);
        master.advance(t);
        if part % 2 == 0 {
            master.handle_bytes(t, noise)
        } else {
            strand.handle_bytes(t, noise)
        }
        while let Some(bytes) = master.poll_transmit() {
            strand.handle_bytes(t, &bytes);
        }
        while let Some(bytes) = strand.poll_transmit() {
            master.handle_bytes(t, &bytes);
        }
        while master.poll_event().is_some() {}
    }
    master.handle_lost(t);
}
