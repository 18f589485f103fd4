//! The cost, in points, of each assumption that a hypothesis makes, and the limits on hypotheses. One point is about
//! one e-fold of rarity, estimated from how players play and how sensors fail. Only the order of the sums and the
//! distances between them matter, because sums are only compared with each other.

pub(crate) mod bill;

/// The cost of a move that the opponent answered before its player pressed, although a clock runs: 2 to 5 in a thousand
/// moves. A move that only undid its player's previous one costs twice as much, because it looks like a take-back.
pub(crate) const UNPRESSED: u32 = 4;
/// The cost of a move that was answered although the board was never still between the move and the answer.
pub(crate) const UNRESTED: u32 = 2;
/// The cost of two moves in a row that each undo their player's last one, without a pause and without a clock that tells of
/// them: about that of a take-back whose pieces are put back at once, so that a person is asked.
pub(crate) const UNDONE_AT_ONCE: u32 = 5;
/// The cost of a press by a side that made no move.
pub(crate) const IDLE_PRESS: u32 = 8;
/// The cost of a completed move that is against the rules.
pub(crate) const IRREGULAR: u32 = 12;
/// The cost of an illegal move of which it is not certain that the pawn was still on its last rank at the press: so small that
/// a person is asked, and that nobody is accused meanwhile.
pub(crate) const PERHAPS_LEFT: u32 = 1;
/// The cost of each square that a move changed without the board reporting the change: it was too quick for the scan.
pub(crate) const UNSEEN: u32 = 3;
/// The same where only occupancy is sensed: what went unseen is a capture. A landing on a square that reads empty whatever stands
/// there looks alike and costs as much. In the cells `hall20-*` and `hall50-*` of `topboard bench
/// accuracy` there are a third fewer questions than with 3; with 7 three of 3,600 games more are wrong than with 5.
pub(crate) const UNSEEN_CAPTURE: u32 = 5;
/// The cost of a promotion to a piece other than a queen on a board that cannot see the piece. One promotion in sixty
/// is to each such piece.
pub(crate) const UNDERPROMOTION: u32 = 4;
/// The cost of a line whose first move after the loss of the link is not by the piece that was then in a hand.
pub(crate) const BEGUN: u32 = 4;
/// The cost of each piece that moved twice while the link was lost.
pub(crate) const AGAIN: u32 = 1;
/// The cost of a last move that was made while the link was lost and after which nobody has pressed the clock yet.
pub(crate) const PRESS_TO_COME: u32 = 2;
/// The cost of each ply, except the last, that was played while the link was lost, if no clock shows how many plies
/// there were.
pub(crate) const UNCOUNTED: u32 = 6;
/// The cost of each ply of a line that was pieced together at a rest: of two lines the shorter is likelier.
pub(crate) const PLY: u32 = 1;
/// The cost of a line that was pieced together afterwards and contradicts a line on which the board had rested.
pub(crate) const CONTRADICTS_REST: u32 = 8;
/// The cost of a piece that was put down beside the square it was meant for, and put right later. As much as an illegal move,
/// so that a person is asked. Of a stranger's games with such slips 11 gives seven more of 200 without a further question, and
/// on boards over which captured pieces are held twice as many questions.
pub(crate) const SLIP: u32 = 12;
/// The cost of a square that was touched for no move, where moves are read off the changes: a piece was adjusted, or slid over it.
pub(crate) const ADJUSTED: u32 = 1;
/// The cost of a reply that was begun before the move it answers.
pub(crate) const ORDER: u32 = 3;
/// The cost of a reply that was finished before the move it answers.
pub(crate) const ANSWERED_BEFORE: u32 = 10;
/// The cost of an illegal move whose piece may have taken another one, whose square was cleared and occupied again. Of a stranger's 60
/// games in which captured pieces stood on the board until after the press 42 had an illegal move that was none without it, and 2 with.
pub(crate) const RATHER_CAPTURE: u32 = 10;
/// The cost of a take-back. Two reversible moves without a press would explain the same squares for 8 points.
pub(crate) const TAKEBACK: u32 = 5;
/// The cost, added to `TAKEBACK`, of putting the pieces back at once, but out of the order of a take-back. Two moves after
/// a forgotten press look the same, cost about as much, and a person is asked.
pub(crate) const TAKEBACK_AT_ONCE: u32 = 2;
/// The cost, added to `TAKEBACK`, of putting the pieces back out of the order of a take-back, and not at once. With this
/// cost, two moves after a forgotten press are a little likelier than a take-back, and a person is asked.
pub(crate) const TAKEBACK_ORDER: u32 = 4;
/// The cost, added to `TAKEBACK`, of a pause while the pieces were put back. With this cost, two moves without a press are
/// likelier than a take-back.
pub(crate) const TAKEBACK_PAUSE: u32 = 6;
/// The cost of one missing piece of the side to move: the piece is in a hand.
pub(crate) const IN_HAND: u32 = 1;
/// The cost of one missing piece of the opponent: the piece is about to be captured.
pub(crate) const VICTIM_IN_HAND: u32 = 2;
/// The cost of each further missing piece of a side.
pub(crate) const MISSING: u32 = 4;
/// The cost of each piece on a square where the hypothesis has no piece or a different piece.
pub(crate) const ARRIVAL: u32 = 10;

