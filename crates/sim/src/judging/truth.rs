//! The game that was really played, with which a reconstruction is compared.

use game::{Played, Player, PlyNo, Standing};
use shakmaty::{ByColor, KnownOutcome, Square, uci::UciMove};

/// One game as it was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truth {
    /// The players.
    pub players: ByColor<Player>,
    /// The standing from which the players agreed to start.
    pub agreed: Standing,
    /// The standing from which the game really started. It differs from the agreed one if the pieces were set up
    /// wrongly and nobody noticed.
    pub start: Standing,
    /// The plies of the game as they are at its end, without the moves that were taken back.
    pub plies: Vec<Played>,
    /// The outcome of the game.
    pub outcome: KnownOutcome,
    /// The illegal moves in order, including those that were undone.
    pub illegal: Vec<IllegalTruth>,
    /// The number of plies left after each take-back.
    pub takebacks: Vec<usize>,
    /// True if the players put the kings in the centre after the game.
    pub kings_in_centre: bool,
}

/// One illegal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IllegalTruth {
    /// The ply in whose place the illegal move was made, counted from 1.
    pub ply: PlyNo,
    /// The square that the piece came from.
    pub from: Square,
    /// The square that the piece was put on.
    pub to: Square,
    /// True if the clock was pressed after the illegal move.
    pub pressed: bool,
    /// True if the game went on from the illegal move.
    pub stands: bool,
}

impl Truth {
    /// Returns the plies in the notation of the reconstruction's report: UCI, with an exclamation mark for an illegal
    /// move that stands, as in `!e2e5`.
    pub fn uci(&self) -> Vec<String> {
        self.uci_of(self.plies.len())
    }

    /// Returns the first `plies` plies, in the notation of [`Truth::uci`].
    pub fn uci_of(&self, plies: usize) -> Vec<String> {
        self.plies.iter().take(plies).map(|&played| word(played, &self.start)).collect()
    }
}

fn word(played: Played, start: &Standing) -> String {
    let name = |square: Option<Square>| square.map_or(String::from("??"), |square| square.to_string());
    match played {
        Played::Legal(mv) => UciMove::from_move(mv, start.mode()).to_string(),
        Played::Promotion { from, to, .. } => format!("{from}{to}?"),
        Played::Irregular { from, to } => format!("!{}{}", name(from), name(to)),
    }
}
