//! The main loop's side of the arbiter's listener: collects what happened and reports it to arbiters and operators once it is
//! safe in the journal. It also answers the questions that only the hall can answer.

use super::{ArbiterRelease, OperatorRelease, Signature};
use board::{Millis, Timing};
use game::{
    ClockFace, CommandJson, PlyNo, PlyState, Score,
    notation::{Form, Misread, sheet, spell},
};
use hall::{Folded, Hall, Output, Publication, ReadClock, Refusal, TableNo};
use laws::Incident;
use relay::{arbiter::News, message::EventView, operator::OperatorNews};
use shakmaty::{Color, Move, Position, uci::UciMove};
use std::{
    collections::{BTreeSet, VecDeque},
    iter,
};
use tokio::sync::{mpsc, oneshot};

/// The channels to the hubs of the staff.
#[derive(Debug)]
pub struct StaffHubs {
    /// The hub of arbiters.
    pub arbiters: mpsc::Sender<ArbiterRelease>,
    /// The hub of operators and organisers.
    pub operators: mpsc::Sender<OperatorRelease>,
}

/// The news that waits to be sent to the arbiters and the operators.
#[derive(Debug)]
pub struct Outbox {
    hubs: Option<StaffHubs>,
    touched: BTreeSet<TableNo>,
    unreleased: VecDeque<(u64, News)>,
    for_operators: VecDeque<(u64, OperatorNews)>,
    /// The last record whose news was sent before the record was safe. `saved` is the record up to which the journal
    /// was last reported safe.
    unsaved: Option<u64>,
    saved: u64,
    /// The event, if the arbiters do not know it yet.
    event: Option<EventView>,
}

impl Outbox {
    /// Creates an outbox that sends to these hubs. Without hubs it keeps nothing.
    pub fn new(hubs: Option<StaffHubs>) -> Outbox {
        Outbox {
            hubs,
            touched: BTreeSet::new(),
            unreleased: VecDeque::new(),
            for_operators: VecDeque::new(),
            unsaved: None,
            saved: 0,
            event: None,
        }
    }

    /// Notes that the table changed.
    pub fn touch(&mut self, table: TableNo) {
        self.touched.insert(table);
    }

    /// Notes what everybody may see of a table from record `seq` on.
    pub fn published(&mut self, seq: u64, publication: Publication) {
        self.touched.insert(publication.table);
        if self.hubs.is_some() {
            self.for_operators.push_back((seq, OperatorNews::published(publication)));
        }
    }

    /// Notes that an incident opened, changed or closed.
    pub fn incident(&mut self, hall: &Hall, seq: u64, table: TableNo, incident: Incident) {
        // The counts and the adjournment of the table change with an incident.
        self.touched.insert(table);
        if let Some(entry) = hall.table(table) {
            self.unreleased.push_back((seq, News::incident(entry, incident)));
        }
    }

    /// Notes that a person's command was carried out.
    pub fn said(&mut self, hall: &Hall, seq: u64, table: TableNo, t_ms: Millis, command: CommandJson) {
        self.touched.insert(table);
        if let Some(entry) = hall.table(table) {
            self.unreleased.push_back((seq, News::said(entry, t_ms, command)));
        }
    }

    /// Collects the present state of the changed tables. The state may be sent once record `seq` is safe.
    pub fn collect(&mut self, hall: &Hall, seq: u64) {
        let touched = std::mem::take(&mut self.touched);
        if self.hubs.is_none() {
            self.unreleased.clear();
            return;
        }
        for table in touched.into_iter().filter_map(|table| hall.table(table)) {
            let timing = hall.timing(table.number());
            self.unreleased.push_back((seq, News::table(table, timing)));
            self.for_operators.push_back((seq, OperatorNews::upkeep(hall, table)));
        }
    }

    /// Notes that the event is another, for example because a round began.
    pub fn name_event(&mut self, event: Option<EventView>) {
        self.event = event.or(self.event.take()).filter(|_| self.hubs.is_some());
    }

    /// Returns whether no news waits for the disk.
    pub fn is_told(&self) -> bool {
        self.unreleased.is_empty() && self.for_operators.is_empty() && self.unsaved.is_none()
    }

