//! The hall as plain text.

use crate::games::{bare, published};
use game::{ClockFace, Player};
use hall::{PublicLink, PublicPly, Publication};
use laws::Language;
use relay::{EventView, HallFeed, Screens};
use shakmaty::{ByColor, Chess, Color, KnownOutcome, Position, san::San};

fn feed() -> HallFeed<Screens> {
    let event = EventView { name: "City Open".to_owned(), round: "3".to_owned(), ..EventView::default() };
    let mut feed = HallFeed::new("e", event);
    let mut position = Chess::default();
    let plies = ["e4", "e5", "Nf3"].map(|san| {
        let mv = san.parse::<San>().expect("a move").to_move(&position).expect("legal");
        published(&mut position, mv)
    });
    let player = |name: &str, title: &str| Player {
        name: name.to_owned(),
        title: title.to_owned(),
        elo: Some(2391),
        ..Player::default()
    };
    let players = ByColor { white: player("Nowak, Anna", "WGM"), black: player("Kim, Jun", "") };
    let left_ms = ByColor { white: 5_419_000, black: 5_391_000 };
    let clock = Some(ClockFace { left_ms, running: Some(Color::Black), read_ms: 1_000 });
    let first = Publication { plies: plies.to_vec(), players, clock, ..bare(1, 1) };
    let lost = PublicLink::Lost { since_ms: 5 };
    let second = Publication { result: Some(KnownOutcome::Draw.into()), link: lost, ..bare(2, 1) };
    feed.update(&[first, second], &[], 1_000);
    feed
}

#[test]
fn each_fact_has_a_line_and_a_running_clock_runs() {
    let feed = feed();
    assert_eq!(
        feed.slots().page(3_000, Language::English, true),
        "City Open\nRound: 3\n\n\
         Table: 1\nWhite: WGM Nowak, Anna 2391, 1:30:19\nBlack: Kim, Jun 2391, 1:29:49, running\n\
         Result: none yet\nLast move: 2. Nf3\nAll moves: /text/1\n\n\
         Table: 2\nWhite: \nBlack: \nResult: 1/2-1/2\nNothing new is known of this board.\n\n"
    );
    let one = feed.slots().table_page(1, 3_000, Language::Polish).expect("a table");
    assert!(one.contains("\nPosunięcia: 1. e4 e5 2. Nf3\n") && !one.contains("Stół: 2"), "{one}");
    let one = feed.slots().table_page(1, 3_000, Language::Russian).expect("a table");
    assert!(one.contains("Чёрные: Kim, Jun 2391, 1:29:49, часы идут\n"), "{one}");
    assert_eq!(feed.slots().table_page(3, 0, Language::English), None);
}

#[test]
fn a_ply_that_is_no_legal_move_is_named_so() {
    let mut feed = feed();
    let ply = PublicPly {
        san: "a8-a5".to_owned(),
        uci: "a8a5".to_owned(),
        fen: "1nbqkbnr/pppp1ppp/8/r3p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQk - 3 3".to_owned(),
        irregular: true,
        ..published(&mut Chess::default(), Chess::default().legal_moves()[0])
    };
    feed.update(&[Publication { from: 3, plies: vec![ply], ..bare(1, 2) }], &[], 2_000);
    let page = feed.slots().page(3_000, Language::English, true);
    assert!(page.contains("\nLast move: 2... a8-a5 (not a legal move)\n"), "{page}");
    for (language, words) in [
        (Language::Polish, "a8-a5 (posunięcie niezgodne z przepisami)"),
        (Language::Russian, "a8-a5 (ход не по правилам)"),
    ] {
        let page = feed.slots().table_page(1, 3_000, language).expect("a table");
        assert!(page.contains(&format!(": 1. e4 e5 2. Nf3 {words}\n")), "{page}");
    }
}

#[test]
fn who_wants_no_results_reads_of_a_game_that_is_over_who_played() {
    assert_eq!(
        feed().slots().page(3_000, Language::English, false),
        "City Open\nRound: 3\n\n\
         Table: 1\nWhite: WGM Nowak, Anna 2391, 1:30:19\nBlack: Kim, Jun 2391, 1:29:49, running\n\
         Result: none yet\nLast move: 2. Nf3\nAll moves: /text/1\n\n\
         Table: 2\nWhite: \nBlack: \nResult: the game is over\nAll moves: /text/2\n\n"
    );
}
