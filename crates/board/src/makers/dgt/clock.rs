//! Clock messages that come through the board: readings (BWTIME) and acknowledgements, which share one message
//! number.
//!
//! ```text
//! data   0: right hours  D0-3 hours, D4 flag fallen and blocked, D5 time per move, D6 flag shown, clock runs on
//!     1, 2: right minutes, seconds (BCD)
//!  3, 4, 5: left hours with D4 to D6 as on the right, minutes, seconds
//!        6: D0 running, D1 lever, D2 battery low, D3-4 whose turn, D5 no clock
//! ```
//! The message is an acknowledgement if the low half of either side's hours byte is 0xa, because no clock shows ten
//! hours.

/// A side of the clock, left or right, as the maker calls them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The side of White, when the board stands the normal way round.
    Left,
    /// The side of Black, when the board stands the normal way round.
    Right,
}

impl Side {
    /// Returns the opposite side.
    pub fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// The values that the clock shows for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SideTime {
    /// The hours shown, 0 to 9.
    pub hours: u8,
    /// The minutes shown, 0 to 59.
    pub minutes: u8,
    /// The seconds shown, 0 to 59.
    pub seconds: u8,
    /// True if the flag has fallen and the clock has stopped at zero.
    pub fallen: bool,
    /// True if the clock shows a time per move.
    pub per_move: bool,
    /// True if the clock shows a fallen flag. It may still run on into the next period.
    pub shown: bool,
}

impl SideTime {
    /// Creates the display of this many seconds; a time too long for the display becomes 9:59:59.
    pub fn from_seconds(seconds: u32) -> SideTime {
        let shown = seconds.min(9 * 3600 + 59 * 60 + 59);
        SideTime {
            hours: (shown / 3600) as u8,
            minutes: (shown / 60 % 60) as u8,
            seconds: (shown % 60) as u8,
            ..SideTime::default()
        }
    }

    /// Returns the time shown, in milliseconds.
    pub fn left_ms(self) -> u32 {
        (u32::from(self.hours) * 3600 + u32::from(self.minutes) * 60 + u32::from(self.seconds)) * 1000
    }

    /// Returns whether the flag of this side has fallen, whether or not the clock has stopped.
    pub fn flag(self) -> bool {
        self.fallen || self.shown
    }

    fn parse(bytes: &[u8]) -> Option<SideTime> {
        let &[hours, minutes, seconds] = bytes else { return None };
        if hours & 0x0f > 9 {
            return None;
        }
        Some(SideTime {
            hours: hours & 0x0f,
            minutes: from_bcd(minutes)?,
            seconds: from_bcd(seconds)?,
            fallen: hours & 0x10 != 0,
            per_move: hours & 0x20 != 0,
            shown: hours & 0x40 != 0,
        })
    }

    fn emit(self) -> [u8; 3] {
        let flags = u8::from(self.fallen) << 4 | u8::from(self.per_move) << 5 | u8::from(self.shown) << 6;
        [self.hours.min(9) | flags, to_bcd(self.minutes), to_bcd(self.seconds)]
    }
}

/// A clock reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bwtime {
    /// The values shown for the left side.
    pub left: SideTime,
    /// The values shown for the right side.
    pub right: SideTime,
    /// True while one side's time is running.
    pub running: bool,
    /// The side whose time is running, or would run if the clock were started, according to the lever.
    pub active: Side,
    /// True if the clock's battery is low.
    pub battery_low: bool,
    /// Bits D3 and D4, which say whose turn it is. Editions of the maker's header contradict each other about which is
    /// which, so the bits are kept unchanged. The program only uses the fact that they change with the lever.
    pub turn_bits: u8,
}

/// The contents of a clock message (number 0x8d).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClockReport {
    /// A reading of the clock's times.
    Time(Bwtime),
    /// No clock is attached; the times mean nothing.
    Absent,
    /// The clock has answered a command, or reports a button.
    Ack(Ack),
}

impl ClockReport {
    /// Parses the seven data bytes; `None` if they are not seven, or if no clock could show them.
    pub fn parse(data: &[u8]) -> Option<ClockReport> {
        let &[right_hours, .., left_hours, _, _, status] = data else { return None };
        if data.len() != 7 {
            return None;
        }
        if right_hours & 0x0f == 0x0a || left_hours & 0x0f == 0x0a {
            return Some(ClockReport::Ack(Ack::parse(data)));
        }
        if status & 0x20 != 0 {
            return Some(ClockReport::Absent);
        }
        if status & 0x40 != 0 {
            return None;
        }
        Some(ClockReport::Time(Bwtime {
            right: SideTime::parse(&data[0..3])?,
            left: SideTime::parse(&data[3..6])?,
            running: status & 0x01 != 0,
            active: if status & 0x02 == 0 { Side::Left } else { Side::Right },
            battery_low: status & 0x04 != 0,
            turn_bits: status >> 3 & 0x03,
        }))
    }

