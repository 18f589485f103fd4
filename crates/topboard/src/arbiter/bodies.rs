//! The bodies of the requests of the arbiter's page other than commands, and the document of a review. A boundary file:
//! deriving serde here is a promise to clients.

use crate::people::visitors::Choice;
use relay::arbiter::{incident_view, message::IncidentView, rule_names};
use report::review::{Review, ReviewJson};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tournament::RoundNo;

/// The body of `POST /api/v1/session`: the key of a link, or a name and a password.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum EnterBody {
    /// A link was opened.
    Key {
        /// The key of the link.
        key: String,
    },
    /// A person named themselves.
    Password(PasswordForm),
}

/// A name and a password, as the form of the page sends them to `/enter`.
#[derive(Deserialize)]
pub(super) struct PasswordForm {
    /// The name of the person.
    pub(super) name: String,
    /// The password.
    pub(super) password: String,
}

/// What `topboard password` asks for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct PasswordBody {
    /// The digest of a new password, as a line of the file.
    pub(super) record: Option<String>,
    /// Whether a person who has a password keeps their role.
    pub(super) keeps_role: bool,
    /// The person whose password is removed.
    pub(super) remove: Option<String>,
}

/// The body of `POST /api/v1/links`, and what `topboard link` asks for.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct LinkBody {
    /// The person whom the link lets in; left out for another device of whoever asks.
    pub(super) name: Option<String>,
    /// The role of that person; left out for an arbiter.
    pub(super) role: Option<String>,
    /// How often a link for spectators may be used.
    pub(super) uses: Option<u32>,
    /// For how many hours a link for spectators is good.
    pub(super) hours: Option<u32>,
    /// Whether spectators' games are for a program, which gets an address with a secret in it.
    pub(super) program: bool,
}

impl LinkBody {
    /// Returns what a link for spectators is to be like.
    pub(super) fn choice(&self) -> Choice {
        Choice { uses: self.uses, hours: self.hours, is_program: self.program }
    }
}

/// The body of `POST /api/v1/tables/{table}/freeze`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct FreezeBody {
    /// The person who asks for the record; left out where the login has a name.
    pub(super) author: Option<String>,
}

/// The body of `POST /api/v1/tables/{table}/moves`: moves written by a person, to be parsed.
#[derive(Debug, Deserialize)]
pub(super) struct MovesBody {
    /// The notation of the moves: `polish`, `long-russian`, `numeric` …
    pub(super) form: String,
    /// The ply number of the first move.
    pub(super) from_ply: usize,
    /// The text of the moves.
    pub(super) text: String,
}

/// The parts of the address to which a rating list is sent.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RatingsQuery {
    /// The key of the tournament; left out for the only one.
    pub(super) tournament: Option<String>,
    /// The kind of rating that counts; left out for `standard`.
    pub(super) kind: Option<String>,
    /// The name of the file.
    pub(super) name: String,
}

/// The parts of the address to which the players of a round robin are sent.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct RoundRobinQuery {
    /// Whether everybody meets everybody twice.
    pub(super) double: bool,
    /// Whether the last two rounds of the first of two cycles are exchanged.
    pub(super) exchange: bool,
    /// The key of the tournament; left out for the only one.
    pub(super) tournament: Option<String>,
    /// The name of the file.
    pub(super) name: String,
    /// The person who enters the rounds; left out where the login has a name.
    pub(super) author: Option<String>,
    /// Whether the rounds are entered; otherwise the answer says what they would be.
    pub(super) apply: bool,
}

/// The parts of an import's address.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct ImportQuery {
    /// The key of the tournament; left out for the only one.
    pub(super) tournament: Option<String>,
    /// The round that the file is read for; left out for all rounds of the file.
    pub(super) round: Option<RoundNo>,
    /// The name of the file.
    pub(super) name: String,
    /// The person who imports the file; left out where the login has a name.
    pub(super) author: Option<String>,
    /// Whether the file is imported; otherwise the answer says what an import would do.
    pub(super) apply: bool,
}

/// The answer to `GET /api/v1/tables/{table}/games/{game}/review`.
#[derive(Serialize)]
pub(super) struct ReviewBody<'a> {
    #[serde(flatten)]
    review: ReviewJson<'a>,
    /// The incidents of the game, in the words of the arbiter's feed.
    incidents: Vec<IncidentView>,
    /// The names of their rules for people, by language.
    names: BTreeMap<&'static str, BTreeMap<&'static str, &'static str>>,
    /// Where the journal is damaged. Only what stands before that is in the review.
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<String>,
}

impl<'a> ReviewBody<'a> {
    /// Returns the document of a review, and where the journal that it was made of is damaged.
    pub(super) fn of(review: &'a Review, damage: Option<String>) -> ReviewBody<'a> {
        let incidents: Vec<IncidentView> =
            review.incidents.iter().map(|incident| incident_view(review.game, incident)).collect();
        let mut names = rule_names();
        names.retain(|rule, _| incidents.iter().any(|incident| incident.rule == *rule));
        ReviewBody { review: review.into(), incidents, names, damage }
    }
}
