//! A board on this computer's own pins: the sensors are wired to a Raspberry Pi, with no microcontroller between.
//!
//! ```text
//!  pins ─▶ scan, each 8 ms ─▶ sensor::Station ─▶ a pair of sockets ─▶ Port, driver, main loop: as any home-made board
//!  a thread of its own (watch.rs)                                      journal {rx}, then settled in the fold
//! ```
//! The thread reports the result of each scan at once, unsettled, in the messages of the home-made board's firmware, so
//! the journal holds what the pins did. Such a port is called `pins:FILE`, where FILE describes the wiring (wiring.rs).
//!
//! Only pi.rs knows a Raspberry Pi; everything else sees the traits of embedded-hal and of scan.rs. On another computer
//! the port is refused with a sentence and tried again, as if its board were not plugged in, and all other boards play
//! on.

mod pi;
pub mod scan;
pub mod watch;
pub mod wiring;

use crate::terminal::{
    failure::Failure,
    log::{Trouble, report},
};
use rustix::rand::{GetRandomFlags, getrandom};
use sensor::{Identity, message::VERSION};
use sha2::{Digest, Sha256};
use std::{fs, os::unix::net::UnixStream, path::Path, sync::mpsc, thread};
use wiring::{SquareWiring, Wiring};

/// The prefix of the name of a port on pins.
const PREFIX: &str = "pins:";
/// The files that identify a computer: a Pi's own serial number, else the system's.
const MACHINE_NUMBERS: [&str; 2] = ["/sys/firmware/devicetree/base/serial-number", "/etc/machine-id"];

/// Returns the path of the wiring file if the port is on pins; otherwise `None`.
pub fn file_of(port: &str) -> Option<&Path> {
    port.strip_prefix(PREFIX).map(Path::new)
}

/// Returns whether a port on pins has a clock and no board.
pub fn is_clock(port: &str) -> bool {
    let wiring = file_of(port).and_then(|file| Wiring::read(file).ok());
    wiring.is_some_and(|wiring| wiring.squares == SquareWiring::None)
}

/// Reads the wiring files that the ports name, so that a mistake is reported before anything is started.
pub fn check(ports: &[String]) -> Result<(), Failure> {
    let mut files = ports.iter().filter_map(|port| file_of(port));
    files.try_for_each(|file| Wiring::read(file).map(drop).map_err(Failure::Input))
}

/// Starts to watch the pins of a port. Returns the near end of a stream. The far end is closed if the pins fail for
/// longer than [`watch::FAULT_MAX`]; dropping the near end ends the watch. The error is a sentence that says what to
/// do.
pub fn open(port: &str) -> Result<UnixStream, String> {
    let Some(file) = file_of(port) else { return Err(format!("a port of pins begins with {PREFIX}")) };
    let wiring = Wiring::read(file)?;
    let identity = identity(port, &wiring);
    let no_sockets = |error| format!("the system gives no pair of sockets ({error}); close some programs");
    let (near, far) = UnixStream::pair().map_err(no_sockets)?;
    near.set_nonblocking(true).map_err(no_sockets)?;
    let (tell, told) = mpsc::sync_channel(1);
    let name = port.to_owned();
    let run = move || match pi::connect(&wiring) {
        Err(reason) => {
            // The caller that opens the port waits for this message.
            let _ = tell.send(Err(reason));
        }
        Ok(wired) => {
            let _ = tell.send(Ok(()));
            if let Err(reason) = watch::watch(wired, identity, far) {
                report(&Trouble::PinsFaulty { port: &name, reason: &reason });
            }
        }
    };
    thread::Builder::new()
        .name("pins".to_owned())
        .spawn(run)
        .map_err(|error| format!("the system gives no thread ({error}); close some programs"))?;
    told.recv()
        .unwrap_or_else(|_| Err("the pins could not be tried out; start the program again".to_owned()))?;
    Ok(near)
}

/// Returns the board's identity: a serial number that depends on the computer and the port, and a random number for
/// each start.
fn identity(port: &str, wiring: &Wiring) -> Identity {
    let machine = MACHINE_NUMBERS.iter().find_map(|path| fs::read(path).ok()).unwrap_or_default();
    let digest = Sha256::new().chain_update(machine).chain_update(port).finalize();
    let mut unit = [0; 8];
    unit.copy_from_slice(&digest[..8]);
    let mut boot = [0; 4];
    // Without randomness, two starts could draw the same number, and their states would be confused. The process id
    // then takes its place.
    let is_random = getrandom(&mut boot, GetRandomFlags::empty()).is_ok_and(|length| length == boot.len());
    let boot = if is_random { u32::from_le_bytes(boot) } else { std::process::id() };
    Identity {
        version: VERSION,
        firmware: [0, 1, 0],
        unit,
        boot: boot.max(1),
        has_lever: wiring.lever.is_some(),
        is_raw: true,
        has_clock: wiring.clock.is_some(),
        scan_ms: wiring.scan_ms,
        settle_ms: wiring.settle_ms,
        ..Identity::default()
    }
}
