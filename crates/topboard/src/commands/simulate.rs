//! Simulated tables on pseudo-terminals: for `topboard sim`, and as the boards of `demo` and of the measurements.

mod hands;

use crate::{
    cli::SimulateOptions,
    devices::pty::Pty,
    terminal::{
        failure::{Failure, Outcome},
        shutdown::Orders,
    },
};
use board::{DeviceOptions, Maker, Millis};
use game::Player;
use shakmaty::{ByColor, KnownOutcome};
use sim::{Ppm, Rng, SimTable, games};
use std::{
    fs,
    io::{self, Write},
    os::unix::fs::symlink,
    path::Path,
    time::Duration,
};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};

/// The interval at which a table is polled while nothing is due.
const IDLE: Duration = Duration::from_millis(100);

/// A simulated table that plays on a port.
#[derive(Debug)]
pub struct SimBoard {
    pty: Pty,
    table: SimTable,
    line: Line,
    news: Option<mpsc::Sender<RoomNews>>,
    /// The number of games that may begin; `None` if the players wait for nobody.
    may_begin: Option<watch::Receiver<usize>>,
    /// The number of games that were played before the program was started.
    played: usize,
    is_ready: bool,
    begun: usize,
    over: usize,
}

/// An event that an arbiter in the room would see.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RoomNews {
    /// The pieces are set up for a game that may not begin yet.
    Ready,
    /// The players who began a game.
    Began(Box<ByColor<Player>>),
    /// The outcome with which the players ended a game.
    Over(KnownOutcome),
}

/// A line that drops, doubles and changes bytes.
#[derive(Debug)]
pub struct Line {
    /// The random numbers that choose the faulty bytes, and what happens to them.
    pub rng: Rng,
    /// The number of faults in a million bytes.
    pub faults_ppm: Ppm,
}

/// Plays on a pseudo-terminal until an order to end comes.
pub async fn command(options: &SimulateOptions) -> Outcome {
    if options.hands {
        return obey_hands(options).await;
    }
    let games = match &options.pgn {
        None => games::showcase(),
        Some(path) => read_games(path)?,
    };
    let mut orders = Orders::listen()?;
    let pty = open()?;
    offer(&pty, options.link.as_deref())?;
    let table = SimTable::new(sim::SimOptions {
        seed: options.seed,
        games,
        maker: options.maker,
        device: device_of(options.maker, options.seed),
        speed_percent: percent(options.speed),
        start_delay_ms: options.maker.facts().known_ms,
        wait_for_host: options.maker.facts().hears,
        ..sim::SimOptions::default()
    });
    let board = SimBoard::new(pty, table).with_faults((options.faults * 1e6) as Ppm, options.seed);
    tokio::select! {
        () = board.run() => {}
        () = orders.given() => {}
    }
    if let Some(link) = &options.link {
        // Somebody may have removed the link already.
        let _ = fs::remove_file(link);
    }
    Ok(())
}

/// Makes the link to a pseudo-terminal, if one is wanted, and prints its name. What stands at the link's place stays.
fn offer(pty: &Pty, link: Option<&Path>) -> Outcome {
    if let Some(link) = link {
        symlink(pty.path(), link).map_err(|error| {
            Failure::Environment(format!("{} cannot be made ({error}); delete what is there", link.display()))
        })?;
    }
    // Standard output may be closed.
    let _ = writeln!(io::stdout(), "{}", pty.path()).and_then(|()| io::stdout().flush());
    Ok(())
}

/// Lets hands do what standard input says until an order to end comes.
async fn obey_hands(options: &SimulateOptions) -> Outcome {
    let mut orders = Orders::listen()?;
    tokio::select! {
        ended = hands::obey(options.maker, options.seed, options.link.as_deref()) => ended,
        () = orders.given() => Ok(()),
    }
}

/// Opens a new pseudo-terminal for a board.
pub fn open() -> Result<Pty, Failure> {
    Pty::open().map_err(|error| {
        Failure::Environment(format!("the system gives no pseudo-terminal ({error}); close some terminals"))
    })
}

/// Returns the options of a DGT board with a serial number of its own; every third board is turned round.
pub fn device(number: u64) -> DeviceOptions {
    let number = number % 100_000;
    DeviceOptions {
        serial: format!("{number:05}"),
        long_serial: Some(format!("30000{number:05}")),
        rotated: number.is_multiple_of(3),
        ..DeviceOptions::default()
    }
}

/// Returns the options for simulating a board of this maker, which scans its squares at the maker's interval.
pub fn device_of(maker: Maker, number: u64) -> DeviceOptions {
    DeviceOptions { scan_ms: DeviceOptions::of(maker).scan_ms, ..device(number) }
}

/// Returns a speed in percent, the unit of the simulated hands.
pub fn percent(speed: f64) -> u32 {
    (speed * 100.0).round().max(1.0) as u32
}

