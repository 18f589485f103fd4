//! Orders that are taken back: what stood at the table before an order stands again.
//!
//! What stood before an order is a copy of the machine itself, so nothing of it is worked out anew: plies with their times, open
//! questions, the result, the names. What the board and its clock said since is kept, because that happened.
//!
//! Invariant: an order is not taken back if that would lose what came later: moves that are not followed aside (`aside`), another
//! result, another game, other names.

use crate::follow::timers::Timers;
use crate::{
    Command, Ending, Finished, GameEvent, Irregular, Order, Played, PlyNo, PlyState, Refusal, ResultEntry,
    Score, Scribe, Tags, Terms, Undoable,
};
use board::Millis;
use shakmaty::Position;

/// What stood at a table before an order that can be taken back.
#[derive(Debug, Clone)]
pub struct StoodBefore {
    of: Undoable,
    /// The instant of the order.
    t_ms: Millis,
    what: What,
    after: Footing,
}

#[derive(Debug, Clone)]
enum What {
    /// The machine with the game that was on the board.
    OnBoard(Box<Scribe>),
    /// A game that was no longer on the board.
    Earlier(Box<Finished>),
}

/// The part of a game that later orders and moves change.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Footing {
    number: u32,
    line: Vec<Played>,
    result: Option<ResultEntry>,
    tags: Tags,
}

impl Footing {
    fn of(score: &Score) -> Footing {
        let line = score.plies.iter().map(|ply| ply.played).collect();
        Footing { number: score.number, line, result: score.result, tags: score.tags.clone() }
    }
}

impl StoodBefore {
    /// Returns the scribe's own number of the game in which the order is taken back.
    pub fn game(&self) -> u32 {
        match &self.what {
            What::OnBoard(old) => old.score.number,
            What::Earlier(old) => old.packed().head().number,
        }
    }

    /// Returns the result that the game had before the order.
    pub fn result(&self) -> Option<ResultEntry> {
        match &self.what {
            What::OnBoard(old) => old.score.result,
            What::Earlier(old) => old.packed().head().result,
        }
    }
}

impl Scribe {
    /// Returns what stands now, before a command is carried out at `t`; `None` if the command cannot be taken back, or is about
    /// a game that is not known.
    pub fn stands_before(&self, t: Millis, command: &Command) -> Option<StoodBefore> {
        let of = command.order.undoable().filter(|_| !matches!(command.order, Order::Clock(_)))?;
        match command.game.filter(|number| *number != self.score.number) {
            Some(number) => {
                let what = What::Earlier(Box::new(self.earlier(number)?.clone()));
                Some(StoodBefore { of, t_ms: t, what, after: Footing::of(&self.score) })
            }
            None => Some(self.stands_on_board(t, of)),
        }
    }

    /// Returns what stands now, before something like an order of this kind changes the game on the board at `t`.
    pub fn stands_on_board(&self, t: Millis, of: Undoable) -> StoodBefore {
        let what = What::OnBoard(Box::new(self.copy()));
        StoodBefore { of, t_ms: t, what, after: Footing::of(&self.score) }
    }

    /// Notes what stands after the command, which was carried out. Only from there can the command be taken back.
    pub fn note_after(&self, before: &mut StoodBefore) {
        let earlier = match &before.what {
            What::Earlier(old) => self.earlier(old.packed().head().number).map(Finished::score),
            What::OnBoard(_) => None,
        };
        before.after = Footing::of(earlier.as_ref().unwrap_or(&self.score));
    }

