//! Words for events at a table, in the language of arbiters.

use super::diagram::contents;
use super::gather::side;
use super::{Handled, Listed};
use board::Contents;
use game::{
    Claim, ClockJson, CommandJson, Decision, Ending, GameEvent, OrderJson, Played, PlyState, Reason,
    ResultEntry, Undoable,
};
use laws::{Discipline, Edition, Profile, Status};
use shakmaty::{CastlingMode, Square};

/// Returns the place of an event at the table and what happened there, in words.
pub(super) fn handled(what: &Handled) -> (String, String) {
    match what {
        Handled::Square { square, before, now } => (square.to_string(), square_change(*before, *now)),
        Handled::Press(by) => ("clock".to_owned(), format!("{} pressed", side(*by))),
        Handled::Flag(of) => ("clock".to_owned(), format!("{}'s flag was down", side(*of))),
        Handled::Gap(gap_ms) => (
            "–".to_owned(),
            format!("nothing could be seen for {}.{} s before", gap_ms / 1000, gap_ms % 1000 / 100),
        ),
    }
}

fn square_change(before: Option<Contents>, now: Contents) -> String {
    match (before, now) {
        (None | Some(Contents::Empty), now) if now.is_occupied() => format!("{} placed", contents(now)),
        (Some(before), Contents::Empty) => format!("{} lifted", contents(before)),
        (None, now) => format!("reads {}", contents(now)),
        (Some(before), now) => format!("{} instead of {}", contents(now), contents(before)),
    }
}

/// Returns the arbiter's answer to an incident in words.
pub(crate) fn said(status: Status) -> &'static str {
    match status {
        Status::Suspected => "nothing yet",
        Status::Confirmed | Status::Dismissed | Status::Stands => status.name(),
    }
}

/// Returns the reason why a reading of the clock is listed, in words.
pub(super) fn listed(why: Listed) -> &'static str {
    match why {
        Listed::First => "first reading here",
        Listed::Changed => "another side's time runs, or none",
        Listed::Jumped => "shows another time than had to follow",
        Listed::Last => "last reading here",
    }
}

/// Returns the certainty of a ply in words.
pub(crate) fn state(state: PlyState) -> &'static str {
    match state {
        PlyState::Provisional => "provisional",
        PlyState::Final => "final",
        PlyState::Completed => "completed",
    }
}

/// Returns the evidence on which a ply was accepted, in words.
pub(crate) fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Leading => "the likeliest so far",
        Reason::Press => "the clock was pressed",
        Reason::Quiet => "the board was quiet",
        Reason::OpponentTouched => "the opponent touched a piece",
        Reason::NextMove => "the player's own next move",
        Reason::OnlyExplanation => "nothing else explains what came later",
        Reason::Operator => "a person said so",
    }
}

/// Returns the rules in words.
pub(super) fn profile(profile: &Profile) -> String {
    let edition = match profile.edition {
        Edition::Pl09 => "FIDE Laws of 2009, Polish (PL09)",
        Edition::Ru20 => "Rules of the sport Chess, Russia 2020 (RU20)",
        Edition::Fide23 => "FIDE Laws of 2023 (F23)",
    };
    let discipline = match profile.discipline {
        Discipline::Standard => "standard play",
        Discipline::Rapid => "rapid",
        Discipline::Blitz => "blitz",
    };
    format!("{edition}, {discipline}{}", if profile.supervised { ", supervised" } else { "" })
}

/// Returns a ply as the squares that were seen to change.
pub(crate) fn played(played: &Played, mode: CastlingMode) -> String {
    let square = |square: Option<Square>| square.map_or("?".to_owned(), |square| square.to_string());
    match played {
        Played::Legal(_) | Played::Promotion { .. } => played.report(mode),
        Played::Irregular { from, to } => {
            format!("{} to {}, which no rule allows", square(*from), square(*to))
        }
    }
}

/// Returns a conclusion of the program in words.
pub(crate) fn event(event: &GameEvent, mode: CastlingMode) -> String {
    match event {
        GameEvent::Began { number } => {
            format!("A new game began, number {number} since the table was set up.")
        }
        GameEvent::Resumed { number } => {
            format!("The start of the game was taken back: game {number} since the table was set up goes on.")
        }
        GameEvent::Ply { ply, played, .. } => format!("Ply {ply} is {}.", self::played(played, mode)),
        GameEvent::Superseded { ply, played, was_final: true } => {
            format!("Ply {ply} had been shown ({}) and was revised.", self::played(played, mode))
        }
        GameEvent::Superseded { ply, played, was_final: false } => {
            format!("Ply {ply} was shown for a moment ({}) and is not believed.", self::played(played, mode))
        }
        GameEvent::Asked { ply, alternatives } => {
            let moves: Vec<String> = alternatives.iter().map(|one| played(one, mode)).collect();
            format!("The sensors cannot tell ply {ply}: it is one of {}.", moves.join(", "))
        }
        GameEvent::Answered { ply } => format!("Ply {ply} was decided."),
        GameEvent::Irregular(irregular) => format!(
            "No legal move explains the board at ply {} ({}); the clock was {}.",
            irregular.ply,
            played(&irregular.played, mode),
            if irregular.pressed { "pressed" } else { "not pressed" }
        ),
        GameEvent::IrregularClosed { ply, ending: Ending::Restored } => {
            format!("The position before ply {ply} was put back, or a legal move replaced it.")
        }
        GameEvent::IrregularClosed { ply, ending: Ending::Stands } => {
            format!("Play went on from the position at ply {ply}.")
        }
        GameEvent::PressWithoutMove { by, ply } => {
            format!("{} pressed the clock without a move at ply {ply}.", side(*by))
        }
        GameEvent::Proposed { outcome } => format!("The board proposes {outcome}; a person confirms it."),
        GameEvent::ProposalWithdrawn => "The proposed result fell.".to_owned(),
        GameEvent::Result { outcome } => {
            format!("The result is {}.", ResultEntry::shown(*outcome))
        }
        GameEvent::WrongSetup { squares } => {
            let names: Vec<String> = squares.iter().map(Square::to_string).collect();
            format!("The start position is wrong on {}.", names.join(", "))
        }
        GameEvent::PutRight => {
            "Exchanged pieces were put right; the game is told from the agreed array.".to_owned()
        }
        GameEvent::JoinedMidgame(fact) => {
            let names: Vec<String> = fact.en_passant.iter().map(Square::to_string).collect();
            let passing = if names.is_empty() {
                String::new()
            } else {
                format!(" En passant on {} is not known either.", names.join(", "))
            };
            format!(
                "The game was taken up from what stood on the board. What was played before, the number of the move and \
                 the right to castle are not known.{passing}"
            )
        }
        GameEvent::PositionNeeded => {
            "A game is under way and the board cannot tell its position: enter it with its FEN.".to_owned()
        }
    }
}

