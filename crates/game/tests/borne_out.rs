//! Plies that the board bore out: they are not withdrawn without a question.
//!
//! A trace is made of words: `-e2` means that the square reads empty, `+Pe4` that it reads this piece, `!w` that White
//! presses, `~500` a pause of 500 ms before the next word, `=100` that the next word follows after 100 ms. Every other
//! word follows 300 ms after the previous one.

mod told;

use board::{BoardEvent, ClockReading, Contents, Millis, Reading};
use game::{GameEvent, PlyNo, Score, Scribe, Standing, Tags, Terms};
use shakmaty::{Board, CastlingMode, Color, Piece, Square};

/// The result of a trace.
struct Told {
    score: Score,
    events: Vec<GameEvent>,
    asked: Vec<PlyNo>,
}

impl Told {
    fn moves(&self) -> String {
        told::moves(&self.score)
    }
}

/// Plays a trace from `start`. `stands` is the placement on the board when it is first read.
fn play(start: &str, stands: Option<&str>, trace: &str) -> Told {
    let (mut scribe, _) = follow(start, stands, trace);
    let events = std::iter::from_fn(|| scribe.poll_event()).map(|(_, event)| event).collect();
    Told { score: scribe.score().clone(), events, asked: scribe.questions() }
}

/// Returns the scribe that has heard a trace, and the instant until which it was advanced.
fn follow(start: &str, stands: Option<&str>, trace: &str) -> (Scribe, Millis) {
    let start = Standing::from_fen(start, CastlingMode::Standard).expect("a position");
    let placement = stands.map_or_else(
        || start.board().clone(),
        |text| Board::from_ascii_board_fen(text.as_bytes()).expect("a placement"),
    );
    let running = Some(start.turn());
    let terms = Terms { start, ..Terms::default() };
    let mut scribe = Scribe::new(terms, Tags::default());
    scribe.handle_board(0, &BoardEvent::Reading(Reading::from_board(&placement)));
    let left_ms = shakmaty::ByColor { white: 300_000, black: 300_000 };
    scribe.handle_board(4_000, &BoardEvent::Clock(ClockReading { left_ms, running, lever: running }));
    let (mut t, mut step): (Millis, Millis) = (6_000, 300);
    for word in trace.split_whitespace() {
        let (kind, rest) = word.split_at(1);
        match kind {
            "~" => t += rest.parse::<Millis>().expect("milliseconds"),
            "=" => step = rest.parse().expect("milliseconds"),
            _ => {
                t += std::mem::replace(&mut step, 300);
                scribe.handle_board(t, &event(kind, rest));
            }
        }
    }
    scribe.advance(t + 20_000);
    (scribe, t + 20_000)
}

fn event(kind: &str, rest: &str) -> BoardEvent {
    let square = |name: &str| name.parse::<Square>().expect("a square");
    match (kind, rest) {
        ("!", "w") => BoardEvent::Press(Color::White),
        ("!", "b") => BoardEvent::Press(Color::Black),
        ("-", name) => BoardEvent::Square { square: square(name), contents: Contents::Empty },
        ("+", name) => {
            let piece = Piece::from_char(name.chars().next().expect("a piece")).expect("a piece");
            BoardEvent::Square { square: square(&name[1..]), contents: Contents::Piece(piece) }
        }
        _ => panic!("{kind}{rest} is no event"),
    }
}

/// Checks that a trace gives these moves with no question open.
fn check(start: &str, stands: Option<&str>, trace: &str, expected: &str) -> Told {
    let told = play(start, stands, trace);
    assert_eq!(told.moves(), expected, "{trace}: {:#?}", told.events);
    assert!(told.asked.is_empty(), "{trace}: {:#?}", told.events);
    told
}

