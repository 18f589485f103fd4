//! The output of `reconstruct` for other programs (docs/formats/report.md): the report, the incidents and the trace,
//! each entry as one line of JSON. This is a boundary file (crates/README.md): other programs rely on the form that
//! serde derives here.

use crate::reconstruct::GameRecord;
use board::{Contents, Reading};
use game::{Ending, GameEvent, Played, PlyNo, ResultEntry};
use laws::{Incident, Language, Outcome};
use serde::Serialize;
use shakmaty::{CastlingMode, KnownOutcome, Square};
use std::borrow::Cow;

/// Returns the report of a game as a line of JSON.
pub fn report(file: &str, game: &GameRecord) -> String {
    let score = &game.score;
    line(&ReportLine {
        file,
        moves: (0..score.plies.len()).map(|index| score.report_move(index)).collect(),
        final_fen: score.standing().fen(),
        result: score.result.map_or("*", ResultEntry::pgn),
        score: score.result.filter(|result| result.is_odd()).map(|result| result.to_string()),
        proposed_result: score.proposed.map(KnownOutcome::as_str),
        asked: asked(game),
        illegal: illegal(game),
        revisions: score.revisions,
        unexplained: unexplained(game),
    })
}

/// Returns the trace of a game: one line of JSON for each change in the state of a ply.
pub fn trace(game: &GameRecord) -> impl Iterator<Item = String> {
    let mode = game.score.start.mode();
    game.events.iter().filter_map(move |(t, event)| {
        let (ply, played) = match event {
            GameEvent::Ply { ply, played, .. } | GameEvent::Superseded { ply, played, .. } => (*ply, played),
            _ => return None,
        };
        let state = event.trace_state()?;
        Some(line(&TraceLine { t: *t, ply: ply.get(), mv: played.report(mode), state }))
    })
}

/// Returns an incident as a line of JSON. `file` is the log that it was found in; `None` if there is only one.
pub fn incident(file: Option<&str>, incident: &Incident) -> String {
    line(&IncidentLine {
        file,
        no: incident.no,
        t: incident.t_ms,
        ply: PlyNo::or_zero(incident.ply),
        rule: incident.rule.name(),
        kind: incident.kind.name(),
        by: incident.by.map(|color| color.fold_wb("white", "black")),
        articles: &incident.articles,
        remedy: incident.remedy.as_ref().map(|remedy| RemedyLine {
            opponent_ms: remedy.opponent_ms,
            restore_fen: remedy.restore_fen.as_deref(),
            legal: &remedy.legal,
            place: remedy.place.map(|(square, piece)| format!("{}{square}", piece.char())),
            outcome: remedy.outcome.map(Outcome::name),
            move_counter: remedy.move_counter,
        }),
        text: incident.text(Language::English),
        text_pl: incident.text(Language::Polish),
        text_ru: incident.text(Language::Russian),
        audience: "arbiter",
        status: incident.status.name(),
        window: incident.window.name(),
        closed_t: incident.closed_ms,
        repeated: incident.repeated.map(|repeated| RepeatedLine {
            count: repeated.count,
            last_t: repeated.last_ms,
            last_ply: PlyNo::or_zero(repeated.last_ply),
        }),
    })
}

#[derive(Serialize)]
struct ReportLine<'a> {
    file: &'a str,
    moves: Vec<String>,
    final_fen: String,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<String>,
    proposed_result: Option<&'static str>,
    asked: Vec<AskedLine>,
    illegal: Vec<IllegalLine<'a>>,
    revisions: u32,
    unexplained: Vec<UnexplainedLine>,
}

#[derive(Serialize)]
struct AskedLine {
    ply: usize,
    t: u64,
    alternatives: Vec<String>,
}

#[derive(Serialize)]
struct IllegalLine<'a> {
    ply: usize,
    t: u64,
    stands: bool,
    fen_after: &'a str,
    /// Says whether a press completed the illegal move. This field and `closed`, which says whether the illegal move is
    /// over, are left out of the JSON.
    #[serde(skip)]
    pressed: bool,
    #[serde(skip)]
    closed: bool,
}

/// A square whose last reading differs from the position in the game. `is` gives the reading in the notation of a
/// sensor log.
#[derive(Serialize)]
struct UnexplainedLine {
    sq: String,
    is: String,
    expected: String,
}

#[derive(Serialize)]
struct TraceLine {
    t: u64,
    ply: usize,
    #[serde(rename = "move")]
    mv: String,
    state: &'static str,
}

