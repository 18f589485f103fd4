//! The tables of a configuration: each finds its board, and no two of them claim one board or one port.

use super::{Mistake, TABLES_MAX, TableSection};
use crate::devices::{bluez, pins};
use board::Orientation;
use game::{Refusal, Standing};
use hall::{BoardChoice, Stands, TableSetup};
use shakmaty::{ByColor, CastlingMode};
use std::collections::BTreeMap;
use toml::Spanned;

/// Returns the tables of these sections; fails where two of them claim one thing.
pub(super) fn tables(sections: &[TableSection]) -> Result<Vec<TableSetup>, Mistake> {
    let mut tables = BTreeMap::new();
    let mut boards = BTreeMap::new();
    for section in sections {
        let number = *section.number.get_ref();
        if !(1..=TABLES_MAX).contains(&usize::from(number)) {
            let what = format!("tables are numbered from 1 to {TABLES_MAX}");
            return Err(Mistake::at(&section.number, what));
        }
        let board = board_choice(section)?;
        if board != BoardChoice::Any
            && let Some(other) = boards.insert(board.clone(), number)
        {
            let what =
                format!("table {number} claims the board that table {other} claims; give each its own");
            let at = section.port.as_ref().or(section.serial.as_ref());
            return Err(at.map_or_else(|| Mistake::at(&section.number, &*what), |at| Mistake::at(at, &*what)));
        }
        if tables.insert(number, table(section, board)?).is_some() {
            return Err(Mistake::at(
                &section.number,
                format!("table {number} is here twice; number it anew"),
            ));
        }
        if tables.len() > TABLES_MAX {
            return Err(Mistake::at(&section.number, format!("a hall has at most {TABLES_MAX} tables")));
        }
    }
    forbid_twice(sections)?;
    Ok(tables.into_values().collect())
}

/// Fails if a port is the clock of two tables, or both a board and a clock.
fn forbid_twice(sections: &[TableSection]) -> Result<(), Mistake> {
    let mut ports: BTreeMap<&str, u16> = BTreeMap::new();
    let boards = sections.iter().map(|section| (section, &section.port));
    let clocks = sections.iter().map(|section| (section, &section.clock_port));
    for (section, port) in boards.chain(clocks) {
        let Some(port) = port else { continue };
        if let Some(other) = ports.insert(port.get_ref(), *section.number.get_ref()) {
            let what = format!("table {other} has this port already; one port is one board or one clock");
            return Err(Mistake::at(port, what));
        }
    }
    Ok(())
}

fn clock_port(section: &TableSection) -> Result<Option<String>, Mistake> {
    match &section.clock_port {
        None => Ok(None),
        Some(port) if !section.clock => {
            Err(Mistake::at(port, "this table is said to have no clock; delete this line or the other"))
        }
        Some(port) if is_port(port.get_ref()) => Ok(Some(port.get_ref().clone())),
        Some(port) => {
            Err(Mistake::at(port, "a clock's port is a path, or pins: and a path, as pins:clock.toml"))
        }
    }
}

fn board_choice(section: &TableSection) -> Result<BoardChoice, Mistake> {
    match (&section.serial, &section.port) {
        (None, None) => Ok(BoardChoice::Any),
        (Some(serial), None) if !serial.get_ref().is_empty() => {
            Ok(BoardChoice::Serial(serial.get_ref().clone()))
        }
        (None, Some(port)) if is_port(port.get_ref()) => Ok(BoardChoice::Port(port.get_ref().clone())),
        (None, Some(port)) => Err(Mistake::at(port, PORT_IS)),
        (Some(serial), None) => Err(Mistake::at(serial, "a serial number is not empty; leave the line out")),
        (Some(_), Some(port)) => {
            Err(Mistake::at(port, "a table finds its board by serial number or by port, not by both"))
        }
    }
}

/// What a port may be called.
pub(super) const PORT_IS: &str = "a port is a path, pins: and a path, or bluetooth: and the board's address or name, as bluetooth:C4:64:E3:00:12:34";

pub(super) fn is_port(port: &str) -> bool {
    port.starts_with('/')
        || pins::file_of(port).is_some()
        || port.strip_prefix(bluez::PREFIX).is_some_and(|board| !board.is_empty())
}

fn table(section: &TableSection, board: BoardChoice) -> Result<TableSetup, Mistake> {
    let mode = if section.chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
    let fen = match &section.fen {
        Some(fen) if !fen.get_ref().is_empty() => {
            let begins = fen.get_ref().parse().map_err(|error| Refusal::NotAFen(format!("{error}")));
            let begins = begins.and_then(|fen| Standing::to_begin_from(fen, mode));
            begins.map_err(|why| Mistake::at(fen, why.to_string()))?;
            Some(fen.get_ref().clone())
        }
        Some(_) | None => None,
    };
    Ok(TableSetup {
        table: *section.number.get_ref(),
        board,
        players: ByColor { white: section.white.check()?, black: section.black.check()? },
        clock: section.clock,
        clock_port: clock_port(section)?,
        chess960: section.chess960,
        fen,
        stands: stands(section)?,
    })
}

/// Returns how the organiser says that a table's board and clock stand.
fn stands(section: &TableSection) -> Result<Stands, Mistake> {
    let orientation = |name: &Spanned<String>| {
        Orientation::parse(name.get_ref()).ok_or_else(|| {
            let known = "a board stands \"normal\", \"rotated\" (by half a circle), \"left\" or \"right\" (its White side is at White's left or right hand); without the line it is found out";
            Mistake::at(name, known)
        })
    };
    let turned = section.clock_turned.as_ref().filter(|turned| *turned.get_ref());
    if let (Some(turned), false) = (turned, section.clock) {
        return Err(Mistake::at(turned, "this table has no clock; leave out clock_turned, or clock = false"));
    }
    let is_clock_turned = turned.is_some();
    Ok(Stands { board: section.stands.as_ref().map(orientation).transpose()?, is_clock_turned })
}
