//! Lists as people type or paste them.
//!
//! ```text
//!   Round 3
//!   1. Nowak, Anna (2105) - Kowalski, Jan
//!   2. GM Levy, Dan 1-0 Iwanow, Piotr        a result may stand between the names or behind them
//!   3. Lis, Ewa - bye                         also without the dash: Lis, Ewa bye
//!   4  12 - 5                                 numbers of players, where the tournament has them
//! ```

use super::gather::{Gathering, Row, Seat};
use super::words::{self, NoPlayer, Outcome};
use crate::import::{Draft, FileLine, Format, ImportFault, lines};
use crate::{Entrant, PLAYERS_MAX, PlayerNo};
use shakmaty::{ByColor, Color};

/// A line, taken apart.
#[derive(Debug, Clone, Copy)]
enum Entry<'a> {
    /// The heading of a round.
    Round,
    /// A pairing.
    Pairing(Parts<'a>),
    /// A name and a bye with nothing between them.
    Bye(Parts<'a>),
    /// One name.
    One(&'a str),
    /// A line that can be split in several ways.
    Unclear,
}

/// A pairing, taken apart. The texts are those of the line.
#[derive(Debug, Clone, Copy)]
struct Parts<'a> {
    /// The number at the beginning: of the board, or of the first player.
    number: &'a str,
    white: &'a str,
    black: &'a str,
    result: Span<'a>,
}

/// A result in a line; empty if there is none.
type Span<'a> = &'a str;

/// Reads a list.
pub(in crate::import) fn read(text: &str) -> Draft {
    let mut gathering = Gathering::new(Format::List);
    let mut entries: Vec<(FileLine<'_>, Entry<'_>)> = lines(text)
        .map(|(line, _)| line)
        .filter(|line| !line.text.trim().is_empty() && !line.text.starts_with('#'))
        .map(|line| (line, entry(line.text.trim())))
        .collect();
    // In a list of names somebody may be called Bye.
    let are_pairings = entries.iter().any(|(_, it)| matches!(it, Entry::Pairing(_)))
        || !entries.iter().any(|(_, it)| matches!(it, Entry::One(_)));
    for (line, entry) in &mut entries {
        if let Entry::Bye(parts) = *entry {
            *entry = if are_pairings { Entry::Pairing(parts) } else { Entry::One(line.text.trim()) };
        }
    }
    let pairings = || {
        entries.iter().filter_map(|(_, it)| if let Entry::Pairing(parts) = it { Some(parts) } else { None })
    };
    if pairings().next().is_none() {
        players(&mut gathering, &entries);
        return gathering.finish();
    }
    // Where Black has a number in front of the name and White has none of their own, the first number is White's.
    let has_number = |text: &str| number(text).is_some_and(|(_, name)| !name.is_empty());
    let is_of_player = |it: &Parts<'_>| {
        let is_bye = words::no_player(it.black).is_some();
        !it.number.is_empty() && !has_number(it.white) && (has_number(it.black) || is_bye)
    };
    let are_boards = !pairings().all(is_of_player) || !pairings().any(|it| has_number(it.black));
    let mut round = None;
    for (line, entry) in entries {
        match entry {
            Entry::Round => {
                round = words::round_of_title(line.text).and_then(|text| gathering.round_of(line, &text));
            }
            Entry::One(_) | Entry::Bye(_) => gathering.note(line, ImportFault::LineNotUnderstood),
            Entry::Unclear => gathering.note(line, ImportFault::SeveralSeparators),
            Entry::Pairing(parts) => {
                let board = match parts.number {
                    number if are_boards && !number.is_empty() => {
                        let Some(board) = gathering.board_of(line, number) else { continue };
                        Some(board)
                    }
                    _ => None,
                };
                let of_white = if are_boards { None } else { parts.number.parse().ok() };
                let [white, black] = Color::ALL.map(|color| {
                    let text = color.fold_wb(parts.white, parts.black);
                    seat(&mut gathering, line, text, color.fold_wb(of_white, None))
                });
                if let (Some(white), Some(black)) = (white, black) {
                    let seats = ByColor { white, black };
                    gathering.row(Row { line, round, board, seats, result: parts.result, unrated: false });
                }
            }
        }
    }
    gathering.finish()
}

/// Reads a list of players: every line has a number, a comma or a rating, or it is prose.
fn players(gathering: &mut Gathering, entries: &[(FileLine<'_>, Entry<'_>)]) {
    for (line, entry) in entries {
        let Entry::One(text) = entry else {
            if matches!(entry, Entry::Unclear) {
                gathering.note(*line, ImportFault::SeveralSeparators);
            }
            continue;
        };
        let (number, rest) = number(text).map_or((None, *text), |(number, rest)| (number.parse().ok(), rest));
        let (entrant, _) = entrant(rest);
        let is_player = number.is_some() || rest.contains([',', '(']) || entrant.player.elo.is_some();
        if !is_player || !entrant.player.name.chars().any(char::is_alphabetic) {
            gathering.note(*line, ImportFault::LineNotUnderstood);
            continue;
        }
        let number: Option<PlayerNo> = number;
        gathering.add(*line, number.filter(|it| (1..=PLAYERS_MAX).contains(&usize::from(*it))), entrant);
    }
}

