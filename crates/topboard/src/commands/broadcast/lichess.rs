//! `topboard broadcast lichess create`: makes at Lichess what the running program has: a broadcast for each tournament, and its
//! rounds. The ids are written into the data folder, where the running program finds them.

use crate::{
    broadcast::{
        http::{FORM, token::Token},
        lichess::{CREDENTIAL, Http, Ids},
    },
    cli::CreateOptions,
    commands::{knock, run},
    config::lichess::LichessChoice,
    terminal::{
        failure::{Failure, Outcome},
        stdout::{remark, say},
    },
};
use broadcast::lichess::{
    LichessAnswer, NewBroadcast, NewRound, broadcast_of_answer, new_broadcasts, round_of_answer,
};
use jiff::{civil::DateTime, tz::TimeZone};
use std::{fmt::Write, path::Path, time::Duration};
use tokio::time::sleep;

/// The pause between two forms.
const PACE: Duration = Duration::from_secs(1);

/// Carries out the command.
pub(super) async fn create(options: &CreateOptions) -> Outcome {
    let config = run::load(options.config.as_deref())?;
    let choice = config.lichess.ok_or_else(|| {
        Failure::Input("the configuration has no section [lichess]; it says where the token is".to_owned())
    })?;
    let event = knock::event(&config.folder)?;
    if let Some(key) = options.tournament.as_ref().filter(|key| !event.tournaments.contains_key(*key)) {
        return Err(Failure::Input(format!("there is no tournament {key}; the page of rounds has the keys")));
    }
    let mut ids = Ids::read(&config.folder).map_err(Failure::Input)?;
    let mut known = ids.rounds.clone();
    known.extend(choice.rounds.clone());
    let all = new_broadcasts(&event, options.tournament.as_deref(), &ids.broadcasts, &known);
    if all.is_empty() {
        remark!("every round of every tournament has an id at Lichess already; nothing is to be made");
        return Ok(());
    }
    for broadcast in &all {
        say_plan(broadcast);
    }
    if !options.yes {
        remark!("nothing was made; add --yes to make it at {}", choice.base);
        return Ok(());
    }
    let maker = Maker::of(choice).await?;
    for broadcast in all {
        maker.make(&broadcast, &config.folder, &mut ids).await?;
    }
    remark!("made; the running program pushes to these rounds from now on");
    Ok(())
}

fn say_plan(broadcast: &NewBroadcast) {
    let name = broadcast.fields.iter().find(|(field, _)| *field == "name").map_or("", |(_, name)| name);
    match &broadcast.known {
        Some(id) => say!("{name}: broadcast {id}, which is there"),
        None => say!("{name}: a new broadcast"),
    }
    for NewRound { name, title, begins } in &broadcast.rounds {
        let begins =
            begins.as_ref().map_or("begun by hand".to_owned(), |(date, time)| format!("{date} {time}"));
        say!("  {name}: {title}, {begins}");
    }
}

/// Makes broadcasts and rounds.
struct Maker {
    choice: LichessChoice,
    token: Token,
    http: Http,
}

impl Maker {
    async fn of(choice: LichessChoice) -> Result<Maker, Failure> {
        let token = Token::read(choice.token_file.as_deref(), CREDENTIAL).map_err(Failure::Input)?;
        let http = Http::to(choice.base.clone()).await.map_err(Failure::Environment)?;
        Ok(Maker { choice, token, http })
    }

    /// Makes a broadcast if it is not there, and its rounds. Each id is written down before the next form is sent.
    async fn make(&self, broadcast: &NewBroadcast, data: &Path, ids: &mut Ids) -> Outcome {
        let id = match &broadcast.known {
            Some(id) => id.clone(),
            None => {
                let answer = self.send("/broadcast/new", &broadcast.fields).await?;
                let id = broadcast_of_answer(&answer).ok_or_else(|| self.lost("the broadcast"))?;
                ids.broadcasts.insert(broadcast.key.clone(), id.clone());
                ids.write(data).map_err(Failure::Environment)?;
                say!("{}: {}/broadcast/-/{id}", broadcast.key, self.choice.base);
                id
            }
        };
        for round in &broadcast.rounds {
            sleep(PACE).await;
            let begins_ms = round.begins.as_ref().and_then(|(date, time)| begins_ms(date, time));
            let answer = self.send(&format!("/broadcast/{id}/new"), &round.fields(begins_ms)).await?;
            let made = round_of_answer(&answer).ok_or_else(|| self.lost(&round.title))?;
            ids.rounds.insert(round.name.clone(), made.clone());
            ids.write(data).map_err(Failure::Environment)?;
            say!("{}: {}/broadcast/-/-/{made}", round.name, self.choice.base);
        }
        Ok(())
    }

    async fn send(&self, path: &str, fields: &[(&str, String)]) -> Result<String, Failure> {
        let answer = self.http.post(path, &self.token, FORM, form(fields)).await;
        let answer = answer.map_err(|why| {
            let base = &self.choice.base;
            Failure::Environment(format!(
                "{base} does not answer ({why}); what was made is written down. Look there whether the last one was made, and give \
                 this command again"
            ))
        })?;
        let said = match LichessAnswer::parse(&answer.text) {
            LichessAnswer::Refused(why) => why,
            _ => format!("status {}", answer.status),
        };
        match answer.status {
            200 => Ok(answer.text),
            429 => Err(Failure::Environment(
                "Lichess asks for a pause; what was made is written down. Give this command again in a minute".to_owned(),
            )),
            401 | 403 => {
                Err(Failure::Input(format!("Lichess does not accept the token ({said}); it needs study:write")))
            }
            _ => Err(Failure::Environment(format!("Lichess refuses ({said}); what was made is written down"))),
        }
    }

    fn lost(&self, what: &str) -> Failure {
        Failure::Environment(format!(
            "the answer of {} has no id of {what}; set it under rounds in [lichess] by hand",
            self.choice.base
        ))
    }
}

/// Returns when a round begins by this computer's clock, in milliseconds since 1970; `None` if the texts are no date and time.
fn begins_ms(date: &str, time: &str) -> Option<i64> {
    let begins: DateTime = format!("{}T{time}", date.replace('.', "-")).parse().ok()?;
    Some(begins.to_zoned(TimeZone::system()).ok()?.timestamp().as_millisecond())
}

/// Writes the fields of a form.
fn form(fields: &[(&str, String)]) -> String {
    let mut text = String::new();
    for (name, value) in fields {
        if !text.is_empty() {
            text.push('&');
        }
        let _ = write!(text, "{name}=");
        for byte in value.bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                    text.push(char::from(byte));
                }
                _ => drop(write!(text, "%{byte:02X}")),
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{begins_ms, form};

    #[test]
    fn a_form_keeps_what_its_values_hold() {
        let fields = [("name", "Krak\u{f3}w & co = 1".to_owned()), ("delay", "0".to_owned())];
        assert_eq!(form(&fields), "name=Krak%C3%B3w%20%26%20co%20%3D%201&delay=0");
    }

    #[test]
    fn a_round_begins_at_a_date_and_a_time() {
        assert!(begins_ms("2026.11.21", "15:00").is_some_and(|at_ms| at_ms > 1_795_000_000_000));
        assert_eq!(begins_ms("????.??.??", "15:00"), None);
    }
}
