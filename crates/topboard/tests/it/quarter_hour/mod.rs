//! A quarter of an hour of delay, on the real program in simulated time. Two rounds are played while the program is killed,
//! started again and the computer's clock is set. Everything that any public address or stream says is recorded.
//!
//! Two judges: every answer is that of a twin, byte for byte, which was given nothing but what is older than the delay; and
//! in no byte is a position, a ply, a name or a time that is younger. Clocks are what the screens in the hall showed a quarter
//! of an hour before.

mod clocks;
mod faces;
mod future;
mod program;
mod streams;

use crate::rig::folder;
use clocks::{Clock, TOLD_MS, check_clocks, clocks};
use faces::Answer;
use future::{Journal, MARK};
use hall::Body;
use program::{DELAY_MS, Program, Room};
use relay::{DelayedHall, Spectators};
use serde_json::{Value, json};
use std::{collections::BTreeMap, net::SocketAddr, path::Path, sync::Arc, time::Duration};
use streams::{Heard, Streams};
use tokio::{
    sync::watch,
    task::yield_now,
    time::{Instant, advance},
};
use topboard::{
    config::Config,
    connections::{
        guests::{Guests, Most},
        time_limits::Patience,
    },
    journal_files::disk_health::Health,
    mainloop::{readers::Appended, run_clock::RunClock},
    public::{
        audience,
        follower::Recall,
        server::{self, PublicState},
    },
};

/// How often the screens and the public are asked for their clocks, and how often everything is asked for, in seconds.
const CLOCKS_S: u64 = 10;
const LOOK: Duration = Duration::from_secs(120);
const END_S: u64 = 2_160;
/// How old an edition of the games may be, which stands for a second, and everything else: what is due in the moment of a
/// look may be told in the next one.
const EDITION_OLD_MS: u64 = 3_000;
const OLD_MS: u64 = 50;

/// Everything that the public was told.
#[derive(Default)]
struct Record {
    /// Of each look the hall's time, and the answers by address.
    looks: Vec<(u64, Vec<(String, Answer)>)>,
    /// Of each frame the hall's time, the stream and the text. A stream begins anew with its head.
    frames: Vec<(u64, &'static str, String)>,
    /// The clocks by table as the screens and as the public showed them, at times of the hall.
    clocks: [BTreeMap<u64, BTreeMap<u64, Clock>>; 2],
}

/// The hall, over the ends of its program.
struct Evening {
    room: Room,
    program: Program,
    folder: std::path::PathBuf,
    streams: Streams,
    record: Record,
    began: Instant,
    next_look: Duration,
}

impl Evening {
    async fn open(folder: &Path) -> Evening {
        let room = Room::new();
        let program = Program::start(&room, folder).await;
        let streams = Streams::follow(program.public);
        let (folder, record) = (folder.to_owned(), Record::default());
        Evening { room, program, folder, streams, record, began: Instant::now(), next_look: LOOK }
    }

    /// Lets time pass up to a second of the evening, and looks whenever it is time to.
    async fn until(&mut self, second: u64) {
        loop {
            let left = Duration::from_secs(second).saturating_sub(self.began.elapsed());
            // The hall's time goes on over a restart, and not to the millisecond.
            let now_ms = self.program.pass(Duration::ZERO).await;
            let to_next = Duration::from_millis(CLOCKS_S * 1000 - now_ms % (CLOCKS_S * 1000));
            let now_ms = self.program.pass(left.min(to_next)).await;
            self.note_frames(now_ms);
            if left < to_next {
                return;
            }
            self.program.at_rest().await;
            self.note_clocks(0, self.program.screens, now_ms).await;
            self.note_clocks(1, self.program.public, now_ms).await;
            if self.began.elapsed() >= self.next_look {
                self.next_look += LOOK;
                let mut answers = Vec::new();
                for address in faces::addresses() {
                    let answer = faces::ask(self.program.public, &address).await;
                    answers.push((address, answer));
                }
                self.record.looks.push((now_ms, answers));
            }
            let now_ms = self.program.pass(Duration::from_millis(TOLD_MS)).await;
            self.program.at_rest().await;
            self.note_clocks(0, self.program.screens, now_ms).await;
        }
    }

    async fn note_clocks(&mut self, whose: usize, address: SocketAddr, now_ms: u64) {
        let answer = faces::ask(address, "/api/v1/hall/snapshot").await;
        let snapshot = serde_json::from_str(&answer.body).expect("JSON");
        self.record.clocks[whose].insert(now_ms, clocks(&snapshot));
    }

    /// Takes what came over the streams, each with the hall's time at which it came.
    fn note_frames(&mut self, now_ms: u64) {
        let now = Instant::now();
        let timed = |(at, path, text): Heard| (now_ms - (now - at).as_millis() as u64, path, text);
        self.record.frames.extend(self.streams.take().into_iter().map(timed));
    }

