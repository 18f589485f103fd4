//! Divergences: differences between a journal's publications and those that this version of the program would make of
//! the inputs in the journal.
//!
//! The comparison is between what the world saw after the recorded publication and what it would have seen after the
//! publication that this version makes. One cause is not reported again and again: a divergence names the first ply
//! that differs, and further publications that differ in the same way only add to its count.
//!
//! Invariant: a comparison changes nothing. A publication stays as it was made, even if this version of the program
//! would decide otherwise.

use crate::{PublicLink, PublicPly, Publication, TableNo};
use board::Millis;
use game::{ClockFace, Player, ResultEntry};
use shakmaty::ByColor;
use std::collections::BTreeMap;
use std::fmt;

/// A series of a table's publications that this version of the program would make differently, all in one way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// The number of the first record at which the difference is seen.
    pub seq: u64,
    /// The number of the last record at which the difference is seen.
    pub last_seq: u64,
    /// The number of publications in which the difference is seen.
    pub count: u64,
    /// The journal time of the first publication in which the difference is seen.
    pub t_ms: Millis,
    /// The number of the table.
    pub table: TableNo,
    /// The number of the game at its table, as published.
    pub game: u32,
    /// The thing that differs.
    pub matter: Matter,
}

/// The thing that differs: as it was published (`then`) and as this version of the program would publish it (`now`). If
/// several things differ, the first in the order of the variants is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Matter {
    /// Another game is on the board, by its number at the table.
    Game {
        /// The number of the game as published.
        then: u32,
        /// The number of the game as this version of the program would publish it.
        now: u32,
    },
    /// The game starts from another position.
    Start {
        /// The starting position as published, as FEN.
        then: String,
        /// The starting position as this version of the program would publish it, as FEN.
        now: String,
    },
    /// Another move, or a move in only one of the two versions, at the first ply that differs.
    Ply {
        /// The number of the ply; the first is 1.
        ply: usize,
        /// The move as published, in SAN; `None` if fewer plies had been published.
        then: Option<String>,
        /// The move as this version of the program would publish it, in SAN; `None` if it would publish fewer plies at
        /// that instant.
        now: Option<String>,
    },
    /// A ply that is provisional in one version and final in the other.
    Certainty {
        /// The number of the ply; the first is 1.
        ply: usize,
        /// Says whether the ply was published as provisional.
        was_provisional: bool,
    },
    /// Equal moves with different times, at the first ply that differs. Each pair holds the time left and the time
    /// spent, in milliseconds.
    Times {
        /// The number of the ply; the first is 1.
        ply: usize,
        /// The times as published.
        then: (Option<u32>, Option<u32>),
        /// The times as this version of the program would publish them.
        now: (Option<u32>, Option<u32>),
    },
    /// Another result of the game.
    Result {
        /// The result as published.
        then: Option<ResultEntry>,
        /// The result as this version of the program would publish it.
        now: Option<ResultEntry>,
    },
    /// Another state of the link to the board.
    Link {
        /// The state of the link as published.
        then: PublicLink,
        /// The state of the link as this version of the program would publish it.
        now: PublicLink,
    },
    /// Other names or titles of the players.
    Players,
    /// Another reading of the clock.
    Clock,
    /// A different sequence of publications that leads to the same state of the table: the world ends up seeing no
    /// difference.
    Form,
}

/// The greatest number of divergences that are kept; further differing publications only count towards the total.
const DIVERGENCES_MAX: usize = 1000;

/// The comparison of a journal with this version of the program, one publication after another.
#[derive(Debug, Default)]
pub(crate) struct Comparison {
    shown: BTreeMap<TableNo, Shown>,
    found: Vec<Divergence>,
    /// The total number of publications that differ.
    count: u64,
}

/// The state of a table as the world last saw it.
#[derive(Debug, Clone, Default)]
struct Shown {
    game: u32,
    start_fen: String,
    plies: Vec<PublicPly>,
    result: Option<ResultEntry>,
    clock: Option<ClockFace>,
    link: PublicLink,
    players: ByColor<Player>,
    /// The index in `found` of the latest divergence at this table.
    last: Option<usize>,
    /// The game and revision of the latest publication that this version of the program makes and the journal lacks.
    /// They are kept so that each such publication is counted once.
    unasked: Option<(u32, u64)>,
}

