//! A small part of the accuracy table at every check: clean cells in which no game of these seeds goes wrong. The
//! whole table is `topboard bench accuracy`.

use board::{BoardEvent, Contents, Millis, Reading, Sensing};
use game::{Scribe, Tags, Terms};
use sim::{
    accuracy::{QUIET_MS, judge},
    cells,
};

/// The seeds of each cell: a few seconds without optimisation.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=60;

/// Games that once went wrong.
const REPAIRED: [(&str, u64); 18] = [
    ("dgt-afterplay", 2424),
    ("dgt-afterplay", 3716),
    ("dgt-afterplay", 3925),
    ("dgt-afterplay", 5488),
    ("dgt-afterplay", 7253),
    ("dgt-blitz", 3998),
    ("dgt-blitz", 9974),
    ("dgt-illegal", 2225),
    ("dgt-illegal", 2433),
    ("dgt-illegal", 2979),
    ("dgt-illegal", 7138),
    ("dgt-noclock-classical", 2538),
    ("dgt-scramble", 2515),
    ("dgt-scramble", 2932),
    // A queen that was only assumed gave mate; a rival was dropped after 96 plies.
    ("hall20-blitz", 2726),
    ("hall20-blitz", 4132),
    ("hall50-noclock", 1903),
    ("hall50-noclock", 2521),
];

/// A game that once went wrong, and is right once its question is answered: the question named moves of another ply.
const REPAIRED_ONCE_ASKED: (&str, u64) = ("dgt-rapid", 9119);

#[test]
fn what_went_wrong_once_comes_out_as_it_was_played() {
    let cells = cells::all();
    for (name, seed) in REPAIRED {
        let cell = cells.iter().find(|cell| cell.name == name).expect("the cell is still there");
        let verdict = judge(cell, seed);
        assert!(verdict.exact, "{name} seed {seed}: {:?}", verdict.difference);
    }
    let (name, seed) = REPAIRED_ONCE_ASKED;
    let cell = cells.iter().find(|cell| cell.name == name).expect("the cell is still there");
    let verdict = judge(cell, seed);
    assert!(verdict.exact_answered, "{name} seed {seed}: {:?}", verdict.wrong_at);
}

