//! A report as a draft: the lines of the players put together into rounds.

use super::cell::{Cell, Mark, Meeting};
use super::document::Trf;
use super::player::PlayerRecord;
use super::record::{Record, Tag, record, tag};
use crate::import::{Draft, FileLine, Format, Gathering, ImportFault, Row, Seat, lines};
use crate::{PlayerNo, RoundNo, Unpaired};
use game::ResultEntry;
use shakmaty::{ByColor, Color};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Returns whether a text is a report: it has a line of a player or of the name of the tournament in its columns.
pub(crate) fn is_trf(text: &str, file_name: &str) -> bool {
    let is_named =
        [".trf", ".trfx", ".trf26"].iter().any(|end| file_name.to_ascii_lowercase().ends_with(end));
    let mut known = 0;
    for (line, _) in lines(text).take(200) {
        match tag(line.text) {
            Some([b'0', b'0', b'1']) => {
                let number = line.text.get(4..8).unwrap_or_default().trim();
                if line.text.as_bytes().get(3) == Some(&b' ') && number.parse::<u16>().is_ok() {
                    return true;
                }
            }
            Some([tens @ b'0'..=b'2', _, b'2'])
                if tens.is_ascii_digit() && line.text.as_bytes().get(3) == Some(&b' ') =>
            {
                known += 1
            }
            _ => {}
        }
    }
    is_named || known > 1
}

/// Reads a report.
pub(crate) fn draft(text: &str) -> Draft {
    let mut report = Report {
        gathering: Gathering::new(Format::Trf),
        players: BTreeMap::new(),
        teams: Vec::new(),
        board_orders: BTreeMap::new(),
    };
    let mut byes = Vec::new();
    let mut records = Vec::new();
    for (line, _) in lines(text) {
        match record(line.text) {
            Ok((record, ignored)) => {
                for fault in ignored {
                    report.gathering.note(line, fault);
                }
                records.push((line, record));
            }
            Err(fault) => report.gathering.note(line, fault),
        }
    }
    let is_of_teams = records.iter().any(|(_, record)| matches!(record, Record::Team(..)));
    for (line, record) in records {
        match record {
            Record::Player(player) => report.player(line, *player),
            Record::Byes(reason, round, players) => byes.push((line, reason, round, players)),
            Record::Team(number, name, players) => report.teams.push(Team { line, number, name, players }),
            Record::BoardOrder(round, team, players) => {
                _ = report.board_orders.insert((round, team), players)
            }
            Record::OtherPoints => report.gathering.note(line, ImportFault::OtherPoints),
            other => report.header(line, other),
        }
    }
    report.team_names();
    report.rounds();
    // In a team tournament, these lines name teams.
    if !is_of_teams {
        for (line, reason, round, players) in byes {
            report.byes(line, reason, round, &players);
        }
    }
    let mut draft = report.gathering.finish();
    draft.trf = Some(Trf::parse(text));
    draft
}

/// A report while it is put together.
struct Report<'a> {
    gathering: Gathering,
    players: BTreeMap<PlayerNo, Told<'a>>,
    teams: Vec<Team<'a>>,
    /// The players of a team by board, where they play a round in another order than usual, by round and team.
    board_orders: BTreeMap<(RoundNo, u16), Vec<PlayerNo>>,
}

/// The line of a team.
struct Team<'a> {
    line: FileLine<'a>,
    number: Option<u16>,
    name: String,
    /// The players in the order of their boards.
    players: Vec<PlayerNo>,
}

/// The line of a player.
struct Told<'a> {
    line: FileLine<'a>,
    place: usize,
    cells: Vec<Cell>,
}

/// A game whose two lines agree.
struct Met<'a> {
    line: FileLine<'a>,
    numbers: ByColor<PlayerNo>,
    result: Option<ResultEntry>,
    unrated: bool,
}

impl<'a> Report<'a> {
    fn player(&mut self, line: FileLine<'a>, record: PlayerRecord) {
        let PlayerRecord { number, entrant, points, cells, .. } = record;
        if entrant.player.name.is_empty() {
            return self.gathering.note(line, ImportFault::NoName);
        }
        let sum = cells.iter().fold(0u16, |sum, cell| sum.saturating_add(cell.halves()));
        if let Some(points) = points.filter(|points| *points != sum) {
            self.gathering.note(line, ImportFault::PointsDiffer(points, sum));
        }
        if let Some(place) = self.gathering.add(line, Some(number), entrant) {
            self.players.insert(number, Told { line, place, cells });
        }
    }

