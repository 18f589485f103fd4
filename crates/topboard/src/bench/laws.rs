//! `topboard bench laws`: what the arbiter is told of simulated games, by kind of incident. A reported violation in a
//! game without a violation is a false alarm; hints must be few enough to read.
//!
//! The games of the accuracy cells are written as sensor logs and reconstructed by the scribe, while the observers of
//! the Laws watch them.

use crate::terminal::stdout::say;
use crate::{
    cli::BenchLawsOptions,
    terminal::failure::{Failure, Outcome},
};
use laws::{Discipline, Kind, RuleId};
use report::reconstruct::{Overrides, reconstruct};
use serde_json::json;
use sim::cells::{self, Cell};
use sim::log::{LogHeader, write};
use sim::{Tempo, simulate};
use std::collections::BTreeMap;

/// Plays the games, lets the observers of the Laws watch them, and prints the findings.
pub fn command(options: &BenchLawsOptions, json: bool) -> Outcome {
    let chosen = |cell: &Cell| {
        options.cells.is_empty() || options.cells.iter().any(|name| cell.name.starts_with(name.as_str()))
    };
    let cells: Vec<Cell> = cells::all().into_iter().filter(chosen).collect();
    if cells.is_empty() {
        return Err(Failure::Usage("no cell has such a name; leave --cells out to see all".to_owned()));
    }
    if !json {
        say!("| cell | games | with an alarm | violations | hints a game: median, 95 % | notes a game |");
        say!("|---|---|---|---|---|---|");
    }
    for cell in &cells {
        let found = run(cell, options);
        if json {
            say!("{}", found.json(cell.name));
        } else {
            say!("{}", found.row(cell.name));
        }
    }
    Ok(())
}

/// The findings in the games of one cell.
#[derive(Debug, Default)]
struct Found {
    games: usize,
    with_alarm: usize,
    violations: BTreeMap<&'static str, usize>,
    hints: Vec<usize>,
    hints_by_rule: BTreeMap<&'static str, usize>,
    notes: usize,
}

/// Returns whether a rule depends only on the position or the clock, not on who did what. A finding of such a rule is
/// never a false alarm.
fn is_end(rule: RuleId) -> bool {
    matches!(
        rule,
        RuleId::DeadPosition
            | RuleId::FivefoldRepetition
            | RuleId::SeventyfiveMoves
            | RuleId::FlagFall
            | RuleId::FlagFallMovesCheck
            | RuleId::BothFlagsFallen
    )
}

fn run(cell: &Cell, options: &BenchLawsOptions) -> Found {
    let mut found = Found::default();
    for seed in options.seeds.clone() {
        let simulated = simulate(seed, cell.kind, cell.games, &cell.hands, &cell.board);
        let Some(first) = simulated.truths.first() else { continue };
        let log = write(&LogHeader::of(first, &cell.board, cell.hands.tempo), &simulated.events);
        let discipline = match cell.hands.tempo {
            Tempo::Classical => Discipline::Standard,
            Tempo::Rapid => Discipline::Rapid,
            Tempo::Blitz | Tempo::Scramble => Discipline::Blitz,
        };
        let overrides = Overrides { edition: Some(options.edition), discipline: Some(discipline) };
        let Ok(told) = reconstruct(&log, overrides) else { continue };
        for game in &told.games {
            found.games += 1;
            let (mut alarms, mut hints) = (0, 0);
            for incident in &game.incidents {
                match incident.kind {
                    Kind::Violation => {
                        alarms += usize::from(!is_end(incident.rule));
                        *found.violations.entry(incident.rule.name()).or_default() += 1;
                        if options.list {
                            say!(
                                "{} seed {seed}: {}",
                                cell.name,
                                report::game_json::incident(None, incident)
                            );
                        }
                    }
                    Kind::Hint => {
                        hints += 1;
                        *found.hints_by_rule.entry(incident.rule.name()).or_default() += 1;
                    }
                    Kind::Info => found.notes += 1,
                }
            }
            found.with_alarm += usize::from(alarms > 0);
            found.hints.push(hints);
        }
    }
    found.hints.sort_unstable();
    found
}

impl Found {
    fn hints_at(&self, permille: usize) -> usize {
        let last = self.hints.len().saturating_sub(1);
        self.hints.get(last * permille / 1000).copied().unwrap_or(0)
    }

    fn row(&self, name: &str) -> String {
        let list = |rules: &BTreeMap<&str, usize>| {
            rules.iter().map(|(rule, count)| format!("{rule} {count}")).collect::<Vec<_>>().join(", ")
        };
        format!(
            "| {name} | {} | {} | {} | {}, {} ({}) | {:.1} |",
            self.games,
            self.with_alarm,
            list(&self.violations),
            self.hints_at(500),
            self.hints_at(950),
            list(&self.hints_by_rule),
            self.notes as f64 / self.games.max(1) as f64,
        )
    }

    fn json(&self, name: &str) -> serde_json::Value {
        json!({
            "cell": name, "games": self.games, "with_alarm": self.with_alarm, "violations": self.violations,
            "hints_median": self.hints_at(500), "hints_p95": self.hints_at(950), "hints": self.hints_by_rule,
            "notes": self.notes,
        })
    }
}
