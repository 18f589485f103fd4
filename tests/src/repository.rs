//! The repository's own files, for the tests that read them.

use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// Fails with the list, one entry a line, unless it is empty.
pub(crate) fn none(bad: &[String]) {
    assert!(bad.is_empty(), "\n{}\n", bad.join("\n"));
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Lists every file under version control, as git names it.
pub(crate) fn tracked() -> Vec<String> {
    let output = Command::new("git").arg("ls-files").current_dir(root()).output().expect("git is needed");
    assert!(output.status.success(), "git ls-files failed: run the tests in a clone");
    let names = String::from_utf8(output.stdout).expect("file names are UTF-8");
    names.lines().map(str::to_owned).collect()
}

/// Returns the text of a file; `None` if it is not text, or was deleted and not yet committed.
pub(crate) fn read(path: &str) -> Option<String> {
    std::fs::read_to_string(root().join(path)).ok()
}
