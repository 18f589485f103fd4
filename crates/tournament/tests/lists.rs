//! Lists of pairings that are entered again while a round goes on: what was played and what was signed stays where it belongs.

use std::collections::BTreeSet;
use tournament::{
    EventCommandJson, EventOrder, EventOrderJson, GameNo, History, Pairing, PairingNo, Plan, Refusal,
};

const FOUR: &str = r#"{"do":"enter","key":"A","players":{"1":{"name":"Nowak, Anna"},"2":{"name":"Kowalski, Jan"},
    "3":{"name":"Mazur, Piotr"},"4":{"name":"Lis, Igor"},"5":{"name":"Wilk, Ewa"},"6":{"name":"Sowa, Jan"}},
    "rounds":{"1":{"pairings":{"1":{"white":1,"black":2},"2":{"white":3,"black":4}}}}}"#;
const OPEN: &str = r#"{"do":"open","key":"A","round":1}"#;
const UNDO: &str = r#"{"do":"undo"}"#;

fn read(json: &str) -> EventOrder {
    let command: EventCommandJson = serde_json::from_str(json).expect("it has the form of an order");
    EventOrder::read(&command.order).expect("it has a meaning")
}

/// Gives an order as a person does.
fn give(history: &mut History, json: &str) -> Result<(), Refusal> {
    let order = read(json);
    let after = history.may_be_given(&order)?;
    history.obey(&order).expect("what may be given can be done");
    assert_eq!(*history.event(), after, "{json}");
    Ok(())
}

/// Folds an order that an earlier version of the program carried out.
fn fold(history: &mut History, json: &str) {
    history.obey(&read(json)).expect(json);
}

