//! Tombstones: one line in the place of records that were erased, so that the rest of the book still proves itself.
//!
//! ```text
//! {"journal":1,"epoch":"5f3a","segment":[2,70314,"HEAD BEFORE"],"erased":{"to":90325,"head":"HEAD AFTER",
//!  "bytes":1677710,"event":"…","round":"3","t":[7200000,21600000],"wall_ms":1795…,"synced":true,"by":"…","why":"…",
//!  "keys":["…"],"key":"PUBLIC KEY","sig":"SIGNATURE"}}
//! check of the line    as of any other: from the head before and this body
//! the chain behind it  goes on from HEAD AFTER, with the number `to`
//! signed are           topboard erased 1 LF, then the body without its last 139 bytes: ,"sig":"…"}}
//! ```
//!
//! `to` is the number of the last erased record, `bytes` the length of what was erased, `t` its first and last journal
//! time. `keys` are the public keys that were told in it: later signatures need them. `wall_ms` and `synced` are the
//! time of day of the erasure and whether somebody kept that clock; they are missing where nobody knew.
//!
//! What it proves: the head before is that of the records before, and the records behind go on from the head after; a
//! later signature signs for both ends. That those ends belong together, and what stood between them, is the word of
//! who signed the tombstone.

use crate::{
    Chain, LINE_MAX,
    evidence::signature::{PublicKey, is_signed},
    hex,
    opening::Opening,
};
use serde_json::Value;
use std::{collections::BTreeSet, fmt};

/// `,"sig":"`, 128 digits, `"}}`.
const SIGNATURE_LENGTH: usize = 139;
/// Numbers of records are below this: every reader of JSON can hold them exactly.
const SEQ_END: u64 = 1 << 53;
/// The longest text a person may put into it, in bytes.
pub const TEXT_MAX: usize = 400;
/// The most keys one tombstone tells.
pub const KEYS_MAX: usize = 1000;

/// What is kept of erased records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tombstone {
    /// The book's mark.
    pub epoch: String,
    /// The number of the file they stood in.
    pub segment: u32,
    /// Where the chain stood before the first of them.
    pub before: Chain,
    /// Where it stood after the last.
    pub after: Chain,
    /// How many bytes they had.
    pub bytes: u64,
    /// The event they were of.
    pub event: String,
    /// Its round.
    pub round: String,
    /// Their first and last journal time, in milliseconds.
    pub t_ms: (u64, u64),
    /// The time of day of the erasure, in milliseconds since 1970.
    pub wall_ms: Option<u64>,
    /// Whether somebody kept that clock.
    pub synced: Option<bool>,
    /// Who erased them.
    pub by: String,
    /// Why.
    pub why: String,
    /// The public keys that were told in them.
    pub keys: BTreeSet<PublicKey>,
    /// The key that signs this.
    pub key: PublicKey,
}

impl Tombstone {
    /// What is signed: the second part of it is the body up to its signature.
    pub fn message(&self) -> Vec<u8> {
        message(&self.unsigned())
    }

