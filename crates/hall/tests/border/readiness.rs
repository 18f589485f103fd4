//! The list of what is missing before a round: halls whose boards are right, wrong, lost or not there.

use crate::rig::{Rig, setup};
use board::dgt::{ClockState, DeviceOptions};
use board::{Contents, Maker, SensorHealth, homemade};
use hall::readiness::{Lack, Missing, Severity};
use hall::{BoardChoice, HallSetup, Input};
use laws::Language;
use laws::reports::round_check::Unready;
use shakmaty::{Bitboard, Board, ByColor, Color, Square};
use std::collections::BTreeSet;
use tournament::EventCommandJson;

const CONTROL: &str = "90*60+30";
const MS: u32 = 5_400_000;

/// Three boards' players and pairings.
const ENTERED: &str = r#"{"do":"enter","key":"A","players":{"1":{"name":"Nowak, Anna"},"2":{"name":"Kowalski, Jan"},
    "3":{"name":"Wiśniewska, Ewa"},"4":{"name":"Mazur, Piotr"},"5":{"name":"Lis, Adam"},"6":{"name":"Wójcik, Maja"}},"rounds":{
    "1":{"pairings":{"1":{"white":1,"black":2},"2":{"white":3,"black":4},"3":{"white":5,"black":6}}}}}"#;

fn order(rig: &mut Rig, json: &str) {
    let command = serde_json::from_str::<EventCommandJson>(json).expect("it has the form of an order");
    rig.input(Input::Event(Box::new(command)));
}

/// Returns a hall of three tables, with boards and clocks as they should be.
fn hall(time_control: &str) -> Rig {
    let setup = setup(&[BoardChoice::Any, BoardChoice::Any, BoardChoice::Any]);
    let mut rig = Rig::new(HallSetup { time_control: time_control.to_owned(), ..setup });
    for link in 1..=3 {
        rig.plug(link, &format!("{link}1111"), &Board::default());
    }
    rig.run(5_000);
    (1..=3).for_each(|link| sets(&mut rig, link, MS, None, Color::White));
    order(&mut rig, ENTERED);
    rig.run(3_000);
    rig
}

fn sets(rig: &mut Rig, link: u32, ms: u32, running: Option<Color>, lever: Color) {
    let t_ms = rig.t_ms;
    rig.device(link)
        .set_clock(t_ms, ClockState { left_ms: ByColor { white: ms, black: ms }, running, lever });
}

/// Returns what is missing, except that most pairings here leave players out.
fn missing(rig: &Rig) -> impl Iterator<Item = Missing> {
    rig.hall.readiness(None).into_iter().filter(|it| !matches!(it.lack, Lack::NotPaired(..)))
}

/// Returns the list as kinds, boards and tables.
fn list(rig: &Rig) -> Vec<(&'static str, Option<u16>, Option<u16>)> {
    missing(rig).map(|it| (it.kind(), it.board, it.table)).collect()
}

fn lacks(rig: &Rig) -> Vec<Lack> {
    missing(rig).map(|it| it.lack).collect()
}

#[test]
fn a_hall_that_is_ready_lacks_nothing() {
    let rig = hall(CONTROL);
    assert_eq!(list(&rig), []);
    assert_eq!(rig.hall.readiness(Some(("A", 1))), []);
    // A closed table's game hears nothing of its board; the list sees the board all the same.
    assert!(rig.hall.tables().all(|table| *table.plan() == tournament::Plan::Closed));
}

#[test]
fn wrong_pieces_and_clocks_are_listed_and_vanish_when_they_are_put_right() {
    let mut rig = hall(CONTROL);
    rig.put(1, Square::D1, Contents::Piece(Color::White.king()));
    rig.put(1, Square::E1, Contents::Piece(Color::White.queen()));
    sets(&mut rig, 2, MS - 600_000, None, Color::White);
    sets(&mut rig, 3, MS, Some(Color::White), Color::White);
    rig.run(3_000);
    let found = list(&rig);
    let wanted = [("pieces", 1), ("clock-setting", 2), ("clock-running", 3)];
    assert_eq!(found, wanted.map(|(kind, number)| (kind, Some(number), Some(number))));
    let Lack::Unready(Unready::Pieces(squares)) = &lacks(&rig)[0] else { panic!("{:?}", lacks(&rig)) };
    assert_eq!(squares[..], [Square::D1, Square::E1]);
    assert_eq!(
        rig.hall.readiness(None)[0].phrase().text(Language::English),
        "Not as in the start position: d1, e1."
    );

    rig.put(1, Square::D1, Contents::Piece(Color::White.queen()));
    rig.put(1, Square::E1, Contents::Piece(Color::White.king()));
    sets(&mut rig, 2, MS, None, Color::White);
    sets(&mut rig, 3, MS, None, Color::Black);
    rig.run(3_000);
    assert_eq!(list(&rig), [("clock-lever", Some(3), Some(3))]);
    assert_eq!(rig.hall.readiness(None)[0].severity(), Severity::Look, "a press puts it right");
}

