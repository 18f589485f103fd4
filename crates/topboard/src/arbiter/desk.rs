//! The main loop's side of the door: what happened and may be told to arbiters once it is safe, and what they ask of
//! the hall itself.

use super::ArbiterRelease;
use game::{
    PlyState, Score,
    notation::{Form, Misread, sheet, spell},
};
use hall::{Hall, ReadClock, Table, TableNo};
use laws::Incident;
use relay::arbiter::News;
use shakmaty::{Color, Move, Position, uci::UciMove};
use std::{
    collections::{BTreeSet, VecDeque},
    fmt,
};
use tokio::sync::{mpsc, oneshot};

/// What waits to be told to the arbiters.
#[derive(Debug)]
pub struct Desk {
    hub: Option<mpsc::Sender<ArbiterRelease>>,
    touched: BTreeSet<TableNo>,
    unreleased: VecDeque<(u64, News)>,
    /// The last record of what was told before it was safe, and up to where what was so told is known to be.
    unsaved: Option<u64>,
    saved: u64,
}

impl Desk {
    /// A desk that tells this hub; one without a hub keeps nothing.
    pub fn new(hub: Option<mpsc::Sender<ArbiterRelease>>) -> Desk {
        Desk { hub, touched: BTreeSet::new(), unreleased: VecDeque::new(), unsaved: None, saved: 0 }
    }

    /// The table changed.
    pub fn touch(&mut self, table: TableNo) {
        self.touched.insert(table);
    }

    /// An incident opened, changed or closed.
    pub fn incident(&mut self, hall: &Hall, seq: u64, table: TableNo, incident: Incident) {
        // The counts and the adjournment change with it.
        self.touched.insert(table);
        if let Some(entry) = hall.table(table) {
            self.unreleased.push_back((seq, News::incident(entry, incident)));
        }
    }

    /// Takes what people said and how the touched tables stand now. It may be told when this record is safe.
    pub fn collect(&mut self, hall: &mut Hall, seq: u64) {
        while let Some((table, t_ms, command)) = hall.poll_obeyed() {
            self.touched.insert(table);
            if let Some(entry) = hall.table(table) {
                self.unreleased.push_back((seq, News::said(entry, t_ms, command)));
            }
        }
        self.touched.extend(std::iter::from_fn(|| hall.poll_desk()));
        let touched = std::mem::take(&mut self.touched);
        let tables = touched.into_iter().filter_map(|table| hall.table(table));
        let news = |table: &Table| News::table(table, hall.timing(table.number()));
        self.unreleased.extend(tables.map(|table| (seq, news(table))));
        if self.hub.is_none() {
            self.unreleased.clear();
        }
    }

    /// Whether nothing waits for the disk.
    pub fn is_told(&self) -> bool {
        self.unreleased.is_empty() && self.unsaved.is_none()
    }

