//! A link that is lost for a while, and the reports of board and clock when it is back. The presses in between are
//! counted by their increments, here ten seconds each.

mod told;

use board::{BoardEvent, ClockReading, Contents, Millis, Reading};
use game::{Command, GameEvent, Order, PlyNo, Scribe, Standing, Tags, Terms};
use shakmaty::{Board, ByColor, CastlingMode, Color, KnownOutcome, Position, Role, Square, uci::UciMove};

const LOST_MS: Millis = 100_000;
const BACK_MS: Millis = 124_000;
const LEFT_MS: u32 = 900_000;

/// Makes a table whose link was lost while these moves were played and `presses` of them pressed for. Afterwards the
/// board shows the position after the moves, except for the squares in `lifted`.
fn after_loss(played: &str, presses: u32, increment_ms: u32, lifted: &[&str]) -> Scribe {
    let lift = |board: &mut Board| {
        lifted.iter().for_each(|square| board.discard_piece_at(square.parse().expect("a square")));
    };
    after_loss_from(Standing::initial(), played, presses, increment_ms, &lift)
}

/// The same from this standing. Afterwards the board shows what `hands` made of the position after the moves.
fn after_loss_from(
    start: Standing,
    played: &str,
    presses: u32,
    increment_ms: u32,
    hands: &dyn Fn(&mut Board),
) -> Scribe {
    after_loss_told(start, played, presses, increment_ms, hands, &[])
}

/// The same, and somebody enters these moves while the link is lost.
fn after_loss_told(
    start: Standing,
    played: &str,
    presses: u32,
    increment_ms: u32,
    hands: &dyn Fn(&mut Board),
    entered: &[&str],
) -> Scribe {
    let first = start.turn();
    let terms = Terms { increment_ms, start: start.clone(), ..Terms::default() };
    let mut scribe = Scribe::new(terms, Tags::default());
    scribe.handle_board(0, &BoardEvent::Reading(Reading::from_board(start.board())));
    let running = |left: ByColor<u32>, side| {
        BoardEvent::Clock(ClockReading { left_ms: left, running: Some(side), lever: None })
    };
    let before = ByColor { white: LEFT_MS, black: LEFT_MS };
    scribe.handle_board(LOST_MS, &running(before, first));

    if !entered.is_empty() {
        let moves = entered.iter().map(|word| word.parse().expect("a move")).collect();
        let order = Order::Correct { from_ply: PlyNo::FIRST, moves };
        let command = Command { order, game: None, author: None, staged: None };
        assert_eq!(scribe.handle_command(LOST_MS + 10_000, &command), Ok(()));
    }

    let mut position = start.position().expect("a game begins").clone();
    for word in played.split_whitespace() {
        let uci: UciMove = word.parse().expect("a move");
        position.play_unchecked(uci.to_move(&position).expect("a legal move"));
    }
    let mut board = position.board().clone();
    hands(&mut board);
    scribe.handle_board(BACK_MS, &BoardEvent::Gap { gap_ms: BACK_MS - LOST_MS });
    scribe.handle_board(BACK_MS, &BoardEvent::Reading(Reading::from_board(&board)));
    let gone = u32::try_from(BACK_MS - LOST_MS).expect("it is short");
    // Both players think for half of the time. The clock shows times rounded up.
    let pressed = |side| if side == first { presses.div_ceil(2) } else { presses / 2 };
    let left = ByColor::new_with(|side| LEFT_MS - gone / 2 + pressed(side) * increment_ms);
    let side = if presses.is_multiple_of(2) { first } else { !first };
    scribe.handle_board(BACK_MS + 400, &running(left, side));
    scribe.advance(BACK_MS + 10_000);
    scribe
}

fn scored(scribe: &Scribe) -> String {
    told::moves(scribe.score())
}

fn asked(scribe: &Scribe) -> String {
    told::asked(scribe.asked())
}

#[test]
fn the_clock_tells_how_many_moves_were_missed() {
    let cases = [
        // The bishop can move only after its pawn, so only one line is possible and no question is needed.
        ("d2d4 d7d5 c1f4", 3, "d2d4 d7d5 c1f4", ""),
        // The third move is made but not pressed for.
        ("d2d4 d7d5 c1f4", 2, "d2d4 d7d5 c1f4", ""),
        ("d2d4 d7d5 c1f4 c8f5", 4, "d2d4 d7d5 c1f4 c8f5", ""),
        // Each side's two moves could have been made in either order.
        ("e2e4 c7c6 b1c3 g8f6", 4, "", "1: b1c3 e2e4"),
    ];
    for (played, presses, expected, question) in cases {
        let scribe = after_loss(played, presses, 10_000, &[]);
        if !expected.is_empty() {
            assert_eq!(scored(&scribe), expected, "{played}, {presses} presses");
        }
        assert_eq!(asked(&scribe), question, "{played}, {presses} presses");
    }
}

