//! The session with one DGT board. It wakes the board, asks for its identity and its squares (a dump), follows its
//! changes, and starts over as often as needed.
//!
//! ```text
//!  Down ──open──▶ Waking ──first dump──▶ Live ◀──first dump── Doubtful
//!                 ▲                        └──no answer for 3 s──▶ ┘ │        lost: Down, from anywhere
//!                 └───────────────── still no answer ────────────────┘
//! ```
//! Waking: settle, flush, version, serials, trademark, mode, clock, dump. A board that does not answer is asked again
//! without end, at longer and longer intervals. The mode is UPDATE_NICE, which reports only changes. A board that does
//! not answer the question for the clock, or whose squares change without being reported, may be too old for this mode
//! and gets UPDATE, which all boards know.
//!
//! Live: dumps supply changes that were missed. The session asks for a dump after damaged bytes, when the squares have
//! been quiet after changes, and from time to time. After each second of silence it sets the mode again and asks for a
//! sign of life. A board that lost power is back in bus mode: it answers questions, but reports no changes. If a
//! running clock falls silent, the board may also have lost power.
//!
//! The module `recall` reads the board's memory of a time when nobody heard it.
//! The module `hearing` treats boards that send reports but answer no question.
//!
//! Invariants:
//! * One question is asked at a time, because a board's input holds only ten bytes.
//! * After a time in which the squares could not be seen, events come in the order `Gap` unless the board's memory
//!   filled it completely, `Turned` if the board was turned, `Reading`, `Link(Live)`.
//! * A dump that differs from the known squares in many places is accepted only when the next dump agrees with it:
//!   one shifted byte moves all pieces.

mod hearing;
mod recall;

use self::recall::Recall;
use super::asker::{Asker, Overdue};
use super::clock::ClockReport;
use super::clock_command::ClockCommand;
use super::clock_commands::{ClockCommands, ClockOutcome};
use super::code::Code;
use super::interpreter::{Effect, Interpreter, Known};
use super::lamps::Lamps;
use super::message::Message;
use super::request::Request;
use super::timers::{Timer, Timers};
use crate::{BoardEvent, Identity, LinkState, Millis, Orientation, Reading};
use shakmaty::Board;

/// The time for which nothing is sent after the port was opened, in milliseconds: USB boards restart then.
const SETTLE_MS: Millis = 500;
/// The longest pause inside a message, in milliseconds; after a longer pause the message is dropped.
const STUCK_MS: Millis = 400;
/// The silence after which the board is asked for a sign of life, in milliseconds.
const WATCHDOG_MS: Millis = 1000;
/// The time from damaged bytes to the dump that repairs the damage, in milliseconds: a hand may still be moving pieces.
const HEAL_MS: Millis = 250;
/// The time from a surprising dump to the dump that confirms it, in milliseconds.
const CONFIRM_MS: Millis = 500;
/// The time from the last change to the dump that confirms it, in milliseconds.
const QUIET_MS: Millis = 1500;
/// The time from one dump to the next if nothing requires one earlier, in milliseconds.
const AUDIT_MS: Millis = 10_000;
/// The silence of a running clock after which the board counts as having restarted, in milliseconds.
const CLOCK_SILENCE_MS: Millis = 1500;
/// The time from a message for the clock to the next command, in milliseconds.
const CLOCK_PACE_MS: Millis = 50;
/// The greatest number of squares on which a dump may differ from the known squares and still be accepted at once: no
/// move changes more.
const SURPRISE_MAX: usize = 6;
/// The number of successive dumps showing changes that no update reported, after which the board gets the mode UPDATE,
/// which all boards know.
const UNTOLD_DUMPS_MAX: u32 = 2;
/// The number of audits between two questions for the battery.
const BATTERY_AUDITS: u32 = 30;

/// Options of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionOptions {
    /// True to begin with enough resets to end a clock message that another program left incomplete. They are harmless
    /// for a board with a cable of its own; on a bus they would take every board out of bus mode.
    pub flush: bool,
}

