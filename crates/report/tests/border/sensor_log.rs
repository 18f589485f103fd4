//! The border of the sensor log: text goes in, games, reports and incidents come out.

use crate::rig::{Rig, setup};
use hall::{BoardChoice, Body};
use laws::Edition;
use report::reconstruct::{Overrides, Reconstruction, reconstruct};
use report::sensorlog::{Header, LogEntry};
use report::{Export, game_json};
use serde_json::{Value, json};
use shakmaty::Board;

const HEADER: &str = r#"{"sensorlog":1,"sensing":"piece","edition":"ru20"}"#;
const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

fn made(text: &str) -> Reconstruction {
    reconstruct(text, Overrides::default()).expect("the header is sound")
}

/// Makes a log of acts of hands such as `-e2 +Pe4 !w`, 300 ms apart; `~900` waits 900 ms instead.
fn log(hands: &str) -> String {
    let mut lines = vec![HEADER.to_owned(), json!({"t": 0, "board": ARRAY}).to_string()];
    let mut t = 1_000;
    for word in hands.split_whitespace() {
        let (kind, rest) = word.split_at(1);
        if kind == "~" {
            t += rest.parse::<u64>().expect("milliseconds") - 300;
            continue;
        }
        t += 300;
        lines.push(match kind {
            "-" => json!({"t": t, "sq": rest, "is": ""}).to_string(),
            "+" => json!({"t": t, "sq": &rest[1..], "is": &rest[..1]}).to_string(),
            _ => json!({"t": t, "press": if rest == "w" { "white" } else { "black" }}).to_string(),
        });
    }
    lines.join("\n")
}

fn report_of(told: &Reconstruction) -> Value {
    let game = told.games.last().expect("there is always a game");
    serde_json::from_str(&game_json::report("x.sensorlog", game)).expect("a report is JSON")
}

