//! The pages of the gazette. Each game has a page, which is written when the game changes. The pages of a table are
//! compressed together. Of the game that is on, the page says how its clocks stood at the last press.

use super::{
    coded::Coded,
    edition::{Edition, Part},
};
use crate::public::games::{self, Namesakes};
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
pub(crate) struct Paper {
    tables: BTreeMap<TableNo, Pages>,
    namesakes: Namesakes,
}

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
}

impl Paper {
    /// Takes over the news of tables, and prints a new edition with all games.
    pub(crate) fn print(&mut self, news: BTreeMap<TableNo, GamesNews>) -> Edition {
        for (table, news) in &news {
            let known = self.tables.get(table).into_iter().flat_map(|pages| pages.games.keys());
            known
                .filter(|number| !news.kept.contains(number))
                .for_each(|number| self.namesakes.forget(*table, *number));
            news.changed.values().for_each(|score| self.namesakes.note(*table, score));
        }
        for (table, news) in news {
            self.tables.entry(table).or_default().take(news, &self.namesakes);
            self.tables.retain(|_, pages| !pages.games.is_empty());
        }
        let parts = |pages: &Pages| [Arc::clone(&pages.finished), Arc::clone(&pages.last)];
        Edition::of_tables(self.tables.iter().map(|(table, pages)| (*table, parts(pages))))
    }
}

impl Pages {
    fn take(&mut self, GamesNews { table, kept, changed }: GamesNews, namesakes: &Namesakes) {
        let before = self.last_number();
        let known = self.games.len();
        self.games.retain(|number, _| kept.contains(number));
        let mut is_finished_changed = self.games.len() != known;
        for (number, score) in changed {
            self.games.insert(number, Page::of(&score, namesakes.twin(table, number)));
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
}

impl Page {
    fn of(score: &PublicScore, twin: Twin) -> Page {
        if !score.is_begun() {
            return Page { text: Bytes::new(), digest: [0; 32], going_on: None };
        }
        let text = games::apart(&pgn::write(score, twin));
        let press = score.last_press().zip(score.press_known_ms().and_then(time_of_day));
        let going_on =
            press.map(|(press, at)| games::apart(&pgn::write_going_on(score, twin, &press, &at)).into());
        Page { digest: Sha256::digest(&text).into(), text: text.into(), going_on }
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

#[cfg(test)]
mod tests {
    use super::{GamesNews, Paper, PublicScore, TableNo};
    use game::{Score, Standing, Tags};
    use shakmaty::uci::UciMove;
    use std::collections::BTreeMap;

    /// Returns a game of the fifth board whose first move was begun then.
    fn game(number: u32, began_ms: u64, first_ms: Option<u64>) -> PublicScore {
        let tags =
            Tags { date: "2026.11.21".into(), round: "1".into(), board: "5".into(), ..Tags::default() };
        let mut score = Score::new(number, Standing::initial(), tags, began_ms);
        if let Some(touched_ms) = first_ms {
            let start = Standing::initial();
            let position = start.position().expect("it is a position");
            let mv = "e2e4".parse::<UciMove>().expect("UCI").to_move(position).expect("legal");
            score.plies.push(game::Ply {
                played: game::Played::Legal(mv),
                after: start.play(mv),
                state: game::PlyState::Completed,
                reason: game::Reason::Press,
                touched_ms,
                made_ms: touched_ms,
                pressed_ms: None,
                left_ms: None,
                estimated: false,
                released: false,
            });
        }
        PublicScore::of(&score, None)
    }

    fn print(paper: &mut Paper, tables: &[(TableNo, &[PublicScore])]) -> String {
        let news = tables.iter().map(|(table, games)| {
            let changed: BTreeMap<u32, PublicScore> =
                games.iter().map(|game| (game.number(), game.clone())).collect();
            let kept = changed.keys().copied().collect();
            (*table, GamesNews { table: *table, kept, changed })
        });
        paper.print(news.collect());
        let pages = paper.tables.values().flat_map(|pages| pages.games.values());
        pages.map(|page| String::from_utf8_lossy(&page.text).into_owned()).collect()
    }

    fn tags<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
        let begins = format!("[{name} \"");
        text.lines().filter_map(|line| line.strip_prefix(&*begins)?.strip_suffix("\"]")).collect()
    }

    /// A board with moves is given another table: two games of one board in one round. Lichess knows each by its id.
    #[test]
    fn games_of_one_board_at_two_tables_have_ids_of_their_own() {
        let mut paper = Paper::default();
        let at_6 = [game(3, 1_000, Some(5_000))];
        print(&mut paper, &[(6, &at_6)]);
        // The game at table 5 was waited for earlier, and began later.
        let at_5 = [game(3, 500, Some(60_000)), game(4, 90_000, Some(91_000))];
        let text = print(&mut paper, &[(5, &at_5)]);
        let ids = ["2026.11.21-1-5-5-3", "2026.11.21-1-5-5-4", "2026.11.21-1-5"];
        assert_eq!(tags(&text, "GameId"), ids);
        assert_eq!(tags(&text, "Event"), ["?, table 5, game 3", "?, table 5, game 4", "?"]);
        let again = print(&mut Paper::default(), &[(5, &at_5), (6, &at_6)]);
        assert_eq!(again, text, "they have the same after a restart");
        // A game that has not begun takes no id.
        let waits = print(&mut Paper::default(), &[(5, &[game(3, 500, None)]), (6, &at_6)]);
        assert_eq!(tags(&waits, "GameId"), ["2026.11.21-1-5"]);
    }
}
