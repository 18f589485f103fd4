//! The document of a review (docs/formats/report.md, "A review"), for the arbiter's page. This is a boundary file
//! (crates/README.md): other programs rely on the form that serde derives here.

use super::{BelievedPly, Happened, Logged, Review};
use crate::case::Commanded;
use board::{Contents, LinkState, Reading};
use game::{CommandJson, Ending, GameEvent, Played, Player, PlyNo, PlyState, Reason, Reckoning, ResultEntry};
use serde::Serialize;
use shakmaty::{Bitboard, CastlingMode, Color, Square};

/// A review as a document, without its incidents: those are in the arbiter's feed in the same words.
#[derive(Debug, Serialize)]
pub struct ReviewJson<'a> {
    table: u16,
    game: u32,
    white: PlayerJson<'a>,
    black: PlayerJson<'a>,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*`.
    result: &'static str,
    /// The journal times of the first and the last entry.
    span_ms: (u64, u64),
    /// Journal times, and the milliseconds since 1970, UTC, at each.
    times: Vec<(u64, i64)>,
    timing: ErrorsJson,
    /// The FEN with which the game began.
    start: String,
    /// The board when the game began, a1 to h1 first; null if it was not read.
    squares: Option<String>,
    link: &'static str,
    /// The clock before the first entry, if it was read: when, and as in an entry.
    clock: Option<(u64, ClockJson)>,
    log: Vec<EntryJson<'a>>,
    /// The number of further entries, which are left out.
    left_out: usize,
    plies: Vec<NodeJson<'a>>,
    /// The plies that are believed at the end.
    line: &'a [usize],
    said: Vec<SaidJson<'a>>,
}

#[derive(Debug, Serialize)]
struct PlayerJson<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    title: &'a str,
}

#[derive(Debug, Serialize)]
struct ErrorsJson {
    square_early_ms: u64,
    press_early_ms: u64,
    clock_late_ms: u64,
}

/// An entry: the milliseconds and the records since the entry before, its kind, and what belongs to the kind.
#[derive(Debug, Serialize)]
struct EntryJson<'a>(u64, u64, &'static str, DetailJson<'a>);

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum DetailJson<'a> {
    Nothing(()),
    Word(&'static str),
    Text(String),
    Number(u64),
    Clock(ClockJson),
    Line(usize, &'a [usize]),
    Concluded(Box<ConcludedJson>),
}

/// White's and Black's time in milliseconds, whose time runs, and for how long readings agreed, in milliseconds.
#[derive(Debug, Serialize)]
struct ClockJson(u32, u32, &'static str, u64);

#[derive(Debug, Default, Serialize)]
struct ConcludedJson {
    what: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<usize>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    /// The state of a ply, the way in which an irregular ply ended, or a result.
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'static str>,
    /// The moves of which a person must choose one, or the squares that are wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    among: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    weighed: Vec<WeighedJson>,
}

/// An explanation that was alive: the ply from which on it differs from the game as shown, its moves from there, and what
/// it costs: the assumption, the points, and the squares that it is about. What all have cost alike does not count.
#[derive(Debug, Serialize)]
struct WeighedJson {
    from: usize,
    moves: Vec<String>,
    points: u32,
    items: Vec<(&'static str, u32, Vec<String>)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    common: Option<u32>,
}

#[derive(Debug, Serialize)]
struct NodeJson<'a> {
    ply: usize,
    by: &'static str,
    uci: &'a str,
    san: &'a str,
    fen: &'a str,
    touched_ms: u64,
    made_ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pressed_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_ms: Option<u32>,
    state: &'static str,
    reason: &'static str,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    irregular: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    estimated: bool,
}

#[derive(Debug, Serialize)]
struct SaidJson<'a> {
    t_ms: u64,
    command: &'a CommandJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

impl<'a> From<&'a Review> for ReviewJson<'a> {
    fn from(review: &'a Review) -> ReviewJson<'a> {
        let (from_ms, to_ms) = review.span_ms;
        let timing = review.timing;
        ReviewJson {
            table: review.table,
            game: review.game,
            white: player(&review.players.white),
            black: player(&review.players.black),
            result: review.result.map_or("*", ResultEntry::pgn),
            span_ms: review.span_ms,
            times: review.times.between(from_ms, to_ms),
            timing: ErrorsJson {
                square_early_ms: timing.of_square(0).early_ms.into(),
                press_early_ms: timing.of_press(0).early_ms.into(),
                clock_late_ms: timing.quantum_ms.into(),
            },
            start: review.start.fen(),
            squares: review.squares.as_ref().map(letters),
            link: link(review.link),
            clock: review.clock.map(|(t_ms, run)| (t_ms, clock(run))),
            log: entries(review),
            left_out: review.log.left_out,
            plies: review.nodes.iter().map(node).collect(),
            line: &review.line,
            said: review.said.iter().map(said).collect(),
        }
    }
}

fn player(player: &Player) -> PlayerJson<'_> {
    PlayerJson { name: &player.name, title: &player.title }
}

fn said(commanded: &Commanded) -> SaidJson<'_> {
    let refused = commanded.refusal.as_ref().map(ToString::to_string);
    SaidJson { t_ms: commanded.t_ms, command: &commanded.command, refused }
}

