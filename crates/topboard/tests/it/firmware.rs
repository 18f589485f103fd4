//! The unmodified firmware of the home-made board, on an emulated microcontroller, with the real program.
//!
//! ```text
//!  hands (sim) ─▶ magnets on the emulated pins ─▶ firmware ─▶ its USB serial port ─▶ pseudo-terminal ─▶ topboard run
//! ```
//! Promised: whole games come out right in each of the wirings. A cable pulled in mid-game while the players go on
//! costs nothing, for the board remembers, and the plies made meanwhile keep their times.
//!
//! It needs the image and node: `./check --only firmware` builds and installs both.

use crate::{
    rig::{Hall, Seen, Viewer, check_journal, config, folder, sans_of, until},
    seat::game,
};
use board::{DeviceOptions, Maker, Millis};
use rustix::process::Signal;
use sim::{SimOptions, SimTable, Trouble};
use std::{
    env, fs,
    io::{BufRead, BufReader, Write},
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep},
};
use topboard::devices::pty::Pty;

/// The speed of the hands, in percent of real ones.
const SPEED_PERCENT: u32 = 500;
/// The interval at which the hands are looked at.
const STEP: Duration = Duration::from_millis(2);
/// The error allowed in a ply's own time, in milliseconds: hands press a moment after they have made their move.
const TOLERANCE_MS: u64 = 500;
/// The least time for which the cables are out.
const UNSEEN: Duration = Duration::from_secs(14);
/// The plies of games that are not played to their end.
const PLIES: usize = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "wants the firmware's image and node; ./check --only firmware runs it"]
async fn whole_games_come_out_right_in_every_wiring() {
    let folder = folder("firmware");
    let tables = [("chain", usize::MAX), ("matrix", PLIES), ("levels", PLIES)];
    let seats: Vec<PicoSeat> =
        (1..).zip(tables).map(|(no, (wiring, plies))| PicoSeat::new(&folder, no, wiring, plies)).collect();
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let mut hall = Hall::start(&config(&folder, &ports));
    let viewer = Viewer::of(&hall);
    until("every board is live", || {
        viewer.tables().len() == seats.len() && viewer.tables().values().all(Seen::is_live)
    })
    .await;
    seats.iter().for_each(|seat| seat.does(Deed::Begin));
    until("every table made eight plies", || seats.iter().all(|seat| seat.progress().plies >= 8)).await;
    let unplugged = Instant::now();
    seats.iter().for_each(|seat| seat.does(Deed::Unplug));
    let plies: Vec<usize> = seats.iter().map(|seat| seat.progress().plies).collect();
    until("they played on unseen", || {
        let played = seats.iter().zip(&plies).all(|(seat, before)| seat.progress().plies >= before + 6);
        played && unplugged.elapsed() >= UNSEEN
    })
    .await;
    let plugged = Instant::now();
    seats.iter().for_each(|seat| seat.does(Deed::Plug));
    until("every game was played", || seats.iter().all(|seat| seat.progress().finished)).await;
    let wanted: Vec<(u16, Vec<String>)> =
        (1..).zip(&seats).map(|(no, seat)| (no, seat.wanted.clone())).collect();
    hall.expect_games(&wanted).await;
    // The first game is long enough to go on unseen for that long.
    check_times(&seats[0].progress().made, &viewer.table(1), unplugged, plugged);
    let published = hall.get("/all-games.pgn");
    viewer.task.abort();
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    check_journal(&folder.join("data/journal/hall.journal"), &published);
}

/// Checks that plies made between these instants have the time they took, not the time it took to hear of them.
fn check_times(made: &[Instant], seen: &Seen, from: Instant, to: Instant) {
    let unseen = made.windows(2).enumerate().filter(|(_, pair)| from <= pair[0] && pair[1] <= to);
    let times: Vec<(u64, u64)> = unseen
        .filter_map(|(index, pair)| {
            // A capture without a press may have a time that is only estimated.
            let spent_ms = seen.moves[index + 1]["spent_ms"].as_u64()?;
            Some((spent_ms, (pair[1] - pair[0]).as_millis() as u64))
        })
        .collect();
    let is_own = |&&(spent_ms, took_ms): &&(u64, u64)| spent_ms.abs_diff(took_ms) < TOLERANCE_MS;
    let (spent_ms, took_ms) =
        times.iter().fold((0, 0), |(spent, took), times| (spent + times.0, took + times.1));
    // A player who presses late ends their ply with the opponent's: one ply is too long then, the next too short, and
    // the sum is right.
    let owns = times.iter().filter(is_own).count();
    assert!(times.len() >= 4 && owns * 4 >= times.len() * 3, "spent and took, in ms: {times:?}");
    assert!(spent_ms.abs_diff(took_ms) < TOLERANCE_MS, "in sum {spent_ms} of {took_ms} ms: {times:?}");
}

/// Something that somebody does at a table.
#[derive(Debug, Clone, Copy)]
enum Deed {
    /// The game may begin.
    Begin,
    /// The cable is pulled; the board has a supply of its own.
    Unplug,
    /// The cable is put back.
    Plug,
}

#[derive(Debug, Clone, Default)]
struct Progress {
    plies: usize,
    /// The time at which each ply was made.
    made: Vec<Instant>,
    finished: bool,
}

