//! The requests of pages and people to the main loop.

use super::MainLoop;
use crate::{
    arbiter::{self, Freeze, ReadAs, Signature},
    mainloop::request::{Answer, AnswerWord, Ask, Figures},
};
use game::{CommandJson, OrderJson};
use hall::{Body, Input, PublicLink};
use relay::rounds::EventState;
use tournament::EventCommandJson;

impl MainLoop {
    /// Carries out a request, or answers its question.
    pub(super) fn answer(&mut self, ask: Ask) {
        match ask {
            Ask::Freeze(order) => self.freeze(order),
            Ask::Read(ReadAs { table, form, from_ply, text, answer }) => {
                // If the asker has gone, the answer is dropped.
                let _ = answer.send(arbiter::read_as(&self.hall, table, form, from_ply, &text));
            }
            Ask::Event { command, answer } => self.obey_event(*command, answer),
            Ask::WouldTake { order, answer } => {
                let command = EventCommandJson { order: *order, author: None, login: None };
                let _ = answer.send(self.hall.event_may_be_written(&command));
            }
            Ask::EventState(answer) => {
                let _ = answer.send(Box::new(EventState::of(&self.hall)));
            }
            Ask::WholeEvent(answer) => {
                let _ = answer.send(Box::new(self.hall.event().clone()));
            }
            Ask::IsPlain { table, game, answer } => {
                let table = self.hall.table(table);
                // What is refused for another reason is refused later.
                let _ = answer.send(table.is_none_or(|table| table.is_plain(game)));
            }
            Ask::Ready { round, answer } => {
                let _ = answer.send(self.lacks(&round));
            }
            Ask::Access(access) => self.note_access(&access),
            Ask::Figures(answer) => {
                let _ = answer.send(self.figures());
            }
            Ask::Command { table, command, answer } => {
                self.obey(table, *command, answer);
            }
        }
    }

    /// Writes into the journal who looked at what, or whose password was set. No game depends on it.
    fn note_access(&mut self, access: &str) {
        let t_ms = self.advance();
        self.append(Body::Other { t_ms: Some(t_ms), text: format!("{{\"t\":{t_ms},\"access\":{access}}}") });
        self.notary.note(t_ms);
    }

    fn figures(&self) -> Figures {
        let count =
            |is: fn(PublicLink) -> bool| self.hall.tables().filter(|table| is(table.public_link())).count();
        Figures {
            now_ms: self.clock.now_ms(),
            appended: self.journal.appended_seq(),
            safe: self.journal.safe_seq(),
            waiting_bytes: self.journal.waiting_bytes(),
            live: count(|link| link == PublicLink::Live),
            lost: count(|link| matches!(link, PublicLink::Lost { .. })),
            absent: count(|link| link == PublicLink::Absent),
        }
    }

    /// Records the state of a table in the journal, as a note in the name of the person who asks. The answer is given
    /// when the note is safe.
    fn freeze(&mut self, Freeze { table, signature, answer }: Freeze) {
        let _ = self.advance();
        let done = arbiter::freeze(&self.hall, table, self.journal.appended_seq(), &self.journal.head())
            .and_then(|text| {
                let order = OrderJson::Note { text: text.clone() };
                let Signature { author, login } = signature;
                let command = CommandJson { order, game: None, author: Some(author), login, staged: None };
                self.feed(&Input::Command { table, command }, None).map(|()| text)
            });
        let seq = self.journal.appended_seq();
        self.answers.push_back(Answer { seq, word: AnswerWord::Freeze(answer, done) });
    }
}
