//! A DGT3000 clock that is wired to the board's own bus: its times and presses become events of the board. Which side
//! of the clock is White's follows from the board's orientation, as with a lever switch.

use super::Session;
use crate::makers::dgt::clock::Side;
use crate::{BoardEvent, ClockReading, Millis, makers::dgt3000};
use sensor::{ClockFrame, Request};
use shakmaty::{ByColor, Color};

impl Session {
    /// Begins, keeps or ends the session with the clock. The board says in its identity whether it has a clock.
    pub(super) fn greet_clock(&mut self, has_clock: bool) {
        let known = self.clock.take().filter(|_| has_clock);
        self.clock = known.or_else(|| has_clock.then(|| dgt3000::Session::new(self.now)));
    }

    /// Takes a frame from the clock.
    pub(super) fn hear_clock(&mut self, frame: &ClockFrame) {
        if let Some(clock) = &mut self.clock {
            clock.handle_frame(self.now, frame.bytes());
        }
        self.serve_clock();
    }

    /// Acts on the deadlines of the session with the clock that are due.
    pub(super) fn advance_clock(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.advance(self.now);
        }
        self.serve_clock();
    }

    /// Returns the next deadline of the session with the clock; `None` while no board is there to pass frames to the
    /// clock.
    pub(super) fn clock_due(&self) -> Option<Millis> {
        self.clock.as_ref().filter(|_| self.board.is_some()).and_then(dgt3000::Session::next_deadline)
    }

    fn serve_clock(&mut self) {
        while let Some(bytes) = self.clock.as_mut().and_then(dgt3000::Session::poll_transmit) {
            // A message to the clock always fits into a frame.
            if let Some(frame) = ClockFrame::new(&bytes) {
                self.say(Request::Clock(frame));
            }
        }
        while let Some((t, news)) = self.clock.as_mut().and_then(dgt3000::Session::poll_news) {
            self.event_ms = self.event_ms.max(t);
            let event = match news {
                dgt3000::ClockNews::Press(side) => BoardEvent::Press(self.color(side)),
                dgt3000::ClockNews::Time { left_s, right_s, running, up } => {
                    let [left_ms, right_ms] = [left_s, right_s].map(|left_s| left_s.saturating_mul(1000));
                    let left_ms = match self.color(Side::Left) {
                        Color::White => ByColor { white: left_ms, black: right_ms },
                        Color::Black => ByColor { white: right_ms, black: left_ms },
                    };
                    let [running, lever] = [running, up].map(|side| side.map(|side| self.color(side)));
                    BoardEvent::Clock(ClockReading { left_ms, running, lever })
                }
            };
            self.report(self.event_ms, event);
        }
    }

    fn color(&self, side: Side) -> Color {
        self.orientation().player(Color::from_white(side == Side::Left))
    }
}
