//! The real program in simulated time: main loop, journal on disk, followers and listeners in one runtime whose clock stands
//! and is moved on by the test, with simulated boards that play by this clock.

use hall::{WallTime, WallTrust};
use shakmaty::ByColor;
use sim::{Game, SimOptions, SimTable, Trouble, games};
use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{oneshot, watch},
    task::{JoinHandle, spawn_blocking, yield_now},
    time::{Instant, advance},
};
use topboard::{
    commands::{
        run::{Listeners, Running, Start},
        simulate::{self, SimBoard},
    },
    config::Config,
    journal_files::{storage::FOLDER, writer::Care},
    mainloop::{
        Ask,
        request::{Done, Figures},
        wall_clock::WallSource,
    },
    public::server,
};
use tournament::EventCommandJson;

/// How far spectators are behind.
pub(super) const DELAY_MS: u64 = 900_000;
/// The step in which time passes, and the one for when nobody plays.
const STEP: Duration = Duration::from_millis(50);
const LONG_STEP: Duration = Duration::from_millis(250);
const BOARDS: u16 = 3;
/// The simulated time after which a program that is told to end never will: it passes fast, while the disk and the main loop,
/// which have threads of their own, may wait for a busy computer.
const END_MAX: Duration = Duration::from_secs(7 * 24 * 3600);
/// The time of day when the hall opens: 21 November 2026, in the morning.
const MORNING_MS: i64 = 1_795_251_600_000;

/// The computer's time of day, which somebody sets.
#[derive(Clone)]
pub(super) struct Wall {
    origin: Instant,
    ahead_ms: Arc<AtomicI64>,
    is_synced: Arc<AtomicBool>,
}

impl Wall {
    fn new() -> Wall {
        Wall { origin: Instant::now(), ahead_ms: Arc::default(), is_synced: Arc::new(AtomicBool::new(true)) }
    }

    /// Sets it by so many minutes; whether a reference keeps it from then on is said as well.
    pub(super) fn jump(&self, minutes: i64, is_synced: bool) {
        self.ahead_ms.fetch_add(minutes * 60_000, Ordering::Relaxed);
        self.is_synced.store(is_synced, Ordering::Relaxed);
    }

    fn source(&self) -> WallSource {
        let wall = self.clone();
        WallSource::from_fn(move || {
            let since = i64::try_from(wall.origin.elapsed().as_millis()).ok()?;
            let is_synced = wall.is_synced.load(Ordering::Relaxed);
            let trust = Some(if is_synced { WallTrust::Synced } else { WallTrust::Unsynced });
            let wall_ms = u64::try_from(MORNING_MS + since + wall.ahead_ms.load(Ordering::Relaxed)).ok()?;
            Some(WallTime { wall_ms, trust, stepped_ms: None })
        })
    }
}

/// The room: players at boards, and the clock on the wall.
pub(super) struct Room {
    pub(super) wall: Wall,
    ports: Vec<String>,
    /// How many games may begin at each board.
    pub(super) may_begin: watch::Sender<usize>,
}

impl Room {
    pub(super) fn new() -> Room {
        // While this task goes on, time does not pass by itself.
        tokio::spawn(async {
            loop {
                yield_now().await;
            }
        });
        let may_begin = watch::Sender::new(0);
        let ports = (1..=BOARDS).map(|no| {
            let pty = simulate::open().expect("the system gives a pseudo-terminal");
            let port = pty.path().to_owned();
            let options = SimOptions {
                seed: u64::from(no),
                games: games::showcase()
                    .into_iter()
                    .cycle()
                    .skip(usize::from(no))
                    .take(2)
                    .map(nameless)
                    .collect(),
                device: simulate::device(u64::from(no)),
                trouble: Trouble { kings_ppm: 0, ..Trouble::demo() },
                ..SimOptions::default()
            };
            let board = SimBoard::new(pty, SimTable::new(options)).with_rounds(may_begin.subscribe());
            tokio::spawn(board.run());
            port
        });
        Room { wall: Wall::new(), ports: ports.collect(), may_begin }
    }

    fn config(&self, folder: &Path) -> Config {
        let mut text = format!(
            "[server]\ndelay_minutes = 15\n[data]\nsync_delay_ms = 0\nfolder = {folder:?}\n[devices]\ndiscover = false\n[event]\nname = \"Open\"\n"
        );
        for (port, number) in self.ports.iter().zip(1..) {
            text.push_str(&format!("[[table]]\nnumber = {number}\nport = {port:?}\n"));
        }
        Config::parse("test", &text).expect("it is right")
    }
}

