//! The time after a game: pieces are put back within seconds and the next game begins. Open questions and the result of
//! the old game can still be settled.

mod told;

use board::{BoardEvent, ClockReading, Contents, Millis, Reading};
use game::{
    Command, CommandJson, GameEvent, NO_MOVE, OrderJson, PlyNo, Refusal, ResultEntry, Scribe, Standing, Tags,
    Terms,
};
use shakmaty::{ByColor, Color, Square};
use told::{asked, moves};

const PAWNS: &str = "a2a3 a7a6 b2b3 b7b6 e2e4 e7e5";

/// Makes a table whose board shows the starting position.
fn table() -> Scribe {
    let mut scribe = Scribe::new(Terms::default(), Tags::default());
    scribe.handle_board(0, &array());
    scribe
}

fn array() -> BoardEvent {
    BoardEvent::Reading(Reading::from_board(Standing::initial().board()))
}

fn square(name: &str, contents: Contents) -> BoardEvent {
    BoardEvent::Square { square: name.parse().expect("a square"), contents }
}

/// Moves six pawns, each with a press: too many plies to take back to the starting position.
fn pawns(scribe: &mut Scribe) {
    let mut t = 1_000;
    for (index, mv) in PAWNS.split(' ').enumerate() {
        let color = if index % 2 == 0 { Color::White } else { Color::Black };
        scribe.handle_board(t, &square(&mv[..2], Contents::Empty));
        scribe.handle_board(t + 500, &square(&mv[2..], Contents::Piece(color.pawn())));
        scribe.handle_board(t + 1_000, &BoardEvent::Press(color));
        t += 2_000;
    }
}

/// Puts the starting position back, for long enough to begin a new game.
fn put_back(scribe: &mut Scribe, t: Millis) {
    scribe.handle_board(t, &array());
    scribe.advance(t + 5_000);
    assert_eq!(scribe.score().number, 2, "a new game has begun");
}

fn say(scribe: &mut Scribe, game: u32, order: OrderJson) -> Result<(), Refusal> {
    let command =
        Command::read(&CommandJson { order, game: Some(game), author: None, login: None, staged: None })?;
    scribe.handle_command(90_000, &command)
}

#[test]
fn its_result_can_be_entered_and_taken_back() {
    let mut scribe = table();
    pawns(&mut scribe);
    put_back(&mut scribe, 20_000);
    let result = |text: &str| OrderJson::Result { result: text.to_owned() };
    assert_eq!(say(&mut scribe, 1, result("1-0")), Ok(()));
    assert_eq!(scribe.finished()[0].score().result, ResultEntry::parse("1-0"));
    assert_eq!(scribe.score().result, None, "that is another game");
    assert!(
        say(&mut scribe, 1, result("2-0")).is_err_and(|why| why == Refusal::NotAResult("2-0".to_owned()))
    );
    assert_eq!(scribe.finished()[0].score().result, ResultEntry::parse("1-0"));
    assert_eq!(say(&mut scribe, 1, result("*")), Ok(()));
    assert_eq!(scribe.finished()[0].score().result, None);
    assert_eq!(say(&mut scribe, 2, result("0-1")), Ok(()), "the one on the board may be named too");
    assert_eq!(scribe.score().result, ResultEntry::parse("0-1"));
    assert!(
        say(&mut scribe, 3, result("0-1"))
            .is_err_and(|why| why == Refusal::UnknownGame { number: 3, on_board: 2 })
    );
}

