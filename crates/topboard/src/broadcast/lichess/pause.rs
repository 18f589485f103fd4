//! The pause that Lichess asked for, in a file of the data folder: a program that is started anew keeps it.
//!
//! ```text
//! 1795262400000 1795262460000
//! ```
//! When it was asked for, and when it ends, in milliseconds since 1970. It is a setting of the moment and no part of the journal.

use crate::safe_files::private;
use board::Millis;
use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{SystemTime, UNIX_EPOCH},
};

/// The name of the file.
const NAME: &str = "lichess-pause";
/// The greatest length of the file, in bytes.
const LENGTH_MAX: u64 = 64;

/// A pause, by the time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pause {
    asked_ms: u64,
    until_ms: u64,
}

impl Pause {
    /// Creates a pause that begins now.
    pub(super) fn of(length_ms: Millis) -> Pause {
        let asked_ms = wall_ms();
        Pause { asked_ms, until_ms: asked_ms.saturating_add(length_ms) }
    }

    /// Reads the file of a data folder; `None` if there is no pause. `Err` says what is wrong with it.
    pub(super) fn read(data: &Path) -> Result<Option<Pause>, String> {
        let path = path(data);
        let said = |why: &str| format!("{} cannot be used ({why})", path.display());
        let bytes = private::read(&path, LENGTH_MAX).map_err(|error| said(&error.to_string()))?;
        let Some(bytes) = bytes else { return Ok(None) };
        let parse = || {
            let (asked, until) = std::str::from_utf8(&bytes).ok()?.trim().split_once(' ')?;
            Some(Pause { asked_ms: asked.parse().ok()?, until_ms: until.parse().ok()? })
        };
        parse().map(Some).ok_or_else(|| said("it has not two numbers"))
    }

    /// Writes the file of a data folder.
    pub(super) fn write(self, data: &Path) -> io::Result<()> {
        let Pause { asked_ms, until_ms } = self;
        private::replace(&path(data), format!("{asked_ms} {until_ms}\n").as_bytes())
    }

    /// Removes the file of a data folder.
    pub(super) fn forget(data: &Path) -> io::Result<()> {
        match fs::remove_file(path(data)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// Returns how long the pause still lasts; `None` if it is over.
    pub(super) fn left_ms(self) -> Option<Millis> {
        self.left_at(wall_ms())
    }

    /// A clock that stands before the moment at which the pause was asked for was set back, and how much of the pause is over
    /// nobody knows: it is kept from its beginning.
    fn left_at(self, now_ms: u64) -> Option<Millis> {
        Some(self.until_ms.saturating_sub(now_ms.max(self.asked_ms))).filter(|left_ms| *left_ms > 0)
    }
}

fn path(data: &Path) -> PathBuf {
    data.join(NAME)
}

fn wall_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Pause, path};
    use crate::safe_files::scratch::Scratch;
    use std::fs;

    #[test]
    fn a_pause_ends_whatever_the_clock_does() {
        let pause = Pause { asked_ms: 1_000_000, until_ms: 1_060_000 };
        assert_eq!(pause.left_at(1_000_000), Some(60_000));
        assert_eq!(pause.left_at(1_059_999), Some(1));
        assert_eq!(pause.left_at(1_060_000), None);
        assert_eq!(pause.left_at(9_000_000), None, "a clock that was set forward ends it");
        assert_eq!(pause.left_at(5), Some(60_000), "a clock that was set back begins it anew, and no longer");
        let odd = Pause { asked_ms: 7, until_ms: 3 };
        assert_eq!(odd.left_at(0), None);
    }

    #[test]
    fn a_pause_is_read_as_it_was_written_and_a_file_that_is_none_is_told() {
        let scratch = Scratch::new("pause").expect("a folder can be made");
        assert_eq!(Pause::read(scratch.path()), Ok(None));
        let pause = Pause::of(60_000);
        pause.write(scratch.path()).expect("it can be written");
        assert_eq!(Pause::read(scratch.path()), Ok(Some(pause)));
        Pause::forget(scratch.path()).expect("it can be removed");
        Pause::forget(scratch.path()).expect("it is not there");
        assert_eq!(Pause::read(scratch.path()), Ok(None));
        for bad in ["", "1", "1 x", "1 2 3", "-1 2", &"9 ".repeat(100)] {
            fs::write(path(scratch.path()), bad).expect("it can be written");
            assert!(Pause::read(scratch.path()).is_err(), "{bad}");
        }
    }
}
