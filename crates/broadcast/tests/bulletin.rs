//! The bulletin: games find their boards, boards without a game have one without moves, and what cannot be read does no harm.

use broadcast::bulletin::{Bulletin, BulletinBoard, BulletinRound, BulletinSources, Seat};
use game::{Player, Standing};
use relay::EventView;
use shakmaty::ByColor;

fn game(id: &str, round: &str, board: &str, white: &str, moves: &str, result: &str) -> String {
    format!(
        "[Event \"Open\"]\n[Site \"Łódź\"]\n[Date \"2026.11.21\"]\n[Round \"{round}.{board}\"]\n[White \"{white}\"]\n[Black \"?\"]\n\
         [Result \"{result}\"]\n[Board \"{board}\"]\n[GameId \"{id}\"]\n\n{moves}{result}\n\n"
    )
}

fn pairings(round: u16, ended: bool, boards: &str) -> String {
    format!(
        r#"{{"round":{round},"date":"2026.11.2{round}","starts_at":"15:00","ended":{ended},"boards":[{boards}],"unpaired":[]}}"#
    )
}

fn tournament(key: &str, rounds: &[String]) -> String {
    format!(
        r#"{{"key":"{key}","name":"Open {key}","rounds_planned":9,"time_control":"5400+30","rounds":[{}],"standings":{{}}}}"#,
        rounds.join(",")
    )
}

