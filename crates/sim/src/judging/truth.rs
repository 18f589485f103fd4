//! What was really played: the answer a reconstruction is compared with.

use game::{Played, Player, Standing};
use shakmaty::{ByColor, KnownOutcome, Square, uci::UciMove};

/// One game as it was played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Truth {
    /// Who played.
    pub players: ByColor<Player>,
    /// Where it was agreed to start.
    pub agreed: Standing,
    /// Where it started: elsewhere when the pieces were set up wrongly and nobody noticed.
    pub start: Standing,
    /// What stands in the record at the end: moves taken back are not in it.
    pub plies: Vec<Played>,
    /// How it ended.
    pub outcome: KnownOutcome,
    /// The illegal moves, in order, also those that were put back.
    pub illegal: Vec<IllegalTruth>,
    /// How many plies stood each time the players went back.
    pub takebacks: Vec<usize>,
    /// Whether the kings were put in the centre afterwards.
    pub kings_in_centre: bool,
}

/// One illegal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IllegalTruth {
    /// The ply it stood in the place of, from 1.
    pub ply: usize,
    /// Where the piece came from.
    pub from: Square,
    /// Where it was put.
    pub to: Square,
    /// Whether the clock was pressed after it.
    pub pressed: bool,
    /// Whether play went on from it.
    pub stands: bool,
}

impl Truth {
    /// The plies in the words of the reconstruction's report: UCI, `!e2e5` for an illegal move that stands.
    pub fn uci(&self) -> Vec<String> {
        self.uci_of(self.plies.len())
    }

    /// The first so many plies in the same words.
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
