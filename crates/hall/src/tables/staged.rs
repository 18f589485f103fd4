//! Prepared decisions: what an arbiter is about to announce at a board, and the public is not to see before.
//!
//! A prepared decision holds an ordinary order. Its announcement is that order as an ordinary command, which names the
//! decision by its number (`staged`), so it is carried out by the code that carries out every command. This module only
//! keeps what was prepared, and refuses an announcement that is another order, or that the game has overtaken.
//!
//! Invariant: preparing, changing and dropping a decision touch neither the game nor the watch over it, so nothing can be
//! published.
//!
//! Limit: [`STAGED_MAX`] decisions a table. Games of many plies keep as many played moves with each decision.

use crate::{Refusal, Table, tables::table::TableOutput};
use board::Millis;
use game::{Command, Order, OrderJson, Played, ResultEntry, Score};
use laws::Status;

/// The greatest number of decisions that may wait at one table.
pub const STAGED_MAX: usize = 16;

/// The decisions that were prepared at a table and are not announced yet, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Decisions {
    waiting: Vec<StagedDecision>,
    /// The number of the latest decision. Numbers are not used again.
    last: u32,
}

/// A decision that was prepared and is not announced yet.
#[derive(Debug, Clone)]
pub struct StagedDecision {
    /// The number of the decision at its table, from 1 on. A changed decision keeps it.
    pub no: u32,
    /// The published number of the game that the decision is about.
    pub game: u32,
    /// The order that the announcement carries out.
    pub order: OrderJson,
    /// The person who prepared or last changed the decision, if known.
    pub author: Option<String>,
    /// The journal time at which it was prepared or last changed.
    pub prepared_ms: Millis,
    ground: Ground,
}

/// The part of a score that a decision rests on. If it is another when the decision is announced, the decision no longer
/// fits the game.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Ground {
    /// The result: somebody may have entered another meanwhile.
    Result(Option<ResultEntry>),
    /// The first plies: those before the place at which the order begins.
    Before(Vec<Played>),
    /// Every ply: what was played later would be lost, or a time put on a clock would be of another moment.
    Whole(Vec<Played>),
    /// The ruling on the incident: somebody may have ruled on it meanwhile.
    Ruling(Option<Status>),
    /// Nothing.
    Nothing,
}

impl Ground {
    fn of(order: &Order, score: &Score) -> Ground {
        let first = |plies: usize| score.plies.iter().take(plies).map(|ply| ply.played).collect();
        match order {
            Order::Result(_) => Ground::Result(score.result),
            Order::Restore { ply } | Order::Choose { ply, .. } => Ground::Before(first(ply.index())),
            Order::Promote { ply, .. } => Ground::Before(first(ply.get())),
            Order::Correct { .. } | Order::Clock(_) => Ground::Whole(first(score.plies.len())),
            _ => Ground::Nothing,
        }
    }
}

impl Decisions {
    fn find(&self, no: u32) -> Result<usize, Refusal> {
        let waits = self.waiting.iter().position(|one| one.no == no);
        waits.ok_or(Refusal::NotStaged { no })
    }

    /// Removes a decision that was announced.
    pub(crate) fn announced(&mut self, no: u32) {
        self.waiting.retain(|one| one.no != no);
    }
}

impl Table {
    /// Returns the decisions that were prepared and are not announced yet, oldest first.
    pub fn staged(&self) -> &[StagedDecision] {
        &self.decisions.waiting
    }

    /// Prepares, changes or drops a decision. `Err` says why not, and nothing has changed then.
    pub(crate) fn stage(
        &mut self,
        t_ms: Millis,
        command: &Command,
        output: &mut TableOutput,
    ) -> Result<(), Refusal> {
        let at = command.staged.map(|no| self.decisions.find(no)).transpose()?;
        match &command.order {
            Order::Prepare(order) => {
                let game = command.game.unwrap_or(self.game_number());
                let ground = self.ground(game, order)?;
                if at.is_none() && self.decisions.waiting.len() >= STAGED_MAX {
                    return Err(Refusal::TooManyStaged { most: STAGED_MAX });
                }
                let no = command.staged.unwrap_or(self.decisions.last + 1);
                let order = (**order).clone();
                let author = command.author.clone();
                let decision = StagedDecision { no, game, order, author, prepared_ms: t_ms, ground };
                match at {
                    Some(index) => self.decisions.waiting[index] = decision,
                    None => {
                        self.decisions.last = no;
                        self.decisions.waiting.push(decision);
                    }
                }
            }
            _ => {
                let index = at.ok_or(Refusal::StagedUnnamed)?;
                self.decisions.waiting.remove(index);
            }
        }
        output.is_arbiter_table_changed = true;
        Ok(())
    }

    /// Checks whether a command announces what was prepared, and whether that still fits the game. A command that
    /// announces nothing passes.
    pub(crate) fn may_announce(&self, command: &Command) -> Result<(), Refusal> {
        let Some(no) = command.staged else { return Ok(()) };
        if matches!(command.order, Order::Prepare(_) | Order::Drop) {
            return Ok(());
        }
        let decision = &self.decisions.waiting[self.decisions.find(no)?];
        let is_prepared = Order::read(&decision.order).is_ok_and(|order| order == command.order);
        if !is_prepared || command.game != Some(decision.game) {
            return Err(Refusal::StagedOtherwise { no });
        }
        self.fits(decision)
    }

    /// Checks whether a prepared decision still fits the game. `Err` says why not.
    pub fn fits(&self, decision: &StagedDecision) -> Result<(), Refusal> {
        let (before, now) = (&decision.ground, self.ground(decision.game, &decision.order)?);
        if *before == now {
            return Ok(());
        }
        Err(match now {
            Ground::Result(result) => Refusal::ResultSince { result: ResultEntry::shown(result) },
            Ground::Ruling(_) => Refusal::RuledSince,
            _ => Refusal::PlayedSince,
        })
    }

    /// Returns whether a decision about the game on the board waits to be announced.
    pub(crate) fn has_unannounced(&self) -> bool {
        let on_board = self.game_number();
        self.decisions.waiting.iter().any(|one| one.game == on_board)
    }

    /// Returns the ground of an order in a game. `Err` if the order is not possible there, even now.
    fn ground(&self, game: u32, order: &OrderJson) -> Result<Ground, Refusal> {
        let order = Order::read(order)?;
        self.own_number(Some(game))?;
        let is_another = self.is_another(Some(game));
        if is_another && !order.is_of_the_record() {
            return Err(game::Refusal::OffTheBoard.into());
        }
        let command = Command { order, game: None, author: None, staged: None };
        if !is_another {
            self.watch().check(&command)?;
        }
        let earlier = if is_another { self.game(game) } else { None };
        let score = earlier.as_ref().unwrap_or(self.score());
        command.order.check(score)?;
        if let Order::Rule { incident, .. } = command.order {
            return Ok(Ground::Ruling(self.watch().ruled(is_another.then_some(game), incident)));
        }
        Ok(Ground::of(&command.order, score))
    }
}
