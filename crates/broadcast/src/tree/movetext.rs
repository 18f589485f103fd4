//! The moves of a game in PGN as LiveChess Cloud writes them: `e4 5436+23` with the mover's time after the move and the time
//! spent, both in seconds, as far as they are known.

use pgn_reader::{RawComment, Reader, SanPlus, Visitor};
use std::ops::ControlFlow;

/// Returns the moves; those before the first text that is no move.
pub(super) fn moves(pgn: &str) -> Vec<String> {
    let read = Reader::new(pgn.as_bytes()).read_game(&mut Scribe);
    let moves: Vec<TimedMove> = read.ok().flatten().unwrap_or_default();
    moves.iter().map(TimedMove::text).collect()
}

/// A move with its times in seconds.
struct TimedMove {
    san: String,
    left: Option<u32>,
    spent: Option<u32>,
}

impl TimedMove {
    fn text(&self) -> String {
        let left = self.left.map(|left| left.to_string()).unwrap_or_default();
        let times = left + &self.spent.map(|spent| format!("+{spent}")).unwrap_or_default();
        if times.is_empty() { self.san.clone() } else { format!("{} {times}", self.san) }
    }
}

struct Scribe;

impl Visitor for Scribe {
    type Tags = ();
    type Movetext = Vec<TimedMove>;
    type Output = Vec<TimedMove>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue(Vec::new())
    }

    fn san(&mut self, moves: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        moves.push(TimedMove { san: san.to_string(), left: None, spent: None });
        ControlFlow::Continue(())
    }

    fn comment(&mut self, moves: &mut Self::Movetext, comment: RawComment<'_>) -> ControlFlow<Self::Output> {
        if let Some(last) = moves.last_mut() {
            let text = String::from_utf8_lossy(comment.as_bytes());
            last.left = last.left.or_else(|| seconds(&text, "[%clk "));
            last.spent = last.spent.or_else(|| seconds(&text, "[%emt "));
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Self::Movetext) -> Self::Output {
        moves
    }
}

/// Returns the time that a command in a comment says, such as `[%clk 1:29:57]`.
fn seconds(comment: &str, command: &str) -> Option<u32> {
    let (time, _) = comment.split_once(command)?.1.split_once(']')?;
    let whole = time.trim().split('.').next()?;
    whole.split(':').try_fold(0u32, |sum, part| sum.checked_mul(60)?.checked_add(part.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::moves;

    #[test]
    fn each_move_has_the_times_that_are_known() {
        let pgn = "[Event \"x\"]\n\n1. e4 {[%clk 1:30:36] [%emt 0:00:23]} 1... e5 {[%clk 0:09]} 2. Nf3\n{(=) [%emt 0:00:07]} 2... O-O+ *\n";
        assert_eq!(moves(pgn), ["e4 5436+23", "e5 9", "Nf3 +7", "O-O+"]);
        assert_eq!(moves("[Event \"x\"]\n\n*\n"), [""; 0]);
        assert_eq!(moves(""), [""; 0]);
        assert_eq!(moves("[Event \"x\"]\n\n1. e4 {[%clk 99999999999:0]} *"), ["e4"]);
    }
}
