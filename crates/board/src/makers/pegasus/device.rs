//! A simulated Pegasus.

use crate::Reading;
use crate::full_scan::scanner_device::ScannerDevice;
use crate::makers::dgt::DeviceOptions;
use crate::makers::dgt::code;
use crate::makers::dgt::command::{Command, Parsed};
use crate::makers::dgt::frame::Frame;
use crate::makers::dgt::message::{Battery, Message};
use shakmaty::Square;

/// A simulated Pegasus.
pub type Device = ScannerDevice<Firmware>;

/// The behaviour of a Pegasus. It starts unlocked.
#[derive(Debug, Clone)]
pub struct Firmware {
    options: DeviceOptions,
    partial: Vec<u8>,
    updates: bool,
    /// True if the board has not been unlocked with a key, so its squares cannot be read.
    pub is_locked: bool,
}

impl crate::full_scan::scanner_device::Firmware for Firmware {
    fn new(options: &DeviceOptions) -> Firmware {
        Firmware { options: options.clone(), partial: Vec::new(), updates: false, is_locked: false }
    }

    fn push(&mut self, byte: u8, scanned: &Reading) -> Vec<Vec<u8>> {
        self.partial.push(byte);
        let answer = match Command::parse(&self.partial) {
            Parsed::Partial => return Vec::new(),
            Parsed::Unknown(_) => None,
            Parsed::Command(command, _) => self.answer(&command, scanned),
        };
        self.partial.clear();
        answer.map(|frame| frame.emit()).into_iter().collect()
    }

    fn scan(&mut self, before: &Reading, scanned: &Reading) -> Vec<Vec<u8>> {
        if !self.updates || self.is_locked {
            return Vec::new();
        }
        let news = |square: &Square| before.at(*square).is_occupied() != scanned.at(*square).is_occupied();
        let told = |square: Square| {
            let data = vec![code::number(square), u8::from(scanned.at(square).is_occupied())];
            Frame { id: 0x8e, data }.emit()
        };
        Square::ALL.into_iter().filter(news).map(told).collect()
    }

    fn streams(&self) -> bool {
        false
    }
}

impl Firmware {
    fn answer(&mut self, command: &Command, scanned: &Reading) -> Option<Frame> {
        match command {
            Command::Reset => {
                self.updates = false;
                None
            }
            Command::UpdateBoard => {
                self.updates = true;
                None
            }
            Command::SendBoard => {
                let value = |number: u8| match code::square(number) {
                    Some(_) if self.is_locked => 0x7f,
                    Some(square) => u8::from(scanned.at(square).is_occupied()),
                    None => 0,
                };
                Some(Frame { id: 0x86, data: (0..64).map(value).collect() })
            }
            Command::SendVersion => {
                let (major, minor) = self.options.version;
                Some(Message::Version { major, minor }.emit())
            }
            Command::SendTrademark => Some(Message::Trademark(self.options.trademark.clone()).emit()),
            Command::SendBattery => {
                let percent = self.options.battery_percent.unwrap_or(80);
                Some(Message::Battery(Battery { percent, ..Battery::default() }).emit())
            }
            // The board does not know other commands.
            _ => None,
        }
    }
}
