//! What everybody may ask of the rounds: all rounds at once, and of each round its standings, crosstable and results.
//! What was asked once is kept until the event changes.

use crate::public::pages;
use axum::{
    body::{Body, Bytes},
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use board::Millis;
use relay::{Onlookers, Rounds, round_sheet::RoundSheet, rounds::PublicRounds};
use report::standings::{self, RoundPaper};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::task::spawn_blocking;
use tournament::{RoundNo, RoundVersion};

/// The rounds of the event after one of its changes, as an audience may see them.
#[derive(Debug)]
pub struct RoundsEdition<A> {
    released: Rounds<A>,
    rounds: Paper,
    /// The rounds for those who do not want to know results.
    pairings: Paper,
    made: Mutex<BTreeMap<Wanted, Paper>>,
}

/// A paper that somebody asked for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Wanted {
    /// The key of the tournament.
    pub key: String,
    /// The round.
    pub round: RoundNo,
    /// The paper as comma-separated values; `None` for standings and crosstable as JSON.
    pub paper: Option<RoundPaper>,
    /// True for the round with the corrections that came after it was signed.
    pub corrected: bool,
}

impl Wanted {
    /// Returns every paper of a round.
    fn of_round(key: &str, round: RoundNo) -> impl Iterator<Item = Wanted> {
        let papers = [None].into_iter().chain(RoundPaper::ALL.map(Some));
        papers.flat_map(move |paper| {
            [false, true].map(|corrected| Wanted { key: key.to_owned(), round, paper, corrected })
        })
    }

    /// Returns the name by which a hall and its nodes know the paper.
    fn name(&self) -> String {
        let paper = self.paper.map_or("sheet", RoundPaper::name);
        let state = if self.corrected { "corrected" } else { "signed" };
        format!("{}.{}.{paper}.{state}", self.key, self.round)
    }

    /// Reads a name that [`Wanted::name`] wrote.
    pub(crate) fn parse(name: &str) -> Option<Wanted> {
        let mut words = name.split('.');
        let (key, round) = (words.next()?.to_owned(), words.next()?.parse().ok()?);
        let paper = match words.next()? {
            "sheet" => None,
            paper => Some(RoundPaper::ALL.into_iter().find(|known| known.name() == paper)?),
        };
        let corrected = words.next()? == "corrected";
        Some(Wanted { key, round, paper, corrected })
    }
}

/// A text that is sent, with its entity tag.
#[derive(Debug, Clone)]
struct Paper {
    text: Bytes,
    tag: HeaderValue,
}

impl Paper {
    fn new(text: String) -> Paper {
        let digest: String = Sha256::digest(&text)[..16].iter().map(|byte| format!("{byte:02x}")).collect();
        let tag = HeaderValue::try_from(format!("\"{digest}\"")).expect("digits and letters");
        Paper { text: text.into(), tag }
    }

    fn answer(&self, kind: &'static str, asked: &HeaderMap) -> Response<Body> {
        let is_known = self.tag.to_str().is_ok_and(|tag| pages::is_known(asked, tag));
        let body = if is_known { Body::empty() } else { Body::from(self.text.clone()) };
        let mut response = pages::public(kind, body);
        if is_known {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        response.headers_mut().insert(header::ETAG, self.tag.clone());
        response
    }
}

impl<A> RoundsEdition<A> {
    /// Makes an edition of what was released to an audience that is this far behind.
    pub fn of(released: Rounds<A>, delay_ms: Millis) -> RoundsEdition<A> {
        let rounds = PublicRounds::released(&released, delay_ms);
        let text = |rounds: &PublicRounds| {
            serde_json::to_string(rounds).expect("rounds are made of numbers and text")
        };
        let (all, pairings) = (text(&rounds), text(&rounds.without_results()));
        let (rounds, pairings) = (Paper::new(all), Paper::new(pairings));
        RoundsEdition { released, rounds, pairings, made: Mutex::default() }
    }

