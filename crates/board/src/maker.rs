//! The maker whose protocol a board speaks, and what follows from that before a byte is exchanged.
//!
//! Invariant: a maker's name never changes, because journals and configurations contain it.

use crate::Sensing;

/// The maker whose protocol a board speaks; each has a page in docs/protocols/README.md, "Boards". The enum is
/// closed: whoever adds a maker adds its session ([`crate::Session`]), the way to recognise it
/// ([`crate::Inquiry`]), its folder and its page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Maker {
    /// A DGT board on a cable of its own.
    #[default]
    Dgt,
    /// Many DGT boards on one cable, in bus mode.
    DgtBus,
    /// Millennium ChessLink.
    ChessLink,
    /// Certabo and Tabutronic boards that read chips.
    Certabo,
    /// Tabutronic Sentio, which knows only occupied squares.
    Sentio,
    /// Novag Citrine and Star Diamond.
    Novag,
    /// Chessnut Air, Pro, Go, Move.
    Chessnut,
    /// DGT Pegasus.
    Pegasus,
    /// Square Off Pro, Swap.
    SquareOff,
    /// A home-made board with the firmware of this project (crate `sensor`).
    Home,
}

/// Settings of a serial line. Every maker's line has eight data bits and no parity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// The rate in bits a second; boards with USB of their own ignore it.
    pub baud: u32,
    /// The level of "data terminal ready"; `None` leaves it as the system opens it.
    pub dtr: Option<bool>,
}

impl Maker {
    /// All makers.
    pub const ALL: [Maker; 10] = [
        Maker::Dgt,
        Maker::DgtBus,
        Maker::ChessLink,
        Maker::Certabo,
        Maker::Sentio,
        Maker::Novag,
        Maker::Chessnut,
        Maker::Pegasus,
        Maker::SquareOff,
        Maker::Home,
    ];

    /// The maker's name in configurations and journals.
    pub fn name(self) -> &'static str {
        match self {
            Maker::Dgt => "dgt",
            Maker::DgtBus => "dgt-bus",
            Maker::ChessLink => "chesslink",
            Maker::Certabo => "certabo",
            Maker::Sentio => "sentio",
            Maker::Novag => "novag",
            Maker::Chessnut => "chessnut",
            Maker::Pegasus => "pegasus",
            Maker::SquareOff => "squareoff",
            Maker::Home => "home",
        }
    }

    /// The maker with this name.
    pub fn parse(name: &str) -> Option<Maker> {
        Maker::ALL.into_iter().find(|maker| maker.name() == name)
    }

    /// The maker's name for people.
    pub fn title(self) -> &'static str {
        match self {
            Maker::Dgt => "DGT protocol",
            Maker::DgtBus => "DGT bus",
            Maker::ChessLink => "Millennium ChessLink",
            Maker::Certabo => "Certabo",
            Maker::Sentio => "Tabutronic Sentio",
            Maker::Novag => "Novag",
            Maker::Chessnut => "Chessnut",
            Maker::Pegasus => "DGT Pegasus",
            Maker::SquareOff => "Square Off",
            Maker::Home => "home-made board",
        }
    }

    /// The kind of sensors in the maker's boards.
    pub fn sensing(self) -> Sensing {
        match self {
            // A Novag board reports moves; the session turns them into squares.
            Maker::Dgt
            | Maker::DgtBus
            | Maker::ChessLink
            | Maker::Certabo
            | Maker::Novag
            | Maker::Chessnut => Sensing::Piece,
            Maker::Sentio | Maker::Pegasus | Maker::SquareOff | Maker::Home => Sensing::Occupancy,
        }
    }

    /// The time a board takes to scan all squares, in milliseconds.
    pub fn scan_ms(self) -> u32 {
        match self {
            Maker::Dgt | Maker::Novag | Maker::Chessnut | Maker::Pegasus | Maker::SquareOff => 200,
            // Each board on a bus is asked two or three times a second.
            Maker::DgtBus => 600,
            Maker::ChessLink => 41,
            // A line takes 300 ms, and two of them must agree.
            Maker::Certabo => 600,
            Maker::Sentio => 100,
            // A home-made board scans more often, but reports a change only once the square has settled.
            Maker::Home => 40,
        }
    }

    /// The settings of the serial line.
    pub fn line(self) -> Line {
        match self {
            Maker::Dgt => Line { baud: 9600, dtr: None },
            Maker::DgtBus => Line { baud: 9600, dtr: Some(false) },
            Maker::ChessLink | Maker::Certabo | Maker::Sentio => Line { baud: 38_400, dtr: Some(false) },
            Maker::Novag => Line { baud: 57_600, dtr: None },
            // Boards of these makers are not on serial lines.
            Maker::Chessnut | Maker::Pegasus | Maker::SquareOff => Line { baud: 9600, dtr: None },
            // A home-made board ignores the rate, and reports only while a program has the port open.
            Maker::Home => Line { baud: 115_200, dtr: Some(true) },
        }
    }

    /// Returns whether the boards repeat identical bytes while nothing changes.
    pub fn repeats(self) -> bool {
        match self {
            Maker::ChessLink | Maker::Certabo | Maker::Sentio => true,
            // A Chessnut repeats its squares, but adds the time since it was switched on.
            Maker::Dgt
            | Maker::DgtBus
            | Maker::Novag
            | Maker::Chessnut
            | Maker::Pegasus
            | Maker::SquareOff
            | Maker::Home => false,
        }
    }

    /// Returns whether the boards remember what happened while no program listened, and report it with its times.
    pub fn remembers(self) -> bool {
        match self {
            Maker::Dgt
            | Maker::DgtBus
            | Maker::ChessLink
            | Maker::Certabo
            | Maker::Sentio
            | Maker::Novag
            | Maker::Chessnut
            | Maker::Pegasus
            | Maker::SquareOff => false,
            Maker::Home => true,
        }
    }
}