fn seat(gathering: &mut Gathering, line: FileLine<'_>, text: &str, known: Option<PlayerNo>) -> Option<Seat> {
    let (number, rest) = number(text).map_or((None, text), |(number, rest)| (Some(number), rest));
    let number = match (known, number) {
        (Some(known), _) => Some(known),
        (None, None) => None,
        (None, Some(text)) => {
            match text.parse().ok().filter(|it| (1..=PLAYERS_MAX).contains(&usize::from(*it))) {
                Some(number) => Some(number),
                None => {
                    gathering.note(line, ImportFault::NotANumber(text.to_owned()));
                    return None;
                }
            }
        }
    };
    let (entrant, ignored) = entrant(rest);
    for text in ignored {
        gathering.note(line, ImportFault::ValueIgnored("()", text));
    }
    gathering.seat(line, number, entrant)
}

/// Splits the number at the beginning of a text from what follows: `12. Nowak`, `12) Nowak`, `#12 Nowak`, `12`.
fn number(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    let text = text.strip_prefix(['#', '№']).unwrap_or(text).trim_start();
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let rest = match rest.chars().next() {
        None => rest,
        Some('.' | ')' | ':') => &rest[1..],
        Some(letter) if letter.is_whitespace() => rest,
        Some(_) => return None,
    };
    (!digits.is_empty()).then(|| (digits, rest.trim()))
}

/// The signs between two names, the clearest first.
const SEPARATORS: [&str; 9] = [" vs. ", " vs ", " VS ", " Vs ", " v ", " — ", " – ", " - ", " : "];

fn entry(text: &str) -> Entry<'_> {
    let words = crate::import::spelling::folded(text.get(..60).unwrap_or(text));
    let is_heading = words.split(' ').next().is_some_and(|word| word.chars().all(char::is_alphabetic))
        && words::round_of_title(text).is_some()
        && words::round_of_title(words.split(' ').take(2).collect::<Vec<_>>().join(" ").as_str()).is_some();
    if is_heading {
        return Entry::Round;
    }
    if text.contains('\t') {
        return tabbed(text);
    }
    let (number, rest) = leading(text);
    let (rest, result) = without_result(rest);
    if result.is_empty()
        && let Some((white, result, black)) = around_result(rest)
    {
        return Entry::Pairing(Parts { number, white, black, result });
    }
    if let Some(white) = [" -", " –", " —", " vs"].iter().find_map(|end| rest.strip_suffix(end))
        && !white.contains(" - ")
    {
        // In `Nowak - -` the second dash stands for nobody.
        let (white, black) = [" -", " –"]
            .iter()
            .find_map(|end| white.strip_suffix(end))
            .map_or((white, ""), |white| (white, "-"));
        return Entry::Pairing(Parts { number, white: white.trim(), black, result });
    }
    for separator in SEPARATORS {
        let mut parts = rest.splitn(3, separator);
        let (Some(white), Some(black)) = (parts.next(), parts.next()) else { continue };
        if parts.next().is_some() {
            return Entry::Unclear;
        }
        return Entry::Pairing(Parts { number, white: white.trim(), black: black.trim(), result });
    }
    let mut parts = rest.splitn(3, ['–', '—']);
    if let (Some(white), Some(black), None) = (parts.next(), parts.next(), parts.next()) {
        return Entry::Pairing(Parts { number, white: white.trim(), black: black.trim(), result });
    }
    if words::round_of_title(text).is_some() {
        return Entry::Round;
    }
    match before_bye(rest) {
        Some((white, black)) => Entry::Bye(Parts { number, white, black, result }),
        None => Entry::One(text),
    }
}

/// The most words of a bye.
const BYE_WORDS_MAX: usize = 4;

/// Splits a name from the bye behind it.
fn before_bye(text: &str) -> Option<(&str, &str)> {
    let blanks = text.rmatch_indices(char::is_whitespace).map(|(at, _)| at).take(BYE_WORDS_MAX);
    // The longest first: a half-point bye ends with the word for a whole one.
    let blanks: Vec<usize> = blanks.collect();
    blanks
        .into_iter()
        .rev()
        .map(|at| (text[..at].trim(), text[at..].trim().trim_matches(['(', ')', '[', ']'])))
        .find(|(name, bye)| {
            name.contains(char::is_alphabetic)
                && bye.contains(char::is_alphabetic)
                && matches!(words::no_player(bye), Some(NoPlayer::Bye(_)))
        })
}

/// Splits off the number of a line. In `12 - 5` the first number is a player.
fn leading(text: &str) -> (&str, &str) {
    match number(text) {
        Some((digits, rest))
            if rest.chars().next().is_some_and(|letter| !"-–—:".contains(letter))
                && !rest.starts_with("vs") =>
        {
            (digits, rest)
        }
        _ => ("", text),
    }
}