impl Default for SessionOptions {
    fn default() -> SessionOptions {
        SessionOptions { flush: true }
    }
}

/// The session with one DGT board.
#[derive(Debug, Default)]
pub struct Session {
    options: SessionOptions,
    now: Millis,
    open: bool,
    state: LinkState,
    interpreter: Interpreter,
    clock_commands: ClockCommands,
    lamps: Lamps,
    timers: Timers,
    asker: Asker,
    heard_ms: Millis,
    clock_heard_ms: Millis,
    clock_suspected: bool,
    /// The instant at which the squares were lost from view. `None` while they can be seen, and before they were first
    /// seen.
    blind_since: Option<Millis>,
    has_seen: bool,
    /// What was known before the link was lost.
    before: Option<Known>,
    recall: Recall,
    /// True once the board's memory has filled the gap as far as the memory goes.
    is_recalled: bool,
    /// A dump that differs in many places and waits for the next dump to confirm it.
    surprise: Option<Box<[Code; 64]>>,
    noise: u64,
    /// The instant of the last bytes that belong to no message.
    damaged_ms: Millis,
    /// True if the board sends reports but answers no question.
    is_deaf: bool,
    /// True if the port has stayed open since the squares were last known.
    is_unbroken: bool,
    /// True if an update was received since the last dump.
    has_updates: bool,
    /// The number of successive dumps showing changes that no update reported.
    untold_dumps: u32,
    watches: u32,
    audits: u32,
}

impl Session {
    /// Creates a session without a port.
    pub fn new() -> Session {
        Session::default()
    }

    /// Creates a session with these options.
    pub fn with_options(options: SessionOptions) -> Session {
        Session { options, ..Session::default() }
    }

    /// Notes that the port was opened.
    pub fn handle_open(&mut self, t: Millis) {
        self.handle_lost(t);
        self.open = true;
        self.asker.forget();
        self.interpreter.forget_identity();
        self.interpreter.forget_link();
        self.is_deaf = false;
        self.enter(LinkState::Waking);
        self.timers.set(Timer::Settle, self.now + SETTLE_MS);
    }

    /// Notes that the port was lost.
    pub fn handle_lost(&mut self, t: Millis) {
        self.advance(t);
        if !self.open {
            return;
        }
        self.open = false;
        self.go_blind(self.now);
        self.is_unbroken = false;
        self.timers.clear_all();
        self.asker.clear_transmits();
        self.enter(LinkState::Down);
    }

