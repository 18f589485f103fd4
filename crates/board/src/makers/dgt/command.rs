//! Commands from a host to a board in single-board mode. Each is one byte, except messages to the clock.
//!
//! The command that starts the boot loader (0x4e) is missing from this type, so that it cannot be sent by mistake.

use super::clock_command::ClockCommand;

/// A command of the single-board mode.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Enter idle mode. A board that is waiting for the rest of a clock message takes the byte for a part of that
    /// message.
    Reset,
    /// Send a reading of the clock.
    SendClock,
    /// Send a dump of all squares.
    SendBoard,
    /// Report changes, and the clock at least every second.
    Update,
    /// Report changes of squares only.
    UpdateBoard,
    /// Report changes of squares and of the clock.
    UpdateNice,
    /// Send the short serial number.
    SendSerial,
    /// Send the bus address.
    SendBusAddress,
    /// Send the trademark.
    SendTrademark,
    /// Send the hardware version.
    SendHardwareVersion,
    /// Send the log, which takes eight seconds.
    SendEeLog,
    /// Enter bus mode.
    ToBus,
    /// Send the state of the battery.
    SendBattery,
    /// Send the firmware version.
    SendVersion,
    /// Send the long serial number.
    SendLongSerial,
    /// A message to the clock.
    Clock(ClockCommand),
}

/// The result of parsing the beginning of a stream of commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parsed {
    /// A whole command, and the number of bytes in it.
    Command(Command, usize),
    /// The beginning of a command; more bytes are needed.
    Partial,
    /// An unknown command, and the number of its bytes.
    Unknown(usize),
}

impl Command {
    /// Returns the bytes for the board.
    pub fn emit(&self) -> Vec<u8> {
        match self {
            Command::Clock(command) => command.emit(),
            Command::Reset
            | Command::SendClock
            | Command::SendBoard
            | Command::Update
            | Command::UpdateBoard
            | Command::UpdateNice
            | Command::SendSerial
            | Command::SendBusAddress
            | Command::SendTrademark
            | Command::SendHardwareVersion
            | Command::SendEeLog
            | Command::ToBus
            | Command::SendBattery
            | Command::SendVersion
            | Command::SendLongSerial => vec![self.number()],
        }
    }

    /// Returns the first byte of the command.
    pub fn number(&self) -> u8 {
        match self {
            Command::Clock(_) => 0x2b,
            Command::Reset => 0x40,
            Command::SendClock => 0x41,
            Command::SendBoard => 0x42,
            Command::Update => 0x43,
            Command::UpdateBoard => 0x44,
            Command::SendSerial => 0x45,
            Command::SendBusAddress => 0x46,
            Command::SendTrademark => 0x47,
            Command::SendHardwareVersion => 0x48,
            Command::SendEeLog => 0x49,
            Command::ToBus => 0x4a,
            Command::UpdateNice => 0x4b,
            Command::SendBattery => 0x4c,
            Command::SendVersion => 0x4d,
            Command::SendLongSerial => 0x55,
        }
    }

    /// Parses the command at the beginning of `bytes`.
    pub fn parse(bytes: &[u8]) -> Parsed {
        let Some(&first) = bytes.first() else { return Parsed::Partial };
        let command = match first {
            0x40 => Command::Reset,
            0x41 => Command::SendClock,
            0x42 => Command::SendBoard,
            0x43 => Command::Update,
            0x44 => Command::UpdateBoard,
            0x45 => Command::SendSerial,
            0x46 => Command::SendBusAddress,
            0x47 => Command::SendTrademark,
            0x48 => Command::SendHardwareVersion,
            0x49 => Command::SendEeLog,
            0x4a => Command::ToBus,
            0x4b => Command::UpdateNice,
            0x4c => Command::SendBattery,
            0x4d => Command::SendVersion,
            0x55 => Command::SendLongSerial,
            // These messages carry their size: messages to the clock, to a clock on the newer bus, and to the lamps.
            0x2b | 0x2c | 0x60 => return Command::parse_sized(bytes),
            _ => return Parsed::Unknown(1),
        };
        Parsed::Command(command, 1)
    }

    fn parse_sized(bytes: &[u8]) -> Parsed {
        let total = match bytes.get(1) {
            Some(&size) => usize::from(size) + 2,
            None => return Parsed::Partial,
        };
        match bytes.get(..total) {
            None => Parsed::Partial,
            Some(message) => match ClockCommand::parse(message) {
                Some(command) => Parsed::Command(Command::Clock(command), total),
                None => Parsed::Unknown(total),
            },
        }
    }
}
