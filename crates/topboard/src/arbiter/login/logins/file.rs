//! The file of logins: a title line with the digest of the rest, then one line for each login.
//!
//! ```text
//! topboard logins 1 SHA256
//! ID TAB SHA256-OF-THE-SECRET TAB BEGAN TAB LAST-USED TAB ADDRESS TAB DEVICE
//! ```
//! Times are milliseconds since 1970. A file with any error yields no login at all: no part of it is trusted.

use super::Known;
use journal::hex;
use sha2::{Digest, Sha256};

const TITLE: &str = "topboard logins 1 ";

/// Returns the text of the file that holds these logins.
pub(crate) fn emit(logins: &[Known]) -> String {
    let lines: String = logins.iter().map(line).collect();
    format!("{TITLE}{}\n{lines}", hex::emit(&Sha256::digest(&lines)))
}

/// Parses the text of a file of logins. Returns `None` if the text is damaged.
pub(crate) fn parse(text: &str) -> Option<Vec<Known>> {
    let (digest, lines) = text.strip_prefix(TITLE)?.split_once('\n')?;
    if hex::emit(&Sha256::digest(lines)) != digest {
        return None;
    }
    lines.lines().map(known).collect()
}

fn line(Known { id, hash, device, address, began_ms, used_ms }: &Known) -> String {
    format!("{id}\t{}\t{began_ms}\t{used_ms}\t{address}\t{device}\n", hex::emit(hash))
}

fn known(line: &str) -> Option<Known> {
    let mut parts = line.splitn(6, '\t');
    let mut part = || parts.next();
    Some(Known {
        id: part()?.to_owned(),
        hash: hex::parse(part()?)?,
        began_ms: part()?.parse().ok()?,
        used_ms: part()?.parse().ok()?,
        address: part()?.parse().ok()?,
        device: part()?.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::{Known, emit, parse};
    use std::net::{IpAddr, Ipv6Addr};

    #[test]
    fn what_is_written_is_read_and_what_was_touched_is_not() {
        let known = |id: &str, device: &str| Known {
            id: id.to_owned(),
            hash: [7; 32],
            device: device.to_owned(),
            address: IpAddr::V6(Ipv6Addr::LOCALHOST),
            began_ms: 1,
            used_ms: 2,
        };
        for logins in [vec![], vec![known("a", "Firefox · Windows"), known("b", "")]] {
            let text = emit(&logins);
            assert_eq!(parse(&text), Some(logins));
            for damaged in
                [&text[..text.len() - 1], &text.replace("topboard", "tapboard"), &text.replace('7', "8"), ""]
            {
                assert!(damaged == text || parse(damaged).is_none(), "{damaged}");
            }
        }
    }
}
