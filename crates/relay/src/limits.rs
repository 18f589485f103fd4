//! How large the hall feed can become: the limits of what is in it, and what the largest snapshot weighs by them.
//!
//! Nothing on the way to a viewer holds a snapshot in a buffer of fixed size, so no number here is a wall that a frame
//! could run into. They are for whoever reads the feed with software that wants a limit, and for memory.

use crate::message::{EventView, PlayerView};
use game::names::is_unseen;

/// The most tables a hall may have: far above any hall.
pub const TABLES_MAX: usize = 1_000;
/// The most plies of a game that the hall is shown: as many as a score sheet may have. The longest game of a tournament had
/// 538. At the limit the public line ends; the game goes on in the arbiter's record.
pub const PLIES_MAX: usize = 1_998;
/// The most characters of a name, of a player or of the event. A longer one, out of an old journal, is shown cut, and
/// what nobody sees in one as U+FFFD.
pub const TEXT_MAX: usize = game::names::NAME_MAX;

/// What a character weighs at most, as JSON writes it, in bytes: four of UTF-8, since no control character is left.
const LETTER: usize = 4;
/// A name at most.
const TEXT: usize = TEXT_MAX * LETTER;
/// A position at most: no two empty squares side by side, and counters as large as they can be said.
const FEN: usize =
    "rnbqkbnr/pppppppp/1p1p1p1p/1p1p1p1p/1p1p1p1p/1p1p1p1p/PPPPPPPP/RNBQKBNR w HAha e3 4294967295 4294967295"
        .len();
/// A ply at most.
const PLY: usize = r#"{"san":"Qa1xb2#","uci":"a7a8q","fen":"","check":true,"provisional":true,"left_ms":4294967295,"spent_ms":4294967295},"#.len()
    + FEN;
/// A player at most.
const PLAYER: usize = r#"{"name":"","title":"","elo":65535,"federation":"","team":""}"#.len() + 4 * TEXT;
/// A table without its plies at most.
const TABLE: usize = r#"{"table":65535,"game":4294967295,"rev":18446744073709551615,"white":,"black":,"start":"","moves":[],"clock":,"result":"1/2-1/2","score":"0-1/2","link":},"#.len()
    + 2 * PLAYER
    + FEN
    + r#"{"white_ms":4294967295,"black_ms":4294967295,"running":"white","read_ms":18446744073709551615}"#.len()
    + r#"{"state":"lost","since_ms":18446744073709551615}"#.len();
/// A snapshot without its tables at most.
const ENVELOPE: usize = r#"{"kind":"snapshot","epoch":"","seq":18446744073709551615,"now_ms":18446744073709551615,"event":{"name":"","site":"","date":"","round":"","time_control":""},"tables":[],"head":{"seq":18446744073709551615,"head":"","key":""}}"#.len()
    + 6 * TEXT
    + 2 * 64;

/// What a snapshot of so many tables weighs at most, in bytes, when no game has more than so many plies.
pub const fn snapshot_max(tables: usize, plies: usize) -> usize {
    ENVELOPE + tables * (TABLE + plies * PLY)
}

/// What the largest snapshot of any hall may weigh, in bytes.
pub const SNAPSHOT_MAX: usize = snapshot_max(TABLES_MAX, PLIES_MAX);

/// A text of people as the feed shows it: whole, or cut at the limit, without orders to whoever writes it on a page.
pub(crate) fn shown(text: &str) -> String {
    let letters = text.chars().map(|letter| if is_unseen(letter) { '\u{fffd}' } else { letter });
    match text.char_indices().nth(TEXT_MAX) {
        None => letters.collect(),
        Some(_) => letters.take(TEXT_MAX - 1).chain(['…']).collect(),
    }
}

/// The same of each text of an event.
pub(crate) fn shown_event(event: &EventView) -> EventView {
    let EventView { name, site, date, round, time_control } = event;
    EventView {
        name: shown(name),
        site: shown(site),
        date: shown(date),
        round: shown(round),
        time_control: shown(time_control),
    }
}

/// The same of each text of a player.
pub(crate) fn shown_player(player: PlayerView) -> PlayerView {
    let PlayerView { name, title, elo, federation, team } = player;
    let [name, title, federation, team] = [name, title, federation, team].map(|text| shown(&text));
    PlayerView { name, title, elo, federation, team }
}
