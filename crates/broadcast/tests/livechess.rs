//! Conversations with clients of LiveChess, word for word: testdata/livechess holds one a file.
//!
//! ```text
//! # a remark
//! at 1500                                 the journal time; the time of day is that after 1587948080000
//! choose first 2                          which boards are told: `first` or `only`, a table or `#` and a serial number
//! board 1 23946 COM3 live 84% PLACEMENT   what the board of table 1 reads; `-` for what it does not tell; table 0 is none
//! table 1 serial 23946                    the set-up: the board of a table; `any` for any
//! moves 1 e2e4 e7e5                       the moves of the game on table 1
//! clock 1 5390 5395 white                 what the clock of table 1 shows, in seconds
//! event {"do":…}                          an order about the event
//! command 1 {"cmd":…}                     a command about a table
//! C TEXT                                  what the client says
//! S TEXT                                  what it is told next
//! G PATH                                  what it asks for over HTTP; S is the answer in one line, or `nothing`
//! ```
//! Nothing may be told that is not written down.

use board::{LinkState, Reading, Sensing};
use broadcast::livechess::{BoardName, Boards, Choice, Now, Session, rest};
use game::ClockFace;
use hall::{BoardChoice, Body, Hall, HallSetup, Input, Output, Stamp, TableSetup};
use relay::{DelayedHall, Released, Screens, SensedBoard};
use shakmaty::{Bitboard, Board, ByColor, Color};
use std::{collections::BTreeMap, fs, path::Path};

const WALL_MS: u64 = 1_587_948_080_000;

/// A hall, one client of it, and what the client was told and has not been written down.
struct Talk {
    hall: Hall,
    screens: DelayedHall<Screens>,
    boards: Boards,
    session: Session,
    sensed: BTreeMap<u32, SensedBoard>,
    setup: HallSetup,
    seq: u64,
    t_ms: u64,
    told: Vec<String>,
}

impl Talk {
    fn new() -> Talk {
        Talk {
            hall: Hall::new(),
            screens: DelayedHall::at_once(),
            boards: Boards::new("a journal", Choice::All),
            session: Session::default(),
            sensed: BTreeMap::new(),
            setup: HallSetup::default(),
            seq: 0,
            t_ms: 0,
            told: Vec::new(),
        }
    }

    fn now(&self) -> Now {
        Now { t_ms: self.t_ms, wall_ms: WALL_MS + self.t_ms }
    }

    fn record(&mut self, body: Body) {
        self.seq += 1;
        self.screens.take(self.seq, body);
    }

    /// Gives the hall an input, and the screens its records.
    fn input(&mut self, input: &Input) {
        self.record(Body::from_input(self.t_ms, input));
        self.hall.handle(Stamp { seq: self.seq, t_ms: self.t_ms }, input).expect("it can be done");
        self.drain();
        self.take(Released::default());
    }

    fn drain(&mut self) {
        while let Some(output) = self.hall.poll() {
            if let Output::Publish(publication) = output {
                self.record(Body::Published { t_ms: self.t_ms, publication: Box::new(publication) });
            }
        }
    }

    fn take(&mut self, besides: Released<Screens>) {
        let mut released = self.screens.release(self.t_ms);
        released.join(besides);
        let sensed = self.sensed.values().cloned().collect();
        self.boards.update(self.t_ms, sensed, self.screens.setup(), released);
        self.told.extend(self.session.show(&self.boards, self.now()));
    }

    /// Lets time pass, and whoever waits for it do what is due.
    fn pass(&mut self, t_ms: u64) {
        while let Some(due_ms) =
            [self.boards.next_deadline(), self.session.next_deadline()].into_iter().flatten().min()
            && due_ms <= t_ms
        {
            self.t_ms = self.t_ms.max(due_ms);
            self.boards.advance(self.t_ms);
            self.told.extend(self.session.show(&self.boards, self.now()));
            if self.session.next_deadline() == Some(due_ms) {
                break;
            }
        }
        self.t_ms = t_ms;
        self.hall.advance(t_ms);
        self.drain();
        self.take(Released::default());
    }

    fn set_table(&mut self, table: u16, serial: Option<&str>) {
        let board = serial.map_or(BoardChoice::Any, |serial| BoardChoice::Serial(serial.to_owned()));
        self.setup.tables.retain(|known| known.table != table);
        self.setup.tables.push(TableSetup {
            table,
            board,
            players: ByColor::default(),
            clock: true,
            clock_port: None,
            chess960: false,
            fen: None,
            stands: hall::Stands::default(),
        });
        self.input(&Input::Setup(Box::new(self.setup.clone())));
    }

