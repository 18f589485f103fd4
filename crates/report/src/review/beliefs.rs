//! What the game was believed to be: every ply that ever was, and how the line changed.

use board::Millis;
use game::notation::{Form, spell};
use game::{Played, PlyState, Reason, Score};
use shakmaty::Color;

/// A ply that was believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BelievedPly {
    /// The number of the ply; the first is 1.
    pub ply: usize,
    /// The side that made it.
    pub by: Color,
    /// The move, as played.
    pub played: Played,
    /// The move in the notation of reports.
    pub report: String,
    /// The move in SAN, as arbiters read it.
    pub san: String,
    /// The position after it, as FEN.
    pub fen: String,
    /// The time at which the first of its squares changed.
    pub touched_ms: Millis,
    /// The time at which the last of its squares had changed.
    pub made_ms: Millis,
    /// The time at which the clock was pressed after it.
    pub pressed_ms: Option<Millis>,
    /// The mover's time left after it, in milliseconds.
    pub left_ms: Option<u32>,
    /// Its certainty, when it was last believed.
    pub state: PlyState,
    /// The evidence for that.
    pub reason: Reason,
    /// Says whether its times were not seen, but follow from later events.
    pub estimated: bool,
}

/// The line that is believed, and all plies that ever were.
#[derive(Debug, Default)]
pub(super) struct Beliefs {
    pub(super) nodes: Vec<BelievedPly>,
    pub(super) line: Vec<usize>,
    /// The greatest number of plies that the line lacked at its end, because no more are kept.
    pub(super) left_out: usize,
}

/// The greatest number of plies that are kept. A game has 1,998 at most, and few of them are ever believed otherwise.
const NODES_MAX: usize = 8_192;

impl Beliefs {
    /// Forgets the line, because the game is told from another standing on.
    pub(super) fn restart(&mut self) {
        self.line.clear();
    }

    /// Takes the score as it is now. If other plies are believed than before, returns how many stay, and which come after
    /// them.
    pub(super) fn take(&mut self, score: &Score) -> Option<(usize, Vec<usize>)> {
        let stays = |(node, ply): (&usize, &game::Ply)| self.nodes[*node].played == ply.played;
        let keep = self.line.iter().zip(score.plies.iter()).take_while(|pair| stays(*pair)).count();
        // The last plies that stay may have become surer, and been pressed for.
        for index in keep.saturating_sub(RECENT)..keep {
            note(&mut self.nodes[self.line[index]], score, index);
        }
        let was = self.line.len();
        self.line.truncate(keep);
        for index in keep..score.plies.len() {
            let Some(node) = self.node(score, index) else { break };
            self.line.push(node);
        }
        self.left_out = self.left_out.max(score.plies.len() - self.line.len());
        let is_new = keep < was || keep < self.line.len();
        is_new.then(|| (keep, self.line[keep..].to_vec()))
    }

    /// Brings every ply of the line up to date.
    pub(super) fn finish(&mut self, score: &Score) {
        for (index, node) in self.line.iter().enumerate().take(score.plies.len()) {
            note(&mut self.nodes[*node], score, index);
        }
    }

    /// Returns the index of the node for a ply of the score; `None` if no more can be kept.
    fn node(&mut self, score: &Score, index: usize) -> Option<usize> {
        let fen = score.after(index + 1).fen();
        let ply = &score.plies[index];
        let known = self.nodes.iter().position(|node| {
            (node.ply, node.played, &node.fen, node.touched_ms)
                == (index + 1, ply.played, &fen, ply.touched_ms)
        });
        let at = match known {
            Some(at) => at,
            None if self.nodes.len() < NODES_MAX => {
                self.nodes.push(BelievedPly {
                    ply: index + 1,
                    by: score.mover(index),
                    played: ply.played,
                    report: score.report_move(index),
                    san: spell(Form::San, score, index),
                    fen,
                    touched_ms: ply.touched_ms,
                    made_ms: ply.made_ms,
                    pressed_ms: None,
                    left_ms: None,
                    state: ply.state,
                    reason: ply.reason,
                    estimated: false,
                });
                self.nodes.len() - 1
            }
            None => return None,
        };
        note(&mut self.nodes[at], score, index);
        Some(at)
    }
}

/// The number of last plies that may still change. Older ones are brought up to date at the end.
const RECENT: usize = 4;

fn note(node: &mut BelievedPly, score: &Score, index: usize) {
    let ply = &score.plies[index];
    node.touched_ms = ply.touched_ms;
    node.made_ms = ply.made_ms;
    node.pressed_ms = score.press_ms(index);
    node.left_ms = ply.left_ms;
    (node.state, node.reason, node.estimated) = (ply.state, ply.reason, ply.estimated);
}

#[cfg(test)]
mod tests {
    use super::{Beliefs, NODES_MAX};
    use game::{Played, Ply, PlyState, Reason, Score, Standing, Tags};
    use shakmaty::Position;

    /// Returns a game of the first legal move in every position.
    fn score(plies: usize) -> Score {
        let mut score = Score::new(1, Standing::initial(), Tags::default(), 0);
        for index in 0..plies {
            let mv = score.standing().position().expect("legal").legal_moves()[0];
            let after = score.standing().play(mv);
            score.plies.push(Ply {
                played: Played::Legal(mv),
                after,
                state: PlyState::Final,
                reason: Reason::Press,
                touched_ms: index as u64,
                made_ms: index as u64,
                pressed_ms: None,
                left_ms: None,
                estimated: false,
                released: false,
            });
        }
        score
    }

    #[test]
    fn a_line_that_does_not_fit_is_told_as_far_as_it_fits_and_the_rest_is_counted() {
        let mut beliefs = Beliefs::default();
        assert_eq!(beliefs.take(&score(3)), Some((0, vec![0, 1, 2])));
        let known = beliefs.nodes[0].clone();
        while beliefs.nodes.len() < NODES_MAX - 1 {
            beliefs.nodes.push(known.clone());
        }
        assert_eq!(beliefs.take(&score(6)), Some((3, vec![NODES_MAX - 1])), "one more fits");
        assert_eq!(beliefs.left_out, 2);
        assert_eq!(beliefs.take(&score(6)), None, "nothing new can be told");
        assert_eq!(beliefs.left_out, 2, "the same plies are counted once");
        assert_eq!(beliefs.take(&score(2)), Some((2, vec![])), "plies that go are told");
    }
}
