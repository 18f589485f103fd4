//! `topboard export --pgn FILE --round N`: the games of a round as they were when it ended, or with `--corrected` as they are
//! now.

use super::round_papers;
use crate::{
    cli::PaperOptions,
    public::games::{self, Namesakes},
    terminal::failure::Failure,
};
use game::pgn;
use hall::Hall;
use std::path::Path;
use tournament::{RoundNo, Tournament};

/// The games of a round of the event, while the journal is read.
#[derive(Debug)]
pub(super) struct RoundGames {
    /// The key of the tournament; `None` for the only one.
    key: Option<String>,
    round: RoundNo,
    /// The games when the round ended; `None` while it is not over.
    signed: Option<String>,
}

impl RoundGames {
    /// Returns what to look for; `None` if the options name no round.
    pub(super) fn wanted(papers: &PaperOptions) -> Option<RoundGames> {
        Some(RoundGames { key: papers.tournament.clone(), round: papers.round?, signed: None })
    }

    /// Looks after each order about the event whether the round has ended. If its end is taken back, the games are those
    /// of its next end.
    pub(super) fn look(&mut self, hall: &Hall) {
        let keys = &hall.event().tournaments;
        let key = self.key.as_ref().or_else(|| keys.keys().next().filter(|_| keys.len() == 1));
        match key.and_then(|key| hall.signed_rounds().get(key, self.round)) {
            None => self.signed = None,
            Some(tournament) if self.signed.is_none() => {
                self.signed = Some(of_round(hall, tournament, self.round));
            }
            Some(_) => {}
        }
    }

    /// Returns the games at the end of the journal: as they were signed or, if they never were or the corrected ones are
    /// asked for, as they are.
    pub(super) fn finish(
        self,
        journal: &Path,
        papers: &PaperOptions,
        hall: &Hall,
    ) -> Result<String, Failure> {
        let event = hall.event();
        let key = round_papers::key(journal, event, self.key.as_deref())?;
        let round = round_papers::round(journal, event, key, Some(self.round))?;
        let now = || event.tournaments.get(key).map(|tournament| of_round(hall, tournament, round));
        Ok(self.signed.filter(|_| !papers.corrected).or_else(now).unwrap_or_default())
    }
}

/// Returns the games of a round on electronic boards, in the order of the boards.
fn of_round(hall: &Hall, tournament: &Tournament, round: RoundNo) -> String {
    let pairings = tournament.rounds.get(&round).into_iter().flat_map(|round| round.pairings.values());
    let games = pairings.filter_map(|pairing| pairing.game);
    let scores = games.filter_map(|at| Some((at, hall.table(at.table)?.public_game(at.game)?)));
    // Where the board was given another table meanwhile, the game has the id that it has everywhere.
    let namesakes = Namesakes::of_hall(hall);
    scores
        .filter(|(_, score)| score.is_begun())
        .map(|(at, score)| games::apart(&pgn::write(&score, namesakes.twin(at.table, at.game))))
        .collect()
}
