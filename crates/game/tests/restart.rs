//! A board that was without power or was restarting, and what it repeats or leaves out when it is back.

mod told;

use board::{BoardEvent, ClockReading, Millis, Reading};
use game::{Scribe, Standing, Tags, Terms};
use shakmaty::{ByColor, Color};

const LEFT_MS: u32 = 900_000;

fn scored(scribe: &Scribe) -> String {
    told::moves(scribe.score())
}

fn asked(scribe: &Scribe) -> String {
    told::asked(scribe.asked())
}

/// Starts a game with a clock: e2e4 and e7e5, each pressed for, at four and eight seconds.
fn in_play() -> Scribe {
    let mut scribe = Scribe::new(Terms::default(), Tags::default());
    scribe.handle_board(0, &BoardEvent::Reading(Reading::from_board(Standing::initial().board())));
    runs(&mut scribe, 100, Some(Color::White));
    squares(&mut scribe, 3_000, "-e2 +Pe4");
    scribe.handle_board(4_000, &BoardEvent::Press(Color::White));
    squares(&mut scribe, 7_000, "-e7 +pe5");
    scribe.handle_board(8_000, &BoardEvent::Press(Color::Black));
    scribe
}

fn runs(scribe: &mut Scribe, t: Millis, running: Option<Color>) {
    let left_ms = ByColor { white: LEFT_MS, black: LEFT_MS };
    scribe.handle_board(t, &BoardEvent::Clock(ClockReading { left_ms, running, lever: None }));
}

/// Reports changes of squares, `-e2` or `+Pe4`, all at once.
fn squares(scribe: &mut Scribe, t: Millis, changes: &str) {
    for change in changes.split_whitespace() {
        let (sign, name) = change.split_at(1);
        let (contents, name) = match sign {
            "-" => (board::Contents::Empty, name),
            _ => {
                let piece = name.chars().next().and_then(shakmaty::Piece::from_char).expect("a piece");
                (board::Contents::Piece(piece), &name[1..])
            }
        };
        scribe.handle_board(t, &BoardEvent::Square { square: name.parse().expect("a square"), contents });
    }
}

fn reads(scribe: &mut Scribe, t: Millis, placement: &str) {
    let board = shakmaty::Board::from_ascii_board_fen(placement.as_bytes()).expect("a placement");
    scribe.handle_board(t, &BoardEvent::Reading(Reading::from_board(&board)));
}

const AFTER_THREE: &str = "rnbqkbnr/ppp2ppp/3p4/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R";

/// A board that was off while Nf3, d6 and Bc4 were played. When its power is back it reports these changes and presses at once,
/// and then its reading.
fn back_after_three(changes: &str, presses: &[Color]) -> Scribe {
    let mut scribe = in_play();
    squares(&mut scribe, 23_995, changes);
    for &by in presses {
        scribe.handle_board(23_995, &BoardEvent::Press(by));
    }
    scribe.handle_board(24_000, &BoardEvent::Gap { gap_ms: 14_000 });
    reads(&mut scribe, 24_000, AFTER_THREE);
    scribe.advance(40_000);
    scribe
}

/// What a board reports when its power is back comes at once, and not in the order in which it happened.
#[test]
fn what_a_board_remembers_does_not_tell_which_move_was_begun_first() {
    let scribe = back_after_three("+pd6 +Nf3 -f1 +Bc4", &[]);
    assert_eq!(asked(&scribe), "3: f1c4 g1f3");
}

#[test]
fn a_press_that_a_board_remembers_does_not_tell_for_which_move_it_was() {
    let scribe = back_after_three("+pd6 -f1 +Bc4", &[Color::White]);
    assert_eq!(asked(&scribe), "3: f1c4 g1f3");
}

/// The board was restarting while White moved, and said nothing of it until it was asked for a full reading.
#[test]
fn a_full_reading_tells_of_a_move_before_the_one_that_was_reported() {
    let mut scribe = in_play();
    scribe.handle_board(14_000, &BoardEvent::Press(Color::White));
    squares(&mut scribe, 20_000, "-b8");
    squares(&mut scribe, 20_500, "+nc6");
    scribe.handle_board(21_000, &BoardEvent::Press(Color::Black));
    scribe.advance(21_300);
    reads(&mut scribe, 21_700, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
    scribe.advance(30_000);
    assert_eq!((scored(&scribe).as_str(), asked(&scribe).as_str()), ("e2e4 e7e5 g1f3 b8c6", ""));
}

/// The board was restarting at the last move, and the players stopped the clock before it could be read again.
#[test]
fn a_full_reading_tells_of_the_last_move_after_the_clock_was_stopped() {
    let mut scribe = in_play();
    runs(&mut scribe, 12_000, None);
    reads(&mut scribe, 15_000, "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
    scribe.advance(30_000);
    assert_eq!(scored(&scribe), "e2e4 e7e5 g1f3");
}

/// As before, but then hands go through the game again.
#[test]
fn what_hands_are_seen_to_do_after_the_clock_was_stopped_is_no_move() {
    let mut scribe = in_play();
    runs(&mut scribe, 12_000, None);
    squares(&mut scribe, 15_000, "-g1 +Nf3");
    scribe.advance(30_000);
    assert_eq!(scored(&scribe), "e2e4 e7e5");
}

/// Three moves are known from one reading, and the press for the last of them. Other lines come near, so play waits for an
/// answer, and the question stays when they have gone.
#[test]
fn two_orders_of_moves_stay_asked_about_until_one_is_shown() {
    let mut scribe = Scribe::new(Terms::default(), Tags::default());
    scribe.handle_board(0, &BoardEvent::Reading(Reading::from_board(Standing::initial().board())));
    runs(&mut scribe, 100, Some(Color::White));
    reads(&mut scribe, 20_000, "r1bqkbnr/pppppppp/2n5/8/3P4/7N/PPP1PPPP/RNBQKB1R");
    scribe.handle_board(21_000, &BoardEvent::Press(Color::White));
    runs(&mut scribe, 21_000, Some(Color::Black));
    scribe.advance(40_000);
    assert_eq!(asked(&scribe), "1: d2d4 g1h3");
}
