//! The addresses at which a browser finds a listener. A listener on every address of the computer is listed under the
//! addresses at which others can reach the computer. Loopback comes last: only this computer can use it.

use crate::{
    terminal::failure::Failure,
    tls::{Scheme, Tls},
};
use std::{
    io,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
};

/// The greatest number of addresses listed: a computer may have dozens for internal use.
const TOLD_MAX: usize = 8;
/// Prefixes of the names of network interfaces that nobody in the hall can reach: those of containers and virtual
/// machines.
const INNER: [&str; 8] = ["docker", "br-", "veth", "virbr", "vmnet", "cni", "lxc", "podman"];

/// Returns the addresses to open in a browser, the likeliest first and loopback last.
pub fn reachable(listening: SocketAddr) -> Vec<SocketAddr> {
    if !listening.ip().is_unspecified() {
        return vec![listening];
    }
    let found = if_addrs::get_if_addrs().unwrap_or_else(|error| {
        tracing::warn!("the system does not tell its addresses ({error}); `ip address` may know them");
        Vec::new()
    });
    let up = found.into_iter().filter(if_addrs::Interface::is_oper_up);
    of_computer(listening, up.map(|interface| (interface.ip(), interface.name)).collect())
}

/// Returns the URLs at which a listener is found, the likeliest first. Where connections are encrypted, an address that the
/// certificate is not for is left out: a browser would warn of it.
pub fn links(listening: SocketAddr, tls: Option<&Tls>) -> Vec<String> {
    let mut found = reachable(listening);
    let scheme = if tls.is_some() { Scheme::Https } else { Scheme::Http }.name();
    if let Some(tls) = tls.filter(|tls| tls.is_own()) {
        found.retain(|address| tls.has_address(address.ip()));
    }
    let names = tls.iter().filter(|tls| !tls.is_own()).flat_map(|tls| tls.known_by().names.names);
    // A certificate in files is for names; a wildcard is none that anybody can open.
    let names = names
        .filter(|name| !name.starts_with('*'))
        .map(|name| format!("{scheme}://{name}:{}/", listening.port()));
    names.chain(found.into_iter().map(|address| format!("{scheme}://{address}/"))).collect()
}

fn of_computer(listening: SocketAddr, found: Vec<(IpAddr, String)>) -> Vec<SocketAddr> {
    let mut ranked: Vec<(u8, IpAddr)> =
        found.iter().filter_map(|(ip, name)| Some((rank(*ip, name)?, *ip))).collect();
    ranked.retain(|(_, ip)| ip.is_ipv4() || listening.is_ipv6());
    ranked.sort();
    ranked.dedup();
    ranked.truncate(TOLD_MAX - 1);
    let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let all = ranked.into_iter().map(|(_, ip)| ip).chain([loopback]);
    all.map(|ip| SocketAddr::new(ip, listening.port())).collect()
}

/// Returns how unlikely it is that somebody in the hall opens an address; 0 is the likeliest. `None` if nobody would.
fn rank(ip: IpAddr, interface: &str) -> Option<u8> {
    let is_inner = INNER.iter().any(|inner| interface.starts_with(inner));
    match ip {
        IpAddr::V4(v4) if v4.is_loopback() || v4.is_unspecified() => None,
        IpAddr::V6(v6) if v6.is_loopback() || v6.is_unspecified() || is_link_local(v6) => None,
        _ if is_inner => Some(3),
        // A link-local address: two computers are joined by a cable, and nothing assigns addresses.
        IpAddr::V4(v4) if v4.is_link_local() => Some(2),
        IpAddr::V6(_) => Some(1),
        IpAddr::V4(_) => Some(0),
    }
}

/// Returns whether an address is link-local. Such an address is valid on one interface only, and no browser accepts it.
fn is_link_local(ip: Ipv6Addr) -> bool {
    ip.segments()[0] & 0xffc0 == 0xfe80
}

/// Returns why an address cannot be listened on for this, and what to do. `section` is where it is set.
pub(crate) fn unbound(listen: SocketAddr, what: &str, section: &str, error: &io::Error) -> Failure {
    let advice = match error.kind() {
        io::ErrorKind::AddrInUse => "stop the program that uses it, or set another port in",
        io::ErrorKind::AddrNotAvailable => {
            "this computer has no such address: set one that it has, or 0.0.0.0 for all of them, in"
        }
        io::ErrorKind::PermissionDenied => {
            "only the administrator may use ports below 1024: set a higher one in"
        }
        _ => "set another address in",
    };
    Failure::Environment(format!("{listen} cannot be used for {what} ({error}); {advice} {section}"))
}

#[cfg(test)]
mod tests {
    use super::{TOLD_MAX, of_computer, reachable};
    use std::net::{IpAddr, SocketAddr};

    fn told(listening: &str, found: &[(&str, &str)]) -> Vec<String> {
        let found = found.iter().map(|(ip, name)| (ip.parse().expect("an address"), (*name).to_owned()));
        let listening: SocketAddr = listening.parse().expect("an address");
        of_computer(listening, found.collect()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_another_computer_can_open_comes_first() {
        let found = [
            ("127.0.0.1", "lo"),
            ("::1", "lo"),
            ("172.17.0.1", "docker0"),
            ("169.254.3.4", "eth1"),
            ("192.168.1.7", "wlan0"),
            ("fe80::1", "wlan0"),
            ("2001:db8::7", "wlan0"),
            ("192.168.1.7", "wlan0"),
        ];
        let v4 = ["192.168.1.7:8081", "169.254.3.4:8081", "172.17.0.1:8081", "127.0.0.1:8081"];
        assert_eq!(told("0.0.0.0:8081", &found), v4);
        let mut both = v4.map(str::to_owned).to_vec();
        both.insert(1, "[2001:db8::7]:8081".to_owned());
        assert_eq!(told("[::]:8081", &found), both);
        assert_eq!(told("0.0.0.0:8081", &[]), ["127.0.0.1:8081"]);
    }

    #[test]
    fn a_computer_of_many_addresses_tells_some() {
        let many: Vec<String> = (1..100).map(|number| format!("10.0.0.{number}")).collect();
        let found: Vec<(&str, &str)> = many.iter().map(|ip| (ip.as_str(), "eth0")).collect();
        let told = told("0.0.0.0:80", &found);
        assert_eq!((told.len(), told.last().map(String::as_str)), (TOLD_MAX, Some("127.0.0.1:80")));
    }

    #[test]
    fn this_computer_has_one_and_an_address_that_was_asked_for_stays() {
        let all = reachable(SocketAddr::from(([0, 0, 0, 0], 80)));
        assert!(all.last().is_some_and(|last| last.ip().is_loopback()), "{all:?}");
        assert!(all.iter().all(|one| !matches!(one.ip(), IpAddr::V4(v4) if v4.is_unspecified())), "{all:?}");
        let one = SocketAddr::from(([192, 168, 1, 7], 80));
        assert_eq!(reachable(one), [one]);
    }
}
