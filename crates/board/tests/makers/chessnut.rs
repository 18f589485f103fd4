//! Questions to a Chessnut board, and how often they are asked.

use board::bench::Bench;
use board::chessnut::device::Firmware;
use board::chessnut::session::{Dialect, MOVE_BATTERY};
use board::chessnut::{MoveDevice, Session};
use board::dgt::DeviceOptions;
use board::full_scan_session::{Dialect as _, Word};
use board::scanner_device::ScannerDevice;
use board::{Device, LinkState, Maker, Millis, chessnut};
use shakmaty::Board;

/// How long a session is listened to.
const UNTIL_MS: Millis = 40_000;

/// Lets a session talk with a board that falls silent after a while. Returns the session, and what it sent when.
fn talk<const IS_MOVE: bool>(
    device: ScannerDevice<Firmware<IS_MOVE>>,
    silent_ms: Millis,
) -> (Session, Vec<(Millis, Vec<u8>)>) {
    let mut cable = Bench::of(Session::new(), device);
    cable.device.mute(silent_ms == 0);
    cable.plug();
    cable.run(silent_ms.clamp(1, UNTIL_MS) - 1);
    cable.device.mute(silent_ms < UNTIL_MS);
    cable.run(UNTIL_MS - cable.t);
    (cable.session, cable.down.said)
}

fn options() -> DeviceOptions {
    DeviceOptions { scan_ms: 100, battery_percent: Some(63), ..DeviceOptions::default() }
}

#[test]
fn a_move_is_asked_for_its_battery_once_and_others_never_so() {
    let (session, said) = talk(MoveDevice::with_board(options(), &Board::new()), Millis::MAX);
    assert_eq!(session.identity().battery_percent, Some(63));
    assert_eq!(said.iter().filter(|(_, bytes)| *bytes == MOVE_BATTERY).count(), 1, "{said:02x?}");
    let (session, said) = talk(chessnut::Device::with_board(options(), &Board::new()), Millis::MAX);
    assert_eq!(session.identity().battery_percent, Some(63));
    assert!(said.iter().all(|(_, bytes)| *bytes != MOVE_BATTERY), "{said:02x?}");
}

#[test]
fn between_two_things_that_are_said_there_are_200_ms() {
    for silent_ms in [0, 1, 250, 450, 3000, 3333, Millis::MAX] {
        let air = talk(chessnut::Device::with_board(options(), &Board::new()), silent_ms);
        let robot = talk(MoveDevice::with_board(options(), &Board::new()), silent_ms);
        for (_, said) in [air, robot] {
            let pauses: Vec<Millis> = said.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
            assert!(pauses.iter().all(|&ms| ms >= 200), "silent at {silent_ms}: {said:02x?}");
        }
    }
}

#[test]
fn an_order_to_move_the_men_is_no_report() {
    let mut session = Session::new();
    session.handle_open(0);
    let mut order = vec![0x42, 0x21];
    order.extend(chessnut::frame::emit_squares(&board::Reading::from_board(&Board::new())));
    order.push(1);
    session.handle_bytes(300, &order);
    assert_eq!((session.reading(), session.state()), (None, LinkState::Waking));
    let mut device = Device::with_board(Maker::Chessnut, options(), &Board::new());
    device.handle_bytes(0, &[0x21, 0x01, 0x00]);
    device.advance(500);
    session.handle_bytes(500, &device.poll_transmit().expect("an answer"));
    session.handle_bytes(500, &device.poll_transmit().expect("squares"));
    assert_eq!(session.state(), LinkState::Live, "what follows is read");
}

#[test]
fn a_cut_message_makes_no_move_of_a_board_that_told_its_charge() {
    let mut squares = vec![0x01, 0x24];
    squares.extend([0; 36]);
    let mut dialect = Dialect::default();
    let mut hear =
        |bytes: &[u8]| -> Vec<Word> { bytes.iter().flat_map(|&byte| dialect.push(byte)).collect() };
    assert_eq!(hear(&[0x2a, 0x02, 63, 0]), [Word::Battery(63)]);
    hear(&squares[..20]);
    dialect.abandon();
    let mut words = squares.repeat(100).into_iter().flat_map(|byte| dialect.push(byte));
    assert!(words.all(|word| matches!(word, Word::Reading(_))));
}
