//! Whom an entry completes, and who is left to people.

use std::collections::BTreeMap;
use tournament::{
    Entrant, PlayerNo, Sex,
    ratings::{
        Agreement, CANDIDATES_MAX, Change, Completed, Completion, Doubt, FieldChange, ListEntry, RatingKind,
        Ratings,
        sample::{Sample, SampleFormat},
    },
};

fn entry(fide_id: u32, name: &str, federation: &str, born: u16, standard: u16) -> ListEntry {
    ListEntry {
        fide_id,
        name: name.to_owned(),
        federation: federation.to_owned(),
        title: "FM".to_owned(),
        sex: Some(Sex::Male),
        ratings: Ratings { standard: Some(standard), rapid: None, blitz: Some(standard - 100) },
        born: Some(born),
        ..ListEntry::default()
    }
}

fn entrant(fide_id: Option<u32>, name: &str, federation: &str, born: &str) -> Entrant {
    let mut entrant = Entrant::named(name);
    entrant.player.fide_id = fide_id;
    entrant.player.federation = federation.to_owned();
    entrant.born = born.to_owned();
    entrant
}

fn complete(entrants: &[Entrant], entries: &[ListEntry], counts: RatingKind) -> Completed {
    let players: BTreeMap<PlayerNo, Entrant> = (1..).zip(entrants.iter().cloned()).collect();
    let mut completion = Completion::new(&players, counts);
    entries.iter().for_each(|entry| completion.see(entry));
    completion.finish()
}

#[test]
fn a_number_or_everything_else_that_agrees_finds_the_entry() {
    let entries = [
        entry(11, "Nowak, Jan", "POL", 1990, 2300),
        entry(12, "Nowak, Jan", "POL", 1991, 2200),
        entry(13, "Müller, Karl", "GER", 1980, 2000),
    ];
    let entrants = [
        entrant(Some(13), "Mueller, Karl", "", "1980.05.17"),
        entrant(None, "NOWAK Jan", "pol", "1991/01/02"),
        entrant(Some(11), "Новак, Ян", "RUS", ""),
    ];
    let completed = complete(&entrants, &entries, RatingKind::Standard);
    assert_eq!((completed.found, &completed.doubts[..]), (3, &[][..]));
    let mut after = entrants.clone();
    for Change { player, difference } in &completed.changes {
        difference.apply(&mut after[usize::from(*player) - 1]);
    }
    for (after, entry) in after.iter().zip([&entries[2], &entries[1], &entries[0]]) {
        assert_eq!(after.player.fide_id, Some(entry.fide_id));
        assert_eq!(after.player.federation, entry.federation);
        assert_eq!((after.player.title.as_str(), after.sex), ("FM", Some(Sex::Male)));
        assert_eq!(after.player.elo, entry.ratings.standard);
    }
    assert_eq!(after[0].player.name, "Mueller, Karl", "names stay");
    assert_eq!((after[0].born.as_str(), after[2].born.as_str()), ("1980.05.17", "1990"));
    let before = "RUS".to_owned();
    let moved = Change { player: 3, difference: FieldChange::Federation { before, after: "POL".to_owned() } };
    assert!(completed.changes.contains(&moved));
    // What is complete is not changed again.
    assert_eq!(complete(&after, &entries, RatingKind::Standard).changes, []);
}

