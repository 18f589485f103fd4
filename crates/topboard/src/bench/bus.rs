//! `topboard bench bus`: how often the boards on one cable are asked, and how soon the host knows that a piece was put
//! down.
//!
//! The real master speaks to simulated boards in simulated time: a byte takes 1.04 ms, and the adapter adds its own
//! delay to each answer. The results do not depend on this computer.

use crate::terminal::failure::Outcome;
use crate::terminal::stdout::say;
use board::{
    BoardEvent, Contents, LinkState, Millis,
    dgt::{
        ClockState,
        bus::{Master, Slave, Strand},
    },
};
use clap::Args;
use serde_json::json;
use shakmaty::{Board, ByColor, Color, Square};
use sim::Rng;
use std::collections::{BTreeMap, VecDeque};

/// Options of `bench bus`.
#[derive(Debug, Clone, Args)]
pub struct BenchBusOptions {
    /// The number of boards on the cable; several numbers give several lines of the table.
    #[arg(long, value_delimiter = ',', default_value = "1,5,10,20,40")]
    pub boards: Vec<u16>,
    /// The time to measure, in simulated seconds, from the moment when all boards are found.
    #[arg(long, default_value_t = 300)]
    pub seconds: u64,
    /// The delay that the adapter adds to each answer, in milliseconds: 1 with the rules of udev/, 16 as adapters are
    /// sold.
    #[arg(long, default_value_t = 1)]
    pub adapter_ms: Millis,
    /// Lose one answer in this many; 0 loses none.
    #[arg(long, default_value_t = 0)]
    pub lose_every: u64,
    /// The seed of what the simulated hands do.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
}

/// The time limit for finding all boards, in simulated milliseconds.
const FINDING_MAX_MS: Millis = 120_000;
/// The bus address of the first board.
const FIRST: u16 = 1000;
/// The average time between moves at a table, in milliseconds.
const MOVE_MS: u64 = 5000;
/// The time for which a piece is in the air, in milliseconds.
const CARRIED_MS: Millis = 600;

/// Measures how soon moves are known of boards that share a cable, and prints the results.
pub fn command(options: &BenchBusOptions, json: bool) -> Outcome {
    if !json {
        say!(
            "{:>6} {:>9} {:>16} {:>16} {:>7} {:>6} {:>26}",
            "boards",
            "found, s",
            "round, ms",
            "longest, ms",
            "replies",
            "busy",
            "piece to host, ms"
        );
    }
    for &boards in &options.boards {
        let mut bus = Bus::new(boards.clamp(1, 64), options);
        let found_ms = bus.find();
        bus.measure(options.seconds * 1000);
        let unseen = bus.unseen();
        let seconds = options.seconds.max(1) as f64;
        let round = Spread::of(bus.rounds);
        let delay = Spread::of(bus.delays);
        let replies = bus.replies as f64 / seconds;
        // A byte takes ten bits on the cable, so 9600 baud carry 960 bytes a second.
        let busy = bus.bytes as f64 / seconds / 960.0 * 100.0;
        if json {
            say!(
                "{}",
                json!({
                    "boards": boards, "found_ms": found_ms, "round_ms": round.median, "round_longest_ms": round.longest,
                    "replies_per_s": replies, "busy_percent": busy, "delay_ms": delay.median,
                    "delay_p99_ms": delay.p99, "delay_longest_ms": delay.longest, "changes": delay.count,
                    "unknown": unseen,
                })
            );
            continue;
        }
        say!(
            "{boards:>6} {:>9.1} {:>16} {:>16} {replies:>7.1} {busy:>5.0}% {:>26}",
            found_ms as f64 / 1000.0,
            round.median,
            round.longest,
            format!("{}, {}, {}", delay.median, delay.p99, delay.longest),
        );
        if unseen > 0 {
            say!("       {unseen} boards are not as the master believes");
        }
    }
    Ok(())
}

