//! The pass over the journal that makes a review.

use super::beliefs::Beliefs;
use super::{ClockRun, Happened, Logged, Review};
use crate::case::{Commanded, Limited, TimesOfDay};
use crate::happening::{Follow, Happening, What};
use board::{BoardEvent, ClockReading, Contents, LinkState, Millis, Reading, Timing};
use game::{GameEvent, PlyState, Reckoning, Standing};
use hall::{Body, TableNo};
use laws::Incident;
use shakmaty::Square;
use std::collections::BTreeMap;

/// The greatest number of entries of the log. A game of 200 plies has about 3,000.
const LOG_MAX: usize = 20_000;
/// The greatest number of commands. They come from people.
const SAID_MAX: usize = 1_000;
/// The greatest number of squares in which a reading of the whole board may differ and still tell of hands. If it differs
/// in more, the board was set up or not followed.
const HANDS_MAX: usize = 6;

/// Makes the review of a game. Feed it every record of the journal in order, then call `finish`.
#[derive(Debug)]
pub struct Reviewer {
    table: TableNo,
    game: u32,
    follow: Follow,
    times: TimesOfDay,
    /// What was known before the game; `None` until it begins.
    began: Option<Began>,
    squares: Option<Reading>,
    link: LinkState,
    /// Set while the board was not followed: its next reading tells of no hands.
    is_fresh: bool,
    is_on_board: bool,
    /// Set if the line may be another after this record.
    may_change: bool,
    /// Set if what the board tells now belongs to the game.
    is_ours: bool,
    timing: Timing,
    log: Limited<Logged>,
    /// The place in the log of the run of clock readings that goes on.
    clock: Option<usize>,
    last_clock: Option<(Millis, ClockRun)>,
    beliefs: Beliefs,
    incidents: BTreeMap<u32, Incident>,
    said: Limited<Commanded>,
}

#[derive(Debug)]
struct Began {
    squares: Option<Reading>,
    link: LinkState,
    clock: Option<(Millis, ClockRun)>,
    start: Standing,
    t_ms: Millis,
}

impl Reviewer {
    /// Begins the review of a game at a table. `game` is the number under which it was published.
    pub fn new(table: TableNo, game: u32) -> Reviewer {
        Reviewer {
            table,
            game,
            follow: Follow::new(Some(table)),
            times: TimesOfDay::new(0),
            began: None,
            squares: None,
            link: LinkState::Down,
            is_fresh: true,
            is_on_board: false,
            may_change: false,
            is_ours: false,
            timing: Timing::DGT,
            log: Limited::default(),
            clock: None,
            last_clock: None,
            beliefs: Beliefs::default(),
            incidents: BTreeMap::new(),
            said: Limited::default(),
        }
    }

    /// Handles the next record.
    pub fn feed(&mut self, seq: u64, body: Body) {
        self.times.note(&body);
        let start_ms = match &body {
            Body::Start { t_ms, .. } => Some(*t_ms),
            _ => None,
        };
        let happenings = self.follow.feed(seq, body);
        let hall = self.follow.fold().hall();
        let Some(table) = hall.table(self.table) else { return };
        let now_ms = hall.now_ms();
        let was_on_board = self.is_on_board;
        self.is_on_board = table.game_number() == self.game;
        // A game that has left the board is told once more as it was left, and after each command about it.
        let is_told = |one: &Happening| matches!(&one.what, What::Command { command, .. } if command.game == Some(self.game));
        self.may_change = self.is_on_board || was_on_board || happenings.iter().any(is_told);
        if let Some(t_ms) = start_ms.filter(|_| self.is_on_board) {
            self.push(t_ms, seq, Happened::Started);
            self.is_fresh = true;
        }
        // The line is as it is after the whole record. It is told at the last instant at which it changed, so that no belief
        // is told earlier than it was held.
        let changes = |one: &&Happening| {
            one.game == self.game && matches!(&one.what, What::Game(event) if is_of_line(event))
        };
        let told_ms = happenings.iter().rfind(changes).map(|one| one.t_ms);
        let tells_line = happenings.iter().position(|one| changes(&one) && Some(one.t_ms) == told_ms);
        for (index, happening) in happenings.into_iter().enumerate() {
            if happening.game == self.game {
                self.begin(happening.t_ms);
            }
            if tells_line == Some(index) {
                self.tell_line(happening.t_ms, seq);
            }
            self.sort(happening);
        }
        if self.is_on_board {
            self.begin(now_ms);
        }
        self.tell_line(now_ms, seq);
    }

