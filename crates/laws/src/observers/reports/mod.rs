//! The answers to people's reports: the quickplay finish, results, records, and the snapshot of a table (8.5.3 of the
//! Laws).
//!
//! A person makes a report (the command `report`) with the name of a rule; claims and rulings have commands of their
//! own:
//!
//! | report | by | `text` | answer |
//! |---|---|---|---|
//! | `scoresheet-request` | the player who asks | | the number of their requests; the sixth is too many |
//! | `reconstruct-snapshot` | | | position, both times, whose clock runs, moves made and completed |
//! | `record-update-after-flag` | the player who did not record; none: both | | who writes, when, from what |
//! | `period-count-evidence` | | | the number of moves that the record proves |
//! | `result-entry` | | the result on the signed sheets, or an odd score | whether they agree; how PGN writes it |
//! | `team-colours` | | the team drawn White | whether the names fit the board's number |

pub(crate) mod guide;
pub mod quickplay;
pub mod round_check;
pub mod snapshot;
pub mod steps;
mod text;

use crate::{
    Incident, Kind, RuleId, Value,
    finding::Finding,
    ledger::Ledger,
    observer::{Claimed, Observer, Report},
    profile::Discipline,
    seen::scene::Scene,
};
use game::{Claim, Decision, ResultEntry};
use quickplay::QuickplayRequest;
use shakmaty::{ByColor, Color};
use snapshot::Snapshot;

/// The greatest number of times that a player may ask to see the record (RU20 13.3.2, 14.3.2; FIDE A.4.3, B.2.3).
const REQUESTS_MAX: u64 = 5;
/// The greatest number of snapshots that are kept; the oldest is dropped first.
const SNAPSHOTS_MAX: usize = 8;

/// The observer that answers people's reports.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reports {
    requests: ByColor<u64>,
    snapshots: Vec<Snapshot>,
    /// The result on the signed score sheets; `None` until it is reported.
    signed: Option<ResultEntry>,
    /// The result that the arbiter entered; `None` until they enter one.
    entered: Option<ResultEntry>,
}

impl Observer for Reports {
    fn claimed(&mut self, scene: &Scene, claim: &Claimed, ledger: &mut Ledger) {
        match claim.kind {
            Claim::QuickplayDraw => quickplay::claimed(scene, claim.by, QuickplayRequest::Draw, ledger),
            Claim::QuickplayIncrement => {
                quickplay::claimed(scene, claim.by, QuickplayRequest::Increment, ledger)
            }
            Claim::Illegal | Claim::Threefold | Claim::Fifty | Claim::Time | Claim::Touch => {}
        }
    }

    fn ruled(&mut self, scene: &Scene, incident: &Incident, decision: Decision, ledger: &mut Ledger) {
        let rule = incident.rule;
        let is_claim = matches!(rule, RuleId::QuickplayDrawClaim | RuleId::QuickplayIncrementRequest);
        if let Some(by) = incident.by.filter(|_| is_claim) {
            quickplay::ruled(scene, rule, by, decision, ledger);
        }
    }

    fn result_entered(&mut self, scene: &Scene, result: Option<ResultEntry>, ledger: &mut Ledger) {
        self.entered = result;
        self.compare(scene, ledger);
    }

    fn reported(&mut self, scene: &Scene, report: &Report, ledger: &mut Ledger) {
        let Report { rule, by, words } = *report;
        match (rule, by) {
            (RuleId::ScoresheetRequest, Some(by)) => self.requested(scene, by, ledger),
            (RuleId::ReconstructSnapshot, _) => {
                let snapshot = Snapshot::of(scene);
                note(scene, rule).says_all(snapshot.phrases()).raise(ledger);
                if self.snapshots.len() == SNAPSHOTS_MAX {
                    self.snapshots.remove(0);
                }
                self.snapshots.push(snapshot);
            }
            (RuleId::RecordUpdateAfterFlag, by) => {
                let phrase = match by {
                    Some(by) => text::ONE_RECORDS.with([Value::Side(by), Value::Side(!by)]),
                    None => text::BOTH_RECORD.plain(),
                };
                note(scene, rule).by(by).says(phrase).raise(ledger);
            }
            (RuleId::PeriodCountEvidence, _) => {
                let count = |color| Value::Number(scene.completed_by(color).into());
                let phrase = text::EVIDENCE.with([count(Color::White), count(Color::Black)]);
                note(scene, rule).says(phrase).raise(ledger);
            }
            (RuleId::ResultEntry, _) => self.signed(scene, words, ledger),
            (RuleId::TeamColours, _) => teams(scene, words, ledger),
            // Every other rule belongs to another observer.
            (_, _) => {}
        }
    }
}

