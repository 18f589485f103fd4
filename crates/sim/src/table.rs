//! One simulated table: two players, a clock, and a board of any maker at the end of a cable.
//!
//! ```text
//!  games ▶ Session (hands) ▶ acts ▶ SimClock, board::Device ▶ bytes
//!                                                     ▲ commands of the host
//! ```
//! The table is a machine with deadlines: its owner calls `advance` with the time and hands over the host's bytes.
//!
//! `speed_percent` speeds up only the hands: the board scans and the clock runs in real time. As in reality, the board
//! sees less of hands that are faster than one scan. So that a game can still be followed, two minimum times are kept
//! at speeds over 100: between the last change of a square and the press, and between the press and the next change
//! (see the constants of this file).

use crate::players::act::{Act, Mark, What};
use crate::{Game, HandsOptions, Session, SimClock, Tempo, Trouble, Truth};
use board::dgt::ClockState;
use board::{Contents, Device, DeviceOptions, Maker, Millis, Timing};
use game::Played;
use shakmaty::{Board, ByColor, Color, File, Move, Role, Square};
use std::collections::VecDeque;

/// The minimum time from the last change of a square to the press at speeds over 100, in percent of a scan.
const BEFORE_PRESS_SCAN_PERCENT: u64 = 125;
/// The minimum time from the press to the next change of a square at speeds over 100, in percent of a scan.
const AFTER_PRESS_SCAN_PERCENT: u64 = 175;
/// The time for which the pieces of a new game stand untouched before its clock runs, at speeds over 100, in
/// milliseconds.
const BEFORE_GAME_MS: Millis = 1_500;

/// The options of a simulated table: its games, and how they are played.
#[derive(Debug, Clone)]
pub struct SimOptions {
    /// The seed of everything that is drawn at random.
    pub seed: u64,
    /// The games, in order.
    pub games: Vec<Game>,
    /// The tempo: how fast the players move, and the time control.
    pub tempo: Tempo,
    /// The rates of mishaps.
    pub trouble: Trouble,
    /// The maker of the board.
    pub maker: Maker,
    /// The options of the board: serial numbers, scan period, the way round it stands, whether it has a clock.
    pub device: DeviceOptions,
    /// The delay before the first game, in milliseconds. It counts from the host's first byte if the players wait for
    /// the host, otherwise from time 0.
    pub start_delay_ms: Millis,
    /// True if the players wait until a host has sent a byte to the board.
    pub wait_for_host: bool,
    /// The pause from the end of a game until the players set up the next game, in milliseconds.
    pub pause_between_games_ms: Millis,
    /// The speed of the hands, in percent.
    pub speed_percent: u32,
}

impl Default for SimOptions {
    fn default() -> SimOptions {
        SimOptions {
            seed: 1,
            games: Vec::new(),
            tempo: Tempo::Blitz,
            trouble: Trouble::demo(),
            maker: Maker::Dgt,
            device: DeviceOptions::default(),
            start_delay_ms: 1_500,
            wait_for_host: true,
            pause_between_games_ms: 5_000,
            speed_percent: 100,
        }
    }
}

/// One simulated table.
#[derive(Debug)]
pub struct SimTable {
    options: SimOptions,
    session: Session,
    device: Device,
    clock: SimClock,
    lever: Color,
    /// The acts still to come, in real time, counted from `origin_ms`.
    queue: VecDeque<Act>,
    /// The instant from which the times of the acts are counted; `None` while the players wait for the host.
    origin_ms: Option<Millis>,
    /// The instant when the players were paused; `None` while they play.
    paused_ms: Option<Millis>,
    /// The real time of the latest act that was put into `queue`, in milliseconds from `origin_ms`.
    written_ms: Millis,
    next_game: usize,
    /// The number of games that may begin; `None` for all.
    may_begin: Option<usize>,
    played: Vec<TableGame>,
}

/// A game at this table, perhaps still in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableGame {
    /// The whole game, which the simulation knows from the beginning.
    pub truth: Truth,
    /// The number of plies made so far.
    pub plies: usize,
    /// True once the pieces are set up and the clock is running.
    pub begun: bool,
    /// True once the game is over.
    pub over: bool,
}

