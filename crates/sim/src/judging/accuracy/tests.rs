//! Tests that a verdict counts every wrong ply, and only those.

use super::*;
use crate::judging::cells;
use game::{Standing, Tags};

fn cell(name: &str) -> Cell {
    cells::all().into_iter().find(|cell| cell.name == name).expect("a cell")
}

fn judged(cell: &Cell, simulated: &Simulated) -> Verdict {
    judge_simulated(cell, simulated, &mut |scribe, t, event| scribe.handle_board(t, event))
}

/// Returns a simulation whose score is exact. Tests then falsify its record of the played game.
fn exact() -> (Cell, Simulated) {
    let mut cell = cell("dgt-classical");
    cell.hands.trouble = crate::Trouble::clean();
    let simulated = cell.simulate(5);
    assert!(judged(&cell, &simulated).exact, "clean play must be exact");
    (cell, simulated)
}

#[test]
fn a_game_of_which_something_else_was_played_is_wrong() {
    let (cell, mut simulated) = exact();
    let truth = &mut simulated.truths[0];
    let last = truth.plies.len() - 1;
    truth.plies[last] = Played::Irregular { from: None, to: None };
    let verdict = judged(&cell, &simulated);
    assert!(!verdict.exact && !verdict.exact_answered);
    assert_eq!(verdict.wrong, 1);
    assert_eq!(verdict.right, verdict.plies - 1);
    assert_eq!(verdict.difference.expect("they differ").ply.index(), last);
}

#[test]
fn what_comes_after_the_last_ply_is_a_phantom() {
    let (cell, mut simulated) = exact();
    simulated.truths[0].plies.pop();
    let verdict = judged(&cell, &simulated);
    assert!(!verdict.exact);
    assert_eq!((verdict.wrong, verdict.phantom), (1, 1));
}

#[test]
fn a_game_that_nobody_played_is_a_phantom() {
    let (cell, mut simulated) = exact();
    let plies = simulated.truths[0].plies.len();
    simulated.truths[0].plies.clear();
    let verdict = judged(&cell, &simulated);
    assert_eq!((verdict.wrong, verdict.phantom), (count(plies), count(plies)));
}

#[test]
fn an_illegal_move_that_was_not_reported_is_missed() {
    let (cell, mut simulated) = exact();
    let truth = &mut simulated.truths[0];
    let square = shakmaty::Square::E4;
    truth.illegal.push(crate::IllegalTruth {
        ply: game::PlyNo::of_index(2),
        from: square,
        to: square,
        pressed: true,
        stands: false,
    });
    let verdict = judged(&cell, &simulated);
    assert_eq!((verdict.illegal, verdict.missed_illegal), (1, 1));
    assert!(!verdict.exact);
}

#[test]
fn the_middle_is_wrong_and_an_unknown_promotion_is_not() {
    let list = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(differing(&list("a b c d"), &list("a b c d")), 0);
    assert_eq!(differing(&list("a b c d"), &list("a x c d")), 1);
    assert_eq!(differing(&list("a b c d"), &list("a d")), 2);
    assert_eq!(differing(&list("a b c"), &list("a b c x y")), 2);
    assert_eq!(differing(&list("a a7a8n c"), &list("a a7a8? c")), 0);
    assert_eq!(differing(&list("a a7a8n c"), &list("a b7b8? c")), 1);
}

#[test]
fn a_question_excuses_only_when_it_names_what_was_played() {
    let (_, simulated) = exact();
    let truth = Truth { plies: simulated.truths[0].plies[..1].to_vec(), ..simulated.truths[0].clone() };
    let empty = Score::new(1, Standing::initial(), Tags::default(), 0);
    let others = vec!["h2h3".to_owned(), "a2a3".to_owned()];
    for (alternatives, wrong) in [(truth.uci(), 0), (others, 1)] {
        let mut verdict = Verdict { exact: true, ..Verdict::default() };
        let question = Some((game::PlyNo::FIRST, alternatives));
        compare(0, &truth, Some(&empty), question.as_ref(), &mut verdict);
        claims(&truth, Some(&empty), question.as_ref(), &mut verdict);
        assert_eq!((verdict.exact, verdict.asked, verdict.wrong, verdict.right), (false, 1, wrong, 0));
    }
}

#[test]
fn every_cell_plays_and_the_same_seed_gives_the_same_verdict() {
    for cell in cells::all() {
        let verdict = judge(&cell, 3);
        assert!(verdict.plies > 0, "{}: nothing was played", cell.name);
        assert_eq!(verdict, judge(&cell, 3), "{}", cell.name);
    }
}

#[test]
fn verdicts_add_up() {
    let cell = cell("dgt-blitz");
    let mut tally = Tally::default();
    for seed in 1..=4 {
        tally.add(seed, judge(&cell, seed));
    }
    assert_eq!(tally.games, 4);
    assert!(tally.right <= tally.plies && tally.exact <= tally.exact_answered);
    let median = tally.provisional_ms.percentile(50).expect("times were measured");
    assert!(median > 0 && median <= tally.final_ms.percentile(99).expect("times were measured"));
}

#[test]
fn what_is_put_back_before_its_ply_was_made_was_no_ply() {
    assert_eq!(
        judge(&cell("dgt-outsiders"), 2_007_661).unsaid,
        0,
        "a bystander moved the rook and put it back"
    );
}

fn moves(words: &str) -> Vec<String> {
    words.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_wrong_ply_is_silent_unless_a_question_is_near() {
    let (played, scored) = (moves("e2e4 e7e5 g1f3 b8c6 f1b5"), moves("e2e4 e7e5 g1h3 b8c6 f1b5"));
    let asked = |plies: &[usize]| {
        let open: Vec<PlyNo> = plies.iter().map(|&index| PlyNo::of_index(index)).collect();
        unsaid::silent(&played, &scored, &open)
    };
    assert_eq!(asked(&[]), 1);
    assert_eq!(asked(&[2]), 0);
    assert_eq!(asked(&[0]), 0, "two plies before");
    assert_eq!(asked(&[3]), 0, "one ply after");
    assert_eq!(asked(&[4]), 1, "two plies after");
    assert_eq!(unsaid::silent(&played, &played, &[]), 0);
}

#[test]
fn plies_between_two_questions_about_how_many_were_played_are_not_silent() {
    let played = moves("a b c d e f g h i j k l m n o p");
    let scored = moves("a b w x y z c d e f g h i j k l x y m n o p");
    let open = [PlyNo::of_index(2), PlyNo::of_index(16)];
    assert_eq!(unsaid::silent(&played, &scored, &open), 0);
    // Without the first question nothing says that they are told too late, and one that was never played counts for all.
    assert!(unsaid::silent(&played, &scored, &open[1..]) >= 8);
    let scored = moves("a b w x y z c d e f zz h i j k l x y m n o p");
    assert!(unsaid::silent(&played, &scored, &open) >= 8);
}

#[test]
fn a_score_that_waits_for_an_answer_is_not_silent() {
    let (played, scored) = (moves("e2e4 e7e5 g1f3 b8c6 f1b5"), moves("e2e4 e7e5"));
    assert_eq!(unsaid::silent(&played, &scored, &[PlyNo::of_index(2)]), 0);
    assert_eq!(unsaid::silent(&played, &scored, &[]), 3);
}
