//! A simulated Square Off board.

use super::frame::{Deframer, Frame, emit_squares};
use crate::Reading;
use crate::full_scan::scanner_device::ScannerDevice;
use crate::makers::dgt::DeviceOptions;
use shakmaty::Square;

/// A simulated Square Off board.
pub type Device = ScannerDevice<Firmware>;

/// The behaviour of a Square Off board.
#[derive(Debug, Clone)]
pub struct Firmware {
    deframer: Deframer,
    battery_percent: u8,
}

impl crate::full_scan::scanner_device::Firmware for Firmware {
    fn new(options: &DeviceOptions) -> Firmware {
        let battery_percent = options.battery_percent.unwrap_or(80);
        Firmware { deframer: Deframer::default(), battery_percent }
    }

    fn push(&mut self, byte: u8, scanned: &Reading) -> Vec<Vec<u8>> {
        let Some(frame) = self.deframer.push(byte) else { return Vec::new() };
        let answer = match (frame.code, &frame.body[..]) {
            (30, "R") => Frame { code: 30, body: emit_squares(scanned) },
            (4, "") => Frame { code: 22, body: self.battery_percent.to_string() },
            (14, "1") => Frame { code: 14, body: "GO".to_owned() },
            _ => return Vec::new(),
        };
        vec![answer.emit()]
    }

    fn scan(&mut self, before: &Reading, scanned: &Reading) -> Vec<Vec<u8>> {
        let told = |square: Square| {
            let was = before.at(square).is_occupied();
            let is = scanned.at(square).is_occupied();
            let letter = if is { 'd' } else { 'u' };
            (was != is).then(|| Frame { code: 0, body: format!("{square}{letter}") }.emit())
        };
        Square::ALL.into_iter().filter_map(told).collect()
    }

    fn streams(&self) -> bool {
        false
    }
}
