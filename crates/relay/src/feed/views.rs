//! How the parts of a publication look in the hall feed.

use crate::message::{ClockView, LinkView, MoveView, PlayerView, TableView};
use game::{ClockFace, Player, ResultEntry};
use hall::{PublicLink, PublicPly, TableNo};
use shakmaty::Color;

/// Returns the state of a table of which nothing is known yet. Its game number is 0, which no publication has.
pub(crate) fn empty(table: TableNo) -> TableView {
    TableView {
        table,
        game: 0,
        rev: 0,
        white: PlayerView::default(),
        black: PlayerView::default(),
        start: String::new(),
        moves: Vec::new(),
        clock: None,
        result: "*",
        score: None,
        link: LinkView::Absent,
    }
}

/// Returns the result as text if PGN has no token for it or the game was not played; otherwise `None`.
pub(crate) fn odd(result: Option<ResultEntry>) -> Option<String> {
    result.filter(|entry| entry.is_odd()).map(|entry| entry.to_string())
}

/// Sets the result of a table. Returns whether it changed.
pub(crate) fn set_result(view: &mut TableView, entry: Option<ResultEntry>) -> bool {
    let (result, score) = (entry.map_or("*", ResultEntry::pgn), odd(entry));
    let is_new = view.result != result || view.score != score;
    (view.result, view.score) = (result, score);
    is_new
}

/// Sets the clock of a table, unless the reading is older than the known one. Returns whether the clock changed.
pub(crate) fn set_clock(view: &mut TableView, face: &ClockFace) -> bool {
    let clock = clock_view(face);
    let newer = view.clock.is_none_or(|known| clock.read_ms >= known.read_ms && clock != known);
    if newer {
        view.clock = Some(clock);
    }
    newer
}

pub(crate) fn clock_view(face: &ClockFace) -> ClockView {
    ClockView {
        white_ms: face.left_ms.white,
        black_ms: face.left_ms.black,
        running: face.running.map(|color| match color {
            Color::White => "white",
            Color::Black => "black",
        }),
        read_ms: face.read_ms,
    }
}

pub(crate) fn move_view(ply: &PublicPly) -> MoveView {
    MoveView {
        san: ply.san.clone(),
        uci: ply.uci.clone(),
        fen: ply.fen.clone(),
        check: ply.check,
        irregular: ply.irregular,
        provisional: ply.provisional,
        left_ms: ply.left_ms,
        spent_ms: ply.spent_ms,
    }
}

pub(crate) fn player_view(player: &Player) -> PlayerView {
    PlayerView {
        name: player.name.clone(),
        title: player.title.clone(),
        elo: player.elo,
        federation: player.federation.clone(),
        team: player.team.clone(),
    }
}

pub(crate) fn link_view(link: PublicLink) -> LinkView {
    match link {
        PublicLink::Absent => LinkView::Absent,
        PublicLink::Live => LinkView::Live,
        PublicLink::Lost { since_ms } => LinkView::Lost { since_ms, held: false },
    }
}
