//! Sensor logs, version 1 (docs/formats/sensor-log.md): what the sensors of one table reported, independent of any
//! maker's protocol. This is a boundary file (crates/README.md): other programs rely on the form that serde derives
//! here.
//!
//! A log is a header line, followed by one event on each line. Unknown keys and unknown kinds of events are ignored. A
//! line that cannot be read is reported by its number, and the rest of the log is used.

use board::{BoardEvent, ClockReading, Contents, Millis, Reading, Sensing};
use game::{CommandJson, Standing, Tags, Terms};
use hall::record::SettingsLine;
use journal::hex;
use laws::{Discipline, Edition, Profile, profile::Draughts};
use serde::{Deserialize, Serialize};
use shakmaty::{Bitboard, Board, ByColor, CastlingMode, Color, Piece, Square};
use std::borrow::Cow;

/// The version that this program writes, and the only one that it reads.
pub const VERSION: u32 = 1;
const VARIANTS: &str = r#""standard", "chess960", "draughts-100" and "draughts-64""#;

/// The first line of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The kind of sensors: what the board can tell about a piece on a square.
    pub sensing: Sensing,
    /// The position from which the first game starts.
    pub start: Standing,
    /// Says whether Chess960 is played.
    pub chess960: bool,
    /// The edition of the Laws, the discipline and the other rules that apply.
    pub profile: Profile,
    /// The time control as in PGN's tag TimeControl; empty if unknown.
    pub time_control: String,
    /// Says whether the log may hold presses and readings of a clock.
    pub clock: bool,
    /// The board's scan period in milliseconds.
    pub scan_ms: u32,
    /// The names of the players; empty if unknown.
    pub names: ByColor<String>,
    /// The names of the players' teams; empty if unknown.
    pub teams: ByColor<String>,
    /// The board's number in the match; empty if unknown.
    pub board: String,
}

/// A line after the header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// The time in milliseconds from the start of the log.
    pub t_ms: Millis,
    /// The content of the line.
    pub what: What,
}

/// The content of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// An event of the sensors.
    Board(BoardEvent),
    /// Raw bytes of a DGT board.
    Bytes(Vec<u8>),
    /// A command of a person.
    Command(CommandJson),
    /// A line of a kind that this program does not know.
    Other,
}

impl Header {
    /// Parses the first line of a log. `Err` says what is wrong with it. A log without a valid header cannot be used.
    pub fn parse(line: &str) -> Result<Header, String> {
        if !line.trim_start().starts_with('{') {
            return Err("the first line is not a sensor log's header: it must be a JSON object".to_owned());
        }
        let line: HeaderLine = serde_json::from_str(line)
            .map_err(|error| format!("the first line is not a sensor log's header ({error})"))?;
        if line.sensorlog != VERSION {
            return Err(format!(
                "the sensor log has version {}, but this program reads version {VERSION}",
                line.sensorlog
            ));
        }
        let sensing = match &*line.sensing {
            "piece" => Sensing::Piece,
            "occupancy" => Sensing::Occupancy,
            other => return Err(format!("sensing is {other:?}; write \"piece\" or \"occupancy\"")),
        };
        let draughts = line.variant.as_deref().and_then(Draughts::parse);
        let chess960 = match line.variant.as_deref() {
            None | Some("standard") => false,
            Some("chess960") => true,
            Some(_) if draughts.is_some() => false,
            Some(other) => return Err(format!("variant is {other:?}; write one of {VARIANTS}")),
        };
        let edition = line.edition.as_deref().map_or(Some(Edition::default()), Edition::parse);
        let discipline = line.discipline.as_deref().map_or(Some(Discipline::default()), Discipline::parse);
        let mode = if chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
        let start = match line.start.as_deref() {
            Some(fen) => {
                Standing::from_fen(fen, mode).map_err(|why| format!("start cannot be used: {why}"))?
            }
            None => Standing::from_setup(Standing::initial().setup().clone(), mode),
        };
        let text = |text: Option<Cow<'_, str>>| text.unwrap_or_default().into_owned();
        Ok(Header {
            sensing,
            start,
            chess960,
            profile: Profile {
                settings: line.settings.unwrap_or_default().read()?,
                draughts,
                ..Profile::new(
                    edition.ok_or("edition is not one of \"pl09\", \"ru20\" and \"fide23\"")?,
                    discipline.ok_or("discipline is not one of \"standard\", \"rapid\" and \"blitz\"")?,
                    line.supervised.unwrap_or(false),
                )
            },
            time_control: text(line.time_control),
            clock: line.clock.unwrap_or(true),
            scan_ms: line.scan_ms.unwrap_or(Terms::default().scan_ms),
            names: ByColor { white: text(line.white), black: text(line.black) },
            teams: ByColor { white: text(line.white_team), black: text(line.black_team) },
            board: text(line.board),
        })
    }

