//! The border of the hall: bytes of simulated boards go in, publications come out, and the journal gives equal ones.

use crate::rig::{Rig, fold, published, setup, untold};
use board::Contents;
use hall::record::Body;
use hall::{BoardChoice, Input, Matter, Notice, Output, PublicLink, Refusal};
use shakmaty::{Board, Color, Piece};

fn notices(outputs: impl Iterator<Item = Output>) -> Vec<Notice> {
    let notices = outputs.filter_map(|output| match output {
        Output::Notice(notice) => Some(notice),
        _ => None,
    });
    notices.collect()
}

#[test]
fn a_game_on_one_board_is_published_move_by_move() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4 e7e5 g1f3 b8c6 f1b5");
    assert_eq!(rig.moves(1), "e4 e5 Nf3 Nc6 Bb5");
    let last = rig.published().pop().expect("something was published");
    assert_eq!(last.link, PublicLink::Live);
    assert_eq!(last.players.white.name, "White, One");
    assert_eq!(last.result, None);
    let revs: Vec<u64> = rig.published().iter().map(|publication| publication.rev).collect();
    assert_eq!(revs, (1..=revs.len() as u64).collect::<Vec<_>>());
}

#[test]
fn a_provisional_ply_says_so_and_then_no_more() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "d2d4");
    let told: Vec<bool> = rig
        .published()
        .iter()
        .filter_map(|publication| publication.plies.last().map(|ply| ply.provisional))
        .collect();
    assert_eq!(told.first(), Some(&true));
    assert_eq!(told.last(), Some(&false));
}

#[test]
fn the_journal_folds_to_the_same_publications_every_time() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any, BoardChoice::Any]));
    rig.plug(1, "111", &Board::default());
    rig.plug(2, "222", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4 d7d5 e4d5");
    rig.play(2, "c2c4 e7e5");
    for _ in 0..2 {
        let mut folded = fold(&rig.journal).finish();
        assert_eq!(folded.divergent, 0, "{:?}", folded.divergences);
        assert_eq!(untold(&mut folded.hall), [], "everything was told");
        assert_eq!(folded.hall.now_ms(), folded.last_t_ms);
        assert_eq!(folded.epoch.as_deref(), Some("e"));
    }
}

#[test]
fn what_was_decided_but_not_told_before_a_crash_is_told_after_it_and_nothing_twice() {
    let mut whole = Rig::new(setup(&[BoardChoice::Any]));
    whole.plug(1, "12345", &Board::default());
    whole.run(5_000);
    whole.play(1, "e2e4 e7e5");
    let expected = published(&whole.journal);
    for cut in 0..whole.journal.len() {
        let journal = &whole.journal[..cut];
        let mut folded = fold(journal).finish();
        assert_eq!(folded.divergent, 0);
        let mut told = published(journal);
        told.extend(untold(&mut folded.hall));
        // The publications after a cut are the beginning of those without it.
        assert_eq!(told, expected[..told.len()], "cut after {cut} records");
        // Nothing that was decided by then is left out.
        if let Ok(Body::Published { t_ms, .. }) = Body::parse(&whole.journal[cut])
            && t_ms == folded.last_t_ms
        {
            assert!(told.len() > published(journal).len(), "cut after {cut} records");
        }
    }
}

#[test]
fn a_restart_in_mid_game_goes_on_where_it_was() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4 e7e5");
    let (journal, boards, t_ms) = (rig.journal, rig.boards, rig.t_ms);
    let mut rig = Rig::restart(journal, boards, t_ms + 4_000);
    let lost = rig.published().pop().expect("the lost link was published");
    assert!(matches!(lost.link, PublicLink::Lost { .. }));
    assert_eq!(rig.hall.link_for_port("port1"), 1);
    rig.open(1);
    rig.run(5_000);
    rig.play(1, "g1f3");
    assert_eq!(rig.moves(1), "e4 e5 Nf3");
    let last = rig.published().pop().expect("something was published");
    assert_eq!((last.link, last.game), (PublicLink::Live, 1));
    assert_eq!(fold(&rig.journal).finish().divergent, 0);
}

