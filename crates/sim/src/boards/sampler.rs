//! A sensor board that samples its squares one after the other. Acts go in, board events come out.
//!
//! ```text
//!  square   a8 b8 c8 …            h1 a8 b8 …
//!           |  |  |                |  |          one scan: `scan_ms`
//!           0  1  2  …            63  0 …        square i is looked at i/64 of a scan after a8
//! ```
//! A piece that appears and disappears between two samples of its square goes unnoticed. These boards serve tests and
//! measurements and need no bytes; the simulated DGT device does its own sampling.

use crate::players::act::{Act, What};
use crate::{Faults, Rng, SimClock, Tempo, boards::link};
use board::{BoardEvent, Contents, Maker, Millis, Reading, Sensing};
use shakmaty::{Board, Color, Piece, Role, Square};
use std::collections::BTreeSet;

/// A kind of board with its clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardProfile {
    /// The kind of sensors.
    pub sensing: Sensing,
    /// The time in which all squares are sampled once, in milliseconds.
    pub scan_ms: u32,
    /// The way in which the clock reports; `None` without a clock.
    pub clock: Option<ClockLink>,
    /// The increment that the clock adds for each press, in milliseconds.
    pub increment_ms: u32,
    /// The faults between the squares and the reader.
    pub faults: Faults,
    /// The cable of a DGT board whose reports pass through the real protocol and its session; `None` if the squares are
    /// sampled directly.
    pub cable: Option<Cable>,
    /// True if the board stands the opposite way round and nobody told it: every square is reported as its opposite.
    pub turned: bool,
}

/// The properties of a board that is read over a cable through the real protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cable {
    /// True if the board stands the opposite way round. In reality this is so for 1 to 3 % of set-ups.
    pub rotated: bool,
    /// True if the board's memory of the game survives a power cut and the session asks for it.
    pub remembers: bool,
}

/// The way in which a clock reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockLink {
    /// The longest delay with which a change of the running side is reported, in milliseconds.
    pub lag_ms: u32,
    /// True if the clock reports every second, false if it reports only presses, settings and stops.
    pub every_second: bool,
}

impl BoardProfile {
    /// Returns the profile of a DGT board on a cable, with its clock.
    pub fn dgt() -> BoardProfile {
        BoardProfile::of(Sensing::Piece, Maker::Dgt.facts().scan_ms, 700)
    }

    /// Returns the profile of a DGT board on Bluetooth, which makes half as many scans a second as on a cable.
    pub fn dgt_bluetooth() -> BoardProfile {
        BoardProfile::of(Sensing::Piece, 2 * Maker::Dgt.facts().scan_ms, 900)
    }

    /// Returns the profile of a Millennium ChessLink board.
    pub fn chesslink() -> BoardProfile {
        BoardProfile::of(Sensing::Piece, Maker::ChessLink.facts().scan_ms, 100)
    }

    /// Returns the profile of a board with Hall sensors under the squares; one scan takes `scan_ms`, usually 20 to 50
    /// ms.
    pub fn hall(scan_ms: u32) -> BoardProfile {
        BoardProfile::of(Sensing::Occupancy, scan_ms, 50)
    }

    /// Returns the profile of a Certabo board, which identifies its pieces slowly.
    pub fn certabo() -> BoardProfile {
        BoardProfile::of(Sensing::Piece, Maker::Certabo.facts().scan_ms, 100)
    }

    /// Removes the clock from the profile.
    pub fn without_clock(mut self) -> BoardProfile {
        self.clock = None;
        self
    }

    /// Sets the clock's increment to that of this tempo.
    pub fn set_for(mut self, tempo: Tempo) -> BoardProfile {
        self.increment_ms = tempo.pace().increment_ms;
        self
    }

    /// Sets the faults of the board and its link.
    pub fn with_faults(mut self, faults: Faults) -> BoardProfile {
        self.faults = faults;
        self
    }

    fn of(sensing: Sensing, scan_ms: u32, lag_ms: u32) -> BoardProfile {
        BoardProfile {
            sensing,
            scan_ms,
            clock: Some(ClockLink { lag_ms, every_second: false }),
            increment_ms: 0,
            faults: Faults::default(),
            cable: None,
            turned: false,
        }
    }
}

/// Returns a board's reports of these acts, in order of time. `before` is the placement on the board when the acts
/// begin. The first report is a full reading.
pub fn sample(
    acts: &[Act],
    before: &Board,
    profile: &BoardProfile,
    rng: &mut Rng,
) -> Vec<(Millis, BoardEvent)> {
    let start_ms = acts.first().map_or(0, |act| act.t_ms);
    sample_from(start_ms, acts, (before, SimClock::new(0, profile.increment_ms)), profile, rng)
}