    /// The body, with the signature of [`Tombstone::message`]. `Err` when a text in it is too long.
    pub fn emit(&self, signature: &[u8; 64]) -> Result<String, &'static str> {
        if [&self.by, &self.why, &self.event, &self.round].iter().any(|text| text.len() > TEXT_MAX) {
            return Err("a text in it is longer than 400 bytes");
        }
        if self.keys.len() > KEYS_MAX {
            return Err("it tells more than a thousand keys");
        }
        let body = format!("{},\"sig\":\"{}\"}}}}", self.unsigned(), hex::emit(signature));
        if body.len() + 18 > LINE_MAX { Err("it is longer than a mebibyte") } else { Ok(body) }
    }

    /// The tombstone in this body; nothing for any other record, an error when it cannot be read or its signature is
    /// false.
    pub fn parse(body: &str) -> Option<Result<Tombstone, &'static str>> {
        if !is_one(body) {
            return None;
        }
        Some(Tombstone::read(body).ok_or("the tombstone cannot be read").and_then(|(tombstone, signature)| {
            let unsigned = body.split_at_checked(body.len().saturating_sub(SIGNATURE_LENGTH));
            let is_genuine = unsigned
                .is_some_and(|(unsigned, _)| is_signed(&message(unsigned), &tombstone.key, &signature));
            if is_genuine {
                Ok(tombstone)
            } else {
                Err("the signature of the tombstone is false: it was changed, or not made by the key it names")
            }
        }))
    }

    /// The number of the first erased record.
    pub fn first_seq(&self) -> u64 {
        self.before.seq().saturating_add(1)
    }

    /// The number of the last.
    pub fn last_seq(&self) -> u64 {
        self.after.seq()
    }

    fn unsigned(&self) -> String {
        let text = |text: &str| Value::from(text).to_string();
        let keys: Vec<String> = self.keys.iter().map(|key| hex::emit(key)).collect();
        let wall = self.wall_ms.map(|wall_ms| format!(",\"wall_ms\":{wall_ms}")).unwrap_or_default();
        let synced = self.synced.map(|synced| format!(",\"synced\":{synced}")).unwrap_or_default();
        format!(
            "{{\"journal\":1,\"epoch\":{},\"segment\":[{},{},\"{}\"],\"erased\":{{\"to\":{},\"head\":\"{}\",\
             \"bytes\":{},\"event\":{},\"round\":{},\"t\":[{},{}]{wall}{synced},\"by\":{},\"why\":{},\"keys\":{},\
             \"key\":\"{}\"",
            text(&self.epoch),
            self.segment,
            self.before.seq(),
            self.before.head_hex(),
            self.after.seq(),
            self.after.head_hex(),
            self.bytes,
            text(&self.event),
            text(&self.round),
            self.t_ms.0,
            self.t_ms.1,
            text(&self.by),
            text(&self.why),
            Value::from(keys),
            hex::emit(&self.key),
        )
    }

    fn read(body: &str) -> Option<(Tombstone, [u8; 64])> {
        let opening = Opening::find(body).filter(|opening| opening.after.seq() < SEQ_END)?;
        let value: Value = serde_json::from_str(body).ok()?;
        let erased = &value["erased"];
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let to = erased["to"].as_u64().filter(|to| (opening.after.seq() + 1..SEQ_END).contains(to))?;
        let keys = erased["keys"].as_array()?.iter().map(|key| hex::parse(key.as_str()?));
        let tombstone = Tombstone {
            epoch: text(&value["epoch"])?,
            segment: opening.number,
            before: opening.after,
            after: Chain::resume(hex::parse(erased["head"].as_str()?)?, to),
            bytes: erased["bytes"].as_u64()?,
            event: text(&erased["event"])?,
            round: text(&erased["round"])?,
            t_ms: (erased["t"][0].as_u64()?, erased["t"][1].as_u64()?),
            wall_ms: erased["wall_ms"].as_u64(),
            synced: erased["synced"].as_bool(),
            by: text(&erased["by"])?,
            why: text(&erased["why"])?,
            keys: keys.collect::<Option<_>>()?,
            key: hex::parse(erased["key"].as_str()?)?,
        };
        Some((tombstone, hex::parse(erased["sig"].as_str()?)?))
    }
}

/// `records 70315 to 90325 (round 3): erased by Anna Nowak, "retention is over"`. Who prints it adds the day.
impl fmt::Display for Tombstone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "records {} to {}", self.first_seq(), self.last_seq())?;
        if !self.round.is_empty() {
            write!(f, " (round {})", self.round)?;
        }
        write!(f, ": erased by {}, {:?}", self.by, self.why)
    }
}

/// Whether this body has the form of one.
pub(crate) fn is_one(body: &str) -> bool {
    // Within a JSON text the quotes of a key's name stand nowhere else: in a string they are escaped.
    body.starts_with("{\"journal\":") && body.contains(",\"erased\":{")
}

/// Chains one body, also over what was erased. The check is that of its line.
pub fn extend(chain: &mut Chain, body: &str) -> crate::chain::Check {
    let before = *chain;
    let check = chain.extend(body.as_bytes());
    if let Some(Ok(tombstone)) = Tombstone::parse(body)
        && tombstone.before == before
    {
        *chain = tombstone.after;
    }
    check
}

fn message(unsigned: &str) -> Vec<u8> {
    format!("topboard erased 1\n{unsigned}").into_bytes()
}