    /// Returns the header as the first line of a log.
    pub fn emit(&self) -> String {
        let text = |text: &str| (!text.is_empty()).then(|| Cow::Owned(text.to_owned()));
        let initial = *self.start.board() == Board::default() && self.start.turn() == Color::White;
        let line = HeaderLine {
            sensorlog: VERSION,
            sensing: match self.sensing {
                Sensing::Piece => "piece".into(),
                Sensing::Occupancy => "occupancy".into(),
            },
            start: (!initial || self.chess960).then(|| self.start.fen().into()),
            variant: Some(match self.profile.draughts {
                Some(draughts) => draughts.name().into(),
                None if self.chess960 => "chess960".into(),
                None => "standard".into(),
            }),
            edition: Some(self.profile.edition.name().into()),
            discipline: Some(self.profile.discipline.name().into()),
            supervised: Some(self.profile.supervised),
            settings: Some(SettingsLine::of(&self.profile.settings)).filter(|settings| !settings.is_empty()),
            time_control: text(&self.time_control),
            clock: Some(self.clock),
            scan_ms: Some(self.scan_ms),
            white: text(&self.names.white),
            black: text(&self.names.black),
            white_team: text(&self.teams.white),
            black_team: text(&self.teams.black),
            board: text(&self.board),
        };
        serde_json::to_string(&line).expect("a header is made of numbers and text")
    }

    /// Returns the terms agreed before the game.
    pub fn terms(&self) -> Terms {
        Terms {
            sensing: self.sensing,
            mode: self.start.mode(),
            start: self.start.clone(),
            clock: self.clock,
            next_move_completes: self.profile.edition.next_move_completes(),
            scan_ms: self.scan_ms,
            ..Terms::default()
        }
    }

    /// Returns the tags for the score sheet.
    pub fn tags(&self) -> Tags {
        let mut tags = Tags { time_control: self.time_control.clone(), ..Tags::default() };
        tags.players.white.name.clone_from(&self.names.white);
        tags.players.black.name.clone_from(&self.names.black);
        tags.players.white.team.clone_from(&self.teams.white);
        tags.players.black.team.clone_from(&self.teams.black);
        tags.board.clone_from(&self.board);
        tags
    }
}

impl LogEntry {
    /// Parses a line after the header. `Err` says what is wrong with the line.
    pub fn parse(text: &str) -> Result<LogEntry, String> {
        // serde would also accept a JSON array with the values of the fields in order. Only an object is an event.
        if !text.trim_start().starts_with('{') {
            return Err("this is not an event: it must be a JSON object".to_owned());
        }
        let line: EntryLine<'_> =
            serde_json::from_str(text).map_err(|error| format!("this is not an event ({error})"))?;
        Ok(LogEntry { t_ms: line.t, what: line.read()? })
    }

    /// Returns the entry as a line; `None` if a sensor log has no form for it.
    pub fn emit(&self) -> Option<String> {
        let mut line = EntryLine { t: self.t_ms, ..EntryLine::default() };
        match &self.what {
            What::Board(event) => line.set(event)?,
            What::Bytes(bytes) => line.rx = Some(hex::emit(bytes).into()),
            What::Command(command) => line.command = Some(command.clone()),
            What::Other => return None,
        }
        Some(serde_json::to_string(&line).expect("an event is made of numbers and text"))
    }
}

#[derive(Serialize, Deserialize)]
struct HeaderLine<'a> {
    sensorlog: u32,
    #[serde(borrow)]
    sensing: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    start: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    variant: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    edition: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    discipline: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    supervised: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    settings: Option<SettingsLine>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    time_control: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    scan_ms: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    white_team: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black_team: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    board: Option<Cow<'a, str>>,
}

#[derive(Default, Serialize, Deserialize)]
struct EntryLine<'a> {
    t: Millis,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    sq: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    is: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    board: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    occupied: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<ClockLine>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    press: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    flag: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gap_ms: Option<Millis>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    rx: Option<Cow<'a, str>>,
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    result_piece: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    command: Option<CommandJson>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct ClockLine {
    white_ms: u32,
    black_ms: u32,
    running: Option<Side>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lever: Option<Side>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    White,
    Black,
}