    /// Sends the news that is safe, and the clock readings. While the disk takes nothing, also sends the other news,
    /// marked as not yet safe, because the arbiter has to act on it now.
    pub async fn tell(&mut self, safe_seq: u64, clocks: &[ReadClock], is_holding: bool) {
        self.tell_operators(safe_seq, clocks).await;
        let Some(StaffHubs { arbiters: hub, .. }) = &self.hubs else { return };
        let count = if is_holding {
            self.unreleased.len()
        } else {
            self.unreleased.iter().take_while(|(seq, _)| *seq <= safe_seq).count()
        };
        let saved = self.unsaved.filter(|_| safe_seq > self.saved).map(|_| safe_seq);
        if count == 0 && clocks.is_empty() && saved.is_none() && self.event.is_none() {
            return;
        }
        self.saved = safe_seq;
        self.unsaved = self.unsaved.filter(|unsaved| *unsaved > safe_seq);
        let mut news = Vec::with_capacity(count);
        for (seq, one) in self.unreleased.drain(..count) {
            let is_safe = seq <= safe_seq;
            news.push(if is_safe { one } else { one.unsaved(seq) });
            self.unsaved = if is_safe { self.unsaved } else { self.unsaved.max(Some(seq)) };
        }
        let clocks = clocks.iter().map(|clock| (clock.table, clock.face)).collect();
        // The hub only updates its own state; it never waits for a page.
        let event = self.event.take();
        if hub.send(ArbiterRelease { news, clocks, saved, event }).await.is_err() {
            tracing::debug!("no arbiter is told any more");
        }
    }

    /// Sends operators the news that is safe, and the clock readings.
    async fn tell_operators(&mut self, safe_seq: u64, clocks: &[ReadClock]) {
        let Some(StaffHubs { operators, .. }) = &self.hubs else { return };
        let count = self.for_operators.iter().take_while(|(seq, _)| *seq <= safe_seq).count();
        if count == 0 && clocks.is_empty() && self.event.is_none() {
            return;
        }
        let news = self.for_operators.drain(..count).map(|(_, one)| one).collect();
        let public = clocks.iter().filter(|clock| clock.is_public);
        let clocks = public.map(|clock| (clock.table, clock.face)).collect();
        if operators.send(OperatorRelease { news, clocks, event: self.event.clone() }).await.is_err() {
            tracing::debug!("no operator is told any more");
        }
    }
}

/// Returns the news for operators from a folded journal: how each table's board, clock and sensors are.
pub fn kept_up(hall: &Hall) -> Vec<OperatorNews> {
    hall.tables().map(|table| OperatorNews::upkeep(hall, table)).collect()
}

/// Returns the news for arbiters from a folded journal: the state of the tables, the incidents, people's commands. All
/// other output of the fold was logged when it happened, and is dropped.
pub fn known(folded: &mut Folded) -> Vec<News> {
    let occurrences: Vec<Output> = iter::from_fn(|| folded.poll()).collect();
    let hall = &folded.hall;
    let tables = hall.tables().map(|table| News::table(table, hall.timing(table.number())));
    let later = occurrences.into_iter().filter_map(|output| match output {
        Output::Incident(table, incident) => Some(News::incident(hall.table(table)?, incident)),
        Output::Obeyed(table, t_ms, command) => Some(News::said(hall.table(table)?, t_ms, command)),
        _ => None,
    });
    tables.chain(later).collect()
}

/// A request to record the state of a table.
#[derive(Debug)]
pub struct Freeze {
    /// The table.
    pub table: TableNo,
    /// The person who asks for the record.
    pub signature: Signature,
    /// The channel for the record of the table, once the record is safe in the journal.
    pub answer: oneshot::Sender<Result<String, Refusal>>,
}

/// A request to parse moves from text.
#[derive(Debug)]
pub struct ReadAs {
    /// The table.
    pub table: TableNo,
    /// The notation the moves are written in.
    pub form: Form,
    /// The ply number of the first move.
    pub from_ply: usize,
    /// The text of the moves.
    pub text: String,
    /// The channel for the parsed moves, each in UCI and in SAN.
    pub answer: oneshot::Sender<Result<Vec<(String, String)>, ReadRefusal>>,
}

/// The reason why moves could not be parsed.
#[derive(Debug)]
pub enum ReadRefusal {
    /// The text is not a sequence of moves that continues this game.
    Misread(Misread),
    /// The game has no ply with the requested number to begin at.
    NoPlace(Refusal),
}

