//! What is written in a certificate, for people: its names, from when to when it is good, its fingerprint.

use super::names::{Names, Permitted};
use jiff::{Timestamp, tz::TimeZone};
use rustls::pki_types::CertificateDer;
use sha2::{Digest, Sha256};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use x509_parser::{
    extensions::{GeneralName, GeneralSubtree, ParsedExtension},
    prelude::{FromDer, X509Certificate},
};

/// Seconds since 1970.
pub(super) type Seconds = i64;

/// A certificate as people read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paper {
    /// The names and addresses that the certificate is for.
    pub names: Names,
    /// The names and addresses that certificates below this one may be for.
    pub permitted: Permitted,
    /// The first moment at which the certificate is good.
    pub not_before: Seconds,
    /// The last moment at which the certificate is good.
    pub not_after: Seconds,
    /// The SHA-256 of the whole certificate, in pairs of digits.
    pub fingerprint: String,
}

impl Paper {
    /// Reads a certificate; `None` if it is none.
    pub fn read(certificate: &CertificateDer<'_>) -> Option<Paper> {
        let (_, parsed) = X509Certificate::from_der(certificate).ok()?;
        let mut names = Names::default();
        let mut permitted = Permitted::default();
        for extension in parsed.extensions() {
            match extension.parsed_extension() {
                ParsedExtension::SubjectAlternativeName(found) => {
                    for name in &found.general_names {
                        match name {
                            GeneralName::DNSName(name) => drop(names.names.insert(name.to_ascii_lowercase())),
                            GeneralName::IPAddress(bytes) => names.addresses.extend(address(bytes)),
                            _ => {}
                        }
                    }
                }
                ParsedExtension::NameConstraints(found) => {
                    found.permitted_subtrees.iter().flatten().for_each(|tree| allow(&mut permitted, tree));
                }
                _ => {}
            }
        }
        let validity = parsed.validity();
        Some(Paper {
            names,
            permitted,
            not_before: validity.not_before.timestamp(),
            not_after: validity.not_after.timestamp(),
            fingerprint: fingerprint(certificate),
        })
    }

    /// Returns the first and the last day on which the certificate is good.
    pub fn days(&self) -> (String, String) {
        (day(self.not_before), day(self.not_after))
    }
}

/// Returns a day on this computer's clock.
pub(super) fn day(at: Seconds) -> String {
    let at = Timestamp::from_second(at).ok();
    at.map_or_else(
        || "an unknown day".to_owned(),
        |at| at.to_zoned(TimeZone::system()).strftime("%Y-%m-%d").to_string(),
    )
}

/// Returns the SHA-256 of a certificate in pairs of digits, as browsers and phones show it.
fn fingerprint(certificate: &[u8]) -> String {
    let pairs: Vec<String> = Sha256::digest(certificate).iter().map(|byte| format!("{byte:02X}")).collect();
    pairs.join(":")
}

fn allow(permitted: &mut Permitted, tree: &GeneralSubtree<'_>) {
    match &tree.base {
        GeneralName::DNSName(domain) => permitted.domains.push(domain.to_ascii_lowercase()),
        GeneralName::IPAddress(bytes) => {
            let (base, mask) = bytes.split_at(bytes.len() / 2);
            let bits = mask.iter().map(|byte| byte.leading_ones()).sum::<u32>();
            permitted.networks.extend(address(base).zip(u8::try_from(bits).ok()));
        }
        _ => {}
    }
}

fn address(bytes: &[u8]) -> Option<IpAddr> {
    let v4 = <[u8; 4]>::try_from(bytes).map(|bytes| IpAddr::V4(Ipv4Addr::from(bytes)));
    v4.or_else(|_| <[u8; 16]>::try_from(bytes).map(|bytes| IpAddr::V6(Ipv6Addr::from(bytes)))).ok()
}
