//! A draft while it is read: whichever format says it, a player is one player, and a pairing is checked once.

use super::words::{self, NoPlayer, Outcome};
use crate::import::draft::{Draft, DraftPairing, DraftPlayer, DraftRound, Format};
use crate::import::{FileLine, ImportFault, Problem, Proposal, spelling};
use crate::{BoardNo, Entrant, PLAYERS_MAX, PlayerNo, RoundNo, Unpaired};
use game::ResultEntry;
use game::names::{self, NAME_MAX};
use game::result::Points;
use shakmaty::ByColor;
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of characters of a title and of a federation.
const SHORT_MAX: usize = 8;

/// A draft that grows, with what is needed to find a player again.
#[derive(Debug)]
pub(crate) struct Gathering {
    pub(crate) draft: Draft,
    by_id: BTreeMap<u32, usize>,
    by_number: BTreeMap<PlayerNo, usize>,
    by_name: BTreeMap<String, Vec<usize>>,
    seen: BTreeSet<(Option<RoundNo>, usize)>,
    counted: BTreeMap<Option<RoundNo>, bool>,
}

/// Who sits at one side of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seat {
    /// A player, by their place in the draft.
    Player(usize),
    /// Nobody.
    Nobody(NoPlayer),
}

/// A pairing as a line gives it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row<'a> {
    pub(crate) line: FileLine<'a>,
    pub(crate) round: Option<RoundNo>,
    pub(crate) board: Option<BoardNo>,
    pub(crate) seats: ByColor<Seat>,
    /// The result, or the points of a bye.
    pub(crate) result: &'a str,
    pub(crate) unrated: bool,
}

impl Gathering {
    pub(crate) fn new(format: Format) -> Gathering {
        Gathering {
            draft: Draft::of(format),
            by_id: BTreeMap::new(),
            by_number: BTreeMap::new(),
            by_name: BTreeMap::new(),
            seen: BTreeSet::new(),
            counted: BTreeMap::new(),
        }
    }

    /// Notes a problem of a line.
    pub(crate) fn note(&mut self, line: FileLine<'_>, fault: ImportFault) {
        let proposal = match fault {
            ImportFault::EmptySeat(_)
            | ImportFault::ValueIgnored(..)
            | ImportFault::ColumnIgnored(_)
            | ImportFault::OtherPoints => None,
            ImportFault::PointsDiffer(..) => None,
            ImportFault::SeveralSeparators => Some(Proposal::UseTabulator),
            ImportFault::TwiceInRound(_) | ImportFault::NumberTwice(_) => Some(Proposal::TellApart),
            ImportFault::ColourAssumed(..) | ImportFault::ColoursOfMatch => Some(Proposal::LookAtColours),
            ImportFault::NoHeader => Some(Proposal::NameColumns),
            ImportFault::BoardsDerived(_) | ImportFault::BoardsMissing(..) | ImportFault::BoardsCounted => {
                Some(Proposal::LookAtBoards)
            }
            ImportFault::Contradiction(..) | ImportFault::OneColour(..) | ImportFault::OneSided(..) => {
                Some(Proposal::ExportAgain)
            }
            _ => Some(Proposal::PutRight),
        };
        self.draft.note(Problem::of_line(line, fault, proposal));
    }

    /// Adds a player of a list of players: never one who is there already. Returns their place.
    pub(crate) fn add(
        &mut self,
        line: FileLine<'_>,
        number: Option<PlayerNo>,
        entrant: Entrant,
    ) -> Option<usize> {
        let entrant = self.checked(line, entrant)?;
        if self.draft.players.len() >= PLAYERS_MAX {
            if self.draft.players.len() == PLAYERS_MAX {
                self.draft.note(Problem::of_line(line, ImportFault::TooManyPlayers, Some(Proposal::Split)));
            }
            return None;
        }
        if let Some(number) = number
            && self.by_number.contains_key(&number)
        {
            self.note(line, ImportFault::NumberTwice(number));
            return None;
        }
        let place = self.draft.players.len();
        if let Some(number) = number {
            self.by_number.insert(number, place);
        }
        if let Some(id) = entrant.player.fide_id {
            self.by_id.entry(id).or_insert(place);
        }
        self.by_name.entry(spelling::key(&entrant.player.name)).or_default().push(place);
        self.draft.players.push(DraftPlayer { line: line.number, number, entrant, answer: None });
        Some(place)
    }

    /// Finds the player of a pairing, or adds them. Returns their place.
    pub(crate) fn player(
        &mut self,
        line: FileLine<'_>,
        number: Option<PlayerNo>,
        entrant: Entrant,
    ) -> Option<usize> {
        let Some(place) = self.find(number, &entrant) else { return self.add(line, number, entrant) };
        let entrant = self.checked(line, entrant)?;
        let known = &mut self.draft.players[place];
        complete(&mut known.entrant, &entrant);
        if let (None, Some(number)) = (known.number, number) {
            known.number = Some(number);
            self.by_number.entry(number).or_insert(place);
        }
        if let Some(id) = entrant.player.fide_id {
            self.by_id.entry(id).or_insert(place);
        }
        Some(place)
    }

