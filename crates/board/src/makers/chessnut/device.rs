//! A simulated Chessnut board. Reports are padded with zeros, as over USB.

use super::frame::{Deframer, Frame, emit_squares};
use crate::Reading;
use crate::full_scan::scanner_device::ScannerDevice;
use crate::makers::dgt::DeviceOptions;

/// A simulated Chessnut board.
pub type Device = ScannerDevice<Firmware<false>>;
/// A simulated Chessnut Move, which has its own question for the battery. The simulation never moves pieces by itself.
pub type MoveDevice = ScannerDevice<Firmware<true>>;

/// The length of a USB report, in bytes.
const REPORT_LEN: usize = 64;

/// The behaviour of a Chessnut board; of a Chessnut Move if `IS_MOVE`.
#[derive(Debug, Clone)]
pub struct Firmware<const IS_MOVE: bool> {
    deframer: Deframer,
    battery_percent: u8,
    streams: bool,
    scans: u32,
}

impl<const IS_MOVE: bool> crate::full_scan::scanner_device::Firmware for Firmware<IS_MOVE> {
    fn new(options: &DeviceOptions) -> Self {
        let battery_percent = options.battery_percent.unwrap_or(80);
        Firmware { deframer: Deframer::of_host(), battery_percent, streams: false, scans: 0 }
    }

    fn push(&mut self, byte: u8, _: &Reading) -> Vec<Vec<u8>> {
        match self.deframer.push(byte) {
            Some(Frame { id: 0x21, .. }) => {
                self.streams = true;
                vec![report(&Frame { id: 0x23, data: vec![0] })]
            }
            Some(Frame { id: 0x29, .. }) if !IS_MOVE => {
                vec![report(&Frame { id: 0x2a, data: vec![self.battery_percent, 0] })]
            }
            Some(Frame { id: 0x41, data }) if IS_MOVE && data == [0x0c] => {
                vec![report(&Frame { id: 0x41, data: vec![0x0c, 0, self.battery_percent] })]
            }
            // Commands for lamps and beeps are not answered.
            Some(_) | None => Vec::new(),
        }
    }

    fn scan(&mut self, _: &Reading, scanned: &Reading) -> Vec<Vec<u8>> {
        if !self.streams {
            return Vec::new();
        }
        self.scans += 1;
        let mut data = emit_squares(scanned);
        data.extend(self.scans.to_le_bytes());
        vec![report(&Frame { id: 0x01, data })]
    }

    fn streams(&self) -> bool {
        self.streams
    }
}

fn report(frame: &Frame) -> Vec<u8> {
    let mut bytes = frame.emit();
    bytes.resize(REPORT_LEN, 0);
    bytes
}
