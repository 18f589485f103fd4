//! Events as a table for a spreadsheet: comma-separated values as in RFC 4180, with one event in each row.
//!
//! The columns and the form of the cells are described in docs/formats/report.md, "Events as CSV".

use crate::case::{TimesOfDay, words};
use crate::happening::Follow;
use crate::happening::{Happening, What};
use crate::ordered::Ordered;
use board::{BoardEvent, Contents, Millis, Time, Timing};
use game::PlyNo;
use hall::Body;
use hall::TableNo;
use laws::Language;
use shakmaty::{CastlingMode, Color};

/// The header row, with the names of the columns.
pub const HEADER: &str = "table,game,t_ms,early_ms,late_ms,utc_ms,record,kind,ply,side,square,contents,white_ms,black_ms,running,rule,articles,author,text\r\n";

/// Builds the rows of the table. Feed it every record of the journal in order.
#[derive(Debug)]
pub struct Csv {
    follow: Follow,
    times: TimesOfDay,
}

/// The cells of a row; cells that do not apply stay empty.
#[derive(Debug, Default)]
struct Row {
    kind: &'static str,
    error: Option<Time>,
    ply: Option<usize>,
    side: Option<Color>,
    square: String,
    contents: String,
    clock: Option<(u32, u32, Option<Color>)>,
    rule: &'static str,
    articles: String,
    author: String,
    text: String,
}

impl Csv {
    /// Prepares the rows of one table, or of all tables if `table` is `None`.
    pub fn new(table: Option<TableNo>) -> Csv {
        Csv { follow: Follow::new(table), times: TimesOfDay::new(0) }
    }

    /// Handles the next record and returns the rows for its events.
    pub fn feed(&mut self, seq: u64, body: Body) -> String {
        self.times.note(&body);
        let happenings = self.follow.feed(seq, body);
        let order = self.follow.take_order().map(|ordered| self.order(ordered));
        order.into_iter().chain(happenings.iter().map(|happening| self.row(happening))).collect()
    }

    /// Returns the row of an order about the event. Table and game stay empty if it is about none, or about several.
    fn order(&self, ordered: Ordered) -> String {
        let Ordered { t_ms, seq, author, text, refusal, about } = ordered;
        let text = match refusal {
            Some(why) => format!("{text} Refused: {why}."),
            None => text,
        };
        let row = Row { kind: "order", author: author.unwrap_or_default(), text, ..Row::default() };
        self.line(t_ms, seq, about.table(), about.game(), row)
    }

    fn row(&self, happening: &Happening) -> String {
        let Happening { t_ms, seq, table, game, what } = happening;
        let on_board = self.follow.fold().hall().table(*table);
        let timing = self.follow.fold().hall().timing(*table);
        let mode = on_board.map_or(CastlingMode::Standard, |table| table.score().start.mode());
        let row = match what {
            What::Board(event) => of_board(event, *t_ms, timing),
            What::Command { command, refusal, .. } => Row {
                kind: "command",
                author: command.author.clone().unwrap_or_default(),
                text: match refusal {
                    Some(why) => format!("{} Refused: {why}.", words::command(command)),
                    None => words::command(command),
                },
                ..Row::default()
            },
            What::Game(event) => Row {
                kind: "game",
                ply: event.ply().map(PlyNo::get),
                text: words::event(event, mode),
                ..Row::default()
            },
            What::Incident(incident) => Row {
                kind: "incident",
                ply: Some(PlyNo::or_zero(incident.ply)),
                side: incident.by,
                rule: incident.rule.name(),
                articles: incident.articles.join("; "),
                text: incident.text(Language::English),
                ..Row::default()
            },
        };
        self.line(*t_ms, *seq, Some(*table), Some(*game), row)
    }

