//! What the rounds make of a table: closed between rounds, one game while a pairing is played, and a result that counts
//! as soon as the organiser lets it.
//!
//! ```text
//!            open round            confirmed result, or the round is over
//!   closed ─────────────▶ played ──────────────────────────────────────▶ closed
//!      ▲                    ▲  result taken back                            │
//!      │                    └───────────────────────────────────────────────┘
//! ```
//!
//! Nothing that happens on the board of a closed table reaches its game: it is kept in the journal, and nobody is told. Only what the game
//! would be without the result that closed the table is followed unseen, should the result have been a mistake.

use crate::tables::table::{Refresh, Table, TableOutput};
use crate::tables::watched::Kept;
use board::Millis;
use game::{Command, Order, Proof, ResultEntry, Standing, Tags};
use tournament::{GameNo, PairingNo, Plan};

/// The part of a table that follows the rounds.
#[derive(Debug, Default)]
pub(crate) struct Planned {
    /// What the table is for.
    pub(crate) plan: Plan,
    /// The pairing whose game is, or was last, on the board.
    pub(crate) pairing: Option<PairingNo>,
    /// The result that the board proves, and the journal time since which it does.
    proved: Option<(Proof, Millis)>,
    /// The number of the game for which a person took a result back: no result of it counts by itself any more.
    objected: Option<u32>,
    /// The game and the result that the event knows.
    told: Option<(u32, bool, Option<ResultEntry>)>,
    /// What stood at the table before the game of its pairing began.
    before: Option<Box<Before>>,
}

/// What stood at a table before the game of a pairing began there.
#[derive(Debug)]
struct Before {
    planned: Planned,
    kept: Kept,
}

/// News of a pairing's game, for the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GameOfPairing {
    pub(crate) game: GameNo,
    /// Says whether a move or a result is known.
    pub(crate) has_begun: bool,
    pub(crate) result: Option<ResultEntry>,
    /// The proof on the board, if the result is the proved one.
    pub(crate) proof: Option<Proof>,
}

impl Table {
    /// Returns what the table is for.
    pub fn plan(&self) -> &Plan {
        &self.planned.plan
    }

    /// Returns the pairing whose game is, or was last, on the board; `None` outside of rounds.
    pub fn pairing(&self) -> Option<&PairingNo> {
        self.planned.pairing.as_ref()
    }

    /// Returns the proved result that nobody has confirmed, and what proves it.
    pub fn proved(&self) -> Option<(Proof, ResultEntry)> {
        let (proof, outcome) = self.game.scribe().proved()?;
        Some((proof, outcome.into()))
    }

    /// Returns whether what happens on the board is nobody's game.
    pub(crate) fn is_closed(&self) -> bool {
        self.planned.plan == Plan::Closed
    }

    /// Follows a new plan. Returns whether the board has to be shown to the game again.
    pub(crate) fn follow(
        &mut self,
        t_ms: Millis,
        plan: Plan,
        start: Standing,
        tags: &Tags,
        output: &mut TableOutput,
    ) -> bool {
        let before = std::mem::replace(&mut self.planned.plan, plan.clone());
        match (&before, plan) {
            (_, Plan::Closed) => {
                self.work(output, Refresh::All, |game| game.play_one_game(true));
                false
            }
            (_, Plan::Play(pairing)) if self.planned.pairing.as_ref() == Some(&pairing) => {
                // The same game, perhaps with a name corrected, or opened again.
                self.work(output, Refresh::All, |game| {
                    game.play_one_game(true);
                    game.rename(tags.clone());
                });
                before == Plan::Closed
            }
            (_, Plan::Play(pairing)) => {
                let planned = Planned {
                    plan: Plan::Play(pairing.clone()),
                    pairing: Some(pairing),
                    ..Planned::default()
                };
                let old = Planned { before: None, ..std::mem::replace(&mut self.planned, planned) };
                let mut kept = None;
                self.work(output, Refresh::All, |game| {
                    game.play_one_game(true);
                    kept = Some(game.begin_anew(t_ms, start, tags.clone()));
                });
                self.planned.before = kept.map(|kept| Box::new(Before { planned: old, kept }));
                true
            }
            (Plan::Free, Plan::Free) => false,
            (_, Plan::Free) => {
                self.planned.pairing = None;
                self.work(output, Refresh::All, |game| {
                    game.play_one_game(false);
                    game.name_next(t_ms, tags.clone());
                });
                true
            }
        }
    }