/// The cost of setting aside a square that reads empty although a piece should be there: the piece is off centre, or
/// its signal is weak.
pub(crate) const FAULT_MISSING: u32 = 5;
/// The cost of each such square beyond the second. Of a stranger's 50 games in which ten squares read nothing for three moves 49 come
/// out right with 2, and 33 with [`FAULT_MISSING`].
pub(crate) const FAULT_MISSING_TOO: u32 = 2;
/// The cost, added to [`FAULT_MISSING`], of a square that reads another piece later: it was not dead, and a piece that stood
/// off centre through presses is rarer. Measured with `topboard bench accuracy --cells dgt-dead`: from 4 to 7 it is all one.
pub(crate) const NOT_DEAD: u32 = 5;
/// The cost of setting aside a piece that appears on an empty square: a false signal, or a piece carried low over the
/// board.
pub(crate) const FAULT_GHOST: u32 = 8;
/// The cost of setting aside a square that still reads the piece that should have left it. Sensors do not make this
/// error; hands do.
pub(crate) const FAULT_NOT_REMOVED: u32 = 14;
/// The cost of setting aside a pawn that was left on its last rank: at a press this is an illegal move (7.5.2 of the
/// FIDE Laws), not a sensor fault.
pub(crate) const FAULT_WAITING_PAWN: u32 = 17;
/// The cost of setting aside a square that reads a piece other than the expected one, or a piece that is missing from its
/// own square.
pub(crate) const FAULT_WRONG_PIECE: u32 = 12;

/// The greatest number of points that a press, or a quiet board without a clock, adds to a hypothesis that it
/// contradicts.
pub(crate) const REST_MAX: u32 = 8;
/// The greatest number of points that a quiet board adds when its clock was not pressed: the hand may still be on the
/// piece.
pub(crate) const HOVER_MAX: u32 = 3;
/// The greatest number of points that a board adds when it was still for a moment only.
pub(crate) const GLANCE_MAX: u32 = 2;
/// The number of points above the best hypothesis beyond which a hypothesis is dropped.
pub(crate) const DROP_MARGIN: u32 = 40;
/// The difference in points below which two explanations cannot be told apart, and a person is asked.
pub(crate) const ASK_MARGIN: u32 = 3;
/// The greatest number of live hypotheses, not counting those kept open without their last ply. When there are more,
/// the most expensive are dropped.
pub(crate) const HYPOTHESES_MAX: usize = 16;
/// The same while a line sets a dead square aside: a queen that landed there may stand on any of 27 squares.
pub(crate) const HYPOTHESES_MAX_DEAD: usize = 32;
/// The greatest number of live hypotheses if the board senses occupancy only.
pub(crate) const HYPOTHESES_MAX_OCCUPANCY: usize = 48;
/// The greatest number of live hypotheses with those that are kept open without their last ply. No more are kept open.
pub(crate) const WITH_OPEN_MAX: usize = 2 * HYPOTHESES_MAX_OCCUPANCY;
/// The greatest number of plies after the trunk. When there are more, the first of them in the best hypothesis is taken
/// as proved.
pub(crate) const TAIL_MAX: usize = 8;
/// The greatest number of plies after the trunk while a question about the first of them is open: a piece that landed on
/// a dead square shows where it stands when it goes on.
pub(crate) const TAIL_MAX_ASKED: usize = 64;
/// The greatest number of plies after the trunk if the board senses occupancy only: the piece that was captured, or
/// that a pawn became, shows much later or never.
pub(crate) const TAIL_MAX_OCCUPANCY: usize = 400;
/// The greatest number of plies of all lines together if the board senses occupancy only. They take 1.7 MB. The longer
/// the lines are, the fewer may be kept.
pub(crate) const STEPS_MAX: usize = 4_800;
/// The cost of a piece in a hand while a board that senses occupancy only is at rest. It is more likely that the piece
/// has captured another piece whose removal the board never reported.
pub(crate) const HELD: u32 = 4;
