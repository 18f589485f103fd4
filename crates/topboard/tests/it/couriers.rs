//! The folder that the program fills, watched as a broadcaster's program watches it.

use crate::{
    arbiter_client::Arbiter,
    games_of_rounds::{begin, get, order},
    rig::{Hall, config, folder, until},
};
use serde_json::json;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// How long a watcher waits for more changes before it sends what it has.
const DEBOUNCE: Duration = Duration::from_secs(1);

/// Starts a hall with these lines at the end of its configuration.
pub(crate) fn hall_with(folder: &Path, lines: &str) -> Hall {
    let config = config(folder, &["/dev/no-board-here".to_owned()]);
    let text = fs::read_to_string(&config).expect("it was written");
    fs::write(&config, format!("{text}\n{lines}")).expect("the folder can be written");
    Hall::start(&config)
}

/// Returns the files below a folder, by path. Files that begin with a dot are passed over, as watchers do.
pub(crate) fn tree(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut open = vec![PathBuf::new()];
    while let Some(part) = open.pop() {
        for entry in fs::read_dir(folder.join(&part)).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = part.join(&name);
            if entry.path().is_dir() {
                open.push(path);
            } else if !name.starts_with('.') {
                let text = fs::read_to_string(entry.path()).expect("it is text, and nobody deletes it");
                found.insert(path.to_string_lossy().into_owned(), text);
            }
        }
    }
    found
}

/// Returns those of the files that differ from what is served at their address.
pub(crate) fn differing(hall: &Hall, tree: &BTreeMap<String, String>) -> Vec<String> {
    let is_other =
        |(path, text): &(&String, &String)| get(hall, &format!("/{path}"), &[]).body != text.as_str();
    tree.iter().filter(is_other).map(|(path, _)| path.clone()).collect()
}

/// Makes moves on the first board.
pub(crate) fn moves(arbiter: &Arbiter, moves: &[&str]) {
    let moved = arbiter.says(1, json!({"cmd": "correct", "from_ply": 1, "moves": moves}));
    assert_eq!(moved.status, 200, "{moved:?}");
}

/// Returns the last number in a path, by which a broadcaster's program orders files.
fn number(path: &str) -> u32 {
    let digits = path.split(|letter: char| !letter.is_ascii_digit()).rfind(|part| !part.is_empty());
    digits.and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// A program that watches a folder and sends what changed: the files of games in the order of their numbers, or where there are
/// none the one file of all games.
struct Watcher {
    stop: Arc<AtomicBool>,
    thread: JoinHandle<Vec<String>>,
}

impl Watcher {
    fn of(folder: &Path) -> Watcher {
        let (stop, folder) = (Arc::new(AtomicBool::new(false)), folder.to_owned());
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let (mut sent, mut known) = (Vec::new(), BTreeMap::new());
            let mut changed: Option<Instant> = None;
            while !stopped.load(Ordering::Relaxed) {
                let now = tree(&folder);
                now.iter()
                    .filter(|(path, _)| path.ends_with(".pgn"))
                    .for_each(|(path, text)| whole(path, text));
                if now != known {
                    (known, changed) = (now, Some(Instant::now()));
                }
                if changed.is_some_and(|changed| changed.elapsed() >= DEBOUNCE) {
                    changed = None;
                    sent.push(upload(&known));
                }
                thread::sleep(Duration::from_millis(2));
            }
            sent
        });
        Watcher { stop, thread }
    }

    fn end(self) -> Vec<String> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().expect("it saw whole games alone")
    }
}

/// Fails for a file that is not whole: each game has tags and ends with its result.
fn whole(path: &str, text: &str) {
    assert!(text.starts_with("[Event \"") && text.ends_with("\n\n"), "{path}: {text:?}");
    for game in text.split("[Event \"").skip(1) {
        let result = game.split_once("[Result \"").and_then(|(_, rest)| rest.split('"').next());
        assert!(result.is_some_and(|result| game.trim_end().ends_with(result)), "{path}: {game:?}");
    }
}

