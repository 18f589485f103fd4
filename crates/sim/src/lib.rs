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

mod boards;
pub mod clock;
pub mod disk;
pub mod games;
pub mod hostile;
mod judging;
mod players;
pub mod rng;
pub mod session;
pub mod table;

pub use boards::faults::Faults;
pub use boards::sampler::{BoardProfile, Cable, ClockLink, sample};
pub use boards::{faults, sampler};
pub use clock::SimClock;
pub use disk::{Disk, DiskFault};
pub use games::{Game, GameKind};
pub use judging::log::LogHeader;
pub use judging::truth::{IllegalTruth, Truth};
pub use judging::{accuracy, cells, log, shrink, trace, truth};
pub use players::act::{Act, Mark, What};
pub use players::hands::{HandsOptions, Performance, perform};
pub use players::tempo::{Pace, Tempo};
pub use players::traits::Traits;
pub use players::trouble::Trouble;
pub use players::{act, hands, tempo, traits, trouble};
pub use rng::{Ppm, Rng};
pub use session::{Session, Simulated, simulate};
pub use table::{SimOptions, SimTable, TableGame};
