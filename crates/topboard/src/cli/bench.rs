//! The options of `bench`: what is measured, and how much of it.

use super::fanout::{BenchFanoutOptions, BenchRejoinOptions};
use super::values::{edition, speed};
use crate::bench::{bus::BenchBusOptions, journal::BenchJournalOptions};
use clap::{Args, Subcommand};
use std::{ops::RangeInclusive, path::PathBuf};

/// Options of `bench`.
#[derive(Debug, Clone, Args)]
pub struct BenchOptions {
    /// What to measure.
    #[command(subcommand)]
    pub what: BenchWhat,
}

/// The measurements.
#[derive(Debug, Clone, Subcommand)]
pub enum BenchWhat {
    /// How often the score is right over simulated games, by kind of board, clock, tempo and trouble.
    #[command(
        after_help = "Example: topboard bench accuracy --cells dgt-blitz,dgt-scramble --seeds 1..10000\n\
                            Example: topboard bench accuracy --cells dgt-scramble --shrink --keep failing"
    )]
    Accuracy(AccuracyOptions),
    /// The time from the last byte read from a board to the WebSocket frame at a client.
    #[command(after_help = "Example: topboard bench latency --tables 20 --seconds 20")]
    Latency(LatencyOptions),
    /// How often the boards on one cable are asked, and how soon a moved piece is known, in simulated time.
    #[command(after_help = "Example: topboard bench bus --boards 20 --adapter-ms 16")]
    Bus(BenchBusOptions),
    /// What it costs to send the same messages to thousands of readers, beside a bare write and beside other servers.
    #[command(after_help = "Example: topboard bench fanout --clients 1000,10000 --servers limit,topboard")]
    Fanout(BenchFanoutOptions),
    /// How soon clients that come back at once are current, what one costs that stops reading, and the memory of a day.
    #[command(after_help = "Example: topboard bench rejoin --clients 200 --churn 24")]
    Rejoin(BenchRejoinOptions),
    /// What the journal costs: bytes, syncs and delay; how many records a second are written; how long a restart takes.
    #[command(after_help = "Example: topboard bench journal --tempo classical\n\
                            Example: topboard bench journal --records 10000000 --data /mnt/card")]
    Journal(BenchJournalOptions),
    /// How many sensor events a second one core follows, and the memory for a full game.
    #[command(after_help = "Example: topboard bench reconstruct --games 200")]
    Reconstruct(BenchReconstructOptions),
    /// How fast a rating list is read and players are completed from it, and how much memory that takes.
    #[command(after_help = "Example: topboard bench ratings --rows 1000000 --players 200")]
    Ratings(BenchRatingsOptions),
    /// How long it takes to find out whether a side can still mate, over the positions of real games.
    #[command(after_help = "Example: topboard bench unwinnable --games 100")]
    Unwinnable(BenchUnwinnableOptions),
    /// What the arbiter is told in simulated games: false alarms, and how many hints.
    #[command(after_help = "Example: topboard bench laws --cells dgt-rapid,dgt-clumsy --seeds 1..2000")]
    Laws(BenchLawsOptions),
    /// What becomes of simulated games while somebody at the desk gives orders: by mistake, or instead of the board.
    #[command(after_help = "Example: topboard bench orders --seeds 1..20")]
    Orders(BenchOrdersOptions),
}

/// Options of `bench accuracy`.
#[derive(Debug, Clone, Args)]
pub struct AccuracyOptions {
    /// Measure only these cells, given by name or by the beginning of the name; without it all.
    #[arg(long, value_delimiter = ',')]
    pub cells: Vec<String>,
    /// The first and the last seed; each seed is one game.
    #[arg(long, default_value = "1..1000", value_parser = crate::bench::accuracy::seeds)]
    pub seeds: RangeInclusive<u64>,
    /// Measure only cells of this kind of board.
    #[arg(long, value_parser = crate::bench::accuracy::board)]
    pub board: Option<sim::cells::BoardKind>,
    /// Measure only cells of this tempo.
    #[arg(long, value_parser = crate::bench::accuracy::tempo)]
    pub tempo: Option<sim::Tempo>,
    /// The number of threads; without it one for each processor.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: Option<u16>,
    /// Do not measure speed: the output then depends on the seeds alone.
    #[arg(long)]
    pub no_speed: bool,
    /// Reduce each failing seed to a few events and print the result as a scenario.
    #[arg(long)]
    pub shrink: bool,
    /// With --shrink, also write the scenarios into this folder.
    #[arg(long, requires = "shrink")]
    pub keep: Option<PathBuf>,
    /// Print what hands did, what the board saw and what was scored around a ply of the first seed of one cell: 54,
    /// 54..60, or 2:54 for the seed's second game.
    #[arg(long, value_name = "PLACE", conflicts_with = "shrink")]
    pub trace: Option<sim::trace::Place>,
}

