//! A board that reports what its scans read. Settled by the host, it tells the events of a board that settles its
//! squares itself, at identical instants.

use crate::world::word;
use board::homemade::Session;
use board::{BoardEvent, LinkState, Millis};
use sensor::{Health, Identity, Occupancy, Order, Report, Station, message::VERSION};

const ARRAY: u64 = 0xffff_0000_0000_ffff;
const E2: u64 = 1 << 12;
const E4: u64 = 1 << 28;
const E7: u64 = 1 << 52;
const SCAN_MS: Millis = 8;

/// A station and a session at two ends of a cable.
struct Pair {
    t: Millis,
    station: Box<Station<256>>,
    session: Session,
    events: Vec<(Millis, BoardEvent)>,
    is_plugged: bool,
}

impl Pair {
    fn new(is_raw: bool) -> Pair {
        let identity = Identity {
            version: VERSION,
            unit: [7; 8],
            boot: 5,
            has_lever: true,
            is_raw,
            scan_ms: SCAN_MS as u8,
            settle_ms: 30,
            ..Identity::default()
        };
        let station = Box::new(Station::new(identity));
        Pair { t: 0, station, session: Session::new(), events: Vec::new(), is_plugged: false }
    }

    fn plug(&mut self, is_plugged: bool) {
        self.is_plugged = is_plugged;
        self.station.handle_attached(self.t as u32, is_plugged);
        if is_plugged { self.session.handle_open(self.t) } else { self.session.handle_lost(self.t) }
    }

    /// Lets `times` scans read these squares.
    fn scans(&mut self, times: u32, occupied: u64, lever: bool) {
        for _ in 0..times {
            self.station.handle_scan(self.t as u32, Occupancy(occupied), lever);
            for _ in 0..SCAN_MS {
                self.carry();
                self.t += 1;
                self.session.advance(self.t);
            }
        }
    }

    fn carry(&mut self) {
        while let Some(frame) = self.station.poll_transmit(self.t as u32) {
            self.session.handle_bytes(self.t, frame.bytes());
        }
        while let Some(bytes) = self.session.poll_transmit() {
            for byte in bytes.into_iter().filter(|_| self.is_plugged) {
                match self.station.handle_byte(self.t as u32, byte) {
                    None => {}
                    // The session asks once a minute how the sensors are.
                    Some(Order::Health) => self.station.answer(Report::Health(Health::default())),
                    order => panic!("it was not told to do this: {order:?}"),
                }
            }
        }
        self.events.extend(std::iter::from_fn(|| self.session.poll_event()));
    }
}

/// 1. e4 with a bouncing lift, a landing that flickers, and a press; then Black lifts.
fn play(pair: &mut Pair) {
    for occupied in [ARRAY ^ E2, ARRAY, ARRAY ^ E2, ARRAY] {
        pair.scans(1, occupied, false);
    }
    pair.scans(30, ARRAY ^ E2, false);
    for occupied in [ARRAY ^ E2 ^ E4, ARRAY ^ E2, ARRAY ^ E2 ^ E4, ARRAY ^ E2 ^ E4, ARRAY ^ E2] {
        pair.scans(1, occupied, false);
    }
    pair.scans(20, ARRAY ^ E2 ^ E4, false);
    pair.scans(10, ARRAY ^ E2 ^ E4, true);
    pair.scans(3, ARRAY ^ E2 ^ E4 ^ E7, true);
    pair.scans(20, ARRAY ^ E2 ^ E4, true);
}

/// The events with their times, up to the length of one scan.
fn told(pair: &Pair) -> Vec<(Millis, String)> {
    let mut told: Vec<(Millis, String)> =
        pair.events.iter().map(|(t, event)| (t / SCAN_MS, word(event))).collect();
    told.retain(|(_, word)| word.starts_with(['-', '+']) || word.starts_with("press") || word == "gap");
    told
}

fn check(unplugged: bool) -> [Vec<(Millis, String)>; 2] {
    [false, true].map(|is_raw| {
        let mut pair = Pair::new(is_raw);
        pair.scans(10, ARRAY, false);
        pair.plug(true);
        pair.scans(60, ARRAY, false);
        assert_eq!(pair.session.state(), LinkState::Live, "raw: {is_raw}");
        if unplugged {
            pair.plug(false);
        }
        play(&mut pair);
        if unplugged {
            pair.scans(100, ARRAY ^ E2 ^ E4, true);
            pair.plug(true);
            pair.scans(60, ARRAY ^ E2 ^ E4, true);
            assert_eq!(pair.session.state(), LinkState::Live, "raw: {is_raw}");
        }
        told(&pair)
    })
}

#[test]
fn the_host_settles_as_the_board_does() {
    let [settled, raw] = check(false);
    let words: Vec<&str> = settled.iter().map(|(_, word)| word.as_str()).collect();
    assert_eq!(words, ["-e2", "+e4", "press white"], "a touch of 24 ms was never there");
    assert_eq!(raw, settled);
}

#[test]
fn also_when_it_hears_of_it_much_later() {
    let [settled, raw] = check(true);
    assert_eq!(settled.len(), 3, "{settled:?}");
    assert_eq!(raw, settled);
}

#[test]
fn a_raw_board_that_was_switched_off_is_a_gap() {
    let mut pair = Pair::new(true);
    pair.plug(true);
    pair.scans(60, ARRAY, false);
    let identity = Identity { boot: 6, ..*pair.station.identity_mut() };
    *pair.station = Station::new(identity);
    pair.station.handle_attached(pair.t as u32, true);
    pair.scans(600, ARRAY ^ E2, false);
    let words: Vec<String> = pair.events.iter().map(|(_, event)| word(event)).collect();
    assert!(words.ends_with(&["gap".to_owned(), "reading 31".to_owned()]), "{words:?}");
    assert_eq!(pair.session.state(), LinkState::Live);
}