#[test]
fn its_moves_can_be_corrected_and_keep_their_times() {
    let mut scribe = table();
    pawns(&mut scribe);
    put_back(&mut scribe, 20_000);
    let correct = |from_ply, moves: &[&str]| OrderJson::Correct {
        from_ply,
        moves: moves.iter().map(|mv| String::from(*mv)).collect(),
    };
    let before = scribe.finished()[0].score().plies[5].clone();
    assert_eq!(say(&mut scribe, 1, correct(6, &["c7c5", "g1f3"])), Ok(()));
    let score = &scribe.finished()[0].score();
    assert_eq!(moves(score), "a2a3 a7a6 b2b3 b7b6 e2e4 c7c5 g1f3");
    assert_eq!((score.plies[5].made_ms, score.plies[5].pressed_ms), (before.made_ms, before.pressed_ms));
    assert_eq!(score.standing().fen(), "rnbqkbnr/3ppppp/pp6/2p5/4P3/PP3N2/2PP1PPP/RNBQKB1R b KQkq - 1 4");
    assert!(score.plies[6].estimated, "nobody knows when it was made");
    assert!(
        say(&mut scribe, 1, correct(6, &["e7e4"])).is_err_and(|why| why.to_string().contains("not legal"))
    );
    assert!(
        say(&mut scribe, 1, correct(9, &[]))
            .is_err_and(|why| why == Refusal::NoPly { ply: PlyNo::of_index(8), plies: 7 })
    );
    assert!(say(&mut scribe, 1, OrderJson::Adjourn).is_err_and(|why| why == Refusal::OffTheBoard));
    assert_eq!(
        moves(&scribe.finished()[0].score()),
        "a2a3 a7a6 b2b3 b7b6 e2e4 c7c5 g1f3",
        "what is refused changes nothing"
    );
    assert_eq!(moves(scribe.score()), "");
}

#[test]
fn a_question_that_play_waited_for_is_answered() {
    let mut scribe = table();
    pawns(&mut scribe);
    // White's knight is lifted, and no square reads it.
    scribe.handle_board(14_000, &square("g1", Contents::Empty));
    scribe.handle_board(14_500, &BoardEvent::Press(Color::White));
    scribe.advance(19_500);
    assert_eq!(asked(scribe.asked()), "7: g1e2 g1f3 g1h3");
    put_back(&mut scribe, 25_000);
    assert_eq!(scribe.asked(), None, "nothing is asked about the new game");
    assert_eq!(asked(scribe.finished()[0].asked()), "7: g1e2 g1f3 g1h3");
    let choose = |mv: &str| OrderJson::Choose { ply: 7, mv: mv.to_owned() };
    assert!(say(&mut scribe, 1, choose("d2d4")).is_err_and(|why| why.to_string().contains("one of g1")));
    assert_eq!(say(&mut scribe, 1, choose("g1f3")), Ok(()));
    assert_eq!(moves(&scribe.finished()[0].score()), format!("{PAWNS} g1f3"));
    assert_eq!(scribe.finished()[0].asked(), None);
    assert!(
        say(&mut scribe, 1, choose("g1f3"))
            .is_err_and(|why| why == Refusal::NothingAsked { ply: PlyNo::of_index(6) })
    );
}

#[test]
fn a_question_that_play_went_on_with_is_answered_and_what_followed_stays() {
    let mut scribe = table();
    let mut board = Standing::initial().board().clone();
    for (from, to) in [(Square::E2, Square::E4), (Square::E7, Square::E5), (Square::G1, Square::F3)] {
        let piece = board.remove_piece_at(from).expect("a piece");
        board.set_piece_at(to, piece);
    }
    scribe.handle_board(20_000, &BoardEvent::Gap { gap_ms: 15_000 });
    scribe.handle_board(20_000, &BoardEvent::Reading(Reading::from_board(&board)));
    scribe.handle_board(21_000, &square("b8", Contents::Empty));
    scribe.handle_board(21_500, &square("c6", Contents::Piece(Color::Black.knight())));
    scribe.handle_board(24_000, &square("f1", Contents::Empty));
    scribe.handle_board(24_500, &square("c4", Contents::Piece(Color::White.bishop())));
    scribe.advance(28_000);
    let shown = moves(scribe.score());
    assert!(shown.ends_with("b8c6 f1c4"), "{shown}");
    put_back(&mut scribe, 40_000);
    assert_eq!(asked(scribe.finished()[0].asked()), "1: e2e4 g1f3");
    let other = if shown.starts_with("e2e4") { "g1f3" } else { "e2e4" };
    assert_eq!(say(&mut scribe, 1, OrderJson::Choose { ply: 1, mv: other.to_owned() }), Ok(()));
    let score = &scribe.finished()[0].score();
    assert_eq!((score.report_move(0).as_str(), score.report_move(3).as_str()), (other, "b8c6"));
    assert_eq!((score.plies.len(), scribe.finished()[0].asked()), (5, None), "{}", moves(score));
}