impl Comparison {
    /// Compares a publication of the journal with the different publication that this version of the program makes.
    /// Returns the table as the world sees it afterwards, as one publication.
    pub(crate) fn differ(
        &mut self,
        seq: u64,
        t_ms: Millis,
        recorded: &Publication,
        now: Option<&Publication>,
    ) -> Publication {
        let before = self.shown.entry(recorded.table).or_default();
        let then = before.after(recorded);
        let today = now.map_or_else(|| before.clone(), |now| before.after(now));
        let matter = Matter::first(&then, &today);
        let echoes = before.last.is_some();
        let shown = Publication { from: 0, plies: then.plies.clone(), ..recorded.clone() };
        *before = then;
        // After a first divergence, this version of the program may reach the published state again by other
        // publications. That is not a new divergence.
        if matter != Matter::Form || !echoes {
            self.note(seq, t_ms, recorded.table, matter);
        }
        shown
    }

    /// Notes a publication that the journal and this version of the program have in common.
    pub(crate) fn agree(&mut self, recorded: Publication) {
        self.shown.entry(recorded.table).or_default().take(recorded);
    }

    /// Notes a publication that this version of the program makes before the record `seq` and that the journal does not
    /// hold.
    pub(crate) fn unasked(&mut self, seq: u64, t_ms: Millis, now: &Publication) {
        let shown = self.shown.entry(now.table).or_default();
        if shown.unasked >= Some((now.game, now.rev)) {
            return;
        }
        shown.unasked = Some((now.game, now.rev));
        let matter = Matter::first(shown, &shown.after(now));
        let last = shown.last.and_then(|index| self.found.get(index));
        if last.is_some_and(|last| last.game == shown.game && last.matter == matter) {
            // A publication that only undoes the divergence found last is not a new divergence.
            return;
        }
        if matter != Matter::Form || shown.last.is_none() {
            self.note(seq, t_ms, now.table, matter);
        }
    }

    /// Returns the divergences found, and the total number of publications that differ.
    pub(crate) fn finish(self) -> (Vec<Divergence>, u64) {
        (self.found, self.count)
    }

    fn note(&mut self, seq: u64, t_ms: Millis, table: TableNo, matter: Matter) {
        self.count += 1;
        let Some(shown) = self.shown.get_mut(&table) else { return };
        if let Some(last) = shown.last.and_then(|index| self.found.get_mut(index))
            && last.game == shown.game
            && last.matter == matter
        {
            last.last_seq = seq;
            last.count += 1;
            return;
        }
        if self.found.len() < DIVERGENCES_MAX {
            shown.last = Some(self.found.len());
            let game = shown.game;
            self.found.push(Divergence { seq, last_seq: seq, count: 1, t_ms, table, game, matter });
        }
    }
}

impl Shown {
    fn after(&self, publication: &Publication) -> Shown {
        let mut after = self.clone();
        after.take(publication.clone());
        after
    }

    /// Applies a publication to the state of the table. The plies that it does not replace stay.
    fn take(&mut self, publication: Publication) {
        let stays = if publication.game == self.game { publication.from } else { 0 };
        self.game = publication.game;
        self.start_fen = publication.start_fen;
        self.plies.truncate(stays);
        self.plies.extend(publication.plies);
        self.result = publication.result;
        self.clock = publication.clock;
        self.link = publication.link;
        self.players = publication.players;
    }
}

impl Matter {
    fn first(then: &Shown, now: &Shown) -> Matter {
        if then.game != now.game {
            return Matter::Game { then: then.game, now: now.game };
        }
        if then.start_fen != now.start_fen {
            return Matter::Start { then: then.start_fen.clone(), now: now.start_fen.clone() };
        }
        Matter::of_plies(&then.plies, &now.plies).unwrap_or_else(|| {
            if then.result != now.result {
                Matter::Result { then: then.result, now: now.result }
            } else if then.link != now.link {
                Matter::Link { then: then.link, now: now.link }
            } else if then.players != now.players {
                Matter::Players
            } else if then.clock != now.clock {
                Matter::Clock
            } else {
                Matter::Form
            }
        })
    }

