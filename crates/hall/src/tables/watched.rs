//! A scribe and the watch over it, fed in a fixed order wherever a game is followed: at a table, or from a sensor log.
//!
//! Each event of the sensors goes first to the watch, which still sees the score from before the event. It goes next
//! to the scribe, and the scribe's output goes to the watch. Deadlines of both fire in the order of their instants; at
//! equal instants the scribe's deadline comes first.

mod undo;

use crate::Refusal;
use board::{BoardEvent, Millis, Sensing, Timing};
use game::{Command, GameEvent, Order, Player, Scribe, Tags, Terms};
use laws::{Incident, Profile, TimeControl, Watch};
use shakmaty::ByColor;
use std::collections::VecDeque;
pub use undo::LastOrder;
pub(crate) use undo::{Kept, Undone};

/// A scribe and the watch over it.
#[derive(Debug)]
pub struct Watched {
    scribe: Scribe,
    watch: Watch,
    outputs: VecDeque<WatchedOutput>,
    /// The journal time at which the adjournment in the score was sealed.
    sealed_ms: Option<Millis>,
    /// The orders that can be taken back.
    steps: undo::Steps,
}

/// A piece of news from the scribe or the watch.
#[derive(Debug)]
pub enum WatchedOutput {
    /// A change in the game.
    Event(Millis, GameEvent),
    /// An incident for the arbiter.
    Incident(Incident),
}

impl Watched {
    /// Creates a scribe for a table where a game is about to begin, watched under these rules.
    pub fn new(profile: Profile, mut terms: Terms, tags: Tags) -> Watched {
        // The watch reports a time control that cannot be read.
        let control = TimeControl::parse(&tags.time_control).ok().flatten();
        terms.increment_ms = control.map_or(0, |control| control.increment_ms());
        let watch = Watch::new(profile, &terms, &tags.time_control);
        let scribe = Scribe::new(terms, tags);
        let steps = undo::Steps::default();
        let mut watched = Watched { scribe, watch, outputs: VecDeque::new(), sealed_ms: None, steps };
        watched.drain();
        watched
    }

    /// Returns the scribe.
    pub fn scribe(&self) -> &Scribe {
        &self.scribe
    }

    /// Returns the watch over the scribe.
    pub fn watch(&self) -> &Watch {
        &self.watch
    }

    /// Changes the players and other tags of the game on the board.
    pub fn rename(&mut self, tags: Tags) {
        self.scribe.rename(tags);
        self.follow_control();
    }

    /// Changes the players of a game by the scribe's own number: of that on the board, or of an earlier one.
    pub(crate) fn rename_game(&mut self, number: u32, players: &ByColor<Player>) {
        let score = self.scribe.score();
        if number == score.number {
            self.rename(Tags { players: players.clone(), ..score.tags.clone() });
        } else {
            self.scribe.rename_earlier(number, players);
        }
    }

    /// Sets the tags of the next game. If the game on the board is over, the next one begins.
    pub fn name_next(&mut self, t_ms: Millis, tags: Tags) {
        self.advance(t_ms);
        self.scribe.name_next(t_ms, tags);
        self.drain();
    }

    /// Sets whether the game on the board is the only one until somebody begins the next.
    pub(crate) fn play_one_game(&mut self, only: bool) {
        self.scribe.play_one_game(only);
    }

    /// Sets the time control from the tags of the game on the board.
    fn follow_control(&mut self) {
        let text = &self.scribe.score().tags.time_control;
        let control = TimeControl::parse(text).ok().flatten();
        let increment_ms = control.as_ref().map_or(0, TimeControl::increment_ms);
        self.watch.set_control(control);
        self.scribe.set_increment(increment_ms);
    }

    /// Sets what the table's board can sense, and how late it reports.
    pub fn sense(&mut self, sensing: Sensing, timing: Timing) {
        self.scribe.sense(sensing, timing.scan_ms);
        self.watch.sense(sensing, timing);
    }

    /// Handles an event of the board or its clock.
    pub fn handle_board(&mut self, t_ms: Millis, event: &BoardEvent) {
        self.advance(t_ms);
        self.watch.handle_board(t_ms, event, self.scribe.score());
        if self.watch.is_chess() || is_of_clock(event) {
            self.scribe.handle_board(t_ms, event);
        }
        self.drain();
    }

    /// Handles an event of the board while nothing there is a game: should the result have been a mistake, it was play.
    pub(crate) fn overhear(&mut self, t_ms: Millis, event: &BoardEvent) {
        if self.watch.is_chess() || is_of_clock(event) {
            self.scribe.overhear(t_ms, event);
        }
    }

    /// Carries out a person's command, and keeps what stood before it if it can be taken back. `Err` says why it cannot be done;
    /// neither the scribe nor the watch has then changed.
    pub fn handle_command(&mut self, t_ms: Millis, command: &Command) -> Result<(), Refusal> {
        self.advance(t_ms);
        if let Order::Undo { of, no } = command.order {
            return self.undo(t_ms, of, no).map(|_| ());
        }
        let before = self.before(t_ms, command);
        self.carry_out(t_ms, command)?;
        self.note_done(command, before);
        Ok(())
    }

