//! Orders about the event, and the beginning of a round in the journal.
//!
//! A round begins a file of the journal, which can be archived and erased by itself. So the file begins with all that
//! the fold needs of the files before it: the set-up, the whole event, and the ports that are open.

use super::{
    MainLoop,
    request::{CarriedOut, Done, Lacks, RoundChoice},
};
use crate::terminal::log::{Trouble, report};
use hall::{Body, HallSetup, Input, Refusal, Stamp};
use relay::{message::EventView, readiness::ReadyItem};
use tokio::sync::oneshot;
use tournament::{EventCommandJson, EventOrderJson, Plan, RoundNo};

impl MainLoop {
    /// Carries out a person's order about the event. The answer is given when the record is safe.
    pub(super) fn obey_event(&mut self, command: EventCommandJson, answer: oneshot::Sender<Done>) {
        if let Err(refusal) = self.hall.event_may_be_written(&command) {
            report(&Trouble::OrderRefused { refusal: &refusal });
            let _ = answer.send(Err(refusal));
            return;
        }
        if matches!(command.order, EventOrderJson::Open(_)) {
            self.begin_round();
        }
        let is_undo = matches!(command.order, EventOrderJson::Undo);
        let kept = if is_undo { self.hall.decided_since() } else { Vec::new() };
        let done = self.feed(&Input::Event(Box::new(command)), None);
        let done = done.map(|()| CarriedOut { kept, ..CarriedOut::default() });
        if done.is_ok() {
            // Results and pairings are what people sign.
            self.sign();
        }
        self.tell_done(self.journal.appended_seq(), answer, done);
    }

    /// Begins a file of the journal for a round.
    fn begin_round(&mut self) {
        let configured = self.hall.configured().cloned();
        self.advance();
        self.journal.begin_segment();
        if let Some(configured) = configured {
            // The round of the configuration is that of a hall without rounds in its event.
            let setup = HallSetup { round: String::new(), ..configured };
            self.feed_in_file(&Input::Setup(Box::new(setup)));
        }
        let order = EventOrderJson::State { event: Box::new(self.hall.event().to_json()) };
        self.feed_in_file(&Input::Event(Box::new(EventCommandJson { order, author: None, login: None })));
        // A board on which a game goes on is left alone: its file cannot be erased before the game is over.
        let is_idle = |link| {
            let table = self.hall.tables().find(|table| table.link() == Some(link));
            table.is_none_or(|table| !matches!(table.plan(), Plan::Play(_)))
        };
        let idle: Vec<_> =
            self.links.iter().filter(|(_, link)| is_idle(**link)).map(|(a, b)| (a.clone(), *b)).collect();
        for (port, link) in idle {
            let Some(maker) = self.hall.link(link).filter(|link| link.is_open()).map(hall::Link::maker)
            else {
                continue;
            };
            self.feed_in_file(&Input::Lost { link });
            self.feed_in_file(&Input::Opened { link, port: port.to_string(), maker });
        }
    }

    /// Feeds an input that belongs to the beginning of a file and cannot be refused.
    fn feed_in_file(&mut self, input: &Input) {
        let t_ms = self.advance();
        let seq = self.append(Body::from_input(t_ms, input));
        let _ = self.fold(Stamp { seq, t_ms }, input, None);
    }

    /// Returns what is missing before a round. Nothing changes.
    pub(super) fn lacks(&mut self, choice: &RoundChoice) -> Result<Lacks, Refusal> {
        self.advance();
        let round = self.chosen_round(choice)?;
        let round = round.as_ref().map(|(key, number)| (key.as_str(), *number));
        let items = self.hall.readiness(round).iter().map(ReadyItem::from).collect();
        let rounds = match round {
            Some((key, number)) => vec![(key.to_owned(), number)],
            None => self.hall.event().next_rounds(),
        };
        Ok(Lacks {
            rounds,
            items,
            health: self.keeping.health(),
            is_time_kept: self.wall.is_kept(),
            delay_ms: self.delay_ms,
            wanted_delay_minutes: self.hall.event().delay_minutes,
        })
    }

    /// Returns the round that somebody means; `None` for those that begin next.
    fn chosen_round(&self, choice: &RoundChoice) -> Result<Option<(String, RoundNo)>, Refusal> {
        let event = self.hall.event();
        let key = match (&choice.tournament, choice.round) {
            (None, None) => return Ok(None),
            (Some(key), _) => key,
            (None, Some(_)) => match event.tournaments.keys().collect::<Vec<_>>()[..] {
                [only] => only,
                _ => return Err(tournament::Refusal::NoTournament(String::new()).into()),
            },
        };
        let tournament = event.tournament(key)?;
        let round = choice.round.or_else(|| tournament.next_round());
        let round = round.ok_or(tournament::Refusal::NoRound(tournament.rounds_planned.saturating_add(1)))?;
        Ok(Some((key.clone(), round)))
    }

    /// Returns the event for the arbiters, if it changed and the change is safe.
    pub(super) fn release_event(&mut self) -> Option<EventView> {
        let event = self.hall.setup().map(EventView::of).filter(|event| *event != self.event)?;
        if self.journal.safe_seq() < self.journal.appended_seq() {
            return None;
        }
        self.event = event.clone();
        Some(event)
    }
}
