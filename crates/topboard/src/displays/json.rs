//! What is written of displays: the orders of operators, what a screen says of itself and is told, and the file of the data
//! folder. A boundary file: deriving serde here is a promise to the pages, and to whoever kept the file.

use hall::TableNo;
use serde::{Deserialize, Serialize};

/// What a screen shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum View {
    /// As many boards as can be read, page by page.
    #[default]
    Grid,
    /// One large board, and others beside it.
    Feature,
    /// The time to the start of the round.
    Countdown,
    /// The standings.
    Standings,
    /// A message.
    Message,
    /// A start position of Chess960.
    Start,
}

/// How well pieces are to be seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Sight {
    /// Under 20 minutes of arc.
    #[default]
    Comfort,
    /// Under 16 minutes of arc.
    Limit,
}

/// How a display is set up.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Setup {
    /// What it shows.
    pub(crate) view: View,
    /// The diagonal of the screen, in inches.
    pub(crate) inches: u16,
    /// How far the farthest seat is, in metres.
    pub(crate) metres: f64,
    /// How well it is to be read there.
    pub(crate) sight: Sight,
    /// Whether the boards are turned, as for those who sit behind Black.
    pub(crate) mirrored: bool,
    /// Whether the theme is the light one, for bright halls.
    pub(crate) light: bool,
    /// The tables that it shows; all, if it is empty.
    pub(crate) tables: Vec<TableNo>,
    /// The tables that stay while pages turn.
    pub(crate) pins: Vec<TableNo>,
    /// The table in the large place; `None` to have it chosen.
    pub(crate) feature: Option<TableNo>,
    /// The seconds for which a page is shown.
    pub(crate) turn_s: u16,
    /// The message.
    pub(crate) message: String,
    /// The number of the start position; `None` for the one of the first table.
    pub(crate) start: Option<u16>,
    /// The key of the tournament whose standings are shown; `None` for the first.
    pub(crate) tournament: Option<String>,
}

impl Default for Setup {
    fn default() -> Setup {
        Setup {
            view: View::Grid,
            inches: 55,
            metres: 6.0,
            sight: Sight::Comfort,
            mirrored: false,
            light: false,
            tables: Vec::new(),
            pins: Vec::new(),
            feature: None,
            turn_s: 15,
            message: String::new(),
            start: None,
            tournament: None,
        }
    }
}

/// A countdown to an instant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Countdown {
    /// What begins then.
    pub(crate) title: String,
    /// The instant, in milliseconds since 1970.
    pub(crate) until_ms: u64,
}

/// An order about a display.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum DisplayOrder {
    /// To keep the display, under a name that says where it hangs; also to give it another.
    Adopt {
        /// The place.
        place: String,
    },
    /// To say what it shows and how.
    Assign {
        /// All of it.
        setup: Box<Setup>,
    },
    /// To count down to the start of a round.
    Countdown {
        /// What begins then.
        title: String,
        /// The seconds from now on.
        in_s: u32,
    },
    /// To have it show its name for a while.
    Identify,
    /// To forget it.
    Forget,
}

/// Why a page is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PageReason {
    /// All boards are on it.
    All,
    /// It is the first.
    First,
    /// The time of the page before was over.
    Due,
    /// Its time is over, and a move was just made on it.
    Waiting,
    /// Moves on the page before did not stop.
    Forced,
    /// Boards came or went, or the screen was set up anew.
    Changed,
}

/// Why a board is in the large place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FeatureReason {
    /// The operator pinned it.
    Pin,
    /// Both its clocks are under a limit.
    LowClocks,
    /// Its game just ended.
    Ended,
    /// It is its turn.
    Turn,
    /// There is no other.
    Only,
}

/// What a screen says of itself.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Report {
    /// What it shows.
    pub(crate) view: View,
    /// The width of its picture, in pixels.
    pub(crate) width: u32,
    /// The height of its picture, in pixels.
    pub(crate) height: u32,
    /// The tables that it shows.
    #[serde(default)]
    pub(crate) tables: Vec<TableNo>,
    /// The page, from 1.
    #[serde(default)]
    pub(crate) page: u16,
    /// The number of pages.
    #[serde(default)]
    pub(crate) pages: u16,
    /// Why this page.
    #[serde(default)]
    pub(crate) page_reason: Option<PageReason>,
    /// The table whose moves it waits for, or did not wait for.
    #[serde(default)]
    pub(crate) moving: Option<TableNo>,
    /// The table in the large place.
    #[serde(default)]
    pub(crate) feature: Option<TableNo>,
    /// Why that one.
    #[serde(default)]
    pub(crate) feature_reason: Option<FeatureReason>,
    /// From how far it is read, in metres.
    #[serde(default)]
    pub(crate) reach_metres: Option<f64>,
    /// Whether nothing current is known to it.
    #[serde(default)]
    pub(crate) stale: bool,
}

/// What a screen is told.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct Told {
    /// Its name.
    pub(crate) display: String,
    /// Where it hangs; `None` until it is adopted.
    pub(crate) place: Option<String>,
    /// How it is set up.
    pub(crate) setup: Setup,
    /// The title of the countdown, and the milliseconds to its end, less than none once it is over.
    pub(crate) countdown: Option<(String, i64)>,
    /// Whether it shows its name.
    pub(crate) identify: bool,
    /// What names the files of the page: others mean another version.
    pub(crate) files: String,
}

/// A display as operators are told of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct DisplayView {
    /// Its name.
    pub(crate) display: String,
    /// Where it hangs; `None` until it is adopted.
    pub(crate) place: Option<String>,
    /// The seconds since it was seen last; `None` if it was not seen since the program started.
    pub(crate) seen_s: Option<u64>,
    /// How it is set up.
    pub(crate) setup: Setup,
    /// The countdown.
    pub(crate) countdown: Option<Countdown>,
    /// What it said of itself last.
    pub(crate) report: Option<Report>,
}

/// A display in the file.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// Its name.
    pub(crate) display: String,
    /// Where it hangs.
    pub(crate) place: String,
    /// How it is set up.
    #[serde(default)]
    pub(crate) setup: Setup,
    /// The countdown.
    #[serde(default)]
    pub(crate) countdown: Option<Countdown>,
    /// When it was seen last, in milliseconds since 1970.
    pub(crate) seen_ms: u64,
}

/// The file of displays.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Book {
    /// The version of the file: 1.
    pub(crate) version: u8,
    /// The displays.
    pub(crate) displays: Vec<Kept>,
}
