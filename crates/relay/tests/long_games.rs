//! Tests of the feed's size: however long games and names are, a snapshot stays within the limits. In pieces it has the
//! text of a whole snapshot, and shares what did not change with the last snapshot.

use game::{ClockFace, Player};
use hall::{PublicLink, PublicPly, Publication, TableNo};
use relay::{
    DELAY_MAX_MS, EventView, HallFeed, Screens,
    limits::{PLIES_MAX, TEXT_MAX, snapshot_max},
    message::HeadView,
};
use serde_json::Value;
use shakmaty::{
    ByColor, CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, Move, Position, Role, fen::Fen,
    san::SanPlus, uci::UciMove,
};
use std::sync::Arc;

/// A random number generator with a fixed seed, so that a failing test fails again in the next run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// Plays random moves, preferring promotions, then pawn moves. When the game is over, another is begun and its plies
/// are appended: only the length matters.
fn long_game(seed: u64, plies: usize) -> Vec<PublicPly> {
    let mut dice = Dice(seed);
    let mut position = Chess::default();
    (0..plies)
        .map(|_| {
            let mut moves = position.legal_moves();
            if moves.is_empty() || position.is_insufficient_material() {
                position = Chess::default();
                moves = position.legal_moves();
            }
            let wanted =
                |mv: &&Move| mv.is_promotion() || dice.0.is_multiple_of(3) && mv.role() == Role::Pawn;
            let likely: Vec<&Move> = moves.iter().filter(wanted).collect();
            let mv = match likely.len() {
                0 => moves[dice.roll(moves.len())],
                some => *likely[dice.roll(some)],
            };
            let uci = UciMove::from_move(mv, CastlingMode::Standard).to_string();
            let san = SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
            PublicPly {
                san,
                uci,
                fen: Fen::from_position(&position, EnPassantMode::Legal).to_string(),
                check: position.is_check(),
                irregular: true,
                provisional: true,
                left_ms: Some(u32::MAX),
                spent_ms: Some(u32::MAX),
            }
        })
        .collect()
}

/// Returns a player with the longest names that are shown, each character as large as a character can be.
fn heavy_player() -> Player {
    let text = "\u{1f409}".repeat(TEXT_MAX + 7);
    Player {
        name: text.clone(),
        title: text.clone(),
        elo: Some(u16::MAX),
        fide_id: Some(u32::MAX),
        team: text.clone(),
        federation: text,
    }
}

fn heavy(table: TableNo, plies: Vec<PublicPly>) -> Publication {
    Publication {
        table,
        game: u32::MAX,
        rev: u64::MAX - 1,
        players: ByColor { white: heavy_player(), black: heavy_player() },
        start_fen:
            "rnbqkbnr/pppppppp/1p1p1p1p/1p1p1p1p/1p1p1p1p/1p1p1p1p/PPPPPPPP/RNBQKBNR w KQkq e3 100 4000"
                .to_owned(),
        from: 0,
        plies,
        clock: Some(ClockFace {
            left_ms: ByColor { white: u32::MAX, black: u32::MAX },
            running: Some(Color::White),
            read_ms: u64::MAX,
        }),
        result: Some(KnownOutcome::Draw.into()),
        link: PublicLink::Lost { since_ms: u64::MAX },
    }
}

fn heavy_feed(games: impl Iterator<Item = Vec<PublicPly>>) -> HallFeed<Screens> {
    let text = "\u{10ffff}".repeat(1_000);
    let event = EventView {
        name: text.clone(),
        site: text.clone(),
        date: text.clone(),
        round: text.clone(),
        time_control: text,
        delay_ms: DELAY_MAX_MS,
    };
    let mut feed = HallFeed::new("5f3a91c2-18446744073709551615", event);
    feed.sign(HeadView { seq: u64::MAX, head: "f".repeat(64), key: "e".repeat(64) });
    let all: Vec<Publication> = (1..).zip(games).map(|(table, plies)| heavy(table, plies)).collect();
    feed.update(&all, &[], u64::MAX);
    feed
}

