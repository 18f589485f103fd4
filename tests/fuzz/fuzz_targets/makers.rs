//! Any bytes from a board of any maker, and from whatever is asked whose it is, on a cable or over a service of Bluetooth
//! LE: no panic, cutting them elsewhere gives the same events, and nothing is said that could harm another maker's board.
#![no_main]

use board::{BoardEvent, Device, DeviceOptions, Inquiry, Maker, Session, gatt::Service};
use libfuzzer_sys::fuzz_target;
use shakmaty::Board;

fuzz_target!(|data: &[u8]| {
    let Some((&first, bytes)) = data.split_first() else { return };
    let maker = Maker::ALL[usize::from(first) % Maker::ALL.len()];
    let whole = events(maker, |session| session.handle_bytes(1000, bytes));
    let split = events(maker, |session| bytes.chunks(3).for_each(|part| session.handle_bytes(1000, part)));
    assert_eq!(whole, split, "splitting the bytes elsewhere changed what they say");
    ask(Inquiry::new(0), bytes, &Maker::ALL);
    for service in Service::all() {
        ask(Inquiry::over(0, service), bytes, &service.makers().collect::<Vec<_>>());
    }
    service_of(bytes);
    // The simulated boards read what hosts say, and hosts are programs too.
    let mut device = Device::with_board(maker, DeviceOptions::default(), &Board::new());
    device.handle_bytes(0, bytes);
    device.advance(1_000);
    while device.poll_transmit().is_some() {}
});

fn ask(mut inquiry: Inquiry, bytes: &[u8], makers: &[Maker]) {
    for (t, part) in (0..).step_by(300).zip(bytes.chunks(16)) {
        inquiry.handle_bytes(t, part);
        while let Some(said) = inquiry.poll_transmit() {
            assert!(said.iter().all(|byte| !matches!(byte, 0x49 | 0x4e | 0x54)), "{said:02x?}");
        }
    }
    assert!(inquiry.found().is_none_or(|found| makers.contains(&found)), "{:?}", inquiry.found());
}

/// What a device over Bluetooth says of itself: a name, the number of its service, its characteristics.
fn service_of(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let named = Service::all().filter(|service| service.is_named(&text)).count();
    assert!(named <= 1, "{text:?} is the name of boards of several services");
    if let Some(service) = Service::with_uuid(&text) {
        assert_eq!(service.uuid.len(), text.len());
    }
    let _ = Service::with_characteristics(|uuid| text.contains(uuid));
}

fn events(maker: Maker, feed: impl FnOnce(&mut Session)) -> Vec<BoardEvent> {
    let Some(mut session) = Session::new(maker) else { return Vec::new() };
    session.handle_open(0);
    session.expect(&Board::new());
    feed(&mut session);
    // What falls due afterwards must not panic either.
    session.advance(30_000);
    std::iter::from_fn(|| session.poll_event()).map(|(_, event)| event).collect()
}
