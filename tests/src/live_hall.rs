//! A hall with simulated tables on its links and the journal that it keeps: what the program does, without the program.

use board::{Maker, Millis};
use game::ClockFace;
use hall::{
    Body, Fold, Hall, HallSetup, Input, LinkNo, Notice, Output, Publication, Refusal, Stamp, TableNo,
};
use laws::Incident;
use sim::SimTable;
use std::collections::BTreeMap;
use tournament::{EventCommandJson, EventOrderJson, Plan};

pub(crate) struct LiveHall {
    pub(crate) hall: Hall,
    /// The boards, with the players who sit at them.
    pub(crate) boards: BTreeMap<LinkNo, SimTable>,
    /// The bodies of the journal, as written.
    pub(crate) journal: Vec<String>,
    pub(crate) t_ms: Millis,
    /// The publications that nobody has looked at yet.
    pub(crate) told: Vec<Publication>,
    /// The clock readings for everybody that nobody has looked at yet.
    pub(crate) clocks: Vec<(TableNo, ClockFace)>,
    /// The latest state of each incident, by table and number.
    pub(crate) incidents: BTreeMap<(TableNo, u32), Incident>,
}

impl LiveHall {
    /// Sets up a hall and plugs in its boards.
    pub(crate) fn new(setup: HallSetup, boards: BTreeMap<LinkNo, SimTable>) -> LiveHall {
        let mut live = LiveHall {
            hall: Hall::new(),
            boards,
            journal: Vec::new(),
            t_ms: 0,
            told: Vec::new(),
            clocks: Vec::new(),
            incidents: BTreeMap::new(),
        };
        let first = Body::Journal { program: "test".to_owned(), epoch: "e".to_owned(), segment: None };
        live.journal.push(first.emit());
        live.input(&Input::Start { program: "test".to_owned(), wall_ms: None });
        live.input(&Input::Setup(Box::new(setup)));
        live.plug_all();
        live
    }

    fn plug_all(&mut self) {
        let links: Vec<LinkNo> = self.boards.keys().copied().collect();
        for link in links {
            self.input(&Input::Opened { link, port: format!("port{link}"), maker: Maker::Dgt });
        }
    }

    /// Lets time pass.
    pub(crate) fn run(&mut self, ms: Millis) {
        let until = self.t_ms + ms;
        while self.t_ms < until {
            let boards = self.boards.values_mut().filter_map(SimTable::next_deadline).min();
            let due = boards.into_iter().chain(self.hall.next_deadline()).min().unwrap_or(until);
            self.t_ms = due.clamp(self.t_ms, until);
            self.hall.advance(self.t_ms);
            self.drain();
            self.hear();
        }
    }

    /// Takes in what the boards have to say.
    fn hear(&mut self) {
        let links: Vec<LinkNo> = self.boards.keys().copied().collect();
        for link in links {
            let now = self.t_ms;
            self.board(link).advance(now);
            while let Some(bytes) = self.board(link).poll_transmit() {
                self.input(&Input::Bytes { link, bytes });
            }
        }
    }

    pub(crate) fn board(&mut self, link: LinkNo) -> &mut SimTable {
        self.boards.get_mut(&link).expect("the board was plugged in")
    }

    /// Writes an input to the journal, and then carries it out.
    pub(crate) fn input(&mut self, input: &Input) {
        self.try_input(input).expect("it can be done");
    }

    pub(crate) fn try_input(&mut self, input: &Input) -> Result<(), Refusal> {
        self.hall.advance(self.t_ms);
        self.drain();
        self.journal.push(Body::from_input(self.t_ms, input).emit());
        let stamp = Stamp { seq: self.journal.len() as u64, t_ms: self.t_ms };
        let done = self.hall.handle(stamp, input);
        self.drain();
        done
    }

    /// Gives an order about the event, as the program does: one that is refused is not written.
    pub(crate) fn try_order(&mut self, json: &str) -> Result<(), Refusal> {
        let command = read_order(json);
        self.hall.event_may_be_written(&command)?;
        self.try_input(&Input::Event(Box::new(command)))
    }

    pub(crate) fn order(&mut self, json: &str) {
        if let Err(refusal) = self.try_order(json) {
            panic!("{json}: {refusal}");
        }
    }

    /// Writes what stands at the beginning of a round's file: the set-up, the whole event, and the open ports.
    pub(crate) fn begin_file(&mut self) {
        let configured = self.hall.configured().cloned().expect("the hall is set up");
        self.input(&Input::Setup(Box::new(HallSetup { round: String::new(), ..configured })));
        let order = EventOrderJson::State { event: Box::new(self.hall.event().to_json()) };
        self.input(&Input::Event(Box::new(EventCommandJson { order, author: None, login: None })));
        let is_played = |link: &LinkNo| {
            let table = self.hall.tables().find(|table| table.link() == Some(*link));
            table.is_some_and(|table| matches!(table.plan(), Plan::Play(_)))
        };
        let idle: Vec<LinkNo> = self.boards.keys().copied().filter(|link| !is_played(link)).collect();
        for link in idle {
            self.input(&Input::Lost { link });
            self.input(&Input::Opened { link, port: format!("port{link}"), maker: Maker::Dgt });
        }
    }

    /// Cuts the power after an order was written, before anything was published, and goes on from the journal.
    pub(crate) fn order_and_cut(&mut self, json: &str) {
        self.hall.advance(self.t_ms);
        self.drain();
        let input = Input::Event(Box::new(read_order(json)));
        self.journal.push(Body::from_input(self.t_ms, &input).emit());
        self.cut_power();
    }

    /// Cuts the power and goes on from the journal. The boards stand as they stand.
    pub(crate) fn cut_power(&mut self) {
        let folded = self.fold().finish();
        assert!(folded.divergences.is_empty(), "{:?}", folded.divergences);
        self.hall = folded.hall;
        self.drain();
        self.input(&Input::Start { program: "test".to_owned(), wall_ms: None });
        self.plug_all();
    }

    /// Folds the journal.
    pub(crate) fn fold(&self) -> Fold {
        let mut fold = Fold::new();
        for (line, seq) in self.journal.iter().zip(1..) {
            fold.feed(seq, Body::parse(line).expect("the journal is readable"));
        }
        fold
    }

    fn drain(&mut self) {
        while let Some(output) = self.hall.poll() {
            match output {
                Output::Publish(publication) => {
                    let body =
                        Body::Published { t_ms: self.t_ms, publication: Box::new(publication.clone()) };
                    self.journal.push(body.emit());
                    self.told.push(publication);
                }
                Output::Transmit(transmit) => {
                    let now = self.t_ms;
                    self.board(transmit.link).handle_bytes(now, &transmit.bytes);
                }
                Output::ClockRead(clock) if clock.is_public => self.clocks.push((clock.table, clock.face)),
                Output::Incident(table, incident) => {
                    self.incidents.insert((table, incident.no), incident);
                }
                Output::Notice(Notice::TableFaulted { why, .. } | Notice::LinkFaulted { why, .. }) => {
                    panic!("a mistake of ours was met: {why}");
                }
                _ => {}
            }
        }
    }
}

fn read_order(json: &str) -> EventCommandJson {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}
