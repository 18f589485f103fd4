//! The simulated world: hands, boards, clocks; seed in, bytes and sensor logs out, the intended game as truth.
//!
//! ```text
//!  games ▶ hands (tempo, traits, trouble) ▶ acts ─┬▶ sampler + faults ▶ board events ▶ sensor log
//!                    │                            └▶ table: clock + board::Device ▶ bytes
//!                    └▶ truth
//! ```
//! A [`Game`] is an intention. [`perform`] turns it into [`Act`]s, the physical facts, and a [`Truth`].
//! [`sample`] is a board that looks at its squares in turn; a [`SimTable`] puts the acts behind a real protocol.
//! [`simulate`] does everything in one call.
//!
//! Invariants:
//! * Whole numbers only, and one stream of random numbers for each purpose: a seed gives identical bytes on every
//!   machine.
//! * Hands never know what a sensor saw; sensors never know what hands intended.
//! * The shares measured on real games come out after sampling; a test checks that.

pub mod accuracy;
pub mod act;
mod cable;
pub mod cells;
pub mod clock;
pub mod disk;
pub mod faults;
pub mod games;
pub mod hands;
pub mod hostile;
mod late;
mod link;
pub mod log;
pub mod rng;
pub mod sampler;
pub mod session;
pub mod shrink;
pub mod table;
pub mod tempo;
pub mod trace;
pub mod traits;
pub mod trouble;
pub mod truth;

pub use act::{Act, Mark, What};
pub use clock::SimClock;
pub use disk::{Disk, DiskFault};
pub use faults::Faults;
pub use games::{Game, GameKind};
pub use hands::{HandsOptions, Performance, perform};
pub use log::LogHeader;
pub use rng::{Ppm, Rng};
pub use sampler::{BoardProfile, Cable, ClockLink, sample};
pub use session::{Session, Simulated, simulate};
pub use table::{SimOptions, SimTable, TableGame};
pub use tempo::{Pace, Tempo};
pub use traits::Traits;
pub use trouble::Trouble;
pub use truth::{IllegalTruth, Truth};
