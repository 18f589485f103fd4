//! The messages to the operator while the program runs. They go to standard error only; standard output is for results.
//!
//! Levels: trace for every byte; debug for every decision; info for events of a game or a device; warn for what should
//! wake the operator; error for what is being lost until somebody acts.

use crate::{journal_files::disk_health::Health, terminal::log_options::LogOptions};
use board::{Ailment, Millis, hms};
use game::{GameEvent, PlyNo, PlyState, names::OneLine};
use hall::{Notice, Refusal, TableNo};
use journal::{Accepted, PublicKey, hex};
use laws::{Incident, Language};
use shakmaty::CastlingMode;
use std::{fmt, io, net::IpAddr, path::Path};
use tracing::{field::Field, level_filters::LevelFilter};
use tracing_subscriber::{
    field::MakeExt,
    filter::Targets,
    fmt::{FormatFields, format},
    layer::SubscriberExt,
    util::SubscriberInitExt,
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
    /// The file of the last signed head is not beside the key.
    HeadMissing,
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
    /// A connection was refused because no place was free.
    NoPlace {
        /// The address that the connection came from.
        address: IpAddr,
        /// True if connections from every address are refused; false if only those from this address are.
        is_for_all: bool,
    },
    /// The system could not accept a connection.
    NoConnection {
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
        | Trouble::HeadMissing
        | Trouble::HeadFailing { .. }
        | Trouble::KeyChanged { .. }
        | Trouble::ClockStepped { .. }
        | Trouble::NoPlace { .. }
        | Trouble::NoConnection { .. } => tracing::Level::WARN,
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

/// Logs a warning for the operator.
pub fn report(trouble: &Trouble<'_>) {
    match loudness(trouble) {
        tracing::Level::ERROR => tracing::error!("{trouble}"),
        tracing::Level::WARN => tracing::warn!("{trouble}"),
        tracing::Level::INFO => tracing::info!("{trouble}"),
        tracing::Level::DEBUG => tracing::debug!("{trouble}"),
        tracing::Level::TRACE => tracing::trace!("{trouble}"),
    }
}

/// Starts the log. A second call changes nothing, because tests start several halls in one process.
pub fn start(options: &LogOptions) {
    let level = options.level();
    let builder = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).with_target(false);
    // The client of the broker tells of each connection what the program tells of each outage.
    let ours = Targets::new().with_default(level).with_target("async_nats", LevelFilter::WARN);
    // An error means that the log was already started.
    let _ = if options.json {
        builder.json().finish().with(ours).try_init()
    } else {
        let builder = builder.with_ansi(io::IsTerminal::is_terminal(&io::stderr())).fmt_fields(on_one_line());
        builder.finish().with(ours).try_init()
    };
}

/// Formats the fields of a log entry. What a person, a board or a file says stays on the entry's own line, and cannot
/// control the terminal.
fn on_one_line() -> impl for<'w> FormatFields<'w> + 'static {
    format::debug_fn(|writer, field: &Field, value| {
        let text = format!("{value:?}");
        match field.name() {
            "message" => write!(writer, "{}", OneLine(&text)),
            name => write!(writer, "{name}={}", OneLine(&text)),
        }
    })
    .delimited(" ")
}

/// Logs an event of a game.
pub fn game(table: TableNo, t_ms: Millis, event: &GameEvent) {
    match event {
        GameEvent::Ply { ply, state: PlyState::Provisional, .. } => {
            tracing::debug!("table {table}: ply {ply} is provisional at {}", hms(t_ms));
        }
        GameEvent::Ply { ply, played, state: PlyState::Final, reason } => {
            let mv = played.report(CastlingMode::Standard);
            tracing::info!("table {table}: ply {ply} is {mv} ({reason:?})");
        }
        GameEvent::Ply { ply, state: PlyState::Completed, .. } => {
            tracing::debug!("table {table}: ply {ply} is completed at {}", hms(t_ms));
        }
        GameEvent::Superseded { ply, was_final: false, .. } => {
            tracing::debug!("table {table}: ply {ply} is not believed any more");
        }
        GameEvent::Superseded { ply, was_final: true, .. } => {
            tracing::info!("table {table}: ply {ply} was shown and is revised");
        }
        GameEvent::Asked { ply, alternatives } => {
            let moves: Vec<String> =
                alternatives.iter().map(|played| played.report(CastlingMode::Standard)).collect();
            tracing::warn!(
                "table {table}: the board cannot tell ply {ply}; it is one of {}",
                moves.join(", ")
            );
        }
        GameEvent::Irregular(irregular) => {
            tracing::warn!("table {table}: ply {} is not a legal move", irregular.ply);
        }
        GameEvent::WrongSetup { squares } => {
            let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
            tracing::warn!("table {table}: the start position is wrong on {}", names.join(", "));
        }
        GameEvent::JoinedMidgame(_) => {
            tracing::warn!("table {table}: the game was taken up from what stood on the board");
        }
        GameEvent::PositionNeeded => {
            tracing::warn!(
                "table {table}: play is under way; tell the position with a start command and its FEN"
            );
        }
        GameEvent::Began { number } => tracing::info!("table {table}: game {number} began"),
        GameEvent::Result { outcome: Some(outcome) } => {
            tracing::info!("table {table}: the result is {outcome}")
        }
        GameEvent::Result { outcome: None } => tracing::info!("table {table}: the result was taken back"),
        GameEvent::Proposed { outcome } => {
            tracing::info!("table {table}: the board proposes {outcome}; a person confirms it");
        }
        _ => tracing::info!("table {table}: {event:?} at {}", hms(t_ms)),
    }
}

