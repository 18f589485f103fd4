//! `/games.pgn` as other programs fetch it: in the form they prefer, only when it changed, or a part of it.

use crate::{
    answer::Answer,
    arbiter_client::Arbiter,
    rig::{Hall, config, folder},
};
use flate2::read::GzDecoder;
use serde_json::json;
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
