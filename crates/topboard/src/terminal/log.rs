//! The messages to the operator while the program runs. They go to standard error only; standard output is for results.
//!
//! Levels: trace for every byte; debug for every decision; info for events of a game or a device; warn for what should
//! wake the operator; error for what is being lost until somebody acts.
//!
//! Each entry is a sentence for people. For programs it has fields besides, which only the JSON of `--json` shows.

mod trouble;

pub use trouble::{Trouble, report};

use crate::terminal::log_options::LogOptions;
use board::{Ailment, Millis, hms};
use game::{GameEvent, PlyNo, PlyState, names::OneLine};
use hall::{Notice, TableNo};
use laws::{Incident, Language};
use shakmaty::CastlingMode;
use std::io;
use tracing::{field::Field, level_filters::LevelFilter};
use tracing_subscriber::{
    filter::Targets,
    fmt::{FormatFields, format},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// The fields that our entries have besides their sentences, in the order of docs/formats/log.md. Secrets are in none.
pub const FIELDS: [&str; 17] = [
    "event",
    "table",
    "ply",
    "incident",
    "rule",
    "result",
    "port",
    "link",
    "subscriber",
    "address",
    "person",
    "login",
    "hall",
    "round",
    "board",
    "kind",
    "reason",
];

/// Starts the log. A second call changes nothing, because tests start several halls in one process.
pub fn start(options: &LogOptions) {
    let level = options.level();
    let builder = tracing_subscriber::fmt().with_max_level(level).with_writer(io::stderr).with_target(false);
    // The client of the broker tells of each connection what the program tells of each outage.
    let ours = Targets::new().with_default(level).with_target("async_nats", LevelFilter::WARN);
    // An error means that the log was already started.
    let _ = if options.json {
        builder
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .with_span_list(false)
            .with_target(true)
            .finish()
            .with(ours)
            .try_init()
    } else {
        let builder = builder.with_ansi(io::IsTerminal::is_terminal(&io::stderr())).fmt_fields(on_one_line());
        builder.finish().with(ours).try_init()
    };
}

/// Formats the fields of a log entry for people, to whom its sentence says what [`FIELDS`] say to programs. What a person,
/// a board or a file says stays on the entry's own line, and cannot control the terminal.
fn on_one_line() -> impl for<'w> FormatFields<'w> + 'static {
    format::debug_fn(|writer, field: &Field, value| {
        let text = format!("{value:?}");
        match field.name() {
            "message" => write!(writer, "{}", OneLine(&text)),
            name if FIELDS.contains(&name) => Ok(()),
            name => write!(writer, " {name}={}", OneLine(&text)),
        }
    })
}

