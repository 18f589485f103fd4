//! All tables of a hall as one machine: inputs and commands go in; bytes for boards, and publications, come out. The
//! crate also defines the bodies of the journal's records, and computes a hall from them.
//!
//! [`Hall`] owns the links (one session for each device) and the tables (one scribe each). Live play, a restart,
//! `replay`, `reconstruct` and the golden tests all feed it through the same functions.
//!
//! # The loop around a hall
//!
//! Whoever runs a hall repeats six steps. In this example the other end of the cable is a simulated board, on which a
//! hand plays e4, and time is a number.
//!
//! ```
//! # use board::{Contents::{Empty, Piece}, Maker, Millis, dgt::{Device, DeviceOptions}};
//! # use hall::{BoardChoice, Hall, HallSetup, Input, Output, Stamp, TableSetup};
//! # use shakmaty::{Board, Color, Square};
//! # use std::collections::VecDeque;
//! # let (players, clock_port, fen, stands) = Default::default();
//! # let board = BoardChoice::Any;
//! # let table = TableSetup { table: 1, board, players, clock: false, clock_port, chess960: false, fen, stands };
//! # let setup = HallSetup { tables: vec![table], ..HallSetup::default() };
//! let mut hall = Hall::new();
//! let mut inputs = VecDeque::from([
//!     Input::Setup(Box::new(setup)),
//!     Input::Opened { link: 1, port: "ttyUSB0".to_owned(), maker: Maker::Dgt },
//! ]);
//! let mut device = Device::with_board(DeviceOptions::default(), &Board::default());
//! let mut hand =
//!     VecDeque::from([(5_000, Square::E2, Empty), (5_400, Square::E4, Piece(Color::White.pawn()))]);
//! let (mut t_ms, mut seq): (Millis, u64) = (0, 0);
//! let mut moves = Vec::new();
//! while moves.is_empty() {
//!     // 1. Take an input, if one waits, and stamp it. The program appends it to the journal before it goes on.
//!     seq += 1;
//!     let stamp = Stamp { seq, t_ms };
//!     // 2. Let the hall handle it, or let the hall advance.
//!     match inputs.pop_front() {
//!         Some(input) => hall.handle(stamp, &input).expect("only commands are refused"),
//!         None => hall.advance(t_ms),
//!     }
//!     // 3. Poll until `None`. Nothing may go in before that.
//!     while let Some(output) = hall.poll() {
//!         match output {
//!             // 4. Make a record of what is published, and send it once that is safe.
//!             Output::Publish(told) => moves.extend(told.plies.into_iter().map(|ply| ply.san)),
//!             // 5. Carry out the rest.
//!             Output::Transmit(transmit) => device.handle_bytes(t_ms, &transmit.bytes),
//!             _ => {}
//!         }
//!     }
//!     // 6. Wait for an input or for the hall's next deadline, whichever comes first.
//!     if inputs.is_empty() {
//!         let next = [hall.next_deadline(), device.next_deadline(), hand.front().map(|(at, ..)| *at)];
//!         t_ms = next.into_iter().flatten().min().expect("a board is always asked again");
//!         while let Some((at, square, contents)) = hand.pop_front_if(|(at, ..)| *at <= t_ms) {
//!             device.set_square(at, square, contents);
//!         }
//!         device.advance(t_ms);
//!         let sent = std::iter::from_fn(|| device.poll_transmit());
//!         inputs.extend(sent.map(|bytes| Input::Bytes { link: 1, bytes }));
//!     }
//! }
//! assert_eq!(moves, ["e4"]);
//! ```
//!
//! Invariants:
//! * Nothing is forgotten: an input that comes before all outputs of the previous input were polled is a bug of the
//!   caller, and panics in debug builds.
//! * Advance, then feed: [`Hall::handle`] first fires every deadline up to the stamp, each at its own instant.
//! * The hall knows no port, file or socket. It sees a link as a number and a record as a value; its callers do the
//!   rest.
//! * A publication holds nothing that is only for the arbiter: its type has no field for it.
//! * A panic at one table stops only that table; play at the others is followed as before.

pub mod divergence;
pub mod hall;
pub mod input;
mod links;
pub mod notice;
pub mod output;
pub mod publication;
pub mod record;
pub mod replay;
pub mod setup;
mod tables;
pub mod wall;

pub use crate::hall::Hall;
pub use divergence::{Divergence, Matter};
pub use input::{Input, LinkNo, Stamp, TableNo, Transmit};
pub use links::condition::BoardCondition;
pub use links::link;
pub use links::link::Link;
pub use notice::Notice;
pub use output::Output;
pub use publication::{PublicLink, PublicPly, Publication, ReadClock};
pub use record::{Body, codec};
pub use replay::{Fold, Folded};
pub use setup::{BoardChoice, HallSetup, Lamps, Stands, TableSetup};
pub use tables::games::GamesNews;
pub use tables::readiness;
pub use tables::refusal::Refusal;
pub use tables::staged::{STAGED_MAX, StagedDecision};
pub use tables::table::Table;
pub use tables::{games, table, tee, watched};
pub use wall::{WallTime, WallTrust};