    /// Carries out a command that follows from another order, and that is taken back with that one.
    pub(crate) fn carry_out(&mut self, t_ms: Millis, command: &Command) -> Result<(), Refusal> {
        self.advance(t_ms);
        if command.game.is_some_and(|number| number != self.scribe.score().number) {
            return self.handle_earlier(t_ms, command);
        }
        self.watch.check(command)?;
        self.scribe.handle_command(t_ms, command)?;
        self.watch.handle_command(t_ms, command, self.scribe.score());
        if let Some(ruling) = self.watch.ruling(&command.order) {
            self.scribe.release(ruling);
        }
        self.drain();
        Ok(())
    }

    /// Carries out a command about an earlier game. Of such a game the watch knows the incidents and nothing else.
    fn handle_earlier(&mut self, t_ms: Millis, command: &Command) -> Result<(), Refusal> {
        let (Some(game), Order::Rule { incident, decision }) = (command.game, &command.order) else {
            return Ok(self.scribe.handle_command(t_ms, command)?);
        };
        if let Some(ruling) = self.watch.rule_earlier(t_ms, game, *incident, *decision)? {
            self.scribe.release_earlier(game, ruling);
        }
        self.drain();
        Ok(())
    }

    /// Fires every deadline up to `t_ms`, each at its own instant. Returns the instant of the last one; `None` if none
    /// was due.
    pub fn advance(&mut self, t_ms: Millis) -> Option<Millis> {
        let mut last = None;
        // A scribe or watch that asks again for the instant to which it was just advanced has a bug. It is called again
        // a millisecond later, so that the loop ends.
        let mut from = 0;
        while let Some(at) = self.next_deadline().map(|at| at.max(from)).filter(|&at| at <= t_ms) {
            self.scribe.advance(at);
            self.drain();
            self.watch.advance(at, self.scribe.score());
            self.drain();
            last = Some(at);
            from = at + 1;
        }
        last
    }

    /// Returns the instant at which the scribe or the watch is to be advanced next; `None` if neither has a deadline.
    pub fn next_deadline(&self) -> Option<Millis> {
        [self.scribe.next_deadline(), self.watch.next_deadline()].into_iter().flatten().min()
    }

    /// Removes and returns the oldest piece of news; `None` if there is none.
    pub fn poll(&mut self) -> Option<WatchedOutput> {
        self.outputs.pop_front()
    }

    fn drain(&mut self) {
        while let Some((t_ms, event)) = self.scribe.poll_event() {
            if matches!(event, GameEvent::Began { .. }) {
                self.follow_control();
            }
            self.watch.handle_event(t_ms, &event, self.scribe.score());
            self.outputs.push_back(WatchedOutput::Event(t_ms, event));
            self.drain_watch();
        }
        self.drain_watch();
        self.note_adjournment();
    }

    /// Notes an adjournment in the score as soon as the move is sealed, because the score outlives the watch over it.
    fn note_adjournment(&mut self) {
        let Some(sheet) = self.watch.adjournment().sheet() else { return };
        if self.sealed_ms != Some(sheet.sealed_ms) {
            self.sealed_ms = Some(sheet.sealed_ms);
            self.scribe.remark(sheet.moves.len(), sheet.remark());
        }
    }

    fn drain_watch(&mut self) {
        self.outputs.extend(std::iter::from_fn(|| self.watch.poll_incident()).map(WatchedOutput::Incident));
    }
}

/// Returns whether the event is about the clock. In a game of draughts, only the clock is followed.
fn is_of_clock(event: &BoardEvent) -> bool {
    matches!(
        event,
        BoardEvent::Clock(_) | BoardEvent::Press(_) | BoardEvent::Flag(_) | BoardEvent::Gap { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::Watched;
    use board::{BoardEvent, Reading};
    use game::{Tags, Terms};
    use laws::{Profile, profile::Draughts};
    use shakmaty::Board;

    fn command(json: &str) -> game::Command {
        let written = serde_json::from_str(json).expect("it has the form of a command");
        game::Command::read(&written).expect("it has a meaning")
    }

    /// Checks a command that the scribe could carry out and the watch refuses: neither may have changed.
    #[test]
    fn the_watch_is_asked_before_anybody_obeys() {
        let correct = command(r#"{"cmd":"correct","from_ply":1,"moves":["e2e4"]}"#);
        let mut chess = Watched::new(Profile::default(), Terms::default(), Tags::default());
        assert_eq!(chess.handle_command(1_000, &correct), Ok(()));
        assert_eq!(chess.scribe().score().plies.len(), 1);

        let profile = Profile { draughts: Some(Draughts::Hundred), ..Profile::default() };
        let mut draughts = Watched::new(profile, Terms::default(), Tags::default());
        assert!(draughts.handle_command(1_000, &correct).is_err());
        assert_eq!(draughts.scribe().score().plies.len(), 0);
    }

    #[test]
    fn what_lies_on_a_board_of_draughts_is_no_chess() {
        let profile = Profile { draughts: Some(Draughts::SixtyFour), ..Profile::default() };
        let mut draughts = Watched::new(profile, Terms::default(), Tags::default());
        draughts.handle_board(0, &BoardEvent::Reading(Reading::from_board(&Board::default())));
        let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR".parse().expect("a placement");
        draughts.handle_board(5_000, &BoardEvent::Reading(Reading::from_board(&after_e4)));
        draughts.advance(60_000);
        assert_eq!(draughts.scribe().score().plies.len(), 0);
    }
}
