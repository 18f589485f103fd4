//! The cells of the accuracy table: each has a board, a clock, a tempo, a kind of trouble, and demands to meet.

use crate::{BoardProfile, Cable, ClockLink, Faults, GameKind, HandsOptions, Tempo, Traits, Trouble};
use shakmaty::ByColor;

/// A cell of the accuracy table: what is simulated, and the demands on the scores.
#[derive(Debug, Clone, PartialEq)]
pub struct Cell {
    /// The cell's name on the command line and in the table.
    pub name: &'static str,
    /// The kind of games that are played.
    pub kind: GameKind,
    /// The number of games of a seed, played one after the other. A seed is exact if all its games are exact and the
    /// scribe made no further game out of other acts.
    pub games: usize,
    /// The options of the hands that play the games.
    pub hands: HandsOptions,
    /// The kind of board.
    pub board_kind: BoardKind,
    /// The board and its clock.
    pub board: BoardProfile,
    /// The demands on the cell; `None` for a cell that is measured without a demand.
    pub reach: Option<Reach>,
}

/// The kinds of boards in the cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardKind {
    /// A DGT board on a cable.
    Dgt,
    /// A DGT board on Bluetooth.
    Bluetooth,
    /// A Millennium ChessLink board.
    ChessLink,
    /// A board with Hall sensors, scanned in 20 ms.
    Hall20,
    /// A board with Hall sensors, scanned in 50 ms.
    Hall50,
    /// A Certabo board, scanned in 600 ms.
    Certabo,
}

/// The demands on a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// The smallest share of games that must be exact, in parts per million.
    pub exact_ppm: u32,
    /// Says whether a game also counts as exact if it becomes so once its open question is answered.
    pub or_asked: bool,
    /// The bound on wrong plies, per ply played. Plies with an open question about them do not count.
    pub wrong: Bound,
    /// The bound on false alarms about illegal moves, per game.
    pub alarms: Bound,
}

/// A bound on how many cases may fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// Nothing is demanded.
    Any,
    /// Fewer than one in the given number of cases may fail.
    OneIn(u32),
    /// No case may fail.
    Never,
}

impl Bound {
    /// Returns whether `found` failures in `of` cases are within the bound. No failure at all is always within it.
    pub fn holds(self, found: u64, of: u64) -> bool {
        match self {
            Bound::Any => true,
            Bound::OneIn(many) => found == 0 || found * u64::from(many) < of,
            Bound::Never => found == 0,
        }
    }
}

impl BoardKind {
    /// All kinds of boards.
    pub const ALL: [BoardKind; 6] = [
        BoardKind::Dgt,
        BoardKind::Bluetooth,
        BoardKind::ChessLink,
        BoardKind::Hall20,
        BoardKind::Hall50,
        BoardKind::Certabo,
    ];

    /// Returns the name of the kind on the command line.
    pub fn name(self) -> &'static str {
        match self {
            BoardKind::Dgt => "dgt",
            BoardKind::Bluetooth => "bluetooth",
            BoardKind::ChessLink => "chesslink",
            BoardKind::Hall20 => "hall20",
            BoardKind::Hall50 => "hall50",
            BoardKind::Certabo => "certabo",
        }
    }

    fn profile(self) -> BoardProfile {
        match self {
            BoardKind::Dgt => BoardProfile::dgt(),
            BoardKind::Bluetooth => BoardProfile::dgt_bluetooth(),
            BoardKind::ChessLink => BoardProfile::chesslink(),
            BoardKind::Hall20 => BoardProfile::hall(20),
            BoardKind::Hall50 => BoardProfile::hall(50),
            BoardKind::Certabo => BoardProfile::certabo(),
        }
    }
}

impl Cell {
    fn new(name: &'static str, board_kind: BoardKind, tempo: Tempo) -> Cell {
        Cell {
            name,
            kind: GameKind::Mixed,
            games: 1,
            hands: HandsOptions { tempo, trouble: in_play(Trouble::usual()), traits: None },
            board_kind,
            board: board_kind.profile().with_faults(Faults::everyday()),
            reach: None,
        }
    }

    fn without_clock(mut self) -> Cell {
        self.board = self.board.without_clock();
        self
    }

    fn trouble(mut self, trouble: Trouble) -> Cell {
        self.hands.trouble = in_play(trouble);
        self
    }

    /// Sets the trouble both during the games and after them.
    fn trouble_also_after(mut self, trouble: Trouble) -> Cell {
        self.hands.trouble = trouble;
        self
    }

    fn faults(mut self, change: impl FnOnce(&mut Faults)) -> Cell {
        change(&mut self.board.faults);
        self
    }

    /// Makes the clock report a press within 50 ms, so that the board is read as it is at the press.
    fn prompt(mut self) -> Cell {
        self.board.clock = self.board.clock.map(|clock| ClockLink { lag_ms: 50, ..clock });
        self
    }

