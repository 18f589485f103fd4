//! Orders about an event: read once, carried out whole or not at all, and taken back.

use tournament::{
    EventCommandJson, EventOrder, EventOrderJson, GameNo, History, PairingNo, Plan, Refusal, RoundState,
    RoundVersion, Standings, trf,
};

fn read(json: &str) -> Result<EventOrder, Refusal> {
    let command: EventCommandJson = serde_json::from_str(json).expect("it has the form of an order");
    EventOrder::read(&command.order)
}

fn give(history: &mut History, json: &str) -> Result<(), String> {
    read(json).and_then(|order| history.obey(&order)).map_err(|refusal| refusal.to_string())
}

const FOUR: &str = r#"{"do":"enter","key":"A","players":{"1":{"name":"Nowak, Anna"},"2":{"name":"Kowalski, Jan"},
    "3":{"name":"Mazur, Piotr"},"4":{"name":"Lis, Igor"}},
    "rounds":{"1":{"pairings":{"1":{"white":1,"black":2},"2":{"white":3,"black":4}}}}}"#;

fn entered() -> History {
    let mut history = History::default();
    give(&mut history, FOUR).expect("it is sound");
    history
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let cases = [
        (r#"{"do":"event","delay_minutes":61}"#, "at most 60 minutes"),
        (r#"{"do":"enter","key":"A B"}"#, "is no key"),
        (r#"{"do":"enter","key":""}"#, "is no key"),
        (r#"{"do":"enter","key":"A","players":{"0":{"name":"Zero"}}}"#, "numbered from 1"),
        (r#"{"do":"enter","key":"A","players":{"5":{"name":"Eve\u001b[2J"}}}"#, "nobody sees"),
        (r#"{"do":"enter","key":"A","rounds":{"0":{"pairings":{"1":{"white":1,"black":2}}}}}"#, "no round 0"),
        (
            r#"{"do":"enter","key":"A","rounds":{"100":{"pairings":{"1":{"white":1,"black":2}}}}}"#,
            "no round 100",
        ),
        (r#"{"do":"enter","key":"A","rounds":{"2":{"pairings":{"0":{"white":1,"black":2}}}}}"#, "no board 0"),
        (
            r#"{"do":"enter","key":"A","rounds":{"2":{"pairings":{"1":{"white":1,"black":9}}}}}"#,
            "no player 9",
        ),
        (r#"{"do":"enter","key":"A","rounds":{"2":{"pairings":{"1":{"white":1,"black":1}}}}}"#, "twice"),
        (
            r#"{"do":"enter","key":"A","rounds":{"2":{"pairings":{"1":{"white":1,"black":2}},"unpaired":{"2":"half-bye"}}}}"#,
            "twice",
        ),
        (r#"{"do":"enter","key":"A","system":"knockout"}"#, "one of swiss"),
        (r#"{"do":"enter","key":"A","tie_breaks":["luck"]}"#, "one of direct-encounter"),
        (r#"{"do":"open","key":"B","round":1}"#, "no tournament"),
        (r#"{"do":"open","key":"A","round":2}"#, "no round 2"),
        (r#"{"do":"close","key":"A","round":1}"#, "no result yet: 1, 2"),
        (r#"{"do":"result","key":"A","round":1,"board":7,"result":"1-0"}"#, "no board 7"),
        (r#"{"do":"result","key":"A","round":1,"board":1,"result":"2-0"}"#, "2-0"),
        (r#"{"do":"result","key":"A","round":1,"board":1,"result":"1-0","how":"luck"}"#, "one of checkmate"),
        (r#"{"do":"withdraw","key":"A","player":9,"after":1}"#, "no player 9"),
        (r#"{"do":"complete","key":"A","players":{"9":{"name":"Nowak, Anna","elo":2100}}}"#, "no player 9"),
        (
            r#"{"do":"complete","key":"A","players":{"1":{"name":"Nowak, Anna","elo":2100},"2":{"name":"Lis, Ewa"}}}"#,
            "player 2 is called \"Kowalski, Jan\" now",
        ),
        (r#"{"do":"complete","key":"A","players":{"1":{"name":"Nowak, Anna","sex":"x"}}}"#, "one of m, w"),
        (r#"{"do":"unpair","key":"A","round":1,"board":3}"#, "no board 3"),
    ];
    for (json, says) in cases {
        let mut history = entered();
        let before = history.event().clone();
        let why = give(&mut history, json).expect_err(json);
        assert!(why.contains(says), "{json}: {why}");
        assert_eq!(*history.event(), before, "{json}");
    }
}

#[test]
fn a_table_is_for_what_the_rounds_say() {
    let mut history = History::default();
    assert_eq!(history.event().plan(1), Plan::Free, "an event without rounds is an open hall");
    give(&mut history, FOUR).expect("it is sound");
    assert_eq!(history.event().plan(1), Plan::Closed);
    give(&mut history, r#"{"do":"open","key":"A","round":1}"#).expect("it is paired");
    let board = |board| PairingNo { key: "A".to_owned(), round: 1, board };
    assert_eq!(history.event().plan(2), Plan::Play(board(2)));
    assert_eq!(history.event().plan(3), Plan::Closed);
    give(&mut history, r#"{"do":"gate","table":3,"open":true}"#).expect("any table");
    assert_eq!(history.event().plan(3), Plan::Free);
    give(&mut history, r#"{"do":"table","key":"A","round":1,"board":2,"table":9}"#).expect("it is free");
    assert_eq!((history.event().plan(2), history.event().plan(9)), (Plan::Closed, Plan::Play(board(2))));
    let twice = give(&mut history, r#"{"do":"table","key":"A","round":1,"board":2,"table":1}"#);
    assert!(twice.is_err_and(|why| why.contains("boards 1 and 2 at once")));
    give(&mut history, r#"{"do":"result","key":"A","round":1,"board":1,"result":"1-0"}"#)
        .expect("it is played");
    assert_eq!(history.event().plan(1), Plan::Closed, "a table with a result is closed");
    give(&mut history, r#"{"do":"adjourned","key":"A","round":1,"board":2,"adjourned":true}"#)
        .expect("it is played");
    assert_eq!(history.event().plan(9), Plan::Closed);
    give(&mut history, r#"{"do":"close","key":"A","round":1}"#).expect("what is adjourned may come later");
    assert_eq!(history.event().tournaments["A"].rounds[&1].state, RoundState::Ended);
    let late = give(&mut history, r#"{"do":"swap-colors","key":"A","round":1,"board":1}"#);
    assert!(late.is_err_and(|why| why.contains("is over")));
    give(&mut history, r#"{"do":"result","key":"A","round":1,"board":2,"result":"1/2-1/2"}"#)
        .expect("a correction");
    assert!(!history.event().tournaments["A"].rounds[&1].pairings[&2].adjourned);
}

#[test]
fn undo_keeps_what_happened_since_on_the_boards() {
    let mut history = entered();
    give(&mut history, r#"{"do":"open","key":"A","round":1}"#).expect("it is paired");
    give(&mut history, r#"{"do":"enter","key":"A","players":{"1":{"name":"Nowak-Lis, Anna"}}}"#)
        .expect("a name");
    let at = PairingNo { key: "A".to_owned(), round: 1, board: 2 };
    history.note_game(&at, GameNo { table: 2, game: 5 });
    history.note_result(&at, game::ResultEntry::parse("0-1"), None);
    give(&mut history, r#"{"do":"undo"}"#).expect("the name");
    let tournament = &history.event().tournaments["A"];
    assert_eq!(tournament.players[&1].player.name, "Nowak, Anna");
    assert_eq!(tournament.rounds[&1].pairings[&2].result, game::ResultEntry::parse("0-1"));
    assert_eq!(tournament.rounds[&1].pairings[&2].game, Some(GameNo { table: 2, game: 5 }));
    let begun = give(&mut history, r#"{"do":"undo"}"#);
    assert!(begun.is_err_and(|why| why.contains("have begun")), "a round in which games began stays open");
}

#[test]
fn what_becomes_known_of_players_is_filled_in_and_taken_back_as_one() {
    let mut history = entered();
    give(
        &mut history,
        r#"{"do":"enter","key":"A","players":{"1":{"name":"Nowak, Anna","team":"Hetman","elo":1900}}}"#,
    )
    .expect("a team");
    give(&mut history, r#"{"do":"withdraw","key":"A","player":1,"after":0}"#).expect("a player");
    let before = history.event().clone();
    let complete = r#"{"do":"complete","key":"A","players":{
        "1":{"name":"Nowak, Anna","fide_id":1101234,"title":"WFM","federation":"POL","sex":"w","born":"1990"},
        "2":{"name":"Kowalski, Jan","elo":2010}}}"#;
    give(&mut history, complete).expect("they are meant");
    let players = &history.event().tournaments["A"].players;
    let (one, two) = (&players[&1], &players[&2]);
    assert_eq!(
        (one.player.fide_id, one.player.title.as_str(), one.born.as_str()),
        (Some(1_101_234), "WFM", "1990")
    );
    assert_eq!(
        (one.player.team.as_str(), one.player.elo, one.withdrawn_after),
        ("Hetman", Some(1900), Some(0))
    );
    assert_eq!((two.player.elo, two.player.title.as_str()), (Some(2010), ""));
    assert_eq!(history.last().map(EventOrder::name), Some("complete"));
    give(&mut history, r#"{"do":"undo"}"#).expect("the last order");
    assert_eq!(*history.event(), before);
}

#[test]
fn a_pairing_is_removed_before_its_game_begins_and_comes_back() {
    let mut history = entered();
    give(&mut history, r#"{"do":"unpair","key":"A","round":1,"board":2}"#).expect("it is planned");
    assert_eq!(history.event().tournaments["A"].rounds[&1].pairing_of(3), None);
    give(&mut history, r#"{"do":"undo"}"#).expect("the last order");
    assert_eq!(history.event().tournaments["A"].rounds[&1].pairings.len(), 2);
    give(&mut history, r#"{"do":"open","key":"A","round":1}"#).expect("it is paired");
    let at = PairingNo { key: "A".to_owned(), round: 1, board: 1 };
    history.note_game(&at, GameNo { table: 1, game: 1 });
    let begun = give(&mut history, r#"{"do":"unpair","key":"A","round":1,"board":1}"#);
    assert!(begun.is_err_and(|why| why.contains("the game on board 1 has begun")));
    history.note_result(&at, game::ResultEntry::parse("0-1"), None);
    let signed = give(&mut history, r#"{"do":"unpair","key":"A","round":1,"board":1}"#);
    assert!(signed.is_err_and(|why| why.contains("board 1 has a result")));
    give(&mut history, r#"{"do":"unpair","key":"A","round":1,"board":2}"#).expect("nobody has moved");
    give(&mut history, r#"{"do":"close","key":"A","round":1}"#).expect("nothing is left to play");
    let over = give(&mut history, r#"{"do":"unpair","key":"A","round":1,"board":1}"#);
    assert!(over.is_err_and(|why| why.contains("is over")));
}

#[test]
fn a_whole_event_is_written_and_read_equal() {
    let mut history = entered();
    for order in [
        r#"{"do":"event","name":"Open of Łódź","site":"Łódź","delay_minutes":15}"#,
        r#"{"do":"enter","key":"B","name":"Seniors","system":"round-robin","players":{"1":{"name":"A","sex":"w","born":"1960"},
            "2":{"name":"B","elo":2000,"fide_id":1,"title":"GM","federation":"POL","team":"X"}},
            "rounds":{"1":{"date":"2026.11.21","starts_at":"15:00","pairings":{"1":{"white":1,"black":2}}}}}"#,
        r#"{"do":"open","key":"A","round":1}"#,
        r#"{"do":"result","key":"A","round":1,"board":1,"result":"+/-","how":"forfeit"}"#,
        r#"{"do":"withdraw","key":"A","player":2,"after":0}"#,
        r#"{"do":"gate","table":7,"open":false}"#,
        r#"{"do":"board","table":7,"serial":"12345"}"#,
    ] {
        give(&mut history, order).expect(order);
    }
    let order = EventOrderJson::State { event: Box::new(history.event().to_json()) };
    let text =
        serde_json::to_string(&EventCommandJson { order, author: None, login: None }).expect("plain data");
    let mut read = History::default();
    give(&mut read, &text).expect("the program wrote it");
    assert_eq!(read.event(), history.event());
    assert!(give(&mut read, r#"{"do":"undo"}"#).is_err(), "what was before belongs to another file");
    assert_eq!(
        history.event().tournaments["B"].first_table,
        3,
        "a second tournament gets the tables after the first"
    );
}

/// Plays two rounds of one game each. In the first White wins, in the second nobody.
fn two_rounds() -> History {
    let mut history = History::default();
    let enter = r#"{"do":"enter","key":"A","players":{"1":{"name":"Nowak, Anna"},"2":{"name":"Kowalski, Jan"}},
        "rounds":{"1":{"pairings":{"1":{"white":1,"black":2}}},"2":{"pairings":{"1":{"white":2,"black":1}}}}}"#;
    give(&mut history, enter).expect("it is sound");
    for (round, result) in [(1, "1-0"), (2, "1/2-1/2")] {
        let at = format!(r#""key":"A","round":{round}"#);
        give(&mut history, &format!(r#"{{"do":"open",{at}}}"#)).expect("it is planned");
        give(&mut history, &format!(r#"{{"do":"result",{at},"board":1,"result":"{result}"}}"#))
            .expect("a board");
        give(&mut history, &format!(r#"{{"do":"close",{at}}}"#)).expect("all results are there");
    }
    history
}

/// Returns the points of player 1 after a round, as it was signed or as it is.
fn points(history: &History, round: u16, corrected: bool) -> (String, bool) {
    let view =
        RoundVersion::of(history.event(), history.signed(), "A", round, corrected).expect("it has begun");
    let standings = view.standings();
    (standings.row_of(1).expect("a row").points(), view.is_signed)
}

#[test]
fn a_correction_leaves_what_was_signed_and_is_told_for_each_later_round() {
    let mut history = two_rounds();
    give(&mut history, r#"{"do":"result","key":"A","round":1,"board":1,"result":"0-1"}"#)
        .expect("a correction");
    assert_eq!(points(&history, 1, false), ("1".to_owned(), true));
    assert_eq!(points(&history, 2, false), ("1½".to_owned(), true));
    assert_eq!(points(&history, 1, true), ("0".to_owned(), false));
    assert_eq!(points(&history, 2, true), ("½".to_owned(), false));
    for round in [1, 2] {
        let view =
            RoundVersion::of(history.event(), history.signed(), "A", round, false).expect("it has begun");
        let told: Vec<String> = view
            .corrections()
            .iter()
            .map(|it| format!("{}.{} {} {}", it.round, it.board, it.was.expect("one"), it.is.expect("one")))
            .collect();
        assert_eq!((told, view.is_revised()), (vec!["1.1 1-0 0-1".to_owned()], true));
    }
    // A correction that is taken back has never been.
    give(&mut history, r#"{"do":"undo"}"#).expect("it was the last order");
    let view = RoundVersion::of(history.event(), history.signed(), "A", 2, false).expect("it has begun");
    assert_eq!((view.corrections(), view.is_revised()), (Vec::new(), false));
}

#[test]
fn a_round_that_goes_on_is_signed_anew_when_it_ends() {
    let mut history = two_rounds();
    give(&mut history, r#"{"do":"undo"}"#).expect("the end of round 2");
    assert_eq!(points(&history, 2, false), ("1½".to_owned(), false));
    give(&mut history, r#"{"do":"result","key":"A","round":2,"board":1,"result":"0-1"}"#).expect("a result");
    give(&mut history, r#"{"do":"close","key":"A","round":2}"#).expect("all results are there");
    assert_eq!(points(&history, 2, false), ("2".to_owned(), true));
    assert_eq!(points(&history, 1, false), ("1".to_owned(), true));
}

#[test]
fn a_file_that_begins_after_a_round_does_not_say_what_was_signed() {
    let played = two_rounds();
    let state = EventOrder::State(Box::new(played.event().clone()));
    let mut after = History::default();
    after.obey(&state).expect("a state is taken as it is");
    give(&mut after, r#"{"do":"result","key":"A","round":1,"board":1,"result":"0-1"}"#)
        .expect("a correction");
    assert_eq!(points(&after, 1, false), ("0".to_owned(), false));
    // In a whole journal the state at the beginning of a file takes nothing away.
    let mut whole = played.clone();
    whole.obey(&state).expect("a state is taken as it is");
    give(&mut whole, r#"{"do":"result","key":"A","round":1,"board":1,"result":"0-1"}"#)
        .expect("a correction");
    assert_eq!(points(&whole, 1, false), ("1".to_owned(), true));
}

#[test]
fn byes_alone_leave_the_pairings() {
    let mut history = entered();
    give(&mut history, r#"{"do":"enter","key":"A","players":{"5":{"name":"Late, Comer"}}}"#)
        .expect("a player");
    let bye = r#"{"do":"enter","key":"A","rounds":{"1":{"unpaired":{"5":"half-bye"}}}}"#;
    give(&mut history, bye).expect("a bye");
    let round = &history.event().tournaments["A"].rounds[&1];
    assert_eq!((round.pairings.len(), round.unpaired.len()), (2, 1));
    let both = r#"{"do":"enter","key":"A","rounds":{"1":{"unpaired":{"1":"half-bye"}}}}"#;
    assert!(give(&mut history, both).is_err(), "player 1 has a game in this round");
    // Pairings that are named again are the whole round.
    let again = r#"{"do":"enter","key":"A","rounds":{"1":{"pairings":{"1":{"white":5,"black":1}}}}}"#;
    give(&mut history, again).expect("it is sound");
    let round = &history.event().tournaments["A"].rounds[&1];
    assert_eq!((round.pairings.len(), round.unpaired.len()), (1, 0));
    give(&mut history, r#"{"do":"undo"}"#).expect("pairings that were replaced come back");
    let round = &history.event().tournaments["A"].rounds[&1];
    assert_eq!((round.pairings.len(), round.unpaired.len()), (2, 1));
}

#[test]
fn a_draw_of_a_deciding_game_is_a_draw_and_wins_the_tie_break_for_black() {
    let mut history = entered();
    let decides = r#"{"do":"enter","key":"A","rounds":{"1":{"pairings":{"1":{"white":1,"black":2,"armageddon":true},
        "2":{"white":3,"black":4}}}}}"#;
    give(&mut history, decides).expect("it is sound");
    let winner =
        |history: &History| history.event().tournaments["A"].rounds[&1].pairings[&1].tie_break_winner();
    assert_eq!(winner(&history), None);
    give(&mut history, r#"{"do":"open","key":"A","round":1}"#).expect("it begins");
    let (white, black) = (Some(shakmaty::Color::White), Some(shakmaty::Color::Black));
    for (result, expected) in [
        ("1-0", white),
        ("0-1", black),
        ("+/-", white),
        ("1/2-0", white),
        ("0-0", None),
        ("-/-", None),
        ("*", None),
        ("1/2-1/2", black),
    ] {
        let order = format!(r#"{{"do":"result","key":"A","round":1,"board":1,"result":"{result}"}}"#);
        give(&mut history, &order).expect("a result");
        assert_eq!(winner(&history), expected, "{result}");
    }
    // The points, the report for rating and the tags are those of the game.
    let tournament = &history.event().tournaments["A"];
    let standings = Standings::now(tournament);
    let points = |player: u16| standings.rows.iter().find(|row| row.player == player).map(|row| row.points());
    assert_eq!((points(1), points(2)), (Some("½".to_owned()), Some("½".to_owned())));
    let report = trf::write(tournament, trf::Flavour::Trf16, &trf::Ranks::new());
    assert!(report.contains("   2 w =") && report.contains("   1 b ="), "{report}");
    // The event keeps it when it is written and read again.
    let mut again = History::default();
    again.obey(&EventOrder::State(Box::new(history.event().clone()))).expect("a state");
    let json = serde_json::to_string(&history.event().to_json()).expect("plain data");
    let state = format!(r#"{{"do":"state","event":{json}}}"#);
    give(&mut again, &state).expect("it is read");
    assert_eq!(winner(&again), black);
    // Whoever pairs anew, or exchanges colours, takes it along.
    give(&mut history, r#"{"do":"result","key":"A","round":1,"board":1,"result":"*"}"#).expect("taken back");
    give(&mut history, r#"{"do":"swap-colors","key":"A","round":1,"board":1}"#).expect("it is exchanged");
    assert!(history.event().tournaments["A"].rounds[&1].pairings[&1].armageddon);
}

#[test]
fn a_board_stands_on_one_table_and_has_a_number() {
    let refused = |order: &str| read(order).expect_err(order);
    let twice = r#"{"do":"boards","boards":{"3":"40071","5":"40052","7":"40071"}}"#;
    assert_eq!(refused(twice), Refusal::BoardTwice { serial: "40071".to_owned(), tables: (3, 7) });
    assert_eq!(refused(r#"{"do":"boards","boards":{}}"#), Refusal::NoBoards);
    for empty in [
        r#"{"do":"board","table":3,"serial":""}"#,
        r#"{"do":"board","table":3,"serial":" "}"#,
        r#"{"do":"boards","boards":{"3":"40071","4":""}}"#,
    ] {
        assert_eq!(refused(empty), Refusal::NoSerial);
    }
    give(&mut entered(), r#"{"do":"board","table":3}"#).expect("the table gets its own board again");
}
