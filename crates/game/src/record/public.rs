//! A score in the form of a PGN: lines of legal moves with their times, without the irregular plies between the lines.
//!
//! [`PublicScore`] is the part of a score that everybody may see, and the only part that [`crate::record::pgn::write`]
//! accepts. Its first line ends before the first irregular ply. The moves after such a ply belong to the public part
//! only if the arbiter has ruled that the ply stands ([`Ply::released`]). The feed goes by the same ruling.

use crate::{ClockFace, Player, Ply, Remark, ResultEntry, Score, Standing, Tags, record::pgn::spent_ms};
use board::Millis;
use shakmaty::{ByColor, Move, Position};
use std::collections::BTreeMap;

/// The public part of a game: its moves, times, remarks and confirmed result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicScore(Lines);

impl PublicScore {
    /// Creates the public part of a score, cut to at most `plies_max` plies; `None` sets no limit.
    pub fn of(score: &Score, plies_max: Option<usize>) -> PublicScore {
        PublicScore(Lines::of(score, plies_max.unwrap_or(usize::MAX), Reach::Released))
    }

    /// Returns the number of the game on its table.
    pub fn number(&self) -> u32 {
        self.0.number
    }

    /// Returns this game with the given number. It counts all games of the table since the table was first set up.
    pub fn numbered(mut self, number: u32) -> PublicScore {
        self.0.number = number;
        self
    }

    /// Returns whether there is anything to publish: a move, or a result (a game that was not played has a result too).
    pub fn is_begun(&self) -> bool {
        self.0.result.is_some() || self.0.lines.iter().any(|line| !line.plies.is_empty())
    }

    /// Returns the name by which other programs identify a game: event, site, round, table and players. Other programs
    /// consider two games with equal names to be one game.
    pub fn name(&self) -> String {
        let tags = &self.0.tags;
        let player = |player: &Player| format!("{} {}", player.fide_id.unwrap_or_default(), player.name);
        let ByColor { white, black } = tags.players.as_ref().map(player);
        [&tags.event, &tags.site, &tags.round, &tags.board, &white, &black].map(String::as_str).join("\n")
    }

    /// Returns the id of the first game of this pairing: date, tournament, round and board.
    pub fn id(&self) -> String {
        self.0.tags.id()
    }

    /// Returns the standing from which the game started.
    pub fn start(&self) -> &Standing {
        &self.first().start
    }

    /// Returns the moves of the game up to the first irregular ply, each with its times.
    pub fn moves(&self) -> &[LinePly] {
        &self.first().plies
    }

    /// Returns the confirmed result; `None` if there is none yet.
    pub fn result(&self) -> Option<ResultEntry> {
        self.0.result
    }

    /// Returns the clocks as the press of the last move left them; `None` if the game does not go on, or if the clock was not
    /// pressed for that move. It changes with the moves alone, so it says nothing of what is not public.
    pub fn last_press(&self) -> Option<ClockFace> {
        self.0.last_press
    }

    /// Returns the time of day at which the audience that this game was released to might know of the last press, in milliseconds
    /// since 1970; `None` if nobody noted it.
    pub fn press_known_ms(&self) -> Option<u64> {
        self.0.press_known_ms
    }

    /// Notes when the audience might know of the last press.
    pub fn note_press(&mut self, known_ms: Option<u64>) {
        self.0.press_known_ms = known_ms;
    }

    /// Returns the journal time at which a hand began the first move; of a game without moves that from which it was waited for.
    pub fn begun_ms(&self) -> Millis {
        self.0.begun_ms
    }

    /// Returns the game as it is written in PGN.
    pub fn lines(&self) -> &Lines {
        &self.0
    }

    fn first(&self) -> &LegalLine {
        self.0.lines.first().expect("a score has at least one line")
    }
}

