//! What each assumption of a hypothesis costs. One point is about one e-fold of rarity, from the rates of play and
//! sensors; the sums are compared, so only their order and distances matter.

/// Answered without a press although a clock runs: 2 to 5 in a thousand moves.
pub(crate) const UNPRESSED: u32 = 4;
/// Answered although the board was never still in between.
pub(crate) const UNRESTED: u32 = 2;
/// Answered without a press, and it only undid the player's move before.
pub(crate) const UNDONE: u32 = 4;
/// A press by a side that made no move.
pub(crate) const IDLE_PRESS: u32 = 8;
/// A move no rule allows, completed.
pub(crate) const IRREGULAR: u32 = 12;
/// A square that a move changed and nobody saw change: too quick for the scan.
pub(crate) const UNSEEN: u32 = 3;
/// A promotion to another piece than a queen, where nobody can see it: one in sixty each.
pub(crate) const UNDERPROMOTION: u32 = 4;
/// Pieces are gone after the link was lost, and no move explains it.
pub(crate) const IDLE_GAP: u32 = 6;
/// A piece was in a hand when the link was lost, and the line moves another one first.
pub(crate) const BEGUN: u32 = 4;
/// A piece moved twice while the link was lost.
pub(crate) const AGAIN: u32 = 1;
/// The last move made while the link was lost is not pressed for yet.
pub(crate) const PRESS_TO_COME: u32 = 2;
/// Each ply but the last played while the link was lost, where no clock tells how many there were.
pub(crate) const UNCOUNTED: u32 = 6;
/// Each ply of a line that was pieced together at a rest: the shorter line is the likelier.
pub(crate) const PLY: u32 = 1;
/// A line pieced together afterwards, against one on which the board had rested.
pub(crate) const CONTRADICTS_REST: u32 = 8;
/// A reply that was begun before the move it answers.
pub(crate) const ORDER: u32 = 3;
/// A reply that stood before the move it answers did.
pub(crate) const ANSWERED_BEFORE: u32 = 10;
/// A move taken back. Two reversible moves that nobody pressed for would explain the same at eight.
pub(crate) const TAKEBACK: u32 = 5;
/// Pieces were put back with a pause between them.
pub(crate) const TAKEBACK_PAUSE: u32 = 6;
/// With a long one: then two moves that nobody pressed for are a little likelier, and the table is asked.
pub(crate) const TAKEBACK_LONG_PAUSE: u32 = 12;
/// One piece of the side to move is off the board: it is in a hand.
pub(crate) const IN_HAND: u32 = 1;
/// A piece of the other side is off the board: about to be captured.
pub(crate) const VICTIM_IN_HAND: u32 = 2;
/// A further piece off the board.
pub(crate) const MISSING: u32 = 4;
/// A piece where the hypothesis has none, or another one.
pub(crate) const ARRIVAL: u32 = 10;

/// A square that reads empty although a piece should stand there: off centre, weak.
pub(crate) const EXCUSE_MISSING: u32 = 5;
/// A piece that appears where nothing was: a ghost, a piece carried low.
pub(crate) const EXCUSE_GHOST: u32 = 8;
/// A square that still reads the piece that should have left it. Sensors do not do that; hands do.
pub(crate) const EXCUSE_NOT_REMOVED: u32 = 14;
/// A pawn on its last rank that was not exchanged: at a press that is an illegal move (7.5.2), not a fault.
pub(crate) const EXCUSE_WAITING_PAWN: u32 = 17;
/// A piece that stands where it was not, and is missing where it was.
pub(crate) const EXCUSE_MOVED: u32 = 13;
/// Another piece than the one expected.
pub(crate) const EXCUSE_WRONG_PIECE: u32 = 12;

/// A piece stands elsewhere on its way just when the link comes back: so much of its arrival is not held against it.
pub(crate) const PASSING: u32 = 6;

/// The most that a press, or a quiet board without a clock, can add to a hypothesis it contradicts.
pub(crate) const REST_MAX: u32 = 8;
/// The same for a quiet board whose clock was not pressed: the hand may be on the piece yet.
pub(crate) const HOVER_MAX: u32 = 3;
/// The same for a board that was still for a moment only.
pub(crate) const GLANCE_MAX: u32 = 2;
/// A hypothesis so much dearer than the best is dropped.
pub(crate) const DROP_MARGIN: u32 = 30;
/// One more move does not explain the reading so well that two need not be tried.
pub(crate) const PAIR_MARGIN: u32 = 4;
/// The same for one that contradicts a ply which two more have followed.
pub(crate) const ANSWERED_MARGIN: u32 = 10;
/// Two explanations closer than this cannot be told apart: the table is asked.
pub(crate) const ASK_MARGIN: u32 = 3;
/// Live hypotheses at most, beside those kept open without their last ply; the dearest are dropped beyond it.
pub(crate) const HYPOTHESES_MAX: usize = 16;
/// The same on a board that senses occupancy only.
pub(crate) const HYPOTHESES_MAX_OCCUPANCY: usize = 48;
/// Plies after the trunk at most; beyond it the best hypothesis' first ply is taken as proved.
pub(crate) const TAIL_MAX: usize = 8;
/// The same on a board that senses occupancy only: what was captured, and what a pawn became, shows much later, or never.
pub(crate) const TAIL_MAX_OCCUPANCY: usize = 400;
/// Plies of all lines together there, at most: 1.7 MB. The longer the lines, the fewer.
pub(crate) const STEPS_MAX: usize = 4_800;
/// A piece that only occupancy tells of is in a hand although the board rests: it has captured, more likely, something
/// that was never seen to leave.
pub(crate) const HELD: u32 = 4;
