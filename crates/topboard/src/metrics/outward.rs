//! The figures of what goes to others: pushes to Lichess, couriers, alerts to the operator.

use super::{count, gauge, whole};
use crate::broadcast::{
    destinations::{Destinations, RunningAlerts, RunningCourier},
    lichess::LichessState,
};
use board::Millis;
use broadcast::courier::CourierStatus;
use prometheus_client::{
    metrics::{counter::Counter, family::Family, gauge::Gauge},
    registry::{Registry, Unit},
};
use std::sync::Arc;

/// The number of a courier in the configuration, and the name of its destination.
type Destination = [(&'static str, String); 2];

pub(super) fn register(destinations: &Destinations, all: &mut Registry) {
    let Destinations { lichess, couriers, alerts } = destinations;
    if let Some(lichess) = lichess {
        of_lichess(&Arc::clone(&lichess.borrow()), all);
    }
    if !couriers.is_empty() {
        of_couriers(couriers, all);
    }
    if let Some(alerts) = alerts {
        of_alerts(alerts, all);
    }
}

fn of_lichess(state: &LichessState, all: &mut Registry) {
    let (accepted, failed) = state.pushes.tally();
    count(all, "lichess_pushes", "Pushes that Lichess took", accepted);
    count(all, "lichess_failures", "Pushes that Lichess did not take", failed);
    let behind = state.pushes.rounds().filter(|(_, round)| !round.is_current()).count();
    all.register(
        "lichess_rounds_behind",
        "Rounds of which Lichess does not show the latest",
        gauge(behind as u64),
    );
    let refused: usize = state.pushes.rounds().map(|(_, round)| round.refused.len()).sum();
    all.register("lichess_games_refused", "Games that Lichess did not take", gauge(refused as u64));
}

fn of_couriers(couriers: &[RunningCourier], all: &mut Registry) {
    let (taken, waiting) =
        (Family::<Destination, Counter>::default(), Family::<Destination, Gauge>::default());
    let (failing, age) = (Family::<Destination, Gauge>::default(), Family::<Destination, Gauge>::default());
    for (number, courier) in (1..).zip(couriers) {
        let CourierStatus { accepted, accepted_ms, waiting: lacking, failure, .. } =
            courier.status.borrow().clone();
        let number: usize = number;
        let label = [("courier", number.to_string()), ("destination", courier.name.clone())];
        taken.get_or_create(&label).inc_by(accepted);
        waiting.get_or_create(&label).set(whole(lacking));
        failing.get_or_create(&label).set(i64::from(failure.is_some()));
        if let Some(accepted_ms) = accepted_ms {
            age.get_or_create(&label).set(seconds(courier.now_ms().saturating_sub(accepted_ms)));
        }
    }
    all.register("courier_files", "Files that the destination took", taken);
    all.register("courier_waiting", "Files that the destination lacks", waiting);
    all.register("courier_failing", "1 while the destination does not take them", failing);
    all.register_with_unit("courier_file_age", "Time since it took the last one", Unit::Seconds, age);
}

fn of_alerts(alerts: &RunningAlerts, all: &mut Registry) {
    let status = alerts.status.borrow().clone();
    count(all, "alerts", "Messages to the operator that the service took", status.taken);
    let help = "Troubles, and ends of troubles, that the operator is still to be told of";
    all.register("alerts_waiting", help, gauge(status.waiting as u64));
    all.register("alerts_lasting", "Troubles in the hall that last", gauge(status.lasting.len() as u64));
    let is_failing = gauge(u64::from(status.failure.is_some()));
    all.register("alerts_failing", "1 while the service does not take messages", is_failing);
}

fn seconds(ms: Millis) -> i64 {
    i64::try_from(ms / 1_000).unwrap_or(i64::MAX)
}