impl Reports {
    /// Returns the snapshots taken in this game, oldest first.
    pub(crate) fn snapshots(&self) -> &[Snapshot] {
        &self.snapshots
    }

    /// Counts a player's request to see the record. The limit applies if the record is kept for the players.
    fn requested(&mut self, scene: &Scene, by: Color, ledger: &mut Ledger) {
        self.requests[by] += 1;
        let number = self.requests[by];
        let counted = scene.profile.supervised && scene.profile.discipline != Discipline::Standard;
        let is_too_many = counted && number > REQUESTS_MAX;
        let form = if is_too_many { &text::TOO_MANY_REQUESTS } else { &text::REQUEST };
        let kind = if is_too_many { Kind::Violation } else { Kind::Info };
        let phrase = form.with([Value::Side(by), Value::Number(number), Value::Number(REQUESTS_MAX)]);
        let finding = Finding::new(scene, RuleId::ScoresheetRequest, kind, scene.next_ply());
        finding.by(by).says(phrase).raise(ledger);
    }

    /// Notes the result on the signed score sheets. It may be a score for which PGN has no token.
    fn signed(&mut self, scene: &Scene, words: &str, ledger: &mut Ledger) {
        let Some(entry) = ResultEntry::parse(words) else {
            let phrase = text::NO_RESULT.with([Value::Words(words.to_owned())]);
            return note(scene, RuleId::ResultEntry).says(phrase).raise(ledger);
        };
        self.signed = Some(entry);
        let odd = || text::ODD.with([Value::Words(entry.pgn().to_owned())]);
        note(scene, RuleId::ResultEntry)
            .says(text::SIGNED.with([Value::Words(entry.to_string())]))
            .says_all(entry.is_odd().then(odd))
            .raise(ledger);
        self.compare(scene, ledger);
    }

    /// Compares the signed result with the entered result. A signed result is valid, even if it is wrong, unless the
    /// arbiter decides otherwise (8.7).
    fn compare(&self, scene: &Scene, ledger: &mut Ledger) {
        let (Some(signed), Some(entered)) = (self.signed, self.entered) else { return };
        if signed == entered {
            return;
        }
        let values = [Value::Words(entered.to_string()), Value::Words(signed.to_string())];
        let finding = Finding::new(scene, RuleId::ResultEntry, Kind::Violation, scene.last_ply());
        finding.says(text::CONFLICT.with(values)).raise(ledger);
    }
}

/// Checks the colours of a team. A team that was drawn White has White on the odd boards and Black on the even ones
/// (RU20 21).
fn teams(scene: &Scene, drawn_white: &str, ledger: &mut Ledger) {
    let tags = &scene.score.tags;
    let Ok(board) = tags.board.parse::<u32>() else { return };
    let expected = if board % 2 == 1 { Color::White } else { Color::Black };
    let fits = |color: Color| tags.players[color].team == drawn_white;
    if drawn_white.is_empty() || fits(expected) {
        return;
    }
    let values = [Value::Words(drawn_white.to_owned()), Value::Side(expected), Value::Number(board.into())];
    note(scene, RuleId::TeamColours).says(text::TEAM.with(values)).raise(ledger);
}

/// Creates a note about the last ply.
fn note(scene: &Scene, rule: RuleId) -> Finding {
    Finding::new(scene, rule, Kind::Info, scene.last_ply())
}
