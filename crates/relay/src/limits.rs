//! The size of the hall feed: the limits of its parts, and the size of the largest snapshot that follows from them.
//!
//! No buffer of fixed size between the hall and a viewer holds a snapshot, so no frame can be too large for one. The
//! limits are for authors of software that reads the feed, and for the planning of memory.

use crate::message::{EventView, PlayerView};
use game::names::is_unseen;

/// The greatest number of tables in a hall, far above the number in any real hall.
pub const TABLES_MAX: usize = 1_000;
/// The greatest number of plies of a game that the hall feed shows: as many as a score sheet may have. The longest game
/// of a tournament had 538. At the limit the public list of moves ends; the game goes on in the arbiter's record.
pub const PLIES_MAX: usize = 1_998;
/// The greatest number of characters in any text of the feed, such as the name of a player or of the event. A longer
/// text, from an old journal, is shown cut. Invisible characters are shown as U+FFFD.
pub const TEXT_MAX: usize = game::names::NAME_MAX;

/// The greatest size of a character in JSON, in bytes: four, as in UTF-8. Only the escapes of control characters would
/// take more, and control characters have been replaced.
const LETTER: usize = 4;
/// The greatest size of a text of [`TEXT_MAX`] characters, in bytes.
const TEXT: usize = TEXT_MAX * LETTER;
/// The greatest size of a FEN, in bytes. In this FEN no two empty squares are adjacent, and the counters are the
/// greatest possible.
const FEN: usize =
    "rnbqkbnr/pppppppp/1p1p1p1p/1p1p1p1p/1p1p1p1p/1p1p1p1p/PPPPPPPP/RNBQKBNR w HAha e3 4294967295 4294967295"
        .len();
/// The greatest size of a ply, in bytes.
const PLY: usize = r#"{"san":"Qa1xb2#","uci":"a7a8q","fen":"","check":true,"irregular":true,"provisional":true,"left_ms":4294967295,"spent_ms":4294967295},"#.len()
    + FEN;
/// The greatest size of a player's data, in bytes.
const PLAYER: usize = r#"{"name":"","title":"","elo":65535,"federation":"","team":""}"#.len() + 4 * TEXT;
/// The greatest size of a table without its plies, in bytes.
const TABLE: usize = r#"{"table":65535,"game":4294967295,"rev":18446744073709551615,"white":,"black":,"start":"","moves":[],"clock":,"result":"1/2-1/2","score":"0-1/2","link":},"#.len()
    + 2 * PLAYER
    + FEN
    + r#"{"white_ms":4294967295,"black_ms":4294967295,"running":"white","read_ms":18446744073709551615}"#.len()
    + r#"{"state":"lost","since_ms":18446744073709551615}"#.len();
/// The greatest size of a snapshot without its tables, in bytes.
const ENVELOPE: usize = r#"{"kind":"snapshot","epoch":"","seq":18446744073709551615,"now_ms":18446744073709551615,"event":{"name":"","site":"","date":"","round":"","time_control":"","delay_ms":3600000},"tables":[],"head":{"seq":18446744073709551615,"head":"","key":""}}"#.len()
    + 6 * TEXT
    + 2 * 64;

/// Returns the greatest size of a snapshot in bytes, for this many tables and at most this many plies in each game.
pub const fn snapshot_max(tables: usize, plies: usize) -> usize {
    ENVELOPE + tables * (TABLE + plies * PLY)
}

/// The greatest size of a snapshot of any hall, in bytes.
pub const SNAPSHOT_MAX: usize = snapshot_max(TABLES_MAX, PLIES_MAX);

/// Returns a person's text as the feed shows it: cut at [`TEXT_MAX`] characters, and with invisible characters
/// replaced, since some of them change how a page displays its text.
pub(crate) fn shown(text: &str) -> String {
    let letters = text.chars().map(|letter| if is_unseen(letter) { '\u{fffd}' } else { letter });
    match text.char_indices().nth(TEXT_MAX) {
        None => letters.collect(),
        Some(_) => letters.take(TEXT_MAX - 1).chain(['…']).collect(),
    }
}

/// Returns an event whose texts are all as the feed shows them.
pub(crate) fn shown_event(event: &EventView) -> EventView {
    let EventView { name, site, date, round, time_control, delay_ms } = event;
    EventView {
        name: shown(name),
        site: shown(site),
        date: shown(date),
        round: shown(round),
        time_control: shown(time_control),
        delay_ms: *delay_ms,
    }
}

/// Returns a player whose texts are all as the feed shows them.
pub(crate) fn shown_player(player: PlayerView) -> PlayerView {
    let PlayerView { name, title, elo, federation, team } = player;
    let [name, title, federation, team] = [name, title, federation, team].map(|text| shown(&text));
    PlayerView { name, title, elo, federation, team }
}
