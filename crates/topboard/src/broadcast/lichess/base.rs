//! The address of a Lichess: the one that everybody knows, or one of an organiser's own.

use crate::config::broadcast::WebAddress;
use std::fmt;

/// The address under which requests are made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Base(WebAddress);

impl Base {
    /// Reads an address such as `https://lichess.org`. A line that is not encrypted may lead to this computer alone: whoever hears
    /// the token may push what they like.
    pub fn parse(text: &str) -> Result<Base, &'static str> {
        const WRONG: &str =
            "the address of a Lichess is https:// and a name, such as \"https://lichess.org\"";
        let address = WebAddress::parse(text).map_err(|_| WRONG)?;
        if !["", "/"].contains(&&*address.path) {
            return Err(WRONG);
        }
        if !address.is_private() {
            return Err("without encryption everybody on the way reads the token; write https://");
        }
        Ok(Base(address))
    }

    /// Returns the address.
    pub(super) fn address(&self) -> &WebAddress {
        &self.0
    }
}

impl Default for Base {
    fn default() -> Base {
        Base::parse("https://lichess.org").expect("it is an address: a test reads it")
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = if self.0.is_encrypted { "https" } else { "http" };
        write!(f, "{scheme}://{}", self.0.authority)
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
