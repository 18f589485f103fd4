//! Commands that people give to a table, as typed values. Text from a program or a journal is read here, once; later
//! code matches on types.

use super::{
    entries,
    json::{Claim, ClockJson, CommandJson, Decision, OrderJson, Undoable},
};
use crate::{PlyNo, Refusal, ResultEntry, Score};
use board::dgt::ClockOrder;
use shakmaty::{ByColor, Color, Role, fen::Fen, uci::UciMove};

/// A command that was read successfully.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The order to be carried out.
    pub order: Order,
    /// The published number of the game that the command is about; `None` for the game on the board. A game that is no
    /// longer on the board still accepts orders that are [`Order::is_of_the_record`].
    pub game: Option<u32>,
    /// The person who gave the command, if known.
    pub author: Option<String>,
    /// The number of the prepared decision that the command is about; `None` if it is about none.
    pub staged: Option<u32>,
}

/// An order to the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Starts a game, optionally with new names, and from a position other than the agreed start.
    Start {
        /// The new names of the players; `None` for a name that stays.
        names: ByColor<Option<String>>,
        /// The position from which the game starts; `None` for the agreed start.
        fen: Option<Fen>,
    },
    /// Confirms the given result, or takes the confirmed result back (`None`).
    Result(Option<ResultEntry>),
    /// Replaces the plies from `from_ply` on by moves.
    Correct {
        /// The number of the first ply to replace.
        from_ply: PlyNo,
        /// The moves played instead.
        moves: Vec<UciMove>,
    },
    /// Answers a question about a ply that the program could not decide.
    Choose {
        /// The number of the ply that was asked about.
        ply: PlyNo,
        /// The chosen alternative, as [`crate::Played::report`] writes it: a move in UCI, or the squares of an illegal
        /// move; or [`crate::NO_MOVE`], where that is possible.
        chosen: String,
    },
    /// Names the piece that a pawn became.
    Promote {
        /// The number of the promoting ply.
        ply: PlyNo,
        /// The piece that the pawn became: a queen, rook, bishop or knight.
        role: Role,
    },
    /// Enters a player's claim.
    Claim {
        /// The player who claims.
        by: Color,
        /// The kind of claim.
        kind: Claim,
        /// The move announced with the claim, as the player wrote it (in SAN if it is legal); `None` if none was
        /// announced.
        announced: Option<String>,
    },
    /// Enters the arbiter's ruling on an incident.
    Rule {
        /// The incident's number.
        incident: u64,
        /// The arbiter's decision.
        decision: Decision,
    },
    /// Goes back to the position before a ply.
    Restore {
        /// The number of the ply whose preceding position is restored.
        ply: PlyNo,
    },
    /// Enters a draw offer.
    DrawOffer {
        /// The player who offers.
        by: Color,
    },
    /// Adjourns the game.
    Adjourn,
    /// Reports something that only a person can know: colours reversed, help by an assistant, a player's late arrival.
    Report {
        /// The rule that the report falls under, by its name in the `laws` crate, such as `colours-reversed`.
        rule: String,
        /// The player whom the report is about, if it is about one player.
        by: Option<Color>,
        /// A description in words.
        text: Option<String>,
    },
    /// Gives an order to the table's clock, for restarts and penalties.
    Clock(ClockOrder),
    /// Adds a note to the record.
    Note {
        /// The text of the note.
        text: String,
    },
    /// Prepares a decision to be announced later. It is kept as it was written, and has a meaning.
    Prepare(Box<OrderJson>),
    /// Drops a prepared decision.
    Drop,
    /// Takes an order back. Whoever keeps what stood before orders carries this out.
    Undo {
        /// The kind of the order.
        of: Undoable,
        /// The number of the order among those of the table that can be taken back.
        no: u32,
    },
}

impl Command {
    /// Converts the JSON form of a command. `Err` says which field has no meaning.
    pub fn read(written: &CommandJson) -> Result<Command, Refusal> {
        let order = Order::read(&written.order)?;
        let (game, staged) = (written.game, written.staged);
        Ok(Command { order, game, author: written.author.clone(), staged })
    }
}

