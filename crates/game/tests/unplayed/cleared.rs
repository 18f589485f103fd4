//! Pieces that are put home after a game, while no clock tells that it is over.

use crate::{
    Table,
    told::{asked, moves},
};
use board::{BoardEvent, Millis, Reading};
use game::Standing;

const GAME: &str = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3 g8f6";

/// Plays a game without a clock, and puts White's bishop home, which is a legal move, too. The link is lost `lost_ms` later, and is
/// back when the next array stands.
fn bishop_home(lost_ms: Millis) -> Table {
    let mut table = Table::new(false, false);
    GAME.split(' ').for_each(|mv| table.carry(mv));
    table.wait(10_000);
    table.carry("c4f1");
    let lost_at = table.scribe.score().plies[8].made_ms + lost_ms;
    table.t = lost_at + 60_000;
    table.show(&BoardEvent::Gap { gap_ms: table.t + 400 - lost_at });
    table.show(&BoardEvent::Reading(Reading::from_board(Standing::initial().board())));
    table.wait(5_000);
    assert_eq!(table.scribe.finished().len(), 1, "the next game has begun");
    table
}

#[test]
fn a_piece_that_goes_home_as_the_link_is_lost_is_asked_about() {
    let table = bishop_home(800);
    let old = &table.scribe.finished()[0];
    assert_eq!((moves(&old.score()).as_str(), asked(old.asked()).as_str()), (GAME, "9: c4f1"));
    assert!(old.may_be_none());
}

#[test]
fn a_piece_that_goes_home_and_stands_there_has_moved() {
    let table = bishop_home(20_000);
    let old = &table.scribe.finished()[0];
    assert_eq!((moves(&old.score()), old.asked()), (format!("{GAME} c4f1"), None));
}
