//! The stages of an adjournment and the steps between them.
//!
//! ```text
//!   Playing ─▶ SealOrdered ─▶ Sealed ─▶ InCustody ─▶ SetupChecked ─┬▶ Opened ─▶ Playing
//!                                                                  ├▶ ReplierAbsent ─▶ Opened
//!                                                                  └▶ SealerAbsent ─▶ Opened
//!   from Sealed on: ─▶ Concluded (agreed, resigned, sealed move invalid or deciding, too late)   ─▶ Annulled
//! ```
//! The arbiter takes every step, with two exceptions: the clocks are stopped on the table, and a player plays the move.

use super::text;
use crate::Form;

/// The stage of an adjournment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stage {
    /// The game is not adjourned, or has been resumed.
    #[default]
    Playing,
    /// The player to move has to seal their move. The public sees only the position before that move.
    SealOrdered,
    /// Both clocks were stopped, so the move counts as sealed.
    Sealed,
    /// The envelope is in the arbiter's custody.
    InCustody,
    /// Pieces and clocks were found as they had been stored.
    SetupChecked,
    /// The player who has to reply is absent. Their clock is running, and the sealed move stays secret.
    ReplierAbsent,
    /// The player who sealed the move is absent. The opponent may seal their reply too.
    SealerAbsent,
    /// The envelope was opened; the sealed move is to be made on the board.
    Opened,
    /// The game ended before it was resumed, or the sealed move ended it.
    Concluded,
    /// The position could not be restored, so a new game is played.
    Annulled,
}

/// A step from one stage to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The arbiter adjourns the game.
    Order,
    /// Both clocks were stopped.
    ClocksStopped,
    /// The envelope is sealed and kept.
    Envelope,
    /// Pieces and clocks were compared with the stored ones.
    Setup {
        /// Set if pieces and clocks are all as they were stored.
        right: bool,
    },
    /// The replier is present and the envelope is opened.
    Open,
    /// The replier is absent at the resumption.
    ReplierAbsent,
    /// The sealer is absent at the resumption.
    SealerAbsent,
    /// The sealed move was made on the board.
    Played,
    /// The game is over.
    Conclude,
    /// The envelope and the position are lost.
    Annul,
}

