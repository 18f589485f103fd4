//! An edition: all games at one moment, in every form in which they are sent. Editions share the parts that do not
//! change.

use super::coded::{BROTLI_END, BROTLI_HEAD, Coded, GZIP_HEAD, gzip_end};
use axum::body::Bytes;
use flate2::Crc;
use hall::TableNo;
use sha2::{Digest, Sha256};
use std::sync::{Arc, OnceLock};

/// Pages that are compressed together, and their compressed forms.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) coded: Coded,
    pub(crate) digest: [u8; 32],
}

/// The form in which a text is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Coding {
    /// The text itself, uncompressed.
    Identity,
    /// `gzip`.
    Gzip,
    /// `br`.
    Brotli,
}

/// All games at one moment.
#[derive(Debug)]
pub struct Edition {
    parts: Vec<Arc<Part>>,
    /// The tables, each of which has two parts; empty for other texts.
    tables: Vec<TableNo>,
    gzip_end: Bytes,
    digest: String,
    /// The games that are going on, once somebody asked for them alone.
    going_on: OnceLock<Arc<Edition>>,
}

impl Default for Edition {
    fn default() -> Edition {
        Edition::of([])
    }
}

impl Edition {
    /// Makes an edition of one text.
    pub(crate) fn of_text(text: &str) -> Edition {
        let digest = Sha256::digest(text).into();
        let part = Part { coded: Coded::new(vec![text.to_owned().into()]), digest };
        Edition::of([Arc::new(part)])
    }

    pub(crate) fn of(parts: impl IntoIterator<Item = Arc<Part>>) -> Edition {
        let parts: Vec<Arc<Part>> = parts.into_iter().collect();
        let (mut crc, mut digest) = (Crc::new(), Sha256::new());
        for part in &parts {
            crc.combine(&part.coded.crc);
            digest.update(part.digest);
        }
        let digest = digest.finalize()[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        let (tables, gzip_end) = (Vec::new(), gzip_end(&crc).into());
        Edition { parts, tables, gzip_end, digest, going_on: OnceLock::new() }
    }

    /// Makes an edition of the games of tables: of each the finished ones, and the last.
    pub(crate) fn of_tables(tables: impl IntoIterator<Item = (TableNo, [Arc<Part>; 2])>) -> Edition {
        let (tables, parts): (Vec<_>, Vec<_>) = tables.into_iter().unzip();
        Edition { tables, ..Edition::of(parts.into_iter().flatten()) }
    }

    /// Makes an edition of texts. Those that `before` has, too, are not compressed again.
    pub(crate) fn of_texts(texts: Vec<Arc<[u8]>>, before: &Edition) -> Edition {
        let part = |text: Arc<[u8]>| {
            let text = Bytes::from_owner(text);
            let is_this = |part: &&Arc<Part>| {
                part.coded.texts.first().is_some_and(|known| known.as_ptr() == text.as_ptr())
            };
            let known = before.parts.iter().find(is_this).cloned();
            known.unwrap_or_else(|| {
                let digest = Sha256::digest(&text).into();
                Arc::new(Part { coded: Coded::new(vec![text]).made(), digest })
            })
        };
        Edition::of(texts.into_iter().filter(|text| !text.is_empty()).map(part))
    }

    /// Returns an edition without the games that have a result, for whoever wants to look at them later. It takes some
    /// milliseconds the first time.
    pub(crate) fn going_on(&self) -> Arc<Edition> {
        let made = || Arc::new(Edition::of_text(&without_results(&self.text())));
        Arc::clone(self.going_on.get_or_init(made))
    }

    /// Returns the whole text, copied.
    pub(crate) fn text(&self) -> String {
        let all: Vec<u8> = self.parts.iter().flat_map(|part| &part.coded.texts).flatten().copied().collect();
        String::from_utf8_lossy(&all).into_owned()
    }

    /// Returns the games of each table as one text, with a tag that is another for each text.
    pub(crate) fn by_table(&self) -> impl Iterator<Item = (TableNo, String, impl Fn() -> Vec<u8>)> {
        self.tables.iter().zip(self.parts.chunks(2)).map(|(table, parts)| {
            let tag = parts.iter().flat_map(|part| &part.digest[..8]).map(|byte| format!("{byte:02x}"));
            let text = move || parts.iter().flat_map(|part| &part.coded.texts).flatten().copied().collect();
            (*table, tag.collect(), text)
        })
    }

    /// Returns the entity tag of a form. It differs between the forms, and between editions with different texts.
    pub fn tag(&self, coding: Coding) -> String {
        let form = match coding {
            Coding::Identity => "",
            Coding::Gzip => "-gz",
            Coding::Brotli => "-br",
        };
        format!("\"{}{form}\"", self.digest)
    }

    /// Returns the bytes of a form as a list of pieces, without copying them.
    pub fn pieces(&self, coding: Coding) -> Vec<Bytes> {
        let of_parts = |of: fn(&Part) -> Bytes| self.parts.iter().map(move |part| of(part));
        let pieces: Vec<Bytes> = match coding {
            Coding::Identity => self.parts.iter().flat_map(|part| part.coded.texts.iter().cloned()).collect(),
            Coding::Gzip => [Bytes::from_static(&GZIP_HEAD)]
                .into_iter()
                .chain(of_parts(|part| part.coded.deflated()))
                .chain([self.gzip_end.clone()])
                .collect(),
            Coding::Brotli => [Bytes::from_static(&BROTLI_HEAD)]
                .into_iter()
                .chain(of_parts(|part| part.coded.brotli()))
                .chain([Bytes::from_static(&BROTLI_END)])
                .collect(),
        };
        pieces.into_iter().filter(|piece| !piece.is_empty()).collect()
    }
}

/// Returns the games of a text in PGN that have no result. Each begins with the tag of its event.
fn without_results(games: &str) -> String {
    let mut kept = String::new();
    let mut game = String::new();
    for line in games.split_inclusive('\n').chain(["[Event "]) {
        if line.starts_with("[Event ") {
            if game.contains("\n[Result \"*\"]\n") {
                kept += &game;
            }
            game.clear();
        }
        game += line;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{Coding, Edition};

    fn game(event: &str, result: &str) -> String {
        format!(
            "[Event \"{event}\"]\n[White \"[Result \\\"*\\\"]\"]\n[Result \"{result}\"]\n\n1. e4 e5 {result}\n\n"
        )
    }

    #[test]
    fn games_with_a_result_are_left_out_for_who_wants_none() {
        let all = [game("a", "1-0"), game("b", "*"), game("c", "1/2-1/2"), game("d", "*")].concat();
        let spared = Edition::of_text(&all).going_on();
        let text = spared.pieces(Coding::Identity).concat();
        assert_eq!(String::from_utf8_lossy(&text), [game("b", "*"), game("d", "*")].concat());
        let nothing = Edition::of_text(&game("a", "0-1")).going_on();
        assert!(nothing.pieces(Coding::Identity).concat().is_empty());
    }
}