/// Returns the origin and target squares of a ply, and the piece that a pawn becomes. A castling is the king's move.
/// `None` for a ply that a board which follows the game does not accept.
fn squares_of(played: Played) -> Option<(Square, Square, Option<Role>)> {
    let Played::Legal(mv) = played else { return None };
    let to = match mv {
        Move::Castle { king, rook } if rook > king => Square::from_coords(File::G, king.rank()),
        Move::Castle { king, .. } => Square::from_coords(File::C, king.rank()),
        Move::Normal { to, .. } | Move::EnPassant { to, .. } | Move::Put { to, .. } => to,
    };
    Some((mv.from()?, to, mv.promotion()))
}

impl TableGame {
    /// Returns the plies made so far, in the notation of [`Truth::uci`].
    pub fn uci(&self) -> Vec<String> {
        self.truth.uci_of(self.plies)
    }
}

impl SimTable {
    /// Creates a table with the pieces of the first game on its board.
    pub fn new(options: SimOptions) -> SimTable {
        let before = options.games.first().map_or_else(Board::new, |game| game.start.board().clone());
        let hands = HandsOptions { tempo: options.tempo, trouble: options.trouble, traits: None };
        let pace = options.tempo.pace();
        SimTable {
            session: Session::on(before.clone(), options.seed, hands),
            device: Device::with_board(options.maker, options.device.clone(), &before),
            clock: SimClock::new(pace.base_ms, pace.increment_ms),
            lever: Color::White,
            queue: VecDeque::new(),
            origin_ms: if options.wait_for_host { None } else { Some(options.start_delay_ms) },
            paused_ms: None,
            written_ms: 0,
            next_game: 0,
            may_begin: None,
            played: Vec::new(),
            options,
        }
    }

