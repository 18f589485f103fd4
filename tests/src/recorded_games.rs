//! Games as both protocols of the hall feed tell them, for the tests of clients that know no rules: what protocol 2 sends
//! of each, and the position after each ply from protocol 1.
//!
//! `REWRITE=1 cargo test -p tests recorded_games` writes the file anew.

use crate::repository::{read, root};
use hall::{PublicLink, PublicPly, Publication, TableNo};
use relay::{EventView, HallFeed, Screens};
use serde_json::{Value, json};
use shakmaty::{EnPassantMode, Position, fen::Fen, san::SanPlus};
use sim::{
    Rng,
    games::{Game, GameKind, draw, showcase},
};

const FILE: &str = "tests/browser/unit/recorded_games.json";

#[test]
fn recorded_games_are_what_both_protocols_tell() {
    let mut rng = Rng::new(960);
    let mut games = showcase();
    for kind in [GameKind::Promotions, GameKind::Promotions] {
        games.push(draw(kind, &mut rng));
    }
    // Of the strange start positions those in which somebody castles.
    let castles = |game: &Game| game.moves.iter().any(|mv| mv.is_castle());
    games.extend((0..200).map(|_| draw(GameKind::Chess960, &mut rng)).filter(castles).take(4));
    let mut feed: HallFeed<Screens> = HallFeed::new("recorded", EventView::default());
    let told: Vec<Publication> = (1..).zip(&games).map(|(table, game)| published(table, game)).collect();
    feed.update(&told, &[], 0);
    let first: Value = serde_json::from_str(&feed.snapshot(0)).expect("JSON");
    let positions: Vec<Value> = first["tables"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|table| table["moves"].as_array().into_iter().flatten().map(|ply| ply["fen"].clone()).collect())
        .collect();
    let second: Value = serde_json::from_str(&feed.slots().snapshot(0, true, true)).expect("JSON");
    assert!(!second.to_string().contains("\"x\":"), "legal moves need no position");
    let text = format!("{}\n", json!({ "snapshot": second, "positions": positions }));
    if std::env::var_os("REWRITE").is_some() {
        std::fs::write(root().join(FILE), &text).expect("it is written");
    }
    assert!(read(FILE).is_some_and(|known| known == text), "{FILE} is out of date; see above");
}

fn published(table: TableNo, game: &Game) -> Publication {
    let mut position = game.start.position().cloned().expect("a position");
    let fen = |position: &_| Fen::from_position(position, EnPassantMode::Legal).to_string();
    let start_fen = fen(&position);
    let plies = game.moves.iter().map(|&mv| {
        // Castling shows the king's two squares, as the hall publishes it.
        let uci = mv.to_uci(shakmaty::CastlingMode::Standard).to_string();
        let san = SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
        let check = position.is_check();
        PublicPly {
            san,
            uci,
            fen: fen(&position),
            check,
            irregular: false,
            provisional: false,
            left_ms: None,
            spent_ms: None,
        }
    });
    let plies = plies.collect();
    Publication {
        table,
        game: 1,
        rev: 1,
        from: 0,
        plies,
        start_fen,
        result: None,
        clock: None,
        link: PublicLink::Live,
        players: game.players.clone(),
    }
}
