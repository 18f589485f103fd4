//! What people said: decisions at the table, and orders about the round and its pairings.

use super::html::Html;
use super::sections::{journal_time, left_out, rows};
use super::{Case, words};
use board::Millis;
use hall::Refusal;

/// The columns of what people said.
const GIVEN: [&str; 6] = ["Time of day", "Journal time", "Author", "What", "Done", "Record"];

pub(super) fn decisions(html: &mut Html, case: &Case) {
    let rows = rows(&case.decisions, |it| {
        let mut said = words::command(&it.command);
        if let Some(prepared_ms) = it.prepared_ms {
            let (time, journal) = (case.window.times.show(prepared_ms), journal_time(prepared_ms));
            said.push_str(&format!(" Prepared at {time} ({journal})."));
        }
        given(case, it.t_ms, it.command.author.as_deref(), said, it.refusal.as_ref(), it.seq)
    });
    html.raw("<section>\n").element("h2", "Decisions and what people said").raw("\n").table(
        "Each with its author.",
        &GIVEN,
        &rows,
        "Nobody said anything.",
    );
    left_out(html, &case.decisions);
    html.raw("</section>\n");
}

/// Writes the orders about the round and the pairing. A hall without rounds has none.
pub(super) fn orders(html: &mut Html, case: &Case) {
    if case.orders.items.is_empty() {
        return;
    }
    let rows = rows(&case.orders, |it| {
        given(case, it.t_ms, it.author.as_deref(), it.text.clone(), it.refusal.as_ref(), it.seq)
    });
    html.raw("<section>\n").element("h2", "Orders about the round and the pairing").raw("\n").table(
        "Whenever they were given, each with its author.",
        &GIVEN,
        &rows,
        "",
    );
    left_out(html, &case.orders);
    html.raw("</section>\n");
}

fn given(
    case: &Case,
    t_ms: Millis,
    author: Option<&str>,
    said: String,
    refusal: Option<&Refusal>,
    seq: u64,
) -> Vec<String> {
    vec![
        case.window.times.show(t_ms),
        journal_time(t_ms),
        author.unwrap_or("not said").to_owned(),
        said,
        refusal.map_or("done".to_owned(), |why| format!("refused: {why}")),
        seq.to_string(),
    ]
}
