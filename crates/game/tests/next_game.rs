//! A game that is set up while the link is lost: when the board is read again, it shows another game. The old game ends
//! with its last known plies, and none of its presses, times or moves affects the new one.

mod told;

use board::{BoardEvent, ClockReading, Contents, Millis, Reading, Sensing};
use game::{Command, CommandJson, GameEvent, Order, OrderJson, ResultEntry, Scribe, Standing, Tags, Terms};
use shakmaty::{ByColor, CastlingMode, Chess, Color, Position, Square, uci::UciMove};

/// An Italian game: both sides have castled and moved pawns when the link is lost.
const OLD: &str = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6 d2d3 d7d6 e1g1 e8g8";
const LOST_MS: Millis = 60_000;
const BACK_MS: Millis = 140_000;
const INCREMENT_MS: u32 = 3_000;
const FULL_MS: u32 = 300_000;

struct Table {
    scribe: Scribe,
    position: Chess,
    left_ms: ByColor<u32>,
    t: Millis,
    told: Vec<GameEvent>,
}

impl Table {
    /// Makes a table at which these moves were played and pressed for before the link was lost.
    fn after(old: &str, sensing: Sensing) -> Table {
        let terms = Terms { sensing, increment_ms: INCREMENT_MS, ..Terms::default() };
        let mut table = Table {
            scribe: Scribe::new(terms, Tags::default()),
            position: Chess::default(),
            left_ms: ByColor { white: FULL_MS, black: FULL_MS },
            t: 0,
            told: Vec::new(),
        };
        table.show(0, &read(&table.position));
        table.clock(1_000, FULL_MS, FULL_MS, Some(Color::White));
        table.t = 1_000;
        table.play(old, true);
        assert!(table.t < LOST_MS, "the old game took too long");
        table
    }

    /// Makes a table without a clock, with the array on its board.
    fn without_clock() -> Table {
        let mut table = Table {
            scribe: Scribe::new(Terms { clock: false, ..Terms::default() }, Tags::default()),
            position: Chess::default(),
            left_ms: ByColor { white: FULL_MS, black: FULL_MS },
            t: 1_000,
            told: Vec::new(),
        };
        table.show(0, &read(&table.position));
        table
    }

    fn show(&mut self, t: Millis, event: &BoardEvent) {
        self.scribe.handle_board(t, event);
        self.told.extend(std::iter::from_fn(|| self.scribe.poll_event()).map(|(_, event)| event));
    }

    fn clock(&mut self, t: Millis, white: u32, black: u32, running: Option<Color>) {
        self.left_ms = ByColor { white, black };
        let reading = ClockReading { left_ms: self.left_ms, running, lever: None };
        self.show(t, &BoardEvent::Clock(reading));
    }

    /// Plays moves square by square, one every four seconds.
    fn play(&mut self, moves: &str, pressed: bool) {
        for word in moves.split_whitespace() {
            let before = self.position.board().clone();
            let by = self.position.turn();
            self.advance(word);
            let after = self.position.board().clone();
            self.t += 2_000;
            for square in shakmaty::Square::ALL {
                let (was, is) = (before.piece_at(square), after.piece_at(square));
                if was != is && is.is_none() {
                    self.show(self.t, &BoardEvent::Square { square, contents: Contents::Empty });
                }
            }
            self.t += 600;
            for square in shakmaty::Square::ALL {
                let (was, is) = (before.piece_at(square), after.piece_at(square));
                if let Some(piece) = is.filter(|_| was != is) {
                    self.show(self.t, &BoardEvent::Square { square, contents: Contents::Piece(piece) });
                }
            }
            self.t += 700;
            if pressed {
                self.show(self.t, &BoardEvent::Press(by));
                let mut left = self.left_ms;
                left[by] -= 1_000;
                self.clock(self.t + 100, left.white, left.black, Some(!by));
            }
            self.t += 700;
        }
    }

    fn advance(&mut self, word: &str) {
        let uci: UciMove = word.parse().expect("a move");
        self.position.play_unchecked(uci.to_move(&self.position).expect("a legal move"));
    }

    /// Brings the link back after these moves of another game were made unseen.
    fn back_after(&mut self, unseen: &str) {
        self.position = Chess::default();
        unseen.split_whitespace().for_each(|word| self.advance(word));
        self.back(&read(&self.position.clone()));
    }

