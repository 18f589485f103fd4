//! PGN output.
//!
//! The public form (docs/formats/pgn.md) has the tags of the export format, only legal moves, and always a result. A
//! move has at most one comment. The comment holds `[%clk]` and `[%emt]`, and a draw offer or an adjournment
//! ([`Remark`]) in words. In the arbiter's copy it also holds [`Notes`]. There is never a second comment, because
//! programs disagree about two comments in a row, and some cannot read them at all.
//!
//! An irregular ply ends the movetext. Where it may be published, the game continues as a second PGN game from the
//! position after it (docs/laws-sources.md, "PGN and public output"). The public form can only be made of a
//! [`PublicScore`], which ends at an irregular ply unless the arbiter let that ply stand. A result is written only
//! after a person has confirmed it. If PGN has no token for a result, the token is `*` and the tag Score holds the
//! result.
//!
//! Programs identify a game by its GameId, or by Event, Site, Round, Board and players. So every game has its own id,
//! which is known before the first move. A game that continues from another position, or is a further one of its round,
//! table and players, also has its own event.
//!
//! Invariant: no note can end its comment, begin a move or change the result, because characters with a meaning in PGN
//! are replaced.

use crate::{
    ClockFace, Player, PublicScore, Remark, ResultEntry, Score, Standing, Tags,
    names::is_unseen,
    record::{
        public::{LegalLine, Lines},
        remark::hms,
    },
};
use shakmaty::{ByColor, CastlingMode, Color, Move, san::SanPlus};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The greatest length of a line of movetext, in characters, that PGN allows.
const LINE_MAX: usize = 79;

/// Sentences for the arbiter's copy, by the number of the ply that they follow. Sentences with number 0 precede the
/// first move.
pub type Notes = BTreeMap<usize, Vec<String>>;

/// Writes the public form of a game: one PGN game, and a further PGN game for each position from which play went on
/// after an illegal move that the arbiter let stand.
pub fn write(score: &PublicScore, twin: Twin) -> String {
    write_lines(score.lines(), &Notes::new(), twin, None)
}

/// Writes the public form of a game that goes on, with the clocks as a press left them: the tags WhiteClock, BlackClock and
/// ReferenceTime. `read_at` is the time of day at which whoever reads the text may know of that press, as ISO 8601 has it.
pub fn write_going_on(score: &PublicScore, twin: Twin, press: &ClockFace, read_at: &str) -> String {
    write_lines(score.lines(), &Notes::new(), twin, Some((press, read_at)))
}

/// What a game shares with an earlier one. Other programs would take the two for one game.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Twin {
    /// Event, site, round, board and players ([`PublicScore::name`]).
    pub name: bool,
    /// Date, tournament, round and board ([`PublicScore::id`]).
    pub id: bool,
    /// The game's own table, if the earlier game was played at another: numbers of games tell only those of one table apart.
    pub table: Option<u16>,
}

/// Writes the whole game, including the plies after an illegal move. The text must not be made public.
pub fn write_whole(score: &Score) -> String {
    write_for_arbiter(score, &Notes::new())
}

/// Writes the whole game with the notes for the arbiter. The text must not be made public.
pub fn write_for_arbiter(score: &Score, notes: &Notes) -> String {
    write_lines(&Lines::whole(score), notes, Twin { name: false, id: score.number > 1, table: None }, None)
}

/// The clocks of a game that goes on, with the time of day of their reading.
type Reading<'a> = (&'a ClockFace, &'a str);

fn write_lines(game: &Lines, notes: &Notes, twin: Twin, clocks: Option<Reading<'_>>) -> String {
    let last = game.lines.len() - 1;
    let place = |index| Place { index, is_last: index == last, twin, clocks };
    let texts: Vec<String> = game
        .lines
        .iter()
        .enumerate()
        .map(|(index, line)| fragment(game, notes, line, place(index)))
        .collect();
    texts.join("\n")
}

/// The place of a line among those of its game.
#[derive(Debug, Clone, Copy)]
struct Place<'a> {
    index: usize,
    is_last: bool,
    twin: Twin,
    clocks: Option<Reading<'a>>,
}

fn fragment(game: &Lines, notes: &Notes, line: &LegalLine, place: Place<'_>) -> String {
    let entry = game.result.filter(|_| place.is_last);
    let result = entry.map_or("*", ResultEntry::pgn);
    let mut out = String::new();
    tags(&mut out, game, &line.start, entry, place);
    out.push('\n');
    movetext(&mut out, game, notes, line, result);
    out
}