    /// Notes what was known when the game began, if it begins now.
    fn begin(&mut self, t_ms: Millis) {
        let hall = self.follow.fold().hall();
        let Some(score) =
            hall.table(self.table).filter(|_| self.began.is_none()).and_then(|it| it.game(self.game))
        else {
            return;
        };
        self.timing = hall.timing(self.table);
        self.began = Some(Began {
            squares: self.squares.clone(),
            link: self.link,
            clock: self.last_clock,
            start: score.start,
            t_ms,
        });
    }

    /// Returns the review. `Err` says why there is none.
    pub fn finish(mut self) -> Result<Review, String> {
        let fold = self.follow.finish();
        let hall = fold.hall();
        let table = hall
            .table(self.table)
            .ok_or_else(|| format!("the journal has no table {}; look with `topboard replay`", self.table))?;
        let score = table.game(self.game).ok_or_else(|| {
            let numbers: Vec<String> = table.numbers().iter().map(ToString::to_string).collect();
            format!("table {} has no game {}; its games are {}", self.table, self.game, numbers.join(", "))
        })?;
        let began = self.began.ok_or("the game never was on the board")?;
        self.beliefs.finish(&score);
        let last_ms = self.log.items.last().map_or(began.t_ms, |last| last.t_ms);
        self.log.left_out += self.said.left_out + self.beliefs.left_out;
        Ok(Review {
            table: self.table,
            game: self.game,
            players: score.tags.players.clone(),
            mode: score.start.mode(),
            timing: hall.timing(self.table),
            span_ms: (self.log.items.first().map_or(began.t_ms, |first| first.t_ms.min(began.t_ms)), last_ms),
            times: self.times,
            squares: began.squares,
            start: began.start,
            link: began.link,
            clock: began.clock,
            log: self.log,
            nodes: self.beliefs.nodes,
            line: self.beliefs.line,
            incidents: self.incidents.into_values().collect(),
            said: self.said.items,
            result: score.result,
        })
    }

    fn push(&mut self, t_ms: Millis, seq: u64, what: Happened) {
        if self.began.is_some() {
            // A board that remembered tells of earlier times. The log keeps the order in which the program came to know.
            let t_ms = self.log.items.last().map_or(t_ms, |last| last.t_ms.max(t_ms));
            self.log.push(Logged { t_ms, seq, what }, LOG_MAX);
        }
    }

    /// Tells how the line changed, if it did.
    fn tell_line(&mut self, t_ms: Millis, seq: u64) {
        let Some(table) = self.follow.fold().hall().table(self.table).filter(|_| self.may_change) else {
            return;
        };
        let changed = if self.is_on_board {
            self.beliefs.take(table.score())
        } else {
            table.game(self.game).and_then(|score| self.beliefs.take(&score))
        };
        if let Some((keep, nodes)) = changed.filter(|_| self.began.is_some()) {
            self.push(t_ms, seq, Happened::Line(keep, nodes));
        }
    }

    fn sort(&mut self, Happening { t_ms, seq, game, what, .. }: Happening) {
        match what {
            What::Board(event) => {
                self.is_ours = game == self.game;
                self.board(t_ms, seq, &event);
            }
            What::Incident(incident) => {
                // A new set-up of the hall counts incidents from 1 again, so the number alone is not enough.
                let known = self.incidents.get(&incident.no).is_some_and(|known| known.t_ms == incident.t_ms);
                if known || game == self.game {
                    if !known {
                        self.push(t_ms, seq, Happened::Incident(incident.no));
                    }
                    self.incidents.insert(incident.no, incident);
                }
            }
            What::Command { command, refusal, prepared_ms } => {
                if command.game.unwrap_or(game) == self.game {
                    let index = self.said.items.len();
                    self.said.push(Commanded { t_ms, seq, command, refusal, prepared_ms }, SAID_MAX);
                    if index < SAID_MAX {
                        self.push(t_ms, seq, Happened::Said(index));
                    }
                }
            }
            What::Game(event) if game == self.game => self.conclude(t_ms, seq, event),
            What::Game(_) => {}
        }
    }

