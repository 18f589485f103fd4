//! A board on this computer's own pins: the real watch over chips that are simulated register by register, with the
//! real program.
//!
//! ```text
//!  hands (sim) ─▶ bouncing contacts ─▶ chips ─▶ scan, watch thread ─▶ pseudo-terminal ─▶ topboard run
//! ```
//! Promised: whole games come out right in the wirings of a Raspberry Pi, with a lever switch, with a DGT3000, and with
//! a lever switch on a port of its own beside a board that has none. The journal holds what the contacts did, bounces
//! too. A wiring that fails is reported, not guessed at. A computer without pins says so and plays on with its other
//! boards. What stays untested here is rppal itself and the copper.

#[path = "../../../sensor/tests/wire/chips.rs"]
#[expect(dead_code, reason = "some of the chips' faults are for the scans' own tests")]
mod chips;

use crate::{
    firmware::{magnets, plug},
    in_journal::{presses_of, states_of},
    rig::{Hall, Seen, Viewer, check_journal, config, folder, sans_of, until},
    seat::game,
};
use board::{
    Maker, Millis,
    dgt::{DeviceOptions, clock::Side},
    dgt3000,
};
use chips::{AtOnce, ExpanderBus, Registers, Squares, matrix};
use rustix::process::Signal;
use sensor::{ClockFrame, Expanders, Identity, Matrix, StrobeChain, message::VERSION, shift::Active};
use sim::{SimOptions, SimTable, Trouble};
use std::{
    fs,
    os::unix::net::UnixStream,
    path::Path,
    process::Command,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    time::{Instant, sleep},
};
use topboard::devices::pins::{
    scan::{ClockBus, NoSquares, Press, Wired},
    watch::{FAULT_MAX, watch},
};

/// The speed of the hands, in percent of real ones.
const SPEED_PERCENT: u32 = 500;
/// The interval at which the hands are looked at, and the length of each part of a bounce.
const STEP: Duration = Duration::from_millis(3);
/// The readings of a contact in the steps after it changes: the new state, the old one, the new one.
const BOUNCE: [bool; 3] = [true, false, true];
/// The plies of each game. A capture must be known by its end: such boards see it only by what comes later.
const PLIES: usize = 20;
/// The wirings, one for each table.
const WIRINGS: [&str; 4] = ["expander", "strobe", "matrix", "spi"];
/// The time on the DGT3000 when the game begins, in seconds.
const CLOCK_S: u32 = 5_400;

/// The lever switch of a clock.
#[derive(Clone, Default)]
struct Lever(Arc<AtomicBool>);

impl Press for Lever {
    fn is_white_down(&mut self) -> Result<bool, String> {
        Ok(self.0.load(Ordering::Relaxed))
    }
}

/// A DGT3000 in place of a lever switch. It tells nothing until it is woken.
struct DgtClock {
    lever: Lever,
    was_white: bool,
    device: dgt3000::Device,
    start: std::time::Instant,
}

impl DgtClock {
    fn new(lever: Lever) -> DgtClock {
        let device = dgt3000::Device::new(CLOCK_S, CLOCK_S);
        DgtClock { lever, was_white: false, device, start: std::time::Instant::now() }
    }

    fn now(&self) -> Millis {
        self.start.elapsed().as_millis() as Millis
    }
}

impl ClockBus for DgtClock {
    fn say(&mut self, frame: &[u8]) {
        let now = self.now();
        self.device.handle_frame(now, frame);
    }

    fn heard(&mut self) -> Result<Option<ClockFrame>, String> {
        let now = self.now();
        let is_white = self.lever.0.load(Ordering::Relaxed);
        if is_white != self.was_white {
            self.was_white = is_white;
            self.device.press(now, if is_white { Side::Left } else { Side::Right });
        }
        self.device.advance(now);
        Ok(self.device.poll_transmit().and_then(|frame| ClockFrame::new(&frame)))
    }
}

