//! Orders about an event, with their meaning. What a program or a journal wrote is read here, once.

use super::{
    details::Details,
    json::{BoardJson, EventOrderJson, PairingJson, PlayerJson, RoundJson, RoundOfJson, TournamentJson},
};
use crate::{
    BoardNo, Entrant, Event, GameNo, HowEnded, Pairing, PairingNo, PlayerNo, Refusal, RoundNo, RoundState,
    Sex, System, TableNo, TieBreak, Unpaired,
};
use game::{
    Player, ResultEntry,
    names::{self, NAME_MAX},
};
use shakmaty::ByColor;
use std::collections::BTreeMap;

/// The longest delay that an event can ask for, in minutes.
pub(crate) const DELAY_MAX_MINUTES: u8 = 60;

/// An order about the event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventOrder {
    /// Names the event and its place; `None` for what stays.
    Event {
        /// The name of the event.
        name: Option<String>,
        /// The place of the event.
        site: Option<String>,
        /// How many minutes spectators are to be behind the boards.
        delay_minutes: Option<u8>,
    },
    /// Enters a tournament, or more of it.
    Enter {
        /// The key of the tournament.
        key: String,
        /// The parts that are entered.
        parts: Box<Entered>,
    },
    /// Removes a tournament of which no round has begun.
    Remove {
        /// The key of the tournament.
        key: String,
    },
    /// Withdraws a player after a round, or takes the withdrawal back (`None`).
    Withdraw {
        /// The key of the tournament.
        key: String,
        /// The player.
        player: PlayerNo,
        /// The last round that the player plays.
        after: Option<RoundNo>,
    },
    /// Completes what is known of players.
    Complete {
        /// The key of the tournament.
        key: String,
        /// What becomes known, by the number of the player.
        players: BTreeMap<PlayerNo, Details>,
    },
    /// Removes a pairing.
    Unpair(PairingNo),
    /// Exchanges White and Black.
    SwapColors(PairingNo),
    /// Exchanges the pairings of two boards of a round.
    SwapBoards(PairingNo, BoardNo),
    /// Puts a board of the tournament on a table; `None` for the usual table.
    Table(PairingNo, Option<TableNo>),
    /// Begins a round.
    Open(String, RoundNo),
    /// Ends a round.
    Close(String, RoundNo),
    /// Enters the result of a pairing, or takes it back (`None`).
    Result(PairingNo, Option<ResultEntry>, Option<HowEnded>),
    /// Says whether the game of a pairing is adjourned.
    Adjourned(PairingNo, bool),
    /// Confirms every result that a board proves. The hall carries this out.
    ConfirmProved,
    /// Opens or closes a table by hand; `None` leaves it to the rounds.
    Gate(TableNo, Option<bool>),
    /// Says which board stands on a table; `None` leaves it to the configuration.
    Board(TableNo, Option<String>),
    /// Says which boards stand on these tables.
    Boards(BTreeMap<TableNo, String>),
    /// Waits for a piece to be moved on the board of this table; `None` stops waiting. The hall carries this out.
    FindBoard(Option<TableNo>),
    /// Takes the last order back.
    Undo,
    /// Says the whole event.
    State(Box<Event>),
}

/// The parts of a tournament that are entered. `None` leaves a part as it is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entered {
    pub(super) name: Option<String>,
    pub(super) city: Option<String>,
    pub(super) federation: Option<String>,
    pub(super) dates: Option<(String, String)>,
    pub(super) arbiters: Option<Vec<String>>,
    pub(super) system: Option<System>,
    pub(super) rounds_planned: Option<RoundNo>,
    pub(super) time_control: Option<String>,
    pub(super) first_table: Option<TableNo>,
    pub(super) boards_of_match: Option<BoardNo>,
    pub(super) tie_breaks: Option<Vec<TieBreak>>,
    pub(super) players: BTreeMap<PlayerNo, Entrant>,
    pub(super) rounds: BTreeMap<RoundNo, EnteredRound>,
}

/// The parts of a round that are entered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct EnteredRound {
    pub(super) state: Option<RoundState>,
    pub(super) date: Option<String>,
    pub(super) starts_at: Option<String>,
    pub(super) pairings: BTreeMap<BoardNo, Pairing>,
    pub(super) unpaired: BTreeMap<PlayerNo, Unpaired>,
}

