//! The session with a board of any maker.

use crate::full_scan::full_scan_session::{Dialect, FullScanSession};
use crate::makers::dgt::{ClockOrder, ClockOrders, ClockRefusal};
use crate::{Ailment, BoardEvent, Identity, LinkState, Maker, Millis, Orientation, Reading, SensorHealth};
use shakmaty::Board;
use std::fmt::Debug;
use std::ops::{Deref, DerefMut};

/// The methods of every session. Those with a default body are for boards with a clock or lamps; other boards keep the
/// default.
pub trait BoardSession: Debug + Send {
    /// Notes that the port was opened.
    fn handle_open(&mut self, t: Millis);

    /// Notes that the port was lost.
    fn handle_lost(&mut self, t: Millis);

    /// Handles bytes from the board.
    fn handle_bytes(&mut self, t: Millis, bytes: &[u8]);

    /// Receives the placement that the game expects. The session judges the board's orientation by it.
    fn expect(&mut self, placement: &Board);

    /// Receives the orientation that a person has given; `None` if the session is to find it out.
    fn give_orientation(&mut self, orientation: Option<Orientation>);

    /// Acts on every deadline up to `t`, each at its own instant.
    fn advance(&mut self, t: Millis);

    /// Returns the instant of the next deadline, if there is one.
    fn next_deadline(&self) -> Option<Millis>;

    /// Returns the next bytes to send to the board, if there are any.
    fn poll_transmit(&mut self) -> Option<Vec<u8>>;

    /// Returns the next event, with the instant at which it happened or the session learnt of it.
    fn poll_event(&mut self) -> Option<(Millis, BoardEvent)>;

    /// Returns what the board has said about itself so far: serial number, version and so on.
    fn identity(&self) -> &Identity;

    /// Returns the state of the link.
    fn state(&self) -> LinkState;

    /// Returns the fault of the board or its cable, if its bytes reveal one.
    fn ailment(&self) -> Option<Ailment>;

    /// Returns the board's orientation.
    fn orientation(&self) -> Orientation;

    /// Returns the orientation if something has established it.
    fn told_orientation(&self) -> Option<Orientation>;

    /// Returns the reading of the board; `None` while it cannot be seen.
    fn reading(&self) -> Option<Reading>;

    /// Returns what the board last said about its sensors; `None` if it says nothing of them.
    fn sensor_health(&self) -> Option<SensorHealth> {
        None
    }

    /// Handles an order for the clock behind the board. `Err` says why the order cannot be tried.
    fn order_clock(&mut self, _: Millis, _: &mut ClockOrders, _: ClockOrder) -> Result<(), ClockRefusal> {
        Err(ClockRefusal::NoWay)
    }

    /// Carries on with the orders for the clock. The caller must call this after every other input.
    fn settle_clock(&mut self, _: Millis, _: &mut ClockOrders) {}

    /// Returns whether bytes for the board are a message for its clock. Only a person may have such messages sent.
    fn is_for_clock(&self, _: &[u8]) -> bool {
        false
    }

    /// Sets whether the board's lamps, if it has any, may show the pieces that are not where the game expects them.
    fn allow_lamps(&mut self, _: Millis, _: bool) {}
}

/// Implements the methods of [`BoardSession`] by a type's own methods of the same names.
macro_rules! own_session_methods {
    () => {
        fn handle_open(&mut self, t: $crate::Millis) {
            self.handle_open(t);
        }
        fn handle_lost(&mut self, t: $crate::Millis) {
            self.handle_lost(t);
        }
        fn handle_bytes(&mut self, t: $crate::Millis, bytes: &[u8]) {
            self.handle_bytes(t, bytes);
        }
        fn expect(&mut self, placement: &shakmaty::Board) {
            self.expect(placement);
        }
        fn advance(&mut self, t: $crate::Millis) {
            self.advance(t);
        }
        fn next_deadline(&self) -> Option<$crate::Millis> {
            self.next_deadline()
        }
        fn poll_transmit(&mut self) -> Option<Vec<u8>> {
            self.poll_transmit()
        }
        fn poll_event(&mut self) -> Option<($crate::Millis, $crate::BoardEvent)> {
            self.poll_event()
        }
        fn identity(&self) -> &$crate::Identity {
            self.identity()
        }
        fn state(&self) -> $crate::LinkState {
            self.state()
        }
        fn ailment(&self) -> Option<$crate::Ailment> {
            self.ailment()
        }
        fn orientation(&self) -> $crate::Orientation {
            self.orientation()
        }
        fn told_orientation(&self) -> Option<$crate::Orientation> {
            self.told_orientation()
        }
        fn reading(&self) -> Option<$crate::Reading> {
            self.reading()
        }
    };
}
pub(crate) use own_session_methods;

impl<D: Dialect> BoardSession for FullScanSession<D> {
    own_session_methods!();

    fn give_orientation(&mut self, orientation: Option<Orientation>) {
        self.sight.give_orientation(self.now, orientation);
    }
}

/// The session with one board of any maker. The maker is given when the session is created and does not change.
#[derive(Debug)]
pub struct Session {
    maker: Maker,
    own: Box<dyn BoardSession>,
}

impl Session {
    /// Creates a session without a port; `None` for a cable with many boards, which [`crate::makers::dgt::bus::Master`]
    /// serves.
    pub fn new(maker: Maker) -> Option<Session> {
        maker.facts().session.map(|make| Session { maker, own: make() })
    }

    /// Creates a session, as [`Session::new`] does, with a board of this orientation; `None` if it is to be found out.
    pub fn standing(maker: Maker, orientation: Option<Orientation>) -> Option<Session> {
        let mut session = Session::new(maker)?;
        session.give_orientation(orientation);
        Some(session)
    }

    /// Returns the maker whose protocol the session speaks.
    pub fn maker(&self) -> Maker {
        self.maker
    }
}

impl Deref for Session {
    type Target = dyn BoardSession;

    fn deref(&self) -> &Self::Target {
        &*self.own
    }
}

impl DerefMut for Session {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut *self.own
    }
}