fn clock(running: Option<Color>) -> BoardEvent {
    let left_ms = ByColor { white: 60_000, black: 60_000 };
    BoardEvent::Clock(ClockReading { left_ms, running, lever: None })
}

/// White's knight leaves its square, is on none that the board reads, and the clock is stopped.
fn knight_nobody_saw() -> Scribe {
    let mut scribe = table();
    pawns(&mut scribe);
    scribe.handle_board(13_000, &clock(Some(Color::White)));
    scribe.handle_board(14_000, &square("g1", Contents::Empty));
    scribe.advance(18_000);
    assert_eq!(scribe.asked(), None, "it is in a hand");
    scribe.handle_board(19_000, &clock(None));
    assert_eq!(asked(scribe.asked()), "7: g1e2 g1f3 g1h3");
    assert!(scribe.may_be_none());
    scribe
}

fn choose(scribe: &mut Scribe, mv: &str) -> Result<(), Refusal> {
    say(scribe, 1, OrderJson::Choose { ply: 7, mv: mv.to_owned() })
}

#[test]
fn a_last_move_that_nobody_saw_is_asked_about_and_a_person_says_whether_it_was_made() {
    let mut scribe = knight_nobody_saw();
    assert_eq!(choose(&mut scribe, "g1f3"), Ok(()));
    assert_eq!(moves(scribe.score()), format!("{PAWNS} g1f3"));
    assert_eq!(scribe.asked(), None);

    let mut scribe = knight_nobody_saw();
    assert_eq!(choose(&mut scribe, NO_MOVE), Ok(()));
    assert_eq!((moves(scribe.score()).as_str(), scribe.asked()), (PAWNS, None));
    scribe.advance(60_000);
    assert_eq!(scribe.asked(), None, "it was answered");
}

#[test]
fn the_question_about_a_last_move_outlives_its_game() {
    for (answer, plies) in [("g1h3", 7), (NO_MOVE, 6)] {
        let mut scribe = knight_nobody_saw();
        put_back(&mut scribe, 30_000);
        let old = &scribe.finished()[0];
        assert_eq!((asked(old.asked()).as_str(), old.may_be_none()), ("7: g1e2 g1f3 g1h3", true));
        assert_eq!(choose(&mut scribe, answer), Ok(()));
        let old = &scribe.finished()[0];
        assert_eq!((old.packed().plies(), old.asked()), (plies, None));
    }
}

#[test]
fn a_piece_that_is_put_back_or_a_clock_that_runs_on_ends_the_question_about_a_last_move() {
    let mut back = knight_nobody_saw();
    back.handle_board(22_000, &square("g1", Contents::Piece(Color::White.knight())));
    back.advance(30_000);
    assert_eq!(back.asked(), None);

    let mut on = knight_nobody_saw();
    on.handle_board(22_000, &clock(Some(Color::White)));
    assert_eq!(on.asked(), None);
    on.handle_board(24_000, &square("f3", Contents::Piece(Color::White.knight())));
    on.handle_board(25_000, &BoardEvent::Press(Color::White));
    on.advance(30_000);
    assert_eq!(moves(on.score()), format!("{PAWNS} g1f3"));
}

#[test]
fn pieces_that_are_cleared_away_after_the_clock_was_stopped_raise_no_question() {
    let mut scribe = table();
    pawns(&mut scribe);
    scribe.handle_board(13_000, &clock(Some(Color::White)));
    scribe.handle_board(14_000, &clock(None));
    scribe.handle_board(16_000, &square("g1", Contents::Empty));
    scribe.advance(40_000);
    assert_eq!(scribe.asked(), None);
}

