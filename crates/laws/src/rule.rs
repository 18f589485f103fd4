//! The rules: one name for each subject that the Laws regulate, whether or not a board can sense it.
//!
//! The names are those in the arbiter's list and in the output of `reconstruct --incidents`; a name never changes its
//! meaning. The articles of each rule in each edition, and what sensors can and cannot find out, are in [`matrix`].

pub mod matrix;

pub use matrix::Page;

macro_rules! rules {
    ($($id:ident = $name:literal,)*) => {
        /// A rule, in the order of the matrix.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "the name is the documentation; matrix.rs has a page for each")]
        pub enum RuleId {
            $($id,)*
        }

        impl RuleId {
            /// Every rule, in the order of the matrix.
            pub const ALL: &[RuleId] = &[$(RuleId::$id,)*];

            /// Returns the name used in reports, on the wire and in scenarios.
            pub fn name(self) -> &'static str {
                match self {
                    $(RuleId::$id => $name,)*
                }
            }
        }
    };
}

rules! {
    // Moves, completion, clock press.
    MoveMade = "move-made",
    MoveCompleted = "move-completed",
    PressLate = "press-late",
    PressForgotten = "press-forgotten",
    PressWithoutMove = "press-without-move",
    PressBeforeMove = "press-before-move",
    PressHand = "press-hand",
    ClockHandling = "clock-handling",
    CaptureOrder = "capture-order",
    EnPassant = "en-passant",
    PromotionOrder = "promotion-order",
    PromotionChoiceFinal = "promotion-choice-final",
    PromotionNotReplaced = "promotion-not-replaced",
    PromotionPawnLeft = "promotion-pawn-left",
    PromotionPieceUnavailable = "promotion-piece-unavailable",
    ReleasedPieceMovedAgain = "released-piece-moved-again",
    Assistant = "assistant",
    // Illegal moves.
    IllegalMoveCompleted = "illegal-move-completed",
    IllegalMoveCount = "illegal-move-count",
    IllegalMoveUncompleted = "illegal-move-uncompleted",
    IllegalMoveWindow = "illegal-move-window",
    IllegalMoveFoundLate = "illegal-move-found-late",
    KingCaptured = "king-captured",
    BothKingsInCheck = "both-kings-in-check",
    PawnOnLastRank = "pawn-on-last-rank",
    TwoHands = "two-hands",
    // Touched pieces, adjusting, castling order.
    TouchedOwnPiece = "touched-own-piece",
    TouchedOpponentPiece = "touched-opponent-piece",
    TouchedBothColours = "touched-both-colours",
    TouchClaimWindow = "touch-claim-window",
    TouchRapidClaimOnly = "touch-rapid-claim-only",
    AdjustPieces = "adjust-pieces",
    AdjustOffClock = "adjust-off-clock",
    CastlingKingFirst = "castling-king-first",
    CastlingTouchOrder = "castling-touch-order",
    CastlingTouchedNotDone = "castling-touched-not-done",
    CastlingKingReleased = "castling-king-released",
    CastlingIllegal = "castling-illegal",
    CastlingRookMissing = "castling-rook-missing",
    // Displaced pieces, start position, restoring.
    DisplacedPiece = "displaced-piece",
    DisplacedOwnTime = "displaced-own-time",
    DisplacedRestored = "displaced-restored",
    RestorePosition = "restore-position",
    MoveCounter = "move-counter",
    SensorUnreliable = "sensor-unreliable",
    StartPosition = "start-position",
    BoardOrientation = "board-orientation",
    ColoursReversed = "colours-reversed",
    // Clock.
    WhiteClockStart = "white-clock-start",
    DefaultTime = "default-time",
    FlagFall = "flag-fall",
    FlagFallMovesCheck = "flag-fall-moves-check",
    BothFlagsFallen = "both-flags-fallen",
    InsufficientToWin = "insufficient-to-win",
    ClockStoppedByPlayer = "clock-stopped-by-player",
    GameInterrupted = "game-interrupted",
    ClockSetting = "clock-setting",
    ClockDefect = "clock-defect",
    ClockReversed = "clock-reversed",
    DelayMode = "delay-mode",
    RecordingExemption = "recording-exemption",
    RecordUpdateAfterFlag = "record-update-after-flag",
    ReconstructSnapshot = "reconstruct-snapshot",
    PeriodCountEvidence = "period-count-evidence",
    HallCountdown = "hall-countdown",
    // Draws and end of game.
    Checkmate = "checkmate",
    Stalemate = "stalemate",
    DeadPosition = "dead-position",
    Resignation = "resignation",
    DrawOffer = "draw-offer",
    DrawRestriction = "draw-restriction",
    ThreefoldClaim = "threefold-claim",
    FiftyMoveClaim = "fifty-move-claim",
    FivefoldRepetition = "fivefold-repetition",
    SeventyfiveMoves = "seventyfive-moves",
    ClaimAfterTouch = "claim-after-touch",
    WrongClaimBonus = "wrong-claim-bonus",
    ClaimStopsClock = "claim-stops-clock",
    ResultEntry = "result-entry",
    KingsCentre = "kings-centre",
    // Screens, silence, evidence.
    ScreensAllowed = "screens-allowed",
    NoClaimFromScreen = "no-claim-from-screen",
    NoMoveNumberAnnounce = "no-move-number-announce",
    NoPrompting = "no-prompting",
    ReportOnlyToArbiter = "report-only-to-arbiter",
    NoInformationToPlayers = "no-information-to-players",
    NoDistraction = "no-distraction",
    DevicePermission = "device-permission",
    BroadcastDelay = "broadcast-delay",
    ScoresheetRequest = "scoresheet-request",
    ElectronicRecord = "electronic-record",
    ScoresheetProperty = "scoresheet-property",
    EvidenceLog = "evidence-log",
    PenaltyList = "penalty-list",
    ExtraTime = "extra-time",
    TeamColours = "team-colours",
    // Adjournment.
    AdjournOrder = "adjourn-order",
    AdjournEarly = "adjourn-early",
    AdjournBoardMove = "adjourn-board-move",
    AdjournChange = "adjourn-change",
    AdjournEnvelope = "adjourn-envelope",
    AdjournDrawOffer = "adjourn-draw-offer",
    AdjournConcluded = "adjourn-concluded",
    AdjournSetup = "adjourn-setup",
    AdjournOpen = "adjourn-open",
    AdjournReplierAbsent = "adjourn-replier-absent",
    AdjournSealerAbsent = "adjourn-sealer-absent",
    AdjournSealedInvalid = "adjourn-sealed-invalid",
    AdjournLate = "adjourn-late",
    AdjournBothAbsent = "adjourn-both-absent",
    AdjournMissingEnvelope = "adjourn-missing-envelope",
    AdjournClockError = "adjourn-clock-error",
    AdjournSessionClock = "adjourn-session-clock",
    // Quickplay finish.
    QuickplayScope = "quickplay-scope",
    QuickplayPhase = "quickplay-phase",
    QuickplayEligible = "quickplay-eligible",
    QuickplayIncrementRequest = "quickplay-increment-request",
    QuickplayDrawClaim = "quickplay-draw-claim",
    QuickplayAgreed = "quickplay-agreed",
    QuickplayPostponed = "quickplay-postponed",
    QuickplayRejected = "quickplay-rejected",
    QuickplayFinal = "quickplay-final",
    QuickplayUnsupervised = "quickplay-unsupervised",
    // Blind and visually disabled players.
    BlindTwoBoards = "blind-two-boards",
    BlindAnnounce = "blind-announce",
    BlindTouched = "blind-touched",
    BlindMade = "blind-made",
    BlindSightedNormal = "blind-sighted-normal",
    BlindClock = "blind-clock",
    BlindRecord = "blind-record",
    BlindSlip = "blind-slip",
    BlindDivergence = "blind-divergence",
    BlindRecordsDiffer = "blind-records-differ",
    BlindAssistant = "blind-assistant",
    // Draughts.
    DrTimeControls = "dr-time-controls",
    DrClockDevice = "dr-clock-device",
    DrClockPlace = "dr-clock-place",
    DrStart = "dr-start",
    DrNoStop = "dr-no-stop",
    DrColours = "dr-colours",
    DrDrawOffer = "dr-draw-offer",
    DrScore = "dr-score",
    DrRecord = "dr-record",
    DrTimeTrouble = "dr-time-trouble",
    DrCompleteRecord = "dr-complete-record",
    DrMoveCount = "dr-move-count",
    DrNoPrompt = "dr-no-prompt",
    DrClockFault = "dr-clock-fault",
    DrDrawClaimTime = "dr-draw-claim-time",
    DrErrorTime = "dr-error-time",
    DrEnd = "dr-end",
    DrAdjourn = "dr-adjourn",
    DrAdjournWalk = "dr-adjourn-walk",
    DrDemo = "dr-demo",
    DrPublic = "dr-public",
}