    /// Makes the acts pass over this cable, through the real protocol and its session.
    fn by_cable(mut self, cable: Cable) -> Cell {
        self.board.cable = Some(cable);
        self
    }

    fn playing(mut self, kind: GameKind) -> Cell {
        self.kind = kind;
        self
    }

    /// Sets the demands on the cell. `exact` is the smallest share of exact games in hundredths of a percent; `wrong`
    /// and `alarms` are the bounds on wrong plies and on false alarms.
    fn reach(mut self, exact: u32, wrong: Bound, alarms: Bound) -> Cell {
        self.reach = Some(Reach { exact_ppm: exact * 100, or_asked: false, wrong, alarms });
        self
    }

    fn or_asked(mut self) -> Cell {
        self.reach = self.reach.map(|reach| Reach { or_asked: true, ..reach });
        self
    }
}

/// Returns the part of the trouble that happens during a game.
fn in_play(trouble: Trouble) -> Trouble {
    Trouble { kings_ppm: 0, analysis_ppm: 0, ..trouble }
}

/// Returns every cell, in the order of the table.
pub fn all() -> Vec<Cell> {
    let mut cells = demanded();
    cells.extend(of_the_hall());
    cells.extend(of_new_hands());
    cells
}

/// Returns the cells for faults of boards and mishaps around them, each far more frequent than in reality.
fn of_the_hall() -> Vec<Cell> {
    use BoardKind::{ChessLink, Dgt};
    use Tempo::{Blitz, Rapid};
    let rapid = |name| Cell::new(name, Dgt, Rapid);
    vec![
        rapid("dgt-setup").trouble(Trouble::setups()),
        rapid("dgt-rotated").by_cable(Cable { rotated: true, remembers: true }),
        rapid("dgt-late").faults(|faults| faults.late_ppm = 1_000_000),
        rapid("dgt-late-noclock").without_clock().faults(|faults| faults.late_ppm = 1_000_000),
        rapid("dgt-late-rotated")
            .by_cable(Cable { rotated: true, remembers: true })
            .faults(|faults| faults.late_ppm = 1_000_000),
        rapid("dgt-reboot")
            .by_cable(Cable { rotated: false, remembers: true })
            .faults(|faults| faults.reboots = 3),
        rapid("dgt-reboot-forgetful")
            .by_cable(Cable { rotated: false, remembers: false })
            .faults(|faults| faults.reboots = 3),
        Cell::new("chesslink-reboot", ChessLink, Rapid).faults(|faults| faults.reboots = 3),
        unseen_setup("dgt-unseen-setup").trouble_also_after(Trouble::usual()),
        unseen_setup("dgt-unseen-setup-noclock").without_clock(),
        Cell::new("dgt-makeshift", Dgt, Blitz).playing(GameKind::Promotions).trouble(Trouble::makeshift()),
        rapid("dgt-outsiders").trouble(Trouble::outsiders()),
        // Wrong and unknown pieces are ten times as frequent as on an ordinary day, as if every sample fell into the
        // exchange of two pieces.
        rapid("dgt-identity").faults(|faults| (faults.misread_ppm, faults.unknown_ppm) = (1_000, 1_000)),
        rapid("dgt-weak").faults(|faults| faults.weak_squares = 1),
        rapid("dgt-dead").faults(|faults| faults.dead_squares = 1),
    ]
}

/// Returns the cells for what hands and links do seldom and what has misled the score: each is far more frequent than in
/// reality.
fn of_new_hands() -> Vec<Cell> {
    use BoardKind::{Certabo, ChessLink, Dgt, Hall20, Hall50};
    use Tempo::{Blitz, Rapid};
    let mut turned = Cell::new("hall20-turned", Hall20, Rapid);
    turned.board.turned = true;
    let mut swaps = Cell::new("hall50-swaps", Hall50, Rapid);
    let swapping = Traits { swap_ppm: 1_000_000, ..Traits::measured() };
    swaps.hands.traits = Some(ByColor { white: swapping, black: swapping });
    vec![
        Cell::new("dgt-hovering", Dgt, Blitz).trouble(Trouble::hovering()).prompt(),
        Cell::new("hall20-hovering", Hall20, Blitz).trouble(Trouble::hovering()),
        Cell::new("dgt-early-touch", Dgt, Blitz).trouble(Trouble::early_touches()).prompt(),
        Cell::new("chesslink-hovering", ChessLink, Blitz).trouble(Trouble::hovering()),
        Cell::new("dgt-cycles", Dgt, Rapid).playing(GameKind::Shuffles).trouble(Trouble::forgotten()),
        Cell::new("hall20-cycles", Hall20, Rapid).playing(GameKind::Shuffles).trouble(Trouble::forgotten()),
        Cell::new("dgt-put-right-late", Dgt, Rapid).trouble(Trouble::put_right_late()),
        turned,
        swaps,
        Cell::new("dgt-gaps-return", Dgt, Rapid).faults(|faults| {
            *faults = Faults { back_before_touch: true, ..faults.clone().with_gaps(3, 25_000) };
        }),
        Cell::new("certabo-rapid", Certabo, Rapid),
        Cell::new("certabo-blitz", Certabo, Blitz),
        Cell::new("dgt-takebacks-noclock", Dgt, Rapid).without_clock().trouble(Trouble::takebacks()),
        Cell::new("dgt-pulled", Dgt, Rapid)
            .by_cable(Cable { rotated: false, remembers: true })
            .faults(|faults| faults.pulls = 3),
        Cell::new("dgt-unread-piece", Dgt, Rapid).faults(|faults| faults.unread_pieces = 1),
        Cell::new("hall20-unread-piece", Hall20, Rapid).faults(|faults| faults.unread_pieces = 1),
    ]
}