#[test]
fn nothing_is_guessed() {
    let entries = [
        entry(11, "Nowak, Jan", "POL", 1990, 2300),
        entry(12, "Nowak, Jan", "POL", 1990, 2200),
        entry(13, "Kowal, Ewa", "POL", 1985, 2100),
        entry(13, "Kowal, Ewa", "POL", 1985, 2100),
    ];
    let proposed = |entrant: Entrant| {
        let completed = complete(&[entrant], &entries, RatingKind::Standard);
        assert_eq!((completed.found, &completed.changes[..]), (0, &[][..]));
        match &completed.doubts[..] {
            [Doubt::Proposed { candidates, .. }] => candidates.iter().map(|it| it.entry.fide_id).collect(),
            [Doubt::NotFound { .. }] => Vec::new(),
            [Doubt::UnknownId { candidates, .. } | Doubt::OtherName { candidates, .. }] => {
                candidates.iter().map(|it| 1000 + it.entry.fide_id).collect()
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(proposed(entrant(None, "Nowak, Jan", "POL", "1990")), [11, 12], "two fit");
    assert_eq!(proposed(entrant(None, "Kowal, Ewa", "POL", "")), [13], "the year is unknown");
    assert_eq!(proposed(entrant(None, "Kowal, Ewa", "GER", "1985")), [13], "another federation");
    assert_eq!(proposed(entrant(None, "Kowal, Ewa", "POL", "1986")), [13], "another year");
    assert_eq!(proposed(entrant(None, "Kowal, Eva", "POL", "1985")), [13], "a slip");
    assert_eq!(proposed(entrant(None, "Kowal, Eva", "GER", "1985")), [0; 0]);
    assert_eq!(proposed(entrant(None, "Kowal, Ewa", "GER", "1986")), [0; 0]);
    assert_eq!(proposed(entrant(None, "", "", "")), [0; 0]);
    assert_eq!(proposed(entrant(Some(99), "Kowal, Ewa", "POL", "1985")), [1013], "no such number");
    assert_eq!(proposed(entrant(Some(11), "Kowal, Ewa", "POL", "1985")), [1013], "somebody else's number");
}

#[test]
fn one_entry_is_one_player() {
    let entries = [entry(11, "Nowak, Jan", "POL", 1990, 2300)];
    let twice = [entrant(Some(11), "Nowak, Jan", "", ""), entrant(None, "Nowak, Jan", "POL", "1990")];
    let completed = complete(&twice, &entries, RatingKind::Standard);
    assert_eq!(completed.doubts, [Doubt::Twice { fide_id: 11, players: vec![1, 2] }]);
    assert_eq!((completed.found, completed.changes.len()), (0, 0));
}

#[test]
fn the_rating_that_counts_is_taken_and_a_missing_one_takes_nothing_away() {
    let entries = [ListEntry { title: String::new(), ..entry(11, "Nowak, Jan", "POL", 1990, 2300) }];
    let mut player = entrant(Some(11), "Nowak, Jan", "POL", "1990");
    player.player.elo = Some(1800);
    player.player.title = "CM".to_owned();
    let rating = |counts| {
        let completed = complete(&[player.clone()], &entries, counts);
        let of = |change: &Change| matches!(change.difference, FieldChange::Rating { .. });
        assert!(completed.changes.iter().all(|change| change.difference.field() != "title"));
        (completed.changes.into_iter().find(of).map(|change| change.difference), completed.doubts)
    };
    let before = Some(1800);
    assert_eq!(rating(RatingKind::Standard), (Some(FieldChange::Rating { before, after: 2300 }), vec![]));
    assert_eq!(rating(RatingKind::Blitz), (Some(FieldChange::Rating { before, after: 2200 }), vec![]));
    assert_eq!(rating(RatingKind::Rapid), (None, vec![Doubt::Unrated { player: 1 }]));
}

#[test]
fn only_the_likeliest_are_kept() {
    let mut entries: Vec<ListEntry> =
        (0..30).map(|at| entry(100 + at, "Nowak, Jan Piotr", "POL", 1990, 2000)).collect();
    entries.push(entry(7, "Nowak, Jan", "", 1990, 2000));
    let completed = complete(&[entrant(None, "Nowak, Jan", "POL", "1990")], &entries, RatingKind::Standard);
    let [Doubt::Proposed { candidates, more, .. }] = &completed.doubts[..] else {
        panic!("{:?}", completed.doubts)
    };
    assert_eq!((candidates.len(), *more), (CANDIDATES_MAX, 31 - 8));
    assert_eq!((candidates[0].entry.fide_id, candidates[0].likeness.federation), (7, Agreement::Unknown));
}

#[test]
fn a_generated_tournament_is_completed_as_far_as_it_is_certain() {
    let sample = Sample { seed: 1, rows: 20_000, format: SampleFormat::FixedWidth };
    let players = sample.players(200);
    let mut completion = Completion::new(&players, RatingKind::Standard);
    (0..sample.rows).for_each(|row| completion.see(&sample.entry(row)));
    let completed = completion.finish();
    let certain = |number: &PlayerNo| match number % 4 {
        0 => true,
        1 => !players[number].born.is_empty(),
        _ => false,
    };
    assert_eq!(completed.found, players.keys().filter(|number| certain(number)).count());
    assert!(completed.changes.iter().all(|change| certain(&change.player)));
    for doubt in &completed.doubts {
        match doubt {
            Doubt::Proposed { player, candidates, .. } => {
                let meant = 100_000 + u32::from(player - 1) * 100 * 13;
                assert!(candidates.iter().any(|it| it.entry.fide_id == meant), "{:?}", players[player]);
            }
            Doubt::Unrated { player } => assert!(certain(player)),
            other => panic!("{other:?}"),
        }
    }
}
