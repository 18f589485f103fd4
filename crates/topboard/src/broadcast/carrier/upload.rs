//! How files come to a server, whatever the protocol: each under a name that begins with a dot, renamed when it is whole; folders
//! are made, and a connection is kept for the next file.

use super::fault::Fault;
use broadcast::{check::Obstacle, courier::TreeFile};
use std::collections::BTreeSet;

/// A server that takes files.
pub(crate) trait Server {
    /// A connection to it.
    type Line: Line;

    /// Connects and logs in.
    async fn open(&self) -> Result<Self::Line, Fault>;

    /// Returns the path of a file there.
    fn place(&self, path: &str) -> String;
}

/// A connection to a server, by one of the protocols.
pub(crate) trait Line {
    /// Sends a file under this name.
    async fn send(&mut self, path: &str, text: &str) -> Result<(), Fault>;

    /// Gives a file another name, where there may be another file.
    async fn replace(&mut self, from: &str, to: &str) -> Result<(), Fault>;

    /// Removes a file. Returns whether it could.
    async fn remove(&mut self, path: &str) -> bool;

    /// Makes a folder. Returns whether it could: one that is there already cannot be made.
    async fn make_folder(&mut self, path: &str) -> bool;
}

/// The way to a server.
pub(crate) struct Upload<S: Server> {
    server: S,
    /// The connection of the last pass, if it still stands.
    desk: Option<Desk<S::Line>>,
}

/// A connection, and what is known of the other end.
struct Desk<L> {
    line: L,
    /// The folders that are known to be there.
    folders: BTreeSet<String>,
}

impl<S: Server> Upload<S> {
    pub(super) fn new(server: S) -> Upload<S> {
        Upload { server, desk: None }
    }

    pub(super) async fn bring(&mut self, file: &TreeFile) -> Result<(), Fault> {
        let path = self.server.place(&file.path);
        // A line that fails, or takes too long, is not used again. A server may have ended one that was idle.
        if let Some(mut desk) = self.desk.take()
            && desk.put(&path, &file.text).await.is_ok()
        {
            self.desk = Some(desk);
            return Ok(());
        }
        let mut desk = Desk { line: self.server.open().await?, folders: BTreeSet::new() };
        desk.put(&path, &file.text).await?;
        self.desk = Some(desk);
        Ok(())
    }

    /// Brings a file of this name as [`Upload::bring`] does, and takes it away again. Folders that are missing are made and stay:
    /// a courier may begin to use them at this moment. Returns false if the file stays, too.
    pub(super) async fn rehearse(&self, name: &str, text: &str) -> Result<bool, Fault> {
        let path = self.server.place(name);
        let mut desk = Desk { line: self.server.open().await?, folders: BTreeSet::new() };
        match desk.put(&path, text).await {
            Ok(()) => Ok(desk.line.remove(&path).await),
            Err(fault) => {
                // What is half there would be in the way of the next file. A line that broke takes no more.
                desk.line.remove(&fresh(&path)).await;
                Err(fault)
            }
        }
    }
}

impl<L: Line> Desk<L> {
    async fn put(&mut self, path: &str, text: &str) -> Result<(), Fault> {
        for folder in folders(path) {
            if self.folders.insert(folder.to_owned()) {
                // One that is not there is missed by what comes next.
                self.line.make_folder(folder).await;
            }
        }
        exchange(&mut self.line, path, text).await
    }
}

/// Sends a file under another name, and puts it in its place.
async fn exchange(line: &mut impl Line, path: &str, text: &str) -> Result<(), Fault> {
    let fresh = fresh(path);
    let named = |fault: Fault| fault.said(|why| format!("{path}: {why}"));
    line.send(&fresh, text).await.map_err(named)?;
    line.replace(&fresh, path).await.map_err(named)
}

/// Returns the name of a file before it is whole.
fn fresh(path: &str) -> String {
    match path.rsplit_once('/') {
        Some((folder, name)) => format!("{folder}/.{name}.new"),
        None => format!(".{path}.new"),
    }
}

/// Returns the folders in which a file is, the outermost first.
fn folders(path: &str) -> impl Iterator<Item = &str> {
    path.match_indices('/').map(|(end, _)| end).filter(|end| *end > 0).map(|end| &path[..end])
}

/// Returns the fault of a server that does not write.
pub(super) fn unwritten(why: impl std::fmt::Display) -> Fault {
    Fault::new(Obstacle::Folder, why)
}

#[cfg(test)]
mod tests {
    use super::{Line, Server, Upload, folders, fresh, unwritten};
    use crate::broadcast::carrier::Fault;
    use std::{
        collections::BTreeSet,
        sync::{Arc, Mutex},
    };

    /// A server that keeps names, and refuses to write where it is told to.
    #[derive(Clone, Default)]
    struct Names {
        there: Arc<Mutex<BTreeSet<String>>>,
        refuses: bool,
    }

    impl Names {
        fn all(&self) -> Vec<String> {
            self.there.lock().expect("no panic").iter().cloned().collect()
        }
    }

    impl Server for Names {
        type Line = Names;

        async fn open(&self) -> Result<Names, Fault> {
            Ok(self.clone())
        }

        fn place(&self, path: &str) -> String {
            format!("deep/live/{path}")
        }
    }

    impl Line for Names {
        async fn send(&mut self, path: &str, _: &str) -> Result<(), Fault> {
            self.there.lock().expect("no panic").insert(path.to_owned());
            if self.refuses { Err(unwritten("552 no space")) } else { Ok(()) }
        }

        async fn replace(&mut self, from: &str, to: &str) -> Result<(), Fault> {
            let mut there = self.there.lock().expect("no panic");
            assert!(there.remove(from), "{from} was sent");
            there.insert(to.to_owned());
            Ok(())
        }

        async fn remove(&mut self, path: &str) -> bool {
            self.there.lock().expect("no panic").remove(path)
        }

        async fn make_folder(&mut self, path: &str) -> bool {
            self.there.lock().expect("no panic").insert(format!("{path}/"))
        }
    }

    #[test]
    fn a_file_is_hidden_until_it_is_whole() {
        assert_eq!(fresh("deep/live/games.pgn"), "deep/live/.games.pgn.new");
        assert_eq!(fresh("games.pgn"), ".games.pgn.new");
        assert_eq!(folders("/a/b/games.pgn").collect::<Vec<_>>(), ["/a", "/a/b"]);
        assert_eq!(folders("games.pgn").count(), 0);
    }

    #[tokio::test]
    async fn a_rehearsal_leaves_no_file() {
        let names = Names::default();
        assert_eq!(Upload::new(names.clone()).rehearse(".probe", "x").await, Ok(true));
        assert_eq!(names.all(), ["deep/", "deep/live/"]);
        let full = Names { refuses: true, ..names.clone() };
        let fault = Upload::new(full).rehearse(".probe", "x").await.expect_err("there is no space");
        assert!(fault.why.contains(".probe: 552"), "{fault:?}");
        assert_eq!(names.all(), ["deep/", "deep/live/"], "what was half sent is gone, too");
    }
}
