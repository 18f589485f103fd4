//! Offers of a draw (5.1 of the WARC draughts rules). They are allowed once each side has completed forty moves, or
//! fifteen on 64 squares. A player may not offer twice in a row.

use super::{Count, text};
use crate::{Kind, RuleId, Value, ledger::Ledger, profile::Draughts, seen::scene::Scene};
use shakmaty::Color;

/// The player who last offered a draw; `None` before the first offer.
#[derive(Debug, Clone, Default)]
pub(super) struct Offers {
    last: Option<Color>,
}

impl Offers {
    pub(super) fn offered(
        &mut self,
        scene: &Scene,
        draughts: Draughts,
        by: Color,
        count: &Count,
        ledger: &mut Ledger,
    ) {
        let (done, needed) = (count.by_each(), draughts.offer_moves());
        let numbers = [Value::Side(by), Value::Number(done.into()), Value::Number(needed.into())];
        let again = self.last.replace(by) == Some(by);
        let (kind, mut phrases) = if done < needed {
            // With the presses that the program missed, the required number of moves may be reached. So the finding is
            // not certain.
            let kind = if count.is_certain() { Kind::Violation } else { Kind::Hint };
            (kind, vec![text::OFFER_EARLY.with(numbers)])
        } else if again {
            (Kind::Violation, vec![text::OFFER_AGAIN.with([Value::Side(by), Value::Side(!by)])])
        } else {
            (Kind::Info, vec![text::OFFER.with(numbers), text::OFFER_ORDER.plain()])
        };
        phrases.extend((!count.is_certain()).then(|| text::AT_LEAST.plain()));
        count.finding(scene, RuleId::DrDrawOffer, kind).by(by).says_all(phrases).raise(ledger);
    }
}
