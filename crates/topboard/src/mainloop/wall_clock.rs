//! The time of day, and how far it can be trusted.
//!
//! Journal time is the program's own count; the time of day is recorded beside it. The two are compared every second.
//! If the time of day has moved by at least [`STEP_MIN_MS`] more or less than journal time, the journal gets a note of
//! the difference. The system corrects small errors gently, by half a millisecond a second, which causes no note.

use board::Millis;
use hall::{WallTime, WallTrust};
use std::{
    fmt,
    path::Path,
    process::{Command, Stdio},
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The least jump of the time of day that is noted, in milliseconds.
pub const STEP_MIN_MS: i64 = 250;

/// The longest time that reading the time of day may take, in milliseconds. If it takes longer, the computer was busy,
/// and the time of day is not compared with journal time.
const READ_MAX_MS: Millis = 50;

/// The interval at which the system is asked whether its clock is synchronised.
const ASK_EVERY: Duration = Duration::from_secs(60);

/// The source of the time of day: the system, or in tests a clock that jumps.
#[derive(Clone)]
pub struct WallSource(Arc<dyn Fn() -> Option<WallTime> + Send + Sync>);

impl WallSource {
    /// Returns the system's clock as the source.
    pub fn system() -> WallSource {
        LazyLock::force(&IS_KEPT);
        WallSource::from_fn(|| {
            let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
            let is_kept = IS_KEPT.load(Ordering::Relaxed);
            let trust = if is_kept { WallTrust::Synced } else { WallTrust::Unsynced };
            Some(WallTime {
                wall_ms: u64::try_from(since.as_millis()).ok()?,
                trust: Some(trust),
                stepped_ms: None,
            })
        })
    }

    /// Returns a source that calls `now` for the time of day.
    pub fn from_fn(now: impl Fn() -> Option<WallTime> + Send + Sync + 'static) -> WallSource {
        WallSource(Arc::new(now))
    }

    /// Returns the present time of day; `None` if the clock stands before 1970.
    pub fn now(&self) -> Option<WallTime> {
        (self.0)()
    }
}

impl fmt::Debug for WallSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WallSource")
    }
}

/// A watch that compares the time of day with journal time.
#[derive(Debug)]
pub struct WallWatch {
    source: WallSource,
    /// The time of day minus journal time at the last comparison, in milliseconds; `None` before the first.
    offset_ms: Option<i64>,
}

impl WallWatch {
    /// Creates a watch on the time of day from this source.
    pub fn new(source: WallSource) -> WallWatch {
        WallWatch { source, offset_ms: None }
    }

    /// Returns whether a reference keeps the time of day.
    pub fn is_kept(&self) -> bool {
        self.source.now().is_some_and(|wall| wall.is_synced())
    }

    /// Returns the time of day, with its jump since the last call, if there was one. `journal_ms` returns the present
    /// journal time. `None` if the time of day is unknown.
    pub fn look(&mut self, journal_ms: impl Fn() -> Millis) -> Option<WallTime> {
        let before = journal_ms();
        let mut wall = self.source.now()?;
        if journal_ms() - before > READ_MAX_MS {
            return Some(wall);
        }
        let offset_ms = i64::try_from(wall.wall_ms).ok()?.checked_sub_unsigned(before)?;
        if let Some(last_ms) = self.offset_ms.replace(offset_ms) {
            wall.stepped_ms = Some(offset_ms - last_ms).filter(|step| step.abs() >= STEP_MIN_MS);
        }
        Some(wall)
    }
}

/// Says whether the system's clock was synchronised when the system was last asked.
static IS_KEPT: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| {
    let answer = Arc::new(AtomicBool::new(ask()));
    let kept = Arc::clone(&answer);
    let asker = thread::Builder::new().name("wall".to_owned()).spawn(move || {
        loop {
            thread::sleep(ASK_EVERY);
            kept.store(ask(), Ordering::Relaxed);
        }
    });
    if asker.is_err() {
        tracing::debug!("the system gives no thread; what it said of its clock at the start stays");
    }
    answer
});

/// Asks the system whether its clock is synchronised. The file is made by systemd-timesyncd; `timedatectl` asks the
/// kernel, whatever program synchronises the clock. If neither is there, the clock counts as not synchronised.
fn ask() -> bool {
    if Path::new("/run/systemd/timesync/synchronized").exists() {
        return true;
    }
    let answer = Command::new("timedatectl")
        .args(["show", "--property=NTPSynchronized", "--value"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output();
    answer.is_ok_and(|answer| answer.stdout.trim_ascii() == b"yes")
}

#[cfg(test)]
mod tests {
    use super::{WallSource, WallWatch};
    use hall::WallTime;
    use std::cell::Cell;
    use std::sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    };

    #[test]
    fn a_jump_is_told_once_and_a_gentle_correction_never() {
        let wall = Arc::new(AtomicU64::new(0));
        let read = Arc::clone(&wall);
        let source = WallSource::from_fn(move || Some(WallTime::untrusted(read.load(Ordering::Relaxed))));
        let mut watch = WallWatch::new(source);
        let journal = Cell::new(5000);
        let mut look = |journal_ms: u64, wall_ms: u64| {
            journal.set(journal_ms);
            wall.store(wall_ms, Ordering::Relaxed);
            watch.look(|| journal.get()).expect("it is after 1970").stepped_ms
        };
        assert_eq!(look(5000, 1_000_000), None, "the first look knows of no jump");
        assert_eq!(look(6000, 1_001_000), None);
        assert_eq!(look(7000, 1_002_249), None, "below the bound");
        let ten_hours = 36_000_000;
        assert_eq!(look(8000, 1_003_249 + ten_hours), Some(36_000_000));
        assert_eq!(look(9000, 1_004_249 + ten_hours), None);
        assert_eq!(look(10_000, 1_005_249), Some(-36_000_000));
        for second in 0..3600 {
            assert_eq!(look(11_000 + 1000 * second, 1_006_249 + 1000 * second + second / 2), None);
        }
    }

    #[test]
    fn clocks_read_with_a_pause_between_them_are_not_compared() {
        let mut watch = WallWatch::new(WallSource::from_fn(|| Some(WallTime::untrusted(9_000_000))));
        let journal = Cell::new(0);
        let slow = || {
            journal.set(journal.get() + 1000);
            journal.get()
        };
        for _ in 0..3 {
            assert_eq!(watch.look(slow).and_then(|wall| wall.stepped_ms), None);
        }
    }
}
