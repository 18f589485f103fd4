//! Names for things that other programs know by a UUID: the same thing has the same name for ever.

use sha2::{Digest, Sha256};

/// Returns the UUID (RFC 9562, version 8) of what these parts name. Their lengths are digested too, so the name differs
/// if the same letters are divided elsewhere.
pub fn uuid(parts: &[&str]) -> String {
    let mut all = Sha256::new();
    for part in parts {
        all.update((part.len() as u64).to_be_bytes());
        all.update(part);
    }
    let mut bytes: [u8; 32] = all.finalize().into();
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
}

/// Returns the UUID of a tournament of the event that is kept in the journal of this name.
pub fn tournament_uuid(journal: &str, key: &str) -> String {
    uuid(&[journal, "tournament", key])
}

#[cfg(test)]
mod tests {
    use super::{tournament_uuid, uuid};

    #[test]
    fn a_name_stays_for_ever_and_depends_on_every_part() {
        assert_eq!(uuid(&["journal", "A"]), "adf0142f-3536-8eb1-a8a9-3993f6fe0724");
        assert_ne!(uuid(&["journal", "A"]), uuid(&["journalA", ""]));
        let of = |journal, key| tournament_uuid(journal, key);
        assert_ne!(of("one event", "A"), of("another event", "A"));
        assert_ne!(of("one event", "A"), of("one event", "B"));
    }
}