#[test]
fn a_captured_piece_that_hovers_at_the_press_does_not_unsay_where_it_stood() {
    for (start, trace, moves) in [
        (
            "4k3/p2q4/8/8/8/5N2/P7/4K3 b - - 0 40",
            "-d7 +qd4 !b ~3000 -f3 =100 +Nd4 =100 +qd5 =100 !w =300 -d5 ~3000 -e8 +ke7 !b",
            "d7d4 f3d4 e8e7",
        ),
        (
            "4k3/8/8/8/r7/8/1P6/4K3 w - - 0 40",
            "-b2 +Pb4 !w ~3000 -a4 =100 +rb4 =100 +Pb3 =100 !b =300 -b3 ~3000 -e1 +Ke2 !w",
            "b2b4 a4b4 e1e2",
        ),
        (
            "3r2k1/p7/8/8/8/8/P3R3/6K1 b - - 0 40",
            "-d8 +rd2 !b ~3000 -e2 =100 +Rd2 =100 +rd3 =100 !w =300 -d3 ~3000 -g8 +kf7 !b",
            "d8d2 e2d2 g8f7",
        ),
    ] {
        let told = play(start, None, trace);
        assert_eq!((told.moves().as_str(), told.asked.len()), (moves, 0), "{:#?}", told.events);
    }
}

#[test]
fn a_shuffle_with_one_press_missing_is_no_take_back() {
    let start = "5r1k/8/8/8/8/8/3R4/7K w - - 0 40";
    let trace =
        "-d2 +Rd1 !w ~3000 -f8 +rf7 ~3000 -d1 +Rd2 ~3000 -f7 +rf8 !b ~3000 -h1 +Kg1 !w ~3000 -h8 +kg8 !b";
    let told = play(start, None, trace);
    assert_eq!(
        (told.moves().as_str(), told.asked.len()),
        ("d2d1 f8f7 d1d2 f7f8 h1g1 h8g8", 0),
        "{:#?}",
        told.events
    );
}

/// Knights go out and home twice, and both sides forget a press: the second return to the array begins no game.
#[test]
fn a_return_to_the_array_with_presses_missing_is_no_new_game() {
    let trace = "-g1 =347 +Nf3 =1731 !w =3547 -g8 =247 +nf6 =1417 !b =7658 -f3 =253 +Ng1 =1799 !w =2473 -f6 =553 +ng8 \
                 =1392 !b =383 -g1 =347 +Nf3 =878 -g8 =247 +nf6 =2075 -f3 =253 +Ng1 =956 !w =1716 -f6 =553 +ng8 \
                 =1195 !b =555 -g2 =375 +Pg3 =1819 !w ~3000 -e7 +pe6 !b";
    let told = play(ARRAY, None, trace);
    let knights = "g1f3 g8f6 f3g1 f6g8";
    assert_eq!(told.moves(), format!("{knights} {knights} g2g3 e7e6"), "{:#?}", told.events);
}

/// Black presses after a bishop's move along no diagonal, and White's queen slides far past it.
#[test]
fn an_illegal_move_that_was_pressed_is_not_denied_for_a_slide() {
    let start = "rn1q1rk1/ppp1ppbp/3p1np1/8/3PPPb1/2NB1N1P/PPP3P1/R1BQK2R b KQ - 0 7";
    let told = play(start, None, "-g4 =644 +be2 =1660 !b =2762 -d1 =112 +Qh5");
    assert_eq!((told.moves().as_str(), told.asked.len()), ("!g4e2", 0), "{:#?}", told.events);
}

/// A knight stands for more than a second, nothing is heard of its player's press, and it is lifted by whoever takes it.
#[test]
fn what_stood_for_a_second_stays_while_it_is_captured() {
    let start = "1k6/3B1N2/4r3/3p3p/3P1P1P/p7/P2K4/7R b - - 0 49";
    let trace = "-b8 =133 +kb6 =119 +kc7 =4 -b6 =1310 -f7 =496 +Nd6 =1312 -d6 =738 -e6 =328 +rd6 =1229 !b ~3000 -d7 +Bf5 !w";
    let told = play(start, None, trace);
    assert_eq!(told.moves(), "b8c7 f7d6 e6d6 d7f5");
    assert!(
        !told.events.iter().any(|event| matches!(event, GameEvent::Superseded { .. })),
        "{:#?}",
        told.events
    );
}