fn upload(tree: &BTreeMap<String, String>) -> String {
    let is_all = |path: &&String| path.ends_with("games.pgn");
    let (all, mut single): (Vec<&String>, Vec<&String>) =
        tree.keys().filter(|path| path.ends_with(".pgn")).partition(is_all);
    assert!(all.len() < 2, "several files of all games cannot be told apart: {all:?}");
    single.sort_by_key(|path| number(path));
    let chosen = if single.is_empty() { all } else { single };
    chosen.iter().map(|path| tree[*path].trim_end()).collect::<Vec<_>>().join("\n\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watched_folder_has_whole_games_alone_and_all_that_is_served() {
    let folder = folder("couriers-folder");
    let (live, all) = (folder.join("live"), folder.join("all"));
    fs::create_dir(&live).expect("it can be made");
    let lines = format!(
        "[[broadcast]]\nto = \"folder\"\npath = {live:?}\n[[broadcast]]\nto = \"folder\"\npath = {all:?}\nfiles = \"all\"\nrounds = \"all\"\n"
    );
    let hall = hall_with(&folder, &lines);
    let arbiter = Arbiter::enter(&hall);
    let watcher = Watcher::of(&live);
    begin(&arbiter);
    until("the game is there before its first move", || live.join("round-1/game-1.pgn").exists()).await;
    let line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"];
    for count in 1..=line.len() {
        moves(&arbiter, &line[..count]);
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
    let is_there = || tree(&live).values().all(|text| text.contains("Nf6"));
    until("the last move is in the folder", is_there).await;
    assert_eq!(tree(&live).keys().collect::<Vec<_>>(), ["round-1/game-1.pgn", "round-1/games.pgn"]);
    tokio::time::sleep(2 * DEBOUNCE).await;
    let sent = watcher.end();
    assert!(sent.last().is_some_and(|last| last.contains("Nf6") && last.contains("Nowak, Anna")), "{sent:?}");

    // A folder that is missing is one trouble, however often it is tried, and over when it is there.
    let of = |event: &str| hall.log().matches(event).count();
    assert_eq!(of("does not take the games"), 1, "{}", hall.log());
    assert!(!all.exists(), "a folder that is missing is not made: it may be on a stick that was pulled out");
    fs::create_dir(&all).expect("it can be made");
    until("the other folder is filled", || tree(&all).len() == 6).await;
    // It is told behind the last file.
    until("it is told", || of("takes the games again") == 1).await;
    assert_eq!(of("does not take the games"), 1, "{}", hall.log());
    until("the other folder is what is served", || differing(&hall, &tree(&all)).is_empty()).await;

    // What stands in the way is one trouble, too; the other folder and the hall go on.
    fs::remove_dir_all(all.join("round-1")).expect("it can be removed");
    fs::write(all.join("round-1"), "no folder").expect("it can be written");
    let longer = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "e1g1"];
    moves(&arbiter, &longer);
    until("the other folder has the move", || tree(&live).values().all(|text| text.contains("O-O"))).await;
    until("the trouble is told", || of("does not take the games") == 2).await;
    fs::remove_file(all.join("round-1")).expect("it can be removed");
    until("all is there again", || tree(&all).len() == 6).await;
    until("it is what is served", || differing(&hall, &tree(&all)).is_empty()).await;
    assert!(tree(&all)["round-1/game-1.json"].contains("\"O-O"));

    order(&arbiter, json!({"do": "result", "key": "A", "round": 1, "board": 1, "result": "1-0"}));
    order(&arbiter, json!({"do": "result", "key": "A", "round": 1, "board": 2, "result": "1/2-1/2"}));
    order(&arbiter, json!({"do": "close", "key": "A", "round": 1}));
    order(&arbiter, json!({"do": "open", "key": "A", "round": 2}));
    until("the next round is there", || tree(&all).contains_key("round-2/index.json")).await;
    until("the first is as it ended", || tree(&all)["round-1/index.json"].contains("1/2-1/2")).await;
    until("it is what is served", || differing(&hall, &tree(&all)).is_empty()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_the_delay_holds_is_in_no_folder() {
    let folder = folder("couriers-delay");
    let live = folder.join("live");
    fs::create_dir(&live).expect("it can be made");
    let config = config(&folder, &["/dev/no-board-here".to_owned()]);
    let text = fs::read_to_string(&config).expect("it was written");
    // Three seconds.
    let text = text.replacen("[server]\n", "[server]\ndelay_minutes = 0.05\n", 1);
    let lines = format!("[[broadcast]]\nto = \"folder\"\npath = {live:?}\nfiles = \"all\"\n");
    fs::write(&config, format!("{text}{lines}")).expect("the folder can be written");
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    begin(&arbiter);
    until("the round is there", || tree(&live).contains_key("round-1/game-1.json")).await;
    let before = Instant::now();
    moves(&arbiter, &["e2e4"]);
    let has_move = |tree: &BTreeMap<String, String>| tree.values().any(|text| text.contains("e4"));
    until("the move is there", || has_move(&tree(&live))).await;
    assert!(before.elapsed() >= Duration::from_secs(3), "it was there after {:?}", before.elapsed());
}