/// Some clocks tell of presses, and of their times when they are stopped alone.
#[test]
fn a_clock_that_ran_by_its_presses_ends_the_play_when_it_is_stopped() {
    let mut scribe = table();
    pawns(&mut scribe);
    let left_ms = ByColor { white: 700_000, black: 700_000 };
    let stopped = ClockReading { left_ms, running: None, lever: None };
    scribe.handle_board(20_000, &BoardEvent::Clock(stopped));
    // The last move is taken back, and another is tried.
    let black = Contents::Piece(Color::Black.pawn());
    let tried = [("e5", Contents::Empty), ("e7", black), ("d7", Contents::Empty), ("d5", black)];
    for (index, (name, contents)) in tried.into_iter().enumerate() {
        scribe.handle_board(24_000 + 800 * index as Millis, &square(name, contents));
    }
    scribe.advance(40_000);
    assert_eq!(moves(scribe.score()), PAWNS);
}

/// Two captures on a board of squares whose victims were never seen to leave; then the clock is stopped, and these squares are
/// cleared.
fn two_unknown_captures(cleared: &[&str]) -> Scribe {
    let start =
        Standing::from_fen("4k3/8/1p4p1/2p2p2/N6N/8/8/4K3 w - - 0 30", shakmaty::CastlingMode::Standard);
    let start = start.expect("a position");
    let reading = BoardEvent::Reading(Reading::from_board(start.board()));
    let sensing = board::Sensing::Occupancy;
    let mut scribe = Scribe::new(Terms { start, sensing, ..Terms::default() }, Tags::default());
    scribe.handle_board(0, &reading);
    scribe.handle_board(1_000, &clock(Some(Color::White)));
    let hands = [("a4", None), ("e8", Some("d8")), ("h4", None), ("d8", Some("e8"))];
    let mut t = 5_000;
    for ((from, to), by) in hands.into_iter().zip([Color::White, Color::Black].into_iter().cycle()) {
        scribe.handle_board(t, &square(from, Contents::Empty));
        if let Some(to) = to {
            scribe.handle_board(t + 300, &square(to, Contents::Occupied));
        }
        scribe.handle_board(t + 600, &BoardEvent::Press(by));
        t += 4_000;
    }
    scribe.handle_board(t, &clock(None));
    for name in cleared {
        scribe.handle_board(t + 5_000, &square(name, Contents::Empty));
    }
    scribe.advance(t + 10_000);
    assert_eq!(scribe.questions().len(), 2);
    scribe
}

#[test]
fn after_the_last_move_each_question_is_answered_by_itself() {
    for (first, second) in [("a4b6", "h4g6"), ("a4b6", "h4f5"), ("a4c5", "h4g6"), ("a4c5", "h4f5")] {
        for cleared in [&[][..], &["e8"], &["e1", "e8", "b6"]] {
            let mut scribe = two_unknown_captures(cleared);
            for (ply, mv) in [(1, first), (3, second)] {
                let asked = scribe.asked().expect("nobody saw what was captured");
                assert_eq!((asked.0.get(), asked.1.len()), (ply, 2), "{first} {second} {cleared:?}");
                let order = OrderJson::Choose { ply, mv: mv.to_owned() };
                assert_eq!(say(&mut scribe, 1, order), Ok(()));
            }
            assert_eq!(moves(scribe.score()), format!("{first} e8d8 {second} d8e8"), "{cleared:?}");
            assert_eq!(scribe.asked(), None);
        }
    }
}

#[test]
fn the_answer_to_a_question_that_play_waited_for_is_told_though_the_board_is_being_cleared() {
    let some = &["d1", "e1", "a8"][..];
    for (is_stopped, cleared) in [(true, &[][..]), (true, some), (false, some)] {
        let mut scribe = table();
        pawns(&mut scribe);
        scribe.handle_board(13_000, &clock(Some(Color::White)));
        scribe.handle_board(14_000, &square("g1", Contents::Empty));
        scribe.handle_board(15_000, &BoardEvent::Press(Color::White));
        scribe.advance(20_000);
        assert_eq!(asked(scribe.asked()), "7: g1e2 g1f3 g1h3");
        if is_stopped {
            scribe.handle_board(30_000, &clock(None));
        }
        for name in cleared {
            scribe.handle_board(35_000, &square(name, Contents::Empty));
        }
        assert_eq!(choose(&mut scribe, "g1h3"), Ok(()));
        assert_eq!(moves(scribe.score()), format!("{PAWNS} g1h3"), "{cleared:?}");
        assert_eq!(scribe.asked(), None);
    }
}