/// The array with knight and bishop of White's queen's wing exchanged.
const EXCHANGED: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RBNQKBNR";
const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const PUT_RIGHT: &str = "-b1 -c1 +Nb1 +Bc1";

#[test]
fn an_array_that_is_put_right_during_the_game_is_its_start() {
    for (before, after, moves) in [
        ("", "-e2 +Pe4 !w ~3000 -e7 +pe5 !b ~3000 -b1 +Nc3 !w", "e2e4 e7e5 b1c3"),
        ("-e2 +Pe4 !w", "~3000 -e7 +pe5 !b ~3000 -b1 +Nc3 !w", "e2e4 e7e5 b1c3"),
        ("-e2 +Pe4 !w ~3000 -e7 +pe5 !b", "~60000 -b1 +Nc3 !w", "e2e4 e7e5 b1c3"),
        (
            "-d2 +Pd4 !w ~3000 -d7 +pd5 !b ~3000 -e2 +Pe3 !w",
            "~3000 -e7 +pe6 !b ~3000 -b1 +Nd2 !w",
            "d2d4 d7d5 e2e3 e7e6 b1d2",
        ),
    ] {
        let trace = format!("{before} ~4000 {PUT_RIGHT} ~2000 {after}");
        let told = check(ARRAY, Some(EXCHANGED), &trace, moves);
        assert_eq!(told.score.start, Standing::initial(), "{trace}");
        assert!(told.events.contains(&GameEvent::PutRight), "the arbiter is told: {trace}");
        let presses = told.score.plies.iter().filter(|ply| ply.pressed_ms.is_some()).count();
        assert_eq!(presses, told.score.plies.len(), "no press is lost: {trace}");
        let last = told.score.plies.last().expect("plies");
        let replayed = told.score.plies.iter().fold(Standing::initial(), |standing, ply| match ply.played {
            game::Played::Legal(mv) => standing.play(mv),
            other => panic!("{other:?}"),
        });
        assert_eq!(last.after, replayed, "the positions are those of the right array: {trace}");
    }
}

#[test]
fn an_array_that_is_never_put_right_is_the_start_all_the_same() {
    let told = play(ARRAY, Some(EXCHANGED), "-e2 +Pe4 !w ~3000 -e7 +pe5 !b ~3000 -c1 +Nd3 !w");
    assert_eq!(told.moves(), "e2e4 e7e5 c1d3");
    assert!(told.score.start.fen().starts_with(EXCHANGED));
    assert!(!told.events.contains(&GameEvent::PutRight));
}

#[test]
fn a_take_back_in_its_order_needs_no_question() {
    let start = "5r1k/8/8/8/8/8/3R4/7K w - - 0 40";
    let trace =
        "-d2 +Rd1 !w ~3000 -f8 +rf7 !b ~5000 -f7 +rf8 ~5000 -d1 +Rd2 ~3000 -d2 +Rc2 !w ~3000 -h8 +kg8 !b";
    let told = play(start, None, trace);
    assert_eq!((told.moves().as_str(), told.asked.len()), ("d2c2 h8g8", 0), "{:#?}", told.events);
}

#[test]
fn a_captured_piece_that_hovers_where_it_could_have_gone_on_to_withdraws_nothing() {
    let start = "1rb1r1k1/2p1qpp1/p4b1p/1pp1p2n/4PPP1/P6N/P3QB1P/2KR1BR1 w - - 0 20";
    // Black has lifted the knight before the bishop shows on h4: that is the reply, and White moves no further.
    let trace = "-f2 =200 +Bg3 =250 !w =700 -h5 =50 -g3 =180 +Bh4 =20 +ng3 =30 !b =350 -h4 ~5000";
    check(start, None, trace, "f2g3 h5g3");
}

