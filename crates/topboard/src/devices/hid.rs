//! Boards on USB as human interface devices, through the kernel's hidraw nodes: a read or a write carries one report.
//!
//! Only nodes of a board maker's USB vendor are opened, for nothing may be written to somebody's keyboard. Chessnut is
//! the only maker of such boards, so a node that matches is taken for one of its boards without a question.

use crate::devices::natural_order;
use board::Maker;
use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
use std::{
    fs, io,
    os::fd::OwnedFd,
    path::{Path, PathBuf},
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf, unix::AsyncFd};

/// The prefix of the nodes' names under `/dev`.
const PREFIX: &str = "hidraw";
/// The greatest length of a report, in bytes.
const REPORT_MAX: usize = 64;
/// The item "Report ID" of a report descriptor, which says that reports are numbered; its two length bits are zero
/// here.
const REPORT_ID_ITEM: u8 = 0x84;

/// An open human interface device.
#[derive(Debug)]
pub struct Hid {
    node: AsyncFd<OwnedFd>,
    /// Set if reports carry their number as the first byte. Other devices get a zero in front of each report written.
    numbered: bool,
}

impl Hid {
    /// Opens a node for this program alone. Must be called within a Tokio runtime.
    pub fn open(path: &Path) -> io::Result<Hid> {
        let node = open(path, OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty())?;
        flock(&node, FlockOperation::NonBlockingLockExclusive)?;
        Hid::of(node, is_numbered(&fs::read(description(path)).unwrap_or_default()))
    }

    /// Wraps an open descriptor that does not block and delivers one message for each read.
    #[expect(
        deprecated,
        reason = "its successor is unsafe; an owned descriptor keeps the promise it asks for"
    )]
    pub fn of(node: OwnedFd, numbered: bool) -> io::Result<Hid> {
        Ok(Hid { node: AsyncFd::new(node)?, numbered })
    }
}

/// Returns whether this path is a hidraw node.
pub fn is_hid(path: &str) -> bool {
    Path::new(path).file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX))
}

/// Returns the hidraw nodes of the boards that are present, in the order of the nodes' names.
pub fn present() -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir("/sys/class/hidraw") else { return Vec::new() };
    let mut nodes: Vec<PathBuf> = entries
        .filter_map(Result::ok)
        .filter(|entry| {
            let event = fs::read_to_string(entry.path().join("device/uevent")).unwrap_or_default();
            vendor(&event) == MAKER.facts().hid
        })
        .map(|entry| Path::new("/dev").join(entry.file_name()))
        .collect();
    nodes.sort_by(|one, other| natural_order::compare(&one.to_string_lossy(), &other.to_string_lossy()));
    nodes
}

/// The maker of every board on a hidraw node: no other maker builds such boards.
pub const MAKER: Maker = Maker::Chessnut;

fn description(path: &Path) -> PathBuf {
    Path::new("/sys/class/hidraw").join(path.file_name().unwrap_or_default()).join("device/report_descriptor")
}

/// Returns the USB vendor from a device's event text, which has a line such as `HID_ID=0003:00002D80:00008000`.
fn vendor(event: &str) -> Option<u16> {
    let id = event.lines().find_map(|line| line.strip_prefix("HID_ID="))?;
    u16::try_from(u32::from_str_radix(id.split(':').nth(1)?, 16).ok()?).ok()
}

/// Returns whether a report descriptor says that reports are numbered. The lowest two bits of an item give its length.
fn is_numbered(mut descriptor: &[u8]) -> bool {
    while let [item, rest @ ..] = descriptor {
        if item & 0xfc == REPORT_ID_ITEM {
            return true;
        }
        let length = [0, 1, 2, 4][usize::from(item & 0x03)];
        descriptor = rest.get(length..).unwrap_or_default();
    }
    false
}

impl AsyncRead for Hid {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let mut report = [0; REPORT_MAX];
        loop {
            let mut guard = ready!(self.node.poll_read_ready(cx))?;
            match guard.try_io(|node| rustix::io::read(node.get_ref(), &mut report).map_err(io::Error::from))
            {
                Ok(Ok(length)) => {
                    buffer.put_slice(&report[..length.min(buffer.remaining())]);
                    return Poll::Ready(Ok(()));
                }
                Ok(Err(error)) => return Poll::Ready(Err(error)),
                Err(_would_block) => {}
            }
        }
    }
}