    fn back(&mut self, reading: &BoardEvent) {
        self.show(BACK_MS, &BoardEvent::Gap { gap_ms: BACK_MS - LOST_MS });
        self.show(BACK_MS, reading);
        self.t = BACK_MS;
    }

    fn rest(&mut self, ms: Millis) {
        self.t += ms;
        self.scribe.advance(self.t);
        self.told.extend(std::iter::from_fn(|| self.scribe.poll_event()).map(|(_, event)| event));
    }

    /// Returns every game so far, in UCI.
    fn games(&self) -> Vec<String> {
        let all =
            self.scribe.finished().iter().map(game::Finished::score).chain([self.scribe.score().clone()]);
        all.map(|score| told::moves(&score)).collect()
    }

    fn begun(&self) -> usize {
        self.told.iter().filter(|event| matches!(event, GameEvent::Began { .. })).count()
    }

    fn asked(&self) -> String {
        told::asked(self.scribe.asked())
    }
}

fn read(position: &Chess) -> BoardEvent {
    BoardEvent::Reading(Reading::from_board(position.board()))
}

const NEW: &str = "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4";

#[test]
fn a_new_array_ends_the_old_game_though_no_clock_is_heard() {
    for sensing in [Sensing::Piece, Sensing::Occupancy] {
        let mut table = Table::after(OLD, sensing);
        table.back_after("");
        table.rest(20_000);
        table.play(NEW, false);
        table.rest(10_000);
        assert_eq!(table.games(), [OLD, NEW], "{sensing:?}");
        assert_eq!((table.begun(), table.asked().as_str()), (2, ""), "{sensing:?}");
    }
}

#[test]
fn the_times_of_the_old_game_count_no_presses_of_the_new_one() {
    // The clock is read again at once, or after the starting position has been there for a while. It was reset, and is
    // stopped or runs.
    for (later_ms, running) in
        [(0, None), (400, None), (1_300, None), (400, Some(Color::White)), (1_300, Some(Color::White))]
    {
        let mut table = Table::after(OLD, Sensing::Piece);
        table.back_after("");
        table.clock(BACK_MS + later_ms, FULL_MS, FULL_MS, running);
        table.rest(10_000);
        table.clock(table.t, FULL_MS, FULL_MS, Some(Color::White));
        table.play(NEW, true);
        table.rest(10_000);
        assert_eq!(table.games(), [OLD, NEW], "read after {later_ms} ms, {running:?} runs");
        assert_eq!((table.begun(), table.asked().as_str()), (2, ""), "{later_ms} ms, {running:?}");
        let pressed = table.scribe.score().plies.iter().all(|ply| ply.pressed_ms.is_some());
        assert!(pressed, "every press belongs to its ply");
    }
}

#[test]
fn moves_of_the_new_game_that_nobody_saw_are_its_own() {
    for unseen in ["d2d4", "d2d4 d7d5", "d2d4 d7d5 c1f4", "e2e4 d7d5 e4d5"] {
        for clocked in [true, false] {
            let mut table = Table::after(OLD, Sensing::Piece);
            table.back_after(unseen);
            if clocked {
                let turn = table.position.turn();
                table.clock(BACK_MS + 300, FULL_MS - 4_000, FULL_MS - 6_000, Some(turn));
            }
            table.rest(5_000);
            table.play(table.position.turn().fold_wb("h2h3", "h7h6"), clocked);
            table.rest(10_000);
            let new = table.games().pop().unwrap_or_default();
            assert!(new.starts_with(unseen), "after {unseen}: {new}");
            assert_eq!(table.games()[0], OLD, "after {unseen}");
            assert_eq!((table.begun(), table.asked().as_str()), (2, ""), "after {unseen}");
        }
    }
}

#[test]
fn moves_in_an_order_nobody_saw_are_asked_about() {
    let mut table = Table::after(OLD, Sensing::Piece);
    table.back_after("e2e4 c7c6 b1c3 g8f6");
    table.clock(BACK_MS + 300, FULL_MS, FULL_MS, Some(Color::White));
    table.rest(10_000);
    assert_eq!((table.begun(), table.asked().as_str()), (2, "1: b1c3 e2e4"));
}