    /// Checks whether a command can be taken back. `Err` says what came later.
    pub fn may_undo(&self, before: &StoodBefore) -> Result<(), Refusal> {
        let earlier = self.earlier(before.after.number).map(Finished::score);
        let is_of_result = before.of == Undoable::Result;
        let now = match (&before.what, earlier) {
            (What::Earlier(_), Some(score)) => Footing::of(&score),
            // Players put the pieces back within seconds: the result can still be taken back then.
            (What::OnBoard(_), Some(score)) if is_of_result => Footing::of(&score),
            (What::Earlier(_), None) | (What::OnBoard(_), Some(_)) => return Err(Refusal::GameSince),
            (What::OnBoard(_), None) => Footing::of(&self.score),
        };
        if now.number != before.after.number {
            return Err(Refusal::GameSince);
        }
        if now.result != before.after.result {
            return Err(Refusal::ResultSince(ResultEntry::shown(now.result)));
        }
        // As long as nobody touches the board, another line is only another reading of what stood there all the time.
        let is_touched = !self.touches.since(before.t_ms).is_empty();
        let is_read_otherwise = !is_touched && matches!(before.what, What::OnBoard(_));
        let is_followed = self.aside.is_some() && matches!(before.what, What::OnBoard(_));
        if now.line != before.after.line && !is_read_otherwise && !is_of_result && !is_followed {
            return Err(Refusal::MovesSince);
        }
        if before.of == Undoable::Start && now.tags != before.after.tags {
            return Err(Refusal::NamesSince);
        }
        Ok(())
    }

    /// Takes a command back. The caller has asked [`Scribe::may_undo`]. What the board shows is not explained anew before
    /// [`Scribe::look_again`], so that whoever watches the game can go back first.
    pub fn undo(&mut self, t: Millis, before: StoodBefore) {
        match before.what {
            What::Earlier(old) => self.put_back(*old),
            What::OnBoard(old)
                if self.earlier(old.score.number).is_some() && before.of == Undoable::Result =>
            {
                let result = old.score.result;
                if let Some(game) = self.earlier_mut(old.score.number) {
                    game.set_result(result);
                }
            }
            What::OnBoard(mut old) => {
                old.hear_since(self);
                self.go_back(t, before.of, *old);
            }
        }
    }

    /// Takes the beginning of a game back at a table where nobody plays. The caller has asked [`Scribe::may_undo`]. What board
    /// and clock said since is nobody's game, so what was last known of the earlier game is known again.
    pub fn undo_beginning(&mut self, t: Millis, before: StoodBefore) {
        let What::OnBoard(mut old) = before.what else { return };
        (old.timers, old.waiting, old.engine.clock) = (Timers::default(), None, self.engine.clock);
        self.go_back(t, before.of, *old);
        self.aside = None;
    }

    /// Explains what the board shows, after a command was taken back, and tells what was played since the command.
    pub fn look_again(&mut self, t: Millis) {
        self.seen.begin_work();
        if !self.resume_aside(t, self.score.result) {
            self.changed(t);
        }
        self.check();
    }

    fn put_back(&mut self, old: Finished) {
        if let Some(game) = self.earlier_mut(old.packed().head().number) {
            *game = old;
        }
    }

    pub(super) fn go_back(&mut self, t: Millis, of: Undoable, old: Scribe) {
        let is_same_game = self.score.number == old.score.number;
        let (open, result, proposed) = (self.questions(), self.score.result, self.score.proposed);
        let line = |score: &Score| score.plies.iter().map(|ply| ply.played).collect::<Vec<_>>();
        let (then, now) = (line(&old.score), line(&self.score));
        let kept = then.iter().zip(&now).take_while(|(then, now)| then == now).count();
        if is_same_game {
            self.withdraw(t, kept);
        }
        let told: Vec<PlyState> = self.score.plies.iter().map(|ply| ply.state).collect();
        self.become_again(old, of == Undoable::Start);
        if !is_same_game {
            self.events.push_back((t, GameEvent::Resumed { number: self.score.number }));
            return;
        }
        for index in 0..self.score.plies.len() {
            self.tell_again(t, index, told.get(index).copied());
        }
        let still = self.questions();
        let closed = open.into_iter().filter(|ply| !still.contains(ply));
        self.events.extend(closed.map(|ply| (t, GameEvent::Answered { ply })));
        if let Some((ply, alternatives)) = self.asked() {
            let asked = GameEvent::Asked { ply, alternatives: alternatives.to_vec() };
            self.events.push_back((t, asked));
        }
        if self.score.result != result {
            self.events.push_back((t, GameEvent::Result { outcome: self.score.result }));
        }
        match self.score.proposed {
            Some(outcome) if proposed != Some(outcome) => {
                self.events.push_back((t, GameEvent::Proposed { outcome }));
            }
            None if proposed.is_some() => self.events.push_back((t, GameEvent::ProposalWithdrawn)),
            _ => {}
        }
    }

