//! Couriers: what a destination lacks of the tree, and when it is tried. A pure machine that is told the time.
//!
//! A courier knows of each file what the destination last accepted. A pass brings what differs, so after hours without a
//! network the latest of each file goes, and nothing between. Nothing is ever deleted there.

use crate::{
    bulletin::Bulletin,
    tree::{Leaf, branches},
};
use board::Millis;
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, sync::Arc};

/// The wait after a first failure, doubled with each further one.
const BACK_OFF_MIN_MS: Millis = 2_000;
/// The longest wait after a failure.
const BACK_OFF_MAX_MS: Millis = 60_000;

/// Which files a destination gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileChoice {
    /// A file for each board and one for each round, as PGN.
    Pgn,
    /// One file for each round, as PGN.
    Combined,
    /// A file for each board, as PGN.
    Boards,
    /// PGN and JSON.
    All,
}

/// Which rounds a destination gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhichRounds {
    /// Those that are on, or were the last.
    On,
    /// All that have begun.
    All,
}

/// A file of the tree, as a destination gets it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeFile {
    /// The path, parts divided by slashes.
    pub path: String,
    /// The contents.
    pub text: Arc<str>,
    /// The key of the tournament; empty without one.
    pub key: String,
    /// What the file is.
    pub leaf: Leaf,
}

/// The state of a courier, as people may be told.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CourierStatus {
    /// How many files the destination has accepted since the start of the program.
    pub accepted: u64,
    /// When it accepted the last one.
    pub accepted_ms: Option<Millis>,
    /// How many files it lacks.
    pub waiting: usize,
    /// Why the last pass failed; `None` if it did not.
    pub failure: Option<String>,
    /// When the next pass may begin.
    pub next_ms: Millis,
}

/// A courier.
#[derive(Debug)]
pub struct Courier {
    every_ms: Millis,
    has: BTreeMap<String, [u8; 32]>,
    failures: u32,
    status: CourierStatus,
}

/// Returns the files that a destination is to have: all boards first, then the combined files, then what lists them.
pub fn files(bulletin: &Bulletin, files: FileChoice, rounds: WhichRounds) -> Vec<TreeFile> {
    let mut all = Vec::new();
    for branch in branches(bulletin) {
        let wanted = branch.rounds.iter().filter(|round| rounds == WhichRounds::All || round.is_on);
        let wanted = wanted.filter(|round| !round.boards.is_empty());
        let mut leaves: Vec<Leaf> = wanted.flat_map(|round| branch.leaves_of(round)).collect();
        if !leaves.is_empty() {
            leaves.push(Leaf::Tournament);
        }
        leaves.retain(|leaf| files.has(leaf));
        for leaf in leaves {
            // An empty file is no PGN to whoever reads it.
            let Some(text) = branch.text(bulletin, &leaf, true).filter(|text| !text.is_empty()) else {
                continue;
            };
            let (path, key) = (format!("{}{}", branch.folder, leaf.path()), branch.key.to_owned());
            all.push(TreeFile { path, text: text.into(), key, leaf });
        }
    }
    all.sort_by_key(|file| file.leaf.rank());
    all
}

impl FileChoice {
    fn has(self, leaf: &Leaf) -> bool {
        match leaf {
            Leaf::Game(..) => self != FileChoice::Combined,
            Leaf::Games(_) => self != FileChoice::Boards,
            Leaf::Moves(..) | Leaf::Index(_) | Leaf::Tournament => self == FileChoice::All,
        }
    }
}

impl Leaf {
    /// Returns the place in the order in which files are brought.
    fn rank(&self) -> u8 {
        match self {
            Leaf::Game(..) => 0,
            Leaf::Games(_) => 1,
            Leaf::Moves(..) => 2,
            Leaf::Index(_) => 3,
            Leaf::Tournament => 4,
        }
    }
}

impl Courier {
    /// Creates a courier that begins a pass at most once in this time.
    pub fn new(every_ms: Millis) -> Courier {
        let (has, status) = (BTreeMap::new(), CourierStatus::default());
        Courier { every_ms, has, failures: 0, status }
    }

    /// Returns when the next pass may begin.
    pub fn next_ms(&self) -> Millis {
        self.status.next_ms
    }

    /// Begins a pass. Returns the files that the destination lacks, in their order; none if it is too early.
    pub fn begin(&mut self, files: &[TreeFile], now_ms: Millis) -> Vec<TreeFile> {
        let lacks = |file: &&TreeFile| self.has.get(&file.path) != Some(&digest(&file.text));
        let lacking: Vec<TreeFile> = files.iter().filter(lacks).cloned().collect();
        self.status.waiting = lacking.len();
        if now_ms < self.status.next_ms || lacking.is_empty() {
            return Vec::new();
        }
        self.status.next_ms = now_ms + self.every_ms;
        lacking
    }

