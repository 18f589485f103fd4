//! A Novag board tells moves; the session turns them into squares.

use board::bench::Bench;
use board::dgt::DeviceOptions;
use board::novag::{Device as Novag, Session as NovagSession};
use board::{Contents, Device, LinkState, Maker, Millis, Reading};
use shakmaty::{Board, Role, Square};

fn placement(fen: &str) -> Board {
    Board::from_ascii_board_fen(fen.as_bytes()).expect("a placement")
}

/// A Novag board and its session.
type Talk = Bench<NovagSession, Novag>;

trait Talks: Sized {
    fn new() -> Self;
    fn play(&mut self, from: Square, to: Square, promotion: Option<Role>);
    /// Plays moves, each written as its two squares, with blanks between the moves.
    fn play_all(&mut self, moves: &str);
    /// Makes the board send a line that the simulated board does not know.
    fn hear(&mut self, line: &str);
    fn name(&self) -> Option<&str>;
    /// The lines sent to the board, with their instants.
    fn said(&self) -> Vec<(Millis, String)>;
    fn check(&self, fen: &str);
}

impl Talks for Talk {
    fn new() -> Self {
        let mut session = NovagSession::new();
        session.expect(&Board::new());
        let mut talk = Bench::of(session, Novag::with_board(&Board::new()));
        talk.plug();
        talk.run(4000);
        talk
    }

    fn play(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        self.device.play(self.t, from, to, promotion);
        self.run(50);
    }

    fn play_all(&mut self, moves: &str) {
        for squares in moves.split(' ') {
            let square = |text: &str| text.parse().expect("a square");
            self.play(square(&squares[..2]), square(&squares[2..]), None);
        }
    }

    fn hear(&mut self, line: &str) {
        self.session.handle_bytes(self.t, format!("{line}\r\n").as_bytes());
        self.run(50);
    }

    fn name(&self) -> Option<&str> {
        self.session.identity().trademark.as_deref()
    }

    fn said(&self) -> Vec<(Millis, String)> {
        let line = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        self.down.said.iter().map(|(t, bytes)| (*t, line(bytes))).collect()
    }

    fn check(&self, fen: &str) {
        assert_eq!(self.heard.believed, Reading::from_board(&placement(fen)), "{fen}");
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
    let device = Device::with_board(Maker::Dgt, DeviceOptions::default(), &Board::new());
    let mut cable = Bench::of(NovagSession::new(), device);
    cable.plug();
    cable.run(30_000);
    let said: Vec<Vec<u8>> = cable.down.said.into_iter().map(|(_, bytes)| bytes).collect();
    assert_eq!(said, [vec![0x4d]], "after its answer nothing more is said");
    assert_eq!(cable.session.state(), LinkState::Waking);
}

#[test]
fn castling_comes_by_its_name() {
    let mut talk = Talk::new();
    talk.play_all("e2e4 e7e5 g1f3 b8c6 f1c4 d7d6 e1g1 c8g4 d2d3 d8d7 a2a3 e8c8");
    let after = "2kr1bnr/pppq1ppp/2np4/4p3/2B1P1b1/P2P1N2/1PP2PPP/RNBQ1RK1";
    talk.check(after);
    talk.device.take_back(talk.t);
    talk.run(50);
    talk.check("r3kbnr/pppq1ppp/2np4/4p3/2B1P1b1/P2P1N2/1PP2PPP/RNBQ1RK1");
    talk.play_all("e8c8");
    talk.check(after);

    let mut talk = Talk::new();
    talk.play_all("d2d4 d7d5 b1c3 g8f6 c1f4 e7e6 d1d2 f8d6 e1c1 e8g8");
    talk.check("rnbq1rk1/ppp2ppp/3bpn2/3p4/3P1B2/2N5/PPPQPPPP/2KR1BNR");
}

#[test]
fn only_the_answer_to_the_question_for_it_is_a_name() {
    let mut talk = Talk::new();
    assert_eq!(talk.name(), Some("Simulated V1.00"));
    for line in [
        "Clock 00:06:27   00:00:01",
        "Level tr 1",
        "Position Board",
        "Flip --> Black",
        "M   4   O-",
        "Game   6",
    ] {
        talk.hear(line);
        assert_eq!(talk.name(), Some("Simulated V1.00"), "{line}");
    }
    // One maker's document leaves the blank out.
    for line in ["ID. UCBII V1.09", "ID.UCBII V1.09"] {
        talk.hear(line);
        assert_eq!(talk.name(), Some("UCBII V1.09"), "{line}");
    }
}

#[test]
fn at_a_new_game_it_is_told_again_that_two_people_play() {
    let mut talk = Talk::new();
    talk.play_all("e2e4 e7e5 e1e2 e8e7");
    let (count, t) = (talk.said().len(), talk.t);
    talk.device.new_game(t);
    assert!(!talk.device.is_ready(), "it forgot what it was told");
    talk.run(1000);
    assert!(talk.device.is_ready(), "it was told again");
    talk.check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    let said: Vec<String> = talk.said().into_iter().skip(count).map(|(_, line)| line).collect();
    assert_eq!(said, ["U ON", "X ON"], "and nothing else");
    assert_eq!(talk.name(), Some("Simulated V1.00"));
    talk.play_all("d2d4 d7d5");
    talk.check("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR");
    talk.run(60_000);
    assert_eq!(talk.session.state(), LinkState::Live);
}

#[test]
fn where_the_pieces_are_put_up_a_new_game_begins() {
    let mut talk = Talk::new();
    talk.play_all("e2e4 e7e5");
    let array = Reading::from_board(&Board::new());
    for square in Square::ALL {
        talk.device.set_square(talk.t, square, Contents::Empty);
    }
    for square in Square::ALL {
        assert!(talk.device.is_ready(), "not yet");
        talk.device.set_square(talk.t, square, array.at(square));
    }
    assert!(!talk.device.is_ready() && talk.device.is_new());
    talk.run(1000);
    assert!(talk.device.is_ready());
    assert_eq!(talk.heard.believed, array);
}

#[test]
fn however_often_it_says_new_game_it_is_told_at_its_pace() {
    let mut talk = Talk::new();
    for _ in 0..40 {
        talk.device.new_game(talk.t);
        talk.run(30);
    }
    talk.run(6000);
    assert!(talk.device.is_ready());
    let pauses: Vec<Millis> = talk.said().windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
    assert!(
        pauses.iter().all(|&ms| ms >= 100),
        "within a tenth of a second a line may be lost: {:?}",
        talk.said()
    );
    assert!(talk.said().len() < 20, "{:?}", talk.said());
}

#[test]
fn a_cut_line_costs_nothing_but_itself() {
    let mut talk = Talk::new();
    talk.play_all("e2e4 e7e5");
    talk.session.handle_bytes(talk.t, b"M   2  ");
    talk.run(2000);
    talk.play_all("g1f3");
    talk.check("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R");
}