impl RuleId {
    /// Parses the name of a rule; `None` if no rule has this name.
    pub fn parse(name: &str) -> Option<RuleId> {
        RuleId::ALL.iter().copied().find(|rule| rule.name() == name)
    }

    /// Returns whether two rules describe one act, one perhaps in more detail than the other. Findings about such rules
    /// at one ply and by one player form one incident.
    pub(crate) fn is_same_act(self, other: RuleId) -> bool {
        self == other || self.is_illegal_move() && other.is_illegal_move()
    }

    /// Returns whether the rule is about the hand that lifts a piece. Such a rule concerns the player who owns the
    /// piece.
    pub(crate) fn is_of_hands(self) -> bool {
        matches!(
            self,
            RuleId::PromotionChoiceFinal
                | RuleId::ReleasedPieceMovedAgain
                | RuleId::TwoHands
                | RuleId::TouchedOwnPiece
                | RuleId::TouchedOpponentPiece
                | RuleId::TouchedBothColours
                | RuleId::AdjustPieces
                | RuleId::AdjustOffClock
                | RuleId::CastlingTouchOrder
                | RuleId::CastlingTouchedNotDone
                | RuleId::CastlingKingReleased
                | RuleId::ClaimAfterTouch
        )
    }

    fn is_illegal_move(self) -> bool {
        matches!(
            self,
            RuleId::IllegalMoveCompleted
                | RuleId::IllegalMoveUncompleted
                | RuleId::IllegalMoveFoundLate
                | RuleId::CastlingIllegal
                | RuleId::CastlingRookMissing
                | RuleId::PromotionNotReplaced
                | RuleId::PromotionPawnLeft
                | RuleId::KingCaptured
        )
    }
}

impl std::fmt::Display for RuleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::RuleId;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_read_back_and_differ() {
        let names: BTreeSet<&str> = RuleId::ALL.iter().map(|rule| rule.name()).collect();
        assert_eq!(names.len(), RuleId::ALL.len());
        assert!(RuleId::ALL.iter().all(|rule| RuleId::parse(rule.name()) == Some(*rule)));
        assert_eq!(RuleId::parse("no-such-rule"), None);
    }
}