    async fn order(&self, order: Value) {
        self.program.order(order).await;
    }

    async fn mark(&self, number: u32) {
        self.order(json!({"do": "event", "name": format!("{MARK}{number:03}")})).await;
    }

    /// Cuts the power or ends the program, has the clock set meanwhile, and starts it again.
    async fn again(mut self, is_killed: bool, minutes: i64, is_synced: bool) -> Evening {
        let now_ms = self.program.pass(Duration::ZERO).await;
        self.note_frames(now_ms);
        if is_killed {
            self.folder = self.program.killed(&self.folder).await;
        } else {
            self.program.end().await;
        }
        self.room.wall.jump(minutes, is_synced);
        self.program = Program::start(&self.room, &self.folder).await;
        self.streams = Streams::follow(self.program.public);
        self
    }
}

/// Serves what a program serves that was never told what is younger than the delay. Returns its address, and what ends it.
async fn twin(
    journal: &Journal,
    now_ms: u64,
    epoch: &str,
    config: &Config,
) -> (SocketAddr, watch::Sender<bool>) {
    let recall = Recall::begin(DelayedHall::<Spectators>::new(DELAY_MS));
    let shown_ms = now_ms.checked_sub(DELAY_MS);
    // The first line has no time. It names the journal, as every feed does.
    let is_old = |t_ms: u64, body: &Body| {
        matches!(body, Body::Journal { .. }) || shown_ms.is_some_and(|shown_ms| t_ms <= shown_ms)
    };
    let old = journal.records.iter().filter(|(t_ms, _, body)| is_old(*t_ms, body));
    old.for_each(|(_, seq, body)| recall.take(*seq, body));
    let clock = RunClock::after(now_ms, None, None);
    let (stop, stopped) = watch::channel(false);
    let (health, well) = watch::channel(Health::Well);
    let ended = recall.end(epoch, &config.setup);
    let (records, doors) = audience::open(ended, clock, None, well.clone(), stopped.clone());
    let listener = server::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let state = PublicState::new(doors, well, Guests::new(Most { all: 1_000, each: 1_000 }));
    tokio::spawn(async move {
        let _kept: (_, tokio::sync::mpsc::Sender<Arc<[Appended]>>) = (health, records);
        server::run(listener, state, Patience::USUAL, stopped).await;
    });
    for _ in 0..200 {
        yield_now().await;
    }
    (address, stop)
}

/// Compares every answer with the twin's.
async fn check_answers(record: &Record, journal: &Journal, config: &Config) {
    let mut games = 0;
    for (now_ms, answers) in &record.looks {
        for (path, answer) in answers {
            for text in [&answer.head, &answer.body] {
                journal.check(*now_ms, text, path);
            }
        }
        let answers: BTreeMap<_, _> = answers.iter().map(|(path, answer)| (path.as_str(), answer)).collect();
        let snapshot: Value = serde_json::from_str(&answers["/api/v1/hall/snapshot"].body).expect("JSON");
        let epoch = snapshot["epoch"].as_str().expect("text");
        let all: Vec<_> = answers.iter().map(|(path, answer)| (*path, *answer)).collect();
        let mut others = unlike(&all, journal, *now_ms, epoch, config).await;
        let mut told = others.clone();
        for older_ms in journal.changes_before(*now_ms, EDITION_OLD_MS) {
            if older_ms + OLD_MS < *now_ms
                && let Some((path, why)) = others.iter().find(|(path, _)| !is_of_edition(path))
            {
                panic!("at {now_ms} ms: {path}: {why}");
            }
            if !others.is_empty() {
                let again: Vec<_> = others.iter().map(|(path, _)| (*path, answers[path])).collect();
                others = unlike(&again, journal, older_ms, epoch, config).await;
                told.extend(others.iter().cloned());
            }
        }
        assert!(others.is_empty(), "what is told at {now_ms} ms is of no time before: {told:#?}");
        games += usize::from(answers["/games.pgn"].body.contains("1. "));
    }
    assert!(games > 5, "games were shown in the end: {games} times");
}

/// Returns whether an address has a text that is made of an edition of the games, which may be some seconds old.
fn is_of_edition(path: &str) -> bool {
    let is_json = path.contains(".json") && !path.starts_with("/openapi");
    path.contains(".pgn") || is_json || path.starts_with("/meta")
}

/// Returns the addresses whose answers are not those of a twin for which it is `now_ms`, and what differs.
async fn unlike<'a>(
    answers: &[(&'a str, &Answer)],
    journal: &Journal,
    now_ms: u64,
    epoch: &str,
    config: &Config,
) -> Vec<(&'a str, String)> {
    let (address, stop) = twin(journal, now_ms, epoch, config).await;
    let mut unlike = Vec::new();
    for (path, answer) in answers {
        let (told, alike) = (answer.comparable(path), faces::ask(address, path).await.comparable(path));
        if told != alike {
            unlike.push((*path, format!("as of {now_ms} ms: {}", difference(&told, &alike))));
        }
    }
    stop.send_replace(true);
    advance(Duration::from_millis(10)).await;
    unlike
}

/// Says where two answers begin to differ.
fn difference(told: &(Vec<String>, String), alike: &(Vec<String>, String)) -> String {
    if told.1 == alike.1 {
        return format!("{:?} and not {:?}", told.0, alike.0);
    }
    let same = told.1.bytes().zip(alike.1.bytes()).take_while(|(one, other)| one == other).count();
    let around = |text: &str| {
        String::from_utf8_lossy(&text.as_bytes()[same.saturating_sub(200)..text.len().min(same + 200)])
            .into_owned()
    };
    format!("{:?} and not {:?}", around(&told.1), around(&alike.1))
}

fn check_frames(record: &Record, journal: &Journal) {
    let (mut plies, mut games) = (BTreeMap::<_, u64>::new(), BTreeMap::<_, BTreeMap<u64, u64>>::new());
    for (now_ms, path, text) in &record.frames {
        journal.check(*now_ms, text, path);
        let text = text.strip_prefix("data: ").unwrap_or(text);
        if let Ok(frame) = serde_json::from_str::<Value>(text) {
            let new = journal.check_frame(*now_ms, &frame, games.entry(path).or_default(), path);
            *plies.entry(path).or_default() += new;
        }
    }
    let streamed = |word: &str| {
        record.frames.iter().any(|(_, path, text)| path.ends_with(".pgn") && text.contains(word))
    };
    assert!(streamed("[Event ") && streamed("1. "), "games were streamed");
    assert!(plies.len() == 3 && plies.values().all(|count| *count > 100), "plies that were told: {plies:?}");
}

#[test]
fn nothing_of_the_last_quarter_of_an_hour_is_in_any_byte() {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    let runtime = runtime.enable_all().start_paused(true).max_blocking_threads(1).build();
    runtime.expect("the system gives what it needs").block_on(play());
}

async fn play() {
    let mut evening = Evening::open(&folder("quarter-hour").join("data")).await;
    evening.until(5).await;
    let players: serde_json::Map<String, Value> = (1..=6)
        .map(|no| (no.to_string(), json!({"name": format!("Player, {no}"), "elo": 2000 + no})))
        .collect();
    let pairs = |white: [u8; 3], black: [u8; 3]| {
        let pairs = (1..=3).zip(white.iter().zip(black));
        let pairs =
            pairs.map(|(no, (white, black))| (no.to_string(), json!({"white": white, "black": black})));
        json!({"pairings": pairs.collect::<serde_json::Map<_, _>>()})
    };
    let rounds = json!({"1": pairs([1, 2, 3], [4, 5, 6]), "2": pairs([5, 6, 4], [1, 2, 3])});
    let enter = json!({"do": "enter", "key": "A", "name": "Open", "players": players, "rounds": rounds});
    evening.order(enter).await;
    evening.order(json!({"do": "open", "key": "A", "round": 1})).await;
    evening.room.may_begin.send_replace(1);
    evening.until(100).await;
    evening.mark(1).await;
    evening.until(200).await;
    evening.room.wall.jump(47, true);
    evening.until(300).await;
    evening.mark(2).await;
    evening.until(333).await;
    // The clock is set an hour ahead while the program is dead, and nobody vouches for it.
    evening = evening.again(true, 60, false).await;
    evening.until(480).await;
    for (board, result) in [(1, "1-0"), (2, "0-1"), (3, "1/2-1/2")] {
        evening
            .order(json!({"do": "result", "key": "A", "round": 1, "board": board, "result": result}))
            .await;
    }
    evening.until(500).await;
    evening.order(json!({"do": "close", "key": "A", "round": 1})).await;
    evening.mark(3).await;
    evening.until(520).await;
    evening.order(json!({"do": "open", "key": "A", "round": 2})).await;
    evening.room.may_begin.send_replace(2);
    evening.until(700).await;
    evening.room.wall.jump(-120, true);
    evening.mark(4).await;
    evening.until(804).await;
    evening = evening.again(false, -30, true).await;
    evening.mark(5).await;
    evening.until(1_200).await;
    evening.program.is_quiet = true;
    evening.until(END_S).await;
    let Evening { program, record, folder, .. } = evening;
    let config = program.config.clone();
    program.end().await;
    let journal = Journal::of(&folder);
    check_frames(&record, &journal);
    check_clocks(&record, &journal);
    check_answers(&record, &journal, &config).await;
}