/// Logs an incident.
pub fn incident(table: TableNo, incident: &Incident) {
    let Incident { no, rule, t_ms, closed_ms, .. } = incident;
    let ply = PlyNo::or_zero(incident.ply);
    let text = incident.text(Language::English);
    match closed_ms {
        // A repetition of an incident is logged quietly; the arbiter's page shows how often its cause was found.
        None if incident.repeated.is_some() => {
            tracing::debug!("table {table}: incident {no} ({rule}) again, {text}");
        }
        None => tracing::warn!("table {table}: incident {no} ({rule}) at {}, ply {ply}: {text}", hms(*t_ms)),
        Some(t_ms) => tracing::info!("table {table}: incident {no} ({rule}) is closed at {}", hms(*t_ms)),
    }
}

/// Logs a notice for the operator.
pub fn notice(notice: &Notice) {
    match notice {
        Notice::Seated { table, port, .. } => tracing::info!("table {table}: the board on {port} serves it"),
        Notice::SecondBoard { table, port, .. } => {
            tracing::warn!("{port}: table {table} has a board already; this one is not used");
        }
        Notice::LargeBoard { port, .. } => {
            tracing::warn!("{port}: this is a draughts board of ten by ten squares; plug in a chess board");
        }
        Notice::Ailing { port, now: Some(ailment), .. } => {
            tracing::warn!("{port}: {}", ailment_text(*ailment));
        }
        Notice::Ailing { port, before: Some(Ailment::Deaf { .. }), .. } => {
            tracing::warn!("{port}: the board hears again");
        }
        Notice::Ailing { port, .. } => tracing::warn!("{port}: the board speaks as it should again"),
        Notice::TableFaulted { table, why } => {
            tracing::error!(
                "table {table} stands still for a mistake in this program ({why}); please report it"
            );
        }
        Notice::LinkFaulted { link, why } => {
            tracing::error!(
                "link {link} was begun anew for a mistake in this program ({why}); please report it"
            );
        }
        Notice::BadSetup { table, why } => tracing::warn!("table {table}: {why}"),
        Notice::Diverged { divergence } => {
            tracing::warn!("decided differently by this version: {divergence}; what was published stands");
        }
        Notice::DivergedInAll { publications, tables } => {
            let tables: Vec<String> = tables.iter().map(ToString::to_string).collect();
            tracing::warn!(
                "{publications} publications of this journal would be different today, at tables {}; what was \
                 published stands: `topboard replay` lists them",
                tables.join(", ")
            );
        }
    }
}

/// Returns a description of a fault of a board: what is wrong, what that means, and what to do.
pub fn ailment_text(ailment: Ailment) -> &'static str {
    match ailment {
        Ailment::Deaf { is_followed: true } => {
            "the board talks but does not hear; its moves are followed, but it cannot be asked what stands on it, so after \
             a silence nothing proves that no move was missed; check the cable: its line to the board is broken"
        }
        Ailment::Deaf { is_followed: false } => {
            "the board talks but does not hear, so nobody knows what stands on it; check the cable: its line to the board \
             is broken"
        }
        Ailment::NoParity => {
            "the board's characters have no parity, as ChessLink boards give them; they are judged by their block check \
             alone, which is enough; check the adapter if moves come late"
        }
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
            Trouble::HeadMissing => f.write_str(
                "there is no evidence.head beside the key, as after an update of this program or in a copy of the data: nobody \
                 here can tell whether the end of the journal is there; compare it with the last result sheet",
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
            Trouble::NoPlace { address, is_for_all: true } => write!(
                f,
                "all places for connections are taken and {address} was refused; see who takes them, or raise connections in \
                 [server]"
            ),
            Trouble::NoPlace { address, is_for_all: false } => write!(
                f,
                "{address} has as many connections as one address may have; if a whole hall or a proxy is behind it, raise \
                 connections_each in [server]"
            ),
            Trouble::NoConnection { reason } => write!(
                f,
                "the system gives no connection to a viewer ({reason}); raise its limit of open files"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::on_one_line;
    use std::{
        io::{self, Write},
        sync::{Arc, Mutex, PoisonError},
    };

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_note_forges_no_entry() {
        let written = Written::default();
        let to = written.clone();
        let log = tracing_subscriber::fmt()
            .with_writer(move || to.clone())
            .with_ansi(false)
            .fmt_fields(on_one_line())
            .finish();
        let note = "looks fine\n2026-11-22T10:00:00Z  INFO table 1: the result is 0-1\u{1b}[2J\u{202e}";
        tracing::subscriber::with_default(log, || tracing::info!(ply = 4, "table 1: {note}"));
        let bytes = written.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let text = String::from_utf8(bytes).expect("a log is text");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(
            text.contains(r"looks fine\u{a}2026") && text.contains(r"0-1\u{1b}[2J\u{202e} ply=4"),
            "{text}"
        );
    }
}
