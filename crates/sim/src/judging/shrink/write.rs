//! The reduced case as text: a scenario, or a sensor log.

use super::STEP_MS;
use super::case::{Case, Kind, Symptom};
use crate::judging::cells::Cell;
use crate::judging::log::{self, LogHeader};
use board::{BoardEvent, Contents, Millis, Sensing};
use shakmaty::Color;
use std::fmt::Write;

/// A reduced failing seed, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shrunk {
    /// The form of the text.
    pub form: ShrunkForm,
    /// The scenario or the log.
    pub text: String,
    /// The number of board events that are left after the reduction.
    pub events: usize,
    /// The number of plies that are left after the reduction.
    pub plies: usize,
}

/// The form in which a reduced seed is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShrunkForm {
    /// A section of a scenario file.
    Scenario,
    /// A sensor log, for a case that a scenario cannot express: occupied squares, Chess960, lost links, clock readings.
    SensorLog,
}

impl ShrunkForm {
    /// Returns the extension of the file's name.
    pub fn extension(self) -> &'static str {
        match self {
            ShrunkForm::Scenario => "txt",
            ShrunkForm::SensorLog => "sensorlog",
        }
    }
}

/// The scan period of the board in scenarios, in milliseconds.
const SCENARIO_SCAN_MS: u32 = 200;
/// The lines of a scenario that say that no illegal move is reported, neither a completed one nor one without a press.
const NO_ALARM: &str = "expect illegal 0\nexpect no incident illegal-move-uncompleted\n";
/// The greatest number of acts on a line of a scenario.
const ACTS_A_LINE: usize = 12;

pub(super) fn write(cell: &Cell, seed: u64, case: &Case, symptom: &Symptom) -> Shrunk {
    let (form, text) = match scenario(cell, seed, case, symptom) {
        Some(text) => (ShrunkForm::Scenario, text),
        None => (ShrunkForm::SensorLog, sensor_log(cell, case)),
    };
    Shrunk { form, text, events: case.acts.len(), plies: case.plies() }
}

/// Returns the case as a scenario; `None` if a scenario cannot express the case, or if the scenario would not fail.
fn scenario(cell: &Cell, seed: u64, case: &Case, symptom: &Symptom) -> Option<String> {
    let mut as_run = case.clone();
    as_run.terms.scan_ms = SCENARIO_SCAN_MS;
    let spoken = case.terms.sensing == Sensing::Piece && !case.terms.mode.is_chess960();
    if !spoken || !as_run.shows(symptom) {
        return None;
    }
    let acts: Vec<String> =
        case.acts.iter().map(|(wait, event)| Some(waited(*wait) + &act(event)?)).collect::<Option<_>>()?;
    let name = |word: &Option<String>| word.clone().unwrap_or_else(|| "nothing".to_owned());
    let how = match (symptom.asked, symptom.kind) {
        (true, _) => ", asked",
        (false, Kind::FalseAlarm) => " for a while",
        (false, Kind::Score | Kind::MissedIllegal) => "",
    };
    let mut text = format!(
        "scenario {} seed {seed}: played {}, scored {}{how}\n",
        cell.name,
        name(&symptom.played),
        name(&symptom.scored),
    );
    let start = case.truth().start.fen();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "position {start}\nclock {}", if case.terms.clock { "yes" } else { "no" });
    for line in acts.chunks(ACTS_A_LINE) {
        let _ = writeln!(text, "hands {}", line.join(" "));
    }
    let _ = writeln!(text, "expect moves {}", case.played().join(" "));
    text += "expect asked 0\n";
    let illegal = case.truth().illegal.iter().filter(|made| made.pressed).count();
    match symptom.kind {
        Kind::FalseAlarm if case.truth().illegal.is_empty() => text += NO_ALARM,
        Kind::MissedIllegal => {
            let _ = writeln!(text, "expect illegal {illegal}");
        }
        Kind::FalseAlarm | Kind::Score => {}
    }
    Some(text)
}

/// Returns the words with which a scenario expresses this wait before an act.
fn waited(wait: Millis) -> String {
    match wait {
        STEP_MS => String::new(),
        0..STEP_MS => format!("={wait} "),
        _ => format!("~{} ", wait - STEP_MS),
    }
}

fn act(event: &BoardEvent) -> Option<String> {
    match event {
        BoardEvent::Square { square, contents: Contents::Empty } => Some(format!("-{square}")),
        BoardEvent::Square { square, contents: Contents::Piece(piece) } => {
            Some(format!("+{}{square}", piece.char()))
        }
        BoardEvent::Press(Color::White) => Some("!w".to_owned()),
        BoardEvent::Press(Color::Black) => Some("!b".to_owned()),
        _ => None,
    }
}

/// Returns the case as a sensor log. The played game is in a line of a kind that readers ignore.
fn sensor_log(cell: &Cell, case: &Case) -> String {
    let mut header = LogHeader::of(case.truth(), &cell.board, cell.hands.tempo);
    header.clock = case.terms.clock;
    let events = case.events();
    let mut text = log::write(&header, &events);
    let last_ms = events.last().map_or(0, |(t, _)| *t);
    let _ = writeln!(text, "{{\"t\":{last_ms},\"expect_moves\":\"{}\"}}", case.played().join(" "));
    text
}