/// Returns the final plies that were withdrawn while no question about them or an earlier ply was open, or asked with it.
fn unsaid(told: &Told) -> Vec<PlyNo> {
    let (mut open, mut unsaid) = (Vec::new(), Vec::new());
    for event in &told.events {
        match event {
            GameEvent::Superseded { ply, was_final: true, .. } => unsaid.push(*ply),
            GameEvent::Asked { ply, .. } => open.push(*ply),
            GameEvent::Answered { ply } => open.retain(|asked| asked != ply),
            _ => {}
        }
        unsaid.retain(|ply| !open.iter().any(|asked| asked <= ply));
    }
    unsaid
}

#[test]
fn whoever_takes_first_and_then_lifts_their_own_piece_has_answered() {
    let start = "4k3/8/8/8/8/8/1q3N2/3Q2K1 w - - 0 1";
    // Nobody presses. The captured queen hovers over a square where it could have gone on to.
    let trace = "-d1 =200 +Qd4 ~1600 -d4 =460 -b2 =160 +Qd3 =150 +qd4 =20 -d3 ~3000";
    let told = play(start, None, trace);
    assert_eq!((told.moves().as_str(), unsaid(&told)), ("d1d4 b2d4", vec![]), "{:#?}", told.events);
}

#[test]
fn a_knight_that_would_mate_where_it_passes_has_not_ended_the_game() {
    let start = "6rk/3p2pp/8/4N3/8/8/8/6K1 w - - 0 1";
    // The pawn that it takes is lifted while the knight stands on f7.
    let trace = "-e5 =250 +Nf7 =180 -d7 =20 -f7 =180 +Nd7 =800 !w ~2000 -g7 +pg6 =800 !b";
    let told = play(start, None, trace);
    assert_eq!(told.moves(), "e5d7 g7g6", "{:#?}", told.events);
}

/// A rook leaves for a square that reads empty whatever stands there. While a piece of its side, and then the opponent's, are
/// moved and presses come early, each of its four squares stays as likely as the others.
#[test]
fn squares_that_may_be_dead_stay_alike_while_play_goes_on() {
    let start = "1nbk1r2/r1pp3p/pp2qp1n/5Np1/4PpP1/1P1P3P/PB2Q3/2KR1B1R b - - 4 23";
    let trace = "-f8 =1747 -e2 =177 !b =1017 +Qc2 =941 !w =2952 -a6 =425 +pa5 =482 -c2 =189 !b =1361 +Qc4 =997 !w \
                 =6331 -d7 =255 +pd5 =683 !b =3000 -c4 =378 +Qd5 =1231 !w";
    let told = play(start, None, trace);
    let asked = told.events.iter().rev().find_map(|event| match event {
        GameEvent::Asked { ply, alternatives } if *ply == PlyNo::FIRST => Some(alternatives.len()),
        _ => None,
    });
    assert_eq!((told.asked, asked), (vec![PlyNo::FIRST], Some(4)), "{:#?}", told.events);
}

/// Knights go home with two presses missing, and out again by the same moves: they were taken back, or played twice.
#[test]
fn moves_that_come_again_after_missing_presses_are_asked_about_once_the_lines_part() {
    let start = "rnbqkbnr/p1p1pppp/1p1p4/8/8/P1N5/1PPPPPPP/R1BQKBNR w KQkq - 0 3";
    let trace = "-g1 =553 +Nh3 =1331 !w =1926 -b8 =631 +nd7 =793 !b =1919 -h3 =1047 +Ng1 =841 -d7 =369 +nb8 =9190 -g1 =753 \
                 +Nh3 =1370 !w =1487 -b8 =431 +nd7 =1152 !b =3160 -h3 =447 +Ng1 =1243 !w =2998 -d7 =369 +nb8 =794 !b \
                 =1596 -g1 =353 +Nh3 =1497 !w =20388 -c7 =425 +pc6 =984 !b";
    let told = play(start, None, trace);
    assert_eq!(told.asked, [PlyNo::of_index(5)], "{:#?}", told.events);
}

