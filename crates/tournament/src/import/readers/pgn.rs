//! Pairings as PGN: one game a pairing, with or without moves. Programs write it to carry pairings to other programs.

use super::gather::{Gathering, Row, Seat};
use super::words::{self, NoPlayer};
use crate::import::{Draft, FileLine, Format, ImportFault, lines};
use crate::{BoardNo, Entrant, RoundNo};
use pgn_reader::{RawTag, Reader, Visitor};
use shakmaty::{ByColor, Color};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Returns whether a text is PGN: its first line is a tag.
pub(in crate::import) fn is_pgn(text: &str) -> bool {
    lines(text)
        .map(|(line, _)| line.text.trim())
        .find(|line| !line.is_empty() && !line.starts_with('%'))
        .is_some_and(is_tag)
}

/// Returns whether a line is a tag: `[Name "value"`.
fn is_tag(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('[') else { return false };
    let Some((name, rest)) = rest.split_once(char::is_whitespace) else { return false };
    !name.is_empty()
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && rest.trim_start().starts_with('"')
}

/// Reads a file of pairings.
pub(in crate::import) fn read(text: &str) -> Draft {
    let mut gathering = Gathering::new(Format::Pgn);
    // `R.M.B` of team matches: the boards of a match are numbered anew in each.
    let mut matches: Vec<Numbers> = Vec::new();
    let mut read: Vec<(FileLine<'_>, BTreeMap<String, String>)> = Vec::new();
    for (line, game) in games(text) {
        match tags(&game) {
            Some(tags) => read.push((line, tags)),
            None => gathering.note(line, ImportFault::LineNotUnderstood),
        }
    }
    for (_, tags) in &read {
        matches.extend(tags.get("Round").and_then(|round| numbers(round)).filter(|it| it.of_match.is_some()));
    }
    let boards_of_match = matches.iter().map(|it| it.board.unwrap_or(0)).max().unwrap_or(0);
    for (line, tags) in &read {
        game(&mut gathering, *line, tags, boards_of_match);
    }
    if boards_of_match > 0 {
        gathering.draft.header.boards_of_match = boards_of_match;
        gathering.note(FileLine { number: 0, text: "" }, ImportFault::ColoursOfMatch);
    }
    gathering.finish()
}

/// Splits a file into games, each with its first line. A game begins with the first tag after something else.
fn games(text: &str) -> Vec<(FileLine<'_>, String)> {
    let mut games: Vec<(FileLine<'_>, String)> = Vec::new();
    let mut was_tag = false;
    let mut is_comment = false;
    for (line, _) in lines(text) {
        let is_tag = !is_comment && is_tag(line.text);
        if !is_tag {
            let (open, close) = (line.text.rfind('{'), line.text.rfind('}'));
            is_comment = if open.is_some() || close.is_some() { open > close } else { is_comment };
        }
        let begins = is_tag && !was_tag;
        // A blank line between two tags of one game is a slip that programs make; a second `Event` is a new game.
        let begins = begins || (is_tag && line.text.trim_start().starts_with("[Event "));
        if begins {
            games.push((line, String::new()));
        }
        if let Some((_, game)) = games.last_mut()
            && is_tag
        {
            game.push_str(line.text.trim_start());
            game.push('\n');
        }
        was_tag = is_tag || (was_tag && line.text.trim().is_empty());
    }
    games
}

/// A visitor that keeps the tags and passes over the moves.
struct Tags;

impl Visitor for Tags {
    type Tags = BTreeMap<String, String>;
    type Movetext = ();
    type Output = BTreeMap<String, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(BTreeMap::new())
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        let name = String::from_utf8_lossy(name).into_owned();
        tags.entry(name).or_insert_with(|| value.decode_utf8_lossy().trim().to_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Break(tags)
    }

    fn end_game(&mut self, (): Self::Movetext) -> Self::Output {
        BTreeMap::new()
    }
}

/// Reads the tags of a game. `None` for a game whose tags nobody can read.
fn tags(game: &str) -> Option<BTreeMap<String, String>> {
    let mut reader =
        Reader::build(game.as_bytes()).set_supported_tag_line_length(crate::import::LINE_MAX).finish();
    // A movetext has to follow; the tags alone are what is read here.
    reader.read_game(&mut Tags).ok().flatten()
}

/// The numbers in a tag `Round`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Numbers {
    round: u32,
    of_match: Option<BoardNo>,
    board: Option<BoardNo>,
}

/// Reads `R`, `R.B` or `R.M.B`; `None` for anything else.
fn numbers(text: &str) -> Option<Numbers> {
    let mut parts = text.split('.').map(|part| part.trim().parse::<u32>().ok());
    let round = parts.next()??;
    let rest =
        parts.map(|part| part.and_then(|part| BoardNo::try_from(part).ok())).collect::<Option<Vec<_>>>()?;
    match rest[..] {
        [] => Some(Numbers { round, of_match: None, board: None }),
        [board] => Some(Numbers { round, of_match: None, board: Some(board) }),
        [of_match, board] => Some(Numbers { round, of_match: Some(of_match), board: Some(board) }),
        _ => None,
    }
}

fn game(
    gathering: &mut Gathering,
    line: FileLine<'_>,
    tags: &BTreeMap<String, String>,
    boards_of_match: BoardNo,
) {
    let tag = |name: &str| tags.get(name).map_or("", String::as_str);
    if !tags.contains_key("White") || !tags.contains_key("Black") {
        return gathering.note(line, ImportFault::CutOff);
    }
    let Ok((round, board)) = place(gathering, line, tags, boards_of_match) else { return };
    header(gathering, line, tags);
    let day = gathering.round(round);
    if let (true, Some(date)) = (day.date.is_empty(), words::date(tag("Date"))) {
        day.date = date;
    }
    if let (true, Some(time)) = (day.starts_at.is_empty(), tag("Time").get(..5).filter(|it| it.contains(':')))
    {
        time.clone_into(&mut day.starts_at);
    }
    let mut seats = ByColor { white: Seat::Nobody(NoPlayer::Hole), black: Seat::Nobody(NoPlayer::Hole) };
    for color in Color::ALL {
        let entrant = entrant(gathering, line, tags, color);
        let Some(seat) = gathering.seat(line, None, entrant) else { return };
        seats[color] = seat;
    }
    let forfeit =
        ["unplayed", "forfeit", "default", "bye"].contains(&tag("Termination").to_ascii_lowercase().as_str());
    let full = match (tag("Score"), tag("Result")) {
        ("", "1-0") if forfeit => "+/-",
        ("", "0-1") if forfeit => "-/+",
        ("", result) => result,
        (score, _) => score,
    };
    gathering.row(Row { line, round, board, seats, result: full, unrated: false });
}

/// Returns the round and the board of a game. `Err` if one of them was refused.
fn place(
    gathering: &mut Gathering,
    line: FileLine<'_>,
    tags: &BTreeMap<String, String>,
    boards_of_match: BoardNo,
) -> Result<(Option<RoundNo>, Option<BoardNo>), ()> {
    let tag = |name: &str| tags.get(name).map_or("", String::as_str);
    let text = tag("Round");
    let numbers = numbers(text);
    let round = match numbers {
        None if matches!(text, "" | "?" | "-") => None,
        None => Some(gathering.round_of(line, text).ok_or(())?),
        Some(numbers) => Some(gathering.round_of(line, &numbers.round.to_string()).ok_or(())?),
    };
    let board = match (tag("Board"), numbers.and_then(|it| it.board), numbers.and_then(|it| it.of_match)) {
        (_, Some(board), Some(of_match)) => {
            let before = u32::from(of_match.saturating_sub(1)) * u32::from(boards_of_match);
            Some((before + u32::from(board)).to_string())
        }
        ("" | "?", Some(board), None) => Some(board.to_string()),
        ("" | "?", None, _) => None,
        (board, ..) => Some(board.to_owned()),
    };
    let board = board.map(|board| gathering.board_of(line, &board).ok_or(())).transpose()?;
    Ok((round, board))
}

/// Takes what a game says of its tournament, where nothing is known yet.
fn header(gathering: &mut Gathering, line: FileLine<'_>, tags: &BTreeMap<String, String>) {
    let header = &mut gathering.draft.header;
    let mut refusal = None;
    let mut fill = |name: &str, known: &mut String| {
        let value = tags.get(name).map_or("", String::as_str);
        if known.is_empty() && value != "?" {
            match game::names::check(value, game::names::NAME_MAX) {
                Ok(()) => value.clone_into(known),
                Err(odd) => refusal = Some(odd),
            }
        }
    };
    fill("Event", &mut header.name);
    fill("Site", &mut header.city);
    fill("TimeControl", &mut header.time_control);
    if let (true, Some(date)) =
        (header.dates.0.is_empty(), tags.get("EventDate").and_then(|it| words::date(it)))
    {
        header.dates.0 = date;
    }
    if let Some(refusal) = refusal {
        gathering.note(line, ImportFault::Name(refusal));
    }
}

fn entrant(
    gathering: &mut Gathering,
    line: FileLine<'_>,
    tags: &BTreeMap<String, String>,
    color: Color,
) -> Entrant {
    let side = color.fold_wb("White", "Black");
    let tag = |name: &str| tags.get(&format!("{side}{name}")).map_or("", String::as_str);
    let mut entrant = Entrant::named(tag(""));
    let player = &mut entrant.player;
    player.team = tag("Team").to_owned();
    player.federation = [tag("Fed"), tag("Federation"), tag("Country")].concat();
    let mut ignored = Vec::new();
    if !matches!(tag("Title"), "" | "-" | "?") {
        match words::title(tag("Title")) {
            Some(title) => title.clone_into(&mut player.title),
            None => ignored.push(("Title", tag("Title").to_owned())),
        }
    }
    match rating(tag("Elo")) {
        Ok(elo) => player.elo = elo,
        Err(()) => ignored.push(("Elo", tag("Elo").to_owned())),
    }
    match tag("FideId") {
        "" | "0" | "-" | "?" => {}
        id => match id.parse() {
            Ok(id) => player.fide_id = Some(id),
            Err(_) => ignored.push(("FideId", id.to_owned())),
        },
    }
    for (field, value) in ignored {
        gathering.note(line, ImportFault::ValueIgnored(field, value));
    }
    entrant
}

/// The greatest rating that a list can give.
const RATING_MAX: u16 = 4000;

/// Reads a rating; 0 and nothing are none. `Err` for a text that is no rating.
pub(in crate::import) fn rating(text: &str) -> Result<Option<u16>, ()> {
    match text.trim() {
        "" | "-" | "?" | "0" | "unr" | "unr." => Ok(None),
        text => match text.parse() {
            Ok(0) => Ok(None),
            Ok(rating) if rating <= RATING_MAX => Ok(Some(rating)),
            _ => Err(()),
        },
    }
}
