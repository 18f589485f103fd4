//! Finds out whose board is on a port, by asking.

use crate::{
    devices::wire::Wire,
    terminal::log::{Trouble, report},
};
use board::{Inquiry, Maker, Millis, gatt::Service};
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// Asks the board for its maker until the maker is known or `end` is reached, then sets the line for that maker.
/// Returns the maker; `None` if it is not known by `end`. The error says why the port does not work.
pub async fn ask(wire: &mut Wire, end: Option<Instant>) -> Result<Option<Maker>, String> {
    let start = Instant::now();
    let now = || Millis::try_from(start.elapsed().as_millis()).unwrap_or(Millis::MAX);
    let service = wire.service();
    if let Some(maker) = service.and_then(Service::owner) {
        return Ok(Some(maker));
    }
    let mut inquiry = service.map_or_else(|| Inquiry::new(now()), |service| Inquiry::over(now(), service));
    let mut line = None;
    let mut is_told = false;
    loop {
        if let Some(maker) = inquiry.found() {
            wire.set_line(maker.facts().line);
            return Ok(Some(maker));
        }
        if end.is_none() && inquiry.rounds() > 0 && !std::mem::replace(&mut is_told, true) {
            report(&Trouble::PortSilent { port: wire.name() });
        }
        if end.is_some_and(|end| Instant::now() >= end) {
            return Ok(None);
        }
        // The rate is changed only after everything to be sent at the old rate has left.
        if wire.is_free() {
            if line != inquiry.line() {
                line = inquiry.line();
                wire.set_line(line);
            }
            while let Some(bytes) = inquiry.poll_transmit() {
                wire.say(&bytes);
            }
        }
        let due = inquiry.next_deadline().map(|t| start + Duration::from_millis(t));
        let alarm = due.into_iter().chain(end).min().unwrap_or_else(Instant::now);
        tokio::select! {
            heard = wire.hear() => if let Some(bytes) = heard? {
                inquiry.handle_bytes(now(), &bytes);
            },
            () = sleep_until(alarm) => inquiry.advance(now()),
        }
    }
}
