//! `topboard bench unwinnable`: how long it takes to find out whether a side can still mate, and how often that stays
//! undecided. Each question is about one side in one position; all positions of real games are used.

use crate::terminal::stdout::say;
use crate::{cli::BenchUnwinnableOptions, terminal::failure::Outcome};
use laws::unwinnable::{Limit, NoMate, Verdict, can_mate};
use serde_json::json;
use shakmaty::{Color, EnPassantMode, fen::Fen};
use std::time::{Duration, Instant};

/// Measures the time for each question and prints the results.
pub fn command(options: &BenchUnwinnableOptions, json: bool) -> Outcome {
    let limit = Limit { positions: options.positions };
    let games = sim::games::real();
    let mut found = Found::default();
    for game in games.iter().take(options.games) {
        for position in game.positions() {
            for side in Color::ALL {
                let began = Instant::now();
                let verdict = can_mate(&position, side, limit);
                if options.list && verdict == Verdict::NotProven {
                    say!("{} {}", side.char(), Fen::from_position(&position, EnPassantMode::Legal));
                }
                found.note(&verdict, began.elapsed());
            }
        }
    }
    found.times.sort_unstable();
    if json {
        let found = json!({
            "games": games.len().min(options.games), "questions": found.times.len(), "winnable": found.winnable,
            "material": found.material, "confined": found.confined, "exhausted": found.exhausted,
            "not_proven": found.not_proven, "median_us": found.at_us(500), "p99_us": found.at_us(990),
            "longest_us": found.at_us(1000),
        });
        say!("{found}");
        return Ok(());
    }
    say!("{} questions in {} games", found.times.len(), games.len().min(options.games));
    say!("can mate, with the moves     {:>8}", found.winnable);
    say!("cannot, by the men left      {:>8}", found.material);
    say!("cannot, by what they reach   {:>8}", found.confined);
    say!("cannot, all positions seen   {:>8}", found.exhausted);
    say!("not proven                   {:>8}", found.not_proven);
    say!("median {} us, 99 % {} us, longest {} us", found.at_us(500), found.at_us(990), found.at_us(1000));
    Ok(())
}

#[derive(Default)]
struct Found {
    winnable: usize,
    material: usize,
    confined: usize,
    exhausted: usize,
    not_proven: usize,
    times: Vec<Duration>,
}

impl Found {
    fn note(&mut self, verdict: &Verdict, took: Duration) {
        self.times.push(took);
        let count = match verdict {
            Verdict::Winnable(_) => &mut self.winnable,
            Verdict::Unwinnable(NoMate::Material) => &mut self.material,
            Verdict::Unwinnable(NoMate::Confined) => &mut self.confined,
            Verdict::Unwinnable(NoMate::Exhausted(_)) => &mut self.exhausted,
            Verdict::NotProven => &mut self.not_proven,
        };
        *count += 1;
    }

    /// Returns the time, in microseconds, within which this many thousandths of the questions were answered.
    fn at_us(&self, thousandths: usize) -> u128 {
        let last = self.times.len().saturating_sub(1);
        self.times.get(last * thousandths / 1000).map_or(0, Duration::as_micros)
    }
}
