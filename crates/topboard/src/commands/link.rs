//! `topboard link`: gets a new link for the arbiter from the running program, without use of its terminal.

use crate::{
    arbiter::hatch,
    cli::LinkOptions,
    commands::run,
    terminal::{
        failure::{Failure, Outcome},
        stdout::say,
    },
};
use std::{
    io::{self, Read},
    os::unix::net::UnixStream,
    path::Path,
    time::Duration,
};

/// The time that the running program may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The greatest length of the program's answer, in bytes: enough for the links of all addresses.
const ANSWER_MAX: u64 = 16 << 10;

/// Asks the running program for a link and prints it.
pub fn command(options: &LinkOptions) -> Outcome {
    let folder = match &options.data {
        Some(folder) => folder.clone(),
        None => run::load(options.config.as_deref())?.folder,
    };
    let links = knock(&hatch::path(&folder)).map_err(|error| unanswered(&folder, &error))?;
    if links.is_empty() {
        return Err(Failure::Environment(
            "the program gave no link; ask as the user it runs as (sudo -u USER topboard link …)".to_owned(),
        ));
    }
    say!("The arbiter's page is at one of these (the link opens once):");
    links.lines().for_each(|link| say!("{link}"));
    Ok(())
}

fn knock(path: &Path) -> io::Result<String> {
    let stream = UnixStream::connect(path)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut links = String::new();
    stream.take(ANSWER_MAX).read_to_string(&mut links)?;
    Ok(links)
}

fn unanswered(folder: &Path, error: &io::Error) -> Failure {
    let folder = folder.display();
    Failure::Environment(match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => format!(
            "no topboard runs with the data folder {folder}; start it, or name its folder with --data or its \
             configuration with --config"
        ),
        io::ErrorKind::PermissionDenied => format!(
            "the data folder {folder} belongs to another user; ask as that user (sudo -u USER topboard link …)"
        ),
        _ => format!(
            "the topboard of {folder} does not answer ({error}); look into its log, or start it anew: it prints a link then"
        ),
    })
}
