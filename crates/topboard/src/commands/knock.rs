//! A question to the program that runs with a data folder, through the hatch in the folder (arbiter/hatch.rs).

use crate::{arbiter::hatch, commands::run, terminal::failure::Failure};
use std::{
    io::{self, Read, Write},
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    time::Duration,
};

/// The time that the running program may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The greatest length of an answer, in bytes: enough for a thousand tables of which each lacks something.
const ANSWER_MAX: u64 = 8 << 20;

/// Returns the data folder of the program that is meant: the one that is named, or that of the configuration.
pub(super) fn folder(data: Option<&Path>, config: Option<&Path>) -> Result<PathBuf, Failure> {
    match data {
        Some(folder) => Ok(folder.to_owned()),
        None => Ok(run::load(config)?.folder),
    }
}

/// Says a line to the program of this data folder, and returns the answer. It is empty for a user who may not ask.
pub(super) fn ask(folder: &Path, line: &str) -> Result<String, Failure> {
    knock(&hatch::path(folder), line).map_err(|error| unanswered(folder, &error))
}

fn knock(path: &Path, line: &str) -> io::Result<String> {
    let mut stream = UnixStream::connect(path)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    // A program that takes nothing more may have answered already.
    let _ = writeln!(stream, "{line}");
    let mut answer = String::new();
    stream.take(ANSWER_MAX).read_to_string(&mut answer)?;
    Ok(answer)
}

fn unanswered(folder: &Path, error: &io::Error) -> Failure {
    let folder = folder.display();
    Failure::Environment(match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => format!(
            "no topboard runs with the data folder {folder}; start it, or name its folder with --data or its \
             configuration with --config"
        ),
        io::ErrorKind::PermissionDenied => format!(
            "the data folder {folder} belongs to another user; ask as that user (sudo -u USER topboard …)"
        ),
        _ => {
            format!("the topboard of {folder} does not answer ({error}); look into its log, or start it anew")
        }
    })
}
