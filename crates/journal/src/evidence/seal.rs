//! The seal at the end of a page with an [`Excerpt`]. It reveals changes anywhere in the page.
//!
//! ```text
//! <!doctype html> … the evidence element … LF      every byte so far is sealed
//! <script type="application/topboard-seal+json">{"sha256":"…","key":"…","sig":"…"}</script> LF </body> LF </html> LF
//! ```
//! `sha256` is the hash of every byte before the seal. `sig` is the signature of [`page_message`]. If the page was made
//! without access to the key, its seal has neither `key` nor `sig`. Such a seal reveals only accidental changes:
//! anybody who changes the page can compute it anew. The proof of the records in the page does not depend on the seal.
//!
//! A seal can be written in exactly one form and is compared byte by byte, so no byte of a page can change without
//! being noticed.

use crate::{
    Audited, Excerpt, Expected, Finding,
    evidence::signature::{PublicKey, is_signed, page_message},
    hex,
};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// The MIME type of the script element that holds the seal.
pub const ELEMENT_TYPE: &str = "application/topboard-seal+json";

const END: &str = "\n</body>\n</html>\n";

/// A public key, and the signature of a page that was made with its private key.
pub type PageSignature = (PublicKey, [u8; 64]);

/// The verdict on a page and on the excerpt in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditedPage {
    /// The verdict on the page and its excerpt together. The facts beside the verdict are those of the excerpt.
    pub audited: Audited,
    /// The numbers of the excerpt's first and last record.
    pub range: (u64, u64),
    /// The key that sealed the page; `None` if it was sealed without a key.
    pub sealed_by: Option<PublicKey>,
}

/// Returns the hash of the page so far, which the seal contains and signs.
pub fn digest(page: &str) -> [u8; 32] {
    Sha256::digest(page).into()
}

/// Returns the end of a page: the seal of the text before it, and the closing tags. `signature` is the signature of
/// [`page_message`] for the page's [`digest`].
pub fn end(page: &str, signature: Option<&PageSignature>) -> String {
    seal(&digest(page), signature)
}

/// Checks a page: first the excerpt in it, then the seal. `Err` says why the page is no report that can be checked.
pub fn audit(page: &str, expected: Expected) -> Result<AuditedPage, &'static str> {
    let is_torn = !page.ends_with("</html>\n");
    let excerpt = match Excerpt::find(page) {
        Ok(excerpt) => excerpt,
        Err(_) if is_torn && page.contains(crate::evidence::excerpt::ELEMENT_TYPE) => return Ok(torn(page)),
        Err(why) => return Err(why),
    };
    let mut audited = excerpt.audit(expected);
    let mut sealed_by = None;
    let is_sound = matches!(audited.finding, Finding::Whole);
    match check(page) {
        Ok(Some(key)) => {
            sealed_by = Some(key);
            let expected = expected.key.or(expected.head.and_then(|head| head.key));
            let is_ours = expected.map_or_else(
                || audited.keys.is_empty() || audited.keys.contains(&key),
                |expected| expected == key,
            );
            if is_sound && !is_ours {
                audited.finding = Finding::Foreign { record: audited.records, key };
            }
        }
        Ok(None) => {}
        Err(_) if is_sound && is_torn => {
            audited.finding = Finding::Torn { kept_bytes: page.len() as u64, cut_bytes: 0 };
        }
        Err(why) if is_sound => audited.finding = Finding::PageAltered { why },
        Err(_) => {}
    }
    Ok(AuditedPage { audited, range: (excerpt.from_seq, excerpt.to_seq), sealed_by })
}

/// Returns the verdict on a page that ends inside its evidence element, so that none of its records can be used.
fn torn(page: &str) -> AuditedPage {
    let finding = Finding::Torn { kept_bytes: 0, cut_bytes: page.len() as u64 };
    let audited = Audited {
        finding,
        after: 0,
        records: 0,
        head: [0; 32],
        is_line_sound: false,
        signatures: 0,
        signed_seq: 0,
        keys: std::collections::BTreeSet::new(),
        erased: Vec::new(),
        withheld: 0,
        unreached: 0,
        unsigned: None,
        accepted: Vec::new(),
    };
    AuditedPage { audited, range: (0, 0), sealed_by: None }
}

/// Returns the key that sealed the page; `None` if the page was sealed without a key. `Err` says how the page differs
/// from what was sealed.
fn check(page: &str) -> Result<Option<PublicKey>, &'static str> {
    let at = page.rfind(&format!("<script type=\"{ELEMENT_TYPE}\">")).ok_or("it has no seal")?;
    let (sealed, tail) = page.split_at(at);
    let digest = digest(sealed);
    let signature = read(tail).ok_or("its seal cannot be read")?;
    if tail != seal(&digest, signature.as_ref()) {
        return Err("the text of the page or its seal was changed");
    }
    match signature {
        Some((key, signature)) if !is_signed(&page_message(&digest), &key, &signature) => {
            Err("the signature of its seal is false")
        }
        Some((key, _)) => Ok(Some(key)),
        None => Ok(None),
    }
}

fn seal(digest: &[u8; 32], signature: Option<&PageSignature>) -> String {
    let digest = hex::emit(digest);
    let json = match signature {
        Some((key, sig)) => {
            let (key, sig) = (hex::emit(key), hex::emit(sig));
            format!("{{\"sha256\":\"{digest}\",\"key\":\"{key}\",\"sig\":\"{sig}\"}}")
        }
        None => format!("{{\"sha256\":\"{digest}\"}}"),
    };
    format!("<script type=\"{ELEMENT_TYPE}\">{json}</script>{END}")
}

fn read(tail: &str) -> Option<Option<PageSignature>> {
    let json = tail.split_once('>')?.1.split_once("</script>")?.0;
    let value: Value = serde_json::from_str(json).ok()?;
    if value.get("key").is_none() && value.get("sig").is_none() {
        return Some(None);
    }
    Some(Some((hex::parse(value["key"].as_str()?)?, hex::parse(value["sig"].as_str()?)?)))
}
