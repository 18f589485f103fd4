//! An evening of play: simulated boards play for hours, in memory and as fast as possible, through the real session and
//! hall. The records of the evening are then folded again, as at a restart.

use crate::terminal::failure::Failure;
use crate::terminal::stdout::say;
use board::{Millis, dgt::DeviceOptions};
use hall::{BoardChoice, Body, Fold, Hall, HallSetup, Input, LinkNo, Output, Stamp, TableSetup};
use serde_json::{Value, json};
use shakmaty::ByColor;
use sim::{GameKind, Rng, SimOptions, SimTable, Tempo, games};
use std::time::Instant;

/// One hour of journal time.
pub const HOUR_MS: Millis = 3_600_000;
/// The number of games prepared for each board and hour, more than can be finished at the tempos used.
const GAMES_AN_HOUR: u32 = 7;

/// The results of an evening: its size, and what it costs to play and to fold.
#[derive(Debug)]
pub struct Evening {
    tables: u16,
    hours: u32,
    records: usize,
    bytes: usize,
    games: usize,
    fold_s: f64,
}

/// Plays an evening and folds its records. The fold includes parsing each record's text.
pub fn measure(tables: u16, hours: u32, seed: u64) -> Result<Evening, Failure> {
    let mut play = Play::new(tables, hours, seed, Tempo::Rapid);
    play.until(Millis::from(hours) * HOUR_MS);
    let journal = play.take();
    let began = Instant::now();
    let mut fold = Fold::new();
    for (seq, record) in journal.iter().enumerate() {
        let body = Body::parse(&record.text).map_err(Failure::Input)?;
        fold.feed(seq as u64, body);
    }
    let folded = fold.finish();
    let fold_s = began.elapsed().as_secs_f64();
    let games = folded.hall.tables().map(|table| table.games().len()).sum();
    let bytes = journal.iter().map(|record| record.text.len() + 18).sum();
    Ok(Evening { tables, hours, records: journal.len(), bytes, games, fold_s })
}

impl Evening {
    /// Returns the results as JSON, for `--json`.
    pub fn json(&self) -> Value {
        json!({
            "tables": self.tables, "hours": self.hours, "games": self.games, "records": self.records,
            "bytes": self.bytes, "fold_s": self.fold_s,
        })
    }

    /// Prints the results for people.
    pub fn print(&self) {
        let mib = self.bytes as f64 / 1_048_576.0;
        say!(
            "an evening of {} tables, {} h, {} games: {} records, {mib:.1} MiB, folded in {:.2} s",
            self.tables,
            self.hours,
            self.games,
            self.records,
            self.fold_s
        );
    }
}

/// Boards that play, with their hall and the records made so far.
#[derive(Debug)]
pub struct Play {
    hall: Hall,
    boards: Vec<SimTable>,
    journal: Vec<Recorded>,
    seq: u64,
}

/// A record's body as text, with its journal time.
#[derive(Debug)]
pub struct Recorded {
    /// The journal time of the record.
    pub t_ms: Millis,
    /// The text of the body, as it would be written to the journal.
    pub text: String,
}

impl Play {
    /// Creates boards with enough games for this many hours.
    pub fn new(tables: u16, hours: u32, seed: u64, tempo: Tempo) -> Play {
        let boards = (1..=tables).map(|table| board(table, hours, seed, tempo)).collect();
        let mut play = Play { hall: Hall::new(), boards, journal: Vec::new(), seq: 0 };
        play.input(0, Input::Start { program: "topboard bench".to_owned(), wall_ms: None });
        let tables = (1..=tables).map(table_setup).collect();
        let setup = HallSetup { time_control: tempo.time_control(), tables, ..HallSetup::default() };
        play.input(0, Input::Setup(Box::new(setup)));
        for link in 0..play.boards.len() as LinkNo {
            play.input(0, Input::Opened { link, port: port(link), maker: board::Maker::Dgt });
        }
        play
    }

    /// Plays on until this journal time.
    pub fn until(&mut self, end: Millis) {
        loop {
            let boards = self.boards.iter_mut().filter_map(SimTable::next_deadline).min();
            let Some(t) = boards.into_iter().chain(self.hall.next_deadline()).min().filter(|&t| t <= end)
            else {
                return;
            };
            self.hall.advance(t);
            self.drain(t);
            for link in 0..self.boards.len() {
                if self.boards[link].next_deadline().is_some_and(|due| due <= t) {
                    self.boards[link].advance(t);
                }
                while let Some(bytes) = self.boards[link].poll_transmit() {
                    self.input(t, Input::Bytes { link: link as LinkNo, bytes });
                }
            }
        }
    }

    /// Returns the records made since the last call, and forgets them.
    pub fn take(&mut self) -> Vec<Recorded> {
        std::mem::take(&mut self.journal)
    }

    fn input(&mut self, t_ms: Millis, input: Input) {
        self.journal.push(Recorded { t_ms, text: Body::from_input(t_ms, &input).emit() });
        self.seq += 1;
        // Only commands can be refused, and nobody gives commands here.
        let _ = self.hall.handle(Stamp { seq: self.seq, t_ms }, &input);
        self.drain(t_ms);
    }

    fn drain(&mut self, t_ms: Millis) {
        while let Some(output) = self.hall.poll() {
            match output {
                Output::Publish(publication) => {
                    let text = Body::Published { t_ms, publication: Box::new(publication) }.emit();
                    self.journal.push(Recorded { t_ms, text });
                }
                Output::Transmit(transmit) => {
                    self.boards[transmit.link as usize].handle_bytes(t_ms, &transmit.bytes);
                }
                _ => {}
            }
        }
    }
}

fn board(table: u16, hours: u32, seed: u64, tempo: Tempo) -> SimTable {
    let mut rng = Rng::new(seed).fork(u64::from(table));
    SimTable::new(SimOptions {
        seed: seed + u64::from(table),
        games: (0..hours * GAMES_AN_HOUR).map(|_| games::draw(GameKind::Mixed, &mut rng)).collect(),
        tempo,
        device: DeviceOptions {
            serial: format!("{:05}", 20_000 + u32::from(table)),
            ..DeviceOptions::default()
        },
        pause_between_games_ms: 120_000,
        ..SimOptions::default()
    })
}

fn table_setup(table: u16) -> TableSetup {
    TableSetup {
        table,
        board: BoardChoice::Port(port(LinkNo::from(table) - 1)),
        players: ByColor::default(),
        clock: true,
        clock_port: None,
        chess960: false,
        fen: None,
        stands: hall::Stands::default(),
    }
}

fn port(link: LinkNo) -> String {
    format!("board{link}")
}
