//! The survey: the first pass over the journal, which determines the minutes that a case covers.

use super::TimesOfDay;
use board::Millis;
use game::Score;
use hall::Body;
use hall::{Fold, TableNo};

/// An instant in the form in which a person specifies it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Journal time in milliseconds.
    Journal(Millis),
    /// Time of day in milliseconds since midnight, in the time zone for which the survey was created.
    OfDay(i64),
}

/// The time that a case covers, as a person specifies it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    /// The time between two instants. Without `from`, the time starts with the game; without `to`, it lasts until the
    /// next game begins.
    Times {
        /// The first instant.
        from: Option<When>,
        /// The last instant.
        to: Option<When>,
    },
    /// The time from the end of the ply before `from` until shortly after ply `to`. The first ply of a game is 1.
    Plies {
        /// The first ply.
        from: usize,
        /// The last ply.
        to: usize,
    },
}

/// The stretch of one game that a case covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseWindow {
    /// The number of the table.
    pub table: TableNo,
    /// The number of the game at the table, as published.
    pub game: u32,
    /// The first instant, in journal time.
    pub from_ms: Millis,
    /// The last instant, in journal time.
    pub to_ms: Millis,
    /// The number of plies made before the first instant.
    pub plies_before: usize,
    /// The journal's notes of the time of day, which convert between journal time and the time of day.
    pub times: TimesOfDay,
}

/// The first pass over a journal. Feed it every record in order, then call `window`.
#[derive(Debug)]
pub struct CaseSurvey {
    fold: Fold,
    times: TimesOfDay,
}

/// The time that a case shows after the press of its last ply, in milliseconds. It is long enough to show the reaction
/// of the clock and the start of the reply.
const AFTER_MS: Millis = 2_000;

impl CaseSurvey {
    /// Begins a survey. Times of day are read and shown with this offset from UTC, in seconds.
    pub fn new(utc_offset_s: i32) -> CaseSurvey {
        CaseSurvey { fold: Fold::new(), times: TimesOfDay::new(utc_offset_s) }
    }

    /// Handles the next record.
    pub fn feed(&mut self, seq: u64, body: Body) {
        self.times.note(&body);
        self.fold.feed(seq, body);
    }

    /// Gives access to the journal's notes of the time of day.
    pub fn times(&mut self) -> &mut TimesOfDay {
        &mut self.times
    }

    /// Returns the window for this span. `game` is the number under which a game of the table was published. If `game`
    /// is `None`, a span that begins at a given time means the game on the board at that time, and any other span means
    /// the last game with a move. `Err` says what is wrong, and what to specify instead.
    pub fn window(self, table: TableNo, game: Option<u32>, span: Span) -> Result<CaseWindow, String> {
        let end_ms = self.fold.hall().now_ms();
        let games = match self.fold.hall().table(table) {
            Some(entry) => entry.games(),
            None => return Err(format!("the journal has no table {table}; look with `topboard replay`")),
        };
        let by_number = |number: u32| {
            games.iter().find(|score| score.number == number).ok_or_else(|| {
                format!("table {table} has no game {number}; its games are {}", numbers(&games))
            })
        };
        let (score, from_ms, to_ms) = match span {
            Span::Plies { from, to } => {
                let score = match game {
                    Some(number) => by_number(number)?,
                    // The game on the board may have no move yet, so the last game with a move is meant.
                    None => games
                        .iter()
                        .rfind(|score| !score.plies.is_empty())
                        .ok_or("no move was played there")?,
                };
                let (from_ms, to_ms) = plies(score, from, to)?;
                (score, from_ms, to_ms)
            }
            Span::Times { from, to } => {
                let named = game.map(by_number).transpose()?;
                let within =
                    named.map_or((0, end_ms), |score| (score.began_ms, ended(&games, score, end_ms)));
                let from_ms = from.map(|when| self.journal_time(when, within)).transpose()?;
                let to_ms = to.map(|when| self.journal_time(when, within)).transpose()?;
                let score = match (named, from_ms) {
                    (Some(score), _) => score,
                    (None, Some(from_ms)) => on_board(&games, from_ms),
                    (None, None) => games
                        .iter()
                        .rfind(|score| !score.plies.is_empty())
                        .ok_or("no move was played there")?,
                };
                let to_ms = to_ms.unwrap_or_else(|| ended(&games, score, end_ms));
                (score, from_ms.unwrap_or(score.began_ms), to_ms)
            }
        };
        if from_ms > to_ms {
            return Err(format!(
                "the span ends at {to_ms} ms, before it begins at {from_ms} ms; exchange the two"
            ));
        }
        let plies_before = match span {
            Span::Plies { from, .. } => from - 1,
            Span::Times { .. } => plies_made(score, from_ms),
        };
        let to_ms = to_ms.min(end_ms);
        Ok(CaseWindow { table, game: score.number, from_ms, to_ms, plies_before, times: self.times })
    }