/// A score as lines of legal moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    pub(crate) number: u32,
    /// The players, the date and the place of the game.
    pub tags: Tags,
    /// The result that a person confirmed.
    pub result: Option<ResultEntry>,
    pub(crate) remarks: BTreeMap<usize, Vec<Remark>>,
    last_press: Option<ClockFace>,
    press_known_ms: Option<u64>,
    begun_ms: Millis,
    /// The lines, at least one. Only the first and the last may be empty.
    pub lines: Vec<LegalLine>,
}

/// A sequence of consecutive legal moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalLine {
    /// The number of plies of the score before the line begins.
    pub(crate) from: usize,
    /// The standing before the first move.
    pub start: Standing,
    /// The moves.
    pub plies: Vec<LinePly>,
    /// Set if an irregular ply ends the line and the PGN says that the game went on from another position.
    pub(crate) is_broken_off: bool,
}

/// A move with its times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinePly {
    /// The move.
    pub mv: Move,
    /// The mover's time left after the move, in milliseconds; `None` if unknown.
    pub left_ms: Option<u32>,
    /// The time spent on the move, in milliseconds; `None` if unknown.
    pub spent_ms: Option<u32>,
}

/// The point of a score at which its lines end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// The lines end at the first irregular ply that the arbiter has not let stand.
    Released,
    /// The lines end at the end of the score.
    End,
}

impl Lines {
    /// Creates the lines of the whole score, for the arbiter and for others who have the evidence anyway.
    pub(crate) fn whole(score: &Score) -> Lines {
        Lines::of(score, usize::MAX, Reach::End)
    }

    fn of(score: &Score, plies_max: usize, reach: Reach) -> Lines {
        let shown = score.plies.len().min(plies_max);
        let mut lines = Vec::new();
        let mut from = 0;
        loop {
            let line = score.line_from(from).take(shown - from);
            let plies: Vec<LinePly> =
                line.map(|(index, ply, mv)| LinePly::of(score, index, ply, mv)).collect();
            let until = from + plies.len();
            let is_broken_off =
                score.plies[..shown].get(until).is_some_and(|ply| ply.released || reach == Reach::End);
            if from == 0 || !is_broken_off || !plies.is_empty() {
                lines.push(LegalLine { from, start: score.after(from).clone(), plies, is_broken_off });
            }
            if !is_broken_off {
                break;
            }
            from = until + 1;
        }
        let (number, tags, result) = (score.number, score.tags.clone(), score.result);
        let last_press = lines.last().and_then(|line| last_press(score, line));
        Lines {
            number,
            tags,
            result,
            remarks: score.remarks.clone(),
            last_press,
            press_known_ms: None,
            begun_ms: score.plies.first().map_or(score.began_ms, |ply| ply.touched_ms),
            lines,
        }
    }
}

/// Returns the clocks as the press of a line's last move left them. The time of the player who did not move is that of their own
/// move before.
fn last_press(score: &Score, line: &LegalLine) -> Option<ClockFace> {
    let index = line.from + line.plies.len().checked_sub(1)?;
    let (ply, until) = (score.plies.get(index)?, index + 1);
    let is_adjourned = |remark: &Remark| matches!(remark, Remark::Adjourned { .. });
    let is_adjourned = score.remarks.get(&until).is_some_and(|remarks| remarks.iter().any(is_adjourned));
    let is_over = ply.after.position().is_none_or(|position| position.is_game_over());
    if score.result.is_some() || is_adjourned || is_over || ply.estimated {
        return None;
    }
    let next = ply.after.turn();
    let waited_ms = match index.checked_sub(1) {
        Some(before) => score.plies.get(before)?.left_ms?,
        None => score.clock_at_start?[next],
    };
    let mut left_ms = ByColor { white: waited_ms, black: waited_ms };
    left_ms[!next] = ply.left_ms?;
    Some(ClockFace { left_ms, running: Some(next), read_ms: ply.pressed_ms? })
}

impl LinePly {
    fn of(score: &Score, index: usize, ply: &Ply, mv: Move) -> LinePly {
        let left_ms = ply.left_ms.or_else(|| score.left_at_end_ms(index));
        LinePly { mv, left_ms, spent_ms: spent_ms(score, index) }
    }
}
