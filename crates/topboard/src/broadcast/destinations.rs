//! Whatever this program sends to others, for the staff and for monitors.

use super::lichess::LichessState;
use board::Millis;
use broadcast::{alert::alarms::AlertStatus, courier::CourierStatus};
use std::sync::Arc;
use tokio::{sync::watch, time::Instant};

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

/// A courier that runs.
#[derive(Debug, Clone)]
pub struct RunningCourier {
    /// The name of the destination, without secrets.
    pub name: String,
    /// The courier's state.
    pub status: watch::Receiver<CourierStatus>,
    pub(super) begun: Instant,
}

/// Alerts that run.
#[derive(Debug, Clone)]
pub struct RunningAlerts {
    /// The name of the service, without the topic.
    pub name: String,
    /// The state of the alerts.
    pub status: watch::Receiver<AlertStatus>,
    pub(super) begun: Instant,
}

impl RunningCourier {
    /// Returns the present time, as the state counts it.
    pub fn now_ms(&self) -> Millis {
        since(self.begun)
    }
}

impl RunningAlerts {
    /// Returns the present time, as the state counts it.
    pub fn now_ms(&self) -> Millis {
        since(self.begun)
    }
}

/// Returns the time since an instant.
pub(super) fn since(begun: Instant) -> Millis {
    Millis::try_from(begun.elapsed().as_millis()).unwrap_or(Millis::MAX)
}
