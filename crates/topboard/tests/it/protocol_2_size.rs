//! The snapshot of protocol 2 for a hundred boards: how many bytes it is, and that it is made once for all who ask.

use crate::stand::{ROOMY, Stand, Visitor};
use hall::{PublicLink, PublicPly, Publication};
use relay::{EventView, HallFeed, Screens};
use serde_json::Value;
use shakmaty::{ByColor, CastlingMode, Color, EnPassantMode, Position, fen::Fen, san::SanPlus};
use sim::{
    Rng,
    games::{GameKind, draw},
};
use std::io::Read;
use topboard::connections::time_limits::Patience;

const BOARDS: u16 = 100;
/// The plies of each game: some two hours of play.
const PLIES: usize = 40;
/// The most bytes of a compressed snapshot: before the first move or of positions alone, and with all moves.
const POSITIONS_MAX: usize = 5_000;
const MOVES_MAX: usize = 25_000;

/// Returns a hall in which a hundred games are played, no two alike, with clocks that tell seconds.
fn hall(plies_max: usize) -> HallFeed<Screens> {
    let event = EventView { name: "City Open".to_owned(), round: "3".to_owned(), ..EventView::default() };
    let mut feed = HallFeed::new("5f3a91c2-18", event);
    let mut rng = Rng::new(11);
    let mut publications = Vec::new();
    for table in 1..=BOARDS {
        let game = draw(GameKind::Generated, &mut rng);
        let mut left_ms = ByColor { white: 5_400_000_u32, black: 5_400_000 };
        let mut position = game.start.position().cloned().expect("a position");
        let start_fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        let mut plies = Vec::new();
        for &mv in game.moves.iter().take(plies_max) {
            let mover = position.turn();
            let spent_ms = 1_000 * rng.lognormal(60, 90) as u32;
            left_ms[mover] = (left_ms[mover] + 30_000).saturating_sub(spent_ms);
            let uci = mv.to_uci(CastlingMode::Standard).to_string();
            let san = SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
            plies.push(PublicPly {
                san,
                uci,
                fen: Fen::from_position(&position, EnPassantMode::Legal).to_string(),
                check: position.is_check(),
                irregular: false,
                provisional: false,
                left_ms: Some(left_ms[mover]),
                spent_ms: Some(spent_ms),
            });
        }
        let read_ms = 7_200_000 - rng.below(1_000);
        publications.push(Publication {
            table,
            game: 1,
            rev: 1,
            from: 0,
            plies,
            start_fen,
            result: None,
            clock: Some(game::ClockFace { left_ms, running: Some(Color::White), read_ms }),
            link: PublicLink::Live,
            players: game.players,
        });
    }
    feed.update(&publications, &[], 7_200_000);
    feed
}

/// Gets a path with these headers. Returns the head and the body.
async fn get(stand: &Stand, path: &str, headers: &str) -> (String, Vec<u8>) {
    let mut visitor = Visitor::come(stand.address).await;
    visitor.say(format!("GET {path} HTTP/1.0\r\nHost: hall\r\n{headers}\r\n").as_bytes()).await;
    let head = visitor.head().await;
    (head, visitor.rest_bytes().await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_boards_are_few_bytes_and_made_once() {
    let begun = Stand::open(hall(0), ROOMY, Patience::USUAL).await;
    let played = Stand::open(hall(PLIES), ROOMY, Patience::USUAL).await;
    for (stand, path, most) in [
        (&begun, "/api/v2/hall", POSITIONS_MAX),
        (&played, "/api/v2/hall?moves=no", POSITIONS_MAX),
        (&played, "/api/v2/hall", MOVES_MAX),
    ] {
        let (head, plain) = get(stand, path, "").await;
        let snapshot: Value = serde_json::from_slice(&plain).expect("JSON");
        let tables = snapshot["tables"].as_array().expect("a list");
        assert!(
            tables.len() == 100 && snapshot["epoch"] == "5f3a91c2-18" && snapshot["s"].is_u64(),
            "{head}"
        );
        let tag = |head: &str| {
            let line = head.lines().find_map(|line| line.strip_prefix("etag: ").map(str::to_owned));
            line.unwrap_or_else(|| panic!("no entity tag: {head}"))
        };
        for coding in ["br", "gzip"] {
            let headers = format!("Accept-Encoding: {coding}\r\n");
            let (head, body) = get(stand, path, &headers).await;
            let mut undone = Vec::new();
            match coding {
                "br" => brotli::Decompressor::new(&body[..], 4096).read_to_end(&mut undone),
                _ => flate2::read::GzDecoder::new(&body[..]).read_to_end(&mut undone),
            }
            .expect("a whole stream");
            assert!(undone == plain, "the same text, down to the time at which it was made");
            assert!(body.len() <= most, "{path} {coding}: {} bytes", body.len());
            let known = format!("{headers}If-None-Match: {}\r\n", tag(&head));
            let (head, body) = get(stand, path, &known).await;
            assert!(head.starts_with("HTTP/1.0 304 ") && body.is_empty(), "{head}");
        }
    }
}
