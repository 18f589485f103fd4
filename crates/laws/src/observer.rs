//! The observers: one for each subject of the Laws. All receive the same scene, and none knows of another.
//!
//! An observer remembers what it needs from one call to the next, and nothing that the scene contains. It is created
//! anew for each game. All observers are called for every input, in the order of the watch's list.

pub(crate) mod dispatch;

use crate::{Incident, RuleId, ledger::Ledger, seen::scene::Scene};
use board::{ClockReading, Contents, Millis, Orientation};
use game::{Claim, Decision, Ending, Irregular, JoinedMidgame, Played, PlyNo, PlyState, ResultEntry};
use shakmaty::{Color, KnownOutcome, Square};

/// A subject of the Laws. An observer has a method for each kind of event that concerns it; [`dispatch`] calls the
/// methods.
pub(crate) trait Observer {
    // Events of the sensors. The score in the scene does not contain their consequences yet.

    /// Handles any board event, before the method for its kind is called.
    fn before_board_event(&mut self, _scene: &Scene) {}
    /// Handles new contents of squares: one square changed, or all were read.
    fn squares(&mut self, _scene: &Scene, _ledger: &mut Ledger) {}
    /// Handles a reading of all squares.
    fn reading(&mut self, _scene: &Scene, _ledger: &mut Ledger) {}
    /// Handles the change of one square.
    fn square(&mut self, _scene: &Scene, _square: Square, _contents: Contents, _ledger: &mut Ledger) {}
    /// Handles a reading of the clock.
    fn clock(&mut self, _scene: &Scene, _reading: &ClockReading, _ledger: &mut Ledger) {}
    /// Handles a press of the clock.
    fn press(&mut self, _scene: &Scene, _by: Color, _ledger: &mut Ledger) {}
    /// Handles a flag that fell.
    fn flag(&mut self, _scene: &Scene, _side: Color, _ledger: &mut Ledger) {}
    /// Handles the return of a link that was lost for `gap_ms`.
    fn gap(&mut self, _scene: &Scene, _gap_ms: Millis, _ledger: &mut Ledger) {}
    /// Handles the news that the board stands another way round than was assumed.
    fn turned(&mut self, _scene: &Scene, _orientation: Orientation, _ledger: &mut Ledger) {}
    /// Handles the news that it is unknown which way round the board stands.
    fn sides_unknown(&mut self, _scene: &Scene, _ledger: &mut Ledger) {}
    /// Handles any board event, after the method for its kind was called.
    fn after_board_event(&mut self, _scene: &Scene, _ledger: &mut Ledger) {}

    // Consequences for the game. The score in the scene already contains them.

    /// Handles a ply that was made or became more certain.
    fn ply(&mut self, _scene: &Scene, _ply: PlyNo, _played: &Played, _state: PlyState, _ledger: &mut Ledger) {
    }
    /// Handles a ply that became final or completed. A ply that becomes first final and then completed is handled
    /// twice.
    fn decided(&mut self, _scene: &Scene, _ply: PlyNo, _ledger: &mut Ledger) {}
    /// Handles a completed ply.
    fn completed(&mut self, _scene: &Scene, _ply: PlyNo, _ledger: &mut Ledger) {}
    /// Handles a ply that was withdrawn.
    fn superseded(&mut self, _scene: &Scene, _ply: PlyNo, _ledger: &mut Ledger) {}
    /// Handles a position that no legal move explains.
    fn irregular(&mut self, _scene: &Scene, _irregular: &Irregular, _ledger: &mut Ledger) {}
    /// Handles the end of an irregular ply.
    fn irregular_closed(&mut self, _scene: &Scene, _ply: PlyNo, _ending: Ending, _ledger: &mut Ledger) {}
    /// Handles a press by a side that had not made its move; `ply` is the ply that the side should have made.
    fn pressed_without_move(&mut self, _scene: &Scene, _by: Color, _ply: PlyNo, _ledger: &mut Ledger) {}
    /// Handles a result that is proposed for a person to confirm.
    fn proposed(&mut self, _scene: &Scene, _outcome: KnownOutcome, _ledger: &mut Ledger) {}
    /// Handles the withdrawal of a proposed result.
    fn proposal_withdrawn(&mut self) {}
    /// Handles a result that the game adopted; `None` means that the earlier result was taken back.
    fn result(&mut self, _result: Option<ResultEntry>) {}
    /// Handles pieces that are not in the start position.
    fn wrong_setup(&mut self, _scene: &Scene, _ledger: &mut Ledger) {}
    /// Handles the news that a game is followed from the position on the board.
    fn joined_midgame(&mut self, _scene: &Scene, _fact: &JoinedMidgame, _ledger: &mut Ledger) {}
    /// Handles the news that exchanged pieces of the array were put right during the game.
    fn put_right(&mut self, _scene: &Scene, _ledger: &mut Ledger) {}
    /// Handles the news that a game is under way and a person must enter its position.
    fn position_needed(&mut self, _scene: &Scene, _ledger: &mut Ledger) {}

    // Commands that people gave. The game has carried them out already.

    /// Handles a player's claim.
    fn claimed(&mut self, _scene: &Scene, _claim: &Claimed, _ledger: &mut Ledger) {}
    /// Handles a ruling on an incident, which the ledger has already applied.
    fn ruled(&mut self, _scene: &Scene, _incident: &Incident, _decision: Decision, _ledger: &mut Ledger) {}
    /// Handles the order to go back to the position before a ply.
    fn restored(&mut self, _scene: &Scene, _ply: PlyNo, _ledger: &mut Ledger) {}
    /// Handles a draw offer.
    fn draw_offered(&mut self, _scene: &Scene, _by: Color, _ledger: &mut Ledger) {}
    /// Handles the order to adjourn.
    fn adjourned(&mut self, _scene: &Scene, _ledger: &mut Ledger) {}
    /// Handles the result that a person entered; `None` means that the earlier result was taken back.
    fn result_entered(&mut self, _scene: &Scene, _result: Option<ResultEntry>, _ledger: &mut Ledger) {}
    /// Handles a person's report of something that no sensor sees.
    fn reported(&mut self, _scene: &Scene, _report: &Report, _ledger: &mut Ledger) {}
    /// Handles a note for the record.
    fn noted(&mut self, _scene: &Scene, _text: &str, _ledger: &mut Ledger) {}

    // Deadlines.

    /// Handles everything that is due at this instant.
    fn advance(&mut self, _scene: &Scene, _ledger: &mut Ledger) {}
    /// Returns the instant at which `advance` is to be called next; `None` if the observer waits for no deadline.
    fn next_deadline(&self) -> Option<Millis> {
        None
    }
}

/// A player's claim.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Claimed<'a> {
    pub(crate) by: Color,
    pub(crate) kind: Claim,
    /// The announced move, as the player wrote it.
    pub(crate) announced: Option<&'a str>,
}

/// A person's report. Each report has the name of a rule.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Report<'a> {
    pub(crate) rule: RuleId,
    /// The player that the report is about; `None` if it is about no single player.
    pub(crate) by: Option<Color>,
    /// The description in the report; empty if there is none.
    pub(crate) words: &'a str,
}
