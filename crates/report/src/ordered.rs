//! Orders about the event, as reports tell them: who gave which order and when, in words, and what it was about.
//!
//! The journal holds each order as it was given. What it changed is known only from the event at that moment: whether a
//! result was entered or corrected, on which table a board stood, which order was taken back.

use board::Millis;
use game::ResultEntry;
use hall::{Hall, Refusal, TableNo};
use std::collections::BTreeSet;
use tournament::{
    BoardJson, BoardNo, EventOrder, EventOrderJson as Order, GameNo, PairingNo, RoundNo, RoundOfJson,
    TournamentJson,
};

/// The number of orders that can be taken back.
const UNDO_MAX: usize = 32;

/// An order about the event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ordered {
    /// The journal time of the order.
    pub t_ms: Millis,
    /// The number of its record.
    pub seq: u64,
    /// Who gave it, if known.
    pub author: Option<String>,
    /// What it says, in words.
    pub text: String,
    /// The reason why it could not be carried out; `None` if it was carried out.
    pub refusal: Option<Refusal>,
    /// What it is about.
    pub about: About,
}

/// What an order is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct About {
    /// The rounds, each with the key of its tournament.
    pub rounds: BTreeSet<(String, RoundNo)>,
    /// The pairings. Without any the order is about whole rounds, or about none.
    pub pairings: Vec<PairingNo>,
    /// The tables of the pairings, or the table that is named.
    pub tables: Vec<TableNo>,
    /// The games of the pairings on electronic boards, as far as they had begun.
    pub games: Vec<GameNo>,
}

/// An order in words, and what it is about.
type Told = (String, About);

/// Tells the orders of a journal one after the other.
#[derive(Debug, Default)]
pub(crate) struct Orders {
    /// The orders that may be taken back, oldest first, each with its name.
    done: Vec<(&'static str, Told)>,
}

impl Orders {
    /// Tells an order that is about to be carried out in `hall`. `None` for what the program itself writes down.
    pub(crate) fn tell(&self, hall: &Hall, order: &Order) -> Option<Told> {
        match order {
            Order::State { .. } => None,
            Order::Undo => Some(match self.done.last().filter(|_| self.knows_last(hall)) {
                Some((_, (text, about))) => (format!("Taken back: {text}"), about.clone()),
                None => ("The last order is taken back.".to_owned(), About::default()),
            }),
            order => Some((words(hall, order), About::of(hall, order))),
        }
    }

    /// Notes that an order was carried out. `knows_last` is what [`Orders::knows_last`] said before.
    pub(crate) fn note(&mut self, order: &Order, told: Option<&Told>, knows_last: bool) {
        match order {
            Order::State { .. } => self.done.clear(),
            Order::Undo if knows_last => _ = self.done.pop(),
            Order::Undo | Order::ConfirmProved | Order::FindBoard { .. } => {}
            order => {
                let (Ok(read), Some(told)) = (EventOrder::read(order), told) else { return };
                if self.done.len() == UNDO_MAX {
                    self.done.remove(0);
                }
                self.done.push((read.name(), told.clone()));
            }
        }
    }

    /// Returns whether the order that would be taken back is the last one that was told. A board that was found by
    /// touching it is taken back, too, and nobody gave that order.
    pub(crate) fn knows_last(&self, hall: &Hall) -> bool {
        self.done.last().is_some_and(|(name, _)| hall.last_event_order() == Some(name))
    }
}

impl About {
    fn of(hall: &Hall, order: &Order) -> About {
        let mut about = About::default();
        let mut boards: Vec<(&BoardJson, BoardNo)> = Vec::new();
        match order {
            Order::Enter { key, parts } => {
                about.rounds = parts.rounds.keys().map(|round| (key.clone(), *round)).collect();
            }
            Order::Open(at) | Order::Close(at) => about.rounds = [(at.key.clone(), at.round)].into(),
            Order::SwapBoards { at, with } => boards = vec![(at, at.board), (at, *with)],
            Order::Unpair(at)
            | Order::SwapColors(at)
            | Order::Table { at, .. }
            | Order::Result { at, .. }
            | Order::Adjourned { at, .. } => boards = vec![(at, at.board)],
            Order::Gate { table, .. }
            | Order::Board { table, .. }
            | Order::FindBoard { table: Some(table) } => {
                about.tables = vec![*table];
            }
            Order::Boards { boards } => about.tables = boards.keys().copied().collect(),
            Order::Event { .. }
            | Order::Remove { .. }
            | Order::Withdraw { .. }
            | Order::Complete { .. }
            | Order::ConfirmProved
            | Order::FindBoard { table: None }
            | Order::Undo
            | Order::State { .. } => {}
        }
        for (at, board) in boards {
            let at = PairingNo { key: at.key.clone(), round: at.round, board };
            let tournament = hall.event().tournaments.get(&at.key);
            about.tables.extend(tournament.and_then(|it| it.table_of(at.round, board)));
            about.games.extend(hall.event().pairing(&at).ok().and_then(|pairing| pairing.game));
            about.rounds.insert((at.key.clone(), at.round));
            about.pairings.push(at);
        }
        about
    }

    /// Returns the table, if the order is about one alone.
    pub fn table(&self) -> Option<TableNo> {
        if let [table] = self.tables[..] { Some(table) } else { None }
    }

    /// Returns the game, if the order is about one alone.
    pub fn game(&self) -> Option<u32> {
        if let [game] = self.games[..] { Some(game.game) } else { None }
    }

