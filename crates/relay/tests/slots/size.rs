//! Tests of how few bytes a frame has, and of what must be in it.

use crate::games::{bare, published};
use game::ClockFace;
use hall::Publication;
use relay::{EventView, HallFeed, Screens, Sent, slots::message::Wish};
use serde_json::Value;
use shakmaty::{ByColor, Chess, Color, san::San};
use std::sync::Arc;

/// The greatest length of a move with clock and times, and of a heartbeat, in bytes.
const MOVE_MAX: usize = 160;
const BEAT_MAX: usize = 40;

/// A feed with one table, and a client that has everything.
struct Watched {
    feed: HallFeed<Screens>,
    sent: Sent,
    position: Chess,
    rev: u64,
}

impl Watched {
    fn new(start: &str) -> Watched {
        let mut feed = HallFeed::new("e", EventView::default());
        let start_fen = start.to_owned();
        feed.update(&[Publication { start_fen, ..bare(999, 1) }], &[], 0);
        let mut sent = Sent::default();
        sent.wish(&Wish::parse("{\"sub\":\"all\"}").expect("a wish"), feed.slots());
        while sent.next(feed.slots()).is_some() {}
        let fen: shakmaty::fen::Fen = start.parse().expect("a FEN");
        let mode = shakmaty::CastlingMode::detect(fen.as_setup());
        Watched { feed, sent, position: fen.into_position(mode).expect("a position"), rev: 1 }
    }

    /// Plays a move, with times and a clock that fill their places, and returns the frame.
    fn play(&mut self, san: &str, from: usize) -> Value {
        let mv = san.parse::<San>().expect("a move").to_move(&self.position).expect("a legal move");
        let mut ply = published(&mut self.position, mv);
        (ply.left_ms, ply.spent_ms, ply.provisional) = (Some(17_999_999), Some(7_199_999), true);
        self.rev += 1;
        let left_ms = ByColor { white: 17_999_999, black: 17_999_999 };
        let clock = ClockFace { left_ms, running: Some(Color::White), read_ms: 99_999_999_999 };
        let start_fen = self.start();
        let publication =
            Publication { from, plies: vec![ply], clock: Some(clock), start_fen, ..bare(999, self.rev) };
        self.feed.apply(&publication, 0);
        let frame: Arc<str> = self.sent.next(self.feed.slots()).expect("a change");
        assert!(self.sent.next(self.feed.slots()).is_none(), "one message");
        assert!(frame.len() < MOVE_MAX, "{} bytes: {frame}", frame.len());
        serde_json::from_str(&frame).expect("JSON")
    }

    fn start(&self) -> String {
        let first: Value = serde_json::from_str(&self.feed.snapshot(0)).expect("JSON");
        first["tables"][0]["start"].as_str().expect("text").to_owned()
    }
}

const USUAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_move_with_clock_and_times_and_a_heartbeat_are_short() {
    let mut watched = Watched::new(USUAL);
    for (index, san) in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "bxc6", "O-O"].into_iter().enumerate()
    {
        let frame = watched.play(san, index);
        assert!(frame["p"].as_u64() < frame["r"].as_u64(), "{frame}");
        assert!(frame.get("x").is_none(), "legal moves need no position: {frame}");
    }
    let mut watched = Watched::new("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    let frame = watched.play("axb8=Q", 0);
    assert_eq!(frame["m"], "a7b8q axb8=Q+");
    let beat = watched.feed.slots().beat(99_999_999_999);
    assert!(beat.len() < BEAT_MAX, "{beat}");
}

#[test]
fn castling_is_told_as_king_takes_rook_in_every_start_position() {
    for (start, san, uci) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O", "e1h1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "O-O-O", "e1a1"),
        ("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "O-O-O", "b1a1"),
        ("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "O-O", "f1h1"),
        ("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", "O-O-O", "f1b1"),
    ] {
        // In each, what is published are the king's squares, or what stands for them.
        let frame = Watched::new(start).play(san, 0);
        let words: Vec<&str> = frame["m"].as_str().expect("text").split(' ').collect();
        assert_eq!(words[0], uci, "{start} {san}: {frame}");
        assert!(frame.get("x").is_none(), "{frame}");
    }
}

#[test]
fn a_position_that_no_legal_move_reaches_is_told() {
    let mut watched = Watched::new(USUAL);
    watched.play("e4", 0);
    let mut position = watched.position.clone();
    let mv = "e5".parse::<San>().expect("a move").to_move(&position).expect("legal");
    let mut ply = published(&mut position, mv);
    // The king went to e5 instead.
    (ply.uci, ply.san) = ("e8e5".to_owned(), "Ke5".to_owned());
    ply.fen = "rnbq1bnr/pppppppp/8/4k3/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 1 2".to_owned();
    let fen = ply.fen.clone();
    watched.feed.apply(&Publication { from: 1, plies: vec![ply], ..bare(999, 9) }, 0);
    let frame = watched.sent.next(watched.feed.slots()).expect("a change");
    let frame: Value = serde_json::from_str(&frame).expect("JSON");
    assert_eq!((&frame["m"], &frame["x"]["1"]), (&"e8e5 Ke5".into(), &fen.into()));
}

#[test]
fn a_correction_is_one_message() {
    let mut watched = Watched::new(USUAL);
    for (index, san) in ["e4", "e5", "Nf3", "Nc6"].into_iter().enumerate() {
        watched.play(san, index);
    }
    let mut position = Chess::default();
    let plies = ["e4", "c5", "Nf3", "d6"].map(|san| {
        let mv = san.parse::<San>().expect("a move").to_move(&position).expect("legal");
        published(&mut position, mv)
    });
    watched.feed.apply(&Publication { from: 1, plies: plies[1..].to_vec(), ..bare(999, 9) }, 0);
    let frame = watched.sent.next(watched.feed.slots()).expect("a change");
    assert!(watched.sent.next(watched.feed.slots()).is_none());
    let frame: Value = serde_json::from_str(&frame).expect("JSON");
    assert_eq!((&frame["from"], &frame["m"]), (&1.into(), &"c7c5 c5 g1f3 Nf3 d7d6 d6".into()));
}

#[test]
fn all_who_see_the_same_share_one_text() {
    let mut watched = Watched::new(USUAL);
    let mut others: Vec<Sent> = (0..3).map(|_| Sent::default()).collect();
    let wish = Wish::parse("{\"sub\":[999]}").expect("a wish");
    let slots = watched.feed.slots();
    let wholes: Vec<Arc<str>> = others
        .iter_mut()
        .map(|sent| {
            sent.wish(&wish, slots);
            sent.next(slots).expect("the hall");
            sent.next(slots).expect("the table")
        })
        .collect();
    assert!(wholes.iter().all(|whole| Arc::ptr_eq(whole, &wholes[0])));
    watched.play("e4", 0);
    let slots = watched.feed.slots();
    let changes: Vec<Arc<str>> = others.iter_mut().map(|sent| sent.next(slots).expect("a change")).collect();
    assert!(changes.iter().all(|change| Arc::ptr_eq(change, &changes[0])));
}
