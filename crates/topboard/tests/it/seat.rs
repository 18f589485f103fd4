//! A simulated table in the room, with somebody who pulls its cable, switches it off, and tells its players to wait.

use crate::{radio::Aerial, rig::sans_of};
use board::{
    Maker, Sensing,
    dgt::{ClockState, DeviceOptions},
};
use shakmaty::{ByColor, Color};
use sim::{Game, Rng, SimOptions, SimTable, Trouble, games};
use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};
use topboard::{
    commands::simulate::{Line, device, device_of},
    devices::pty::Pty,
};

/// The speed of the hands, in percent of real ones.
const SPEED_PERCENT: u32 = 800;

/// Something that somebody does to a table.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Deed {
    /// Pulls the cable.
    Unplug,
    /// Puts the cable back: the board had no current meanwhile, and the port is a new one behind the old path.
    Plug,
    /// Tells the players to wait once this many plies are made.
    HoldAt(usize),
    /// Lets them go on.
    Go,
    /// Lets them go on until this many plies are made.
    GoTo(usize),
    /// Interrupts the current for a moment; the port stays.
    Reboot,
    /// Silences the board, or lets it speak again.
    Mute(bool),
    /// Breaks the line to the board, or mends it; the board is heard all the same.
    Deafen(bool),
    /// Sets both times, in milliseconds; the clock stands.
    SetClock(u32, u32),
}

/// A table.
pub(crate) struct Seat {
    /// The path of its port, as configured.
    pub(crate) port: String,
    /// The moves of its game in SAN.
    pub(crate) wanted: Vec<String>,
    deeds: mpsc::UnboundedSender<Deed>,
    progress: Arc<Mutex<Progress>>,
}

/// The progress of the game.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Progress {
    pub(crate) plies: usize,
    pub(crate) held: bool,
    pub(crate) finished: bool,
    /// The number of messages for its clock that came to the board.
    pub(crate) clock_messages: usize,
}

/// Returns a built-in game, ended after `plies` plies.
pub(crate) fn game(no: u16, plies: usize) -> Game {
    let mut games = games::showcase();
    let index = usize::from(no) % games.len();
    let mut game = games.swap_remove(index);
    game.moves.truncate(plies);
    game
}

/// Returns the speed of the hands, in percent of real ones. These boards have no clock: only quiet tells that a move
/// was made, so hands keep a human pace. A board that does not know its pieces must see a captured piece leave: hands
/// are slower there.
fn speed_percent(maker: Maker) -> u32 {
    match maker.sensing() {
        Sensing::Piece => 500,
        Sensing::Occupancy => 200,
    }
}

/// Returns the trouble at a table that is only there to be read.
fn quiet() -> Trouble {
    Trouble { kings_ppm: 0, ..Trouble::demo() }
}

impl Seat {
    /// Seats a usual board.
    pub(crate) fn new(folder: &Path, no: u16, game: Game) -> Seat {
        Seat::with(folder, no, game, device(u64::from(no)))
    }

    /// Seats this board. Its port is a link in the folder.
    pub(crate) fn with(folder: &Path, no: u16, game: Game, device: DeviceOptions) -> Seat {
        Seat::troubled(folder, no, game, device, quiet())
    }

    /// Seats a board of another maker that is reached by radio.
    pub(crate) fn on_air(
        port: String,
        no: u16,
        game: Game,
        maker: Maker,
        faults_ppm: u32,
        aerial: Aerial,
    ) -> Seat {
        let device = device_of(maker, u64::from(no));
        let options = SimOptions {
            maker,
            device,
            trouble: quiet(),
            speed_percent: speed_percent(maker),
            ..SimOptions::default()
        };
        Seat::by(port, Cable::Air(aerial), no, game, options, faults_ppm)
    }

    /// Seats this board, with this trouble at its table.
    pub(crate) fn troubled(
        folder: &Path,
        no: u16,
        game: Game,
        device: DeviceOptions,
        trouble: Trouble,
    ) -> Seat {
        let options = SimOptions { device, trouble, speed_percent: SPEED_PERCENT, ..SimOptions::default() };
        Seat::of(folder, no, game, options, 0)
    }

    /// Seats a board of another maker, on a line that loses, doubles or changes `faults_ppm` bytes in a million.
    pub(crate) fn made_by(folder: &Path, no: u16, game: Game, maker: Maker, faults_ppm: u32) -> Seat {
        let device = device_of(maker, u64::from(no));
        // Some of these boards are never spoken to, so nobody waits for that.
        let options = SimOptions {
            maker,
            device,
            trouble: quiet(),
            speed_percent: speed_percent(maker),
            wait_for_host: false,
            ..SimOptions::default()
        };
        Seat::of(folder, no, game, options, faults_ppm)
    }

    fn of(folder: &Path, no: u16, game: Game, options: SimOptions, faults_ppm: u32) -> Seat {
        // A port with this prefix is taken for a human interface device.
        let prefix = if options.maker.facts().hid.is_some() { "hidraw" } else { "board-" };
        let link = folder.join(format!("{prefix}{no}"));
        let port = link.to_string_lossy().into_owned();
        let cable = Cable::Pty { pty: Some(plug(&link)), link };
        Seat::by(port, cable, no, game, options, faults_ppm)
    }

    fn by(port: String, cable: Cable, no: u16, game: Game, options: SimOptions, faults_ppm: u32) -> Seat {
        let mut table = SimTable::new(SimOptions { seed: u64::from(no), games: vec![game], ..options });
        // The game is known from the beginning.
        let _ = table.next_deadline();
        let truth = &table.truth().first().expect("it has a game").truth;
        let wanted = if truth.illegal.is_empty() { sans_of(truth) } else { Vec::new() };
        let (deeds, orders) = mpsc::unbounded_channel();
        let progress = Arc::new(Mutex::new(Progress::default()));
        let line = Line { rng: Rng::new(u64::from(no)), faults_ppm };
        let task = Task { table, line, cable, orders, progress: Arc::clone(&progress), now: 0 };
        tokio::spawn(task.run());
        Seat { port, wanted, deeds, progress }
    }

