//! Games to be played: moves of real games, the showcase of the demo, and generated ones.
//!
//! A game here is the intention of the players; hands and sensors are simulated elsewhere.

pub mod generate;
mod pgn;
pub mod shuffles;

use crate::Rng;
use game::{Player, Standing};
use shakmaty::{ByColor, Chess, KnownOutcome, Move, Position};

/// An intended game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    /// The players.
    pub players: ByColor<Player>,
    /// The date or only the year of the game; empty if unknown.
    pub date: String,
    /// The position and the rights at the start of the game.
    pub start: Standing,
    /// The moves.
    pub moves: Vec<Move>,
    /// The outcome of the game: decided on the board, by resignation or by agreement.
    pub outcome: KnownOutcome,
}

impl Game {
    /// Returns the positions of the game from the start position to the last: one more than there are moves.
    pub fn positions(&self) -> Vec<Chess> {
        let mut positions: Vec<Chess> = self.start.position().cloned().into_iter().collect();
        for &mv in &self.moves {
            if let Some(mut next) = positions.last().cloned() {
                next.play_unchecked(mv);
                positions.push(next);
            }
        }
        positions
    }

    /// Returns the moves in UCI. In Chess960 castling is written as the king's move to the square of the rook.
    pub fn uci(&self) -> Vec<String> {
        self.moves.iter().map(|mv| mv.to_uci(self.start.mode()).to_string()).collect()
    }
}

/// Returns the embedded real games, in the order of the file: moves of well-known games from 1750 to 1999.
pub fn real() -> Vec<Game> {
    pgn::parse(include_str!("games/games.pgn")).expect("a test reads them all")
}

/// Parses the games of a PGN text. They must begin from the normal starting position. `Err` is a sentence about the
/// first move that cannot be played.
pub fn of_pgn(text: &str) -> Result<Vec<Game>, String> {
    pgn::parse(text)
}

/// Returns eight games that together contain castling to both sides, en passant, a promotion, an underpromotion, a
/// mate, a stalemate and resignations.
pub fn showcase() -> Vec<Game> {
    const PLAYERS: [(&str, &str); 8] = [
        ("Morphy, Paul", "Duke Karl and Count Isouard"),
        ("Kasparov, Garry", "Topalov, Veselin"),
        ("Byrne, Donald", "Fischer, Robert"),
        ("Botvinnik, Mikhail", "Capablanca, Jose Raul"),
        ("Spassky, Boris", "Bronstein, David"),
        ("Albin's trap", "Lasker's knight"),
        ("Loyd, Sam", "Problem"),
        ("Anderssen, Adolf", "Dufresne, Jean"),
    ];
    let games = real();
    PLAYERS
        .iter()
        .filter_map(|(white, black)| {
            games.iter().find(|game| game.players.white.name == *white && game.players.black.name == *black)
        })
        .cloned()
        .collect()
}

/// The kinds of games that a simulation plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameKind {
    /// Real games, each drawn at random.
    Real,
    /// Games generated from the normal starting position.
    Generated,
    /// A mix in which one game in three is real and the others are generated.
    Mixed,
    /// Games generated from endgames with pawns about to promote.
    Promotions,
    /// Games generated from one of the 960 starting positions of Chess960.
    Chess960,
    /// Games generated from the normal starting position in which pieces of both sides go and come back.
    Shuffles,
}

/// Draws a game of this kind. The game depends only on the kind and the random stream.
pub fn draw(kind: GameKind, rng: &mut Rng) -> Game {
    match kind {
        GameKind::Real => one_real(rng),
        GameKind::Generated => generate::game(Standing::initial(), rng),
        GameKind::Mixed if rng.below(3) == 0 => one_real(rng),
        GameKind::Mixed => generate::game(Standing::initial(), rng),
        GameKind::Promotions => {
            let start = generate::promotion_start(rng);
            generate::game(start, rng)
        }
        GameKind::Shuffles => shuffles::shuffling_game(Standing::initial(), rng),
        GameKind::Chess960 => {
            let start = generate::chess960_start(rng.below(960) as u32);
            generate::game(start, rng)
        }
    }
}

/// Draws a real game. Only the text of that game is parsed, because parsing the whole file takes longer than playing
/// one game.
fn one_real(rng: &mut Rng) -> Game {
    let text = include_str!("games/games.pgn");
    let starts: Vec<usize> = text.match_indices("[White \"").map(|(at, _)| at).collect();
    let index = rng.below(starts.len() as u64) as usize;
    let end = starts.get(index + 1).copied().unwrap_or(text.len());
    let game = pgn::parse(&text[starts[index]..end]).ok().and_then(|mut games| games.pop());
    game.unwrap_or_else(|| generate::game(Standing::initial(), rng))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Role;

    #[test]
    fn every_real_game_is_legal_to_its_end() {
        let written = include_str!("games/games.pgn").matches("[White ").count();
        let games = real();
        assert_eq!(games.len(), written);
        for game in &games {
            let name = &game.players.white.name;
            let text = pgn::moves_written(name, &game.players.black.name);
            assert_eq!(game.moves.len(), text, "{name}: a move cannot be played");
        }
    }

    #[test]
    fn a_game_that_ends_on_the_board_has_that_result() {
        for game in real() {
            let last = game.positions().pop().expect("a game has a start");
            if let Some(outcome) = last.outcome().known() {
                assert_eq!(outcome, game.outcome, "{}", game.players.white.name);
            }
        }
    }

    #[test]
    fn the_showcase_shows_everything_the_demo_promises() {
        let games = showcase();
        assert_eq!(games.len(), 8);
        let moves: Vec<Move> = games.iter().flat_map(|game| game.moves.clone()).collect();
        let castles = |queen_side: bool| {
            moves.iter().any(|mv| mv.castling_side().is_some_and(|side| side.is_queen_side() == queen_side))
        };
        assert!(castles(true) && castles(false));
        assert!(moves.iter().any(|mv| mv.is_en_passant()));
        assert!(moves.iter().any(|mv| mv.promotion() == Some(Role::Queen)));
        assert!(moves.iter().any(|mv| mv.promotion() == Some(Role::Knight)));
        let ends: Vec<Chess> = games.iter().filter_map(|game| game.positions().pop()).collect();
        assert!(ends.iter().any(|end| end.is_checkmate()));
        assert!(ends.iter().any(|end| end.is_stalemate()));
        assert!(ends.iter().any(|end| !end.is_game_over()));
    }
}
