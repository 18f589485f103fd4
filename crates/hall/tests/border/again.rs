//! Boards that repeat themselves many times a second: repetitions are written in short form and read in full.

use crate::bench::{Bench, check};
use crate::rig::{fold, setup};
use board::dgt::DeviceOptions;
use board::{LinkState, Maker};
use hall::{BoardChoice, Body};
use shakmaty::Color;

/// Runs two boards of this maker at two tables through some events, with a cable pulled in between.
fn evening(maker: Maker, shortens: bool, chunk: usize) -> Bench {
    let mut bench = Bench::new(setup(&[BoardChoice::Any, BoardChoice::Any]));
    (bench.shortens, bench.boards.chunk) = (shortens, Some(chunk));
    bench.add(1, maker, DeviceOptions::default());
    bench.add(2, maker, DeviceOptions::default());
    bench.run(6_000);
    bench.play_with(1, 1, "e2e4", Color::White);
    bench.play_with(2, 2, "d2d4", Color::White);
    bench.unplug(1);
    bench.run(2_000);
    bench.open(1);
    bench.run(8_000);
    bench.play_with(1, 1, "e7e5", Color::Black);
    bench.run(8_000);
    bench
}

#[test]
fn a_journal_in_short_is_the_same_journal() {
    for (maker, chunk) in
        [(Maker::ChessLink, usize::MAX), (Maker::ChessLink, 23), (Maker::Certabo, 400), (Maker::Sentio, 7)]
    {
        let (plain, short) = (evening(maker, false, chunk), evening(maker, true, chunk));
        assert_eq!(short.told, plain.told, "{maker:?}");
        assert_eq!(short.uci(), ["e2e4", "e7e5"], "{maker:?}");
        for journal in [&plain.journal, &short.journal] {
            check(journal);
            let folded = fold(journal).finish().hall;
            for link in [1, 2] {
                let (now, then) = (folded.link(link), plain.hall.link(link));
                let state =
                    |link: Option<&hall::Link>| link.map(|link| (link.state(), link.reading().cloned()));
                assert_eq!(state(now), state(then), "{maker:?}: link {link}");
            }
        }
        let length = |journal: &[String]| journal.iter().map(|line| line.len() + 18).sum::<usize>();
        let (plain, short) = (length(&plain.journal), length(&short.journal));
        assert!(short * 4 < plain, "{maker:?} in portions of {chunk}: {short} of {plain} bytes");
    }
}

#[test]
fn what_refers_to_missing_records_is_not_guessed() {
    let mut bench = Bench::new(setup(&[BoardChoice::Any]));
    bench.shortens = true;
    bench.add(1, Maker::ChessLink, DeviceOptions::default());
    bench.run(6_000);
    bench.run(6_000);
    let state = |journal: &[String]| fold(journal).finish().hall.link(1).map(hall::Link::state);
    assert_eq!(state(&bench.journal), Some(LinkState::Live));
    let is_early = |line: &String| Body::parse(line).is_ok_and(|body| body.t_ms() < Some(6_000));
    let middle = bench.journal.iter().rposition(is_early).expect("it began") + 1;
    bench.journal.insert(middle, r#"{"salvaged":{"line":9,"why":"torn"}}"#.to_owned());
    assert_ne!(state(&bench.journal), Some(LinkState::Live), "nothing is known of what it says again");
}