    /// Handles bytes that the host sent to the board.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.advance(t);
        if self.origin_ms.is_none() && !bytes.is_empty() {
            self.origin_ms = Some(t + self.options.start_delay_ms);
        }
        self.device.handle_bytes(t, bytes);
    }

    /// Advances the table to `t`, handling each event at its own instant.
    pub fn advance(&mut self, t: Millis) {
        while let Some((at_ms, what)) = self.next_act().filter(|&(at_ms, _)| at_ms <= t) {
            self.queue.pop_front();
            self.device.advance(at_ms);
            self.perform(at_ms, what);
        }
        self.device.advance(t);
    }

    /// Returns the instant of the next deadline, at which `advance` must be called; `None` if there is none.
    pub fn next_deadline(&mut self) -> Option<Millis> {
        let act_ms = self.next_act().map(|(at_ms, _)| at_ms);
        act_ms.into_iter().chain(self.device.next_deadline()).min()
    }

    /// Returns the next bytes for the host; `None` if there are none.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.device.poll_transmit()
    }

    /// Returns the games performed so far, oldest first.
    pub fn truth(&self) -> &[TableGame] {
        &self.played
    }

    /// Returns whether all games are over and the players will do nothing more.
    pub fn finished(&self) -> bool {
        self.next_game >= self.options.games.len()
            && self.queue.is_empty()
            && self.played.iter().all(|game| game.over)
    }

    /// Makes the players sit still from now on; board and clock go on.
    pub fn pause(&mut self, t: Millis) {
        self.advance(t);
        self.paused_ms.get_or_insert(t);
    }

    /// Makes the players continue where they paused.
    pub fn resume(&mut self, t: Millis) {
        if let (Some(paused_ms), Some(origin_ms)) = (self.paused_ms.take(), self.origin_ms) {
            self.origin_ms = Some(origin_ms + t.saturating_sub(paused_ms));
        }
    }

    /// Lets the first `games` games begin and no others, as a round does. The players of the next game set up the pieces
    /// and wait before they set the clock.
    pub fn let_begin(&mut self, t: Millis, games: usize) {
        self.advance(t);
        let was_waiting = self.is_waiting();
        self.may_begin = Some(games);
        if was_waiting
            && !self.is_waiting()
            && let (Some(origin_ms), Some(act)) = (self.origin_ms, self.queue.front())
        {
            self.origin_ms = Some(origin_ms.max(t.saturating_sub(act.t_ms)));
        }
    }

    /// Returns whether the pieces are set up for a game that may not begin yet.
    pub fn is_waiting(&self) -> bool {
        let is_set_up = self.queue.front().is_some_and(|act| matches!(act.what, What::SetClock { .. }));
        is_set_up && self.may_begin.is_some_and(|games| self.played.len() > games)
    }

    /// Returns the board at the end of the cable, so that tests can cause faults: silence, a reboot, marker pieces.
    pub fn device(&mut self) -> &mut Device {
        &mut self.device
    }

    fn next_act(&mut self) -> Option<(Millis, What)> {
        if self.queue.is_empty() {
            self.write_next_game();
        }
        if self.paused_ms.is_some() || self.is_waiting() {
            return None;
        }
        let origin_ms = self.origin_ms?;
        self.queue.front().map(|act| (origin_ms + act.t_ms, act.what))
    }

    /// Makes the players perform the next game, and queues its acts in real time.
    fn write_next_game(&mut self) {
        let Some(game) = self.options.games.get(self.next_game) else { return };
        let speed = u64::from(self.options.speed_percent.max(1));
        let first = self.next_game == 0;
        let pause_ms = if first { 0 } else { self.options.pause_between_games_ms * speed / 100 };
        let from_ms = self.session.end_ms();
        let performance = self.session.play(game, pause_ms);
        self.next_game += 1;
        let mut last = (from_ms, None);
        for act in performance.acts {
            let apart_ms = (act.t_ms - last.0) * 100 / speed;
            let floor_ms = if speed > 100 { self.floor_ms(last.1, act.what) } else { 0 };
            self.written_ms += apart_ms.max(floor_ms);
            self.queue.push_back(Act { t_ms: self.written_ms, what: act.what });
            let unseen = matches!(act.what, What::Mark(_));
            last = (act.t_ms, if unseen { last.1 } else { Some(act.what) });
        }
        self.played.push(TableGame { truth: performance.truth, plies: 0, begun: false, over: false });
    }

    fn floor_ms(&self, last: Option<What>, next: What) -> Millis {
        let touches = |what: What| what.square().is_some();
        let clock = |what: What| !touches(what) && !matches!(what, What::Mark(_));
        let percent = match last {
            Some(What::SetClock { .. }) if matches!(next, What::RunClock(_)) => return BEFORE_GAME_MS,
            Some(last) if touches(last) && clock(next) => BEFORE_PRESS_SCAN_PERCENT,
            Some(last) if clock(last) && touches(next) => AFTER_PRESS_SCAN_PERCENT,
            Some(_) | None => 0,
        };
        // Some makers' boards need more than one scan to report a change.
        let scan_ms = self.options.device.scan_ms.max(Millis::from(Timing::of(self.options.maker).scan_ms));
        scan_ms * percent / 100
    }

    fn perform(&mut self, t: Millis, what: What) {
        match what {
            What::Lift(square) => self.device.set_square(t, square, Contents::Empty),
            What::Place(square, piece) => self.device.set_square(t, square, Contents::Piece(piece)),
            What::Mark(mark) => self.note(t, mark),
            What::Press(_)
            | What::SetClock { .. }
            | What::AddTime(..)
            | What::RunClock(_)
            | What::StopClock => {
                if self.clock.handle(t, what) {
                    self.lever = self.lever_after(what);
                    let left_ms = ByColor::new_with(|color| {
                        self.clock.left_ms(t, color).min(u64::from(u32::MAX)) as u32
                    });
                    let running = self.clock.running();
                    self.device.set_clock(t, ClockState { left_ms, running, lever: self.lever });
                }
            }
        }
    }

    /// Returns the position of the lever after an act. Whoever sets a stopped clock also sets its lever correctly;
    /// otherwise starting the clock would look like a press.
    fn lever_after(&self, what: What) -> Color {
        match what {
            What::SetClock { .. } => self.played.last().map_or(Color::White, |game| game.truth.start.turn()),
            What::AddTime(color, _) if self.clock.running().is_none() => !color,
            What::AddTime(..)
            | What::RunClock(_)
            | What::StopClock
            | What::Press(_)
            | What::Lift(_)
            | What::Place(..)
            | What::Mark(_) => self.clock.running().unwrap_or(self.lever),
        }
    }

    /// Updates the state of the game. A board that follows the game by itself gets the moves here, because its own
    /// sensors are not simulated.
    fn note(&mut self, t: Millis, mark: Mark) {
        let Some(game) = self.played.last_mut() else { return };
        match mark {
            Mark::Begins => {
                game.begun = true;
                self.device.new_game(t);
            }
            Mark::Made(plies) => {
                let made = game.truth.plies.get(game.plies..plies).unwrap_or_default();
                for (from, to, promotion) in made.iter().filter_map(|&played| squares_of(played)) {
                    self.device.play(t, from, to, promotion);
                }
                game.plies = plies;
            }
            Mark::Back(plies) => {
                (plies..game.plies).for_each(|_| self.device.take_back(t));
                game.plies = plies;
            }
            Mark::Over => game.over = true,
        }
    }
}
