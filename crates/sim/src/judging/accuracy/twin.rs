//! Proof of the limit in principle: another game that would have left exactly the same evidence.
//!
//! Each question that is open at the end is answered by what was *not* played. Suppose that the resulting game is
//! legal to its end and explains the board's readings at rest as well as the played game does ([`evidence::equal`]).
//! Then nobody could have told the two games apart from these readings: they are twins.

use super::{Heard, evidence, is_unknown, words};
use crate::judging::cells::Cell;
use crate::{Act, Simulated, Truth};
use game::{Command, Order, PlyNo};
use shakmaty::Role;

/// Looks for a twin and returns its first few plies from where it differs from the played game; `None` if there is no
/// twin.
pub(super) fn find(cell: &Cell, simulated: &Simulated, acts: &[Act], truth: &Truth) -> Option<Vec<String>> {
    let first = simulated.truths.first()?;
    let heard = || {
        let feed =
            &mut |scribe: &mut game::Scribe, t, event: &board::BoardEvent| scribe.handle_board(t, event);
        Heard::of(&cell.terms(first), &simulated.events, feed)
    };
    let played = truth.uci();
    others(&heard(), &played).into_iter().find_map(|order| {
        let mut twin = heard();
        twin.scribe
            .handle_command(twin.end_ms, &Command { order, game: None, author: None, staged: None })
            .ok()?;
        let score = twin.scribe.score();
        let told = words(score);
        let differs = told.iter().zip(&played).position(|(told, played)| told != played)?;
        let equal = told.len() == played.len() && evidence::equal(cell, simulated, acts, truth, score);
        equal.then(|| told.into_iter().skip(differs).take(super::SHOWN).collect())
    })
}

/// Returns one order for each wrong answer to an open question.
fn others(heard: &Heard, played: &[String]) -> Vec<Order> {
    let score = heard.scribe.score();
    let mut orders = Vec::new();
    if let Some((ply, alternatives)) = heard.question(score.number) {
        let wrong = alternatives.into_iter().filter(|word| played.get(ply.index()) != Some(word));
        orders.extend(wrong.map(|chosen| Order::Choose { ply, chosen }));
    }
    for (index, _) in score.plies.iter().enumerate().filter(|(_, ply)| is_unknown(&ply.played)) {
        let became = played.get(index).and_then(|word| word.chars().nth(4)).and_then(Role::from_char);
        let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        let wrong = roles.into_iter().filter(|&role| Some(role) != became);
        orders.extend(wrong.map(|role| Order::Promote { ply: PlyNo::of_index(index), role }));
    }
    orders
}
