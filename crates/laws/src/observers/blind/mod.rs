//! Blind and visually disabled players (PL09 annex E, FIDE appendix D): two boards, announced moves, assistants.
//!
//! The board with sensors is usually that of the sighted player. Somebody else moves the blind player's pieces on it,
//! so the blind player's hands are not judged. What no sensor can see, a person reports. Each report has the name of a
//! rule:
//!
//! | report | by | `text` | answer |
//! |---|---|---|---|
//! | `blind-two-boards` | owner of a second board | | each completed move then comes with the words to announce |
//! | `blind-assistant` | the player who asks | | the moves made and the times, which are told only on request |
//! | `blind-slip` | the player who misspoke | | whether it may still be corrected |
//! | `blind-record` | owner of the record | the moves in it | noted; if two differ, `blind-records-differ` follows |
//! | `blind-divergence` | owner of the second board | the moves on it | where the boards differ, which is put right |

mod streams;
mod text;

use crate::{
    Incident, Kind, Phrase, RuleId, Value,
    finding::Finding,
    ledger::Ledger,
    observer::{Observer, Report},
    profile::Edition,
    seen::{scene::Scene, trail::Running},
};
use game::{
    PlyNo,
    notation::{Form, Tongue},
};
use shakmaty::{ByColor, Color, Move};

/// The observer of games of blind players.
#[derive(Debug, Clone, Default)]
pub(crate) struct Blind {
    /// Says which players use a second board.
    second_board: ByColor<bool>,
    /// The players' records of the moves; `None` if nobody has typed the record yet.
    records: ByColor<Option<Vec<Move>>>,
    /// The last ply that was announced.
    announced: Option<PlyNo>,
}

impl Observer for Blind {
    fn completed(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        if self.second_board.white || self.second_board.black {
            self.announce(scene, ply, ledger);
        }
    }

    fn superseded(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        if self.announced.take_if(|announced| *announced == ply).is_some() {
            let meant = |incident: &Incident| incident.rule == RuleId::BlindAnnounce;
            ledger.close(scene.t_ms, meant, Some(text::WITHDRAWN.plain()));
        }
    }

    fn reported(&mut self, scene: &Scene, report: &Report, ledger: &mut Ledger) {
        let Report { rule, by: Some(by), words } = *report else { return };
        match rule {
            RuleId::BlindTwoBoards => {
                self.second_board[by] = true;
                ledger.mute_hands(by, true);
                note(scene, rule, by, [text::TWO_BOARDS.with([Value::Side(by)])]).raise(ledger);
            }
            RuleId::BlindAssistant => assistant(scene, by, ledger),
            RuleId::BlindSlip => slip(scene, by, ledger),
            RuleId::BlindRecord => self.record(scene, by, words, ledger),
            RuleId::BlindDivergence => streams::compare(scene, by, words, &self.records, ledger),
            // Every other rule belongs to another observer.
            _ => {}
        }
    }
}

impl Blind {
    /// Announces a completed move. A single incident holds the words to announce; it changes with each move.
    fn announce(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        let Some(played) = scene.score.plies.get(ply.index()) else { return };
        let (Some(mv), Some(position)) = (played.played.legal(), scene.before(ply).position()) else {
            return;
        };
        let tongues = [Tongue::English, Tongue::Polish, Tongue::Russian, Tongue::German];
        let spoken = tongues.map(|tongue| Value::Words(Form::Spoken(tongue).write(position, mv)));
        let by = scene.score.mover(ply.index());
        let values = [Value::Side(by)].into_iter().chain(spoken);
        let phrases: Vec<Phrase> =
            [Some(text::ANNOUNCE.with(values)), unregulated(scene)].into_iter().flatten().collect();
        self.announced = Some(ply);
        let is_last = |incident: &Incident| incident.rule == RuleId::BlindAnnounce;
        if ledger.any(is_last) {
            ledger.change(is_last, |incident| {
                incident.t_ms = scene.t_ms;
                incident.ply = Some(ply);
                incident.by = Some(by);
                incident.phrases.clone_from(&phrases);
            });
            return;
        }
        let finding = Finding::new(scene, RuleId::BlindAnnounce, Kind::Info, ply).by(by);
        finding.says_all(phrases).raise(ledger);
    }

    fn record(&mut self, scene: &Scene, by: Color, words: &str, ledger: &mut Ledger) {
        let phrase = match streams::read(scene, words) {
            Ok(moves) => {
                let plies = moves.len() as u64;
                self.records[by] = Some(moves);
                text::RECORD.with([Value::Side(by), Value::Number(plies)])
            }
            Err((plies, found)) => {
                text::UNREADABLE.with([Value::Number(plies as u64 + 1), Value::Words(found)])
            }
        };
        note(scene, RuleId::BlindRecord, by, [phrase]).raise(ledger);
        streams::compare_records(scene, &self.records, ledger);
    }
}

/// Answers a player who asks for the moves made and the times. Only that player is told (PL09 E.2.9(d), because of
/// 12.6).
fn assistant(scene: &Scene, by: Color, ledger: &mut Ledger) {
    let made =
        |side: Color| (0..scene.score.plies.len()).filter(|index| scene.score.mover(*index) == side).count();
    let mut values = vec![Value::Side(by)];
    values.extend(Color::ALL.map(|side| Value::Number(made(side) as u64)));
    let mut phrases = vec![text::ASKED.with(values)];
    phrases.extend(scene.left_now().map(|left| text::TIMES.with([Value::Readings(left)])));
    phrases.extend(scene.unheard_clock());
    note(scene, RuleId::BlindAssistant, by, phrases).raise(ledger);
}

/// Answers a report of a slip of the tongue. A slip must be corrected at once, before the opponent's clock is started.
fn slip(scene: &Scene, by: Color, ledger: &mut Ledger) {
    let form = match scene.trail.time_at(scene.t_ms) {
        Running::Of(running) if running != by => &text::SLIP_LATE,
        Running::Of(_) | Running::Nobody | Running::Unknown => &text::SLIP,
    };
    note(scene, RuleId::BlindSlip, by, [form.with([Value::Side(by)])]).raise(ledger);
}

/// Creates a note about the last ply.
fn note(scene: &Scene, rule: RuleId, by: Color, phrases: impl IntoIterator<Item = Phrase>) -> Finding {
    let finding = Finding::new(scene, rule, Kind::Info, scene.last_ply()).by(by);
    finding.says_all(phrases).says_all(unregulated(scene))
}

/// Returns the sentence that the edition has no article on blind players; `None` if the edition has one.
fn unregulated(scene: &Scene) -> Option<Phrase> {
    match scene.profile.edition {
        Edition::Ru20 => Some(text::NOT_REGULATED.plain()),
        Edition::Pl09 | Edition::Fide23 => None,
    }
}