impl EventOrder {
    /// Returns the name of the order in commands and journals.
    pub fn name(&self) -> &'static str {
        match self {
            EventOrder::Event { .. } => "event",
            EventOrder::Enter { .. } => "enter",
            EventOrder::Remove { .. } => "remove",
            EventOrder::Withdraw { .. } => "withdraw",
            EventOrder::Complete { .. } => "complete",
            EventOrder::Unpair(_) => "unpair",
            EventOrder::SwapColors(_) => "swap-colors",
            EventOrder::SwapBoards(..) => "swap-boards",
            EventOrder::Table(..) => "table",
            EventOrder::Open(..) => "open",
            EventOrder::Close(..) => "close",
            EventOrder::Result(..) => "result",
            EventOrder::Adjourned(..) => "adjourned",
            EventOrder::ConfirmProved => "confirm-proved",
            EventOrder::Gate(..) => "gate",
            EventOrder::Board(..) => "board",
            EventOrder::Boards(_) => "boards",
            EventOrder::FindBoard(_) => "find-board",
            EventOrder::Undo => "undo",
            EventOrder::State(_) => "state",
        }
    }

    /// Reads a written order. `Err` says which part has no meaning.
    pub fn read(written: &EventOrderJson) -> Result<EventOrder, Refusal> {
        Ok(match written {
            EventOrderJson::Event { name, site, delay_minutes } => {
                let (name, site) = (some_name(name)?, some_name(site)?);
                if delay_minutes.is_some_and(|minutes| minutes > DELAY_MAX_MINUTES) {
                    return Err(Refusal::LongDelay(DELAY_MAX_MINUTES));
                }
                EventOrder::Event { name, site, delay_minutes: *delay_minutes }
            }
            EventOrderJson::Enter { key, parts } => {
                let mut parts = Entered::read(parts)?;
                // Only a whole event says the states of its rounds, and the games of its pairings: a round is opened and
                // closed by orders, and boards tell their games.
                for round in parts.rounds.values_mut() {
                    round.state = None;
                    round.pairings.values_mut().for_each(|pairing| pairing.game = None);
                }
                EventOrder::Enter { key: key_of(key)?, parts: Box::new(parts) }
            }
            EventOrderJson::Remove { key } => EventOrder::Remove { key: key.clone() },
            EventOrderJson::Withdraw { key, player, after } => {
                EventOrder::Withdraw { key: key.clone(), player: *player, after: *after }
            }
            EventOrderJson::Complete { key, players } => {
                let read = |(number, written): (&PlayerNo, _)| Ok((*number, Details::read(written)?));
                let players = players.iter().map(read).collect::<Result<_, Refusal>>()?;
                EventOrder::Complete { key: key.clone(), players }
            }
            EventOrderJson::Unpair(at) => EventOrder::Unpair(pairing(at)),
            EventOrderJson::SwapColors(at) => EventOrder::SwapColors(pairing(at)),
            EventOrderJson::SwapBoards { at, with } => EventOrder::SwapBoards(pairing(at), *with),
            EventOrderJson::Table { at, table } => EventOrder::Table(pairing(at), *table),
            EventOrderJson::Open(RoundOfJson { key, round }) => EventOrder::Open(key.clone(), *round),
            EventOrderJson::Close(RoundOfJson { key, round }) => EventOrder::Close(key.clone(), *round),
            EventOrderJson::Result { at, result, how } => {
                let how = how.as_deref().map(how_ended).transpose()?;
                EventOrder::Result(pairing(at), result_of(result)?, how)
            }
            EventOrderJson::Adjourned { at, adjourned } => EventOrder::Adjourned(pairing(at), *adjourned),
            EventOrderJson::ConfirmProved => EventOrder::ConfirmProved,
            EventOrderJson::Gate { table, open } => EventOrder::Gate(*table, *open),
            EventOrderJson::Board { table, serial } => {
                EventOrder::Board(*table, serial.as_deref().map(serial_of).transpose()?)
            }
            EventOrderJson::Boards { boards } => EventOrder::Boards(boards_of(boards)?),
            EventOrderJson::FindBoard { table } => EventOrder::FindBoard(*table),
            EventOrderJson::Undo => EventOrder::Undo,
            EventOrderJson::State { event } => EventOrder::State(Box::new(super::state::read(event)?)),
        })
    }
}

impl Entered {
    pub(super) fn read(written: &TournamentJson) -> Result<Entered, Refusal> {
        let names = |names: &Vec<String>| names.iter().map(|text| name(text)).collect::<Result<Vec<_>, _>>();
        let tie_breaks = |names: &Vec<String>| {
            let read = |name: &String| TieBreak::parse(name).ok_or_else(|| Refusal::NoTieBreak(name.clone()));
            names.iter().map(read).collect::<Result<Vec<_>, _>>()
        };
        let system = |name: &String| System::parse(name).ok_or_else(|| Refusal::NoSystem(name.clone()));
        let dates = |(from, to): &(String, String)| Ok::<_, Refusal>((name(from)?, name(to)?));
        Ok(Entered {
            name: some_name(&written.name)?,
            city: some_name(&written.city)?,
            federation: some_name(&written.federation)?,
            dates: written.dates.as_ref().map(dates).transpose()?,
            arbiters: written.arbiters.as_ref().map(names).transpose()?,
            system: written.system.as_ref().map(system).transpose()?,
            rounds_planned: written.rounds_planned,
            time_control: some_name(&written.time_control)?,
            first_table: written.first_table,
            boards_of_match: written.boards_of_match,
            tie_breaks: written.tie_breaks.as_ref().map(tie_breaks).transpose()?,
            players: written
                .players
                .iter()
                .map(|(number, player)| Ok((*number, entrant(player)?)))
                .collect::<Result<_, Refusal>>()?,
            rounds: written
                .rounds
                .iter()
                .map(|(number, round)| Ok((*number, round_of(round)?)))
                .collect::<Result<_, Refusal>>()?,
        })
    }
}

