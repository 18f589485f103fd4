//! A temporary folder that is removed when its owner is dropped.

use crate::terminal::failure::Failure;
use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process,
};

/// A temporary folder.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// Makes a folder in the system's folder for temporary files.
    pub fn new(purpose: &str) -> Result<Scratch, Failure> {
        let base = env::temp_dir();
        for attempt in 0..1000 {
            let path = base.join(format!("topboard-{purpose}-{}-{attempt}", process::id()));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Scratch { path }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(Failure::Environment(format!(
                        "{} cannot be made ({error}); set TMPDIR to a folder that can be written",
                        path.display()
                    )));
                }
            }
        }
        Err(Failure::Environment(format!("{} is full of old folders; delete topboard-*", base.display())))
    }

    /// Returns the folder's path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.path) {
            tracing::debug!("{} stays behind ({error})", self.path.display());
        }
    }
}
