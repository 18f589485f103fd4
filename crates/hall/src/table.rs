//! One table: its board's link, its scribe, what was last published of it.

use crate::{LinkNo, TableNo, TableSetup};
use game::Score;

/// One table.
#[derive(Debug)]
pub struct Table {}

impl Table {
    /// Its number.
    pub fn number(&self) -> TableNo {
        0
    }
    /// As configured.
    pub fn setup(&self) -> &TableSetup {
        todo!()
    }
    /// The link that serves it.
    pub fn link(&self) -> Option<LinkNo> {
        None
    }
    /// Why it stands still, if it failed.
    pub fn fault(&self) -> Option<&str> {
        None
    }
    /// The game on the board.
    pub fn score(&self) -> &Score {
        todo!()
    }
    /// The games before it, oldest first.
    pub fn finished(&self) -> impl Iterator<Item = &Score> {
        std::iter::empty()
    }
}