/// Logs an event of a game.
pub fn game(table: TableNo, t_ms: Millis, event: &GameEvent) {
    match event {
        GameEvent::Ply { ply, state: PlyState::Provisional, .. } => {
            tracing::debug!(
                event = "ply-provisional",
                table,
                ply = ply.get(),
                "table {table}: ply {ply} is provisional at {}",
                hms(t_ms)
            );
        }
        GameEvent::Ply { ply, played, state: PlyState::Final, reason } => {
            let mv = played.report(CastlingMode::Standard);
            tracing::info!(
                event = "ply",
                table,
                ply = ply.get(),
                "table {table}: ply {ply} is {mv} ({reason:?})"
            );
        }
        GameEvent::Ply { ply, state: PlyState::Completed, .. } => {
            tracing::debug!(
                event = "ply-completed",
                table,
                ply = ply.get(),
                "table {table}: ply {ply} is completed at {}",
                hms(t_ms)
            );
        }
        GameEvent::Superseded { ply, was_final: false, .. } => {
            tracing::debug!(
                event = "ply-doubted",
                table,
                ply = ply.get(),
                "table {table}: ply {ply} is not believed any more"
            );
        }
        GameEvent::Superseded { ply, was_final: true, .. } => {
            tracing::info!(
                event = "ply-revised",
                table,
                ply = ply.get(),
                "table {table}: ply {ply} was shown and is revised"
            );
        }
        GameEvent::Asked { ply, alternatives } => {
            let moves: Vec<String> =
                alternatives.iter().map(|played| played.report(CastlingMode::Standard)).collect();
            tracing::warn!(
                event = "ply-unclear",
                table,
                ply = ply.get(),
                "table {table}: the board cannot tell ply {ply}; it is one of {}",
                moves.join(", ")
            );
        }
        GameEvent::Irregular(irregular) => {
            tracing::warn!(
                event = "ply-irregular",
                table,
                ply = irregular.ply.get(),
                "table {table}: ply {} is not a legal move",
                irregular.ply
            );
        }
        GameEvent::WrongSetup { squares } => {
            let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
            tracing::warn!(
                event = "setup-wrong",
                table,
                "table {table}: the start position is wrong on {}",
                names.join(", ")
            );
        }
        GameEvent::JoinedMidgame(_) => {
            tracing::warn!(
                event = "game-joined",
                table,
                "table {table}: the game was taken up from what stood on the board"
            );
        }
        GameEvent::PutRight => {
            tracing::warn!(
                event = "setup-put-right",
                table,
                "table {table}: exchanged pieces were put right; the game is told from the agreed array"
            );
        }
        GameEvent::PositionNeeded => {
            tracing::warn!(
                event = "position-needed",
                table,
                "table {table}: play is under way; tell the position with a start command and its FEN"
            );
        }
        GameEvent::Began { number } => {
            tracing::info!(event = "game-began", table, "table {table}: game {number} began")
        }
        GameEvent::Resumed { number } => {
            tracing::info!(
                event = "game-resumed",
                table,
                "table {table}: a start was taken back, and game {number} goes on"
            )
        }
        GameEvent::Result { outcome: Some(outcome) } => {
            tracing::info!(event = "result", table, result = %outcome, "table {table}: the result is {outcome}")
        }
        GameEvent::Result { outcome: None } => {
            tracing::info!(event = "result-taken-back", table, "table {table}: the result was taken back")
        }
        GameEvent::Proposed { outcome } => {
            tracing::info!(event = "result-proposed", table, result = %outcome, "table {table}: the board proposes {outcome}; a person confirms it");
        }
        _ => tracing::info!(event = "game", table, "table {table}: {event:?} at {}", hms(t_ms)),
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
            tracing::debug!(event = "incident-again", table, ply, incident = no, %rule, "table {table}: incident {no} ({rule}) again, {text}");
        }
        None => {
            tracing::warn!(event = "incident", table, ply, incident = no, %rule, "table {table}: incident {no} ({rule}) at {}, ply {ply}: {text}", hms(*t_ms))
        }
        Some(t_ms) => {
            tracing::info!(event = "incident-closed", table, ply, incident = no, %rule, "table {table}: incident {no} ({rule}) is closed at {}", hms(*t_ms))
        }
    }
}

/// Logs a notice for the operator.
pub fn notice(notice: &Notice) {
    match notice {
        Notice::Seated { table, port, .. } => {
            tracing::info!(event = "board-seated", table, %port, "table {table}: the board on {port} serves it")
        }
        Notice::SecondBoard { table, port, .. } => {
            tracing::warn!(event = "board-second", table, %port, "{port}: table {table} has a board already; this one is not used");
        }
        Notice::LargeBoard { port, .. } => {
            tracing::warn!(event = "board-large", %port, "{port}: this is a draughts board of ten by ten squares; plug in a chess board");
        }
        Notice::Ailing { port, now: Some(ailment), .. } => {
            tracing::warn!(event = "board-ailing", %port, "{port}: {}", ailment_text(*ailment));
        }
        Notice::Ailing { port, before: Some(Ailment::Deaf { .. }), .. } => {
            tracing::warn!(event = "board-well", %port, "{port}: the board hears again");
        }
        Notice::Ailing { port, .. } => {
            tracing::warn!(event = "board-well", %port, "{port}: the board speaks as it should again")
        }
        Notice::TableFaulted { table, why } => {
            tracing::error!(
                event = "table-faulted",
                table,
                "table {table} stands still for a mistake in this program ({why}); please report it"
            );
        }
        Notice::LinkFaulted { link, why } => {
            tracing::error!(
                event = "link-faulted",
                link,
                "link {link} was begun anew for a mistake in this program ({why}); please report it"
            );
        }
        Notice::BadSetup { table, why } => tracing::warn!(event = "setup-bad", table, "table {table}: {why}"),
        Notice::Diverged { divergence } => {
            tracing::warn!(
                event = "diverged",
                "decided differently by this version: {divergence}; what was published stands"
            );
        }
        Notice::DivergedInAll { publications, tables } => {
            let tables: Vec<String> = tables.iter().map(ToString::to_string).collect();
            tracing::warn!(
                event = "diverged-in-all",
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
        tracing::subscriber::with_default(log, || tracing::info!(table = 1, moves = 4, "table 1: {note}"));
        let bytes = written.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let text = String::from_utf8(bytes).expect("a log is text");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(
            text.contains(r"looks fine\u{a}2026")
                && text.contains(r"0-1\u{1b}[2J\u{202e} moves=4")
                && !text.contains("table=1"),
            "{text}"
        );
    }
}
