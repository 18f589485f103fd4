//! The clocks that the public is shown: what the screens in the hall showed a quarter of an hour before.

use super::{Record, future::Journal, program::DELAY_MS};
use serde_json::Value;
use std::collections::BTreeMap;

/// How far public clocks may be from those of the hall.
const CLOCKS_APART_MS: u64 = 200;
/// How long after it was read the screens may be told of a clock: bytes of a board come in time that is not simulated.
pub(super) const TOLD_MS: u64 = 400;

/// A reading of a clock: the game, both times, which side's ran, and when it was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clock {
    game: u64,
    left_ms: [u64; 2],
    running: Option<usize>,
    read_ms: u64,
}

impl Clock {
    /// Returns both times at this instant.
    fn at(self, t_ms: u64) -> [u64; 2] {
        let mut left = self.left_ms;
        if let Some(side) = self.running {
            left[side] = left[side].saturating_sub(t_ms.saturating_sub(self.read_ms));
        }
        left
    }
}

/// Returns the clocks that a snapshot of protocol 1 shows.
pub(super) fn clocks(snapshot: &Value) -> BTreeMap<u64, Clock> {
    let number = |value: &Value| value.as_u64().expect("a number");
    let of_table = |table: &Value| {
        let clock = table.get("clock").filter(|clock| !clock.is_null())?;
        let is_live = table["link"]["state"] == "live";
        let reading = Clock {
            game: number(&table["game"]),
            left_ms: ["white_ms", "black_ms"].map(|of| number(&clock[of])),
            running: ["white", "black"].iter().position(|side| is_live && clock["running"] == *side),
            read_ms: number(&clock["read_ms"]),
        };
        Some((number(&table["table"]), reading))
    };
    snapshot["tables"].as_array().expect("a list").iter().filter_map(of_table).collect()
}

/// Compares every clock that the public was shown with those of the hall a quarter of an hour before.
pub(super) fn check_clocks(record: &Record, journal: &Journal) {
    let [screens, public] = &record.clocks;
    let mut compared = 0;
    for (now_ms, shown) in public {
        let Some(then_ms) = now_ms.checked_sub(DELAY_MS) else { continue };
        let then: Vec<_> = screens.range(then_ms.saturating_sub(5)..=then_ms + TOLD_MS + 5).collect();
        if then.is_empty() {
            continue;
        }
        let is_stamped = journal.records.iter().any(|(t_ms, ..)| *t_ms == then_ms);
        for (table, clock) in shown {
            let left = clock.at(then_ms);
            let is_near = |then: &Clock| {
                let at = then.at(then_ms);
                let mut both = left.iter().zip(at);
                clock.game == then.game && both.all(|(left, then)| left.abs_diff(then) <= CLOCKS_APART_MS)
            };
            let mut then: Vec<_> = then.iter().filter_map(|(_, clocks)| clocks.get(table)).collect();
            // What was stamped in this very millisecond may be released in the next one. Then the look before counts, too.
            if is_stamped {
                let before = screens.range(..then_ms.saturating_sub(5)).next_back();
                then.extend(before.and_then(|(_, clocks)| clocks.get(table)));
            }
            // On a busy computer the screens are told of a clock later still, or of the next one at once. Then it was read
            // no later than the moment that the public is shown, and after what the screens had.
            let is_late = clock.read_ms <= then_ms
                && then.iter().all(|then| then.read_ms < clock.read_ms || then.read_ms > then_ms);
            // Simulated time stands still while a board speaks: of two clocks that were read in one millisecond the screens may
            // have had the first alone when they were looked at.
            let is_second = clock.read_ms <= then_ms && then.iter().any(|then| then.read_ms == clock.read_ms);
            let is_unseen = is_late || is_second && !then.iter().any(|then| is_near(then));
            assert!(
                is_unseen || then.iter().any(|clock| is_near(clock)),
                "table {table} at {now_ms} ms: {left:?} read at {}, and {then:?}",
                clock.read_ms
            );
            compared += usize::from(!is_unseen);
        }
    }
    assert!(compared > 200, "{compared} clocks");
}