    /// Tells what is safe, and the clocks. While the disk takes nothing the rest is told, too, and says that it is not
    /// safe: the arbiter has to act on it now.
    pub async fn tell(&mut self, safe_seq: u64, clocks: &[ReadClock], is_holding: bool) {
        let Some(hub) = &self.hub else { return };
        let count = if is_holding {
            self.unreleased.len()
        } else {
            self.unreleased.iter().take_while(|(seq, _)| *seq <= safe_seq).count()
        };
        let saved = self.unsaved.filter(|_| safe_seq > self.saved).map(|_| safe_seq);
        if count == 0 && clocks.is_empty() && saved.is_none() {
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
        // The hub only keeps books of its own; it never waits for a page.
        if hub.send(ArbiterRelease { news, clocks, saved }).await.is_err() {
            tracing::debug!("no arbiter is told any more");
        }
    }
}

/// What a hall that was made from its book says to arbiters: the tables as they stand, the incidents, what people said.
pub fn known(hall: &mut Hall) -> Vec<News> {
    let mut incidents = Vec::new();
    while let Some(incident) = hall.poll_incident() {
        incidents.push(incident);
    }
    let mut said = Vec::new();
    while let Some(word) = hall.poll_obeyed() {
        said.push(word);
    }
    let tables = hall.tables().map(|table| News::table(table, hall.timing(table.number())));
    let incidents = incidents
        .into_iter()
        .filter_map(|(table, incident)| Some(News::incident(hall.table(table)?, incident)));
    let said = said
        .into_iter()
        .filter_map(|(table, t_ms, command)| Some(News::said(hall.table(table)?, t_ms, command)));
    tables.chain(incidents).chain(said).collect()
}

/// An order to note how a table stands.
#[derive(Debug)]
pub struct Freeze {
    /// The table.
    pub table: TableNo,
    /// Who wants it.
    pub author: String,
    /// The note, once it is safe in the book.
    pub answer: oneshot::Sender<Result<String, String>>,
}

/// A wish to have moves read.
#[derive(Debug)]
pub struct ReadAs {
    /// The table.
    pub table: TableNo,
    /// The form they are written in.
    pub form: Form,
    /// The ply the first of them is.
    pub from_ply: usize,
    /// The moves.
    pub text: String,
    /// The moves, each in UCI and in SAN.
    pub answer: oneshot::Sender<Result<Vec<(String, String)>, ReadRefusal>>,
}

/// Why moves could not be read.
#[derive(Debug)]
pub enum ReadRefusal {
    /// The text is not moves of this game.
    Misread(Misread),
    /// There is no such place to read them from.
    NoPlace(String),
}

impl ReadRefusal {
    /// The place in the text, where it is about one.
    pub fn misread(&self) -> Option<&Misread> {
        match self {
            ReadRefusal::Misread(misread) => Some(misread),
            ReadRefusal::NoPlace(_) => None,
        }
    }
}

impl fmt::Display for ReadRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadRefusal::Misread(misread) => misread.fmt(f),
            ReadRefusal::NoPlace(why) => f.write_str(why),
        }
    }
}

/// The record of a table before anything is put right (8.5.3): position, times, whose clock runs, moves completed. `seq`
/// and `head` say which state of the journal it was written from.
pub fn freeze(hall: &Hall, table: TableNo, seq: u64, head: &str) -> Result<String, String> {
    let entry =
        hall.table(table).ok_or_else(|| format!("there is no table {table}; name one of the set-up"))?;
    let score = entry.score();
    let clock = score.clock.as_ref().map_or("The clock was not read.".to_owned(), |clock| {
        let running = match clock.running {
            Some(color) => format!("{color}'s clock was running"),
            None => "both clocks were stopped".to_owned(),
        };
        let timing = hall.timing(table);
        let [white, black] = [clock.left_ms.white, clock.left_ms.black].map(|ms| timing.of_reading(ms));
        let age_s = hall.now_ms().saturating_sub(clock.read_ms) / 1000;
        format!("White's clock {white}, Black's clock {black}, read {age_s} s before; {running}.")
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

/// Reads moves that follow so many plies of a table's game.
pub fn read_as(
    hall: &Hall,
    table: TableNo,
    form: Form,
    from_ply: usize,
    text: &str,
) -> Result<Vec<(String, String)>, ReadRefusal> {
    let no = |why: String| ReadRefusal::NoPlace(why);
    let entry = hall.table(table).ok_or_else(|| no(format!("there is no table {table}")))?;
    let score = entry.score();
    let kept = from_ply.checked_sub(1).filter(|kept| *kept <= score.plies.len());
    let kept = kept.ok_or_else(|| {
        no(format!("there is no ply {from_ply}; the game has {}, the first is 1", score.plies.len()))
    })?;
    let standing = score.after(kept);
    let position = standing
        .position()
        .ok_or_else(|| no(format!("no legal move can follow {}; choose an earlier ply", standing.fen())))?;
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
