//! Events as files, and standings as text: the forms that tests/tournament/README.md describes.

use std::fmt::Write as _;
use tournament::standings::{teams::TeamStandings, value::TieBreakValue};
use tournament::{Event, EventOrder, EventOrderJson, History, Standings, Tournament};

/// Reads an event from its JSON form.
pub(crate) fn read(json: &str) -> Event {
    let event = serde_json::from_str(json).expect("it has the form of an event");
    let order = EventOrder::read(&EventOrderJson::State { event }).expect("the event has a meaning");
    let mut history = History::default();
    history.obey(&order).expect("a state is taken as it is");
    history.event().clone()
}

/// Writes an event that has one tournament.
pub(crate) fn json(tournament: Tournament) -> String {
    let mut event = Event::default();
    event.tournaments.insert("A".to_owned(), tournament);
    serde_json::to_string(&event.to_json()).expect("an event can be written")
}

/// Writes the standings of an event as tests/tournament/standings.py prints them.
pub(crate) fn standings(event: &Event) -> String {
    let mut text = String::new();
    for (key, tournament) in &event.tournaments {
        let players = Standings::now(tournament);
        writeln!(text, "tournament {key} after round {}", players.after).expect("a string takes all");
        head(&mut text, "rank\tplayer\tpoints", &players.tie_breaks);
        for row in &players.rows {
            let rank = row.rank.map_or(".".to_owned(), |rank| rank.to_string());
            let first = format!("{rank}{}\t{}\t{}", equals(row.is_shared), row.player, row.points());
            line(&mut text, &first, &row.values);
        }
        if tournament.boards_of_match > 0 {
            let teams = TeamStandings::of(tournament, players.after);
            head(&mut text, "rank\tteam", &teams.tie_breaks);
            for row in &teams.rows {
                line(&mut text, &format!("{}{}\t{}", row.rank, equals(row.is_shared), row.team), &row.values);
            }
        }
    }
    text
}

fn equals(is_shared: bool) -> &'static str {
    if is_shared { "=" } else { "" }
}

fn head(text: &mut String, first: &str, tie_breaks: &[tournament::TieBreak]) {
    let names: Vec<&str> = std::iter::once(first).chain(tie_breaks.iter().map(|it| it.name())).collect();
    text.push_str(&names.join("\t"));
    text.push('\n');
}

fn line(text: &mut String, first: &str, values: &[Option<TieBreakValue>]) {
    text.push_str(first);
    for value in values {
        text.push('\t');
        text.push_str(&value.map_or(".".to_owned(), |value| value.to_string()));
    }
    text.push('\n');
}
