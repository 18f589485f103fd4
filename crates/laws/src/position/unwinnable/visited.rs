//! The positions that a search has already seen. They are compared in full and not by hash: a proof must never mistake
//! one position for another.
//!
//! The set is a hash table with open addressing over the list of the search. The hash is fixed arithmetic and nothing
//! ever iterates over the table, so the order of the search does not depend on the table.

use shakmaty::{Chess, Position, Role};

/// A hash index of the positions in a list that the caller keeps.
pub(super) struct Visited {
    /// The slots. A slot holds an index into the list plus one; 0 marks a free slot. The length is a power of two.
    slots: Vec<u32>,
    used: usize,
}

impl Visited {
    pub(super) fn new() -> Visited {
        Visited { slots: vec![0; 1 << 10], used: 0 }
    }

    /// Adds the position that the caller will append to `list`. Returns `false` if the list already has the position.
    pub(super) fn insert(&mut self, list: &[Chess], position: &Chess) -> bool {
        if self.used * 2 >= self.slots.len() {
            self.grow(list);
        }
        let slot = self.find(list, position);
        if self.slots[slot] != 0 {
            return false;
        }
        self.slots[slot] = u32::try_from(list.len() + 1).expect("a search holds far fewer positions");
        self.used += 1;
        true
    }

    /// Returns the slot of a position, or the free slot in which it belongs.
    fn find(&self, list: &[Chess], position: &Chess) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = mix(position) as usize & mask;
        while let Some(index) = (self.slots[slot] as usize).checked_sub(1) {
            if list[index] == *position {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn grow(&mut self, list: &[Chess]) {
        self.slots = vec![0; self.slots.len() * 2];
        for (index, position) in list.iter().enumerate() {
            let slot = self.find(list, position);
            self.slots[slot] = u32::try_from(index + 1).expect("a search holds far fewer positions");
        }
    }
}

fn mix(position: &Chess) -> u64 {
    let board = position.board();
    let mut sum = u64::from(position.turn().is_white());
    for part in Role::ALL.into_iter().map(|role| board.by_role(role)).chain([board.white()]) {
        sum = (sum ^ part.0).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        sum ^= sum >> 29;
    }
    sum
}
