//! An irregular ply that the arbiter let stand: the public line goes on through it, and is cut again if the ruling is
//! taken back. Every story ends with a fold of its journal that agrees.

use crate::rig::{Rig, fold, setup};
use board::Contents;
use hall::{BoardChoice, Body, HallSetup, Input, PublicPly};
use laws::RuleId;
use shakmaty::{Board, Color, Piece};

/// Moves of which the third is illegal: no bishop goes from f1 to b4.
const ILLEGAL: &str = "e2e4 e7e5 f1b4 b8c6 g1f3";
/// The rules by which the arbiter may be told of an illegal move.
const ILLEGAL_MOVES: [RuleId; 6] = [
    RuleId::IllegalMoveCompleted,
    RuleId::IllegalMoveUncompleted,
    RuleId::CastlingIllegal,
    RuleId::CastlingRookMissing,
    RuleId::PromotionNotReplaced,
    RuleId::KingCaptured,
];

fn today() -> HallSetup {
    HallSetup { publishes_released: true, ..setup(&[BoardChoice::Any]) }
}

/// Plays these moves from the usual array, or from a placement with White to move.
fn played(setup: HallSetup, moves: &str) -> Rig {
    let fen = setup.tables[0].fen.clone();
    let placement = fen.map_or_else(Board::default, |fen| {
        let pieces = fen.split(' ').next().expect("a FEN begins with its pieces");
        Board::from_ascii_board_fen(pieces.as_bytes()).expect("a placement")
    });
    let mut rig = Rig::new(setup);
    rig.plug(1, "12345", &placement);
    rig.run(5_000);
    rig.play(1, moves);
    rig.run(5_000);
    rig
}

fn from_fen(fen: &str, chess960: bool) -> HallSetup {
    let mut setup = today();
    (setup.tables[0].fen, setup.tables[0].chess960) = (Some(fen.to_owned()), chess960);
    setup
}

