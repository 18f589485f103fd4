//! What programs of others would refuse of the round that begins next, or leave out, told before the round.
//!
//! [`plan`] makes the bulletin that they would get when the rounds open now, [`flaws`] reads it as they would.

mod flaw;
mod obstacle;
mod of_round;
mod of_setting;
mod plan;
mod words;

pub use flaw::{Flaw, Taker};
pub use obstacle::Obstacle;
pub use of_setting::Setting;
pub use plan::plan;

use crate::bulletin::{Bulletin, BulletinRound};
use std::collections::BTreeSet;

/// Lists what is wrong with the rounds that are on, for these takers: what stops them first.
pub fn flaws(bulletin: &Bulletin, setting: &Setting, takers: &BTreeSet<Taker>) -> Vec<Flaw> {
    let mut flaws = of_setting::flaws(setting);
    let mut known = BTreeSet::new();
    for round in bulletin.on() {
        flaws.extend(of_round::flaws(round));
        if !known.insert((&round.name, &round.site, &round.round)) {
            flaws.push(not_unique(round));
        }
    }
    if bulletin.on().next().is_none() {
        flaws.push(Flaw::of(&words::NO_ROUND));
    }
    flaws.retain(|flaw| flaw.is_minded_by(takers));
    flaws.sort_by_key(Flaw::severity);
    flaws
}

/// Rounds are told apart by event, site and round.
fn not_unique(round: &BulletinRound) -> Flaw {
    Flaw::of(&words::NOT_UNIQUE).words(&round.name).within(&round.key)
}