fn node(node: &BelievedPly) -> NodeJson<'_> {
    NodeJson {
        ply: node.ply,
        by: side(node.by),
        uci: &node.report,
        san: &node.san,
        fen: &node.fen,
        touched_ms: node.touched_ms,
        made_ms: node.made_ms,
        pressed_ms: node.pressed_ms,
        left_ms: node.left_ms,
        state: state(node.state),
        reason: reason(node.reason),
        irregular: matches!(node.played, Played::Irregular { .. }),
        estimated: node.estimated,
    }
}

fn entries(review: &Review) -> Vec<EntryJson<'_>> {
    let (mut t_ms, mut seq) = (review.span_ms.0, 0);
    let mut written = Vec::with_capacity(review.log.items.len());
    for entry in &review.log.items {
        let (kind, detail) = detail(entry, review.mode);
        written.push(EntryJson(entry.t_ms.saturating_sub(t_ms), entry.seq.saturating_sub(seq), kind, detail));
        (t_ms, seq) = (entry.t_ms, entry.seq);
    }
    written
}

fn detail(entry: &Logged, mode: CastlingMode) -> (&'static str, DetailJson<'_>) {
    match &entry.what {
        Happened::Square(square, now) => ("square", DetailJson::Text(format!("{square}{}", letter(*now)))),
        Happened::Reading(reading) => ("reading", DetailJson::Text(letters(reading))),
        Happened::Press(by) => ("press", DetailJson::Word(side(*by))),
        Happened::Flag(of) => ("flag", DetailJson::Word(side(*of))),
        Happened::Clock(run) => ("clock", DetailJson::Clock(clock(*run))),
        Happened::Gap(gap_ms) => ("gap", DetailJson::Number(*gap_ms)),
        Happened::Link(state) => ("link", DetailJson::Word(link(*state))),
        Happened::Turned => ("turned", DetailJson::Nothing(())),
        Happened::SidesUnknown => ("sides-unknown", DetailJson::Nothing(())),
        Happened::Marker(square, outcome) => ("marker", DetailJson::Text(format!("{square} {outcome}"))),
        Happened::Started => ("started", DetailJson::Nothing(())),
        Happened::Array(standing) => ("array", DetailJson::Text(standing.fen())),
        Happened::Line(keep, nodes) => ("line", DetailJson::Line(*keep, nodes)),
        Happened::Concluded(event, weighed) => {
            ("concluded", DetailJson::Concluded(Box::new(concluded(event, weighed, mode))))
        }
        Happened::Incident(no) => ("incident", DetailJson::Number((*no).into())),
        Happened::Said(index) => ("said", DetailJson::Number(*index as u64)),
    }
}

