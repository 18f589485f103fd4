//! The pure session with one board.

use crate::{BoardEvent, Identity, LinkState, Millis};
use shakmaty::Board;

/// The session with one DGT board: wakes it, asks who it is, dumps it, follows its changes.
#[derive(Debug, Default)]
pub struct Session {}

impl Session {
    /// A session with nobody yet.
    pub fn new() -> Session {
        Session::default()
    }
    /// The port was opened.
    pub fn handle_open(&mut self, _t: Millis) {}
    /// The port was lost.
    pub fn handle_lost(&mut self, _t: Millis) {}
    /// Bytes came.
    pub fn handle_bytes(&mut self, _t: Millis, _bytes: &[u8]) {}
    /// The position the game believes in: the orientation is judged against it.
    pub fn expect(&mut self, _placement: &Board) {}
    /// Fires every deadline up to `t`, each at its own instant.
    pub fn advance(&mut self, _t: Millis) {}
    /// When `advance` wants to be called next.
    pub fn next_deadline(&self) -> Option<Millis> {
        None
    }
    /// Bytes for the board.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        None
    }
    /// What the board reported, with the instant it was learnt.
    pub fn poll_event(&mut self) -> Option<(Millis, BoardEvent)> {
        None
    }
    /// Who the board says it is so far.
    pub fn identity(&self) -> &Identity {
        todo!()
    }
    /// Where the link stands.
    pub fn state(&self) -> LinkState {
        LinkState::Down
    }
}
