//! The terms of logins: how many last at once and how often they may ask, which differs by listener.

use crate::people::rate::Rate;
use std::time::Duration;

/// The terms of the logins at a listener.
#[derive(Debug)]
pub(crate) struct Terms {
    /// The name of the file of logins in the data folder.
    pub(super) file: &'static str,
    /// The greatest number of logins that may last at once.
    pub(super) most: usize,
    /// The rate up to which the requests of one login are answered.
    pub(super) requests: Rate,
}

/// The terms of the staff.
pub(crate) const STAFF: Terms = Terms {
    file: "arbiter.logins",
    most: 32,
    requests: Rate { burst: 40, each: Duration::from_millis(100) },
};
/// The terms of the spectators of a closed event. A page takes some thirty requests to open.
pub(crate) const SPECTATORS: Terms = Terms {
    file: "spectators.logins",
    most: 2_000,
    requests: Rate { burst: 200, each: Duration::from_millis(50) },
};
