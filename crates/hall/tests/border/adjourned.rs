//! An adjourned game: what the world is told of it, from the order to seal to the sealed move.

use crate::rig::{Rig, fold, setup};
use board::Contents;
use board::dgt::ClockState;
use game::ClockFace;
use hall::{BoardChoice, Input, Output};
use laws::adjourn::Stage;
use shakmaty::{Board, ByColor, Color, Square};

/// Gives a person's command at table 1.
fn says(rig: &mut Rig, command: &str) {
    let command = serde_json::from_str(command).expect("a command");
    rig.input(Input::Command { table: 1, command });
    rig.run(1_500);
}

/// Makes the clock show these times from now on.
fn shows(rig: &mut Rig, white: u32, black: u32, running: Option<Color>) {
    let t_ms = rig.t_ms;
    let left_ms = ByColor { white, black };
    let board = rig.device(1);
    board.set_clock(t_ms, ClockState { left_ms, running, lever: Color::White });
    rig.run(2_500);
}

fn stage(rig: &Rig) -> Stage {
    rig.hall.table(1).expect("it is set up").watch().adjournment().stage()
}

/// Returns the last clock told to the arbiter and the last told to the world since the last call.
fn clocks(rig: &mut Rig) -> (Option<ClockFace>, Option<ClockFace>) {
    let (mut arbiters, mut public) = (None, None);
    for output in rig.outputs.drain(..) {
        if let Output::ClockRead(clock) = output {
            arbiters = Some(clock.face);
            public = if clock.is_public { Some(clock.face) } else { public };
        }
    }
    (arbiters, public)
}

fn public_pgn(rig: &Rig) -> String {
    let games = rig.hall.table(1).expect("it is set up").public_games();
    games.iter().map(|game| game::pgn::write(game, game::pgn::Twin::default())).collect()
}

#[test]
fn the_world_sees_nothing_after_the_order_to_seal_until_the_envelope_is_open() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4 e7e5");
    says(&mut rig, r#"{"cmd":"adjourn"}"#);
    assert_eq!(stage(&rig), Stage::SealOrdered);

    // The content of the envelope is not even written down, neither as typed nor as a correction of the score.
    let unwritten = |rig: &Rig, command: &str| {
        let command = serde_json::from_str(command).expect("a command");
        rig.hall.may_be_written(1, &command).is_err()
    };
    let typed = r#"{"cmd":"report","rule":"adjourn-sealed-invalid","text":"Nf3"}"#;
    let corrected = r#"{"cmd":"correct","from_ply":3,"moves":["g1f3"]}"#;
    assert!(unwritten(&rig, typed) && unwritten(&rig, corrected));
    assert!(!unwritten(&rig, r#"{"cmd":"correct","from_ply":1,"moves":["d2d4","e7e5"]}"#));
    assert!(!unwritten(&rig, r#"{"cmd":"note","text":"sealed at six"}"#));

    // They play it on the board instead: the arbiter sees that, nobody else does.
    rig.play(1, "g1f3");
    let on_board = rig.hall.table(1).expect("it is set up").score().plies.len();
    assert_eq!((on_board, rig.moves(1)), (3, "e4 e5".to_owned()));
    assert!(!public_pgn(&rig).contains("Nf3"), "{}", public_pgn(&rig));
    says(&mut rig, r#"{"cmd":"restore","ply":3}"#);
    rig.put(1, Square::F3, Contents::Empty);
    rig.put(1, Square::G1, Contents::Piece(Color::White.knight()));
    rig.run(3_000);

    // The clock stops: these times are sealed, whatever the clock is used for meanwhile.
    shows(&mut rig, 250_000, 240_000, None);
    assert_eq!(stage(&rig), Stage::Sealed);
    let (_, sealed) = clocks(&mut rig);
    assert_eq!(sealed.expect("it was told").left_ms, ByColor { white: 250_000, black: 240_000 });
    says(&mut rig, r#"{"cmd":"report","rule":"adjourn-envelope","text":"tomorrow at ten"}"#);
    shows(&mut rig, 60_000, 60_000, None);
    let (arbiters, public) = clocks(&mut rig);
    assert_eq!(arbiters.expect("it was read").left_ms.white, 60_000);
    assert_eq!(public, None);

    // Pieces and clocks are restored, the replier is there, and the sealed move is played.
    shows(&mut rig, 250_000, 240_000, None);
    says(&mut rig, r#"{"cmd":"report","rule":"adjourn-setup"}"#);
    assert_eq!(stage(&rig), Stage::SetupChecked);
    assert_eq!(rig.moves(1), "e4 e5");
    says(&mut rig, r#"{"cmd":"report","rule":"adjourn-open"}"#);
    assert!(!unwritten(&rig, typed) && !unwritten(&rig, corrected), "the envelope is open");
    rig.play(1, "b1c3");
    assert_eq!((stage(&rig), rig.moves(1)), (Stage::Playing, "e4 e5 Nc3".to_owned()));
    assert!(public_pgn(&rig).contains("Nc3"));

    // The times left and used stand beside the ply before the sealed move.
    let pgn = public_pgn(&rig);
    let at = |text: &str| pgn.find(text).unwrap_or_else(|| panic!("{text} is not in {pgn}"));
    assert!(
        at(" e5 ") < at(" adjourned; sealed move; W 0:04:10") && at(" adjourned") < at("2. Nc3"),
        "{pgn}"
    );

    // The journal folds to an equal game.
    let folded = fold(&rig.journal).finish();
    assert_eq!(folded.divergent, 0, "{:?}", folded.divergences);
}

#[test]
fn what_was_played_after_the_order_stays_untold_when_another_game_begins() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4 e7e5");
    says(&mut rig, r#"{"cmd":"adjourn"}"#);
    rig.play(1, "g1f3 b8c6");
    says(&mut rig, r#"{"cmd":"start"}"#);
    let table = rig.hall.table(1).expect("it is set up");
    assert_eq!(table.game_number(), 2);
    assert_eq!(table.games()[0].plies.len(), 4, "the arbiter has them");
    assert!(!public_pgn(&rig).contains("Nf3"), "{}", public_pgn(&rig));

    // A new set-up does not tell it either.
    let mut anew = setup(&[BoardChoice::Any]);
    anew.tables[0].chess960 = true;
    rig.input(Input::Setup(Box::new(anew)));
    rig.run(3_000);
    assert!(rig.hall.table(1).expect("it is set up").games().len() > 2);
    assert!(public_pgn(&rig).contains("1. e4") && !public_pgn(&rig).contains("Nf3"), "{}", public_pgn(&rig));
}
