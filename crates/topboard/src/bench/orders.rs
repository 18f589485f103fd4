//! `topboard bench orders`: what becomes of simulated games while somebody at the desk gives orders, by mistake or instead
//! of the board. Of each habit of such people the table says how many games are told as they were played, of those that
//! are without orders.

use crate::terminal::stdout::say;
use crate::{
    cli::BenchOrdersOptions,
    terminal::failure::{Failure, Outcome},
};
use serde_json::json;
use sim::Simulated;
use sim::cells::{self, Cell};
use sim::desk::{Attended, Habit, attend};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Plays the games once without orders and once for each habit, and prints how many are told as they were played.
pub fn command(options: &BenchOrdersOptions, json: bool) -> Outcome {
    let chosen = |cell: &Cell| {
        options.cells.is_empty() || options.cells.iter().any(|name| cell.name.starts_with(name.as_str()))
    };
    let cells: Vec<Cell> = cells::all().into_iter().filter(|cell| cell.games == 1 && chosen(cell)).collect();
    if cells.is_empty() {
        let wrong = "no cell with one game has such a name; leave --cells out to see all";
        return Err(Failure::Usage(wrong.to_owned()));
    }
    let tasks: Vec<(&Cell, u64)> =
        cells.iter().flat_map(|cell| options.seeds.clone().map(move |seed| (cell, seed))).collect();
    let mut found = [Found::default(); Habit::ALL.len()];
    let mut lost = Vec::new();
    for game in played(&tasks) {
        for (index, (attended, habit)) in game.attended.iter().zip(Habit::ALL).enumerate() {
            let Some(attended) = attended else { continue };
            found[index].add(attended);
            if !attended.is_as_played {
                lost.push(format!("{} {} seed {}", habit.name(), game.cell, game.seed));
            }
        }
    }
    if json {
        for (found, habit) in found.iter().zip(Habit::ALL) {
            let Found { games, as_played, given, refused } = found;
            say!(
                "{}",
                json!({
                    "habit": habit.name(), "games": games, "as_played": as_played, "given": given, "refused": refused,
                })
            );
        }
        return Ok(());
    }
    say!("| what somebody at the desk does | games | told as they were played | orders | refused |");
    say!("|---|---|---|---|---|");
    for (found, habit) in found.iter().zip(Habit::ALL) {
        let Found { games, as_played, given, refused } = found;
        say!("| {} | {games} | {as_played} | {given} | {refused} |", habit.name());
    }
    if options.list {
        lost.iter().for_each(|game| say!("{game}"));
    }
    Ok(())
}

/// A game that is told as it was played if nobody gives orders, and what comes of it with each habit.
struct Game<'a> {
    cell: &'a str,
    seed: u64,
    attended: [Option<Attended>; Habit::ALL.len()],
}

/// Plays all games on all processors. Those that are not told as they were played without orders, either, are left out.
fn played<'a>(tasks: &[(&'a Cell, u64)]) -> Vec<Game<'a>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while let Some((cell, seed)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            done.extend(play(cell, *seed));
        }
        done
    };
    let threads = thread::available_parallelism().map_or(1, |count| count.get());
    let mut games: Vec<Game> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no game panics")).collect()
    });
    games.sort_by_key(|game| (tasks.iter().position(|(cell, _)| cell.name == game.cell), game.seed));
    games
}

fn play<'a>(cell: &'a Cell, seed: u64) -> Option<Game<'a>> {
    let simulated: Simulated = cell.simulate(seed);
    attend(cell, &simulated, None, seed).is_some_and(|alone| alone.is_as_played).then(|| {
        let attended = Habit::ALL.map(|habit| attend(cell, &simulated, Some(habit), seed));
        Game { cell: cell.name, seed, attended }
    })
}

/// What was found of one habit.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    games: usize,
    as_played: usize,
    given: usize,
    refused: usize,
}

impl Found {
    fn add(&mut self, attended: &Attended) {
        self.games += 1;
        self.as_played += usize::from(attended.is_as_played);
        self.given += attended.given;
        self.refused += attended.refused;
    }
}