impl AsyncWrite for Hid {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let length = bytes.len().min(REPORT_MAX);
        let mut report = Vec::with_capacity(length + 1);
        if !self.numbered {
            report.push(0);
        }
        report.extend_from_slice(&bytes[..length]);
        loop {
            let mut guard = ready!(self.node.poll_write_ready(cx))?;
            match guard.try_io(|node| rustix::io::write(node.get_ref(), &report).map_err(io::Error::from)) {
                Ok(written) => return Poll::Ready(written.map(|_| length)),
                Err(_would_block) => {}
            }
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::devices::{port::Port, wire::Wire};
    use board::{Contents, Device, DeviceOptions, LinkState, Session};
    use shakmaty::{Board, Color, Square};
    use std::{os::unix::net::UnixDatagram, sync::Arc, time::Duration};
    use tokio::time::{Instant, sleep_until};

    #[test]
    fn the_vendor_and_the_numbering_are_read_from_the_system() {
        assert_eq!(vendor("DRIVER=hid-generic\nHID_ID=0003:00002D80:00008100\n"), Some(0x2d80));
        assert_eq!(vendor("HID_NAME=keyboard\n"), None);
        let plain = [0x06, 0x00, 0xff, 0x09, 0x01, 0xa1, 0x01, 0x85 & 0x7f, 0x00, 0xc0];
        assert!(!is_numbered(&plain));
        assert!(is_numbered(&[0x06, 0x00, 0xff, 0xa1, 0x01, 0x85, 0x21, 0xc0]));
        // A byte with the value of the item, inside a longer item, does not count.
        assert!(!is_numbered(&[0x27, 0x85, 0x85, 0x85, 0x85]));
        assert!(!is_numbered(&[0x27]));
    }

    /// Plays a board on the far end of a pair of sockets that keep messages apart, as hidraw does.
    async fn play(far: UnixDatagram, numbered: bool) {
        let far = tokio::net::UnixDatagram::from_std(far).expect("it does not block");
        let options = DeviceOptions { scan_ms: 50, battery_percent: Some(71), ..DeviceOptions::default() };
        let mut device = Device::with_board(Maker::Chessnut, options, &Board::new());
        let start = Instant::now();
        let mut buffer = [0; 128];
        let mut moves = vec![
            (2500, Square::E4, Contents::Piece(Color::White.pawn())),
            (2000, Square::E2, Contents::Empty),
        ];
        loop {
            let now = start.elapsed().as_millis() as u64;
            if let Some(&(at, square, contents)) = moves.last().filter(|(at, ..)| *at <= now) {
                device.set_square(at.max(now), square, contents);
                moves.pop();
            }
            device.advance(now);
            while let Some(report) = device.poll_transmit() {
                assert_eq!(report.len(), REPORT_MAX, "one report");
                // The near end may be closed when the test is over.
                let _ = far.send(&report).await;
            }
            tokio::select! {
                read = far.recv(&mut buffer) => {
                    let Ok(length) = read else { return };
                    let report = if numbered { &buffer[..length] } else {
                        assert_eq!(buffer[0], 0, "reports without a number get a zero");
                        &buffer[1..length]
                    };
                    device.handle_bytes(start.elapsed().as_millis() as u64, report);
                }
                () = sleep_until(Instant::now() + Duration::from_millis(10)) => {}
            }
        }
    }

    async fn check(numbered: bool) {
        let (near, far) = UnixDatagram::pair().expect("the system gives a pair of sockets");
        near.set_nonblocking(true).expect("it can");
        far.set_nonblocking(true).expect("it can");
        let other = tokio::spawn(play(far, numbered));
        let hid = Hid::of(OwnedFd::from(near), numbered).expect("it can be watched");
        let mut wire = Wire::new(Port::of_hid(hid), Arc::from("hid"));
        let mut session = Session::new(MAKER).expect("one board");
        let start = Instant::now();
        let now = || start.elapsed().as_millis() as u64;
        session.handle_open(0);
        session.expect(&Board::new());
        while start.elapsed() < Duration::from_secs(4) {
            if wire.is_free()
                && let Some(bytes) = session.poll_transmit()
            {
                wire.say(&bytes);
            }
            tokio::select! {
                heard = wire.hear() => if let Some(bytes) = heard.expect("the link holds") {
                    session.handle_bytes(now(), &bytes);
                },
                () = sleep_until(Instant::now() + Duration::from_millis(20)) => session.advance(now()),
            }
        }
        assert_eq!(session.state(), LinkState::Live);
        assert_eq!(session.identity().battery_percent, Some(71));
        let reading = session.reading().expect("it was seen");
        assert_eq!(reading.at(Square::E4), Contents::Piece(Color::White.pawn()));
        assert_eq!(reading.at(Square::E2), Contents::Empty);
        other.abort();
    }

    #[tokio::test]
    async fn a_board_is_served_report_by_report() {
        check(true).await;
    }

    #[tokio::test]
    async fn reports_without_numbers_get_a_zero_in_front() {
        check(false).await;
    }
}
