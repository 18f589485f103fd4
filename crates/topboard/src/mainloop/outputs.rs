//! The hall's outputs, and where each of them goes.

use super::MainLoop;
use crate::terminal::log;
use board::Millis;
use hall::{Body, Output, Publication};

impl MainLoop {
    /// Empties the hall's outputs, and stamps publications with the hall's present time.
    pub(super) fn drain(&mut self) {
        self.drain_at(self.hall.now_ms());
    }

    /// Empties the hall's outputs: publications go into the journal, stamped with this time, bytes to the boards, the
    /// rest into the log.
    pub(super) fn drain_at(&mut self, t_ms: Millis) {
        if self.hall.has_news() {
            self.journal.close_run();
        }
        while let Some(output) = self.hall.poll() {
            self.pass_on(t_ms, output);
        }
        if self.notary.is_due() {
            self.sign();
        }
        self.outbox.collect(&self.hall, self.journal.appended_seq());
    }

    fn pass_on(&mut self, t_ms: Millis, output: Output) {
        // The hall gives publications before all other outputs, so the last appended record is the one that must be
        // safe before these other outputs are released.
        let seq = self.journal.appended_seq();
        match output {
            Output::Publish(publication) => self.publish(t_ms, publication),
            // Whoever prints games reads the journal.
            Output::Games(_) => {}
            Output::Transmit(transmit) => self.transmit(transmit),
            Output::GameEvent(table, t_ms, event) => {
                self.outbox.touch(table);
                log::game(table, t_ms, &event);
            }
            Output::Incident(table, incident) => {
                log::incident(table, &incident);
                self.outbox.incident(&self.hall, seq, table, incident);
            }
            Output::Notice(notice) => log::notice(&notice),
            Output::ClockAnswer(table, answer) => self.orders.note(table, answer),
            Output::Obeyed(table, t_ms, command) => self.outbox.said(&self.hall, seq, table, t_ms, command),
            Output::ArbiterTableChanged(table) => self.outbox.touch(table),
            Output::ClockRead(clock) => drop(self.clocks.insert(clock.table, clock)),
            // Only the making of a report puts a tee on a table, which copies the table's inputs.
            Output::TeeInput(..) => {}
        }
    }

    fn publish(&mut self, t_ms: Millis, publication: Publication) {
        self.notary.note_publication(t_ms, &publication);
        let seq = self.append(Body::Published { t_ms, publication: Box::new(publication.clone()) });
        self.outbox.published(seq, publication);
    }
}
