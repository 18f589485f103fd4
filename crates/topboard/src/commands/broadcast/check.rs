//! `topboard broadcast check`: what would be refused of the round that is open or begins next, and what would be sent first. It
//! asks the program that runs for its event, and sends nothing.

use crate::{
    cli::CheckOptions,
    commands::{knock, run},
    config::Config,
    terminal::{
        failure::{Failure, Outcome},
        stdout::{put, say},
    },
};
use broadcast::{
    bulletin::{Bulletin, BulletinRound, Seat},
    check::{Flaw, Setting, Taker, flaws, plan},
};
use hall::readiness::Severity;
use laws::{Form, Language, Value};
use relay::{EventView, readiness::ReadyItem};
use serde_json::json;
use std::{collections::BTreeSet, fmt::Write};
use tournament::{Event, RoundNo};

/// The exit code when something would be refused.
const REFUSED: u8 = 1;
/// The number of lines of the first game that are shown.
const LINES_MAX: usize = 12;

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
const TOURNAMENT: Form = Form { en: "tournament {0}", pl: "turniej {0}", ru: "турнир {0}" };
const BOARD: Form = Form { en: "board {0}", pl: "szachownica {0}", ru: "доска {0}" };

/// Asks the running program and prints the list.
pub(super) fn command(options: &CheckOptions, json: bool) -> Outcome {
    let config = run::load(options.config.as_deref())?;
    let event = knock::event(&config.folder)?;
    let named = named(&event, options)?;
    let named = named.as_ref().map(|(key, round)| (key.as_str(), *round));
    let bulletin = plan(&event, &EventView::of(&config.setup), &seats(&config), named);
    let takers: BTreeSet<Taker> =
        if options.takers.is_empty() { Taker::ALL.into() } else { options.takers.iter().copied().collect() };
    let flaws = flaws(&bulletin, &setting(&config, &event), &takers);
    let is_refused = flaws.iter().any(|flaw| flaw.severity() == Severity::Stop);
    if json {
        say!("{}", listed(&flaws, &bulletin));
    } else {
        put!("{}", text(&flaws, &bulletin, options.language));
    }
    if is_refused { Err(Failure::Finding(REFUSED)) } else { Ok(()) }
}

/// Returns the round that is named.
fn named(event: &Event, options: &CheckOptions) -> Result<Option<(String, RoundNo)>, Failure> {
    let Some(key) = &options.tournament else { return Ok(None) };
    let tournament = event.tournaments.get(key).ok_or_else(|| {
        Failure::Input(format!("there is no tournament {key}; the page of rounds has the keys"))
    })?;
    let round = options.round.or_else(|| tournament.next_round());
    let round = round.ok_or_else(|| Failure::Input(format!("tournament {key} has no further round")))?;
    if options.round.is_some() && !tournament.rounds.contains_key(&round) {
        return Err(Failure::Input(format!("tournament {key} has no round {round}")));
    }
    Ok(Some((key.clone(), round)))
}

fn seats(config: &Config) -> Vec<Seat> {
    let is_chess = config.setup.profile.draughts.is_none();
    let tables = config.setup.tables.iter();
    tables
        .map(|table| Seat {
            table: table.table,
            players: table.players.clone(),
            is_chess,
            start: table.fen.clone(),
        })
        .collect()
}

fn setting(config: &Config, event: &Event) -> Setting {
    let unknown = config.setup.tables.iter().filter(|table| table.chess960 && table.fen.is_none());
    Setting {
        listen: config.listen,
        delay_minutes: config.delay_ms / 60_000,
        wanted_delay_minutes: event.delay_minutes.into(),
        results_at_once: config.results_at_once,
        is_closed: config.is_closed,
        unknown_starts: unknown.map(|table| table.table).collect(),
    }
}

/// Returns the text that is sent of a round before anybody has moved.
fn sent(round: &BulletinRound) -> String {
    round.games().map(|game| &*game.text).collect()
}

/// Returns the list for a program.
fn listed(flaws: &[Flaw], bulletin: &Bulletin) -> serde_json::Value {
    let item = |flaw: &Flaw| {
        let (words, to_do) = (flaw.phrase(), flaw.what_to_do());
        let item = ReadyItem::of_program(flaw.kind(), flaw.severity(), &words, &to_do);
        let minded_by: Vec<&str> = flaw.minded_by().iter().map(|taker| taker.name()).collect();
        json!({
            "kind": item.kind, "severity": item.severity, "tournament": flaw.tournament, "board": flaw.board,
            "minded_by": minded_by, "words": item.words, "what_to_do": item.what_to_do,
        })
    };
    let first = |round: &BulletinRound| json!({"tournament": round.key, "round": round.round, "games": round.games().count(), "bytes": sent(round).len()});
    json!({
        "ready": flaws.iter().all(|flaw| flaw.severity() != Severity::Stop),
        "items": flaws.iter().map(item).collect::<Vec<_>>(),
        "first": bulletin.on().map(first).collect::<Vec<_>>(),
    })
}

/// Returns the list for a person, and the beginning of what would be sent.
fn text(flaws: &[Flaw], bulletin: &Bulletin, language: Language) -> String {
    let mut text = String::new();
    for (head, severity) in [(&STOPS, Severity::Stop), (&LOOKS, Severity::Look)] {
        let of: Vec<&Flaw> = flaws.iter().filter(|flaw| flaw.severity() == severity).collect();
        let head = if of.is_empty() && severity == Severity::Stop { &NOTHING } else { head };
        if !of.is_empty() || severity == Severity::Stop {
            let _ = writeln!(text, "{}", head.plain().text(language));
            of.iter().for_each(|flaw| text.push_str(&line(flaw, language)));
            text.push('\n');
        }
    }
    for round in bulletin.on() {
        let sent = sent(round);
        let number = |number: usize| Value::Number(number as u64);
        let name = Value::Words(round.name.clone());
        let values =
            [name, Value::Words(round.round.clone()), number(round.games().count()), number(sent.len())];
        let _ = writeln!(text, "{}", FIRST.with(values).text(language));
        sent.lines().take(LINES_MAX).for_each(|line| _ = writeln!(text, "  {line}"));
    }
    text
}

fn line(flaw: &Flaw, language: Language) -> String {
    let tournament = flaw.tournament.as_ref().map(|key| TOURNAMENT.with([Value::Words(key.clone())]));
    let board = flaw.board.map(|board| BOARD.with([Value::Number(board.into())]));
    let place: Vec<String> = tournament.into_iter().chain(board).map(|part| part.clause(language)).collect();
    let place = if place.is_empty() { String::new() } else { place.join(", ") + ": " };
    let minded: Vec<&str> = flaw.minded_by().iter().map(|taker| taker.name()).collect();
    let minded = if minded.is_empty() { String::new() } else { format!(" ({})", minded.join(", ")) };
    format!("  {place}{}{minded} {}\n", flaw.phrase().text(language), flaw.what_to_do().text(language))
}