#[test]
fn a_piece_that_went_out_and_back_unseen_is_asked_about() {
    let mut table = Table::after(OLD, Sensing::Piece);
    table.back_after("g1f3 g8f6 b1c3 f6g8 h2h3");
    table.clock(BACK_MS + 300, FULL_MS - 20_000, FULL_MS - 15_000, Some(Color::Black));
    table.rest(5_000);
    table.play("b8c6 b2b3", true);
    table.rest(10_000);
    let games = table.games();
    let moves: Vec<&str> = games[1].split(' ').collect();
    assert_eq!((moves.len(), &moves[5..]), (7, &["b8c6", "b2b3"][..]), "{games:?}");
    assert!(table.asked().starts_with("1: "), "{}", table.asked());
}

#[test]
fn a_game_that_was_over_makes_room_for_moves_nobody_saw() {
    let mut table = Table::after(OLD, Sensing::Piece);
    let result = Order::Result(ResultEntry::parse("1/2-1/2"));
    table
        .scribe
        .handle_command(table.t, &Command { order: result, game: None, author: None, staged: None })
        .expect("a result can be entered");
    table.back_after("d2d4 d7d5 c1f4");
    table.clock(BACK_MS + 300, FULL_MS, FULL_MS, Some(Color::Black));
    table.rest(5_000);
    table.play("g8f6", true);
    table.rest(5_000);
    assert_eq!(table.games(), [OLD, "d2d4 d7d5 c1f4 g8f6"]);
}

#[test]
fn hands_that_had_begun_to_clear_the_board_before_the_loss_made_no_moves() {
    use shakmaty::Square::{A7, B2, C3, C5, E8, F3, F8};
    let (pawn, king) = (Color::White.pawn(), Color::Black.king());
    for (hands, unseen) in [
        // A pawn is put home from the other half of the board, and a piece is lifted.
        (vec![(F3, None), (B2, Some(pawn)), (C5, None)], ""),
        (vec![(C5, None), (A7, None), (E8, Some(king)), (F8, None)], "d2d4 d7d5 c1f4"),
        (vec![(F3, None), (C3, None), (B2, Some(pawn))], "d2d4"),
    ] {
        let mut table = Table::after(OLD, Sensing::Piece);
        table.rest(4_000);
        for (square, piece) in &hands {
            table.t += 700;
            let contents = piece.map_or(Contents::Empty, Contents::Piece);
            table.show(table.t, &BoardEvent::Square { square: *square, contents });
        }
        table.scribe.advance(BACK_MS - 1);
        table.back_after(unseen);
        table.rest(10_000);
        assert_eq!(table.games()[0], OLD, "{hands:?}, {unseen:?}");
        assert_eq!(table.begun(), 2, "{hands:?}, {unseen:?}");
    }
}

#[test]
fn without_a_clock_a_game_begun_unseen_is_followed_once_it_is_proved() {
    let unseen =
        "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8 f1d3 d7d5 g1f3 c7c5 e1g1 b8c6 a2a3 b4c3 b2c3 d5c4 d3c4 d8c7";
    let mut table = Table::without_clock();
    table.play(OLD, false);
    table.back_after(unseen);
    table.rest(5_000);
    table.play("c4d3 e6e5 d3c2 f8e8", false);
    table.rest(10_000);
    assert_eq!(table.games(), [OLD, "c4d3 e6e5 d3c2 f8e8"]);
}

#[test]
fn without_a_clock_a_queen_that_goes_home_corrects_no_move() {
    let old = format!("{OLD} c1g5 d8e7 h2h3 e7e6");
    for is_lost in [false, true] {
        let mut table = Table::without_clock();
        table.play(&old, false);
        table.rest(30_000);
        let queen = Contents::Piece(Color::Black.queen());
        let pawn = Contents::Piece(Color::White.pawn());
        for (from, to, piece) in [(Square::E6, Square::D8, queen), (Square::H3, Square::H2, pawn)] {
            table.show(table.t + 300, &BoardEvent::Square { square: from, contents: Contents::Empty });
            table.show(table.t + 900, &BoardEvent::Square { square: to, contents: piece });
            table.t += 1_200;
        }
        if is_lost {
            table.back_after("");
        } else {
            table.show(table.t + 500, &read(&Chess::default()));
        }
        table.rest(10_000);
        assert_eq!(table.games(), [old.as_str(), ""], "the link was lost: {is_lost}");
    }
}