    /// Makes an edition of papers that were made elsewhere: all rounds, with results and without, and the papers of each.
    /// There are no others.
    pub(crate) fn handed(
        [rounds, pairings]: [String; 2],
        papers: impl IntoIterator<Item = (Wanted, String)>,
    ) -> RoundsEdition<A> {
        let made = papers.into_iter().map(|(wanted, text)| (wanted, Paper::new(text))).collect();
        let (rounds, pairings) = (Paper::new(rounds), Paper::new(pairings));
        RoundsEdition { released: Rounds::default(), rounds, pairings, made: Mutex::new(made) }
    }

    /// Returns all rounds as text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.rounds.text).unwrap_or_default()
    }

    /// Returns a tag that is another for each text.
    pub(crate) fn tag(&self) -> &str {
        self.rounds.tag.to_str().unwrap_or_default()
    }

    /// Returns every paper there is: its name, its entity tag and its text.
    pub(crate) fn all(&self) -> Vec<(String, String, Bytes)> {
        let mut all =
            vec![("rounds".to_owned(), self.rounds.clone()), ("pairings".to_owned(), self.pairings.clone())];
        for (key, tournament) in &self.released.event().tournaments {
            for wanted in tournament.rounds.keys().flat_map(|round| Wanted::of_round(key, *round)) {
                all.extend(self.paper(&wanted).map(|paper| (format!("sheet.{}", wanted.name()), paper)));
            }
        }
        let tag = |paper: &Paper| paper.tag.to_str().unwrap_or_default().to_owned();
        all.into_iter().map(|(name, paper)| (name, tag(&paper), paper.text)).collect()
    }

    /// Answers with all rounds.
    pub fn rounds(&self, with_results: bool, asked: &HeaderMap) -> Response<Body> {
        let paper = if with_results { &self.rounds } else { &self.pairings };
        paper.answer("application/json", asked)
    }

    /// Returns a paper; `None` if there is no such round, or if it has not begun.
    fn paper(&self, wanted: &Wanted) -> Option<Paper> {
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(paper) = made.get(wanted) {
            return Some(paper.clone());
        }
        let (event, signed) = (self.released.event(), self.released.signed());
        let view = RoundVersion::of(event, signed, &wanted.key, wanted.round, wanted.corrected)?;
        let text = match wanted.paper {
            Some(paper) => standings::csv(&view, paper),
            None => serde_json::to_string(&RoundSheet::of(event, &view))
                .expect("a sheet is made of numbers and text"),
        };
        let paper = Paper::new(text);
        made.insert(wanted.clone(), paper.clone());
        Some(paper)
    }
}

/// Answers with a paper of a round. It is made on a thread that nobody else waits for.
pub async fn answer<A: Onlookers>(
    edition: Arc<RoundsEdition<A>>,
    wanted: Wanted,
    asked: &HeaderMap,
) -> Response<Body> {
    let name = wanted.paper.map(|paper| {
        let end = if wanted.corrected { "-corrected" } else { "" };
        format!("attachment; filename=\"{}-round{}-{}{end}.csv\"", wanted.key, wanted.round, paper.name())
    });
    let Ok(made) = spawn_blocking(move || edition.paper(&wanted)).await else {
        return pages::plain(
            StatusCode::SERVICE_UNAVAILABLE,
            "The sheet could not be made; ask for /api/v1/rounds, and tell the organiser.\n",
        );
    };
    let Some(paper) = made else {
        return pages::plain(
            StatusCode::NOT_FOUND,
            "There is no such round, or it has not begun; /api/v1/rounds names them.\n",
        );
    };
    let kind = if name.is_some() { "text/csv; charset=utf-8" } else { "application/json" };
    let mut response = paper.answer(kind, asked);
    // The key of a tournament that exists has Latin letters and digits alone.
    if let Some(name) = name.and_then(|name| HeaderValue::try_from(name).ok()) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    }
    response
}
