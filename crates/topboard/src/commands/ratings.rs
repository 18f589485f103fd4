//! `topboard ratings`: people in a rating list.

mod complete;

use crate::terminal::stdout::{remark, say};
use crate::{
    cli::RatingsOptions,
    event::rating_list,
    terminal::{
        failure::{Failure, Outcome},
        plural::counted,
    },
};
use serde_json::json;
use tournament::{
    Sex,
    ratings::{Likeness, ListEntry, NameLikeness, RatingKind, Search},
};

/// The greatest number of people that are printed.
const FOUND_MAX: usize = 100;

/// Finds people, or completes the players of the running program.
pub fn command(options: &RatingsOptions, json: bool) -> Outcome {
    match &options.find {
        Some(whom) => find(options, whom, json),
        None => complete::command(options, json),
    }
}

/// Finds people and prints them, the likeliest first.
fn find(options: &RatingsOptions, whom: &str, json: bool) -> Outcome {
    let search = Search::new(whom, options.federation.as_deref())
        .ok_or_else(|| Failure::Usage("write a name, for example \"Nowak, Anna\"".to_owned()))?;
    let mut found: Vec<(Likeness, ListEntry)> = Vec::new();
    let mut more = 0_u64;
    let tally = rating_list::read(&options.list, |entry| {
        let Some(likeness) = search.compare(entry) else { return };
        let place = found.partition_point(|(other, _)| *other <= likeness);
        if place < FOUND_MAX {
            found.insert(place, (likeness, entry.clone()));
        }
        if place == FOUND_MAX || found.len() > FOUND_MAX {
            found.truncate(FOUND_MAX);
            more += 1;
        }
    })?;
    if json {
        for (likeness, entry) in &found {
            say!("{}", as_json(*likeness, entry));
        }
    } else {
        print_table(&found);
    }
    if let Some(line) = tally.first_skipped {
        let skipped = counted(tally.skipped, "entry").replace("entrys", "entries");
        remark!("{skipped} without an identity number or a name passed over, the first in line {line}");
    }
    if more > 0 {
        remark!("{more} more; write more of the name, or --federation");
    }
    if found.is_empty() {
        return Err(Failure::Input(format!(
            "nobody among {} entries of {} is like {:?}; try the surname alone",
            tally.entries,
            options.list.display(),
            whom
        )));
    }
    Ok(())
}

fn print_table(found: &[(Likeness, ListEntry)]) {
    if found.is_empty() {
        return;
    }
    say!(
        "{:>9}  {:<40} {:<5} {:<4} {:>8} {:>5} {:>5} {:>5}",
        "id",
        "name",
        "title",
        "fed",
        "standard",
        "rapid",
        "blitz",
        "born"
    );
    for (likeness, entry) in found {
        let [standard, rapid, blitz, born] =
            [entry.ratings.standard, entry.ratings.rapid, entry.ratings.blitz, entry.born]
                .map(|number| number.map_or("-".to_owned(), |number| number.to_string()));
        let ListEntry { fide_id, name, title, federation, .. } = entry;
        let close = if likeness.name == NameLikeness::Close { "  (like it)" } else { "" };
        let inactive = if entry.is_inactive { "  inactive" } else { "" };
        say!(
            "{fide_id:>9}  {name:<40} {title:<5} {federation:<4} \
             {standard:>8} {rapid:>5} {blitz:>5} {born:>5}{close}{inactive}"
        );
    }
}

fn as_json(likeness: Likeness, entry: &ListEntry) -> serde_json::Value {
    let [standard, rapid, blitz] = RatingKind::ALL.map(|kind| entry.ratings.of(kind));
    json!({
        "fide_id": entry.fide_id, "name": entry.name, "title": entry.title, "federation": entry.federation,
        "sex": entry.sex.map(|sex| if sex == Sex::Female { "w" } else { "m" }), "born": entry.born,
        "standard": standard, "rapid": rapid, "blitz": blitz, "inactive": entry.is_inactive,
        "name_is": if likeness.name == NameLikeness::Same { "same" } else { "close" },
    })
}
