//! The strict Lichess is strict: each rule that it holds is one that somebody can break.

use crate::fake::FakeLichess;

const TOKEN: &str = "lip_x";
const PUSH: &str = "/api/broadcast/round/round001/push";

fn game(tags: &str, moves: &str) -> String {
    format!("[Event \"E\"]\n[GameId \"1\"]\n{tags}\n{moves} *\n\n")
}

fn fake() -> FakeLichess {
    let mut fake = FakeLichess::new(TOKEN);
    fake.add_round("round001");
    fake
}

#[test]
fn a_game_that_is_wrong_is_refused_alone_and_nothing_of_it_is_applied() {
    let mut fake = fake();
    let other = game("", "1. d4").replace("\"1\"", "\"2\"");
    for (at_ms, wrong) in [(0, game("", "1. e4 e5 2. Ke4")), (2_000, game("[Elo2 \"1\"]\n", "1. e4"))] {
        let reply = fake.post(at_ms, PUSH, Some(TOKEN), &format!("{wrong}{other}"));
        assert_eq!(reply.status, 200);
        assert!(reply.body.contains("\"error\"") && reply.body.contains("\"moves\":1"), "{}", reply.body);
        assert_eq!(fake.rounds["round001"].chapters.len(), 1);
    }
}

#[test]
fn tags_stay_and_a_changed_move_begins_a_new_main_line() {
    let mut fake = fake();
    let chapter = |fake: &FakeLichess| fake.rounds["round001"].chapters[0].clone();
    fake.post(0, PUSH, Some(TOKEN), &game("[WhiteElo \"2000\"]\n", "1. e4 e5 2. Nf3"));
    fake.post(2_000, PUSH, Some(TOKEN), &game("", "1. e4 e5"));
    assert_eq!((chapter(&fake).moves.len(), chapter(&fake).variations), (3, 0), "no move is taken away");
    fake.post(4_000, PUSH, Some(TOKEN), &game("", "1. e4 e5 2. Nc3 Nf6"));
    assert_eq!((chapter(&fake).moves.len(), chapter(&fake).variations), (4, 1));
    assert_eq!(chapter(&fake).tags["WhiteElo"], "2000");
    assert!(fake.games("round001").is_some_and(|text| text.contains("2. Nc3 Nf6 *")));
    assert_eq!(fake.violations, [""; 0]);
}

#[test]
fn whoever_may_not_push_or_pushes_too_often_is_refused() {
    let mut fake = fake();
    let text = game("", "1. e4");
    assert_eq!(fake.post(0, PUSH, None, &text).status, 401);
    assert_eq!(fake.post(2_000, PUSH, Some("lip_other"), &text).status, 401);
    assert_eq!(fake.post(4_000, "/api/broadcast/round/none/push", Some(TOKEN), &text).status, 404);
    assert_eq!(fake.post(6_000, PUSH, Some(TOKEN), "").status, 400);
    assert_eq!(fake.post(8_000, PUSH, Some(TOKEN), &text.repeat(101)).status, 400);
    let form = &mut fake.rounds.get_mut("round001").expect("it is there").form;
    form.insert("syncUrl".to_owned(), "https://example.org/games.pgn".to_owned());
    assert!(fake.post(10_000, PUSH, Some(TOKEN), &text).body.contains("upstream URL"));
    fake.rounds.get_mut("round001").expect("it is there").owner = "another".to_owned();
    assert_eq!(fake.post(12_000, PUSH, Some(TOKEN), &text).status, 403);
    fake.users.get_mut(TOKEN).expect("it is there").scopes.clear();
    assert_eq!(fake.post(14_000, PUSH, Some(TOKEN), &text).status, 403);
    assert_eq!(fake.violations, [""; 0]);
    assert_eq!(fake.post(14_900, PUSH, Some(TOKEN), &text).status, 429, "too early");
    assert_eq!(fake.post(60_000, PUSH, Some(TOKEN), &text).status, 429, "within the minute");
    assert_eq!(fake.violations.len(), 2);
}
