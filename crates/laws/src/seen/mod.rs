//! What the observers use: the scene, the trail of the sensors, what hands did, how the board differs from the game,
//! who pressed while it differed, and the order of two events.

pub(crate) mod differences;
pub(crate) mod hands;
pub(crate) mod order;
pub(crate) mod presser;
pub(crate) mod scene;
pub(crate) mod trail;