#[test]
fn what_a_person_says_of_the_last_move_stays_though_another_stood_before_hands_cleared_the_board() {
    let mut table = Table::without_clock();
    table.play(&format!("{OLD} c1g5 d8e7 h2h3 e7e6"), false);
    table.rest(30_000);
    let queen = Contents::Piece(Color::Black.queen());
    table.show(table.t + 300, &BoardEvent::Square { square: Square::E6, contents: Contents::Empty });
    table.show(table.t + 900, &BoardEvent::Square { square: Square::D8, contents: queen });
    table.t += 1_200;
    let said = OrderJson::Correct { from_ply: 16, moves: vec!["e7d7".to_owned()] };
    let order = CommandJson { order: said, game: None, author: None, login: None, staged: None };
    let command = Command::read(&order).expect("a correction");
    table.scribe.handle_command(table.t, &command).expect("the move can be corrected");
    table.show(table.t + 500, &read(&Chess::default()));
    table.rest(10_000);
    assert_eq!(table.games(), [format!("{OLD} c1g5 d8e7 h2h3 e7d7"), String::new()]);
}

#[test]
fn a_new_game_whose_beginning_is_too_far_back_is_taken_up() {
    let unseen =
        "d2d4 g8f6 c2c4 e7e6 b1c3 f8b4 e2e3 e8g8 f1d3 d7d5 g1f3 c7c5 e1g1 b8c6 a2a3 b4c3 b2c3 d5c4 d3c4 d8c7";
    let mut table = Table::after(OLD, Sensing::Piece);
    table.back_after(unseen);
    table.clock(BACK_MS + 300, FULL_MS - 40_000, FULL_MS - 50_000, Some(Color::White));
    table.rest(5_000);
    table.play("c4d3 e6e5", true);
    table.rest(10_000);
    assert_eq!(table.games(), [OLD, "c4d3 e6e5"]);
    assert!(table.told.iter().any(|event| matches!(event, GameEvent::JoinedMidgame(_))), "it is said");
}

#[test]
fn pieces_that_are_still_being_put_up_are_no_moves() {
    let mut table = Table::after(OLD, Sensing::Piece);
    let mut board = Chess::default().board().clone();
    // The rooks and the queens are put up last.
    let missing = ["a1", "h1", "a8", "h8", "d1", "d8"];
    for square in missing {
        board.discard_piece_at(square.parse().expect("a square"));
    }
    table.back(&BoardEvent::Reading(Reading::from_board(&board)));
    table.clock(BACK_MS + 300, FULL_MS, FULL_MS, None);
    table.rest(4_000);
    table.position = Chess::default();
    for name in missing {
        let square = name.parse().expect("a square");
        let piece = table.position.board().piece_at(square).expect("a piece of the array");
        table.t += 700;
        table.show(table.t, &BoardEvent::Square { square, contents: Contents::Piece(piece) });
    }
    table.rest(10_000);
    table.clock(table.t, FULL_MS, FULL_MS, Some(Color::White));
    table.play(NEW, true);
    table.rest(10_000);
    assert_eq!(table.games(), [OLD, NEW]);
}

#[test]
fn a_move_taken_back_while_the_link_was_lost_begins_no_game() {
    let mut table = Table::after("e2e4 e7e5 g1f3 b8c6 d2d4 e5d4", Sensing::Piece);
    table.back_after("e2e4 e7e5 g1f3 b8c6 d2d4");
    table.rest(10_000);
    assert_eq!(table.games(), ["e2e4 e7e5 g1f3 b8c6 d2d4"]);
    assert_eq!(table.begun(), 1);
}

#[test]
fn a_piece_that_is_read_wrongly_begins_no_game() {
    let mut table = Table::after(OLD, Sensing::Piece);
    let mut board = table.position.board().clone();
    let standing = Standing::from_position(table.position.clone(), CastlingMode::Standard);
    board.set_piece_at("a4".parse().expect("a square"), Color::White.pawn());
    table.back(&BoardEvent::Reading(Reading::from_board(&board)));
    table.rest(3_000);
    table.show(table.t, &BoardEvent::Reading(Reading::from_board(standing.board())));
    table.play("b1d2", true);
    table.rest(5_000);
    assert_eq!(table.games(), [format!("{OLD} b1d2")]);
}
