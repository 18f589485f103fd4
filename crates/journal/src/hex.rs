//! Bytes as hexadecimal digits: lower case when written, either case when read.

/// The two digits of a byte.
pub(crate) fn digits(byte: u8) -> [u8; 2] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]
}

/// Bytes to digits.
pub fn emit(bytes: &[u8]) -> String {
    bytes.iter().flat_map(|&byte| digits(byte)).map(char::from).collect()
}

/// Digits to bytes; none unless there are exactly twice as many digits as bytes, and nothing else.
pub fn parse<const N: usize>(text: &str) -> Option<[u8; N]> {
    let text = text.as_bytes();
    if text.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.chunks_exact(2)) {
        let nibble = |digit: u8| char::from(digit).to_digit(16);
        *byte = u8::try_from(nibble(pair[0])? << 4 | nibble(pair[1])?).ok()?;
    }
    Some(bytes)
}