/// Returns the record of a table before the arbiter puts anything right (8.5.3 of the FIDE Laws): position, times,
/// whose clock runs, moves completed. `seq` and `head` identify the state of the journal at that time.
pub fn freeze(hall: &Hall, table: TableNo, seq: u64, head: &str) -> Result<String, Refusal> {
    let entry = hall.table(table).ok_or(Refusal::NoTable(table))?;
    let score = entry.score();
    let clock = score.clock.as_ref().map_or("The clock was not read.".to_owned(), |face| {
        clock_words(face, hall.timing(table), hall.now_ms())
    });
    let last = score.plies.len().checked_sub(1).map_or("No move was made.".to_owned(), |index| {
        let number = score.after(index).setup().fullmoves;
        let dots = score.mover(index).fold_wb(".", "...");
        format!("Last move {number}{dots} {}.", spell(Form::San, score, index))
    });
    Ok(format!(
        "Freeze record. Game {}. Position {}. {clock} Moves completed: White {}, Black {}. {last} Journal: record {seq}, \
         head {head}.",
        entry.game_number(),
        score.standing().fen(),
        completed(score, Color::White),
        completed(score, Color::Black),
    ))
}

/// Returns both clocks at `t_ms` in words. Of the time that runs the reading says little a second later: it is counted on.
fn clock_words(face: &ClockFace, timing: Timing, t_ms: Millis) -> String {
    let left_ms = face.at(t_ms);
    let of = |side: Color| match face.running == Some(side) {
        true => timing.of_running(left_ms[side]),
        false => timing.of_reading(left_ms[side]),
    };
    let age_ms = t_ms.saturating_sub(face.read_ms);
    let age = format!("{}.{} s before", age_ms / 1000, age_ms % 1000 / 100);
    let read = match face.running {
        Some(side) => format!("counted on from a reading {age}; {side}'s clock was running"),
        None => format!("read {age}; both clocks were stopped"),
    };
    format!("White's clock {}, Black's clock {}, {read}.", of(Color::White), of(Color::Black))
}

/// Parses moves that continue a table's game; the first of them is ply `from_ply`.
pub fn read_as(
    hall: &Hall,
    table: TableNo,
    form: Form,
    from_ply: usize,
    text: &str,
) -> Result<Vec<(String, String)>, ReadRefusal> {
    let no = ReadRefusal::NoPlace;
    let entry = hall.table(table).ok_or(no(Refusal::NoTable(table)))?;
    let score = entry.score();
    let ply = PlyNo::new(from_ply).ok_or(no(game::Refusal::NoPlyZero.into()))?;
    let (kept, plies) = (ply.index(), score.plies.len());
    if kept > plies {
        return Err(no(game::Refusal::NoPly { ply, plies }.into()));
    }
    let standing = score.after(kept);
    let position =
        standing.position().ok_or_else(|| no(game::Refusal::NoMoveFollows { fen: standing.fen() }.into()))?;
    let read = sheet::read(form, position, text);
    if let Some(misread) = read.misread {
        return Err(ReadRefusal::Misread(misread));
    }
    let mut position = position.clone();
    let both_names = |mv: Move| {
        let san = Form::San.write(&position, mv);
        position.play_unchecked(mv);
        (UciMove::from_move(mv, standing.mode()).to_string(), san)
    };
    Ok(read.plies.iter().map(|ply| ply.mv).map(both_names).collect())
}

fn completed(score: &Score, color: Color) -> usize {
    let is_completed =
        |index: &usize| score.mover(*index) == color && score.plies[*index].state == PlyState::Completed;
    (0..score.plies.len()).filter(is_completed).count()
}

#[cfg(test)]
mod tests {
    use super::clock_words;
    use board::Timing;
    use game::ClockFace;
    use shakmaty::{ByColor, Color};

    #[test]
    fn the_time_that_runs_is_counted_on_to_the_freeze() {
        let left_ms = ByColor { white: 183_000, black: 186_000 };
        let mut face = ClockFace { left_ms, running: Some(Color::White), read_ms: 10_000 };
        assert_eq!(
            clock_words(&face, Timing::DGT, 10_760),
            "White's clock 0:03:02.2 −0.1/+1.0 s, Black's clock 0:03:06.0 −0.0/+1.0 s, counted on from a reading 0.7 s \
             before; white's clock was running."
        );
        face.running = None;
        assert_eq!(
            clock_words(&face, Timing::DGT, 70_000),
            "White's clock 0:03:03.0 −0.0/+1.0 s, Black's clock 0:03:06.0 −0.0/+1.0 s, read 60.0 s before; both clocks \
             were stopped."
        );
    }
}
