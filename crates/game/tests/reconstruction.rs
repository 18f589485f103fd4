//! Actions of hands, square by square, and the moves that must result.
//!
//! A trace is made of words: `-e2` means that the square reads empty, `+Pe4` that it reads this piece, `!` that the
//! side that moved presses, `~500` a pause of 500 ms. Every other word follows 300 ms after the previous one.

use board::{BoardEvent, Contents, Millis};
use game::{GameEvent, PlyNo, PlyState, Score, Scribe, Standing, Tags, Terms};
use shakmaty::{CastlingMode, Color, Piece, Square};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const AFTER_E4_D5: &str = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
const ITALIAN: &str = "r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4";
const EN_PASSANT: &str = "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3";
const PROMOTION: &str = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";

/// The result of a trace.
struct Told {
    score: Score,
    finished: Vec<Score>,
    events: Vec<(Millis, GameEvent)>,
}

fn play(fen: &str, clock: bool, trace: &str) -> Told {
    let start = Standing::from_fen(fen, CastlingMode::Standard).expect("the test's FEN is a position");
    let terms = Terms { start: start.clone(), clock, ..Terms::default() };
    let mut scribe = Scribe::new(terms, Tags::default());
    let mut t = 1_000;
    scribe.handle_board(0, &BoardEvent::Reading(board::Reading::from_board(start.board())));
    let mut side = start.turn();
    for word in trace.split_whitespace() {
        let waited = word.strip_prefix('~').map(|ms| ms.parse::<Millis>().expect("milliseconds"));
        t += waited.unwrap_or(300);
        let (kind, rest) = word.split_at(1);
        match kind {
            "-" => scribe.handle_board(t, &square(rest, Contents::Empty)),
            "+" => {
                let piece = Piece::from_char(rest.chars().next().expect("a piece")).expect("a piece");
                side = piece.color;
                scribe.handle_board(t, &square(&rest[1..], Contents::Piece(piece)));
            }
            "!" if clock => {
                let by = match rest {
                    "w" => Color::White,
                    "b" => Color::Black,
                    _ => side,
                };
                scribe.handle_board(t, &BoardEvent::Press(by));
            }
            "!" => {}
            "~" => {}
            other => panic!("{other} is no event"),
        }
    }
    scribe.advance(t + 20_000);
    let mut events = Vec::new();
    while let Some(event) = scribe.poll_event() {
        events.push(event);
    }
    Told {
        score: scribe.score().clone(),
        finished: scribe.finished().iter().map(game::Finished::score).collect(),
        events,
    }
}

fn square(name: &str, contents: Contents) -> BoardEvent {
    BoardEvent::Square { square: name.parse::<Square>().expect("a square"), contents }
}

fn moves(score: &Score) -> String {
    (0..score.plies.len()).map(|index| score.report_move(index)).collect::<Vec<_>>().join(" ")
}

/// Checks that the trace gives these moves, with a clock and without one.
fn check(fen: &str, trace: &str, expected: &str) {
    for clock in [true, false] {
        let told = play(fen, clock, trace);
        assert_eq!(moves(&told.score), expected, "{trace} (clock {clock}): {:#?}", told.events);
    }
}

#[test]
fn one_move_however_the_piece_travels() {
    check(START, "-e2 +Pe4 !", "e2e4");
    check(START, "-e2 +Pe3 -e3 +Pe4 !", "e2e4");
    check(START, "-g1 +Nh3 -h3 +Nf3 !", "g1f3");
    check(START, "+Pe4 -e2 !", "e2e4");
    check(START, "-e2 +Pe3 -e3 +Pe2 -g1 +Nf3 !", "g1f3");
    check(START, "-e2 ~4000 +Pe4 -e4 +Pe4 !", "e2e4");
}

#[test]
fn captures_in_every_order() {
    check(AFTER_E4_D5, "-d5 -e4 +Pd5 !", "e4d5");
    check(AFTER_E4_D5, "-e4 -d5 +Pd5 !", "e4d5");
    check(AFTER_E4_D5, "-e4 +Pd5 !", "e4d5");
    check(AFTER_E4_D5, "-d5 -e4 +Pd5 +pd4 -d4 !", "e4d5");
    check(AFTER_E4_D5, "-e4 -d5 +Pe4 +pd5 -g1 +Nf3 !", "g1f3");
}

#[test]
fn castling_in_any_order() {
    check(ITALIAN, "-e1 +Kg1 -h1 +Rf1 !", "e1g1");
    check(ITALIAN, "-h1 +Rf1 -e1 +Kg1 !", "e1g1");
    check(ITALIAN, "-e1 -h1 +Kg1 +Rf1 !", "e1g1");
    check(ITALIAN, "-e1 +Kf1 -f1 +Kg1 -h1 +Rf1 !", "e1g1");
}

