//! Whatever this program sends to others, for the staff and for monitors.

use super::{alerts::RunningAlerts, couriers::RunningCourier, lichess::LichessState};
use std::sync::Arc;
use tokio::sync::watch;

/// The destinations of the configuration, each with its state.
#[derive(Debug, Clone, Default)]
pub struct Destinations {
    /// The pushes to Lichess; `None` if there are none.
    pub lichess: Option<watch::Receiver<Arc<LichessState>>>,
    /// The couriers, in the order of the configuration.
    pub couriers: Vec<RunningCourier>,
    /// The alerts to the operator; `None` if there are none.
    pub alerts: Option<RunningAlerts>,
}
