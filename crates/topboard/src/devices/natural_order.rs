//! The order in which people sort names with numbers: port-2 comes before port-10.

use std::cmp::Ordering;

/// Compares two names. Numbers in them are compared by value, all other text letter by letter.
pub fn compare(one: &str, other: &str) -> Ordering {
    let (mut one_rest, mut other_rest) = (one, other);
    while !one_rest.is_empty() && !other_rest.is_empty() {
        let (one_part, other_part);
        (one_part, one_rest) = split(one_rest);
        (other_part, other_rest) = split(other_rest);
        let order = match (is_number(one_part), is_number(other_part)) {
            (true, true) => by_count(one_part, other_part),
            (true, false) | (false, true) | (false, false) => one_part.cmp(other_part),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    // The names differ at most in how they write numbers, such as 7 and 07.
    one_rest.len().cmp(&other_rest.len()).then_with(|| one.cmp(other))
}

/// Splits a name after the number or the text that it begins with.
fn split(name: &str) -> (&str, &str) {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let begins = name.starts_with(is_digit);
    name.split_at(name.find(|letter| is_digit(letter) != begins).unwrap_or(name.len()))
}

fn is_number(part: &str) -> bool {
    part.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Compares two decimal numbers of any length.
fn by_count(one: &str, other: &str) -> Ordering {
    let (one, other) = (one.trim_start_matches('0'), other.trim_start_matches('0'));
    one.len().cmp(&other.len()).then_with(|| one.cmp(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_count_so() {
        let sorted = [
            "",
            "/dev/hidraw3",
            "/dev/ttyACM0",
            "/dev/ttyUSB",
            "/dev/ttyUSB2",
            "/dev/ttyUSB2#00007",
            "/dev/ttyUSB2#01025",
            "/dev/ttyUSB10",
            "/dev/ttyUSB99999999999999999999999",
            "2",
            "board-007",
            "board-07",
            "board-7",
            "board-10",
            "board-10a",
            "żaba",
        ];
        let mut names = sorted;
        names.reverse();
        names.sort_by(|one, other| compare(one, other));
        for (index, name) in sorted.iter().enumerate() {
            for (before, other) in sorted.iter().enumerate() {
                assert_eq!(compare(other, name), before.cmp(&index), "{other:?} and {name:?}");
            }
        }
        assert_eq!(names, sorted);
    }
}