#[test]
fn en_passant_and_promotion_in_any_order() {
    check(EN_PASSANT, "-e5 +Pd6 -d5 !", "e5d6");
    check(EN_PASSANT, "-d5 -e5 +Pd6 !", "e5d6");
    check(EN_PASSANT, "-e5 -d5 +Pd6 !", "e5d6");
    check(PROMOTION, "-a7 +Pa8 -a8 +Qa8 !", "a7a8q");
    check(PROMOTION, "-a7 +Qa8 !", "a7a8q");
    check(PROMOTION, "-a7 +Na8 !", "a7a8n");
    check(PROMOTION, "+Qa8 -a7 !", "a7a8q");
}

#[test]
fn an_illegal_move_corrected_is_not_in_the_score() {
    check(START, "-e2 +Pe5 ! -e5 +Pe4 !", "e2e4");
}

#[test]
fn an_illegal_move_that_stands_is_followed() {
    let told = play(START, true, "-e2 +Pe5 ! -d7 +pd6 !");
    assert_eq!(moves(&told.score), "!e2e5 d7d6", "{:#?}", told.events);
    assert!(told.events.iter().any(|(_, event)| matches!(event, GameEvent::Irregular(fact) if fact.pressed)));
}

#[test]
fn kings_in_the_centre_are_a_result_and_no_move() {
    for clock in [true, false] {
        let told = play("8/8/5k2/8/8/8/8/K7 b - - 0 1", clock, "-f6 +ke5 -a1 +Kd4");
        assert_eq!(moves(&told.score), "", "{:#?}", told.events);
        let dark = shakmaty::KnownOutcome::Decisive { winner: Color::Black };
        assert_eq!(told.score.proposed, Some(dark));
        assert_eq!(told.score.result, None, "only a person confirms");
    }
}

#[test]
fn two_plies_in_a_burst_and_a_reply_lifted_early() {
    check(START, "-e2 -e7 +Pe4 +pe5 !b", "e2e4 e7e5");
    check(START, "-e2 -e7 +Pe4 !w +pe5 !b", "e2e4 e7e5");
    check(AFTER_E4_D5, "-e4 +Pd5 -d8 +qd5 !b", "e4d5 d8d5");
}

#[test]
fn presses_late_forgotten_and_early() {
    check(START, "-e2 +Pe4 -e7 +pe5 !w !b", "e2e4 e7e5");
    check(START, "-e2 +Pe4 -e7 +pe5 -g1 +Nf3 !w", "e2e4 e7e5 g1f3");
    check(START, "!b -g1 !w +Nf3", "g1f3");
    let told = play(START, true, "-e2 +Pe4 -e7 +pe5 -g1 +Nf3 !w");
    assert_eq!(told.score.plies[0].state, PlyState::Completed, "completed by his own next move");
}

#[test]
fn moves_taken_back_are_gone() {
    check(START, "-e2 +Pe4 !w ~3000 -e4 +Pe2 ~3000 -d2 +Pd4 !w", "d2d4");
    check(START, "-e2 +Pe4 !w -e7 +pe5 !b ~3000 -e5 +pe7 ~100 -e4 +Pe2 ~3000 -d2 +Pd4 !w", "d2d4");
}

