//! The games of a PGN, as another library reads them.

use pgn_reader::{RawTag, Reader as PgnReader, SanPlus, Skip, Visitor};
use std::ops::ControlFlow;

/// Returns the games of a PGN, each as its table's number and its moves in SAN.
pub(crate) fn games_of(pgn: &str) -> Vec<(u16, Vec<String>)> {
    let mut games = Games::default();
    PgnReader::new(pgn.as_bytes()).visit_all_games(&mut games).expect("it is PGN");
    games.0
}

/// Returns a public text without the clocks of games that go on, which are in no text that a journal gives.
pub(crate) fn without_clocks(pgn: &str) -> String {
    let is_clock = |line: &str| {
        ["[WhiteClock ", "[BlackClock ", "[ReferenceTime "].iter().any(|tag| line.starts_with(tag))
    };
    pgn.split_inclusive('\n').filter(|line| !is_clock(line)).collect()
}

#[derive(Default)]
struct Games(Vec<(u16, Vec<String>)>);

impl Visitor for Games {
    type Tags = u16;
    type Movetext = (u16, Vec<String>);
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), u16> {
        ControlFlow::Continue(0)
    }

    fn tag(&mut self, tags: &mut u16, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"Board" {
            *tags = value.decode_utf8_lossy().parse().expect("a table's number");
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: u16) -> ControlFlow<(), (u16, Vec<String>)> {
        ControlFlow::Continue((tags, Vec::new()))
    }

    fn begin_variation(&mut self, _: &mut (u16, Vec<String>)) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, movetext: &mut (u16, Vec<String>), san: SanPlus) -> ControlFlow<()> {
        movetext.1.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, movetext: (u16, Vec<String>)) {
        self.0.push(movetext);
    }
}
