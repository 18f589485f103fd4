//! Games of the simulation that came out wrong once, each with its cause. A scenario says more and is better; here are those
//! that need a whole game before the mistake.

use sim::{accuracy, cells};

/// The cell and the seed of each game, and what went wrong.
const GAMES: [(&str, u64, &str); 28] = [
    (
        "dgt-setup",
        4_000_482,
        "a pawn that was perhaps left on c8 explained the king that castled to c8 long after it was captured",
    ),
    (
        "hall20-classical",
        4_000_521,
        "the new piece was exchanged on f1, and a capture on d1 was told that nobody touched",
    ),
    ("hall20-classical", 4_000_582, "nobody could answer that the pawn had become a queen"),
    ("hall20-cycles", 4_000_351, "no line was left in which a pawn had become a knight when it moved as one"),
    (
        "hall20-classical",
        9_000_693,
        "the line with a knight on c8 was pieced together later than those with a rook",
    ),
    (
        "hall20-hovering",
        9_102_148,
        "a bishop that rested on its way at a press proved that its pawn had become a queen",
    ),
    ("hall50-swaps", 9_101_301, "a move that was asked about proved that a pawn had become a queen"),
    (
        "dgt-reboot",
        9_202_397,
        "a move that was pressed for was charged for the reply that was under way a scan later",
    ),
    ("dgt-scramble", 9_400_727, "the same, and seven plies were unsaid"),
    ("dgt-illegal", 9_501_146, "the same, and four illegal moves were missed"),
    (
        "dgt-illegal",
        9_400_835,
        "an illegal move that stood was forgotten for six squares where its piece could be unseen",
    ),
    (
        "dgt-illegal",
        9_500_828,
        "no line was pieced together from the score, and six illegal moves were missed",
    ),
    (
        "dgt-illegal",
        6_000_412,
        "a line found again at a rest kept what it had been charged, and an illegal move was missed",
    ),
    ("dgt-illegal", 6_000_422, "the same, and another illegal move was told"),
    (
        "dgt-dead",
        6_000_216,
        "a line found again at a rest kept what it had been charged, and a pawn was told on g5",
    ),
    (
        "dgt-dead",
        2_000_313,
        "a pawn that was held over a4 for a moment decided where it had stood for 35 plies",
    ),
    (
        "dgt-dead",
        2_005_408,
        "a piece on a dead square was taken for one in a hand after its side had moved another",
    ),
    ("dgt-dead", 2_008_991, "the same: a knight was told on f6 that had gone to b4"),
    (
        "dgt-makeshift",
        6_002_591,
        "a pawn that was left on b8 made an illegal move of a promotion there long before",
    ),
    ("dgt-makeshift", 1_002_120, "the same, and what the first pawn became had been captured on its square"),
    ("dgt-cycles", 9_006_348, "kings that met by a slip, and three moves without a press that was heard"),
    (
        "dgt-illegal",
        2_000_717,
        "an illegal move was forgotten since king and rook of the reply were both lifted before its press was heard",
    ),
    ("dgt-illegal", 2_003_688, "the same, and the piece of the reply was read on both its squares"),
    ("dgt-illegal", 2_005_010, "the same, and the piece of the reply was put down too far at first"),
    (
        "dgt-unseen-setup",
        2_001_071,
        "a move that had begun before the press for the one before was heard came first over a lost link",
    ),
    (
        "dgt-late-noclock",
        2_008_677,
        "nothing was tried from a placement that might have been one with pieces in hands, for 18 plies",
    ),
    (
        "dgt-gaps",
        3_003_033,
        "over a lost link a knight went and came back, for which the press was still to come, and an illegal move was told",
    ),
    ("dgt-gaps-return", 3_002_486, "the same with a king, and the other knight was told without a question"),
];

#[test]
fn games_that_came_out_wrong_once_come_out_right() {
    let cells = cells::all();
    for (name, seed, cause) in GAMES {
        let cell = cells.iter().find(|cell| cell.name == name).expect("a cell");
        let verdict = accuracy::judge(cell, seed);
        let wrong = (verdict.wrong, verdict.unsaid, verdict.silent, verdict.false_illegal);
        assert_eq!(wrong, (0, 0, 0, 0), "{name}, seed {seed}: {cause}");
        assert!(verdict.exact_answered, "{name}, seed {seed}: {cause}");
    }
}
