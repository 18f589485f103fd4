//! The simulated world: hands, boards, clocks; seed in, bytes and sensor logs out, the intended game as truth.
//!
//! ```text
//!  games ▶ hands (tempo, traits, trouble) ▶ acts ─┬▶ sampler + faults ▶ board events ▶ sensor log
//!                    │                            └▶ table: clock + board::Device ▶ bytes
//!                    └▶ truth
//! ```
//! A [`Game`] is what is intended; [`perform`] makes [`Act`]s of it, the physical facts, and a [`Truth`]; [`sample`] is
//! a board that looks at its squares in turn; a [`SimTable`] puts the same acts behind a real protocol. [`simulate`]
//! does it all in one call.
//!
//! Invariants:
//! * Whole numbers only, one stream of random numbers a purpose: a seed gives the same bytes on every machine.
//! * Hands never know what a sensor saw; sensors never know what hands intended.
//! * The shares measured on real games come out after sampling; a test holds them to it.

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
