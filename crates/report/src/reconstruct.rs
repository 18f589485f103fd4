//! The reconstruction of games from a sensor log. It runs the code that also follows the tables in the hall.

use crate::sensorlog::{Header, LogEntry, What};
use board::dgt::Interpreter;
use board::{BoardEvent, Contents, Millis, Reading, Straightener};
use game::{Command, CommandJson, Finished, GameEvent, Score};
use hall::watched::{Watched, WatchedOutput};
use laws::{Discipline, Edition, Incident};
use std::collections::BTreeMap;

/// The caller's choices, which override the values in the header of the log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Overrides {
    /// The edition of the Laws; `None` for the edition in the header.
    pub edition: Option<Edition>,
    /// The discipline; `None` for the discipline in the header.
    pub discipline: Option<Discipline>,
}

/// The result of reconstructing a log.
#[derive(Debug, Clone)]
pub struct Reconstruction {
    /// The header of the log. The caller's choices are applied.
    pub header: Header,
    /// The games, oldest first; at least one. A game without a move and without a result is left out unless it is the
    /// only game.
    pub games: Vec<GameRecord>,
    /// The lines that could not be used, each with the reason.
    pub bad_lines: Vec<BadLine>,
    /// The time of the last line, in milliseconds from the start of the log.
    pub last_t_ms: Millis,
}

/// One game.
#[derive(Debug, Clone)]
pub struct GameRecord {
    /// The game in its final state, after the last line of the log.
    pub score: Score,
    /// The events of the game, in order.
    pub events: Vec<(Millis, GameEvent)>,
    /// The incidents for the arbiter in the order in which they opened, each in its final state.
    pub incidents: Vec<Incident>,
    /// The indexes into `events` of the questions that a person answered.
    pub answered: Vec<usize>,
    /// The last reading of the board in the game; `None` if the board was never read.
    pub reading: Option<Reading>,
}

/// A line that could not be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadLine {
    /// The number of the line; the first is 1.
    pub line: usize,
    /// The reason why the line could not be used.
    pub why: String,
}

/// The time after the last line of the log, in milliseconds, for which the board is assumed not to change, so that the
/// last move can settle.
pub const QUIET_MS: Millis = 10_000;

/// Reconstructs the games of a log. `Err` says why the log as a whole cannot be used.
pub fn reconstruct(text: &str, overrides: Overrides) -> Result<Reconstruction, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (_, first) = lines.next().ok_or("the sensor log is empty; its first line must be a header")?;
    let mut header = Header::parse(first)?;
    header.profile.edition = overrides.edition.unwrap_or(header.profile.edition);
    header.profile.discipline = overrides.discipline.unwrap_or(header.profile.discipline);
    let mut table = LogTable::new(header);
    for (index, line) in lines {
        if let Err(why) = table.handle_line(line) {
            table.bad_lines.push(BadLine { line: index + 1, why });
        }
    }
    Ok(table.finish())
}

/// A table whose input comes from a log instead of a hall.
#[derive(Debug)]
struct LogTable {
    header: Header,
    game: Watched,
    bytes: Interpreter,
    /// A log of squares may come from a board that was turned by 180°. For raw bytes of a DGT board the interpreter turns
    /// the squares itself.
    straightener: Straightener,
    reading: Option<Reading>,
    now_ms: Millis,
    number: u32,
    notes: BTreeMap<u32, Notes>,
    bad_lines: Vec<BadLine>,
}

#[derive(Debug, Default)]
struct Notes {
    events: Vec<(Millis, GameEvent)>,
    incidents: BTreeMap<u32, Incident>,
    answered: Vec<usize>,
    reading: Option<Reading>,
}

impl LogTable {
    fn new(header: Header) -> LogTable {
        LogTable {
            game: Watched::new(header.profile, header.terms(), header.tags()),
            bytes: Interpreter::new(),
            straightener: Straightener::new(header.sensing),
            reading: None,
            now_ms: 0,
            number: 1,
            notes: BTreeMap::new(),
            bad_lines: Vec::new(),
            header,
        }
    }

