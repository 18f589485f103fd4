//! The kinds of trouble that an operator is told of.

use board::Millis;

/// A kind of trouble.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AlertKind {
    /// The disk under the journal takes nothing, so nothing is published.
    Disk,
    /// The program does not follow a table any more, for a mistake in it.
    Fault,
    /// A board that was read cannot be read while its game has no result.
    Silent,
    /// No board has been seen at a table although a round goes on.
    Missing,
    /// The board contradicts the moves on three squares or more.
    Astray,
    /// Somebody has to say which of several legal moves was played.
    UnclearMove,
    /// Neither clock runs in a game that goes on.
    ClockPaused,
    /// The board shows the end of the game, and nobody has entered a result.
    NoResult,
    /// There is a result, and a clock runs, or is pressed for moves.
    EarlyResult,
    /// The last move of a game with a result takes a king to the centre: perhaps the kings were put down.
    KingMove,
}

impl AlertKind {
    /// All kinds, the gravest first.
    pub const ALL: [AlertKind; 10] = [
        AlertKind::Disk,
        AlertKind::Fault,
        AlertKind::Silent,
        AlertKind::Missing,
        AlertKind::Astray,
        AlertKind::UnclearMove,
        AlertKind::ClockPaused,
        AlertKind::NoResult,
        AlertKind::EarlyResult,
        AlertKind::KingMove,
    ];

    /// Returns the name, as configurations have it.
    pub fn name(self) -> &'static str {
        match self {
            AlertKind::Disk => "disk",
            AlertKind::Fault => "fault",
            AlertKind::Silent => "silent",
            AlertKind::Missing => "missing",
            AlertKind::Astray => "astray",
            AlertKind::UnclearMove => "unclear-move",
            AlertKind::ClockPaused => "clock-paused",
            AlertKind::NoResult => "no-result",
            AlertKind::EarlyResult => "early-result",
            AlertKind::KingMove => "king-move",
        }
    }

    /// Parses a name; `None` for any other text.
    pub fn parse(name: &str) -> Option<AlertKind> {
        AlertKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Returns how long a trouble lasts before it is told, unless somebody says otherwise, in milliseconds.
    pub fn usual_hold_ms(self) -> Millis {
        match self {
            AlertKind::Fault => 0,
            AlertKind::Disk => 10_000,
            AlertKind::Silent => 20_000,
            AlertKind::UnclearMove => 30_000,
            AlertKind::Missing | AlertKind::Astray | AlertKind::ClockPaused | AlertKind::KingMove => 60_000,
            AlertKind::NoResult | AlertKind::EarlyResult => 120_000,
        }
    }

    /// Returns whether it is told unless somebody says otherwise. Many endgames end with a king in the centre.
    pub fn is_usual(self) -> bool {
        self != AlertKind::KingMove
    }

    /// Returns whether moves are being lost while it lasts.
    pub(super) fn is_urgent(self) -> bool {
        matches!(self, AlertKind::Disk | AlertKind::Fault | AlertKind::Silent | AlertKind::Missing)
    }
}