    fn find(&self, number: Option<PlayerNo>, entrant: &Entrant) -> Option<usize> {
        let player = &entrant.player;
        if let Some(place) = player.fide_id.and_then(|id| self.by_id.get(&id)) {
            return Some(*place);
        }
        if player.name.is_empty() {
            return self.by_number.get(&number?).copied();
        }
        let differ = |one: Option<u32>, other: Option<u32>| one.is_some() && other.is_some() && one != other;
        let fits = |place: &&usize| {
            let known = &self.draft.players[**place];
            !differ(known.entrant.player.fide_id, player.fide_id)
                && !differ(known.number.map(u32::from), number.map(u32::from))
        };
        let mut found = self.by_name.get(&spelling::key(&player.name))?.iter().filter(fits);
        let first = found.next()?;
        found.next().is_none().then_some(*first)
    }

    /// Returns the place of the player with a number.
    pub(crate) fn numbered(&self, number: PlayerNo) -> Option<usize> {
        self.by_number.get(&number).copied()
    }

    /// Checks the texts of a player; a name that is none is noted as an error.
    fn checked(&mut self, line: FileLine<'_>, mut entrant: Entrant) -> Option<Entrant> {
        let player = &mut entrant.player;
        let texts = [
            (&mut player.name, NAME_MAX),
            (&mut player.team, NAME_MAX),
            (&mut player.title, SHORT_MAX),
            (&mut player.federation, SHORT_MAX),
            (&mut entrant.born, SHORT_MAX + 8),
        ];
        let mut refusal = None;
        for (text, most) in texts {
            // Tabulators and double blanks are marks of a typist, not of a person.
            if text.contains(['\t', '\u{a0}']) || text.contains("  ") || text.trim().len() < text.len() {
                *text = text
                    .split([' ', '\t', '\u{a0}'])
                    .filter(|it| !it.is_empty())
                    .collect::<Vec<_>>()
                    .join(" ");
            }
            // What a word processor puts where a word may be broken is part of no name, and nobody sees it.
            text.retain(|letter| !matches!(letter, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}'));
            refusal = refusal.or(names::check(text, most).err());
        }
        if let Some(refusal) = refusal {
            self.note(line, ImportFault::Name(refusal));
            return None;
        }
        Some(entrant)
    }

    /// Returns the seat of a name. A word such as `bye` is nobody.
    pub(crate) fn seat(
        &mut self,
        line: FileLine<'_>,
        number: Option<PlayerNo>,
        entrant: Entrant,
    ) -> Option<Seat> {
        let is_bare = number.is_none() && entrant.player.fide_id.is_none();
        match words::no_player(&entrant.player.name) {
            Some(nobody) if is_bare || !entrant.player.name.trim().is_empty() => Some(Seat::Nobody(nobody)),
            _ => self.player(line, number, entrant).map(Seat::Player),
        }
    }

    /// Adds a pairing, or a player without a game.
    pub(crate) fn row(&mut self, row: Row<'_>) {
        let bye = |player: usize, reason: Unpaired| (player, of_points(reason, row.result));
        let (player, reason) = match (row.seats.white, row.seats.black) {
            (Seat::Player(player), Seat::Nobody(NoPlayer::Bye(reason)))
            | (Seat::Nobody(NoPlayer::Bye(reason)), Seat::Player(player)) => bye(player, reason),
            (Seat::Nobody(NoPlayer::Bye(_)), _) | (_, Seat::Nobody(NoPlayer::Bye(_))) => {
                return self.note(row.line, ImportFault::LineNotUnderstood);
            }
            _ => match words::outcome(row.result) {
                Some(Outcome::Open) => return self.pairing(row, None),
                Some(Outcome::Is(entry)) => return self.pairing(row, Some(entry)),
                None => return self.note(row.line, ImportFault::NotAResult(row.result.to_owned())),
            },
        };
        self.unpaired(row.line, row.round, player, reason);
    }

    /// Adds a player who has no game in a round.
    pub(crate) fn unpaired(
        &mut self,
        line: FileLine<'_>,
        round: Option<RoundNo>,
        player: usize,
        reason: Unpaired,
    ) {
        if self.is_first(line, round, player) {
            self.round(round).unpaired.insert(player, reason);
        }
    }

    /// Adds a pairing with its result.
    pub(crate) fn pairing(&mut self, row: Row<'_>, result: Option<ResultEntry>) {
        let Row { line, round, .. } = row;
        let players = row.seats.map(|seat| match seat {
            Seat::Player(player) => Some(player),
            Seat::Nobody(_) => None,
        });
        if let (Some(white), Some(black)) = (players.white, players.black)
            && white == black
        {
            let name = self.name_of(white);
            return self.note(line, ImportFault::AgainstThemself(name));
        }
        for player in players.iter().flatten() {
            if !self.is_first(line, round, *player) {
                return;
            }
        }
        let is_counted = row.board.is_none();
        if self.counted.insert(round, is_counted).is_some_and(|before| before != is_counted) {
            self.note(line, ImportFault::BoardsCounted);
        }
        let last = self.round(round).pairings.last_key_value().map_or(0, |(board, _)| *board);
        let board = row.board.unwrap_or(last + 1);
        if board == 0 || usize::from(board) > PLAYERS_MAX {
            return self.note(line, ImportFault::NotABoard(board.to_string()));
        }
        if self.round(round).pairings.contains_key(&board) {
            return self.note(line, ImportFault::BoardTwice(board));
        }
        if players.iter().any(Option::is_none) {
            self.note(line, ImportFault::EmptySeat(board));
        }
        let pairing = DraftPairing { line: line.number, players, result, unrated: row.unrated };
        self.round(round).pairings.insert(board, pairing);
    }

    /// Returns a round, which is made if it is not there.
    pub(crate) fn round(&mut self, round: Option<RoundNo>) -> &mut DraftRound {
        self.draft.rounds.entry(round).or_default()
    }

    fn is_first(&mut self, line: FileLine<'_>, round: Option<RoundNo>, player: usize) -> bool {
        let is_first = self.seen.insert((round, player));
        if !is_first {
            let name = self.name_of(player);
            self.note(line, ImportFault::TwiceInRound(name));
        }
        is_first
    }

    fn name_of(&self, player: usize) -> String {
        let player = &self.draft.players[player];
        match player.number {
            Some(number) if player.entrant.player.name.is_empty() => number.to_string(),
            _ => player.entrant.player.name.clone(),
        }
    }

    /// Reads the number of a board.
    pub(crate) fn board_of(&mut self, line: FileLine<'_>, text: &str) -> Option<BoardNo> {
        let board = text.trim().trim_end_matches(['.', ')', ':']).parse().ok();
        let board = board.filter(|board| (1..=PLAYERS_MAX).contains(&usize::from(*board)));
        if board.is_none() {
            self.note(line, ImportFault::NotABoard(text.to_owned()));
        }
        board
    }

    /// Reads the number of a round.
    pub(crate) fn round_of(&mut self, line: FileLine<'_>, text: &str) -> Option<RoundNo> {
        let round = words::round(text);
        if round.is_none() {
            self.note(line, ImportFault::NotARound(text.to_owned()));
        }
        round
    }

    /// Ends the reading: checks what only the whole file shows.
    pub(crate) fn finish(mut self) -> Draft {
        let nowhere = FileLine { number: 0, text: "" };
        let mut gaps = Vec::new();
        for round in self.draft.rounds.values() {
            let mut expected = 1;
            let mut first = None;
            let mut missing = 0;
            for board in round.pairings.keys() {
                if *board > expected {
                    first.get_or_insert(expected);
                    missing += usize::from(board - expected);
                }
                expected = board + 1;
            }
            gaps.extend(first.map(|board| ImportFault::BoardsMissing(board, missing)));
        }
        for gap in gaps {
            self.note(nowhere, gap);
        }
        if self.draft.players.is_empty() && self.draft.rounds.is_empty() && !self.draft.has_errors() {
            let found = Problem::of_file(ImportFault::NothingFound, Some(Proposal::ExportAgain));
            self.draft.note(found);
        }
        self.draft
    }
}

/// Returns the kind of a bye by its points; a bye that gives no points in words is of the kind that its word says.
fn of_points(reason: Unpaired, text: &str) -> Unpaired {
    match words::points(text) {
        Some(Points::Half) => Unpaired::HalfBye,
        Some(Points::None) => Unpaired::ZeroBye,
        Some(Points::One) | None => reason,
    }
}

/// Adds to a player what was not known of them. Nothing that is known is replaced.
pub(in crate::import) fn complete(known: &mut Entrant, told: &Entrant) {
    let fill = |known: &mut String, told: &str| {
        if known.is_empty() {
            told.clone_into(known);
        }
    };
    fill(&mut known.player.name, &told.player.name);
    fill(&mut known.player.title, &told.player.title);
    fill(&mut known.player.team, &told.player.team);
    fill(&mut known.player.federation, &told.player.federation);
    fill(&mut known.born, &told.born);
    known.player.elo = known.player.elo.or(told.player.elo);
    known.player.fide_id = known.player.fide_id.or(told.player.fide_id);
    known.sex = known.sex.or(told.sex);
    known.withdrawn_after = known.withdrawn_after.or(told.withdrawn_after);
}
