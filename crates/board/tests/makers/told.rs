//! Boards report what stands on them, and asking finds out who they are.

use crate::cable::{Cable, Ends, TELLING_SQUARES, options};
use board::bench::run;
use board::dgt::DeviceOptions;
use board::{BoardEvent, Device, Inquiry, Maker, Millis, Orientation, Session};
use shakmaty::{Board, Color, Square};

#[test]
fn a_game_is_seen_as_it_is_played() {
    for maker in TELLING_SQUARES {
        let mut cable = Cable::live(maker);
        cable.check_truth("the array");
        let count = cable.heard.events.len();
        for (from, to, piece) in [
            (Square::E2, Square::E4, Color::White.pawn()),
            (Square::D7, Square::D5, Color::Black.pawn()),
            (Square::E4, Square::D5, Color::White.pawn()),
            (Square::D8, Square::D5, Color::Black.queen()),
        ] {
            cable.put(from, None);
            cable.run(800);
            cable.put(to, Some(piece));
            cable.run(1500);
            cable.check_truth(&format!("{from}{to}"));
        }
        let squares = cable.since(count);
        assert!(
            squares.iter().all(|event| matches!(event, BoardEvent::Square { .. })),
            "{maker:?}: moves are told square by square: {squares:?}"
        );
    }
}

#[test]
fn a_board_that_stands_the_other_way_round_is_turned() {
    for maker in TELLING_SQUARES {
        let rotated = DeviceOptions { rotated: true, ..options(maker) };
        let mut cable = Cable::live_with(maker, rotated);
        cable.put(Square::G1, None);
        cable.run(700);
        cable.put(Square::F3, Some(Color::White.knight()));
        cable.run(1500);
        assert_eq!(cable.session.orientation(), Orientation::Rotated, "{maker:?}");
        cable.check_truth("White sits on the other side");
    }
}

#[test]
fn a_chesslink_board_that_reports_nothing_is_asked() {
    let mut cable = Cable::new(Maker::ChessLink, options(Maker::ChessLink), &Board::new());
    // Address 02 = 01: no reports unasked.
    let silence = board::chesslink::frame::Frame { letter: b'W', content: b"0201".to_vec() }.emit();
    cable.device.handle_bytes(0, &silence);
    cable.plug();
    cable.run(2000);
    cable.check_truth("asked");
    cable.put(Square::E2, None);
    cable.run(300);
    cable.check_truth("a change is seen within 300 ms");
    assert_eq!(cable.session.identity().version, Some((1, 8)));
}

#[test]
fn whose_board_it_is_is_found_by_asking() {
    for maker in [Maker::Dgt, Maker::ChessLink, Maker::Certabo, Maker::Sentio] {
        let mut device = Device::with_board(maker, options(maker), &Board::new());
        let mut inquiry = Inquiry::new(0);
        let mut t: Millis = 0;
        while inquiry.found().is_none() && t < 5000 {
            let until = t + 1;
            run(&mut t, until, &mut [&mut inquiry, &mut device]);
        }
        assert_eq!(inquiry.found(), Some(maker), "after {t} ms");
    }
}

#[test]
fn a_name_once_given_means_the_same_for_ever() {
    for (name, maker) in [
        ("dgt", Maker::Dgt),
        ("chesslink", Maker::ChessLink),
        ("certabo", Maker::Certabo),
        ("sentio", Maker::Sentio),
        ("novag", Maker::Novag),
        ("chessnut", Maker::Chessnut),
        ("pegasus", Maker::Pegasus),
        ("squareoff", Maker::SquareOff),
    ] {
        assert_eq!((Maker::parse(name), maker.name()), (Some(maker), name));
        assert_eq!(Session::new(maker).map(|session| session.maker()), Some(maker));
    }
    assert_eq!(Maker::parse("dgt-bus"), Some(Maker::DgtBus));
    assert_eq!(Maker::parse("DGT"), None);
}
