//! Maps of JSON whose keys are numbers. In JSON they are texts, and serde hands them over as such where it had to read ahead
//! to learn which order it is.

use serde::{Deserialize, Deserializer, de};
use std::{collections::BTreeMap, fmt};

/// Reads a map whose keys are numbers.
pub(super) fn numbered<'de, D: Deserializer<'de>, V: Deserialize<'de>>(
    reader: D,
) -> Result<BTreeMap<u16, V>, D::Error> {
    let map: BTreeMap<Number, V> = Deserialize::deserialize(reader)?;
    Ok(map.into_iter().map(|(Number(number), value)| (number, value)).collect())
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Number(u16);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Number, D::Error> {
        struct Digits;
        impl de::Visitor<'_> for Digits {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number from 0 to 65535")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
                text.parse().map(Number).map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
            }

            fn visit_u64<E: de::Error>(self, number: u64) -> Result<Number, E> {
                let read = number.try_into().map(Number);
                read.map_err(|_| E::invalid_value(de::Unexpected::Unsigned(number), &self))
            }
        }
        reader.deserialize_any(Digits)
    }
}
