//! What viewers of a championship are sent: the halls' feeds, the messages through the broker, a node, and on it one viewer
//! of each kind or some. Every byte comes from the code that serves spectators.

use super::championship::News;
use board::Millis;
use flate2::{Compression, write::GzEncoder};
use hall::TableNo;
use relay::{
    EventView, HallFeed, Released, Screens, Sent, Spectators,
    slots::message::Wish,
    tree::{
        MergedHalls, Parcel, Untold,
        documents::{Desk, Document},
    },
};
use std::{collections::BTreeMap, io::Write};

/// The level at which snapshots are compressed.
const GZIP_LEVEL: u32 = 6;
/// The length of a turn.
const TURN_MS: Millis = 100;
/// The interval of the halls' beats, and of those that a node gives its viewers.
const HALL_BEAT_MS: Millis = 1_000;
const NODE_BEAT_MS: Millis = 2_000;

/// The kinds of viewers: what they look at, and their share of a hundred, which is assumed.
pub(super) const KINDS: [(&str, u64); 4] = [
    ("the match alone", 70),
    ("six boards of the open, a phone's screen", 20),
    ("the match, in a tab that is not looked at: no clocks", 8),
    ("all 101 boards", 2),
];

/// What a frame or a message weighs besides its text: the head of a WebSocket's frame, a record of TLS, and a packet of its
/// own, since nothing waits to be sent with others. A broker's message has words of the broker in place of the head.
const SHORT_MAX: usize = 125;
const SHORT_HEAD: u64 = 2;
const LONG_HEAD: u64 = 4;
pub(super) const RECORD: u64 = 22;
pub(super) const PACKET: u64 = 52;
pub(super) const BROKER_WORDS: u64 = 150;

/// Frames, and their bytes: of the text, and on the line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Count {
    pub(super) frames: u64,
    pub(super) bytes: u64,
    pub(super) line: u64,
}

impl Count {
    fn frame(&mut self, bytes: usize) {
        let head = if bytes <= SHORT_MAX { SHORT_HEAD } else { LONG_HEAD };
        self.add(bytes, head + RECORD + PACKET);
    }

    fn message(&mut self, bytes: usize) {
        self.add(bytes, BROKER_WORDS);
    }

    fn add(&mut self, bytes: usize, more: u64) {
        self.frames += 1;
        self.bytes += bytes as u64;
        self.line += bytes as u64 + more;
    }
}

/// What was counted in each second, in which `of` clients took part.
#[derive(Debug, Clone, Default)]
pub(super) struct Seconds {
    pub(super) each: Vec<Count>,
    pub(super) of: u64,
}

impl Counted {
    /// Returns what a viewer gets on the average of all kinds: in a second, and in the second with the most.
    pub(super) fn viewer(&self, of: impl Fn(&Count) -> u64) -> (f64, f64) {
        let seconds = self.viewers.iter().map(|kind| kind.each.len()).min().unwrap_or_default();
        let each = (0..seconds).map(|second| {
            let kinds = KINDS.iter().zip(&self.viewers);
            kinds
                .map(|((_, share), kind)| *share as f64 * of(&kind.each[second]) as f64 / kind.of as f64)
                .sum::<f64>()
                / 100.0
        });
        let each: Vec<f64> = each.collect();
        (each.iter().sum::<f64>() / seconds as f64, each.into_iter().fold(0.0, f64::max))
    }

    /// Returns how many frames a viewer gets for such a change, on the average of all kinds.
    pub(super) fn burst(&self, told: &[Count]) -> f64 {
        KINDS.iter().zip(told).map(|((_, share), told)| (share * told.frames) as f64 / 100.0).sum()
    }
}

/// All that was counted.
#[derive(Debug, Default)]
pub(super) struct Counted {
    /// By kind of viewer.
    pub(super) viewers: Vec<Seconds>,
    /// From the halls to the broker, the games as PGN among it.
    pub(super) messages: Seconds,
    /// All that the broker keeps at the end: what a node reads when it starts.
    pub(super) kept: Count,
    /// What viewers get when the halls fall silent, and when they are back.
    pub(super) silenced: Vec<Count>,
    pub(super) back: Vec<Count>,
    /// The snapshot at the end, plain and compressed, and the plies in it.
    pub(super) snapshot: (usize, usize),
    pub(super) plies: usize,
}

