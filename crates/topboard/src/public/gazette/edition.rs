//! An edition: all games at one moment, in every form in which they are sent. Editions share the parts that do not
//! change.

use super::coded::{BROTLI_END, BROTLI_HEAD, Coded, GZIP_HEAD, gzip_end};
use axum::body::Bytes;
use flate2::Crc;
use sha2::{Digest, Sha256};
use std::sync::Arc;

/// Pages that are compressed together, and their compressed forms.
#[derive(Debug, Default)]
pub(crate) struct Part {
    pub(crate) texts: Vec<Bytes>,
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
    gzip_end: Bytes,
    digest: String,
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
        let part = Part { coded: Coded::new(text.as_bytes()), texts: vec![text.to_owned().into()], digest };
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
        Edition { parts, gzip_end: gzip_end(&crc).into(), digest }
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
            Coding::Identity => self.parts.iter().flat_map(|part| part.texts.iter().cloned()).collect(),
            Coding::Gzip => [Bytes::from_static(&GZIP_HEAD)]
                .into_iter()
                .chain(of_parts(|part| part.coded.deflated.clone()))
                .chain([self.gzip_end.clone()])
                .collect(),
            Coding::Brotli => [Bytes::from_static(&BROTLI_HEAD)]
                .into_iter()
                .chain(of_parts(|part| part.coded.brotli.clone()))
                .chain([Bytes::from_static(&BROTLI_END)])
                .collect(),
        };
        pieces.into_iter().filter(|piece| !piece.is_empty()).collect()
    }
}
