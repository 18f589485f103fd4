//! Chaos on every transport: viewers of both protocols, by WebSocket and by events, follow a hall and a node through a proxy
//! that loses, doubles and swaps frames and tears lines, while programs are killed and started again. When play is over,
//! each viewer shows byte for byte what somebody sees who comes then.

mod hall_1;
mod hall_2;
mod proxy;
mod viewers;

use crate::{
    broker::{Broker, Node, tables},
    rig::{Hall, config, folder, until},
    seat::{Seat, game},
};
use proxy::{Proxy, Way, Weather};
use rustix::process::Signal;
use std::{fs, path::Path, time::Duration};
use tokio::time::sleep;
use viewers::Viewers;

const STORM: Weather = Weather { lost: 120_000, doubled: 120_000, swapped: 120_000, torn: 15_000 };
const TABLES: u16 = 3;
/// The length of each game, in plies.
const PLIES: usize = 26;

fn seats(folder: &Path, seed: u64) -> Vec<Seat> {
    (1..=TABLES).map(|no| Seat::new(folder, no, game(no + seed as u16, PLIES))).collect()
}

async fn until_played(seats: &[Seat], plies: usize) {
    // Some of these games are shorter.
    let is_there = |seat: &Seat| seat.progress().finished || seat.progress().plies >= plies;
    until("they play on", || seats.iter().all(is_there)).await;
}

async fn until_finished(seats: &[Seat]) {
    until("the games were played", || seats.iter().all(|seat| seat.progress().finished)).await;
}

/// Checks that frames came to every harm.
fn expect_storm(proxy: &Proxy) {
    let tally = proxy.tally();
    let all = [tally.passed, tally.lost, tally.doubled, tally.swapped, tally.torn];
    assert!(all.iter().all(|count| *count > 0), "{tally:?}");
}

async fn round_of_a_hall(seed: u64) {
    let folder = folder(&format!("chaos-hall-{seed}"));
    let seats = seats(&folder, seed);
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let config = config(&folder, &ports);
    let mut hall = Hall::start(&config);
    let proxy = Proxy::before(&hall.address, seed).await;
    let viewers = Viewers::follow(&proxy.address, seed);
    proxy.weather(STORM);
    for (plies, signal) in [(7, Signal::KILL), (15, Signal::TERM)] {
        until_played(&seats, plies).await;
        hall.signal(signal);
        hall = Hall::start(&config);
        proxy.lead_to(&hall.address);
        until_played(&seats, plies + 3).await;
        proxy.cut();
    }
    until_finished(&seats).await;
    proxy.weather(Weather::default());
    viewers.expect_what_is_fresh_at(&hall.address).await;
    viewers.expect_trouble();
    expect_storm(&proxy);
    let wanted: Vec<_> = (1..).zip(&seats).map(|(no, seat)| (no, seat.wanted.clone())).collect();
    hall.expect_games(&wanted).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn viewers_of_a_hall_end_with_what_a_fresh_viewer_sees() {
    for seed in 1..=3 {
        round_of_a_hall(seed).await;
    }
}

async fn round_of_a_node(seed: u64) {
    let folder = folder(&format!("chaos-node-{seed}"));
    let mut broker = Broker::start(&folder);
    let seats = seats(&folder, seed);
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let config = config(&folder, &ports);
    let text = fs::read_to_string(&config).expect("it was written");
    let text = format!("{}{text}", broker.section("hall = \"main\"\n"));
    fs::write(&config, text).expect("the folder can be written");
    let mut hall = Hall::start(&config);
    // The network between the node and the broker.
    let network = Proxy::before(&format!("127.0.0.1:{}", broker.port), seed).await;
    let sections = format!(
        "[broker]\nservers = [\"nats://{}\"]\nevent = \"test\"\n[[hall]]\nname = \"main\"\n",
        network.address
    );
    let mut node = Node::start(&folder, "node", &sections);
    let proxy = Proxy::before(&node.address, seed).await;
    let viewers = Viewers::follow(&proxy.address, seed);
    proxy.weather(STORM);

    until_played(&seats, 5).await;
    hall.signal(Signal::KILL);
    hall = Hall::start(&config);
    until_played(&seats, 8).await;
    broker.kill();
    until_played(&seats, 10).await;
    if seed.is_multiple_of(2) {
        broker.forget();
    }
    broker.begin();
    until_played(&seats, 12).await;
    network.way(if seed.is_multiple_of(2) { Way::Shut } else { Way::Parted });
    until_played(&seats, 16).await;
    until("the node says that nothing is heard of the hall", || {
        tables(&node.address, 0).iter().all(|(table, _)| table["link"]["state"] == "lost")
    })
    .await;
    network.way(Way::Open);
    until_played(&seats, 18).await;
    node = node.again();
    proxy.lead_to(&node.address);
    until_played(&seats, 22).await;
    network.cut();
    proxy.cut();
    until_finished(&seats).await;
    until("the node shows all that was played", || {
        let shown = |address: &str| -> Vec<_> {
            tables(address, 0)
                .into_iter()
                .map(|(table, _)| (table["moves"].clone(), table["link"].clone()))
                .collect()
        };
        shown(&hall.address) == shown(&node.address)
    })
    .await;
    // The end of the last move settles.
    sleep(Duration::from_secs(3)).await;
    proxy.weather(Weather::default());
    viewers.expect_what_is_fresh_at(&node.address).await;
    viewers.expect_trouble();
    expect_storm(&proxy);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn viewers_of_a_node_end_with_what_a_fresh_viewer_sees() {
    for seed in 1..=2 {
        round_of_a_node(seed).await;
    }
}