/// Returns a person's command in words.
pub(crate) fn command(command: &CommandJson) -> String {
    let said = match command.game {
        Some(number) => format!("Of game {number}: {}", order(&command.order)),
        None => order(&command.order),
    };
    match (command.staged, &command.order) {
        (None, _) => said,
        (Some(no), OrderJson::Prepare { .. } | OrderJson::Drop) => format!("Decision {no}: {said}"),
        (Some(no), _) => format!("Decision {no} is announced: {said}"),
    }
}

fn order(order: &OrderJson) -> String {
    match order {
        OrderJson::Start { white, black, fen } => {
            let or = |text: &Option<String>| text.clone().unwrap_or_else(|| "unchanged".to_owned());
            let from = fen.as_ref().map_or_else(String::new, |fen| format!(", from {fen}"));
            format!("A game starts: White {}, Black {}{from}.", or(white), or(black))
        }
        OrderJson::Result { result } => format!("The result is {result}."),
        OrderJson::Correct { from_ply, moves } => {
            format!("From ply {from_ply} on it was {}.", moves.join(" "))
        }
        OrderJson::Choose { ply, mv } => format!("Ply {ply} was {mv}."),
        OrderJson::Promote { ply, piece } => format!("The pawn of ply {ply} became {piece}."),
        OrderJson::Claim { by, kind, mv } => {
            let with = mv.as_ref().map_or_else(String::new, |mv| format!(", announcing {mv}"));
            format!("{by} claims {}{with}.", claim(*kind))
        }
        OrderJson::Rule { incident, decision } => {
            let said = match decision {
                Decision::Confirm => "it was so",
                Decision::Dismiss => "it was not so, or does not matter",
                Decision::Stands => "it was so, and stands",
            };
            format!("Incident {incident}: {said}.")
        }
        OrderJson::Restore { ply } => format!("Back to the position before ply {ply}."),
        OrderJson::DrawOffer { by } => format!("{by} offered a draw."),
        OrderJson::Adjourn => "The game is adjourned.".to_owned(),
        OrderJson::Report { rule, by, text } => {
            let by = by.as_ref().map_or_else(String::new, |by| format!(", {by}"));
            let text = text.as_ref().map_or_else(String::new, |text| format!(": {text}"));
            format!("Reported under {rule}{by}{text}.")
        }
        OrderJson::Clock(wish) => clock(wish),
        OrderJson::Note { text } => format!("Note: {text}"),
        OrderJson::Prepare { order: prepared } => {
            format!("Prepared, to be announced: {}", self::order(prepared))
        }
        OrderJson::Drop => "What was prepared is dropped.".to_owned(),
        OrderJson::Undo { of, no } => format!("Taken back: order {no} of the table, {}.", undone(*of)),
    }
}

fn undone(of: Undoable) -> &'static str {
    match of {
        Undoable::Start => "the start of a game",
        Undoable::Result => "a result",
        Undoable::Correct => "a correction",
        Undoable::Choose => "an answer",
        Undoable::Promote => "the piece of a promotion",
        Undoable::Restore => "a restored position",
        Undoable::Clock => "an order to the clock",
    }
}

fn clock(wish: &ClockJson) -> String {
    match wish {
        ClockJson::Set { white_ms, black_ms, running } => {
            let runs =
                running.as_ref().map_or_else(|| "both stand".to_owned(), |color| format!("{color}'s runs"));
            let [white, black] = [*white_ms, *black_ms].map(|ms| {
                let seconds = ms.div_ceil(1000);
                format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
            });
            format!("The clock is to be set: White {white}, Black {black}, {runs}.")
        }
        ClockJson::Text { text } => format!("The clock is to show: {text}"),
        ClockJson::Times => "The clock is to show the times again.".to_owned(),
        ClockJson::Version => "The clock is asked for its version.".to_owned(),
    }
}

fn claim(kind: Claim) -> &'static str {
    match kind {
        Claim::Illegal => "an illegal move",
        Claim::Threefold => "a threefold repetition",
        Claim::Fifty => "fifty moves",
        Claim::Time => "that the opponent's flag is down",
        Claim::Touch => "that a piece was touched",
        Claim::QuickplayDraw => "a draw in a quickplay finish",
        Claim::QuickplayIncrement => "an increment in a quickplay finish",
    }
}