/// Returns the reports of a board that is switched on at `start_ms`. At that time the pieces `before` stand on it and
/// `clock` is beside it.
pub(crate) fn sample_from(
    start_ms: Millis,
    acts: &[Act],
    (before, clock): (&Board, SimClock),
    profile: &BoardProfile,
    rng: &mut Rng,
) -> Vec<(Millis, BoardEvent)> {
    let acts = profile.faults.disturb(acts, before, rng);
    let mut sampler = Sampler::new(before, profile, rng, start_ms);
    if profile.clock.is_some() && clock.running().is_some() {
        sampler.events.push((start_ms, BoardEvent::Clock(clock.reading(start_ms))));
        sampler.clock = clock;
    }
    for act in &acts {
        sampler.advance(act.t_ms);
        sampler.handle(act);
    }
    let end = acts.last().map_or(0, |act| act.t_ms) + u64::from(profile.scan_ms) * 3 + 1_000;
    sampler.advance(end);
    let mut events = sampler.events;
    events.sort_by_key(|event| event.0);
    if profile.turned {
        events.iter_mut().for_each(|(_, event)| turn(event));
    }
    link::carry(events, &profile.faults, rng)
}

struct Sampler<'a> {
    profile: &'a BoardProfile,
    rng: &'a mut Rng,
    /// The pieces that stand over the sensors at present.
    standing: Board,
    /// The contents of all squares as last reported.
    reported: Reading,
    /// The samples that will find a change: the time of each, in microseconds, and the square's place in the scan.
    due: BTreeSet<(u64, u8)>,
    clock: SimClock,
    /// The time at which the latest change of the clock is reported. No later change is reported earlier.
    clock_hidden_until_ms: Millis,
    now_ms: Millis,
    events: Vec<(Millis, BoardEvent)>,
}

impl Sampler<'_> {
    fn new<'a>(before: &Board, profile: &'a BoardProfile, rng: &'a mut Rng, start_ms: Millis) -> Sampler<'a> {
        let reading = Reading::from_fn(|square| match profile.faults.stuck(square, start_ms) {
            Some(contents) => contents,
            None => seen(profile.sensing, before.piece_at(square)),
        });
        Sampler {
            profile,
            rng,
            standing: before.clone(),
            reported: reading.clone(),
            due: BTreeSet::new(),
            clock: SimClock::new(0, profile.increment_ms),
            clock_hidden_until_ms: 0,
            now_ms: start_ms,
            events: vec![(start_ms, BoardEvent::Reading(reading))],
        }
    }

    /// Handles every sample that is due up to `t_ms`. A clock that reports every second makes its reports up to `t_ms`.
    fn advance(&mut self, t_ms: Millis) {
        while let Some(&(at_us, order)) = self.due.first() {
            if at_us > t_ms * 1_000 {
                break;
            }
            self.due.pop_first();
            self.look(at_us, order);
        }
        if self.profile.clock.is_some_and(|clock| clock.every_second) {
            self.run_clock(t_ms);
        }
        self.now_ms = t_ms;
    }

    fn handle(&mut self, act: &Act) {
        match act.what {
            What::Lift(square) => {
                self.standing.discard_piece_at(square);
                self.expect_look(act.t_ms, square);
            }
            What::Place(square, piece) => {
                self.standing.set_piece_at(square, piece);
                self.expect_look(act.t_ms, square);
            }
            What::Press(color) => {
                if self.clock.press(act.t_ms, color) {
                    self.report_clock(act.t_ms, Some(color));
                }
            }
            What::SetClock { .. } | What::AddTime(..) | What::RunClock(_) | What::StopClock => {
                self.clock.handle(act.t_ms, act.what);
                self.report_clock(act.t_ms, None);
            }
            What::Mark(_) => {}
        }
    }

    fn expect_look(&mut self, t_ms: Millis, square: Square) {
        let order = scan_order(square);
        let scan_us = u64::from(self.profile.scan_ms.max(1)) * 1_000;
        let phase_us = scan_us * u64::from(order) / 64;
        let t_us = t_ms * 1_000;
        let scans = if t_us < phase_us { 0 } else { (t_us - phase_us) / scan_us + 1 };
        self.due.insert((scans * scan_us + phase_us, order));
    }

    fn look(&mut self, at_us: u64, order: u8) {
        let square = square_of(order);
        let t_ms = at_us.div_ceil(1_000);
        let piece = self.standing.piece_at(square);
        let mut contents = seen(self.profile.sensing, piece);
        if let Some(stuck) = self.profile.faults.stuck(square, t_ms) {
            contents = stuck;
        } else if let Some(wrong) = self.misread(piece) {
            contents = wrong;
            // The next sample of the square corrects the misreading.
            self.due.insert((at_us + u64::from(self.profile.scan_ms.max(1)) * 1_000, order));
        }
        if contents != self.reported.at(square) {
            self.reported.set(square, contents);
            self.events.push((t_ms, BoardEvent::Square { square, contents }));
        }
    }

    /// Draws whether a sample is misread. Returns the wrong contents; `None` if the sample is read correctly.
    fn misread(&mut self, piece: Option<Piece>) -> Option<Contents> {
        let piece = piece?;
        if self.profile.sensing == Sensing::Occupancy {
            return None;
        }
        if self.rng.chance(self.profile.faults.misread_ppm) {
            let role = self.rng.pick(&Role::ALL).copied()?;
            return Some(Contents::Piece(Piece { role, ..piece }));
        }
        self.rng.chance(self.profile.faults.unknown_ppm).then_some(Contents::Occupied)
    }

    fn report_clock(&mut self, t_ms: Millis, pressed: Option<Color>) {
        let Some(clock) = self.profile.clock else { return };
        let seen_ms = t_ms + self.rng.between(0, u64::from(clock.lag_ms));
        let seen_ms = seen_ms.max(self.clock_hidden_until_ms);
        self.clock_hidden_until_ms = seen_ms;
        if let Some(color) = pressed {
            self.events.push((seen_ms, BoardEvent::Press(color)));
        }
        self.events.push((seen_ms, BoardEvent::Clock(self.clock.reading(seen_ms))));
    }

    fn run_clock(&mut self, t_ms: Millis) {
        let mut at = self.now_ms;
        while let Some(next) = self.clock.next_change(at).filter(|&next| next <= t_ms) {
            at = next;
            if at <= self.clock_hidden_until_ms {
                continue;
            }
            self.events.push((at, BoardEvent::Clock(self.clock.reading(at))));
            if let Some(color) = self.clock.running()
                && self.clock.flag(at, color)
            {
                self.events.push((at, BoardEvent::Flag(color)));
            }
        }
    }
}

