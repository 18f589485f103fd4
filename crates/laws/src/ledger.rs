//! The incidents of one game: opened, changed and closed by observers, ruled on by the arbiter, counted.
//!
//! Invariants:
//! * An act has one incident. Whatever is seen of the act later changes that incident, which keeps its number.
//! * A cause that is found again and again has one incident with a count. Once the arbiter has dismissed the incident,
//!   further findings are counted, but it stays closed.
//! * No incident cites an article twice.
//! * An incident that may be reported only on a claim has no number before the claim: a gap in the numbers would
//!   reveal it.
//! * A note that nobody can act on any more is closed as soon as it is reported, since it waits for nobody.
//! * Incidents of earlier games can only be ruled on: no finding changes them, and the counts are those of the present
//!   game.
//! * Suspected and confirmed illegal moves are counted apart; only confirmed ones have consequences.

mod rulings;
mod undo;

use crate::{
    Audience, Incident, Kind, Phrase, Repeated, RuleId, Status, Window,
    finding::{Finding, cause::Cause},
};
use board::Millis;
use shakmaty::{ByColor, Color};
use std::collections::{BTreeSet, VecDeque};

/// The number of each player's illegal moves.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of illegal moves that the sensors found and the arbiter has not dismissed. Confirmed ones are
    /// included.
    pub suspected: ByColor<u8>,
    /// The number of illegal moves that the arbiter confirmed.
    pub confirmed: ByColor<u8>,
}

#[derive(Debug, Clone)]
struct Entry {
    incident: Incident,
    audience: Audience,
    counts: bool,
    cause: Option<Cause>,
}

impl Entry {
    /// Returns whether a finding is about the act or the cause for which this entry was made, so that it changes the
    /// entry.
    fn is_about(&self, finding: &Finding) -> bool {
        let incident = &self.incident;
        let is_open = incident.closed_ms.is_none();
        if finding.cause.is_some() || self.cause.is_some() {
            let is_ruled = matches!(incident.status, Status::Dismissed | Status::Stands);
            return self.cause == finding.cause && incident.rule == finding.rule && (is_open || is_ruled);
        }
        is_open
            && incident.ply == finding.ply
            && incident.by == finding.by
            && incident.rule.is_same_act(finding.rule)
    }

    /// Returns whether a finding is about the act of this entry, and the incident of the entry is closed.
    fn is_over(&self, finding: &Finding) -> bool {
        let incident = &self.incident;
        let is_same =
            incident.ply == finding.ply && incident.by == finding.by && incident.rule == finding.rule;
        is_same && incident.closed_ms.is_some()
    }
}

/// The incidents of one game.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ledger {
    last_no: u32,
    entries: Vec<Entry>,
    changed: VecDeque<Incident>,
    /// The reported incidents of earlier games, each with the number of its game, oldest first.
    earlier: VecDeque<(u32, Incident)>,
    confirmed: ByColor<u8>,
    /// The rules whose findings are ignored at present.
    muted: BTreeSet<RuleId>,
    /// The players whose hands are not judged, because somebody else moves their pieces on this board.
    handless: ByColor<bool>,
}

/// The greatest number of incidents of a game that the ledger keeps. If there are more, the oldest closed incident is
/// removed, or the oldest of all if none is closed. A removed incident stays as it was last reported.
const ENTRIES_MAX: usize = 256;
/// The greatest number of incidents of earlier games that can be ruled on. If there are more, the oldest is forgotten.
const EARLIER_MAX: usize = 1_024;

impl Ledger {
    /// Begins a new game after the game with the number `before`. Incidents that are still open stay as they were last
    /// reported, and can be ruled on; the numbering continues.
    pub(crate) fn begin(&mut self, before: u32) {
        let reported = self.entries.drain(..).filter(|entry| entry.incident.no > 0);
        self.earlier.extend(reported.map(|entry| (before, entry.incident)));
        self.earlier.drain(..self.earlier.len().saturating_sub(EARLIER_MAX));
        self.confirmed = ByColor::default();
        self.muted.clear();
        self.handless = ByColor::default();
    }

    /// Sets whether somebody else moves this player's pieces on the board with the sensors.
    pub(crate) fn mute_hands(&mut self, of: Color, is_muted: bool) {
        self.handless[of] = is_muted;
    }

