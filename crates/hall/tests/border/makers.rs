//! Boards of every maker before a round: woken, read, and checked against the start position of the game, whichever
//! way round they stand.

use crate::bench::Bench;
use crate::rig::setup;
use board::{DeviceOptions, Maker, Sensing};
use hall::{BoardChoice, PublicLink};
use laws::reports::round_check::{Look, Unready};
use shakmaty::Square;

const MAKERS: [Maker; 8] = [
    Maker::Dgt,
    Maker::ChessLink,
    Maker::Certabo,
    Maker::Sentio,
    Maker::Chessnut,
    Maker::Pegasus,
    Maker::SquareOff,
    Maker::Home,
];

/// Creates a board of this maker, switched on with its pieces in the start position.
fn woken(maker: Maker, rotated: bool) -> Bench {
    let mut bench = Bench::new(setup(&[BoardChoice::Any]));
    bench.add(1, maker, DeviceOptions { rotated, ..DeviceOptions::of(maker) });
    bench.run(8_000);
    assert_eq!(bench.table().public_link(), PublicLink::Live, "{maker:?}");
    bench
}

fn check(bench: &Bench, wrong: &[Square], what: &str) {
    let checked = bench.table().round_check().unwrap_or_else(|| panic!("{what}: no move was made"));
    let told = checked.unready.iter().find_map(|unready| match unready {
        Unready::Pieces(squares) => Some(squares.as_slice()),
        _ => None,
    });
    assert_eq!(told.unwrap_or_default(), wrong, "{what}");
    let look = if wrong.is_empty() { Look::Right } else { Look::Wrong };
    assert_eq!((checked.pieces, checked.orientation), (look, Look::Right), "{what}");
}

#[test]
fn a_missing_piece_is_named_and_put_back() {
    for maker in MAKERS {
        // Where only occupied squares are known, or chips are yet to be learnt, the start position of a turned board
        // looks normal until the first move.
        let knows_white = maker.sensing() == Sensing::Piece && maker != Maker::Certabo;
        let ways = if knows_white { &[false, true][..] } else { &[false] };
        for &rotated in ways {
            let what = format!("{maker:?}, rotated {rotated}");
            let mut bench = woken(maker, rotated);
            check(&bench, &[], &what);
            let queen = bench.lift(1, Square::D1);
            bench.run(3_000);
            check(&bench, &[Square::D1], &what);
            bench.put(1, Square::D1, queen);
            bench.run(3_000);
            check(&bench, &[], &what);
            bench.check_journal();
        }
    }
}

#[test]
fn king_and_queen_exchanged_are_seen_where_pieces_are() {
    for maker in MAKERS {
        let mut bench = woken(maker, false);
        let (queen, king) = (bench.lift(1, Square::D1), bench.lift(1, Square::E1));
        bench.run(1_000);
        bench.put(1, Square::D1, king);
        bench.put(1, Square::E1, queen);
        bench.run(3_000);
        let wrong = [Square::D1, Square::E1];
        let seen = if maker.sensing() == Sensing::Piece { &wrong[..] } else { &[] };
        check(&bench, seen, &format!("{maker:?}"));
    }
}