fn concluded(event: &GameEvent, weighed: &[Reckoning], mode: CastlingMode) -> ConcludedJson {
    let ply = event.ply().map(PlyNo::get);
    let moves = |all: &[Played]| all.iter().map(|one| one.report(mode)).collect();
    let told = |what: &'static str| ConcludedJson { what, ply, ..ConcludedJson::default() };
    let mut written = match event {
        GameEvent::Began { .. } => told("began"),
        GameEvent::Resumed { .. } => told("resumed"),
        GameEvent::Ply { played, state: reached, reason: why, .. } => ConcludedJson {
            mv: Some(played.report(mode)),
            state: Some(state(*reached).to_owned()),
            reason: Some(reason(*why)),
            ..told("ply")
        },
        GameEvent::Superseded { played, was_final, .. } => ConcludedJson {
            mv: Some(played.report(mode)),
            state: was_final.then(|| "final".to_owned()),
            ..told("superseded")
        },
        GameEvent::Asked { alternatives, .. } => {
            ConcludedJson { among: moves(alternatives), ..told("asked") }
        }
        GameEvent::Answered { .. } => told("answered"),
        GameEvent::Irregular(irregular) => ConcludedJson {
            mv: Some(irregular.played.report(mode)),
            by: Some(side(irregular.by)),
            state: irregular.pressed.then(|| "completed".to_owned()),
            ..told("irregular")
        },
        GameEvent::IrregularClosed { ending, .. } => {
            let ended = match ending {
                Ending::Restored => "restored",
                Ending::Stands => "stands",
            };
            ConcludedJson { state: Some(ended.to_owned()), ..told("irregular-closed") }
        }
        GameEvent::PressWithoutMove { by, .. } => {
            ConcludedJson { by: Some(side(*by)), ..told("press-without-move") }
        }
        GameEvent::Proposed { outcome } => {
            ConcludedJson { state: Some(outcome.as_str().to_owned()), ..told("proposed") }
        }
        GameEvent::ProposalWithdrawn => told("proposal-withdrawn"),
        GameEvent::Result { outcome } => {
            ConcludedJson { state: Some(ResultEntry::shown(*outcome)), ..told("result") }
        }
        GameEvent::WrongSetup { squares } => {
            ConcludedJson { among: squares.iter().map(Square::to_string).collect(), ..told("wrong-setup") }
        }
        GameEvent::JoinedMidgame(_) => told("joined-midgame"),
        GameEvent::PutRight => told("put-right"),
        GameEvent::PositionNeeded => told("position-needed"),
    };
    written.weighed = weighed.iter().map(|one| weighed_json(one, mode)).collect();
    written
}

fn weighed_json(one: &Reckoning, mode: CastlingMode) -> WeighedJson {
    let names = |squares: Bitboard| squares.into_iter().map(|square| square.to_string()).collect();
    WeighedJson {
        from: one.from.get(),
        moves: one.played.iter().map(|played| played.report(mode)).collect(),
        points: one.points(),
        items: one.items.iter().map(|item| (item.assumed.name(), item.points, names(item.squares))).collect(),
        common: (one.common > 0).then_some(one.common),
    }
}

fn clock(run: super::ClockRun) -> ClockJson {
    ClockJson(run.left_ms.white, run.left_ms.black, run.running.map_or("", side), run.agreed_ms)
}

/// Returns the board as 64 letters, a1 to h1 first: a dot for nothing, `x` for something, and the pieces as in a FEN.
fn letters(reading: &Reading) -> String {
    Square::ALL.into_iter().map(|square| letter(reading.at(square))).collect()
}

fn letter(contents: Contents) -> char {
    match contents {
        Contents::Empty => '.',
        Contents::Occupied => 'x',
        Contents::Piece(piece) => piece.char(),
    }
}

fn side(color: Color) -> &'static str {
    color.fold_wb("white", "black")
}

fn link(state: LinkState) -> &'static str {
    match state {
        LinkState::Down => "down",
        LinkState::Waking => "waking",
        LinkState::Live => "live",
        LinkState::Doubtful => "doubtful",
    }
}

fn state(state: PlyState) -> &'static str {
    match state {
        PlyState::Provisional => "provisional",
        PlyState::Final => "final",
        PlyState::Completed => "completed",
    }
}

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Leading => "leading",
        Reason::Press => "press",
        Reason::Quiet => "quiet",
        Reason::OpponentTouched => "opponent-touched",
        Reason::NextMove => "next-move",
        Reason::OnlyExplanation => "only-explanation",
        Reason::Operator => "operator",
    }
}
