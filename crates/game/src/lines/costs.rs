//! The cost of each assumption a hypothesis makes, in points. One point is about one e-fold of rarity, from the rates
//! of play and sensors. The sums are compared, so only their order and distances matter.

/// A move answered without a press although a clock runs: 2 to 5 in a thousand moves.
pub(crate) const UNPRESSED: u32 = 4;
/// A move answered although the board was never still in between.
pub(crate) const UNRESTED: u32 = 2;
/// A move answered without a press that only undid its player's previous move.
pub(crate) const UNDONE: u32 = 4;
/// A press by a side that made no move.
pub(crate) const IDLE_PRESS: u32 = 8;
/// A completed move that no rule allows.
pub(crate) const IRREGULAR: u32 = 12;
/// A square that a move changed and nobody saw change: it was too quick for the scan.
pub(crate) const UNSEEN: u32 = 3;
/// A promotion to another piece than a queen where nobody can see the piece: one in sixty for each such piece.
pub(crate) const UNDERPROMOTION: u32 = 4;
/// Pieces that are gone after a lost link although no move is assumed.
pub(crate) const IDLE_GAP: u32 = 6;
/// A piece in a hand when the link was lost, in a line that moves another piece first.
pub(crate) const BEGUN: u32 = 4;
/// A piece that moved twice while the link was lost.
pub(crate) const AGAIN: u32 = 1;
/// A last move, made while the link was lost, that is not pressed for yet.
pub(crate) const PRESS_TO_COME: u32 = 2;
/// Each ply but the last played while the link was lost, where no clock tells how many there were.
pub(crate) const UNCOUNTED: u32 = 6;
/// Each ply of a line that was pieced together at a rest: the shorter line is likelier.
pub(crate) const PLY: u32 = 1;
/// A line pieced together afterwards, against one on which the board had rested.
pub(crate) const CONTRADICTS_REST: u32 = 8;
/// A reply that was begun before the move it answers.
pub(crate) const ORDER: u32 = 3;
/// A reply that stood before the move it answers did.
pub(crate) const ANSWERED_BEFORE: u32 = 10;
/// A move taken back. Two reversible moves that nobody pressed for would explain the same squares for 8 points.
pub(crate) const TAKEBACK: u32 = 5;
/// Pieces put back with a pause between them, on top of `TAKEBACK`.
pub(crate) const TAKEBACK_PAUSE: u32 = 6;
/// Pieces put back with a long pause between them, on top of `TAKEBACK`. Two moves that nobody pressed for are then a
/// little likelier, and the table is asked.
pub(crate) const TAKEBACK_LONG_PAUSE: u32 = 12;
/// One piece of the side to move off the board: it is in a hand.
pub(crate) const IN_HAND: u32 = 1;
/// One piece of the opponent off the board: it is about to be captured.
pub(crate) const VICTIM_IN_HAND: u32 = 2;
/// Each further piece of one side off the board.
pub(crate) const MISSING: u32 = 4;
/// A piece where the hypothesis has none, or another one.
pub(crate) const ARRIVAL: u32 = 10;

/// A square that reads empty although a piece should stand there: the piece is off centre, or its signal weak.
pub(crate) const EXCUSE_MISSING: u32 = 5;
/// A piece that appears where nothing was: a ghost, or a piece carried low.
pub(crate) const EXCUSE_GHOST: u32 = 8;
/// A square that still reads the piece that should have left it. Sensors do not do that, hands do.
pub(crate) const EXCUSE_NOT_REMOVED: u32 = 14;
/// A pawn on its last rank that was not exchanged: at a press that is an illegal move (7.5.2), not a fault.
pub(crate) const EXCUSE_WAITING_PAWN: u32 = 17;
/// A piece that stands on a wrong square and is missing from its own.
pub(crate) const EXCUSE_MOVED: u32 = 13;
/// A piece other than the one expected.
pub(crate) const EXCUSE_WRONG_PIECE: u32 = 12;

/// Charged to every other line when one line sees its next piece on its way just as the link comes back. So this much
/// of the piece's arrival is not held against that line.
pub(crate) const PASSING: u32 = 6;

/// The most that a press, or a quiet board without a clock, can add to a hypothesis it contradicts.
pub(crate) const REST_MAX: u32 = 8;
/// The most that a quiet board can add when its clock was not pressed: the hand may still be on the piece.
pub(crate) const HOVER_MAX: u32 = 3;
/// The most that a board can add that was still for a moment only.
pub(crate) const GLANCE_MAX: u32 = 2;
/// A hypothesis dearer than the best by more than this is dropped.
pub(crate) const DROP_MARGIN: u32 = 30;
/// Two more moves are tried only where no single move explains the reading within this margin of the best.
pub(crate) const PAIR_MARGIN: u32 = 4;
/// A hypothesis dearer than the best by more than this is dropped when it contradicts a ply that is well answered:
/// the first after the trunk, where the best line has more than three. Take-backs start from lines within it only.
pub(crate) const ANSWERED_MARGIN: u32 = 10;
/// Explanations closer than this cannot be told apart: the table is asked.
pub(crate) const ASK_MARGIN: u32 = 3;
/// Limit on the live hypotheses, beside those kept open without their last ply. Beyond it the dearest are dropped.
pub(crate) const HYPOTHESES_MAX: usize = 16;
/// Limit on the live hypotheses where the board senses occupancy only.
pub(crate) const HYPOTHESES_MAX_OCCUPANCY: usize = 48;
/// Limit on the plies after the trunk. Beyond it the first of them in the best hypothesis is taken as proved.
pub(crate) const TAIL_MAX: usize = 8;
/// Limit on the plies after the trunk where the board senses occupancy only: what was captured, and what a pawn
/// became, shows much later or never.
pub(crate) const TAIL_MAX_OCCUPANCY: usize = 400;
/// Limit on the plies of all lines together where the board senses occupancy only: 1.7 MB. The longer the lines, the
/// fewer.
pub(crate) const STEPS_MAX: usize = 4_800;
/// A piece in a hand although the board rests, where only occupancy tells of it. More likely it has captured
/// something that was never seen to leave.
pub(crate) const HELD: u32 = 4;