    /// Notes that the destination has accepted a file.
    pub fn accepted(&mut self, file: &TreeFile, now_ms: Millis) {
        self.has.insert(file.path.clone(), digest(&file.text));
        self.status.accepted += 1;
        self.status.accepted_ms = Some(now_ms);
        self.status.waiting = self.status.waiting.saturating_sub(1);
    }

    /// Ends a pass in which everything was accepted. Returns whether the passes before it had failed.
    pub fn succeeded(&mut self) -> bool {
        self.status.failure = None;
        std::mem::take(&mut self.failures) > 0
    }

    /// Ends a pass that failed, and says when the next may begin. Returns whether it is the first that failed.
    pub fn failed(&mut self, why: &str, now_ms: Millis) -> bool {
        let wait_ms = BACK_OFF_MIN_MS << self.failures.min(5);
        self.status.next_ms = now_ms + wait_ms.clamp(self.every_ms.min(BACK_OFF_MAX_MS), BACK_OFF_MAX_MS);
        self.failures += 1;
        self.status.failure = Some(why.to_owned());
        self.failures == 1
    }

    /// Forgets what the destination has, so that all of it is brought again.
    pub fn forget(&mut self) {
        self.has.clear();
    }

    /// Returns the state, as people may be told.
    pub fn status(&self) -> &CourierStatus {
        &self.status
    }
}

fn digest(text: &str) -> [u8; 32] {
    Sha256::digest(text).into()
}

#[cfg(test)]
mod tests {
    use super::{Courier, TreeFile};
    use crate::tree::Leaf;

    fn file(path: &str, text: &str) -> TreeFile {
        let leaf = Leaf::parse(path).expect("a path of the tree");
        TreeFile { path: path.to_owned(), text: text.into(), key: String::new(), leaf }
    }

    fn paths(files: &[TreeFile]) -> Vec<&str> {
        files.iter().map(|file| &*file.path).collect()
    }

    #[test]
    fn only_what_changed_is_brought_and_not_too_often() {
        let mut courier = Courier::new(1_000);
        let (one, two) = (file("round-1/game-1.pgn", "a"), file("round-1/game-2.pgn", "b"));
        let first = courier.begin(&[one.clone(), two.clone()], 0);
        assert_eq!(paths(&first), ["round-1/game-1.pgn", "round-1/game-2.pgn"]);
        first.iter().for_each(|file| courier.accepted(file, 7));
        assert_eq!(courier.status().accepted_ms, Some(7));
        assert!(!courier.succeeded(), "it had not failed");
        let changed = file("round-1/game-2.pgn", "bc");
        let now = [one, changed];
        assert_eq!(paths(&courier.begin(&now, 999)), [""; 0]);
        assert_eq!((courier.next_ms(), courier.status().waiting), (1_000, 1));
        assert_eq!(paths(&courier.begin(&now, 1_000)), ["round-1/game-2.pgn"]);
        courier.accepted(&now[1], 1_000);
        assert_eq!(paths(&courier.begin(&now, 5_000)), [""; 0]);
        courier.forget();
        assert_eq!(courier.begin(&now, 5_000).len(), 2);
    }

    #[test]
    fn failures_wait_longer_and_longer_and_then_the_latest_goes() {
        let mut courier = Courier::new(1_000);
        let mut now_ms = 0;
        let mut waits = Vec::new();
        for number in 0..7 {
            let text = number.to_string();
            let due = courier.begin(&[file("tournament.json", &text)], now_ms);
            assert_eq!(due.len(), 1);
            assert_eq!(courier.failed("no answer", now_ms), number == 0);
            waits.push((courier.next_ms() - now_ms) / 1_000);
            now_ms = courier.next_ms();
        }
        assert_eq!(waits, [2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(courier.status().failure.as_deref(), Some("no answer"));
        let latest = file("tournament.json", "latest");
        assert_eq!(courier.begin(std::slice::from_ref(&latest), now_ms), std::slice::from_ref(&latest));
        courier.accepted(&latest, now_ms);
        assert!(courier.succeeded(), "it is over");
        assert_eq!((courier.status().failure.as_deref(), courier.status().waiting), (None, 0));
    }

    #[test]
    fn what_changes_during_a_pass_goes_with_the_next() {
        let mut courier = Courier::new(1_000);
        let old = file("round-1/game-1.pgn", "a");
        let due = courier.begin(std::slice::from_ref(&old), 0);
        let new = file("round-1/game-1.pgn", "ab");
        courier.accepted(&due[0], 0);
        courier.succeeded();
        assert_eq!(courier.begin(std::slice::from_ref(&new), 1_000), [new]);
    }
}