/// Gives the arbiter's ruling on the latest irregular ply with this number.
fn rule(rig: &mut Rig, ply: usize, decision: &str) {
    let is_meant = |incident: &laws::Incident| {
        incident.ply.is_some_and(|it| it.get() == ply) && ILLEGAL_MOVES.contains(&incident.rule)
    };
    let told = rig.incidents.iter().rev().find(|(_, incident)| is_meant(incident));
    let no = told.expect("the arbiter was told").1.no;
    let text = format!(r#"{{"cmd":"rule","incident":{no},"decision":"{decision}","author":"Judge"}}"#);
    says(rig, &text);
}

fn says(rig: &mut Rig, text: &str) {
    let command = serde_json::from_str(text).expect("a command");
    rig.input(Input::Command { table: 1, command });
}

/// Returns the public line of the table.
fn line(rig: &Rig) -> Vec<PublicPly> {
    let mut plies = Vec::new();
    for publication in rig.published() {
        plies.truncate(publication.from);
        plies.extend(publication.plies);
    }
    plies
}

/// Returns the numbers of the public plies that are marked, and checks that the journal folds to what was published.
fn irregular(rig: &Rig) -> Vec<usize> {
    assert_eq!(fold(&rig.journal).finish().divergent, 0);
    (1..).zip(line(rig)).filter(|(_, ply)| ply.irregular).map(|(number, _)| number).collect()
}

#[test]
fn the_public_line_goes_through_it_once_it_stands_and_is_cut_again_at_one_stroke() {
    let mut rig = played(today(), ILLEGAL);
    assert_eq!(rig.moves(1), "e4 e5");
    let told = rig.published().len();
    rule(&mut rig, 3, "stands");
    assert_eq!(rig.moves(1), "e4 e5 f1-b4 Nc6 Nf3");
    let news = rig.published().split_off(told);
    assert_eq!((news.len(), news[0].from, news[0].plies.len()), (1, 2, 3));
    let stood = &news[0].plies[0];
    assert_eq!((stood.uci.as_str(), stood.irregular, stood.check), ("f1b4", true, false));
    assert_eq!(stood.fen, "rnbqkbnr/pppp1ppp/8/4p3/1B2P3/8/PPPP1PPP/RNBQK1NR b KQkq - 1 2");
    assert_eq!(irregular(&rig), [3]);

    rig.play(1, "g8f6 f3e5");
    rig.run(5_000);
    assert_eq!(rig.moves(1), "e4 e5 f1-b4 Nc6 Nf3 Nf6 Nxe5");
    let told = rig.published().len();
    rule(&mut rig, 3, "confirm");
    let news = rig.published().split_off(told);
    assert_eq!((news.len(), news[0].from, news[0].plies.len()), (1, 2, 0), "the line is cut");
    assert_eq!(rig.moves(1), "e4 e5");
    rule(&mut rig, 3, "stands");
    assert_eq!(rig.moves(1), "e4 e5 f1-b4 Nc6 Nf3 Nf6 Nxe5");
    assert_eq!(irregular(&rig), [3]);
    let public: Vec<&String> = rig.journal.iter().filter(|line| line.contains("\"pub\"")).collect();
    let word = ["stands", "illegal", "Judge", "released"]
        .into_iter()
        .find(|word| public.iter().any(|line| line.contains(word)));
    assert_eq!(word, None, "nothing of the ruling is published");
}

#[test]
fn a_journal_of_an_older_program_ends_the_line_until_its_hall_is_set_up_anew() {
    let mut rig = played(setup(&[BoardChoice::Any]), ILLEGAL);
    rule(&mut rig, 3, "stands");
    rig.play(1, "g8f6");
    rig.run(5_000);
    assert_eq!(rig.moves(1), "e4 e5");
    assert_eq!(irregular(&rig), [0_usize; 0]);
    let told = rig.published().len();
    rig.input(Input::Setup(Box::new(today())));
    assert_eq!(rig.published().len(), told + 1);
    assert_eq!(rig.moves(1), "e4 e5 f1-b4 Nc6 Nf3 Nf6");
    assert_eq!(irregular(&rig), [3]);
    // The older program may come back.
    rig.input(Input::Setup(Box::new(setup(&[BoardChoice::Any]))));
    assert_eq!(rig.moves(1), "e4 e5");
    assert_eq!(irregular(&rig), [0_usize; 0]);
}

#[test]
fn what_was_published_is_taken_over_at_a_start_and_not_told_again() {
    let mut rig = played(today(), ILLEGAL);
    rule(&mut rig, 3, "stands");
    let (told, moves) = (rig.published().len(), rig.moves(1));
    let mut rig = Rig::restart(rig.journal, rig.boards, rig.t_ms);
    rig.open(1);
    rig.run(5_000);
    rig.play(1, "g8f6");
    rig.run(5_000);
    assert_eq!(rig.moves(1), format!("{moves} Nf6"));
    assert!(rig.published()[told..].iter().all(|news| news.from >= 5), "{:?}", rig.published());
}

#[test]
fn a_second_one_ends_the_line_until_it_stands_too() {
    let mut rig = played(today(), &format!("{ILLEGAL} h8h5 a2a3"));
    rule(&mut rig, 3, "stands");
    assert_eq!(rig.moves(1), "e4 e5 f1-b4 Nc6 Nf3");
    rule(&mut rig, 6, "stands");
    assert_eq!(rig.moves(1), "e4 e5 f1-b4 Nc6 Nf3 h8-h5 a3");
    assert_eq!(irregular(&rig), [3, 6]);
    rule(&mut rig, 3, "confirm");
    assert_eq!(rig.moves(1), "e4 e5");
    assert_eq!(irregular(&rig), [0_usize; 0]);
}

#[test]
fn the_last_ply_of_a_game_may_be_one_and_later_moves_follow() {
    let mut rig = played(today(), "e2e4 e7e5 f1b4");
    rule(&mut rig, 3, "stands");
    assert_eq!(rig.moves(1), "e4 e5 f1-b4");
    says(&mut rig, r#"{"cmd":"result","result":"0-1"}"#);
    assert_eq!(irregular(&rig), [3]);
    let told = rig.published().pop().expect("the result is told");
    assert_eq!((told.result.map(|result| result.to_string()).as_deref(), told.from), (Some("0-1"), 3));
}

#[test]
fn a_correction_behind_it_keeps_it_and_one_before_it_removes_it() {
    let mut rig = played(today(), ILLEGAL);
    rule(&mut rig, 3, "stands");
    says(&mut rig, r#"{"cmd":"correct","from_ply":4,"moves":["a7a6","g1f3"]}"#);
    assert_eq!(rig.moves(1), "e4 e5 f1-b4 a6 Nf3");
    assert_eq!(irregular(&rig), [3]);
    says(&mut rig, r#"{"cmd":"correct","from_ply":3,"moves":["f1b5","a7a6","g1f3"]}"#);
    assert_eq!(rig.moves(1), "e4 e5 Bb5 a6 Nf3");
    assert_eq!(irregular(&rig), [0_usize; 0]);
}

#[test]
fn it_does_not_stand_when_it_is_made_once_more_after_it_was_put_back() {
    let mut rig = played(today(), "e2e4 e7e5 f1b4");
    let first = rig.incidents.last().expect("the arbiter was told").1.no;
    rule(&mut rig, 3, "stands");
    assert_eq!(rig.moves(1), "e4 e5 f1-b4");
    let bishop = rig.lift(1, "b4".parse().expect("a square"));
    rig.run(500);
    rig.put(1, "f1".parse().expect("a square"), bishop);
    rig.run(8_000);
    assert_eq!(rig.moves(1), "e4 e5");
    rig.press(1, Color::Black);
    rig.run(2_000);
    rig.play(1, "f1b4 b8c6");
    rig.run(5_000);
    assert_eq!(rig.moves(1), "e4 e5");
    assert_eq!(irregular(&rig), [0_usize; 0]);
    // A second thought about the first one says nothing of the later one either.
    for decision in ["dismiss", "stands"] {
        says(
            &mut rig,
            &format!(r#"{{"cmd":"rule","incident":{first},"decision":"{decision}","author":"Judge"}}"#),
        );
        assert_eq!(rig.moves(1), "e4 e5", "{decision}");
    }
    rule(&mut rig, 3, "stands");
    assert_eq!(rig.moves(1), "e4 e5 f1-b4 Nc6");
}

#[test]
fn a_king_left_in_check_leaves_no_position_and_the_line_says_no_check() {
    // The rook gives check, and Black moves a pawn. White takes the king.
    let mut rig = played(from_fen("4k3/7p/8/8/8/8/8/K6R w - - 0 1", false), "h1e1 h7h6 e1e8");
    rule(&mut rig, 2, "stands");
    let plies = line(&rig);
    assert_eq!(plies[1].san, "h7-h6");
    assert_eq!((plies[1].fen.as_str(), plies[1].check), ("4k3/8/7p/8/8/8/8/K3R3 w - - 2 2", false));
    rule(&mut rig, 3, "stands");
    let plies = line(&rig);
    assert_eq!((plies[2].san.as_str(), plies[2].check), ("e1-e8", false));
    assert_eq!(plies[2].fen.split(' ').next(), Some("4R3/8/7p/8/8/8/8/K7"));
    assert_eq!(irregular(&rig), [2, 3]);
}

#[test]
fn a_check_by_it_is_a_check_and_mate_by_it_ends_nothing() {
    // The rook goes like a bishop, and mates.
    let mut rig = played(from_fen("6k1/1p3ppp/8/4R3/8/8/8/K7 w - - 0 1", false), "a1b1 b7b6 e5c8");
    rule(&mut rig, 3, "stands");
    let plies = line(&rig);
    assert_eq!((plies[2].san.as_str(), plies[2].uci.as_str(), plies[2].check), ("e5-c8+", "e5c8", true));
    assert_eq!(irregular(&rig), [3]);
}

#[test]
fn a_promotion_by_it_stands_in_the_position_and_later_ones_are_written_as_ever() {
    let mut rig = played(from_fen("7k/P7/2P5/8/8/8/8/K7 w - - 0 1", false), "");
    // The pawn leaps two ranks and becomes a queen.
    rig.lift(1, "c6".parse().expect("a square"));
    rig.run(500);
    rig.put(1, "c8".parse().expect("a square"), Contents::Piece(Piece::from_char('Q').expect("a queen")));
    rig.run(900);
    rig.press(1, Color::White);
    rig.run(3_000);
    rig.play(1, "h8h7");
    rig.lift(1, "a7".parse().expect("a square"));
    rig.run(500);
    rig.put(1, "a8".parse().expect("a square"), Contents::Piece(Piece::from_char('N').expect("a knight")));
    rig.run(900);
    rig.press(1, Color::White);
    rig.run(5_000);
    rule(&mut rig, 1, "stands");
    assert_eq!(rig.moves(1), "c6-c8+ Kh7 a8=N");
    assert_eq!(line(&rig)[2].uci, "a7a8n");
    assert!(line(&rig)[0].fen.starts_with("2Q4k/P7/8/8/8/8/8/K7 b"), "{:?}", line(&rig));
    assert_eq!(irregular(&rig), [1]);
}

#[test]
fn an_illegal_castling_of_chess960_shows_the_squares_of_the_king() {
    let fen = "4k3/8/8/8/8/5q2/8/4KR2 w F - 0 1";
    let mut rig = played(from_fen(fen, true), "");
    for (square, letter) in [("f1", ' '), ("e1", ' '), ("g1", 'K'), ("f1", 'R')] {
        let contents = Piece::from_char(letter).map_or(Contents::Empty, Contents::Piece);
        rig.put(1, square.parse().expect("a square"), contents);
        rig.run(500);
    }
    rig.press(1, Color::White);
    rig.run(3_000);
    rig.play(1, "e8e7");
    rig.run(5_000);
    assert_eq!(rig.moves(1), "", "the king may not go through f1");
    rule(&mut rig, 1, "stands");
    let plies = line(&rig);
    assert_eq!((plies[0].san.as_str(), plies[0].uci.as_str()), ("e1-g1", "e1g1"));
    assert!(plies[0].fen.starts_with("4k3/8/8/8/8/5q2/8/5RK1 b"), "{plies:?}");
    assert_eq!((plies[1].san.as_str(), irregular(&rig)), ("Ke7", vec![1]));
}

#[test]
fn a_position_that_comes_three_times_behind_it_is_no_matter_of_the_feed() {
    let again = "g8f6 f3g1 f6g8 g1f3 ".repeat(3);
    let mut rig = played(today(), &format!("{ILLEGAL} {again}"));
    rule(&mut rig, 3, "stands");
    let plies = line(&rig);
    assert_eq!(plies.len(), 17);
    assert!(rig.published().iter().all(|told| told.result.is_none()));
    assert_eq!(irregular(&rig), [3]);
    let written = rig.journal.iter().filter(|line| line.contains("\"pub\""));
    let back: Vec<Body> = written.map(|line| Body::parse(line).expect("it is read")).collect();
    assert!(back.iter().all(|body| Body::parse(&body.emit()).as_ref() == Ok(body)));
}
