//! How long is waited for whom on a connection. All of it in one place, and listed for operators in crates/README.md.

use std::time::Duration;

/// The times of one kind of listener. Tests have shorter ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patience {
    /// For the head of a request, from the first moment of the connection or the end of the answer before.
    pub head: Duration,
    /// For the body of a request, all of it.
    pub body: Duration,
    /// For the next byte of what is sent to be taken. Bytes count, not frames: a slow line makes progress.
    pub stuck: Duration,
    /// What has to be taken of a long frame in a second on the average, in bytes, besides `stuck`.
    pub slowest: u32,
    /// Before a subscriber that says nothing is asked whether it is there.
    pub silent: Duration,
    /// For its answer.
    pub pong: Duration,
    /// For the other side to answer a Close, and to take what was said last.
    pub farewell: Duration,
}

impl Patience {
    /// What the program has.
    pub const USUAL: Patience = Patience {
        head: Duration::from_secs(15),
        body: Duration::from_secs(15),
        stuck: Duration::from_secs(10),
        slowest: 4 << 10,
        silent: Duration::from_secs(20),
        pong: Duration::from_secs(40),
        farewell: Duration::from_secs(2),
    };

    /// For a frame of so many bytes to be taken whole.
    pub fn for_frame(&self, bytes: usize) -> Duration {
        self.stuck + Duration::from_secs(bytes as u64 / u64::from(self.slowest))
    }
}