/// The knights go out and home twice, the second time without a press: hands took moves back to the array, or played on to it.
#[test]
fn an_array_to_which_moves_are_taken_back_in_the_game_is_no_new_game() {
    let trace = "-b1 =146 +Na3 =1533 !w =3561 -g8 =1653 +nh6 =1412 !b =1241 -a3 =254 +Nb1 =880 !w =1813 -h6 =747 +ng8 \
                 =1598 !b =2962 -b1 =346 +Na3 =894 -g8 =453 +nh6 =14053 -a3 =654 +Nb1 =893 -h6 =1147 +ng8 =1938 -c2 =400 \
                 +Pc4 =900 !w";
    let told = play(ARRAY, None, trace);
    assert_eq!((told.score.number, told.score.plies.len() > 4), (1, true), "{:#?}", told.events);
}

/// A pawn leaves for a square that reads empty whatever stands there, and a queen stops on the other one that it could have
/// gone to: that square is not dead. The reply would be illegal if the file were open.
#[test]
fn a_square_that_reads_a_piece_is_not_the_dead_one() {
    let start = "rnbq1b1k/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR b KQ - 0 1";
    let trace = "-h7 =800 !b ~1500 -b1 =300 +Nc3 =700 !w ~1500 -b8 =300 +nc6 =700 !b ~1500 -d1 =300 +Qh5 =700 !w ~2000 -f6 \
                 =300 +ng4 =700 !b ~2000 -a2 =300 +Pa3 =700 !w ~2000";
    let told = play(start, None, trace);
    assert_eq!(told.moves(), "h7h6 b1c3 b8c6 d1h5 f6g4 a2a3", "{:#?}", told.events);
    assert_eq!((&told.asked[..], unsaid(&told)), (&[][..], vec![]), "{:#?}", told.events);
}

/// A pawn comes down on g6 for a moment and then on g5, which reads empty whatever stands there. It goes on to g4.
#[test]
fn a_square_that_a_piece_touched_is_not_the_dead_one() {
    let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    let quiet = [
        "-b1 +Nc3 !w",
        "-b8 +nc6 !b",
        "-f1 +Bc4 !w",
        "-g8 +nf6 !b",
        "-d2 +Pd3 !w",
        "-a7 +pa6 !b",
        "-a2 +Pa3 !w",
    ];
    let later = ["-d7 +pd6 !b", "-g1 +Nf3 !w", "-c6 +ne5 !b", "-h2 +Ph3 !w", "+pg4 !b"];
    let trace = [&["-g7 =250 +pg6 =200 -g6 =1900 !b"], &quiet[..], &later[..]].concat().join(" ~2000 ");
    let told = play(start, None, &trace);
    let moves = "g7g5 b1c3 b8c6 f1c4 g8f6 d2d3 a7a6 a2a3 d7d6 g1f3 c6e5 h2h3 g5g4";
    assert_eq!(told.moves(), moves, "{:#?}", told.events);
}

/// The rook lands on h6, which is dead, and goes home from there. Passing h4 it is read there, where it may have stood as well.
#[test]
fn a_square_that_a_piece_passes_over_need_not_be_the_dead_one() {
    let start = "4k3/8/8/8/8/8/P7/K6R w - - 0 1";
    let trace = "-h1 =1000 !w ~2000 -e8 +kd8 =900 !b ~2000 -a2 +Pa3 =900 !w ~2000 -d8 +kc8 =900 !b ~2000 \
                 +Rh4 =150 +Rh3 =30 -h4 =900 !w ~2000 -c8 +kb8 =900 !b";
    let told = play(start, None, trace);
    assert_eq!(told.asked, [PlyNo::FIRST], "{}: {:#?}", told.moves(), told.events);
}

/// The bishop lands on h4, which is dead; f6 and h6 may be as well. The queen that goes on is still in a hand at the press for
/// it, and no line of these may be dearer for that.
#[test]
fn squares_that_may_be_dead_cost_the_same_however_their_line_was_found() {
    let start = "r2qkb2/pb2p2r/8/1pn2pB1/4pN2/PP4P1/2P3BP/RQ3RK1 w q - 0 22";
    let trace = "-g5 =1840 !w =1676 -d8 =794 +qb8 =1270 !b =14117 -f1 =191 +Rc1 =755 !w";
    let told = play(start, None, trace);
    assert_eq!(told.asked, [PlyNo::FIRST], "{}: {:#?}", told.moves(), told.events);
}

