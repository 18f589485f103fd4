//! The digest of a password: Argon2id, which costs memory and time for every guess.

use argon2::{Algorithm, Argon2, Block, Params, Version};
use std::fmt;

/// The length of a salt, in bytes.
pub(crate) const SALT: usize = 16;
/// The length of a digest, in bytes.
pub(crate) const DIGEST: usize = 32;

/// What a digest costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cost {
    /// The memory, in KiB.
    pub(crate) memory_kib: u32,
    /// The number of passes over the memory.
    pub(crate) passes: u32,
    /// The number of lanes.
    pub(crate) lanes: u32,
}

impl Cost {
    /// The cost of a new password: 19 MiB and two passes, the least that OWASP's cheat sheet on passwords names for
    /// Argon2id. It was measured at some 30 ms of processor time on a PC. A Raspberry Pi was not measured; one that is ten times
    /// slower needs a third of a second.
    pub(crate) const NEW: Cost = Cost { memory_kib: 19_456, passes: 2, lanes: 1 };

    /// Returns whether a password of this cost is taken: one that somebody wrote into the file must not stop the program.
    pub(crate) fn is_bearable(self) -> bool {
        (8..=64 << 10).contains(&self.memory_kib)
            && (1..=8).contains(&self.passes)
            && (1..=4).contains(&self.lanes)
    }
}

/// The memory in which a digest is computed. It is used again, because an allocator that gets such pieces back from many
/// threads keeps one for each of them.
#[derive(Default)]
pub(crate) struct Memory(Vec<Block>);

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memory")
    }
}

/// Returns the digest of a password; `None` if the cost is none that Argon2 knows.
pub(crate) fn digest(
    password: &str,
    salt: &[u8; SALT],
    cost: Cost,
    Memory(blocks): &mut Memory,
) -> Option<[u8; DIGEST]> {
    let params = Params::new(cost.memory_kib, cost.passes, cost.lanes, Some(DIGEST)).ok()?;
    let mut digest = [0; DIGEST];
    blocks.resize(params.block_count(), Block::default());
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    argon2.hash_password_into_with_memory(password.as_bytes(), salt, &mut digest, blocks).ok()?;
    Some(digest)
}

/// Returns whether two digests are equal, in a time that does not depend on where they differ.
pub(crate) fn are_equal(one: &[u8; DIGEST], other: &[u8; DIGEST]) -> bool {
    one.iter().zip(other).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::{Cost, Memory, are_equal};
    use std::time::Instant;

    fn digest(password: &str, salt: &[u8; 16], cost: Cost) -> Option<[u8; 32]> {
        super::digest(password, salt, cost, &mut Memory::default())
    }

    #[test]
    fn a_digest_depends_on_all_of_password_salt_and_cost() {
        let cheap = Cost { memory_kib: 64, passes: 1, lanes: 1 };
        let one = digest("correct horse", &[1; 16], cheap).expect("it is made");
        assert!(are_equal(&one, &digest("correct horse", &[1; 16], cheap).expect("it is made")));
        for (password, salt, cost) in [
            ("correct horsf", [1; 16], cheap),
            ("correct horse", [2; 16], cheap),
            ("correct horse", [1; 16], Cost { passes: 2, ..cheap }),
        ] {
            assert!(!are_equal(&one, &digest(password, &salt, cost).expect("it is made")));
        }
        assert!(digest("x", &[0; 16], Cost { memory_kib: 1, ..cheap }).is_none(), "Argon2 needs 8 KiB");
        assert!(Cost::NEW.is_bearable() && !Cost { memory_kib: 1 << 20, ..cheap }.is_bearable());
        let started = Instant::now();
        digest("correct horse", &[1; 16], Cost::NEW).expect("it is made");
        println!("a new password takes {:?}", started.elapsed());
    }
}