#[test]
fn what_a_person_enters_meanwhile_is_not_counted_again() {
    let entered = ["e2e4", "e7e5", "g1f3", "b8c6"];
    let told = |played: &str, presses| {
        let scribe = after_loss_told(Standing::initial(), played, presses, 10_000, &|_| {}, &entered);
        (scored(&scribe), asked(&scribe))
    };
    let played = entered.join(" ");
    assert_eq!(told(&played, 4), (played.clone(), String::new()));
    let longer = format!("{played} f1b5");
    assert_eq!(told(&longer, 5), (longer.clone(), String::new()));
}

#[test]
fn a_knight_that_went_and_came_back_is_found_by_its_presses() {
    let scribe = after_loss("g1f3 e7e5 f3g1", 3, 10_000, &[]);
    assert_eq!(scribe.score().plies.len(), 3, "{}", scored(&scribe));
    let (ply, alternatives) = scribe.asked().expect("which knight, and where, nobody saw");
    assert_eq!(ply, PlyNo::FIRST);
    let words: Vec<String> =
        alternatives.iter().map(|played| played.report(CastlingMode::Standard)).collect();
    assert!(words.contains(&String::from("g1f3")), "{words:?}");
    // Without increments nothing shows the knight's moves: the shortest line is chosen.
    let scribe = after_loss("g1f3 e7e5 f3g1", 3, 0, &[]);
    assert!(!scored(&scribe).contains("g1f3"), "{}", scored(&scribe));
}

fn standing(fen: &str) -> Standing {
    Standing::from_fen(fen, CastlingMode::Standard).expect("a position")
}

/// The bishop could also have gone by h6, the knight's square: such a line has a move too many, and hid the others.
#[test]
fn a_piece_that_went_and_came_back_is_likelier_than_a_move_too_many() {
    let start = standing("r2qkbnr/p5pp/npp1pp2/5b2/P1NP4/8/NP2PPPP/R1BQKBR1 b Qkq - 1 11");
    let scribe = after_loss_from(start, "d8b8 c1g5 g8h6 g5c1", 4, 10_000, &|_| {});
    assert_eq!((scored(&scribe).as_str(), asked(&scribe).as_str()), ("", "1: d8b8 g8h6"));
}

/// Puts the kings on d5 and e4.
fn gesture(board: &mut Board) {
    for (from, to) in [(Square::E8, Square::D5), (Square::G1, Square::E4)] {
        let king = board.remove_piece_at(from).expect("a king");
        board.set_piece_at(to, king);
    }
}

#[test]
fn kings_put_in_the_centre_during_the_loss_take_no_move_with_them() {
    let with_rook = "n3k3/1p1b1pr1/7p/1p4p1/4r3/BP2P1P1/2N1Q2P/5RK1 b - - 0 29";
    let without = "n3k3/1p1b1pr1/7p/1p4p1/8/BP2P1P1/2N1Q2P/5RK1 b - - 0 29";
    for (start, played, presses) in [(with_rook, "e4e5", 1), (without, "a8b6", 1), (without, "a8b6", 0)] {
        let scribe = after_loss_from(standing(start), played, presses, 10_000, &gesture);
        assert_eq!((scored(&scribe).as_str(), asked(&scribe).as_str()), (played, ""), "{presses} presses");
        assert_eq!(scribe.score().proposed, Some(KnownOutcome::Decisive { winner: Color::White }));
    }
}

/// The king went to a6 or to a8 and was lifted again. From both he comes to b7.
#[test]
fn a_question_whose_answers_come_to_one_position_stays_open_and_is_not_told_as_answered() {
    let start = standing("8/k7/6p1/7p/7P/3K4/1Q6/8 b - - 0 52");
    let lift = |board: &mut Board| board.discard_piece_at(Square::A6);
    let mut scribe = after_loss_from(start, "a7a6 b2h2", 2, 10_000, &lift);
    let t = BACK_MS + 20_000;
    let contents = Contents::Piece(Role::King.of(Color::Black));
    scribe.handle_board(t, &BoardEvent::Square { square: Square::B7, contents });
    scribe.handle_board(t + 600, &BoardEvent::Press(Color::Black));
    scribe.advance(t + 10_000);
    assert_eq!((scribe.score().plies.len(), asked(&scribe).as_str()), (3, "1: a7a6 a7a8"));
    let mut told = std::iter::from_fn(|| scribe.poll_event());
    assert!(!told.any(|(_, event)| matches!(event, GameEvent::Answered { .. })));
}

