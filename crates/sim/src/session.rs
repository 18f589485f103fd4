//! A series of games at one table, and the shortest way from a seed to a board's events.

use crate::boards::{cable, late::Late, sampler::sample_from};
use crate::games::draw;
use crate::{
    Act, BoardProfile, Game, GameKind, HandsOptions, Mark, Performance, Rng, Truth, What, perform, sample,
};
use board::{BoardEvent, Millis};
use shakmaty::Board;

/// A table at which games are played one after the other. Before each game the players clear what the previous game
/// left on the board.
#[derive(Debug, Clone)]
pub struct Session {
    hands: HandsOptions,
    rng: Rng,
    board: Board,
    end_ms: Millis,
}

impl Session {
    /// Creates a table with the normal starting position on its board.
    pub fn new(seed: u64, hands: HandsOptions) -> Session {
        Session::on(Board::new(), seed, hands)
    }

    /// Creates a table with this placement on its board.
    pub fn on(board: Board, seed: u64, hands: HandsOptions) -> Session {
        Session { hands, rng: Rng::new(seed).fork(1), board, end_ms: 0 }
    }

    /// Plays a game after a pause and returns its acts and the game as it was played.
    pub fn play(&mut self, game: &Game, pause_ms: Millis) -> Performance {
        let start_ms = self.end_ms + pause_ms;
        let performance = perform(game, &self.hands, &self.board, start_ms, &mut self.rng);
        self.board = performance.board.clone();
        self.end_ms = performance.end_ms;
        performance
    }

    /// Returns the time at which the last act of the latest game was over.
    pub fn end_ms(&self) -> Millis {
        self.end_ms
    }

    /// Returns the present placement on the board.
    pub fn board(&self) -> &Board {
        &self.board
    }
}

/// The reports of a board during some games, and the games that were played.
#[derive(Debug, Clone)]
pub struct Simulated {
    /// The games as they were played, in order.
    pub truths: Vec<Truth>,
    /// The acts at the table, in order of time.
    pub acts: Vec<Act>,
    /// The reports of the board and its clock.
    pub events: Vec<(Millis, BoardEvent)>,
    /// The number of plies of the first game that were made before the board was first read; 0 for a board that was
    /// switched on in time.
    pub missed: usize,
}

/// Plays games of a kind with one board. The result depends only on the arguments.
pub fn simulate(
    seed: u64,
    kind: GameKind,
    games: usize,
    hands: &HandsOptions,
    profile: &BoardProfile,
) -> Simulated {
    let rng = Rng::new(seed);
    let mut draws = rng.fork(2);
    let played: Vec<Game> = (0..games).map(|_| draw(kind, &mut draws)).collect();
    let mut before = played.first().map_or_else(Board::new, |game| game.start.board().clone());
    if hands.trouble.setup_ppm + hands.trouble.put_right_late_ppm > 0 {
        before = last_games_end(kind, &mut rng.fork(4));
    }
    let mut session = Session::on(before.clone(), seed, hands.clone());
    let (mut acts, mut truths) = (Vec::new(), Vec::new());
    for game in &played {
        let performance = session.play(game, if truths.is_empty() { 0 } else { 20_000 });
        acts.extend(performance.acts);
        truths.push(performance.truth);
    }
    let mut profile = profile.clone().set_for(hands.tempo);
    let (first_ms, last_ms) = (acts.first().map_or(0, |act| act.t_ms), acts.last().map_or(0, |act| act.t_ms));
    profile.faults = profile.faults.broken(first_ms, last_ms, &mut rng.fork(5));
    profile.faults = profile.faults.blinded(&acts, &mut rng.fork(7));
    let late = Late::draw(&acts, &before, &profile, &mut rng.fork(6));
    let is_late = late.is_some();
    let events = report(&acts, &before, late, &profile, &mut rng.fork(3));
    let missed = if is_late { made_unread(&acts, &events) } else { 0 };
    Simulated { truths, acts, events, missed }
}

/// Returns the number of plies made before the board's first reading. A board reports no reading while it is unknown
/// which way round it stands, so the first reading may come some time after the board is switched on.
fn made_unread(acts: &[Act], events: &[(Millis, BoardEvent)]) -> usize {
    let read = events.iter().find(|(_, event)| matches!(event, BoardEvent::Reading(_)));
    let before = acts.iter().take_while(|act| read.is_none_or(|(t_ms, _)| act.t_ms <= *t_ms));
    let plies = before.filter_map(|act| match act.what {
        What::Mark(Mark::Made(plies) | Mark::Back(plies)) => Some(plies),
        What::Mark(Mark::Begins | Mark::Over)
        | What::Lift(_)
        | What::Place(..)
        | What::Press(_)
        | What::SetClock { .. }
        | What::AddTime(..)
        | What::RunClock(_)
        | What::StopClock => None,
    });
    plies.last().unwrap_or(0)
}

/// Returns the board's reports of these acts.
fn report(
    acts: &[Act],
    before: &Board,
    late: Option<Late>,
    profile: &BoardProfile,
    rng: &mut Rng,
) -> Vec<(Millis, BoardEvent)> {
    match (late, profile.cable) {
        (None, None) => sample(acts, before, profile, rng),
        (Some(late), None) => {
            sample_from(late.from_ms, late.acts(acts), (&late.board, late.clock.clone()), profile, rng)
        }
        (late, Some(way)) => {
            let late = late.unwrap_or_else(|| Late::not(acts, before, profile));
            cable::listen(late.from_ms, late.acts(acts), (&late.board, late.clock.clone()), profile, way, rng)
        }
    }
}

/// Draws a game of this kind and returns its final placement: what the previous game left on the board.
fn last_games_end(kind: GameKind, rng: &mut Rng) -> Board {
    let game = draw(kind, rng);
    let end = game.positions().pop();
    end.map_or_else(Board::new, |position| shakmaty::Position::board(&position).clone())
}
