//! The configuration that is written: the answers, what follows from them, and what people change next.

use super::{Answers, question::Question};
use laws::{Discipline, Edition, TimeControl};

/// The width of a line before its remark.
const REMARKS: usize = 29;

/// Returns the text of the configuration.
pub(super) fn text(answers: &Answers) -> String {
    let [name, site, time_control, boards, language] =
        std::array::from_fn(|index| Question::ALL[index].line(&answers[index]).1);
    let control = TimeControl::parse(&answers[2]).ok().flatten();
    let discipline = match control.map_or(Discipline::Standard, |control| control.discipline(Edition::Fide23))
    {
        Discipline::Standard => "standard",
        Discipline::Rapid => "rapid",
        Discipline::Blitz => "blitz",
    };
    let mut text = String::from(
        "# Settings of topboard for this event. `topboard run --print-config` explains every other setting.\n\n[event]\n",
    );
    for (line, remark) in [
        (name, ""),
        (site, ""),
        (time_control, "in seconds, as PGN writes it; a tournament may have its own"),
        ("edition = \"fide23\"".to_owned(), "the Laws: \"pl09\", \"ru20\" or \"fide23\""),
        (format!("discipline = \"{discipline}\""), "\"standard\", \"rapid\" or \"blitz\""),
    ] {
        text.push_str(&remarked(&line, remark));
    }
    text.push_str("\n[results]                     # when a result counts that the board proves: \"at once\", after so many \
                   seconds, or \"ask\"\n");
    for line in
        ["checkmate = \"at once\"", "stalemate = \"at once\"", "dead_position = \"ask\"", "kings = \"ask\""]
    {
        text.push_str(&remarked(line, ""));
    }
    text.push_str("\n[arbiter]\n");
    text.push_str(&remarked(&language, "the arbiter's page begins in \"en\", \"pl\" or \"ru\""));
    text.push_str(&remarked(
        "# listen = \"0.0.0.0:8081\"",
        "for the arbiter's tablet, on a network you trust",
    ));
    text.push_str("\n[hall]\n");
    text.push_str(&remarked(&boards, "so many tables, each of which takes any board"));
    text.push_str(
        "\n# Boards that are to stay on their tables: a section for each table, which then take the place of open_tables.\n\
         # `topboard boards` prints them ready to paste.\n\
         #\n# [[table]]\n# number = 1\n# serial = \"3000012345\"\n",
    );
    text
}

/// Returns a line with a remark behind it.
fn remarked(line: &str, remark: &str) -> String {
    if remark.is_empty() { format!("{line}\n") } else { format!("{line:<REMARKS$} # {remark}\n") }
}
