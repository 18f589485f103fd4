//! The section `[livechess]`: the interface for programs that know DGT's LiveChess. Part of the boundary file.

use super::{Mistake, address};
use broadcast::livechess::{BoardName, Choice};
use hall::TableSetup;
use serde::Deserialize;
use std::{
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
};
use toml::{Spanned, Value};

/// The port that programs expect.
const PORT: u16 = 1982;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct LivechessSection {
    port: Option<u16>,
    first: Option<Spanned<Value>>,
    only: Option<Spanned<Value>>,
    listen: Option<Spanned<String>>,
    token_file: Option<Spanned<PathBuf>>,
}

/// Where the interface is served, and what it tells of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LivechessChoice {
    /// The port on this computer.
    pub port: u16,
    /// Which boards are told, and which of them first.
    pub boards: Choice,
    /// An address for other computers; `None` if there is none.
    pub beyond: Option<Beyond>,
}

/// An address at which other computers read what the boards show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Beyond {
    /// The address.
    pub listen: SocketAddr,
    /// The file with the token that they have to know.
    pub token_file: PathBuf,
}

impl LivechessSection {
    /// Checks the section of a hall with these tables.
    pub(super) fn check(self, tables: &[TableSetup]) -> Result<LivechessChoice, Mistake> {
        let boards = match (&self.first, &self.only) {
            (None, None) => Choice::All,
            (Some(first), None) => Choice::First(name(first, tables)?),
            (None, Some(only)) => Choice::Only(name(only, tables)?),
            (Some(_), Some(only)) => {
                return Err(Mistake::at(only, "a board that is alone is the first; leave out first or only"));
            }
        };
        let beyond = match (self.listen, self.token_file) {
            (None, None) => None,
            (Some(listen), Some(token_file)) => {
                Some(Beyond { listen: elsewhere(&listen)?, token_file: token_file.into_inner() })
            }
            (Some(listen), None) => {
                let what = "the boards are told without any delay, so others need a token: name a file with one in token_file";
                return Err(Mistake::at(&listen, what));
            }
            (None, Some(token_file)) => {
                let what = "the token is for other computers; say in listen where they find the boards";
                return Err(Mistake::at(&token_file, what));
            }
        };
        Ok(LivechessChoice { port: self.port.unwrap_or(PORT), boards, beyond })
    }
}

fn elsewhere(listen: &Spanned<String>) -> Result<SocketAddr, Mistake> {
    let address = address(Some(listen), SocketAddr::from((Ipv4Addr::LOCALHOST, PORT)))?;
    if address.ip().is_loopback() || address.ip().is_unspecified() {
        let what =
            "this computer is served anyway; name the address of one network, such as \"192.168.1.10:1982\"";
        return Err(Mistake::at(listen, what));
    }
    Ok(address)
}

fn name(value: &Spanned<Value>, tables: &[TableSetup]) -> Result<BoardName, Mistake> {
    match value.get_ref() {
        Value::Integer(number) => {
            let table = tables.iter().find(|table| i64::from(table.table) == *number);
            table.map(|table| BoardName::Table(table.table)).ok_or_else(|| {
                let what = format!(
                    "the hall has no table {number}; name one of its tables, or a serial number in quotes"
                );
                Mistake::at(value, what)
            })
        }
        Value::String(serial) if !serial.trim().is_empty() => Ok(BoardName::Serial(serial.clone())),
        _ => Err(Mistake::at(
            value,
            "a board is named by the number of its table or by its serial number in quotes",
        )),
    }
}
