//! The tables of what fails: how many nodes are enough, and how long it takes until everybody is current.

use super::{
    page::Limits,
    storm::{Blow, END, Outcome, Tree, play},
    traffic::{CORES, NODES, REJOINS, VIEWERS, thousands},
};
use sim::Rng;

/// The part of the tree that is played where many nodes are lost. Nodes do not know each other, so it says what all of it
/// would say.
const PART: u64 = 5;
/// The numbers of nodes that are compared.
const TRIED: [u64; 5] = [60, 75, 90, NODES, 120];
/// How long the broker and a balancer are away.
const AWAY_MS: u64 = 60_000;
/// The pauses between attempts of halls and nodes to reach the broker: the first, and by what each is divided and multiplied.
const PAUSE_FIRST_MS: u64 = 250;

/// Returns the tables.
pub(super) fn tables(limits: &Limits) -> Vec<String> {
    vec![reserve(limits), losses(limits)]
}

fn reserve(limits: &Limits) -> String {
    let mut out = String::from(
        "| nodes for a million | viewers each | one is killed: refused | a third are killed: refused, all current after | most viewers, connections of a node | then by events, by snapshots alone |\n\
         |---|---|---|---|---|---|\n",
    );
    for nodes in TRIED {
        let tree = Tree { viewers: VIEWERS, nodes, rejoins: CORES * REJOINS };
        let one = play(*limits, tree, Blow { lost: 1, is_silent: false, back_ms: None }, 1);
        let third = of_a_third(limits, nodes, CORES * REJOINS, false);
        out += &format!(
            "| {nodes} | {} | {} | {}, {} | {}, {} | {}, {} |\n",
            thousands((VIEWERS / nodes) as f64),
            thousands(one.refused as f64),
            thousands((PART * third.refused) as f64),
            seconds(third.all_ms),
            thousands(third.viewers as f64),
            thousands(third.connections as f64),
            thousands((PART * third.by_events) as f64),
            thousands((PART * third.by_snapshots) as f64),
        );
        if nodes == NODES {
            assert_eq!(
                (one.refused, third.refused, third.by_events, third.by_snapshots),
                (0, 0, 0, 0),
                "{NODES} nodes are enough"
            );
            assert!(third.viewers <= limits.viewers && third.connections <= limits.connections);
        }
    }
    out
}

fn losses(limits: &Limits) -> String {
    let mut out = format!(
        "| of {NODES} nodes | come back | 99 % current after | all current after | most requests of a node in a second | refused | then by events, by snapshots alone |\n\
         |---|---|---|---|---|---|---|\n"
    );
    let mut row = |name: &str, it: &Outcome, part: u64| {
        out += &format!(
            "| {name} | {} | {} | {} | {} | {} | {}, {} |\n",
            thousands((part * it.thrown) as f64),
            seconds(it.most_ms),
            seconds(it.all_ms),
            thousands(it.busiest as f64),
            thousands((part * it.refused) as f64),
            thousands((part * it.by_events) as f64),
            thousands((part * it.by_snapshots) as f64)
        );
    };
    let usual = CORES * REJOINS;
    let tree = Tree { viewers: VIEWERS, nodes: NODES, rejoins: usual };
    let one = Blow { lost: 1, is_silent: false, back_ms: None };
    row("one is killed", &play(*limits, tree, one, 1), 1);
    row("one is cut off", &play(*limits, tree, Blow { is_silent: true, ..one }, 1), 1);
    row("a third are killed", &of_a_third(limits, NODES, usual, false), PART);
    row("a third are cut off", &of_a_third(limits, NODES, usual, true), PART);
    let slow = usual / 5;
    let words = format!("a third are killed, and a core takes back {} a second", REJOINS / 5);
    row(&words, &of_a_third(limits, NODES, slow, false), PART);
    row("the balancer, or all nodes, away for a minute", &of_all(limits, usual), PART);
    let words = format!("that, and a core takes back {} a second", REJOINS / 5);
    row(&words, &of_all(limits, slow), PART);
    let (most_ms, all_ms) = broker_back(limits);
    let stay = Outcome { most_ms: Some(most_ms), all_ms: Some(all_ms), ..Outcome::default() };
    row("the broker, away for a minute", &stay, 1);
    out
}

fn of_a_third(limits: &Limits, nodes: u64, rejoins: u64, is_silent: bool) -> Outcome {
    let tree = Tree { viewers: VIEWERS / PART, nodes: nodes / PART, rejoins };
    play(*limits, tree, Blow { lost: tree.nodes / 3, is_silent, back_ms: None }, 1)
}

fn of_all(limits: &Limits, rejoins: u64) -> Outcome {
    let tree = Tree { viewers: VIEWERS / PART, nodes: NODES / PART, rejoins };
    let mut outcome =
        play(*limits, tree, Blow { lost: tree.nodes, is_silent: false, back_ms: Some(AWAY_MS) }, 1);
    let since = |at: &mut Option<u64>| *at = at.map(|at| at - AWAY_MS);
    since(&mut outcome.most_ms);
    since(&mut outcome.all_ms);
    outcome
}

/// Returns how long after the broker's return 99 of 100 nodes have reached it, and all of them. A node says that the hall
/// lives at its second beat.
fn broker_back(limits: &Limits) -> (u64, u64) {
    let mut rng = Rng::new(1);
    let mut back: Vec<u64> = (0..NODES)
        .map(|_| {
            let (mut at, mut pause) = (0, PAUSE_FIRST_MS);
            while at < AWAY_MS {
                at += pause * (256 + rng.below(256)) / 512;
                pause = (2 * pause).min(limits.broker_pause);
            }
            at - AWAY_MS + 2_000
        })
        .collect();
    back.sort_unstable();
    (back[back.len() * 99 / 100 - 1], back[back.len() - 1])
}

fn seconds(ms: Option<u64>) -> String {
    ms.map_or(format!("more than {} s", END / 1_000), |ms| format!("{:.1} s", ms as f64 / 1e3))
}

#[test]
fn a_page_without_patience_for_a_slow_server_would_go_on_with_snapshots() {
    let limits = Limits::read();
    let impatient = Limits { slowness: 0, ..limits };
    let [patient, impatient] = [limits, impatient].map(|limits| of_all(&limits, CORES * REJOINS / 5));
    assert_eq!((patient.by_events, patient.by_snapshots), (0, 0));
    assert!(2 * impatient.by_snapshots > impatient.thrown, "most of {}", impatient.thrown);
}
