//! `topboard reconstruct`: turns sensor logs into games.

use crate::terminal::stdout::remark;
use crate::{
    cli::ReconstructOptions,
    commands::export::write,
    public::games,
    terminal::failure::{Failure, Outcome},
};
use game::pgn;
use laws::{Discipline, Edition};
use report::{
    game_json,
    reconstruct::{Overrides, Reconstruction, reconstruct},
};
use std::{
    fs,
    io::{self, IsTerminal, Read},
    path::Path,
    time::{Duration, Instant},
};

/// The greatest length of a sensor log, in bytes: a hundred times the log of one table's day.
const LOG_MAX: u64 = 256 << 20;

/// The texts of the outputs, as far as they are made.
#[derive(Debug, Default)]
struct Outputs {
    pgn: String,
    report: String,
    incidents: String,
    trace: String,
}

/// Reads every log, and writes the outputs that the options ask for. A log that cannot be used does not stop the
/// others.
pub fn command(options: &ReconstructOptions) -> Outcome {
    let overrides = overrides(options)?;
    let mut outputs = Outputs::default();
    let mut failed = None;
    let start = Instant::now();
    for (index, path) in options.files.iter().enumerate() {
        match read(path).and_then(|text| games_of(path, &text, overrides)) {
            Ok(reconstruction) => outputs.add(&name(path), &reconstruction),
            Err(failure) => {
                // The command ends with the sentence of its last failure, so earlier failures are printed here.
                if let Some(before) = failed.replace(failure) {
                    remark!("topboard: {before}");
                }
            }
        }
        if start.elapsed() > Duration::from_secs(2) && io::stderr().is_terminal() {
            eprint!("\r{} of {} logs", index + 1, options.files.len());
        }
    }
    if start.elapsed() > Duration::from_secs(2) && io::stderr().is_terminal() {
        remark!("");
    }
    for (path, text) in [
        (&options.report, &outputs.report),
        (&options.incidents, &outputs.incidents),
        (&options.trace, &outputs.trace),
    ] {
        if let Some(path) = path {
            write(path, text)?;
        }
    }
    write(options.pgn.as_deref().unwrap_or(Path::new("-")), &outputs.pgn)?;
    failed.map_or(Ok(()), Err)
}

impl Outputs {
    fn add(&mut self, file: &str, reconstruction: &Reconstruction) {
        // Sensor logs are evidence, and whoever has them may see everything. So the PGN includes illegal moves.
        let begun = reconstruction.games.iter().map(|game| &game.score);
        let begun = begun.filter(|score| !score.plies.is_empty() || score.result.is_some());
        self.pgn.extend(begun.map(|score| games::apart(&pgn::write_whole(score))));
        for game in &reconstruction.games {
            push_line(&mut self.report, &game_json::report(file, game));
            for incident in &game.incidents {
                push_line(&mut self.incidents, &game_json::incident(Some(file), incident));
            }
            for line in game_json::trace(game) {
                push_line(&mut self.trace, &line);
            }
        }
    }
}

fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn games_of(path: &Path, text: &str, overrides: Overrides) -> Result<Reconstruction, Failure> {
    let reconstruction =
        reconstruct(text, overrides).map_err(|why| Failure::Input(format!("{}: {why}", name(path))))?;
    for bad in &reconstruction.bad_lines {
        remark!("topboard: {}, line {}: {}", name(path), bad.line, bad.why);
    }
    Ok(reconstruction)
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

fn read(path: &Path) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    let reading = if path == Path::new("-") {
        io::stdin().lock().take(LOG_MAX + 1).read_to_end(&mut bytes)
    } else {
        fs::File::open(path).and_then(|file| file.take(LOG_MAX + 1).read_to_end(&mut bytes))
    };
    reading.map_err(|error| {
        Failure::Input(format!("{} cannot be read ({error}); check the path", name(path)))
    })?;
    if bytes.len() as u64 > LOG_MAX {
        return Err(Failure::Input(format!(
            "{} is larger than {} MiB; split it by games",
            name(path),
            LOG_MAX >> 20
        )));
    }
    // An invalid byte then spoils only its own line, not the whole log.
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn overrides(options: &ReconstructOptions) -> Result<Overrides, Failure> {
    let edition = options.edition.as_deref().map(|name| {
        Edition::parse(name)
            .ok_or_else(|| Failure::Usage(format!("there is no edition {name:?}; use pl09, ru20 or fide23")))
    });
    let discipline = options.discipline.as_deref().map(|name| {
        Discipline::parse(name).ok_or_else(|| {
            Failure::Usage(format!("there is no discipline {name:?}; use standard, rapid or blitz"))
        })
    });
    Ok(Overrides { edition: edition.transpose()?, discipline: discipline.transpose()? })
}
