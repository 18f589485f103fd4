//! The command line.

mod access;
mod bench;
mod broadcast;
mod export;
mod fanout;
mod import;
mod init;
mod keep;
mod ratings;
mod ready;
mod relay;
mod values;

pub use self::broadcast::{
    AlertOptions, BroadcastOptions, BroadcastPlace, CheckOptions, CreateOptions, LichessDeed,
};
pub use self::relay::RelayOptions;
pub use access::{CertificateOptions, LinkOptions, PasswordOptions};
pub use bench::{
    AccuracyOptions, BenchLawsOptions, BenchOptions, BenchOrdersOptions, BenchRatingsOptions,
    BenchReconstructOptions, BenchUnwinnableOptions, BenchWhat, LatencyOptions,
};
pub use export::{ExportOptions, PaperOptions};
pub use fanout::{BenchFanoutOptions, BenchRejoinOptions, ServerKind};
pub use import::ImportOptions;
pub use init::InitOptions;
pub use keep::{ArchiveOptions, EraseOptions};
pub use ratings::RatingsOptions;
pub use ready::ReadyOptions;

use crate::{commands::sensor::SensorOptions, terminal::log_options::LogOptions};
use board::Maker;
use clap::{Args, Parser, Subcommand};
use journal::{KnownHead, PublicKey};
use std::path::PathBuf;
use values::{known_head, name, public_key, share, simulated_maker, simulated_makers, speed};

