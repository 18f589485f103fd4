//! What goes to others from a hall that runs.

use crate::{
    arbiter::OperatorRelease,
    broadcast::{
        alerts::{self, HallInView},
        couriers,
        destinations::Destinations,
        lichess,
    },
    config::Config,
    public::audience::Doors,
};
use relay::Spectators;
use tokio::sync::{mpsc, watch};

/// Starts what spectators' doors are read for: the pushes to Lichess, and the couriers.
pub(super) fn start(
    config: &Config,
    doors: &Doors<Spectators>,
    stop: &watch::Receiver<bool>,
) -> Destinations {
    let couriers = couriers::start(&config.couriers, doors, stop);
    let choice = config.lichess.clone();
    let lichess = choice.map(|choice| lichess::start(choice, &config.folder, doors, stop.clone()));
    Destinations { lichess, couriers, alerts: None }
}

/// Starts the alerts to the operator, if there are any. Returns the releases as the hub of operators is to have them.
pub(super) fn watch_over(
    config: &Config,
    watched: HallInView,
    releases: mpsc::Receiver<OperatorRelease>,
    destinations: &mut Destinations,
) -> mpsc::Receiver<OperatorRelease> {
    let Some(choice) = &config.alerts else { return releases };
    let (releases, running) = alerts::start(choice, watched, releases);
    destinations.alerts = Some(running);
    releases
}
