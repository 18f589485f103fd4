//! Commands as they are written, and their meaning.

use board::dgt::ClockOrder;
use game::text::Language;
use game::{Claim, Command, CommandJson, Order, PlyNo, Refusal, ResultEntry, Scribe, Standing, Tags, Terms};
use shakmaty::{ByColor, Color, Role};

/// Reads a command in its JSON form.
fn read(json: &str) -> Result<Order, Refusal> {
    let written: CommandJson = serde_json::from_str(json).expect("it has the form of a command");
    Command::read(&written).map(|command| command.order)
}

#[test]
fn a_written_command_is_read_once_and_has_types_then() {
    assert_eq!(read(r#"{"cmd":"draw-offer","by":"black"}"#), Ok(Order::DrawOffer { by: Color::Black }));
    assert_eq!(read(r#"{"cmd":"result","result":"½-½"}"#), Ok(Order::Result(ResultEntry::parse("1/2-1/2"))));
    assert_eq!(read(r#"{"cmd":"result","result":"*"}"#), Ok(Order::Result(None)));
    assert_eq!(
        read(r#"{"cmd":"promote","ply":9,"piece":"n"}"#),
        Ok(Order::Promote { ply: PlyNo::of_index(8), role: Role::Knight })
    );
    assert_eq!(
        read(r#"{"cmd":"claim","by":"white","kind":"threefold","move":"Nf3"}"#),
        Ok(Order::Claim { by: Color::White, kind: Claim::Threefold, announced: Some("Nf3".to_owned()) })
    );
    assert_eq!(
        read(r#"{"cmd":"clock","do":"set","white_ms":60000,"black_ms":1,"running":"white"}"#),
        Ok(Order::Clock(ClockOrder::Set {
            left_ms: ByColor { white: 60_000, black: 1 },
            running: Some(Color::White)
        }))
    );
}

#[test]
fn what_has_no_meaning_is_refused_in_every_language() {
    let text = |text: &str| text.to_owned();
    for (json, refusal, part) in [
        (r#"{"cmd":"draw-offer","by":"whte"}"#, Refusal::NotASide(text("whte")), "\"whte\""),
        (r#"{"cmd":"claim","by":"White","kind":"time"}"#, Refusal::NotASide(text("White")), "\"White\""),
        (r#"{"cmd":"report","rule":"late","by":"red"}"#, Refusal::NeitherSide(text("red")), "\"red\""),
        (
            r#"{"cmd":"clock","do":"set","white_ms":1,"black_ms":1,"running":"both"}"#,
            Refusal::NeitherSide(text("both")),
            "\"both\"",
        ),
        (r#"{"cmd":"result","result":"2-0"}"#, Refusal::NotAResult(text("2-0")), "1/2-1/2"),
        (r#"{"cmd":"correct","from_ply":1,"moves":["e4"]}"#, Refusal::NotUci(text("e4")), "a7a8q"),
        (r#"{"cmd":"promote","ply":1,"piece":"K"}"#, Refusal::NotAPromotionPiece(text("K")), "\"K\""),
    ] {
        assert_eq!(read(json), Err(refusal.clone()));
        let [english, polish, russian] = Language::ALL.map(|language| refusal.phrase().clause(language));
        assert_eq!(english, refusal.to_string());
        assert!([&english, &polish, &russian].iter().all(|sentence| sentence.contains(part)), "{english}");
        assert!(english != polish && polish != russian, "{english}");
    }
    let unreadable = read(r#"{"cmd":"start","fen":"no position"}"#);
    assert!(matches!(unreadable, Err(Refusal::NotAFen(_))), "{unreadable:?}");
}

#[test]
fn no_game_begins_with_a_mate_and_no_ply_is_taken_back_that_was_not_played() {
    let terms = Terms::default();
    let start = Standing::initial();
    let mut scribe = Scribe::new(terms, Tags::default());
    scribe.handle_board(0, &board::BoardEvent::Reading(board::Reading::from_board(start.board())));
    let mut says = |json: &str| {
        let written: CommandJson = serde_json::from_str(json).expect("it has the form of a command");
        scribe.handle_command(1_000, &Command::read(&written).expect("it has a meaning"))
    };
    says(r#"{"cmd":"correct","from_ply":1,"moves":["e2e4","e7e5"]}"#).expect("both are legal");
    for over in ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/8/6QK/8/8/8/8/8 b - - 0 1"] {
        let json = format!(r#"{{"cmd":"start","fen":"{over}"}}"#);
        assert_eq!(says(&json), Err(Refusal::OverAlready));
    }
    for (ply, json) in [(3, r#"{"cmd":"restore","ply":3}"#), (5_000, r#"{"cmd":"restore","ply":5000}"#)] {
        let ply = PlyNo::new(ply).expect("no ply 0");
        assert_eq!(says(json), Err(Refusal::NoPly { ply, plies: 2 }));
    }
    says(r#"{"cmd":"restore","ply":2}"#).expect("it was played");
    assert_eq!(scribe.score().plies.len(), 1);
    let [english, polish, russian] =
        Language::ALL.map(|language| Refusal::OverAlready.phrase().clause(language));
    assert!(english.contains("fen") && polish.contains("fen") && russian.contains("fen"));
}
