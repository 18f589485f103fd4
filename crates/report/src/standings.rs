//! A round of a tournament on paper and for spreadsheets: results, standings and crosstable, as they were signed or as
//! they are now. The forms are described in docs/formats/report.md, "Rounds".

use crate::{
    case::escape,
    csv::{cell, tamed},
};
use game::ResultEntry;
use std::fmt::Write;
use tournament::{
    Event, PlayerNo, RoundVersion, TieBreak, Tournament, standings::crosstable::CrosstableGrid,
};

/// The sign by which spreadsheets know that a text is in Unicode.
const UNICODE: char = '\u{feff}';

/// What is said of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoundPaper {
    /// The results of the round.
    Results,
    /// The standings after it.
    Standings,
    /// Who has met whom up to it.
    Crosstable,
}

impl RoundPaper {
    /// All of them.
    pub const ALL: [RoundPaper; 3] = [RoundPaper::Results, RoundPaper::Standings, RoundPaper::Crosstable];

    /// Returns the name that addresses and files use.
    pub fn name(self) -> &'static str {
        match self {
            RoundPaper::Results => "results",
            RoundPaper::Standings => "standings",
            RoundPaper::Crosstable => "crosstable",
        }
    }
}

/// A table of texts.
struct Grid {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Returns a paper as comma-separated values, with names of columns that do not change with a language.
pub fn csv(view: &RoundVersion, paper: RoundPaper) -> String {
    let Grid { heads, rows } = grid(view, paper);
    // A result such as `+/-` is no formula.
    let safe = |text: String| if is_forfeit(&text) { text } else { tamed(text) };
    let line = |texts: Vec<String>| {
        let cells: Vec<String> = texts.into_iter().map(|text| cell(&safe(text))).collect();
        cells.join(",") + "\r\n"
    };
    let lines: String = std::iter::once(heads).chain(rows).map(line).collect();
    format!("{UNICODE}{lines}")
}

fn is_forfeit(text: &str) -> bool {
    matches!(text, "+/-" | "-/+" | "-/-")
}

/// Returns a paper as a page to print.
pub fn page(event: &Event, view: &RoundVersion, paper: RoundPaper) -> String {
    let Grid { heads, mut rows } = grid(view, paper);
    if paper == RoundPaper::Standings {
        // A rank that several share is marked, as on the page of rounds.
        for (row, _) in rows.iter_mut().zip(&view.standings().rows).filter(|(_, row)| row.is_shared) {
            row[0].push('=');
        }
    }
    let name = if view.now.name.is_empty() { &event.name } else { &view.now.name };
    let what = match paper {
        RoundPaper::Results => format!("Results of round {}", view.round),
        RoundPaper::Standings => format!("Standings after round {}", view.round),
        RoundPaper::Crosstable => format!("Crosstable after round {}", view.round),
    };
    let title = escape(if name.is_empty() { "Results" } else { name });
    let about: Vec<&str> =
        [event.name.as_str(), event.site.as_str()].into_iter().filter(|part| !part.is_empty()).collect();
    let wide = if heads.len() > 12 { " class=\"wide\"" } else { "" };
    let head: String = heads.iter().map(|head| format!("<th>{}</th>", escape(&heading(head)))).collect();
    let mut body = String::new();
    for row in rows {
        let cells: String = row.iter().map(|text| format!("<td>{}</td>", escape(text))).collect();
        // Writing into a string does not fail.
        let _ = writeln!(body, "<tr>{cells}</tr>");
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{what}: {title}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<h2>{what}</h2>\n{}<table{wide}>\n<thead><tr>{head}</tr>\
         </thead>\n<tbody>\n{body}</tbody>\n</table>\n<p>{}</p>\n</body>\n</html>\n",
        state(view),
        escape(&about.join(" · ")),
    )
}

/// Says in HTML whether a paper is the signed one, and what was corrected since.
fn state(view: &RoundVersion) -> String {
    let said = match (view.is_signed, view.signed.is_some()) {
        (true, _) => "As it was when the round ended.",
        (false, true) => "With the corrections since the round ended.",
        (false, false) => "As it is now.",
    };
    let corrections: String = view
        .corrections()
        .iter()
        .map(|it| {
            let (was, is) = (result(it.was), result(it.is));
            format!("<li>Round {}, board {}: {was} became {is}</li>\n", it.round, it.board)
        })
        .collect();
    let list = if corrections.is_empty() {
        String::new()
    } else {
        format!("<p>Corrected since the round ended:</p>\n<ul>\n{corrections}</ul>\n")
    };
    let open = if view.standings().is_complete() { "" } else { " Games are still missing." };
    format!("<p>{said}{open}</p>\n{list}")
}

/// Returns the name of a column as it stands on a page.
fn heading(name: &str) -> String {
    if name == "sonneborn-berger" {
        return "Sonneborn-Berger".to_owned();
    }
    let spaced = name.replace('-', " ");
    let mut letters = spaced.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn result(result: Option<ResultEntry>) -> String {
    ResultEntry::shown(result).replace("1/2", "½")
}

fn grid(view: &RoundVersion, paper: RoundPaper) -> Grid {
    match paper {
        RoundPaper::Results => results(view),
        RoundPaper::Standings => standings(view),
        RoundPaper::Crosstable => crosstable(view),
    }
}

/// The columns that name a player.
const PERSON: [&str; 5] = ["number", "title", "player", "federation", "rating"];

fn person(tournament: &Tournament, number: Option<PlayerNo>) -> [String; 5] {
    let Some(number) = number else { return Default::default() };
    let player = tournament.players.get(&number).map(|entrant| entrant.player.clone()).unwrap_or_default();
    let elo = player.elo.map(|elo| elo.to_string()).unwrap_or_default();
    [number.to_string(), player.title, player.name, player.federation, elo]
}

fn named(heads: &[&str]) -> Vec<String> {
    heads.iter().map(|head| (*head).to_owned()).collect()
}

fn results(view: &RoundVersion) -> Grid {
    let heads = named(&["board", "white-number", "white", "result", "black-number", "black", "corrected"]);
    let Some(round) = view.tournament.rounds.get(&view.round) else {
        return Grid { heads, rows: Vec::new() };
    };
    let corrections = view.corrections();
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (board, pairing) in &round.pairings {
        let [white_number, _, white, ..] = person(view.tournament, pairing.players.white);
        let [black_number, _, black, ..] = person(view.tournament, pairing.players.black);
        let corrected = corrections.iter().find(|it| (it.round, it.board) == (view.round, *board));
        let is = if pairing.adjourned { "adjourned".to_owned() } else { result(pairing.result) };
        let was = corrected.map(|it| format!("{} → {}", result(it.was), result(it.is))).unwrap_or_default();
        rows.push(vec![board.to_string(), white_number, white, is, black_number, black, was]);
    }
    for (player, why) in &round.unpaired {
        let [number, _, name, ..] = person(view.tournament, Some(*player));
        let why = why.name().to_owned();
        rows.push(vec![String::new(), number, name, why, String::new(), String::new(), String::new()]);
    }
    Grid { heads, rows }
}

fn standings(view: &RoundVersion) -> Grid {
    let standings = view.standings();
    let mut heads = named(&["rank"]);
    heads.extend(named(&PERSON));
    heads.push("points".to_owned());
    heads.extend(standings.tie_breaks.iter().map(|it: &TieBreak| it.name().to_owned()));
    let rows = standings.rows.iter().map(|row| {
        let mut cells = vec![row.rank.map(|rank| rank.to_string()).unwrap_or_default()];
        cells.extend(person(view.tournament, Some(row.player)));
        cells.push(row.points());
        cells.extend(row.values.iter().map(|value| value.map(|it| it.to_string()).unwrap_or_default()));
        cells
    });
    Grid { heads, rows: rows.collect() }
}

fn crosstable(view: &RoundVersion) -> Grid {
    let standings = view.standings();
    let cross = CrosstableGrid::of(view.tournament, &standings);
    let mut heads = named(&["line"]);
    heads.extend(named(&PERSON));
    heads.extend(cross.heads);
    heads.push("points".to_owned());
    let rows = cross.lines.into_iter().zip(&standings.rows).map(|((number, player, texts), row)| {
        let mut cells = vec![number.to_string()];
        cells.extend(person(view.tournament, Some(player)));
        cells.extend(texts);
        cells.push(row.points());
        cells
    });
    Grid { heads, rows: rows.collect() }
}

/// The style of a page. A table with many columns lies across the sheet.
const STYLE: &str = "\
@page{size:A4;margin:14mm}\
@page wide{size:A4 landscape}\
body{margin:0 auto;max-width:260mm;padding:4mm;color:#000;background:#fff;font:10pt/1.4 \"Liberation Sans\",sans-serif}\
h1,h2{margin:0 0 2mm;font-size:16pt}h2{font-size:13pt}\
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}\
table.wide{page:wide;font-size:8pt}\
th,td{padding:.8mm 1.6mm;border-bottom:.3mm solid #666;text-align:left;vertical-align:top}\
thead{display:table-header-group}\
tr{break-inside:avoid}\
@media print{body{padding:0}}";

#[cfg(test)]
mod tests {
    use super::{RoundPaper, csv, page};
    use tournament::{
        Entrant, Event, Pairing, Round, RoundState, RoundVersion, SignedRounds, Tournament, Unpaired,
    };

    /// A round of one game and a bye, with names that a spreadsheet or a page could take for something else.
    fn event() -> Event {
        let names = ["=HYPERLINK(\"x\")", "Nowak, Anna", "<b>Lis</b>"];
        let players = (1..).zip(names.map(Entrant::named)).collect();
        let pairing =
            Pairing { result: game::ResultEntry::parse("1/2-1/2"), ..Pairing::new(Some(1), Some(2)) };
        let round = Round {
            state: RoundState::Open,
            pairings: [(1, pairing)].into(),
            unpaired: [(3, Unpaired::PairingBye)].into(),
            ..Round::default()
        };
        let made = Tournament { players, rounds: [(1, round)].into(), ..Tournament::default() };
        Event { tournaments: [("A".to_owned(), made)].into(), ..Event::default() }
    }

    fn check(write: impl Fn(&Event, &RoundVersion) -> String) -> String {
        let (event, signed) = (event(), SignedRounds::default());
        let view = RoundVersion::of(&event, &signed, "A", 1, false).expect("it has begun");
        write(&event, &view)
    }

    #[test]
    fn texts_of_people_are_no_formulas_and_no_tags() {
        let standings = check(|_, view| csv(view, RoundPaper::Standings));
        let lines: Vec<&str> = standings.split("\r\n").collect();
        assert!(
            lines[0].starts_with("\u{feff}rank,number,title,player,federation,rating,points,"),
            "{lines:?}"
        );
        assert!(lines[1].starts_with("1,3,,<b>Lis</b>,,,1,"), "{lines:?}");
        assert!(lines[3].starts_with("3,1,,\"'=HYPERLINK(\"\"x\"\")\",,,½,"), "{lines:?}");
        let results = check(|_, view| csv(view, RoundPaper::Results));
        assert!(
            results.contains("\r\n1,1,\"'=HYPERLINK(\"\"x\"\")\",½-½,2,\"Nowak, Anna\",\r\n"),
            "{results}"
        );
        assert!(results.ends_with(",3,<b>Lis</b>,pairing-bye,,,\r\n"), "{results}");
        let cross = check(|_, view| csv(view, RoundPaper::Crosstable));
        assert!(cross.contains("\r\n2,2,,\"Nowak, Anna\",,,3b½,½\r\n"), "{cross}");
        let ranks = check(|event, view| page(event, view, RoundPaper::Standings));
        assert!(
            ranks.contains("<th>Sonneborn-Berger</th>") && ranks.contains("<th>Buchholz cut 1</th>"),
            "{ranks}"
        );
        assert!(ranks.contains("<tr><td>1</td>") && !ranks.contains("<th>rank"), "{ranks}");
        let page = check(|event, view| page(event, view, RoundPaper::Crosstable));
        assert!(page.contains("&lt;b&gt;Lis&lt;/b&gt;") && !page.contains("<b>Lis"), "{page}");
        assert!(!page.contains("<button") && !page.contains("<script"), "{page}");
    }
}