fn tags(out: &mut String, game: &Lines, start: &Standing, entry: Option<ResultEntry>, place: Place<'_>) {
    let tags = &game.tags;
    let players = &tags.players;
    let or = |text: &str, unknown: &str| if text.is_empty() { unknown.to_owned() } else { text.to_owned() };
    tag(out, "Event", &event(or(&tags.event, "?"), game.number, place));
    tag(out, "Site", &or(&tags.site, "?"));
    tag(out, "Date", &or(&tags.date, "????.??.??"));
    tag(out, "Round", &or(&round(tags), "?"));
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
    if let Some((face, read_at)) = place.clocks.filter(|_| place.is_last) {
        clock_tags(out, face, read_at);
    }
    if let Some(entry) = entry.filter(|entry| entry.is_odd()) {
        // The tags Score and Termination express what the four result tokens cannot.
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

/// Writes the clocks as LiveChess does while a game goes on: the times left, then the side whose time runs with the time of day
/// from which it does.
fn clock_tags(out: &mut String, face: &ClockFace, read_at: &str) {
    for (color, left_ms) in face.left_ms.zip_color() {
        let name = format!("{}Clock", color.fold_wb("White", "Black"));
        // LiveChess writes two digits for the hours.
        tag(out, &name, &format!("{:0>8}", hms(left_ms)));
    }
    let side = face.running.map_or("N", |side| side.fold_wb("W", "B"));
    tag(out, "ReferenceTime", &format!("{side}/{read_at}"));
}

/// Returns the event's name, with a suffix if nothing else in the tags distinguishes this game from another game of its
/// players.
fn event(mut event: String, number: u32, place: Place<'_>) -> String {
    if place.twin.name {
        let _ = match place.twin.table {
            Some(table) => write!(event, ", table {table}, game {number}"),
            None => write!(event, ", game {number}"),
        };
    }
    if place.index > 0 {
        event.push_str(", continued");
        if place.index > 1 {
            let _ = write!(event, " {}", place.index);
        }
    }
    event
}

/// Returns the round with the board, as `3.12`: programs order the games of a round by it.
fn round(Tags { round, board, .. }: &Tags) -> String {
    if round.is_empty() || board.is_empty() { round.clone() } else { format!("{round}.{board}") }
}

/// Returns the id of a game: date, tournament, round and board; of a further game at this board also its number, after its table
/// if that is another; of a further part also that. The id is unique, and stays the same when a name is corrected.
fn game_id(tags: &Tags, number: u32, place: Place<'_>) -> String {
    let mut id = tags.id();
    if place.twin.id || id.is_empty() {
        let _ = match place.twin.table {
            Some(table) => write!(id, "-{table}-{number}"),
            None => write!(id, "-{number}"),
        };
    }
    if place.index > 0 {
        let _ = write!(id, ".{}", place.index + 1);
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

/// Writes a tag pair. Quotes and backslashes are escaped. Line breaks and invisible characters become spaces.
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

fn movetext(out: &mut String, game: &Lines, notes: &Notes, line: &LegalLine, result: &str) {
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

/// Returns the time that the mover took, in milliseconds: from the end of the opponent's ply to the end of their own
/// ply. `None` for a first move if nobody saw the clock start, and for estimated times.
pub fn spent_ms(score: &Score, index: usize) -> Option<u32> {
    let ended = |index: usize| score.press_ms(index).unwrap_or(score.plies[index].made_ms);
    let began = match index.checked_sub(1) {
        Some(before) => ended(before),
        None => score.clock_started_ms?,
    };
    let is_known = !score.plies[index].estimated;
    is_known.then(|| u32::try_from(ended(index).saturating_sub(began)).unwrap_or(u32::MAX))
}

/// The single comment that may follow a ply.
#[derive(Debug, Default)]
struct Comment {
    /// The words of the comment. A word may contain blanks, which are written unchanged, because programs expect
    /// commands in that form.
    words: Vec<String>,
}

impl Comment {
    /// Adds a command with a time, if the time is known. All commands form one word, so that no line breaks between
    /// them.
    fn time(&mut self, name: &str, ms: Option<u32>) {
        let Some(ms) = ms else { return };
        let command = format!("[%{name} {}]", hms(ms));
        match self.words.first_mut() {
            Some(commands) => *commands = format!("{commands} {command}"),
            None => self.words.push(command),
        }
    }

    /// Adds the public remarks and the arbiter's notes that belong to a ply.
    fn beside(&mut self, game: &Lines, notes: &Notes, ply: usize) {
        game.remarks.get(&ply).into_iter().flatten().map(Remark::text).for_each(|text| self.say(&text));
        notes.get(&ply).into_iter().flatten().for_each(|note| self.say(&plain(note)));
    }

    /// Adds a sentence saying that the line ends here and the game went on. The remarks and notes of the irregular ply
    /// that follows are added too.
    fn breaks_off(&mut self, game: &Lines, notes: &Notes, until: usize) {
        self.say("The game went on from another position.");
        self.beside(game, notes, until + 1);
    }

    /// Adds text, separated by `|` from any text before it.
    fn say(&mut self, text: &str) {
        if self.words.last().is_some_and(|last| !last.starts_with("[%")) {
            self.words.push("|".to_owned());
        }
        self.words.extend(text.split_whitespace().map(str::to_owned));
    }
}

/// Returns a note without characters that have a meaning in PGN.
fn plain(note: &str) -> String {
    let plain = |character: char| match character {
        '{' => '(',
        '}' => ')',
        // At the beginning of a line or after a bracket, some programs read `%` as a command. They never read the
        // full-width sign as one.
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
    /// Writes a comment unless the comment is empty. Returns whether anything was written.
    fn comment(&mut self, comment: Comment) -> bool {
        let Comment { mut words } = comment;
        let Some(last) = words.last_mut() else { return false };
        last.push('}');
        words[0].insert(0, '{');
        words.iter().for_each(|word| self.word(word));
        true
    }

    /// Appends a word, on the next line if the present line has no room.
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
