//! Any bytes as the answer to a push: no panic, what people are told is one short line, and it goes on.
#![no_main]

use broadcast::{
    bulletin::{Bulletin, BulletinBoard, BulletinGame, BulletinRound},
    lichess::{LichessAnswer, PushNews, PushOutcome, Pushes},
};
use libfuzzer_sys::fuzz_target;

const GAME: &str = "[Event \"E\"]\n[Round \"1.1\"]\n[Board \"1\"]\n[GameId \"1\"]\n\n1. e4 *\n\n";

fn bulletin() -> Bulletin {
    let board = BulletinBoard {
        board: 1,
        table: None,
        is_electronic: true,
        players: Default::default(),
        result: "*".to_owned(),
        games: BulletinGame::all(GAME),
        is_begun: true,
    };
    let round =
        BulletinRound { round: "1".to_owned(), is_on: true, boards: vec![board], ..BulletinRound::default() };
    Bulletin { rounds: vec![round], ..Bulletin::default() }
}

fn check(said: &str) {
    assert!(said.chars().count() <= 210 && !said.chars().any(char::is_control), "{said:?}");
}

fuzz_target!(|bytes: &[u8]| {
    let Some((head, body)) = bytes.split_first_chunk::<4>() else { return };
    let [low, high, pause, jitter] = *head;
    let text = String::from_utf8_lossy(body);
    match LichessAnswer::parse(&text) {
        LichessAnswer::Games(games) => {
            games.iter().filter_map(|game| game.as_ref().err()).for_each(|why| check(why))
        }
        LichessAnswer::Refused(why) => check(&why),
        LichessAnswer::Unreadable => {}
    }
    let mut pushes = Pushes::new(0);
    pushes.set_rounds(&[("1".to_owned(), "abcd1234".to_owned())].into());
    pushes.show(&bulletin());
    assert!(pushes.take(1_000).is_some());
    let status = if high & 1 == 0 { 200 } else { u16::from_be_bytes([high, low]) };
    let retry_after_s = (pause > 9).then_some(1 << (pause % 64));
    for news in pushes.heard(1_000, PushOutcome::Answer { status, retry_after_s, text: &text }, jitter) {
        match news {
            PushNews::Held { hold, .. } => check(&hold.said),
            PushNews::GameRefused { why, .. } => check(&why),
            PushNews::Well { .. } | PushNews::LeftOut { .. } => {}
        }
    }
    let round = pushes.rounds().next().expect("it is there").1;
    // What was not taken is sent again, at the latest when an hour and its quarter are over.
    let due_ms = pushes.due_ms();
    assert!(
        round.is_current() || due_ms.is_some_and(|due_ms| (2_000..=4_600_000).contains(&due_ms)),
        "{due_ms:?}"
    );
});
