//! The time limits of a connection, all in one place. crates/README.md lists them for operators.

use std::time::Duration;

/// The time limits of one kind of listener. Tests use shorter ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// The time for the head of a request to arrive, from the start of the connection or the end of the last answer.
    pub head: Duration,
    /// The time for the whole body of a request to arrive, and for the whole of a message of a subscriber.
    pub body: Duration,
    /// The time in which the client has to take the next byte of a frame. Bytes count, not whole frames, because a slow
    /// line also makes progress.
    pub stuck: Duration,
    /// The lowest average rate at which the client has to take a long frame, in bytes a second. The time of `stuck` is
    /// granted in addition.
    pub slowest: u32,
    /// The time after which a subscriber that sends nothing is pinged.
    pub silent: Duration,
    /// The time for a subscriber to answer a ping.
    pub pong: Duration,
    /// The time for the other side to answer a Close and to take the last bytes of the connection.
    pub farewell: Duration,
}

impl Patience {
    /// The time limits that the program uses.
    pub const USUAL: Patience = Patience {
        head: Duration::from_secs(15),
        body: Duration::from_secs(15),
        stuck: Duration::from_secs(10),
        slowest: 4 << 10,
        silent: Duration::from_secs(20),
        pong: Duration::from_secs(40),
        farewell: Duration::from_secs(2),
    };

    /// Returns the time in which the client has to take the whole of a frame of this length.
    pub fn for_frame(&self, bytes: usize) -> Duration {
        self.stuck + Duration::from_secs(bytes as u64 / u64::from(self.slowest))
    }
}