/// Options of `bench latency`.
#[derive(Debug, Clone, Args)]
pub struct LatencyOptions {
    /// The number of simulated boards, which play blitz.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=200))]
    pub tables: u16,
    /// The length of each of the three runs, in seconds.
    #[arg(long, default_value_t = 15)]
    pub seconds: u64,
    /// The seed of what the simulated hands do.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many times faster than real time the players move.
    #[arg(long, default_value_t = 4.0, value_parser = speed)]
    pub speed: f64,
    /// Keep the journals in this folder, to measure its disk; without it in a temporary folder.
    #[arg(long)]
    pub data: Option<PathBuf>,
}

/// Options of `bench reconstruct`.
#[derive(Debug, Clone, Args)]
pub struct BenchReconstructOptions {
    /// The seed of what the simulated hands do.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The number of games to reconstruct.
    #[arg(long, default_value_t = 200)]
    pub games: usize,
    /// The number of tables in the evening that is folded.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=200))]
    pub tables: u16,
    /// The length of the evening, in hours.
    #[arg(long, default_value_t = 6)]
    pub hours: u32,
}

/// Options of `bench laws`.
#[derive(Debug, Clone, Args)]
pub struct BenchLawsOptions {
    /// Measure only these cells, given by name or by the beginning of the name; without it all.
    #[arg(long, value_delimiter = ',')]
    pub cells: Vec<String>,
    /// The first and the last seed; each seed is one game.
    #[arg(long, default_value = "1..500", value_parser = crate::bench::accuracy::seeds)]
    pub seeds: RangeInclusive<u64>,
    /// The edition of the Laws: pl09, ru20 or fide23.
    #[arg(long, default_value = "fide23", value_parser = edition)]
    pub edition: laws::Edition,
    /// Also print each violation.
    #[arg(long)]
    pub list: bool,
}

/// Options of `bench orders`.
#[derive(Debug, Clone, Args)]
pub struct BenchOrdersOptions {
    /// Measure only these cells, given by name or by the beginning of the name; without it all in which one game is played.
    #[arg(long, value_delimiter = ',')]
    pub cells: Vec<String>,
    /// The first and the last seed; each seed is one game.
    #[arg(long, default_value = "1..20", value_parser = crate::bench::accuracy::seeds)]
    pub seeds: RangeInclusive<u64>,
    /// Also print each game that is not told as it was played because of the orders.
    #[arg(long)]
    pub list: bool,
}

/// Options of `bench ratings`.
#[derive(Debug, Clone, Args)]
pub struct BenchRatingsOptions {
    /// The seed of the generated people.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many entries the list has.
    #[arg(long, default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub rows: u32,
    /// How many players are completed.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=4000))]
    pub players: u16,
    /// Only this format: `fixed width` or `xml`; without it both.
    #[arg(long, value_parser = ["fixed width", "xml"])]
    pub format: Option<String>,
}

/// Options of `bench unwinnable`.
#[derive(Debug, Clone, Args)]
pub struct BenchUnwinnableOptions {
    /// The number of real games to examine, from the first on.
    #[arg(long, default_value_t = 1000)]
    pub games: usize,
    /// The greatest number of positions that one search may examine.
    #[arg(long, default_value_t = 200_000)]
    pub positions: usize,
    /// Also print the side and the position of each search that came to no decision.
    #[arg(long)]
    pub list: bool,
}
