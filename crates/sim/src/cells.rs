//! The cells of the accuracy table: a board, a clock, a tempo and a kind of trouble each.

use crate::{BoardProfile, Faults, GameKind, HandsOptions, Tempo, Trouble};

/// One cell.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// Its name on the command line and in the table.
    pub name: &'static str,
    /// Which games are played.
    pub kind: GameKind,
    /// How many, one after the other; the first is judged.
    pub games: usize,
    /// The hands.
    pub hands: HandsOptions,
    /// The board and its clock.
    pub board: BoardProfile,
}

/// Every cell, in the order of the table.
pub fn all() -> Vec<Cell> {
    let dgt = BoardProfile::dgt;
    let usual = Trouble::usual();
    let everyday = |board: BoardProfile| board.with_faults(Faults::everyday());
    let play = Trouble { kings_ppm: 0, analysis_ppm: 0, ..usual };
    let clumsy = Trouble { kings_ppm: 0, analysis_ppm: 0, ..Trouble::clumsy() };
    let illegal = Trouble { kings_ppm: 0, analysis_ppm: 0, ..Trouble::illegal() };
    let takebacks = Trouble { kings_ppm: 0, analysis_ppm: 0, ..Trouble::takebacks() };
    let gaps = everyday(dgt()).with_faults(Faults::everyday().with_gaps(3, 25_000));
    let cell = |name, tempo, trouble, board| Cell {
        name,
        kind: GameKind::Mixed,
        games: 1,
        hands: HandsOptions { tempo, trouble, traits: None },
        board,
    };
    vec![
        cell("dgt-classical", Tempo::Classical, play, everyday(dgt())),
        cell("dgt-rapid", Tempo::Rapid, play, everyday(dgt())),
        cell("dgt-blitz", Tempo::Blitz, play, everyday(dgt())),
        cell("dgt-scramble", Tempo::Scramble, play, everyday(dgt())),
        cell("dgt-noclock-classical", Tempo::Classical, play, everyday(dgt()).without_clock()),
        cell("dgt-noclock-blitz", Tempo::Blitz, play, everyday(dgt()).without_clock()),
        cell("dgt-clumsy", Tempo::Blitz, clumsy, everyday(dgt())),
        cell("dgt-illegal", Tempo::Blitz, illegal, everyday(dgt())),
        cell("dgt-takebacks", Tempo::Rapid, takebacks, everyday(dgt())),
        cell("dgt-gaps", Tempo::Rapid, play, gaps),
        cell("dgt-bluetooth-blitz", Tempo::Blitz, play, everyday(BoardProfile::dgt_bluetooth())),
        cell("chesslink-blitz", Tempo::Blitz, play, everyday(BoardProfile::chesslink())),
        cell("hall20-classical", Tempo::Classical, play, everyday(BoardProfile::hall(20))),
        cell("hall20-blitz", Tempo::Blitz, play, everyday(BoardProfile::hall(20))),
        cell("hall50-noclock", Tempo::Rapid, play, everyday(BoardProfile::hall(50)).without_clock()),
        Cell { kind: GameKind::Chess960, ..cell("dgt-chess960", Tempo::Rapid, play, everyday(dgt())) },
        Cell { games: 2, ..cell("dgt-afterplay", Tempo::Rapid, usual, everyday(dgt())) },
    ]
}