/// Live chess boards for tournaments.
#[derive(Debug, Parser)]
#[command(
    name = "topboard",
    version,
    about = "Reads electronic chess boards, keeps the score, shows the games live",
    after_help = "Example: topboard demo",
    subcommand_required = true,
    arg_required_else_help = true
)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
    /// How to log.
    #[command(flatten)]
    pub log: LogOptions,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Eight simulated boards play an open of nine rounds; needs no hardware and no configuration.
    #[command(after_help = "Example: topboard demo --speed 20 --port 8090")]
    Demo(DemoOptions),
    /// Asks what an event needs and writes its topboard.toml.
    #[command(after_help = "Example: topboard init\n\
                            Example: topboard init --name \"Spring Open\" --time-control 90*60+30 --boards 8 --yes")]
    Init(InitOptions),
    /// The hall: devices, journal, pages.
    #[command(after_help = "Example: topboard run --config topboard.toml\n\
                            Example: topboard run --print-config > topboard.toml")]
    Run(RunOptions),
    /// A node: serves spectators what halls elsewhere tell through a broker.
    #[command(after_help = "Example: topboard relay --print-config > relay.toml\n\
                            Example: topboard relay --config relay.toml")]
    Relay(RelayOptions),
    /// Gets a new link for a person from the running program, without its terminal; lists and ends logins.
    #[command(after_help = "Example: topboard link --name \"Anna Nowak\" --role arbiter\n\
                            Example: topboard link --list\n\
                            Example: topboard link --data /var/lib/topboard")]
    Link(LinkOptions),
    /// Sets or removes a person's password at the running program. It is asked for twice, or read from standard input.
    #[command(after_help = "Example: topboard password --name \"Anna Nowak\" --role arbiter\n\
                            Example: topboard password --name \"Anna Nowak\" --remove")]
    Password(PasswordOptions),
    /// Prints the fingerprint of the certificate, its names and days, and where the root for phones is.
    #[command(after_help = "Example: topboard certificate\n\
                            Example: topboard certificate --root > root.crt")]
    Certificate(CertificateOptions),
    /// Says what is missing before the next round, as the running program sees it. Exit 0: ready. 1: not ready. 2: no
    /// program runs.
    #[command(after_help = "Example: topboard ready\n\
                            Example: topboard ready --tournament A --round 3 --wait 600\n\
                            Example: topboard ready --json")]
    Ready(ReadyOptions),
    /// Prepares what is shown elsewhere: what would be refused there, and broadcasts and rounds at Lichess.
    #[command(after_help = "Example: topboard broadcast check\n\
                            Example: topboard broadcast lichess create --tournament A --yes\n\
                            Example: topboard broadcast check --for lichess-pull --tournament A --round 3")]
    Broadcast(BroadcastOptions),
    /// Finds and identifies the connected boards.
    #[command(after_help = "Example: topboard boards\nExample: topboard boards --json /dev/ttyACM0")]
    Boards(BoardsOptions),
    /// Turns sensor logs into games.
    #[command(after_help = "Example: topboard reconstruct table1.sensorlog --report report.json > games.pgn")]
    Reconstruct(ReconstructOptions),
    /// Folds a journal again and compares the result with what was published; exit 3 if anything would now differ.
    #[command(after_help = "Example: topboard replay topboard-data/journal/hall.journal --table 3")]
    Replay(ReplayOptions),
    /// Checks a journal or a report, its chain and its signatures. Exit 0: whole. 1: altered, cut, foreign, unsigned or
    /// erased. 2: torn tail. 3: unproven (more than a minute was not signed in time). The first sentence says what is
    /// not proved.
    #[command(after_help = "Example: topboard verify topboard-data/journal/hall.journal\n\
                            Example: topboard verify report.html --key 8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c")]
    Verify(VerifyOptions),
    /// Salvages a damaged journal into a new one. Exit 0: nothing is lost. 1: something is lost, and is listed. 2: a
    /// disk failed.
    #[command(after_help = "Example: topboard recover topboard-data/journal\n\
                            Example: topboard recover topboard-data/journal --out salvaged.journal")]
    Recover(RecoverOptions),
    /// Writes games, the arbiter's copy, the report of a case, events and sensor logs from a journal.
    #[command(after_help = "Example: topboard export topboard-data/journal/hall.journal --pgn games.pgn\n\
                            Example: topboard export hall.journal --sensorlog logs/ --csv events.csv --table 3\n\
                            Example: topboard export hall.journal --case=case.html --table 3 --from 14:03 --to 14:05\n\
                            Example: topboard export hall.journal --case --table 3 --ply 31..34 --anonymous")]
    Export(ExportOptions),
    /// Packs finished files of a journal; every command can still read packed files.
    #[command(after_help = "Example: topboard archive topboard-data/journal/hall.journal\n\
                            Example: topboard archive --all topboard-data")]
    Archive(ArchiveOptions),
    /// Erases a round from a journal for good; a signed tombstone keeps the chain and says who erased it and why.
    #[command(after_help = "Example: topboard erase topboard-data\n\
                            Example: topboard erase topboard-data --round 3 --by \"A. Nowak\" --why \"kept for a year\" --yes")]
    Erase(EraseOptions),
    /// Imports pairings, players and results into the running program.
    #[command(after_help = "Example: topboard import round3.pgn\n\
                            Example: topboard import open.trf --tournament A --check\n\
                            Example: topboard import players.txt --round-robin --double --exchange")]
    Import(ImportOptions),
    /// Finds people in a rating list, or completes the players of the running program from it.
    #[command(
        after_help = "Example: topboard ratings players_list_xml_foa.zip --find \"Nowak, Anna\" --federation POL\n\
                            Example: topboard ratings standard_rating_list.txt --find 1100010 --json\n\
                            Example: topboard ratings players_list_xml_foa.zip --complete --by \"A. Nowak\" --yes"
    )]
    Ratings(RatingsOptions),
    /// Checks a home-made board: its health, its sensors, its calibration; or gives it new firmware.
    #[command(after_help = "Example: topboard sensor /dev/ttyACM0 health\n\
                            Example: topboard sensor /dev/ttyACM0 calibrate-empty")]
    Sensor(SensorOptions),
    /// Simulates a board on a pseudo-terminal.
    #[command(after_help = "Example: topboard sim --seed 7 --speed 10\n\
                            Example: topboard sim --maker chesslink\n\
                            Example: topboard sim --pgn game.pgn --faults 0.001\n\
                            Example: topboard sim --hands --link /tmp/board-1 < deeds.txt")]
    Sim(SimulateOptions),
    /// Runs the project's own measurements.
    #[command(after_help = "Example: topboard bench latency --tables 20 --seconds 20")]
    Bench(BenchOptions),
}

/// Options of `demo`.
#[derive(Debug, Clone, Args)]
pub struct DemoOptions {
    /// How many times faster than real time the players move.
    #[arg(long, default_value_t = 8.0, value_parser = speed)]
    pub speed: f64,
    /// The port of the page; without it 8080, or a free one when 8080 is taken.
    #[arg(long)]
    pub port: Option<u16>,
    /// The port of the arbiter's page; without it 8081, or a free one when 8081 is taken.
    #[arg(long)]
    pub arbiter_port: Option<u16>,
    /// The port of a listener for the screens in the hall; without it there is none.
    #[arg(long)]
    pub screens_port: Option<u16>,
    /// Let the players make illegal moves, so that the arbiter has something to decide.
    #[arg(long)]
    pub illegal: bool,
    /// The number of tables.
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=64))]
    pub tables: u16,
    /// The seed of everything that the simulated hands do.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// The number of rounds of the open that is played; with 0 each table plays one game after the other.
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(0..=99))]
    pub rounds: u16,
    /// The number of games that each table plays before it starts over, without rounds; without it all built-in games.
    #[arg(long, conflicts_with = "rounds")]
    pub games: Option<usize>,
    /// Keep the data in this folder instead of a temporary one.
    #[arg(long)]
    pub data: Option<PathBuf>,
}

