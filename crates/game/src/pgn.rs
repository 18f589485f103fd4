//! PGN out. The public form (formats.md, section 3): export-format tags, legal moves only, one comment a move with
//! `[%clk]` and `[%emt]`, the result always; a draw offered and an adjournment are comments of their own ([`Remark`]). The
//! arbiter's copy: the same, with [`Notes`] as comments.
//!
//! A ply no rule allows ends the movetext; the game goes on as a second game from the position that stood
//! (laws.md, B.9). A result is written only when a person confirmed it; one that PGN has no token for stands in the tag
//! Score beside a `*`.
//!
//! Invariant: no note can end its comment, begin a move or change the result: what PGN would obey is replaced.

use crate::{Player, Ply, Remark, ResultEntry, Score, Standing, remark::hms};
use shakmaty::{ByColor, CastlingMode, Color, san::SanPlus};
use std::collections::BTreeMap;
use std::fmt::Write;

/// PGN's limit for a line of movetext.
const LINE_MAX: usize = 79;

/// Sentences for the arbiter's copy, by the ply they stand after; those of 0 stand before the first move.
pub type Notes = BTreeMap<usize, Vec<String>>;

/// The game as PGN, one text a fragment: more than one only where an illegal move stands.
pub fn write(score: &Score) -> String {
    write_with(score, None)
}

/// The game as PGN with everything the arbiter should know of it. Not for the public.
pub fn write_for_arbiter(score: &Score, notes: &Notes) -> String {
    write_with(score, Some(notes))
}

fn write_with(score: &Score, notes: Option<&Notes>) -> String {
    let mut fragments = Vec::new();
    let mut from = 0;
    loop {
        let until = score.plies[from..]
            .iter()
            .position(|ply| ply.played.legal().is_none())
            .map_or(score.plies.len(), |offset| from + offset);
        fragments.push((from, until));
        if until == score.plies.len() {
            break;
        }
        from = until + 1;
    }
    let last = fragments.len() - 1;
    let texts: Vec<String> = fragments
        .into_iter()
        .enumerate()
        .filter(|&(index, (from, until))| index == 0 || index == last || from < until)
        .map(|(index, (from, until))| fragment(score, notes, from, until, index == last))
        .collect();
    texts.join("\n")
}

fn fragment(score: &Score, notes: Option<&Notes>, from: usize, until: usize, last: bool) -> String {
    let entry = score.result.filter(|_| last);
    let result = entry.map_or("*", ResultEntry::pgn);
    let mut out = String::new();
    tags(&mut out, score, score.after(from), entry);
    out.push('\n');
    movetext(&mut out, score, notes, from, until, result);
    out
}

fn tags(out: &mut String, score: &Score, start: &Standing, entry: Option<ResultEntry>) {
    let tags = &score.tags;
    let players = &tags.players;
    let or = |text: &str, unknown: &str| if text.is_empty() { unknown.to_owned() } else { text.to_owned() };
    tag(out, "Event", &or(&tags.event, "?"));
    tag(out, "Site", &or(&tags.site, "?"));
    tag(out, "Date", &or(&tags.date, "????.??.??"));
    tag(out, "Round", &or(&tags.round, "?"));
    tag(out, "White", &or(&players.white.name, "?"));
    tag(out, "Black", &or(&players.black.name, "?"));
    tag(out, "Result", entry.map_or("*", ResultEntry::pgn));
    optional(out, "Board", &tags.board);
    each(out, players, "Title", |player| player.title.clone());
    each(out, players, "Elo", |player| player.elo.map_or_else(String::new, |elo| elo.to_string()));
    each(out, players, "FideId", |player| player.fide_id.map_or_else(String::new, |id| id.to_string()));
    each(out, players, "Team", |player| player.team.clone());
    optional(out, "TimeControl", &tags.time_control);
    if let Some(entry) = entry.filter(|entry| entry.is_odd()) {
        // What the four tokens cannot say; PGN has no tag for it.
        tag(out, "Score", &entry.to_string());
        optional(out, "Termination", entry.termination().unwrap_or_default());
    }
    if start.mode() == CastlingMode::Chess960 {
        tag(out, "Variant", "Chess960");
    }
    if *start != Standing::initial() {
        tag(out, "SetUp", "1");
        tag(out, "FEN", &start.fen());
    }
}

fn each(out: &mut String, players: &ByColor<Player>, what: &str, of: impl Fn(&Player) -> String) {
    for (color, player) in players.as_ref().zip_color() {
        optional(out, &format!("{}{what}", color.fold_wb("White", "Black")), &of(player));
    }
}