    /// Sets whether findings of a rule are ignored, because the act is allowed at this stage of the game.
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

    /// Opens an incident for a finding, or changes the incident that its act or cause already has.
    pub(crate) fn raise(&mut self, finding: Finding) {
        let is_others_hand = finding.rule.is_of_hands() && finding.by.is_some_and(|by| self.handless[by]);
        if self.muted.contains(&finding.rule) || is_others_hand {
            return;
        }
        if finding.once && self.entries.iter().any(|entry| entry.is_over(&finding)) {
            return;
        }
        let known = self.entries.iter().position(|entry| entry.is_about(&finding));
        let old = known.map(|index| self.entries.remove(index));
        let mut entry = entry(finding, old.as_ref());
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

    /// Reports the incident of an entry, unless it waits for a claim, and gives it a number if it has none.
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

    /// Applies a change to every open incident that `meant` selects, and reports the incidents that changed.
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

    /// Closes every open incident that `meant` selects, and adds the sentence `why` to it.
    pub(crate) fn close(&mut self, t_ms: Millis, meant: impl Fn(&Incident) -> bool, why: Option<Phrase>) {
        self.change(meant, |incident| {
            incident.closed_ms = Some(t_ms);
            incident.phrases.extend(why.clone());
        });
    }

    /// Closes the open incident of a cause, and adds the sentence `why` to it.
    pub(crate) fn close_cause(&mut self, t_ms: Millis, cause: Cause, why: Phrase) {
        let is_of_cause = |entry: &&Entry| entry.cause == Some(cause);
        let numbers: Vec<u32> =
            self.entries.iter().filter(is_of_cause).map(|entry| entry.incident.no).collect();
        self.close(t_ms, |incident| numbers.contains(&incident.no), Some(why));
    }

    /// Returns whether any open incident is selected by `meant`.
    pub(crate) fn any(&self, meant: impl Fn(&Incident) -> bool) -> bool {
        self.entries.iter().any(|entry| entry.incident.closed_ms.is_none() && meant(&entry.incident))
    }

    /// Returns every incident of this game, reported or not.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Incident> {
        self.entries.iter().map(|entry| &entry.incident)
    }

    /// Returns the incident with this number; `None` if there is none.
    pub(crate) fn numbered(&self, no: u64) -> Option<&Incident> {
        self.all().find(|incident| incident.is_no(no))
    }

    /// Reports the incidents that waited for a claim and that `meant` selects. Returns whether there were any.
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

    /// Stops counting an incident as an illegal move, because another incident covers the act and counts instead.
    pub(crate) fn stop_counting(&mut self, no: u32) {
        for entry in self.entries.iter_mut().filter(|entry| entry.incident.no == no) {
            entry.counts = false;
        }
    }

    /// Returns the numbers of suspected and confirmed illegal moves of each player.
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

/// Creates the entry for a finding. `old` is the earlier entry for its act or cause, which the new entry replaces.
fn entry(finding: Finding, old: Option<&Entry>) -> Entry {
    let t_ms = finding.t_ms;
    let again = old.map(|entry| &entry.incident).filter(|_| finding.cause.is_some());
    let repeated = again.and_then(|old| found_again(&finding, old));
    let is_over_at_once = match (finding.kind, finding.window) {
        (Kind::Info, Window::Closed { t_ms }) => Some(t_ms),
        (Kind::Info | Kind::Hint | Kind::Violation, _) => None,
    };
    let incident = Incident {
        no: old.map_or(0, |entry| entry.incident.no),
        t_ms: again.map_or(t_ms, |old| old.t_ms),
        ply: again.map_or(finding.ply, |old| old.ply),
        rule: finding.rule,
        kind: finding.kind,
        by: finding.by,
        articles: each_once(finding.articles),
        remedy: finding.remedy,
        phrases: finding.phrases,
        status: old.map_or(Status::Suspected, |entry| entry.incident.status),
        window: finding.window,
        closed_ms: again.and_then(|old| old.closed_ms).or(is_over_at_once),
        repeated,
    };
    let is_told = old.is_some_and(|entry| entry.incident.no > 0);
    let audience = if is_told { Audience::Arbiter } else { finding.audience };
    Entry { incident, audience, counts: finding.counts, cause: finding.cause }
}

/// Returns how often a cause was found, including this finding; `None` if this finding is no repetition.
fn found_again(finding: &Finding, old: &Incident) -> Option<Repeated> {
    let (count, last_ply) = old.repeated.map_or((1, old.ply), |again| (again.count, again.last_ply));
    let is_new = finding.ply != last_ply || finding.cause.is_some_and(Cause::is_new_at_each_look);
    if !is_new {
        return old.repeated;
    }
    Some(Repeated { count: count.saturating_add(1), last_ms: finding.t_ms, last_ply: finding.ply })
}

/// Removes every repetition of an article, since rules, penalties and windows may cite one article.
fn each_once(articles: Vec<String>) -> Vec<String> {
    let mut cited: Vec<String> = Vec::new();
    for article in articles {
        if !cited.contains(&article) {
            cited.push(article);
        }
    }
    cited
}

fn same_but_time(a: &Incident, b: &Incident) -> bool {
    let at_same_time = Incident { t_ms: b.t_ms, ..a.clone() };
    at_same_time == *b
}

#[cfg(test)]
mod tests {
    use super::{ENTRIES_MAX, Ledger};
    use crate::finding::{Finding, cause::Cause};
    use crate::{Incident, Kind, RuleId, Status};
    use game::PlyNo;
    use shakmaty::{Color, Square};

