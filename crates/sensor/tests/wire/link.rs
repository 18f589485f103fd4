//! Both ends of a link: the real station, and the host as a few lines that keep what they heard.

use sensor::{
    Deframer, Identity, Occupancy, Order, Refusal, Report, Request, State, Station,
    message::VERSION,
    station::{HOST_SILENCE_MS, LEVER_HOLD_MS},
};

const BOOT: u32 = 99;

struct Link {
    station: Station<8>,
    t_ms: u32,
    raw: u64,
    lever: bool,
    deframer: Deframer,
}

impl Link {
    fn new(t_ms: u32) -> Link {
        let identity =
            Identity { version: VERSION, boot: BOOT, scan_ms: 8, settle_ms: 30, ..Identity::default() };
        Link { station: Station::new(identity), t_ms, raw: 0, lever: false, deframer: Deframer::new() }
    }

    /// A link on which the host has resumed from nothing.
    fn live(t_ms: u32) -> Link {
        let mut link = Link::new(t_ms);
        link.run(100);
        link.station.handle_attached(link.t_ms, true);
        link.ask(Request::Resume { version: VERSION, boot: 0, seq: 0 });
        link
    }

    /// Scans for `for_ms` and returns the reports.
    fn run(&mut self, for_ms: u32) -> Vec<Report> {
        let mut said = Vec::new();
        for _ in 0..for_ms {
            if self.t_ms.is_multiple_of(8) {
                self.station.handle_scan(self.t_ms, Occupancy(self.raw), self.lever);
            }
            said.extend(self.drain());
            self.t_ms = self.t_ms.wrapping_add(1);
        }
        said
    }

    fn drain(&mut self) -> Vec<Report> {
        let mut said = Vec::new();
        while let Some(frame) = self.station.poll_transmit(self.t_ms) {
            for &byte in frame.bytes() {
                said.extend(self.deframer.push(byte).map(|body| Report::parse(body).expect("its own words")));
            }
        }
        said
    }

    fn ask(&mut self, request: Request) -> Option<Order> {
        let t_ms = self.t_ms;
        let frame = request.emit();
        frame.bytes().iter().filter_map(|&byte| self.station.handle_byte(t_ms, byte)).last()
    }

    fn states(&mut self, for_ms: u32) -> Vec<State> {
        self.run(for_ms)
            .into_iter()
            .filter_map(|report| match report {
                Report::State(state) => Some(state),
                Report::Identity(_)
                | Report::Health(_)
                | Report::Levels { .. }
                | Report::Done { .. }
                | Report::Refused { .. }
                | Report::Clock(_) => None,
            })
            .collect()
    }

    fn move_to(&mut self, raw: u64) {
        self.raw = raw;
        self.run(60);
    }
}

fn numbers(states: &[State]) -> Vec<(u32, u64, bool)> {
    states.iter().map(|state| (state.seq, state.occupied.0, state.is_past)).collect()
}

#[test]
fn nobody_is_told_anything_but_who_it_is() {
    let mut link = Link::new(0);
    assert!(link.run(2_000).is_empty(), "no host, no word");
    link.station.handle_attached(link.t_ms, true);
    let said = link.run(1_000);
    assert_eq!(said.len(), 4);
    assert!(said.iter().all(|report| matches!(report, Report::Identity(_))), "{said:?}");
}

#[test]
fn a_change_is_said_once_with_the_age_it_has_and_the_state_each_second() {
    for start in [0, u32::MAX - 500] {
        let mut link = Link::live(start);
        assert_eq!(numbers(&link.states(900)), [(0, 0, false)]);
        link.raw = 1;
        let said = link.states(60);
        assert_eq!(numbers(&said), [(1, 1, false)]);
        assert!((30..=40).contains(&said[0].age_ms), "{said:?}");
        link.ask(Request::Ack { seq: 1 });
        assert_eq!(numbers(&link.states(2_100)), [(1, 1, false), (1, 1, false)]);
    }
}

