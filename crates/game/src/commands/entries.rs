//! Parsing and checking of what a person enters about a score: moves, results, the piece of a promotion. Nothing is
//! changed here.

use crate::{
    Played, ResultEntry, Score, Standing,
    lines::hypothesis::{Step, legal_step},
};
use board::Millis;
use shakmaty::{Move, Position, Role, uci::UciMove};

/// Makes steps from these plies, which follow the first `kept` of a score. `Err` names the ply that cannot follow.
pub(crate) fn steps_of(
    score: &Score,
    t: Millis,
    kept: usize,
    played: &[Played],
) -> Result<Vec<Step>, String> {
    let mode = score.start.mode();
    let mut standing = score.after(kept).clone();
    let mut steps = Vec::with_capacity(played.len());
    for played in played {
        // The move may capture another piece than before. Its squares still identify it.
        let uci = played.legal().map(|mv| UciMove::from_move(mv, mode));
        let legal = uci.zip(standing.position()).and_then(|(uci, position)| uci.to_move(position).ok());
        let Some(mv) = legal else {
            let word = played.report(mode);
            return Err(format!("{word} cannot follow in {}; use correct to give the moves", standing.fen()));
        };
        let known = match *played {
            Played::Promotion { from, to, .. } => Played::Promotion { from, to, assumed: mv },
            Played::Legal(_) | Played::Irregular { .. } => Played::Legal(mv),
        };
        let step = Step { played: known, ..legal_step(&standing, mv, t, t) };
        standing = step.after.clone();
        steps.push(step);
    }
    Ok(steps)
}

/// Makes steps from moves in UCI, which follow the first `kept` plies of a score.
pub(crate) fn steps_of_moves(
    score: &Score,
    t: Millis,
    kept: usize,
    moves: &[String],
) -> Result<Vec<Step>, String> {
    let mut standing = score.after(kept).clone();
    let mut steps = Vec::with_capacity(moves.len());
    for text in moves {
        let step = legal_step(&standing, legal_move(&standing, text)?, t, t);
        standing = step.after.clone();
        steps.push(step);
    }
    Ok(steps)
}

/// Returns the number of plies that are kept when those from `from_ply` on (the first is 1) are replaced.
pub(crate) fn kept_before(score: &Score, from_ply: usize) -> Result<usize, String> {
    let plies = score.plies.len();
    let kept = from_ply.checked_sub(1).filter(|&kept| kept <= plies);
    kept.ok_or_else(|| format!("there is no ply {from_ply}; the game has {plies}, the first is 1"))
}

/// Parses a result as a person writes it. `*` means no result.
pub(crate) fn result_of(text: &str) -> Result<Option<ResultEntry>, String> {
    if text == "*" {
        return Ok(None);
    }
    ResultEntry::parse(text).map(Some).ok_or_else(|| {
        format!(
            "{text:?} is not a result; say 1-0, 0-1 or 1/2-1/2, an odd score such as 0-0 or 0-1/2, +/-, -/+ or -/- for a \
             game that was not played, or * to take a result back"
        )
    })
}

/// Returns the promotion at this ply with the piece that a person names.
pub(crate) fn promotion_of(score: &Score, ply: usize, piece: &str) -> Result<Played, String> {
    let role = match piece {
        "Q" | "q" => Role::Queen,
        "R" | "r" => Role::Rook,
        "B" | "b" => Role::Bishop,
        "N" | "n" => Role::Knight,
        other => return Err(format!("{other:?} is not a piece to promote to; say Q, R, B or N")),
    };
    let (from, to) = match ply.checked_sub(1).and_then(|index| score.plies.get(index)).map(|ply| ply.played) {
        Some(Played::Legal(mv)) if mv.is_promotion() => (mv.from(), mv.to()),
        Some(Played::Promotion { from, to, .. }) => (Some(from), to),
        Some(Played::Legal(_) | Played::Irregular { .. }) | None => {
            return Err(format!("ply {ply} is not a promotion"));
        }
    };
    let becomes = |mv: &&Move| mv.from() == from && mv.to() == to && mv.promotion() == Some(role);
    let position = score.after(ply - 1).position();
    let found = position.and_then(|position| position.legal_moves().iter().find(becomes).copied());
    found.map(Played::Legal).ok_or_else(|| format!("ply {ply} cannot become a {role:?}"))
}

fn legal_move(standing: &Standing, text: &str) -> Result<shakmaty::Move, String> {
    let position = standing.position().ok_or_else(|| {
        format!("no legal move can follow {}; set the position with start and a FEN", standing.fen())
    })?;
    let uci: UciMove =
        text.parse().map_err(|_| format!("{text:?} is not a move in UCI; write it as e2e4 or a7a8q"))?;
    uci.to_move(position).map_err(|_| format!("{text} is not legal in {}", standing.fen()))
}
