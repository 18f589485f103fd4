//! The options of the command line that concern the log.

use clap::Args;
use tracing_subscriber::filter::LevelFilter;

/// How to log.
#[derive(Debug, Clone, Copy, Args)]
pub struct LogOptions {
    /// Machine-readable output: logs and printed tables as JSON, one object a line.
    #[arg(long, global = true)]
    pub json: bool,
    /// Say more: -v every decision, -vv every byte.
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
    /// Say only what needs somebody.
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

impl LogOptions {
    /// Returns the most detailed level that is logged.
    pub fn level(&self) -> LevelFilter {
        match (self.quiet, self.verbose) {
            (true, _) => LevelFilter::WARN,
            (false, 0) => LevelFilter::INFO,
            (false, 1) => LevelFilter::DEBUG,
            (false, 2..) => LevelFilter::TRACE,
        }
    }
}