    fn of_plies(then: &[PublicPly], now: &[PublicPly]) -> Option<Matter> {
        let both = || then.iter().zip(now).zip(1..);
        let same = both().take_while(|((then, now), _)| then.san == now.san && then.fen == now.fen).count();
        if same < then.len().max(now.len()) {
            let san = |plies: &[PublicPly]| plies.get(same).map(|ply| ply.san.clone());
            return Some(Matter::Ply { ply: same + 1, then: san(then), now: san(now) });
        }
        if let Some(((then, _), ply)) = both().find(|((then, now), _)| then.provisional != now.provisional) {
            return Some(Matter::Certainty { ply, was_provisional: then.provisional });
        }
        let times = |ply: &PublicPly| (ply.left_ms, ply.spent_ms);
        both().find(|((then, now), _)| then != now).map(|((then, now), ply)| Matter::Times {
            ply,
            then: times(then),
            now: times(now),
        })
    }

    /// Returns the number of the ply that differs; `None` if the difference is not about a ply.
    pub fn ply(&self) -> Option<usize> {
        match *self {
            Matter::Ply { ply, .. } | Matter::Certainty { ply, .. } | Matter::Times { ply, .. } => Some(ply),
            Matter::Game { .. }
            | Matter::Start { .. }
            | Matter::Result { .. }
            | Matter::Link { .. }
            | Matter::Players
            | Matter::Clock
            | Matter::Form => None,
        }
    }

    /// Returns what was published, and what this version of the program would publish, in a few words each.
    pub fn then_and_now(&self) -> (String, String) {
        let pair = |then: &str, now: &str| (then.to_owned(), now.to_owned());
        let san = |san: &Option<String>| san.clone().unwrap_or_else(|| "nothing".to_owned());
        match self {
            Matter::Game { then, now } => (format!("game {then}"), format!("game {now}")),
            Matter::Start { then, now } => (format!("start {then}"), format!("start {now}")),
            Matter::Ply { then, now, .. } => (san(then), san(now)),
            Matter::Certainty { was_provisional: true, .. } => pair("provisional", "final"),
            Matter::Certainty { was_provisional: false, .. } => pair("final", "provisional"),
            Matter::Times { then, now, .. } => (times(*then), times(*now)),
            Matter::Result { then, now } => (ResultEntry::shown(*then), ResultEntry::shown(*now)),
            Matter::Link { then, now } => (link(*then), link(*now)),
            Matter::Players => pair("the players as published", "other names"),
            Matter::Clock => pair("the clock as published", "another reading"),
            Matter::Form => pair("told as published", "told in other pieces"),
        }
    }
}

fn times((left_ms, spent_ms): (Option<u32>, Option<u32>)) -> String {
    let ms = |ms: Option<u32>| ms.map_or("unknown".to_owned(), |ms| format!("{ms} ms"));
    format!("left {}, spent {}", ms(left_ms), ms(spent_ms))
}

fn link(link: PublicLink) -> String {
    match link {
        PublicLink::Absent => "no board".to_owned(),
        PublicLink::Live => "board live".to_owned(),
        PublicLink::Lost { since_ms } => format!("board lost at {}", board::hms(since_ms)),
    }
}

/// Prints a divergence as `table 3, game 1, ply 12: then Nf3, now Nc3 (line 811)`.
impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "table {}, game {}", self.table, self.game)?;
        if let Some(ply) = self.matter.ply() {
            write!(f, ", ply {ply}")?;
        }
        let (then, now) = self.matter.then_and_now();
        write!(f, ": then {then}, now {now} (line {}", self.seq)?;
        match self.count {
            1 => f.write_str(")"),
            count => write!(f, ", and {} more up to line {})", count - 1, self.last_seq),
        }
    }
}