    /// Goes back to what stood before the game of the table's pairing began, because the beginning of the round was taken back.
    /// A game that has moves or a result stays.
    pub(crate) fn undo_beginning(&mut self, t_ms: Millis, output: &mut TableOutput) {
        let Some(before) = self.planned.before.take() else { return };
        let Before { planned, kept } = *before;
        output.games.insert(self.game_number());
        let mut is_undone = false;
        self.work(output, Refresh::All, |game| {
            game.advance(t_ms);
            is_undone = game.undo_beginning(t_ms, kept);
        });
        if is_undone {
            self.planned = planned;
            output.games.insert(self.game_number());
            output.is_arbiter_table_changed = true;
        }
    }

    /// Returns news of the game of the table's pairing: that it has begun, or has another result.
    pub(crate) fn game_of_pairing(&mut self) -> Option<(PairingNo, GameOfPairing)> {
        let pairing = self.planned.pairing.clone()?;
        let score = self.score();
        let (number, result) = (self.game_number(), score.result);
        let has_begun = !score.plies.is_empty() || result.is_some();
        let now = (number, has_begun, result);
        let before = self.planned.told.replace(now);
        if before == Some(now) || before.is_none() && !has_begun {
            return None;
        }
        let proof = self.planned.proved.map(|(proof, _)| proof).filter(|_| result.is_some());
        let game = GameNo { table: self.number(), game: number };
        Some((pairing, GameOfPairing { game, has_begun, result, proof }))
    }

    /// Returns the game that is played here for a pairing; `None` before it begins, and if none is.
    pub(crate) fn game_in_play(&self) -> Option<(&PairingNo, GameNo)> {
        let Plan::Play(at) = self.plan() else { return None };
        let score = self.score();
        let has_begun = !score.plies.is_empty() || score.result.is_some();
        let is_of_pairing = self.pairing() == Some(at);
        (has_begun && is_of_pairing).then(|| (at, GameNo { table: self.number(), game: self.game_number() }))
    }

    /// Notes since when the board proves a result, and that a person objected to one.
    pub(crate) fn watch_proof(&mut self, t_ms: Millis, command: Option<&Command>) {
        let now = self.game.scribe().proved().map(|(proof, _)| proof);
        // Whoever takes back an earlier result, or one that the board does not prove, objects to no proof.
        if let Some(Command { order: Order::Result(None), game, .. }) = command
            && game.is_none_or(|number| number == self.score().number)
            && now.is_some()
        {
            self.planned.objected = Some(self.game_number());
        }
        if self.score().result.is_none() && self.planned.proved.map(|(proof, _)| proof) != now {
            self.planned.proved = now.map(|proof| (proof, t_ms));
        }
    }

    /// Returns the instant at which the proved result counts; `None` if a person has to confirm it. Of a game for which nobody
    /// pressed the clock no result counts by itself.
    pub(crate) fn confirms_at(&self) -> Option<Millis> {
        let (proof, since_ms) = self.planned.proved?;
        let may = self.score().result.is_none()
            && self.planned.objected != Some(self.game_number())
            && !self.is_closed()
            && !self.game.scribe().is_unplayed()
            && !self.has_unannounced()
            && self.asked().is_none();
        let after_ms = self.confirm_after_ms.get(&proof).filter(|_| may)?;
        Some(since_ms.saturating_add(*after_ms))
    }

    /// Lets the proved result count, if it is due.
    pub(crate) fn confirm_proved(&mut self, t_ms: Millis, output: &mut TableOutput) {
        if self.confirms_at().is_some_and(|at| at <= t_ms)
            && let Some((_, result)) = self.proved()
        {
            let command =
                Command { order: Order::Result(Some(result)), game: None, author: None, staged: None };
            self.work(output, Refresh::All, |game| {
                // A confirmed result of the game on the board is never refused.
                let _ = game.carry_out(t_ms, &command);
            });
        }
    }
}
