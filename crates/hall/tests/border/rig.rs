//! DGT boards on a bench, the hands that play on them, and set-ups for them.

pub(crate) use crate::bench::Bench as Rig;
use board::dgt::{ClockState, DeviceOptions};
use board::{Contents, Maker, dgt};
use game::Player;
use hall::{BoardChoice, Body, Fold, Hall, HallSetup, LinkNo, Output, Publication, TableNo, TableSetup};
use shakmaty::{Board, ByColor, Color, Piece, Square};
use std::any::Any;

impl Rig {
    /// Plugs in a board of this version.
    pub(crate) fn plug_version(&mut self, link: LinkNo, version: (u8, u8), placement: &Board) {
        self.plug_options(link, DeviceOptions { version, ..DeviceOptions::default() }, placement);
    }

    pub(crate) fn plug_options(&mut self, link: LinkNo, options: DeviceOptions, placement: &Board) {
        self.add_with(link, Maker::Dgt, options, placement);
    }

    /// Plugs in a board.
    pub(crate) fn plug(&mut self, link: LinkNo, serial: &str, placement: &Board) {
        let options = DeviceOptions {
            serial: serial.to_owned(),
            long_serial: None,
            clock: true,
            ..DeviceOptions::default()
        };
        self.plug_options(link, options, placement);
    }

    /// Moves a piece by hand, slowly, and presses the clock.
    pub(crate) fn play(&mut self, link: LinkNo, moves: &str) {
        for word in moves.split_whitespace() {
            let from: Square = word[..2].parse().expect("a square");
            let to: Square = word[2..4].parse().expect("a square");
            let piece = self.piece_at(link, from).expect("a piece stands there");
            self.put(link, from, Contents::Empty);
            self.run(700);
            if self.piece_at(link, to).is_some() {
                self.put(link, to, Contents::Empty);
                self.run(400);
            }
            self.put(link, to, Contents::Piece(piece));
            self.run(900);
            self.press(link, piece.color);
            self.run(1_500);
        }
    }

    pub(crate) fn press(&mut self, link: LinkNo, by: Color) {
        let t_ms = self.t_ms;
        let board = self.dgt(link);
        let left_ms =
            board.clock(t_ms).map_or(ByColor { white: 300_000, black: 300_000 }, |state| state.left_ms);
        board.set_clock(t_ms, ClockState { left_ms, running: Some(!by), lever: !by });
    }

    /// Returns the DGT board on this link.
    pub(crate) fn dgt(&mut self, link: LinkNo) -> &mut dgt::Device {
        let device: &mut dyn Any = &mut **self.device(link);
        device.downcast_mut().expect("the board on this link is a DGT board")
    }

    fn piece_at(&self, link: LinkNo, square: Square) -> Option<Piece> {
        self.boards.on[&link].1.truth().known().piece_at(square)
    }

    /// Returns what was published, in order.
    pub(crate) fn published(&self) -> Vec<Publication> {
        published(&self.journal)
    }

    /// Returns the moves of a table as the world knows them.
    pub(crate) fn moves(&self, table: TableNo) -> String {
        let mut moves: Vec<String> = Vec::new();
        for publication in self.published().into_iter().filter(|publication| publication.table == table) {
            moves.truncate(publication.from);
            moves.extend(publication.plies.into_iter().map(|ply| ply.san));
        }
        moves.join(" ")
    }
}

/// Returns the publications of a journal.
pub(crate) fn published(journal: &[String]) -> Vec<Publication> {
    journal
        .iter()
        .filter_map(|line| match Body::parse(line).expect("the journal is readable") {
            Body::Published { publication, .. } => Some(*publication),
            _ => None,
        })
        .collect()
}

/// Returns the publications that wait in a hall.
pub(crate) fn untold(hall: &mut Hall) -> Vec<Publication> {
    let publications = std::iter::from_fn(|| hall.poll()).filter_map(|output| match output {
        Output::Publish(publication) => Some(publication),
        _ => None,
    });
    publications.collect()
}

/// Folds a journal.
pub(crate) fn fold(journal: &[String]) -> Fold {
    let mut fold = Fold::new();
    for (index, line) in journal.iter().enumerate() {
        fold.feed(index as u64 + 1, Body::parse(line).expect("the journal is readable"));
    }
    fold
}

/// Returns a set-up with a table for each of these boards.
pub(crate) fn setup(boards: &[BoardChoice]) -> HallSetup {
    let player = |name: &str| Player { name: name.to_owned(), ..Player::default() };
    let tables = boards.iter().zip(1..).map(|(board, table)| TableSetup {
        table,
        board: board.clone(),
        players: ByColor { white: player("White, One"), black: player("Black, Two") },
        clock: true,
        clock_port: None,
        chess960: false,
        fen: None,
        stands: hall::Stands::default(),
    });
    HallSetup { event: "Test".to_owned(), tables: tables.collect(), ..HallSetup::default() }
}
