//! The repetition of positions, and the number of plies since the last capture or pawn move.
//!
//! Two positions are equal if the same player is to move, the same pieces stand on the same squares, and all pieces can
//! make the same moves (PL09 9.2, RU20 and FIDE 9.2.2). Castling rights count; an en-passant capture counts only if it
//! could be played. The counts are shown only if a player claims or the arbiter asks (12.6).

use game::{Score, Standing};
use shakmaty::Position;

/// The two counts of a position: its occurrences, and the plies since the last capture or pawn move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repetition {
    /// The numbers of plies after which the position occurred, in order; 0 stands for the start position. The last
    /// entry is the present occurrence.
    pub after_plies: Vec<usize>,
    /// The number of plies since the last capture or pawn move.
    pub quiet_plies: u32,
}

impl Repetition {
    /// Returns the counts for the position after `plies` plies of the score.
    pub fn after(score: &Score, plies: usize) -> Repetition {
        let standing = score.after(plies);
        let after_plies = (0..=plies).filter(|&earlier| is_same(score.after(earlier), standing)).collect();
        Repetition { after_plies, quiet_plies: quiet_plies(standing) }
    }

    /// Returns the counts for the position `next`, to which an announced move would lead.
    pub fn announced(score: &Score, next: &Standing) -> Repetition {
        let plies = score.plies.len();
        let earlier = (0..=plies).filter(|&earlier| is_same(score.after(earlier), next));
        Repetition { after_plies: earlier.chain([plies + 1]).collect(), quiet_plies: quiet_plies(next) }
    }

    /// Returns the number of times that the position has occurred, including the present occurrence.
    pub fn times(&self) -> usize {
        self.after_plies.len()
    }

    /// Returns whether each side has made fifty moves without a capture or a pawn move.
    pub fn is_fifty(&self) -> bool {
        self.quiet_plies >= 100
    }

    /// Returns whether each side has made seventy-five moves without a capture or a pawn move.
    pub fn is_seventy_five(&self) -> bool {
        self.quiet_plies >= 150
    }
}

/// Returns whether two positions are equal under the rules. Positions in which no legal move can be played are compared
/// by their pieces, side to move and castling rights.
fn is_same(a: &Standing, b: &Standing) -> bool {
    match (a.position(), b.position()) {
        (Some(a), Some(b)) => a == b,
        (None, None) => {
            let (a, b) = (a.setup(), b.setup());
            a.board == b.board && a.turn == b.turn && a.castling_rights == b.castling_rights
        }
        (Some(_), None) | (None, Some(_)) => false,
    }
}

fn quiet_plies(standing: &Standing) -> u32 {
    standing.position().map_or(standing.setup().halfmoves, Position::halfmoves)
}

#[cfg(test)]
mod tests {
    use super::Repetition;
    use crate::observers::draw::claim::{Verdict, assess};
    use board::Millis;
    use game::{Claim, Played, Ply, PlyState, Reason, Score, Standing, Tags};
    use shakmaty::{CastlingMode, Color, san::San};

    /// Builds a score of these moves, all of them completed.
    pub(crate) fn played(fen: &str, moves: &str) -> Score {
        let start = match fen {
            "" => Standing::initial(),
            fen => Standing::from_fen(fen, CastlingMode::Standard).expect("the FEN is sound"),
        };
        let mut score = Score::new(1, start, Tags::default(), 0);
        for (index, san) in moves.split_whitespace().enumerate() {
            let position = score.standing().position().expect("the game goes on").clone();
            let san: San = san.parse().expect("the move is written rightly");
            let mv = san.to_move(&position).expect("the move is legal");
            let t_ms = index as Millis * 1000;
            let after = score.standing().play(mv);
            score.plies.push(Ply {
                played: Played::Legal(mv),
                after,
                state: PlyState::Completed,
                reason: Reason::Press,
                touched_ms: t_ms,
                made_ms: t_ms,
                pressed_ms: Some(t_ms),
                left_ms: None,
                estimated: false,
                released: false,
            });
        }
        score
    }

    const KNIGHTS: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";

    #[test]
    fn the_start_position_is_the_first_occurrence() {
        let score = played("", KNIGHTS);
        assert_eq!(Repetition::after(&score, 8).after_plies, [0, 4, 8]);
        assert_eq!(Repetition::after(&score, 7).after_plies, [3, 7]);
    }

    #[test]
    fn castling_rights_make_positions_different() {
        let score = played("", "Nf3 Nf6 Rg1 Rg8 Rh1 Rh8 Ng1 Ng8");
        assert_eq!(Repetition::after(&score, 8).times(), 1);
    }

    /// Tests scenarios S116 and S118: an en-passant capture makes a position different if it could be played, but not
    /// if the capturing pawn is pinned.
    #[test]
    fn only_a_legal_en_passant_capture_counts() {
        let claim = |fen: &str, moves: &str| {
            let score = played(fen, moves);
            assess(&score, Color::Black, Claim::Threefold, None).expect("it is such a claim")
        };
        let free = claim("4k3/8/8/8/1p6/8/P7/4K1N1 w - - 0 1", "a4 Kd8 Nf3 Ke8 Ng1 Kd8 Nf3 Ke8 Ng1");
        assert_eq!((free.verdict, free.counts.times()), (Verdict::TooFew, 2));
        let pinned = claim("1k6/8/8/8/1p6/8/P7/1R2K1N1 w - - 0 1", "a4 Kc8 Nf3 Kb8 Ng1 Kc8 Nf3 Kb8 Ng1");
        assert_eq!((pinned.verdict, pinned.counts.after_plies.len()), (Verdict::Right, 3));
    }

    #[test]
    fn a_claim_needs_the_move_and_a_legal_one() {
        let score = played("", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
        let check = |by, mv, expected| {
            assert_eq!(assess(&score, by, Claim::Threefold, mv).map(|found| found.verdict), Some(expected));
        };
        check(Color::Black, Some("Ng8"), Verdict::Right);
        check(Color::Black, Some("f6g8"), Verdict::Right);
        check(Color::Black, Some("Nd5"), Verdict::TooFew);
        check(Color::Black, Some("Ng5"), Verdict::NoSuchMove);
        check(Color::Black, None, Verdict::TooFew);
        check(Color::White, None, Verdict::NotOnMove);
        assert_eq!(assess(&score, Color::Black, Claim::Touch, None), None);
    }

    #[test]
    fn fifty_and_seventy_five_are_counted_in_plies() {
        let at = |halfmoves: u32| format!("8/8/4k3/8/8/4K3/8/R7 w - - {halfmoves} 120");
        let now = |halfmoves| Repetition::after(&played(&at(halfmoves), ""), 0);
        assert!(!now(99).is_fifty() && now(100).is_fifty());
        assert!(!now(149).is_seventy_five() && now(150).is_seventy_five());
        let score = played(&at(99), "");
        let with = assess(&score, Color::White, Claim::Fifty, Some("Ra2")).expect("it is such a claim");
        assert_eq!((with.verdict, with.counts.quiet_plies), (Verdict::Right, 100));
    }
}