    /// Handles bytes from the board.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.advance(t);
        let mut rest = bytes;
        while !rest.is_empty() {
            let (taken, message) = self.interpreter.push_some(rest);
            rest = &rest[taken..];
            self.note_damage();
            if let Some(message) = message {
                self.handle_message(message);
            }
        }
        let stuck_due = self.interpreter.is_inside_message().then_some(self.now + STUCK_MS);
        self.timers.put(Timer::Stuck, stuck_due.filter(|_| self.open));
        self.pump();
    }

    /// Receives the orientation that a person has given; `None` if the session is to find it out.
    pub fn give_orientation(&mut self, orientation: Option<Orientation>) {
        self.interpreter.note_time(self.now);
        self.interpreter.give_orientation(orientation);
    }

    /// Receives the placement that the game expects. The orientation is judged by it, now and at every dump, which may
    /// produce events.
    pub fn expect(&mut self, placement: &Board) {
        self.interpreter.note_time(self.now);
        self.interpreter.expect(placement);
    }

    /// Handles a message for the clock. Returns false, and sends nothing, if too many messages are waiting or the link
    /// is not live.
    pub fn clock_command(&mut self, t: Millis, command: ClockCommand) -> bool {
        self.advance(t);
        let is_taken = self.state == LinkState::Live && self.clock_commands.queue(command);
        self.pump();
        is_taken
    }

    /// Sets whether the board's lamps may show the squares that are not as the game expects. At first they may not.
    pub fn allow_lamps(&mut self, t: Millis, is_allowed: bool) {
        self.advance(t);
        self.lamps.allow(is_allowed);
        self.light();
        self.pump();
    }

    /// Acts on every deadline up to `t`, each at its own instant.
    pub fn advance(&mut self, t: Millis) {
        while self.timers.next_ms().is_some_and(|due| due <= t)
            && let Some((due, timer)) = self.timers.next()
        {
            self.now = self.now.max(due);
            self.timers.clear(timer);
            self.fire(timer);
        }
        self.now = self.now.max(t);
    }

    /// Returns the instant of the next deadline, if there is one.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.timers.next_ms()
    }

    /// Returns the next bytes to send to the board, if there are any.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.asker.poll_transmit()
    }

    /// Returns the next event, with the instant at which it happened or the session learnt of it.
    pub fn poll_event(&mut self) -> Option<(Millis, BoardEvent)> {
        self.interpreter.poll_event()
    }

    /// Returns the next result of a message for the clock, if there is one.
    pub fn poll_clock_outcome(&mut self) -> Option<(ClockCommand, ClockOutcome)> {
        self.clock_commands.poll_outcome()
    }

    /// Returns what the board has said about itself so far: serial number, version and so on.
    pub fn identity(&self) -> &Identity {
        self.interpreter.identity()
    }

    /// Returns the state of the link.
    pub fn state(&self) -> LinkState {
        self.state
    }

    /// Returns the board's orientation.
    pub fn orientation(&self) -> Orientation {
        self.interpreter.orientation()
    }

    /// Returns the orientation if something has established it.
    pub fn told_orientation(&self) -> Option<Orientation> {
        self.interpreter.told_orientation()
    }

    /// Returns the reading of the board; `None` while it cannot be seen.
    pub fn reading(&self) -> Option<Reading> {
        self.interpreter.reading()
    }

    /// Returns the number of bytes that belonged to no message.
    pub fn noise(&self) -> u64 {
        self.interpreter.noise()
    }

    fn fire(&mut self, timer: Timer) {
        match timer {
            Timer::Settle => self.wake(),
            Timer::Stuck => {
                self.interpreter.abandon_partial();
                self.note_damage();
            }
            Timer::Answer => self.handle_overdue(),
            Timer::Pace => {}
            Timer::ClockCommands => self.clock_commands.advance(self.now),
            Timer::Watchdog => self.watch(),
            Timer::Unheard => self.conclude_deaf(),
            Timer::Heal | Timer::Quiet => self.asker.ask(Request::Dump),
            Timer::Audit => {
                self.asker.ask(Request::Dump);
                self.audits += 1;
                let battery_known = self.identity().battery_percent.is_some();
                if battery_known && self.audits.is_multiple_of(BATTERY_AUDITS) {
                    self.asker.ask(Request::Battery);
                }
            }
        }
        self.pump();
    }

    fn wake(&mut self) {
        self.asker.wake(self.options.flush, &mut self.timers);
    }

    /// Sends the next question or message, if the board is ready for one. Messages for the clock and the lamps wait
    /// until no question is left.
    fn pump(&mut self) {
        if !self.open || !self.asker.pump(self.now, &mut self.timers) || self.state != LinkState::Live {
            return;
        }
        if let Some(command) = self.clock_commands.poll_transmit(self.now) {
            self.asker.say(self.now, command.emit(), CLOCK_PACE_MS, &mut self.timers);
        } else if let Some(message) = self.lamps.poll_transmit() {
            self.asker.say(self.now, message, CLOCK_PACE_MS, &mut self.timers);
        }
        self.timers.put(Timer::ClockCommands, self.clock_commands.next_deadline());
    }

    fn handle_overdue(&mut self) {
        match self.asker.handle_overdue(self.now, self.heard_ms, &mut self.timers) {
            Overdue::Borne => {}
            Overdue::Nobody => self.give_up_doubt(),
            Overdue::NoLog => {
                self.recall = Recall::Done;
                self.asker.ask_first(Request::Dump);
            }
            // The board counts as deaf only if its reports arrive undamaged; otherwise the damaged bytes may have
            // been its answer.
            Overdue::Unheard { since_ms } if self.state == LinkState::Live && self.damaged_ms < since_ms => {
                self.turn_deaf();
            }
            Overdue::Doubt | Overdue::Unheard { .. } => self.doubt(),
        }
    }

    fn doubt(&mut self) {
        if self.state == LinkState::Live {
            self.go_blind(self.heard_ms);
            self.enter(LinkState::Doubtful);
            self.wake();
        } else {
            self.give_up_doubt();
        }
    }

    /// Gives up a doubtful link: the board has been asked again and still sends nothing that can be trusted.
    fn give_up_doubt(&mut self) {
        if self.state == LinkState::Doubtful {
            self.enter(LinkState::Waking);
        }
        self.wake();
    }

    /// Notes that the squares cannot be seen from `since` on, until the next dump.
    fn go_blind(&mut self, since: Millis) {
        if self.has_seen {
            self.blind_since.get_or_insert(since);
        }
        self.before = self.interpreter.known().or(self.before.take());
        if self.recall == Recall::Asked {
            self.recall = Recall::Idle;
        }
        self.interpreter.forget_link();
        self.clock_commands.clear();
        self.lamps.forget();
        self.asker.stop(&mut self.timers);
        self.surprise = None;
        self.timers.clear_all();
        self.noise = self.interpreter.noise();
    }

    fn enter(&mut self, state: LinkState) {
        if self.state != state {
            self.state = state;
            self.interpreter.report(self.now, BoardEvent::Link(state));
        }
    }

    fn watch(&mut self) {
        let is_silent_clock = self.interpreter.is_clock_running() && !self.clock_suspected;
        let clock_due = self.clock_heard_ms + CLOCK_SILENCE_MS;
        if is_silent_clock && self.now < clock_due {
            // A running clock is reported about once a second, so a reboot shows only in a missing report. The mode
            // must not be set again before this report is overdue, because setting it would hide the reboot.
            self.timers.set(Timer::Watchdog, clock_due);
            return;
        }
        if self.asker.is_idle() {
            self.asker.ask_mode();
            if is_silent_clock {
                self.clock_suspected = true;
                self.asker.ask(Request::Clock);
                self.asker.ask(Request::Dump);
            } else {
                self.watches += 1;
                let long = self.watches.is_multiple_of(2) && self.interpreter.has_long_serial();
                self.asker.ask(Request::Watch { long });
            }
        }
        self.timers.set(Timer::Watchdog, self.now + WATCHDOG_MS);
    }

    fn note_damage(&mut self) {
        let noise = self.interpreter.noise();
        if noise != self.noise {
            self.damaged_ms = self.now;
            if self.state == LinkState::Live {
                self.timers.set_earlier(Timer::Heal, self.now + HEAL_MS);
            }
        }
        self.noise = noise;
    }

    fn handle_message(&mut self, message: Message) {
        let silent_ms = self.now - std::mem::replace(&mut self.heard_ms, self.now);
        if self.state == LinkState::Live {
            self.timers.set(Timer::Watchdog, self.now + WATCHDOG_MS);
        }
        if self.has_seen {
            self.asker.note_silence(silent_ms);
        }
        if self.asker.handle_message(self.now, &message, &mut self.timers) {
            self.timers.clear(Timer::Unheard);
        }
        self.judge_hearing(message.is_answer());
        self.take(message);
        self.follow_told();
    }

    fn take(&mut self, message: Message) {
        match &message {
            Message::Dump(codes) => {
                if self.is_surprise(codes) {
                    self.surprise = Some(codes.clone());
                    self.timers.set_earlier(Timer::Heal, self.now);
                    return;
                }
                self.surprise = None;
                self.timers.clear(Timer::Heal);
                if self.must_recall(codes) {
                    self.recall = Recall::Asked;
                    self.asker.ask_first(Request::Log);
                    return;
                }
                self.timers.set(Timer::Audit, self.now + AUDIT_MS);
                self.end_blindness(codes);
            }
            Message::EeLog(data) if self.recall == Recall::Asked => {
                self.recall_from(data);
                return;
            }
            // The board has been asked for its memory, which will contain this change in its place.
            Message::Field { .. } if self.recall == Recall::Asked => return,
            Message::Field { .. } => {
                self.has_updates = true;
                self.untold_dumps = 0;
                self.lamps.darken();
                if self.open {
                    self.timers.set(Timer::Quiet, self.now + QUIET_MS);
                }
            }
            Message::Clock(report) => {
                self.clock_heard_ms = self.now;
                self.clock_suspected = false;
                if let ClockReport::Ack(ack) = report {
                    self.clock_commands.handle_ack(*ack);
                    self.timers.put(Timer::ClockCommands, self.clock_commands.next_deadline());
                }
            }
            Message::Serial(_)
            | Message::LongSerial(_)
            | Message::Trademark(_)
            | Message::Version { .. }
            | Message::Battery(_)
            | Message::EeLog(_)
            | Message::BusAddress(_)
            | Message::HalfDump { .. }
            | Message::LargeDump(_)
            | Message::HardwareVersion { .. }
            | Message::ClockI2c(_)
            | Message::Unknown { .. } => {}
        }
        let is_dump = matches!(message, Message::Dump(_));
        let has_updates = if is_dump { std::mem::take(&mut self.has_updates) } else { true };
        match self.interpreter.handle_message(self.now, message) {
            Effect::Squares if is_dump => self.note_news(has_updates),
            Effect::Nothing if is_dump && self.state != LinkState::Live => self.note_news(true),
            Effect::AnotherBoard if self.state == LinkState::Live => {
                self.go_blind(self.now);
                self.is_unbroken = false;
                self.enter(LinkState::Waking);
                self.wake();
            }
            Effect::Nothing | Effect::Squares | Effect::AnotherBoard => {}
        }
        if is_dump {
            self.light();
        }
    }

    /// Lights the squares that are not as the game expects, once the board has been quiet for a while.
    fn light(&mut self) {
        let is_quiet = self.state == LinkState::Live && !self.timers.is_set(Timer::Quiet);
        if is_quiet && Lamps::has(self.identity().version) {
            self.lamps.show(&self.interpreter.misplaced());
        }
    }

    /// Returns whether a dump differs from the known squares in many places and the dump before it does not confirm it.
    fn is_surprise(&self, codes: &[Code; 64]) -> bool {
        let differs = self.interpreter.difference(codes).is_some_and(|squares| squares > SURPRISE_MAX);
        let is_confirmed = self
            .surprise
            .as_ref()
            .is_some_and(|before| before.iter().zip(codes).filter(|(a, b)| a != b).count() <= SURPRISE_MAX);
        self.open && differs && !is_confirmed
    }

    /// Handles an accepted dump that shows changes or makes the link live. `has_updates` says whether updates have
    /// reported changes since the last dump.
    fn note_news(&mut self, has_updates: bool) {
        if !self.open {
            return;
        }
        (self.has_seen, self.is_unbroken) = (true, true);
        self.timers.set_earlier(Timer::Heal, self.now + CONFIRM_MS);
        if self.state == LinkState::Live {
            // The board may have stopped reporting changes because it was switched off and on, or may not know its
            // mode.
            self.untold_dumps += u32::from(!has_updates);
            if self.untold_dumps == UNTOLD_DUMPS_MAX {
                self.asker.use_full_mode();
            }
            self.asker.ask_mode();
        } else {
            self.enter(LinkState::Live);
            self.timers.set(Timer::Watchdog, self.now + WATCHDOG_MS);
        }
    }
}
