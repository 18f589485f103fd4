//! The second pass over the journal: it sorts everything in the window into the lists of a case.

use super::clocks::Clocks;
use super::conceal::{Shown, shown};
use super::survey::plies_made;
use super::{
    Case, CaseWindow, Commanded, Handled, Limited, Move, RawRecord, Stand, Touch, conceal, order, words,
};
use crate::happening::Follow;
use crate::happening::{Happening, What};
use crate::ordered::Ordered;
use board::{BoardEvent, Contents, Millis, Reading, Time, Timing};
use game::{ClockFace, GameEvent, PlyNo, Score};
use hall::Body;
use hall::{HallSetup, LinkNo, Table};
use laws::Incident;
use shakmaty::{Color, Position, Square, san::SanPlus};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use tournament::{Event, GameNo, PairingNo};

/// The greatest number of entries in each list of a case: touches, moves, incidents, decisions, conclusions.
const LINES_MAX: usize = 2_000;
/// The greatest number of records that a case quotes.
const RECORDS_MAX: usize = 400;
/// The greatest number of programs named in a case. A journal is rarely written by more versions of the program.
const PROGRAMS_MAX: usize = 8;

/// Makes a case. Feed it every record of the journal in order, then call `finish`, which returns the case.
#[derive(Debug)]
pub struct Gather {
    window: CaseWindow,
    anonymous: bool,
    follow: Follow,
    programs: Vec<String>,
    /// The state of the table at the beginning of the window; `after` holds the state at its end. Each is `None` until
    /// that time is reached in the journal.
    before: Option<Seen>,
    after: Option<Seen>,
    link: Option<LinkNo>,
    timing: Timing,
    squares: Option<Reading>,
    touches: Limited<Touch>,
    clocks: Clocks,
    incidents: BTreeMap<u32, Incident>,
    decisions: Limited<Commanded>,
    orders: Vec<Ordered>,
    opinions: Limited<(Millis, GameEvent)>,
    records: Limited<RawRecord>,
    range: Option<RangeInclusive<u64>>,
}

/// The readings of board and clock at an instant, and the set-up.
#[derive(Debug, Clone, Default)]
struct Seen {
    reading: Option<Reading>,
    clock: Option<ClockFace>,
    setup: Option<HallSetup>,
}

impl Gather {
    /// Begins a case for this window. If `anonymous` is set, names are concealed.
    pub fn new(window: CaseWindow, anonymous: bool) -> Gather {
        Gather {
            follow: Follow::new(Some(window.table)),
            window,
            anonymous,
            programs: Vec::new(),
            before: None,
            after: None,
            link: None,
            timing: Timing::DGT,
            squares: None,
            touches: Limited::default(),
            clocks: Clocks::default(),
            incidents: BTreeMap::new(),
            decisions: Limited::default(),
            orders: Vec::new(),
            opinions: Limited::default(),
            records: Limited::default(),
            range: None,
        }
    }

    /// Handles the next record: its number, its line copied from the journal, and its body.
    pub fn feed(&mut self, seq: u64, line: &str, body: Body) {
        if let Some(t_ms) = body.t_ms() {
            if t_ms >= self.window.from_ms && self.before.is_none() {
                let seen = self.seen();
                self.squares.clone_from(&seen.reading);
                self.before = Some(seen);
            }
            if t_ms > self.window.to_ms && self.after.is_none() {
                self.after = Some(self.seen());
            }
        }
        if let Body::Start { program, .. } = &body
            && !self.programs.contains(program)
            && self.programs.len() < PROGRAMS_MAX
        {
            self.programs.push(program.clone());
        }
        self.keep(seq, line, &body);
        let happenings = self.follow.feed(seq, body);
        self.orders.extend(self.follow.take_order());
        for happening in happenings {
            self.sort(happening);
        }
    }

    /// Returns the numbers of the first and the last record in the window, whichever table they are about; `None` if
    /// the window holds no record.
    pub fn range(&self) -> Option<RangeInclusive<u64>> {
        self.range.clone()
    }

