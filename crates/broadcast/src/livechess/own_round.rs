//! A hall into which no tournament was entered: what its tables play is one tournament with one round, as programs for LiveChess
//! know nothing else.

use super::line::PlayedLine;
use game::Player;
use hall::{HallSetup, TableNo};
use shakmaty::{ByColor, Color};
use std::{collections::BTreeMap, sync::Arc};
use tournament::{Entrant, Event, GameNo, Pairing, PlayerNo, Round, RoundState, Tournament};

/// The key of that tournament. No other has an empty one.
const KEY: &str = "";
/// The number of its round.
const ROUND: u16 = 1;

/// Returns the event of such a hall. `present` finds the game on the board of a table.
pub(super) fn event_of<'a>(
    setup: &HallSetup,
    present: impl Fn(TableNo) -> Option<&'a Arc<PlayedLine>>,
) -> Event {
    let mut players = BTreeMap::new();
    // Numbers that stay when a table is added or taken away.
    let mut enter = |table: TableNo, color: Color, player: &Player| {
        let number: PlayerNo = table.saturating_mul(2).saturating_sub(color.fold_wb(1, 0));
        players.insert(number, Entrant { player: player.clone(), ..Entrant::default() });
        Some(number)
    };
    let pairings = setup.tables.iter().map(|table| {
        let line = present(table.table);
        let known = line.map_or(&table.players, |line| &line.players);
        let pairing = Pairing {
            players: ByColor::new_with(|color| enter(table.table, color, known.get(color))),
            table: Some(table.table),
            result: line.and_then(|line| line.result),
            game: line.map(|line| GameNo { table: table.table, game: line.number }),
            ..Pairing::default()
        };
        (table.table, pairing)
    });
    let pairings = pairings.collect();
    let round = Round { state: RoundState::Open, date: setup.date.clone(), pairings, ..Round::default() };
    let tournament = Tournament { players, rounds: [(ROUND, round)].into(), ..Tournament::default() };
    Event {
        name: setup.event.clone(),
        site: setup.site.clone(),
        tournaments: [(KEY.to_owned(), tournament)].into(),
        ..Event::default()
    }
}
