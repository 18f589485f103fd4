//! `topboard broadcast check`: what would be refused of the round that is open or begins next, what would be sent first, and
//! whether every destination takes games. The running program is asked for all of it: it has the configuration, the user and the
//! line with which the games will go.

use crate::{
    broadcast::rehearsal::CheckQuestion,
    cli::CheckOptions,
    commands::knock,
    terminal::{
        failure::{Failure, Outcome},
        stdout::{put, say},
    },
};
use laws::{Form, Language, Value as Put};
use serde_json::Value;
use std::fmt::Write;

/// The exit code when something would be refused, or does not arrive.
const REFUSED: u8 = 1;

const STOPS: Form =
    Form { en: "Would be refused:", pl: "Zostanie odrzucone:", ru: "Будет отклонено:" };
const LOOKS: Form = Form { en: "To look at:", pl: "Do sprawdzenia:", ru: "Проверить:" };
const NOTHING: Form = Form {
    en: "Nothing would be refused.",
    pl: "Nic nie zostanie odrzucone.",
    ru: "Ничего не будет отклонено.",
};
const FIRST: Form = Form {
    en: "Sent first of {0}, round {1}: games: {2}, bytes: {3}.",
    pl: "Na początku z {0}, runda {1}: partie: {2}, bajty: {3}.",
    ru: "Сначала из {0}, тур {1}: партии: {2}, байты: {3}.",
};
const DESTINATIONS: Form = Form { en: "Destinations:", pl: "Miejsca docelowe:", ru: "Назначения:" };
const FINE: Form = Form { en: "fine.", pl: "w porządku.", ru: "в порядке." };
const PARTLY: Form = Form { en: "not all of it:", pl: "nie wszystko:", ru: "не всё:" };
const ROUND: Form = Form { en: "round {0}", pl: "runda {0}", ru: "тур {0}" };
const TOURNAMENT: Form = Form { en: "tournament {0}", pl: "turniej {0}", ru: "турнир {0}" };
const BOARD: Form = Form { en: "board {0}", pl: "szachownica {0}", ru: "доска {0}" };

/// Asks the running program and prints what it says.
pub(super) fn command(options: &CheckOptions, json: bool) -> Outcome {
    let folder = knock::folder(options.data.as_deref(), options.config.as_deref())?;
    let CheckOptions { tournament, round, takers, .. } = options.clone();
    let query = CheckQuestion { tournament, round, takers }.query();
    let mut told = knock::told(&folder, &format!("check {query}"), false)?;
    if !json {
        put!("{}", text(&told, options.language));
    }
    let mut is_fine = told["ready"] == true;
    if !options.list {
        let word = if options.send { "send" } else { "try" };
        let tried = knock::told(&folder, &format!("{word} {query}"), true)?;
        is_fine &= tried["fine"] == true;
        if !json {
            put!("{}", destinations(&tried, options.language));
        }
        told["destinations"] = tried["destinations"].clone();
    }
    if json {
        say!("{told}");
    }
    if is_fine { Ok(()) } else { Err(Failure::Finding(REFUSED)) }
}

/// Returns the list for a person, and the beginning of what would be sent.
fn text(told: &Value, language: Language) -> String {
    let mut text = String::new();
    for (head, severity) in [(&STOPS, "stop"), (&LOOKS, "look")] {
        let of: Vec<&Value> = all(&told["items"]).filter(|item| item["severity"] == severity).collect();
        let is_stop = severity == "stop";
        let head = if of.is_empty() && is_stop { &NOTHING } else { head };
        if !of.is_empty() || is_stop {
            let _ = writeln!(text, "{}", head.plain().text(language));
            of.iter().for_each(|item| text.push_str(&line(item, language)));
            text.push('\n');
        }
    }
    for round in all(&told["first"]) {
        let number = |name: &str| Put::Number(round[name].as_u64().unwrap_or(0));
        let words = |name: &str| Put::Words(round[name].as_str().unwrap_or_default().to_owned());
        let values = [words("name"), words("round"), number("games"), number("bytes")];
        let _ = writeln!(text, "{}", FIRST.with(values).text(language));
        all(&round["lines"]).filter_map(Value::as_str).for_each(|line| _ = writeln!(text, "  {line}"));
    }
    text
}

fn line(item: &Value, language: Language) -> String {
    let place = place(&[(&TOURNAMENT, &item["tournament"]), (&BOARD, &item["board"])], language);
    let minded: Vec<&str> = all(&item["minded_by"]).filter_map(Value::as_str).collect();
    let minded = if minded.is_empty() { String::new() } else { format!(" ({})", minded.join(", ")) };
    format!("  {place}{}{minded} {}\n", said(&item["words"], language), said(&item["what_to_do"], language))
}

/// Returns what became of each destination: a line, and one for each round or game that does not come there.
fn destinations(tried: &Value, language: Language) -> String {
    let mut text = String::new();
    for (index, destination) in all(&tried["destinations"]).enumerate() {
        if index == 0 {
            let _ = writeln!(text, "\n{}", DESTINATIONS.plain().text(language));
        }
        let verdict = match (destination["fine"] == true, destination["obstacle"].is_null()) {
            (true, _) => FINE.plain().clause(language),
            (false, true) => PARTLY.plain().clause(language),
            (false, false) => fault(destination, language),
        };
        let more: String =
            all(&destination["said"]).map(|words| format!(" {}.", said(words, language))).collect();
        let _ = writeln!(text, "  {}: {verdict}{more}", destination["name"].as_str().unwrap_or_default());
        for part in all(&destination["parts"]) {
            let place = place(&[(&ROUND, &part["round"]), (&BOARD, &part["board"])], language);
            let _ = writeln!(text, "    {place}{}", fault(part, language));
        }
    }
    text
}

fn fault(told: &Value, language: Language) -> String {
    format!("{}. {}", told["reason"].as_str().unwrap_or_default(), said(&told["what_to_do"], language))
}

/// Returns where something is, with a colon behind it.
fn place(parts: &[(&'static Form, &Value)], language: Language) -> String {
    let known = parts.iter().filter(|(_, value)| !value.is_null());
    let named = known.map(|(form, value)| {
        let value = match value {
            Value::String(text) => Put::Words(text.clone()),
            number => Put::Number(number.as_u64().unwrap_or(0)),
        };
        form.with([value]).clause(language)
    });
    let place = named.collect::<Vec<_>>().join(", ");
    if place.is_empty() { place } else { place + ": " }
}

fn said(words: &Value, language: Language) -> &str {
    words[language.code()].as_str().unwrap_or_default()
}

fn all(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}