/// A board without its table.
#[derive(Clone)]
struct Board {
    squares: Squares,
    lever: Lever,
    expanders: ExpanderBus,
    kind: &'static str,
}

impl Board {
    fn new(kind: &'static str) -> Board {
        let squares = Squares::default();
        Board { expanders: ExpanderBus::new(squares.clone()), squares, lever: Lever::default(), kind }
    }

    fn wired(&self) -> Wired {
        let squares = self.squares.clone();
        Wired {
            squares: match self.kind {
                "expander" => Box::new(Expanders::new(self.expanders.clone(), 0x20, Active::Low)),
                "spi" => Box::new(Expanders::on_spi(self.expanders.clone(), 0x20, Active::Low)),
                "clock" => Box::new(NoSquares),
                "strobe" => {
                    let registers = Registers::new(squares);
                    Box::new(StrobeChain::new(registers.clone(), registers, AtOnce))
                }
                "matrix" => {
                    let (ranks, files) = matrix(&squares);
                    Box::new(Matrix::new(ranks, files, AtOnce))
                }
                other => panic!("no wiring is called {other}"),
            },
            lever: self.has_lever().then(|| Box::new(self.lever.clone()) as Box<dyn Press>),
            clock: (self.kind == "matrix")
                .then(|| Box::new(DgtClock::new(self.lever.clone())) as Box<dyn ClockBus>),
        }
    }

    fn has_lever(&self) -> bool {
        matches!(self.kind, "expander" | "strobe" | "clock")
    }

    fn identity(&self) -> Identity {
        Identity {
            version: VERSION,
            unit: *b"testpins",
            boot: 1,
            has_lever: self.has_lever(),
            has_clock: self.kind == "matrix",
            is_raw: true,
            scan_ms: 4,
            settle_ms: 30,
            ..Identity::default()
        }
    }

    /// Starts the watch. Returns the near end of its stream, and the thread that says how it ended.
    fn watch(&self) -> (UnixStream, thread::JoinHandle<Result<(), String>>) {
        let (near, far) = UnixStream::pair().expect("the system gives a pair of sockets");
        let board = self.clone();
        // The watch makes its hardware in its own thread, as the program does.
        (near, thread::spawn(move || watch(board.wired(), board.identity(), far)))
    }
}

/// A table at which a game is played.
struct Table {
    port: String,
    wanted: Vec<String>,
    board: Board,
    began: Arc<AtomicBool>,
    plies: Arc<AtomicUsize>,
    finished: Arc<AtomicBool>,
    /// The number of times a contact closed or opened because the hands meant it to.
    changes: Arc<AtomicUsize>,
}

impl Table {
    fn new(folder: &Path, no: u16, kind: &'static str) -> Table {
        let mut table = SimTable::new(SimOptions {
            seed: u64::from(no),
            games: vec![game(no, PLIES)],
            maker: Maker::Home,
            device: DeviceOptions { scan_ms: 40, ..DeviceOptions::default() },
            trouble: Trouble { kings_ppm: 0, ..Trouble::demo() },
            speed_percent: SPEED_PERCENT,
            wait_for_host: false,
            ..SimOptions::default()
        });
        let _ = table.next_deadline();
        let wanted = sans_of(&table.truth().first().expect("it has a game").truth);
        let board = Board::new(kind);
        board.squares.set(magnets(&mut table).0);
        let link = folder.join(format!("board-{no}"));
        let port = link.to_string_lossy().into_owned();
        let (near, _) = board.watch();
        tokio::spawn(carry(near, link));
        let [began, finished]: [Arc<AtomicBool>; 2] = Default::default();
        let [plies, changes]: [Arc<AtomicUsize>; 2] = Default::default();
        let this = Table { port, wanted, board, began, plies, finished, changes };
        tokio::spawn(this.play(table));
        this
    }