    fn header(&mut self, line: FileLine<'_>, record: Record) {
        let header = &mut self.gathering.draft.header;
        let (tag, value): (Tag, String) = match record {
            Record::Text(tag, value) | Record::Date(tag, value) => (tag, value),
            Record::System(system) => {
                header.system = Some(system);
                return;
            }
            Record::Rounds(rounds) => {
                header.rounds_planned = rounds;
                return;
            }
            Record::TieBreaks(tie_breaks, _) => {
                header.tie_breaks = tie_breaks;
                return;
            }
            Record::Dates(dates) => {
                for (round, date) in (1..).zip(dates) {
                    if !date.is_empty() {
                        self.gathering.round(Some(round)).date = date;
                    }
                }
                return;
            }
            _ => return,
        };
        if let Err(refusal) = game::names::check(&value, game::names::NAME_MAX) {
            return self.gathering.note(line, ImportFault::Name(refusal));
        }
        match &tag {
            b"012" => header.name = value,
            b"022" => header.city = value,
            b"032" => header.federation = value,
            b"042" => header.dates.0 = value,
            b"052" => header.dates.1 = value,
            b"102" => header.arbiters.insert(0, value),
            b"112" => header.arbiters.push(value),
            // The encoded time control of 2026 goes before the description.
            b"222" => header.time_control = value,
            _ if header.time_control.is_empty() => header.time_control = value,
            _ => {}
        }
    }

    /// Gives the players the names of their teams.
    fn team_names(&mut self) {
        for Team { line, name, players, .. } in &self.teams {
            if let Err(refusal) = game::names::check(name, game::names::NAME_MAX) {
                self.gathering.note(*line, ImportFault::Name(refusal));
                continue;
            }
            for number in players {
                match self.gathering.numbered(*number) {
                    Some(place) => {
                        name.clone_into(&mut self.gathering.draft.players[place].entrant.player.team)
                    }
                    None => self.gathering.note(*line, ImportFault::NoSuchPlayer(*number)),
                }
            }
        }
    }

    /// Puts the games of each round together, in the order of the boards.
    fn rounds(&mut self) {
        let last = self.players.values().map(|told| told.cells.len()).max().unwrap_or(0);
        let mut points: BTreeMap<PlayerNo, u16> = BTreeMap::new();
        let mut most_boards = 0;
        for index in 0..last {
            let Ok(round) = RoundNo::try_from(index + 1) else { break };
            let mut games = self.games(index, round);
            games.sort_by_key(|game| order(game, &points));
            if !self.teams.is_empty() {
                most_boards = most_boards.max(self.by_match(round, &mut games));
            }
            let is_open = games.iter().any(|game| game.result.is_none());
            for (board, game) in (1..).zip(&games) {
                let seats = game.numbers.map(|number| Seat::Player(self.players[&number].place));
                let Met { line, result, unrated, .. } = *game;
                self.gathering.pairing(
                    Row { line, round: Some(round), board: Some(board), seats, result: "", unrated },
                    result,
                );
            }
            if is_open {
                self.gathering.note(FileLine { number: 0, text: "" }, ImportFault::BoardsDerived(round));
            }
            for (number, told) in &self.players {
                let cell = told.cells.get(index).copied().unwrap_or(Cell::Blank);
                if let Cell::Bye(reason) = cell {
                    self.gathering.unpaired(told.line, Some(round), told.place, reason);
                }
                *points.entry(*number).or_default() += cell.halves();
            }
        }
        self.gathering.draft.header.boards_of_match = most_boards;
    }

