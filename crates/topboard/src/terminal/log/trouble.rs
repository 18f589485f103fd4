//! What the operator is warned of: each trouble, how loudly it is told, its facts and its words.

use crate::journal_files::disk_health::Health;
use hall::{Refusal, TableNo};
use journal::{Accepted, PublicKey, hex};
use std::{
    fmt, io,
    net::{IpAddr, SocketAddr},
    path::Path,
};

/// A warning to the operator about a problem that the program survives. The code that detects the problem hands the
/// warning to [`report()`], which alone decides on its level.
#[derive(Debug)]
pub enum Trouble<'a> {
    /// A port cannot be opened.
    PortRefused {
        /// The port's path.
        port: &'a str,
        /// The reason, as a sentence.
        reason: &'a str,
        /// True if the refusal was reported before and nothing else has happened on the port since.
        is_known: bool,
    },
    /// An open port is gone: it was unplugged or switched off, or its link broke.
    PortLost {
        /// The port's path.
        port: &'a str,
        /// The system's error.
        reason: &'a str,
    },
    /// A board does not take the bytes sent to it.
    PortStuck {
        /// The port's path.
        port: &'a str,
    },
    /// A port sends more than any board does, so it is now read slowly.
    PortLoud {
        /// The port's path.
        port: &'a str,
    },
    /// No board answered on a port in any protocol. The program keeps asking.
    PortSilent {
        /// The port's path.
        port: &'a str,
    },
    /// The wiring on the pins has failed for longer than a moment.
    PinsFaulty {
        /// The port of the pins.
        port: &'a str,
        /// The remedy, as a sentence.
        reason: &'a str,
    },
    /// A command could not be carried out.
    CommandRefused {
        /// The number of the table.
        table: u16,
        /// The refusal.
        refusal: &'a Refusal,
    },
    /// An order about the event could not be carried out.
    OrderRefused {
        /// The refusal.
        refusal: &'a Refusal,
    },
    /// The journal cannot be written. Nothing is published as safe until it can.
    JournalFailing {
        /// The health of the disk.
        health: &'a Health,
    },
    /// The journal can be written again.
    JournalHealed,
    /// Somebody removed the file being written, and the program put it back.
    JournalPutBack {
        /// The path of the file.
        path: &'a Path,
        /// The number of earlier files of the journal that are missing.
        missing: usize,
    },
    /// Somebody accepted a journal that its signatures do not bear out.
    JournalAccepted {
        /// The name of the person, and the findings that they accepted.
        accepted: &'a Accepted,
    },
    /// Users other than the owner may read the journal.
    JournalOpen {
        /// The journal's folder.
        folder: &'a Path,
    },
    /// Nothing beside the key tells where the journal ends.
    HeadMissing {
        /// What became of the file of the last signed head.
        why: &'a str,
    },
    /// The file of the last signed head cannot be written.
    HeadFailing {
        /// The system's error.
        error: &'a io::Error,
    },
    /// The journal is now signed with another key.
    KeyChanged {
        /// The old key.
        before: PublicKey,
        /// The new key.
        now: PublicKey,
    },
    /// The computer's time of day jumped. Only annotations depend on it.
    ClockStepped {
        /// The size of the jump in milliseconds; positive is forward.
        stepped_ms: i64,
    },
    /// A subscriber does not keep up, and will get a snapshot instead of the updates.
    SubscriberBehind {
        /// The subscriber's number.
        subscriber: u64,
    },
    /// A subscriber accepted no bytes for too long and was disconnected.
    SubscriberStuck {
        /// The subscriber's number.
        subscriber: u64,
    },
    /// A subscriber took a frame more slowly than the slowest line that is supported, and was disconnected.
    SubscriberSlow {
        /// The subscriber's number.
        subscriber: u64,
        /// The length of the frame, in bytes.
        bytes: usize,
    },
    /// The connection of a subscriber broke while a frame was sent.
    SubscriberBroken {
        /// The subscriber's number.
        subscriber: u64,
        /// The system's error.
        reason: &'a str,
    },
    /// A subscriber does not answer any more.
    SubscriberSilent {
        /// The subscriber's number.
        subscriber: u64,
    },
    /// A connection was refused or ended because no place was free.
    NoPlace {
        /// The address that the connection came from.
        address: IpAddr,
        /// Which places are taken, and what to do.
        why: &'a str,
    },
    /// A destination of the public games does not take them.
    CourierFailing {
        /// The destination.
        name: &'a str,
        /// The reason.
        reason: &'a str,
    },
    /// A destination of the public games takes them again.
    CourierHealed {
        /// The destination.
        name: &'a str,
    },
    /// The system could not accept a connection.
    NoConnection {
        /// The system's error.
        reason: &'a str,
    },
    /// The port of LiveChess is taken.
    LivechessTaken {
        /// The address.
        address: SocketAddr,
        /// The system's error.
        reason: &'a str,
    },
}

