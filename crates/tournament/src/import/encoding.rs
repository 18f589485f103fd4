//! Bytes as text: the encodings of the programs that write pairings.

use super::{ImportFault, Problem, Proposal};
use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};

/// A code page of Windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodePage {
    /// Windows-1250: Polish, Czech, Slovak, Hungarian.
    CentralEurope,
    /// Windows-1251: Russian, Ukrainian, Bulgarian.
    Cyrillic,
    /// Windows-1252: German, French, Spanish, English.
    WesternEurope,
}

impl CodePage {
    fn encoding(self) -> &'static Encoding {
        match self {
            CodePage::CentralEurope => WINDOWS_1250,
            CodePage::Cyrillic => WINDOWS_1251,
            CodePage::WesternEurope => WINDOWS_1252,
        }
    }

    /// Returns the name of the code page.
    pub fn name(self) -> &'static str {
        self.encoding().name()
    }
}

/// The beginnings of files that are no text, with the names of their kinds. An empty name is a spreadsheet.
const SIGNATURES: [(&[u8], &str); 9] = [
    (b"\xd0\xcf\x11\xe0", ""),
    (b"%PDF", "PDF"),
    (b"\x1f\x8b", "gzip"),
    (b"7z\xbc\xaf", "7z"),
    (b"Rar!", "RAR"),
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"{\\rtf", "RTF"),
    (b"SQLite format 3", "SQLite"),
];

/// Decodes a file. A guess is told as a warning. `wanted` is the code page that a person has chosen for a file that is
/// not Unicode.
pub(super) fn decode(
    bytes: &[u8],
    wanted: Option<CodePage>,
) -> Result<(String, Option<Problem>), Box<Problem>> {
    if let Some(fault) = no_text(bytes) {
        return Err(Box::new(Problem::of_file(fault, Some(Proposal::SaveAsText))));
    }
    let certain = |encoding: &'static Encoding| encoding.decode_with_bom_removal(bytes).0.into_owned();
    let (text, page) = if bytes.starts_with(b"\xff\xfe") {
        (certain(UTF_16LE), None)
    } else if bytes.starts_with(b"\xfe\xff") {
        (certain(UTF_16BE), None)
    } else if let Some(encoding) = wide(bytes) {
        (certain(encoding), Some(encoding.name()))
    } else if let Ok(text) = std::str::from_utf8(bytes) {
        (text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(), None)
    } else {
        let page = wanted.unwrap_or_else(|| guess(bytes));
        (certain(page.encoding()), wanted.is_none().then_some(page.name()))
    };
    if is_binary(&text) {
        return Err(Box::new(Problem::of_file(ImportFault::NotText(""), Some(Proposal::ExportAgain))));
    }
    let guessed =
        page.map(|page| Problem::of_file(ImportFault::EncodingGuessed(page), Some(Proposal::LookAtNames)));
    Ok((text, guessed))
}

fn no_text(bytes: &[u8]) -> Option<ImportFault> {
    if bytes.starts_with(b"PK") && bytes.get(2).is_some_and(|&kind| kind < 9) {
        let head = &bytes[..bytes.len().min(4096)];
        let has = |name: &[u8]| head.windows(name.len()).any(|part| part == name);
        let is_table = has(b"xl/") || has(b"[Content_Types].xml") || has(b"opendocument.spreadsheet");
        return Some(if is_table { ImportFault::Spreadsheet } else { ImportFault::NotText("ZIP") });
    }
    let (_, kind) = SIGNATURES.iter().find(|(head, _)| bytes.starts_with(head))?;
    Some(if kind.is_empty() { ImportFault::Spreadsheet } else { ImportFault::NotText(kind) })
}