#[test]
fn a_pulled_cable_costs_nothing() {
    let mut link = Link::live(0);
    link.states(10);
    link.ask(Request::Ack { seq: 0 });
    link.station.handle_attached(link.t_ms, false);
    (1..=3).for_each(|raw| link.move_to(raw));
    link.station.handle_attached(link.t_ms, true);
    link.ask(Request::Resume { version: VERSION, boot: BOOT, seq: 0 });
    let said = link.states(10);
    assert_eq!(numbers(&said), [(1, 1, true), (2, 2, true), (3, 3, false)]);
    assert!(
        said[0].age_ms > said[1].age_ms && said[1].age_ms > said[2].age_ms,
        "each has its own time: {said:?}"
    );
    assert!(said.iter().all(|state| state.lost == 0));
}

#[test]
fn what_was_said_into_the_void_is_said_again() {
    let mut link = Link::live(0);
    link.move_to(1);
    link.move_to(2);
    link.station.handle_attached(link.t_ms, false);
    link.station.handle_attached(link.t_ms, true);
    link.ask(Request::Resume { version: VERSION, boot: BOOT, seq: 1 });
    assert_eq!(numbers(&link.states(10)), [(2, 2, false)]);
    link.ask(Request::Resume { version: VERSION, boot: BOOT - 1, seq: 2 });
    assert_eq!(numbers(&link.states(10)), [(0, 0, true), (1, 1, true), (2, 2, false)], "of another start");
}

#[test]
fn a_full_backlog_says_how_much_it_lost() {
    let mut link = Link::live(0);
    link.states(10);
    link.ask(Request::Ack { seq: 0 });
    link.station.handle_attached(link.t_ms, false);
    (1..=10).for_each(|raw| link.move_to(raw));
    link.station.handle_attached(link.t_ms, true);
    link.ask(Request::Resume { version: VERSION, boot: BOOT, seq: 0 });
    let said = link.states(10);
    assert_eq!(said.first().map(|state| (state.seq, state.lost)), Some((3, 2)));
    assert_eq!(said.last().map(|state| (state.seq, state.occupied.0)), Some((10, 10)));
}

#[test]
fn a_host_that_fell_silent_is_gone() {
    let mut link = Link::live(0);
    link.states(HOST_SILENCE_MS - 1);
    assert!(link.station.is_live());
    let said = link.run(300);
    assert!(!link.station.is_live());
    assert!(
        said.iter().any(|report| matches!(report, Report::Identity(_))),
        "it asks who is there: {said:?}"
    );
}

#[test]
fn a_lever_counts_at_once_and_its_bounce_does_not() {
    let mut link = Link::live(0);
    link.run(LEVER_HOLD_MS);
    link.lever = true;
    let mut said = link.states(9);
    for _ in 0..3 {
        link.lever = !link.lever;
        said.extend(link.states(8));
    }
    link.lever = true;
    said.extend(link.states(100));
    let levers: Vec<(u32, bool)> = said.iter().map(|state| (state.seq, state.lever)).collect();
    assert_eq!(levers, [(1, true)]);
}

#[test]
fn orders_come_out_and_answers_go_back() {
    let mut link = Link::live(0);
    link.run(10);
    assert_eq!(link.ask(Request::AskHealth), Some(Order::Health));
    assert_eq!(link.ask(Request::Jig { on: true }), Some(Order::Jig { on: true }));
    assert_eq!(link.ask(Request::Update), Some(Order::Update));
    link.station.answer(Report::Done { request: 0x15 });
    link.ask(Request::Resume { version: VERSION + 1, boot: 0, seq: 0 });
    for byte in sensor::Frame::emit(&[0x77]).bytes() {
        assert_eq!(link.station.handle_byte(link.t_ms, *byte), None);
    }
    assert_eq!(
        link.drain(),
        [
            Report::Done { request: 0x15 },
            Report::Refused { request: 0x11, reason: Refusal::Version },
            Report::Refused { request: 0x77, reason: Refusal::Unknown },
        ]
    );
}

#[test]
fn any_bytes_are_borne() {
    let mut link = Link::live(0);
    let mut seed = 1_u32;
    for _ in 0..200_000 {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        link.station.handle_byte(link.t_ms, (seed >> 24) as u8);
    }
    link.ask(Request::AskIdentity);
    assert!(link.drain().iter().any(|report| matches!(report, Report::Identity(_))));
}