/// Options of `run`.
#[derive(Debug, Clone, Args)]
pub struct RunOptions {
    /// The configuration; without it `topboard.toml` if there is one, else the defaults.
    #[arg(long)]
    pub config: Option<PathBuf>,
    /// Print every setting with its default and an explanation, and end.
    #[arg(long)]
    pub print_config: bool,
    /// Print the arbiter's link as a QR code, too, also where the output is no terminal.
    #[arg(long)]
    pub qr: bool,
    /// Go on with a journal although its signatures do not bear it out. The journal records what was found and who
    /// accepted it, and is signed from here on; `verify` still reports it.
    #[arg(long, value_name = "YOUR NAME", value_parser = name)]
    pub accept_altered_book: Option<String>,
}

/// Options of `boards`.
#[derive(Debug, Clone, Args)]
pub struct BoardsOptions {
    /// The ports to ask; without any, all serial ports.
    pub ports: Vec<String>,
    /// The ports are buses with many DGT boards each. Never guessed: a wrong byte takes every board out of bus mode.
    #[arg(long, requires = "ports")]
    pub bus: bool,
    /// The time for which each board is asked, in seconds; a bus takes at least ten.
    #[arg(long, default_value_t = 4)]
    pub seconds: u64,
}

/// Options of `reconstruct`.
#[derive(Debug, Clone, Args)]
pub struct ReconstructOptions {
    /// The sensor logs; `-` is standard input.
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// The edition of the Laws, instead of the one in the log: pl09, ru20, fide23.
    #[arg(long)]
    pub edition: Option<String>,
    /// The discipline, instead of the one in the log: standard, rapid, blitz.
    #[arg(long)]
    pub discipline: Option<String>,
    /// Write the PGN here instead of to standard output.
    #[arg(long)]
    pub pgn: Option<PathBuf>,
    /// Write the incidents here, one JSON object a line.
    #[arg(long)]
    pub incidents: Option<PathBuf>,
    /// Write the report here, one JSON object a game.
    #[arg(long)]
    pub report: Option<PathBuf>,
    /// Write every change of a ply here, one JSON object a line.
    #[arg(long)]
    pub trace: Option<PathBuf>,
}

/// Options of `replay`.
#[derive(Debug, Clone, Args)]
pub struct ReplayOptions {
    /// The journal: its folder, or one file of it.
    pub journal: PathBuf,
    /// Report on this table only.
    #[arg(long)]
    pub table: Option<u16>,
    /// Print only what was published from this journal time on, in milliseconds.
    #[arg(long)]
    pub from: Option<u64>,
    /// Fold only up to this journal time, in milliseconds.
    #[arg(long)]
    pub to: Option<u64>,
    /// Replay at the hall's pace, this many times faster; without it as fast as possible.
    #[arg(long, value_parser = speed)]
    pub speed: Option<f64>,
}

/// Options of `verify`.
#[derive(Debug, Clone, Args)]
pub struct VerifyOptions {
    /// The journal, its folder, or a report.
    pub journal: PathBuf,
    /// The public key that must have signed the journal, in 64 hexadecimal digits.
    #[arg(long, value_parser = public_key)]
    pub key: Option<PublicKey>,
    /// A head that must be in the journal: 64 hexadecimal digits from the public feed, or the text of a result sheet's
    /// QR code.
    #[arg(long, value_parser = known_head)]
    pub head: Option<KnownHead>,
}

/// Options of `recover`.
#[derive(Debug, Clone, Args)]
pub struct RecoverOptions {
    /// The journal: its folder, or one file of it. It is only read.
    pub journal: PathBuf,
    /// Write the undamaged records into this new file; without it nothing is written.
    #[arg(long)]
    pub out: Option<PathBuf>,
}

/// Options of `sim`.
#[derive(Debug, Clone, Args)]
pub struct SimulateOptions {
    /// The games to play; without it the built-in ones.
    #[arg(long)]
    pub pgn: Option<PathBuf>,
    /// The seed of what the simulated hands do.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many times faster than real time the table plays.
    #[arg(long, default_value_t = 1.0, value_parser = speed)]
    pub speed: f64,
    /// The share of bytes on the wire that are dropped, doubled or changed: 0 none, 0.001 one in a thousand.
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    pub faults: f64,
    /// The maker of the board.
    #[arg(long, default_value = "dgt", value_parser = simulated_maker, help = simulated_makers())]
    pub maker: Maker,
    /// Also make a link with this name to the pseudo-terminal.
    #[arg(long)]
    pub link: Option<PathBuf>,
    /// Let hands do what standard input says, one deed a line, such as `lift e2`, `put e4 P`, `press`.
    #[arg(long, conflicts_with_all = ["pgn", "speed", "faults"])]
    pub hands: bool,
}
