//! Prints the moves of a sensor log (docs/formats/sensor-log.md): when each was made, and how certain it is.
//!
//! ```text
//! cargo run -p report --example moves_of_a_log [FILE]
//! ```

use game::notation::{Form, spell};
use report::reconstruct::{Overrides, reconstruct};
use std::{env, error::Error, fs};

/// The log that is read when none is named.
const OWN: &str = include_str!("moves_of_a_log.sensorlog");

fn main() -> Result<(), Box<dyn Error>> {
    let text = match env::args_os().nth(1) {
        Some(path) => fs::read_to_string(path)?,
        None => OWN.to_owned(),
    };
    let told = reconstruct(&text, Overrides::default())?;
    for bad in &told.bad_lines {
        eprintln!("line {}: {}", bad.line, bad.why);
    }
    for game in &told.games {
        println!("game {}", game.score.number);
        for (index, ply) in game.score.plies.iter().enumerate() {
            let (san, uci) = (spell(Form::San, &game.score, index), game.score.report_move(index));
            println!("{:>9} ms  {san:<8} {uci:<6} {:?}", ply.made_ms, ply.state);
        }
        println!("{}", game.score.standing().fen());
    }
    Ok(())
}
