//! The watched folder: whatever is put into `import/` of the data folder is imported, as if a person had sent it.
//!
//! ```text
//! import/open.trf ──▶ imported ──▶ import/done/open.trf
//!                └──▶ wrong    ──▶ import/refused/open.trf and import/refused/open.trf.problems.txt
//! ```
//! A file is read when it has not changed for a while: whoever copies it may be slow. If its name begins with the key of
//! a tournament and a full stop or a hyphen (`B.round3.pgn`), it is for that tournament.

use super::import::{ImportPlan, Imported};
use crate::{mainloop::Ask, safe_files::regular};
use std::{
    collections::BTreeMap,
    fs, io,
    io::Read,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};
use tokio::{
    sync::{mpsc, oneshot, watch},
    task::spawn_blocking,
    time::sleep,
};
use tournament::{Event, import};

/// The name of the folder in the data folder.
const NAME: &str = "import";
/// The author of orders that came by a file.
const AUTHOR: &str = "the import folder";
/// The pause between two looks at the folder.
const PAUSE: Duration = Duration::from_secs(1);

/// Returns the watched folder of a data folder.
pub fn path(data: &Path) -> PathBuf {
    data.join(NAME)
}

/// The folder where imported files are put.
pub fn done(folder: &Path) -> PathBuf {
    folder.join("done")
}

/// The folder where files are put that cannot be imported.
pub fn refused(folder: &Path) -> PathBuf {
    folder.join("refused")
}

/// The file that says what is wrong with a refused file.
pub fn problems_of(folder: &Path, name: &str) -> PathBuf {
    refused(folder).join(format!("{name}.problems.txt"))
}

/// Watches the folder until `stop` is set.
pub async fn run(folder: PathBuf, asks: mpsc::Sender<Ask>, mut stop: watch::Receiver<bool>) {
    tokio::select! {
        // An error means that the sender of `stop` is gone.
        _ = stop.wait_for(|stop| *stop) => {}
        () = watch_folder(&folder, &asks) => {}
    }
}

async fn watch_folder(folder: &Path, asks: &mpsc::Sender<Ask>) {
    let made = [folder.to_owned(), done(folder), refused(folder)].iter().try_for_each(fs::create_dir_all);
    if let Err(error) = made {
        tracing::warn!("{}: nothing is imported from it ({error})", folder.display());
        return;
    }
    let (mut seen, mut taken) = (Seen::new(), Seen::new());
    loop {
        sleep(PAUSE).await;
        for (path, state) in steady(folder, &mut seen) {
            // A file that cannot be put away, for example because the disk is full, is not taken again and again.
            if taken.insert(path.clone(), state) != Some(state) {
                import(folder, &path, asks).await;
            }
        }
        taken.retain(|path, _| seen.contains_key(path));
    }
}

/// The files of the folder, each with its length and the time of its last change.
type Seen = BTreeMap<PathBuf, State>;
type State = (u64, Option<SystemTime>);

/// Returns the files that have not changed since the last look. Those that are still being written have the endings of
/// temporary files.
fn steady(folder: &Path, seen: &mut Seen) -> Vec<(PathBuf, State)> {
    let mut now = Seen::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_hidden =
            name.starts_with('.') || [".new", ".part", ".tmp"].iter().any(|end| name.ends_with(end));
        // A link is not followed: it might lead out of the folder.
        let file = entry.path().symlink_metadata().ok().filter(|about| about.is_file() && !is_hidden);
        if let Some(about) = file {
            now.insert(entry.path(), (about.len(), about.modified().ok()));
        }
    }
    let before = std::mem::replace(seen, now.clone());
    now.into_iter().filter(|(path, state)| before.get(path) == Some(state)).collect()
}

async fn import(folder: &Path, path: &Path, asks: &mpsc::Sender<Ask>) {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let wrong = match try_import(path, &name, asks).await {
        Ok(warnings) => {
            tracing::info!("{name} was imported");
            warnings.iter().for_each(|warning| tracing::warn!("{name}: {warning}"));
            move_to(path, &done(folder));
            return;
        }
        Err(wrong) => wrong,
    };
    tracing::warn!("{name} was not imported: {}", wrong.first().map_or("", String::as_str));
    if let Err(error) = fs::write(problems_of(folder, &name), wrong.join("\n") + "\n") {
        tracing::warn!("{name}: what is wrong with it cannot be written down ({error})");
    }
    move_to(path, &refused(folder));
}

/// Imports a file. `Ok` has what a person should look at, `Err` what is wrong.
async fn try_import(path: &Path, name: &str, asks: &mpsc::Sender<Ask>) -> Result<Vec<String>, Vec<String>> {
    let ending = || vec!["the program is ending; put the file here again".to_owned()];
    let (to, told) = oneshot::channel();
    asks.send(Ask::WholeEvent(to)).await.map_err(|_| ending())?;
    let event = told.await.map_err(|_| ending())?;
    let (path, name) = (path.to_owned(), name.to_owned());
    let plan = spawn_blocking(move || plan(&event, &path, &name)).await.map_err(|_| ending())?;
    let plan = plan.map_err(|error| vec![format!("it cannot be read ({error})")])?;
    let told: Vec<String> = plan.problems.iter().map(ToString::to_string).collect();
    let Some(command) = plan.command(AUTHOR) else {
        return if plan.is_known() { Ok(told) } else { Err(told) };
    };
    let (to, done) = oneshot::channel();
    asks.send(Ask::Event { command: Box::new(command), answer: to }).await.map_err(|_| ending())?;
    match done.await.map_err(|_| ending())? {
        Ok(_) => Ok(told),
        Err(refusal) => Err(vec![refusal.to_string()]),
    }
}

fn plan(event: &Event, path: &Path, name: &str) -> io::Result<ImportPlan> {
    let mut bytes = Vec::new();
    // One byte more than may be read, so that a longer file is refused as such.
    regular::open(path)?.take(import::BYTES_MAX as u64 + 1).read_to_end(&mut bytes)?;
    let key = key_of(event, name);
    Ok(ImportPlan::of(event, Imported { key, round: None, file_name: name, bytes: &bytes }))
}

/// Returns the key of the tournament with which the name of a file begins.
fn key_of<'a>(event: &'a Event, name: &str) -> Option<&'a str> {
    let is_of =
        |key: &&String| name.strip_prefix(key.as_str()).is_some_and(|rest| rest.starts_with(['.', '-']));
    event.tournaments.keys().find(is_of).map(String::as_str)
}

/// Moves a file out of the watched folder. A file of this name that is there already is replaced.
fn move_to(path: &Path, folder: &Path) {
    let Some(name) = path.file_name() else { return };
    if let Err(error) = fs::rename(path, folder.join(name)) {
        tracing::warn!("{}: it cannot be put away ({error}); remove it", path.display());
    }
}