fn list(pairings: &str) -> String {
    format!(r#"{{"do":"enter","key":"A","rounds":{{"1":{{"pairings":{{{pairings}}}}}}}}}"#)
}

const EXCHANGED: &str = r#""1":{"white":3,"black":4},"2":{"white":1,"black":2}"#;
const OTHERS: &str = r#""1":{"white":1,"black":3},"2":{"white":2,"black":4}"#;

fn at(board: u16) -> PairingNo {
    PairingNo { key: "A".to_owned(), round: 1, board }
}

fn pairing(history: &History, board: u16) -> &Pairing {
    history.event().pairing(&at(board)).expect("it is paired")
}

fn game_of(history: &History, board: u16) -> Option<(u16, u32)> {
    pairing(history, board).game.map(|GameNo { table, game }| (table, game))
}

/// Begins the round, and a game on each of these boards.
fn round(begun: &[u16]) -> History {
    let mut history = History::default();
    give(&mut history, FOUR).expect("it is sound");
    give(&mut history, OPEN).expect("it is paired");
    begun.iter().for_each(|board| history.note_game(&at(*board), GameNo { table: *board, game: 1 }));
    history
}

fn says(done: Result<(), Refusal>) -> String {
    done.expect_err("it is refused").to_string()
}

#[test]
fn a_list_moves_no_pair_whose_game_has_begun_to_another_board() {
    let mut history = round(&[]);
    give(&mut history, &list(EXCHANGED)).expect("nobody has moved");
    give(&mut history, UNDO).expect("nobody has moved");
    for begun in [&[1][..], &[2], &[1, 2]] {
        let mut history = round(begun);
        let before = history.event().clone();
        let (board, to) = (begun[0], 3 - begun[0]);
        assert_eq!(give(&mut history, &list(EXCHANGED)), Err(Refusal::PairMoved { board, to }));
        assert_eq!(*history.event(), before);
        // Who knows that the two pairs have changed places says so, and the list is right.
        give(&mut history, r#"{"do":"swap-boards","key":"A","round":1,"board":1,"with":2}"#).expect("it may");
        give(&mut history, &list(EXCHANGED)).expect("it says what is there");
        for board in [1, 2] {
            assert_eq!(game_of(&history, board), begun.contains(&board).then_some((board, 1)));
        }
    }
    let why = says(give(&mut round(&[1]), &list(r#""1":{"white":5,"black":6},"3":{"white":2,"black":1}"#)));
    assert!(why.contains("puts its players on board 3"), "{why}");
    let why = says(give(&mut round(&[1]), &list(r#""2":{"white":3,"black":4}"#)));
    assert!(why.contains("the game on board 1 has begun"), "{why}");
}

#[test]
fn a_list_that_an_earlier_version_took_leaves_each_game_to_one_pairing() {
    let mut history = round(&[1, 2]);
    fold(&mut history, &list(EXCHANGED));
    assert_eq!([game_of(&history, 1), game_of(&history, 2)], [Some((1, 1)), Some((2, 1))]);
    // It wrote the links of the players, too.
    let linked = r#""1":{"white":1,"black":2,"game":[2,1]},"2":{"white":3,"black":4,"game":[1,1]}"#;
    fold(&mut history, &list(linked));
    assert_eq!([game_of(&history, 1), game_of(&history, 2)], [Some((1, 1)), Some((2, 1))]);
    let mut json = history.event().to_json();
    let pairings = &mut json.tournaments.get_mut("A").expect("it").rounds.get_mut(&1).expect("it").pairings;
    pairings.values_mut().for_each(|it| it.game = Some((2, 1)));
    let state = EventOrderJson::State { event: Box::new(json) };
    history.obey(&EventOrder::read(&state).expect("it has a meaning")).expect("a state is read");
    assert_eq!([game_of(&history, 1), game_of(&history, 2)], [None, Some((2, 1))]);
}

#[test]
fn a_game_that_goes_on_stays_at_its_board_and_has_begun_after_an_undo() {
    let unpair = r#"{"do":"unpair","key":"A","round":1,"board":1}"#;
    let mut history = round(&[1]);
    give(&mut history, &list(OTHERS)).expect("the moves stay, and get other names");
    assert_eq!(game_of(&history, 1), Some((1, 1)));
    assert_eq!(give(&mut history, unpair), Err(Refusal::GameBegun(1)));
    give(&mut history, UNDO).expect("nothing came since");
    assert_eq!(game_of(&history, 1), Some((1, 1)));
    assert_eq!(give(&mut history, unpair), Err(Refusal::GameBegun(1)));
    // A list that exchanged the boards before the first move is not taken back after it.
    let mut history = round(&[]);
    give(&mut history, &list(EXCHANGED)).expect("nobody has moved");
    history.note_game(&at(2), GameNo { table: 2, game: 1 });
    assert_eq!(give(&mut history, UNDO), Err(Refusal::PairMoved { board: 2, to: 1 }));
}

#[test]
fn a_list_leaves_results_to_who_signed_them() {
    let result = r#"{"do":"result","key":"A","round":1,"board":1,"result":"1-0"}"#;
    let reversed = r#""1":{"white":2,"black":1},"2":{"white":3,"black":4}"#;
    let other_result = r#""1":{"white":1,"black":2,"result":"0-1"},"2":{"white":3,"black":4}"#;
    for lost in [reversed, OTHERS, EXCHANGED, other_result, r#""2":{"white":3,"black":4}"#] {
        let mut history = round(&[1]);
        give(&mut history, result).expect("a result");
        let before = history.event().clone();
        assert_eq!(give(&mut history, &list(lost)), Err(Refusal::HasResult(1)), "{lost}");
        assert_eq!(*history.event(), before);
    }
    // Taken back first, it bars nothing.
    let mut history = round(&[1]);
    give(&mut history, result).expect("a result");
    give(&mut history, &result.replace("1-0", "*")).expect("it is taken back");
    give(&mut history, &list(reversed)).expect("the moves stay");
    // A result that no electronic board has goes with its players.
    let mut history = round(&[]);
    give(&mut history, result).expect("a result");
    give(&mut history, &list(EXCHANGED)).expect("the players keep it");
    assert_eq!((pairing(&history, 1).result, pairing(&history, 2).result.is_some()), (None, true));
}

#[test]
fn a_list_that_is_taken_back_takes_the_results_along_that_it_brought() {
    let results = r#""1":{"white":1,"black":2,"result":"1-0"},"2":{"white":3,"black":4,"result":"1/2-1/2"}"#;
    for begun in [&[][..], &[1, 2]] {
        let mut history = round(begun);
        give(&mut history, r#"{"do":"result","key":"A","round":1,"board":2,"result":"1/2-1/2"}"#)
            .expect("it may");
        let before = history.event().clone();
        give(&mut history, &list(results)).expect("a result more");
        assert_eq!(history.decided_since(), []);
        give(&mut history, UNDO).expect("nothing was decided since");
        assert_eq!(*history.event(), before, "board 2 had its result before");
        // A result that another one took the place of stays, and that can be told.
        give(&mut history, &list(results)).expect("a result more");
        history.note_result(&at(1), game::ResultEntry::parse("0-1"), None);
        assert_eq!(history.decided_since(), [at(1)]);
        give(&mut history, UNDO).expect("the result stays");
        assert_eq!(pairing(&history, 1).result, game::ResultEntry::parse("0-1"));
    }
    // Other players go with the result that came with them, and the moves stay at the board.
    let mut history = round(&[1]);
    give(&mut history, &list(r#""1":{"white":5,"black":6,"result":"1-0"},"2":{"white":3,"black":4}"#))
        .expect("it may");
    give(&mut history, UNDO).expect("nothing was decided since");
    assert_eq!((pairing(&history, 1).players.white, pairing(&history, 1).result), (Some(1), None));
    assert_eq!(game_of(&history, 1), Some((1, 1)));
    // A round that came with all its results is not over without them.
    let mut history = History::default();
    give(&mut history, FOUR).expect("it is sound");
    let before = history.event().clone();
    give(&mut history, &list(results)).expect("it was played elsewhere");
    give(&mut history, UNDO).expect("nothing was decided since");
    assert_eq!(*history.event(), before);
}

#[test]
fn a_list_leaves_games_on_their_tables() {
    let first = r#"{"do":"enter","key":"A","first_table":2}"#;
    let mut history = round(&[1]);
    assert_eq!(give(&mut history, first), Err(Refusal::TableKept(1)));
    let mut history = round(&[]);
    give(&mut history, first).expect("nobody has moved");
    history.note_game(&at(1), GameNo { table: 2, game: 1 });
    assert_eq!(give(&mut history, UNDO), Err(Refusal::TableKept(1)), "it is played on table 2");
    // A board keeps the table that was chosen for it, with its game.
    let mut history = round(&[]);
    give(&mut history, r#"{"do":"table","key":"A","round":1,"board":1,"table":9}"#).expect("it is free");
    history.note_game(&at(1), GameNo { table: 9, game: 1 });
    give(&mut history, &list(OTHERS)).expect("the moves stay");
    assert_eq!((pairing(&history, 1).table, game_of(&history, 1)), (Some(9), Some((9, 1))));
}

#[test]
fn a_board_that_comes_back_to_its_table_has_its_game_again() {
    let table = r#"{"do":"table","key":"A","round":1,"board":1,"table":9}"#;
    for (begun, game) in [(&[][..], None), (&[1], Some((1, 1)))] {
        let mut history = round(begun);
        give(&mut history, table).expect("it is free");
        history.note_game(&at(1), GameNo { table: 9, game: 1 });
        give(&mut history, UNDO).expect("it has no result");
        assert_eq!((history.event().plan(9), game_of(&history, 1)), (Plan::Closed, game));
    }
}

/// Numbers that look like chance and are the same every time.
struct Lots(u64);

impl Lots {
    fn draw(&mut self, below: u16) -> u16 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        u16::try_from((self.0 >> 33) % u64::from(below)).expect("it is below")
    }

    /// Draws a list of up to three boards, most of them with pairs that were there before.
    fn list(&mut self) -> String {
        let mut players: Vec<u16> = (1..=6).collect();
        let mut pairings = Vec::new();
        for board in 1..=3 {
            let take =
                if self.draw(3) == 0 { usize::from(self.draw(5)) } else { 2 * usize::from(self.draw(3)) };
            let (one, two) = (take % players.len(), (take + 1) % players.len());
            let (mut white, mut black) = (players[one], players[two]);
            if self.draw(6) == 0 {
                (white, black) = (black, white);
            }
            players.retain(|player| ![white, black].contains(player));
            let more = match self.draw(8) {
                0 => format!(r#","table":{}"#, self.draw(6) + 1),
                1 => r#","result":"1-0""#.to_owned(),
                2 => format!(r#","game":[{},{}]"#, self.draw(3) + 1, self.draw(3) + 1),
                _ => String::new(),
            };
            if self.draw(7) > 0 {
                pairings.push(format!(r#""{board}":{{"white":{white},"black":{black}{more}}}"#));
            }
        }
        list(&pairings.join(","))
    }

    fn order(&mut self) -> String {
        let of = format!(r#""key":"A","round":1,"board":{}"#, self.draw(3) + 1);
        match self.draw(11) {
            0..=2 => self.list(),
            3 | 4 => UNDO.to_owned(),
            5 => format!(r#"{{"do":"swap-boards",{of},"with":{}}}"#, self.draw(3) + 1),
            6 => format!(r#"{{"do":"swap-colors",{of}}}"#),
            7 => format!(r#"{{"do":"table",{of},"table":{}}}"#, self.draw(6) + 1),
            8 => format!(r#"{{"do":"result",{of},"result":"{}"}}"#, ["1-0", "*"][usize::from(self.draw(2))]),
            9 => format!(r#"{{"do":"adjourned",{of},"adjourned":{}}}"#, self.draw(2) == 0),
            _ => match self.draw(2) {
                0 => format!(r#"{{"do":"unpair",{of}}}"#),
                _ => format!(r#"{{"do":"enter","key":"A","first_table":{}}}"#, self.draw(3) + 1),
            },
        }
    }
}

/// Returns the pairings of the round, if it was not taken back.
fn pairings(history: &History) -> impl Iterator<Item = &Pairing> {
    let rounds = history.event().tournaments.values().flat_map(|it| it.rounds.values());
    rounds.flat_map(|round| round.pairings.values())
}

/// Returns the results of the round with those who signed them.
fn signed(history: &History) -> BTreeSet<String> {
    let signed = pairings(history).filter(|it| it.result.is_some());
    signed.map(|it| format!("{:?} {:?}", it.players, it.result)).collect()
}

#[test]
fn no_game_belongs_to_two_pairings_whatever_is_ordered() {
    let (mut given, mut refused) = (0, 0);
    for seed in 0..1_000 {
        let mut lots = Lots(seed);
        // Half of them as a person gives them now, half as an earlier version carried them out.
        let is_live = seed % 2 == 0;
        let mut history = round(&[]);
        let mut last_game = 0;
        for _ in 0..30 {
            let json = lots.order();
            let before = signed(&history);
            let done = if is_live { give(&mut history, &json) } else { history.obey(&read(&json)) };
            *if done.is_ok() { &mut given } else { &mut refused } += 1;
            if is_live && json.contains("rounds") {
                assert!(before.is_subset(&signed(&history)), "seed {seed}: {json} took a result away");
            }
            let table = lots.draw(7) + 1;
            if let Plan::Play(at) = history.event().plan(table) {
                last_game += u32::from(lots.draw(2));
                history.note_game(&at, GameNo { table, game: last_game });
            }
            let games: Vec<GameNo> = pairings(&history).filter_map(|it| it.game).collect();
            let once: BTreeSet<GameNo> = games.iter().copied().collect();
            assert_eq!(games.len(), once.len(), "seed {seed}: {json} left {games:?}");
        }
    }
    assert!(given > 5_000 && refused > 2_000, "{given} were carried out, {refused} refused");
}
