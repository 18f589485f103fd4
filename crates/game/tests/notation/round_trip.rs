//! Every legal move of many positions, in every form, is written and then read back, or refused as ambiguous where the
//! form itself is. The games are drawn by a small generator with a fixed seed, so that a failure can be repeated.

use game::notation::{FORMS, Form, Why};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, fen::Fen};

/// Positions with rare moves: every kind of disambiguation, captures with promotion, en passant by either of two pawns,
/// castling on both sides, and Chess960 kings that castle over one square or none.
const RARE: [&str; 10] = [
    "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1",
    "1n1r4/P1P1P2k/8/8/3Q1Q2/8/3Q1Q2/4K3 w - - 0 1",
    "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1",
    "k7/8/8/8/8/8/ppp1pp2/1R3R1K b - - 0 1",
    "4k3/8/2N1N3/1N3N2/8/1N3N2/2N1N3/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1",
    "4k3/8/8/8/8/8/8/1RK4R w HB - 0 1",
    "6kr/8/8/8/8/8/8/R5KR w HA - 0 1",
    "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1",
    "4k3/8/8/8/8/8/8/RK5R w HA - 0 1",
];

#[test]
fn every_legal_move_reads_back_in_every_form() {
    let mut moves = 0;
    let mut ambiguous = 0;
    let mut check = |position: &Chess| {
        for mv in position.legal_moves() {
            for form in FORMS {
                ambiguous += usize::from(goes_round(form, position, mv) == Read::Ambiguous);
                moves += 1;
            }
        }
    };
    for fen in RARE {
        let fen: Fen = fen.parse().expect("a FEN");
        check(&fen.into_position(CastlingMode::Chess960).expect("a position"));
    }
    let mut seed = 2026;
    for _ in 0..2 {
        let mut position = Chess::default();
        for _ in 0..120 {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            check(&position);
            position.play_unchecked(legal[draw(&mut seed, legal.len())]);
        }
    }
    assert!(moves > 60_000, "only {moves} moves were tried");
    // In numeric notation, castling by a king that moves one square and the plain king move are both ambiguous.
    assert_eq!(ambiguous, 2 * 2, "of {moves}");
}

#[derive(PartialEq)]
enum Read {
    Same,
    Ambiguous,
}

#[track_caller]
fn goes_round(form: Form, position: &Chess, mv: Move) -> Read {
    let written = form.write(position, mv);
    match form.read(position, &written) {
        Ok(read) if read == mv => Read::Same,
        Err(misread) if misread.why == Why::Ambiguous && form == Form::Numeric => Read::Ambiguous,
        other => panic!(
            "{}: {mv:?} was written {written:?} and read as {other:?} in {}",
            form.name(),
            Fen::from_position(position, EnPassantMode::Legal)
        ),
    }
}

#[test]
fn no_text_makes_the_reader_panic() {
    const LETTERS: [char; 40] = [
        'a', 'e', 'h', 'G', 'S', 'K', 'К', 'р', 'С', 'с', 'х', 'x', '1', '3', '8', '9', '0', 'O', '-', '–',
        '(', '=', ')', '+', '#', '.', ' ', '♘', '\u{fe0e}', '{', '}', ',', 'Q', 'Н', '_', '…', 'é', '\n',
        '7', ':',
    ];
    let mut seed = 7;
    let start = Chess::default();
    for _ in 0..4_000 {
        let length = draw(&mut seed, 12);
        let text: String = (0..length).map(|_| LETTERS[draw(&mut seed, LETTERS.len())]).collect();
        for form in FORMS {
            if let Err(misread) = form.read(&start, &text) {
                assert_eq!(&text[misread.bytes.clone()], misread.found);
            }
            let read = game::notation::sheet::read(form, &start, &text);
            if let Some(misread) = read.misread {
                assert_eq!(&text[misread.bytes.clone()], misread.found);
            }
        }
    }
}

/// Draws a number below the limit (Knuth's multiplier, upper bits).
fn draw(seed: &mut u64, limit: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % limit
}
