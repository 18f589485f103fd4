//! PGN out. The public form (docs/formats/pgn.md): export-format tags, legal moves only, one comment a move with
//! `[%clk]` and `[%emt]`, the result always; a draw offered and an adjournment ([`Remark`]) are words in that comment. The
//! arbiter's copy: the same, with [`Notes`] in the comments. Two comments side by side are read by no reader alike, and by some
//! not at all.
//!
//! A ply no rule allows ends the movetext. Where it may be told, the game goes on as a second one from the position that
//! stood (docs/laws-sources.md, "PGN and public output"); the public form can only be made of a [`PublicScore`], which ends
//! there unless the arbiter let the ply stand. A result is written only when a person confirmed it; one that PGN has no
//! token for stands in the tag Score beside a `*`.
//!
//! Readers know a game again by its GameId, or by Event, Site, Round, Board and players. So every game has an id of its own, and
//! what goes on from another position, or is one more game of the same round, table and players, another event.
//!
//! Invariant: no note can end its comment, begin a move or change the result: what PGN would obey is replaced.

use crate::{
    Player, Ply, PublicScore, Remark, ResultEntry, Score, Standing, Tags,
    names::is_unseen,
    record::{
        public::{Line, Lines},
        remark::hms,
    },
};
use shakmaty::{ByColor, CastlingMode, Color, Move, san::SanPlus};
use std::collections::BTreeMap;
use std::fmt::Write;

/// PGN's limit for a line of movetext.
const LINE_MAX: usize = 79;

/// Sentences for the arbiter's copy, by the ply they stand after; those of 0 stand before the first move.
pub type Notes = BTreeMap<usize, Vec<String>>;

/// The game as everybody may read it: one text, and one more for each position it went on from where the arbiter let an
/// illegal move stand. A twin is not the first game of its round, table and players.
pub fn write(score: &PublicScore, is_twin: bool) -> String {
    write_lines(score.lines(), &Notes::new(), is_twin)
}

/// The whole game, also what was played after an illegal move. Not for the public.
pub fn write_whole(score: &Score) -> String {
    write_for_arbiter(score, &Notes::new())
}

/// The game as PGN with everything the arbiter should know of it. Not for the public.
pub fn write_for_arbiter(score: &Score, notes: &Notes) -> String {
    write_lines(&Lines::whole(score), notes, false)
}

fn write_lines(game: &Lines, notes: &Notes, is_twin: bool) -> String {
    let last = game.lines.len() - 1;
    let texts: Vec<String> = game
        .lines
        .iter()
        .enumerate()
        .map(|(index, line)| fragment(game, notes, line, Place { index, is_last: index == last, is_twin }))
        .collect();
    texts.join("\n")
}

/// Where a line stands among those of its game.
#[derive(Debug, Clone, Copy)]
struct Place {
    index: usize,
    is_last: bool,
    is_twin: bool,
}

fn fragment(game: &Lines, notes: &Notes, line: &Line, place: Place) -> String {
    let entry = game.result.filter(|_| place.is_last);
    let result = entry.map_or("*", ResultEntry::pgn);
    let mut out = String::new();
    tags(&mut out, game, &line.start, entry, place);
    out.push('\n');
    movetext(&mut out, game, notes, line, result);
    out
}

