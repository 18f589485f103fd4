//! A model of the tree in which nodes are lost and their viewers come back, in steps of a hundredth of a second.
//!
//! ```text
//!  waiting ──▶ asks for a snapshot ──▶ opens a line ──▶ follows
//!     ▲              │ refused, or too slow   │ refused, or nothing said
//!     └──────────────┴────────────────────────┘ each as the page does it; a page whose lines fail goes on with snapshots
//! ```
//! A node serves what is asked of it in turn, at a rate that is assumed. It also does the work for a page that has given up
//! meanwhile. A viewer keeps to one node while the balancer has that node.

use super::page::Limits;
use sim::Rng;

/// The length of a step in milliseconds.
const STEP: u64 = 10;
/// The time after which the model ends, counted from when all nodes are there that will be.
pub(super) const END: u64 = 90_000;
/// The number of ways in which a page can follow: by a WebSocket, by events, by snapshots alone.
const WAYS: u8 = 3;

/// The tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Tree {
    pub(super) viewers: u64,
    pub(super) nodes: u64,
    /// The number of viewers that a node can take back in a second. Half of the work is the snapshot's.
    pub(super) rejoins: u64,
}

/// What happens to the tree.
#[derive(Debug, Clone, Copy)]
pub(super) struct Blow {
    /// The number of nodes that are lost.
    pub(super) lost: u64,
    /// True if their connections stay open and say nothing.
    pub(super) is_silent: bool,
    /// When they are there again. Until then viewers go to the others, if there are any.
    pub(super) back_ms: Option<u64>,
}

/// What came of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Outcome {
    /// The viewers who had to come back.
    pub(super) thrown: u64,
    /// The time until 99 of 100 of them were current, and until all were; `None` if some were not at the end.
    pub(super) most_ms: Option<u64>,
    pub(super) all_ms: Option<u64>,
    /// The most requests, snapshots and lines, that came to one node in a second.
    pub(super) busiest: u64,
    /// The most viewers and the most connections of any node.
    pub(super) viewers: u64,
    pub(super) connections: u64,
    /// The requests that were refused by a node that had no place.
    pub(super) refused: u64,
    /// The viewers who follow by events at the end, and those who have snapshots alone.
    pub(super) by_events: u64,
    pub(super) by_snapshots: u64,
}

#[derive(Debug, Clone, Copy)]
struct Viewer {
    node: u32,
    attempt: u32,
    failures: u32,
    way: u8,
    is_current: bool,
    /// How long the last snapshot took.
    took: u64,
    /// Until when a connection to the node is kept for the next question; 0 if there is none.
    kept_until: u64,
}

#[derive(Debug, Clone, Default)]
struct Node {
    is_down: bool,
    /// When it has done all that was asked of it, in microseconds.
    free_us: u64,
    viewers: u64,
    connections: u64,
    /// The second of the last request, and how many came in it.
    second: u64,
    asked: u64,
}

#[derive(Debug, Clone, Copy)]
enum Event {
    Begins,
    NoAnswer,
    Answered,
    NoWord,
    TurnedAway,
    Follows,
    ConnectionEnds,
}

struct Model {
    limits: Limits,
    tree: Tree,
    rng: Rng,
    nodes: Vec<Node>,
    up: Vec<u32>,
    all: Vec<Viewer>,
    steps: Vec<Vec<(u32, Event)>>,
    now: u64,
    current: u64,
    outcome: Outcome,
}

/// Plays what comes of a blow.
pub(super) fn play(limits: Limits, tree: Tree, blow: Blow, seed: u64) -> Outcome {
    let mut model = Model::new(limits, tree, blow, seed);
    let thrown = model.all.len() as u64;
    let most = thrown * 99 / 100;
    for step in 0..model.steps.len() {
        model.now = step as u64 * STEP;
        if blow.back_ms == Some(model.now) {
            model.restore();
        }
        // An act may lead to another in the same step.
        while let Some((viewer, event)) = model.steps[step].pop() {
            model.act(viewer as usize, event);
        }
        if model.outcome.most_ms.is_none() && model.current >= most {
            model.outcome.most_ms = Some(model.now);
        }
        if model.outcome.all_ms.is_none() && model.current == thrown {
            model.outcome.all_ms = Some(model.now);
        }
    }
    model.outcome.thrown = thrown;
    let follow = |way: u8| model.all.iter().filter(|viewer| viewer.way == way).count() as u64;
    (model.outcome.by_events, model.outcome.by_snapshots) = (follow(1), follow(WAYS - 1));
    model.outcome
}

impl Model {
    fn new(limits: Limits, tree: Tree, blow: Blow, seed: u64) -> Model {
        let mut rng = Rng::new(seed);
        let mut nodes = vec![Node::default(); tree.nodes as usize];
        for _ in 0..tree.viewers {
            nodes[rng.below(tree.nodes) as usize].viewers += 1;
        }
        let mut all = Vec::new();
        for (number, node) in nodes.iter_mut().enumerate() {
            // Who looks at a snapshot now and then has a second connection for a while.
            node.connections = node.viewers + node.viewers * limits.kept / limits.check;
            if (number as u64) < blow.lost {
                let viewer = Viewer {
                    node: number as u32,
                    attempt: 0,
                    failures: 0,
                    way: 0,
                    is_current: false,
                    took: 0,
                    kept_until: 0,
                };
                all.extend((0..node.viewers).map(|_| viewer));
                *node = Node { is_down: true, ..Node::default() };
            }
        }
        let mut model = Model {
            limits,
            tree,
            rng,
            nodes,
            up: (blow.lost as u32..tree.nodes as u32).collect(),
            all,
            steps: vec![Vec::new(); ((blow.back_ms.unwrap_or_default() + END) / STEP) as usize],
            now: 0,
            current: 0,
            outcome: Outcome::default(),
        };
        model.outcome.viewers = model.nodes.iter().map(|node| node.viewers).max().unwrap_or_default();
        for viewer in 0..model.all.len() {
            // What breaks is noticed at once, a silence when the page looks at the time.
            let noticed = if blow.is_silent { limits.dead + model.rng.below(limits.tick) } else { 0 };
            model.now = noticed;
            model.lost(viewer);
        }
        model
    }

