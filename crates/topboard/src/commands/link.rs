//! `topboard link`: gets a new link for a person from the running program, without use of its terminal; lists who is
//! logged in, and ends logins.

use crate::{
    cli::LinkOptions,
    commands::knock,
    people::person::Role,
    terminal::{
        failure::{Failure, Outcome},
        links::show_code,
        stdout::say,
    },
};
use game::names::OneLine;
use jiff::{Timestamp, tz::TimeZone};
use serde_json::{Value, json};
use std::path::Path;

/// Asks the running program for a link and prints it; or lists logins, or ends one.
pub fn command(options: &LinkOptions) -> Outcome {
    let folder = knock::folder(options.data.as_deref(), options.config.as_deref())?;
    match &options.end {
        Some(login) => end(&folder, login),
        None if options.list => list(&folder),
        None => print(&folder, options),
    }
}

fn print(folder: &Path, LinkOptions { name, role, uses, hours, program, qr, .. }: &LinkOptions) -> Outcome {
    let question = match name {
        Some(name) => format!(
            "link {}",
            json!({
                "name": name, "role": role, "uses": uses, "hours": hours, "program": program,
            })
        ),
        None => "link".to_owned(),
    };
    let links = heard(folder, &question)?;
    match name {
        Some(name) if *program => say!("{} reads the games at one of these:", OneLine(name)),
        Some(name) if role.as_deref() == Some(Role::Spectator.name()) => {
            say!(
                "The link of {} is one of these (it opens {} within {} hours):",
                OneLine(name),
                match uses.unwrap_or(1) {
                    1 => "once".to_owned(),
                    uses => format!("{uses} times"),
                },
                hours.unwrap_or(72)
            );
        }
        Some(name) => say!("The link of {} is one of these (it opens once):", OneLine(name)),
        None => say!("The arbiter's page is at one of these (the link opens once):"),
    }
    let links: Vec<String> = links.lines().map(str::to_owned).collect();
    links.iter().for_each(|link| say!("{link}"));
    show_code(&links, *qr);
    Ok(())
}

fn list(folder: &Path) -> Outcome {
    let told: Value = serde_json::from_str(&heard(folder, "logins")?).map_err(|error| {
        Failure::Environment(format!(
            "the list cannot be read ({error}); use the version of topboard that runs"
        ))
    })?;
    let logins = told["logins"].as_array().map_or(&[][..], Vec::as_slice);
    if logins.is_empty() {
        say!("Nobody is logged in.");
    }
    for login in logins {
        let text = |key: &str| login[key].as_str().unwrap_or_default().to_owned();
        let name = login["name"].as_str().unwrap_or("no name");
        let used = match login["open"].as_u64() {
            Some(0) | None => format!("last used {}", time(&login["used_ms"])),
            Some(_) => "open now".to_owned(),
        };
        say!(
            "{}  {}, {}; {} at {}; since {}, {used}",
            text("login"),
            OneLine(name),
            text("role"),
            OneLine(&text("device")),
            text("address"),
            time(&login["began_ms"]),
        );
    }
    for link in told["links"].as_array().map_or(&[][..], Vec::as_slice) {
        say!(
            "{}  link of {}, spectator; {} of {} uses left, until {}",
            link["link"].as_str().unwrap_or_default(),
            OneLine(link["name"].as_str().unwrap_or_default()),
            link["left"],
            link["uses"],
            time(&link["expires_ms"]),
        );
    }
    Ok(())
}

fn end(folder: &Path, login: &str) -> Outcome {
    // A name of the list has no spaces and no line breaks, so anything else is not in the list.
    let login: String = login.chars().filter(char::is_ascii_alphanumeric).collect();
    let outcome = heard(folder, &format!("end {login}"))?;
    let is_written = serde_json::from_str(&outcome).is_ok_and(|told: Value| told["written"] == json!(true));
    say!("The login {login} is ended.");
    if !is_written {
        say!("The disk does not know it yet: a restart now would bring it back.");
    }
    Ok(())
}

/// Asks the running program, and returns an answer that is no refusal.
pub(super) fn heard(folder: &Path, question: &str) -> Result<String, Failure> {
    let text = knock::ask(folder, question)?;
    if text.is_empty() {
        return Err(Failure::Environment(
            "the program gave no answer; ask as the user it runs as (sudo -u USER topboard link …)"
                .to_owned(),
        ));
    }
    let told: Option<Value> = serde_json::from_str(&text).ok();
    match told.as_ref().and_then(|told| told["error"].as_str()) {
        Some(why) => Err(Failure::Input(why.to_owned())),
        None => Ok(text),
    }
}

/// Returns a time of day on this computer's clock, given in milliseconds since 1970.
fn time(ms: &Value) -> String {
    let at = ms.as_i64().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    at.map_or_else(String::new, |at| at.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M").to_string())
}