#[test]
fn a_slide_that_rests_is_still_one_move() {
    check(START, "-e2 +Pe3 ~4000 -e3 +Pe4 !", "e2e4");
    check("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "-a1 +Ra3 ~2000 -a3 +Ra5 ~500 -a5 +Ra7 !", "a1a7");
}

#[test]
fn knocked_over_pieces_put_back_change_nothing() {
    check(
        START,
        "-e2 +Pe4 !w ~2000 -d1 -e1 -f1 -d2 ~3000 +Pd2 +Qd1 +Kf1 -f1 +Bf1 +Ke1 ~2000 -e7 +pe5 !b",
        "e2e4 e7e5",
    );
}

#[test]
fn a_new_game_begins_when_the_pieces_are_back_home() {
    let opening = "-e2 +Pe4 !w -e7 +pe5 !b -d1 +Qh5 !w -b8 +nc6 !b -f1 +Bc4 !w -g8 +nf6 !b -h5 +Qf7 !w";
    let clear = "~5000 -f7 -c4 -e4 +Pe2 +Qd1 +Bf1 -f6 +ng8 -c6 +nb8 -e5 +pe7 +pf7 ~4000 -d2 +Pd4 !w";
    let told = play(START, true, &format!("{opening} {clear}"));
    assert_eq!(told.finished.len(), 1);
    assert_eq!(moves(&told.finished[0]), "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7");
    assert_eq!(moves(&told.score), "d2d4");
}

#[test]
fn a_piece_that_reads_nothing_where_it_stands_is_asked_about_until_it_is_seen() {
    let told = play(START, true, "-g1 !w ~3000 -e7 +pe5 !b");
    assert!(
        told.events.iter().any(|(_, event)| matches!(event, GameEvent::Asked { ply: PlyNo::FIRST, .. })),
        "{:#?}",
        told.events
    );
    check(START, "-g1 !w ~3000 +Nf3 ~500 -e7 +pe5 !b", "g1f3 e7e5");
}

#[test]
fn a_displaced_piece_beside_a_move_does_not_stop_the_game() {
    check(START, "-e2 +Pe4 !w -h1 ~300 -e7 +pe5 !b -g1 +Nf3 !w +Rh1", "e2e4 e7e5 g1f3");
}

#[test]
fn an_order_that_nobody_saw_is_asked_about_and_the_game_goes_on() {
    let start = Standing::initial();
    let mut scribe = Scribe::new(Terms::default(), Tags::default());
    scribe.handle_board(0, &BoardEvent::Reading(board::Reading::from_board(start.board())));
    let mut board = start.board().clone();
    for (from, to) in [(Square::E2, Square::E4), (Square::E7, Square::E5), (Square::G1, Square::F3)] {
        let piece = board.remove_piece_at(from).expect("a piece");
        board.set_piece_at(to, piece);
    }
    scribe.handle_board(20_000, &BoardEvent::Gap { gap_ms: 15_000 });
    scribe.handle_board(20_000, &BoardEvent::Reading(board::Reading::from_board(&board)));
    scribe.handle_board(21_000, &square("b8", Contents::Empty));
    scribe.handle_board(21_500, &square("c6", Contents::Piece(Color::Black.knight())));
    scribe.advance(25_000);
    let (ply, alternatives) = scribe.asked().expect("White's first move is not known");
    assert_eq!((ply, alternatives.len()), (PlyNo::FIRST, 2));
    assert_eq!(scribe.score().plies.len(), 4, "play goes on without the answer");
    assert!(scribe.score().plies[..3].iter().all(|ply| ply.estimated), "their times are estimated");

    let shown = scribe.score().report_move(0);
    let other = if shown == "e2e4" { "g1f3" } else { "e2e4" };
    let order = game::Order::Choose { ply: PlyNo::FIRST, chosen: other.to_owned() };
    scribe
        .handle_command(26_000, &game::Command { order, game: None, author: None, staged: None })
        .expect("it was asked");
    assert_eq!(scribe.score().report_move(0), other);
    assert_eq!(scribe.score().plies.len(), 4, "{}", moves(scribe.score()));
    assert_eq!(scribe.asked(), None);
}

#[test]
fn a_capture_and_its_recapture_while_the_link_was_lost_are_found() {
    let start = Standing::from_fen(
        "rnbqkb1r/pp3ppp/4pn2/2pp4/2PP4/2P5/P3PPPP/R1BQKBNR w KQkq - 0 7",
        CastlingMode::Standard,
    )
    .expect("a position");
    let mut scribe = Scribe::new(Terms { start: start.clone(), ..Terms::default() }, Tags::default());
    scribe.handle_board(0, &BoardEvent::Reading(board::Reading::from_board(start.board())));
    let mut board = start.board().clone();
    board.discard_piece_at(Square::C4);
    board.discard_piece_at(Square::E6);
    scribe.handle_board(30_000, &BoardEvent::Gap { gap_ms: 20_000 });
    scribe.handle_board(30_000, &BoardEvent::Reading(board::Reading::from_board(&board)));
    scribe.advance(40_000);
    assert_eq!(moves(scribe.score()), "c4d5 e6d5");
}

#[test]
fn an_answer_that_cannot_be_is_refused_and_changes_nothing() {
    let mut scribe = Scribe::new(Terms::default(), Tags::default());
    scribe.handle_board(0, &BoardEvent::Reading(board::Reading::from_board(Standing::initial().board())));
    let mut t = 1_000;
    for (from, to, color) in [("e2", "e4", Color::White), ("e7", "e5", Color::Black)] {
        scribe.handle_board(t, &square(from, Contents::Empty));
        scribe.handle_board(t + 500, &square(to, Contents::Piece(color.pawn())));
        scribe.handle_board(t + 1_000, &BoardEvent::Press(color));
        t += 2_000;
    }
    scribe.handle_board(t, &square("g1", Contents::Empty));
    scribe.handle_board(t + 500, &BoardEvent::Press(Color::White));
    scribe.advance(t + 5_000);
    let (ply, alternatives) = scribe.asked().expect("the knight reads nowhere");
    assert_eq!((ply.get(), alternatives.len()), (3, 3), "e2, f3 or h3: {alternatives:?}");
    for (index, mv) in [(2, "d2d4"), (0, "g1f3"), (6, "g1f3"), (2, "")] {
        let order = game::Order::Choose { ply: PlyNo::of_index(index), chosen: mv.to_owned() };
        scribe
            .handle_command(t + 6_000, &game::Command { order, game: None, author: None, staged: None })
            .expect_err("it was not asked");
        assert_eq!(scribe.asked().map(|(open, _)| open), Some(ply));
    }
    let order = game::Order::Choose { ply, chosen: "g1f3".to_owned() };
    scribe
        .handle_command(t + 7_000, &game::Command { order, game: None, author: None, staged: None })
        .expect("it was asked");
    assert_eq!(moves(scribe.score()), "e2e4 e7e5 g1f3");
}

#[test]
fn an_illegal_move_that_stood_is_asked_about_though_its_piece_is_taken_as_the_clock_is_pressed() {
    let told =
        play("4k3/8/5n2/8/3N4/8/8/4K3 b - - 0 1", true, "-f6 +nf3 ~900 -f3 !b ~500 -d4 +Nf3 !w -e8 +ke7 !b");
    let asked = told.events.iter().filter_map(|(_, event)| {
        let GameEvent::Asked { alternatives, .. } = event else { return None };
        Some(alternatives)
    });
    let words: Vec<String> = asked.flatten().map(|played| played.report(CastlingMode::Standard)).collect();
    assert!(words.contains(&String::from("!f6f3")), "{words:?}");
}

#[test]
fn a_press_after_the_reply_was_pressed_for_is_not_for_the_move_before_it() {
    let told = play(START, true, "-e2 +Pe4 ~2000 -e7 +pe5 !b ~2000 -g1 +Nf3 !w");
    let pressed: Vec<bool> = told.score.plies.iter().map(|ply| ply.pressed_ms.is_some()).collect();
    assert_eq!(pressed, [false, true, true], "{:#?}", told.events);
}

#[test]
fn a_question_about_moves_taken_back_names_moves_of_its_ply() {
    let rooks = "7k/r7/8/8/8/8/R7/7K w - - 0 40";
    let trace = "-a2 +Rb2 !w ~2000 -a7 +rb7 !b ~2000 -b2 +Ra2 ~800 -b7 +ra7 ~2000 -a2 +Rc2 !w";
    let told = play(rooks, true, trace);
    let asked = told.events.iter().rev().find_map(|(_, event)| match event {
        GameEvent::Asked { ply, alternatives } => Some((*ply, alternatives)),
        _ => None,
    });
    let (ply, alternatives) = asked.expect("nobody can tell whether they were taken back");
    let words: Vec<String> =
        alternatives.iter().map(|played| played.report(CastlingMode::Standard)).collect();
    assert_eq!((ply, words.join(" ").as_str()), (PlyNo::FIRST, "a2b2 a2c2"), "{:#?}", told.events);
}

/// The knight comes down on a square that reads empty for ever, so that the two moves are pieced together at a rest.
#[test]
fn a_reply_that_was_made_before_its_move_costs_the_same_however_it_is_found() {
    for (trace, expected) in
        [("-h7 +ph6 ~2000 -g1", Some(10)), ("-h7 +ph6 -g1", Some(3)), ("-g1 -h7 +ph6", None)]
    {
        let mut scribe = Scribe::new(Terms::default(), Tags::default());
        scribe.handle_board(0, &BoardEvent::Reading(board::Reading::from_board(Standing::initial().board())));
        let mut t = 1_000;
        for word in trace.split_whitespace() {
            let (kind, rest) = word.split_at(1);
            match kind {
                "~" => t += rest.parse::<Millis>().expect("milliseconds"),
                "-" => scribe.handle_board(t, &square(rest, Contents::Empty)),
                _ => scribe.handle_board(t, &square(&rest[1..], Contents::Piece(Color::Black.pawn()))),
            }
            t += 300;
        }
        scribe.advance(t + 2_000);
        let reckonings = scribe.reckonings(t + 2_000);
        let words = |played: &[game::Played]| {
            played.iter().map(|one| one.report(CastlingMode::Standard)).collect::<Vec<_>>().join(" ")
        };
        let line = reckonings.iter().find(|line| words(&line.played) == "g1f3 h7h6").expect("it is weighed");
        let order = line.items.iter().find(|item| item.assumed == game::Assumed::OutOfOrder);
        assert_eq!(order.map(|item| item.points), expected, "{trace}: {line:?}");
    }
}