#[test]
fn a_journal_that_says_something_else_is_reported_and_what_was_told_is_the_truth() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4");
    let at = rig.journal.iter().rposition(|line| line.contains("\"san\":\"e4\"")).expect("e4 was told");
    rig.journal[at] = rig.journal[at].replace("\"san\":\"e4\"", "\"san\":\"e3\"");
    let mut folded = fold(&rig.journal).finish();
    let divergence = folded.divergences.first().expect("the difference was found");
    assert_eq!((divergence.seq, divergence.table, divergence.game), (at as u64 + 1, 1, 1));
    let (then, now) = (Some("e3".to_owned()), Some("e4".to_owned()));
    assert_eq!(divergence.matter, Matter::Ply { ply: 1, then, now });
    let told_rev = published(&rig.journal).pop().expect("something was told").rev;
    let correction = untold(&mut folded.hall).pop().expect("what is believed now is told as a change");
    assert_eq!((correction.from, correction.plies[0].san.as_str()), (0, "e4"));
    assert!(correction.rev > told_rev);
    folded.announce_divergences();
    let notices = notices(std::iter::from_fn(|| folded.hall.poll()));
    let told = |notice: &Notice| matches!(notice, Notice::Diverged { divergence } if divergence.table == 1);
    assert!(notices.iter().any(told), "the operator is told: {notices:?}");
    assert!(matches!(notices.last(), Some(Notice::DivergedInAll { .. })), "{notices:?}");
}

#[test]
fn what_today_would_be_said_and_was_not_is_found_and_a_difference_ends_where_both_agree_again() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4 e7e5 g1f3");
    // The journal is from an older program that did not know the second move until the third was played.
    let says = |line: &String, san: &str| line.contains("\"pub\"") && line.contains(san);
    let from = rig.journal.iter().position(|line| says(line, "\"san\":\"e5\"")).expect("e5 was told");
    let until = rig.journal.iter().position(|line| says(line, "\"san\":\"Nf3\"")).expect("Nf3 was told");
    let mut seq = 0;
    rig.journal.retain(|line| {
        seq += 1;
        !(from..until).contains(&(seq - 1)) || !line.contains("\"pub\"")
    });
    let folded = fold(&rig.journal).finish();
    let first = folded.divergences.first().expect("the silence was found");
    assert_eq!(first.matter, Matter::Ply { ply: 2, then: None, now: Some("e5".to_owned()) });
    let plies: Vec<_> = folded.divergences.iter().map(|divergence| divergence.matter.ply()).collect();
    assert!(plies.iter().all(|ply| *ply == Some(2)), "nothing else differs: {:?}", folded.divergences);
}

#[test]
fn boards_find_their_tables_by_serial_number_and_port_before_any_is_given_away() {
    let mut rig = Rig::new(setup(&[
        BoardChoice::Any,
        BoardChoice::Serial("00333".to_owned()),
        BoardChoice::Any,
        BoardChoice::Port("port4".to_owned()),
    ]));
    for link in 1..=4 {
        rig.plug(link, &format!("{}", 111 * link), &Board::default());
    }
    rig.run(9_000);
    let seats: Vec<_> = rig.hall.links().map(|link| (link.no(), link.table())).collect();
    assert_eq!(seats, [(1, Some(1)), (2, Some(3)), (3, Some(2)), (4, Some(4))]);
    let links: Vec<_> = rig.hall.tables().map(|table| table.public_link()).collect();
    assert_eq!(links, [PublicLink::Live; 4]);
}

#[test]
fn a_second_board_for_a_table_is_reported_and_not_used() {
    let mut rig = Rig::new(setup(&[BoardChoice::Serial("777".to_owned())]));
    rig.plug(1, "777", &Board::default());
    rig.run(5_000);
    rig.plug(2, "0777", &Board::default());
    rig.run(5_000);
    let notices = notices(rig.outputs.drain(..));
    assert_eq!(
        notices,
        [
            Notice::Seated { table: 1, link: 1, port: "port1".to_owned() },
            Notice::SecondBoard { table: 1, link: 2, port: "port2".to_owned(), holder: 1 },
        ]
    );
    // When the first board goes, the second takes over, and play goes on.
    rig.play(1, "e2e4");
    let placement = rig.boards.on[&1].1.truth().known();
    let t_ms = rig.t_ms;
    rig.dgt(2).set_board(t_ms, &placement);
    rig.run(3_000);
    rig.input(Input::Lost { link: 1 });
    rig.run(5_000);
    rig.play(2, "e7e5");
    assert_eq!(rig.moves(1), "e4 e5");
}