    /// Returns the case. `Err` says why no case can be made.
    pub fn finish(mut self) -> Result<Case, String> {
        let after = self.after.take().unwrap_or_else(|| self.seen());
        let before = self.before.take().unwrap_or_default();
        let fold = self.follow.finish();
        let table = fold.hall().table(self.window.table).ok_or("the table is not in the journal")?;
        let games = table.games();
        let score = games
            .iter()
            .find(|score| score.number == self.window.game)
            .ok_or("the game is older than the games that are kept")?;
        let mut hall = before.setup.clone().or_else(|| fold.hall().setup().cloned()).unwrap_or_default();
        let orders =
            orders(self.orders, &self.window, pairing_of(&self.window, fold.hall().event()).as_ref());
        let plies_after = plies_made(score, self.window.to_ms).max(self.window.plies_before);
        order::place(&mut self.touches.items);
        let mut incidents =
            incidents(self.incidents, &self.window, self.window.plies_before..=plies_after + 1);
        let mut players = score.tags.players.clone();
        if self.anonymous {
            let names = conceal::Names::of(&players);
            self.decisions.items.iter_mut().for_each(|decision| names.conceal(&mut decision.command));
            let phrases = incidents.items.iter_mut().flat_map(|incident| &mut incident.phrases);
            phrases.for_each(|phrase| phrase.change_words(&|text| names.conceal_text(text)));
            players = Default::default();
            hall.tables.clear();
        }
        Ok(Case {
            players,
            anonymous: self.anonymous,
            board: board_of(table, fold.hall()),
            programs: self.programs,
            epoch: fold.finish().epoch.unwrap_or_default(),
            timing: self.timing,
            mode: score.start.mode(),
            before: stand(score, self.window.from_ms, self.window.plies_before, before),
            after: stand(score, self.window.to_ms, plies_after, after),
            touches: self.touches,
            moves: moves(score, self.timing, self.window.plies_before, plies_after),
            clocks: self.clocks.finish(),
            incidents,
            decisions: self.decisions,
            orders,
            opinions: self.opinions,
            records: self.records,
            result: score.result,
            window: self.window,
            hall,
        })
    }

    fn sees(&self, t_ms: Millis) -> bool {
        (self.window.from_ms..=self.window.to_ms).contains(&t_ms)
    }

    fn seen(&self) -> Seen {
        let hall = self.follow.fold().hall();
        let Some(table) = hall.table(self.window.table) else { return Seen::default() };
        let link = table.link().and_then(|link| hall.link(link));
        Seen {
            reading: link.and_then(|link| link.reading().cloned()),
            clock: table.score().clock,
            setup: hall.setup().cloned(),
        }
    }

    /// Keeps the line of a record if the record is in the window and concerns the table.
    fn keep(&mut self, seq: u64, line: &str, body: &Body) {
        if matches!(body, Body::Erased { .. }) {
            return;
        }
        let Some(t_ms) = body.t_ms().filter(|t_ms| self.sees(*t_ms)) else { return };
        debug_assert!(t_ms <= self.window.to_ms);
        let first = self.range.as_ref().map_or(seq, |range| *range.start());
        self.range = Some(first..=seq);
        self.link = self.follow.fold().hall().table(self.window.table).and_then(Table::link).or(self.link);
        let is_ours = match body {
            Body::Bytes { link, .. } | Body::Opened { link, .. } | Body::Lost { link, .. } => {
                self.link == Some(*link)
                    || self.follow.fold().hall().table_of_clock(*link) == Some(self.window.table)
            }
            Body::Again { run, .. } => run.iter().any(|again| self.link == Some(again.link)),
            Body::Command { table, .. } => *table == self.window.table,
            Body::Published { publication, .. } => publication.table == self.window.table,
            Body::Start { .. }
            | Body::Setup { .. }
            | Body::Wall { .. }
            | Body::Signed { .. }
            | Body::Key { .. }
            | Body::Held { .. } => true,
            // An order about the event is about other tables, too; what it made of this one follows it.
            Body::Event { .. }
            | Body::Journal { .. }
            | Body::Erased { .. }
            | Body::Safe { .. }
            | Body::Other { .. } => false,
        };
        if is_ours {
            let shown = if self.anonymous { shown(body) } else { Shown::AsItStands };
            let (line, concealed) = match shown {
                Shown::AsItStands => (Some(line.to_owned()), false),
                Shown::Concealed(text) => (Some(text), true),
                Shown::Hidden => (None, true),
            };
            self.records.push(RawRecord { seq, line, concealed }, RECORDS_MAX);
        }
    }

    fn sort(&mut self, happening: Happening) {
        let Happening { t_ms, seq, game, what, .. } = happening;
        if let What::Incident(incident) = what {
            if game == self.window.game {
                self.incidents.insert(incident.no, incident);
            }
            return;
        }
        if !self.sees(t_ms) {
            return;
        }
        self.timing = self.follow.fold().hall().timing(self.window.table);
        match what {
            What::Board(event) => self.board(t_ms, seq, &event),
            What::Command { command, refusal, prepared_ms } => {
                self.decisions.push(Commanded { t_ms, seq, command, refusal, prepared_ms }, LINES_MAX);
            }
            What::Game(event) if is_opinion(&event) => self.opinions.push((t_ms, event), LINES_MAX),
            What::Game(_) | What::Incident(_) => {}
        }
    }

    fn board(&mut self, t_ms: Millis, seq: u64, event: &BoardEvent) {
        match event {
            BoardEvent::Square { square, contents } => self.square(t_ms, seq, *square, *contents),
            BoardEvent::Reading(reading) => {
                if self.squares.is_none() {
                    self.squares = Some(reading.clone());
                }
                for square in Square::ALL {
                    self.square(t_ms, seq, square, reading.at(square));
                }
            }
            BoardEvent::ResultPiece { square, .. } => self.square(t_ms, seq, *square, Contents::Occupied),
            BoardEvent::Press(by) => self.touch(self.timing.of_press(t_ms), seq, Handled::Press(*by)),
            BoardEvent::Flag(side) => self.touch(self.timing.of_flag(t_ms), seq, Handled::Flag(*side)),
            BoardEvent::Gap { gap_ms } => self.touch(Time::exact(t_ms), seq, Handled::Gap(*gap_ms)),
            BoardEvent::Clock(reading) => self.clocks.see(t_ms, reading),
            _ => {}
        }
    }

