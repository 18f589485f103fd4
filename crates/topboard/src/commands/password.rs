//! `topboard password`: sets or removes a person's password at the running program. The password is asked for, or read from
//! standard input, and only its digest leaves this process.

use crate::{
    cli::PasswordOptions,
    commands::{knock, link::heard},
    people::{
        passwords::Record,
        person::{Person, Role},
    },
    terminal::{
        failure::{Failure, Outcome},
        secret_input,
        stdout::say,
    },
};
use game::names::OneLine;
use serde_json::{Value, json};

/// Sets a password, or removes one.
pub fn command(options: &PasswordOptions) -> Outcome {
    let PasswordOptions { name, role, remove, config, data } = options;
    let folder = knock::folder(data.as_deref(), config.as_deref())?;
    let person = Person::read(name, role.as_deref()).map_err(Failure::Input)?;
    let question = if *remove {
        json!({ "remove": name })
    } else {
        let password = secret_input::ask_twice(&format!("The password of {}", OneLine(name)))?;
        let record = Record::new(name, person.role, &password).map_err(Failure::Input)?;
        json!({ "record": record.line(), "keeps_role": role.is_none() })
    };
    let told: Value =
        serde_json::from_str(&heard(&folder, &format!("password {question}"))?).unwrap_or_default();
    let (name, ended) = (OneLine(name), told["ended"].as_u64().unwrap_or(0));
    if *remove {
        say!("{name} has no password any more. Logins that were ended: {ended}.");
    } else {
        let role = told["role"].as_str().unwrap_or_else(|| Role::Arbiter.name());
        say!("{name} ({role}) may log in with this password. Logins that were ended: {ended}.");
    }
    Ok(())
}
