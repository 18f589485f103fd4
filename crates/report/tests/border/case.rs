//! A case out of a journal: what an arbiter is shown, with its errors, and what they must not be shown.

use crate::rig::{Rig, setup};
use board::Contents;
use game::Player;
use hall::record::Body;
use hall::{BoardChoice, Input, WallTime, WallTrust};
use journal::{Chain, ExcerptCutter, Expected, Finding, seal};
use laws::{Discipline, Edition, Profile};
use report::case::{Case, CaseProof, CaseSurvey, Gather, Handled, Span, When, page};
use shakmaty::{Board, Color, Piece, Square};

/// The time of day at journal time 0: 2026-11-21 13:00:00 UTC.
const WALL_MS: u64 = 1_795_266_000_000;

fn say(rig: &mut Rig, json: &str) {
    let command = serde_json::from_str(json).expect("a command");
    // A refusal is shown in the case.
    let _refused = rig.try_input(Input::Command { table: 1, command });
}

/// Plays 1. e4 e5, a knight touched, 2. Bb4 pressed and claimed, put right, 2. Bc4 Nc6; table 2 plays too.
fn journal() -> Vec<String> {
    let mut hall = setup(&[BoardChoice::Any, BoardChoice::Any]);
    hall.event = "Open <b>&</b>".to_owned();
    hall.profile = Profile::new(Edition::Ru20, Discipline::Standard, false);
    hall.tables[0].players.white = Player { name: "Kowalska, Anna".to_owned(), ..Player::default() };
    hall.tables[0].players.black =
        Player { name: "O'Neil </script><i>, Jan".to_owned(), ..Player::default() };
    let mut rig = Rig::new(hall);
    let wall = WallTime { wall_ms: WALL_MS, trust: Some(WallTrust::Synced), stepped_ms: None };
    rig.write(&Body::Wall { t_ms: 0, wall });
    rig.plug(1, "30042", &Board::default());
    rig.plug(2, "30043", &Board::default());
    rig.run(5_000);
    rig.press(1, Color::Black);
    rig.play(1, "e2e4 e7e5");
    rig.play(2, "d2d4 d7d5");
    let piece = |letter: char| Contents::Piece(Piece::from_char(letter).expect("a piece"));
    rig.put(1, Square::G1, Contents::Empty);
    rig.run(900);
    rig.put(1, Square::G1, piece('N'));
    rig.run(2_000);
    rig.play(1, "f1b4");
    rig.run(3_000);
    say(&mut rig, r#"{"cmd":"claim","by":"black","kind":"illegal","author":"Nowak"}"#);
    rig.run(8_000);
    say(&mut rig, r#"{"cmd":"rule","incident":1,"decision":"confirm","author":"Nowak"}"#);
    say(&mut rig, r#"{"cmd":"note","text":"Kowalska touched the knight","author":"Nowak"}"#);
    say(&mut rig, r#"{"cmd":"choose","ply":99,"move":"c4d5","author":"operator"}"#);
    rig.put(1, Square::B4, Contents::Empty);
    rig.run(500);
    rig.put(1, Square::F1, piece('B'));
    rig.run(6_000);
    rig.play(1, "f1c4 b8c6");
    rig.journal
}

fn case(journal: &[String], span: Span, anonymous: bool) -> Result<(Case, String), String> {
    let bodies = || journal.iter().zip(1..).map(|(line, seq)| (seq, Body::parse(line).expect("readable")));
    let mut survey = CaseSurvey::new(3600);
    bodies().for_each(|(seq, body)| survey.feed(seq, body));
    let mut gather = Gather::new(survey.window(1, None, span)?, anonymous);
    let mut chain = Chain::new();
    for (seq, body) in bodies() {
        let check = chain.extend(journal[seq as usize - 1].as_bytes());
        let line = format!("{} {}", String::from_utf8_lossy(&check), journal[seq as usize - 1]);
        gather.feed(seq, &line, body);
    }
    let mut proof = CaseProof { end: (chain.seq(), chain.head()), ..CaseProof::default() };
    if let Some(range) = gather.range().filter(|_| !anonymous) {
        let mut cutter = ExcerptCutter::new(range);
        journal.iter().for_each(|line| cutter.feed(line));
        proof.excerpt = cutter.finish();
    }
    let case = gather.finish()?;
    let text = page(&case, "<svg></svg>", &proof);
    let end = seal::end(&text, None);
    Ok((case, text + &end))
}

const WHOLE: Span = Span::Times { from: None, to: None };

#[test]
fn a_case_holds_what_was_touched_moved_found_and_decided() {
    let (case, page) = case(&journal(), Span::Plies { from: 3, to: 4 }, false).expect("a case");
    assert_eq!(case.before.standing.fen(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    let squares: Vec<(String, (usize, usize))> = case
        .touches
        .items
        .iter()
        .filter_map(|touch| match touch.what {
            Handled::Square { square, .. } => Some((square.to_string(), touch.place)),
            Handled::Press(_) | Handled::Flag(_) | Handled::Gap(_) => None,
        })
        .collect();
    let names: Vec<&str> = squares.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[..4], ["g1", "g1", "f1", "b4"], "the knight was touched before the bishop");
    assert!(squares[0].1.1 < squares[2].1.0, "and that is certain: {squares:?}");
    let incident = case.incidents.items.first().expect("the illegal move was found");
    assert_eq!(incident.articles[..2], ["RU20 7.5.1", "RU20 7.5.5"]);
    for part in [
        "RU20 7.5.1, RU20 7.5.5",
        "illegal-move-completed (violation)",
        "Rules of the sport Chess, Russia 2020 (RU20), standard play",
        "white knight lifted",
        "f1 to b4, which no rule allows",
        "It advises; the arbiter decides.",
        "<th scope=\"col\">Author</th>",
        "lang=\"en\"",
        "journal time 0:00:",
    ] {
        assert!(page.contains(part), "{part} is not in the page");
    }
}

#[test]
fn a_decision_has_its_author_and_a_refusal_its_reason() {
    let (case, _) = case(&journal(), WHOLE, false).expect("a case");
    let said: Vec<(Option<&str>, bool)> = case
        .decisions
        .items
        .iter()
        .map(|decision| (decision.command.author.as_deref(), decision.refusal.is_none()))
        .collect();
    let nowak = Some("Nowak");
    assert_eq!(said, [(nowak, true), (nowak, true), (nowak, true), (Some("operator"), false)]);
}

#[test]
fn a_case_is_found_by_plies_by_journal_time_and_by_the_time_of_day() {
    let journal = journal();
    let (by_ply, _) = case(&journal, Span::Plies { from: 3, to: 4 }, false).expect("a case");
    let (from_ms, to_ms) = (by_ply.window.from_ms, by_ply.window.to_ms);
    let times = Span::Times { from: Some(When::Journal(from_ms)), to: Some(When::Journal(to_ms)) };
    let (by_time, _) = case(&journal, times, false).expect("a case");
    assert_eq!(by_time.touches, by_ply.touches);
    // The offset is that of a place where it is 14:00.
    let of_day = |t_ms: u64| Some(When::OfDay(14 * 3_600_000 + t_ms as i64));
    let (by_day, _) =
        case(&journal, Span::Times { from: of_day(from_ms), to: of_day(to_ms) }, false).expect("a case");
    assert_eq!(by_day.touches, by_ply.touches);
    let refuse = |span: Span, part: &str| {
        let why = case(&journal, span, false).expect_err("there is no such case");
        assert!(why.contains(part), "{why}");
    };
    refuse(Span::Plies { from: 3, to: 40 }, "plies 1 to 4");
    refuse(Span::Plies { from: 0, to: 1 }, "plies 1 to 4");
    refuse(Span::Times { from: Some(When::OfDay(0)), to: None }, "it was not that time of day here");
    refuse(Span::Times { from: Some(When::Journal(9)), to: Some(When::Journal(8)) }, "exchange the two");
}

#[test]
fn an_anonymous_page_holds_no_name_and_a_named_one_no_markup_of_a_name() {
    let journal = journal();
    let (case_named, named) = case(&journal, WHOLE, false).expect("a case");
    assert_eq!(case_named.players.white.name, "Kowalska, Anna");
    assert!(named.contains("O&#39;Neil &lt;/script&gt;&lt;i&gt;, Jan") && !named.contains("Neil </script>"));
    assert!(named.contains("Open &lt;b&gt;&amp;&lt;/b&gt;"));
    let (_, anonymous) = case(&journal, WHOLE, true).expect("a case");
    for name in ["Kowalska", "Neil", "White, One"] {
        assert!(!anonymous.contains(name), "{name} is in the page");
    }
    assert!(anonymous.contains("White touched the knight"));
    assert!(anonymous.contains("8e0005"), "the board's bytes are no name");
}

#[test]
fn a_page_proves_itself_and_shows_when_it_was_changed() {
    let (_, page) = case(&journal(), WHOLE, false).expect("a case");
    let audited = seal::audit(&page, Expected::default()).expect("it is a report");
    assert_eq!(audited.audited.finding, Finding::Whole);
    let changed = page.replacen("white knight lifted", "black knight lifted", 1);
    assert_ne!(changed, page);
    let audited = seal::audit(&changed, Expected::default()).expect("it is a report");
    assert_ne!(audited.audited.finding, Finding::Whole);
}

/// Looks for times such as `1:29:57` in a cell of a table or behind the name of a side.
#[test]
fn no_time_of_the_clock_is_shown_without_its_error() {
    let (_, page) = case(&journal(), WHOLE, false).expect("a case");
    let visible = page.split("<h2>Records").next().expect("a page");
    let mut shown = 0;
    for before in ["<td>", "Clock: White ", ", Black "] {
        for text in visible.split(before).skip(1) {
            let time = text.split([' ', '<']).next().expect("a word");
            if time.len() == 7 && time.split(':').all(|part| part.parse::<u32>().is_ok()) {
                shown += 1;
                assert!(text[time.len()..].starts_with(" −"), "{before}{time} has no error");
            }
        }
    }
    assert!(shown > 10, "{shown} times of the clock were found");
}

#[test]
fn nothing_in_a_page_is_loaded_or_run() {
    let (_, page) = case(&journal(), WHOLE, false).expect("a case");
    for forbidden in ["http://", "https://", "<img", "<link", "<iframe", "javascript:", " onload=", " src="] {
        assert!(!page.contains(forbidden), "{forbidden}");
    }
    let scripts = page.matches("<script").count();
    assert_eq!(scripts, page.matches("<script type=\"application/topboard-").count(), "data, never code");
}
