//! Tests of everything that crosses crates, and the machines they share: scenarios and their sensor logs.

#[cfg(test)]
mod accuracy;
#[cfg(test)]
mod answers;
#[cfg(test)]
mod arbiters_load;
#[cfg(test)]
mod circles;
#[cfg(test)]
mod delay;
#[cfg(test)]
mod found_games;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod journals;
#[cfg(test)]
mod law_coverage;
pub mod law_scenarios;
#[cfg(test)]
mod law_table;
#[cfg(test)]
mod law_times;
#[cfg(test)]
mod law_words;
#[cfg(test)]
mod laws_hold;
#[cfg(test)]
mod live_hall;
#[cfg(test)]
mod names;
#[cfg(test)]
mod nine_rounds;
#[cfg(test)]
mod operator_silence;
#[cfg(test)]
mod orientation;
#[cfg(test)]
mod packages;
#[cfg(test)]
mod phantoms;
#[cfg(test)]
mod programs;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod public_silence;
#[cfg(test)]
mod readers;
#[cfg(test)]
mod ready_kinds;
#[cfg(test)]
mod recorded_games;
#[cfg(test)]
mod references;
#[cfg(test)]
mod repository;
#[cfg(test)]
mod rooms;
#[cfg(test)]
mod scale;
pub mod scenario;
pub mod scenario_log;
#[cfg(test)]
mod scenarios;
#[cfg(test)]
mod second_thoughts;
#[cfg(test)]
mod tidy;
#[cfg(test)]
mod work;