    /// Tells of a ply that stands again, or of one that stood all the time in the state `told`, as far as that has risen.
    fn tell_again(&mut self, t: Millis, index: usize, told: Option<PlyState>) {
        let score = &self.score;
        let (ply, number) = (&score.plies[index], PlyNo::of_index(index));
        if told.is_none() && index > 0 && score.plies[index - 1].is_irregular() {
            let closed =
                GameEvent::IrregularClosed { ply: PlyNo::of_index(index - 1), ending: Ending::Stands };
            self.events.push_back((t, closed));
        }
        if let (Played::Irregular { from, .. }, None) = (ply.played, told) {
            let before = score.after(index);
            let legal = before.position().map_or_else(Vec::new, |position| {
                let moves = position.legal_moves();
                moves.iter().copied().filter(|mv| from.is_some() && mv.from() == from).collect()
            });
            self.events.push_back((
                t,
                GameEvent::Irregular(Irregular {
                    ply: number,
                    by: before.turn(),
                    played: ply.played,
                    pressed: ply.pressed_ms.is_some(),
                    before_fen: before.fen(),
                    after_fen: ply.after.fen(),
                    seen: self.seen.reading(),
                    legal,
                }),
            ));
        }
        for state in [PlyState::Provisional, PlyState::Final, PlyState::Completed] {
            if state <= ply.state && told.is_none_or(|told| state > told) {
                let (played, reason) = (ply.played, ply.reason);
                self.events.push_back((t, GameEvent::Ply { ply: number, played, state, reason }));
            }
        }
    }

    /// Takes over what board and clock have said to `now`.
    fn hear_since(&mut self, now: &Scribe) {
        (self.seen, self.touches) = (now.seen.clone(), now.touches.clone());
        (self.anything_seen, self.engine.clock) = (now.anything_seen, now.engine.clock);
        (self.timers, self.waiting) = (now.timers.clone(), None);
        self.score.clock = now.score.clock;
        if now.score.number == self.score.number {
            (self.stopped_ms, self.fallen_ms, self.lost) = (now.stopped_ms, now.fallen_ms, now.lost);
            self.score.clock_started_ms = now.score.clock_started_ms;
        }
    }

    /// Becomes the machine of `old` again. `with_names` says whether the names that the game had then come back, too.
    fn become_again(&mut self, mut old: Scribe, with_names: bool) {
        let now = std::mem::replace(self, Scribe::with_score(old.terms.clone(), old.score.clone()));
        let is_same_game = now.score.number == old.score.number;
        let mut plies = now.score.plies;
        plies.become_same(&old.score.plies);
        old.score.plies = plies;
        old.terms = Terms { start: old.terms.start, ..now.terms };
        old.engine.scan_ms = now.engine.scan_ms;
        (old.events, old.finished, old.next_tags) = (now.events, now.finished, now.next_tags);
        (old.outcome, old.aside) = (None, now.aside);
        if is_same_game {
            old.score.revisions = now.score.revisions;
            if !with_names {
                old.score.tags = now.score.tags;
            }
        } else {
            // The game that is on the board again is no earlier one any more.
            old.finished.retain(|game| game.packed().head().number != old.score.number);
        }
        *self = old;
    }

    fn earlier(&self, number: u32) -> Option<&Finished> {
        self.finished.iter().find(|game| game.packed().head().number == number)
    }

    fn earlier_mut(&mut self, number: u32) -> Option<&mut Finished> {
        self.finished.iter_mut().find(|game| game.packed().head().number == number)
    }
}
