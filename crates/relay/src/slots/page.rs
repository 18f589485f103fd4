//! The hall as plain text, for screen readers and text browsers: no scripts, no columns, one fact a line.

use super::{Slots, page_words::PageWords, slot::Slot};
use crate::message::{LinkView, PlayerView};
use board::hms;
use hall::TableNo;
use std::fmt::Write;

impl<A> Slots<A> {
    /// Returns all tables as text, at this time of the server's clock. Without results a game that is over has its players
    /// alone.
    pub fn page(&self, now_ms: u64, words: &PageWords, with_results: bool) -> String {
        let mut page = self.heading(words);
        // While players are named somewhere, a table without names and moves has no game: nobody is paired there.
        let is_all_vacant = self.tables.values().all(|slot| slot.is_vacant());
        for slot in self.tables.values().filter(|slot| is_all_vacant || !slot.is_vacant()) {
            if !with_results && slot.is_over() {
                slot.spare(&mut page, words);
                // Whoever opens the page of the table wants to know.
                line(&mut page, words.all_moves, &format!("/text/{}", slot.table));
            } else {
                slot.describe(&mut page, words, now_ms);
                if let (Some(last), true) = (slot.plies.len().checked_sub(1), slot.has_moves()) {
                    line(&mut page, words.last, &slot.numbered(last, true, words));
                    line(&mut page, words.all_moves, &format!("/text/{}", slot.table));
                }
            }
            page.push('\n');
        }
        page
    }

    /// Returns one table with all its moves as text; `None` if there is no such table.
    pub fn table_page(&self, table: TableNo, now_ms: u64, words: &PageWords) -> Option<String> {
        let slot = self.tables.get(&table)?;
        let mut page = self.heading(words);
        slot.describe(&mut page, words, now_ms);
        if slot.has_moves() {
            let moves: Vec<String> =
                (0..slot.plies.len()).map(|ply| slot.numbered(ply, ply == 0, words)).collect();
            line(&mut page, words.moves, &moves.join(" "));
        }
        page.push('\n');
        line(&mut page, words.all_tables, "/text");
        Some(page)
    }

    fn heading(&self, words: &PageWords) -> String {
        let event = &self.hall.event;
        let mut heading = format!("{}\n", event.name);
        if !event.round.is_empty() {
            line(&mut heading, words.round, &event.round);
        }
        heading.push('\n');
        heading
    }
}

impl Slot {
    fn has_moves(&self) -> bool {
        !self.plies.is_empty()
    }

    /// Returns whether nobody is named at the table and nothing was played.
    fn is_vacant(&self) -> bool {
        let (white, black) = &*self.players;
        white.name.is_empty() && black.name.is_empty() && !self.has_moves() && !self.is_over()
    }

    /// Describes a game that is over to whoever does not want to know how it went.
    fn spare(&self, page: &mut String, words: &PageWords) {
        let (white, black) = &*self.players;
        line(page, words.table, &self.table.to_string());
        line(page, words.white, &person(white));
        line(page, words.black, &person(black));
        line(page, words.result, words.over);
    }

    fn describe(&self, page: &mut String, words: &PageWords, now_ms: u64) {
        line(page, words.table, &self.table.to_string());
        let (white, black) = &*self.players;
        let left = self.clock.map(|clock| (clock.white_ms, clock.black_ms));
        for (side, player, left) in
            [("white", white, left.map(|left| left.0)), ("black", black, left.map(|left| left.1))]
        {
            let mut text = person(player);
            if let (Some(left), Some(clock)) = (left, self.clock) {
                // A clock whose board cannot be read stands still.
                let runs = clock.running == Some(side) && self.link == LinkView::Live && self.result == "*";
                let gone = if runs { now_ms.saturating_sub(clock.read_ms) } else { 0 };
                let shown = hms(u64::from(left).saturating_sub(gone));
                let seconds = shown.split('.').next().unwrap_or_default();
                let comma = if text.is_empty() { "" } else { ", " };
                write!(text, "{comma}{seconds}").expect("a text takes all");
                if runs {
                    write!(text, ", {}", words.runs).expect("a text takes all");
                }
            }
            line(page, if side == "white" { words.white } else { words.black }, &text);
        }
        let result = self.score.as_deref().unwrap_or(self.result);
        line(page, words.result, if result == "*" { words.playing } else { result });
        match self.link {
            LinkView::Live => {}
            LinkView::Absent => page.push_str(&format!("{}\n", words.absent)),
            LinkView::Lost { .. } => page.push_str(&format!("{}\n", words.lost)),
        }
    }

    /// Returns a ply with the number of its move, which a move of Black has only if it stands alone.
    fn numbered(&self, ply: usize, is_alone: bool, words: &PageWords) -> String {
        let mut fields = self.start.split(' ');
        let begins_black = fields.nth(1) == Some("b");
        let first: usize = fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1);
        let half = ply + usize::from(begins_black);
        let number = first + half / 2;
        let played = self.plies.get(ply);
        let mut san = played.and_then(|ply| ply.text.split(' ').nth(1)).unwrap_or_default().to_owned();
        if played.is_some_and(|ply| ply.is_irregular) {
            write!(san, " ({})", words.irregular).expect("a text takes all");
        }
        match (half.is_multiple_of(2), is_alone) {
            (true, _) => format!("{number}. {san}"),
            (false, true) => format!("{number}... {san}"),
            (false, false) => san,
        }
    }
}

fn person(player: &PlayerView) -> String {
    let elo = player.elo.map(|elo| elo.to_string()).unwrap_or_default();
    let all = [player.title.as_str(), player.name.as_str(), elo.as_str(), player.federation.as_str()];
    all.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

fn line(page: &mut String, name: &str, value: &str) {
    writeln!(page, "{name}: {value}").expect("a text takes all");
}