#[derive(Serialize)]
struct IncidentLine<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    no: u32,
    t: u64,
    ply: usize,
    rule: &'a str,
    kind: &'a str,
    by: Option<&'a str>,
    articles: &'a [String],
    remedy: Option<RemedyLine<'a>>,
    text: String,
    text_pl: String,
    text_ru: String,
    audience: &'a str,
    /// The status: `suspected`, or `confirmed`, `dismissed` or `stands` after the arbiter's answer.
    status: &'a str,
    /// The state of the time window in which the arbiter can act on the incident: `always`, `open` or `closed`.
    window: &'a str,
    closed_t: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeated: Option<RepeatedLine>,
}

#[derive(Serialize)]
struct RepeatedLine {
    count: u32,
    last_t: u64,
    last_ply: usize,
}

#[derive(Serialize)]
struct RemedyLine<'a> {
    opponent_ms: Option<u32>,
    restore_fen: Option<&'a str>,
    legal: &'a [String],
    /// The piece to be put on a square, as a letter of FEN and the square: `Qe8`.
    place: Option<String>,
    /// The result, if the rule read literally ends the game: a result as in PGN, or `new-game`.
    outcome: Option<&'static str>,
    move_counter: Option<u32>,
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a report is made of numbers and text")
}

/// Returns the questions that the sensors could not answer: those still open, and those that a person answered. A
/// question that later evidence answered is left out.
fn asked(game: &GameRecord) -> Vec<AskedLine> {
    let mode: CastlingMode = game.score.start.mode();
    let mut open: Vec<(usize, bool, AskedLine)> = Vec::new();
    for (index, (t, event)) in game.events.iter().enumerate() {
        match event {
            GameEvent::Asked { ply, alternatives } => {
                let alternatives = alternatives.iter().map(|played| played.report(mode)).collect();
                let by_person = game.answered.contains(&index);
                // A new question about a ply replaces the open question about that ply.
                open.retain(|(_, keep, asked)| *keep || asked.ply != ply.get());
                open.push((index, by_person, AskedLine { ply: ply.get(), t: *t, alternatives }));
            }
            GameEvent::Answered { ply } => open.retain(|(_, keep, asked)| *keep || asked.ply != ply.get()),
            _ => {}
        }
    }
    open.into_iter().map(|(_, _, asked)| asked).collect()
}

/// Returns the illegal moves after which the clock was pressed or play went on. A move that was put right before the
/// press does not count.
fn illegal(game: &GameRecord) -> Vec<IllegalLine<'_>> {
    let mut found: Vec<IllegalLine<'_>> = Vec::new();
    for (t, event) in &game.events {
        match event {
            GameEvent::Irregular(irregular) => {
                let mut entry = IllegalLine {
                    ply: irregular.ply.get(),
                    t: *t,
                    stands: false,
                    fen_after: &irregular.after_fen,
                    pressed: irregular.pressed,
                    closed: false,
                };
                match found.last_mut().filter(|last| last.ply == irregular.ply.get() && !last.closed) {
                    Some(last) => {
                        entry.pressed |= last.pressed;
                        *last = entry;
                    }
                    None => found.push(entry),
                }
            }
            GameEvent::IrregularClosed { ply, ending } => {
                for entry in found.iter_mut().filter(|entry| entry.ply == ply.get() && !entry.closed) {
                    entry.closed = true;
                    entry.stands = *ending == Ending::Stands;
                }
            }
            _ => {}
        }
    }
    for entry in &mut found {
        let index = entry.ply.wrapping_sub(1);
        let in_score = game.score.plies.get(index);
        let irregular = in_score.is_some_and(|ply| matches!(ply.played, Played::Irregular { .. }));
        entry.stands = if entry.closed { entry.stands && irregular } else { irregular };
    }
    found.retain(|entry| entry.pressed || entry.stands);
    found
}

/// Returns the squares whose last reading differs from the position in the game. The list is empty once a result is
/// proposed or confirmed, because then the players may do as they like with the pieces.
fn unexplained(game: &GameRecord) -> Vec<UnexplainedLine> {
    let Some(reading) = &game.reading else { return Vec::new() };
    if game.score.result.is_some() || game.score.proposed.is_some() {
        return Vec::new();
    }
    let expected = Reading::from_board(game.score.standing().board());
    let differs = |square: &Square| match (reading.at(*square), expected.at(*square)) {
        (Contents::Occupied, wanted) => !wanted.is_occupied(),
        (seen, wanted) => seen != wanted,
    };
    Square::ALL
        .into_iter()
        .filter(differs)
        .map(|square| UnexplainedLine {
            sq: square.to_string(),
            is: letter(reading.at(square)).into_owned(),
            expected: letter(expected.at(square)).into_owned(),
        })
        .collect()
}

fn letter(contents: Contents) -> Cow<'static, str> {
    match contents {
        Contents::Empty => "".into(),
        Contents::Occupied => "*".into(),
        Contents::Piece(piece) => piece.char().to_string().into(),
    }
}
