//! A DGT3000 on the board's own bus, with the session that serves it.

use board::dgt::clock::Side;
use board::dgt3000::{ClockNews, Device, Session};
use board::{BoardEvent, ClockReading, Millis, homemade};
use sensor::{ClockFrame, Identity, Occupancy, Order, Report, Station, message::VERSION};
use shakmaty::{ByColor, Color};

/// A clock and its session, 10 ms apart on the wire.
struct Table {
    t: Millis,
    clock: Device,
    session: Session,
    news: Vec<ClockNews>,
    /// One in this many frames is lost.
    loses_every: Option<usize>,
    carried: usize,
}

impl Table {
    fn new(clock: Device) -> Table {
        Table { t: 0, clock, session: Session::new(0), news: Vec::new(), loses_every: None, carried: 0 }
    }

    fn run(&mut self, for_ms: Millis) {
        let end = self.t + for_ms;
        while self.t < end {
            self.t += 10;
            self.session.advance(self.t);
            while let Some(frame) = self.session.poll_transmit() {
                if self.arrives() {
                    self.clock.handle_frame(self.t, &frame);
                }
            }
            self.clock.advance(self.t);
            while let Some(frame) = self.clock.poll_transmit() {
                if self.arrives() {
                    self.session.handle_frame(self.t, &frame);
                }
            }
            self.news.extend(std::iter::from_fn(|| self.session.poll_news()).map(|(_, news)| news));
        }
    }

    fn arrives(&mut self) -> bool {
        self.carried += 1;
        self.loses_every.is_none_or(|every| !self.carried.is_multiple_of(every))
    }

    fn presses(&self) -> Vec<Side> {
        let press = |news: &ClockNews| match news {
            ClockNews::Press(side) => Some(*side),
            ClockNews::Time { .. } => None,
        };
        self.news.iter().filter_map(press).collect()
    }
}

#[test]
fn a_sleeping_clock_is_woken_claimed_and_tells_its_times() {
    for loses_every in [None, Some(3), Some(5)] {
        let mut table = Table::new(Device::new(5400, 5400));
        table.loses_every = loses_every;
        table.run(20_000);
        assert!(table.clock.is_telling(), "losing {loses_every:?}");
        let time = ClockNews::Time { left_s: 5400, right_s: 5400, running: None, up: Some(Side::Left) };
        assert!(table.news.contains(&time), "losing {loses_every:?}: {:?}", table.news);
    }
}

#[test]
fn a_clock_that_tells_its_times_is_told_nothing() {
    let mut table = Table::new(Device::telling(300, 290));
    table.clock.press(0, Side::Left);
    table.run(60_000);
    assert_eq!(table.clock.heard(), []);
    assert_eq!(
        table.news.last(),
        Some(&ClockNews::Time {
            left_s: 300,
            right_s: 230,
            running: Some(Side::Right),
            up: Some(Side::Right)
        })
    );
}

#[test]
fn a_clock_in_a_mode_of_its_own_is_not_put_into_another() {
    let mut table = Table::new(Device::busy(300, 300));
    table.run(60_000);
    assert!(!table.clock.is_telling());
    assert!(!table.clock.heard().contains(&0x0b), "{:02x?}", table.clock.heard());
    assert!(table.clock.heard().len() <= 30, "it is left in peace between the tries");
}

#[test]
fn presses_are_told_at_once_and_a_lost_one_with_the_next_time() {
    let mut table = Table::new(Device::telling(300, 300));
    table.run(500);
    table.clock.press(table.t, Side::Left);
    table.run(20);
    assert_eq!(table.presses(), [Side::Left]);
    table.run(5_000);
    table.clock.press(table.t, Side::Right);
    assert!(table.clock.poll_transmit().is_some(), "the word of the lever is lost");
    table.run(1_200);
    assert_eq!(table.presses(), [Side::Left, Side::Right]);
    table.run(2_000);
    table.clock.stop(table.t);
    table.run(5_000);
    let Some(ClockNews::Time { running, .. }) = table.news.last() else { panic!("{:?}", table.news) };
    assert_eq!(*running, None, "a clock that stands is found to stand");
}

#[test]
fn its_times_and_presses_are_the_boards() {
    let identity = Identity {
        version: VERSION,
        boot: 1,
        is_raw: true,
        has_clock: true,
        scan_ms: 10,
        settle_ms: 30,
        ..Identity::default()
    };
    let mut station = Box::new(Station::<64>::new(identity));
    let mut session = homemade::Session::new();
    let mut clock = Device::telling(60, 50);
    let mut events = Vec::new();
    station.handle_attached(0, true);
    session.handle_open(0);
    for t in (10..4_500).step_by(10) {
        if t == 2_500 {
            clock.press(t, Side::Left);
        }
        clock.advance(t);
        while let Some(frame) = clock.poll_transmit() {
            station.answer(Report::Clock(ClockFrame::new(&frame).expect("it is short")));
        }
        station.handle_scan(t as u32, Occupancy(0xffff_0000_0000_ffff), false);
        while let Some(frame) = station.poll_transmit(t as u32) {
            session.handle_bytes(t, frame.bytes());
        }
        session.advance(t);
        while let Some(bytes) = session.poll_transmit() {
            for byte in bytes {
                if let Some(Order::Clock(frame)) = station.handle_byte(t as u32, byte) {
                    clock.handle_frame(t, frame.bytes());
                }
            }
        }
        events.extend(std::iter::from_fn(|| session.poll_event()));
    }
    let told = |wanted: &BoardEvent| events.iter().find(|(_, event)| event == wanted).map(|(t, _)| *t);
    assert_eq!(told(&BoardEvent::Press(Color::White)), Some(2_500));
    let reading = |black, running, lever| {
        let left_ms = ByColor { white: 60_000, black };
        BoardEvent::Clock(ClockReading { left_ms, running, lever: Some(lever) })
    };
    assert!(told(&reading(50_000, None, Color::White)).is_some(), "{events:?}");
    assert!(told(&reading(49_000, Some(Color::Black), Color::Black)).is_some(), "{events:?}");
}