#[test]
fn what_is_left_on_a_board_that_was_cleared_tells_of_no_move() {
    let start = standing("Q7/3k4/8/8/6K1/p5P1/8/8 w - - 3 66");
    for left in [None, Some(Square::A8)] {
        let clear = |board: &mut Board| {
            let all = board.occupied();
            all.into_iter()
                .filter(|&square| Some(square) != left)
                .for_each(|square| board.discard_piece_at(square));
        };
        let scribe = after_loss_from(start.clone(), "g4f5", 1, 10_000, &clear);
        assert_eq!((scored(&scribe).as_str(), asked(&scribe).as_str()), ("", ""), "{left:?} is left");
    }
}

#[test]
fn kings_in_the_centre_do_not_wait_for_a_clock_that_says_nothing() {
    let start = standing("n3k3/1p1b1pr1/7p/1p4p1/8/BP2P1P1/2N1Q2P/5RK1 b - - 0 29");
    let terms = Terms { increment_ms: 10_000, start: start.clone(), ..Terms::default() };
    let mut scribe = Scribe::new(terms, Tags::default());
    let mut board = start.board().clone();
    let reading = |board: &Board| BoardEvent::Reading(Reading::from_board(board));
    scribe.handle_board(0, &reading(&board));
    let left_ms = ByColor { white: LEFT_MS, black: LEFT_MS };
    let clock = ClockReading { left_ms, running: Some(Color::Black), lever: None };
    scribe.handle_board(LOST_MS, &BoardEvent::Clock(clock));
    gesture(&mut board);
    board.discard_piece_at(Square::A8);
    board.set_piece_at(Square::B6, Role::Knight.of(Color::Black));
    scribe.handle_board(BACK_MS, &BoardEvent::Gap { gap_ms: BACK_MS - LOST_MS });
    scribe.handle_board(BACK_MS, &reading(&board));
    scribe.advance(BACK_MS + 10_000);
    assert_eq!(scored(&scribe), "a8b6");
    assert_eq!(scribe.score().proposed, Some(KnownOutcome::Decisive { winner: Color::White }));
}

#[test]
fn moves_that_are_put_back_when_the_clock_stands_answer_no_question() {
    let start = standing("r1bqkb1r/p1pp1p2/n6p/1p6/4np1P/1B1P1Np1/PPP3P1/RNBQ1RK1 w kq - 1 11");
    let mut scribe = after_loss_from(start, "c1d2 e4d2", 2, 10_000, &|_| {});
    assert_eq!(asked(&scribe), "1: c1d2 c1e3", "or the bishop is in a hand");
    let left_ms = ByColor { white: 880_000, black: 880_000 };
    let stopped = BoardEvent::Clock(ClockReading { left_ms, running: None, lever: None });
    scribe.handle_board(BACK_MS + 20_000, &stopped);
    let acts = [
        (Square::D2, None),
        (Square::E4, Some(Role::Knight.of(Color::Black))),
        (Square::D2, Some(Role::Bishop.of(Color::White))),
    ];
    for (index, (square, piece)) in acts.into_iter().enumerate() {
        let contents = piece.map_or(Contents::Empty, Contents::Piece);
        let t = BACK_MS + 23_000 + 600 * index as Millis;
        scribe.handle_board(t, &BoardEvent::Square { square, contents });
    }
    scribe.advance(BACK_MS + 40_000);
    assert_eq!((scored(&scribe).as_str(), asked(&scribe).as_str()), ("", "1: c1d2 c1e3"));
}

#[test]
fn a_question_is_about_every_ply_in_which_its_answers_differ() {
    let scribe = after_loss("e2e4 c7c6 b1c3 g8f6", 4, 10_000, &[]);
    assert_eq!(scribe.questions(), [PlyNo::FIRST]);
    assert_eq!(scribe.disputed(), [0, 1, 2, 3].map(PlyNo::of_index));
    let sure = after_loss("d2d4 d7d5 c1f4", 3, 10_000, &[]);
    assert!(sure.disputed().is_empty());
}

#[test]
fn an_answer_leaves_what_it_does_not_settle_open() {
    let mut scribe = after_loss("e2e4 c7c6 b1c3 g8f6", 4, 10_000, &[]);
    let choose = |index, mv: &str| game::Command {
        order: game::Order::Choose { ply: PlyNo::of_index(index), chosen: String::from(mv) },
        game: None,
        author: None,
        staged: None,
    };
    scribe.handle_command(BACK_MS + 20_000, &choose(0, "b1c3")).expect("it is asked");
    assert_eq!(asked(&scribe), "2: c7c6 g8f6");
    scribe.handle_command(BACK_MS + 21_000, &choose(1, "g8f6")).expect("it is asked");
    assert_eq!((scored(&scribe).as_str(), asked(&scribe).as_str()), ("b1c3 g8f6 e2e4 c7c6", ""));
}

