//! The simulated world: hands, boards, clocks; seed in, bytes and sensor logs out, the intended game as truth.

pub mod accuracy;
pub mod act;
pub mod cells;
pub mod clock;
pub mod faults;
pub mod games;
pub mod hands;
mod link;
pub mod log;
pub mod rng;
pub mod sampler;
pub mod session;
pub mod tempo;
pub mod traits;
pub mod trouble;
pub mod truth;

pub use act::{Act, Mark, What};
pub use clock::SimClock;
pub use faults::Faults;
pub use games::{Game, GameKind};
pub use hands::{HandsOptions, Performance, perform};
pub use log::LogHeader;
pub use rng::{Ppm, Rng};
pub use sampler::{BoardProfile, ClockLink, sample};
pub use session::{Session, Simulated, simulate};
pub use tempo::{Pace, Tempo};
pub use traits::Traits;
pub use trouble::Trouble;
pub use truth::{IllegalTruth, Truth};
