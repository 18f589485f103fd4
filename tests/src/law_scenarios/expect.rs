//! The expectations of a law scenario: one line, one fact about what the arbiter was told or what became of the game.
//!
//! ```text
//!   expect violation illegal-move-completed by white remedy 2:00 legal f1e2,f1d3
//!   expect no hint two-hands          expect no flag          expect moves e2e4 e7e5
//! ```

use laws::{Incident, Language};
use report::reconstruct::{GameRecord, Reconstruction};
use serde_json::Value;

/// Checks one expectation. `begin` is the log's time at which the scenario begins. `Err` says what was found.
pub fn expect(line: &str, told: &Reconstruction, begin: u64) -> Result<(), String> {
    let game = told.games.last().ok_or("there is no game")?;
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let answer = match word {
        "violation" | "hint" | "info" => Wanted::parse(word, rest)?.check(&game.incidents, begin),
        "no" => match rest.strip_prefix("pgn ") {
            Some(text) => {
                let pgn = pgn(game);
                (!pgn.contains(text), pgn)
            }
            None => none(rest, game),
        },
        "nothing" => {
            let told: Vec<&str> = game.incidents.iter().map(|incident| incident.rule.name()).collect();
            (told.is_empty(), format!("{told:?}"))
        }
        "moves" | "final" | "illegal" | "asked" | "games" | "proposed" => report(word, rest, told, game)?,
        "pgn" => {
            let pgn = pgn(game);
            (pgn.contains(rest), pgn)
        }
        other => return Err(format!("{other} cannot be expected; see tests/laws/README.md")),
    };
    let (good, found) = answer;
    if good { Ok(()) } else { Err(format!("expected {line}\n      found {found}")) }
}

/// Writes the public PGN, on one line.
fn pgn(game: &GameRecord) -> String {
    let public = game::PublicScore::of(&game.score, None);
    game::pgn::write(&public, game::pgn::Twin::default()).replace('\n', " ")
}

/// Checks that there is no incident of a rule or a kind; with `flag`, none but notes.
fn none(rest: &str, game: &GameRecord) -> (bool, String) {
    let words: Vec<&str> = rest.split_whitespace().collect();
    let meant = |incident: &&Incident| match words[..] {
        ["flag"] => incident.kind.name() != "info",
        ["incident", rule] => incident.rule.name() == rule,
        [kind, rule] => incident.kind.name() == kind && incident.rule.name() == rule,
        [kind, rule, "by", side] => {
            let by = incident.by.map_or("nobody", |color| color.fold_wb("white", "black"));
            incident.kind.name() == kind && incident.rule.name() == rule && by == side
        }
        [kind] => incident.kind.name() == kind,
        _ => true,
    };
    let found: Vec<String> = game.incidents.iter().filter(meant).map(line).collect();
    (found.is_empty(), found.join("; "))
}

fn report(
    word: &str,
    rest: &str,
    told: &Reconstruction,
    game: &GameRecord,
) -> Result<(bool, String), String> {
    let report: Value =
        serde_json::from_str(&report::game_json::report("", game)).map_err(|error| error.to_string())?;
    let list = |key: &str| -> Vec<String> {
        let items = report[key].as_array().into_iter().flatten();
        items.map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned)).collect()
    };
    Ok(match word {
        "moves" => (list("moves").join(" ") == rest, list("moves").join(" ")),
        "final" => {
            let fen = report["final_fen"].as_str().unwrap_or_default();
            (fen.starts_with(rest), fen.to_owned())
        }
        "games" => (told.games.len().to_string() == rest, told.games.len().to_string()),
        "proposed" => {
            let proposed = report["proposed_result"].as_str().unwrap_or("none");
            (proposed == rest, proposed.to_owned())
        }
        _ => (list(word).len().to_string() == rest, format!("{:?}", list(word))),
    })
}

/// An incident that is expected.
#[derive(Debug, Default)]
struct Wanted<'a> {
    kind: &'a str,
    rule: &'a str,
    facts: Vec<(&'a str, &'a str)>,
}