    /// Plays the game on the board.
    fn play(&self, mut table: SimTable) -> impl Future<Output = ()> + use<> {
        let board = self.board.clone();
        let (began, finished) = (Arc::clone(&self.began), Arc::clone(&self.finished));
        let (plies, changes) = (Arc::clone(&self.plies), Arc::clone(&self.changes));
        async move {
            let mut start = None;
            let mut shown = magnets(&mut table).0;
            loop {
                sleep(STEP).await;
                if began.load(Ordering::Relaxed) {
                    start.get_or_insert_with(Instant::now);
                }
                table.advance(start.map_or(0, |start| start.elapsed().as_millis() as Millis));
                while table.poll_transmit().is_some() {}
                let (squares, lever) = magnets(&mut table);
                board.lever.0.store(lever, Ordering::Relaxed);
                if squares != shown {
                    changes.fetch_add(1, Ordering::Relaxed);
                    for is_new in BOUNCE {
                        board.squares.set(if is_new { squares } else { shown });
                        sleep(STEP).await;
                    }
                    shown = squares;
                }
                plies.store(table.truth().first().map_or(0, |game| game.plies), Ordering::Relaxed);
                finished.store(start.is_some() && table.finished(), Ordering::Relaxed);
            }
        }
    }

    fn plies(&self) -> usize {
        self.plies.load(Ordering::Relaxed)
    }
}

