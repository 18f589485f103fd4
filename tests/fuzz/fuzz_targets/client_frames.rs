//! Any bytes as what a viewer sends, in pieces of any length, to the reading of frames and then to protocol 2 over a small hall
//! in which moves are made: no panic, little memory, and each frame in return is one that the viewer lacked.
#![no_main]

use game::ClockFace;
use hall::{PublicLink, PublicPly, Publication};
use libfuzzer_sys::fuzz_target;
use relay::{
    EventView, HallFeed, Screens, Sent, Slots,
    slots::message::{Tables, Wish},
};
use serde_json::Value;
use shakmaty::{ByColor, KnownOutcome};
use std::collections::{BTreeMap, BTreeSet};
use topboard::connections::websocket::{Judge, Said};

const TABLES: u16 = 4;
/// The most that a viewer may be sent while nothing changes: the hall, and of each table its last changes and its clock.
const FRAMES_MAX: usize = 1 + TABLES as usize * 10;
/// The most bytes of pongs and Closes for one piece of at most 256 bytes: an empty ping takes six, its pong two.
const ANSWERS_MAX: usize = 600;

fuzz_target!(|data: &[u8]| {
    let [piece, changes, bytes @ ..] = data else { return };
    let piece = usize::from(*piece).max(1);
    // As they came; and behind a mask and a header, or few inputs would ever be a text.
    watch(piece, *changes, bytes);
    let texts: Vec<u8> = bytes.split(|byte| *byte == b'\n').flat_map(masked).collect();
    watch(piece, *changes, &texts);
});

fn masked(text: &[u8]) -> Vec<u8> {
    let text = &text[..text.len().min(1_100)];
    let length = u16::try_from(text.len()).expect("it is short").to_be_bytes();
    [&[0x81, 0xfe][..], &length, &[0; 4], text].concat()
}

/// Lets a viewer say these bytes, and compares what comes with what it lacks.
fn watch(piece: usize, changes: u8, bytes: &[u8]) {
    let mut feed = HallFeed::<Screens>::new("fuzz", EventView::default());
    (1..=TABLES).for_each(|table| play(&mut feed, table, u64::from(table)));
    let (mut judge, mut viewer) = (Judge::new(&[]), Viewer::default());
    let mut now = u64::from(TABLES);
    for piece in bytes.chunks(piece) {
        judge.hear(piece);
        let mut is_over = false;
        while let Some(heard) = judge.read() {
            match heard {
                Said::Text(text) => {
                    assert!(text.len() <= 1_024, "a long text was taken");
                    if let Some(wish) = Wish::parse(&text) {
                        viewer.wish(&wish, feed.slots());
                    }
                }
                Said::Binary(length) | Said::Noise(length) => {
                    assert!(length <= 1_024, "a long message was taken")
                }
                Said::Over | Said::Bad(_) => {
                    is_over = true;
                    break;
                }
            }
            viewer.catch_up(feed.slots());
            for _ in 0..changes % 12 {
                now += 1;
                play(&mut feed, 1 + (changes as u16 / 12 + now as u16) % TABLES, now);
            }
            viewer.catch_up(feed.slots());
        }
        assert!(judge.take_answers().len() <= ANSWERS_MAX, "answers are short");
        if is_over {
            assert_eq!(judge.read(), Some(Said::Over), "nothing is heard behind the end");
            return;
        }
    }
}

/// Changes something at a table.
fn play(feed: &mut HallFeed<Screens>, table: u16, now: u64) {
    let ply = |san: &str, uci: &str| PublicPly {
        san: san.to_owned(),
        uci: uci.to_owned(),
        fen: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1".to_owned(),
        check: false,
        irregular: now % 7 == 0,
        provisional: now % 3 == 0,
        left_ms: Some(1_000),
        spent_ms: None,
    };
    let left_ms = ByColor { white: 60_000, black: 60_000 };
    let face = ClockFace { left_ms, running: None, read_ms: now };
    if now % 5 == 4 {
        feed.clock(table, face, now);
        return;
    }
    feed.apply(
        &Publication {
            table,
            game: 1 + u32::try_from(now / 24).expect("few"),
            rev: now,
            players: ByColor::default(),
            start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_owned(),
            from: 0,
            plies: [ply("e4", "e2e4"), ply("e5", "e7e5")].into_iter().take((now % 3) as usize).collect(),
            clock: (now % 2 == 0).then_some(face),
            result: (now % 7 == 6).then(|| KnownOutcome::Draw.into()),
            link: if now % 11 == 10 { PublicLink::Lost { since_ms: now } } else { PublicLink::Live },
        },
        now,
    );
}

