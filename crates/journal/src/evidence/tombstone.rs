//! Tombstones: each is one line in the place of erased records, and keeps the rest of the journal provable.
//!
//! ```text
//! {"journal":1,"epoch":"5f3a","segment":[2,70314,"HEAD BEFORE"],"erased":{"to":90325,"head":"HEAD AFTER",
//!  "bytes":1677710,"event":"…","round":"3","t":[7200000,21600000],"wall_ms":1795…,"synced":true,"by":"…","why":"…",
//!  "keys":["…"],"key":"PUBLIC KEY","sig":"SIGNATURE"}}
//! check of the line    computed as for any line: from HEAD BEFORE and this body
//! later records        continue the chain from HEAD AFTER, with the number after `to`
//! signed are           topboard erased 1 LF, then the body without its last 139 bytes: ,"sig":"…"}}
//! ```
//!
//! `to` is the number of the last erased record, `bytes` the length of the erased lines, `t` the journal times of the
//! first and the last erased record. `keys` are the public keys that the erased records announced: later signatures
//! need them. `wall_ms` is the time of day of the erasure; `synced` says whether the computer's clock was kept by a
//! time server or another reference. Both are missing if they were not known.
//!
//! A tombstone proves that the earlier records end with the head before it and that the later records start from the
//! head after it; a later signature covers both heads. Two other facts rest on the word of the tombstone's signer
//! alone: that the two heads belong to one journal, and what the erased records contained.

use crate::{
    Chain, LINE_MAX,
    evidence::signature::{PublicKey, is_signed},
    hex,
    opening::Opening,
};
use serde_json::Value;
use std::{collections::BTreeSet, fmt};

/// The length in bytes of `,"sig":"`, the 128 digits of the signature, and `"}}`.
const SIGNATURE_LENGTH: usize = 139;
/// The bound below which all record numbers are. JSON readers in every language can represent such numbers exactly.
const SEQ_END: u64 = 1 << 53;
/// The greatest length of each text in a tombstone, in bytes.
pub const TEXT_MAX: usize = 400;
/// The greatest number of keys in a tombstone.
pub const KEYS_MAX: usize = 1000;

/// The facts that remain of erased records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tombstone {
    /// The epoch of the journal, as its first record gives it.
    pub epoch: String,
    /// The number of the journal file that held the erased records.
    pub segment: u32,
    /// The chain before the first erased record.
    pub before: Chain,
    /// The chain after the last erased record.
    pub after: Chain,
    /// The number of bytes that were erased.
    pub bytes: u64,
    /// The name of the event in which the records were made.
    pub event: String,
    /// The round in which the records were made.
    pub round: String,
    /// The journal times of the first and the last erased record, in milliseconds.
    pub t_ms: (u64, u64),
    /// The time of day of the erasure, in milliseconds since 1970; `None` if it is unknown.
    pub wall_ms: Option<u64>,
    /// Says whether a time server or another reference kept the clock that gave `wall_ms`; `None` if this is unknown.
    pub synced: Option<bool>,
    /// The person who erased the records.
    pub by: String,
    /// The person's reason for the erasure.
    pub why: String,
    /// The public keys that the erased records announced.
    pub keys: BTreeSet<PublicKey>,
    /// The public key of the tombstone's signer.
    pub key: PublicKey,
}

impl Tombstone {
    /// Returns the bytes to be signed: a fixed line, then the body up to where the signature begins.
    pub fn message(&self) -> Vec<u8> {
        message(&self.unsigned())
    }

    /// Returns the body with this signature, which must be that of [`Tombstone::message`]. `Err` if a text is too long,
    /// or if there are too many keys.
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

    /// Returns the tombstone in this body; `None` if the body is that of another record, `Some(Err)` if the tombstone
    /// cannot be read or its signature is false.
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

    /// Returns the number of the first erased record.
    pub fn first_seq(&self) -> u64 {
        self.before.seq().saturating_add(1)
    }

    /// Returns the number of the last erased record.
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

/// Writes the tombstone as `records 70315 to 90325 (round 3): erased by Anna Nowak, "retention is over"`. Callers add
/// the date.
impl fmt::Display for Tombstone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "records {} to {}", self.first_seq(), self.last_seq())?;
        if !self.round.is_empty() {
            write!(f, " (round {})", self.round)?;
        }
        write!(f, ": erased by {}, {:?}", self.by, self.why)
    }
}

/// Returns whether this body has the form of a tombstone, even if the tombstone cannot be read.
pub(crate) fn is_one(body: &str) -> bool {
    // In JSON, a quote inside a string is escaped, so these characters can only be the key itself.
    body.starts_with("{\"journal\":") && body.contains(",\"erased\":{")
}

/// Adds one body to the chain. Returns the check for its line. After a tombstone the chain continues from the last
/// erased record.
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