/// One cable with its boards, and the hands that play at all of them.
struct Bus {
    t: Millis,
    master: Master,
    strand: Strand,
    rng: Rng,
    adapter_ms: Millis,
    lose_every: u64,
    /// The answers that wait in the adapter, each with the time at which it leaves the adapter.
    late: VecDeque<(Millis, Vec<u8>)>,
    /// The next action of the hands at each table.
    hands: BTreeMap<u16, Hand>,
    asked: BTreeMap<u16, Millis>,
    rounds: Vec<Millis>,
    delays: Vec<Millis>,
    /// The changed squares that the host does not know yet, with the time of each change.
    waiting: BTreeMap<(u16, Square), Millis>,
    replies: u64,
    bytes: u64,
    is_measured: bool,
}

/// A hand that moves White's king's knight out and back. Which move it is makes no difference to the measurement.
struct Hand {
    due: Millis,
    from: Square,
    is_in_air: bool,
}

impl Bus {
    fn new(boards: u16, options: &BenchBusOptions) -> Bus {
        let addresses = FIRST..FIRST + boards;
        let slaves = addresses.clone().map(|address| Slave::new(address, &Board::new())).collect();
        let mut bus = Bus {
            t: 0,
            master: Master::new(),
            strand: Strand::new(slaves),
            rng: Rng::new(options.seed),
            adapter_ms: options.adapter_ms,
            lose_every: options.lose_every,
            late: VecDeque::new(),
            hands: BTreeMap::new(),
            asked: BTreeMap::new(),
            rounds: Vec::new(),
            delays: Vec::new(),
            waiting: BTreeMap::new(),
            replies: 0,
            bytes: 0,
            is_measured: false,
        };
        let clock = ClockState {
            left_ms: ByColor { white: 5_400_000, black: 5_400_000 },
            running: Some(Color::White),
            lever: Color::White,
        };
        for address in addresses {
            bus.strand.board(address).expect("it was just made").set_clock(0, clock);
        }
        bus.master.handle_open(0);
        bus
    }

    /// Runs until every board is live. Returns how long that took, in simulated milliseconds.
    fn find(&mut self) -> Millis {
        let all = self.strand.boards.len();
        let is_live = |bus: &Bus| {
            bus.master.addresses().filter(|address| bus.master.state(*address) == LinkState::Live).count()
                == all
        };
        while !is_live(self) && self.t < FINDING_MAX_MS {
            self.run(self.t + 10);
        }
        self.t
    }

    fn measure(&mut self, ms: Millis) {
        let addresses: Vec<u16> = self.strand.boards.iter().map(Slave::address).collect();
        for address in addresses {
            let due = self.t + self.rng.below(MOVE_MS);
            self.hands.insert(address, Hand { due, from: Square::G1, is_in_air: false });
        }
        self.is_measured = true;
        let end = self.t + ms;
        while let Some((address, due)) = self.next_hand().filter(|(_, due)| *due < end) {
            self.run(due);
            self.move_hand(address);
        }
        self.run(end);
        self.is_measured = false;
        // The last changes are still to be reported.
        self.run(end + 10_000);
    }

    /// Returns the number of boards whose squares the master does not know correctly.
    fn unseen(&self) -> usize {
        let is_wrong = |slave: &&Slave| self.master.reading(slave.address()) != Some(slave.truth());
        self.strand.boards.iter().filter(is_wrong).count()
    }

    fn next_hand(&self) -> Option<(u16, Millis)> {
        self.hands.iter().map(|(address, hand)| (*address, hand.due)).min_by_key(|(_, due)| *due)
    }