#[test]
fn no_snapshot_of_long_games_and_long_names_is_heavier_than_the_limits_say() {
    for (plies, tables) in [(0, 3), (200, 64), (400, 24), (1_000, 4)] {
        let feed = heavy_feed((0..tables).map(|seed| long_game(seed, plies)));
        let snapshot = feed.snapshot(u64::MAX);
        let most = snapshot_max(tables as usize, plies);
        assert!(snapshot.len() <= most, "{tables} tables of {plies} plies: {} of {most}", snapshot.len());
        assert!(snapshot.len() * 2 > most, "the limit is of use: {} of {most}", snapshot.len());
    }
}

#[test]
fn the_public_line_ends_at_the_limit_of_plies_and_names_at_theirs() {
    let endless = long_game(1, PLIES_MAX + 300);
    let mut feed = HallFeed::new("e", EventView::default());
    let mut shown = |rev, from, plies: &[PublicPly]| {
        feed.update(&[Publication { rev, from, ..heavy(1, plies.to_vec()) }], &[], 0);
        let shown: Value = serde_json::from_str(&feed.snapshot(0)).expect("JSON");
        shown["tables"][0].clone()
    };
    for (index, plies) in endless.chunks(100).enumerate() {
        shown(1 + index as u64, index * 100, plies);
    }
    let table = shown(100, endless.len() - 1, &endless[..1]);
    let moves = table["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), PLIES_MAX);
    assert_eq!(moves[PLIES_MAX - 1]["fen"], endless[PLIES_MAX - 1].fen.as_str());
    let name = table["white"]["name"].as_str().expect("text");
    assert_eq!(name.chars().count(), TEXT_MAX);
    assert!(name.ends_with('…'), "what was cut says so");
    // A game goes on after a take-back to a ply below the limit.
    let table = shown(101, PLIES_MAX - 5, &endless[..3]);
    assert_eq!(table["moves"].as_array().expect("a list").len(), PLIES_MAX - 2);
}

/// Tests names from older journals and from other people's software.
#[test]
fn orders_in_names_reach_nobody() {
    let player = Player { name: "Eve\u{1b}[2J\u{202e}".to_owned(), ..Player::default() };
    let event = EventView { name: "Open\u{2028}\n".to_owned(), ..EventView::default() };
    let mut feed = HallFeed::new("e", event);
    let players = ByColor { white: player, black: Player::default() };
    feed.update(&[Publication { players, ..heavy(1, Vec::new()) }], &[], 0);
    let shown: Value = serde_json::from_str(&feed.snapshot(0)).expect("JSON");
    assert_eq!(shown["event"]["name"], "Open\u{fffd}\u{fffd}");
    assert_eq!(shown["tables"][0]["white"]["name"], "Eve\u{fffd}[2J\u{fffd}");
}

#[test]
fn pieces_are_the_snapshot_and_share_what_did_not_change() {
    let mut dice = Dice(9);
    let games: Vec<Vec<PublicPly>> = (0..5).map(|seed| long_game(seed, 60)).collect();
    let mut feed =
        HallFeed::new("e", EventView { name: "a \"tables\":[] b".to_owned(), ..EventView::default() });
    assert_eq!(feed.snapshot_pieces(1).text(), feed.snapshot(1), "without a table");
    for now_ms in 0..300 {
        let before = feed.snapshot_pieces(now_ms);
        assert_eq!(before.text(), feed.snapshot(now_ms));
        assert_eq!(before.bytes(), before.text().len());
        let table = 1 + dice.roll(5);
        let (from, length) = (dice.roll(50), dice.roll(10));
        let publication = Publication {
            game: 1 + (now_ms / 100) as u32,
            rev: now_ms + 1,
            from,
            plies: games[table - 1][from..from + length].to_vec(),
            players: ByColor {
                white: Player { name: "\"moves\":[]".to_owned(), ..Player::default() },
                black: Player::default(),
            },
            ..heavy(table as TableNo, Vec::new())
        };
        feed.update(&[publication], &[], now_ms);
        let after = feed.snapshot_pieces(now_ms);
        let shared =
            after.all().iter().filter(|piece| before.all().iter().any(|old| Arc::ptr_eq(old, piece)));
        let known = before.all().len() / 2;
        assert!(shared.count() + 1 >= known, "only the table that changed is written anew");
    }
}
