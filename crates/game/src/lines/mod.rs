//! Lines of moves that would explain what was seen, and the cost of each.

mod borne_out;
pub(crate) mod costs;
pub(crate) mod doubt;
pub(crate) mod engine;
pub(crate) mod evidence;
pub(crate) mod hypothesis;
pub(crate) mod paths;
pub(crate) mod promotions;
pub(crate) mod search;
pub(crate) mod sensor_faults;
pub(crate) mod transposition;
pub(crate) mod witness;
