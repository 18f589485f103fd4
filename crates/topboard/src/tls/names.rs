//! The names and addresses by which this computer is found, and which of them a certificate of its own may carry.
//!
//! A root certificate that somebody installs on a phone could vouch for any page in the world. The root made here cannot:
//! its name constraints leave it private addresses, `localhost`, names in `.local`, and what the configuration names.

use rcgen::{CidrSubnet, GeneralSubtree};
use std::{
    collections::BTreeSet,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

/// The networks of addresses that nobody has for themselves: private (RFC 1918, RFC 4193), loopback, link-local.
const NETWORKS: [(IpAddr, u8); 8] = [
    (IpAddr::V4(Ipv4Addr::new(10, 0, 0, 0)), 8),
    (IpAddr::V4(Ipv4Addr::new(172, 16, 0, 0)), 12),
    (IpAddr::V4(Ipv4Addr::new(192, 168, 0, 0)), 16),
    (IpAddr::V4(Ipv4Addr::new(127, 0, 0, 0)), 8),
    (IpAddr::V4(Ipv4Addr::new(169, 254, 0, 0)), 16),
    (IpAddr::V6(Ipv6Addr::LOCALHOST), 128),
    (IpAddr::V6(Ipv6Addr::new(0xfc00, 0, 0, 0, 0, 0, 0, 0)), 7),
    (IpAddr::V6(Ipv6Addr::new(0xfe80, 0, 0, 0, 0, 0, 0, 0)), 10),
];
/// The domains whose names nobody can own.
const DOMAINS: [&str; 2] = ["local", "localhost"];
/// The greatest length of a name, in characters (RFC 1035, 2.3.4).
const NAME_MAX: usize = 253;

/// Names and addresses in a fixed order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Names {
    /// Names, in small letters.
    pub names: BTreeSet<String>,
    /// Addresses.
    pub addresses: BTreeSet<IpAddr>,
}

impl Names {
    /// Returns the names and addresses that the configuration gives.
    pub fn configured(texts: &[String]) -> Names {
        let mut names = Names::default();
        texts.iter().for_each(|text| names.add(text));
        names
    }

    /// Returns the names and addresses of this computer at present, with those that the configuration gives.
    pub fn of_computer(configured: &[String]) -> Names {
        let mut names = Names::configured(configured);
        names.addresses.extend([IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)]);
        let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
        names
            .addresses
            .extend(interfaces.iter().map(if_addrs::Interface::ip).filter(|ip| !ip.is_unspecified()));
        names.add("localhost");
        if let Some(host) = host() {
            let short = host.split('.').next().unwrap_or_default().to_owned();
            names.add(&host);
            names.add(&format!("{short}.local"));
        }
        names
    }

    /// Returns each name and address as text.
    pub fn texts(&self) -> Vec<String> {
        self.names.iter().cloned().chain(self.addresses.iter().map(ToString::to_string)).collect()
    }

    fn add(&mut self, text: &str) {
        match text.trim_matches(['[', ']']).parse() {
            Ok(address) => drop(self.addresses.insert(address)),
            Err(_) if is_name(text) => drop(self.names.insert(text.to_ascii_lowercase())),
            Err(_) => {}
        }
    }
}

/// Returns the name of this computer.
pub(super) fn host() -> Option<String> {
    let host = rustix::system::uname().nodename().to_string_lossy().to_ascii_lowercase();
    is_name(&host).then_some(host)
}

/// Returns whether a text can be the name of a computer.
pub fn is_name(text: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    text.len() <= NAME_MAX && text.split('.').all(is_label)
}

/// What a root certificate may vouch for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Permitted {
    pub(super) domains: Vec<String>,
    pub(super) networks: Vec<(IpAddr, u8)>,
}