    fn set_board(&mut self, words: &[&str]) {
        let [table, serial, port, state, battery, placement] = words else { panic!("{words:?}") };
        let known = |word: &str| (word != "-").then(|| word.to_owned());
        let table = table.parse().expect("a number");
        // Where only occupied squares are sensed, a placement of the letter x says which.
        let (sensing, reading) = match placement.replace('x', "P").parse::<Board>() {
            Ok(board) if placement.contains('x') => {
                (Sensing::Occupancy, Reading::from_occupied(board.occupied()))
            }
            Ok(board) => (Sensing::Piece, Reading::from_board(&board)),
            Err(error) => panic!("{placement}: {error}"),
        };
        assert!(reading.occupied() != Bitboard::FULL);
        let link = port.bytes().map(u32::from).sum();
        let sensed = SensedBoard {
            link,
            table: (table > 0).then_some(table),
            serial: known(serial),
            port: (*port).to_owned(),
            state: match *state {
                "live" => LinkState::Live,
                "waking" => LinkState::Waking,
                "silent" => LinkState::Doubtful,
                "down" => LinkState::Down,
                other => panic!("{other}"),
            },
            battery_percent: known(battery).map(|text| text.trim_end_matches('%').parse().expect("a number")),
            reading: Some(reading),
            clock: None,
            sensing,
        };
        self.sensed.insert(link, sensed);
        self.take(Released::default());
    }

    fn command(&mut self, table: &str, json: &str) {
        let command = serde_json::from_str(json).expect("a command");
        self.input(&Input::Command { table: table.parse().expect("a number"), command });
    }

    /// Does what a line says.
    fn act(&mut self, line: &str) {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words: Vec<&str> = rest.split(' ').collect();
        match (verb, words.as_slice()) {
            ("at", [t_ms]) => self.pass(t_ms.parse().expect("a time")),
            ("choose", [how, name]) => {
                let name = match name.strip_prefix('#') {
                    Some(serial) => BoardName::Serial(serial.to_owned()),
                    None => BoardName::Table(name.parse().expect("a number")),
                };
                let choice = if *how == "first" { Choice::First(name) } else { Choice::Only(name) };
                self.boards = Boards::new("a journal", choice);
            }
            ("board", words) => self.set_board(words),
            ("table", [table, "serial", serial]) => {
                self.set_table(table.parse().expect("a number"), Some(serial))
            }
            ("table", [table, "any"]) => self.set_table(table.parse().expect("a number"), None),
            ("moves", [table, moves @ ..]) => {
                let moves = serde_json::to_string(moves).expect("text");
                self.command(table, &format!(r#"{{"cmd":"correct","from_ply":1,"moves":{moves}}}"#));
            }
            ("clock", [table, white, black, running]) => {
                let ms = |seconds: &str| seconds.parse::<u32>().expect("seconds") * 1_000;
                let running = match *running {
                    "white" => Some(Color::White),
                    "black" => Some(Color::Black),
                    _ => None,
                };
                let left_ms = ByColor { white: ms(white), black: ms(black) };
                let face = ClockFace { left_ms, running, read_ms: self.t_ms };
                let table = table.parse().expect("a number");
                self.take(Released::at_once(Vec::new(), vec![(table, face)]));
            }
            ("event", _) => {
                let order = serde_json::from_str(rest).expect("an order");
                self.input(&Input::Event(Box::new(order)));
            }
            ("command", [table, ..]) => self.command(table, &rest[table.len() + 1..]),
            ("C", _) => {
                let told = self.session.handle_text(rest, &self.boards, self.now());
                self.told.extend(told);
            }
            ("G", [path]) => {
                let answer = rest::answer(&self.boards, path, self.now());
                self.told.push(answer.map_or_else(|| "nothing".to_owned(), |text| one_line(&text)));
            }
            _ => panic!("no line of a conversation: {line}"),
        }
    }
}

/// Returns JSON without the blanks and line ends that are there for people.
fn one_line(pretty: &str) -> String {
    pretty.lines().map(|line| line.trim_start().replacen("\": ", "\":", 1)).collect()
}

#[test]
fn every_conversation_goes_as_it_is_written_down() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/livechess");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    for file in files {
        let text = fs::read_to_string(&file).expect("it is text");
        let mut talk = Talk::new();
        for (number, line) in text.lines().enumerate() {
            let place = format!("{}:{}", file.display(), number + 1);
            if let Some(wanted) = line.strip_prefix("S ") {
                assert!(!talk.told.is_empty(), "{place}: nothing is told");
                assert_eq!(talk.told.remove(0), wanted, "{place}");
            } else if !line.is_empty() && !line.starts_with('#') {
                assert!(talk.told.is_empty(), "{place}: told before it: {:#?}", talk.told);
                talk.act(line);
            }
        }
        assert!(talk.told.is_empty(), "{}: told at the end: {:#?}", file.display(), talk.told);
    }
}