/// Returns the level at which a warning is logged. A port that is tried again and again fails repeatedly: the first
/// failure is a warning, the others are logged at a lower level.
fn loudness(trouble: &Trouble<'_>) -> tracing::Level {
    match trouble {
        Trouble::JournalFailing { .. } => tracing::Level::ERROR,
        Trouble::JournalPutBack { missing, .. } if *missing > 0 => tracing::Level::ERROR,
        Trouble::PortRefused { is_known: false, .. } => tracing::Level::WARN,
        Trouble::PortLost { .. }
        | Trouble::PortStuck { .. }
        | Trouble::PortLoud { .. }
        | Trouble::PortSilent { .. }
        | Trouble::PinsFaulty { .. }
        | Trouble::JournalHealed
        | Trouble::JournalPutBack { .. }
        | Trouble::JournalAccepted { .. }
        | Trouble::JournalOpen { .. }
        | Trouble::HeadMissing { .. }
        | Trouble::HeadFailing { .. }
        | Trouble::KeyChanged { .. }
        | Trouble::ClockStepped { .. }
        | Trouble::CourierFailing { .. }
        | Trouble::CourierHealed { .. }
        | Trouble::NoPlace { .. }
        | Trouble::NoConnection { .. }
        | Trouble::LivechessTaken { .. } => tracing::Level::WARN,
        Trouble::CommandRefused { .. }
        | Trouble::OrderRefused { .. }
        | Trouble::SubscriberStuck { .. }
        | Trouble::SubscriberSlow { .. } => tracing::Level::INFO,
        Trouble::PortRefused { is_known: true, .. }
        | Trouble::SubscriberBehind { .. }
        | Trouble::SubscriberBroken { .. }
        | Trouble::SubscriberSilent { .. } => tracing::Level::DEBUG,
    }
}

/// What a program that reads the log is told of a trouble besides its words. docs/formats/log.md lists the names.
#[derive(Debug, Default)]
struct Facts<'a> {
    event: &'static str,
    port: Option<&'a str>,
    table: Option<TableNo>,
    subscriber: Option<u64>,
    address: Option<IpAddr>,
    reason: Option<String>,
}

