//! The simulated world: hands, boards and clocks. A seed goes in; bytes, sensor logs and the truth about the games come
//! out.
//!
//! ```text
//!  games ▶ hands (tempo, traits, trouble) ▶ acts ─┬▶ sampler + faults ▶ board events ▶ sensor log
//!                    │                            └▶ table: clock + board::Device ▶ bytes
//!                    └▶ truth
//! ```
//! A [`Game`] is an intention. [`perform`] turns it into [`Act`]s, the physical facts, and a [`Truth`]. [`sample`]
//! simulates a board that samples its squares in turn; a [`SimTable`] reports the acts through a real protocol.
//! [`simulate`] does everything in one call.
//!
//! Invariants:
//! * Whole numbers only, and one stream of random numbers for each purpose: a seed gives identical bytes on every
//!   machine.
//! * Hands never know what a sensor saw; sensors never know what hands intended.
//! * The frequencies measured on real games are met after sampling; a test checks this.

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
pub use judging::{accuracy, cells, desk, log, shrink, trace, truth};
pub use players::act::{Act, Mark, What};
pub use players::hands::{HandsOptions, Performance, perform};
pub use players::tempo::{Pace, Tempo};
pub use players::traits::Traits;
pub use players::trouble::Trouble;
pub use players::{act, hands, tempo, traits, trouble};
pub use rng::{Ppm, Rng};
pub use session::{Session, Simulated, simulate};
pub use table::{SimOptions, SimTable, TableGame};
