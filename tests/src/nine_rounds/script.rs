//! The script of an open: who meets whom, and how each game ends.

use game::{Player, Standing};
use shakmaty::{ByColor, Color, KnownOutcome, Position};
use sim::{Game, Rng, games};
use std::collections::{BTreeMap, BTreeSet};
use tournament::{BoardNo, PlayerNo, RoundNo};

pub(super) const PLAYERS: PlayerNo = 40;
pub(super) const ROUNDS: RoundNo = 9;
/// The number of boards that are electronic: those of tables 1 to 16.
pub(super) const ELECTRONIC: BoardNo = 16;
/// The players who come late, and are entered in round 2.
const LATE: [PlayerNo; 2] = [12, 33];
/// The player who asked for half a point in round 3.
const HALF_BYE: (RoundNo, PlayerNo) = (3, 7);
/// The player who withdraws after round 5.
pub(super) const WITHDRAWN: (RoundNo, PlayerNo) = (5, 31);

/// The end of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// Mate on the board, which counts by itself.
    Mate,
    /// A result that the arbiter enters, with how the game ended.
    Told(&'static str),
    /// Kings in the centre, which the arbiter confirms.
    Kings,
    /// Nobody plays, and the arbiter enters a forfeit.
    Forfeit,
    /// The game is adjourned.
    Adjourned,
}

/// A game of the script.
#[derive(Debug, Clone)]
pub(super) struct Scripted {
    pub(super) ending: Ending,
    /// The result as it is entered.
    pub(super) result: &'static str,
    /// The moves; without any the game is not on an electronic board.
    pub(super) game: Option<Game>,
}

/// Short games that end with mate.
const MATES: &str = "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n\
    [White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n\n\
    [White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nd7 5. Qe2 Ngf6 6. Nd6# 1-0\n\n\
    [White \"A\"]\n[Black \"B\"]\n[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. Nxe5 Qg5 5. Nxf7 Qxg2 6. Rf1 Qxe4+ 7. Be2 Nf3# 0-1\n";

/// Draws the game of a board. `kings` says whether the players there put their kings in the centre afterwards.
pub(super) fn draw_game(round: RoundNo, board: BoardNo, kings: bool, rng: &mut Rng) -> Scripted {
    if board > ELECTRONIC {
        let result = *rng.pick(&["1-0", "0-1", "1/2-1/2"]).expect("there are some");
        return Scripted { ending: Ending::Told("agreement"), result, game: None };
    }
    match (round, board) {
        (3, 5) => return Scripted { ending: Ending::Forfeit, result: "+/-", game: None },
        (5, 6) => return Scripted { ending: Ending::Forfeit, result: "-/-", game: None },
        _ => {}
    }
    if rng.chance(200_000) && (round, board) != (4, 10) && !is_exchanged(round, board) {
        let mates = games::of_pgn(MATES).expect("the mates are legal");
        let game = rng.pick(&mates).expect("there are some").clone();
        let result = token(game.outcome);
        return Scripted { ending: Ending::Mate, result, game: Some(game) };
    }
    let mut game = games::generate::game(Standing::initial(), rng);
    game.players = ByColor::default().map(|_: ()| Player::default());
    // Putting the pieces of the round before back may take a minute; two games that are exchanged have to overlap.
    let plies = if is_exchanged(round, board) { 44 } else { rng.between(8, 25) as usize };
    game.moves.truncate(plies);
    // The script says who wins, so the board must not. And a king that goes home after castling, before its rook does,
    // leaves a move of the rook: no sensor tells that from a change of mind.
    while game.moves.last().is_some_and(|last| last.is_castle())
        || game.positions().last().is_some_and(|last| last.is_game_over())
    {
        game.moves.pop();
    }
    let winner = Color::from_white(rng.chance(500_000));
    let is_draw = rng.chance(300_000);
    game.outcome = if is_draw { KnownOutcome::Draw } else { KnownOutcome::Decisive { winner } };
    let ending = match (is_draw, kings) {
        _ if (round, board) == (4, 10) => Ending::Adjourned,
        (_, true) => Ending::Kings,
        (true, false) => Ending::Told("agreement"),
        (false, false) => Ending::Told(if rng.chance(300_000) { "time" } else { "resignation" }),
    };
    Scripted { ending, result: token(game.outcome), game: Some(game) }
}