impl<'a> Facts<'a> {
    fn of(trouble: &Trouble<'a>) -> Facts<'a> {
        let of = |event| Facts { event, ..Facts::default() };
        let at = |event, port| Facts { port: Some(port), ..of(event) };
        let failed = |event, port, reason: &str| Facts { reason: Some(reason.to_owned()), ..at(event, port) };
        let to = |event, subscriber| Facts { subscriber: Some(subscriber), ..of(event) };
        match *trouble {
            Trouble::PortRefused { port, reason, .. } => failed("port-refused", port, reason),
            Trouble::PortLost { port, reason } => failed("port-lost", port, reason),
            Trouble::PortStuck { port } => at("port-stuck", port),
            Trouble::PortLoud { port } => at("port-loud", port),
            Trouble::PortSilent { port } => at("port-silent", port),
            Trouble::PinsFaulty { port, reason } => failed("pins-faulty", port, reason),
            Trouble::CommandRefused { table, .. } => Facts { table: Some(table), ..of("command-refused") },
            Trouble::OrderRefused { .. } => of("order-refused"),
            Trouble::JournalFailing { .. } => of("journal-failing"),
            Trouble::JournalHealed => of("journal-healed"),
            Trouble::JournalPutBack { .. } => of("journal-put-back"),
            Trouble::JournalAccepted { .. } => of("journal-accepted"),
            Trouble::JournalOpen { .. } => of("journal-open"),
            Trouble::HeadMissing { .. } => of("head-missing"),
            Trouble::HeadFailing { error } => Facts { reason: Some(error.to_string()), ..of("head-failing") },
            Trouble::KeyChanged { .. } => of("key-changed"),
            Trouble::ClockStepped { .. } => of("clock-stepped"),
            Trouble::SubscriberBehind { subscriber } => to("subscriber-behind", subscriber),
            Trouble::SubscriberStuck { subscriber } => to("subscriber-stuck", subscriber),
            Trouble::SubscriberSlow { subscriber, .. } => to("subscriber-slow", subscriber),
            Trouble::SubscriberBroken { subscriber, reason } => {
                Facts { reason: Some(reason.to_owned()), ..to("subscriber-broken", subscriber) }
            }
            Trouble::SubscriberSilent { subscriber } => to("subscriber-silent", subscriber),
            Trouble::CourierFailing { reason, .. } => {
                Facts { reason: Some(reason.to_owned()), ..of("courier-failing") }
            }
            Trouble::CourierHealed { .. } => of("courier-healed"),
            Trouble::NoPlace { address, .. } => Facts { address: Some(address), ..of("no-place") },
            Trouble::NoConnection { reason } => {
                Facts { reason: Some(reason.to_owned()), ..of("no-connection") }
            }
            Trouble::LivechessTaken { reason, .. } => {
                Facts { reason: Some(reason.to_owned()), ..of("livechess-taken") }
            }
        }
    }
}

/// Logs a warning for the operator.
pub fn report(trouble: &Trouble<'_>) {
    let Facts { event, port, table, subscriber, address, reason } = Facts::of(trouble);
    let address = address.map(tracing::field::display);
    macro_rules! say {
        ($say:ident) => {
            tracing::$say!(event, port, table, subscriber, address, reason, "{trouble}")
        };
    }
    match loudness(trouble) {
        tracing::Level::ERROR => say!(error),
        tracing::Level::WARN => say!(warn),
        tracing::Level::INFO => say!(info),
        tracing::Level::DEBUG => say!(debug),
        tracing::Level::TRACE => say!(trace),
    }
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
            Trouble::PortLoud { port } => write!(
                f,
                "{port}: it sends more than a board does and is read slowly; if no board is there, name it under \
                 ignore in [devices]"
            ),
            Trouble::PortSilent { port } => write!(
                f,
                "{port}: no board answers; check its power, or name it under makers or ignore in [devices]"
            ),
            Trouble::PinsFaulty { port, reason } => write!(f, "{port}: {reason}"),
            Trouble::CommandRefused { table, refusal } => write!(f, "table {table}: {refusal}"),
            Trouble::OrderRefused { refusal } => write!(f, "an order about the event was refused: {refusal}"),
            Trouble::JournalFailing { health } => write!(f, "{health}"),
            Trouble::JournalHealed => f.write_str("the journal is written again; what had waited is safe"),
            Trouble::JournalPutBack { path, missing } => {
                let path = path.display();
                write!(
                    f,
                    "{path} was removed while it was written, and was put back whole; find out who removed it"
                )?;
                match missing {
                    0 => Ok(()),
                    missing => write!(
                        f,
                        "; the {missing} files of the journal before it are gone: put them back from a copy"
                    ),
                }
            }
            Trouble::JournalAccepted { accepted } => write!(
                f,
                "the journal is gone on with as {} wants it, though {}; it says so, signed",
                accepted.by,
                accepted.found.join("; ")
            ),
            Trouble::JournalOpen { folder } => write!(
                f,
                "{} can be read by others on this computer; `chmod -R go= {}`",
                folder.display(),
                folder.display()
            ),
            Trouble::HeadMissing { why } => write!(
                f,
                "{why}: nobody here can tell whether the end of the journal is there; compare it with the last result sheet"
            ),
            Trouble::HeadFailing { error } => write!(
                f,
                "evidence.head cannot be written ({error}), and an older one stands: were the end of the journal removed now, \
                 fewer would notice; free disk space, or make the data folder writable"
            ),
            Trouble::KeyChanged { before, now } => write!(
                f,
                "the journal was signed with the key {} until now, and evidence.key is {}; put the right evidence.key back \
                 and start again, or note down the new one beside the old",
                hex::emit(before),
                hex::emit(now)
            ),
            Trouble::ClockStepped { stepped_ms } => {
                let seconds = *stepped_ms as f64 / 1000.0;
                write!(
                    f,
                    "the computer's time of day jumped by {seconds:+.1} s; the games are not touched, and the journal \
                     says so"
                )
            }
            Trouble::SubscriberBehind { subscriber } => {
                write!(f, "subscriber {subscriber} fell behind and will get a snapshot")
            }
            Trouble::SubscriberStuck { subscriber } => {
                write!(f, "subscriber {subscriber} took nothing for too long and was let go")
            }
            Trouble::SubscriberSlow { subscriber, bytes } => {
                write!(f, "subscriber {subscriber} took a frame of {bytes} bytes too slowly and was let go")
            }
            Trouble::SubscriberBroken { subscriber, reason } => {
                write!(f, "subscriber {subscriber} was lost in the middle of a frame ({reason})")
            }
            Trouble::SubscriberSilent { subscriber } => {
                write!(f, "subscriber {subscriber} does not answer and was let go")
            }
            Trouble::CourierFailing { name, reason } => {
                write!(f, "broadcast: {name} does not take the games: {reason}; trying again")
            }
            Trouble::CourierHealed { name } => write!(f, "broadcast: {name} takes the games again"),
            Trouble::NoPlace { address, why } => write!(f, "{address}: {why}"),
            Trouble::NoConnection { reason } => write!(
                f,
                "the system gives no connection to a viewer ({reason}); raise its limit of open files"
            ),
            Trouble::LivechessTaken { address, reason } => write!(
                f,
                "programs for LiveChess do not find the boards at {address} ({reason}); end what uses it, which may be LiveChess \
                 itself, and start again when the round allows"
            ),
        }
    }
}
