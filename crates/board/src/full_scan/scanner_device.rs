//! A simulated board that scans all its squares at once, for tests and simulation. A [`Firmware`] holds what differs
//! between the makers.
//!
//! Invariants:
//! * A change is seen only at a scan: a piece that appears and disappears between two scans goes unnoticed.
//! * The simulation computes the instant of the next scan that has something to report, and skips the scans before it.
//!
//! Limit: at most [`OUTPUT_MAX`] messages wait to be taken; if there are more, the oldest are lost.

use crate::device::{BoardDevice, own_device_methods};
use crate::makers::dgt::DeviceOptions;
use crate::{Contents, Millis, Orientation, Reading};
use shakmaty::{Board, Square};
use std::collections::VecDeque;
use std::fmt::Debug;

/// The greatest number of messages that may wait to be taken.
pub const OUTPUT_MAX: usize = 65_536;

/// The part that differs between makers: the answers to commands, and the reports after a scan.
pub trait Firmware: Debug + Clone + Send {
    /// Creates the firmware as it is when the board is switched on.
    fn new(options: &DeviceOptions) -> Self;

    /// Handles one byte from the host. Returns the answers. `scanned` is the reading of the last scan, by the board's
    /// own numbers.
    fn push(&mut self, byte: u8, scanned: &Reading) -> Vec<Vec<u8>>;

    /// Returns the messages that a scan of all squares produces. `before` is the reading of the scan before it.
    fn scan(&mut self, before: &Reading, scanned: &Reading) -> Vec<Vec<u8>>;

    /// Returns whether every scan produces a message, even if no square has changed.
    fn streams(&self) -> bool;
}

/// A simulated board. Its methods take squares as the game names them; a rotated board reports them by its own numbers,
/// as real boards do.
#[derive(Debug, Clone)]
pub struct ScannerDevice<F> {
    firmware: F,
    options: DeviceOptions,
    now: Millis,
    truth: Reading,
    scanned: Reading,
    /// The instant of the next scan that produces a message.
    due: Option<Millis>,
    muted: bool,
    /// The answers in preparation, with the instants at which they are due.
    answers: VecDeque<(Millis, Vec<u8>)>,
    output: VecDeque<Vec<u8>>,
}

impl<F: Firmware> ScannerDevice<F> {
    /// Creates a board that is switched on and has these pieces on it.
    pub fn with_board(options: DeviceOptions, board: &Board) -> ScannerDevice<F> {
        let truth = Reading::from_board(board);
        let mut device = ScannerDevice {
            firmware: F::new(&options),
            scanned: Reading::empty(),
            options,
            now: 0,
            truth,
            due: None,
            muted: false,
            answers: VecDeque::new(),
            output: VecDeque::new(),
        };
        device.scanned = device.numbered();
        device.schedule();
        device
    }

    /// Handles bytes from the host.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.advance(t);
        if self.muted {
            return;
        }
        let due = self.now + self.options.answer_delay_ms;
        for &byte in bytes {
            let answers = self.firmware.push(byte, &self.scanned);
            self.answers.extend(answers.into_iter().map(|answer| (due, answer)));
        }
        self.schedule();
    }

    /// Sets the contents of a square, named as in the game.
    pub fn set_square(&mut self, t: Millis, square: Square, contents: Contents) {
        self.advance(t);
        self.truth.set(square, contents);
        self.schedule();
    }

    /// Returns the pieces that are really on the board, whether or not a scan has found them.
    pub fn truth(&self) -> Reading {
        self.truth.clone()
    }

    /// Advances to `t`, and acts on each deadline at its own instant.
    pub fn advance(&mut self, t: Millis) {
        while let Some(due) = self.next_deadline().filter(|&due| due <= t) {
            self.now = self.now.max(due);
            while let Some((_, answer)) = self.answers.pop_front_if(|(at, _)| *at <= due) {
                self.say(answer);
            }
            if self.due.is_some_and(|at| at <= due) {
                let seen = self.numbered();
                let before = std::mem::replace(&mut self.scanned, seen);
                for message in self.firmware.scan(&before, &self.scanned) {
                    self.say(message);
                }
                self.due = None;
                self.schedule();
            }
        }
        self.now = self.now.max(t);
    }

    /// Returns the instant of the next deadline, if there is one.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.due.into_iter().chain(self.answers.front().map(|(at, _)| *at)).min()
    }

    /// Returns the next bytes to send to the host, if there are any.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.output.pop_front()
    }

    /// Mutes the board, so that it neither receives nor sends anything, or ends the muting.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
    }

    /// Simulates a short power failure, after which the board starts again.
    pub fn reboot(&mut self, t: Millis) {
        self.advance(t);
        self.firmware = F::new(&self.options);
        self.scanned = self.numbered();
        self.answers.clear();
        self.output.clear();
        self.due = None;
        self.schedule();
    }

    fn say(&mut self, message: Vec<u8>) {
        if self.muted {
            return;
        }
        if self.output.len() == OUTPUT_MAX {
            self.output.pop_front();
        }
        self.output.push_back(message);
    }

    /// Returns the pieces on the board by the board's own numbers.
    fn numbered(&self) -> Reading {
        let orientation = if self.options.rotated { Orientation::Rotated } else { Orientation::Normal };
        orientation.apply_reading(&self.truth)
    }

    fn schedule(&mut self) {
        let tells = self.firmware.streams() || self.numbered() != self.scanned;
        let scan_ms = self.options.scan_ms.max(1);
        let next = (self.now / scan_ms + 1) * scan_ms;
        self.due = tells.then(|| self.due.unwrap_or(next));
    }
}

impl<F: Firmware + 'static> BoardDevice for ScannerDevice<F> {
    own_device_methods!();
}