#[test]
fn simulated_games_come_out_as_they_were_played() {
    // Two moves that are put back by both players at once may be two moves after a forgotten press: a person is asked.
    let wanted = [
        ("dgt-classical", false),
        ("dgt-blitz", false),
        ("dgt-noclock-blitz", false),
        ("dgt-clumsy", false),
        ("dgt-takebacks", true),
        ("dgt-takebacks-noclock", true),
        ("chesslink-blitz", false),
    ];
    let mut failures = Vec::new();
    let cells = cells::all();
    for (name, may_ask) in wanted {
        let cell = cells.iter().find(|cell| cell.name == name).expect("the cell is still there");
        for seed in SEEDS {
            let verdict = judge(cell, seed);
            let is_exact = verdict.exact || may_ask && verdict.exact_answered;
            if !is_exact || verdict.silent > 0 || verdict.unsaid > 0 || verdict.false_illegal > 0 {
                failures.push(format!("{} seed {seed}: {:?}", cell.name, verdict.difference));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Cells with boards that come late, lose their current or break, and what people do around them: the games in each,
/// and the plies that may be wrong and confident. Allowed are: without a clock, a game that ends before its fourth ply
/// is not told at all; a pawn that stood for a queen only for a moment is told as promoted.
const AROUND: [(&str, u64, u32); 12] = [
    ("dgt-setup", 16, 0),
    ("dgt-rotated", 4, 0),
    ("dgt-late", 16, 0),
    ("dgt-late-noclock", 16, 14),
    ("dgt-reboot", 6, 0),
    ("dgt-reboot-forgetful", 6, 0),
    ("chesslink-reboot", 10, 0),
    ("dgt-makeshift", 16, 2),
    ("dgt-outsiders", 16, 0),
    ("dgt-identity", 16, 0),
    ("dgt-weak", 10, 0),
    ("dgt-dead", 10, 0),
];

#[test]
fn what_happens_around_a_board_is_not_told_as_moves() {
    let cells = cells::all();
    let mut failures = Vec::new();
    for (name, seeds, wrong_max) in AROUND {
        let cell = cells.iter().find(|cell| cell.name == name).expect("the cell is still there");
        let verdicts: Vec<_> = (1..=seeds).map(|seed| judge(cell, seed)).collect();
        let sum = |of: fn(&sim::accuracy::Verdict) -> u32| verdicts.iter().map(of).sum::<u32>();
        let exact = verdicts.iter().filter(|verdict| verdict.exact_answered).count();
        let (wrong, alarms, missed) = (
            sum(|verdict| verdict.wrong),
            sum(|verdict| verdict.false_illegal),
            sum(|verdict| verdict.missed_illegal),
        );
        let plies = sum(|verdict| verdict.plies);
        let found = format!(
            "{name}: {exact} of {seeds} exact, {wrong} of {plies} plies wrong, {alarms} false alarms, {missed} missed"
        );
        println!("{found}");
        if wrong > wrong_max || alarms > 0 {
            failures.push(found);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Returns the events without the names of pieces: what a board that senses only occupancy would have said.
fn without_names(events: &[(Millis, BoardEvent)]) -> Vec<(Millis, BoardEvent)> {
    let blind =
        |contents: Contents| if contents.is_occupied() { Contents::Occupied } else { Contents::Empty };
    let rename = |event: &BoardEvent| match event {
        BoardEvent::Square { square, contents } => {
            BoardEvent::Square { square: *square, contents: blind(*contents) }
        }
        BoardEvent::Reading(whole) => BoardEvent::Reading(Reading::from_fn(|square| blind(whole.at(square)))),
        _ => event.clone(),
    };
    events.iter().map(|(t, event)| (*t, rename(event))).collect()
}

/// Returns what is scored for sure: everything, or what comes before the first open question.
fn sure(terms: &Terms, events: &[(Millis, BoardEvent)]) -> Vec<String> {
    let mut scribe = Scribe::new(terms.clone(), Tags::default());
    let mut last_ms = 0;
    for (t, event) in events {
        scribe.handle_board(*t, event);
        last_ms = *t;
    }
    scribe.advance(last_ms + QUIET_MS);
    let score = scribe.score();
    let open = scribe.asked().map_or(score.plies.len(), |(ply, _)| ply.index());
    (0..open.min(score.plies.len())).map(|index| score.report_move(index)).collect()
}

#[test]
fn occupancy_and_identity_agree_wherever_both_are_sure() {
    let cells = cells::all();
    let cell = cells.iter().find(|cell| cell.name == "dgt-rapid").expect("the cell is still there");
    let (mut compared, mut whole) = (0, 0);
    let mut disagree = Vec::new();
    for seed in SEEDS {
        let simulated = cell.simulate(seed);
        let terms = cell.terms(&simulated.truths[0]);
        let named = sure(&terms, &simulated.events);
        let blind_terms = Terms { sensing: Sensing::Occupancy, ..terms };
        let blind = sure(&blind_terms, &without_names(&simulated.events));
        for (ply, (named, blind)) in named.iter().zip(&blind).enumerate() {
            let same =
                named == blind || blind.strip_suffix('?').is_some_and(|blind| named.starts_with(blind));
            if !same {
                disagree.push(format!("seed {seed}, ply {}: {named} with names, {blind} without", ply + 1));
            }
            compared += 1;
        }
        whole += usize::from(named.len() == blind.len());
    }
    // A test that compares nothing would pass.
    assert!(compared > 2_000 && whole > 30, "only {compared} plies compared, {whole} games whole");
    // The errors allowed to boards that sense only occupancy, from BENCHMARKS.md for the slowest: one ply in two
    // thousand.
    assert!(disagree.len() * 2_000 <= compared, "{compared} plies compared\n{}", disagree.join("\n"));
}
