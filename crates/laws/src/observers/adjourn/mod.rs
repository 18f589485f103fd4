//! Adjourned games (PL09 guidelines 1-13, RU20 18, FIDE guidelines I): the order, the envelope, the resumption.
//!
//! The arbiter enters each step. The command `adjourn` orders the sealing. For each of the other steps there is a
//! report, which has the name of the rule:
//!
//! | report | does | `text` |
//! |---|---|---|
//! | `adjourn-early` by the sealer | deducts the time for sealing early | minutes to the end of the session |
//! | `adjourn-envelope` | notes that the envelope is in custody | day, hour and place of the resumption |
//! | `adjourn-setup` | compares pieces and clocks with the stored ones | |
//! | `adjourn-open` | the replier is present: the envelope is opened, the move played on the board | |
//! | `adjourn-replier-absent`, `adjourn-sealer-absent`, `adjourn-both-absent` | notes who is absent | |
//! | `adjourn-sealed-invalid` | tests the written move | the move as written |
//! | `adjourn-late` by the late player | says what the late arrival means | minutes after the resumption |
//! | `adjourn-missing-envelope` | goes on without the envelope | `annulled` if the position is lost too |
//! | `adjourn-clock-error` by the complaining player | says whether the times are still corrected | |
//! | `adjourn-concluded` | ends the game before the resumption | |
//!
//! The clock that stops seals the move; the first move on the board after the opening resumes the game. The sealed
//! move is stored nowhere before the envelope is open.

pub mod sealed;
pub mod sheet;
pub mod stage;
mod steps;
mod text;

use crate::{
    Kind, Phrase, Refusal, RuleId, Value,
    finding::Finding,
    ledger::Ledger,
    observer::{Observer, Report},
    seen::scene::{Scene, move_no, sans},
};
use board::ClockReading;
use game::{Order, Played, PlyNo, PlyState};
use shakmaty::Color;
pub use sheet::AdjournedSheet;
pub use stage::{Stage, Step};

/// An adjournment: its stage, and the stored game.
#[derive(Debug, Clone, Default)]
pub struct Adjournment {
    stage: Stage,
    sheet: Option<AdjournedSheet>,
    /// The player whose draw offer the opponent has not answered yet, and the number of plies when the offer was made.
    draw_offer: Option<(Color, usize)>,
    /// The time to the end of the session, in milliseconds, which the sealer loses; `None` if they sealed at the end.
    deducted_ms: Option<u32>,
    /// The number of plies made when the sealing was ordered.
    plies: usize,
}

impl Adjournment {
    /// Returns the stage of the adjournment.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// Returns the number of plies that the public may see; `None` if it may see all of them.
    pub fn public_plies(&self) -> Option<usize> {
        self.stage.is_frozen().then_some(self.plies)
    }

    /// Checks whether an order may be written to the journal. `Err` refuses an order that would reveal the sealed move,
    /// which is stored nowhere before the envelope is opened (PL09 1(a), RU20 18.1.1, FIDE I.1.1).
    pub fn may_be_written(&self, order: &Order) -> Result<(), Refusal> {
        if !self.stage.is_frozen() {
            return Ok(());
        }
        let is_sealed_move = match order {
            Order::Report { rule, .. } => RuleId::parse(rule) == Some(RuleId::AdjournSealedInvalid),
            other => other.plies_after().is_some_and(|plies| plies > self.plies),
        };
        if is_sealed_move { Err(Refusal::EnvelopeClosed) } else { Ok(()) }
    }

    /// Returns the sheet of the stored game; `None` until the move is sealed.
    pub fn sheet(&self) -> Option<&AdjournedSheet> {
        self.sheet.as_ref()
    }
}

impl Observer for Adjournment {
    fn clock(&mut self, scene: &Scene, reading: &ClockReading, ledger: &mut Ledger) {
        if self.stage == Stage::SealOrdered && reading.running.is_none() {
            self.step(scene, RuleId::AdjournChange, Step::ClocksStopped, ledger);
            let offer = self.draw_offer.map(|(by, _)| by);
            self.sheet = Some(AdjournedSheet::of(scene, self.plies, offer, self.deducted_ms));
            self.note(scene, RuleId::AdjournChange).says(text::SEALED.plain()).raise(ledger);
        }
    }

