//! The link from the board to its reader, which is sometimes lost for seconds and sometimes repeats a report.

use crate::{Faults, Rng};
use board::{BoardEvent, ClockReading, Millis, Reading};

/// The shortest and the longest time for which a board is without power, in milliseconds.
pub(crate) const REBOOT_MS: (Millis, Millis) = (3_000, 10_000);
/// The shortest and the longest time for which the cable of a board that keeps its power is pulled, in milliseconds.
pub(crate) const PULLED_MS: (Millis, Millis) = (3_000, 60_000);

/// Returns the events that arrive over the link. A loss of the link ends with three events: a gap, a full reading, and
/// a current clock reading.
pub(crate) fn carry(
    events: Vec<(Millis, BoardEvent)>,
    faults: &Faults,
    rng: &mut Rng,
) -> Vec<(Millis, BoardEvent)> {
    let is_sound = faults.gaps == 0 && faults.reboots == 0 && faults.losses.is_empty();
    if is_sound && faults.duplicate_ppm == 0 {
        return events;
    }
    let losses = draw_losses(&events, faults, rng);
    let mut losses = losses.into_iter().peekable();
    let mut arrived = Vec::with_capacity(events.len());
    let mut reading = Reading::empty();
    let mut clock = None;
    for (t_ms, event) in events {
        while let Some(&(from_ms, to_ms)) = losses.peek()
            && to_ms < t_ms
        {
            resume(&mut arrived, from_ms, to_ms, &reading, clock);
            losses.next();
        }
        match &event {
            BoardEvent::Reading(whole) => reading = whole.clone(),
            BoardEvent::Square { square, contents } => reading.set(*square, *contents),
            BoardEvent::Clock(now) => clock = Some((t_ms, *now)),
            _ => {}
        }
        if losses.peek().is_some_and(|&(from_ms, _)| from_ms <= t_ms) {
            continue;
        }
        if rng.chance(faults.duplicate_ppm) {
            arrived.push((t_ms, event.clone()));
        }
        arrived.push((t_ms, event));
    }
    for (from_ms, to_ms) in losses {
        resume(&mut arrived, from_ms, to_ms, &reading, clock);
    }
    arrived
}

fn resume(
    arrived: &mut Vec<(Millis, BoardEvent)>,
    from_ms: Millis,
    to_ms: Millis,
    reading: &Reading,
    clock: Option<(Millis, ClockReading)>,
) {
    arrived.push((to_ms, BoardEvent::Gap { gap_ms: to_ms - from_ms }));
    arrived.push((to_ms, BoardEvent::Reading(reading.clone())));
    arrived
        .extend(clock.map(|(t_ms, now)| (to_ms, BoardEvent::Clock(later(now, to_ms.saturating_sub(t_ms))))));
}

/// Returns what the clock shows `gone_ms` after this reading, provided that nobody pressed.
fn later(mut reading: ClockReading, gone_ms: Millis) -> ClockReading {
    if let Some(side) = reading.running {
        let seconds = u32::try_from(gone_ms / 1_000).unwrap_or(u32::MAX / 1_000);
        reading.left_ms[side] = reading.left_ms[side].saturating_sub(seconds * 1_000);
    }
    reading
}

/// Draws a loss of the link that ends 0.1 to 8 s before a square changes.
fn before_touch(events: &[(Millis, BoardEvent)], faults: &Faults, rng: &mut Rng) -> (Millis, Millis) {
    let first_ms = events.first().map_or(0, |event| event.0) + 1;
    let is_touch = |event: &&(Millis, BoardEvent)| matches!(event.1, BoardEvent::Square { .. });
    let touches: Vec<Millis> = events.iter().filter(is_touch).map(|event| event.0).collect();
    let touch_ms = rng.pick(&touches).copied().unwrap_or(first_ms);
    let to_ms = touch_ms.saturating_sub(rng.between(100, 8_000)).max(first_ms + 1_000);
    let from_ms = to_ms.saturating_sub(rng.between(1_000, faults.gap_max_ms.max(1_000)));
    (from_ms.max(first_ms), to_ms)
}

/// Draws the times during which the link is lost, all of them after the first event, in order of time. Between two
/// losses there is always a time with a link.
fn draw_losses(events: &[(Millis, BoardEvent)], faults: &Faults, rng: &mut Rng) -> Vec<(Millis, Millis)> {
    let (Some(first), Some(last)) = (events.first(), events.last()) else { return Vec::new() };
    let mut losses: Vec<(Millis, Millis)> = (0..faults.gaps)
        .map(|_| {
            if faults.back_before_touch {
                return before_touch(events, faults, rng);
            }
            let from_ms = rng.between(first.0 + 1, last.0 + 1);
            (from_ms, from_ms + rng.between(1_000, faults.gap_max_ms.max(1_000)))
        })
        .collect();
    losses.extend((0..faults.reboots).map(|_| {
        let from_ms = rng.between(first.0 + 1, last.0 + 1);
        (from_ms, from_ms + rng.between(REBOOT_MS.0, REBOOT_MS.1))
    }));
    losses.extend(&faults.losses);
    losses.sort_unstable();
    let mut apart: Vec<(Millis, Millis)> = Vec::new();
    for loss in losses {
        if apart.last().is_none_or(|before| before.1 + 1_000 < loss.0) {
            apart.push(loss);
        }
    }
    apart
}
