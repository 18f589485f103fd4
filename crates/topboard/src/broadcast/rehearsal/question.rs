//! What is asked of a rehearsal: which round, and for whom. At the door it is a query, `tournament=A&round=2&for=chess.com`.

use broadcast::check::Taker;
use std::collections::BTreeSet;
use tournament::{Event, RoundNo};

/// What is asked of a rehearsal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckQuestion {
    /// The key of the tournament; `None` for all that go on.
    pub tournament: Option<String>,
    /// The round; `None` for the one that is open or begins next.
    pub round: Option<RoundNo>,
    /// Who takes the games; empty for all.
    pub takers: Vec<Taker>,
}

impl CheckQuestion {
    /// Reads a query. `Err` says how to ask.
    pub fn parse(query: &str) -> Result<CheckQuestion, &'static str> {
        const HOW: &str = "ask with nothing, or with tournament=KEY, round=NUMBER and for=lichess-push, lichess-pull or chess.com";
        let mut question = CheckQuestion::default();
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=').ok_or(HOW)? {
                ("tournament", key) => question.tournament = Some(key.to_owned()),
                ("round", number) => question.round = Some(number.parse().map_err(|_| HOW)?),
                ("for", taker) => question.takers.push(Taker::parse(taker).ok_or(HOW)?),
                _ => return Err(HOW),
            }
        }
        if question.round.is_some() && question.tournament.is_none() {
            return Err("a round is one of a tournament; name it with tournament=KEY");
        }
        Ok(question)
    }

    /// Writes the query.
    pub fn query(&self) -> String {
        let tournament = self.tournament.iter().map(|key| format!("tournament={key}"));
        let round = self.round.iter().map(|round| format!("round={round}"));
        let takers = self.takers.iter().map(|taker| format!("for={}", taker.name()));
        tournament.chain(round).chain(takers).collect::<Vec<_>>().join("&")
    }

    /// Returns the takers, of whom there is at least one.
    pub(super) fn takers(&self) -> BTreeSet<Taker> {
        if self.takers.is_empty() { Taker::ALL.into() } else { self.takers.iter().copied().collect() }
    }

    /// Returns the round that is named; `None` if none is.
    pub(super) fn named(&self, event: &Event) -> Result<Option<(String, RoundNo)>, String> {
        let Some(key) = &self.tournament else { return Ok(None) };
        let tournament = event.tournaments.get(key);
        let tournament = tournament
            .ok_or_else(|| format!("there is no tournament {key}; the page of rounds has the keys"))?;
        let round = self.round.or_else(|| tournament.next_round());
        let round = round.ok_or_else(|| format!("tournament {key} has no further round"))?;
        if self.round.is_some() && !tournament.rounds.contains_key(&round) {
            return Err(format!("tournament {key} has no round {round}"));
        }
        Ok(Some((key.clone(), round)))
    }
}

#[cfg(test)]
mod tests {
    use super::CheckQuestion;
    use broadcast::check::Taker;

    #[test]
    fn a_query_is_read_as_it_was_written() {
        let whole = CheckQuestion {
            tournament: Some("A".to_owned()),
            round: Some(2),
            takers: vec![Taker::LichessPush, Taker::ChessCom],
        };
        assert_eq!(whole.query(), "tournament=A&round=2&for=lichess-push&for=chess.com");
        for question in [whole, CheckQuestion::default()] {
            assert_eq!(CheckQuestion::parse(&question.query()), Ok(question));
        }
        for bad in ["round=2", "tournament", "tournament=A&round=two", "for=me", "send=1", "round=70000"] {
            assert!(CheckQuestion::parse(bad).is_err(), "{bad}");
        }
    }
}
