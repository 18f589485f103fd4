//! `topboard import`: matches a file of pairings with the event of the running program, and gives it the order that enters them.

use crate::{
    cli::ImportOptions,
    commands::knock,
    event::{
        import::{ImportPlan, Imported},
        round_robin,
    },
    safe_files::regular,
    terminal::{
        failure::{Failure, Outcome},
        stdout::{remark, say},
    },
};
use std::{
    io::{self, Read},
    path::Path,
};
use tournament::{Event, EventOrder, EventOrderJson, berger::Schedule, import};

/// Reads the file, says what it holds, and enters it.
pub fn command(options: &ImportOptions) -> Outcome {
    let name = options.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let bytes = read(&options.file).map_err(|error| {
        Failure::Input(format!(
            "{} cannot be read ({error}); name a file of pairings",
            options.file.display()
        ))
    })?;
    let known = knock::folder(options.data.as_deref(), options.config.as_deref())
        .and_then(|folder| Ok((knock::event(&folder)?, Some(folder))));
    // Without the program a file can be looked at all the same.
    let (event, running) = match known {
        Err(failure) if options.check => {
            remark!("{failure}: the file is looked at without the event");
            (Event::default(), None)
        }
        known => known?,
    };
    let key = options.tournament.as_deref();
    let file = Imported { key, round: options.round, file_name: &name, bytes: &bytes };
    let plan = if options.round_robin {
        let schedule = Schedule { is_double: options.double, is_exchanged: options.exchange };
        round_robin::plan(&event, file, schedule).map_err(|refusal| Failure::Input(refusal.to_string()))?
    } else {
        ImportPlan::of(&event, file)
    };
    plan.problems.iter().for_each(|problem| remark!("{name}: {problem}"));
    let Some(order) = &plan.order else {
        if plan.is_known() {
            return Ok(());
        }
        return Err(Failure::Input(format!("{name} cannot be imported; nothing was changed")));
    };
    EventOrder::read(order).map_err(|refusal| Failure::Input(refusal.to_string()))?;
    say!("{}", told(order, plan.format.unwrap_or("the players of the tournament")));
    let Some(folder) = running else { return Ok(()) };
    if options.check {
        return knock::would_take(&folder, order);
    }
    knock::order(&folder, order.clone(), &options.by)?;
    say!("entered; look at the pairings before the round begins");
    Ok(())
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    regular::open(path)?.take(import::BYTES_MAX as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns what is to be entered, in a sentence.
fn told(order: &EventOrderJson, format: &str) -> String {
    let EventOrderJson::Enter { key, parts } = order else { return String::new() };
    let boards: usize = parts.rounds.values().map(|round| round.pairings.len()).sum();
    let rounds: Vec<String> = parts.rounds.keys().map(ToString::to_string).collect();
    format!(
        "{format}: {} players new or changed, {boards} pairings in round {}, for tournament {key}",
        parts.players.len(),
        if rounds.is_empty() { "-".to_owned() } else { rounds.join(", ") }
    )
}