/// A pawn that a rook captures while the press is heard: nobody knows what it had become, or whether it was a pawn still.
const PERHAPS_A_PAWN: (&str, &str) =
    ("1r6/7P/8/8/8/3k4/8/K7 w - - 0 40", "-h7 ~100 +Ph8 ~500 !w =100 -h8 ~100 -b8 ~300 +rh8 !b ~2000");

#[test]
fn an_answer_may_be_that_the_move_was_illegal() {
    let (start, trace) = PERHAPS_A_PAWN;
    let (mut scribe, t) = follow(start, None, trace);
    assert_eq!(told::asked(scribe.asked()), "1: !h7h8 h7h8b h7h8n h7h8q h7h8r");
    answer(&mut scribe, t, "!h7h8");
    assert_eq!((told::moves(scribe.score()).as_str(), scribe.asked()), ("!h7h8 b8h8", None));
}

#[test]
fn a_question_can_be_answered_though_an_illegal_move_was_made_since() {
    let (start, trace) = PERHAPS_A_PAWN;
    let trace = format!("{trace} -a1 +Ka4 !w ~4000 -h8 +rg8 !b");
    for chosen in ["h7h8r", "!h7h8"] {
        let (mut scribe, t) = follow(start, None, &trace);
        let times = |scribe: &Scribe| {
            let plies = scribe.score().plies.iter();
            plies.map(|ply| (ply.touched_ms, ply.made_ms, ply.pressed_ms, ply.left_ms)).collect::<Vec<_>>()
        };
        let before = times(&scribe);
        while scribe.poll_event().is_some() {}
        answer(&mut scribe, t, chosen);
        assert_eq!(told::moves(scribe.score()), format!("{chosen} b8h8 !a1a4 h8g8"));
        assert_eq!(times(&scribe), before, "an answer changes no times");
        let events: Vec<GameEvent> =
            std::iter::from_fn(|| scribe.poll_event()).map(|(_, event)| event).collect();
        let irregular = |event: &&GameEvent| {
            matches!(event, GameEvent::Irregular(_) | GameEvent::IrregularClosed { .. })
                && event.ply() == Some(PlyNo::of_index(2))
        };
        assert_eq!(
            events.iter().find(irregular),
            None,
            "the illegal move was not put back, and not made anew"
        );
        let after = scribe.score().standing().fen();
        assert!(after.starts_with("6r1/8/8/8/K7/3k4/8/8 w"), "{after}");
    }
}

// The bishop is held over g4 while it is taken on h3: it may have stopped there, or have been taken where it had landed.
#[test]
fn a_move_that_was_unsaid_can_be_the_answer_though_its_piece_was_taken_at_once() {
    let start = "r1bqkbnr/ppp1pp2/n2p3p/6N1/1P6/P7/2PPPPPP/RNBQKB1R b KQkq - 0 5";
    let trace = "-c8 =340 +bh3 =448 !b =699 -g5 =228 +Nh4 =197 +bg4 =3 -h4 =25 +Nh3 =176 !w =396 -g4 \
                 ~8000 -f8 +bg7 !b ~3000";
    let (mut scribe, t) = follow(start, None, trace);
    assert_eq!(told::asked(scribe.asked()), "1: c8g4 c8h3");
    answer(&mut scribe, t, "c8h3");
    assert_eq!(told::moves(scribe.score()), "c8h3 g5h3 f8g7");
}

/// Answers the first open question.
fn answer(scribe: &mut Scribe, t: Millis, chosen: &str) {
    let ply = scribe.asked().expect("a question is open").0;
    let order = game::Order::Choose { ply, chosen: chosen.to_owned() };
    let command = game::Command { order, game: None, author: None, staged: None };
    scribe.handle_command(t, &command).expect("it is one of the answers");
}
