//! The lines of a report, by their first three letters.

use super::columns::Columns;
use super::player::{FIRST_ROUND, PlayerRecord, ROUND_WIDTH, single};
use crate::import::{ImportFault, words};
use crate::{PlayerNo, ROUNDS_MAX, RoundNo, System, TieBreak, Unpaired};

/// A line, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Record {
    /// `001`
    Player(Box<PlayerRecord>),
    /// A text about the tournament, by its number: `012`, `022`, `032`, `102`, `112`, `222`.
    Text(Tag, String),
    /// `042` and `052`: a date as in PGN.
    Date(Tag, String),
    /// `092`
    System(System),
    /// `062`, `072` and `082`: how many players, rated players and teams there are.
    Count(Tag),
    /// `132`: the dates of the rounds as in PGN.
    Dates(Vec<String>),
    /// `142`, and `XXR` of older programs.
    Rounds(RoundNo),
    /// `202`: the tie-breaks that are known, and how many are not.
    TieBreaks(Vec<TieBreak>, usize),
    /// `013` and `310`: a team, with its number in `310`, and its players in the order of their boards.
    Team(Option<u16>, String, Vec<PlayerNo>),
    /// `300`: the number of a team that plays a round in another order, and its players by board; 0 for an empty board.
    BoardOrder(RoundNo, u16, Vec<PlayerNo>),
    /// `240`: players without a game in a round.
    Byes(Unpaired, RoundNo, Vec<PlayerNo>),
    /// `162` and what older programs had for it: other points than usual.
    OtherPoints,
    /// A line that stays as it is.
    Other,
}

/// The first three letters of a line.
pub(super) type Tag = [u8; 3];

/// Returns the first three letters of a line.
pub(super) fn tag(line: &str) -> Option<Tag> {
    line.as_bytes().first_chunk::<3>().copied().filter(|_| line.is_char_boundary(3))
}

/// The tags that only the version of 2026 has.
pub(super) const OF_2026: [&Tag; 16] = [
    b"142", b"152", b"162", b"172", b"182", b"192", b"202", b"212", b"222", b"240", b"250", b"260", b"299",
    b"300", b"310", b"362",
];

/// Reads a line. What is not understood and may be left out is given back beside it.
pub(super) fn record(line: &str) -> Result<(Record, Vec<ImportFault>), ImportFault> {
    let Some(tag) = tag(line) else { return Ok((Record::Other, Vec::new())) };
    let value = single(line.get(4..).unwrap_or_default()).trim().to_owned();
    let mut ignored = Vec::new();
    let record = match &tag {
        b"001" => {
            let (player, odd) = PlayerRecord::parse(line)?;
            ignored = odd;
            Record::Player(Box::new(player))
        }
        b"012" | b"022" | b"032" | b"102" | b"112" | b"222" => Record::Text(tag, value),
        // A description for people; PGN's way of writing is taken for the time control.
        b"122" if is_time_control(&value) => Record::Text(tag, value),
        b"042" | b"052" => match words::date(&value) {
            Some(date) => Record::Date(tag, date),
            None => other(&tag, value, &mut ignored),
        },
        b"062" | b"072" | b"082" => Record::Count(tag),
        b"092" | b"192" => words::system(&value).map_or(Record::Other, Record::System),
        b"132" => Record::Dates(dates(line)),
        b"142" | b"XXR" => match words::round(&value) {
            Some(rounds) => Record::Rounds(rounds),
            None => other(&tag, value, &mut ignored),
        },
        b"162" | b"BBW" | b"BBD" | b"BBL" if has_other_points(&tag, line) => Record::OtherPoints,
        b"202" => {
            let codes: Vec<&str> = value.split(',').map(str::trim).filter(|code| !code.is_empty()).collect();
            let known: Vec<TieBreak> = codes.iter().filter_map(|code| tie_break(code)).collect();
            let unknown: Vec<&str> = codes.iter().copied().filter(|code| tie_break(code).is_none()).collect();
            let count = unknown.len();
            ignored.extend(unknown.into_iter().map(|code| ImportFault::ValueIgnored("202", code.to_owned())));
            Record::TieBreaks(known, count)
        }
        b"013" => team(line, None, (5, 36), 37)?,
        b"310" => team(line, Some((5, 7)), (9, 40), 74)?,
        b"300" => board_order(line),
        b"240" => byes(line, &mut ignored)?,
        _ => Record::Other,
    };
    Ok((record, ignored))
}

fn other(tag: &Tag, value: String, ignored: &mut Vec<ImportFault>) -> Record {
    let name = match tag {
        b"042" => "042",
        b"052" => "052",
        _ => "142",
    };
    if !value.is_empty() {
        ignored.push(ImportFault::ValueIgnored(name, value));
    }
    Record::Other
}

/// Returns whether a text is a time control in seconds, as PGN and the line `222` write it. `90+30` means minutes.
fn is_time_control(text: &str) -> bool {
    const LEAST_SECONDS: u32 = 180;
    let first = text.split(':').next().and_then(|period| period.rsplit('/').next());
    let seconds =
        first.and_then(|period| period.split('+').next()).and_then(|seconds| seconds.parse::<u32>().ok());
    seconds.is_some_and(|seconds| seconds >= LEAST_SECONDS)
        && text.chars().all(|letter| letter.is_ascii_digit() || matches!(letter, '+' | '/' | ':'))
}