#[test]
fn the_position_of_the_round_before_is_no_list_of_squares() {
    let mut rig = hall(CONTROL);
    Square::ALL.into_iter().filter(|square| u32::from(square.rank()) < 2).for_each(|square| {
        rig.put(2, square, Contents::Empty);
    });
    rig.run(3_000);
    assert_eq!(list(&rig), [("not-set-up", Some(2), Some(2))]);
}

#[test]
fn one_clock_that_differs_is_found_without_a_time_control() {
    let mut rig = hall("");
    assert_eq!(list(&rig), []);
    sets(&mut rig, 3, MS - 60_000, None, Color::White);
    rig.run(3_000);
    assert_eq!(list(&rig), [("clock-differs", Some(3), Some(3))]);
    // Three clocks with three times: nobody knows which one is right.
    sets(&mut rig, 2, MS - 120_000, None, Color::White);
    rig.run(3_000);
    assert_eq!(list(&rig), []);
}

#[test]
fn the_time_control_of_a_tournament_goes_before_that_of_the_hall() {
    let mut rig = hall("180+2");
    assert_eq!(list(&rig).iter().filter(|(kind, ..)| *kind == "clock-setting").count(), 3);
    order(&mut rig, &format!(r#"{{"do":"enter","key":"A","time_control":"{CONTROL}"}}"#));
    assert_eq!(list(&rig), []);
}

#[test]
fn a_lost_board_and_a_table_without_one_are_told_once_each() {
    let mut rig = hall(CONTROL);
    rig.input(Input::Lost { link: 2 });
    rig.run(1_000);
    assert_eq!(list(&rig), [("board-lost", Some(2), Some(2))]);
    order(&mut rig, r#"{"do":"board","table":2,"serial":"99999"}"#);
    rig.run(1_000);
    assert_eq!(list(&rig), [("no-board", Some(2), Some(2))]);
}

#[test]
fn a_clock_that_is_missing_is_told_where_one_is_expected() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any, BoardChoice::Any, BoardChoice::Any]));
    let options = |serial: &str, clock| DeviceOptions {
        serial: serial.to_owned(),
        long_serial: None,
        clock,
        ..DeviceOptions::default()
    };
    rig.plug_options(1, options("11111", true), &Board::default());
    rig.plug_options(2, options("22222", false), &Board::default());
    // To this board no clock can be connected.
    rig.add(3, Maker::ChessLink, DeviceOptions::default());
    rig.run(8_000);
    sets(&mut rig, 1, MS, None, Color::White);
    rig.run(3_000);
    assert_eq!(
        list(&rig),
        [("no-clock", None, Some(2))],
        "a hall without rounds is looked at table by table"
    );
}

#[test]
fn holes_and_names_and_numbers_are_told_with_their_boards() {
    let mut rig = hall(CONTROL);
    order(
        &mut rig,
        r#"{"do":"enter","key":"A","players":{"1":{"name":"Nowak, Anna","fide_id":7},"2":{"name":"","fide_id":7}},"rounds":{
            "1":{"pairings":{"1":{"white":1,"black":2},"2":{"white":3}}}}}"#,
    );
    assert_eq!(
        list(&rig),
        [("no-player", Some(2), Some(2)), ("no-name", Some(1), Some(1)), ("fide-id-twice", None, None)]
    );
    assert!(lacks(&rig).contains(&Lack::NoPlayer(Color::Black)));
    assert!(lacks(&rig).contains(&Lack::FideIdTwice(7, vec!["Nowak, Anna".to_owned(), "2".to_owned()])));
}

