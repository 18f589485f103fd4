//! Tests of who can still mate: a list laid out by hand, a plain search that knows no tricks, and the bound.

mod reference;

use laws::unwinnable::{Limit, Verdict, can_mate, is_dead};
use reference::{Found, Row};
use shakmaty::{CastlingMode, Chess, Color, Move, Position, fen::Fen};

/// The list; each line is `FEN ; White ; Black ; why`, with `mates` or `never` for each side.
const LIST: &str = include_str!("positions.txt");

#[test]
fn every_position_of_the_list_is_decided_rightly() {
    let mut known = 0;
    for line in LIST.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let [fen, white, black, why] = line.splitn(4, ';').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("{line:?} is not FEN ; White ; Black ; why");
        };
        assert!(!why.is_empty(), "{line}");
        let position = position(fen);
        check(&position, Color::White, white);
        check(&position, Color::Black, black);
        if !position.legal_moves().is_empty() {
            assert_eq!(is_dead(&position, Limit::RULING), (white, black) == ("never", "never"), "{fen}");
        }
        known += 1;
    }
    assert!(known >= 60, "{known} positions");
}

#[test]
fn a_plain_search_agrees_where_it_can_see_everything() {
    let mut row = Row::new(7);
    let (mut mates, mut nevers) = (0, 0);
    while mates + nevers < 40 {
        let Some(position) = reference::few_men(&mut row) else { continue };
        for winner in Color::ALL {
            let verdict = can_mate(&position, winner, Limit { positions: 5_000 });
            match (reference::search(&position, winner, 1_000), &verdict) {
                (Found::Mate, Verdict::Winnable(line)) => {
                    replay(&position, line, winner);
                    mates += 1;
                }
                (Found::Nothing, Verdict::Unwinnable(_)) => nevers += 1,
                (Found::Unknown, Verdict::Winnable(line)) => replay(&position, line, winner),
                (Found::Unknown, _) => {}
                (Found::Mate | Found::Nothing, _) => panic!("{winner} in {position:?}: {verdict:?}"),
            }
        }
    }
    assert!(mates > 5 && nevers > 5, "{mates} mates, {nevers} without");
}

#[test]
fn what_is_not_decided_within_the_limit_is_not_proven() {
    let position = position("8/8/4k3/8/3n4/8/1N6/4K3 w - - 0 1");
    for positions in [0, 1, 10, 100] {
        assert_eq!(can_mate(&position, Color::White, Limit { positions }), Verdict::NotProven, "{positions}");
        assert!(!is_dead(&position, Limit { positions }));
    }
    assert!(matches!(can_mate(&position, Color::White, Limit::RULING), Verdict::Winnable(_)));
}

#[test]
fn the_same_question_has_the_same_answer() {
    let position = position("8/8/4k3/8/3n4/8/1B6/4K3 w - - 0 1");
    let once = can_mate(&position, Color::White, Limit::RULING);
    assert_eq!(once, can_mate(&position, Color::White, Limit::RULING));
}

fn check(position: &Chess, side: Color, expected: &str) {
    let verdict = can_mate(position, side, Limit::RULING);
    match (&verdict, expected) {
        (Verdict::Winnable(line), "mates") => replay(position, line, side),
        (Verdict::Unwinnable(_), "never") => {}
        (_, _) => panic!("{side} in {position:?}: expected {expected}, found {verdict:?}"),
    }
}

/// Checks the witness by the rules alone.
fn replay(position: &Chess, line: &[Move], winner: Color) {
    let mut position = position.clone();
    for &mv in line {
        assert!(position.is_legal(mv), "{mv:?} in {position:?}");
        position.play_unchecked(mv);
    }
    assert!(position.is_checkmate() && position.turn() == !winner, "{position:?}");
}

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a FEN of the list is sound");
    fen.into_position(CastlingMode::Standard).expect("a position of the list is legal")
}
