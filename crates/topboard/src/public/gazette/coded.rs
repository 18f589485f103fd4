//! Text in the three forms in which it is sent: plain, gzip and Brotli. In each form, texts can be joined to one
//! stream. A page that does not change is compressed only once, however often the pages around it change.
//!
//! * gzip: each part is raw DEFLATE that ends at a byte boundary and refers to nothing before it. A header, the parts,
//!   an empty last block, and the checksum of all make one gzip member. The checksums of parts are combined without
//!   reading the parts again.
//! * Brotli: each part is without header and end, ends at a byte boundary, and refers to nothing before it and to no
//!   dictionary.

use axum::body::Bytes;
use brotli::enc::BrotliEncoderParams;
use flate2::{Compress, Compression, Crc, FlushCompress, Status};
use std::sync::OnceLock;

/// Texts that are compressed together: each form is made when it is first asked for.
#[derive(Debug, Default)]
pub(crate) struct Coded {
    pub(crate) texts: Vec<Bytes>,
    deflated: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
    pub(crate) crc: Crc,
}

/// The levels of compression. They take a tenth of the time of the best levels, for a twentieth more bytes.
const GZIP_LEVEL: u32 = 6;
const BROTLI_LEVEL: i32 = 5;
/// The base-two logarithm of Brotli's window, which is 65,520 bytes. It is also encoded in [`BROTLI_HEAD`].
const BROTLI_WINDOW: i32 = 16;

/// The header of a gzip member. It gives no time and no operating system.
pub(crate) const GZIP_HEAD: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// An empty last block of a DEFLATE stream.
const DEFLATE_END: [u8; 2] = [3, 0];
/// The header of a Brotli stream: the size of the window, and an empty metadata block, with which the header ends at a
/// byte boundary.
pub(crate) const BROTLI_HEAD: [u8; 1] = [0x0c];
/// An empty last block of a Brotli stream.
pub(crate) const BROTLI_END: [u8; 1] = [3];

impl Coded {
    /// Takes texts.
    pub(crate) fn new(texts: Vec<Bytes>) -> Coded {
        let mut crc = Crc::new();
        texts.iter().for_each(|text| crc.update(text));
        Coded { texts, crc, ..Coded::default() }
    }

    /// Makes both forms, so that nobody waits for them.
    #[must_use]
    pub(crate) fn made(self) -> Coded {
        self.deflated();
        self.brotli();
        self
    }

    /// Returns the texts as a part of a DEFLATE stream.
    pub(crate) fn deflated(&self) -> Bytes {
        self.form(&self.deflated, deflated)
    }

    /// Returns the texts as a part of a Brotli stream.
    pub(crate) fn brotli(&self) -> Bytes {
        self.form(&self.brotli, brotli)
    }

    fn form(&self, made: &OnceLock<Bytes>, make: fn(&[u8]) -> Vec<u8>) -> Bytes {
        let new = || {
            let text = self.texts.concat();
            if text.is_empty() { Bytes::new() } else { make(&text).into() }
        };
        made.get_or_init(new).clone()
    }
}

/// Returns the end of a gzip member; `crc` is the combined checksum of its parts.
pub(crate) fn gzip_end(crc: &Crc) -> Vec<u8> {
    let (sum, length) = (crc.sum().to_le_bytes(), crc.amount().to_le_bytes());
    [&DEFLATE_END[..], &sum, &length].concat()
}

fn deflated(text: &[u8]) -> Vec<u8> {
    let mut compress = Compress::new(Compression::new(GZIP_LEVEL), false);
    let mut out = Vec::with_capacity(text.len() / 2 + 64);
    loop {
        let done = compress.total_in() as usize;
        let status = compress.compress_vec(&text[done..], &mut out, FlushCompress::Full);
        // Compression is complete when the flush leaves room in the output buffer.
        match status {
            Ok(Status::Ok | Status::BufError) if out.len() == out.capacity() => out.reserve(4096),
            Ok(Status::Ok | Status::BufError | Status::StreamEnd) | Err(_) => return out,
        }
    }
}

fn brotli(text: &[u8]) -> Vec<u8> {
    let params = BrotliEncoderParams {
        quality: BROTLI_LEVEL,
        lgwin: BROTLI_WINDOW,
        size_hint: text.len(),
        catable: true,
        appendable: true,
        use_dictionary: false,
        bare_stream: true,
        byte_align: true,
        ..BrotliEncoderParams::default()
    };
    let mut out = Vec::new();
    brotli::BrotliCompress(&mut &text[..], &mut out, &params).expect("memory is written to");
    out
}

#[cfg(test)]
mod tests {
    use super::{BROTLI_END, BROTLI_HEAD, Coded, GZIP_HEAD, gzip_end};
    use flate2::{Crc, read::GzDecoder};
    use std::io::Read;

    #[test]
    fn parts_one_after_the_other_are_one_stream_for_every_reader() {
        let long: String =
            (0..40_000).map(|no: u32| format!("{} ", no.wrapping_mul(2_654_435_761) % 997)).collect();
        let short = ["", "1. e4 e5 *\n\n", "x", "", "1. e4 e5 *\n\n1. e4 e5 *\n\n"];
        let parts: Vec<&str> = short.into_iter().chain([long.as_str(), "the end", long.as_str()]).collect();
        for until in 0..=parts.len() {
            let parts = &parts[..until];
            let (mut gzip, mut brotli, mut crc) = (GZIP_HEAD.to_vec(), BROTLI_HEAD.to_vec(), Crc::new());
            for part in parts {
                let coded = Coded::new(vec![(*part).to_owned().into()]);
                gzip.extend_from_slice(&coded.deflated());
                brotli.extend_from_slice(&coded.brotli());
                crc.combine(&coded.crc);
            }
            gzip.extend(gzip_end(&crc));
            brotli.extend(BROTLI_END);
            let (mut from_gzip, mut from_brotli) = (String::new(), String::new());
            GzDecoder::new(&gzip[..]).read_to_string(&mut from_gzip).expect("one member");
            brotli::Decompressor::new(&brotli[..], 4096)
                .read_to_string(&mut from_brotli)
                .expect("one stream");
            assert!(from_gzip == parts.concat() && from_brotli == parts.concat(), "of {until} parts");
        }
    }
}
