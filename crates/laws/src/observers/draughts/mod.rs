//! A draughts table under the rules of the Polish federation (WARC): everything that a clock, a count of presses and a
//! person can report.
//!
//! Each press completes a move (6.12); the pieces need not stand on a board with sensors. A person claims, offers,
//! adjourns and enters the result with the commands of chess, and makes reports with the name of the rule:
//!
//! | report | by | `text` | answer |
//! |---|---|---|---|
//! | `dr-start` | the absent player; none: both | minutes used, if both came late | whose clock runs, who bears what |
//! | `dr-colours` | | | the game goes on |
//! | `dr-move-count` | | | the moves that the record proves, and the next number without proof |
//! | `dr-complete-record` | the player who has to; none: both | | on whose time |
//! | `dr-clock-fault` | the player who complains | | whether the complaint is still heard |
//! | `dr-error-time` | the player to blame | minutes | whose time bears them |
//! | `dr-adjourn` | | | the steps of the resumption |

mod adjourn;
mod claims;
mod count;
mod desk;
mod flag;
mod offers;
mod stops;
mod text;
mod trouble;

use crate::{
    Kind, Phrase, RuleId,
    ledger::{Finding, Ledger},
    observer::Observer,
    profile::{Draughts, draughts::Tempo},
    seen::scene::Scene,
};
use board::{BoardEvent, ClockReading};
use claims::Claims;
use count::Count;
use flag::Flags;
use game::{Command, Order};
use offers::Offers;
use shakmaty::Color;
use stops::Stops;
use trouble::Trouble;

/// The observer of a draughts table.
#[derive(Debug)]
pub(crate) struct DraughtsTable {
    draughts: Draughts,
    count: Count,
    flags: Flags,
    trouble: Trouble,
    stops: Stops,
    offers: Offers,
    claims: Claims,
    /// Set once the time control was reported.
    named: bool,
    /// Set once the arbiter has ordered the sealing: when the clock is next stopped, the move is sealed.
    adjourned: bool,
    over: bool,
}

impl DraughtsTable {
    pub(crate) fn new(draughts: Draughts) -> DraughtsTable {
        DraughtsTable {
            draughts,
            count: Count::default(),
            flags: Flags::default(),
            trouble: Trouble::default(),
            stops: Stops::default(),
            offers: Offers::default(),
            claims: Claims::default(),
            named: false,
            adjourned: false,
            over: false,
        }
    }

    fn tempo(&self, scene: &Scene) -> Option<&'static Tempo> {
        self.draughts.tempo(scene.control?)
    }

    fn read(&mut self, scene: &Scene, reading: &ClockReading, ledger: &mut Ledger) {
        if reading.running.is_some() && !self.named {
            self.named = true;
            desk::name_tempo(scene, self.tempo(scene), &self.count, ledger);
        }
        self.flags.read(scene, reading);
        let is_exempt = self.tempo(scene).is_none_or(|tempo| tempo.exempts);
        if is_exempt && scene.control.is_some() {
            self.trouble.read(scene, reading, &self.flags, &self.count, ledger);
        }
        let is_flag_down =
            Color::ALL.into_iter().any(|side| reading.left_ms[side] == 0 || self.flags.is_down(side));
        if self.adjourned || self.over || is_flag_down {
            self.stops.leave(reading);
        } else {
            let domestic = self.tempo(scene).is_some_and(|tempo| tempo.domestic);
            self.stops.read(scene, reading, domestic, self.claims.is_pending(), &self.count, ledger);
        }
    }

    fn fall(&mut self, scene: &Scene, side: Color, ledger: &mut Ledger) {
        if self.flags.fall(scene, side, &self.count, ledger) {
            self.trouble.flag_fell(scene, side, &self.count, ledger);
            self.claims.flag_fell(scene, side, &self.count, ledger);
        }
    }
}