/// Takes a line apart in which tabulators stand between the names.
fn tabbed(text: &str) -> Entry<'_> {
    let mut cells: Vec<&str> = text.split('\t').map(str::trim).collect();
    let mut first = "";
    if let Some((digits, rest)) = cells.first().and_then(|cell| number(cell)) {
        first = digits;
        if rest.is_empty() {
            cells.remove(0);
        } else {
            cells[0] = rest;
        }
    }
    let result =
        cells.iter().position(|cell| has_score(cell) && matches!(words::outcome(cell), Some(Outcome::Is(_))));
    let result = result.map_or("", |place| cells.remove(place));
    cells.retain(|cell| !matches!(*cell, "vs" | "vs." | ":" | "*"));
    let is_filled = |cell: &&str| !cell.is_empty();
    match cells[..] {
        [white, black] => Entry::Pairing(Parts { number: first, white, black, result }),
        [white] if !result.is_empty() => Entry::Pairing(Parts { number: first, white, black: "", result }),
        [_] => Entry::One(text),
        _ if cells.iter().filter(|cell| is_filled(cell)).count() == 2 => {
            let mut filled = cells.iter().copied().filter(is_filled);
            let [white, black] = [(); 2].map(|()| filled.next().unwrap_or_default());
            Entry::Pairing(Parts { number: first, white, black, result })
        }
        _ => Entry::Unclear,
    }
}

/// Returns whether a text has a sign that only results have, so that a lone dash is no result.
fn has_score(text: &str) -> bool {
    text.contains(['0', '1', '½', '+', '=', '*'])
}

/// Splits a result off the end of a line.
fn without_result(text: &str) -> (&str, &str) {
    let mut at = text.len();
    let mut found = text.len();
    for _ in 0..3 {
        let Some(before) = text[..at].trim_end().rfind(char::is_whitespace) else { break };
        at = before;
        let tail = text[at..].trim();
        if has_score(tail) && tail.len() <= 12 && words::outcome(tail).is_some() {
            found = at;
        }
    }
    (text[..found].trim_end(), text[found..].trim())
}

/// Splits a line at a result between the names.
fn around_result(text: &str) -> Option<(&str, &str, &str)> {
    let is_score =
        |part: &str| has_score(part) && part != "*" && matches!(words::outcome(part), Some(Outcome::Is(_)));
    let mut starts: Vec<usize> = vec![0];
    starts.extend(text.match_indices(' ').map(|(at, _)| at + 1));
    if starts.len() > 40 {
        return None;
    }
    for (index, start) in starts.iter().enumerate().skip(1) {
        for length in [3, 1] {
            let Some(end) = starts.get(index + length).map(|end| end - 1) else { continue };
            let part = &text[*start..end];
            if is_score(part) && part.contains(['-', '–', ':', '½', '+', '=']) {
                return Some((text[..*start].trim(), part, text[end..].trim()));
            }
        }
    }
    None
}

/// Reads a player: a title in front, a rating behind, the rest in brackets. Returns what was passed over, too.
fn entrant(text: &str) -> (Entrant, Vec<String>) {
    let mut entrant = Entrant::default();
    let mut ignored = Vec::new();
    let mut name = String::new();
    let mut rest = text;
    while let Some(open) = rest.find(['(', '[']) {
        name.push_str(&rest[..open]);
        let Some(close) = rest[open..].find([')', ']']) else {
            name.push_str(&rest[open..]);
            rest = "";
            break;
        };
        for part in
            rest[open + 1..open + close].split([',', ';', ' ']).map(str::trim).filter(|part| !part.is_empty())
        {
            if !detail(&mut entrant, part) {
                ignored.push(part.to_owned());
            }
        }
        rest = &rest[open + close + 1..];
    }
    name.push_str(rest);
    let mut words: Vec<&str> = name.split_whitespace().collect();
    if words.len() > 2
        && let Some(title) = words.first().and_then(|word| words::title(word).filter(|_| word.len() > 1))
    {
        title.clone_into(&mut entrant.player.title);
        words.remove(0);
    }
    if words.len() > 1
        && let Some(rating) = words.last().and_then(|word| rating(word))
    {
        entrant.player.elo = entrant.player.elo.or(Some(rating));
        words.pop();
    }
    entrant.player.name = words.join(" ");
    (entrant, ignored)
}

fn rating(text: &str) -> Option<u16> {
    text.parse().ok().filter(|rating| (1000..=3500).contains(rating))
}

/// Takes a detail in brackets. `false` for one that is not understood.
fn detail(entrant: &mut Entrant, text: &str) -> bool {
    let player = &mut entrant.player;
    if let Some(rating) = rating(text) {
        player.elo = Some(rating);
    } else if let Some(title) = words::title(text).filter(|_| text.len() > 1) {
        title.clone_into(&mut player.title);
    } else if text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase()) {
        text.clone_into(&mut player.federation);
    } else if let Some(id) = text.parse().ok().filter(|id| *id >= 100_000) {
        player.fide_id = Some(id);
    } else {
        return false;
    }
    true
}
