//! The address of a Lichess: the one that everybody knows, or one of an organiser's own.

use axum::http::Uri;
use std::{fmt, net::IpAddr};

/// The address under which requests are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base {
    /// Says whether the line is encrypted.
    pub(super) is_encrypted: bool,
    /// The name or number of the host.
    pub(super) host: String,
    /// The port.
    pub(super) port: u16,
    /// What stands in the header Host.
    pub(super) authority: String,
}

impl Base {
    /// Reads an address such as `https://lichess.org`. A line that is not encrypted may lead to this computer alone: whoever hears
    /// the token may push what they like.
    pub fn parse(text: &str) -> Result<Base, &'static str> {
        const WRONG: &str =
            "the address of a Lichess is https:// and a name, such as \"https://lichess.org\"";
        let uri: Uri = text.parse().map_err(|_| WRONG)?;
        let authority = uri.authority().ok_or(WRONG)?;
        if !["", "/"].contains(&uri.path()) || uri.query().is_some() || authority.as_str().contains('@') {
            return Err(WRONG);
        }
        let is_encrypted = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(WRONG),
        };
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let is_here =
            host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
        if !is_encrypted && !is_here {
            return Err("without encryption everybody on the way reads the token; write https://");
        }
        let port = authority.port_u16().unwrap_or(if is_encrypted { 443 } else { 80 });
        Ok(Base { is_encrypted, host, port, authority: authority.as_str().to_owned() })
    }
}

impl Default for Base {
    fn default() -> Base {
        Base::parse("https://lichess.org").expect("it is an address: a test reads it")
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.is_encrypted { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.authority)
    }
}

#[cfg(test)]
mod tests {
    use super::Base;

    #[test]
    fn an_address_is_encrypted_or_of_this_computer() {
        assert_eq!(Base::default().to_string(), "https://lichess.org");
        for good in ["https://lichess.dev", "http://127.0.0.1:9663", "http://localhost/", "http://[::1]:80"] {
            let base = Base::parse(good).expect(good);
            assert_eq!(base.to_string(), good.trim_end_matches('/'));
        }
        for bad in [
            "",
            "lichess.org",
            "http://lichess.org",
            "ftp://lichess.org",
            "https://lichess.org/broadcast",
            "https://lichess.org?a=b",
            "https://me:secret@lichess.org",
            "http://127.0.0.1.example.org",
        ] {
            assert!(Base::parse(bad).is_err(), "{bad}");
        }
    }
}
