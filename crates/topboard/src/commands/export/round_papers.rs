//! `topboard export --standings`, `--crosstable` and `--trf`: what a journal tells of a tournament after a round.

use super::write;
use crate::{
    cli::{ExportOptions, PaperOptions},
    event::report::report,
    terminal::failure::{Failure, Outcome},
};
use hall::Hall;
use report::standings::{self, RoundPaper};
use std::path::Path;
use tournament::{Event, RoundNo, RoundState, RoundVersion};

/// Checks that options about a round come with something that is about one.
pub(super) fn check(options: &ExportOptions, has_papers: bool) -> Outcome {
    let papers = &options.papers;
    let is_of_round = papers.round.is_some() || papers.tournament.is_some();
    let has_games = options.pgn.is_some() && papers.round.is_some();
    if is_of_round && !has_papers && !has_games && options.result_sheet.is_none() {
        return Err(Failure::Usage(
            "--round and --tournament say of which round something is to be written; add --standings, --crosstable, \
             --trf, --result-sheet, or --pgn with --round"
                .to_owned(),
        ));
    }
    if papers.corrected && papers.standings.is_none() && papers.crosstable.is_none() && !has_games {
        return Err(Failure::Usage(
            "--corrected is about --standings, --crosstable, or --pgn with --round; add one".to_owned(),
        ));
    }
    Ok(())
}

/// Writes the papers that the options ask for.
pub(super) fn export(journal: &Path, papers: &PaperOptions, hall: &Hall) -> Outcome {
    let event = hall.event();
    let key = key(journal, event, papers.tournament.as_deref())?;
    for (to, paper) in
        [(&papers.standings, RoundPaper::Standings), (&papers.crosstable, RoundPaper::Crosstable)]
    {
        let Some(to) = to else { continue };
        let round = round(journal, event, key, papers.round)?;
        let view = RoundVersion::of(event, hall.signed_rounds(), key, round, papers.corrected);
        let view = view.ok_or_else(|| none(journal, key, Some(round)))?;
        let is_csv = to.extension().is_some_and(|end| end.eq_ignore_ascii_case("csv"));
        write(to, &if is_csv { standings::csv(&view, paper) } else { standings::page(event, &view, paper) })?;
    }
    if let Some(to) = &papers.trf {
        let mut event = event.clone();
        if let Some(last) = papers.round {
            round(journal, &event, key, Some(last))?;
            let tournament = event.tournaments.get_mut(key);
            tournament.into_iter().for_each(|it| it.rounds.retain(|number, _| *number <= last));
        }
        write(to, &report(&event, key).ok_or_else(|| none(journal, key, None))?)?;
    }
    Ok(())
}

/// Returns the key of the tournament that is meant: the one that is named, or the only one.
pub(super) fn key<'a>(journal: &Path, event: &'a Event, named: Option<&str>) -> Result<&'a str, Failure> {
    let keys: Vec<&str> = event.tournaments.keys().map(String::as_str).collect();
    match (named, &keys[..]) {
        (_, []) => Err(Failure::Input(format!(
            "{} tells of no tournament; what `topboard run` plays without rounds has no standings",
            journal.display()
        ))),
        (Some(named), keys) => keys.iter().find(|key| **key == named).copied().ok_or_else(|| {
            Failure::Input(format!(
                "{} has no tournament {named:?}; name one of {}",
                journal.display(),
                keys.join(", ")
            ))
        }),
        (None, [only]) => Ok(only),
        (None, keys) => {
            Err(Failure::Input(format!("name the tournament with --tournament: {}", keys.join(", "))))
        }
    }
}

/// Returns the round that is meant, which must have begun: the one that is named, or the last.
pub(super) fn round(
    journal: &Path,
    event: &Event,
    key: &str,
    named: Option<RoundNo>,
) -> Result<RoundNo, Failure> {
    let rounds = event.tournaments.get(key).into_iter().flat_map(|it| &it.rounds);
    let mut begun = rounds.filter(|(_, round)| round.state != RoundState::Planned).map(|(number, _)| *number);
    begun.rfind(|number| named.is_none_or(|named| named == *number)).ok_or_else(|| none(journal, key, named))
}

fn none(journal: &Path, key: &str, round: Option<RoundNo>) -> Failure {
    let what = round.map_or("a round".to_owned(), |round| format!("round {round}"));
    Failure::Input(format!(
        "{} does not tell that {what} of tournament {key} has begun; leave --round out for the last that has",
        journal.display()
    ))
}
