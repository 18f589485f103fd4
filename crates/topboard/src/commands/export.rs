//! `topboard export`: writes parts of a journal in formats that other programs and people can read.

pub mod case;
pub mod result_sheet;
mod round_games;
mod round_papers;

use crate::terminal::stdout::remark;
use crate::{
    cli::ExportOptions,
    commands::erase,
    journal_files::{remainder, writer},
    public::games,
    safe_files::atomic_file::Draft,
    terminal::failure::{Failure, Outcome},
};
use case::CaseRequest;
use game::{
    Score,
    names::OneLine,
    notation::{Form, sheet},
};
use hall::{Body, Fold, Hall, TableNo};
use journal::Verdict;
use report::{Export, arbiter_copy::ArbiterCopy, case::Span, csv::Csv};
use round_games::RoundGames;
use std::{
    fs,
    io::{self, Write},
    path::Path,
};

/// Writes the outputs that the options ask for. If they ask for none, the games go to standard output.
pub fn command(options: &ExportOptions) -> Outcome {
    let is_chosen =
        [&options.case, &options.pgn_arbiter, &options.csv, &options.sensorlog].iter().any(|to| to.is_some());
    let papers = &options.papers;
    let has_papers = [&papers.standings, &papers.crosstable, &papers.trf].iter().any(|to| to.is_some());
    round_papers::check(options, has_papers)?;
    let is_chosen = is_chosen || has_papers || options.sheet.is_some() || options.result_sheet.is_some();
    let mut fold = Fold::new();
    let mut round_games = options.pgn.as_ref().and_then(|_| RoundGames::wanted(papers));
    let reading = writer::read_at(&options.journal, |seq, body| {
        if let Body::Erased { tombstone, .. } = &body {
            remark!("topboard: {}; nothing of it is exported", erase::told(tombstone));
        }
        let is_order = matches!(body, Body::Event { .. });
        fold.feed(seq, body);
        if let Some(games) = round_games.as_mut().filter(|_| is_order) {
            games.look(fold.hall());
        }
    })?;
    if let Verdict::Damaged { line, offset, why } = reading.verdict {
        let damaged = writer::damaged(&reading, line, offset, why);
        if reading.chain.seq() == 0 {
            return Err(Failure::Input(format!(
                "{damaged}; nothing stands before it that could be exported: salvage with `topboard recover`"
            )));
        }
        remark!("topboard: {damaged}; only what stands before it is exported");
    }
    remainder::tell(&options.journal, &reading)?;
    if let Some(opening) = reading.opening.filter(|opening| opening.after.seq() > 0) {
        remark!(
            "topboard: {} is file {} of its journal: what the files before it tell, as games that had begun, is not exported",
            options.journal.display(),
            opening.number
        );
    }
    let folded = fold.finish();
    if has_papers {
        round_papers::export(&options.journal, papers, &folded.hall)?;
    }
    let is_wanted = |table: &&hall::Table| options.table.is_none_or(|wanted| wanted == table.number());
    if !folded.hall.tables().any(|table| is_wanted(&table)) {
        return Err(Failure::Input(no_table(options, &folded.hall)));
    }
    if let Some((to, games)) = options.pgn.as_deref().zip(round_games) {
        write(to, &games.finish(&options.journal, papers, &folded.hall)?)?;
    } else if options.pgn.is_some() || !is_chosen {
        let namesakes = games::Namesakes::of_hall(&folded.hall);
        let wanted = folded.hall.tables().filter(is_wanted);
        let text: String = wanted.map(|table| games::of_table(&namesakes, table)).collect();
        write(options.pgn.as_deref().unwrap_or(Path::new("-")), &text)?;
    }
    if let Some(form) = options.sheet {
        let text: String = folded.hall.tables().filter(is_wanted).map(|table| sheets(form, table)).collect();
        write(Path::new("-"), &text)?;
    }
    if let Some(path) = &options.pgn_arbiter {
        let mut copy = ArbiterCopy::new(options.table);
        writer::read_at(&options.journal, |seq, body| copy.feed(seq, body))?;
        write(path, &copy.finish().join("\n"))?;
    }
    if let Some(path) = &options.csv {
        csv(&options.journal, path, options.table)?;
    }
    if let Some(folder) = &options.sensorlog {
        fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error))?;
        for table in folded.hall.tables().filter(is_wanted) {
            sensor_log(&options.journal, folder, table.number())?;
        }
    }
    if let Some(out) = &options.case {
        write(out, &case::make(&options.journal, &case_of(options)?)?)?;
    }
    if let Some(out) = &options.result_sheet {
        let wanted = match (papers.round, options.table) {
            (Some(round), _) => result_sheet::Wanted::Round(papers.tournament.clone(), round),
            (None, Some(table)) => result_sheet::Wanted::Table(table),
            (None, None) => result_sheet::Wanted::Tables,
        };
        write(out, &result_sheet::make(&options.journal, &wanted)?)?;
    }
    Ok(())
}

