//! What the program tells its operator while it runs. Standard error only; standard output belongs to results.
//!
//! Levels: trace for each byte, debug for each decision, info for what happens in a game or to a device, warn wakes
//! the operator, error means that something is being lost until somebody acts.

use crate::cli::LogOptions;
use std::{fmt, io};
use tracing_subscriber::fmt::format::FmtSpan;

/// A trouble that is survived. Who meets one hands it to [`report`]; nobody else decides how loud it is.
#[derive(Debug)]
pub enum Trouble<'a> {
    /// A port cannot be opened.
    PortRefused {
        /// Its path.
        port: &'a str,
        /// Why, as a sentence.
        reason: &'a str,
        /// How often it was tried since it last worked.
        tries: u32,
    },
    /// An open port is gone: unplugged, switched off, or the link broke.
    PortLost {
        /// Its path.
        port: &'a str,
        /// What the system says.
        reason: &'a str,
    },
    /// A board does not take the bytes sent to it.
    PortStuck {
        /// Its path.
        port: &'a str,
    },
    /// A command could not be done.
    CommandRefused {
        /// Which table.
        table: u16,
        /// Why.
        reason: &'a str,
    },
    /// The book cannot be written. Nothing is published as safe until it can.
    BookFailing {
        /// What the system says.
        reason: &'a str,
        /// How many bytes wait for the disk.
        waiting: u64,
    },
    /// The book can be written again.
    BookHealed,
    /// A subscriber does not keep up and will get a snapshot.
    SubscriberBehind {
        /// Its number.
        subscriber: u64,
    },
    /// A subscriber took nothing for so long that it was let go.
    SubscriberStuck {
        /// Its number.
        subscriber: u64,
    },
}

/// How loudly a trouble is told. A port that is tried for ever is told once loudly and then in a whisper.
fn loudness(trouble: &Trouble<'_>) -> tracing::Level {
    match trouble {
        Trouble::BookFailing { .. } => tracing::Level::ERROR,
        Trouble::PortRefused { tries: 0 | 1, .. } => tracing::Level::WARN,
        Trouble::PortLost { .. } | Trouble::PortStuck { .. } | Trouble::BookHealed => tracing::Level::WARN,
        Trouble::CommandRefused { .. } => tracing::Level::INFO,
        Trouble::PortRefused { .. }
        | Trouble::SubscriberBehind { .. }
        | Trouble::SubscriberStuck { .. } => tracing::Level::DEBUG,
    }
}

/// Tells the operator.
pub fn report(trouble: &Trouble<'_>) {
    match loudness(trouble) {
        tracing::Level::ERROR => tracing::error!("{trouble}"),
        tracing::Level::WARN => tracing::warn!("{trouble}"),
        tracing::Level::INFO => tracing::info!("{trouble}"),
        tracing::Level::DEBUG => tracing::debug!("{trouble}"),
        tracing::Level::TRACE => tracing::trace!("{trouble}"),
    }
}

/// Starts the log. A second call changes nothing: tests start several halls in one process.
pub fn start(options: &LogOptions) {
    let level = options.level();
    let builder = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_writer(io::stderr)
        .with_target(false)
        .with_span_events(FmtSpan::NONE);
    // An error here means that a subscriber is already set.
    let _ = if options.json {
        builder.json().try_init()
    } else {
        builder.with_ansi(io::IsTerminal::is_terminal(&io::stderr())).try_init()
    };
}

impl fmt::Display for Trouble<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::PortRefused { port, reason, .. } => write!(f, "{port}: {reason}; trying again"),
            Trouble::PortLost { port, reason } => {
                write!(f, "{port}: the link is lost ({reason}); waiting for the board to come back")
            }
            Trouble::PortStuck { port } => {
                write!(f, "{port}: the board takes no bytes; check its power and cable")
            }
            Trouble::CommandRefused { table, reason } => write!(f, "table {table}: {reason}"),
            Trouble::BookFailing { reason, waiting } => write!(
                f,
                "the journal cannot be written ({reason}); nothing new is published, {waiting} bytes wait in \
                 memory: free disk space or repair the disk now"
            ),
            Trouble::BookHealed => f.write_str("the journal is written again; what had waited is safe"),
            Trouble::SubscriberBehind { subscriber } => {
                write!(f, "subscriber {subscriber} fell behind and will get a snapshot")
            }
            Trouble::SubscriberStuck { subscriber } => {
                write!(f, "subscriber {subscriber} took nothing for too long and was let go")
            }
        }
    }
}