    /// Returns the seven data bytes.
    pub fn emit(self) -> Vec<u8> {
        match self {
            ClockReport::Time(time) => {
                let lever = match time.active {
                    Side::Left => 0,
                    Side::Right => 0x02,
                };
                let status = u8::from(time.running)
                    | lever
                    | u8::from(time.battery_low) << 2
                    | (time.turn_bits & 0x03) << 3;
                [&time.right.emit()[..], &time.left.emit(), &[status]].concat()
            }
            ClockReport::Absent => vec![0, 0, 0, 0, 0, 0, 0x20],
            ClockReport::Ack(ack) => ack.emit(),
        }
    }
}

/// An acknowledgement: four bytes of eight bits each, packed into the seven-bit bytes of a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ack(pub [u8; 4]);

/// The meaning of an acknowledgement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AckKind {
    /// A display command was carried out.
    Display,
    /// Icons were set.
    Icons,
    /// The text was ended, and the clock shows its times again.
    End,
    /// The answer to a button question; it carries no button.
    ButtonAsked,
    /// The clock's version.
    Version {
        /// The kind of clock: 1 for an XL, 2 for a DGT 3000.
        major: u8,
        /// The minor part of the version.
        minor: u8,
    },
    /// The times were set.
    SetAndRun,
    /// The clock beeped.
    Beep,
    /// A text was shown.
    Ascii,
    /// Sent unasked: the clock is ready.
    Ready,
    /// Sent unasked: a button was pressed.
    Button(Button),
    /// Sent unasked: the clock is in this mode.
    Mode(u8),
    /// Sent unasked: the clock has left the mode in which it obeys the board.
    LeftMode,
    /// An acknowledgement with an unknown number.
    Other(u8),
}

/// A button of the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Button {
    /// The first button from the left.
    Back,
    /// The second button from the left.
    Plus,
    /// The button in the middle.
    RunPause,
    /// The fourth button from the left.
    Minus,
    /// The last button from the left.
    Ok,
    /// Several buttons pressed at once, or an unknown button: its number, unchanged.
    Other(u8),
}

impl Ack {
    /// Returns the number of the answered command, or of the unasked message.
    pub fn number(self) -> u8 {
        self.0[1]
    }

    /// Returns whether the clock refused to obey.
    pub fn is_refused(self) -> bool {
        self.0[0] & 0x40 != 0
    }

    /// Returns the meaning of the acknowledgement.
    pub fn kind(self) -> AckKind {
        match self.0[1] {
            0x01 => AckKind::Display,
            0x02 => AckKind::Icons,
            0x03 => AckKind::End,
            0x08 => AckKind::ButtonAsked,
            0x09 => AckKind::Version { major: self.0[2] >> 4, minor: self.0[2] & 0x0f },
            0x0a => AckKind::SetAndRun,
            0x0b => AckKind::Beep,
            0x0c | 0x0d => AckKind::Ascii,
            0x81 => AckKind::Ready,
            0x88 => AckKind::Button(match self.0[3] {
                0x31 => Button::Back,
                0x32 => Button::Plus,
                0x33 => Button::RunPause,
                0x34 => Button::Minus,
                0x35 => Button::Ok,
                other => Button::Other(other),
            }),
            0x8a => AckKind::Mode(self.0[3]),
            0x90 => AckKind::LeftMode,
            other => AckKind::Other(other),
        }
    }

    fn parse(data: &[u8]) -> Ack {
        let top = |byte: u8, bit: u32| (byte >> bit & 1) << 7;
        Ack([
            data[1] & 0x7f | top(data[3], 4),
            data[2] & 0x7f | top(data[3], 5),
            data[4] & 0x7f | top(data[0], 4),
            data[5] & 0x7f | top(data[0], 5),
        ])
    }

    fn emit(self) -> Vec<u8> {
        let [ack0, ack1, ack2, ack3] = self.0;
        vec![
            0x0a | ack2 >> 7 << 4 | ack3 >> 7 << 5,
            ack0 & 0x7f,
            ack1 & 0x7f,
            0x0a | ack0 >> 7 << 4 | ack1 >> 7 << 5,
            ack2 & 0x7f,
            ack3 & 0x7f,
            0,
        ]
    }
}

/// Returns the value of two decimal digits in one byte, 0 to 59; `None` if they are no such digits.
fn from_bcd(byte: u8) -> Option<u8> {
    let (tens, ones) = (byte >> 4, byte & 0x0f);
    (tens <= 5 && ones <= 9).then_some(tens * 10 + ones)
}

fn to_bcd(value: u8) -> u8 {
    ((value / 10 % 10) << 4) | (value % 10)
}