    /// Returns whether the order is about this pairing, or about its whole round.
    pub fn is_about(&self, at: &PairingNo) -> bool {
        let is_of_round = self.rounds.contains(&(at.key.clone(), at.round));
        is_of_round && (self.pairings.is_empty() || self.pairings.contains(at))
    }
}

/// Returns an order in words. Players are named by number, so that the words hold nobody's name.
fn words(hall: &Hall, order: &Order) -> String {
    let at = |at: &BoardJson| format!("Tournament {}, round {}, board {}:", at.key, at.round, at.board);
    match order {
        Order::Event { name, site, delay_minutes } => {
            let name = name.as_ref().map(|name| format!("is named {name}"));
            let site = site.as_ref().map(|site| format!("takes place at {site}"));
            let delay =
                delay_minutes.map(|minutes| format!("wants spectators {minutes} min behind the boards"));
            let told: Vec<String> = [name, site, delay].into_iter().flatten().collect();
            format!("The event {}.", told.join(" and "))
        }
        Order::Enter { key, parts } => format!("Tournament {key}: entered are {}.", entered(parts)),
        Order::Remove { key } => format!("Tournament {key} is removed."),
        Order::Withdraw { key, player, after } => match after {
            Some(round) => format!("Tournament {key}: player {player} plays no round after round {round}."),
            None => format!("Tournament {key}: player {player} is no longer withdrawn."),
        },
        Order::Complete { key, players } => {
            format!(
                "Tournament {key}: entered is what a rating list knows of {}.",
                count(players.len(), "player")
            )
        }
        Order::Unpair(board) => format!("{} the pairing is removed.", at(board)),
        Order::SwapColors(board) => format!("{} White and Black are exchanged.", at(board)),
        Order::SwapBoards { at, with } => format!(
            "Tournament {}, round {}: the pairings of boards {} and {with} are exchanged.",
            at.key, at.round, at.board
        ),
        Order::Table { at: board, table: Some(table) } => format!("{} is put on table {table}.", at(board)),
        Order::Table { at: board, table: None } => format!("{} is put on its usual table.", at(board)),
        Order::Open(RoundOfJson { key, round }) => format!("Tournament {key}: round {round} begins."),
        Order::Close(RoundOfJson { key, round }) => format!("Tournament {key}: round {round} ends."),
        Order::Result { at: board, result, how } => {
            format!("{} {}", at(board), result_words(hall, board, result, how.as_deref()))
        }
        Order::Adjourned { at: board, adjourned: true } => format!("{} the game is adjourned.", at(board)),
        Order::Adjourned { at: board, .. } => format!("{} the game is no longer adjourned.", at(board)),
        Order::ConfirmProved => "Every result that a board proves is confirmed.".to_owned(),
        Order::Gate { table, open: Some(true) } => format!("Table {table} is opened."),
        Order::Gate { table, open: Some(false) } => format!("Table {table} is closed."),
        Order::Gate { table, open: None } => format!("Table {table} follows the rounds again."),
        Order::Board { table, serial: Some(serial) } => format!("Board {serial} stands on table {table}."),
        Order::Board { table, serial: None } => format!("Table {table} has its usual board again."),
        Order::Boards { boards } => {
            let stands = |(table, serial)| format!("Board {serial} stands on table {table}.");
            boards.iter().map(stands).collect::<Vec<_>>().join(" ")
        }
        Order::FindBoard { table: Some(table) } => {
            format!("The next board on which a piece moves stands on table {table}.")
        }
        Order::FindBoard { table: None } => "No board is looked for any more.".to_owned(),
        Order::Undo | Order::State { .. } => String::new(),
    }
}

/// Says whether a result is entered, corrected or taken back.
fn result_words(hall: &Hall, at: &BoardJson, result: &str, how: Option<&str>) -> String {
    let at = PairingNo { key: at.key.clone(), round: at.round, board: at.board };
    let before = hall.event().pairing(&at).ok().and_then(|pairing| pairing.result);
    let how = how.map_or(String::new(), |how| format!(" ({how})"));
    match (before, ResultEntry::parse(result)) {
        (Some(before), None) => format!("the result {before} is taken back."),
        (None, None) => "there is no result.".to_owned(),
        (Some(before), Some(now)) if before != now => {
            format!("the result is corrected from {before} to {now}{how}.")
        }
        (_, Some(now)) => format!("the result is {now}{how}."),
    }
}

/// Says which parts of a tournament are entered.
fn entered(parts: &TournamentJson) -> String {
    let mut told: Vec<String> = Vec::new();
    let named = [
        (parts.name.is_some(), "its name"),
        (parts.city.is_some(), "its city"),
        (parts.federation.is_some(), "its federation"),
        (parts.dates.is_some(), "its dates"),
        (parts.arbiters.is_some(), "its arbiters"),
        (parts.system.is_some(), "its system"),
        (parts.rounds_planned.is_some(), "the number of its rounds"),
        (parts.time_control.is_some(), "its time control"),
        (parts.first_table.is_some(), "its first table"),
        (parts.boards_of_match.is_some(), "the boards of a match"),
        (parts.tie_breaks.is_some(), "its tie-breaks"),
    ];
    told.extend(named.into_iter().filter(|(is_named, _)| *is_named).map(|(_, name)| name.to_owned()));
    if !parts.players.is_empty() {
        told.push(count(parts.players.len(), "player"));
    }
    for (number, round) in &parts.rounds {
        let free = match round.unpaired.len() {
            0 => String::new(),
            free => format!(" and {} without a game", count(free, "player")),
        };
        told.push(format!("round {number} with {}{free}", count(round.pairings.len(), "pairing")));
    }
    if told.is_empty() { "no parts".to_owned() } else { told.join(", ") }
}

fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
