//! The hall as plain text.

use crate::games::{bare, published};
use game::{ClockFace, Player};
use hall::{PublicLink, PublicPly, Publication};
use relay::{EventView, HallFeed, PageWords, Screens};
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

fn words(code: &str) -> &'static PageWords {
    PageWords::of(code).expect("a language")
}

#[test]
fn no_language_borrows_the_words_of_another_but_those_that_are_alike() {
    assert_eq!(
        PageWords::all().iter().map(|words| words.code).collect::<Vec<_>>(),
        ["en", "pl", "ru", "de", "fr", "es"]
    );
    let pages = PageWords::all().iter().map(|words| feed().slots().page(3_000, words, true));
    let pages: Vec<Vec<String>> = pages.map(|page| page.lines().map(str::to_owned).collect()).collect();
    for (one, page) in pages.iter().enumerate() {
        for other in &pages[..one] {
            assert_eq!(page.len(), other.len());
            let alike = page.iter().zip(other).filter(|(line, other)| line == other && line.contains(": "));
            // “Table” is French, too, and “Ronda” is nobody else's.
            assert!(alike.count() <= 2, "{page:?} {other:?}");
        }
    }
}

#[test]
fn each_fact_has_a_line_and_a_running_clock_runs() {
    let feed = feed();
    assert_eq!(
        feed.slots().page(3_000, words("en"), true),
        "City Open\nRound: 3\n\n\
         Table: 1\nWhite: WGM Nowak, Anna 2391, 1:30:19\nBlack: Kim, Jun 2391, 1:29:49, running\n\
         Result: none yet\nLast move: 2. Nf3\nAll moves: /text/1\n\n\
         Table: 2\nWhite: \nBlack: \nResult: 1/2-1/2\nNothing new is known of this board.\n\n"
    );
    let one = feed.slots().table_page(1, 3_000, words("pl")).expect("a table");
    assert!(one.contains("\nPosunięcia: 1. e4 e5 2. Nf3\n") && !one.contains("Stół: 2"), "{one}");
    let one = feed.slots().table_page(1, 3_000, words("ru")).expect("a table");
    assert!(one.contains("Чёрные: Kim, Jun 2391, 1:29:49, часы идут\n"), "{one}");
    assert_eq!(feed.slots().table_page(3, 0, words("en")), None);
}

#[test]
fn a_table_without_a_pairing_is_not_told_while_others_have_one() {
    let mut feed = feed();
    let nothing = |game: u32| Publication { game, result: None, ..bare(2, game.into()) };
    feed.update(&[nothing(9)], &[], 2_000);
    let page = feed.slots().page(3_000, words("en"), true);
    assert!(page.contains("Table: 1\n") && !page.contains("Table: 2\n"), "{page}");
    let one = feed.slots().table_page(2, 3_000, words("en")).expect("who asks for it sees it");
    assert!(one.contains("Table: 2\n"), "{one}");
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
    let page = feed.slots().page(3_000, words("en"), true);
    assert!(page.contains("\nLast move: 2... a8-a5 (not a legal move)\n"), "{page}");
    for (language, said) in [
        ("pl", "a8-a5 (posunięcie niezgodne z przepisami)"),
        ("ru", "a8-a5 (ход не по правилам)"),
        ("de", "a8-a5 (kein regelgemäßer Zug)"),
        ("fr", "a8-a5 (coup illégal)"),
        ("es", "a8-a5 (jugada ilegal)"),
    ] {
        let page = feed.slots().table_page(1, 3_000, words(language)).expect("a table");
        assert!(page.contains(&format!(": 1. e4 e5 2. Nf3 {said}\n")), "{page}");
    }
}

#[test]
fn who_wants_no_results_reads_of_a_game_that_is_over_who_played() {
    assert_eq!(
        feed().slots().page(3_000, words("en"), false),
        "City Open\nRound: 3\n\n\
         Table: 1\nWhite: WGM Nowak, Anna 2391, 1:30:19\nBlack: Kim, Jun 2391, 1:29:49, running\n\
         Result: none yet\nLast move: 2. Nf3\nAll moves: /text/1\n\n\
         Table: 2\nWhite: \nBlack: \nResult: the game is over\nAll moves: /text/2\n\n"
    );
}