    fn press(&mut self, scene: &Scene, by: Color, ledger: &mut Ledger) {
        if self.stage == Stage::SealOrdered && by == scene.score.standing().turn() {
            let finding = self.finding(scene, RuleId::AdjournChange, Kind::Violation);
            finding.says(text::OPPONENT_RUNS.with([Value::Side(!by)])).raise(ledger);
        }
    }

    fn ply(&mut self, scene: &Scene, ply: PlyNo, played: &Played, state: PlyState, ledger: &mut Ledger) {
        if state == PlyState::Provisional {
            return;
        }
        // A draw offer is valid until the opponent answers it, by a move for instance.
        if self.draw_offer.is_some_and(|(by, at)| ply.index() >= at && scene.score.mover(ply.index()) != by) {
            self.draw_offer = None;
        }
        match self.stage {
            Stage::SealOrdered if ply.index() == self.plies => {
                let sans = played.legal().map_or_else(
                    || vec![played.report(scene.score.start.mode())],
                    |mv| sans(scene.before(ply), &[mv]),
                );
                let finding = self.finding(scene, RuleId::AdjournBoardMove, Kind::Violation);
                finding.says(text::MUST_BE_WRITTEN.with([Value::Moves(sans)])).raise(ledger);
            }
            Stage::Opened if ply.index() >= self.plies => {
                self.step(scene, RuleId::AdjournOpen, Step::Played, ledger);
            }
            Stage::Playing
            | Stage::SealOrdered
            | Stage::Sealed
            | Stage::InCustody
            | Stage::SetupChecked
            | Stage::ReplierAbsent
            | Stage::SealerAbsent
            | Stage::Opened
            | Stage::Concluded
            | Stage::Annulled => {}
        }
    }

    fn adjourned(&mut self, scene: &Scene, ledger: &mut Ledger) {
        if self.step(scene, RuleId::AdjournOrder, Step::Order, ledger) {
            self.plies = scene.score.plies.len();
            let standing = scene.score.standing();
            let values = [Value::Side(standing.turn()), Value::Number(move_no(standing))];
            self.note(scene, RuleId::AdjournOrder).says(text::ORDERED.with(values)).raise(ledger);
        }
    }

    fn draw_offered(&mut self, scene: &Scene, by: Color, _ledger: &mut Ledger) {
        self.draw_offer = Some((by, scene.score.plies.len()));
        if let Some(sheet) = &mut self.sheet {
            // A draw offer made after the sealing is valid until it is accepted or rejected (RU20 18.4, FIDE I.4).
            sheet.draw_offer = Some(by);
        }
    }

    fn reported(&mut self, scene: &Scene, report: &Report, ledger: &mut Ledger) {
        self.report(scene, report, ledger);
    }
}

impl Adjournment {
    /// Takes a step to the next stage. If the step is not possible at this stage, reports that. Returns whether it was
    /// taken.
    fn step(&mut self, scene: &Scene, rule: RuleId, step: Step, ledger: &mut Ledger) -> bool {
        match self.stage.after(step) {
            Ok(next) => {
                self.stage = next;
                // While the sealer is absent, the opponent may seal the reply. A press without a move is then correct
                // (PL09 9(c), RU20 18.9.3, FIDE I.9.3).
                ledger.mute(RuleId::PressWithoutMove, next == Stage::SealerAbsent);
                true
            }
            Err(_) => {
                self.note(scene, rule).says(self.refused()).raise(ledger);
                false
            }
        }
    }

    /// Returns the sentence for the arbiter that a step is not possible at this stage.
    fn refused(&self) -> Phrase {
        text::REFUSED.with([Value::Phrase(Box::new(self.stage.words().plain()))])
    }

    fn note(&self, scene: &Scene, rule: RuleId) -> Finding {
        self.finding(scene, rule, Kind::Info)
    }

    /// Creates a finding about the sealed move and the player who seals it.
    fn finding(&self, scene: &Scene, rule: RuleId, kind: Kind) -> Finding {
        Finding::new(scene, rule, kind, scene.next_ply()).by(self.sealer(scene))
    }

    /// Returns the player who sealed the move, or who has to seal it.
    fn sealer(&self, scene: &Scene) -> Color {
        self.sheet.as_ref().map_or_else(|| scene.score.standing().turn(), |sheet| sheet.sealer)
    }
}
