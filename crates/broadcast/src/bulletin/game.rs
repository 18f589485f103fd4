//! A game as it stands in `games.pgn`: its text, and the tags by which it is found.

use std::sync::Arc;

/// A game in PGN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulletinGame {
    /// The whole text, with an empty line behind it.
    pub text: Arc<str>,
    /// The tag GameId.
    pub id: String,
    /// The tag Event.
    pub event: String,
    /// The round: the tag Round up to its last point.
    pub round: String,
    /// The board: the tag Board.
    pub board: Option<u16>,
    /// The tag Result.
    pub result: String,
}

impl BulletinGame {
    /// Splits a text that this program printed into its games. Each begins with the tag Event; no comment of the public form can
    /// begin a line with it.
    pub fn all(text: &str) -> Vec<BulletinGame> {
        let mut begins: Vec<usize> = text.match_indices("[Event \"").map(|(at, _)| at).collect();
        begins.retain(|at| *at == 0 || text.as_bytes()[at - 1] == b'\n');
        let ends = begins.iter().skip(1).copied().chain([text.len()]);
        begins.iter().zip(ends).map(|(begin, end)| BulletinGame::of(&text[*begin..end])).collect()
    }

    /// Takes the clocks out of the text of a game that does not go on any more, although nobody entered a result.
    pub(super) fn without_clocks(mut self) -> BulletinGame {
        let is_clock = |line: &&str| {
            ["[WhiteClock ", "[BlackClock ", "[ReferenceTime "].iter().any(|tag| line.starts_with(tag))
        };
        if let Some((tags, moves)) = self.text.split_once("\n\n")
            && tags.lines().any(|line| is_clock(&line))
        {
            let tags: Vec<&str> = tags.lines().filter(|line| !is_clock(line)).collect();
            self.text = format!("{}\n\n{moves}", tags.join("\n")).into();
        }
        self
    }

    fn of(text: &str) -> BulletinGame {
        let tag = |name: &str| tag(text, name).unwrap_or_default();
        let round = tag("Round");
        let board = tag("Board");
        let round = match round.rsplit_once('.') {
            Some((number, of_board)) if of_board == board => number.to_owned(),
            _ => round,
        };
        BulletinGame {
            text: text.into(),
            id: tag("GameId"),
            event: tag("Event"),
            round,
            board: board.parse().ok(),
            result: tag("Result"),
        }
    }
}

/// Returns the value of a tag.
pub(crate) fn tag(text: &str, name: &str) -> Option<String> {
    let tags = text.lines().take_while(|line| line.starts_with('['));
    let value = tags.into_iter().find_map(|line| {
        line.strip_prefix('[')?.strip_prefix(name)?.strip_prefix(" \"")?.strip_suffix("\"]")
    })?;
    let mut plain = String::with_capacity(value.len());
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        plain.push(if character == '\\' { characters.next()? } else { character });
    }
    Some(plain)
}
