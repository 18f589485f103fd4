//! Messages to the clock, passed on by the board.
//!
//! ```text
//! [0x2b] [size] [0x03] [number] [content …] [0x00]      size counts the bytes after itself
//! ```

/// The first byte of a message to the clock.
pub const CLOCK_MESSAGE: u8 = 0x2b;

/// A message to the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockCommand {
    /// Shows six characters of seven segments (XL).
    Display {
        /// The characters from left to right. The bits of each are 0x01 top, 0x02 right top, 0x04 right bottom, 0x08
        /// bottom, 0x10 left bottom, 0x20 left top, 0x40 middle.
        segments: [u8; 6],
        /// The bits for the marks beside the characters. On the right side 0x01 is the dot, 0x02 the colon and 0x04
        /// the digit 1 in front of the hours; on the left side they are 0x08, 0x10 and 0x20.
        marks: u8,
        /// True if the clock is also to beep.
        beep: bool,
    },
    /// Sets the icons (XL): left and right modes, left and right periods, special.
    Icons {
        /// The modes on the left and on the right, as bits from bit 0 on: TIME, FISCH, DELAY, HGLASS, UPCNT, BYO,
        /// END.
        modes: [u8; 2],
        /// The periods on the left and on the right, as bits: periods 1 to 5 from bit 0 on, the flag in bit 5.
        periods: [u8; 2],
        /// The bits for the special icons: clear all, sound, colours, battery.
        special: u8,
    },
    /// Ends the display of a text and shows the times again.
    End,
    /// Asks which buttons were pressed.
    Button,
    /// Asks for the clock's version.
    Version,
    /// Sets both times. The clock refuses unless it is in its board mode (23 on an XL, 25 on a DGT 3000).
    SetAndRun {
        /// Hours, minutes and seconds of the left side. The bit 0x10 in the hours makes the time count up.
        left: [u8; 3],
        /// Hours, minutes and seconds of the right side. The bit 0x10 in the hours makes the time count up.
        right: [u8; 3],
        /// The flags: 0x01 left runs, 0x02 right runs, 0x04 pause, 0x08 swap sides when the lever is turned.
        flags: u8,
    },
    /// Beeps for the given number of units of 64 ms.
    Beep(u8),
    /// Shows eight characters (DGT 3000).
    Ascii {
        /// The text, one byte for each character.
        text: [u8; 8],
        /// The length of the beep in units of 62.5 ms; 0 for no beep.
        beep: u8,
    },
    /// Shows eleven characters (Revelation II).
    LongAscii {
        /// The text, one byte for each character.
        text: [u8; 11],
        /// The length of the beep in units of 62.5 ms; 0 for no beep.
        beep: u8,
    },
}

impl ClockCommand {
    /// Returns the command number, which is in the message and in its acknowledgement.
    pub fn number(&self) -> u8 {
        match self {
            ClockCommand::Display { .. } => 0x01,
            ClockCommand::Icons { .. } => 0x02,
            ClockCommand::End => 0x03,
            ClockCommand::Button => 0x08,
            ClockCommand::Version => 0x09,
            ClockCommand::SetAndRun { .. } => 0x0a,
            ClockCommand::Beep(_) => 0x0b,
            ClockCommand::Ascii { .. } => 0x0c,
            ClockCommand::LongAscii { .. } => 0x0d,
        }
    }

    /// Returns the bytes for the board. Top bits are cleared, because a byte with its top bit set would end the
    /// message.
    pub fn emit(&self) -> Vec<u8> {
        let content = match self {
            ClockCommand::Display { segments: [a, b, c, d, e, f], marks, beep } => {
                // On the wire each side's three characters go from right to left.
                vec![*c, *b, *a, *f, *e, *d, *marks, if *beep { 0x03 } else { 0x01 }]
            }
            ClockCommand::Icons { modes, periods, special } => {
                vec![modes[0], modes[1], periods[0], periods[1], *special, 0, 0, 0]
            }
            ClockCommand::End | ClockCommand::Button | ClockCommand::Version => Vec::new(),
            ClockCommand::SetAndRun { left, right, flags } => [&left[..], right, &[*flags]].concat(),
            ClockCommand::Beep(length) => vec![*length],
            ClockCommand::Ascii { text, beep } => [&text[..], &[*beep]].concat(),
            ClockCommand::LongAscii { text, beep } => [&text[..], &[*beep]].concat(),
        };
        let mut bytes = vec![CLOCK_MESSAGE, content.len() as u8 + 3, 0x03, self.number()];
        bytes.extend(content.iter().map(|byte| byte & 0x7f));
        bytes.push(0x00);
        bytes
    }

    /// Parses a whole message; `None` if it is unknown or damaged.
    pub fn parse(bytes: &[u8]) -> Option<ClockCommand> {
        let &[CLOCK_MESSAGE, size, 0x03, number, ref content @ .., 0x00] = bytes else { return None };
        if usize::from(size) + 2 != bytes.len() {
            return None;
        }
        Some(match (number, content) {
            (0x01, &[c, b, a, f, e, d, marks, beep]) => {
                ClockCommand::Display { segments: [a, b, c, d, e, f], marks, beep: beep & 0x02 != 0 }
            }
            (0x02, &[left, right, left_period, right_period, special, ..]) if content.len() == 8 => {
                ClockCommand::Icons { modes: [left, right], periods: [left_period, right_period], special }
            }
            (0x03, &[]) => ClockCommand::End,
            (0x08, &[]) => ClockCommand::Button,
            (0x09, &[]) => ClockCommand::Version,
            (0x0a, &[lh, lm, ls, rh, rm, rs, flags]) => {
                ClockCommand::SetAndRun { left: [lh, lm, ls], right: [rh, rm, rs], flags }
            }
            (0x0b, &[length]) => ClockCommand::Beep(length),
            (0x0c, &[ref text @ .., beep]) => ClockCommand::Ascii { text: text.try_into().ok()?, beep },
            (0x0d, &[ref text @ .., beep]) => ClockCommand::LongAscii { text: text.try_into().ok()?, beep },
            _ => return None,
        })
    }
}