fn round_of(written: &RoundJson) -> Result<EnteredRound, Refusal> {
    let state = match written.state.as_deref() {
        None => None,
        Some("open") => Some(RoundState::Open),
        Some("ended") => Some(RoundState::Ended),
        Some(other) => return Err(Refusal::NoState(other.to_owned())),
    };
    let pairings = written.pairings.iter().map(|(board, pairing)| Ok((*board, pairing_of(pairing)?)));
    let unpaired = written.unpaired.iter().map(|(player, why)| {
        let why = Unpaired::parse(why).ok_or_else(|| Refusal::NoBye(why.clone()))?;
        Ok((*player, why))
    });
    Ok(EnteredRound {
        state,
        date: some_name(&written.date)?,
        starts_at: some_name(&written.starts_at)?,
        pairings: pairings.collect::<Result<_, Refusal>>()?,
        unpaired: unpaired.collect::<Result<_, Refusal>>()?,
    })
}

fn pairing_of(written: &PairingJson) -> Result<Pairing, Refusal> {
    Ok(Pairing {
        players: ByColor { white: written.white, black: written.black },
        table: written.table,
        result: written.result.as_deref().map_or(Ok(None), result_of)?,
        how: written.how.as_deref().map(how_ended).transpose()?,
        unrated: written.unrated,
        armageddon: written.armageddon,
        adjourned: written.adjourned,
        game: written.game.map(|(table, game)| GameNo { table, game }),
    })
}

fn entrant(written: &PlayerJson) -> Result<Entrant, Refusal> {
    Ok(Entrant {
        player: Player {
            name: name(&written.name)?,
            title: name(&written.title)?,
            elo: written.elo,
            fide_id: written.fide_id,
            team: name(&written.team)?,
            federation: name(&written.federation)?,
        },
        sex: sex_of(written.sex)?,
        born: name(&written.born)?,
        withdrawn_after: written.withdrawn_after,
    })
}

pub(super) fn sex_of(letter: Option<char>) -> Result<Option<Sex>, Refusal> {
    match letter {
        None => Ok(None),
        Some('m') => Ok(Some(Sex::Male)),
        Some('w' | 'f') => Ok(Some(Sex::Female)),
        Some(other) => Err(Refusal::NoSex(other.to_string())),
    }
}

fn pairing(at: &BoardJson) -> PairingNo {
    PairingNo { key: at.key.clone(), round: at.round, board: at.board }
}

/// Returns a key if it can be written in an address: letters, digits, `-` and `_`.
fn key_of(key: &str) -> Result<String, Refusal> {
    let is_sound = (1..=16).contains(&key.len())
        && key.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    if is_sound { Ok(key.to_owned()) } else { Err(Refusal::BadKey(key.to_owned())) }
}

pub(super) fn name(text: &str) -> Result<String, Refusal> {
    names::check(text, NAME_MAX)?;
    Ok(text.to_owned())
}

pub(super) fn some_name(text: &Option<String>) -> Result<Option<String>, Refusal> {
    text.as_deref().map(name).transpose()
}

/// Returns the boards that are to stand on tables: at least one, and each on one table.
fn boards_of(written: &BTreeMap<TableNo, String>) -> Result<BTreeMap<TableNo, String>, Refusal> {
    if written.is_empty() {
        return Err(Refusal::NoBoards);
    }
    for (table, serial) in written {
        let other = written.range(..table).find(|(_, other)| *other == serial);
        if let Some((other, _)) = other {
            return Err(Refusal::BoardTwice { serial: serial.clone(), tables: (*other, *table) });
        }
    }
    written.iter().map(|(table, serial)| Ok((*table, serial_of(serial)?))).collect()
}

fn serial_of(text: &str) -> Result<String, Refusal> {
    if text.trim().is_empty() { Err(Refusal::NoSerial) } else { name(text) }
}

fn result_of(text: &str) -> Result<Option<ResultEntry>, Refusal> {
    match text {
        "*" => Ok(None),
        _ => ResultEntry::parse(text)
            .map(Some)
            .ok_or_else(|| game::Refusal::NotAResult(text.to_owned()).into()),
    }
}

fn how_ended(name: &str) -> Result<HowEnded, Refusal> {
    HowEnded::parse(name).ok_or_else(|| Refusal::NoHow(name.to_owned()))
}
