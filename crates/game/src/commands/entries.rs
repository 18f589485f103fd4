//! Checks of what a person enters about a score: moves and the piece of a promotion. The checks change nothing.

use crate::{
    Played, PlyNo, Refusal, Score, Standing,
    lines::hypothesis::{Step, legal_step},
};
use board::Millis;
use shakmaty::{Move, Position, Role, uci::UciMove};

/// Returns `played` as steps of a hypothesis that follow the first `kept` plies of the score. `Err` names the first ply
/// that cannot follow.
pub(crate) fn steps_of(
    score: &Score,
    t: Millis,
    kept: usize,
    played: &[Played],
) -> Result<Vec<Step>, Refusal> {
    let mode = score.start.mode();
    let mut standing = score.after(kept).clone();
    let mut steps = Vec::with_capacity(played.len());
    for played in played {
        // A correction may have changed which piece the move captures. The move is therefore identified by its squares.
        let uci = played.legal().map(|mv| UciMove::from_move(mv, mode));
        let legal = uci.zip(standing.position()).and_then(|(uci, position)| uci.to_move(position).ok());
        let Some(mv) = legal else {
            return Err(Refusal::CannotFollow { played: played.report(mode), fen: standing.fen() });
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

/// Returns `moves` as steps of a hypothesis that follow the first `kept` plies of the score. `Err` names a move that is
/// not legal.
pub(crate) fn steps_of_moves(
    score: &Score,
    t: Millis,
    kept: usize,
    moves: &[UciMove],
) -> Result<Vec<Step>, Refusal> {
    let mut standing = score.after(kept).clone();
    let mut steps = Vec::with_capacity(moves.len());
    for mv in moves {
        let step = legal_step(&standing, legal_move(&standing, mv)?, t, t);
        standing = step.after.clone();
        steps.push(step);
    }
    Ok(steps)
}

/// Returns the number of plies that are kept when the plies from `from_ply` on are replaced. `Err` if the score has
/// fewer plies.
pub(crate) fn kept_before(score: &Score, from_ply: PlyNo) -> Result<usize, Refusal> {
    let (kept, plies) = (from_ply.index(), score.plies.len());
    if kept <= plies { Ok(kept) } else { Err(Refusal::NoPly { ply: from_ply, plies }) }
}

/// Returns the promotion at this ply with the piece `role`. `Err` if the ply is no promotion, or the pawn cannot become
/// this piece.
pub(crate) fn promotion_of(score: &Score, ply: PlyNo, role: Role) -> Result<Played, Refusal> {
    let (from, to) = match score.plies.get(ply.index()).map(|ply| ply.played) {
        Some(Played::Legal(mv)) if mv.is_promotion() => (mv.from(), mv.to()),
        Some(Played::Promotion { from, to, .. }) => (Some(from), to),
        Some(Played::Legal(_) | Played::Irregular { .. }) | None => {
            return Err(Refusal::NotAPromotion { ply });
        }
    };
    let becomes = |mv: &&Move| mv.from() == from && mv.to() == to && mv.promotion() == Some(role);
    let position = score.after(ply.index()).position();
    let found = position.and_then(|position| position.legal_moves().iter().find(becomes).copied());
    found.map(Played::Legal).ok_or(Refusal::CannotBecome { ply, role })
}

fn legal_move(standing: &Standing, mv: &UciMove) -> Result<Move, Refusal> {
    let fen = || standing.fen();
    let position = standing.position().ok_or_else(|| Refusal::NoMoveFollows { fen: fen() })?;
    mv.to_move(position).map_err(|_| Refusal::Illegal { played: mv.to_string(), fen: fen() })
}
