//! The status light: the state of the board, to be seen from across the room.
//!
//! | light | meaning |
//! |---|---|
//! | a short flash each two seconds | a host listens, all is well |
//! | on and off, half a second each | nobody listens; changes wait in the backlog |
//! | quick flicker | the wiring or a sensor is at fault: ask for the health |
//! | on while a square is occupied | the mode of the test jig |

use crate::wiring;
use embedded_hal::digital::OutputPin;

/// A state that the light can show.
pub enum Mood {
    /// A host listens.
    Live,
    /// Nobody listens.
    Alone,
    /// Something is broken.
    Faulty,
    /// The test jig mode.
    Jig {
        /// True while something is on the board.
        is_occupied: bool,
    },
}

/// The light.
pub struct Light(wiring::Light);

impl Light {
    /// The light on its pin.
    pub fn new(pin: wiring::Light) -> Light {
        Light(pin)
    }

    /// Shows a mood at this instant.
    pub fn show(&mut self, now_ms: u32, mood: Mood) {
        let is_on = match mood {
            Mood::Live => now_ms % 2_000 < 40,
            Mood::Alone => now_ms % 1_000 < 500,
            Mood::Faulty => now_ms % 100 < 50,
            Mood::Jig { is_occupied } => is_occupied,
        };
        // A pin of the processor itself cannot fail.
        let _ = self.0.set_state(is_on.into());
    }
}
