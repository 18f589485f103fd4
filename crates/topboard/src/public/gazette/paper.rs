//! The pages of the gazette. Each game has a page, which is written when the game changes. The pages of a table are
//! compressed together. Of the game that is on, the page says how its clocks stood at the last press.

use super::{
    coded::Coded,
    edition::{Edition, Part},
};
use crate::public::games;
use axum::body::Bytes;
use game::{
    PublicScore,
    pgn::{self, Twin},
};
use hall::{GamesNews, TableNo};
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use std::{collections::BTreeMap, sync::Arc};

/// The pages of every table.
#[derive(Debug, Default)]
pub(crate) struct Paper(BTreeMap<TableNo, Pages>);

/// The pages of a table.
#[derive(Debug, Default)]
struct Pages {
    games: BTreeMap<u32, Page>,
    /// All pages but the last, compressed together.
    finished: Arc<Part>,
    last: Arc<Part>,
}

/// The page of a game.
#[derive(Debug)]
struct Page {
    /// The text of the page; empty if nothing of the game may be published.
    text: Bytes,
    digest: [u8; 32],
    /// The text with the clocks, while the game goes on and is the last on its table.
    going_on: Option<Bytes>,
    /// The name by which readers recognise the game; `None` if the game is not published.
    name: Option<String>,
    /// What its id begins with.
    id: Option<String>,
}

impl Paper {
    /// Takes over the news of tables, and prints a new edition with all games.
    pub(crate) fn print(&mut self, news: BTreeMap<TableNo, GamesNews>) -> Edition {
        for (table, news) in news {
            self.0.entry(table).or_default().take(news);
            self.0.retain(|_, pages| !pages.games.is_empty());
        }
        let parts = |pages: &Pages| [Arc::clone(&pages.finished), Arc::clone(&pages.last)];
        Edition::of_tables(self.0.iter().map(|(table, pages)| (*table, parts(pages))))
    }
}

impl Pages {
    fn take(&mut self, GamesNews { table: _, kept, changed }: GamesNews) {
        let before = self.last_number();
        let known = self.games.len();
        self.games.retain(|number, _| kept.contains(number));
        let mut is_finished_changed = self.games.len() != known;
        for (number, score) in changed {
            let page = self.page(number, &score);
            self.games.insert(number, page);
            is_finished_changed |= before.is_some_and(|last| number < last);
        }
        for page in self.games.values_mut().rev().skip(1) {
            page.going_on = None;
        }
        let last = self.last_number();
        if is_finished_changed || last != before {
            let finished = self.games.iter().filter(|(number, _)| Some(**number) != last);
            self.finished = Arc::new(part(finished.map(|(_, page)| page)));
        }
        self.last = Arc::new(part(self.games.values().next_back()));
    }

    fn last_number(&self) -> Option<u32> {
        self.games.keys().next_back().copied()
    }

    fn page(&self, number: u32, score: &PublicScore) -> Page {
        if !score.is_begun() {
            return Page { text: Bytes::new(), digest: [0; 32], going_on: None, name: None, id: None };
        }
        let (name, id) = (Some(score.name()), Some(score.id()));
        let earlier = || self.games.range(..number).map(|(_, page)| page);
        let twin =
            Twin { name: earlier().any(|page| page.name == name), id: earlier().any(|page| page.id == id) };
        let text = games::apart(&pgn::write(score, twin));
        let press = score.last_press().zip(score.press_known_ms().and_then(time_of_day));
        let going_on =
            press.map(|(press, at)| games::apart(&pgn::write_going_on(score, twin, &press, &at)).into());
        Page { digest: Sha256::digest(&text).into(), text: text.into(), going_on, name, id }
    }
}

/// Returns a time of day as ISO 8601 has it, in UTC.
fn time_of_day(wall_ms: u64) -> Option<String> {
    let at = Timestamp::from_millisecond(i64::try_from(wall_ms).ok()?).ok()?;
    Some(at.strftime("%Y-%m-%dT%H:%M:%S.%3f+00:00").to_string())
}

fn part<'a>(pages: impl IntoIterator<Item = &'a Page>) -> Part {
    let mut texts = Vec::new();
    let mut digest = Sha256::new();
    for page in pages {
        match &page.going_on {
            Some(text) => digest.update(Sha256::digest(text)),
            None => digest.update(page.digest),
        }
        texts.push(page.going_on.as_ref().unwrap_or(&page.text).clone());
    }
    Part { coded: Coded::new(texts).made(), digest: digest.finalize().into() }
}
