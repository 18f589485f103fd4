//! Boards that sense occupancy only: what is no more than a piece in a hand is not told as something else.
//!
//! A trace is made of words, each with its instant in milliseconds: `1000-e2` means that the square reads empty, `1300+e4`
//! that something stands there, `1600!w` that White presses.

mod told;

use board::{BoardEvent, ClockReading, Contents, Millis, Reading, Sensing};
use game::{GameEvent, Scribe, Standing, Tags, Terms};
use shakmaty::{ByColor, CastlingMode, Color};

/// What a scribe told of a trace.
struct Told {
    moves: String,
    asked: String,
    withdrawn: Vec<String>,
}

/// Plays a trace of chess from `start`, with or without a clock.
fn play(start: &str, has_clock: bool, trace: &str) -> Told {
    play_in(CastlingMode::Standard, start, has_clock, trace)
}

fn play_in(mode: CastlingMode, start: &str, has_clock: bool, trace: &str) -> Told {
    let start = Standing::from_fen(start, mode).expect("a position");
    let reading = BoardEvent::Reading(Reading::from_board(start.board()));
    let (sensing, running) = (Sensing::Occupancy, Some(start.turn()));
    let mut scribe =
        Scribe::new(Terms { start, mode, sensing, clock: has_clock, ..Terms::default() }, Tags::default());
    scribe.handle_board(0, &reading);
    if has_clock {
        let left_ms = ByColor { white: 60_000, black: 60_000 };
        scribe.handle_board(0, &BoardEvent::Clock(ClockReading { left_ms, running, lever: None }));
    }
    let mut t: Millis = 0;
    for word in trace.split_whitespace() {
        let at = word.find(['-', '+', '!']).expect("a word has a sign");
        t = word[..at].parse().expect("an instant");
        let name = &word[at + 1..];
        let square = |contents| BoardEvent::Square { square: name.parse().expect("a square"), contents };
        let event = match &word[at..=at] {
            "-" => square(Contents::Empty),
            "+" => square(Contents::Occupied),
            _ => BoardEvent::Press(if name == "w" { Color::White } else { Color::Black }),
        };
        scribe.handle_board(t, &event);
    }
    scribe.advance(t + 5_000);
    let events = std::iter::from_fn(|| scribe.poll_event()).map(|(_, event)| event);
    let withdrawn = events.filter_map(|event| match event {
        GameEvent::Superseded { played, .. } => Some(played.report(CastlingMode::Standard)),
        _ => None,
    });
    let withdrawn = withdrawn.collect();
    Told { moves: told::moves(scribe.score()), asked: told::asked(scribe.asked()), withdrawn }
}

/// A piece that rests on its way is no proof of what it is: the rook slides on from where only a bishop could stand.
#[test]
fn only_a_completed_move_proves_what_a_pawn_became() {
    let trace = "10000-a7 10300+a8 13000!w 20000-e7 20300+f7 23000!b 30000-a8 30300+a5 33000!w \
                 40000-f7 40300+e7 43000!b 50000-a5 50300+c7 53000-c7 53300+e5 56000!w";
    let told = play("8/P3k3/8/8/8/8/8/6K1 w - - 0 1", true, trace);
    assert_eq!(told.moves, "a7a8? e7f7 a8a5 f7e7 a5e5");
}

#[test]
fn a_ply_stands_while_the_reply_that_captures_its_piece_is_in_hands() {
    // The captured piece is gone for more than a second before the other knight is lifted, which touches down on its way.
    let trace = "1000-f3 1300+e5 15000-e5 16037-d7 16400+d4 16550-d4 16600+e5";
    let told = play("4k3/3n4/8/8/8/5N2/8/4K3 w - - 0 1", false, trace);
    assert_eq!(told.moves, "f3e5 d7e5");
    assert!(!told.withdrawn.contains(&"f3e5".to_owned()), "{:?}", told.withdrawn);
}

#[test]
fn a_pawn_that_is_being_exchanged_for_a_queen_has_not_gone_on_to_capture() {
    let trace = "1000-e2 1340+e1 2360-e1 4100+e1 5000!b";
    let told = play("4k3/8/8/8/8/7K/4p3/3R4 b - - 0 1", true, trace);
    assert_eq!((told.moves.as_str(), told.asked.as_str()), ("e2e1?", ""));
    assert!(told.withdrawn.is_empty(), "{:?}", told.withdrawn);
}

#[test]
fn a_move_pressed_for_long_ago_is_not_another_one_at_a_glance() {
    // What the knight took is asked. The queen takes it and is not seen to: a captured piece hovers where it could have gone.
    let trace = "1000-d4 4000!b 25000-d1 25650+f3 25840-f3 26100!w";
    let told = play("6k1/8/8/1P6/3n4/8/4B3/3Q2K1 b - - 0 1", true, trace);
    assert_eq!(told.moves, "d4e2 d1e2");
    assert!(told.withdrawn.is_empty(), "{:?}", told.withdrawn);
}

#[test]
fn a_move_that_stood_for_long_is_not_unsaid_although_nobody_pressed() {
    // The game is over, and the knight is put home: a move that it could have made instead.
    let told = play("4k3/8/2n5/8/8/7P/8/4K3 b - - 0 1", false, "1000-c6 1300+e7 30000-e7 30300+b8");
    assert_eq!(told.asked, "1: c6b8 c6e7");
}

/// King and rook have exchanged their squares, and only the press tells that they were not adjusted.
#[test]
fn castling_that_leaves_the_same_squares_occupied_may_be_the_first_move_of_black() {
    let trace = "2500-c2 3000+c3 3400!w 6400-d8 6800-c8 7400+c8 7800+d8 8200!b";
    let told = play_in(
        CastlingMode::Chess960,
        "nqrkbbrn/pppppppp/8/8/8/8/PPPPPPPP/NQRKBBRN w GCgc - 0 1",
        true,
        trace,
    );
    assert_eq!(told.moves, "c2c3 d8c8");
}
