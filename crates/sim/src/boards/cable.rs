//! Acts at the end of a cable: the maker's own messages, the board's memory, and the session that reads them.
//!
//! This is slower than sampling squares directly, but it exercises the whole protocol. The session finds out when a
//! board stands the opposite way round, and asks a board that lost power for its memory of the game.

use crate::boards::link::{PULLED_MS, REBOOT_MS};
use crate::players::act::{Act, What};
use crate::{BoardProfile, Cable, Faults, Rng, SimClock};
use board::dgt::{ClockState, Device, DeviceOptions, Session};
use board::{BoardEvent, Contents, Millis};
use shakmaty::{Board, ByColor, Color};

/// The time after the last act within which the cable or the power may still be cut, in milliseconds.
const AFTER_MS: Millis = 5_000;
/// The time for which the session keeps listening to the cable after that, in milliseconds: a board that is back must be
/// found and asked.
const HEARD_OUT_MS: Millis = 15_000;

/// The time within which a session has found the board, in milliseconds. Until then no cable is pulled.
const FOUND_MS: Millis = 4_000;

/// Returns the events that a session reports about a board at the other end of a cable. The board is switched on at
/// `start_ms` with the pieces `before` on it.
pub(crate) fn listen(
    start_ms: Millis,
    acts: &[Act],
    (before, clock): (&Board, SimClock),
    profile: &BoardProfile,
    way: Cable,
    rng: &mut Rng,
) -> Vec<(Millis, BoardEvent)> {
    let acts = profile.faults.disturb(acts, before, rng);
    let end_ms = acts.last().map_or(start_ms, |act| act.t_ms) + AFTER_MS;
    let cuts = cuts(start_ms, end_ms, &profile.faults, rng);
    let options = DeviceOptions {
        scan_ms: Millis::from(profile.scan_ms),
        clock: profile.clock.is_some(),
        rotated: way.rotated,
        remembers: way.remembers,
        ..DeviceOptions::default()
    };
    let mut wire = Wire {
        device: Device::with_board(options, before),
        session: Session::new(),
        clock,
        lever: Color::White,
        events: Vec::new(),
    };
    wire.device.advance(start_ms);
    wire.session.handle_open(start_ms);
    wire.lever = wire.clock.running().unwrap_or(Color::White);
    wire.show_clock(start_ms);
    let mut cuts =
        cuts.into_iter().flat_map(|(from, to, what)| [(from, what, false), (to, what, true)]).peekable();
    for act in &acts {
        while let Some((t_ms, what, on)) = cuts.next_if(|&(t_ms, ..)| t_ms <= act.t_ms) {
            wire.switch(t_ms, what, on);
        }
        wire.advance(act.t_ms);
        wire.perform(act);
    }
    for (t_ms, what, on) in cuts {
        wire.switch(t_ms, what, on);
    }
    wire.advance(end_ms + HEARD_OUT_MS);
    wire.events
}

/// What is cut for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cut {
    /// The board's power.
    Power,
    /// The cable of a board that keeps its power.
    Cable,
}

/// Draws the periods in which the board cannot be heard, in order of time. Between two of them there is always a time in which
/// it can.
fn cuts(start_ms: Millis, end_ms: Millis, faults: &Faults, rng: &mut Rng) -> Vec<(Millis, Millis, Cut)> {
    let mut draw = |what: Cut, (shortest, longest): (Millis, Millis)| {
        let from_ms = rng.between(start_ms + if what == Cut::Cable { FOUND_MS } else { 0 }, end_ms);
        (from_ms, from_ms + rng.between(shortest, longest), what)
    };
    let mut cuts: Vec<_> = (0..faults.reboots).map(|_| draw(Cut::Power, REBOOT_MS)).collect();
    cuts.extend((0..faults.pulls).map(|_| draw(Cut::Cable, PULLED_MS)));
    cuts.sort_unstable_by_key(|&(from_ms, to_ms, _)| (from_ms, to_ms));
    let mut last = 0;
    cuts.retain(|&(from_ms, to_ms, _)| {
        let apart = last + 1_000 < from_ms && to_ms < end_ms;
        last = if apart { to_ms } else { last };
        apart
    });
    cuts
}

/// Both ends of the cable, and the clock beside the board.
struct Wire {
    device: Device,
    session: Session,
    clock: SimClock,
    lever: Color,
    events: Vec<(Millis, BoardEvent)>,
}

impl Wire {
    fn perform(&mut self, act: &Act) {
        match act.what {
            What::Lift(square) => self.device.set_square(act.t_ms, square, Contents::Empty),
            What::Place(square, piece) => self.device.set_square(act.t_ms, square, Contents::Piece(piece)),
            What::Mark(_) => {}
            What::Press(_)
            | What::SetClock { .. }
            | What::AddTime(..)
            | What::RunClock(_)
            | What::StopClock => {
                if self.clock.handle(act.t_ms, act.what) {
                    self.lever = match act.what {
                        What::SetClock { .. } => Color::White,
                        What::AddTime(color, _) if self.clock.running().is_none() => !color,
                        What::AddTime(..)
                        | What::Press(_)
                        | What::RunClock(_)
                        | What::StopClock
                        | What::Lift(_)
                        | What::Place(..)
                        | What::Mark(_) => self.clock.running().unwrap_or(self.lever),
                    };
                    self.show_clock(act.t_ms);
                }
            }
        }
    }

    fn show_clock(&mut self, t_ms: Millis) {
        let left_ms =
            ByColor::new_with(|color| self.clock.left_ms(t_ms, color).min(u64::from(u32::MAX)) as u32);
        self.device.set_clock(t_ms, ClockState { left_ms, running: self.clock.running(), lever: self.lever });
    }

    /// Cuts the board's power or its cable, or restores it.
    fn switch(&mut self, t_ms: Millis, what: Cut, on: bool) {
        self.advance(t_ms);
        match (what, on) {
            (Cut::Cable, _) => self.device.mute(!on),
            (Cut::Power, true) => self.device.reboot(t_ms),
            (Cut::Power, false) => self.device.cut_power(t_ms),
        }
    }

    /// Lets both ends of the cable act up to `t_ms`, each event at its own instant.
    fn advance(&mut self, t_ms: Millis) {
        loop {
            let due = [self.device.next_deadline(), self.session.next_deadline()].into_iter().flatten().min();
            let Some(now) = due.filter(|&due| due <= t_ms) else { break };
            self.exchange(now);
        }
        self.exchange(t_ms);
    }

    fn exchange(&mut self, now: Millis) {
        self.device.advance(now);
        self.session.advance(now);
        loop {
            let down: Vec<Vec<u8>> = std::iter::from_fn(|| self.session.poll_transmit()).collect();
            let up: Vec<Vec<u8>> = std::iter::from_fn(|| self.device.poll_transmit()).collect();
            if down.is_empty() && up.is_empty() {
                break;
            }
            down.iter().for_each(|bytes| self.device.handle_bytes(now, bytes));
            up.iter().for_each(|bytes| self.session.handle_bytes(now, bytes));
        }
        while let Some((t_ms, event)) = self.session.poll_event() {
            if event.is_sensed() {
                self.events.push((t_ms, event));
            }
        }
    }
}