/// Makes a report of a board that stands the opposite way round: every square is taken for its opposite.
fn turn(event: &mut BoardEvent) {
    let opposite = |square: Square| square.flip_vertical().flip_horizontal();
    match event {
        BoardEvent::Square { square, .. } => *square = opposite(*square),
        BoardEvent::Reading(reading) => {
            let straight = reading.clone();
            *reading = Reading::from_fn(|square| straight.at(opposite(square)));
        }
        _ => {}
    }
}

fn seen(sensing: Sensing, piece: Option<Piece>) -> Contents {
    match (sensing, piece) {
        (_, None) => Contents::Empty,
        (Sensing::Piece, Some(piece)) => Contents::Piece(piece),
        (Sensing::Occupancy, Some(_)) => Contents::Occupied,
    }
}

/// Returns the place of a square in the order of the scan: a8 is first, h1 last.
fn scan_order(square: Square) -> u8 {
    u8::from(square.flip_vertical())
}

fn square_of(order: u8) -> Square {
    Square::new(u32::from(order)).flip_vertical()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Color;

    fn acts(list: &[(Millis, What)]) -> Vec<Act> {
        list.iter().map(|&(t_ms, what)| Act { t_ms, what }).collect()
    }

    fn squares(events: &[(Millis, BoardEvent)]) -> Vec<(Millis, Square, Contents)> {
        events
            .iter()
            .filter_map(|(t, event)| match event {
                BoardEvent::Square { square, contents } => Some((*t, *square, *contents)),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn a_square_is_looked_at_in_its_turn() {
        let list = acts(&[(10, What::Lift(Square::E2)), (450, What::Place(Square::E4, Color::White.pawn()))]);
        let events = sample(&list, &Board::new(), &BoardProfile::dgt(), &mut Rng::new(1));
        // The square e2 is the 53rd of the scan, e4 the 37th.
        let expected =
            vec![(163, Square::E2, Contents::Empty), (513, Square::E4, Contents::Piece(Color::White.pawn()))];
        assert_eq!(squares(&events), expected);
    }

    #[test]
    fn what_falls_between_two_looks_is_not_seen() {
        let pawn = Color::White.pawn();
        let list = acts(&[(170, What::Place(Square::E4, pawn)), (300, What::Lift(Square::E4))]);
        let events = sample(&list, &Board::new(), &BoardProfile::dgt(), &mut Rng::new(1));
        assert_eq!(squares(&events), vec![]);
        let events = sample(&list, &Board::new(), &BoardProfile::chesslink(), &mut Rng::new(1));
        assert_eq!(squares(&events).len(), 2);
    }

    #[test]
    fn occupancy_boards_do_not_see_a_swap() {
        let list = acts(&[(500, What::Place(Square::E7, Color::White.queen()))]);
        let events = sample(&list, &Board::new(), &BoardProfile::hall(20), &mut Rng::new(1));
        assert_eq!(squares(&events), vec![]);
    }
}
