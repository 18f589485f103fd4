//! The displays: who they are, what they are to show, and what they say of themselves.
//!
//! A display that nobody adopted lives in memory alone, and goes when it is not seen for a while. Adopted ones are kept in a
//! file, which is written before an order counts. Both kinds have a limit.
//!
//! Nothing of the arbiter's is in here by type: a display is told its [`Setup`] and reads the screens' feed.

use super::{
    book,
    entry::{Display, KEPT_MS, is_gone, kept_of, take_in},
    json::{Countdown, DisplayOrder, DisplayView, Kept, Report, Told, View},
    limits, words,
};
use std::{
    collections::BTreeMap,
    io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The greatest number of displays that are kept.
const KEPT_MAX: usize = 64;
/// The time for which a display shows its name when it is asked to, in milliseconds.
const IDENTIFY_MS: u64 = 30_000;
/// The time after which it is written again when a kept display was seen, in milliseconds.
const SEEN_AGAIN_MS: u64 = 86_400_000;

/// Why nothing is known or done.
#[derive(Debug)]
pub(crate) enum NoDisplay {
    /// No display has the name.
    Unknown,
    /// There are as many as there may be.
    Full,
    /// The order will not do; the text says why.
    Order(String),
    /// The report is none that a page sends.
    Report,
    /// Nobody adopted the display yet.
    Stranger,
    /// The file cannot be written.
    Disk(io::Error),
    /// The system gives no randomness for a name.
    NoName,
}

/// All displays.
#[derive(Debug)]
pub struct Registry {
    path: PathBuf,
    displays: Mutex<BTreeMap<String, Display>>,
    /// Held while an order is carried out, so that the file and the memory have one order.
    writing: Mutex<()>,
}

impl Registry {
    /// Reads the displays of a data folder. `now_ms` is the time of day in milliseconds since 1970.
    pub fn of_folder(folder: &Path, now_ms: u64) -> Registry {
        let path = folder.join(book::FILE);
        let known = book::read(&path).into_iter().filter(|kept| {
            let is_recent = now_ms.saturating_sub(kept.seen_ms) < KEPT_MS;
            let order = DisplayOrder::Assign { setup: Box::new(kept.setup.clone()) };
            is_recent && words::is_name(&kept.display) && limits::complaint(&order).is_none()
        });
        let display = |Kept { place, setup, countdown, seen_ms, .. }: Kept| Display {
            place: Some(place),
            setup,
            countdown,
            identified_ms: 0,
            seen_ms,
            is_seen: false,
            report: None,
        };
        let displays = known.take(KEPT_MAX).map(|kept| (kept.display.clone(), display(kept))).collect();
        Registry { path, displays: Mutex::new(displays), writing: Mutex::new(()) }
    }

    /// Takes in a browser that has no name yet. Returns its name.
    pub(crate) fn begin(&self, now_ms: u64) -> Result<String, NoDisplay> {
        let mut displays = self.lock();
        // A quarter of a million names for a hundred displays: one that is taken is drawn seldom.
        let name = std::iter::repeat_with(words::draw)
            .take(100)
            .find(|name| name.as_ref().is_none_or(|name| !displays.contains_key(name)));
        let name = name.flatten().ok_or(NoDisplay::NoName)?;
        take_in(&mut displays, &name, now_ms)?;
        Ok(name)
    }

    /// Takes what a display says of itself. Returns what it is to show. A name that is not known any more is taken in again: the
    /// browser kept it longer than the program did.
    pub(crate) fn look(
        &self,
        name: &str,
        report: Report,
        files: &str,
        now_ms: u64,
    ) -> Result<Told, NoDisplay> {
        if !limits::is_credible(&report) {
            return Err(NoDisplay::Report);
        }
        let mut displays = self.lock();
        if !words::is_name(name) {
            return Err(NoDisplay::Unknown);
        }
        if !displays.contains_key(name) {
            take_in(&mut displays, name, now_ms)?;
        }
        let display = displays.get_mut(name).ok_or(NoDisplay::Unknown)?;
        (display.seen_ms, display.is_seen, display.report) = (now_ms, true, Some(report));
        let left = |Countdown { title, until_ms }: &Countdown| {
            let until = i64::try_from(*until_ms).unwrap_or(i64::MAX);
            (title.clone(), until.saturating_sub_unsigned(now_ms))
        };
        Ok(Told {
            display: name.to_owned(),
            place: display.place.clone(),
            setup: display.setup.clone(),
            countdown: display.countdown.as_ref().map(left),
            identify: display.identified_ms > now_ms,
            files: files.to_owned(),
        })
    }

    /// Returns every display: those that nobody adopted first.
    pub(crate) fn list(&self, now_ms: u64) -> Vec<DisplayView> {
        let mut displays = self.lock();
        displays.retain(|_, display| !is_gone(display, now_ms));
        let view = |(name, display): (&String, &Display)| DisplayView {
            display: name.clone(),
            place: display.place.clone(),
            seen_s: display.is_seen.then(|| now_ms.saturating_sub(display.seen_ms) / 1_000),
            setup: display.setup.clone(),
            countdown: display.countdown.clone(),
            report: display.report.clone(),
        };
        let mut all: Vec<DisplayView> = displays.iter().map(view).collect();
        all.sort_by(|a, b| (&a.place, &a.display).cmp(&(&b.place, &b.display)));
        all
    }

    /// Carries out an order. What is kept is written first: if the disk does not take it, nothing changes. May block.
    pub(crate) fn order(&self, name: &str, order: DisplayOrder, now_ms: u64) -> Result<(), NoDisplay> {
        if let Some(complaint) = limits::complaint(&order) {
            return Err(NoDisplay::Order(complaint));
        }
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut after = self.lock().clone();
        after.retain(|_, display| !is_gone(display, now_ms));
        let kept = after.values().filter(|display| display.place.is_some()).count();
        let display = after.get_mut(name).ok_or(NoDisplay::Unknown)?;
        let is_kept = display.place.is_some();
        let mut is_written = true;
        match order {
            DisplayOrder::Adopt { .. } if !is_kept && kept >= KEPT_MAX => return Err(NoDisplay::Full),
            DisplayOrder::Adopt { place } => display.place = Some(place.trim().to_owned()),
            DisplayOrder::Identify => {
                (display.identified_ms, is_written) = (now_ms.saturating_add(IDENTIFY_MS), false);
            }
            DisplayOrder::Forget => {
                is_written = is_kept;
                after.remove(name);
            }
            DisplayOrder::Assign { .. } | DisplayOrder::Countdown { .. } if !is_kept => {
                return Err(NoDisplay::Stranger);
            }
            DisplayOrder::Assign { setup } => display.setup = *setup,
            DisplayOrder::Countdown { title, in_s } => {
                let until_ms = now_ms.saturating_add(u64::from(in_s) * 1_000);
                display.countdown = Some(Countdown { title: title.trim().to_owned(), until_ms });
                display.setup.view = View::Countdown;
            }
        }
        if is_written {
            book::write(&self.path, kept_of(&after)).map_err(NoDisplay::Disk)?;
        }
        let changed = after.remove(name);
        let mut displays = self.lock();
        match changed {
            Some(mut changed) => {
                // It may have been seen while the disk was busy.
                if let Some(now) = displays.remove(name) {
                    (changed.seen_ms, changed.is_seen, changed.report) =
                        (now.seen_ms, now.is_seen, now.report);
                }
                displays.insert(name.to_owned(), changed);
            }
            None => drop(displays.remove(name)),
        }
        Ok(())
    }

    /// Writes again when kept displays were seen, if what is written is old. May block.
    pub(crate) fn note_seen(&self) {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let now = kept_of(&self.lock());
        let written: BTreeMap<String, u64> =
            book::read(&self.path).into_iter().map(|kept| (kept.display, kept.seen_ms)).collect();
        let is_old = |kept: &Kept| {
            written
                .get(&kept.display)
                .is_some_and(|before| kept.seen_ms.saturating_sub(*before) > SEEN_AGAIN_MS)
        };
        if now.iter().any(is_old)
            && let Err(error) = book::write(&self.path, now)
        {
            tracing::warn!("{} cannot be written ({error}); make room on the disk", self.path.display());
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Display>> {
        // No code panics while it holds the lock. Even if it did, the displays would be whole.
        self.displays.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Countdown, DisplayOrder, KEPT_MS, NoDisplay, Registry, Report, View};
    use crate::displays::{
        entry::{ROOM_MS, STRANGER_MS, STRANGERS_MAX},
        json::Setup,
    };
    use crate::safe_files::scratch::Scratch;
    use std::fs;

    const NOW: u64 = 1_800_000_000_000;

    fn report() -> Report {
        serde_json::from_str(
            r#"{"view":"grid","width":1920,"height":1080,"tables":[1,2],"page":1,"pages":4}"#,
        )
        .expect("a page says so")
    }

    fn adopt(place: &str) -> DisplayOrder {
        DisplayOrder::Adopt { place: place.to_owned() }
    }

    #[test]
    fn an_adopted_display_is_what_it_was_after_a_power_cut_and_a_stranger_is_not() {
        let scratch = Scratch::new("displays").expect("a folder can be made");
        let registry = Registry::of_folder(scratch.path(), NOW);
        let (stage, other) = (registry.begin(NOW).expect("a name"), registry.begin(NOW).expect("a name"));
        let setup = Setup { view: View::Feature, inches: 98, pins: vec![4], ..Setup::default() };
        let assign = || DisplayOrder::Assign { setup: Box::new(setup.clone()) };
        assert!(matches!(registry.order(&stage, assign(), NOW), Err(NoDisplay::Stranger)));
        registry.order(&stage, adopt(" Stage, left "), NOW).expect("it is there");
        registry.order(&stage, assign(), NOW).expect("it is there");
        let countdown = DisplayOrder::Countdown { title: "Round 3".to_owned(), in_s: 90 };
        registry.order(&stage, countdown, NOW).expect("it is there");
        drop(registry);
        let registry = Registry::of_folder(scratch.path(), NOW + 1_000);
        let told = registry.look(&stage, report(), "files", NOW + 1_000).expect("it is known");
        assert_eq!(told.place.as_deref(), Some("Stage, left"));
        assert_eq!(told.setup, Setup { view: View::Countdown, ..setup });
        assert_eq!(told.countdown, Some(("Round 3".to_owned(), 89_000)));
        let list = registry.list(NOW + 1_000);
        assert_eq!(list.iter().map(|one| &one.display).collect::<Vec<_>>(), [&stage], "{other} is forgotten");
        // Its browser still has the name, and has it again.
        assert_eq!(registry.look(&other, report(), "", NOW + 1_000).expect("taken in").place, None);
        registry.order(&stage, DisplayOrder::Forget, NOW).expect("it is there");
        assert!(Registry::of_folder(scratch.path(), NOW).list(NOW).is_empty());
    }

    #[test]
    fn browsers_that_come_and_go_fill_no_memory_and_drive_nobody_out() {
        let scratch = Scratch::new("strangers").expect("a folder can be made");
        let registry = Registry::of_folder(scratch.path(), NOW);
        let kept = registry.begin(NOW).expect("a name");
        registry.order(&kept, adopt("Door"), NOW).expect("it is there");
        let first = registry.begin(NOW).expect("a name");
        for _ in 1..STRANGERS_MAX {
            registry.begin(NOW + ROOM_MS - 1).expect("there is room");
        }
        assert!(matches!(registry.begin(NOW + ROOM_MS - 1), Err(NoDisplay::Full)), "all were just seen");
        registry.begin(NOW + ROOM_MS).expect("in the place of one that is gone");
        let known = |now| registry.list(now).into_iter().map(|one| one.display).collect::<Vec<_>>();
        assert!(!known(NOW + ROOM_MS).contains(&first) && known(NOW + ROOM_MS).contains(&kept));
        assert_eq!(
            known(NOW + ROOM_MS + STRANGER_MS),
            std::slice::from_ref(&kept),
            "strangers go when they are not seen"
        );
        assert!(known(NOW + KEPT_MS).is_empty());
    }

    #[test]
    fn what_is_wrong_is_refused_in_words_and_changes_nothing() {
        let scratch = Scratch::new("wrong").expect("a folder can be made");
        let registry = Registry::of_folder(scratch.path(), NOW);
        let name = registry.begin(NOW).expect("a name");
        registry.order(&name, adopt("Bar"), NOW).expect("it is there");
        let before = registry.list(NOW);
        for (order, why) in [
            (adopt("  "), "place is empty"),
            (adopt(&"x".repeat(61)), "61 characters"),
            (adopt("a\u{202e}b"), "control character"),
            (assign(Setup { inches: 5, ..Setup::default() }), "inches is 5: give 10 to 400"),
            (assign(Setup { metres: 1e9, ..Setup::default() }), "metres is"),
            (assign(Setup { metres: f64::NAN, ..Setup::default() }), "metres is NaN"),
            (assign(Setup { turn_s: 0, ..Setup::default() }), "turn_s is 0: give 5 to 300 seconds"),
            (assign(Setup { start: Some(960), ..Setup::default() }), "start is 960"),
            (assign(Setup { pins: vec![1; 13], ..Setup::default() }), "pins has 13 tables: 12 are the most"),
            (assign(Setup { message: "m".repeat(241), ..Setup::default() }), "241 characters"),
            (DisplayOrder::Countdown { title: "R".to_owned(), in_s: 86_401 }, "which is a day"),
        ] {
            let Err(NoDisplay::Order(said)) = registry.order(&name, order.clone(), NOW) else {
                panic!("{order:?}")
            };
            assert!(said.contains(why), "{said}");
        }
        assert_eq!(registry.list(NOW), before);
        for unknown in ["nobody-knows-this", "amber-river-lantern", ""] {
            assert!(
                matches!(registry.order(unknown, adopt("Bar"), NOW), Err(NoDisplay::Unknown)),
                "{unknown}"
            );
        }
        let forged = Report { tables: vec![1; 151], ..report() };
        assert!(matches!(registry.look(&name, forged, "", NOW), Err(NoDisplay::Report)));
    }

    fn assign(setup: Setup) -> DisplayOrder {
        DisplayOrder::Assign { setup: Box::new(setup) }
    }

    #[test]
    fn an_order_that_the_disk_does_not_take_is_none_and_a_damaged_file_stops_nobody() {
        let scratch = Scratch::new("displays-disk").expect("a folder can be made");
        let folder = scratch.path().join("data");
        fs::create_dir(&folder).expect("it can be made");
        let registry = Registry::of_folder(&folder, NOW);
        let name = registry.begin(NOW).expect("a name");
        fs::remove_dir(&folder).expect("it is empty");
        assert!(matches!(registry.order(&name, adopt("Bar"), NOW), Err(NoDisplay::Disk(_))));
        assert_eq!(registry.list(NOW)[0].place, None, "it is not adopted");
        registry.order(&name, DisplayOrder::Identify, NOW).expect("nothing is written for it");
        assert!(registry.look(&name, report(), "", NOW).expect("it is there").identify);
        fs::create_dir(&folder).expect("it can be made");
        for text in
            ["", "{", "[]", r#"{"version":9,"displays":[]}"#, r#"{"version":1,"displays":[{"display":3}]}"#]
        {
            fs::write(folder.join("displays.json"), text).expect("it can be written");
            assert!(Registry::of_folder(&folder, NOW).list(NOW).is_empty(), "{text}");
        }
        let odd = Countdown { title: "R".to_owned(), until_ms: u64::MAX };
        let text = serde_json::json!({"version": 1, "displays": [
            {"display": name, "place": "Bar", "countdown": odd, "seen_ms": NOW},
            {"display": "../../etc", "place": "Bar", "seen_ms": NOW},
        ]});
        fs::write(folder.join("displays.json"), text.to_string()).expect("it can be written");
        let registry = Registry::of_folder(&folder, NOW);
        assert_eq!(registry.list(NOW).len(), 1, "of what somebody edited, names alone are names");
        assert!(registry.look(&name, report(), "", NOW).is_ok());
    }
}
