//! `[broker]`: the NATS servers between a hall and its nodes.

use super::Mistake;
use async_nats::ServerAddr;
use serde::Deserialize;
use std::path::PathBuf;
use toml::Spanned;

/// The greatest length of the name of an event or of a hall: it is a part of every subject.
const WORD_MAX: usize = 40;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct BrokerSection {
    servers: Vec<Spanned<String>>,
    event: Option<Spanned<String>>,
    hall: Option<Spanned<String>>,
    credentials: Option<PathBuf>,
    roots: Option<PathBuf>,
    replicas: Option<Spanned<usize>>,
}

/// How the broker is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokerChoice {
    /// The addresses of its servers.
    pub servers: Vec<String>,
    /// The event's word in the subjects.
    pub event: String,
    /// The file with the credentials, which is read for each connection; `None` for a broker that asks for none.
    pub credentials: Option<PathBuf>,
    /// A file with root certificates that are trusted besides the system's.
    pub roots: Option<PathBuf>,
}

/// The broker to which a hall sends what spectators are told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HallBroker {
    /// How the broker is reached.
    pub broker: BrokerChoice,
    /// The hall's word in the subjects.
    pub hall: String,
    /// On how many servers of a cluster the messages are kept.
    pub replicas: usize,
}

impl BrokerSection {
    /// Returns the broker of a hall; `None` if the section is left out.
    pub(super) fn of_hall(self) -> Result<Option<HallBroker>, Mistake> {
        let Some(first) = self.servers.first() else {
            let said = [&self.event, &self.hall].into_iter().flatten().next();
            return said
                .map_or(Ok(None), |said| Err(Mistake::at(said, "the servers of the broker are missing")));
        };
        let hall = match &self.hall {
            Some(hall) => word(hall)?,
            None => {
                return Err(Mistake::at(first, "the broker needs a name for this hall, such as \"main\""));
            }
        };
        let replicas = match &self.replicas {
            None => 1,
            Some(replicas) if [1, 3, 5].contains(replicas.get_ref()) => *replicas.get_ref(),
            Some(replicas) => return Err(Mistake::at(replicas, "a broker keeps 1, 3 or 5 replicas")),
        };
        Ok(Some(HallBroker { hall, replicas, broker: self.choice()? }))
    }

    /// Returns the broker of a node.
    pub(super) fn of_node(self) -> Result<BrokerChoice, Mistake> {
        if let Some(hall) = &self.hall {
            return Err(Mistake::at(hall, "a node names its halls in [[hall]] sections"));
        }
        if let Some(replicas) = &self.replicas {
            return Err(Mistake::at(replicas, "replicas are the halls' choice"));
        }
        self.choice()
    }

    fn choice(self) -> Result<BrokerChoice, Mistake> {
        let Some(first) = self.servers.first() else {
            return Err(Mistake {
                at: 0,
                what: "[broker] needs servers, such as [\"nats://10.0.0.5:4222\"]".to_owned(),
            });
        };
        let event = match &self.event {
            Some(event) => word(event)?,
            None => {
                return Err(Mistake::at(
                    first,
                    "the broker needs a name for the event, such as \"open-2026\"",
                ));
            }
        };
        let servers = self.servers.iter().map(server).collect::<Result<_, _>>()?;
        Ok(BrokerChoice { servers, event, credentials: self.credentials, roots: self.roots })
    }
}

/// Returns a word of a subject.
pub(super) fn word(text: &Spanned<String>) -> Result<String, Mistake> {
    let is_letter = |letter: u8| letter.is_ascii_alphanumeric() || b"-_".contains(&letter);
    let word = text.get_ref();
    if word.is_empty() || word.len() > WORD_MAX || !word.bytes().all(is_letter) {
        let what = format!("this name has 1 to {WORD_MAX} letters from a to z, digits, - and _");
        return Err(Mistake::at(text, what));
    }
    Ok(word.clone())
}

fn server(text: &Spanned<String>) -> Result<String, Mistake> {
    let address = text.get_ref();
    if address.contains('@') {
        return Err(Mistake::at(text, "passwords belong into the file that credentials names"));
    }
    let is_known = ["nats://", "tls://"].iter().any(|scheme| address.starts_with(scheme));
    if !is_known || address.parse::<ServerAddr>().is_err() {
        let what =
            "the address of a broker is nats:// or, encrypted, tls://, and a name or number with a port";
        return Err(Mistake::at(text, what));
    }
    Ok(address.clone())
}
