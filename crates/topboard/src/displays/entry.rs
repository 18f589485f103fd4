//! One display as the registry holds it, and who goes when there are too many.

use super::{
    json::{Countdown, Kept, Report, Setup},
    registry::NoDisplay,
};
use std::collections::BTreeMap;

/// The greatest number of displays that nobody adopted yet.
pub(super) const STRANGERS_MAX: usize = 64;
/// The time after which a display that nobody adopted makes room for another, in milliseconds; and after which it goes anyway.
pub(super) const ROOM_MS: u64 = 30_000;
pub(super) const STRANGER_MS: u64 = 15 * 60_000;
/// The time after which a kept display that was not seen is forgotten, in milliseconds.
pub(super) const KEPT_MS: u64 = 180 * 86_400_000;

/// A display.
#[derive(Debug, Clone)]
pub(super) struct Display {
    /// Where it hangs; `None` until it is adopted.
    pub(super) place: Option<String>,
    pub(super) setup: Setup,
    pub(super) countdown: Option<Countdown>,
    /// Until when it shows its name, in milliseconds since 1970.
    pub(super) identified_ms: u64,
    /// When it was seen, in milliseconds since 1970; for a kept one that was not seen in this run, what the file says.
    pub(super) seen_ms: u64,
    pub(super) is_seen: bool,
    pub(super) report: Option<Report>,
}

/// Returns what the file keeps.
pub(super) fn kept_of(displays: &BTreeMap<String, Display>) -> Vec<Kept> {
    let kept = |(name, display): (&String, &Display)| {
        let place = display.place.clone()?;
        let (display_name, seen_ms) = (name.clone(), display.seen_ms);
        let (setup, countdown) = (display.setup.clone(), display.countdown.clone());
        Some(Kept { display: display_name, place, setup, countdown, seen_ms })
    };
    displays.iter().filter_map(kept).collect()
}

/// Returns whether a display was not seen for so long that it is forgotten.
pub(super) fn is_gone(display: &Display, now_ms: u64) -> bool {
    let limit = if display.place.is_some() { KEPT_MS } else { STRANGER_MS };
    now_ms.saturating_sub(display.seen_ms) >= limit
}

/// Takes in a display, in the place of the one that nobody adopted and that was not seen for longest if there are too many.
pub(super) fn take_in(
    displays: &mut BTreeMap<String, Display>,
    name: &str,
    now_ms: u64,
) -> Result<(), NoDisplay> {
    displays.retain(|_, display| !is_gone(display, now_ms));
    let strangers = displays.iter().filter(|(_, display)| display.place.is_none());
    if strangers.clone().count() >= STRANGERS_MAX {
        let longest = strangers.min_by_key(|(_, display)| display.seen_ms);
        let gone = longest.filter(|(_, display)| now_ms.saturating_sub(display.seen_ms) >= ROOM_MS);
        let gone = gone.map(|(name, _)| name.clone()).ok_or(NoDisplay::Full)?;
        displays.remove(&gone);
    }
    let display = Display {
        place: None,
        setup: Setup::default(),
        countdown: None,
        identified_ms: 0,
        seen_ms: now_ms,
        is_seen: true,
        report: None,
    };
    displays.insert(name.to_owned(), display);
    Ok(())
}