/// One hall and what it told the broker.
struct Trunk {
    name: &'static str,
    feed: HallFeed<Screens>,
    untold: Untold<Screens>,
    desk: Desk,
    documents: Vec<Document>,
}

/// The tree: halls, a node, viewers.
struct Tree {
    trunks: Vec<Trunk>,
    merged: MergedHalls,
    node: HallFeed<Spectators>,
    viewers: Vec<Vec<Sent>>,
    /// The last message of each subject.
    kept: BTreeMap<String, usize>,
    counted: Counted,
}

/// Counts what the viewers of a match and of an open are sent from `from_ms` on.
pub(super) fn count(game: &[News], open: &[News], from_ms: Millis, until_ms: Millis) -> Counted {
    let mut tree = Tree::new();
    let (mut rest, mut now_ms) = ([game, open], 0);
    while now_ms < until_ms {
        now_ms += TURN_MS;
        let second = now_ms.checked_sub(from_ms + 1).map(|since| (since / 1_000) as usize);
        for (trunk, rest) in tree.trunks.iter_mut().zip(&mut rest) {
            let due = rest.partition_point(|news| news.t_ms <= now_ms);
            trunk.take(&rest[..due], now_ms);
            *rest = &rest[due..];
        }
        tree.turn(now_ms, second);
        if now_ms % NODE_BEAT_MS == 0 {
            tree.beat(now_ms, second);
        }
    }
    tree.end(now_ms)
}

