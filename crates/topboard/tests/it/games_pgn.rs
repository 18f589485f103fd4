//! `/games.pgn` as other programs fetch it: in the form they prefer, only when it changed, or a part of it.

use crate::{
    answer::Answer,
    arbiter_client::Arbiter,
    broker::tables,
    games_of_rounds::begin,
    rig::{Hall, config, folder, until},
    seat::{Deed, Seat, game},
};
use flate2::read::GzDecoder;
use jiff::Timestamp;
use serde_json::{Value, json};
use std::io::Read;

fn fetch(hall: &Hall, headers: &str) -> Answer {
    hall.ask("GET", "/all-games.pgn", headers)
}

fn tag(answer: &Answer) -> String {
    answer.header("etag").expect("a tag").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reader_gets_the_games_in_its_form_and_only_what_it_does_not_have() {
    let folder = folder("games-pgn");
    let hall = Hall::start(&config(&folder, &["/dev/none-1".to_owned(), "/dev/none-2".to_owned()]));
    assert_eq!(fetch(&hall, "").body, b"", "nothing was played, and that is what the first edition says");
    let arbiter = Arbiter::enter(&hall);
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(40);
    for table in [1, 2] {
        let said = arbiter.says(table, json!({"cmd": "correct", "from_ply": 1, "moves": moves}));
        assert_eq!(said.status, 200, "{said:?}");
    }
    let text = hall.games("two games", |games| games.matches("80... Ng8").count() == 2).await;

    let plain = fetch(&hall, "");
    assert_eq!((plain.status, &plain.body[..]), (200, text.as_bytes()));
    assert_eq!(plain.header("content-type"), Some("application/x-chess-pgn; charset=utf-8"));
    assert_eq!(plain.header("vary"), Some("Accept-Encoding"));
    assert_eq!(plain.header("content-length"), Some(text.len().to_string().as_str()));
    assert!(tag(&plain).starts_with('"'), "a strong one: {}", tag(&plain));

    // Other programs can undo the compression.
    let gzip = fetch(&hall, "Accept-Encoding: gzip, deflate\r\n");
    let brotli = fetch(&hall, "Accept-Encoding: gzip, deflate, br, zstd\r\n");
    assert_eq!(
        (gzip.header("content-encoding"), brotli.header("content-encoding")),
        (Some("gzip"), Some("br"))
    );
    let mut undone = [String::new(), String::new()];
    GzDecoder::new(&gzip.body[..]).read_to_string(&mut undone[0]).expect("gzip");
    brotli::Decompressor::new(&brotli.body[..], 4096).read_to_string(&mut undone[1]).expect("brotli");
    assert!(undone.iter().all(|undone| *undone == text));
    assert!(gzip.body.len() * 3 < text.len() && brotli.body.len() * 3 < text.len(), "{}", gzip.body.len());
    assert!(tag(&gzip) != tag(&plain) && tag(&brotli) != tag(&plain) && tag(&gzip) != tag(&brotli));

    // A client does not get again what it has.
    for (known, form) in [
        (tag(&plain), ""),
        (format!("\"other\", W/{}", tag(&plain)), ""),
        ("*".to_owned(), ""),
        (tag(&brotli), "Accept-Encoding: br\r\n"),
    ] {
        let again = fetch(&hall, &format!("If-None-Match: {known}\r\n{form}"));
        assert_eq!((again.status, again.body.len()), (304, 0), "{known}: {}", again.head);
        assert!(again.header("etag").is_some() && again.header("vary").is_some(), "{}", again.head);
    }
    assert_eq!(
        fetch(&hall, &format!("If-None-Match: {}\r\nAccept-Encoding: br\r\n", tag(&plain))).status,
        200
    );
    let head = hall.ask("HEAD", "/all-games.pgn", "");
    assert_eq!((head.status, head.body.len(), tag(&head)), (200, 0, tag(&plain)));
    assert_eq!(head.header("content-length"), plain.header("content-length"));

    // A part of the text.
    let part = fetch(&hall, "Range: bytes=10-29\r\nAccept-Encoding: br\r\n");
    assert_eq!((part.status, &part.body[..]), (206, &text.as_bytes()[10..30]));
    assert_eq!(part.header("content-range"), Some(format!("bytes 10-29/{}", text.len()).as_str()));
    let end = fetch(&hall, &format!("Range: bytes=-5\r\nIf-Range: {}\r\n", tag(&plain)));
    assert_eq!((end.status, &end.body[..]), (206, &text.as_bytes()[text.len() - 5..]));
    assert_eq!(fetch(&hall, "Range: bytes=-5\r\nIf-Range: \"old\"\r\n").body.len(), text.len());
    let beyond = fetch(&hall, "Range: bytes=99999999-\r\n");
    assert_eq!(
        (beyond.status, beyond.header("content-range")),
        (416, Some(&*format!("bytes */{}", text.len())))
    );

    // A result makes another edition.
    assert_eq!(arbiter.says(2, json!({"cmd": "result", "result": "1/2-1/2"})).status, 200);
    let after = hall.games("the result", |games| games.contains("1/2-1/2")).await;
    let news = fetch(&hall, &format!("If-None-Match: {}\r\n", tag(&plain)));
    assert_eq!((news.status, String::from_utf8(news.body).expect("text")), (200, after));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_goes_on_says_how_its_clocks_stood_at_the_last_press_and_changes_with_its_moves_alone() {
    let folder = folder("games-pgn-clocks");
    let seat = Seat::new(&folder, 1, game(3, 40));
    let began = Timestamp::now();
    let hall = Hall::start(&config(&folder, std::slice::from_ref(&seat.port)));
    let mut games = String::new();
    until("a press is told", || {
        games = hall.get("/games.pgn");
        games.contains("[ReferenceTime ") && games.contains("2. c4")
    })
    .await;
    let tag_of = |name: &str| {
        let value =
            games.lines().find_map(|line| line.strip_prefix(&format!("[{name} \""))?.strip_suffix("\"]"));
        value.unwrap_or_else(|| panic!("{name} is missing: {games}"))
    };
    // The clocks are those of the last two moves.
    let told: Vec<&str> = games.split("[%clk ").skip(1).filter_map(|rest| rest.split(']').next()).collect();
    let [.., before, last] = told[..] else { panic!("{games}") };
    let is_whites = told.len() % 2 == 1;
    let (white, black) = if is_whites { (last, before) } else { (before, last) };
    assert_eq!((tag_of("WhiteClock"), tag_of("BlackClock")), (&*format!("0{white}"), &*format!("0{black}")));
    let (side, at) = tag_of("ReferenceTime").split_once('/').expect("a side and a time");
    let at: Timestamp = at.parse().expect("a time of day");
    assert_eq!(side, if is_whites { "B" } else { "W" }, "{games}");
    assert!(began < at && at < Timestamp::now(), "{at}");

    // A clock that is read again and again is no news.
    seat.does(Deed::HoldAt(0));
    until("the players wait", || seat.progress().held).await;
    let tag_now = || tag(&hall.ask("GET", "/games.pgn", ""));
    let clock = || tables(&hall.address, 0)[0].0["clock"].clone();
    let (mut known, mut read, mut readings) = (tag_now(), clock(), 0);
    until("three readings change nothing", || {
        if tag_now() != known {
            (known, readings) = (tag_now(), 0);
        }
        if clock() != read {
            (read, readings) = (clock(), readings + 1);
        }
        readings > 3
    })
    .await;

    let arbiter = Arbiter::enter(&hall);
    assert_eq!(arbiter.says(1, json!({"cmd": "result", "result": "1/2-1/2"})).status, 200);
    let over = hall.games("the result", |games| games.contains("1/2-1/2")).await;
    assert!(!over.contains("WhiteClock") && !over.contains("ReferenceTime"), "{over}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_drawn_start_is_public_before_the_first_move() {
    const DRAWN: &str = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";
    let config = config(&folder("games-pgn-drawn"), &["/dev/none-1".to_owned(), "/dev/none-2".to_owned()]);
    let text = std::fs::read_to_string(&config).expect("it was written");
    // The second table's is written down, the first one's is entered.
    let text = text.replace("number = 1\n", "number = 1\nchess960 = true\n");
    std::fs::write(&config, format!("{text}chess960 = true\nfen = {DRAWN:?}\n")).expect("it can be written");
    let hall = Hall::start(&config);
    let start = format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{DRAWN}\"]\n\n*\n");
    let starts = || hall.get("/games.pgn").matches(&start).count();
    until("the one that is written down is public", || starts() == 1).await;
    let arbiter = Arbiter::enter(&hall);
    begin(&arbiter);
    until("the round is public", || hall.ask("GET", "/round-1/game-2.json", "").status == 200).await;
    assert_eq!(starts(), 1);
    assert_eq!(arbiter.says(1, json!({"cmd": "start", "fen": DRAWN})).status, 200);
    until("the one that was entered is public", || starts() == 2).await;
    for path in ["/round-1/game-1.json", "/round-1/game-2.json"] {
        let moves: Value = serde_json::from_str(&hall.get(path)).expect("JSON");
        assert_eq!(moves["chess960"], 0, "{path}: {moves}");
    }
    let tournament: Value = serde_json::from_str(&hall.get("/tournament.json")).expect("JSON");
    assert_eq!(tournament["chess960"], "ANY");
    let moved = arbiter.says(1, json!({"cmd": "correct", "from_ply": 1, "moves": ["e2e4"]}));
    assert_eq!(moved.status, 200, "{moved:?}");
    let games = hall.games("a move", |games| games.contains("1. e4")).await;
    assert!(games.contains(&format!("[FEN \"{DRAWN}\"]")), "it stays as it was: {games}");
}
