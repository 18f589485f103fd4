//! Tests that the work for one deadline or one input is bounded, whatever the board says: counted in placements
//! compared, not in time.

use board::{BoardEvent, Millis, Sensing};
use game::{Scribe, Tags, Terms};
use shakmaty::{Color, Square};
use sim::{Rng, accuracy::QUIET_MS, cells, hostile};

/// The tolerance: a search checks its limit before each move it tries, and a move in progress may still be compared.
const SLACK: u32 = 2_000;

/// Feeds all events, and returns the most that was compared for one deadline or input.
fn most_compared(terms: Terms, events: impl IntoIterator<Item = (Millis, BoardEvent)>) -> u32 {
    let mut scribe = Scribe::new(terms, Tags::default());
    let mut last_ms = 0;
    for (t, event) in events {
        scribe.handle_board(t, &event);
        while scribe.poll_event().is_some() {}
        last_ms = t;
    }
    scribe.advance(last_ms + QUIET_MS);
    scribe.most_compared()
}

/// Builds positions full of queens: as many moves as a position can have, and pieces that come and go among them.
fn queens() -> Vec<(Terms, Vec<(Millis, BoardEvent)>)> {
    const FENS: [&str; 2] = [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "q5k1/1qqqqqq1/8/8/8/8/1QQQQQQ1/Q5K1 w - - 0 1",
    ];
    let mut all = Vec::new();
    for fen in FENS {
        for sensing in [Sensing::Piece, Sensing::Occupancy] {
            let start = game::Standing::from_fen(fen, shakmaty::CastlingMode::Standard).expect("a position");
            let mut rng = Rng::new(7);
            let (mut t, mut events) = (1_000, Vec::new());
            for _ in 0..200 {
                t += [30, 300, 1_700, 3_500][rng.below(4) as usize];
                let square = Square::new(rng.below(64) as u32);
                let event = match rng.below(10) {
                    0 => BoardEvent::Press(Color::from_white(rng.chance(500_000))),
                    _ => BoardEvent::Square { square, contents: hostile::contents(&mut rng, sensing, 3) },
                };
                events.push((t, event));
            }
            all.push((Terms { sensing, start, ..Terms::default() }, events));
        }
    }
    all
}

#[test]
fn no_input_costs_more_than_the_bound() {
    let mut worst = 0;
    let mut note = |found: u32, name: String| {
        assert!(found <= Scribe::COMPARED_MAX + SLACK, "{name}: {found} placements compared for one input");
        println!("{found:>7} placements compared: {name}");
        worst = worst.max(found);
    };
    for seed in 0..24 {
        for sensing in [Sensing::Piece, Sensing::Occupancy] {
            let terms = Terms { sensing, ..Terms::default() };
            note(
                most_compared(terms, hostile::events(seed, sensing)),
                format!("hostile seed {seed}, {sensing:?}"),
            );
        }
    }
    for (index, (terms, events)) in queens().into_iter().enumerate() {
        note(most_compared(terms, events), format!("queens {index}"));
    }
    for cell in cells::all() {
        for seed in 1..=2 {
            let simulated = cell.simulate(seed);
            let terms = cell.terms(&simulated.truths[0]);
            note(most_compared(terms, simulated.events), format!("{} seed {seed}", cell.name));
        }
    }
    // A test that never comes near the bound would not see it break.
    assert!(worst > Scribe::COMPARED_MAX / 20, "the worst found is {worst}");
}
