//! The moves that the feed has shown of each game, and their comparison with the PGN: one move that the feed has not
//! told is a leak, however legal it looks.

use super::allowed::BROKEN_OFF;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The games of one table as a reader of the feed has seen them.
#[derive(Debug, Default)]
pub(super) struct Shown {
    games: BTreeMap<u32, Game>,
    /// The game that was last shown.
    last: u32,
}

#[derive(Debug, Default)]
struct Game {
    start: String,
    /// The moves, each with whether it is marked as no legal move.
    moves: Vec<(String, bool)>,
    /// Set if the arbiter let an illegal move of it stand.
    released: bool,
    /// Set if the feed has ever shown an illegal move of it.
    was_irregular: bool,
}

impl Shown {
    /// Takes a frame, as a page does. Returns its game and how many plies of it are shown then.
    pub(super) fn take(&mut self, frame: &Value) -> Option<(u32, usize)> {
        let table = frame["tables"].as_array().and_then(|tables| tables.first())?;
        let number = table["game"].as_u64().and_then(|number| u32::try_from(number).ok())?;
        self.last = number;
        let game = self.games.entry(number).or_default();
        if let Some(start) = table["start"].as_str() {
            start.clone_into(&mut game.start);
        }
        // A snapshot has every move, an update those after `from`.
        let from = match table["from"].as_u64() {
            Some(from) => from as usize,
            None if frame["kind"] == "snapshot" => 0,
            None => game.moves.len(),
        };
        game.moves.truncate(from);
        let later = table["moves"].as_array().into_iter().flatten();
        game.moves.extend(
            later.filter_map(|ply| Some((ply["san"].as_str()?.to_owned(), ply["irregular"] == true))),
        );
        game.was_irregular |= game.has_irregular();
        Some((number, game.moves.len()))
    }

    /// Notes that the arbiter let an illegal move of the game on the board stand.
    pub(super) fn release(&mut self) {
        self.games.entry(self.last).or_default().released = true;
    }

    /// Returns the number of games shown in which an illegal move was let stand.
    pub(super) fn released(&self) -> usize {
        self.games.values().filter(|game| game.released).count()
    }

    /// Returns the number of games of which an illegal move was ever shown.
    pub(super) fn irregular(&self) -> usize {
        self.games.values().filter(|game| game.was_irregular).count()
    }

    /// Compares a game's PGN with what the feed told; they must be equal, but for the illegal moves, which are between
    /// the fragments of the PGN. The PGN of a game that has left the board may tell less: take-backs made while the
    /// pieces were put home are not published, since the world sees the next game by then.
    pub(super) fn look_at(&self, number: u32, pgn: &str, found: &mut BTreeSet<String>) {
        let unknown = Game::default();
        let game = self.games.get(&number).unwrap_or(&unknown);
        let mut fragments = pgn.split("[Event ").skip(1);
        let moves: Vec<String> = fragments.clone().flat_map(words).collect();
        let legal: Vec<String> =
            game.moves.iter().filter(|(_, irregular)| !irregular).map(|(san, _)| san.clone()).collect();
        let is_same = moves == legal || number != self.last && legal.starts_with(&moves);
        if !is_same {
            found.insert(format!(
                "the PGN tells {:?} of a game, the feed {:?}",
                moves.join(" "),
                legal.join(" ")
            ));
        }
        let first = fragments.next().unwrap_or_default();
        if let Some(fen) = tag(first, "FEN").filter(|fen| *fen != game.start) {
            found.insert(format!("the PGN begins with {fen}, the feed with {}", game.start));
        }
        if !game.released && (fragments.next().is_some() || pgn.contains(BROKEN_OFF)) {
            found.insert(format!("a PGN goes on after an illegal move that nobody let stand: {pgn}"));
        }
        if !game.released && game.has_irregular() {
            found.insert("the feed shows an illegal move that nobody let stand".to_owned());
        }
    }
}

impl Game {
    fn has_irregular(&self) -> bool {
        self.moves.iter().any(|(_, irregular)| *irregular)
    }
}

fn tag<'a>(pgn: &'a str, name: &str) -> Option<&'a str> {
    pgn.lines().find_map(|line| line.strip_prefix(&format!("[{name} \""))?.strip_suffix("\"]"))
}

/// Returns the moves of a game's text, without tags, comments, numbers and result.
fn words(pgn: &str) -> Vec<String> {
    let movetext = pgn.split_once("\n\n").map_or("", |(_, movetext)| movetext);
    let outside = movetext.split('}').map(|part| part.split('{').next().unwrap_or_default());
    let is_move = |word: &&str| word.starts_with(|letter: char| letter.is_ascii_alphabetic());
    outside.flat_map(str::split_whitespace).filter(is_move).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::Shown;
    use std::collections::BTreeSet;

    #[test]
    fn one_move_too_many_in_a_pgn_is_found() {
        let mut shown = Shown::default();
        let frame = r#"{"kind":"update","tables":[{"game":2,"start":"x","from":0,"moves":[{"san":"e4"},{"san":"O-O"}]}]}"#;
        assert_eq!(shown.take(&serde_json::from_str(frame).expect("JSON")), Some((2, 2)));
        let clean = "[Event \"a\"]\n[Result \"*\"]\n\n1. e4 {[%clk 0:01:00]} 1... O-O *\n";
        let leaks = |pgn: &str, shown: &Shown| {
            let mut found = BTreeSet::new();
            shown.look_at(2, pgn, &mut found);
            found.len()
        };
        assert_eq!(leaks(clean, &shown), 0);
        let second = format!("{clean}\n[Event \"a, continued\"]\n\n*\n");
        let comment = clean.replace("0:01:00]", "0:01:00] The game went on from another position.");
        assert_eq!((leaks(&second, &shown), leaks(&comment, &shown)), (1, 1));
        for (from, to) in [("O-O *", "O-O 2. Nf3 *"), (" O-O", ""), ("[Result", "[FEN \"y\"]\n[Result")] {
            assert_eq!(leaks(&clean.replace(from, to), &shown), 1, "{to} was not found");
        }
        let shorter = clean.replace(" 1... O-O", "");
        shown.last = 3;
        assert_eq!((leaks(&shorter, &shown), leaks(&clean.replace("O-O *", "O-O 2. d4 *"), &shown)), (0, 1));
        shown.last = 2;
        shown.release();
        assert_eq!((leaks(&second, &shown), leaks(&comment, &shown)), (0, 0));
        let frame = r#"{"kind":"update","tables":[{"game":2,"from":2,"moves":[{"san":"a1-a8","irregular":true},{"san":"Nf6"}]}]}"#;
        shown.take(&serde_json::from_str(frame).expect("JSON"));
        let third = second.replace("\n\n*", "\n\n2... Nf6 *");
        assert_eq!((leaks(&second, &shown), leaks(&third, &shown)), (1, 0));
        shown.games.get_mut(&2).expect("it is shown").released = false;
        assert_eq!(leaks(clean, &shown), 2, "it was not let stand, and the feed tells more");
    }
}
