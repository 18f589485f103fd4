//! Generated games: random moves, weighted so that they look like games.
//!
//! The weights aim at the statistics of master games: a capture in every fifth ply, nearly two castlings a game, an end
//! by mate, stalemate, resignation or agreement. The moves are plausible, not good.

use super::Game;
use crate::Rng;
use game::{Player, Standing};
use shakmaty::{
    Bitboard, Board, ByColor, CastlingMode, Chess, Color, File, KnownOutcome, Move, Piece, Position, Rank,
    Role, Setup, Square,
};

/// The greatest length of a generated game, in plies.
const PLIES_MAX: usize = 180;

/// Generates a plausible game from this standing. The standing must be a position in which legal moves can be played.
pub fn game(start: Standing, rng: &mut Rng) -> Game {
    let mut moves = Vec::new();
    let mut position = start.position().cloned().unwrap_or_default();
    let patience = rng.between(4, 14);
    let mut hopeless = 0;
    let outcome = loop {
        if let Some(outcome) = position.outcome().known() {
            break outcome;
        }
        if moves.len() >= PLIES_MAX || (moves.len() > 50 && rng.chance(9_000)) {
            break KnownOutcome::Draw;
        }
        let balance =
            material(position.board(), position.turn()) - material(position.board(), !position.turn());
        hopeless = if balance.abs() >= 9 { hopeless + 1 } else { 0 };
        if hopeless > patience && balance < 0 && moves.len() > 24 && rng.chance(300_000) {
            break KnownOutcome::Decisive { winner: !position.turn() };
        }
        let Some(mv) = plausible_move(&position, rng) else { break KnownOutcome::Draw };
        position.play_unchecked(mv);
        moves.push(mv);
    };
    Game { players: players(rng), date: String::new(), start, moves, outcome }
}

/// Draws a legal move that a player might choose in this position; `None` if the game is over.
pub fn plausible_move(position: &Chess, rng: &mut Rng) -> Option<Move> {
    let moves = position.legal_moves();
    let weights: Vec<u64> = moves.iter().map(|&mv| weight(position, mv)).collect();
    moves.get(rng.weighted(&weights)).copied()
}

fn weight(position: &Chess, mv: Move) -> u64 {
    if mv.is_castle() {
        return 4_000;
    }
    let board = position.board();
    let us = position.turn();
    let Some(from) = mv.from() else { return 1 };
    let to = mv.to();
    let role = mv.role();
    let mut score: i64 = 30;
    let occupied = board.occupied().without(from);
    let attackers = board.attacks_to(to, !us, occupied);
    let defended = (board.attacks_to(to, us, occupied) & !Bitboard::from_square(from)).any();
    let cheapest =
        attackers.into_iter().filter_map(|square| board.role_at(square)).map(value).min().unwrap_or(i64::MAX);
    let gain = mv.capture().map_or(0, value);
    let risk = if cheapest == i64::MAX {
        0
    } else if defended {
        (value(role) - cheapest).max(0)
    } else {
        value(role)
    };
    score += match gain - risk {
        net if net > 0 => 40 + 60 * net,
        0 if gain > 0 => 70,
        0 => 0,
        _ => -29,
    };
    if let Some(promoted) = mv.promotion() {
        score += match promoted {
            Role::Queen => 400,
            Role::Knight => 45,
            Role::Rook | Role::Bishop => 15,
            Role::Pawn | Role::King => 0,
        };
    }
    score += development(position, role, from, to);
    if board.attacks_to(from, !us, board.occupied()).any() && risk == 0 && value(role) >= 3 {
        score += 40;
    }
    score.max(1) as u64
}

/// Returns what the development of the pieces adds to the weight of a move, or takes from it.
fn development(position: &Chess, role: Role, from: Square, to: Square) -> i64 {
    let us = position.turn();
    let can_castle = position.castles().has_color(us);
    let opening = position.fullmoves().get() < 14;
    let centre = i64::from(to.file() >= File::C && to.file() <= File::F) * 12
        + i64::from(to.rank() >= Rank::Third && to.rank() <= Rank::Sixth) * 6;
    match role {
        Role::King if can_castle => -29,
        Role::King if opening => -25,
        Role::King => 0,
        Role::Rook if can_castle => -28,
        Role::Rook => 4,
        Role::Queen if opening => -15,
        Role::Queen => 5,
        Role::Knight | Role::Bishop if opening => {
            let home = us.fold_wb(Rank::First, Rank::Eighth);
            if from.rank() == home && to.rank() != home { 60 + centre } else { -12 }
        }
        Role::Knight | Role::Bishop => centre,
        Role::Pawn if opening => centre,
        Role::Pawn => 10,
    }
}

fn value(role: Role) -> i64 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 20,
    }
}

fn material(board: &Board, color: Color) -> i64 {
    board.by_color(color).into_iter().filter_map(|square| board.role_at(square)).map(value).sum()
}

