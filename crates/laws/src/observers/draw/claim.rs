//! Claims of a draw: threefold repetition and the fifty-move rule, for the position on the board or after an announced
//! move.

use crate::position::repetition::Repetition;
use game::{Claim, Score, Standing};
use shakmaty::{Color, Move, san::SanPlus, uci::UciMove};

/// The assessment of a claim according to the record. The arbiter decides the claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assessment {
    /// The announced move, in SAN; `None` if no move was announced, or if the announced move cannot be played.
    pub announced: Option<String>,
    /// The number of times that the position of the claim occurred, and the number of plies since the last capture or
    /// pawn move.
    pub counts: Repetition,
    /// The verdict: the claim is right, or the reason why it is not.
    pub verdict: Verdict,
}

/// The verdict on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The record confirms the claim.
    Right,
    /// The claimant does not have the move (9.2, 9.3).
    NotOnMove,
    /// The announced move is not legal in this position.
    NoSuchMove,
    /// The position has not occurred often enough, or too few moves were made without a capture or a pawn move.
    TooFew,
}

/// Assesses a claim by this player. Returns `None` if it is not a claim of a draw by repetition or by the fifty-move
/// rule.
pub fn assess(score: &Score, by: Color, claim: Claim, announced: Option<&str>) -> Option<Assessment> {
    let is_right = match claim {
        Claim::Threefold => |counts: &Repetition| counts.times() >= 3,
        Claim::Fifty => Repetition::is_fifty,
        Claim::Illegal | Claim::Time | Claim::Touch | Claim::QuickplayDraw | Claim::QuickplayIncrement => {
            return None;
        }
    };
    let standing = score.standing();
    let now = || Repetition::after(score, score.plies.len());
    let wrong = |verdict| Some(Assessment { announced: None, counts: now(), verdict });
    if standing.turn() != by {
        return wrong(Verdict::NotOnMove);
    }
    let (announced, counts) = match announced.map(|text| read(standing, text)) {
        None => (None, now()),
        Some(None) => return wrong(Verdict::NoSuchMove),
        Some(Some((mv, san))) => (Some(san), Repetition::announced(score, &standing.play(mv))),
    };
    let verdict = if is_right(&counts) { Verdict::Right } else { Verdict::TooFew };
    Some(Assessment { announced, counts, verdict })
}

/// Reads an announced move, written in SAN or UCI, and returns it with its SAN; `None` if it cannot be played.
fn read(standing: &Standing, text: &str) -> Option<(Move, String)> {
    let position = standing.position()?;
    let uci = || text.parse::<UciMove>().ok().and_then(|uci| uci.to_move(position).ok());
    let mv = game::notation::Form::San.read(position, text).ok().or_else(uci)?;
    Some((mv, SanPlus::from_move(position.clone(), mv).to_string()))
}