impl EntryLine<'_> {
    fn read(self) -> Result<What, String> {
        let event = if let Some(sq) = self.sq {
            let square = Square::from_ascii(sq.as_bytes())
                .map_err(|_| format!("{sq:?} is not a square; write one like \"e4\""))?;
            match (self.is, self.result_piece) {
                (Some(is), _) => BoardEvent::Square { square, contents: contents(&is)? },
                (None, Some(token)) => {
                    let outcome = token.parse().map_err(|_| format!("{token:?} is not a result"))?;
                    BoardEvent::ResultPiece { square, outcome }
                }
                (None, None) => return Err("the line names a square but not what it is".to_owned()),
            }
        } else if let Some(placement) = self.board {
            let board = Board::from_ascii_board_fen(placement.as_bytes())
                .map_err(|error| format!("board is not a FEN placement ({error})"))?;
            BoardEvent::Reading(Reading::from_board(&board))
        } else if let Some(digits) = self.occupied {
            let mask = u64::from_str_radix(&digits, 16)
                .map_err(|_| format!("occupied is {digits:?}; write 16 hexadecimal digits, bit 0 for a1"))?;
            BoardEvent::Reading(Reading::from_occupied(Bitboard(mask)))
        } else if let Some(clock) = self.clock {
            BoardEvent::Clock(ClockReading {
                left_ms: ByColor { white: clock.white_ms, black: clock.black_ms },
                running: clock.running.map(Side::color),
                lever: clock.lever.map(Side::color),
            })
        } else if let Some(side) = self.press {
            BoardEvent::Press(side.color())
        } else if let Some(side) = self.flag {
            BoardEvent::Flag(side.color())
        } else if let Some(gap_ms) = self.gap_ms {
            BoardEvent::Gap { gap_ms }
        } else if let Some(digits) = self.rx {
            return hex::read(&digits).map(What::Bytes);
        } else if let Some(command) = self.command {
            return Ok(What::Command(command));
        } else {
            return Ok(What::Other);
        };
        Ok(What::Board(event))
    }

    /// Sets the fields of the line for an event; `None` if a sensor log has no fields for the event.
    fn set(&mut self, event: &BoardEvent) -> Option<()> {
        match event {
            BoardEvent::Reading(reading) => {
                let known = reading.known();
                if known.occupied() == reading.occupied() {
                    self.board = Some(known.board_fen().to_string().into());
                } else {
                    self.occupied = Some(format!("{:016x}", reading.occupied().0).into());
                }
            }
            BoardEvent::Square { square, contents } => {
                self.sq = Some(square.to_string().into());
                self.is = Some(match contents {
                    Contents::Empty => "".into(),
                    Contents::Occupied => "*".into(),
                    Contents::Piece(piece) => piece.char().to_string().into(),
                });
            }
            BoardEvent::Clock(clock) => {
                self.clock = Some(ClockLine {
                    white_ms: clock.left_ms.white,
                    black_ms: clock.left_ms.black,
                    running: clock.running.map(Side::of),
                    // While the clock runs, its lever only repeats whose time runs.
                    lever: clock.lever.filter(|_| clock.running.is_none()).map(Side::of),
                });
            }
            BoardEvent::Press(color) => self.press = Some(Side::of(*color)),
            BoardEvent::Flag(color) => self.flag = Some(Side::of(*color)),
            BoardEvent::Gap { gap_ms } => self.gap_ms = Some(*gap_ms),
            BoardEvent::ResultPiece { square, outcome } => {
                self.sq = Some(square.to_string().into());
                self.result_piece = Some(outcome.as_str().into());
            }
            _ => return None,
        }
        Some(())
    }
}

impl Side {
    fn of(color: Color) -> Side {
        color.fold_wb(Side::White, Side::Black)
    }

    fn color(self) -> Color {
        match self {
            Side::White => Color::White,
            Side::Black => Color::Black,
        }
    }
}

fn contents(is: &str) -> Result<Contents, String> {
    match is {
        "" => Ok(Contents::Empty),
        "*" => Ok(Contents::Occupied),
        _ => {
            let mut letters = is.chars();
            let piece = letters.next().and_then(Piece::from_char).filter(|_| letters.next().is_none());
            piece.map(Contents::Piece).ok_or_else(|| {
                format!("{is:?} is not what a square can be; write a FEN letter, \"*\" or nothing")
            })
        }
    }
}