impl Permitted {
    /// Returns what a root of this computer may vouch for.
    pub fn of(own: &Names, configured: &Names) -> Permitted {
        let domains: BTreeSet<String> =
            DOMAINS.into_iter().map(str::to_owned).chain(own.names.iter().cloned()).collect();
        let single = configured.addresses.iter().map(|ip| (*ip, if ip.is_ipv4() { 32 } else { 128 }));
        let mut permitted = Permitted { domains: domains.into_iter().collect(), networks: NETWORKS.into() };
        let single: Vec<_> = single.filter(|(ip, _)| !permitted.has_address(*ip)).collect();
        permitted.networks.extend(single);
        permitted
    }

    /// Returns the subtrees as a certificate has them.
    pub(super) fn subtrees(&self) -> Vec<GeneralSubtree> {
        let domains = self.domains.iter().cloned().map(GeneralSubtree::DnsName);
        let networks = self.networks.iter().map(|(ip, bits)| CidrSubnet::from_addr_prefix(*ip, *bits));
        domains.chain(networks.map(GeneralSubtree::IpAddress)).collect()
    }

    /// Returns whether the root may vouch for this address.
    pub fn has_address(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|(network, bits)| contains(*network, *bits, address))
    }

    /// Returns those of the names and addresses that the root may vouch for.
    pub fn only(&self, names: &Names) -> Names {
        Names {
            names: names.names.iter().filter(|name| self.has_name(name)).cloned().collect(),
            addresses: names.addresses.iter().copied().filter(|ip| self.has_address(*ip)).collect(),
        }
    }

    fn has_name(&self, name: &str) -> bool {
        let under =
            |domain: &String| name.strip_suffix(domain.as_str()).is_some_and(|rest| rest.ends_with('.'));
        self.domains.iter().any(|domain| domain == name || under(domain))
    }
}

fn contains(network: IpAddr, bits: u8, address: IpAddr) -> bool {
    match (network, address) {
        (IpAddr::V4(network), IpAddr::V4(address)) => {
            let differ = network.to_bits() ^ address.to_bits();
            differ.leading_zeros() >= u32::from(bits)
        }
        (IpAddr::V6(network), IpAddr::V6(address)) => {
            let differ = network.to_bits() ^ address.to_bits();
            differ.leading_zeros() >= u32::from(bits)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, Permitted, is_name};

    #[test]
    fn a_root_vouches_for_the_hall_alone() {
        let configured = Names::configured(&["hall.example".to_owned(), "203.0.113.9".to_owned()]);
        let permitted = Permitted::of(&configured, &configured);
        let all = Names::configured(
            &[
                "10.1.2.3",
                "172.31.0.1",
                "172.32.0.1",
                "192.168.1.7",
                "127.0.0.1",
                "169.254.3.4",
                "8.8.8.8",
                "::1",
                "203.0.113.9",
                "203.0.113.8",
                "fe80::1",
                "fd00::7",
                "2001:db8::7",
                "localhost",
                "pi.local",
                "local.example",
                "hall.example",
                "www.hall.example",
                "nothall.example",
                "example",
            ]
            .map(str::to_owned),
        );
        let told = permitted.only(&all).texts();
        let expected = [
            "hall.example",
            "localhost",
            "pi.local",
            "www.hall.example",
            "10.1.2.3",
            "127.0.0.1",
            "169.254.3.4",
            "172.31.0.1",
            "192.168.1.7",
            "203.0.113.9",
            "::1",
            "fd00::7",
            "fe80::1",
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn a_name_is_letters_digits_hyphens_and_dots() {
        for name in ["pi", "hall-2.local", "a.b.c", "8.example"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "a..b", "-a", "a-", "a b", "a_b", "Łódź", &"a".repeat(64), "hall:8080", "*.example"]
        {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn this_computer_is_found_under_some_name() {
        let names = Names::of_computer(&["Hall.Example".to_owned(), "not a name".to_owned()]);
        assert!(names.names.contains("localhost") && names.names.contains("hall.example"), "{names:?}");
        assert!(names.addresses.iter().any(std::net::IpAddr::is_loopback), "{names:?}");
        assert!(names.names.iter().all(|name| is_name(name)), "{names:?}");
    }
}