impl Order {
    /// Converts the JSON form of an order. `Err` says which field has no meaning.
    pub fn read(written: &OrderJson) -> Result<Order, Refusal> {
        Ok(match written {
            OrderJson::Start { white, black, fen } => {
                let names = ByColor { white: white.clone(), black: black.clone() };
                Order::Start { names, fen: fen.as_deref().map(read_fen).transpose()? }
            }
            OrderJson::Result { result } => Order::Result(read_result(result)?),
            OrderJson::Correct { from_ply, moves } => {
                let moves = moves.iter().map(|text| read_move(text)).collect::<Result<_, _>>()?;
                Order::Correct { from_ply: read_ply(*from_ply)?, moves }
            }
            OrderJson::Choose { ply, mv } => Order::Choose { ply: read_ply(*ply)?, chosen: mv.clone() },
            OrderJson::Promote { ply, piece } => {
                Order::Promote { ply: read_ply(*ply)?, role: read_role(piece)? }
            }
            OrderJson::Claim { by, kind, mv } => {
                Order::Claim { by: read_side(by)?, kind: *kind, announced: mv.clone() }
            }
            OrderJson::Rule { incident, decision } => {
                Order::Rule { incident: *incident, decision: *decision }
            }
            OrderJson::Restore { ply } => Order::Restore { ply: read_ply(*ply)? },
            OrderJson::DrawOffer { by } => Order::DrawOffer { by: read_side(by)? },
            OrderJson::Adjourn => Order::Adjourn,
            OrderJson::Report { rule, by, text } => {
                let by = by.as_deref().map(read_side_if_any).transpose()?;
                Order::Report { rule: rule.clone(), by, text: text.clone() }
            }
            OrderJson::Clock(clock) => Order::Clock(read_clock(clock)?),
            OrderJson::Note { text } => Order::Note { text: text.clone() },
            OrderJson::Prepare { order } => {
                if !Order::read(order)?.can_be_prepared() {
                    return Err(Refusal::NotToPrepare);
                }
                Order::Prepare(order.clone())
            }
            OrderJson::Drop => Order::Drop,
            OrderJson::Undo { of, no } => Order::Undo { of: *of, no: *no },
        })
    }

    /// Returns whether the order can wait for its announcement: it changes what the public sees, or the time on a clock. The
    /// match is exhaustive: whoever adds an order must decide.
    pub fn can_be_prepared(&self) -> bool {
        match self {
            Order::Result(_)
            | Order::Correct { .. }
            | Order::Choose { .. }
            | Order::Promote { .. }
            | Order::Rule { .. }
            | Order::Restore { .. }
            | Order::Clock(ClockOrder::Set { .. }) => true,
            Order::Start { .. }
            | Order::Claim { .. }
            | Order::DrawOffer { .. }
            | Order::Adjourn
            | Order::Report { .. }
            | Order::Clock(ClockOrder::Text(_) | ClockOrder::Times | ClockOrder::Version)
            | Order::Note { .. }
            | Order::Prepare(_)
            | Order::Drop
            | Order::Undo { .. } => false,
        }
    }