impl<'a> Wanted<'a> {
    /// Parses `RULE key value key value …`; a value with spaces comes last.
    fn parse(kind: &'a str, rest: &'a str) -> Result<Wanted<'a>, String> {
        let (rule, mut rest) = rest.split_once(' ').unwrap_or((rest, ""));
        laws::RuleId::parse(rule).ok_or(format!("{rule} is not a rule"))?;
        let mut wanted = Wanted { kind, rule, facts: Vec::new() };
        while !rest.is_empty() {
            let (key, behind) =
                rest.split_once(' ').ok_or(format!("{rest}: a fact has a name and a value"))?;
            if matches!(key, "says" | "restore" | "mówi" | "говорит") {
                wanted.facts.push((key, behind));
                break;
            }
            let (value, behind) = behind.split_once(' ').unwrap_or((behind, ""));
            wanted.facts.push((key, value));
            rest = behind;
        }
        Ok(wanted)
    }

    fn check(&self, incidents: &[Incident], begin: u64) -> (bool, String) {
        let same: Vec<&Incident> = incidents
            .iter()
            .filter(|incident| incident.rule.name() == self.rule && incident.kind.name() == self.kind)
            .collect();
        let good = same.iter().any(|incident| self.facts.iter().all(|fact| holds(incident, *fact, begin)));
        let found = if same.is_empty() { incidents.iter().collect() } else { same };
        let lines: Vec<String> = found.into_iter().map(line).collect();
        (good, lines.join("\n            "))
    }
}

/// Returns whether a fact holds of an incident.
fn holds(incident: &Incident, (key, value): (&str, &str), begin: u64) -> bool {
    let remedy = incident.remedy.clone().unwrap_or_default();
    let tenths = |t_ms: u64| (t_ms.saturating_sub(begin) + 50) / 100;
    let is_at = |t_ms: Option<u64>| {
        let wanted = value.parse::<f64>().map(|seconds| (seconds * 10.0).round() as u64);
        t_ms.map(tenths).is_some_and(|found| wanted == Ok(found))
    };
    match key {
        "by" => incident.by.map_or("nobody", |color| color.fold_wb("white", "black")) == value,
        "ply" => game::PlyNo::or_zero(incident.ply).to_string() == value,
        "times" => incident.repeated.map_or(1, |repeated| repeated.count).to_string() == value,
        // In tenths of a second from the beginning of the scenario.
        "at" => is_at(Some(incident.t_ms)),
        "closed" if value == "no" => incident.closed_ms.is_none(),
        "closed" if value == "yes" => incident.closed_ms.is_some(),
        "closed" => is_at(incident.closed_ms),
        "article" => value
            .split(',')
            .all(|article| incident.articles.iter().any(|cited| cited.split(' ').nth(1) == Some(article))),
        "bonus" => {
            let told = remedy
                .opponent_ms
                .map_or("none".to_owned(), |ms| format!("{}:{:02}", ms / 60_000, ms / 1000 % 60));
            told == value
        }
        "legal" => {
            let sorted = |mut moves: Vec<String>| {
                moves.sort();
                moves
            };
            let wanted = value.split(',').filter(|mv| *mv != "none").map(str::to_owned).collect();
            sorted(remedy.legal) == sorted(wanted)
        }
        "restore" => remedy.restore_fen.is_some_and(|fen| fen == value),
        "place" if value == "none" => remedy.place.is_none(),
        "place" => remedy.place.is_some_and(|(square, piece)| format!("{}{square}", piece.char()) == value),
        "outcome" => remedy.outcome.map_or("none", laws::Outcome::name) == value,
        "counter" => remedy.move_counter.is_some_and(|counter| counter.to_string() == value),
        "status" => incident.status.name() == value,
        "window" => incident.window.name() == value,
        "says" => incident.text(Language::English).contains(value),
        "mówi" => incident.text(Language::Polish).contains(value),
        "говорит" => incident.text(Language::Russian).contains(value),
        _ => false,
    }
}

/// Writes an incident in one line, for a failure.
fn line(incident: &Incident) -> String {
    report::game_json::incident(None, incident)
}