fn rounds(tournaments: &[String]) -> String {
    format!(r#"{{"event":"Festival","site":"Kraków","tournaments":[{}]}}"#, tournaments.join(","))
}

fn seats(tables: &[u16]) -> Vec<Seat> {
    let player = |name: String| Player { name, ..Player::default() };
    let seat = |table: &u16| Seat {
        table: *table,
        players: ByColor { white: player(format!("White {table}")), black: player(format!("Black {table}")) },
        is_chess: true,
        start: None,
    };
    tables.iter().map(seat).collect()
}

fn made(games: &str, rounds: &str, round: &str, seats: &[Seat]) -> Bulletin {
    let event = EventView {
        name: "Club".into(),
        date: "2026.11.21".into(),
        round: round.into(),
        ..EventView::default()
    };
    Bulletin::of(BulletinSources { games, rounds, event: &event, seats })
}

const BOARDS: &str = concat!(
    r#"{"board":1,"table":1,"white":{"number":1,"name":"Nowak \"A\", Ewa","elo":2105,"fide_id":1101234,"team":"KS"},"black":{"number":2,"name":"Lis, Jan"},"result":"*","game":1},"#,
    r#"{"board":2,"table":2,"white":{"number":3,"name":"Kot, Ola"},"result":"+/-"},"#,
    r#"{"board":3,"table":40,"white":{"number":4,"name":"Far, Away"},"black":{"number":5,"name":"Else, Where"},"result":"1-0"}"#
);

#[test]
fn games_find_their_boards_and_boards_without_one_have_a_game_without_moves() {
    let games = [
        game("2026.11.21-A-1-1", "1", "1", "Nowak", "1. e4 ", "*"),
        game("2026.11.21-A-1-1.2", "1", "1", "Nowak", "2. d4 ", "*"),
        game("2026.11.21-A-1-12", "1", "12", "Else", "1. c4 ", "*"),
        game("2026.11.21-B-1-1", "1", "1", "Of B", "1. d4 ", "1-0"),
    ]
    .concat();
    let of_b = r#"{"board":1,"table":11,"white":{"number":1,"name":"Of B"},"result":"1-0","game":1}"#;
    let rounds = rounds(&[
        tournament("A", &[pairings(1, false, BOARDS)]),
        tournament("B", &[pairings(1, true, of_b)]),
    ]);
    let bulletin = made(&games, &rounds, "1", &seats(&[1, 2, 11]));
    let round = bulletin.round(Some("A"), "1").expect("it has begun");
    let ids = |board: &BulletinBoard| board.games.iter().map(|game| game.id.clone()).collect::<Vec<_>>();
    assert_eq!(ids(&round.boards[0]), ["2026.11.21-A-1-1", "2026.11.21-A-1-1.2"]);
    let [_, forfeit, elsewhere] = &round.boards[..] else { panic!("{round:?}") };
    assert!(forfeit.is_electronic && !forfeit.is_begun);
    let text = &forfeit.games[0].text;
    for part in [
        "[Event \"Open A\"]\n",
        "[Round \"1.2\"]\n",
        "[GameId \"2026.11.21-A-1-2\"]\n",
        "[Result \"1-0\"]\n",
        "[Score \"+/-\"]\n",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(text.ends_with("\n\n1-0\n\n"), "{text:?}");
    assert!(!elsewhere.is_electronic, "no table of this hall has it");
    assert_eq!(round.games().count(), 3);
    assert_eq!(bulletin.on().map(|round| &*round.key).collect::<Vec<_>>(), ["A"]);
    let ids_of = |key| ids(&bulletin.round(Some(key), "1").expect("it has begun").boards[0]);
    assert_eq!(ids_of("B"), ["2026.11.21-B-1-1"]);
    let rest: Vec<&BulletinRound> = bulletin.rounds.iter().filter(|round| round.key.is_empty()).collect();
    assert_eq!(rest.len(), 1, "a game of no pairing: {rest:?}");
    assert!(!rest[0].is_on, "a free game is of no round that is on");
}

/// With `results_at_once` a result is told before the moves of its game. As PGN the game has it with its last move, and never before.
#[test]
fn a_result_that_is_ahead_of_its_game_is_not_written_before_the_moves() {
    let board = |ahead: &str| {
        let of =
            format!(r#"{{"board":1,"table":1,"white":{{"number":1,"name":"Nowak"}},"result":"1-0"{ahead}}}"#);
        rounds(&[tournament("A", &[pairings(1, false, &of)])])
    };
    let shown = |rounds: &str, games: &str| {
        let bulletin = made(games, rounds, "", &seats(&[1]));
        let board = &bulletin.rounds[0].boards[0];
        (board.result.clone(), board.games[0].result.clone())
    };
    let (early, due) = (board(r#","ahead":true"#), board(""));
    let begun = |result| game("2026.11.21-A-1-1", "1", "1", "Nowak", "1. e4 ", result);
    let told = |result: &str, written: &str| (result.to_owned(), written.to_owned());
    assert_eq!(shown(&early, ""), told("1-0", "*"), "no move is public yet");
    assert_eq!(shown(&early, &begun("*")), told("1-0", "*"));
    assert_eq!(shown(&due, &begun("1-0")), told("1-0", "1-0"));
    assert_eq!(shown(&due, ""), told("1-0", "1-0"), "nothing was played");
}

#[test]
fn tags_of_a_game_without_moves_are_those_it_will_have() {
    let rounds = rounds(&[tournament("A", &[pairings(1, false, BOARDS)])]);
    let bulletin = made("", &rounds, "", &seats(&[1]));
    let text = &bulletin.rounds[0].boards[0].games[0].text;
    for part in [
        "[White \"Nowak \\\"A\\\", Ewa\"]\n",
        "[WhiteFideId \"1101234\"]\n",
        "[WhiteElo \"2105\"]\n",
        "[WhiteTeam \"KS\"]\n",
        "[Site \"Kraków\"]\n",
        "[TimeControl \"5400+30\"]\n",
        "[Date \"2026.11.21\"]\n",
    ] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

#[test]
fn between_rounds_the_last_round_of_each_tournament_is_on() {
    let all = |ended| [pairings(1, true, ""), pairings(2, ended, "")];
    let on = |rounds: &str| {
        let bulletin = made("", rounds, "", &[]);
        bulletin.on().map(|round| format!("{}{}", round.key, round.round)).collect::<Vec<_>>()
    };
    assert_eq!(on(&rounds(&[tournament("A", &all(true)), tournament("B", &all(true))])), ["A2", "B2"]);
    assert_eq!(on(&rounds(&[tournament("A", &all(false)), tournament("B", &all(true))])), ["A2"]);
}

#[test]
fn a_hall_without_tournaments_has_the_round_of_its_configuration() {
    let games = [
        game("2026.11.20-2-1", "2", "1", "Of yesterday", "1. e4 ", "1-0"),
        game("2026.11.21-3-2", "3", "2", "Of today", "1. d4 ", "*"),
    ]
    .concat();
    let bulletin = made(&games, r#"{"tournaments":[]}"#, "3", &seats(&[1, 2, 3]));
    let on: Vec<&BulletinRound> = bulletin.on().collect();
    let [today] = on[..] else { panic!("{on:?}") };
    let boards: Vec<(u16, bool)> = today.boards.iter().map(|board| (board.board, board.is_begun)).collect();
    assert_eq!(boards, [(1, false), (2, true), (3, false)]);
    assert_eq!(today.boards[0].games[0].id, "2026.11.21-3-1");
    assert_eq!(today.boards[1].players.white.name, "Of today");
    let yesterday = bulletin.round(None, "2").expect("it was played");
    assert_eq!((yesterday.boards.len(), yesterday.is_over), (1, true));
    // A hall with no round at all.
    let bulletin =
        made(&game("7-1", "?", "7", "Somebody", "1. e4 ", "*").replace("?.7", "?"), "", "", &seats(&[7, 8]));
    assert_eq!(bulletin.on().flat_map(|round| &round.boards).count(), 2, "{bulletin:?}");
}

#[test]
fn what_cannot_be_read_is_no_round() {
    for rounds in ["", "[]", "{", r#"{"tournaments":7}"#, r#"{"tournaments":[{"rounds":[{}]}]}"#] {
        let _ = made("[Event \"x\"]\n\n*\n\n[Event \"", rounds, "1", &seats(&[1]));
    }
}

const DRAWN: &str = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1";

#[test]
fn the_start_that_was_drawn_is_known_before_the_first_move() {
    let seats = |white: &str| {
        let mut seats = seats(&[1, 2]);
        seats[0].start = Some(DRAWN.into());
        (seats[0].players.white.name, seats[0].players.black.name) = (white.into(), String::new());
        seats
    };
    let text = |white: &str, ended| {
        let rounds = rounds(&[tournament("A", &[pairings(1, ended, BOARDS)])]);
        made("", &rounds, "", &seats(white)).rounds[0].boards[0].games[0].text.clone()
    };
    let start = format!("[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"{DRAWN}\"]\n\n*\n\n");
    for white in ["Nowak \"A\", Ewa", ""] {
        assert!(text(white, false).ends_with(&start), "{}", text(white, false));
    }
    // Others sit there, or nobody plays any more.
    assert!(!text("Else, Somebody", false).contains("FEN"));
    assert!(!text("", true).contains("FEN"));

    let club = made("", "{}", "3", &seats("Nowak, Anna"));
    let [first, second] = &club.rounds[0].boards[..] else { panic!("{club:?}") };
    assert!(first.games[0].text.ends_with(&start), "{first:?}");
    assert!(!second.games[0].text.contains("FEN"), "{second:?}");
    let mut usual = seats("");
    usual[0].start = Some(Standing::initial().fen());
    assert!(!made("", "{}", "3", &usual).rounds[0].boards[0].games[0].text.contains("FEN"));
    // A position of a problem is no position of Chess960.
    usual[0].start = Some("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".into());
    let text = &made("", "{}", "3", &usual).rounds[0].boards[0].games[0].text;
    assert!(text.contains("[FEN \"4k3/") && !text.contains("Variant"), "{text}");
}

#[test]
fn clocks_do_not_run_in_a_round_that_is_over() {
    let clocks = "[WhiteClock \"01:29:57\"]\n[BlackClock \"01:30:00\"]\n[ReferenceTime \"B/2026-11-21T15:04:05.678+00:00\"]\n";
    let plain = game("2026.11.21-A-1-1", "1", "1", "Nowak", "1. e4 ", "*");
    let going_on = plain.replace("[GameId", &format!("{clocks}[GameId"));
    let text = |ended| {
        let rounds = rounds(&[tournament("A", &[pairings(1, ended, BOARDS)])]);
        made(&going_on, &rounds, "", &seats(&[1])).rounds[0].boards[0].games[0].text.to_string()
    };
    assert_eq!((text(false), text(true)), (going_on.clone(), plain));
}
