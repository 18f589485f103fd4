//! What is wrong with how the program is set up for a broadcast.

use super::{flaw::Flaw, words};
use core::net::{IpAddr, SocketAddr};

/// The ports that Lichess reads from.
const PULL_PORTS: [u16; 4] = [80, 443, 8080, 8491];

/// How the running program is set up, as far as a broadcast depends on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The address of the public pages.
    pub listen: SocketAddr,
    /// How far spectators are behind the boards, in minutes.
    pub delay_minutes: u64,
    /// How far they are to be behind by the rules of the event, in minutes; 0 if nobody has said it.
    pub wanted_delay_minutes: u64,
    /// True if confirmed results do not wait.
    pub results_at_once: bool,
    /// True if only those may look on who were invited.
    pub is_closed: bool,
    /// The tables at which Chess960 is played and whose start position is not known yet.
    pub unknown_starts: Vec<u16>,
}

pub(super) fn flaws(setting: &Setting) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    let (wanted, there) = (setting.wanted_delay_minutes, setting.delay_minutes);
    if there < wanted {
        flaws.push(Flaw::of(&words::DELAY).number(wanted).number(there));
    } else if there == 0 {
        flaws.push(Flaw::of(&words::NO_DELAY));
    }
    if setting.results_at_once {
        flaws.push(Flaw::of(&words::RESULTS_AT_ONCE));
    }
    if setting.listen.ip().is_loopback() {
        flaws.push(Flaw::of(&words::LOOPBACK).words(&setting.listen.to_string()));
    } else if is_private(setting.listen.ip()) {
        flaws.push(Flaw::of(&words::NO_ROUTE).words(&setting.listen.to_string()));
    }
    if !PULL_PORTS.contains(&setting.listen.port()) {
        flaws.push(Flaw::of(&words::PORT).number(setting.listen.port().into()));
    }
    if setting.is_closed {
        flaws.push(Flaw::of(&words::CLOSED));
    }
    let starts = setting.unknown_starts.iter();
    flaws.extend(starts.map(|table| Flaw::of(&words::UNKNOWN_START).number((*table).into())));
    flaws
}

/// Returns whether an address leads nowhere outside the network that it is in.
fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => address.is_unique_local() || address.is_unicast_link_local(),
    }
}
