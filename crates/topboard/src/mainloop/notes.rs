//! The duties of the main loop that fall due by the clock: deadlines, notes of the time of day, signatures.

use super::{MainLoop, readers::Appended};
use crate::terminal::log::{Trouble, report};
use board::Millis;
use hall::{Body, WallTime};
use journal::{Accepted, unsigned::UNSIGNED_MAX_MS};
use std::time::Duration;
use tokio::time::Instant;

/// The interval at which the time of day is noted in the journal and the journal is signed.
const NOTE_EVERY: Duration = Duration::from_secs(60);
/// The interval at which the time of day is compared with journal time.
const LOOK_EVERY: Duration = Duration::from_secs(1);

impl MainLoop {
    /// Returns when the main loop must act next, if nothing arrives before.
    pub(super) fn alarm(&self) -> Instant {
        let hall = self.hall.next_deadline().map(|t_ms| self.clock.instant(t_ms));
        let disk = self.pace.due(!self.is_all_safe(), self.journal.waiting_bytes() > 0);
        let late = self.pace.late().filter(|_| !self.keeping.is_holding());
        [hall, disk, late, self.journal.run_due()]
            .into_iter()
            .flatten()
            .fold(self.look_due.min(self.note_due), Instant::min)
    }

    /// Carries out every duty that has fallen due.
    pub(super) fn ring(&mut self) {
        self.advance();
        let now = Instant::now();
        self.note(now);
        if self.pace.late().is_some_and(|late| now >= late)
            && self.keeping.slow(self.clock.now_ms(), self.journal.waiting_bytes())
        {
            self.tell_health();
        }
    }

    /// Writes the time of day and the signature that are due at this instant.
    fn note(&mut self, now: Instant) {
        if now >= self.note_due {
            self.note_wall();
            self.sign();
        } else if now >= self.look_due {
            self.look_at_wall();
        }
    }

    /// Writes the time of day into the journal.
    pub(super) fn note_wall(&mut self) {
        self.note_due = Instant::now() + NOTE_EVERY;
        if let Some(wall) = self.look() {
            self.append_wall(wall);
        }
    }

    /// Signs the records that were in the journal when it was opened. They were checked then, so they are signed at the
    /// start of the run, before anything else can happen. The public key is recorded first, and then a person's
    /// acceptance, if there is one.
    pub(super) fn sign_what_was_found(&mut self, accepted: Option<Accepted>) {
        let t_ms = self.hall.now_ms();
        self.append(Body::Key { t_ms, key: self.notary.public() });
        if let Some(accepted) = accepted {
            self.append(Body::Other { t_ms: Some(t_ms), text: accepted.emit(t_ms) });
        }
        self.notary.note(t_ms);
        self.sign();
    }

    /// Signs the journal, unless no record written since the last signature needs one.
    pub(super) fn sign(&mut self) {
        if self.notary.has_news() {
            let t_ms = self.hall.now_ms();
            let (seq, signed) = self.journal.sign(t_ms, self.notary.key());
            self.notary.signed();
            self.readers.note(Appended {
                seq,
                body: Body::Signed { t_ms, signed: Box::new(signed) },
                read_at: None,
            });
        }
    }

    /// Signs the journal before a record of this time is written, if an earlier record would otherwise have waited a
    /// minute for its signature. That can happen when the computer was suspended.
    pub(super) fn sign_in_time(&mut self, t_ms: Millis) {
        if self.notary.since_ms().is_some_and(|since_ms| t_ms >= since_ms.saturating_add(UNSIGNED_MAX_MS)) {
            self.journal.close_run();
            self.sign();
        }
    }

    /// Writes the time of day into the journal if it jumped.
    fn look_at_wall(&mut self) {
        if let Some(wall) = self.look().filter(|wall| wall.stepped_ms.is_some()) {
            self.append_wall(wall);
        }
    }

    fn look(&mut self) -> Option<WallTime> {
        self.look_due = Instant::now() + LOOK_EVERY;
        let clock = self.clock;
        self.wall.look(|| clock.now_ms())
    }

    fn append_wall(&mut self, wall: WallTime) {
        if let Some(stepped_ms) = wall.stepped_ms {
            report(&Trouble::ClockStepped { stepped_ms });
        }
        let t_ms = self.advance();
        self.append(Body::Wall { t_ms, wall });
    }
}