/// Returns the Chess960 starting position with this number, from 0 to 959; number 518 is the normal starting
/// position.
pub fn chess960_start(number: u32) -> Standing {
    let number = number % 960;
    let mut files: [Option<Role>; 8] = [None; 8];
    files[(number % 4) as usize * 2 + 1] = Some(Role::Bishop);
    files[(number / 4 % 4) as usize * 2] = Some(Role::Bishop);
    place_on_free(&mut files, (number / 16 % 6) as usize, Role::Queen);
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let (first, second) = KNIGHTS[(number / 96) as usize];
    // Both numbers count free squares, so the knight on the higher one is placed first: the other order would shift its
    // square.
    place_on_free(&mut files, second, Role::Knight);
    place_on_free(&mut files, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        place_on_free(&mut files, 0, role);
    }
    let mut setup = Setup::empty();
    for (file, role) in File::ALL.into_iter().zip(files) {
        let role = role.unwrap_or(Role::King);
        for color in Color::ALL {
            let back = color.fold_wb(Rank::First, Rank::Eighth);
            let square = Square::from_coords(file, back);
            setup.board.set_piece_at(square, Piece { color, role });
            let pawns = color.fold_wb(Rank::Second, Rank::Seventh);
            setup.board.set_piece_at(Square::from_coords(file, pawns), color.pawn());
            if role == Role::Rook {
                setup.castling_rights.toggle(square);
            }
        }
    }
    Standing::from_setup(setup, CastlingMode::Chess960)
}

fn place_on_free(files: &mut [Option<Role>; 8], nth: usize, role: Role) {
    if let Some(slot) = files.iter_mut().filter(|slot| slot.is_none()).nth(nth) {
        *slot = Some(role);
    }
}

/// Returns an endgame with pawns of both sides one or two steps from promotion.
pub fn promotion_start(rng: &mut Rng) -> Standing {
    loop {
        let mut setup = Setup::empty();
        let mut free: Vec<Square> = Square::ALL.to_vec();
        rng.shuffle(&mut free);
        for (color, seventh) in [(Color::White, Rank::Seventh), (Color::Black, Rank::Second)] {
            let sixth = if color.is_white() { Rank::Sixth } else { Rank::Third };
            put(&mut setup.board, &mut free, color.king(), |_| true);
            for _ in 0..rng.between(1, 3) {
                let near = if rng.chance(600_000) { seventh } else { sixth };
                put(&mut setup.board, &mut free, color.pawn(), |square| square.rank() == near);
            }
            let helper = [Role::Knight, Role::Bishop, Role::Rook][rng.below(3) as usize];
            put(&mut setup.board, &mut free, Piece { color, role: helper }, |_| true);
        }
        setup.turn = Color::from_white(rng.chance(500_000));
        let standing = Standing::from_setup(setup.clone(), CastlingMode::Standard);
        let sound = setup.position::<Chess>(CastlingMode::Standard).is_ok();
        if sound && standing.position().is_some_and(|position| !position.is_game_over()) {
            return standing;
        }
    }
}

fn put(board: &mut Board, free: &mut Vec<Square>, piece: Piece, allowed: impl Fn(Square) -> bool) {
    if let Some(index) = free.iter().position(|&square| allowed(square)) {
        board.set_piece_at(free.swap_remove(index), piece);
    }
}

fn players(rng: &mut Rng) -> ByColor<Player> {
    const NAMES: [&str; 16] = [
        "Abel", "Bruun", "Cerny", "Dudek", "Eriksen", "Falk", "Gomes", "Horvat", "Ivers", "Jansen", "Kowal",
        "Lind", "Moreau", "Novak", "Orlov", "Petri",
    ];
    let white = rng.below(16);
    let black = (white + rng.between(1, 15)) % 16;
    let mut player = |index: u64| Player {
        name: format!("{}, {}", NAMES[index as usize], ["Anna", "Jan", "Ida", "Max"][rng.below(4) as usize]),
        elo: Some(rng.between(1_500, 2_600) as u16),
        ..Player::default()
    };
    ByColor { white: player(white), black: player(black) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_games_look_like_games() {
        let mut rng = Rng::new(11);
        let (mut plies, mut captures, mut castles, mut agreed) = (0, 0, 0, 0);
        let games = 300;
        for _ in 0..games {
            let game = game(Standing::initial(), &mut rng);
            plies += game.moves.len();
            captures += game.moves.iter().filter(|mv| mv.is_capture()).count();
            castles += game.moves.iter().filter(|mv| mv.is_castle()).count();
            agreed += usize::from(game.moves.len() == PLIES_MAX);
        }
        let capture_permille = captures * 1000 / plies;
        assert!((160..260).contains(&capture_permille), "captures {capture_permille} permille of plies");
        let castles_percent = castles * 100 / games;
        assert!((150..200).contains(&castles_percent), "castlings in a hundred games {castles_percent}");
        let average = plies / games;
        assert!((50..130).contains(&average), "plies a game {average}");
        assert!(agreed * 10 < games, "{agreed} games ran to the limit");
    }

    #[test]
    fn array_518_is_the_normal_one_and_all_960_differ() {
        let normal = Standing::from_position(Chess::default(), CastlingMode::Chess960);
        assert_eq!(chess960_start(518).board(), normal.board());
        let mut seen: Vec<String> = (0..960).map(|number| chess960_start(number).fen()).collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen.len(), 960);
    }

    #[test]
    fn promotion_games_promote() {
        let mut rng = Rng::new(4);
        let mut promotions = 0;
        let mut under = 0;
        for _ in 0..60 {
            let start = promotion_start(&mut rng);
            for mv in game(start, &mut rng).moves {
                promotions += usize::from(mv.is_promotion());
                under += usize::from(mv.promotion().is_some_and(|role| role != Role::Queen));
            }
        }
        assert!(promotions > 60, "{promotions}");
        assert!(under > 3, "{under}");
    }
}
