//! What can be wrong with a file, or had to be assumed about it.

use super::sentences as say;
use crate::{BoardNo, PlayerNo, RoundNo};
use game::Refusal;
use game::text::{Phrase, Value};

/// What is wrong with a file. [`ImportFault::is_error`] tells what prevents the import from what is only worth knowing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ImportFault {
    /// The file has no text.
    Empty,
    /// The file has more bytes than any list of pairings.
    TooManyBytes(usize),
    /// The file has more lines than any list of pairings.
    TooManyLines(usize),
    /// A line is longer than any that a program writes.
    LineTooLong(usize),
    /// There are more players than a tournament can have.
    TooManyPlayers,
    /// The file is a spreadsheet.
    Spreadsheet,
    /// The file is of a kind that is no text; the kind is named, such as `ZIP`, or empty where it is not known.
    NotText(&'static str),
    /// The file is text, but holds neither pairings nor players.
    NothingFound,
    /// A line cannot be read.
    LineNotUnderstood,
    /// A line could be split into two names in several ways.
    SeveralSeparators,
    /// A line ends within a field.
    CutOff,
    /// A name breaks a rule for names.
    Name(Refusal),
    /// A player has no name.
    NoName,
    /// A text is no number of a board.
    NotABoard(String),
    /// A text is no number of a round.
    NotARound(String),
    /// A text is no number of a player.
    NotANumber(String),
    /// Two players have one number.
    NumberTwice(PlayerNo),
    /// A player is named whom the file does not have.
    NoSuchPlayer(PlayerNo),
    /// A player meets themself.
    AgainstThemself(String),
    /// A player appears twice in a round.
    TwiceInRound(String),
    /// Two pairings are on one board.
    BoardTwice(BoardNo),
    /// A text is no result.
    NotAResult(String),
    /// The file says two things of one game: the numbers of the players and of the round.
    Contradiction(PlayerNo, PlayerNo, RoundNo),
    /// Both players of a game have one colour: the numbers of the players and of the round.
    OneColour(PlayerNo, PlayerNo, RoundNo),
    /// Only one of two players says that they met: their numbers and that of the round.
    OneSided(PlayerNo, PlayerNo, RoundNo),
    /// The file is of another round: that of the file, and the one it was read for.
    OtherRound(RoundNo, RoundNo),
    /// The file does not say its round, and may be a corrected list of one that is there: that round, and the next one.
    RoundUnclear(RoundNo, RoundNo),
    /// Nobody says for which of several tournaments the file is: their keys.
    WhichTournament(String),
    /// A name fits a player of the tournament nearly, or several.
    WhoIsThis(String),
    /// A player's FIDE number belongs to somebody else in the tournament, who has the name that follows.
    OtherIdentity(String, String),
    /// Two players of the file would be one player of the tournament.
    SamePlayer(String, String),

    /// The encoding had to be guessed.
    EncodingGuessed(&'static str),
    /// The columns have no names.
    NoHeader,
    /// A column is passed over.
    ColumnIgnored(String),
    /// The boards have no numbers.
    BoardsCounted,
    /// The boards of a round were put in an order, because the format knows none.
    BoardsDerived(RoundNo),
    /// Numbers of boards are missing: the first that is, and how many are.
    BoardsMissing(BoardNo, usize),
    /// A seat is empty.
    EmptySeat(BoardNo),
    /// The file does not say its round; the one that was taken.
    RoundAssumed(RoundNo),
    /// The colours of a team match go by board.
    ColoursOfMatch,
    /// A value is passed over: the field, and what stands in it.
    ValueIgnored(&'static str, String),
    /// The points of a player are not the sum of their results: as the file says, and as they add up, in halves.
    PointsDiffer(u16, u16),
    /// Points other than 1, ½ and 0 are given for results.
    OtherPoints,
    /// A colour is missing in a game.
    ColourAssumed(PlayerNo, PlayerNo, RoundNo),
    /// A player is new.
    LateEntry(String, PlayerNo),
    /// A name was taken for a player whose name is written otherwise: in the file, and in the tournament.
    TakenFor(String, String, PlayerNo),
    /// A detail of a player differs: the name, what the tournament says, what the file says.
    DetailDiffers(String, String, String),
    /// A round had other pairings.
    RoundReplaced(RoundNo),
    /// A round that is over has other pairings, and keeps them.
    RoundOver(RoundNo),
    /// The tournament has all that the file says.
    EnteredAlready,
    /// A result differs from the confirmed one: board, in the file, confirmed.
    ResultDiffers(BoardNo, String, String),
    /// More was found than is listed.
    AndMore(usize),
}

impl ImportFault {
    /// Returns whether the fault prevents an import.
    pub fn is_error(&self) -> bool {
        use ImportFault as F;
        match self {
            F::Empty
            | F::TooManyBytes(_)
            | F::TooManyLines(_)
            | F::LineTooLong(_)
            | F::TooManyPlayers
            | F::Spreadsheet
            | F::NotText(_)
            | F::NothingFound
            | F::LineNotUnderstood
            | F::SeveralSeparators
            | F::CutOff
            | F::Name(_)
            | F::NoName
            | F::NotABoard(_)
            | F::NotARound(_)
            | F::NotANumber(_)
            | F::NumberTwice(_)
            | F::NoSuchPlayer(_)
            | F::AgainstThemself(_)
            | F::TwiceInRound(_)
            | F::BoardTwice(_)
            | F::NotAResult(_)
            | F::Contradiction(..)
            | F::OneColour(..)
            | F::OneSided(..)
            | F::OtherRound(..)
            | F::RoundUnclear(..)
            | F::WhichTournament(_)
            | F::WhoIsThis(_)
            | F::OtherIdentity(..)
            | F::SamePlayer(..) => true,
            F::EncodingGuessed(_)
            | F::NoHeader
            | F::ColumnIgnored(_)
            | F::BoardsCounted
            | F::BoardsDerived(_)
            | F::BoardsMissing(..)
            | F::EmptySeat(_)
            | F::RoundAssumed(_)
            | F::ColoursOfMatch
            | F::ValueIgnored(..)
            | F::PointsDiffer(..)
            | F::OtherPoints
            | F::ColourAssumed(..)
            | F::LateEntry(..)
            | F::TakenFor(..)
            | F::DetailDiffers(..)
            | F::RoundReplaced(_)
            | F::RoundOver(_)
            | F::EnteredAlready
            | F::ResultDiffers(..)
            | F::AndMore(_) => false,
        }
    }

    /// Returns the sentence of the fault, in every language.
    pub fn phrase(&self) -> Phrase {
        match self {
            ImportFault::Empty => say::EMPTY.plain(),
            ImportFault::TooManyBytes(count) => {
                say::TOO_MANY_BYTES.with([size(*count), size(crate::import::BYTES_MAX)])
            }
            ImportFault::TooManyLines(count) => {
                say::TOO_MANY_LINES.with([size(*count), size(crate::import::LINES_MAX)])
            }
            ImportFault::LineTooLong(count) => {
                say::LINE_TOO_LONG.with([size(*count), size(crate::import::LINE_MAX)])
            }
            ImportFault::TooManyPlayers => say::TOO_MANY_PLAYERS.with([size(crate::PLAYERS_MAX)]),
            ImportFault::Spreadsheet => say::SPREADSHEET.plain(),
            ImportFault::NotText("") => say::NO_TEXT.plain(),
            ImportFault::NotText(kind) => say::NOT_TEXT.with([words(kind)]),
            ImportFault::NothingFound => say::NOTHING_FOUND.plain(),
            ImportFault::LineNotUnderstood => say::LINE_NOT_UNDERSTOOD.plain(),
            ImportFault::SeveralSeparators => say::SEVERAL_SEPARATORS.plain(),
            ImportFault::CutOff => say::CUT_OFF.plain(),
            ImportFault::Name(refusal) => say::NAME.with([Value::Phrase(Box::new(refusal.phrase()))]),
            ImportFault::NoName => say::NO_NAME.plain(),
            ImportFault::NotABoard(text) => say::NOT_A_BOARD.with([quoted(text), size(crate::PLAYERS_MAX)]),
            ImportFault::NotARound(text) => say::NOT_A_ROUND.with([quoted(text), number(crate::ROUNDS_MAX)]),
            ImportFault::NotANumber(text) => say::NOT_A_NUMBER.with([quoted(text), size(crate::PLAYERS_MAX)]),
            ImportFault::NumberTwice(player) => say::NUMBER_TWICE.with([number(*player)]),
            ImportFault::NoSuchPlayer(player) => say::NO_SUCH_PLAYER.with([number(*player)]),
            ImportFault::AgainstThemself(name) => say::AGAINST_THEMSELF.with([quoted(name)]),
            ImportFault::TwiceInRound(name) => say::TWICE_IN_ROUND.with([quoted(name)]),
            ImportFault::BoardTwice(board) => say::BOARD_TWICE.with([number(*board)]),
            ImportFault::NotAResult(text) => say::NOT_A_RESULT.with([quoted(text)]),
            ImportFault::Contradiction(one, other, round) => {
                say::CONTRADICTION.with([number(*one), number(*other), number(*round)])
            }
            ImportFault::OneColour(one, other, round) => {
                say::ONE_COLOUR.with([number(*one), number(*other), number(*round)])
            }
            ImportFault::OneSided(one, other, round) => {
                say::ONE_SIDED.with([number(*one), number(*other), number(*round)])
            }
            ImportFault::OtherRound(file, asked) => say::OTHER_ROUND.with([number(*file), number(*asked)]),
            ImportFault::RoundUnclear(known, next) => {
                say::ROUND_UNCLEAR.with([number(*known), number(*next)])
            }
            ImportFault::WhichTournament(keys) => crate::Refusal::WhichTournament(keys.clone()).phrase(),
            ImportFault::WhoIsThis(name) => say::WHO_IS_THIS.with([quoted(name)]),
            ImportFault::OtherIdentity(name, known) => {
                say::OTHER_IDENTITY.with([quoted(name), quoted(known)])
            }
            ImportFault::SamePlayer(one, other) => say::SAME_PLAYER.with([quoted(one), quoted(other)]),
            ImportFault::EncodingGuessed(encoding) => say::ENCODING_GUESSED.with([words(encoding)]),
            ImportFault::NoHeader => say::NO_HEADER.plain(),
            ImportFault::ColumnIgnored(name) => say::COLUMN_IGNORED.with([quoted(name)]),
            ImportFault::BoardsCounted => say::BOARDS_COUNTED.plain(),
            ImportFault::BoardsDerived(round) => say::BOARDS_DERIVED.with([number(*round)]),
            ImportFault::BoardsMissing(board, count) => {
                say::BOARDS_MISSING.with([number(*board), size(*count)])
            }
            ImportFault::EmptySeat(board) => say::EMPTY_SEAT.with([number(*board)]),
            ImportFault::RoundAssumed(round) => say::ROUND_ASSUMED.with([number(*round)]),
            ImportFault::ColoursOfMatch => say::COLOURS_OF_MATCH.plain(),
            ImportFault::ValueIgnored(field, text) => say::VALUE_IGNORED.with([words(field), quoted(text)]),
            ImportFault::PointsDiffer(file, sum) => say::POINTS_DIFFER.with([halves(*file), halves(*sum)]),
            ImportFault::OtherPoints => say::OTHER_POINTS.plain(),
            ImportFault::ColourAssumed(white, black, round) => {
                say::COLOUR_ASSUMED.with([number(*white), number(*black), number(*round)])
            }
            ImportFault::LateEntry(name, player) => say::LATE_ENTRY.with([quoted(name), number(*player)]),
            ImportFault::TakenFor(name, known, player) => {
                say::TAKEN_FOR.with([quoted(name), quoted(known), number(*player)])
            }
            ImportFault::DetailDiffers(name, known, file) => {
                say::DETAIL_DIFFERS.with([quoted(name), quoted(known), quoted(file)])
            }
            ImportFault::RoundReplaced(round) => say::ROUND_REPLACED.with([number(*round)]),
            ImportFault::RoundOver(round) => say::ROUND_OVER.with([number(*round)]),
            ImportFault::EnteredAlready => say::ENTERED_ALREADY.plain(),
            ImportFault::ResultDiffers(board, file, known) => {
                say::RESULT_DIFFERS.with([number(*board), words(file), words(known)])
            }
            ImportFault::AndMore(count) => say::AND_MORE.with([size(*count)]),
        }
    }
}

pub(in crate::import) fn number(number: u16) -> Value {
    Value::Number(number.into())
}

fn size(count: usize) -> Value {
    Value::Number(count as u64)
}

fn words(text: &str) -> Value {
    Value::Words(text.to_owned())
}

/// Returns points that are counted in halves as people write them.
fn halves(halves: u16) -> Value {
    Value::Words(format!("{}{}", halves / 2, if halves % 2 == 1 { "½" } else { "" }))
}

/// Returns a text of the file between quotation marks, with unseen characters written out and not longer than a name.
pub(in crate::import) fn quoted(text: &str) -> Value {
    let mut shown: String = text.chars().take(game::names::NAME_MAX).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    Value::Words(format!("{shown:?}"))
}
