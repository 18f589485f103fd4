//! The board's own memory of what happened: a ring of events in its EEPROM (docs/protocols/dgt.md, "Memory"), which
//! it sends as a whole (message 0x8f) or in parts (messages 0x85, 0x8b and 0x86 on a bus).
//!
//! ```text
//!  010r pppp  square             a square reads p now; r: less than a quarter of a second after the last
//!  011f hhhh  minutes seconds    the lever was turned: the time, in BCD, of the side that was halted; f: left
//!  6a power-up · 6b end · 6c four ranks full (Chess960) · 6d empty · 6e sent to a host · 7b start mark · 7c watchdog
//!  6f starting position · 7a starting position, board turned
//! ```
//! Invariant: unknown bytes are skipped, and no event is guessed from them.

use super::clock::Side;
use super::code::{self, Code};
use crate::Reading;
use shakmaty::Square;

/// One event in the board's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Memory {
    /// A square changed. It is named as on a board that stands the normal way round.
    Field {
        /// The square that changed.
        square: Square,
        /// The code of the square after the change.
        code: Code,
        /// True if the change came less than a quarter of a second after the last one.
        soon: bool,
    },
    /// The lever was turned.
    Lever {
        /// The side whose time was halted, which is the side that pressed.
        halted: Side,
        /// The time left on that side, in seconds.
        left_s: u32,
    },
    /// The board was switched on. A change for every piece on it follows.
    PowerUp,
    /// The memory ends here.
    End,
    /// A mark that the board sets by itself, or one that the host asked for.
    Mark(Mark),
}

/// A mark in the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Each side's sixteen pieces were on its two home ranks, but not in the normal starting position: Chess960.
    FourRows,
    /// The board was empty.
    EmptyBoard,
    /// The memory had been sent to a host.
    Told,
    /// The board showed the normal starting position.
    Array,
    /// The board showed the normal starting position, the opposite way round.
    ArrayTurned,
    /// A host asked for this mark.
    Start,
    /// The board restarted by itself.
    Watchdog,
}

impl Memory {
    /// Parses bytes of the memory, oldest first. Returns the events in them.
    pub fn parse(mut bytes: &[u8]) -> Vec<Memory> {
        let mut events = Vec::new();
        while let [first, rest @ ..] = bytes {
            let (event, taken) = parse_one(*first, rest);
            events.extend(event);
            bytes = &rest[taken.min(rest.len())..];
            if event == Some(Memory::End) {
                break;
            }
        }
        events
    }

    /// Returns the bytes of one event.
    pub fn emit(self) -> Vec<u8> {
        match self {
            Memory::Field { square, code, soon } => {
                vec![0x40 | u8::from(soon) << 4 | code.emit(), code::number(square)]
            }
            Memory::Lever { halted, left_s } => {
                let flag = match halted {
                    Side::Right => 0x60,
                    Side::Left => 0x70,
                };
                let bcd = |value: u32| (((value / 10 % 10) << 4) | (value % 10)) as u8;
                let shown = left_s.min(9 * 3600 + 59 * 60 + 59);
                vec![flag | (shown / 3600) as u8, bcd(shown / 60 % 60), bcd(shown % 60)]
            }
            Memory::PowerUp => vec![0x7f, 0x7f, 0x7f, 0x6a],
            Memory::End => vec![0x6b],
            Memory::Mark(mark) => vec![mark.number()],
        }
    }
}

impl Mark {
    const ALL: [Mark; 7] = [
        Mark::FourRows,
        Mark::EmptyBoard,
        Mark::Told,
        Mark::Array,
        Mark::ArrayTurned,
        Mark::Start,
        Mark::Watchdog,
    ];

    fn number(self) -> u8 {
        match self {
            Mark::FourRows => 0x6c,
            Mark::EmptyBoard => 0x6d,
            Mark::Told => 0x6e,
            Mark::Array => 0x6f,
            Mark::ArrayTurned => 0x7a,
            Mark::Start => 0x7b,
            Mark::Watchdog => 0x7c,
        }
    }
}

/// Something that the board remembers, in the order in which it is to be told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recalled {
    /// A change, or a press.
    Event(Memory),
    /// All squares as they were after a power-up. The board mentions its pieces then in the order of its own scan: what
    /// changed while it was off has none.
    Pieces(Box<[Code; 64]>),
}