    fn of(cause: Option<Cause>, rule: RuleId, ply: usize) -> Finding {
        Finding::bare(rule, Kind::Violation, PlyNo::new(ply)).cause(cause)
    }

    fn raise(ledger: &mut Ledger, ply: usize, cause: Cause) -> Incident {
        let mut finding = of(Some(cause), RuleId::ClockSetting, ply);
        finding.t_ms = ply as u64 * 1_000;
        finding.raise(ledger);
        ledger.poll().expect("it was told")
    }

    #[test]
    fn one_cause_has_one_incident_however_often_it_shows() {
        let mut ledger = Ledger::default();
        ledger.raise(of(None, RuleId::KingCaptured, 3));
        ledger.poll();
        let first = raise(&mut ledger, 5, Cause::Increment);
        for ply in 6..6 + 2 * ENTRIES_MAX {
            raise(&mut ledger, ply, Cause::Increment);
        }
        let last = ledger.all().last().cloned().expect("it is kept");
        assert_eq!((last.no, last.t_ms, last.ply), (first.no, 5_000, PlyNo::new(5)));
        let again = last.repeated.expect("it came again");
        assert_eq!(
            (again.count, again.last_ply),
            (1 + 2 * ENTRIES_MAX as u32, PlyNo::new(5 + 2 * ENTRIES_MAX))
        );
        // The incidents of the other causes are still kept.
        assert!(ledger.all().any(|incident| incident.rule == RuleId::KingCaptured));
    }

    #[test]
    fn different_causes_stay_different() {
        let mut ledger = Ledger::default();
        let causes = [
            Cause::Increment,
            Cause::Set(Color::White, 0),
            Cause::Set(Color::Black, 0),
            Cause::Set(Color::White, 1),
            Cause::Flicker(Square::A1),
            Cause::Flicker(Square::A2),
        ];
        let numbers: Vec<u32> = causes.map(|cause| raise(&mut ledger, 5, cause).no).to_vec();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
    }

    #[test]
    fn a_dismissed_cause_is_counted_on_and_stays_closed() {
        let mut ledger = Ledger::default();
        let first = raise(&mut ledger, 5, Cause::Increment);
        ledger.rule(6_000, u64::from(first.no), Status::Dismissed);
        ledger.poll();
        let again = raise(&mut ledger, 7, Cause::Increment);
        assert_eq!((again.no, again.status, again.closed_ms), (first.no, Status::Dismissed, Some(6_000)));
        assert_eq!(again.repeated.map(|repeated| repeated.count), Some(2));
    }

    #[test]
    fn no_incident_cites_an_article_twice() {
        let mut ledger = Ledger::default();
        let mut finding = of(None, RuleId::FlagFall, 5);
        finding.articles = ["6.8", "6.1", "6.8", "6.9"].map(str::to_owned).to_vec();
        ledger.raise(finding);
        assert_eq!(ledger.poll().expect("it was told").articles, ["6.8", "6.1", "6.9"]);
    }
}