    /// Returns the games of a round. What contradicts itself is noted, and left out.
    fn games(&mut self, index: usize, round: RoundNo) -> Vec<Met<'a>> {
        let mut games = Vec::new();
        let mut faults = Vec::new();
        for (number, told) in &self.players {
            let Some(Cell::Game(meeting)) = told.cells.get(index) else { continue };
            match self.met(*number, *meeting, index, round) {
                Ok(Some((met, assumed))) => {
                    faults.extend(assumed.map(|fault| (told.line, fault)));
                    games.push(met);
                }
                Ok(None) => {}
                Err(fault) => faults.push((told.line, fault)),
            }
        }
        for (line, fault) in faults {
            self.gathering.note(line, fault);
        }
        games
    }

    /// Compares both lines of a game. `None` for a game that the line of the opponent has given already.
    fn met(
        &self,
        number: PlayerNo,
        meeting: Meeting,
        index: usize,
        round: RoundNo,
    ) -> Result<Option<(Met<'a>, Option<ImportFault>)>, ImportFault> {
        let Meeting { opponent, color, mark } = meeting;
        if opponent == number {
            return Err(ImportFault::AgainstThemself(number.to_string()));
        }
        let told = self.players.get(&opponent).ok_or(ImportFault::NoSuchPlayer(opponent))?;
        let Some(Cell::Game(other)) =
            told.cells.get(index).filter(|it| matches!(it, Cell::Game(it) if it.opponent == number))
        else {
            return Err(ImportFault::OneSided(number, opponent, round));
        };
        if opponent < number {
            return Ok(None);
        }
        let (mine, assumed) = match (color, other.color) {
            (Some(mine), Some(theirs)) if mine == theirs => {
                return Err(ImportFault::OneColour(number, opponent, round));
            }
            (Some(mine), _) => (mine, None),
            (None, Some(theirs)) => (!theirs, None),
            (None, None) => (Color::White, Some(ImportFault::ColourAssumed(number, opponent, round))),
        };
        let by_color =
            |mine: Color, first, second| if mine == Color::White { (first, second) } else { (second, first) };
        let (white, black) = by_color(mine, number, opponent);
        let (result, unrated) = match (mark, other.mark) {
            (None, None) => (None, false),
            (Some(mark), Some(theirs)) => {
                let marks: ByColor<Mark> = if mine == Color::White {
                    ByColor { white: mark, black: theirs }
                } else {
                    ByColor { white: theirs, black: mark }
                };
                let joined =
                    Mark::joined(marks).ok_or(ImportFault::Contradiction(number, opponent, round))?;
                (Some(joined.0), joined.1)
            }
            _ => return Err(ImportFault::Contradiction(number, opponent, round)),
        };
        let line = self.players[&number].line;
        Ok(Some((Met { line, numbers: ByColor { white, black }, result, unrated }, assumed)))
    }

    /// Puts the games of each match together, in the order of their first boards, and orders a match as the line of its
    /// first team does, or the line of the round. Returns the number of boards of the largest match.
    fn by_match(&self, round: RoundNo, games: &mut Vec<Met<'a>>) -> u16 {
        let mut team_of: BTreeMap<PlayerNo, usize> = BTreeMap::new();
        let mut board_of: BTreeMap<PlayerNo, usize> = BTreeMap::new();
        for (index, team) in self.teams.iter().enumerate() {
            team_of.extend(team.players.iter().map(|player| (*player, index)));
            let of_round = team.number.and_then(|number| self.board_orders.get(&(round, number)));
            board_of.extend(of_round.unwrap_or(&team.players).iter().copied().zip(0..));
        }
        let mut places: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut matches: Vec<Vec<Met<'a>>> = Vec::new();
        for game in games.drain(..) {
            let of = |number: PlayerNo| team_of.get(&number).copied().unwrap_or(usize::MAX);
            let (one, other) = (of(game.numbers.white), of(game.numbers.black));
            let place = *places.entry((one.min(other), one.max(other))).or_insert(matches.len());
            if place == matches.len() {
                matches.push(Vec::new());
            }
            matches[place].push(game);
        }
        let most = matches.iter().map(Vec::len).max().unwrap_or(0);
        for mut games_of_match in matches {
            games_of_match.sort_by_key(|game| {
                let of = |player: PlayerNo| team_of.get(&player).copied().unwrap_or(usize::MAX);
                let first = game.numbers.iter().copied().min_by_key(|player| (of(*player), *player));
                (first.and_then(|player| board_of.get(&player)).copied().unwrap_or(usize::MAX), first)
            });
            games.extend(games_of_match);
        }
        u16::try_from(most).unwrap_or(u16::MAX)
    }

    fn byes(&mut self, line: FileLine<'_>, reason: Unpaired, round: RoundNo, players: &[PlayerNo]) {
        for number in players {
            let Some(told) = self.players.get(number) else {
                self.gathering.note(line, ImportFault::NoSuchPlayer(*number));
                continue;
            };
            match told.cells.get(usize::from(round) - 1).copied().unwrap_or(Cell::Blank) {
                Cell::Blank => self.gathering.unpaired(line, Some(round), told.place, reason),
                Cell::Bye(known) if known == reason => {}
                _ => self.gathering.note(line, ImportFault::ValueIgnored("240", number.to_string())),
            }
        }
    }
}

/// Returns the place of a game in the order of the boards (FIDE C.04.2): the better player's points, the points of both,
/// the better player's number.
fn order(game: &Met<'_>, points: &BTreeMap<PlayerNo, u16>) -> (Reverse<u16>, Reverse<u16>, PlayerNo) {
    let of = |number: PlayerNo| points.get(&number).copied().unwrap_or(0);
    let ByColor { white, black } = game.numbers;
    let best = if (Reverse(of(white)), white) < (Reverse(of(black)), black) { white } else { black };
    (Reverse(of(best)), Reverse(of(white) + of(black)), best)
}
