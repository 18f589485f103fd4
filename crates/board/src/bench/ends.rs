//! The sessions and the simulated devices as nodes of the bench.

use crate::bench::{Heard, Node};
use crate::full_scan_session::{Dialect, FullScanSession};
use crate::makers::dgt::bus::{Master, Strand};
use crate::makers::{dgt, homemade, novag};
use crate::scanner_device::{Firmware, ScannerDevice};
use crate::{Contents, Device, Inquiry, Millis, Session};
use shakmaty::Square;
use std::collections::BTreeMap;

/// The program's end of a cable.
pub trait HostEnd: Node {
    /// The events that this end reports: those of one board, or those of several boards by their addresses.
    type Heard: Default;

    /// Notes that the port was opened.
    fn open(&mut self, t: Millis);

    /// Notes that the port was lost.
    fn lost(&mut self, t: Millis);

    /// Moves the events that are waiting at this end into `heard`.
    fn tell(&mut self, heard: &mut Self::Heard);
}

/// The maker's end of a cable.
pub trait BoardEnd: Node {
    /// Sets the contents of a square.
    fn set(&mut self, t: Millis, square: Square, contents: Contents);

    /// Notes that the cable was plugged in or pulled. Only boards that record changes while the cable is pulled
    /// implement this.
    fn attach(&mut self, _is_attached: bool) {}
}

/// Implements [`Node`], and the end of the cable, for a type whose methods have the names that all makers use.
macro_rules! node {
    ($end:ty, [$($of:tt)*]) => {
        impl<$($of)*> Node for $end {
            fn process(&mut self, t: Millis, input: Option<Vec<u8>>) -> Option<Vec<u8>> {
                self.advance(t);
                if let Some(bytes) = input {
                    self.handle_bytes(t, &bytes);
                }
                self.poll_transmit()
            }

            fn due(&self) -> Option<Millis> {
                self.next_deadline()
            }
        }
    };
}

macro_rules! host_end {
    ($end:ty, [$($of:tt)*], $heard:ty, |$into:ident, $told:pat_param| $push:expr) => {
        node!($end, [$($of)*]);

        impl<$($of)*> HostEnd for $end {
            type Heard = $heard;

            fn open(&mut self, t: Millis) {
                self.handle_open(t);
            }

            fn lost(&mut self, t: Millis) {
                self.handle_lost(t);
            }

            fn tell(&mut self, $into: &mut $heard) {
                while let Some($told) = self.poll_event() {
                    $push;
                }
            }
        }
    };
}

macro_rules! board_end {
    ($end:ty, [$($of:tt)*] $(, $attach:item)?) => {
        node!($end, [$($of)*]);

        impl<$($of)*> BoardEnd for $end {
            fn set(&mut self, t: Millis, square: Square, contents: Contents) {
                self.set_square(t, square, contents);
            }

            $($attach)?
        }
    };
}

node!(Inquiry, []);

host_end!(Session, [], Heard, |heard, (t, event)| heard.push(t, event));
host_end!(dgt::Session, [], Heard, |heard, (t, event)| heard.push(t, event));
host_end!(homemade::Session, [], Heard, |heard, (t, event)| heard.push(t, event));
host_end!(FullScanSession<D>, [D: Dialect], Heard, |heard, (t, event)| heard.push(t, event));
host_end!(Master, [], BTreeMap<u16, Heard>, |heard, (address, t, event)| {
    heard.entry(address).or_default().push(t, event)
});

board_end!(Device, []);
board_end!(dgt::Device, []);
board_end!(novag::Device, []);
board_end!(Strand, []);
board_end!(ScannerDevice<F>, [F: Firmware]);
board_end!(
    homemade::Device,
    [],
    /// Mutes the board while no host is attached. A home-made board has its own supply and keeps the changes made
    /// meanwhile.
    fn attach(&mut self, is_attached: bool) {
        self.mute(!is_attached);
    }
);
