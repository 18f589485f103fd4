//! The acts of hands, the board's reports and the scribe's events side by side, for examining one game.

use crate::judging::accuracy::{heard::Heard, sections, straightened::straightened};
use crate::judging::cells::Cell;
use crate::{Act, Mark, What};
use board::{BoardEvent, Millis};
use game::GameEvent;
use shakmaty::CastlingMode;
use std::str::FromStr;

/// The time shown before the ply that precedes the first ply to show, in milliseconds. Thinking produces no lines, so a
/// second is enough.
const BEFORE_MS: Millis = 1_000;
/// The time shown after the last ply was made, in milliseconds.
const AFTER_MS: Millis = 12_000;

/// The plies to show, written `54` or `54..60`. The number of a game can precede them: `2:54`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The number of the game within the seed; the first is 1.
    pub game: usize,
    /// The number of the first ply to show.
    pub from: usize,
    /// The number of the last ply to show; 0 for all plies from the first one on.
    pub to: usize,
}

impl FromStr for Place {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Place, Self::Err> {
        let (game, plies) = text.split_once(':').unwrap_or(("1", text));
        let (from, to) = plies.split_once("..").unwrap_or((plies, plies));
        let number =
            |text: &str| text.parse().map_err(|_| "a place is a ply, 54, or 54..60, or 2:54 in game 2");
        let to = if to.is_empty() { 0 } else { number(to)? };
        Ok(Place { game: number(game)?, from: number(from)?, to })
    }
}

/// Returns the lines of the trace around some plies of a seed's game, in order of time. `lift e2` is an act in the
/// room, `seen e2` is a report of the board, and all other lines come from the scribe.
pub fn around(cell: &Cell, seed: u64, place: Place) -> Vec<String> {
    let simulated = cell.simulate(seed);
    let simulated = &*straightened(cell, &simulated);
    let Some(first) = simulated.truths.first() else { return Vec::new() };
    let Some(truth) = place.game.checked_sub(1).and_then(|game| simulated.truths.get(game)) else {
        return vec![format!("seed {seed} has {} games", simulated.truths.len())];
    };
    let heard = Heard::of(&cell.terms(first), &simulated.events, &mut |scribe, t, event| {
        scribe.handle_board(t, event)
    });
    let section = sections(&simulated.acts).get(place.game - 1).copied().unwrap_or_default();
    let mode = truth.start.mode();
    let mut lines: Vec<(Millis, u8, String)> = Vec::new();
    lines.extend(simulated.acts.iter().map(|act| (act.t_ms, 0, act_words(act))));
    lines.extend(simulated.events.iter().filter_map(|(t, event)| Some((*t, 1, event_words(event)?))));
    lines.extend(heard.told.iter().map(|(t, event)| (*t, 2, told_words(event, mode))));
    lines.sort_by_key(|line| (line.0, line.1));
    let made = |plies: usize| {
        let is = |act: &&Act| matches!(act.what, What::Mark(Mark::Made(n)) if n == plies);
        section.iter().find(is).map(|act| act.t_ms)
    };
    let begins_ms = section.first().map_or(0, |act| act.t_ms);
    let from_ms = made(place.from.saturating_sub(1)).unwrap_or(begins_ms).saturating_sub(BEFORE_MS);
    let to_ms = made(place.to).map_or(Millis::MAX, |made_ms| made_ms + AFTER_MS);
    let played =
        truth.uci().into_iter().skip(place.from.saturating_sub(2)).take(8).collect::<Vec<_>>().join(" ");
    let head = format!("{} seed {seed}, ply {}; played from the ply before: {played}", cell.name, place.from);
    let shown = lines.into_iter().filter(|line| (from_ms..=to_ms).contains(&line.0));
    [head].into_iter().chain(shown.map(|(t, _, text)| format!("{t:9} {text}"))).collect()
}

fn act_words(act: &Act) -> String {
    match act.what {
        What::Lift(square) => format!("lift {square}"),
        What::Place(square, piece) => format!("place {}{square}", piece.char()),
        What::Press(color) => format!("press {color}"),
        What::Mark(mark) => format!("{mark:?}"),
        other @ (What::SetClock { .. } | What::AddTime(..) | What::RunClock(_) | What::StopClock) => {
            format!("{other:?}")
        }
    }
}

fn event_words(event: &BoardEvent) -> Option<String> {
    let text = match event {
        BoardEvent::Square { square, contents } => match contents {
            board::Contents::Empty => format!("seen {square} empty"),
            board::Contents::Occupied => format!("seen {square} occupied"),
            board::Contents::Piece(piece) => format!("seen {}{square}", piece.char()),
        },
        BoardEvent::Press(color) => format!("seen press {color}"),
        BoardEvent::Reading(_) => "seen everything".to_owned(),
        BoardEvent::Clock(_) => return None,
        other => format!("seen {other:?}"),
    };
    Some(format!("    {text}"))
}

fn told_words(event: &GameEvent, mode: CastlingMode) -> String {
    let text = match event {
        GameEvent::Ply { ply, played, state, reason } => {
            format!("{ply} {} {state:?} {reason:?}", played.report(mode))
        }
        GameEvent::Superseded { ply, played, was_final } => {
            format!("{ply} {} superseded{}", played.report(mode), if *was_final { ", was final" } else { "" })
        }
        GameEvent::Asked { ply, alternatives } => {
            let words: Vec<String> = alternatives.iter().map(|played| played.report(mode)).collect();
            format!("{ply} asked: {}", words.join(" or "))
        }
        GameEvent::Irregular(fact) => format!("{} irregular {}", fact.ply, fact.played.report(mode)),
        other => format!("{other:?}"),
    };
    format!("        {text}")
}
