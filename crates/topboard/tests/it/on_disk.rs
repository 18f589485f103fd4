//! A main loop with one board on a disk that can fail, and what its journal says in the end.

use crate::faulty::Faulty;
use crate::rig::folder;
use board::Maker;
use hall::{Body, HallSetup, record::Hold};
use relay::{DelayedHall, Rounds, Spectators};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{mpsc, watch},
    task::JoinHandle,
    time::Instant,
};
use topboard::{
    journal_files::{
        disk_health::Health,
        reader,
        signing::signing_key::Key,
        writer::{JournalWriter, Opened},
    },
    mainloop::{
        DeviceInput, DeviceWord, MainLoop, Parts, request::Ask, run_clock::RunClock, wall_clock::WallSource,
    },
    public::{
        follower::{Follower, Recall},
        gazette::Inbox,
        hub::Release,
        round_papers::RoundsEdition,
    },
    terminal::failure::Outcome,
};

/// A running main loop, with everything it is connected to.
pub(crate) struct Running {
    pub(crate) disk: Faulty,
    /// The health that the operator is told.
    pub(crate) health: watch::Receiver<Health>,
    /// The releases that the world is told.
    pub(crate) releases: mpsc::Receiver<Release<Spectators>>,
    /// The way to ask the main loop.
    pub(crate) asks: mpsc::Sender<Ask>,
    /// The bytes that the board is sent.
    pub(crate) to_board: mpsc::Receiver<Vec<u8>>,
    pub(crate) board: Board,
    stop: watch::Sender<bool>,
    main_loop: JoinHandle<Outcome>,
}

/// The side of the one board.
#[derive(Clone)]
pub(crate) struct Board {
    port: Arc<str>,
    inputs: mpsc::Sender<DeviceInput>,
}

/// The contents of the journal.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// The number of the board's bytes.
    pub(crate) bytes: usize,
    /// The number of times its port was opened.
    pub(crate) opened: usize,
    /// The times in which the disk took nothing.
    pub(crate) holds: Vec<Hold>,
}

impl Running {
    /// Starts a main loop on this disk for this hall; the board's port is open. `name` names the folder for its key.
    pub(crate) async fn start(disk: &Faulty, name: &str, setup: &HallSetup) -> Running {
        let recall = Recall::begin(DelayedHall::new(0));
        let Opened { journal, folded, .. } =
            JournalWriter::open_on(disk.clone(), u64::MAX, |seq, body| recall.take(seq, body))
                .expect("it opens");
        let (hall, _) = recall.end("on disk", setup);
        let clock = RunClock::after(0, None, None);
        let (hub, releases) = mpsc::channel(256);
        let (records, read) = mpsc::channel(256);
        let (gazette, rounds) = (Inbox::default(), RoundsEdition::of(Rounds::default(), 0));
        let rounds = watch::channel(Arc::new(rounds)).0;
        tokio::spawn(Follower { hall, clock, hub, gazette, rounds }.run(read));
        let (inputs, from_devices) = mpsc::channel(16);
        let (asks, asked) = mpsc::channel(1);
        let (stop, stopped) = watch::channel(false);
        let (told, health) = watch::channel(Health::Well);
        let parts = Parts {
            hall: folded.hall,
            journal,
            clock,
            readers: vec![records],
            delay_ms: 0,
            staff: None,
            inputs: from_devices,
            asks: asked,
            sync_delay: Duration::from_millis(20),
            health: told,
            key: Key::of_folder(&folder(name)).expect("it can be made"),
            accepted: None,
            wall: WallSource::system(),
        };
        let main_loop = tokio::spawn(MainLoop::new(parts, setup).run(stopped));
        let (bytes, to_board) = mpsc::channel(64);
        let board = Board { port: "board".into(), inputs };
        board.send(DeviceWord::Opened(Maker::Dgt, bytes)).await;
        Running { disk: disk.clone(), health, releases, asks, to_board, board, stop, main_loop }
    }

    /// Ends the loop, which must have everything safe, and reads its journal, which must be whole.
    pub(crate) async fn close(self) -> Written {
        self.stop.send_replace(true);
        self.main_loop.await.expect("it ends").expect("all is safe");
        let mut written = Written::default();
        let reading = reader::read(&mut self.disk.clone(), |read| {
            match reader::parse(&read)? {
                Body::Bytes { bytes, .. } => written.bytes += bytes.len(),
                Body::Held { hold, .. } => written.holds.push(hold),
                Body::Opened { .. } => written.opened += 1,
                _ => {}
            }
            Ok(())
        });
        assert_eq!(reading.expect("it can be read").verdict, journal::Verdict::Whole);
        written
    }
}

impl Board {
    /// Returns whether the main loop has taken everything the board said.
    pub(crate) fn is_heard(&self) -> bool {
        self.inputs.capacity() == self.inputs.max_capacity()
    }

    /// Sends `length` bytes as the board.
    pub(crate) async fn say(&self, length: usize) {
        self.send(DeviceWord::Bytes { bytes: vec![0x41; length], read_at: Instant::now() }).await;
    }

    async fn send(&self, word: DeviceWord) {
        let input = DeviceInput { port: Arc::clone(&self.port), word };
        self.inputs.send(input).await.expect("the loop runs");
    }
}