/// Returns the message that there is nothing to export, because the journal has no such table or no table at all.
fn no_table(options: &ExportOptions, hall: &Hall) -> String {
    let path = options.journal.display();
    let known: Vec<String> = hall.tables().map(|table| table.number().to_string()).collect();
    match options.table {
        Some(table) if !known.is_empty() => {
            format!("{path} has no table {table}; its tables are {}", known.join(", "))
        }
        Some(_) | None => {
            format!("{path} tells of no table, so there is nothing to export; give the whole journal")
        }
    }
}

/// Returns the request for the case that the options describe.
fn case_of(options: &ExportOptions) -> Result<CaseRequest, Failure> {
    let Some(table) = options.table else {
        return Err(Failure::Usage("a case is about one table; name it with --table".to_owned()));
    };
    Ok(CaseRequest {
        table,
        game: options.game,
        span: match options.ply {
            Some((from, to)) => Span::Plies { from, to },
            None => Span::Times { from: options.from, to: options.to },
        },
        is_anonymous: options.anonymous,
        has_no_records: options.no_records,
        utc_offset_s: options.utc_offset,
    })
}

fn csv(journal: &Path, path: &Path, table: Option<TableNo>) -> Outcome {
    if path == Path::new("-") {
        // If the reader has closed the pipe, it has read enough, so a failure to write is ignored.
        let _ = csv_rows(journal, &mut std::io::stdout().lock(), table)?;
        return Ok(());
    }
    let mut file = Draft::create(path).map_err(|error| unwritable(path, &error))?;
    let written = csv_rows(journal, &mut file, table)?;
    written.and_then(|()| file.finish()).map_err(|error| unwritable(path, &error))
}

/// Writes the CSV rows to `file`. The inner result says whether `file` took them.
fn csv_rows(
    journal: &Path,
    file: &mut impl Write,
    table: Option<TableNo>,
) -> Result<io::Result<()>, Failure> {
    let mut rows = Csv::new(table);
    let mut written = file.write_all(report::csv::HEADER.as_bytes());
    writer::read_at(journal, |seq, body| {
        let text = rows.feed(seq, body);
        if written.is_ok() {
            written = file.write_all(text.as_bytes());
        }
    })?;
    Ok(written)
}

/// Writes a text into a file; `-` is standard output.
pub fn write(path: &Path, text: &str) -> Outcome {
    if path == Path::new("-") {
        // If the reader has closed the pipe, it has read enough, so a failure to write is ignored.
        let _ = std::io::stdout().lock().write_all(text.as_bytes());
        return Ok(());
    }
    let written = Draft::create(path).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.finish()
    });
    written.map_err(|error| unwritable(path, &error))
}

/// Returns the score sheets of those games of a table that have begun.
fn sheets(form: Form, table: &hall::Table) -> String {
    let begun = |game: &Score| !game.plies.is_empty();
    let mut games = table.games();
    games.retain(begun);
    let sheet = |game: &Score| {
        let players = game
            .tags
            .players
            .as_ref()
            .map(|player| OneLine(if player.name.is_empty() { "?" } else { &player.name }));
        format!(
            "Table {}, game {}: {} - {}\n{}\n\n",
            table.number(),
            game.number,
            players.white,
            players.black,
            sheet::of_score(form, game)
        )
    };
    games.iter().map(sheet).collect()
}

fn sensor_log(journal: &Path, folder: &Path, table: TableNo) -> Outcome {
    let path = folder.join(format!("table{table}.sensorlog"));
    let mut export = Export::new(table);
    let mut file = Draft::create(&path).map_err(|error| unwritable(&path, &error))?;
    let mut written = Ok(());
    writer::read_at(journal, |seq, body| {
        for line in export.feed(seq, body) {
            if written.is_ok() {
                written = writeln!(file, "{line}");
            }
        }
    })?;
    written.and_then(|()| file.finish()).map_err(|error| unwritable(&path, &error))
}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Environment(format!("{} cannot be written ({error}); choose another place", path.display()))
}
