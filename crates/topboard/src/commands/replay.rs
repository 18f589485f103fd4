//! `topboard replay`: folds a journal again and compares the result with the publications recorded in it.

use crate::terminal::stdout::{put, remark, say};
use crate::{
    cli::ReplayOptions,
    commands::erase,
    journal_files::{remainder, writer},
    public::games,
    terminal::failure::{Failure, Outcome},
};
use board::{Millis, hms};
use game::PlyNo;
use hall::{Body, Divergence, Fold, Folded, Output, TableNo};
use journal::Verdict;
use laws::{Incident, Language};
use serde_json::json;
use std::{thread, time::Duration};

/// The exit code if this version of the program would publish anything differently.
const DIFFERENT: u8 = 3;

/// Folds a journal and prints its games and incidents.
pub fn command(options: &ReplayOptions, json: bool) -> Outcome {
    let mut fold = Fold::new();
    let mut last_t_ms: Option<Millis> = None;
    let mut incidents = Vec::new();
    let is_wanted = |table: TableNo| options.table.is_none_or(|wanted| wanted == table);
    let reading = writer::read_at(&options.journal, |seq, body| {
        if !writer::is_before(&body, options.to) {
            return;
        }
        if let (Some(speed), Some(t_ms)) = (options.speed, body.t_ms()) {
            wait(t_ms.saturating_sub(last_t_ms.unwrap_or(t_ms)), speed);
            last_t_ms = Some(t_ms);
        }
        if let Body::Published { t_ms, publication } = &body
            && is_wanted(publication.table)
            && (options.from.is_some() || options.speed.is_some())
            && options.from.is_none_or(|from| *t_ms >= from)
        {
            print_publication(*t_ms, publication, json);
        }
        if let Body::Erased { tombstone, .. } = &body {
            remark!(
                "topboard: {}; what follows is compared as far as it stands by itself",
                erase::told(tombstone)
            );
        }
        fold.feed(seq, body);
        while let Some(output) = fold.poll() {
            if let Output::Incident(table, incident) = output
                && is_wanted(table)
                && options.from.is_none_or(|from| incident.last_ms() >= from)
            {
                incidents.push((table, incident));
            }
        }
    })?;
    if let Verdict::Damaged { line, offset, why } = reading.verdict {
        let damaged = writer::damaged(&reading, line, offset, why);
        return Err(Failure::Input(format!("{damaged}; look with `topboard verify`")));
    }
    remainder::tell(&options.journal, &reading)?;
    let folded = fold.finish();
    let namesakes = games::Namesakes::of_hall(&folded.hall);
    for table in folded.hall.tables().filter(|table| is_wanted(table.number())) {
        put!("{}", games::of_table(&namesakes, table));
    }
    for (table, incident) in &incidents {
        print_incident(*table, incident, json);
    }
    // Publications in a later file depend on the files before it, so a later file cannot be compared by itself.
    if let Some(opening) = reading.opening.filter(|opening| opening.after.seq() > 0) {
        return Err(Failure::Input(format!(
            "{} is file {} of its journal, and what was published in it cannot be compared without the files before it; give \
             the folder with all of them",
            options.journal.display(),
            opening.number
        )));
    }
    tell_divergences(&folded, options.table, json)
}

/// Lists, for each table, what this version of the program would publish differently. Fails with [`DIFFERENT`] if it
/// lists anything.
fn tell_divergences(folded: &Folded, table: Option<TableNo>, json: bool) -> Outcome {
    let is_wanted = |divergence: &&Divergence| table.is_none_or(|wanted| wanted == divergence.table);
    let mut found: Vec<&Divergence> = folded.divergences.iter().filter(is_wanted).collect();
    found.sort_by_key(|divergence| (divergence.table, divergence.seq));
    for divergence in &found {
        if json {
            let Divergence { seq, last_seq, count, t_ms, table, game, matter } = divergence;
            let (then, now) = matter.then_and_now();
            say!(
                "{}",
                json!({"divergence": {"table": table, "game": game, "ply": matter.ply(), "then": then, "now": now,
                       "t": t_ms, "line": seq, "last_line": last_seq, "publications": count}})
            );
        } else {
            say!("; different today: {divergence}");
        }
    }
    let listed: u64 = folded.divergences.iter().map(|divergence| divergence.count).sum();
    if found.is_empty() && listed == folded.divergent {
        return Ok(());
    }
    remark!(
        "topboard: {} publications of this journal would be different today; what was published stands, and the \
         tables' arbiters should look at the list",
        folded.divergent
    );
    if listed < folded.divergent {
        remark!("topboard: {} of them are not listed; the list has its limit", folded.divergent - listed);
    }
    Err(Failure::Finding(DIFFERENT))
}

fn wait(pause_ms: Millis, speed: f64) {
    let pause = Duration::from_millis(pause_ms).div_f64(speed);
    // The pause is limited, so that a night between two rounds is not waited for.
    thread::sleep(pause.min(Duration::from_secs(10)));
}

fn print_publication(t_ms: Millis, publication: &hall::Publication, json: bool) {
    let moves: Vec<&str> = publication.plies.iter().map(|ply| ply.san.as_str()).collect();
    let hall::Publication { table, game, rev, from, .. } = publication;
    if json {
        say!(
            "{}",
            json!({"t": t_ms, "table": table, "game": game, "rev": rev, "from": from, "moves": moves})
        );
    } else {
        say!("{}, table {table}, game {game}: from ply {} {}", hms(t_ms), from + 1, moves.join(" "));
    }
}

fn print_incident(table: TableNo, incident: &Incident, json: bool) {
    let ply = PlyNo::or_zero(incident.ply);
    let Incident { no, t_ms, rule, kind, articles, closed_ms, .. } = incident;
    let text = incident.text(Language::English);
    if json {
        say!(
            "{}",
            json!({"table": table, "incident": no, "t": t_ms, "ply": ply, "rule": rule.name(), "kind": kind.name(),
                   "articles": articles, "text": text, "audience": "arbiter", "closed_t": closed_ms})
        );
    } else {
        say!("; table {table}, incident {no} at {}, ply {ply}: {text} ({})", hms(*t_ms), articles.join(", "));
    }
}