#[test]
fn moves_come_out_with_their_trace() {
    let told = made(&log("-e2 +Pe4 !w -e7 +pe5 !b"));
    assert!(told.bad_lines.is_empty(), "{:?}", told.bad_lines);
    let report = report_of(&told);
    assert_eq!(report["file"], "x.sensorlog");
    assert_eq!(report["moves"], json!(["e2e4", "e7e5"]));
    assert_eq!(report["final_fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_eq!((&report["result"], &report["proposed_result"]), (&json!("*"), &Value::Null));
    for key in ["asked", "illegal", "unexplained"] {
        assert_eq!(report[key], json!([]), "{key}");
    }
    let trace: Vec<String> = game_json::trace(&told.games[0]).collect();
    assert!(
        trace.contains(&r#"{"t":1900,"ply":1,"move":"e2e4","state":"completed"}"#.to_owned()),
        "{trace:?}"
    );
}

#[test]
fn an_illegal_move_is_reported_with_its_incident_and_its_end() {
    let told = made(&log("-e2 +Pe5 !w ~1500 -e5 +Pe4 !w"));
    let report = report_of(&told);
    assert_eq!(report["moves"], json!(["e2e4"]));
    let illegal = report["illegal"].as_array().expect("a list");
    assert_eq!((illegal.len(), &illegal[0]["ply"], &illegal[0]["stands"]), (1, &json!(1), &json!(false)));
    let incidents = &told.games[0].incidents;
    // The second press belongs to the legal move: the clock has counted one too many.
    let rules: Vec<&str> = incidents.iter().map(|incident| incident.rule.name()).collect();
    assert_eq!(rules, ["illegal-move-completed", "move-counter"]);
    let line: Value =
        serde_json::from_str(&game_json::incident(Some("table3.sensorlog"), &incidents[0])).expect("JSON");
    assert_eq!(
        (&line["file"], &line["rule"]),
        (&json!("table3.sensorlog"), &json!("illegal-move-completed"))
    );
    assert_eq!(
        (&line["kind"], &line["by"], &line["audience"]),
        (&json!("violation"), &json!("white"), &json!("arbiter"))
    );
    let articles = line["articles"].as_array().expect("a list");
    assert_eq!(articles[..2], [json!("RU20 7.5.1"), json!("RU20 7.5.5")]);
    assert!(articles.iter().all(|article| article.as_str().is_some_and(|a| a.starts_with("RU20 "))));
    assert_eq!(line["remedy"]["opponent_ms"], 120_000);
    assert_eq!(line["remedy"]["restore_fen"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(line["remedy"]["legal"].as_array().map(Vec::len), Some(2), "e3 and e4: {line}");
    assert!(line["closed_t"].is_u64(), "{line}");
    let overrides = Overrides { edition: Some(Edition::Pl09), discipline: None };
    let told = reconstruct(&log("-e2 +Pe5 !w"), overrides).expect("the header is sound");
    assert_eq!(told.games[0].incidents[0].articles[0], "PL09 7.4(a)");
}

#[test]
fn bad_lines_are_named_and_the_rest_is_used() {
    let good = log("-e2 +Pe4 !w");
    let mut lines: Vec<&str> = good.lines().collect();
    lines.insert(2, "not JSON");
    lines.insert(3, "");
    lines.insert(4, r#"{"t":0,"sq":"z9","is":""}"#);
    lines.insert(5, r#"{"t":0,"sq":"e4","is":"pawn"}"#);
    lines.insert(6, r#"{"t":0,"sq":"e4"}"#);
    lines.insert(7, r#"{"t":0,"mood":"good"}"#);
    lines.insert(8, r#"{"sq":"e4","is":"P"}"#);
    lines.insert(9, r#"{"t":0,"command":{"cmd":"choose","ply":40,"move":"e2e4"}}"#);
    lines.insert(10, r#"[0,"e4",""]"#);
    lines.push(r#"{"t":100,"mood":"good"}"#);
    let told = made(&lines.join("\n"));
    let numbers: Vec<usize> = told.bad_lines.iter().map(|bad| bad.line).collect();
    assert_eq!(numbers, [3, 5, 6, 7, 9, 10, 11, lines.len()], "{:?}", told.bad_lines);
    assert!(told.bad_lines.last().expect("there").why.starts_with("t goes back from 1900 to 100"));
    assert_eq!(report_of(&told)["moves"], json!(["e2e4"]));
}

#[test]
fn a_log_without_a_header_is_refused_in_a_sentence() {
    for (text, why) in [
        ("", "empty"),
        ("\n\n", "empty"),
        ("{\"t\":0}", "header"),
        (r#"[1,"piece"]"#, "header"),
        (r#"{"sensorlog":2,"sensing":"piece"}"#, "version 2"),
        (r#"{"sensorlog":1,"sensing":"smell"}"#, "sensing"),
        (r#"{"sensorlog":1,"sensing":"piece","variant":"atomic"}"#, "variant"),
        (r#"{"sensorlog":1,"sensing":"piece","edition":"x"}"#, "edition"),
        (r#"{"sensorlog":1,"sensing":"piece","settings":{"illegal_bonus_min":45}}"#, "write 0 to 10 minutes"),
        (r#"{"sensorlog":1,"sensing":"piece","start":"8/8/8/8/8/8/8/8 w - - 0 1"}"#, "start"),
    ] {
        let refused = reconstruct(text, Overrides::default()).expect_err(text);
        assert!(refused.contains(why), "{text}: {refused}");
    }
}

#[test]
fn a_header_is_written_as_it_was_read() {
    for line in [
        r#"{"sensorlog":1,"sensing":"piece"}"#,
        r#"{"sensorlog":1,"sensing":"occupancy","variant":"chess960","clock":false,"scan_ms":50}"#,
        r#"{"sensorlog":1,"sensing":"piece","start":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1","white":"Żak \"Z\"","black":"B","time_control":"90*60+30","edition":"pl09","discipline":"blitz","supervised":true,"later":[1]}"#,
    ] {
        let header = Header::parse(line).expect("the header is sound");
        assert_eq!(Header::parse(&header.emit()), Ok(header), "{line}");
    }
}

#[test]
fn each_kind_of_line_is_written_as_it_was_read() {
    for line in [
        r#"{"t":0,"board":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}"#,
        r#"{"t":0,"occupied":"ffff00000000ffff"}"#,
        r#"{"t":812,"sq":"e2","is":""}"#,
        r#"{"t":1290,"sq":"e4","is":"P"}"#,
        r#"{"t":1290,"sq":"e4","is":"*"}"#,
        r#"{"t":2100,"clock":{"white_ms":5398000,"black_ms":5400000,"running":"black"}}"#,
        r#"{"t":2100,"clock":{"white_ms":5398000,"black_ms":5400000,"running":null}}"#,
        r#"{"t":2100,"clock":{"white_ms":5398000,"black_ms":5400000,"running":null,"lever":"white"}}"#,
        r#"{"t":2090,"press":"white"}"#,
        r#"{"t":9000,"flag":"white"}"#,
        r#"{"t":9100,"gap_ms":4200}"#,
        r#"{"t":2100,"rx":"8e05341b"}"#,
        r#"{"t":2100,"sq":"e4","result_piece":"1/2-1/2"}"#,
        r#"{"t":60000,"command":{"cmd":"result","result":"1-0"}}"#,
    ] {
        let entry = LogEntry::parse(line).expect(line);
        assert_eq!(entry.emit().as_deref(), Some(line));
    }
}

#[test]
fn a_board_that_stands_the_other_way_round_is_read_aright() {
    let turn = |sq: &str| {
        let (file, rank) = (sq.as_bytes()[0], sq.as_bytes()[1]);
        format!("{}{}", char::from(b'a' + b'h' - file), char::from(b'1' + b'8' - rank))
    };
    let rotated: Vec<String> = log("-e2 +Pe4 !w -e7 +pe5 !b")
        .lines()
        .map(|line| {
            let mut value: Value = serde_json::from_str(line).expect("JSON");
            if let Some(sq) = value.get("sq").and_then(Value::as_str) {
                value["sq"] = turn(sq).into();
            }
            if value.get("board").is_some() {
                value["board"] = "RNBKQBNR/PPPPPPPP/8/8/8/8/pppppppp/rnbkqbnr".into();
            }
            value.to_string()
        })
        .collect();
    let told = made(&rotated.join("\n"));
    assert_eq!(report_of(&told)["moves"], json!(["e2e4", "e7e5"]));
}

#[test]
fn the_export_of_a_table_gives_the_same_game_as_the_journal() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any, BoardChoice::Any]));
    rig.plug(1, "111", &Board::default());
    rig.plug(2, "222", &Board::default());
    rig.run(6_000);
    rig.play(1, "e2e4");
    rig.play(2, "d2d4 d7d5 c2c4 d5c4");
    rig.input(hall::Input::Lost { link: 2 });
    rig.run(4_000);
    rig.open(2);
    rig.run(6_000);
    rig.play(2, "e2e3");
    let mut export = Export::new(2);
    let lines: Vec<String> = rig
        .journal
        .iter()
        .zip(1..)
        .flat_map(|(line, seq)| export.feed(seq, Body::parse(line).expect("the journal is readable")))
        .collect();
    let told = made(&lines.join("\n"));
    assert!(told.bad_lines.is_empty(), "{:?}", told.bad_lines);
    let report = report_of(&told);
    assert_eq!(report["moves"], json!(["d2d4", "d7d5", "c2c4", "d5c4", "e2e3"]));
    assert_eq!(report["unexplained"], json!([]));
    assert_eq!(told.header.names.white, "White, One");
    let of_journal: Vec<u32> =
        rig.hall.table(2).expect("there").score().plies.iter().filter_map(|ply| ply.left_ms).collect();
    let of_log: Vec<u32> = told.games[0].score.plies.iter().filter_map(|ply| ply.left_ms).collect();
    assert_eq!(of_journal, of_log);
}

/// Without a clock every last ply stays open, and on a board of squares many lines cost the same.
#[test]
fn a_square_that_reads_occupied_for_ever_brings_no_more_lines_than_are_kept() {
    assert_eq!(made(include_str!("stuck_square.sensorlog")).bad_lines, []);
}

/// Black takes the knight on d5 and leaves it on a2, where it could have gone to. White presses once more, so that the knight's
/// move to a2 costs less from then on. It denies what stood at the press for d5.
#[test]
fn a_question_about_a_position_that_stood_is_not_closed_by_a_price() {
    let placement = "r3kb1r/ppnbp1p1/8/2p4p/2Ppp1n1/P1N5/1RPBPPPP/3QKB1R";
    let hands = "-c3 +Nd5 !w ~1800 -c7 -d5 +nd5 +Na2 !w ~1800 -c4 +Pd5 !w ~2800 -e8 +kc8 -a8 +rd8 !b";
    let start = format!(r#","start":"{placement} w Kkq - 4 16"}}"#);
    let text = log(hands).replace(ARRAY, placement).replacen('}', &start, 1);
    let report = report_of(&made(&text));
    assert_eq!(report["moves"], json!(["c3a2", "c7d5", "c4d5", "e8c8"]));
    assert_eq!(report["asked"][0]["alternatives"], json!(["c3a2", "c3d5"]));
}
