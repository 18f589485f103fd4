//! The section `[results]`: when a result counts that the board proves. Part of the boundary file.

use crate::config::Mistake;
use board::Millis;
use game::Proof;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::{Spanned, Value};

/// The longest time that a proved result may wait before it counts, in seconds.
const WAIT_MAX_S: u64 = 3_600;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::config) struct ResultsSection {
    checkmate: Option<Spanned<Value>>,
    stalemate: Option<Spanned<Value>>,
    dead_position: Option<Spanned<Value>>,
    kings: Option<Spanned<Value>>,
}

impl ResultsSection {
    /// Returns the time after which a proved result counts, by its proof. A proof that is not in the map asks a person.
    pub(in crate::config) fn check(&self) -> Result<BTreeMap<Proof, Millis>, Mistake> {
        let mut confirm_after_ms = BTreeMap::new();
        for proof in Proof::ALL {
            // The Laws end the game with mate and with stalemate at once. A dead position is for a person to see, and
            // kings in the centre are a convention.
            let (written, usual_ms) = match proof {
                Proof::Checkmate => (&self.checkmate, Some(0)),
                Proof::Stalemate => (&self.stalemate, Some(0)),
                Proof::DeadPosition => (&self.dead_position, None),
                Proof::Kings => (&self.kings, None),
            };
            let after_ms = written.as_ref().map_or(Ok(usual_ms), after_ms)?;
            confirm_after_ms.extend(after_ms.map(|after_ms| (proof, after_ms)));
        }
        Ok(confirm_after_ms)
    }
}

/// Returns the time that a value means; `None` if a person is asked.
fn after_ms(value: &Spanned<Value>) -> Result<Option<Millis>, Mistake> {
    let seconds = match value.get_ref() {
        Value::String(word) if word == "ask" => return Ok(None),
        Value::String(word) if word == "at once" => Some(0),
        Value::Integer(seconds) => u64::try_from(*seconds).ok().filter(|seconds| *seconds <= WAIT_MAX_S),
        _ => None,
    };
    let known = || {
        format!("a result counts \"at once\", after so many seconds (0 to {WAIT_MAX_S}), or it is to \"ask\"")
    };
    seconds.map(|seconds| Some(seconds * 1_000)).ok_or_else(|| Mistake::at(value, known()))
}
