//! The signature of an order: who gave it, and by which login.
//!
//! An order by the login of a person is signed with that person's name, and the journal has the login beside it. An
//! order by a login without a name names its author itself, and the journal has no login: nothing then proves the name.

use crate::{
    arbiter::requests::{answer, refuse},
    people::{logins::Guest, person},
};
use axum::{
    body::Body,
    http::{Response, StatusCode},
};
use laws::{Form, Language, Value as Put};
use serde_json::json;
use std::collections::BTreeMap;

/// The signature of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The person who gave the order.
    pub author: String,
    /// The login of that person, by its name in the list of logins; `None` if only the order itself named the author.
    pub login: Option<String>,
}

/// The reason why an order is not signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Unsigned {
    /// Nobody is named who could be the author, for this reason.
    Nobody(String),
    /// The order names another author than the person of the login.
    Another {
        /// The person of the login.
        person: String,
        /// The named author.
        author: String,
    },
}

const ANOTHER: Form = Form {
    en: "this login signs as {0}, not as {1}; leave the author out, or use a login of {1}",
    pl: "to logowanie podpisuje jako {0}, a nie jako {1}; pomiń autora albo użyj logowania osoby {1}",
    ru: "этот вход подписывает как {0}, а не как {1}; не указывайте автора или войдите как {1}",
};

impl Signature {
    /// Signs an order of this login that names this author, or none.
    pub(crate) fn of(guest: &Guest, author: Option<&str>) -> Result<Signature, Unsigned> {
        let author = author.map(str::trim).filter(|author| !author.is_empty());
        match (&guest.person.name, author) {
            (Some(person), Some(author)) if person != author => {
                Err(Unsigned::Another { person: person.clone(), author: author.to_owned() })
            }
            (Some(person), _) => Ok(Signature { author: person.clone(), login: Some(guest.login.clone()) }),
            (None, author) => {
                let author = person::name_of(author.unwrap_or_default())
                    .map_err(|why| Unsigned::Nobody(format!("say who you are as author: {why}")))?;
                Ok(Signature { author, login: None })
            }
        }
    }
}

impl Unsigned {
    /// Returns the answer to the order.
    pub(crate) fn answer(&self) -> Response<Body> {
        match self {
            Unsigned::Nobody(why) => refuse(StatusCode::UNPROCESSABLE_ENTITY, why),
            Unsigned::Another { person, author } => {
                let phrase = ANOTHER.with([Put::Words(person.clone()), Put::Words(author.clone())]);
                let words: BTreeMap<&str, String> = Language::ALL
                    .into_iter()
                    .map(|language| (language.code(), phrase.clause(language)))
                    .collect();
                answer(StatusCode::FORBIDDEN, &json!({ "error": words["en"], "words": words }))
            }
        }
    }
}
