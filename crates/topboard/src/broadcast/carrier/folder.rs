//! The tree as a folder of this computer, for programs that watch it. Whoever reads a file reads all of it, as it was or as it
//! is: each is written under a name that begins with a dot, synced and renamed.

use super::{fault::Fault, upload::unwritten};
use crate::safe_files::atomic_file::Draft;
use broadcast::courier::TreeFile;
use std::{
    fs,
    io::{self, Write},
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};
use tokio::task::spawn_blocking;

/// A folder.
pub(crate) struct Folder {
    path: PathBuf,
    /// The device and the number of the folder, once something was written.
    known: Option<(u64, u64)>,
}

impl Folder {
    pub(super) fn new(path: &Path) -> Folder {
        Folder { path: path.to_owned(), known: None }
    }

    pub(super) async fn bring(&mut self, file: &TreeFile) -> Result<(), Fault> {
        let (path, known, file) = (self.path.clone(), self.known.take(), file.clone());
        let written = spawn_blocking(move || write(&path, known, &file)).await;
        self.known = Some(written.map_err(unwritten)?.map_err(unwritten)?);
        Ok(())
    }

    /// Writes a file of this name as [`Folder::bring`] does, and takes it away again. Returns false if it stays.
    pub(super) async fn rehearse(&self, name: &str, text: &str) -> Result<bool, Fault> {
        let (path, probe, text) = (self.path.clone(), self.path.join(name), text.to_owned());
        let tried = spawn_blocking(move || -> Result<bool, String> {
            there(&path)?;
            let said = |error: io::Error| format!("{} cannot be written ({error})", probe.display());
            put(&probe, &text).map_err(said)?;
            Ok(fs::remove_file(&probe).is_ok())
        });
        tried.await.map_err(unwritten)?.map_err(unwritten)
    }
}

/// Returns what is known of the folder.
fn there(folder: &Path) -> Result<fs::Metadata, String> {
    // A folder that is missing is not made: it may be on a stick that was pulled out.
    let found = fs::metadata(folder).ok().filter(fs::Metadata::is_dir);
    found.ok_or_else(|| "the folder is not there; make it".to_owned())
}

/// Writes a file under another name, and puts it in its place.
fn put(path: &Path, text: &str) -> io::Result<()> {
    let mut draft = Draft::create_hidden(path)?;
    draft.write_all(text.as_bytes())?;
    draft.finish()
}

/// Writes a file, unless it is there already. Returns what identifies the folder.
fn write(folder: &Path, known: Option<(u64, u64)>, file: &TreeFile) -> Result<(u64, u64), String> {
    let found = there(folder)?;
    let identity = (found.dev(), found.ino());
    if known.is_some_and(|known| known != identity) {
        return Err("another folder has taken its place, and is filled anew".to_owned());
    }
    let path = folder.join(&file.path);
    let said = |error: io::Error| format!("{} cannot be written ({error})", file.path);
    if fs::read(&path).is_ok_and(|text| text == file.text.as_bytes()) {
        return Ok(identity);
    }
    fs::create_dir_all(path.parent().unwrap_or(folder)).map_err(said)?;
    put(&path, &file.text).map_err(said)?;
    Ok(identity)
}

#[cfg(test)]
mod tests {
    use super::Folder;
    use crate::safe_files::scratch::Scratch;
    use broadcast::{courier::TreeFile, tree::Leaf};
    use std::fs;

    #[tokio::test]
    async fn a_folder_that_vanished_is_not_made_and_one_in_its_place_is_noticed() {
        let scratch = Scratch::new("courier").expect("a folder can be made");
        let (path, aside) = (scratch.path().join("tree"), scratch.path().join("aside"));
        let file = |text: &str| TreeFile {
            path: "round-1/game-1.pgn".to_owned(),
            text: text.into(),
            key: String::new(),
            leaf: Leaf::Game("1".to_owned(), 1),
        };
        let mut folder = Folder::new(&path);
        let missing = folder.bring(&file("a")).await.expect_err("it is not there");
        assert!(missing.why.contains("make it"), "{missing:?}");
        fs::create_dir(&path).expect("it can be made");
        folder.bring(&file("a")).await.expect("it is there");
        let written = fs::metadata(path.join("round-1/game-1.pgn")).expect("it is there").modified().ok();
        folder.bring(&file("a")).await.expect("it is there");
        let again = fs::metadata(path.join("round-1/game-1.pgn")).expect("it is there").modified().ok();
        assert_eq!(written, again, "what is there is not written again");
        fs::rename(&path, &aside).expect("it can be moved");
        fs::create_dir(&path).expect("it can be made");
        folder.bring(&file("b")).await.expect_err("it is another one");
        folder.bring(&file("b")).await.expect("it is known now");
        assert_eq!(fs::read(path.join("round-1/game-1.pgn")).expect("it is there"), b"b");
        assert_eq!(fs::read_dir(path.join("round-1")).expect("it is there").count(), 1, "nothing else stays");
    }
}
