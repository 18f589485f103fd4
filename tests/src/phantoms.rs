//! No piece is shown that nobody put there: one that its square never read, and reads empty through two presses, was put there or is
//! asked about. Cells without a clock have no presses, and nothing is looked for in them.

use board::BoardEvent;
use game::{PlyNo, Scribe, Tags};
use shakmaty::{Bitboard, Square};
use sim::cells::{self, Cell};

const GAMES: u64 = 25;
const FIRST_SEED: u64 = 13_000_001;
/// The number of last plies that are looked at after each press.
const LAST: usize = 12;

#[test]
fn a_piece_that_its_square_never_read_was_put_there_or_is_asked_about() {
    let found: Vec<String> =
        cells::all().iter().filter(|cell| is_told_from_the_start(cell)).flat_map(phantoms).collect();
    assert!(found.is_empty(), "{found:#?}");
}

/// Returns whether the score has the plies of the game under their numbers, and its squares are those of the readings.
fn is_told_from_the_start(cell: &Cell) -> bool {
    ["dgt-late", "unseen", "turned"].iter().all(|other| !cell.name.contains(other))
}

fn phantoms(cell: &Cell) -> Vec<String> {
    let games = FIRST_SEED..FIRST_SEED + GAMES;
    games
        .flat_map(|seed| {
            of_game(cell, seed).into_iter().map(move |ply| format!("{} {seed} {ply}", cell.name))
        })
        .collect()
}

/// Plays a game, and returns the plies of it that put a piece where nobody did.
fn of_game(cell: &Cell, seed: u64) -> Vec<String> {
    let simulated = cell.simulate(seed);
    let mut scribe = Scribe::new(cell.terms(&simulated.truths[0]), Tags::default());
    let truths: Vec<Vec<String>> = simulated.truths.iter().map(|truth| truth.uci()).collect();
    let mut presses = Vec::new();
    let mut found = Vec::new();
    for (t, event) in &simulated.events {
        scribe.handle_board(*t, event);
        if let BoardEvent::Press(_) = event {
            let played = truths.get(scribe.score().number as usize - 1).map_or(&[][..], Vec::as_slice);
            found.extend(kept(&scribe, &presses, played));
            let reading = scribe.reading();
            let occupied = Square::ALL.into_iter().filter(|&square| reading.at(square).is_occupied());
            presses.push((*t, occupied.collect()));
        }
    }
    found.dedup();
    found
}

/// Returns the last plies whose piece still stands where it went in the score, on a square that was empty at all presses since, two
/// of them at least, and about which nobody is asked, unless they were `played`.
fn kept(scribe: &Scribe, presses: &[(u64, Bitboard)], played: &[String]) -> Vec<String> {
    let (score, questions) = (scribe.score(), scribe.questions());
    let plies = score.plies.len();
    let to = |index: usize| -> Option<Square> {
        let word = score.report_move(index);
        word.trim_start_matches('!').get(2..4)?.parse().ok()
    };
    let is_kept = |&index: &usize| {
        let Some(to) = to(index) else { return false };
        let ply = &score.plies[index];
        let mut since = presses.iter().filter(|(t, _)| *t > ply.made_ms);
        let is_empty = since.clone().count() >= 2 && since.all(|(_, occupied)| !occupied.contains(to));
        let stands = score.plies[index + 1..]
            .iter()
            .all(|later| later.after.board().piece_at(to) == ply.after.board().piece_at(to));
        let is_asked = questions.iter().any(|asked| *asked <= PlyNo::of_index(index));
        let is_played = played.get(index).is_some_and(|word| *word == score.report_move(index));
        is_empty && stands && !scribe.reading().at(to).is_occupied() && !is_asked && !is_played
    };
    let told = |index| format!("{}. {}", index + 1, score.report_move(index));
    (plies.saturating_sub(LAST)..plies).filter(is_kept).map(told).collect()
}