/// Players are known from the pairings.
fn nameless(game: Game) -> Game {
    Game { players: ByColor::default(), ..game }
}

/// The program.
pub(super) struct Program {
    running: Running,
    pub(super) config: Config,
    pub(super) public: SocketAddr,
    pub(super) screens: SocketAddr,
    /// Nobody plays any more.
    pub(super) is_quiet: bool,
}

impl Program {
    pub(super) async fn start(room: &Room, folder: &Path) -> Program {
        let config = room.config(folder);
        let any = SocketAddr::from(([127, 0, 0, 1], 0));
        let [pages, screens] =
            [server::bind(any).await, server::bind(any).await].map(|bound| bound.expect("a port"));
        let listeners =
            Listeners { pages, arbiter: None, screens: Some(screens), metrics: None, livechess: None };
        let start = Start { wall: room.wall.source(), ..Start::default() };
        let running = Running::start_as(&start, &config, listeners, Care::Unsynced, None).expect("it starts");
        let (public, screens) = (running.address, running.screens.expect("there are screens"));
        Program { running, config, public, screens, is_quiet: false }
    }

    /// Lets time pass. Returns the hall's time then.
    pub(super) async fn pass(&self, time: Duration) -> u64 {
        let end = Instant::now() + time;
        loop {
            let figures = self.settled().await;
            if Instant::now() >= end {
                return figures.now_ms;
            }
            let step = if self.is_quiet { LONG_STEP } else { STEP };
            advance(step.min(end - Instant::now())).await;
        }
    }

    /// Waits until everything that is due was done, and the disk has what somebody waits for.
    async fn settled(&self) -> Figures {
        let mut last = self.figures().await;
        // What nobody waits for stays in memory for a while.
        for _ in 0..8 {
            let figures = self.figures().await;
            if last == figures {
                break;
            }
            last = figures;
        }
        last
    }

    /// Waits until the disk, which has a thread of its own, has had time for everything.
    pub(super) async fn at_rest(&self) {
        let mut last = self.settled().await;
        let mut still = 0;
        while still < 6 {
            std::thread::sleep(Duration::from_millis(2));
            let figures = self.settled().await;
            still = if figures == last { still + 1 } else { 0 };
            last = figures;
        }
    }

    /// Lets all tasks go on, and asks the main loop, which answers when nothing else is to be done.
    async fn figures(&self) -> Figures {
        for _ in 0..20 {
            yield_now().await;
        }
        // The one thread for blocking work, which prints games, has done what was asked of it before.
        spawn_blocking(|| ()).await.expect("no panic");
        let (answer, told) = oneshot::channel();
        assert!(self.running.asks.send(Ask::Figures(answer)).await.is_ok(), "the main loop runs");
        told.await.expect("the main loop answers")
    }

    /// Gives an order about the event.
    pub(super) async fn order(&self, order: serde_json::Value) {
        let command: EventCommandJson = serde_json::from_value(order.clone()).expect("an order");
        let (answer, mut told) = oneshot::channel::<Done>();
        let ask = Ask::Event { command: Box::new(command), answer };
        assert!(self.running.asks.send(ask).await.is_ok(), "the main loop runs");
        loop {
            self.pass(STEP).await;
            match told.try_recv() {
                Ok(done) => {
                    assert!(done.is_ok(), "{order}: {done:?}");
                    return;
                }
                Err(oneshot::error::TryRecvError::Empty) => {}
                Err(error) => panic!("{order}: {error}"),
            }
        }
    }

    /// Cuts the power: what the disk has by now is the folder that goes on elsewhere.
    pub(super) async fn killed(self, folder: &Path) -> PathBuf {
        let onward = folder.with_extension("onward");
        copy(folder, &onward);
        self.end().await;
        onward
    }

    /// Ends it as it should end.
    pub(super) async fn end(self) {
        let (ending, began): (JoinHandle<_>, _) = (tokio::spawn(self.running.stop()), Instant::now());
        while !ending.is_finished() {
            assert!(began.elapsed() < END_MAX, "the program ends");
            advance(STEP).await;
            yield_now().await;
        }
        ending.await.expect("no panic").expect("the journal is safe");
    }
}

/// Copies the files of a folder, and the journal's folder in it.
fn copy(from: &Path, to: &Path) {
    for inner in ["", FOLDER] {
        fs::create_dir_all(to.join(inner)).expect("the folder can be written");
        for file in fs::read_dir(from.join(inner)).expect("it is there").flatten() {
            if file.file_type().is_ok_and(|kind| kind.is_file()) {
                fs::copy(file.path(), to.join(inner).join(file.file_name())).expect("it can be copied");
            }
        }
    }
}
