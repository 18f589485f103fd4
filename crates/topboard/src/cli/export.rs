//! The options of `export`.

use crate::commands::export::case;
use clap::Args;
use game::notation::Form;
use report::case::When;
use std::path::PathBuf;

/// Options of `export`.
#[derive(Debug, Clone, Args)]
pub struct ExportOptions {
    /// The journal: its folder, or one file of it.
    pub journal: PathBuf,
    /// Write the games here; `-` is standard output. With --round those of one round, as they were when it ended.
    #[arg(long)]
    pub pgn: Option<PathBuf>,
    /// Write the arbiter's copy of the games here: with incidents, decisions, times and their errors. Not for the
    /// public.
    #[arg(long)]
    pub pgn_arbiter: Option<PathBuf>,
    /// Write every event here as comma-separated values; `-` is standard output.
    #[arg(long)]
    pub csv: Option<PathBuf>,
    /// Write each table's sensor log into this folder.
    #[arg(long)]
    pub sensorlog: Option<PathBuf>,
    /// Write the report of a case: one page for the arbiter, to standard output or, as --case=FILE, to a file. Needs
    /// --table; the span is given by --from and --to or by --ply, otherwise it is the whole game.
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "-", requires = "table")]
    pub case: Option<PathBuf>,
    /// The beginning of the case: journal time in milliseconds, or a time of day such as 14:03:20.
    #[arg(long, requires = "case", value_parser = case::when)]
    pub from: Option<When>,
    /// The end of the case, in the form of --from.
    #[arg(long, requires = "case", value_parser = case::when)]
    pub to: Option<When>,
    /// The plies that the case is about, such as 12..15.
    #[arg(long, requires = "case", conflicts_with_all = ["from", "to"], value_parser = case::plies)]
    pub ply: Option<(usize, usize)>,
    /// The number of the game at its table; without it the game on the board at the time --from, with --ply the last
    /// game.
    #[arg(long, requires = "case")]
    pub game: Option<u32>,
    /// Call the players White and Black in the case. Records with names are left out, with the chain's heads after them
    /// in their place. The case says what it proves without the journal.
    #[arg(long, requires = "case")]
    pub anonymous: bool,
    /// Leave the journal's records out of the case, which then proves nothing by itself.
    #[arg(long, requires = "case")]
    pub no_records: bool,
    /// The offset of times of day from UTC, such as +01:00; without it the offset of this computer.
    #[arg(long, requires = "case", allow_hyphen_values = true, value_parser = case::utc_offset)]
    pub utc_offset: Option<i32>,
    /// Write the score sheets on standard output: polish, long-russian, figurine, numeric, spoken-german ...
    #[arg(long, value_name = "FORM", value_parser = form)]
    pub sheet: Option<Form>,
    /// Write the results as a page to print and sign, with the journal's head as a QR code; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    pub result_sheet: Option<PathBuf>,
    /// What is written of a round of the event.
    #[command(flatten)]
    pub papers: PaperOptions,
    /// Export only this table.
    #[arg(long)]
    pub table: Option<u16>,
}

/// Options of `export` about a round of the event.
#[derive(Debug, Clone, Args)]
#[group(multiple = true)]
pub struct PaperOptions {
    /// Write the standings after --round, by default the last that has begun: as a page to print or, if the name ends in
    /// .csv, as comma-separated values; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    pub standings: Option<PathBuf>,
    /// Write who has met whom up to --round, in the forms of --standings.
    #[arg(long, value_name = "FILE")]
    pub crosstable: Option<PathBuf>,
    /// Write the results in FIDE's format TRF16, those up to --round or all, as they are now; `-` is standard output.
    /// Dates of birth stand in it.
    #[arg(long, value_name = "FILE")]
    pub trf: Option<PathBuf>,
    /// The round that --standings, --crosstable, --trf, --result-sheet or --pgn is about.
    #[arg(long, conflicts_with = "table")]
    pub round: Option<u16>,
    /// Name the tournament, if the event has several.
    #[arg(long)]
    pub tournament: Option<String>,
    /// Count the corrections that came after the round was over; without it --standings, --crosstable and --pgn are what
    /// was signed.
    #[arg(long)]
    pub corrected: bool,
}

/// Parses the name of a form of notation.
fn form(name: &str) -> Result<Form, String> {
    Form::parse(name).ok_or_else(|| {
        let names: Vec<String> = game::notation::FORMS.iter().map(|form| form.name()).collect();
        format!("there is no such form; name one of {}", names.join(", "))
    })
}