    /// Notes the reading of a square. The reading is listed as a touch if the square read something else before.
    fn square(&mut self, t_ms: Millis, seq: u64, square: Square, now: Contents) {
        let before = self.squares.as_ref().map(|reading| reading.at(square));
        if before == Some(now) {
            return;
        }
        if let Some(reading) = &mut self.squares {
            reading.set(square, now);
        }
        self.touch(self.timing.of_square(t_ms), seq, Handled::Square { square, before, now });
    }

    fn touch(&mut self, time: Time, seq: u64, what: Handled) {
        self.touches.push(Touch { time, seq, what, place: (0, 0) }, LINES_MAX);
    }
}

/// Returns whether the event is listed among the conclusions. All events are, except the states of plies, which are
/// shown with the moves.
fn is_opinion(event: &GameEvent) -> bool {
    !matches!(event, GameEvent::Ply { .. })
}

/// Returns the incidents that were found, found again or closed in the window, or that are about plies made in the
/// window.
fn incidents(
    all: BTreeMap<u32, Incident>,
    window: &CaseWindow,
    plies: RangeInclusive<usize>,
) -> Limited<Incident> {
    let sees = |t_ms: Millis| (window.from_ms..=window.to_ms).contains(&t_ms);
    let mut found = Limited::default();
    for incident in all.into_values() {
        let is_found = sees(incident.t_ms) || sees(incident.last_ms());
        let is_here = is_found || incident.closed_ms.is_some_and(sees);
        let ply = PlyNo::or_zero(incident.ply);
        if is_here || (ply > *plies.start() && plies.contains(&ply)) {
            found.push(incident, LINES_MAX);
        }
    }
    found
}

/// Returns the pairing whose game is that of the window.
fn pairing_of(window: &CaseWindow, event: &Event) -> Option<PairingNo> {
    let wanted = GameNo { table: window.table, game: window.game };
    event.tournaments.iter().find_map(|(key, tournament)| {
        tournament.rounds.iter().find_map(|(round, it)| {
            let (board, _) = it.pairings.iter().find(|(_, pairing)| pairing.game == Some(wanted))?;
            Some(PairingNo { key: key.clone(), round: *round, board: *board })
        })
    })
}

/// Returns the orders about the pairing and its round, and those about the table in the window. Who entered or corrected
/// a result matters, however late it was.
fn orders(all: Vec<Ordered>, window: &CaseWindow, at: Option<&PairingNo>) -> Limited<Ordered> {
    let sees = |t_ms: Millis| (window.from_ms..=window.to_ms).contains(&t_ms);
    let mut found = Limited::default();
    for ordered in all {
        let is_of_pairing = at.is_some_and(|at| ordered.about.is_about(at));
        if is_of_pairing || (sees(ordered.t_ms) && ordered.about.tables.contains(&window.table)) {
            found.push(ordered, LINES_MAX);
        }
    }
    found
}

fn stand(score: &Score, t_ms: Millis, plies: usize, seen: Seen) -> Stand {
    let clock = seen.clock.map(|face| (face.at(t_ms), face.running));
    Stand { t_ms, plies, standing: score.after(plies).clone(), reading: seen.reading, clock }
}

fn moves(score: &Score, timing: Timing, from: usize, until: usize) -> Limited<Move> {
    let mut moves = Limited::default();
    for index in from..until {
        let (ply, before) = (&score.plies[index], score.after(index));
        let legal = ply.played.legal().zip(before.position());
        let text = match legal {
            Some((mv, position)) => SanPlus::from_move(position.clone(), mv).to_string(),
            None => words::played(&ply.played, score.start.mode()),
        };
        let number = before.position().map_or(before.setup().fullmoves, |position| position.fullmoves());
        moves.push(
            Move {
                ply: index + 1,
                number: (number.get(), before.turn()),
                text,
                legal: legal.is_some(),
                touched: timing.of_square(ply.touched_ms),
                made: timing.of_square(ply.made_ms),
                pressed: score.press_ms(index).map(|t_ms| timing.of_press(t_ms)),
                left_ms: ply.left_ms,
                state: ply.state,
                reason: ply.reason,
                estimated: ply.estimated,
            },
            LINES_MAX,
        );
    }
    moves
}

fn board_of(table: &Table, hall: &hall::Hall) -> Option<String> {
    let link = hall.link(table.link()?)?;
    let serial = link.identity().serial.as_deref();
    Some(match serial {
        Some(serial) => format!("serial number {serial}, on {}", link.port()),
        None => format!("on {}", link.port()),
    })
}

/// Returns the colour of a side, in a word.
pub(super) fn side(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}
