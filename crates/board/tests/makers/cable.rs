//! Any session and any simulated board on one cable.

use board::bench::Bench;
pub(crate) use board::bench::{Damage, Weather};
use board::dgt::DeviceOptions;
use board::{Device, LinkState, Maker, Reading, Sensing, Session};
use shakmaty::Board;

/// The makers whose boards tell squares.
pub(crate) const TELLING_SQUARES: [Maker; 6] =
    [Maker::ChessLink, Maker::Certabo, Maker::Sentio, Maker::Chessnut, Maker::Pegasus, Maker::SquareOff];

pub(crate) type Cable = Bench<Session, Device>;

/// The options of this maker's board in these tests.
pub(crate) fn options(maker: Maker) -> DeviceOptions {
    let scan_ms = match maker {
        Maker::Certabo => 300,
        Maker::ChessLink => 41,
        _ => 100,
    };
    DeviceOptions { scan_ms, ..DeviceOptions::default() }
}

/// A cable as it begins, and whether what is told on it is true.
pub(crate) trait Ends: Sized {
    fn new(maker: Maker, options: DeviceOptions, placement: &Board) -> Self;
    /// A board with the start array whose game is about to begin; its chips are learnt.
    fn live(maker: Maker) -> Self {
        Self::live_with(maker, options(maker))
    }
    fn live_with(maker: Maker, options: DeviceOptions) -> Self;
    /// The pieces that truly stand there, as far as this maker's boards can tell them.
    fn truth(&self) -> Reading;
    fn check_truth(&self, what: &str);
}

impl Ends for Cable {
    fn new(maker: Maker, options: DeviceOptions, placement: &Board) -> Self {
        let session = Session::new(maker).expect("one board");
        Bench::of(session, Device::with_board(maker, options, placement))
    }

    fn live_with(maker: Maker, options: DeviceOptions) -> Self {
        let mut cable = Cable::new(maker, options, &Board::new());
        cable.session.expect(&Board::new());
        cable.plug();
        cable.run(6000);
        assert_eq!(cable.session.state(), LinkState::Live, "{maker:?} is awake");
        cable
    }

    fn truth(&self) -> Reading {
        match self.session.maker().sensing() {
            Sensing::Piece => self.device.truth(),
            Sensing::Occupancy => Reading::from_occupied(self.device.truth().occupied()),
        }
    }

    fn check_truth(&self, what: &str) {
        let what = format!("{:?}: {what}", self.session.maker());
        self.heard.check(self.session.state(), self.session.reading(), &self.truth(), &what);
    }
}