#[test]
fn cables_exchanged_between_two_tables_are_noticed() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any, BoardChoice::Any]));
    rig.plug(1, "111", &Board::default());
    rig.plug(2, "222", &Board::default());
    rig.run(9_000);
    rig.play(1, "e2e4");
    rig.play(2, "d2d4");
    rig.input(Input::Lost { link: 1 });
    rig.input(Input::Lost { link: 2 });
    let (one, two) = (rig.boards.on.remove(&1).expect("there"), rig.boards.on.remove(&2).expect("there"));
    rig.boards.on.insert(1, two);
    rig.boards.on.insert(2, one);
    rig.open(1);
    rig.open(2);
    rig.run(9_000);
    rig.play(2, "e7e5");
    rig.play(1, "d7d5");
    assert_eq!((rig.moves(1).as_str(), rig.moves(2).as_str()), ("e4 e5", "d4 d5"));
}

#[test]
fn a_lost_cable_is_shown_and_the_moves_made_meanwhile_are_found() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4");
    rig.input(Input::Lost { link: 1 });
    let since_ms = rig.t_ms;
    assert_eq!(rig.published().pop().expect("it was told").link, PublicLink::Lost { since_ms });
    rig.play(1, "e7e5");
    rig.open(1);
    rig.run(8_000);
    rig.play(1, "g1f3");
    assert_eq!(rig.moves(1), "e4 e5 Nf3");
}

#[test]
fn a_command_for_a_table_that_is_not_there_is_refused() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    let command = serde_json::from_str(r#"{"cmd":"result","result":"1-0"}"#).expect("a command");
    let stamp = hall::Stamp { seq: 9, t_ms: 0 };
    let refused = rig.hall.handle(stamp, &Input::Command { table: 7, command });
    assert_eq!(refused, Err(Refusal::NoTable(7)));
}

#[test]
fn a_result_is_told_once_a_person_confirmed_it() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "f2f3 e7e5 g2g4 d8h4");
    rig.run(5_000);
    assert_eq!(rig.moves(1), "f3 e5 g4 Qh4#");
    assert_eq!(rig.published().pop().expect("it was told").result, None);
    let command =
        serde_json::from_str(r#"{"cmd":"result","result":"0-1","author":"arbiter"}"#).expect("a command");
    rig.input(Input::Command { table: 1, command });
    let result = rig.published().pop().expect("it was told").result;
    assert_eq!(result.map(|result| result.to_string()).as_deref(), Some("0-1"));
}

#[test]
fn names_can_be_corrected_in_mid_game_and_another_start_is_another_game() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4");
    let mut changed = setup(&[BoardChoice::Any]);
    changed.tables[0].players.black.name = "Corrected, Name".to_owned();
    rig.input(Input::Setup(Box::new(changed.clone())));
    let told = rig.published().pop().expect("it was told");
    assert_eq!((told.game, told.players.black.name.as_str()), (1, "Corrected, Name"));
    assert_eq!(rig.moves(1), "e4");
    changed.tables[0].fen = Some("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned());
    rig.input(Input::Setup(Box::new(changed)));
    let told = rig.published().pop().expect("it was told");
    assert_eq!((told.game, told.from), (2, 0));
    assert_eq!(told.start_fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    assert_eq!(rig.hall.table(1).expect("there").games().len(), 2);
}

#[test]
fn an_illegal_move_is_for_the_arbiter_and_ends_the_public_line() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4 e7e5 f1b4 b8c6 g1f3");
    rig.run(5_000);
    assert_eq!(rig.moves(1), "e4 e5");
    let incidents = rig.incidents;
    let (table, first) = incidents.first().expect("the arbiter is told");
    assert_eq!((*table, first.rule.name(), first.ply), (1, "illegal-move-completed", game::PlyNo::new(3)));
    let told = rig.journal.join("\n");
    assert!(
        !told.contains("illegal") && !told.contains("Bb4"),
        "nothing of it is in the journal's publications"
    );
}

