//! A pseudo-terminal for a simulated board. This program holds its near end; the far end serves as the board's port.

use rustix::{
    fs::{OFlags, fcntl_getfl, fcntl_setfl},
    io::Errno,
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{OptionalActions, tcgetattr, tcsetattr},
};
use std::{
    io,
    os::fd::OwnedFd,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};
use tokio::{io::unix::AsyncFd, time::sleep};

/// The interval at which the near end is polled while nobody has the far end open.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The interval at which the near end is polled once the far end was closed and opened again.
const LISTEN_EVERY: Duration = Duration::from_millis(2);

/// The near end of a pseudo-terminal.
#[derive(Debug)]
pub struct Pty {
    near: AsyncFd<OwnedFd>,
    path: String,
    /// Set once the far end was closed. From then on the runtime always reports the near end as readable, so it has to
    /// be polled.
    was_closed: AtomicBool,
}

impl Pty {
    /// Opens a pseudo-terminal that passes bytes unchanged. Must be called within a Tokio runtime.
    pub fn open() -> io::Result<Pty> {
        let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)?;
        grantpt(&near)?;
        unlockpt(&near)?;
        let path = ptsname(&near, Vec::new())?
            .into_string()
            .map_err(|_| io::Error::other("the path of a pseudo-terminal is not text"))?;
        let mut attributes = tcgetattr(&near)?;
        attributes.make_raw();
        tcsetattr(&near, OptionalActions::Now, &attributes)?;
        fcntl_setfl(&near, fcntl_getfl(&near)? | OFlags::NONBLOCK)?;
        #[expect(
            deprecated,
            reason = "its successor is unsafe; an owned descriptor keeps the promise it asks for"
        )]
        let near = AsyncFd::new(near)?;
        Ok(Pty { near, path, was_closed: AtomicBool::new(false) })
    }

    /// Returns the name of the port, which is the path of the far end.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Reads what the far end wrote. Waits while it writes nothing or is not open. Cancel-safe.
    pub async fn read(&self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let mut ready = self.near.readable().await?;
            match rustix::io::read(&self.near, &mut *buffer) {
                Ok(0) | Err(Errno::IO) => {
                    drop(ready);
                    self.was_closed.store(true, Ordering::Relaxed);
                    sleep(LOOK_EVERY).await;
                }
                Ok(length) => return Ok(length),
                Err(Errno::AGAIN) if self.was_closed.load(Ordering::Relaxed) => {
                    drop(ready);
                    sleep(LISTEN_EVERY).await;
                }
                Err(Errno::AGAIN) => ready.clear_ready(),
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Writes bytes without waiting. Bytes that do not fit are lost, as on a real line that nobody reads.
    pub fn write(&self, bytes: &[u8]) {
        let mut rest = bytes;
        while !rest.is_empty() {
            match rustix::io::write(&self.near, rest) {
                Ok(0) | Err(_) => {
                    tracing::debug!("{}: {} bytes were lost on the line", self.path, rest.len());
                    return;
                }
                Ok(length) => rest = &rest[length..],
            }
        }
    }
}
