//! What the boards report is what stands on them, and who they are is found by asking.

use crate::cable::{Cable, TELLING_SQUARES, options};
use board::dgt::DeviceOptions;
use board::novag::{Device as Novag, Session as NovagSession};
use board::{BoardEvent, Device, Inquiry, LinkState, Maker, Millis, Orientation, Reading, Session};
use shakmaty::{Board, Color, Role, Square};

fn placement(fen: &str) -> Board {
    Board::from_ascii_board_fen(fen.as_bytes()).expect("a placement")
}

#[test]
fn a_game_is_seen_as_it_is_played() {
    for maker in TELLING_SQUARES {
        let mut cable = Cable::live(maker);
        cable.check_truth("the array");
        let count = cable.events.len();
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
            t += 1;
            inquiry.advance(t);
            device.advance(t);
            while let Some(bytes) = inquiry.poll_transmit() {
                device.handle_bytes(t, &bytes);
            }
            while let Some(bytes) = device.poll_transmit() {
                inquiry.handle_bytes(t, &bytes);
            }
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

/// A Novag board and its session.
struct Talk {
    t: Millis,
    session: NovagSession,
    device: Novag,
    believed: Reading,
}

impl Talk {
    fn new() -> Talk {
        let mut session = NovagSession::new();
        session.expect(&Board::new());
        session.handle_open(0);
        let mut talk =
            Talk { t: 0, session, device: Novag::with_board(&Board::new()), believed: Reading::empty() };
        talk.run(4000);
        talk
    }

    fn run(&mut self, ms: Millis) {
        for _ in 0..ms {
            self.t += 1;
            self.session.advance(self.t);
            self.device.advance(self.t);
            while let Some(bytes) = self.session.poll_transmit() {
                self.device.handle_bytes(self.t, &bytes);
            }
            while let Some(bytes) = self.device.poll_transmit() {
                self.session.handle_bytes(self.t, &bytes);
            }
            while let Some((_, event)) = self.session.poll_event() {
                match event {
                    BoardEvent::Reading(reading) => self.believed = reading,
                    BoardEvent::Square { square, contents } => self.believed.set(square, contents),
                    _ => {}
                }
            }
        }
    }

    fn play(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        self.device.play(self.t, from, to, promotion);
        self.run(50);
    }

    fn check(&self, fen: &str) {
        assert_eq!(self.believed, Reading::from_board(&placement(fen)), "{fen}");
    }
}

#[test]
fn the_moves_of_a_novag_board_become_squares() {
    let mut talk = Talk::new();
    assert!(talk.device.is_ready(), "it was told to report moves and to make none");
    assert_eq!(
        talk.device.refused(),
        1,
        "only the harmless question to another maker's board was strange to it"
    );
    assert_eq!(talk.session.state(), LinkState::Live);
    talk.check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    talk.play(Square::E2, Square::E4, None);
    talk.play(Square::E7, Square::E6, None);
    talk.play(Square::E4, Square::E5, None);
    talk.play(Square::D7, Square::D5, None);
    talk.play(Square::E5, Square::D6, None);
    talk.check("rnbqkbnr/ppp2ppp/3Pp3/8/8/8/PPPP1PPP/RNBQKBNR");
    talk.device.take_back(talk.t);
    talk.run(50);
    talk.check("rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR");
    talk.play(Square::G1, Square::F3, None);
    talk.play(Square::D5, Square::D4, None);
    talk.play(Square::F1, Square::E2, None);
    talk.play(Square::D4, Square::D3, None);
    talk.play(Square::E1, Square::G1, None);
    talk.check("rnbqkbnr/ppp2ppp/4p3/4P3/8/3p1N2/PPPPBPPP/RNBQ1RK1");
    talk.play(Square::D3, Square::C2, None);
    talk.play(Square::H2, Square::H3, None);
    talk.play(Square::C2, Square::B1, Some(Role::Knight));
    talk.check("rnbqkbnr/ppp2ppp/4p3/4P3/8/5N1P/PP1PBPP1/RnBQ1RK1");
}

#[test]
fn a_dgt_board_behind_a_port_named_novag_hears_no_letter_that_harms_it() {
    let mut session = NovagSession::new();
    let mut device = Device::with_board(Maker::Dgt, DeviceOptions::default(), &Board::new());
    session.handle_open(0);
    let mut said = Vec::new();
    for t in 0..30_000 {
        session.advance(t);
        device.advance(t);
        while let Some(bytes) = session.poll_transmit() {
            device.handle_bytes(t, &bytes);
            said.push(bytes);
        }
        while let Some(bytes) = device.poll_transmit() {
            session.handle_bytes(t, &bytes);
        }
    }
    assert_eq!(said, [vec![0x4d]], "after its answer nothing more is said");
    assert_eq!(session.state(), LinkState::Waking);
}
