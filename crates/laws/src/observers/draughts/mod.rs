//! A draughts table under the rules of the Polish federation (WARC): everything that a clock, a count of presses and a
//! person can report.
//!
//! Each press completes a move (6.12); the pieces need not stand on a board with sensors. For claims, offers,
//! adjournments and results, a person uses the commands of chess. For everything else there are reports, which have the
//! names of rules:
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
mod flag;
mod offers;
mod reports;
mod stops;
mod text;
mod trouble;

use crate::{
    Incident, Refusal, RuleId,
    ledger::Ledger,
    observer::{Claimed, Observer, Report},
    profile::{Draughts, draughts::NamedControl},
    seen::scene::Scene,
};
use board::{ClockReading, Millis};
use claims::Claims;
use count::Count;
use flag::Flags;
use game::{Command, Decision, Order, ResultEntry};
use offers::Offers;
use shakmaty::Color;
use stops::Stops;
use trouble::Trouble;

/// The observer of a draughts table.
#[derive(Debug, Clone)]
pub(crate) struct DraughtsTable {
    draughts: Draughts,
    count: Count,
    flags: Flags,
    trouble: Trouble,
    stops: Stops,
    offers: Offers,
    claims: Claims,
    /// Set once the time control has been reported.
    named: bool,
    /// Set once the arbiter has ordered the sealing. The move counts as sealed when the clock is next stopped.
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

    fn tempo(&self, scene: &Scene) -> Option<&'static NamedControl> {
        self.draughts.tempo(scene.control?)
    }

    fn read(&mut self, scene: &Scene, reading: &ClockReading, ledger: &mut Ledger) {
        if reading.running.is_some() && !self.named {
            self.named = true;
            reports::name_tempo(scene, self.tempo(scene), &self.count, ledger);
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
    fn before_board_event(&mut self, scene: &Scene) {
        self.count.follow(scene);
    }

    fn press(&mut self, scene: &Scene, by: Color, _ledger: &mut Ledger) {
        self.flags.press(scene, by);
    }

    fn clock(&mut self, scene: &Scene, reading: &ClockReading, ledger: &mut Ledger) {
        self.read(scene, reading, ledger);
        for side in self.flags.newly_at_nought(reading) {
            self.fall(scene, side, ledger);
        }
    }

    fn flag(&mut self, scene: &Scene, side: Color, ledger: &mut Ledger) {
        self.fall(scene, side, ledger);
    }

    fn gap(&mut self, _scene: &Scene, _gap_ms: Millis, _ledger: &mut Ledger) {
        self.count.lose();
        self.flags.lose();
    }

    fn draw_offered(&mut self, scene: &Scene, by: Color, ledger: &mut Ledger) {
        self.offers.offered(scene, self.draughts, by, &self.count, ledger);
    }

    fn claimed(&mut self, scene: &Scene, claim: &Claimed, ledger: &mut Ledger) {
        self.claims.claimed(scene, claim, &self.count, ledger);
        self.stops.claimed(scene, self.claims.is_pending(), &self.count, ledger);
    }

    fn ruled(&mut self, scene: &Scene, incident: &Incident, decision: Decision, ledger: &mut Ledger) {
        self.claims.ruled(scene, incident, decision, &self.count, ledger);
    }

    fn adjourned(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.adjourned = true;
        adjourn::ordered(scene, &self.count, ledger);
    }

    fn result_entered(&mut self, scene: &Scene, result: Option<ResultEntry>, ledger: &mut Ledger) {
        self.over = result.is_some();
        reports::score(scene, result, &self.count, ledger);
        self.stops.ended(scene, self.over, ledger);
    }

    fn reported(&mut self, scene: &Scene, report: &Report, ledger: &mut Ledger) {
        let is_flag_down = report.by.is_some_and(|by| self.flags.is_down(by));
        reports::report(scene, report, is_flag_down, &self.count, ledger);
        self.adjourned &= report.rule != RuleId::DrAdjourn;
    }
}

/// Refuses commands about chess moves, which a draughts game does not have.
pub(crate) fn check(command: &Command) -> Result<(), Refusal> {
    match &command.order {
        Order::Correct { .. } | Order::Choose { .. } | Order::Promote { .. } | Order::Restore { .. } => {
            Err(Refusal::Draughts)
        }
        _ => Ok(()),
    }
}
