//! The session with a board of any maker. All kinds share one set of methods.

use crate::makers::dgt::{ClockOrder, ClockOrders, ClockRefusal};
use crate::{
    Ailment, BoardEvent, Identity, LinkState, Maker, Millis, Orientation, Reading,
    makers::{certabo, chesslink, chessnut, dgt, homemade, novag, pegasus, squareoff},
};
use shakmaty::Board;

/// The session with one board. The kind of session is decided when the port is opened and does not change.
#[derive(Debug)]
pub enum Session {
    /// A DGT board on a cable of its own.
    Dgt(Box<dgt::Session>),
    /// A ChessLink board.
    ChessLink(Box<chesslink::Session>),
    /// A Certabo board.
    Certabo(Box<certabo::Session>),
    /// A Sentio board.
    Sentio(Box<certabo::SentioSession>),
    /// A Novag board.
    Novag(Box<novag::Session>),
    /// A Chessnut board.
    Chessnut(Box<chessnut::Session>),
    /// A Pegasus.
    Pegasus(Box<pegasus::Session>),
    /// A Square Off board.
    SquareOff(Box<squareoff::Session>),
    /// A home-made board.
    Home(Box<homemade::Session>),
}

/// Calls a method on whichever kind of session it is.
macro_rules! each {
    ($session:expr, $own:ident => $does:expr) => {
        match $session {
            Session::Dgt($own) => $does,
            Session::ChessLink($own) => $does,
            Session::Certabo($own) => $does,
            Session::Sentio($own) => $does,
            Session::Novag($own) => $does,
            Session::Chessnut($own) => $does,
            Session::Pegasus($own) => $does,
            Session::SquareOff($own) => $does,
            Session::Home($own) => $does,
        }
    };
}

impl Session {
    /// A session without a port; `None` for a cable with many boards, which
    /// [`crate::makers::dgt::bus::Master`] serves.
    pub fn new(maker: Maker) -> Option<Session> {
        Some(match maker {
            Maker::DgtBus => return None,
            Maker::Dgt => Session::Dgt(Box::default()),
            Maker::ChessLink => Session::ChessLink(Box::default()),
            Maker::Certabo => Session::Certabo(Box::default()),
            Maker::Sentio => Session::Sentio(Box::default()),
            Maker::Novag => Session::Novag(Box::default()),
            Maker::Chessnut => Session::Chessnut(Box::default()),
            Maker::Pegasus => Session::Pegasus(Box::default()),
            Maker::SquareOff => Session::SquareOff(Box::default()),
            Maker::Home => Session::Home(Box::default()),
        })
    }

    /// The maker whose protocol the session speaks.
    pub fn maker(&self) -> Maker {
        match self {
            Session::Dgt(_) => Maker::Dgt,
            Session::ChessLink(_) => Maker::ChessLink,
            Session::Certabo(_) => Maker::Certabo,
            Session::Sentio(_) => Maker::Sentio,
            Session::Novag(_) => Maker::Novag,
            Session::Chessnut(_) => Maker::Chessnut,
            Session::Pegasus(_) => Maker::Pegasus,
            Session::SquareOff(_) => Maker::SquareOff,
            Session::Home(_) => Maker::Home,
        }
    }

    /// Notes that the port was opened.
    pub fn handle_open(&mut self, t: Millis) {
        each!(self, own => own.handle_open(t));
    }

    /// Notes that the port was lost.
    pub fn handle_lost(&mut self, t: Millis) {
        each!(self, own => own.handle_lost(t));
    }

    /// Takes bytes from the board.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        each!(self, own => own.handle_bytes(t, bytes));
    }

    /// Takes the placement that the game expects; the orientation is judged against it.
    pub fn expect(&mut self, placement: &Board) {
        each!(self, own => own.expect(placement));
    }

    /// Fires every deadline up to `t`, each at its own instant.
    pub fn advance(&mut self, t: Millis) {
        each!(self, own => own.advance(t));
    }

    /// The next deadline.
    pub fn next_deadline(&self) -> Option<Millis> {
        each!(self, own => own.next_deadline())
    }

    /// Takes an order for the clock behind the board.
    pub fn order_clock(
        &mut self,
        t: Millis,
        orders: &mut ClockOrders,
        order: ClockOrder,
    ) -> Result<(), ClockRefusal> {
        match self {
            Session::Dgt(own) => orders.order(t, own, order),
            Session::ChessLink(_)
            | Session::Certabo(_)
            | Session::Sentio(_)
            | Session::Novag(_)
            | Session::Chessnut(_)
            | Session::Pegasus(_)
            | Session::SquareOff(_)
            | Session::Home(_) => Err(ClockRefusal::NoWay),
        }
    }

    /// Carries on with the orders for the clock. Call it after every other input.
    pub fn settle_clock(&mut self, t: Millis, orders: &mut ClockOrders) {
        match self {
            Session::Dgt(own) => orders.settle(t, own),
            Session::ChessLink(_)
            | Session::Certabo(_)
            | Session::Sentio(_)
            | Session::Novag(_)
            | Session::Chessnut(_)
            | Session::Pegasus(_)
            | Session::SquareOff(_)
            | Session::Home(_) => {}
        }
    }

    /// Sets whether the board's lamps, where it has any, may show which pieces do not stand as the game says.
    pub fn allow_lamps(&mut self, t: Millis, is_allowed: bool) {
        match self {
            Session::Dgt(own) => own.allow_lamps(t, is_allowed),
            Session::ChessLink(_)
            | Session::Certabo(_)
            | Session::Sentio(_)
            | Session::Novag(_)
            | Session::Chessnut(_)
            | Session::Pegasus(_)
            | Session::SquareOff(_)
            | Session::Home(_) => {}
        }
    }

    /// Returns whether bytes for the board are a message for its clock, which only a person may order.
    pub fn is_for_clock(&self, bytes: &[u8]) -> bool {
        matches!(self, Session::Dgt(_)) && bytes.first() == Some(&dgt::clock_command::CLOCK_MESSAGE)
    }

    /// Bytes for the board.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        each!(self, own => own.poll_transmit())
    }

    /// The board's next report, with the instant at which the session learnt it.
    pub fn poll_event(&mut self) -> Option<(Millis, BoardEvent)> {
        each!(self, own => own.poll_event())
    }

    /// The board's account of itself so far.
    pub fn identity(&self) -> &Identity {
        each!(self, own => own.identity())
    }

    /// The state of the link.
    pub fn state(&self) -> LinkState {
        each!(self, own => own.state())
    }

    /// The fault of the board or its cable, if its bytes reveal one.
    pub fn ailment(&self) -> Option<Ailment> {
        each!(self, own => own.ailment())
    }

    /// The board's orientation.
    pub fn orientation(&self) -> Orientation {
        each!(self, own => own.orientation())
    }

    /// The orientation, once something has established it.
    pub fn told_orientation(&self) -> Option<Orientation> {
        each!(self, own => own.told_orientation())
    }

    /// The reading of the board; `None` while it cannot be seen.
    pub fn reading(&self) -> Option<Reading> {
        each!(self, own => own.reading())
    }
}
