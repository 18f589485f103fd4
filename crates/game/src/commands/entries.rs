//! Checks of what a person enters about a score: moves and the piece of a promotion. The checks change nothing.

use crate::{
    Played, Ply, PlyNo, Refusal, Score, Standing,
    lines::hypothesis::{Step, changed_as, displaced, legal_step},
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
    let mut standing = score.after(kept).clone();
    let mut steps = Vec::with_capacity(played.len());
    let replaced = plies_replaced(&score.plies[kept..], played);
    for (ply, replaced) in played.iter().zip(replaced) {
        let step = step_of(score, &standing, t, ply, replaced.map(|at| kept + at));
        let refusal =
            || Refusal::CannotFollow { played: ply.report(score.start.mode()), fen: standing.fen() };
        let step = step.ok_or_else(refusal)?;
        standing = step.after.clone();
        steps.push(step);
    }
    Ok(steps)
}

/// Returns a ply as a step that follows `standing`; `None` if it cannot. An irregular ply changes the squares that it changed
/// in the score, if it is the ply of this index there.
fn step_of(
    score: &Score,
    standing: &Standing,
    t: Millis,
    played: &Played,
    replaced: Option<usize>,
) -> Option<Step> {
    // A correction may have changed which piece the move captures. The move is therefore identified by its squares.
    let legal = |mv| UciMove::from_move(mv, score.start.mode()).to_move(standing.position()?).ok();
    let (known, after) = match *played {
        Played::Legal(mv) => return Some(legal_step(standing, legal(mv)?, t, t)),
        Played::Promotion { from, to, assumed } => {
            let assumed = legal(assumed)?;
            (Played::Promotion { from, to, assumed }, standing.play(assumed))
        }
        Played::Irregular { from, to } => {
            let is_known = |&index: &usize| score.plies[index].played.is_same(played);
            let after = match replaced.filter(is_known) {
                Some(index) => changed_as(standing, score.after(index), &score.plies[index].after),
                None => displaced(standing, from?, to?)?,
            };
            (*played, after)
        }
    };
    Some(Step::new(known, after, t, t))
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

/// Returns for each of the plies `now` the place of the ply of `before` that it replaces: of the last plies that both have it is the
/// same ply, of others the one with the same number. `None` if there is none.
pub(crate) fn plies_replaced(before: &[Ply], now: &[Played]) -> Vec<Option<usize>> {
    let is_same = |(old, new): &(&Ply, &Played)| old.played.is_same(new);
    let same = before.iter().rev().zip(now.iter().rev()).take_while(is_same).count();
    let changed = before.len() - same;
    let numbered = (0..now.len() - same).map(|at| (at < changed).then_some(at));
    numbered.chain((changed..before.len()).map(Some)).collect()
}

/// Returns the number of plies that are kept when the plies from `from_ply` on are replaced. `Err` if the score has
/// fewer plies.
pub(crate) fn kept_before(score: &Score, from_ply: PlyNo) -> Result<usize, Refusal> {
    let (kept, plies) = (from_ply.index(), score.plies.len());
    if kept <= plies { Ok(kept) } else { Err(Refusal::NoPly { ply: from_ply, plies }) }
}

/// Returns the number of plies that are kept when `ply` and those behind it are taken back. `Err` if the score has no such ply.
pub(crate) fn kept_if_played(score: &Score, ply: PlyNo) -> Result<usize, Refusal> {
    let (kept, plies) = (ply.index(), score.plies.len());
    if kept < plies { Ok(kept) } else { Err(Refusal::NoPly { ply, plies }) }
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
