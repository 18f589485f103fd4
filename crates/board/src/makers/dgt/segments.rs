//! Characters of seven segments (docs/protocols/dgt.md, "Seven segments"), for clocks that cannot show text in any
//! other way. The numbers in the drawing are the bits of the segments, in hexadecimal.
//!
//! ```text
//!    01
//!  20  02
//!    40
//!  10  04
//!    08
//! ```

/// The segments of the letters from A to Z, as they are usually drawn; k, m, v, w and x are only approximate.
const LETTERS: [u8; 26] = [
    0x77, 0x7c, 0x39, 0x5e, 0x79, 0x71, 0x3d, 0x76, 0x06, 0x1e, 0x75, 0x38, 0x55, 0x54, 0x5c, 0x73, 0x67,
    0x50, 0x6d, 0x78, 0x3e, 0x1c, 0x6a, 0x49, 0x6e, 0x5b,
];
const DIGITS: [u8; 10] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f];

/// Returns the segments of a character; no segments for a character that cannot be drawn.
pub(super) fn of(character: u8) -> u8 {
    match character {
        b'0'..=b'9' => DIGITS[usize::from(character - b'0')],
        b'a'..=b'z' => LETTERS[usize::from(character - b'a')],
        b'A'..=b'Z' => LETTERS[usize::from(character - b'A')],
        b'-' => 0x40,
        b'_' => 0x08,
        b'=' => 0x48,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn digits_are_drawn_as_everywhere() {
        assert_eq!(of(b'8'), 0x7f, "everything is lit");
        assert_eq!(of(b'1'), 0x02 | 0x04, "the right side");
        assert_eq!(of(b'-'), 0x40, "the middle");
        assert_eq!((of(b' '), of(b'~')), (0, 0));
        assert_eq!(of(b'a'), of(b'A'));
        let drawn: std::collections::BTreeSet<u8> = (b'A'..=b'Z').map(of).collect();
        assert_eq!(drawn.len(), 26, "no two letters look the same");
    }
}