    pub(crate) fn does(&self, deed: Deed) {
        self.deeds.send(deed).expect("the table stands until the test ends");
    }

    pub(crate) fn progress(&self) -> Progress {
        *self.progress.lock().expect("no test panics holding it")
    }
}

struct Task {
    table: SimTable,
    line: Line,
    cable: Cable,
    orders: mpsc::UnboundedReceiver<Deed>,
    progress: Arc<Mutex<Progress>>,
    /// Up to when the table has gone on, in milliseconds since the task began.
    now: u64,
}

/// The way a board is reached.
enum Cable {
    /// A pseudo-terminal behind a link, while it is plugged in.
    Pty { pty: Option<Pty>, link: PathBuf },
    /// No cable.
    Air(Aerial),
}

impl Cable {
    async fn unplug(&mut self) {
        match self {
            Cable::Pty { pty, link } => {
                *pty = None;
                let _ = fs::remove_file(link);
            }
            Cable::Air(aerial) => aerial.reach(false).await,
        }
    }

    async fn plug(&mut self) {
        match self {
            Cable::Pty { pty, link } => *pty = Some(plug(link)),
            Cable::Air(aerial) => aerial.reach(true).await,
        }
    }

    fn write(&self, bytes: &[u8]) {
        match self {
            Cable::Pty { pty: Some(pty), .. } => pty.write(bytes),
            Cable::Pty { pty: None, .. } => {}
            Cable::Air(aerial) => aerial.write(bytes),
        }
    }

    /// Returns what the host says; waits for ever while nobody can say anything. Cancel-safe.
    async fn read(&mut self) -> Vec<u8> {
        match self {
            Cable::Pty { pty: Some(pty), .. } => {
                let mut buffer = [0; 1024];
                let length = pty.read(&mut buffer).await.expect("the pseudo-terminal works");
                buffer[..length].to_vec()
            }
            Cable::Pty { pty: None, .. } => std::future::pending().await,
            Cable::Air(aerial) => aerial.read().await,
        }
    }
}

/// Puts a new pseudo-terminal behind the link.
fn plug(link: &Path) -> Pty {
    let pty = Pty::open().expect("the system gives a pseudo-terminal");
    let fresh = link.with_extension("new");
    let _ = fs::remove_file(&fresh);
    symlink(pty.path(), &fresh).expect("the folder can be written");
    fs::rename(&fresh, link).expect("the folder can be written");
    pty
}

impl Task {
    async fn run(mut self) {
        let start = Instant::now();
        let mut hold_at = usize::MAX;
        let mut held = false;
        let mut clock_messages = 0;
        let mut is_deaf = false;
        loop {
            let now = start.elapsed().as_millis() as u64;
            held |= self.go_on(now, hold_at);
            while let Ok(deed) = self.orders.try_recv() {
                match deed {
                    Deed::Unplug => self.cable.unplug().await,
                    Deed::Plug => {
                        self.table.device().reboot(now);
                        self.cable.plug().await;
                    }
                    Deed::HoldAt(plies) => hold_at = plies,
                    Deed::Go | Deed::GoTo(_) => {
                        hold_at = if let Deed::GoTo(plies) = deed { plies } else { usize::MAX };
                        if std::mem::take(&mut held) {
                            self.table.resume(now);
                        }
                    }
                    Deed::Reboot => self.table.device().reboot(now),
                    Deed::Deafen(deaf) => is_deaf = deaf,
                    Deed::Mute(muted) => self.table.device().mute(muted),
                    Deed::SetClock(white, black) => {
                        let left_ms = ByColor { white, black };
                        let lever = Color::White;
                        self.table.device().set_clock(now, ClockState { left_ms, running: None, lever });
                    }
                }
            }
            held |= self.go_on(now, hold_at);
            let plies = self.plies();
            *self.progress.lock().expect("no test panics holding it") =
                Progress { plies, held, finished: self.table.finished(), clock_messages };
            while let Some(bytes) = self.table.poll_transmit() {
                self.cable.write(&self.line.carry(bytes));
            }
            let soon = now + 20;
            let due =
                start + Duration::from_millis(self.table.next_deadline().unwrap_or(soon).clamp(now, soon));
            tokio::select! {
                bytes = self.cable.read() => {
                    let is_for_clock = |bytes: &&[u8]| matches!(bytes, [0x2b, _, 0x03]);
                    clock_messages += bytes.windows(3).filter(is_for_clock).count();
                    if !is_deaf {
                        self.table.handle_bytes(start.elapsed().as_millis() as u64, &bytes);
                    }
                }
                () = sleep_until(due) => {}
            }
        }
    }

    fn plies(&self) -> usize {
        self.table.truth().first().map_or(0, |game| game.plies)
    }

    /// Lets time pass, and the players wait once `hold_at` plies are made: not a ply later, however late this task is woken.
    /// Returns whether they wait for that.
    fn go_on(&mut self, now: u64, hold_at: usize) -> bool {
        while self.plies() < hold_at
            && let Some(due) = self.table.next_deadline().filter(|due| *due > self.now && *due <= now)
        {
            self.now = due;
            self.table.advance(due);
        }
        let is_there = self.plies() >= hold_at;
        if is_there {
            self.table.pause(self.now);
        }
        self.now = now;
        self.table.advance(now);
        is_there
    }
}