    fn line(&self, t_ms: Millis, seq: u64, table: Option<TableNo>, game: Option<u32>, row: Row) -> String {
        let error = row.error.unwrap_or(Time::exact(t_ms));
        let utc = self.times.at(t_ms).map(|ms| ms.to_string()).unwrap_or_default();
        let side = |side: Option<Color>| side.map_or("", |color| color.fold_wb("white", "black")).to_owned();
        let (white, black, running) = match row.clock {
            Some((white, black, running)) => (white.to_string(), black.to_string(), side(running)),
            None => Default::default(),
        };
        let cells = [
            table.map(|table| table.to_string()).unwrap_or_default(),
            game.map(|game| game.to_string()).unwrap_or_default(),
            t_ms.to_string(),
            error.early_ms.to_string(),
            error.late_ms.to_string(),
            utc,
            seq.to_string(),
            row.kind.to_owned(),
            row.ply.map(|ply| ply.to_string()).unwrap_or_default(),
            side(row.side),
            row.square,
            row.contents,
            white,
            black,
            running,
            row.rule.to_owned(),
            row.articles,
            tamed(row.author),
            tamed(row.text),
        ];
        cells.map(|text| cell(&text)).join(",") + "\r\n"
    }
}

fn of_board(event: &BoardEvent, t_ms: u64, timing: Timing) -> Row {
    let (square_time, press_time) = (Some(timing.of_square(t_ms)), Some(timing.of_press(t_ms)));
    match event {
        BoardEvent::Square { square, contents } => Row {
            kind: "square",
            error: square_time,
            square: square.to_string(),
            contents: letter(*contents),
            ..Row::default()
        },
        BoardEvent::Reading(reading) => Row {
            kind: "reading",
            error: square_time,
            text: format!("{}", reading.known().board_fen()),
            ..Row::default()
        },
        BoardEvent::Press(by) => Row { kind: "press", error: press_time, side: Some(*by), ..Row::default() },
        BoardEvent::Flag(of) => {
            Row { kind: "flag", error: Some(timing.of_flag(t_ms)), side: Some(*of), ..Row::default() }
        }
        BoardEvent::Gap { gap_ms } => {
            // The link reports when the gap began and when it ended, so each of the two times has the error of a
            // report.
            let text = format!("nothing was seen for {gap_ms} ms (±{} ms)", timing.link_ms);
            Row { kind: "gap", error: Some(timing.of_word(t_ms)), text, ..Row::default() }
        }
        BoardEvent::Clock(reading) => Row {
            kind: "clock",
            error: press_time,
            clock: Some((reading.left_ms.white, reading.left_ms.black, reading.running)),
            text: format!("up to {} ms more than shown", timing.of_reading(0).late_ms),
            ..Row::default()
        },
        BoardEvent::ResultPiece { square, outcome } => Row {
            kind: "square",
            error: square_time,
            square: square.to_string(),
            contents: "*".to_owned(),
            text: format!("a marker for {outcome}"),
            ..Row::default()
        },
        BoardEvent::Link(state) => Row { kind: "link", text: format!("{state:?}"), ..Row::default() },
        BoardEvent::Identity(identity) => Row {
            kind: "board",
            text: format!("serial number {}", identity.serial.as_deref().unwrap_or("not told")),
            ..Row::default()
        },
        BoardEvent::Turned(orientation) => {
            Row { kind: "board", text: format!("{orientation:?}"), ..Row::default() }
        }
        BoardEvent::SidesUnknown => Row {
            kind: "board",
            text: "nothing tells which way round it stands".to_owned(),
            ..Row::default()
        },
        BoardEvent::Unknown { id, .. } => {
            Row { kind: "board", text: format!("message {id} is not understood"), ..Row::default() }
        }
    }
}

fn letter(contents: Contents) -> String {
    match contents {
        Contents::Empty => String::new(),
        Contents::Occupied => "*".to_owned(),
        Contents::Piece(piece) => piece.char().to_string(),
    }
}

/// Puts an apostrophe before text that a spreadsheet would evaluate as a formula.
pub(crate) fn tamed(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}

/// Returns the text of a cell, quoted as in RFC 4180 where necessary.
pub(crate) fn cell(text: &str) -> String {
    if text.contains(['"', ',', '\r', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{HEADER, cell, tamed};

    #[test]
    fn cells_are_quoted_as_the_standard_says_and_formulas_are_text() {
        let check = |text: &str, wanted: &str| assert_eq!(cell(&tamed(text.to_owned())), wanted);
        check("plain", "plain");
        check("Nowak, Jan \"J\"", "\"Nowak, Jan \"\"J\"\"\"");
        check("two\nlines", "\"two\nlines\"");
        check("=HYPERLINK(1,2)", "\"'=HYPERLINK(1,2)\"");
        check("-1", "'-1");
        assert_eq!(HEADER.trim_end().split(',').count(), 19);
    }
}