fn dates(line: &str) -> Vec<String> {
    let columns = Columns::of(line);
    let mut dates = Vec::new();
    let mut first = FIRST_ROUND;
    while first <= columns.length() && dates.len() < usize::from(ROUNDS_MAX) {
        let text = columns.text(first, first + ROUND_WIDTH - 1);
        let short = text.len() == 8 && text.is_ascii();
        dates.push(words::date(&if short { format!("20{text}") } else { text }).unwrap_or_default());
        first += ROUND_WIDTH;
    }
    while dates.last().is_some_and(String::is_empty) {
        dates.pop();
    }
    dates
}

/// Returns whether a line gives a win, a draw or a loss other points than 1, ½ and 0.
fn has_other_points(tag: &Tag, line: &str) -> bool {
    let columns = Columns::of(line);
    let differs = |code: char, text: &str| {
        let usual = match code {
            'W' => "1.0",
            'D' => "0.5",
            'L' => "0.0",
            _ => return false,
        };
        !text.is_empty() && super::player::halves(text) != super::player::halves(usual)
    };
    if tag == b"162" {
        return (0..4).any(|index| {
            let at = 6 + 9 * index;
            differs(columns.letter(at), &columns.text(at + 1, at + 4))
        });
    }
    differs(columns.letter(3), &columns.text(4, 9))
}

/// Reads numbers of players in columns of four with one between.
fn numbers(columns: &Columns, first: usize) -> Result<Vec<PlayerNo>, ImportFault> {
    let mut numbers = Vec::new();
    let mut at = first;
    while at <= columns.length() {
        let text = columns.text(at, at + 3);
        if !matches!(text.as_str(), "" | "0000" | "0") {
            numbers.push(text.parse().map_err(|_| ImportFault::NotANumber(text))?);
        }
        at += 5;
    }
    Ok(numbers)
}

fn team(
    line: &str,
    number: Option<(usize, usize)>,
    (first, last): (usize, usize),
    players: usize,
) -> Result<Record, ImportFault> {
    let columns = Columns::of(line);
    let number = number.and_then(|(first, last)| columns.text(first, last).parse().ok());
    Ok(Record::Team(number, columns.text(first, last), numbers(&columns, players)?))
}

/// Reads who sits at which board. A line that makes no sense stays as it is: the boards are then in the usual order.
fn board_order(line: &str) -> Record {
    let columns = Columns::of(line);
    let round = words::round(&columns.text(5, 7));
    let (Some(round), Ok(team)) = (round, columns.text(9, 11).parse()) else { return Record::Other };
    let places = (17..=columns.length()).step_by(5);
    let players = places.map(|at| columns.text(at, at + 3).parse()).collect::<Result<Vec<PlayerNo>, _>>();
    players.map_or(Record::Other, |players| Record::BoardOrder(round, team, players))
}

fn byes(line: &str, ignored: &mut Vec<ImportFault>) -> Result<Record, ImportFault> {
    let columns = Columns::of(line);
    let reason = match columns.letter(5).to_ascii_uppercase() {
        'F' => Unpaired::FullBye,
        'H' => Unpaired::HalfBye,
        'Z' => Unpaired::ZeroBye,
        odd => {
            ignored.push(ImportFault::ValueIgnored("240", odd.to_string()));
            return Ok(Record::Other);
        }
    };
    let round = columns.text(7, 9);
    let number = words::round(&round).ok_or(ImportFault::NotARound(round))?;
    Ok(Record::Byes(reason, number, numbers(&columns, 11)?))
}

/// Reads the code of a tie-break.
fn tie_break(code: &str) -> Option<TieBreak> {
    let code = code.to_ascii_uppercase().replace([':', '-'], "/");
    CODES.iter().find(|(known, _)| *known == code).map(|(_, tie_break)| *tie_break)
}

/// Returns the code of a tie-break.
pub(super) fn code(tie_break: TieBreak) -> &'static str {
    CODES.iter().find(|(_, known)| *known == tie_break).map_or("", |(code, _)| code)
}

const CODES: [(&str, TieBreak); 14] = [
    ("DE", TieBreak::DirectEncounter),
    ("WON", TieBreak::Wins),
    ("BPG", TieBreak::GamesAsBlack),
    ("BWG", TieBreak::WinsAsBlack),
    ("BH", TieBreak::Buchholz),
    ("BH/C1", TieBreak::BuchholzCut1),
    ("BH/C2", TieBreak::BuchholzCut2),
    ("BH/M1", TieBreak::BuchholzMedian),
    ("SB", TieBreak::SonnebornBerger),
    ("KS", TieBreak::Koya),
    ("PS", TieBreak::Progress),
    ("ARO", TieBreak::AverageRating),
    ("MPTS", TieBreak::MatchPoints),
    ("GPTS", TieBreak::GamePoints),
];