impl Tree {
    fn new() -> Tree {
        let wish = |sub: &str, clocks: bool| {
            Wish::parse(&format!(r#"{{"sub":{sub},"clocks":{clocks}}}"#)).expect("a client says this")
        };
        let screens = [2, 27, 52, 77].into_iter().map(|first: TableNo| {
            let tables: Vec<TableNo> = (first..first + 6).collect();
            wish(&format!("{tables:?}"), true)
        });
        let wishes: [Vec<Wish>; 4] = [
            vec![wish("[1]", true)],
            screens.collect(),
            vec![wish("[1]", false)],
            vec![wish("\"all\"", true)],
        ];
        let node = HallFeed::new("node", EventView::default());
        let sent = |wish: &Wish| {
            let mut sent = Sent::default();
            sent.wish(wish, node.slots());
            sent
        };
        let viewers: Vec<Vec<Sent>> = wishes.iter().map(|wishes| wishes.iter().map(sent).collect()).collect();
        let counted = Counted {
            viewers: viewers
                .iter()
                .map(|some| Seconds { of: some.len() as u64, ..Seconds::default() })
                .collect(),
            messages: Seconds { of: 1, ..Seconds::default() },
            ..Counted::default()
        };
        Tree {
            trunks: vec![Trunk::new("match"), Trunk::new("open")],
            merged: MergedHalls::new([("match".to_owned(), 0), ("open".to_owned(), 1)]),
            node,
            viewers,
            kept: BTreeMap::new(),
            counted,
        }
    }

    /// Lets halls tell the broker what is new, and the node its viewers.
    fn turn(&mut self, now_ms: Millis, second: Option<usize>) {
        for trunk in &mut self.trunks {
            let is_beat = now_ms.is_multiple_of(HALL_BEAT_MS);
            for Parcel { subject, body } in trunk.parcels(now_ms, is_beat) {
                let subject = format!("{}.{subject}", trunk.name);
                if let Some(second) = second {
                    self.counted.messages.at(second).message(body.len());
                }
                self.merged.take(&subject, &body, true, now_ms);
                self.kept.insert(subject, body.len());
            }
        }
        self.tell(now_ms, second);
    }

    /// Tells the node's viewers what is new.
    fn tell(&mut self, now_ms: Millis, second: Option<usize>) -> Vec<Count> {
        let news: Released<Spectators> = self.merged.news();
        let mut told = vec![Count::default(); KINDS.len()];
        if news.is_empty() {
            return told;
        }
        self.node.publish(&news, now_ms);
        for ((viewers, counted), told) in
            self.viewers.iter_mut().zip(&mut self.counted.viewers).zip(&mut told)
        {
            for viewer in viewers.iter_mut() {
                while let Some(frame) = viewer.next(self.node.slots()) {
                    told.frame(frame.len());
                    if let Some(second) = second {
                        counted.at(second).frame(frame.len());
                    }
                }
            }
            told.frames /= counted.of;
        }
        told
    }

    /// Gives each viewer the node's beat.
    fn beat(&mut self, now_ms: Millis, second: Option<usize>) {
        let beat = self.node.slots().beat(now_ms);
        for counted in &mut self.counted.viewers {
            for _ in 0..counted.of {
                if let Some(second) = second {
                    counted.at(second).frame(beat.len());
                }
            }
        }
    }

    /// Lets the halls fall silent and come back, and takes stock.
    fn end(mut self, now_ms: Millis) -> Counted {
        let slots = self.node.slots();
        let snapshot = slots.snapshot(now_ms, true, true);
        self.counted.snapshot = (snapshot.len(), zipped(&snapshot));
        let taken: serde_json::Value = serde_json::from_str(&snapshot).expect("JSON");
        let moves = taken["tables"].as_array().into_iter().flatten().filter_map(|table| table["m"].as_str());
        self.counted.plies = moves.map(|line| line.split(' ').count() / 2).sum();
        self.kept.values().for_each(|bytes| self.counted.kept.message(*bytes));
        let silent_ms = now_ms + relay::tree::SILENCE_MAX_MS + 1_000;
        self.merged.look(silent_ms);
        self.counted.silenced = self.tell(silent_ms, None);
        for beat_ms in [silent_ms + HALL_BEAT_MS, silent_ms + 2 * HALL_BEAT_MS] {
            for trunk in &mut self.trunks {
                let Parcel { subject, body } = trunk.untold.beat(trunk.feed.slots(), beat_ms);
                self.merged.take(&format!("{}.{subject}", trunk.name), &body, true, beat_ms);
            }
        }
        self.counted.back = self.tell(silent_ms + 2 * HALL_BEAT_MS, None);
        self.counted
    }
}

impl Trunk {
    fn new(name: &'static str) -> Trunk {
        let event = EventView { name: "A Championship of the World".to_owned(), ..EventView::default() };
        let feed = HallFeed::new(format!("hall-{name}"), event);
        Trunk { name, feed, untold: Untold::default(), desk: Desk::default(), documents: Vec::new() }
    }

    fn take(&mut self, news: &[News], now_ms: Millis) {
        for News { table, publications, clock, games, .. } in news {
            let clock = clock.map(|face| (*table, face));
            self.feed.update(publications, clock.as_slice(), now_ms);
            if let Some(games) = games {
                let name = format!("pgn.{table}");
                self.documents.retain(|known| known.name != name);
                let (tag, text) = (now_ms.to_string(), games.as_bytes().into());
                self.documents.push(Document { name, tag, text });
                self.documents.sort_by(|one, other| one.name.cmp(&other.name));
            }
        }
    }

    fn parcels(&mut self, now_ms: Millis, is_beat: bool) -> Vec<Parcel> {
        let slots = self.feed.slots();
        let mut all: Vec<Parcel> = std::iter::from_fn(|| self.untold.next(slots, now_ms)).collect();
        loop {
            let parts = self.desk.next(slots.epoch(), &self.documents);
            if parts.is_empty() {
                break;
            }
            all.extend(parts);
        }
        all.extend(is_beat.then(|| self.untold.beat(slots, now_ms)));
        all
    }
}

impl Seconds {
    /// Returns what one client gets in a second, on the average.
    pub(super) fn mean(&self, of: impl Fn(&Count) -> u64) -> f64 {
        let all: u64 = self.each.iter().map(of).sum();
        all as f64 / (self.each.len() as u64 * self.of) as f64
    }

    /// Returns what one client gets in the second with the most.
    pub(super) fn peak(&self, of: impl Fn(&Count) -> u64) -> f64 {
        self.each.iter().map(of).max().unwrap_or_default() as f64 / self.of as f64
    }

    fn at(&mut self, second: usize) -> &mut Count {
        if self.each.len() <= second {
            self.each.resize(second + 1, Count::default());
        }
        &mut self.each[second]
    }
}

fn zipped(text: &str) -> usize {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::new(GZIP_LEVEL));
    encoder.write_all(text.as_bytes()).expect("memory is written to");
    encoder.finish().expect("memory is written to").len()
}
