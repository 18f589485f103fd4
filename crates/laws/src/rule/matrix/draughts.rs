//! The section of the rules' matrix on draughts (WARC).

use super::{Page, warc};
use crate::RuleId;

pub(super) const PAGES: &[(RuleId, Page)] = &[
    (
        RuleId::DrTimeControls,
        warc(
            &["6.1.1", "6.1.2.1", "6.1.2.2", "6.1.2.3", "6.1.2.4", "6.1.3", "6.2.1", "6.2.2", "6.2.3"],
            "the time control",
            "note: which article names it, or none",
            "",
        ),
    ),
    (
        RuleId::DrClockDevice,
        warc(
            &["3.7.3", "3.7.4", "3.7.5", "3.7.6"],
            "both flags, one after the other",
            "note: which fell first, and how long before; or that the clock told both at once",
            "how the clock shows it",
        ),
    ),
    (RuleId::DrClockPlace, warc(&["3.8", "6.7.1"], "nothing", "nothing", "on which side the clock stands")),
    (
        RuleId::DrStart,
        warc(&["4.4", "4.5"], "a report", "note: whose clock runs, who bears what", "who is there"),
    ),
    (
        RuleId::DrNoStop,
        warc(
            &["4.4", "6.18"],
            "both times stopped before the end",
            "violation; a note where a regulation draw is claimed and all moves are in one time",
            "who stopped them: the arbiter may",
        ),
    ),
    (RuleId::DrColours, warc(&["4.6"], "a report", "note: the game goes on", "who sits where")),
    (
        RuleId::DrDrawOffer,
        warc(
            &["5.1"],
            "a command, and the moves completed by presses",
            "violation before move 40 (15 on 64 squares) or twice in a row, else a note; a hint where the link was lost",
            "an offer is spoken; whether it came between move and press",
        ),
    ),
    (RuleId::DrScore, warc(&["5.4", "5.5", "5.6"], "a person's entry", "note: the points", "")),
    (
        RuleId::DrRecord,
        warc(&["6.3", "6.4.1", "6.4.2", "6.4.3", "6.4.4"], "nothing", "nothing", "the score sheets"),
    ),
    (
        RuleId::DrTimeTrouble,
        warc(
            &["6.13"],
            "five minutes or less to the control",
            "note; not with a minute for each move",
            "whether the player records",
        ),
    ),
    (
        RuleId::DrCompleteRecord,
        warc(
            &["6.14", "6.15"],
            "a flag after time trouble, or a report",
            "note: who, and on whose time",
            "the score sheets",
        ),
    ),
    (
        RuleId::DrMoveCount,
        warc(
            &["6.12", "6.16", "6.17"],
            "presses until the flag; a report",
            "violation where a move is missing (a hint where the link was lost); on a report the count that is proved, and the \
             number that comes next without proof",
            "a move on the board that was not pressed",
        ),
    ),
    (
        RuleId::DrNoPrompt,
        warc(&["6.9"], "a time that runs on", "nothing, to nobody: only the opponent may speak of it", ""),
    ),
    (
        RuleId::DrClockFault,
        warc(&["6.10", "6.11"], "a report", "note: whether it is still heard", "the clock's inside"),
    ),
    (
        RuleId::DrDrawClaimTime,
        warc(
            &["6.18"],
            "a claim, a flag before the ruling, the ruling",
            "note: what the flag counts for",
            "the position",
        ),
    ),
    (RuleId::DrErrorTime, warc(&["6.19"], "a report", "note: whose time bears it", "who is to blame")),
    (
        RuleId::DrEnd,
        warc(
            &["6.20", "6.21"],
            "the result",
            "the note of the score says what is left to do",
            "what players write",
        ),
    ),
    (
        RuleId::DrAdjourn,
        warc(
            &[
                "7.6.1", "7.6.2", "7.6.3", "7.6.4", "7.6.5", "7.6.6", "7.6.7", "7.7.1", "7.7.2", "7.7.3",
                "7.7.4",
            ],
            "a command, whose time runs",
            "violation where White has the move; else the steps",
            "the sealed move: no rule of play is in the source",
        ),
    ),
    (RuleId::DrAdjournWalk, warc(&["7.8"], "nothing", "nothing", "who leaves the board")),
    (RuleId::DrDemo, warc(&["8.8"], "nothing", "nothing: no board of draughts is shown", "")),
    (
        RuleId::DrPublic,
        warc(&["3.1.4", "8.3", "8.6", "8.7"], "nothing", "no sound, no evaluation anywhere", ""),
    ),
];
