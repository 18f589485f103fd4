//! One link: the session with a device, the port it is on, the table it serves.

use crate::{LinkNo, TableNo};
use board::{Identity, LinkState};

/// One link.
#[derive(Debug)]
pub struct Link {}

impl Link {
    /// Its number.
    pub fn no(&self) -> LinkNo {
        0
    }
    /// The port it was last opened on.
    pub fn port(&self) -> &str {
        ""
    }
    /// Whether the port is open.
    pub fn is_open(&self) -> bool {
        false
    }
    /// Who the board says it is, so far.
    pub fn identity(&self) -> &Identity {
        todo!()
    }
    /// Where the session stands.
    pub fn state(&self) -> LinkState {
        LinkState::Down
    }
    /// The table it serves.
    pub fn table(&self) -> Option<TableNo> {
        None
    }
}
