//! Random squares, presses, readings and gaps that no player would produce. The program must neither panic on them nor
//! take long to process them.

use crate::Rng;
use board::{BoardEvent, ClockReading, Contents, Millis, Reading, Sensing};
use shakmaty::{ByColor, Color, Piece, Role, Square};

/// The number of events in one random sequence.
const EVENTS: usize = 600;
/// The possible pauses between two events, in milliseconds. They are zero, less than a scan, about the time in which
/// squares settle, and more than the time without change after which a board counts as being at rest.
const PAUSES_MS: [Millis; 6] = [0, 30, 200, 700, 1_600, 4_000];

/// Returns random events of a board with this kind of sensors. The seed also determines how crowded the board is.
pub fn events(seed: u64, sensing: Sensing) -> Vec<(Millis, BoardEvent)> {
    let mut rng = Rng::new(seed);
    let crowded = rng.below(8);
    let mut t = 0;
    let mut events = Vec::with_capacity(EVENTS);
    for _ in 0..EVENTS {
        t += rng.pick(&PAUSES_MS).copied().unwrap_or(0);
        let square = Square::new(rng.below(64) as u32);
        let event = match rng.below(20) {
            0 => BoardEvent::Press(Color::from_white(rng.chance(500_000))),
            1 => BoardEvent::Gap { gap_ms: 5_000 },
            2 => BoardEvent::Reading(Reading::from_fn(|_| contents(&mut rng, sensing, crowded))),
            3 => BoardEvent::Clock(ClockReading {
                left_ms: ByColor { white: 60_000, black: 60_000 },
                running: Some(Color::from_white(rng.chance(500_000))),
                ..ClockReading::default()
            }),
            _ => BoardEvent::Square { square, contents: contents(&mut rng, sensing, crowded) },
        };
        events.push((t, event));
    }
    events
}

/// Draws the contents of a square. The square is occupied in `crowded + 1` of eight cases.
pub fn contents(rng: &mut Rng, sensing: Sensing, crowded: u64) -> Contents {
    if rng.below(8) > crowded {
        return Contents::Empty;
    }
    let role = rng.pick(&Role::ALL).copied().unwrap_or(Role::Pawn);
    match sensing {
        Sensing::Piece => Contents::Piece(Piece { color: Color::from_white(rng.chance(500_000)), role }),
        Sensing::Occupancy => Contents::Occupied,
    }
}