    fn conclude(&mut self, t_ms: Millis, seq: u64, event: GameEvent) {
        if matches!(event, GameEvent::JoinedMidgame(_) | GameEvent::PutRight)
            && let Some(score) =
                self.follow.fold().hall().table(self.table).and_then(|table| table.game(self.game))
        {
            self.beliefs.restart();
            self.push(t_ms, seq, Happened::Array(score.start));
        }
        let is_settled = match &event {
            GameEvent::Ply { state, .. } => *state != PlyState::Completed,
            GameEvent::Asked { .. } | GameEvent::Irregular(_) => true,
            _ => false,
        };
        let weighed: Vec<Reckoning> = if is_settled && self.is_on_board {
            self.follow
                .fold()
                .hall()
                .table(self.table)
                .map(|table| table.reckonings(t_ms))
                .unwrap_or_default()
        } else {
            Vec::new()
        };
        self.push(t_ms, seq, Happened::Concluded(Box::new(event), weighed));
    }

    fn board(&mut self, t_ms: Millis, seq: u64, event: &BoardEvent) {
        match event {
            BoardEvent::Square { square, contents } => self.square(t_ms, seq, *square, *contents),
            BoardEvent::Reading(reading) => self.reading(t_ms, seq, reading),
            BoardEvent::Press(by) => self.sense(t_ms, seq, Happened::Press(*by)),
            BoardEvent::Flag(side) => self.sense(t_ms, seq, Happened::Flag(*side)),
            BoardEvent::Clock(reading) => self.clock(t_ms, seq, reading),
            BoardEvent::ResultPiece { square, outcome } => {
                self.sense(t_ms, seq, Happened::Marker(*square, *outcome))
            }
            BoardEvent::Gap { gap_ms } => self.lose(t_ms, seq, Happened::Gap(*gap_ms)),
            BoardEvent::Turned(_) => self.lose(t_ms, seq, Happened::Turned),
            BoardEvent::SidesUnknown => self.lose(t_ms, seq, Happened::SidesUnknown),
            BoardEvent::Link(state) if *state != self.link => {
                self.link = *state;
                if matches!(state, LinkState::Live | LinkState::Doubtful) {
                    self.sense(t_ms, seq, Happened::Link(*state));
                } else {
                    self.lose(t_ms, seq, Happened::Link(*state));
                }
            }
            BoardEvent::Link(_) | BoardEvent::Identity(_) | BoardEvent::Unknown { .. } => {}
        }
    }

    /// Enters what the board tells, if it belongs to the game.
    fn sense(&mut self, t_ms: Millis, seq: u64, what: Happened) {
        if self.is_ours {
            self.push(t_ms, seq, what);
        }
    }

    /// Notes that the board was not followed: its next reading tells of no hands.
    fn lose(&mut self, t_ms: Millis, seq: u64, what: Happened) {
        self.is_fresh = true;
        self.clock = None;
        self.sense(t_ms, seq, what);
    }

    fn reading(&mut self, t_ms: Millis, seq: u64, reading: &Reading) {
        let known = self.squares.clone();
        let differing: Vec<Square> =
            known.as_ref().map(|known| known.differing(reading).collect()).unwrap_or_default();
        if known.is_none() || self.is_fresh || differing.len() > HANDS_MAX {
            self.is_fresh = false;
            self.squares = Some(reading.clone());
            self.sense(t_ms, seq, Happened::Reading(reading.clone()));
            return;
        }
        for square in differing {
            self.square(t_ms, seq, square, reading.at(square));
        }
    }

    fn square(&mut self, t_ms: Millis, seq: u64, square: Square, now: Contents) {
        if let Some(known) = &mut self.squares {
            if known.at(square) == now {
                return;
            }
            known.set(square, now);
        }
        self.sense(t_ms, seq, Happened::Square(square, now));
    }

    fn clock(&mut self, t_ms: Millis, seq: u64, reading: &ClockReading) {
        self.last_clock = Some((t_ms, ClockRun::of(reading)));
        if !self.is_ours {
            return;
        }
        let step_ms = self.timing.quantum_ms;
        if let Some(Logged { t_ms: since_ms, what: Happened::Clock(run), .. }) =
            self.clock.and_then(|at| self.log.items.get_mut(at))
            && run.takes(t_ms.saturating_sub(*since_ms), reading, step_ms)
        {
            return;
        }
        self.clock = Some(self.log.items.len());
        self.sense(t_ms, seq, Happened::Clock(ClockRun::of(reading)));
    }
}

/// Returns whether the event tells of a change in the line.
fn is_of_line(event: &GameEvent) -> bool {
    matches!(event, GameEvent::Ply { .. } | GameEvent::Superseded { .. })
}