fn optional(out: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        tag(out, name, value);
    }
}

/// A tag pair. Quotes and backslashes are escaped; line breaks and control characters become spaces.
fn tag(out: &mut String, name: &str, value: &str) {
    let _ = write!(out, "[{name} \"");
    for character in value.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            control if control.is_control() => out.push(' '),
            plain => out.push(plain),
        }
    }
    out.push_str("\"]\n");
}

fn movetext(out: &mut String, score: &Score, notes: Option<&Notes>, from: usize, until: usize, result: &str) {
    let mut line = Line { out, length: 0 };
    let mut number_due = true;
    if from == 0 {
        line.remarks(score, 0);
        line.notes(notes, 0);
    }
    for index in from..until {
        let before = score.after(index);
        let (Some(mv), Some(position)) = (score.plies[index].played.legal(), before.position()) else {
            break;
        };
        let number = before.setup().fullmoves;
        match before.turn() {
            Color::White => line.word(&format!("{number}.")),
            Color::Black if number_due => line.word(&format!("{number}...")),
            Color::Black => {}
        }
        line.word(&SanPlus::from_move(position.clone(), mv).to_string());
        let comment = comment(score, index);
        number_due = comment.is_some();
        if let Some(comment) = comment {
            line.word(&comment);
        }
        number_due |= line.remarks(score, index + 1);
        number_due |= line.notes(notes, index + 1);
    }
    if until < score.plies.len() {
        line.word("{The game went on from another position.}");
        line.remarks(score, until + 1);
        line.notes(notes, until + 1);
    }
    line.word(result);
    line.out.push('\n');
}

fn comment(score: &Score, index: usize) -> Option<String> {
    let ply = &score.plies[index];
    let mut parts = Vec::new();
    if let Some(left_ms) = ply.left_ms {
        parts.push(format!("[%clk {}]", hms(left_ms)));
    }
    if let Some(spent_ms) = spent_ms(score, index) {
        parts.push(format!("[%emt {}]", hms(spent_ms)));
    }
    (!parts.is_empty()).then(|| format!("{{{}}}", parts.join(" ")))
}

/// How long the mover took: from the end of the opponent's ply to the end of his own. None for a first move whose
/// beginning nobody saw, and for times that are only estimated.
pub fn spent_ms(score: &Score, index: usize) -> Option<u32> {
    let ended = |ply: &Ply| ply.pressed_ms.unwrap_or(ply.made_ms);
    let ply = &score.plies[index];
    let began = match index.checked_sub(1) {
        Some(before) => ended(&score.plies[before]),
        None => score.clock_started_ms?,
    };
    (!ply.estimated).then(|| u32::try_from(ended(ply).saturating_sub(began)).unwrap_or(u32::MAX))
}

struct Line<'a> {
    out: &'a mut String,
    length: usize,
}

impl Line<'_> {
    /// What everybody may read after a ply, each a comment. Says whether there was one.
    fn remarks(&mut self, score: &Score, ply: usize) -> bool {
        let of_ply = score.remarks.get(&ply).map_or(&[][..], Vec::as_slice);
        of_ply.iter().map(Remark::text).for_each(|text| self.word(&format!("{{{text}}}")));
        !of_ply.is_empty()
    }

    /// The notes after a ply, each a comment. Says whether there was one.
    fn notes(&mut self, notes: Option<&Notes>, ply: usize) -> bool {
        let of_ply = notes.and_then(|notes| notes.get(&ply)).map_or(&[][..], Vec::as_slice);
        for note in of_ply {
            let plain = |character: char| match character {
                '{' => '(',
                '}' => ')',
                // At the beginning of a line or of brackets it is an order to some readers; the wide one never is.
                '%' => '\u{ff05}',
                control if control.is_control() => ' ',
                plain => plain,
            };
            let text: String = note.chars().map(plain).collect();
            let words: Vec<&str> = text.split_whitespace().collect();
            self.word(&format!("{{{}", words.first().unwrap_or(&"")));
            words.iter().skip(1).for_each(|word| self.word(word));
            self.glue("}");
        }
        !of_ply.is_empty()
    }

    /// Appends to the last word.
    fn glue(&mut self, end: &str) {
        self.out.push_str(end);
        self.length += end.chars().count();
    }

    /// Appends a word, on the next line where it would not fit. A comment is one word: readers look for its commands
    /// with their spaces as they are.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.length > 0 && self.length + 1 + length > LINE_MAX {
            self.out.push('\n');
            self.length = 0;
        } else if self.length > 0 {
            self.out.push(' ');
            self.length += 1;
        }
        self.out.push_str(word);
        self.length += length;
    }
}
