//! What observers look at: the scene, the trail of the sensors, what hands did, and the order of two events.

pub(crate) mod hands;
pub(crate) mod order;
pub(crate) mod scene;
pub(crate) mod trail;
pub(crate) mod window;