/// Gathers the pieces that are mentioned after each power-up.
fn gathered(events: &[Memory]) -> Vec<Recalled> {
    let mut recalled = Vec::new();
    let mut pieces: Option<Box<[Code; 64]>> = None;
    for &event in events {
        if let (Memory::Field { square, code, .. }, Some(pieces)) = (event, &mut pieces) {
            let known = &mut pieces[usize::from(code::number(square))];
            if code != Code::Empty && *known == Code::Empty {
                *known = code;
                continue;
            }
        }
        recalled.extend(pieces.take().map(Recalled::Pieces));
        match event {
            Memory::PowerUp => pieces = Some(Box::new([Code::Empty; 64])),
            event => recalled.push(Recalled::Event(event)),
        }
    }
    recalled.extend(pieces.map(Recalled::Pieces));
    recalled
}

/// Returns what the board remembers after the last instant at which its squares agreed with `known`. `None` if they never
/// agreed, or if the memory does not reach back far enough. Squares that the memory does not mention count as agreeing.
pub fn since(bytes: &[u8], known: &Reading) -> Option<Vec<Recalled>> {
    let mut recalled = gathered(&Memory::parse(bytes));
    let mut state: [Option<Code>; 64] = [None; 64];
    let agrees = |state: &[Option<Code>; 64]| {
        Square::ALL.into_iter().all(|square| {
            let remembered = state[usize::from(code::number(square))];
            remembered.is_none_or(|code| code.contents() == known.at(square))
        })
    };
    let mut last = None;
    for (index, event) in recalled.iter().enumerate() {
        match event {
            Recalled::Pieces(codes) => state = codes.map(Some),
            Recalled::Event(Memory::Field { square, code, .. }) => {
                state[usize::from(code::number(*square))] = Some(*code);
            }
            Recalled::Event(Memory::Mark(Mark::EmptyBoard)) => state = [Some(Code::Empty); 64],
            Recalled::Event(Memory::Lever { .. } | Memory::PowerUp | Memory::End | Memory::Mark(_)) => {}
        }
        // If the memory mentions only very few squares, their agreement proves nothing.
        if agrees(&state) && state.iter().flatten().count() >= REMEMBERED_MIN {
            last = Some(index + 1);
        }
    }
    last.map(|from| recalled.split_off(from))
}

/// The least number of squares that the memory must mention before it is compared with the known squares. After a
/// power-up it mentions every piece.
const REMEMBERED_MIN: usize = 3;

/// Parses the event that begins with the byte `first`. Returns it with the number of bytes of `rest` that belong to it.
fn parse_one(first: u8, rest: &[u8]) -> (Option<Memory>, usize) {
    match first {
        0x40..=0x5f => {
            let square = rest.first().and_then(|&number| code::square(number));
            let field = square.zip(Code::parse(first & 0x0f));
            (field.map(|(square, code)| Memory::Field { square, code, soon: first & 0x10 != 0 }), 1)
        }
        0x60..=0x69 | 0x70..=0x79 => {
            let halted = if first & 0x10 == 0 { Side::Right } else { Side::Left };
            let &[minutes, seconds, ..] = rest else { return (None, 2) };
            let digits = |byte: u8| {
                let (tens, ones) = (u32::from(byte >> 4), u32::from(byte & 0x0f));
                (tens <= 5 && ones <= 9).then_some(tens * 10 + ones)
            };
            let left_s = digits(minutes)
                .zip(digits(seconds))
                .map(|(m, s)| u32::from(first & 0x0f) * 3600 + m * 60 + s);
            (left_s.map(|left_s| Memory::Lever { halted, left_s }), 2)
        }
        0x6a => (Some(Memory::PowerUp), 0),
        0x6b => (Some(Memory::End), 0),
        _ => (Mark::ALL.into_iter().find(|mark| mark.number() == first).map(Memory::Mark), 0),
    }
}

#[cfg(test)]
mod tests {
    use super::{Code, Memory, Recalled, since};
    use crate::{Contents, Reading};
    use shakmaty::{Board, Color, Square};

    /// The first pieces that the memory mentions after a power-up agree with any position of the game.
    #[test]
    fn a_memory_that_never_agrees_is_not_told_from_its_beginning() {
        let (board, pawn) = (Board::new(), Some(Color::White.pawn()));
        let field = |square, piece: Option<_>| Memory::Field { square, code: Code::from(piece), soon: false };
        let pieces = board.occupied().into_iter().map(|square| field(square, board.piece_at(square)));
        let moved = [field(Square::E2, None), field(Square::E4, pawn)];
        let events = [Memory::PowerUp].into_iter().chain(pieces).chain(moved);
        let bytes: Vec<u8> = events.flat_map(Memory::emit).collect();
        let mut known = Reading::from_board(&board);
        assert_eq!(since(&bytes, &known), Some(moved.map(Recalled::Event).to_vec()));
        // Of all pieces this one is mentioned last.
        known.set(Square::H8, Contents::Empty);
        assert_eq!(since(&bytes, &known), None);
    }
}
