//! The incidents of one game: opened, changed and closed by observers, ruled on by the arbiter, counted.
//!
//! Invariants:
//! * An act has one incident: what is seen of it later changes that one and keeps its number.
//! * What may be told on a claim only has no number until it is claimed: a gap in the numbers would tell of it.
//! * A note that a window closed is over as soon as it is told: nothing waits for anybody.
//! * Suspected and confirmed illegal moves are counted apart; only confirmed ones lead anywhere.

use crate::{Audience, Incident, Kind, Phrase, Remedy, RuleId, Status, Window};
use board::Millis;
use shakmaty::{ByColor, Color};
use std::collections::{BTreeSet, VecDeque};

/// What an observer found: an incident without a number.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    pub(crate) rule: RuleId,
    pub(crate) kind: Kind,
    pub(crate) ply: usize,
    pub(crate) by: Option<Color>,
    pub(crate) articles: Vec<String>,
    pub(crate) remedy: Option<Remedy>,
    pub(crate) phrases: Vec<Phrase>,
    pub(crate) window: Window,
    pub(crate) audience: Audience,
    /// It counts as an illegal move if the arbiter confirms it.
    pub(crate) counts: bool,
    /// Seen again after it was closed, it is the same act still and is not opened anew.
    pub(crate) once: bool,
}

impl Finding {
    /// A finding that needs nothing else.
    pub(crate) fn new(rule: RuleId, kind: Kind, ply: usize, by: Option<Color>) -> Finding {
        Finding {
            rule,
            kind,
            ply,
            by,
            articles: Vec::new(),
            remedy: None,
            phrases: Vec::new(),
            window: Window::Always,
            audience: Audience::Arbiter,
            counts: false,
            once: false,
        }
    }
}

/// Illegal moves of each player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// What the sensors found and nobody has dismissed, confirmed ones included.
    pub suspected: ByColor<u8>,
    /// What the arbiter confirmed.
    pub confirmed: ByColor<u8>,
}

#[derive(Debug)]
struct Entry {
    incident: Incident,
    audience: Audience,
    counts: bool,
}

/// The incidents of one game.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    last_no: u32,
    entries: Vec<Entry>,
    changed: VecDeque<Incident>,
    confirmed: ByColor<u8>,
    /// Rules that say nothing for now.
    muted: BTreeSet<RuleId>,
    /// Players of whose hands nothing is said: others move their pieces on this board.
    handless: ByColor<bool>,
}

/// How many incidents of a game are kept to be changed; beyond it the oldest closed one, or else the oldest, stays as it
/// was last told.
const ENTRIES_MAX: usize = 256;

impl Ledger {
    /// What was open in the game before stays as it was last told; numbers go on.
    pub(crate) fn begin(&mut self) {
        self.entries.clear();
        self.confirmed = ByColor::default();
        self.muted.clear();
        self.handless = ByColor::default();
    }

    /// Somebody else moves this player's pieces on the board with the sensors, or not.
    pub(crate) fn mute_hands(&mut self, of: Color, is_muted: bool) {
        self.handless[of] = is_muted;
    }

    /// Whether this rule says nothing for now: what it names is right in this state of the game.
    pub(crate) fn mute(&mut self, rule: RuleId, is_muted: bool) {
        if is_muted {
            self.muted.insert(rule);
        } else {
            self.muted.remove(&rule);
        }
    }

    pub(crate) fn poll(&mut self) -> Option<Incident> {
        self.changed.pop_front()
    }

    /// Opens an incident, or changes the one there is of the same act.
    pub(crate) fn raise(&mut self, t_ms: Millis, finding: Finding) {
        let is_others_hand = finding.rule.is_of_hands() && finding.by.is_some_and(|by| self.handless[by]);
        if self.muted.contains(&finding.rule) || is_others_hand {
            return;
        }
        let same = |entry: &Entry| {
            let incident = &entry.incident;
            incident.closed_ms.is_none()
                && incident.ply == finding.ply
                && incident.by == finding.by
                && incident.rule.is_same_act(finding.rule)
        };
        let is_over = |entry: &Entry| {
            let incident = &entry.incident;
            let same_act =
                incident.ply == finding.ply && incident.by == finding.by && incident.rule == finding.rule;
            same_act && incident.closed_ms.is_some()
        };
        if finding.once && self.entries.iter().any(is_over) {
            return;
        }
        let known = self.entries.iter().position(same);
        let old = known.map(|index| self.entries.remove(index));
        let mut entry = Entry {
            incident: Incident {
                no: old.as_ref().map_or(0, |entry| entry.incident.no),
                t_ms,
                ply: finding.ply,
                rule: finding.rule,
                kind: finding.kind,
                by: finding.by,
                articles: finding.articles,
                remedy: finding.remedy,
                phrases: finding.phrases,
                status: old.as_ref().map_or(Status::Suspected, |entry| entry.incident.status),
                window: finding.window,
                closed_ms: match (finding.kind, finding.window) {
                    (Kind::Info, Window::Closed { t_ms }) => Some(t_ms),
                    (Kind::Info | Kind::Hint | Kind::Violation, _) => None,
                },
            },
            audience: if old.as_ref().is_some_and(|entry| entry.incident.no > 0) {
                Audience::Arbiter
            } else {
                finding.audience
            },
            counts: finding.counts,
        };
        if old.is_some_and(|old| same_but_time(&old.incident, &entry.incident)) {
            self.entries.push(entry);
            return;
        }
        self.tell(&mut entry);
        if self.entries.len() == ENTRIES_MAX {
            let closed = self.entries.iter().position(|entry| entry.incident.closed_ms.is_some());
            self.entries.remove(closed.unwrap_or(0));
        }
        self.entries.push(entry);
    }

