//! `topboard import`: hands a file of pairings to the running program, through its watched folder.

use crate::{
    cli::ImportOptions,
    commands::{knock, run},
    event::{
        import::{FIRST_KEY, ImportPlan, Imported},
        import_folder, round_robin,
    },
    safe_files::{atomic_file::Draft, regular},
    terminal::{
        failure::{Failure, Outcome},
        stdout::{remark, say},
    },
};
use std::{
    fs, io,
    io::{Read, Write},
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};
use tournament::{Event, EventOrder, EventOrderJson, berger::Schedule, import};

/// The time that the running program may take to import the file.
const PATIENCE: Duration = Duration::from_secs(15);

/// Checks the file, puts it into the watched folder, and waits until it is imported.
pub fn command(options: &ImportOptions) -> Outcome {
    let name = options.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let bytes = read(&options.file).map_err(|error| {
        Failure::Input(format!(
            "{} cannot be read ({error}); name a file of pairings",
            options.file.display()
        ))
    })?;
    let key = options.tournament.as_deref();
    if options.round_robin {
        return enter_round_robin(options, Imported { key, round: None, file_name: &name, bytes: &bytes });
    }
    if key.is_some() && !options.check {
        return enter_of(options, Imported { key, round: None, file_name: &name, bytes: &bytes });
    }
    // Names are matched with the players of the event by the running program, which knows them.
    let plan =
        ImportPlan::of(&Event::default(), Imported { key, round: None, file_name: &name, bytes: &bytes });
    plan.problems.iter().for_each(|problem| remark!("{name}: {problem}"));
    let Some(order) = &plan.order else {
        return Err(Failure::Input(format!("{name} cannot be imported; nothing was changed")));
    };
    EventOrder::read(order).map_err(|refusal| Failure::Input(refusal.to_string()))?;
    say!("{}", told(order, plan.format.unwrap_or("unknown")));
    if options.check {
        return Ok(());
    }
    let data = match &options.data {
        Some(folder) => folder.clone(),
        None => run::load(options.config.as_deref())?.folder,
    };
    let folder = import_folder::path(&data);
    put(&folder, &name, &bytes).map_err(|error| {
        Failure::Environment(format!(
            "{} cannot be written ({error}); name the data folder of the running program with --data",
            folder.display()
        ))
    })?;
    await_import(&folder, &name)
}

/// Gives the running program what the file holds as an order for the tournament that was named, which may be a new one. The
/// watched folder knows only the tournaments that there are.
fn enter_of(options: &ImportOptions, file: Imported<'_>) -> Outcome {
    let folder = knock::folder(options.data.as_deref(), options.config.as_deref())?;
    let plan = ImportPlan::of(&knock::event(&folder)?, file);
    enter(&folder, plan, file.file_name, options)
}

/// Says what a plan holds and gives it to the running program.
fn enter(folder: &Path, plan: ImportPlan, name: &str, options: &ImportOptions) -> Outcome {
    plan.problems.iter().for_each(|problem| remark!("{name}: {problem}"));
    let Some(order) = plan.order else {
        return Err(Failure::Input(format!("{name} cannot be imported; nothing was changed")));
    };
    say!("{}", told(&order, plan.format.unwrap_or("the players of the tournament")));
    if options.check {
        return Ok(());
    }
    knock::order(folder, order, &options.by)?;
    say!("entered; look at the pairings before the round begins");
    Ok(())
}

/// Makes all rounds for the players of the file, and gives the running program the order.
fn enter_round_robin(options: &ImportOptions, file: Imported<'_>) -> Outcome {
    let folder = knock::folder(options.data.as_deref(), options.config.as_deref())?;
    let event = knock::event(&folder)?;
    let schedule = Schedule { is_double: options.double, is_exchanged: options.exchange };
    let name = file.file_name;
    let plan =
        round_robin::plan(&event, file, schedule).map_err(|refusal| Failure::Input(refusal.to_string()))?;
    enter(&folder, plan, name, options)
}

fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    regular::open(path)?.take(import::BYTES_MAX as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Puts the file into the folder as a whole, and removes what is known of an earlier file of its name.
fn put(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for old in [import_folder::done(folder).join(name), import_folder::problems_of(folder, name)] {
        match fs::remove_file(old) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
    }
    let mut file = Draft::create(&folder.join(name))?;
    file.write_all(bytes)?;
    file.finish()
}

fn await_import(folder: &Path, name: &str) -> Outcome {
    let since = Instant::now();
    while since.elapsed() < PATIENCE {
        if import_folder::done(folder).join(name).exists() {
            say!("imported; look at the pairings before the round begins");
            return Ok(());
        }
        if let Ok(problems) = fs::read_to_string(import_folder::problems_of(folder, name)) {
            return Err(Failure::Input(format!("not imported: {}", problems.trim_end())));
        }
        sleep(Duration::from_millis(100));
    }
    Err(Failure::Environment(format!(
        "nobody took {} within {} s; it is imported as soon as topboard runs with this data folder, or remove it",
        folder.join(name).display(),
        PATIENCE.as_secs()
    )))
}

/// Returns what a file holds, in a sentence.
fn told(order: &EventOrderJson, format: &str) -> String {
    let EventOrderJson::Enter { key, parts } = order else { return String::new() };
    let boards: usize = parts.rounds.values().map(|round| round.pairings.len()).sum();
    let rounds: Vec<String> = parts.rounds.keys().map(ToString::to_string).collect();
    let key = if key == FIRST_KEY { String::new() } else { format!(", for tournament {key}") };
    format!(
        "{format}: {} players, {boards} pairings in round {}{key}",
        parts.players.len(),
        if rounds.is_empty() { "-".to_owned() } else { rounds.join(", ") }
    )
}
