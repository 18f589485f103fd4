//! A home-made board and its session, over a cable that is pulled, cut, and full of noise.

mod clock;
mod raw;
mod told;
mod world;
