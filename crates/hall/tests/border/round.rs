//! The check before a round: every table looked at together (RU20 30.2.3, 30.2.5; scenario S81).

use crate::rig::{Rig, setup};
use board::Contents;
use board::dgt::ClockState;
use hall::{BoardChoice, HallSetup, Input, Output, TableNo};
use laws::reports::round_check::{Look, RoundCheck, Unready};
use shakmaty::{Bitboard, Board, ByColor, Color, Square};

fn look(rig: &Rig, table: TableNo) -> RoundCheck {
    rig.hall.table(table).expect("it is set up").round_check().expect("it waits")
}

fn sets(rig: &mut Rig, link: u32, ms: u32, running: Option<Color>, lever: Color) {
    let t_ms = rig.t_ms;
    let left_ms = ByColor { white: ms, black: ms };
    let board = rig.device(link);
    board.set_clock(t_ms, ClockState { left_ms, running, lever });
}

#[test]
fn every_board_is_looked_at_and_what_is_put_right_is_seen_at_once() {
    let boards = ["1", "2", "3", "4", "5"].map(|serial| BoardChoice::Serial(format!("0000{serial}")));
    let mut rig = Rig::new(HallSetup { time_control: "300+2".to_owned(), ..setup(&boards) });
    let swapped: Board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR".parse().expect("a placement");
    let quarter: Bitboard =
        (0..64).map(Square::new).filter(|square| matches!(u32::from(square.file()), 0 | 1 | 6 | 7)).collect();
    let mut turned = Board::empty();
    quarter.into_iter().for_each(|square| turned.set_piece_at(square, Color::White.pawn()));
    for (link, placement) in [(1, &Board::default()), (2, &swapped), (3, &turned), (4, &Board::default())] {
        rig.plug(link, &format!("0000{link}"), placement);
    }
    rig.run(3_000);
    sets(&mut rig, 1, 300_000, None, Color::White);
    sets(&mut rig, 2, 300_000, None, Color::White);
    sets(&mut rig, 3, 300_000, None, Color::Black);
    sets(&mut rig, 4, 180_000, Some(Color::White), Color::White);
    rig.run(3_000);

    assert!(look(&rig, 1).is_ready(), "{:?}", look(&rig, 1));
    assert_eq!(look(&rig, 2).unready, [Unready::Pieces(vec![Square::D1, Square::E1])]);
    assert_eq!(look(&rig, 3).unready, [Unready::Turned, Unready::Lever(Color::Black)]);
    let fourth = look(&rig, 4);
    assert_eq!((fourth.pieces, fourth.clock, fourth.lever), (Look::Right, Look::Wrong, Look::Wrong));
    assert_eq!(look(&rig, 5).unready, [Unready::NoReading, Unready::NoClock]);

    // The pieces are exchanged back: the list changes without a move or a publication.
    rig.outputs.clear();
    let before = rig.published().len();
    rig.put(2, Square::D1, Contents::Piece(Color::White.queen()));
    rig.put(2, Square::E1, Contents::Piece(Color::White.king()));
    rig.run(2_000);
    assert!(look(&rig, 2).is_ready(), "{:?}", look(&rig, 2));
    assert!(rig.outputs.contains(&Output::ArbiterTableChanged(2)), "{:?}", rig.outputs);
    assert_eq!(rig.published().len(), before);

    // A game that has begun, or was forfeited, waits for nobody.
    rig.play(1, "e2e4");
    assert_eq!(rig.hall.table(1).expect("it is set up").round_check(), None);
    let forfeit = serde_json::from_str(r#"{"cmd":"result","result":"-/+"}"#).expect("a command");
    rig.input(Input::Command { table: 5, command: forfeit });
    assert_eq!(rig.hall.table(5).expect("it is set up").round_check(), None);
    let told = rig.published().pop().and_then(|told| told.result).expect("a result was told");
    assert_eq!(told.to_string(), "-/+");
}