    fn handle_line(&mut self, line: &str) -> Result<(), String> {
        let entry = LogEntry::parse(line)?;
        let backwards = entry.t_ms < self.now_ms;
        let (t_ms, before_ms) = (entry.t_ms, self.now_ms);
        self.now_ms = self.now_ms.max(entry.t_ms);
        let done = match entry.what {
            What::Board(event) => {
                self.straightener.expect(self.game.scribe().expected());
                for event in self.straightener.straighten(self.now_ms, event) {
                    self.show(self.now_ms, &event);
                }
                Ok(())
            }
            What::Bytes(bytes) => {
                self.bytes.expect(self.game.scribe().expected());
                self.bytes.handle_bytes(self.now_ms, &bytes);
                while let Some((t_ms, event)) = self.bytes.poll_event() {
                    self.show(t_ms.max(self.now_ms), &event);
                }
                Ok(())
            }
            What::Command(command) => self.command(&command),
            What::Other => Ok(()),
        };
        match done {
            Ok(()) if backwards => {
                Err(format!("t goes back from {before_ms} to {t_ms}; it was taken as {before_ms}"))
            }
            done => done,
        }
    }

    fn command(&mut self, command: &CommandJson) -> Result<(), String> {
        self.game.advance(self.now_ms);
        self.drain(false);
        let read = Command::read(command).map_err(hall::Refusal::from);
        let answer = read.and_then(|command| self.game.handle_command(self.now_ms, &command));
        self.drain(true);
        answer.map_err(|why| format!("the command cannot be done: {why}"))
    }

    fn show(&mut self, t_ms: Millis, event: &BoardEvent) {
        self.game.handle_board(t_ms, event);
        self.drain(false);
        match event {
            BoardEvent::Reading(reading) => self.reading = Some(reading.clone()),
            BoardEvent::Square { square, contents } => {
                if let Some(reading) = &mut self.reading {
                    reading.set(*square, *contents);
                }
            }
            BoardEvent::ResultPiece { square, .. } => {
                if let Some(reading) = &mut self.reading {
                    reading.set(*square, Contents::Occupied);
                }
            }
            _ => {}
        }
    }

    fn drain(&mut self, by_person: bool) {
        while let Some(told) = self.game.poll() {
            let (t_ms, event) = match told {
                WatchedOutput::Event(t_ms, event) => (t_ms, event),
                WatchedOutput::Incident(incident) => {
                    self.notes.entry(self.number).or_default().incidents.insert(incident.no, incident);
                    continue;
                }
            };
            if let GameEvent::Began { number } | GameEvent::Resumed { number } = event
                && number != self.number
            {
                let reading = self.reading.clone();
                self.notes.entry(self.number).or_default().reading = reading;
                self.number = number;
            }
            let notes = self.notes.entry(self.number).or_default();
            if let GameEvent::Answered { ply } = event
                && by_person
            {
                let asked = |(_, event): &(Millis, GameEvent)| matches!(event, GameEvent::Asked { ply: open, .. } if *open == ply);
                notes.answered.extend(notes.events.iter().rposition(asked));
            }
            notes.events.push((t_ms, event));
        }
    }

    fn finish(mut self) -> Reconstruction {
        let last_t_ms = self.now_ms;
        let end_ms = last_t_ms + QUIET_MS;
        self.game.advance(end_ms);
        self.drain(false);
        self.notes.entry(self.number).or_default().reading = self.reading.take();
        let scribe = self.game.scribe();
        let finished = scribe.finished().iter().map(Finished::score);
        let scores: Vec<Score> = finished.chain([scribe.score().clone()]).collect();
        let mut games = Vec::new();
        let last = scores.len() - 1;
        for (index, score) in scores.into_iter().enumerate() {
            let notes = self.notes.remove(&score.number).unwrap_or_default();
            // Pieces put back into the starting position after the last game are not another game.
            if score.plies.is_empty() && score.result.is_none() && !(index == last && games.is_empty()) {
                continue;
            }
            games.push(GameRecord {
                score,
                events: notes.events,
                incidents: notes.incidents.into_values().collect(),
                answered: notes.answered,
                reading: notes.reading,
            });
        }
        Reconstruction { header: self.header, games, bad_lines: self.bad_lines, last_t_ms }
    }
}