/// Returns a cell of two games in which the link is lost while the pieces are set up for the second game.
fn unseen_setup(name: &'static str) -> Cell {
    let mut cell = Cell::new(name, BoardKind::Dgt, Tempo::Rapid);
    cell.games = 2;
    cell.faults(|faults| faults.unseen_setup_ppm = 1_000_000)
}

/// Returns the cells that have demands, and similar cells that are measured without a demand.
fn demanded() -> Vec<Cell> {
    use BoardKind::{Bluetooth, ChessLink, Dgt, Hall20, Hall50};
    use Bound::{Any, Never, OneIn};
    use Tempo::{Blitz, Classical, Rapid, Scramble};
    let mut after_play = Cell::new("dgt-afterplay", Dgt, Rapid).reach(9_990, Never, Any);
    after_play.games = 2;
    after_play.hands.trouble = Trouble::usual();
    let mut gaps = Cell::new("dgt-gaps", Dgt, Rapid).reach(9_900, OneIn(5_000), Any).or_asked();
    gaps.board.faults = Faults::everyday().with_gaps(3, 25_000);
    vec![
        Cell::new("dgt-classical", Dgt, Classical).reach(9_995, OneIn(100_000), OneIn(2_000)),
        Cell::new("dgt-rapid", Dgt, Rapid).reach(9_995, OneIn(100_000), OneIn(2_000)),
        Cell::new("dgt-blitz", Dgt, Blitz).reach(9_995, OneIn(100_000), OneIn(2_000)),
        Cell::new("dgt-scramble", Dgt, Scramble).reach(9_950, OneIn(20_000), OneIn(200)),
        Cell::new("dgt-noclock-classical", Dgt, Classical).without_clock().reach(
            9_990,
            OneIn(20_000),
            OneIn(500),
        ),
        Cell::new("dgt-noclock-blitz", Dgt, Blitz).without_clock().reach(9_950, OneIn(20_000), OneIn(500)),
        Cell::new("dgt-clumsy", Dgt, Blitz).trouble(Trouble::clumsy()).reach(
            9_950,
            OneIn(20_000),
            OneIn(200),
        ),
        Cell::new("dgt-illegal", Dgt, Blitz).trouble(Trouble::illegal()).reach(
            9_900,
            OneIn(5_000),
            OneIn(200),
        ),
        Cell::new("dgt-takebacks", Dgt, Rapid).trouble(Trouble::takebacks()),
        Cell::new("dgt-promotions", Dgt, Blitz).playing(GameKind::Promotions),
        gaps,
        Cell::new("dgt-bluetooth-blitz", Bluetooth, Blitz),
        Cell::new("chesslink-blitz", ChessLink, Blitz).reach(9_990, OneIn(50_000), OneIn(1_000)),
        Cell::new("hall20-classical", Hall20, Classical).reach(9_900, OneIn(5_000), OneIn(100)),
        Cell::new("hall20-blitz", Hall20, Blitz).reach(9_700, OneIn(5_000), OneIn(100)),
        Cell::new("hall50-noclock", Hall50, Rapid).without_clock().reach(9_500, OneIn(2_000), Any),
        Cell::new("dgt-chess960", Dgt, Rapid).playing(GameKind::Chess960).reach(
            9_990,
            OneIn(50_000),
            OneIn(1_000),
        ),
        after_play,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_begin_with_their_board() {
        let cells = all();
        for (index, cell) in cells.iter().enumerate() {
            assert!(cells[..index].iter().all(|other| other.name != cell.name), "{} twice", cell.name);
            let word = cell.name.split('-').next().unwrap_or_default();
            let named = cell.board_kind.name();
            assert!(word == named || cell.name.starts_with(&format!("dgt-{named}")), "{}", cell.name);
        }
    }

    #[test]
    fn none_is_always_few_enough_and_the_bound_itself_is_too_many() {
        assert!(Bound::OneIn(100).holds(0, 5) && Bound::OneIn(100).holds(1, 101));
        assert!(!Bound::OneIn(100).holds(1, 100));
        assert!(Bound::Never.holds(0, 9) && !Bound::Never.holds(1, 1_000_000));
    }
}