    /// Gives it a number if it has none and may be told, and tells it.
    fn tell(&mut self, entry: &mut Entry) {
        if entry.audience == Audience::OnClaim {
            return;
        }
        if entry.incident.no == 0 {
            self.last_no += 1;
            entry.incident.no = self.last_no;
        }
        self.changed.push_back(entry.incident.clone());
    }

    /// Changes every open incident that is meant, and tells those that changed.
    pub(crate) fn change(&mut self, meant: impl Fn(&Incident) -> bool, change: impl Fn(&mut Incident)) {
        let mut entries = std::mem::take(&mut self.entries);
        for entry in &mut entries {
            if entry.incident.closed_ms.is_some() || !meant(&entry.incident) {
                continue;
            }
            let before = entry.incident.clone();
            change(&mut entry.incident);
            if entry.incident != before {
                self.tell(entry);
            }
        }
        self.entries = entries;
    }

    /// Closes every open incident that is meant, saying why.
    pub(crate) fn close(&mut self, t_ms: Millis, meant: impl Fn(&Incident) -> bool, why: Option<Phrase>) {
        self.change(meant, |incident| {
            incident.closed_ms = Some(t_ms);
            incident.phrases.extend(why.clone());
        });
    }

    /// Whether there is an open incident that is meant.
    pub(crate) fn any(&self, meant: impl Fn(&Incident) -> bool) -> bool {
        self.entries.iter().any(|entry| entry.incident.closed_ms.is_none() && meant(&entry.incident))
    }

    /// Every incident of this game, told or not.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Incident> {
        self.entries.iter().map(|entry| &entry.incident)
    }

    /// A claim was made: what waited for it and is meant may be told from now on. Says whether there was any.
    pub(crate) fn reveal(&mut self, meant: impl Fn(&Incident) -> bool) -> bool {
        let mut entries = std::mem::take(&mut self.entries);
        let mut any = false;
        for entry in &mut entries {
            if entry.audience == Audience::OnClaim
                && entry.incident.closed_ms.is_none()
                && meant(&entry.incident)
            {
                entry.audience = Audience::Arbiter;
                any = true;
                self.tell(entry);
            }
        }
        self.entries = entries;
        any
    }

    /// The arbiter ruled on an incident. Says which it was.
    pub(crate) fn rule(&mut self, t_ms: Millis, no: u64, status: Status) -> Option<Incident> {
        let index = self.entries.iter().position(|entry| entry.incident.is_no(no))?;
        let entry = &mut self.entries[index];
        let counted = |status: Status| matches!(status, Status::Confirmed | Status::Stands);
        if let Some(by) = entry.incident.by.filter(|_| entry.counts) {
            let confirmed = &mut self.confirmed[by];
            match (counted(entry.incident.status), counted(status)) {
                (false, true) => *confirmed = confirmed.saturating_add(1),
                (true, false) => *confirmed = confirmed.saturating_sub(1),
                (true, true) | (false, false) => {}
            }
        }
        entry.incident.status = status;
        if matches!(status, Status::Dismissed | Status::Stands) {
            entry.incident.closed_ms.get_or_insert(t_ms);
        }
        let incident = entry.incident.clone();
        self.changed.push_back(incident.clone());
        Some(incident)
    }

    /// This incident is told of in another one, which counts instead.
    pub(crate) fn stop_counting(&mut self, no: u32) {
        for entry in self.entries.iter_mut().filter(|entry| entry.incident.no == no) {
            entry.counts = false;
        }
    }

    /// Suspected and confirmed illegal moves.
    pub(crate) fn counts(&self) -> Counts {
        let mut suspected = self.confirmed;
        for entry in self.entries.iter().filter(|entry| entry.counts) {
            if let (Some(by), Status::Suspected) = (entry.incident.by, entry.incident.status) {
                suspected[by] = suspected[by].saturating_add(1);
            }
        }
        Counts { suspected, confirmed: self.confirmed }
    }
}

fn same_but_time(a: &Incident, b: &Incident) -> bool {
    let at_same_time = Incident { t_ms: b.t_ms, ..a.clone() };
    at_same_time == *b
}
