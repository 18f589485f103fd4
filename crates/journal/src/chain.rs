//! The chain of hashes, which ties each record of a journal to all earlier ones.

use crate::hex;
use sha2::{Digest, Sha256};

/// The state of a chain after some number of records. Two journals with equal heads hold equal bodies in equal order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Chain {
    head: [u8; 32],
    seq: u64,
}

/// The check of a line: the first 16 hexadecimal digits of the head after its record. The line begins with it.
pub type Check = [u8; 16];

impl Chain {
    /// Returns the chain of an empty journal.
    pub fn new() -> Chain {
        Chain::default()
    }

    /// Returns a chain that has this head after `seq` records.
    pub fn resume(head: [u8; 32], seq: u64) -> Chain {
        Chain { head, seq }
    }

    /// Returns the head: the hash over the bodies of all records chained so far.
    pub fn head(&self) -> [u8; 32] {
        self.head
    }

    /// Returns the head as 64 hexadecimal digits. It identifies all records of the journal chained so far.
    pub fn head_hex(&self) -> String {
        hex::emit(&self.head)
    }

    /// Returns the number of records chained; the first record has the number 1.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Adds the body of one record to the chain. Returns the check for the record's line.
    pub fn extend(&mut self, body: &[u8]) -> Check {
        self.head = Sha256::new().chain_update(self.head).chain_update(body).finalize().into();
        // A file may claim any number of earlier records, so the sum must not overflow.
        self.seq = self.seq.saturating_add(1);
        let mut check = [0; 16];
        for (digits, &byte) in check.chunks_exact_mut(2).zip(&self.head) {
            digits.copy_from_slice(&hex::digits(byte));
        }
        check
    }
}
