//! Sensor logs, version 1: the reports of one table's sensors, one JSON object on each line.

use board::{BoardEvent, Contents, Millis, Reading, Sensing};
use shakmaty::{CastlingMode, Color};

use crate::Truth;
use std::fmt::Write;

/// The first line of a sensor log, which describes the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogHeader {
    /// The kind of sensors.
    pub sensing: Sensing,
    /// The position at the start, as a FEN.
    pub start_fen: String,
    /// The castling mode: standard or Chess960.
    pub mode: CastlingMode,
    /// The time control in the form of PGN's tag TimeControl.
    pub time_control: String,
    /// True if the log may hold presses and clock readings.
    pub clock: bool,
    /// The board's scan period, in milliseconds.
    pub scan_ms: u32,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
}

impl LogHeader {
    /// Returns the header for a game played on a board of this kind.
    pub fn of(truth: &Truth, profile: &crate::BoardProfile, tempo: crate::Tempo) -> LogHeader {
        LogHeader {
            sensing: profile.sensing,
            start_fen: truth.agreed.fen(),
            mode: truth.start.mode(),
            time_control: tempo.time_control(),
            clock: profile.clock.is_some(),
            scan_ms: profile.scan_ms,
            white: truth.players.white.name.clone(),
            black: truth.players.black.name.clone(),
        }
    }
}

/// Returns the text of a sensor log. Events for which the format has no line (identity, link, unknown messages) are
/// left out.
pub fn write(header: &LogHeader, events: &[(Millis, BoardEvent)]) -> String {
    let mut text = head(header);
    let origin = events.first().map_or(0, |event| event.0);
    for (t_ms, event) in events {
        if let Some(fields) = body(event, header.sensing) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{{\"t\":{},{fields}}}", t_ms - origin);
        }
    }
    text
}

fn head(header: &LogHeader) -> String {
    let sensing = match header.sensing {
        Sensing::Piece => "piece",
        Sensing::Occupancy => "occupancy",
    };
    let variant = if header.mode.is_chess960() { "chess960" } else { "standard" };
    format!(
        "{{\"sensorlog\":1,\"sensing\":\"{sensing}\",\"start\":{},\"variant\":\"{variant}\",\"time_control\":{},\
         \"clock\":{},\"scan_ms\":{},\"white\":{},\"black\":{}}}\n",
        quoted(&header.start_fen),
        quoted(&header.time_control),
        header.clock,
        header.scan_ms,
        quoted(&header.white),
        quoted(&header.black),
    )
}

fn body(event: &BoardEvent, sensing: Sensing) -> Option<String> {
    match event {
        BoardEvent::Reading(reading) => Some(whole(reading, sensing)),
        BoardEvent::Square { square, contents } => {
            let is = match contents {
                Contents::Empty => String::new(),
                Contents::Occupied => String::from("*"),
                Contents::Piece(piece) => piece.char().to_string(),
            };
            Some(format!("\"sq\":\"{square}\",\"is\":\"{is}\""))
        }
        BoardEvent::Clock(clock) => {
            let running = match clock.running {
                Some(color) => format!("\"{}\"", name(color)),
                None => String::from("null"),
            };
            let (white, black) = (clock.left_ms.white, clock.left_ms.black);
            Some(format!("\"clock\":{{\"white_ms\":{white},\"black_ms\":{black},\"running\":{running}}}"))
        }
        BoardEvent::Press(color) => Some(format!("\"press\":\"{}\"", name(*color))),
        BoardEvent::Flag(color) => Some(format!("\"flag\":\"{}\"", name(*color))),
        BoardEvent::Gap { gap_ms } => Some(format!("\"gap_ms\":{gap_ms}")),
        _ => None,
    }
}

fn whole(reading: &Reading, sensing: Sensing) -> String {
    match sensing {
        Sensing::Piece => format!("\"board\":\"{}\"", reading.known().board_fen()),
        Sensing::Occupancy => format!("\"occupied\":\"{:016x}\"", u64::from(reading.occupied())),
    }
}

fn name(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

/// Returns a text as a JSON string.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            control if control < ' ' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(control));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{ByColor, Square};

    #[test]
    fn lines_are_as_the_format_has_them() {
        let header = LogHeader {
            sensing: Sensing::Piece,
            start_fen: String::from("8/8/8/8/8/8/8/8 w - - 0 1"),
            mode: CastlingMode::Standard,
            time_control: String::from("180+2"),
            clock: true,
            scan_ms: 200,
            white: String::from("O\"Neil"),
            black: String::new(),
        };
        let clock = board::ClockReading {
            left_ms: ByColor { white: 1_000, black: 2_000 },
            running: Some(Color::Black),
            lever: None,
        };
        let events = vec![
            (100, BoardEvent::Reading(Reading::from_board(&shakmaty::Board::new()))),
            (912, BoardEvent::Square { square: Square::E2, contents: Contents::Empty }),
            (
                1_390,
                BoardEvent::Square { square: Square::E4, contents: Contents::Piece(Color::White.pawn()) },
            ),
            (2_190, BoardEvent::Press(Color::White)),
            (2_200, BoardEvent::Clock(clock)),
        ];
        let text = write(&header, &events);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].contains("\"white\":\"O\\\"Neil\""), "{}", lines[0]);
        assert_eq!(lines[1], "{\"t\":0,\"board\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\"}");
        assert_eq!(lines[2], "{\"t\":812,\"sq\":\"e2\",\"is\":\"\"}");
        assert_eq!(lines[3], "{\"t\":1290,\"sq\":\"e4\",\"is\":\"P\"}");
        assert_eq!(lines[4], "{\"t\":2090,\"press\":\"white\"}");
        assert_eq!(
            lines[5],
            "{\"t\":2100,\"clock\":{\"white_ms\":1000,\"black_ms\":2000,\"running\":\"black\"}}"
        );
    }
}
