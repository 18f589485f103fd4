//! The chain of hashes: the state that ties each record to all before it.

use crate::hex;
use sha2::{Digest, Sha256};

/// Where a chain stands after so many records. Two books with the same head hold the same bodies in the same order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Chain {
    head: [u8; 32],
    seq: u64,
}

/// The first hexadecimal digits of a head, as they stand at the front of a line.
pub type Check = [u8; 16];

impl Chain {
    /// The chain of an empty book.
    pub fn new() -> Chain {
        Chain::default()
    }

    /// A chain that stands at this head after so many records.
    pub fn resume(head: [u8; 32], seq: u64) -> Chain {
        Chain { head, seq }
    }

    /// The hash of everything so far.
    pub fn head(&self) -> [u8; 32] {
        self.head
    }

    /// The head in 64 hexadecimal digits: it names the whole book.
    pub fn head_hex(&self) -> String {
        hex::emit(&self.head)
    }

    /// How many records were chained; the first record has the number 1.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Chains one body and returns the check of its line.
    pub fn extend(&mut self, body: &[u8]) -> Check {
        self.head = Sha256::new().chain_update(self.head).chain_update(body).finalize().into();
        // A file may claim any number of records before it.
        self.seq = self.seq.saturating_add(1);
        let mut check = [0; 16];
        for (digits, &byte) in check.chunks_exact_mut(2).zip(&self.head) {
            digits.copy_from_slice(&hex::digits(byte));
        }
        check
    }
}