#[test]
fn a_board_is_seated_anew_when_its_table_wants_another() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "111", &Board::default());
    rig.plug(2, "222", &Board::default());
    rig.run(5_000);
    assert_eq!(rig.hall.table(1).and_then(|table| table.link()), Some(1));
    rig.input(Input::Setup(Box::new(setup(&[BoardChoice::Serial("222".to_owned())]))));
    assert_eq!(rig.hall.table(1).and_then(|table| table.link()), Some(2));
    assert_eq!(rig.hall.link(1).and_then(|link| link.table()), None);
    rig.play(2, "e2e4");
    rig.play(1, "d2d4");
    assert_eq!(rig.moves(1), "e4");
}

#[test]
fn castling_highlights_the_kings_squares_also_in_chess960() {
    let mut chess960 = setup(&[BoardChoice::Any]);
    chess960.tables[0].chess960 = true;
    chess960.tables[0].fen = Some("4k3/8/8/8/8/8/8/4KR2 w F - 0 1".to_owned());
    let mut rig = Rig::new(chess960);
    let board = Board::from_ascii_board_fen(b"4k3/8/8/8/8/8/8/4KR2").expect("a placement");
    rig.plug(1, "12345", &board);
    rig.run(5_000);
    for (square, letter) in [("e1", ' '), ("f1", 'K'), ("f1", ' '), ("g1", 'K'), ("f1", 'R')] {
        let contents = Piece::from_char(letter).map_or(Contents::Empty, Contents::Piece);
        rig.put(1, square.parse().expect("a square"), contents);
        rig.run(500);
    }
    rig.press(1, Color::White);
    rig.run(3_000);
    assert_eq!(rig.moves(1), "O-O");
    let last = rig.published().into_iter().rev().find_map(|publication| publication.plies.last().cloned());
    assert_eq!(last.expect("a ply was told").uci, "e1g1");
}

#[test]
fn a_game_corrected_by_a_person_turns_no_board_round() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4 e7e5");
    let command =
        serde_json::from_str(r#"{"cmd":"correct","from_ply":1,"moves":["d2d4","e7e5"]}"#).expect("a command");
    rig.input(Input::Command { table: 1, command });
    assert_eq!(rig.moves(1), "d4 e5");
}

#[test]
fn names_said_by_a_command_outlive_a_setup_that_says_nothing_new_of_them() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    let command = serde_json::from_str(r#"{"cmd":"start","white":"Said, By Hand"}"#).expect("a command");
    rig.input(Input::Command { table: 1, command });
    let name = |rig: &Rig| rig.published().pop().expect("it was told").players.white.name;
    assert_eq!(name(&rig), "Said, By Hand");
    rig.input(Input::Setup(Box::new(setup(&[BoardChoice::Any, BoardChoice::Any]))));
    let games = rig.hall.table(1).expect("there").games();
    assert_eq!(games.last().expect("there is always one").tags.players.white.name, "Said, By Hand");
}

#[test]
fn moves_made_while_the_cable_was_out_are_in_the_game_with_their_times() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "00001", &Board::new());
    rig.run(5_000);
    rig.press(1, Color::Black);
    rig.run(1_000);
    rig.play(1, "e2e4 e7e5");
    rig.input(Input::Lost { link: 1 });
    // Seven moves of each side are more than a search over a gap could ever find.
    rig.play(1, "g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 d2d3 d7d6 c2c3 g7g6 b1d2 f8g7 d2f1 b7b5");
    rig.open(1);
    rig.run(10_000);
    rig.play(1, "a4c2");
    rig.run(3_000);
    assert_eq!(rig.moves(1), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 d3 d6 c3 g6 Nbd2 Bg7 Nf1 b5 Bc2");
    let score = &rig.hall.table(1).expect("it is set up").score().plies;
    let timed = score.iter().filter(|ply| ply.left_ms.is_some()).count();
    assert!(timed >= 16, "{timed} of {} plies have a time", score.len());
    let folded = fold(&rig.journal).finish();
    assert!(folded.divergences.is_empty(), "{:?}", folded.divergences);
}