/// A viewer, and what it has.
#[derive(Default)]
struct Viewer {
    sent: Sent,
    hall: String,
    /// The revision and the last frame of each table.
    tables: BTreeMap<u64, (u64, String)>,
    /// The tables that may come whole although they are known: their results are told in another way from now on.
    doubtful: BTreeSet<u64>,
    wanted: Option<Vec<u64>>,
    /// Says whether it once claimed to know something.
    has_claimed: bool,
}

impl Viewer {
    fn wish(&mut self, wish: &Wish, slots: &Slots<Screens>) {
        self.sent.wish(wish, slots);
        match &wish.sub {
            None => {}
            Some(Tables::All(_)) => self.wanted = Some((1..=u64::from(TABLES)).collect()),
            Some(Tables::These(tables)) => {
                let tables: Vec<u64> = tables.iter().copied().map(u64::from).collect();
                self.tables.retain(|table, _| tables.contains(table));
                self.wanted = Some(tables);
            }
        }
        wish.get.iter().for_each(|table| drop(self.tables.remove(&u64::from(*table))));
        if wish.results.is_some() || wish.reveal.is_some() {
            self.doubtful.extend(self.tables.keys());
        }
        self.has_claimed |= wish.since.is_some();
    }

    /// Takes all frames that come, and checks that nothing is lacking then.
    fn catch_up(&mut self, slots: &Slots<Screens>) {
        let mut frames = 0;
        while let Some(frame) = self.sent.next(slots) {
            frames += 1;
            assert!(frames <= FRAMES_MAX, "frames without an end: {frame}");
            self.take(&frame);
        }
        assert!(self.sent.is_settled(slots));
        assert_eq!(self.sent.next(slots), None, "who has everything lacks nothing");
        self.doubtful.clear();
        let snapshot: Value = serde_json::from_str(&slots.snapshot(0, false, true)).expect("JSON");
        for table in snapshot["tables"].as_array().expect("tables") {
            let (number, rev) = (table["b"].as_u64().expect("a number"), table["r"].as_u64());
            let is_wanted = self.wanted.as_ref().is_some_and(|wanted| wanted.contains(&number));
            match self.tables.get(&number) {
                Some((known, _)) if is_wanted => assert_eq!(Some(*known), rev, "table {number} is behind"),
                None if is_wanted => assert!(self.has_claimed, "table {number} never came"),
                _ => {}
            }
        }
    }

    fn take(&mut self, text: &str) {
        let frame: Value = serde_json::from_str(text).expect("a frame is JSON");
        let Some(number) = frame["b"].as_u64() else {
            assert!(frame.get("hall").is_some(), "{text}");
            assert_ne!(self.hall, text, "the hall came twice");
            text.clone_into(&mut self.hall);
            return;
        };
        let wanted = self.wanted.as_ref().expect("something comes only to who wants it");
        assert!(wanted.contains(&number), "nobody asked for {text}");
        let rev = frame["r"].as_u64().expect("a revision");
        match self.tables.get(&number) {
            None => assert!(frame.get("g").is_some() || self.has_claimed, "it follows nothing: {text}"),
            Some((known, last)) if frame.get("p").is_some() => {
                assert_eq!(frame["p"].as_u64(), Some(*known), "a gap: {text}");
                assert!(rev > *known, "no news: {text}; {last}");
            }
            Some((known, _)) if frame.get("g").is_some() => {
                assert!(rev > *known || self.doubtful.contains(&number), "it was known: {text}");
            }
            Some((known, last)) => {
                assert_eq!(rev, *known, "a clock of another revision: {text}");
                assert_ne!(last, text, "a clock came twice");
            }
        }
        self.tables.insert(number, (rev, text.to_owned()));
    }
}