#[test]
fn an_illegal_move_is_put_right_at_once_when_play_goes_on_after_a_stop() {
    let mut scribe = table();
    let white = Contents::Piece(Color::White.pawn());
    let black = Contents::Piece(Color::Black.pawn());
    let events = [
        (1_000, clock(Some(Color::White))),
        (2_000, square("e2", Contents::Empty)),
        (2_400, square("e5", white)),
        (2_900, BoardEvent::Press(Color::White)),
        (7_000, clock(None)),
        (46_000, square("e5", Contents::Empty)),
        (46_500, square("e2", white)),
        (50_000, clock(Some(Color::White))),
        (51_600, square("e2", Contents::Empty)),
        (52_350, square("e4", white)),
        (52_800, BoardEvent::Press(Color::White)),
        (58_000, square("e7", Contents::Empty)),
        (58_300, square("f6", black)),
        (59_900, BoardEvent::Press(Color::Black)),
    ];
    for (t, event) in events {
        scribe.handle_board(t, &event);
    }
    scribe.advance(65_000);
    let told = std::iter::from_fn(|| scribe.poll_event()).map(|(_, event)| event);
    assert_eq!(told.filter(|event| matches!(event, GameEvent::Irregular(_))).count(), 2);
    assert_eq!(moves(scribe.score()), "e2e4 !e7f6");
}

#[test]
fn a_press_after_the_kings_were_put_in_the_centre_completes_no_move() {
    let mut scribe = table();
    let king = |color: Color| Contents::Piece(color.king());
    let events = [
        (1_000, clock(Some(Color::White))),
        (2_000, square("e2", Contents::Empty)),
        (2_400, square("e4", Contents::Piece(Color::White.pawn()))),
        (6_000, square("e4", Contents::Empty)),
        (6_200, square("e1", Contents::Empty)),
        (6_400, square("e8", Contents::Empty)),
        (6_600, square("e4", king(Color::White))),
        (6_800, square("d5", king(Color::Black))),
        (20_000, BoardEvent::Press(Color::White)),
    ];
    for (t, event) in events {
        scribe.handle_board(t, &event);
    }
    scribe.advance(30_000);
    let last = scribe.score().plies.last().expect("a move was made");
    assert_eq!((moves(scribe.score()).as_str(), last.pressed_ms), ("e2e4", None));
    assert!(scribe.proved().is_some(), "the result is still proposed");
}

/// White's flag falls, and the clock stops by itself: the players look at their last moves.
#[test]
fn what_is_put_back_once_a_flag_has_fallen_is_no_take_back() {
    let mut scribe = table();
    pawns(&mut scribe);
    let reading = |white: u32, running: Option<Color>| {
        let left_ms = ByColor { white, black: 30_000 };
        BoardEvent::Clock(ClockReading { left_ms, running, lever: Some(Color::White) })
    };
    scribe.handle_board(13_500, &reading(1_000, Some(Color::White)));
    scribe.handle_board(14_500, &reading(0, None));
    for (index, act) in "-e5 +e7 -e4 +e2 -e2 +e3".split(' ').enumerate() {
        let pawn = Contents::Piece(if index < 2 { Color::Black } else { Color::White }.pawn());
        let contents = if act.starts_with('-') { Contents::Empty } else { pawn };
        scribe.handle_board(20_000 + 1_200 * index as Millis, &square(&act[1..], contents));
    }
    scribe.advance(60_000);
    assert_eq!(moves(scribe.score()), PAWNS);
}
