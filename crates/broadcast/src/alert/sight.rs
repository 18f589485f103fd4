//! Which troubles are to be seen in the hall, as its operators see it.

use super::{AlertKind, AlertTrouble};
use board::Millis;
use relay::{message::LinkView, operator::message::OperatorTable};
use std::collections::BTreeSet;

/// How long a reading of a running clock counts as present. A clock that runs is read once a second.
const CLOCK_FRESH_MS: Millis = 15_000;
/// The squares on which kings are put down at the end.
const CENTRE: [&str; 4] = ["d4", "e4", "d5", "e5"];

/// Returns the troubles of these tables, at this time of the program's clock.
pub fn troubles<'a>(
    tables: impl Iterator<Item = &'a OperatorTable>,
    is_disk_well: bool,
    now_ms: Millis,
) -> BTreeSet<AlertTrouble> {
    let tables: Vec<&OperatorTable> = tables.collect();
    let is_round_on = tables.iter().any(|table| goes_on(table));
    let mut all: BTreeSet<AlertTrouble> =
        (!is_disk_well).then_some(AlertTrouble { kind: AlertKind::Disk, table: None }).into_iter().collect();
    for table in tables {
        let has = |kind: &AlertKind| is_seen(*kind, table, is_round_on, now_ms);
        let one = |kind| AlertTrouble { kind, table: Some(table.table) };
        all.extend(AlertKind::ALL.into_iter().filter(has).map(one));
    }
    all
}

/// Returns whether moves were made and no result was confirmed.
fn goes_on(table: &OperatorTable) -> bool {
    !table.moves.is_empty() && is_open(table)
}

fn is_open(table: &OperatorTable) -> bool {
    table.result == "*" && table.score.is_none()
}

fn is_seen(kind: AlertKind, table: &OperatorTable, is_round_on: bool, now_ms: Millis) -> bool {
    let is_live = matches!(table.link, LinkView::Live);
    match kind {
        AlertKind::Disk => false,
        AlertKind::Fault => table.upkeep.fault.is_some(),
        // After the round boards are put away; before it `topboard ready` looks at them.
        AlertKind::Silent => matches!(table.link, LinkView::Lost { .. }) && is_open(table) && is_round_on,
        AlertKind::Missing => matches!(table.link, LinkView::Absent) && is_open(table) && is_round_on,
        AlertKind::Astray => is_live && table.upkeep.astray,
        AlertKind::UnclearMove => table.upkeep.asked.is_some(),
        AlertKind::ClockPaused => {
            let stands = table.clock.is_some_and(|clock| clock.running.is_none());
            is_live && goes_on(table) && stands && !table.upkeep.ended
        }
        AlertKind::NoResult => table.upkeep.ended && is_open(table),
        AlertKind::EarlyResult => {
            let runs = |clock: &relay::message::ClockView| {
                clock.running.is_some() && now_ms.saturating_sub(clock.read_ms) < CLOCK_FRESH_MS
            };
            let is_played = table.upkeep.played_on || table.clock.as_ref().is_some_and(runs);
            is_live && !is_open(table) && is_played
        }
        AlertKind::KingMove => {
            let is_to_centre = |uci: &str| uci.get(2..4).is_some_and(|square| CENTRE.contains(&square));
            let last = table.moves.last();
            !is_open(table) && last.is_some_and(|ply| ply.san.starts_with('K') && is_to_centre(&ply.uci))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{AlertKind, AlertTrouble, troubles};
    use relay::{
        arbiter::message::AskedView,
        message::{ClockView, LinkView},
        operator::message::{OperatorPly, OperatorTable, Upkeep},
    };

    /// Returns a table in the middle of a game.
    fn playing(table: u16) -> OperatorTable {
        let ply = OperatorPly {
            san: "Ke4".to_owned(),
            uci: "e3e4".to_owned(),
            irregular: false,
            provisional: false,
            left_ms: None,
        };
        OperatorTable {
            table,
            moves: vec![ply],
            clock: Some(ClockView { white_ms: 1, black_ms: 1, running: Some("white"), read_ms: 90_000 }),
            result: "*",
            link: LinkView::Live,
            ..OperatorTable::default()
        }
    }

    fn seen(tables: &[OperatorTable]) -> Vec<AlertKind> {
        let all = troubles(tables.iter(), true, 100_000);
        assert!(all.iter().all(|trouble| trouble.table == Some(1)), "{all:?}");
        all.into_iter().map(|trouble| trouble.kind).collect()
    }

    #[test]
    fn each_trouble_is_seen_by_itself_and_a_game_as_it_should_be_has_none() {
        assert_eq!(seen(&[playing(1), playing(2)]), []);
        let lost = LinkView::Lost { since_ms: 0, held: false };
        let upkeep = |upkeep| OperatorTable { upkeep, ..playing(1) };
        let asked = AskedView { t_ms: 0, ply: 1, alternatives: Vec::new() };
        let stopped = ClockView { running: None, ..playing(1).clock.expect("it has one") };
        let stale = ClockView { read_ms: 0, ..playing(1).clock.expect("it has one") };
        let unfinished = OperatorTable { clock: Some(stopped), ..playing(1) };
        for (table, wanted) in [
            (OperatorTable { link: lost, ..playing(1) }, &[AlertKind::Silent][..]),
            (OperatorTable { link: LinkView::Absent, moves: vec![], ..playing(1) }, &[AlertKind::Missing]),
            (upkeep(Upkeep { fault: Some("panic".to_owned()), ..Upkeep::default() }), &[AlertKind::Fault]),
            (upkeep(Upkeep { asked: Some(asked), ..Upkeep::default() }), &[AlertKind::UnclearMove]),
            (upkeep(Upkeep { astray: true, ..Upkeep::default() }), &[AlertKind::Astray]),
            (unfinished.clone(), &[AlertKind::ClockPaused]),
            (
                OperatorTable { upkeep: Upkeep { ended: true, ..Upkeep::default() }, ..unfinished.clone() },
                &[AlertKind::NoResult],
            ),
            (OperatorTable { moves: vec![], ..unfinished.clone() }, &[]),
            (OperatorTable { result: "1-0", ..playing(1) }, &[AlertKind::EarlyResult, AlertKind::KingMove]),
            (OperatorTable { result: "1-0", clock: Some(stale), ..playing(1) }, &[AlertKind::KingMove]),
            // A table that its result has closed reads no clock.
            (
                OperatorTable {
                    result: "1-0",
                    clock: Some(stale),
                    upkeep: Upkeep { played_on: true, ..Upkeep::default() },
                    ..playing(1)
                },
                &[AlertKind::EarlyResult, AlertKind::KingMove],
            ),
            // An odd score is a result, too.
            (OperatorTable { score: Some("0-1/2".to_owned()), ..unfinished }, &[AlertKind::KingMove]),
            // A board that is put away after its game is no trouble.
            (OperatorTable { result: "1-0", link: lost, ..playing(1) }, &[AlertKind::KingMove]),
        ] {
            assert_eq!(seen(&[table.clone(), playing(2)]), wanted, "{table:?}");
        }
        let disk = AlertTrouble { kind: AlertKind::Disk, table: None };
        assert_eq!(troubles([].into_iter(), false, 0), [disk].into());
    }

    #[test]
    fn boards_that_are_switched_off_between_rounds_are_no_trouble() {
        let off = |table| OperatorTable {
            moves: vec![],
            link: LinkView::Lost { since_ms: 0, held: false },
            ..playing(table)
        };
        assert_eq!(seen(&[off(1)]), []);
        assert_eq!(seen(&[off(1), playing(2)]), [AlertKind::Silent]);
    }
}