    /// Converts `when` to journal time within the given range. If the program did not run at that time of day, the
    /// result is the end of the pause. `Err` if no instant in the range fits, or more than one.
    fn journal_time(&self, when: When, (begin_ms, end_ms): (Millis, Millis)) -> Result<Millis, String> {
        let of_day_ms = match when {
            When::Journal(t_ms) => return Ok(t_ms),
            When::OfDay(of_day_ms) => of_day_ms,
        };
        let mut found = self.times.find(of_day_ms, end_ms);
        if found.is_empty() {
            found = self.times.find_pauses(of_day_ms);
        }
        found.retain(|t_ms| (begin_ms..=end_ms).contains(t_ms));
        match found[..] {
            [t_ms] => Ok(t_ms),
            [] => Err(format!(
                "it was not that time of day here; name one from {} to {}",
                self.times.show(begin_ms),
                self.times.show(end_ms)
            )),
            [_, _, ..] => Err(format!(
                "it was that time of day more than once: name the game, too, or the journal time in milliseconds instead, \
                 {}",
                found.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
            )),
        }
    }
}

/// Returns the last instant before the game after `score` began, or the end of the journal if there is no later game.
fn ended(games: &[Score], score: &Score, end_ms: Millis) -> Millis {
    let next = games.iter().find(|next| next.number > score.number);
    next.map_or(end_ms, |next| next.began_ms.saturating_sub(1).max(score.began_ms))
}

/// Returns the number of plies made by an instant, according to the score at the end of the journal.
pub(super) fn plies_made(score: &Score, t_ms: Millis) -> usize {
    score.plies.iter().take_while(|ply| ply.made_ms <= t_ms).count()
}

/// Returns the instants at which the window of plies `from` to `to` begins and ends. It begins at the end of the
/// previous ply, or earlier if ply `from` was begun earlier. `Err` if the game has no such plies.
fn plies(score: &Score, from: usize, to: usize) -> Result<(Millis, Millis), String> {
    let count = score.plies.len();
    if from == 0 || from > to || to > count {
        return Err(format!("plies {from} to {to} are not in the game; it has plies 1 to {count}"));
    }
    let ended = |index: usize| {
        let ply = &score.plies[index];
        score.press_ms(index).unwrap_or(ply.made_ms).max(ply.made_ms)
    };
    let from_ms = match from.checked_sub(2) {
        Some(before) => ended(before).min(score.plies[from - 1].touched_ms),
        None => score.began_ms.min(score.plies[0].touched_ms),
    };
    Ok((from_ms, ended(to - 1).saturating_add(AFTER_MS)))
}

/// Returns the game that was on the board at an instant.
fn on_board(games: &[Score], t_ms: Millis) -> &Score {
    let begun = games.iter().rfind(|score| score.began_ms <= t_ms);
    begun.or(games.first()).expect("a table always has a game")
}

fn numbers(games: &[Score]) -> String {
    games.iter().map(|score| score.number.to_string()).collect::<Vec<_>>().join(", ")
}
