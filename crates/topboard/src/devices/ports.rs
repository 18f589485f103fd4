//! The ports that have a driver: those that the configuration names, and those that are discovered.

use crate::{
    config::DeviceChoice,
    devices::{
        driver::{self, Devotion},
        hid, pins, port,
    },
    mainloop::DeviceInput,
};
use board::Maker;
use std::{collections::BTreeMap, path::PathBuf, sync::Arc, time::Duration};
use tokio::{sync::mpsc, task::JoinHandle, time::sleep};

/// The interval at which the program looks for new ports.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The greatest number of ports at once, far above what any hall needs. It limits the number of tasks.
const PORTS_MAX: usize = 1000;

/// Starts a driver for every present port, and for each new port when it appears, until the main loop is gone.
pub async fn run(choice: DeviceChoice, inputs: mpsc::Sender<DeviceInput>) {
    let mut drivers: BTreeMap<String, JoinHandle<()>> = BTreeMap::new();
    let ignored: Vec<PathBuf> = choice.ignore.iter().map(|path| port::device_of(path)).collect();
    for path in choice.ports.iter().take(PORTS_MAX) {
        let maker = maker_of(&choice, path);
        let run = driver::run(Arc::from(path.as_str()), maker, Devotion::Named, inputs.clone());
        drivers.entry(path.clone()).or_insert_with(|| tokio::spawn(run));
    }
    while !inputs.is_closed() {
        drivers.retain(|_, driver| !driver.is_finished());
        if choice.discover {
            // The device of a named port may come and go, so it is looked up anew each time.
            let named: Vec<PathBuf> = choice.ports.iter().map(|path| port::device_of(path)).collect();
            for path in port::present() {
                let name = path.to_string_lossy().into_owned();
                let known = named.contains(&path) || ignored.contains(&path) || drivers.contains_key(&name);
                if !known && drivers.len() < PORTS_MAX {
                    tracing::info!(event = "port-appeared", port = name, "{name}: a port appeared");
                    let maker = maker_of(&choice, &name);
                    let run = driver::run(Arc::from(name.as_str()), maker, Devotion::Found, inputs.clone());
                    drivers.insert(name, tokio::spawn(run));
                }
            }
        }
        sleep(LOOK_EVERY).await;
    }
}

/// Returns the maker of the board on a port, if it is known without asking the board.
fn maker_of(choice: &DeviceChoice, path: &str) -> Option<Maker> {
    let named = choice.makers.get(path).copied();
    let by_kind = || match pins::file_of(path) {
        Some(_) => Some(Maker::Home),
        None => hid::is_hid(path).then_some(hid::MAKER),
    };
    named.or_else(by_kind)
}