#[test]
fn a_withdrawn_player_who_is_paired_is_told_and_one_whom_nobody_paired() {
    let mut rig = hall(CONTROL);
    let told = |rig: &Rig| rig.hall.readiness(None).into_iter().map(|it| it.lack).collect::<Vec<_>>();
    assert_eq!(told(&rig), []);
    order(&mut rig, r#"{"do":"withdraw","key":"A","player":4,"after":0}"#);
    assert_eq!(told(&rig), [Lack::Withdrawn("Mazur, Piotr".to_owned(), 0)]);
    assert_eq!(list(&rig), [("withdrawn", Some(2), Some(2))]);
    let pairs = |unpaired: &str| {
        format!(
            r#"{{"do":"enter","key":"A","rounds":{{"1":{{"pairings":{{"1":{{"white":1,"black":2}}}},"unpaired":{unpaired}}}}}}}"#
        )
    };
    order(&mut rig, &pairs(r#"{"3":"full-bye"}"#));
    let idle = ["Lis, Adam", "Wójcik, Maja"].map(str::to_owned).to_vec();
    assert_eq!(told(&rig), [Lack::NotPaired(2, idle)], "who has withdrawn need not be paired");
    order(&mut rig, &pairs(r#"{"3":"full-bye","5":"half-bye","6":"zero-bye"}"#));
    assert_eq!(told(&rig), []);
    // Whoever is left over in a round robin has a free round.
    order(&mut rig, &pairs("{}"));
    assert_eq!(told(&rig).len(), 1);
    order(&mut rig, r#"{"do":"enter","key":"A","system":"round-robin"}"#);
    assert_eq!(told(&rig), []);
}

#[test]
fn what_a_board_says_of_its_sensors_is_told() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.add(1, Maker::Home, DeviceOptions { scan_ms: 8, clock: true, ..DeviceOptions::default() });
    rig.run(5_000);
    // Two of the three pairings have no electronic board, and nothing is heard of the lever before its first press.
    order(&mut rig, ENTERED);
    let others = [Lack::ByHand(2), Lack::ClockUnheard];
    assert_eq!(lacks(&rig), others);
    let says = |rig: &mut Rig, dead: u64, stuck: u64, is_wiring_faulty: bool| {
        let device: &mut dyn std::any::Any = &mut **rig.device(1);
        let device: &mut homemade::Device = device.downcast_mut().expect("a home-made board");
        let (dead, stuck) = (Bitboard(dead), Bitboard(stuck));
        device.set_sensor_health(SensorHealth { dead, stuck, is_wiring_faulty });
        rig.run(61_000);
        lacks(rig).into_iter().filter(|lack| !others.contains(lack)).collect::<Vec<_>>()
    };
    let (a1, e4) = (1, 1 << 28);
    assert_eq!(says(&mut rig, a1, 0, false), [Lack::DeadSensors(vec![Square::A1])]);
    assert_eq!(says(&mut rig, 0, 0, true), [Lack::Wiring]);
    assert_eq!(says(&mut rig, 0, u64::MAX, false), [], "pieces have stood there ever since");
    rig.put(1, Square::E4, Contents::Occupied);
    let wrong = Lack::Unready(Unready::Pieces(vec![Square::E4]));
    assert_eq!(says(&mut rig, 0, e4, false), [Lack::StuckSensors(vec![Square::E4]), wrong.clone()]);
    assert_eq!(says(&mut rig, 0, 0, false), [wrong, Lack::DoubtedSensors(vec![Square::E4])]);
}

/// A round of fifty boards with faults that a seed chooses: the list names their tables, and no other.
#[test]
fn of_fifty_boards_exactly_the_wrong_ones_are_named() {
    const BOARDS: u16 = 50;
    for seed in 1..=5_u64 {
        let mut drawn = seed;
        let tables = setup(&vec![BoardChoice::Any; usize::from(BOARDS)]);
        let mut rig = Rig::new(HallSetup { time_control: CONTROL.to_owned(), ..tables });
        for link in 1..=u32::from(BOARDS) {
            rig.plug(link, &format!("{:05}", 20_000 + link), &Board::default());
        }
        rig.run(5_000);
        let players: Vec<String> =
            (1..=2 * BOARDS).map(|number| format!(r#""{number}":{{"name":"Player {number}"}}"#)).collect();
        let pairings: Vec<String> = (1..=BOARDS)
            .map(|board| format!(r#""{board}":{{"white":{},"black":{}}}"#, 2 * board - 1, 2 * board))
            .collect();
        order(
            &mut rig,
            &format!(
                r#"{{"do":"enter","key":"A","players":{{{}}},"rounds":{{"1":{{"pairings":{{{}}}}}}}}}"#,
                players.join(","),
                pairings.join(",")
            ),
        );
        let mut wrong = BTreeSet::new();
        for link in 1..=u32::from(BOARDS) {
            drawn = drawn.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let fault = (drawn >> 33) % 12;
            let table = rig.hall.link(link).and_then(hall::Link::table).expect("every board has a table");
            let ms = if fault == 0 { MS - 60_000 } else { MS };
            sets(&mut rig, link, ms, (fault == 1).then_some(Color::White), Color::White);
            match fault {
                2 => rig.put(link, Square::E2, Contents::Empty),
                3 => rig.put(link, Square::D8, Contents::Piece(Color::Black.king())),
                4 => rig.unplug(link),
                _ => {}
            }
            if fault <= 4 {
                wrong.insert(table);
            }
        }
        rig.run(3_000);
        let stops = |it: &Missing| it.severity() == Severity::Stop;
        let named: BTreeSet<u16> = missing(&rig).filter(stops).filter_map(|it| it.table).collect();
        assert_eq!(named, wrong, "seed {seed}");
        assert!(wrong.len() > 5, "seed {seed} has faults");
    }
}

#[test]
fn a_lever_that_was_pressed_is_heard_until_its_board_is_lost() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.add(1, Maker::Home, DeviceOptions { scan_ms: 8, clock: true, ..DeviceOptions::default() });
    rig.run(5_000);
    order(&mut rig, ENTERED);
    assert_eq!(lacks(&rig), [Lack::ByHand(2), Lack::ClockUnheard]);
    sets(&mut rig, 1, MS, Some(Color::Black), Color::Black);
    rig.run(1_000);
    assert_eq!(lacks(&rig), [Lack::ByHand(2)]);
    rig.unplug(1);
    rig.run(1_000);
    assert!(!lacks(&rig).contains(&Lack::ClockUnheard), "a board that is lost is told of as lost");
    rig.open(1);
    rig.run(5_000);
    assert_eq!(lacks(&rig), [Lack::ByHand(2), Lack::ClockUnheard]);
}

#[test]
fn one_square_that_reads_otherwise_may_be_its_sensor() {
    let mut rig = hall(CONTROL);
    rig.put(1, Square::D1, Contents::Empty);
    rig.run(3_000);
    assert_eq!(list(&rig), [("pieces", Some(1), Some(1)), ("sensor-doubt", Some(1), Some(1))]);
    rig.put(1, Square::E1, Contents::Empty);
    rig.put(1, Square::F1, Contents::Empty);
    rig.run(3_000);
    assert_eq!(list(&rig), [("pieces", Some(1), Some(1))], "three pieces are missing");
}

#[test]
fn boards_without_electronics_are_counted_once() {
    let mut rig = hall(CONTROL);
    order(
        &mut rig,
        r#"{"do":"enter","key":"A","players":{"7":{"name":"Seven"},"8":{"name":"Eight"},"9":{"name":"Nine"},"10":{"name":"Ten"}},
            "rounds":{"1":{"pairings":{"1":{"white":1,"black":2},"2":{"white":3,"black":4},"3":{"white":5,"black":6},
            "4":{"white":7,"black":8},"5":{"white":9,"black":10}}}}}"#,
    );
    assert_eq!(lacks(&rig), [Lack::ByHand(2)]);
    // Where the hall has enough tables, a table that it does not have is a mistake.
    order(
        &mut rig,
        r#"{"do":"enter","key":"A","rounds":{"1":{"pairings":{"1":{"white":1,"black":2},"2":{"white":3,"black":4,"table":9}}}}}"#,
    );
    assert_eq!(list(&rig), [("no-table", Some(2), Some(9))]);
    order(
        &mut rig,
        r#"{"do":"enter","key":"A","rounds":{"1":{"pairings":{"1":{"white":1,"black":2},"2":{"white":3,"black":4,"table":1}}}}}"#,
    );
    assert_eq!(list(&rig), [("table-twice", Some(2), Some(1))]);
}

#[test]
fn the_round_before_has_to_be_over() {
    let mut rig = hall(CONTROL);
    order(&mut rig, r#"{"do":"open","key":"A","round":1}"#);
    assert_eq!(list(&rig), [], "the round is open, and nobody has moved");
    order(&mut rig, r#"{"do":"result","key":"A","round":1,"board":1,"result":"1-0"}"#);
    let found = lacks(&rig);
    assert_eq!(found, [Lack::NoResult(1, vec![2, 3]), Lack::NoPairings(2)]);
    let next = r#"{"do":"enter","key":"A","rounds":{"2":{"pairings":{"1":{"white":3,"black":1},"2":{"white":2,"black":4}}}}}"#;
    order(&mut rig, next);
    assert_eq!(lacks(&rig), [Lack::NoResult(1, vec![2, 3])], "table 2 still plays round 1");
    order(&mut rig, r#"{"do":"undo"}"#);
    for board in [2, 3] {
        order(&mut rig, &format!(r#"{{"do":"result","key":"A","round":1,"board":{board},"result":"1-0"}}"#));
    }
    assert_eq!(lacks(&rig), [Lack::NotEnded(1), Lack::NoPairings(2)]);
    order(&mut rig, r#"{"do":"close","key":"A","round":1}"#);
    order(&mut rig, r#"{"do":"enter","key":"A","rounds":{"2":{"pairings":{"1":{"white":2,"black":1}}}}}"#);
    assert_eq!(list(&rig), []);
    assert_eq!(rig.hall.readiness(Some(("A", 3)))[0].lack, Lack::NoPairings(3));
    assert_eq!(rig.hall.readiness(Some(("B", 1)))[0].lack, Lack::NoPairings(1));
}

#[test]
fn one_number_for_two_boards_or_two_tables_is_told() {
    let claims = |serial: &str| BoardChoice::Serial(serial.to_owned());
    let mut rig = Rig::new(setup(&[claims("00011111"), BoardChoice::Any]));
    rig.plug(1, "11111", &Board::default());
    rig.plug(2, "11111", &Board::default());
    rig.run(8_000);
    assert!(lacks(&rig).iter().any(
        |lack| matches!(lack, Lack::SerialTwice(serial, ports) if serial == "11111" && ports.len() == 2)
    ));
    let twice = |rig: &Rig| {
        lacks(rig).iter().any(|lack| matches!(lack, Lack::SerialClaimedTwice(_, tables) if *tables == [1, 2]))
    };
    order(&mut rig, r#"{"do":"board","table":2,"serial":"11111"}"#);
    assert!(!twice(&rig), "the two tables have exchanged their boards");
    let mut rig = Rig::new(setup(&[claims("00011111"), claims("11111")]));
    rig.plug(1, "11111", &Board::default());
    rig.run(8_000);
    assert!(twice(&rig));
}

#[test]
fn every_sentence_is_one_in_every_language() {
    let mut rig = hall("180+2");
    rig.input(Input::Lost { link: 2 });
    rig.put(1, Square::E2, Contents::Empty);
    order(
        &mut rig,
        r#"{"do":"enter","key":"A","rounds":{"1":{"pairings":{"1":{"white":1},"3":{"white":3,"black":5}}}}}"#,
    );
    rig.run(3_000);
    let found: Vec<Missing> = rig.hall.readiness(None);
    assert!(found.len() >= 4, "{found:?}");
    for missing in &found {
        let texts = Language::ALL
            .map(|language| (missing.phrase().text(language), missing.what_to_do().text(language)));
        let distinct: BTreeSet<_> = texts.iter().collect();
        assert_eq!(distinct.len(), 3, "{texts:?}");
        for (says, to_do) in &texts {
            assert!([says, to_do].iter().all(|text| text.ends_with('.') && !text.contains('{')), "{texts:?}");
        }
    }
    let grave: Vec<Severity> = found.iter().map(Missing::severity).collect();
    assert!(grave.is_sorted(), "what stops the round comes first");
}
