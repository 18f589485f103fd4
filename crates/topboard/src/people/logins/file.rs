//! The file of logins: a title line with the digest of the rest, then one line for each login.
//!
//! ```text
//! topboard logins 2 SHA256
//! ID TAB SHA256-OF-THE-SECRET TAB BEGAN TAB LAST-USED TAB ADDRESS TAB ROLE TAB NAME TAB DEVICE
//! ```
//! Times are milliseconds since 1970; an empty name is none. A file of version 1 has neither roles nor names: its logins
//! could do everything, and still can. A file with any error yields no login at all: no part of it is trusted.

use super::Known;
use crate::people::person::{Person, Role};
use journal::hex;
use sha2::{Digest, Sha256};

const TITLE: &str = "topboard logins 2 ";
/// The title of a file from before there were roles.
const TITLE_BEFORE: &str = "topboard logins 1 ";

/// Returns the text of the file that holds these logins.
pub(crate) fn emit(logins: &[Known]) -> String {
    let lines: String = logins.iter().map(line).collect();
    format!("{TITLE}{}\n{lines}", hex::emit(&Sha256::digest(&lines)))
}

/// Parses the text of a file of logins. Returns `None` if the text is damaged.
pub(crate) fn parse(text: &str) -> Option<Vec<Known>> {
    let (known, rest): (fn(&str) -> Option<Known>, _) = match text.strip_prefix(TITLE) {
        Some(rest) => (known, rest),
        None => (known_before, text.strip_prefix(TITLE_BEFORE)?),
    };
    let (digest, lines) = rest.split_once('\n')?;
    if hex::emit(&Sha256::digest(lines)) != digest {
        return None;
    }
    lines.lines().map(known).collect()
}

fn line(Known { id, person, hash, device, address, began_ms, used_ms }: &Known) -> String {
    let (role, name) = (person.role.name(), person.name.as_deref().unwrap_or_default());
    format!("{id}\t{}\t{began_ms}\t{used_ms}\t{address}\t{role}\t{name}\t{device}\n", hex::emit(hash))
}

fn known(line: &str) -> Option<Known> {
    let parts: Vec<&str> = line.splitn(8, '\t').collect();
    let [id, hash, began, used, address, role, name, device] = parts[..] else { return None };
    let person = Person { role: Role::parse(role)?, name: (!name.is_empty()).then(|| name.to_owned()) };
    of_parts([id, hash, began, used, address, device].into_iter(), person)
}

fn known_before(line: &str) -> Option<Known> {
    of_parts(line.splitn(6, '\t'), Person::UNNAMED)
}

fn of_parts<'a>(mut parts: impl Iterator<Item = &'a str>, person: Person) -> Option<Known> {
    let mut part = || parts.next();
    Some(Known {
        person,
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
    use super::{Known, TITLE_BEFORE, emit, parse};
    use crate::people::person::{Person, Role};
    use journal::hex;
    use sha2::{Digest, Sha256};
    use std::net::{IpAddr, Ipv6Addr};

    #[test]
    fn what_is_written_is_read_and_what_was_touched_is_not() {
        let known = |id: &str, device: &str| Known {
            id: id.to_owned(),
            person: Person {
                name: (!device.is_empty()).then(|| "Анна Nowak".to_owned()),
                role: Role::Organiser,
            },
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

    #[test]
    fn a_login_from_before_there_were_roles_may_do_what_it_could() {
        let lines = format!("a\t{}\t1\t2\t::1\tFirefox · Windows\n", hex::emit(&[7; 32]));
        let text = format!("{TITLE_BEFORE}{}\n{lines}", hex::emit(&Sha256::digest(&lines)));
        let logins = parse(&text).expect("it is read");
        assert_eq!((&logins[0].person, &*logins[0].device), (&Person::UNNAMED, "Firefox · Windows"));
        let again = parse(&emit(&logins)).expect("it is written anew");
        assert_eq!(again, logins);
    }
}
