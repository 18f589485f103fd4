//! `topboard ready`: prints what is missing before the next round, as the running program sees it.

use crate::{
    cli::ReadyOptions,
    commands::knock,
    terminal::{
        failure::{Failure, Outcome},
        stdout::{put, say},
    },
};
use laws::{Form, Language, Value};
use relay::readiness::{Readiness, ReadyItem};
use std::{
    fmt::Write,
    thread,
    time::{Duration, Instant},
};

/// The exit code when something stops the round.
const NOT_READY: u8 = 1;
/// The time between two questions of `--wait`.
const PAUSE: Duration = Duration::from_secs(1);

const STOPS: Form =
    Form { en: "Stops the round:", pl: "Wstrzymuje rundę:", ru: "Мешает начать тур:" };
const LOOKS: Form = Form { en: "To look at:", pl: "Do sprawdzenia:", ru: "Проверить:" };
const READY: Form = Form { en: "{0}: ready.", pl: "{0}: gotowe.", ru: "{0}: готово." };
const NOT_YET: Form = Form { en: "{0}: not ready.", pl: "{0}: nie gotowe.", ru: "{0}: не готово." };
const HALL: Form = Form { en: "the hall", pl: "sala", ru: "зал" };
const ROUND: Form =
    Form {
        en: "tournament {0}, round {1}", pl: "turniej {0}, runda {1}", ru: "турнир {0}, тур {1}"
    };
const TOURNAMENT: Form = Form { en: "tournament {0}", pl: "turniej {0}", ru: "турнир {0}" };
const TABLE: Form = Form { en: "table {0}", pl: "stół {0}", ru: "стол {0}" };
const BOARD: Form = Form { en: "board {0}", pl: "szachownica {0}", ru: "доска {0}" };

/// Asks the running program and prints the list, with `--wait` until nothing stops the round.
pub fn command(options: &ReadyOptions, json: bool) -> Outcome {
    let folder = knock::folder(options.data.as_deref(), options.config.as_deref())?;
    let end = options.wait.and_then(|wait| Instant::now().checked_add(wait));
    loop {
        let told = knock::ask(&folder, &question(options)).and_then(|text| read(&text));
        let is_last = end.is_none_or(|end| Instant::now() + PAUSE > end);
        // A round that does not exist will not be there in a minute either.
        let is_hopeless = matches!(told, Err(Failure::Input(_)));
        if is_last || is_hopeless || told.as_ref().is_ok_and(|told| told.ready) {
            let list = told?;
            if json {
                say!("{}", serde_json::json!(list));
            } else {
                put!("{}", text(&list, options.language));
            }
            return if list.ready { Ok(()) } else { Err(Failure::Finding(NOT_READY)) };
        }
        thread::sleep(PAUSE);
    }
}

fn question(options: &ReadyOptions) -> String {
    let tournament = options.tournament.as_ref().map(|key| format!("tournament={key}"));
    let round = options.round.map(|round| format!("round={round}"));
    let named: Vec<String> = tournament.into_iter().chain(round).collect();
    format!("ready {}", named.join("&"))
}

fn read(text: &str) -> Result<Readiness, Failure> {
    if text.is_empty() {
        return Err(Failure::Environment(
            "the program gave no answer; ask as the user it runs as (sudo -u USER topboard ready …)"
                .to_owned(),
        ));
    }
    serde_json::from_str(text).map_err(|error| {
        let refused: Option<serde_json::Value> = serde_json::from_str(text).ok();
        match refused.as_ref().and_then(|refused| refused["error"].as_str()) {
            Some(why) => Failure::Input(why.to_owned()),
            None => Failure::Environment(format!(
                "the program's answer cannot be read ({error}); ask with the version that runs"
            )),
        }
    })
}

/// Returns the list for a person.
fn text(list: &Readiness, language: Language) -> String {
    let rounds: Vec<String> = list
        .rounds
        .iter()
        .map(|(key, round)| {
            ROUND.with([Value::Words(key.clone()), Value::Number((*round).into())]).clause(language)
        })
        .collect();
    let what = if rounds.is_empty() { HALL.plain().clause(language) } else { rounds.join("; ") };
    let head = if list.ready { &READY } else { &NOT_YET };
    let mut text = head.with([Value::Words(what)]).text(language) + "\n";
    for (head, stops) in [(&STOPS, true), (&LOOKS, false)] {
        let items: Vec<&ReadyItem> = list.items.iter().filter(|item| item.stops() == stops).collect();
        if !items.is_empty() {
            let _ = writeln!(text, "\n{}", head.plain().text(language));
            items.iter().for_each(|item| text.push_str(&line(item, language)));
        }
    }
    text
}

fn line(item: &ReadyItem, language: Language) -> String {
    let number = |number: u16| Value::Number(number.into());
    let table = item.table.map(|table| TABLE.with([number(table)]));
    let board = item.board.map(|board| BOARD.with([number(board)]));
    let tournament = item.tournament.as_ref().map(|key| TOURNAMENT.with([Value::Words(key.clone())]));
    let place: Vec<String> =
        table.into_iter().chain(board).chain(tournament).map(|part| part.clause(language)).collect();
    let place = if place.is_empty() { String::new() } else { place.join(", ") + ": " };
    let said = |words: &std::collections::BTreeMap<String, String>| words.get(language.code()).cloned();
    format!(
        "  {place}{} {}\n",
        said(&item.words).unwrap_or_default(),
        said(&item.what_to_do).unwrap_or_default()
    )
}
