//! What people order at a table, and what they take back of it.

use super::{Refresh, Table, TableOutput};
use crate::Refusal;
use crate::tables::watched::{LastOrder, Undone, Watched};
use board::Millis;
use game::{Command, Order, ResultEntry, Undoable};

impl Table {
    /// Returns the number of the latest order that could be taken back; 0 if there was none.
    pub fn ordered(&self) -> u32 {
        self.game.ordered()
    }

    /// Returns the latest order about the game, and the latest to the clock, that can be taken back unless something came later.
    pub fn last_orders(&self) -> [Option<LastOrder>; 2] {
        self.game.last_orders()
    }

    /// Carries out a person's command.
    pub(crate) fn handle_command(
        &mut self,
        t_ms: Millis,
        command: &Command,
        output: &mut TableOutput,
    ) -> Result<(), Refusal> {
        if let Some(why) = &self.fault {
            return Err(Refusal::TableFailed(self.number(), why.clone()));
        }
        if matches!(command.order, Order::Prepare(_) | Order::Drop) {
            return self.stage(t_ms, command, output);
        }
        self.obey(t_ms, command, output, Watched::handle_command)
    }

    /// Carries out a command that follows from an order about the event, and is taken back with that order.
    pub(crate) fn follow_command(&mut self, t_ms: Millis, command: &Command, output: &mut TableOutput) {
        // A game that no memory holds any more keeps the result in the event alone.
        let _ = self.obey(t_ms, command, output, Watched::carry_out);
    }

    /// Takes an order back. Returns the published number and the result of the game if that was an order about a result.
    pub(crate) fn undo(
        &mut self,
        t_ms: Millis,
        (of, no): (Undoable, u32),
        output: &mut TableOutput,
    ) -> Result<Option<(u32, Option<ResultEntry>)>, Refusal> {
        if let Some(why) = &self.fault {
            return Err(Refusal::TableFailed(self.number(), why.clone()));
        }
        self.moved_on_ms = self.moved_on_ms.max(t_ms);
        output.games.insert(self.game_number());
        let mut answer = Err(Refusal::FailedOverThis);
        self.work(output, Refresh::All, |game| {
            game.advance(t_ms);
            answer = game.undo(t_ms, of, no);
        });
        let Undone { game, result } = answer?;
        output.is_arbiter_table_changed = true;
        output.games.extend(game.map(|number| self.before.saturating_add(number)));
        // Whoever takes a result back does not want the board to enter it again by itself.
        let taken = Command { order: Order::Result(result.flatten()), game, author: None, staged: None };
        self.watch_proof(t_ms, result.map(|_| &taken));
        Ok(game.zip(result).map(|(number, result)| (self.before.saturating_add(number), result)))
    }

    fn obey(
        &mut self,
        t_ms: Millis,
        command: &Command,
        output: &mut TableOutput,
        obey: impl FnOnce(&mut Watched, Millis, &Command) -> Result<(), Refusal>,
    ) -> Result<(), Refusal> {
        if let Some(why) = &self.fault {
            return Err(Refusal::TableFailed(self.number(), why.clone()));
        }
        let own = Command { game: self.own_number(command.game)?, ..command.clone() };
        self.moved_on_ms = self.moved_on_ms.max(t_ms);
        // A person has decided, so there is nothing left to wait for.
        self.waits_until_ms = 0;
        output.is_arbiter_table_changed |= self.is_another(command.game);
        output.games.extend(command.game);
        let mut answer = Err(Refusal::FailedOverThis);
        self.work(output, Refresh::All, |game| answer = obey(game, t_ms, &own));
        self.watch_proof(t_ms, answer.is_ok().then_some(&own));
        if answer.is_ok() {
            command.staged.into_iter().for_each(|no| self.decisions.announced(no));
        }
        // What was prepared may no longer fit.
        output.is_arbiter_table_changed |= !self.staged().is_empty();
        answer
    }
}
