//! The time of day at each journal time, by the journal's own notes: the same after a restart, and for everybody who reads it.

use board::Millis;
use hall::Body;

/// The notes of the time of day. A journal has one a minute, and each takes sixteen bytes.
#[derive(Debug, Default)]
pub(super) struct TimeOfDay(Vec<(Millis, u64)>);

impl TimeOfDay {
    /// Takes the note of a record, if it is one.
    pub(super) fn note(&mut self, body: &Body) {
        let wall_ms = match body {
            Body::Wall { wall, .. } => Some(wall.wall_ms),
            Body::Start { wall_ms, .. } => *wall_ms,
            _ => None,
        };
        self.0.extend(body.t_ms().zip(wall_ms));
    }

    /// Returns the time of day at a journal time, in milliseconds since 1970, by the last note before it; `None` if there is none.
    pub(super) fn at(&self, t_ms: Millis) -> Option<u64> {
        let after = self.0.partition_point(|(noted_ms, _)| *noted_ms <= t_ms);
        let (noted_ms, wall_ms) = self.0[..after].last()?;
        Some(wall_ms.saturating_add(t_ms - noted_ms))
    }
}

#[cfg(test)]
mod tests {
    use super::TimeOfDay;
    use hall::{Body, WallTime};

    #[test]
    fn a_time_is_told_by_the_note_before_it_whatever_was_noted_later() {
        let mut wall = TimeOfDay::default();
        wall.note(&Body::Start { t_ms: 1_000, program: String::new(), wall_ms: Some(500_000) });
        assert_eq!((wall.at(999), wall.at(1_000), wall.at(1_700)), (None, Some(500_000), Some(500_700)));
        // Somebody set the computer's clock back.
        wall.note(&Body::Wall { t_ms: 2_000, wall: WallTime::untrusted(100_000) });
        assert_eq!((wall.at(1_700), wall.at(2_500)), (Some(500_700), Some(100_500)));
    }
}