/// A table with an emulated board.
struct PicoSeat {
    port: String,
    wanted: Vec<String>,
    deeds: mpsc::UnboundedSender<Deed>,
    progress: Arc<Mutex<Progress>>,
}

impl PicoSeat {
    fn new(folder: &Path, no: u16, wiring: &str, plies: usize) -> PicoSeat {
        // The squares of this simulated board are the magnets of the emulated one.
        let device = DeviceOptions { scan_ms: 40, ..DeviceOptions::default() };
        let mut table = SimTable::new(SimOptions {
            seed: u64::from(no),
            games: vec![game(no, plies)],
            maker: Maker::Home,
            device,
            trouble: Trouble { kings_ppm: 0, ..Trouble::demo() },
            speed_percent: SPEED_PERCENT,
            wait_for_host: false,
            ..SimOptions::default()
        });
        let _ = table.next_deadline();
        let wanted = sans_of(&table.truth().first().expect("it has a game").truth);
        let link = folder.join(format!("board-{no}"));
        let (deeds, orders) = mpsc::unbounded_channel();
        let progress = Arc::new(Mutex::new(Progress::default()));
        let task = Task {
            table,
            pico: Pico::start(wiring),
            pty: Some(plug(&link)),
            link: link.clone(),
            orders,
            progress: Arc::clone(&progress),
        };
        tokio::spawn(task.run());
        PicoSeat { port: link.to_string_lossy().into_owned(), wanted, deeds, progress }
    }

    fn does(&self, deed: Deed) {
        self.deeds.send(deed).expect("the table stands until the test ends");
    }

    fn progress(&self) -> Progress {
        self.progress.lock().expect("no test panics holding it").clone()
    }
}

/// The emulator (tests/firmware/pico.mjs) and its output lines.
struct Pico {
    child: Child,
    input: ChildStdin,
    lines: mpsc::UnboundedReceiver<String>,
}

impl Pico {
    fn start(wiring: &str) -> Pico {
        let image = env::var("FIRMWARE_IMAGE").expect("firmware/build says where the image is");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/firmware/pico.mjs");
        let mut child = Command::new("node")
            .arg(script)
            .args([&image, wiring])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node is there");
        let input = child.stdin.take().expect("it was asked for");
        let output = BufReader::new(child.stdout.take().expect("it was asked for"));
        let (heard, lines) = mpsc::unbounded_channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if heard.send(line).is_err() {
                    return;
                }
            }
        });
        Pico { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the emulator runs");
    }
}

impl Drop for Pico {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Task {
    table: SimTable,
    pico: Pico,
    pty: Option<Pty>,
    link: PathBuf,
    orders: mpsc::UnboundedReceiver<Deed>,
    progress: Arc<Mutex<Progress>>,
}

impl Task {
    async fn run(mut self) {
        let mut began: Option<Instant> = None;
        let mut shown = None;
        let mut buffer = [0; 1024];
        loop {
            while let Ok(deed) = self.orders.try_recv() {
                match deed {
                    Deed::Begin => began = Some(Instant::now()),
                    Deed::Unplug => {
                        self.pico.say("unplug");
                        self.pty = None;
                        let _ = fs::remove_file(&self.link);
                    }
                    Deed::Plug => {
                        self.pty = Some(plug(&self.link));
                        self.pico.say("plug");
                    }
                }
            }
            self.table.advance(began.map_or(0, |began| began.elapsed().as_millis() as Millis));
            while self.table.poll_transmit().is_some() {}
            let now = magnets(&mut self.table);
            if shown != Some(now) {
                self.pico.say(&format!("squares {:016x}", now.0));
                self.pico.say(&format!("lever {}", u8::from(now.1)));
                shown = Some(now);
            }
            {
                let mut progress = self.progress.lock().expect("no test panics holding it");
                progress.plies = self.table.truth().first().map_or(0, |game| game.plies);
                let plies = progress.plies;
                // A move taken back is made anew.
                progress.made.resize_with(plies, Instant::now);
                progress.finished = began.is_some() && self.table.finished();
            }
            let heard = async {
                match &self.pty {
                    Some(pty) => pty.read(&mut buffer).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                read = heard => {
                    let length = read.expect("the pseudo-terminal works");
                    let line = format!("tx {}", hex(&buffer[..length]));
                    self.pico.say(&line);
                }
                line = self.pico.lines.recv() => {
                    let line = line.expect("it runs until the test ends");
                    if let (Some(digits), Some(pty)) = (line.strip_prefix("rx "), &self.pty) {
                        pty.write(&unhex(digits));
                    }
                }
                () = sleep(STEP) => {}
            }
        }
    }
}

/// Returns where magnets stand, and whether the lever says that White has pressed.
pub(crate) fn magnets(table: &mut SimTable) -> (u64, bool) {
    let device = table.device();
    (device.truth().occupied().0, device.lever())
}

/// Puts a new pseudo-terminal behind the link.
pub(crate) fn plug(link: &Path) -> Pty {
    let pty = Pty::open().expect("the system gives a pseudo-terminal");
    let fresh = link.with_extension("new");
    let _ = fs::remove_file(&fresh);
    symlink(pty.path(), &fresh).expect("the folder can be written");
    fs::rename(&fresh, link).expect("the folder can be written");
    pty
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn unhex(digits: &str) -> Vec<u8> {
    let pair = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).expect("two digits");
    (0..digits.len()).step_by(2).map(pair).collect()
}