/// Returns the encoding of a text of two bytes a letter without a mark at its beginning: a zero byte stands beside
/// most letters.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(1024) & !1];
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let most = head.len() / 4;
    if head.len() < 8 {
        None
    } else if odd > most && even == 0 {
        Some(UTF_16LE)
    } else if even > most && odd == 0 {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// Returns whether a text has characters that only programs write.
fn is_binary(text: &str) -> bool {
    let odd = |letter: &char| letter.is_control() && !matches!(letter, '\t' | '\r' | '\n' | '\x0c' | '\x1a');
    text.contains('\0') || text.chars().filter(odd).count() * 20 > text.chars().count()
}

/// Letters of names in central Europe that Windows-1252 does not have in their places.
const CENTRAL: &str = "ąćęłńśźżĄĆĘŁŃŚŹŻčďěňřťůžČĎĚŇŘŤŮŽőűŐŰľĺăşţđšŠ";
/// Letters of names in western Europe that Windows-1250 does not have in their places.
const WESTERN: &str = "àâãåæçèêëìîïñòõøùûÿÀÂÃÅÆÇÈÊËÌÎÏÑÒÕØÙÛœŒ";
/// Signs that no name has. Where a code page reads one within a word, it is the wrong page.
const SIGNS: &str = "¹³¿£¥¯¼¾½±¶·¸¦§¬²´µ×÷¡¢¤©®°";

/// Guesses the code page of a text that is not Unicode.
fn guess(bytes: &[u8]) -> CodePage {
    let is_high = |byte: &u8| *byte >= 0x80;
    let high = bytes.iter().filter(|byte| is_high(byte)).count();
    let paired = bytes.windows(2).filter(|pair| pair.iter().all(is_high)).count();
    // Words in Cyrillic have no other letters; in the Latin alphabet, letters with marks rarely meet.
    if paired * 2 > high {
        return CodePage::Cyrillic;
    }
    let score = |page: CodePage, letters: &str| {
        let text = page.encoding().decode_without_bom_handling(bytes).0;
        let count = |set: &str| text.chars().filter(|letter| set.contains(*letter)).count();
        count(letters).saturating_sub(2 * count(SIGNS))
    };
    let western = score(CodePage::WesternEurope, WESTERN);
    let central = score(CodePage::CentralEurope, CENTRAL);
    if western > central { CodePage::WesternEurope } else { CodePage::CentralEurope }
}

#[cfg(test)]
mod tests {
    use super::{CodePage, Encoding, UTF_16LE, decode};
    use crate::import::ImportFault;

    #[test]
    fn a_code_page_is_told_by_the_letters_of_names() {
        for (page, text) in [
            (CodePage::CentralEurope, "Wiśniewski, Łukasz - Żółć, Paweł"),
            (CodePage::CentralEurope, "Dvořák, Jiří; Křížek, Matěj"),
            (CodePage::Cyrillic, "Иванов, Иван - Петрова, Мария"),
            (CodePage::WesternEurope, "Bjørnstad, Åse - Besançon, Hélène"),
            (CodePage::WesternEurope, "Núñez, Íñigo - Conceição, João"),
        ] {
            let encoding = Encoding::for_label(page.name().as_bytes()).expect("it is known");
            let (bytes, _, had_errors) = encoding.encode(text);
            assert!(!had_errors, "{text}");
            let (read, problem) = decode(&bytes, None).expect("it is text");
            assert_eq!(read, text);
            assert_eq!(problem.map(|it| it.fault), Some(ImportFault::EncodingGuessed(page.name())), "{text}");
            assert_eq!(decode(&bytes, Some(page)), Ok((text.to_owned(), None)));
        }
    }

    #[test]
    fn unicode_is_read_in_every_form() {
        let text = "1. Nowak, Anna - Żak, Jan\n";
        let mut wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let (read, problem) = decode(&wide, None).expect("it is text");
        assert_eq!(read, text);
        assert_eq!(problem.map(|it| it.fault), Some(ImportFault::EncodingGuessed(UTF_16LE.name())));
        wide.splice(0..0, [0xff, 0xfe]);
        assert_eq!(decode(&wide, None), Ok((text.to_owned(), None)));
        let mut big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
        big.splice(0..0, [0xfe, 0xff]);
        assert_eq!(decode(&big, None), Ok((text.to_owned(), None)));
        assert_eq!(decode(format!("\u{feff}{text}").as_bytes(), None), Ok((text.to_owned(), None)));
    }

    #[test]
    fn what_is_no_text_is_named() {
        for (bytes, fault) in [
            (&b"PK\x03\x04\x14\0\x06\0\x08\0\0\0!\0[Content_Types].xml"[..], ImportFault::Spreadsheet),
            (b"PK\x03\x04\x14\0\0\0round3.pgn", ImportFault::NotText("ZIP")),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", ImportFault::Spreadsheet),
            (b"%PDF-1.7", ImportFault::NotText("PDF")),
            (b"\x01\x02\0\x03\x04\0\x05", ImportFault::NotText("")),
        ] {
            assert_eq!(decode(bytes, None).expect_err("it is no text").fault, fault);
        }
    }
}