fn tags(out: &mut String, game: &Lines, start: &Standing, entry: Option<ResultEntry>, place: Place) {
    let tags = &game.tags;
    let players = &tags.players;
    let or = |text: &str, unknown: &str| if text.is_empty() { unknown.to_owned() } else { text.to_owned() };
    tag(out, "Event", &event(or(&tags.event, "?"), game.number, place));
    tag(out, "Site", &or(&tags.site, "?"));
    tag(out, "Date", &or(&tags.date, "????.??.??"));
    tag(out, "Round", &or(&tags.round, "?"));
    tag(out, "White", &or(&players.white.name, "?"));
    tag(out, "Black", &or(&players.black.name, "?"));
    tag(out, "Result", entry.map_or("*", ResultEntry::pgn));
    optional(out, "Board", &tags.board);
    tag(out, "GameId", &game_id(tags, game.number, place));
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

/// The event: with a word more where it is all that tells this game from another one of the same players.
fn event(mut event: String, number: u32, place: Place) -> String {
    if place.is_twin {
        let _ = write!(event, ", game {number}");
    }
    if place.index > 0 {
        event.push_str(", continued");
        if place.index > 1 {
            let _ = write!(event, " {}", place.index);
        }
    }
    event
}

/// The date, the round, the table and which game of it: it stays when a name is put right, and no other game has it.
fn game_id(tags: &Tags, number: u32, place: Place) -> String {
    let known = [&tags.date, &tags.round, &tags.board].into_iter().filter(|part| !part.is_empty());
    let mut id: String = known.map(|part| format!("{part}-")).collect();
    let _ = write!(id, "{number}");
    if place.index > 0 {
        let _ = write!(id, "-{}", place.index + 1);
    }
    id
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

/// A tag pair. Quotes and backslashes are escaped; line breaks and what nobody sees become spaces.
fn tag(out: &mut String, name: &str, value: &str) {
    let _ = write!(out, "[{name} \"");
    for character in value.chars() {
        match character {
            '"' | '\\' => out.extend(['\\', character]),
            unseen if is_unseen(unseen) => out.push(' '),
            plain => out.push(plain),
        }
    }
    out.push_str("\"]\n");
}

fn movetext(out: &mut String, game: &Lines, notes: &Notes, line: &Line, result: &str) {
    let mut text = Movetext { out, length: 0 };
    let mut number_due = true;
    if line.from == 0 {
        let mut comment = Comment::default();
        comment.beside(game, notes, 0);
        text.comment(comment);
    }
    let until = line.from + line.plies.len();
    let mut standing = line.start.clone();
    for (index, ply) in (line.from..).zip(&line.plies) {
        let Some(san) = san(&standing, ply.mv) else { break };
        let number = standing.setup().fullmoves;
        match standing.turn() {
            Color::White => text.word(&format!("{number}.")),
            Color::Black if number_due => text.word(&format!("{number}...")),
            Color::Black => {}
        }
        text.word(&san);
        let mut comment = Comment::default();
        comment.time("clk", ply.left_ms);
        comment.time("emt", ply.spent_ms);
        comment.beside(game, notes, index + 1);
        if line.is_broken_off && index + 1 == until {
            comment.breaks_off(game, notes, until);
        }
        number_due = text.comment(comment);
        standing = standing.play(ply.mv);
    }
    if line.is_broken_off && line.plies.is_empty() {
        let mut comment = Comment::default();
        comment.breaks_off(game, notes, until);
        text.comment(comment);
    }
    text.word(result);
    text.out.push('\n');
}

fn san(standing: &Standing, mv: Move) -> Option<String> {
    standing.position().map(|position| SanPlus::from_move(position.clone(), mv).to_string())
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

/// What stands beside a ply: one comment, whatever there is to say.
#[derive(Debug, Default)]
struct Comment {
    /// Each with its blanks as they are: readers look for commands so.
    words: Vec<String>,
}

impl Comment {
    /// A command with a time, where it is known. The commands are one word: a line never breaks between them.
    fn time(&mut self, name: &str, ms: Option<u32>) {
        let Some(ms) = ms else { return };
        let command = format!("[%{name} {}]", hms(ms));
        match self.words.first_mut() {
            Some(commands) => *commands = format!("{commands} {command}"),
            None => self.words.push(command),
        }
    }

    /// What everybody may read beside a ply, and what the arbiter should.
    fn beside(&mut self, game: &Lines, notes: &Notes, ply: usize) {
        game.remarks.get(&ply).into_iter().flatten().map(Remark::text).for_each(|text| self.say(&text));
        notes.get(&ply).into_iter().flatten().for_each(|note| self.say(&plain(note)));
    }

    /// The line ends here, and the game went on. What stands beside the ply between goes with it.
    fn breaks_off(&mut self, game: &Lines, notes: &Notes, until: usize) {
        self.say("The game went on from another position.");
        self.beside(game, notes, until + 1);
    }

    /// Text, after a stroke where other text stands before it.
    fn say(&mut self, text: &str) {
        if self.words.last().is_some_and(|last| !last.starts_with("[%")) {
            self.words.push("|".to_owned());
        }
        self.words.extend(text.split_whitespace().map(str::to_owned));
    }
}

/// A note as words that no reader obeys.
fn plain(note: &str) -> String {
    let plain = |character: char| match character {
        '{' => '(',
        '}' => ')',
        // At the beginning of a line or of brackets it is an order to some readers; the wide one never is.
        '%' => '\u{ff05}',
        unseen if is_unseen(unseen) => ' ',
        plain => plain,
    };
    note.chars().map(plain).collect()
}

struct Movetext<'a> {
    out: &'a mut String,
    length: usize,
}

impl Movetext<'_> {
    /// A comment, if anything stands in it. Says whether it does.
    fn comment(&mut self, comment: Comment) -> bool {
        let Comment { mut words } = comment;
        let Some(last) = words.last_mut() else { return false };
        last.push('}');
        words[0].insert(0, '{');
        words.iter().for_each(|word| self.word(word));
        true
    }

    /// Appends a word, on the next line where it would not fit.
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