impl Stage {
    /// Returns the stage after a step. If the step is not possible at this stage, `Err` says why in words for a person.
    pub fn after(self, step: Step) -> Result<Stage, &'static str> {
        match (self, step) {
            (Stage::Playing, Step::Order) => Ok(Stage::SealOrdered),
            (_, Step::Order) => Err("the game is adjourned already"),
            (Stage::SealOrdered, Step::ClocksStopped) => Ok(Stage::Sealed),
            (_, Step::ClocksStopped) => Err("no move is being sealed"),
            (Stage::Sealed, Step::Envelope) => Ok(Stage::InCustody),
            (_, Step::Envelope) => Err("the move is sealed only once both clocks stand"),
            (Stage::InCustody | Stage::SetupChecked, Step::Setup { right: true }) => Ok(Stage::SetupChecked),
            (Stage::InCustody | Stage::SetupChecked, Step::Setup { right: false }) => Ok(Stage::InCustody),
            (_, Step::Setup { .. }) => Err("there is no envelope in custody to resume from"),
            (Stage::SetupChecked | Stage::ReplierAbsent | Stage::SealerAbsent, Step::Open) => {
                Ok(Stage::Opened)
            }
            (_, Step::Open) => Err("check pieces and clocks first: the envelope is opened afterwards"),
            (Stage::SetupChecked, Step::ReplierAbsent) => Ok(Stage::ReplierAbsent),
            (Stage::SetupChecked, Step::SealerAbsent) => Ok(Stage::SealerAbsent),
            (_, Step::ReplierAbsent | Step::SealerAbsent) => Err("check pieces and clocks first"),
            (Stage::Opened, Step::Played) => Ok(Stage::Playing),
            (_, Step::Played) => Err("the envelope is not open"),
            (Stage::Playing | Stage::SealOrdered, Step::Conclude | Step::Annul) => {
                Err("the game is not adjourned")
            }
            (_, Step::Conclude) => Ok(Stage::Concluded),
            (_, Step::Annul) => Ok(Stage::Annulled),
        }
    }

    /// Returns whether the public sees only the position before the sealed move.
    pub fn is_frozen(self) -> bool {
        !matches!(self, Stage::Playing | Stage::Opened | Stage::Concluded | Stage::Annulled)
    }

    /// Returns whether the game is put away: both clocks were stopped, and neither is running again.
    pub fn is_stored(self) -> bool {
        matches!(self, Stage::Sealed | Stage::InCustody | Stage::SetupChecked)
    }

    /// Returns the sentence that describes the stage to a person.
    pub fn words(self) -> &'static Form {
        match self {
            Stage::Playing => &text::PLAYING,
            Stage::SealOrdered => &text::SEAL_ORDERED,
            Stage::Sealed => &text::CLOCKS_STAND,
            Stage::InCustody => &text::IN_CUSTODY,
            Stage::SetupChecked => &text::SETUP_CHECKED,
            Stage::ReplierAbsent => &text::REPLIER_AWAY,
            Stage::SealerAbsent => &text::SEALER_AWAY,
            Stage::Opened => &text::OPENED,
            Stage::Concluded => &text::OVER,
            Stage::Annulled => &text::NEW_GAME,
        }
    }

    /// Returns the stage's name as used on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Playing => "playing",
            Stage::SealOrdered => "seal-ordered",
            Stage::Sealed => "sealed",
            Stage::InCustody => "in-custody",
            Stage::SetupChecked => "setup-checked",
            Stage::ReplierAbsent => "replier-absent",
            Stage::SealerAbsent => "sealer-absent",
            Stage::Opened => "opened",
            Stage::Concluded => "concluded",
            Stage::Annulled => "annulled",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Stage, Step};

    fn check(steps: &[Step], end: Stage) {
        let stage = steps.iter().try_fold(Stage::Playing, |stage, step| stage.after(*step));
        assert_eq!(stage, Ok(end), "{steps:?}");
    }

    const TO_CUSTODY: [Step; 3] = [Step::Order, Step::ClocksStopped, Step::Envelope];

    #[test]
    fn the_ways_through_an_adjournment() {
        let with = |steps: &[Step]| [&TO_CUSTODY[..], steps].concat();
        let right = Step::Setup { right: true };
        check(&TO_CUSTODY, Stage::InCustody);
        check(&with(&[right, Step::Open, Step::Played]), Stage::Playing);
        check(&with(&[Step::Setup { right: false }]), Stage::InCustody);
        check(&with(&[right, Step::Setup { right: false }]), Stage::InCustody);
        check(&with(&[right, Step::ReplierAbsent, Step::Open, Step::Played]), Stage::Playing);
        check(&with(&[right, Step::SealerAbsent, Step::Open]), Stage::Opened);
        check(&with(&[Step::Conclude]), Stage::Concluded);
        check(&with(&[Step::Annul]), Stage::Annulled);
        check(&with(&[right, Step::Open, Step::Played, Step::Order]), Stage::SealOrdered);
    }

    #[test]
    fn what_cannot_be_done_is_refused() {
        for (stage, step) in [
            (Stage::Playing, Step::Open),
            (Stage::Playing, Step::Conclude),
            (Stage::SealOrdered, Step::Envelope),
            (Stage::SealOrdered, Step::Order),
            (Stage::InCustody, Step::Open),
            (Stage::InCustody, Step::ReplierAbsent),
            (Stage::Sealed, Step::Setup { right: true }),
            (Stage::SetupChecked, Step::Played),
        ] {
            assert!(stage.after(step).is_err(), "{stage:?} {step:?}");
        }
    }

    #[test]
    fn the_public_is_frozen_from_the_order_to_the_opening() {
        let frozen = [Stage::SealOrdered, Stage::Sealed, Stage::InCustody, Stage::SetupChecked];
        assert!(frozen.iter().all(|stage| stage.is_frozen()));
        assert!(!Stage::Playing.is_frozen() && !Stage::Opened.is_frozen());
        assert!(!Stage::SealOrdered.is_stored(), "the sealer's time still runs");
        assert!(!Stage::ReplierAbsent.is_stored(), "his time runs");
    }
}
