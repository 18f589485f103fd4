//! What readers get wrong that is right in PGN, by its exact shape. Each fault has to show itself, so a version that has mended
//! it makes the test fail until the fault is taken out here.
//!
//! Most are about quotes and backslashes in tags, before which PGN puts a backslash. To leave such a character out would cost
//! names what people write in them, such as the quotes around a club's.

use super::programs::Reader;
use serde_json::Value;

/// A fault of a reader.
struct Fault {
    reader: Reader,
    what: &'static str,
    /// Puts right what the fault has made of a game; false if it does not show itself in it.
    mend: fn(wanted: &Value, read: &mut Value) -> bool,
}

const FAULTS: [Fault; 9] = [
    Fault {
        reader: Reader::PythonChess,
        what: "1.10.0 keeps the backslash before a quote or a backslash",
        mend: |wanted, read| mend_tags(wanted, read, escaped),
    },
    Fault {
        reader: Reader::ChessJs,
        what: "1.4.0 cannot read a game with a quote in a tag",
        mend: |wanted, read| {
            mend_unread(wanted, read, "SyntaxError", tags(wanted).any(|(_, value)| value.contains('"')))
        },
    },
    Fault {
        reader: Reader::ChessJs,
        what: "1.4.0 cannot castle in Chess960",
        mend: |wanted, read| {
            let is_chess960 = wanted["tags"]["Variant"] == "Chess960";
            mend_unread(wanted, read, "Error: Invalid move in PGN: O-O", is_chess960)
        },
    },
    Fault {
        reader: Reader::ChessJs,
        what: "1.4.0 keeps the backslash before a backslash",
        mend: |wanted, read| mend_tags(wanted, read, escaped),
    },
    Fault {
        reader: Reader::CmPgn,
        what: "5.0.0 ends a tag at the first quote",
        mend: |wanted, read| {
            mend_tags(wanted, read, |meant| escaped(meant).split('"').next().unwrap_or_default().to_owned())
        },
    },
    Fault {
        reader: Reader::CmPgn,
        what: "5.0.0 leaves out a tag with a bracket that closes",
        mend: |wanted, read| {
            let mut is_seen = false;
            for (name, meant) in tags(wanted).filter(|(_, meant)| meant.contains(']')) {
                let is_missing = read["tags"].get(name).is_none();
                if is_missing && let Some(tags) = read["tags"].as_object_mut() {
                    tags.insert(name.clone(), meant.into());
                    is_seen = true;
                }
            }
            is_seen
        },
    },
    Fault {
        reader: Reader::Kokopu,
        what: "4.13.4 knows rounds by their numbers alone",
        mend: |wanted, read| {
            let round = &wanted["tags"]["Round"];
            let is_named = round.as_str().is_some_and(|round| round.contains(char::is_alphabetic));
            let is_it = is_named && read["tags"]["Round"] == "?";
            if is_it {
                read["tags"]["Round"] = round.clone();
            }
            is_it
        },
    },
    Fault {
        reader: Reader::Kokopu,
        what: "4.13.4 makes one blank of several, and drops those at the ends",
        mend: |wanted, read| {
            mend_tags(wanted, read, |meant| meant.split_whitespace().collect::<Vec<_>>().join(" "))
        },
    },
    Fault {
        reader: Reader::OfShakmaty,
        what: "0.29.0 drops a backslash before a quote",
        mend: |wanted, read| mend_tags(wanted, read, |meant| meant.replace("\\\"", "\"")),
    },
];

/// Puts right a game that cannot be read at all.
fn mend_unread(wanted: &Value, read: &mut Value, error: &str, is_expected: bool) -> bool {
    let is_it = is_expected && read["error"].as_str().is_some_and(|told| told.starts_with(error));
    if is_it {
        *read = wanted.clone();
    }
    is_it
}

/// Puts right the tags that are what a fault makes of what is meant.
fn mend_tags(wanted: &Value, read: &mut Value, fault: fn(&str) -> String) -> bool {
    let mut is_seen = false;
    for (name, meant) in tags(wanted) {
        let Some(value) = read["tags"].get_mut(name) else { continue };
        if value != meant && *value == fault(meant) {
            *value = meant.into();
            is_seen = true;
        }
    }
    is_seen
}

fn tags(game: &Value) -> impl Iterator<Item = (&String, &str)> {
    let tags = game["tags"].as_object().into_iter().flatten();
    tags.filter_map(|(name, value)| Some((name, value.as_str()?)))
}

/// Returns a text as it stands between the quotes of a tag.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The faults of a reader, and whether each was seen.
pub(super) struct Faults(Vec<(&'static Fault, bool)>);

impl Faults {
    pub(super) fn of(reader: Reader) -> Faults {
        Faults(FAULTS.iter().filter(|fault| fault.reader == reader).map(|fault| (fault, false)).collect())
    }

    /// Returns a game without the faults that are known.
    pub(super) fn mended(&mut self, wanted: &Value, mut game: Value) -> Value {
        for (fault, is_seen) in &mut self.0 {
            *is_seen |= (fault.mend)(wanted, &mut game);
        }
        game
    }

    /// Lists the faults that did not show themselves.
    pub(super) fn gone(self) -> Vec<String> {
        let gone = self.0.into_iter().filter(|(_, is_seen)| !is_seen);
        gone.map(|(fault, _)| format!("{} has this fault no more: {}", fault.reader.name(), fault.what))
            .collect()
    }
}