impl SimBoard {
    /// Puts a table at one end of a pseudo-terminal.
    pub fn new(pty: Pty, table: SimTable) -> SimBoard {
        let line = Line { rng: Rng::new(0), faults_ppm: 0 };
        SimBoard {
            pty,
            table,
            line,
            news: None,
            may_begin: None,
            played: 0,
            is_ready: false,
            begun: 0,
            over: 0,
        }
    }

    /// Puts the board on a bad line.
    pub fn with_faults(mut self, faults_ppm: Ppm, seed: u64) -> SimBoard {
        self.line = Line { rng: Rng::new(seed).fork(7), faults_ppm };
        self
    }

    /// Sends news of the games to this channel. News that the channel does not take is dropped.
    pub fn with_news(mut self, news: mpsc::Sender<RoomNews>) -> SimBoard {
        self.news = Some(news);
        self
    }

    /// Says how many of the games that may begin were played before the first of this table.
    pub fn having_played(mut self, games: usize) -> SimBoard {
        self.played = games;
        self
    }

    /// Makes the players of each game wait until as many games may begin.
    pub fn with_rounds(mut self, may_begin: watch::Receiver<usize>) -> SimBoard {
        self.table.let_begin(0, 0);
        self.may_begin = Some(may_begin);
        self
    }

    /// Plays until every game is over and its port is gone, or the task is dropped.
    pub async fn run(mut self) {
        let start = Instant::now();
        let now = move || Millis::try_from(start.elapsed().as_millis()).unwrap_or(Millis::MAX);
        let mut buffer = [0; 1024];
        loop {
            while let Some(bytes) = self.table.poll_transmit() {
                self.pty.write(&self.line.carry(bytes));
            }
            self.tell();
            if let Some(games) = self.games_that_begin() {
                self.table.let_begin(now(), games);
            }
            let idle = Instant::now() + IDLE;
            let due = self.table.next_deadline().map_or(idle, |t| start + Duration::from_millis(t));
            tokio::select! {
                read = self.pty.read(&mut buffer) => match read {
                    Ok(length) => self.table.handle_bytes(now(), &buffer[..length]),
                    Err(error) => {
                        tracing::warn!("{}: the simulated board ends ({error})", self.pty.path());
                        return;
                    }
                },
                () = sleep_until(due.min(idle)) => self.table.advance(now()),
            }
        }
    }

    /// Returns how many games may begin, if that has changed.
    fn games_that_begin(&mut self) -> Option<usize> {
        let may_begin = self.may_begin.as_mut()?;
        let may = may_begin.has_changed().unwrap_or(false).then(|| *may_begin.borrow_and_update());
        may.map(|games| games.saturating_sub(self.played))
    }

    fn tell(&mut self) {
        let Some(news) = &self.news else { return };
        let games = self.table.truth();
        let say = |word| {
            if news.try_send(word).is_err() {
                tracing::debug!("nobody listens to a simulated table");
            }
        };
        // A game is over before the next one begins.
        while let Some(game) = games.get(self.over.min(self.begun)) {
            if self.begun == self.over && game.begun {
                say(RoomNews::Began(Box::new(game.truth.players.clone())));
                self.begun += 1;
            } else if self.over < self.begun && game.over {
                say(RoomNews::Over(game.truth.outcome));
                self.over += 1;
            } else {
                break;
            }
        }
        if std::mem::replace(&mut self.is_ready, self.table.is_waiting()) != self.is_ready && self.is_ready {
            say(RoomNews::Ready);
        }
    }
}

impl Line {
    /// Returns the bytes that come out of the line when these go in.
    pub fn carry(&mut self, bytes: Vec<u8>) -> Vec<u8> {
        if self.faults_ppm == 0 {
            return bytes;
        }
        let mut carried = Vec::with_capacity(bytes.len() + 1);
        for byte in bytes {
            if !self.rng.chance(self.faults_ppm) {
                carried.push(byte);
                continue;
            }
            match self.rng.below(3) {
                0 => {}
                1 => carried.extend([byte, byte]),
                _ => carried.push(byte ^ (1 << self.rng.below(8))),
            }
        }
        carried
    }
}

fn read_games(path: &Path) -> Result<Vec<sim::Game>, Failure> {
    let text = fs::read(path).map_err(|error| {
        Failure::Input(format!("{} cannot be read ({error}); check the path", path.display()))
    })?;
    let games = games::of_pgn(&String::from_utf8_lossy(&text))
        .map_err(|why| Failure::Input(format!("{}: {why}; correct the file", path.display())))?;
    if games.iter().all(|game| game.moves.is_empty()) {
        return Err(Failure::Input(format!("{} holds no game; give a file in PGN", path.display())));
    }
    Ok(games)
}