    /// Checks whether the moves or the promotion that the order enters are possible in a score. An order that enters none is
    /// possible in any.
    pub fn check(&self, score: &Score) -> Result<(), Refusal> {
        match self {
            Order::Correct { from_ply, moves } => {
                let kept = entries::kept_before(score, *from_ply)?;
                entries::steps_of_moves(score, 0, kept, moves).map(|_| ())
            }
            Order::Restore { ply } => entries::kept_if_played(score, *ply).map(|_| ()),
            Order::Promote { ply, role } => entries::promotion_of(score, *ply, *role).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Returns the number of plies that the game would have after the moves that the order gives; `None` if the order
    /// gives no moves. The match is exhaustive: whoever adds an order must decide whether it could reveal a sealed
    /// move.
    pub fn plies_after(&self) -> Option<usize> {
        match self {
            Order::Correct { from_ply, moves } => Some(from_ply.index().saturating_add(moves.len())),
            Order::Prepare(order) => Order::read(order).ok()?.plies_after(),
            Order::Start { .. }
            | Order::Result(_)
            | Order::Choose { .. }
            | Order::Promote { .. }
            | Order::Claim { .. }
            | Order::Rule { .. }
            | Order::Restore { .. }
            | Order::DrawOffer { .. }
            | Order::Adjourn
            | Order::Report { .. }
            | Order::Clock(_)
            | Order::Note { .. }
            | Order::Drop
            | Order::Undo { .. } => None,
        }
    }

    /// Returns the kind of order, if the order can be taken back. The match is exhaustive: whoever adds an order must decide.
    pub fn undoable(&self) -> Option<Undoable> {
        match self {
            Order::Start { .. } => Some(Undoable::Start),
            Order::Result(_) => Some(Undoable::Result),
            Order::Correct { .. } => Some(Undoable::Correct),
            Order::Choose { .. } => Some(Undoable::Choose),
            Order::Promote { .. } => Some(Undoable::Promote),
            Order::Restore { .. } => Some(Undoable::Restore),
            Order::Clock(ClockOrder::Set { .. } | ClockOrder::Text(_) | ClockOrder::Times) => {
                Some(Undoable::Clock)
            }
            Order::Clock(ClockOrder::Version)
            | Order::Claim { .. }
            | Order::Rule { .. }
            | Order::DrawOffer { .. }
            | Order::Adjourn
            | Order::Report { .. }
            | Order::Note { .. }
            | Order::Prepare(_)
            | Order::Drop
            | Order::Undo { .. } => None,
        }
    }

    /// Returns whether the order is about the moves, the result or the incidents of a game. Such orders also apply to a game that is
    /// no longer on the board.
    pub fn is_of_the_record(&self) -> bool {
        matches!(
            self,
            Order::Result(_)
                | Order::Correct { .. }
                | Order::Choose { .. }
                | Order::Promote { .. }
                | Order::Rule { .. }
        )
    }
}

fn read_ply(number: usize) -> Result<PlyNo, Refusal> {
    PlyNo::new(number).ok_or(Refusal::NoPlyZero)
}

fn side(text: &str) -> Option<Color> {
    match text {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

fn read_side(text: &str) -> Result<Color, Refusal> {
    side(text).ok_or_else(|| Refusal::NotASide(text.to_owned()))
}

/// Reads the side in a field that may be missing. `Err` if the text is neither `white` nor `black`.
fn read_side_if_any(text: &str) -> Result<Color, Refusal> {
    side(text).ok_or_else(|| Refusal::NeitherSide(text.to_owned()))
}

fn read_fen(text: &str) -> Result<Fen, Refusal> {
    text.parse().map_err(|error| Refusal::NotAFen(format!("{error}")))
}

fn read_result(text: &str) -> Result<Option<ResultEntry>, Refusal> {
    match text {
        "*" => Ok(None),
        _ => ResultEntry::parse(text).map(Some).ok_or_else(|| Refusal::NotAResult(text.to_owned())),
    }
}

fn read_move(text: &str) -> Result<UciMove, Refusal> {
    text.parse().map_err(|_| Refusal::NotUci(text.to_owned()))
}

fn read_role(text: &str) -> Result<Role, Refusal> {
    match text {
        "Q" | "q" => Ok(Role::Queen),
        "R" | "r" => Ok(Role::Rook),
        "B" | "b" => Ok(Role::Bishop),
        "N" | "n" => Ok(Role::Knight),
        _ => Err(Refusal::NotAPromotionPiece(text.to_owned())),
    }
}

fn read_clock(clock: &ClockJson) -> Result<ClockOrder, Refusal> {
    Ok(match clock {
        ClockJson::Set { white_ms, black_ms, running } => ClockOrder::Set {
            left_ms: ByColor { white: *white_ms, black: *black_ms },
            running: running.as_deref().map(read_side_if_any).transpose()?,
        },
        ClockJson::Text { text } => ClockOrder::Text(text.clone()),
        ClockJson::Times => ClockOrder::Times,
        ClockJson::Version => ClockOrder::Version,
    })
}