impl Observer for DraughtsTable {
    fn handle_board(&mut self, scene: &Scene, event: &BoardEvent, ledger: &mut Ledger) {
        self.count.note(scene);
        match event {
            BoardEvent::Press(by) => self.flags.press(scene, *by),
            BoardEvent::Clock(reading) => {
                self.read(scene, reading, ledger);
                for side in self.flags.newly_at_nought(reading) {
                    self.fall(scene, side, ledger);
                }
            }
            BoardEvent::Flag(side) => self.fall(scene, *side, ledger),
            BoardEvent::Gap { .. } => {
                self.count.lose();
                self.flags.lose();
            }
            BoardEvent::Reading(_)
            | BoardEvent::Square { .. }
            | BoardEvent::ResultPiece { .. }
            | BoardEvent::Identity(_)
            | BoardEvent::Link(_)
            | BoardEvent::Turned(_)
            | BoardEvent::SidesUnknown
            | BoardEvent::Unknown { .. } => {}
        }
    }

    fn handle_order(&mut self, scene: &Scene, order: &Order, ledger: &mut Ledger) {
        match order {
            Order::DrawOffer { by } => {
                if let Some(by) = crate::side(by) {
                    self.offers.offered(scene, self.draughts, by, &self.count, ledger);
                }
            }
            Order::Claim { by, kind, .. } => {
                if let Some(by) = crate::side(by) {
                    self.claims.claimed(scene, by, *kind, &self.count, ledger);
                    self.stops.claimed(scene, self.claims.is_pending(), &self.count, ledger);
                }
            }
            Order::Rule { incident, decision } => {
                self.claims.ruled(scene, *incident, *decision, &self.count, ledger);
            }
            Order::Adjourn => {
                self.adjourned = true;
                adjourn::ordered(scene, &self.count, ledger);
            }
            Order::Result { result } => {
                self.over = result != "*";
                desk::score(scene, result, &self.count, ledger);
                self.stops.ended(scene, self.over, ledger);
            }
            Order::Report { rule, by, text } => {
                let by = by.as_deref().and_then(crate::side);
                if let Some(rule) = RuleId::parse(rule) {
                    let complaint = by.is_some_and(|by| self.flags.is_down(by));
                    desk::report(
                        scene,
                        rule,
                        by,
                        text.as_deref().unwrap_or(""),
                        complaint,
                        &self.count,
                        ledger,
                    );
                    self.adjourned &= rule != RuleId::DrAdjourn;
                }
            }
            Order::Start { .. }
            | Order::Correct { .. }
            | Order::Choose { .. }
            | Order::Promote { .. }
            | Order::Restore { .. }
            | Order::Clock(_)
            | Order::Note { .. } => {}
        }
    }
}

/// Refuses commands about chess moves, which have no meaning in draughts. `Err` lists the commands that have one.
pub(crate) fn check(command: &Command) -> Result<(), String> {
    match &command.order {
        Order::Correct { .. } | Order::Choose { .. } | Order::Promote { .. } | Order::Restore { .. } => {
            Err("draughts is played here and its moves are not followed; use report, claim, draw-offer, adjourn, result or note"
                .to_owned())
        }
        Order::Start { .. }
        | Order::Result { .. }
        | Order::Claim { .. }
        | Order::Rule { .. }
        | Order::DrawOffer { .. }
        | Order::Adjourn
        | Order::Clock(_)
        | Order::Report { .. }
        | Order::Note { .. } => Ok(()),
    }
}

/// Raises a finding at the half-move that is being played, with the articles of its rule.
fn tell(
    scene: &Scene,
    rule: RuleId,
    kind: Kind,
    by: Option<Color>,
    phrases: Vec<Phrase>,
    count: &Count,
    ledger: &mut Ledger,
) {
    ledger.raise(scene.t_ms, finding(scene, rule, kind, by, phrases, count));
}

fn finding(
    scene: &Scene,
    rule: RuleId,
    kind: Kind,
    by: Option<Color>,
    phrases: Vec<Phrase>,
    count: &Count,
) -> Finding {
    let mut finding = Finding::new(rule, kind, count.ply(), by);
    finding.articles = scene.cite(rule.page().warc);
    finding.phrases = phrases;
    finding
}
