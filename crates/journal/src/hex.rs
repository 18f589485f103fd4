//! Bytes as hexadecimal digits. Digits are written in lower case and read in either case.

/// Returns the two hexadecimal digits of a byte.
pub(crate) fn digits(byte: u8) -> [u8; 2] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]
}

/// Returns bytes as hexadecimal digits.
pub fn emit(bytes: &[u8]) -> String {
    bytes.iter().flat_map(|&byte| digits(byte)).map(char::from).collect()
}

/// Parses hexadecimal digits as bytes; blanks between the digits are ignored. `Err` is a sentence that says what is
/// wrong.
pub fn read(digits: &str) -> Result<Vec<u8>, String> {
    let nibbles: Vec<u8> = digits
        .chars()
        .filter(|c| !c.is_ascii_whitespace())
        .map(|c| c.to_digit(16).map(|digit| digit as u8))
        .collect::<Option<_>>()
        .ok_or("the bytes hold something that is not a hexadecimal digit")?;
    if !nibbles.len().is_multiple_of(2) {
        return Err("the bytes have an odd number of hexadecimal digits".to_owned());
    }
    Ok(nibbles.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

/// Parses hexadecimal digits as `N` bytes; `None` unless the text has exactly two digits for each byte.
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