    /// Brings the lost nodes back: each with nobody.
    fn restore(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.is_down = false);
        self.up = (0..self.tree.nodes as u32).collect();
    }

    fn act(&mut self, viewer: usize, event: Event) {
        match event {
            Event::Begins => self.ask(viewer),
            Event::NoAnswer => self.lost(viewer),
            Event::Answered => self.open(viewer),
            Event::NoWord => {
                self.node(viewer).connections -= 1;
                self.node(viewer).viewers -= 1;
                self.unheard(viewer, self.limits.tries);
            }
            Event::TurnedAway => {
                self.node(viewer).connections -= 1;
                self.unheard(viewer, 1);
            }
            Event::Follows => self.is_current(viewer),
            Event::ConnectionEnds => {
                let until = self.all[viewer].kept_until;
                if until > self.now {
                    self.at(until, viewer, Event::ConnectionEnds);
                } else if until > 0 {
                    self.all[viewer].kept_until = 0;
                    self.node(viewer).connections -= 1;
                }
            }
        }
    }

    fn ask(&mut self, viewer: usize) {
        let known = self.all[viewer].node;
        if self.nodes[known as usize].is_down {
            if self.up.is_empty() {
                return self.lost(viewer);
            }
            self.all[viewer].node = self.up[self.rng.below(self.up.len() as u64) as usize];
        }
        let has_connection = self.all[viewer].kept_until > 0;
        if !has_connection && !self.admit(viewer) {
            return self.lost(viewer);
        }
        let done = self.serve(viewer);
        self.all[viewer].took = done - self.now;
        self.all[viewer].kept_until = done + self.limits.kept;
        if !has_connection {
            self.at(done + self.limits.kept, viewer, Event::ConnectionEnds);
        }
        let patience = self.now + self.limits.head;
        match done > patience {
            true => self.at(patience + self.limits.tick / 2, viewer, Event::NoAnswer),
            false => self.at(done, viewer, Event::Answered),
        }
    }

    fn open(&mut self, viewer: usize) {
        if self.all[viewer].way == WAYS - 1 {
            self.is_current(viewer);
            let pause = self.limits.poll * (800 + self.rng.below(400)) / 1_000;
            return self.at(self.now + pause, viewer, Event::Begins);
        }
        if !self.admit(viewer) {
            return self.unheard(viewer, 1);
        }
        let done = self.serve(viewer);
        let places = self.limits.viewers;
        let node = self.node(viewer);
        if node.viewers >= places {
            self.outcome.refused += 1;
            return self.at(done, viewer, Event::TurnedAway);
        }
        node.viewers += 1;
        let viewers = node.viewers;
        self.outcome.viewers = self.outcome.viewers.max(viewers);
        let patience = self.now + self.limits.greeting + self.limits.slowness * self.all[viewer].took;
        match done > patience {
            true => self.at(patience + self.limits.tick / 2, viewer, Event::NoWord),
            false => self.at(done, viewer, Event::Follows),
        }
    }

    fn is_current(&mut self, viewer: usize) {
        let viewer = &mut self.all[viewer];
        viewer.attempt = 0;
        self.current += u64::from(!viewer.is_current);
        viewer.is_current = true;
    }

    /// Takes a connection, unless the node has none left.
    fn admit(&mut self, viewer: usize) -> bool {
        let most = self.limits.connections;
        let node = self.node(viewer);
        if node.connections >= most {
            self.outcome.refused += 1;
            return false;
        }
        node.connections += 1;
        let connections = node.connections;
        self.outcome.connections = self.outcome.connections.max(connections);
        true
    }

    /// Puts a question behind those that wait. Returns when it is answered.
    fn serve(&mut self, viewer: usize) -> u64 {
        let (now, work_us) = (self.now, 1_000_000 / (2 * self.tree.rejoins));
        let node = self.node(viewer);
        if node.second != now / 1_000 {
            (node.second, node.asked) = (now / 1_000, 0);
        }
        node.asked += 1;
        let asked = node.asked;
        node.free_us = node.free_us.max(now * 1_000) + work_us;
        let done = node.free_us.div_ceil(1_000);
        self.outcome.busiest = self.outcome.busiest.max(asked);
        done
    }

    fn lost(&mut self, viewer: usize) {
        let attempt = self.all[viewer].attempt;
        (self.all[viewer].attempt, self.all[viewer].failures) = (attempt + 1, 0);
        self.wait(viewer, attempt);
    }

    fn unheard(&mut self, viewer: usize, weight: u32) {
        let it = &mut self.all[viewer];
        it.failures += weight;
        if it.failures >= self.limits.tries && it.way < WAYS - 1 {
            (it.way, it.failures) = (it.way + 1, 0);
        }
        self.wait(viewer, 0);
    }

    fn wait(&mut self, viewer: usize, attempt: u32) {
        let chance = self.rng.below(1_000_001);
        self.at(self.now + self.limits.wait(attempt, chance), viewer, Event::Begins);
    }

    fn at(&mut self, at: u64, viewer: usize, event: Event) {
        if let Some(step) = self.steps.get_mut(at.div_ceil(STEP) as usize) {
            step.push((viewer as u32, event));
        }
    }

    fn node(&mut self, viewer: usize) -> &mut Node {
        &mut self.nodes[self.all[viewer].node as usize]
    }
}