    fn move_hand(&mut self, address: u16) {
        let wait_ms = MOVE_MS / 2 + self.rng.below(MOVE_MS);
        let Some(hand) = self.hands.get_mut(&address) else { return };
        let to = if hand.from == Square::G1 { Square::F3 } else { Square::G1 };
        let (square, contents) = if hand.is_in_air {
            (to, Contents::Piece(Color::White.knight()))
        } else {
            (hand.from, Contents::Empty)
        };
        if hand.is_in_air {
            hand.from = to;
        }
        hand.is_in_air = !hand.is_in_air;
        hand.due = self.t + if hand.is_in_air { CARRIED_MS } else { wait_ms };
        self.waiting.insert((address, square), self.t);
        self.strand.board(address).expect("it is on the cable").set_square(self.t, square, contents);
    }

    /// Lets simulated time pass until this instant.
    fn run(&mut self, until: Millis) {
        loop {
            let late = self.late.front().map(|(due, _)| *due);
            let due = [self.master.next_deadline(), self.strand.next_deadline(), late];
            let next = due.into_iter().flatten().min().unwrap_or(until).clamp(self.t, until);
            self.t = next;
            self.strand.advance(next);
            while let Some((_, bytes)) = self.late.pop_front_if(|(due, _)| *due <= next) {
                self.master.handle_bytes(next, &bytes);
            }
            self.master.advance(next);
            self.carry();
            let late = self.late.front().map(|(due, _)| *due);
            let due = [self.master.next_deadline(), self.strand.next_deadline(), late];
            if next == until && due.into_iter().flatten().all(|due| due > until) {
                return;
            }
        }
    }

    fn carry(&mut self) {
        while let Some(bytes) = self.master.poll_transmit() {
            self.note(bytes.len(), 0);
            // The master asks a board for changes with the byte 0x83 and the board's address, in two bytes of seven
            // bits each.
            if let [0x83, high, low, _] = bytes[..] {
                let address = u16::from(high) << 7 | u16::from(low);
                if let Some(before) = self.asked.insert(address, self.t)
                    && self.is_measured
                {
                    self.rounds.push(self.t - before);
                }
            }
            self.strand.handle_bytes(self.t, &bytes);
        }
        while let Some(bytes) = self.strand.poll_transmit() {
            self.note(bytes.len(), 1);
            if self.lose_every == 0 || self.rng.below(self.lose_every) > 0 {
                self.late.push_back((self.t + self.adapter_ms, bytes));
            }
        }
        while let Some((address, _, event)) = self.master.poll_event() {
            let BoardEvent::Square { square, .. } = event else { continue };
            if let Some(since) = self.waiting.remove(&(address, square))
                && self.is_measured
            {
                self.delays.push(self.t - since);
            }
        }
    }

    fn note(&mut self, bytes: usize, replies: u64) {
        if self.is_measured {
            self.bytes += bytes as u64;
            self.replies += replies;
        }
    }
}

/// The distribution of some times in milliseconds.
struct Spread {
    count: usize,
    median: Millis,
    p99: Millis,
    longest: Millis,
}

impl Spread {
    fn of(mut times: Vec<Millis>) -> Spread {
        times.sort_unstable();
        let at =
            |permille: usize| times.get((times.len() * permille / 1000).min(times.len().saturating_sub(1)));
        let [median, p99, longest] =
            [500, 990, 1000].map(|permille| at(permille).copied().unwrap_or_default());
        Spread { count: times.len(), median, p99, longest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_boards_are_asked_fairly_and_every_piece_is_known() {
        let options =
            BenchBusOptions { boards: vec![20], seconds: 60, adapter_ms: 1, lose_every: 100, seed: 1 };
        let mut bus = Bus::new(20, &options);
        assert!(bus.find() < 60_000, "all are found");
        bus.measure(60_000);
        assert_eq!(bus.unseen(), 0, "the master believes what is so");
        let (round, delay) = (Spread::of(bus.rounds), Spread::of(bus.delays));
        assert!(round.median < 1000, "each is asked every second: {}", round.median);
        assert!(delay.count > 300 && delay.median < 1000, "{} pieces in {} ms", delay.count, delay.median);
    }
}