/// Returns whether the arbiter exchanges the board's players or colours in the middle of the game.
pub(super) fn is_exchanged(round: RoundNo, board: BoardNo) -> bool {
    EXCHANGES.iter().any(|(at, one, other)| *at == round && (*one == board || *other == board))
}

/// The boards whose players sat down at each other's boards, and those where the colours were wrong (one board twice).
pub(super) const EXCHANGES: [(RoundNo, BoardNo, BoardNo); 5] =
    [(2, 3, 4), (3, 9, 9), (6, 1, 11), (8, 14, 14), (9, 15, 16)];

fn token(outcome: KnownOutcome) -> &'static str {
    match outcome {
        KnownOutcome::Draw => "1/2-1/2",
        KnownOutcome::Decisive { winner: Color::White } => "1-0",
        KnownOutcome::Decisive { winner: Color::Black } => "0-1",
    }
}

/// The pairings of a round.
#[derive(Debug, Clone, Default)]
pub(super) struct Paired {
    /// White and Black by board.
    pub(super) pairs: BTreeMap<BoardNo, (PlayerNo, PlayerNo)>,
    /// The players without a game, with the reason.
    pub(super) unpaired: BTreeMap<PlayerNo, &'static str>,
}

/// Who has met whom, and with which colour.
#[derive(Debug, Default)]
pub(super) struct Pairer {
    met: BTreeSet<(PlayerNo, PlayerNo)>,
    whites: BTreeMap<PlayerNo, u32>,
    free: BTreeSet<PlayerNo>,
}

impl Pairer {
    /// Returns the players who are entered before a round.
    pub(super) fn entered(round: RoundNo) -> Vec<PlayerNo> {
        (1..=PLAYERS).filter(|player| round >= 2 || !LATE.contains(player)).collect()
    }

    /// Pairs a round: players with equal points as far as nobody meets anybody twice.
    pub(super) fn pair(&mut self, round: RoundNo, halves: &BTreeMap<PlayerNo, u32>) -> Paired {
        let mut paired = Paired::default();
        let mut players = Pairer::entered(round);
        players.retain(|player| round <= WITHDRAWN.0 || *player != WITHDRAWN.1);
        if round == HALF_BYE.0 {
            players.retain(|player| *player != HALF_BYE.1);
            paired.unpaired.insert(HALF_BYE.1, "half-bye");
        }
        players.sort_by_key(|player| (std::cmp::Reverse(halves.get(player).copied().unwrap_or(0)), *player));
        if players.len() % 2 == 1 {
            let last = players.iter().rposition(|player| !self.free.contains(player)).expect("somebody");
            let player = players.remove(last);
            self.free.insert(player);
            paired.unpaired.insert(player, "pairing-bye");
        }
        let pairs = self.match_up(&players).expect("there is a pairing without a rematch");
        for ((one, other), board) in pairs.into_iter().zip(1..) {
            let whites = |player: PlayerNo| self.whites.get(&player).copied().unwrap_or(0);
            let is_first_white = (whites(one), one % 2) <= (whites(other), other % 2);
            let (white, black) = if is_first_white { (one, other) } else { (other, one) };
            *self.whites.entry(white).or_default() += 1;
            self.met.insert((one.min(other), one.max(other)));
            paired.pairs.insert(board, (white, black));
        }
        paired
    }

    fn match_up(&self, players: &[PlayerNo]) -> Option<Vec<(PlayerNo, PlayerNo)>> {
        let Some((first, rest)) = players.split_first() else { return Some(Vec::new()) };
        for (at, other) in rest.iter().enumerate() {
            if self.met.contains(&(*first.min(other), *first.max(other))) {
                continue;
            }
            let others: Vec<PlayerNo> = [&rest[..at], &rest[at + 1..]].concat();
            if let Some(mut pairs) = self.match_up(&others) {
                pairs.insert(0, (*first, *other));
                return Some(pairs);
            }
        }
        None
    }
}