/// Joins the watch to a pseudo-terminal.
async fn carry(near: UnixStream, link: std::path::PathBuf) {
    near.set_nonblocking(true).expect("it can");
    let mut near = tokio::net::UnixStream::from_std(near).expect("it can be watched");
    let pty = plug(&link);
    let (mut out, mut back) = ([0; 1024], [0; 1024]);
    loop {
        tokio::select! {
            read = near.read(&mut out) => match read.expect("a socket") {
                0 => return,
                length => pty.write(&out[..length]),
            },
            read = pty.read(&mut back) => {
                let length = read.expect("the pseudo-terminal works");
                near.write_all(&back[..length]).await.expect("the watch lives");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "four tables of pins are scanned each few milliseconds: needs the computer for itself, as ./check gives it"]
async fn whole_games_come_out_right_in_every_wiring() {
    let folder = folder("pins");
    let tables: Vec<Table> = (1..).zip(WIRINGS).map(|(no, kind)| Table::new(&folder, no, kind)).collect();
    let ports: Vec<String> = tables.iter().map(|table| table.port.clone()).collect();
    let config = config(&folder, &ports);
    // The board of the fourth table has no lever; its clock is on a port of its own.
    let clock = folder.join("clock-4");
    let (near, _) = Board { kind: "clock", ..tables[3].board.clone() }.watch();
    tokio::spawn(carry(near, clock.clone()));
    let text = fs::read_to_string(&config).expect("it was written");
    let with_clock = format!("number = 4\nclock_port = {clock:?}\n");
    fs::write(&config, text.replace("number = 4\n", &with_clock)).expect("the folder can be written");
    let mut hall = Hall::start(&config);
    let viewer = Viewer::of(&hall);
    until("every board is live", || {
        viewer.tables().len() == tables.len() && viewer.tables().values().all(Seen::is_live)
    })
    .await;
    until("the clock was woken and tells its times", || {
        let snapshot = hall.get("/api/v1/hall/snapshot");
        let snapshot: serde_json::Value = serde_json::from_str(&snapshot).expect("it is JSON");
        snapshot["tables"][2]["clock"]["white_ms"].as_u64() == Some(u64::from(CLOCK_S) * 1000)
    })
    .await;
    tables.iter().for_each(|table| table.began.store(true, Ordering::Relaxed));
    until("eight plies are made", || tables.iter().all(|table| table.plies() >= 8)).await;
    // A chip restarts in the middle of the game: for one round there is no board, and then it is back.
    tables[0].board.expanders.power(2, true);
    until("every game was played", || tables.iter().all(|table| table.finished.load(Ordering::Relaxed)))
        .await;
    let wanted: Vec<(u16, Vec<String>)> =
        (1..).zip(&tables).map(|(no, table)| (no, table.wanted.clone())).collect();
    hall.expect_games(&wanted).await;
    // The times of the last plies are those of the clock on the pins.
    let left_ms: Vec<u64> =
        viewer.table(3).moves.iter().rev().take(6).filter_map(|ply| ply["left_ms"].as_u64()).collect();
    let lowest = u64::from(CLOCK_S) * 1000 - 120_000;
    assert!(left_ms.len() == 6 && left_ms.iter().all(|left| *left > lowest), "{left_ms:?}");
    let published = hall.get("/all-games.pgn");
    viewer.task.abort();
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    let journal = folder.join("data/journal/hall.journal");
    check_journal(&journal, &published);
    let presses = presses_of(&journal, 4);
    assert!((PLIES / 2..=PLIES + 2).contains(&presses), "{presses} presses of {PLIES} plies");
    let changes: usize = tables.iter().map(|table| table.changes.load(Ordering::Relaxed)).sum();
    let states = states_of(&journal);
    assert!(
        states > changes * 2,
        "{states} states for {changes} changes: the bounces are not in the journal"
    );
}

#[test]
fn a_wiring_that_stays_broken_ends_the_watch_and_says_which_chip_it_is() {
    let board = Board::new("expander");
    let (near, ended) = board.watch();
    thread::sleep(Duration::from_millis(100));
    assert!(!ended.is_finished(), "it is whole");
    board.expanders.power(3, false);
    let reason = ended.join().expect("no panic").expect_err("it is broken");
    assert!(reason.contains("0x23") && reason.contains("check its supply"), "{reason}");
    drop(near);
    // One failure that heals within the time ends nothing.
    board.expanders.power(3, true);
    let (near, ended) = board.watch();
    board.expanders.power(3, false);
    thread::sleep(FAULT_MAX / 3);
    board.expanders.power(3, true);
    thread::sleep(FAULT_MAX);
    assert!(!ended.is_finished(), "it healed");
    drop(near);
    assert_eq!(ended.join().expect("no panic"), Ok(()), "whoever closes the port ends the watch");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_computer_without_pins_says_so_and_plays_on() {
    if Path::new("/dev/gpiomem").exists() {
        // On a Raspberry Pi the pins are there, and something may be wired to them.
        return;
    }
    let folder = folder("no-pins");
    let wiring = folder.join("board.toml");
    fs::write(&wiring, "wiring = \"expander\"\nlever = 26\n").expect("the folder can be written");
    let port = format!("pins:{}", wiring.display());
    let table = Table::new(&folder, 1, "matrix");
    let hall = Hall::start(&config(&folder, &[table.port.clone(), port.clone()]));
    let viewer = Viewer::of(&hall);
    until("the board of the other table is live", || viewer.table(1).is_live()).await;
    until("it is told", || hall.log().contains("no Raspberry Pi")).await;
    assert_eq!(hall.log().matches("no Raspberry Pi").count(), 1, "once: {}", hall.log());
    viewer.task.abort();
    let asked =
        Command::new(env!("CARGO_BIN_EXE_topboard")).args(["boards", &port]).output().expect("it starts");
    let said = String::from_utf8_lossy(&asked.stdout);
    assert!(asked.status.code() == Some(2) && said.contains("no Raspberry Pi"), "{said}");
}

#[test]
fn a_mistake_in_a_wiring_is_told_before_anything_starts() {
    let folder = folder("bad-pins");
    let wiring = folder.join("board.toml");
    fs::write(&wiring, "wiring = \"strobe\"\n\nlatch = 10\n").expect("the folder can be written");
    let config = config(&folder, &[format!("pins:{}", wiring.display())]);
    let run = Command::new(env!("CARGO_BIN_EXE_topboard")).args(["run", "--config"]).arg(config).output();
    let run = run.expect("it starts");
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{said}");
    assert!(said.contains("board.toml, line 3: pin 10 belongs to the bus"), "{said}");
}