#[test]
fn an_answer_that_is_taken_back_leaves_the_question_open_again() {
    let mut scribe = after_loss("e2e4 c7c6 b1c3 g8f6", 4, 10_000, &[]);
    let stood = (scored(&scribe), asked(&scribe));
    let order = game::Order::Choose { ply: PlyNo::FIRST, chosen: "b1c3".to_owned() };
    let choose = game::Command { order, game: None, author: None, staged: None };
    let (answered_ms, back_ms) = (BACK_MS + 20_000, BACK_MS + 25_000);
    for _ in 0..2 {
        let mut before = scribe.stands_before(answered_ms, &choose).expect("it can be taken back");
        scribe.handle_command(answered_ms, &choose).expect("it is asked");
        scribe.note_after(&mut before);
        assert_ne!((scored(&scribe), asked(&scribe)), stood);
        scribe.advance(back_ms);
        assert_eq!(scribe.may_undo(&before), Ok(()));
        while scribe.poll_event().is_some() {}
        scribe.undo(back_ms, before);
        scribe.look_again(back_ms);
        assert_eq!((scored(&scribe), asked(&scribe)), stood);
        let told: Vec<_> = std::iter::from_fn(|| scribe.poll_event()).map(|(_, event)| event).collect();
        let asks = |event: &game::GameEvent| matches!(event, game::GameEvent::Asked { ply, .. } if *ply == PlyNo::FIRST);
        assert!(told.iter().any(asks), "{told:?}");
        scribe.advance(back_ms + 10_000);
        assert_eq!((scored(&scribe), asked(&scribe)), stood, "nothing else is found in the silence");
    }
}

#[test]
fn a_piece_in_the_hand_when_the_link_is_back_is_the_next_move() {
    let mut scribe = after_loss("d2d4 d7d5 c1f4", 3, 10_000, &["b8"]);
    let knight = board::Contents::Piece(Color::Black.knight());
    scribe.handle_board(
        BACK_MS + 11_000,
        &BoardEvent::Square { square: "c6".parse().expect("c6"), contents: knight },
    );
    scribe.advance(BACK_MS + 20_000);
    assert_eq!((scored(&scribe).as_str(), asked(&scribe).as_str()), ("d2d4 d7d5 c1f4 b8c6", ""));
}

#[test]
fn a_gap_that_no_reading_follows_stops_nothing() {
    let mut scribe = Scribe::new(Terms { increment_ms: 10_000, ..Terms::default() }, Tags::default());
    scribe.handle_board(0, &BoardEvent::Reading(Reading::from_board(Standing::initial().board())));
    scribe.handle_board(5_000, &BoardEvent::Gap { gap_ms: 3_000 });
    let pawn = board::Contents::Piece(Color::White.pawn());
    for (t, name, contents) in [(6_000, "e2", board::Contents::Empty), (6_500, "e4", pawn)] {
        scribe.handle_board(t, &BoardEvent::Square { square: name.parse().expect("a square"), contents });
    }
    scribe.advance(20_000);
    assert_eq!(scored(&scribe), "e2e4");
}

/// The clock was set between two rounds while the board could not be heard. Four increments are missing from what it
/// showed at the end of the game before, and four moves of knights would lead from the array to the array.
#[test]
fn times_of_the_game_before_count_no_presses_of_the_only_game() {
    let terms = Terms { increment_ms: 2_000, ..Terms::default() };
    let mut scribe = Scribe::new(terms, Tags::default());
    scribe.play_one_game(true);
    let array = || BoardEvent::Reading(Reading::from_board(Standing::initial().board()));
    let clock = |left_ms| {
        let left_ms = ByColor { white: left_ms, black: left_ms };
        BoardEvent::Clock(ClockReading { left_ms, running: None, lever: None })
    };
    scribe.handle_board(0, &array());
    scribe.handle_board(1_000, &clock(176_000));
    scribe.begin_anew(10_000, Standing::initial(), Tags::default());
    scribe.handle_board(12_000, &BoardEvent::Gap { gap_ms: 3_000 });
    scribe.handle_board(12_000, &array());
    scribe.handle_board(12_100, &clock(180_000));
    scribe.advance(30_000);
    assert_eq!((scored(&scribe), asked(&scribe)), (String::new(), String::new()));
}
