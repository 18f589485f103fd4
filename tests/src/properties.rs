//! Properties that hold for every game, whatever hands, boards and links do: one function a property, over seeds of
//! every cell.
//!
//! `PROPERTY_SEEDS=500 PROPERTY_FROM=1000 cargo test -p tests properties` tries other seeds and more of them; `./check
//! --nightly` does so for hours. Properties of other crates are tested in those crates: the journal folds to what was
//! told (`crates/hall/tests/border/chaos.rs`), bytes may come in any pieces (`crates/board/tests/*/bytes.rs`), every
//! subscriber comes to the same snapshot and nothing is newer than the delay (`crates/relay/tests`), kills and wall
//! clocks (`crates/topboard/tests/it`).

use board::{BoardEvent, Millis};
use game::{GameEvent, Packed, Played, Score, Scribe, Tags, Terms};
use shakmaty::Position;
use sim::{
    Rng,
    accuracy::{QUIET_MS, judge},
    cells::{self, Cell},
    hostile,
};
use std::ops::Range;

/// The seeds of each cell at every check: about a minute for all of them in the checked profile.
const SEEDS: u64 = 40;

fn seeds() -> Range<u64> {
    let given = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let from = given("PROPERTY_FROM").unwrap_or(1);
    from..from + given("PROPERTY_SEEDS").unwrap_or(SEEDS)
}

/// Calls `hold` with every cell and seed; its `Err` says what does not hold.
fn for_every_game(hold: impl Fn(&Cell, u64) -> Result<(), String>) {
    let mut broken = Vec::new();
    for cell in cells::all() {
        for seed in seeds() {
            if let Err(why) = hold(&cell, seed) {
                broken.push(format!("{} seed {seed}: {why}", cell.name));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

fn simulated(cell: &Cell, seed: u64) -> (Terms, Vec<(Millis, BoardEvent)>) {
    let simulated = cell.simulate(seed);
    (cell.terms(&simulated.truths[0]), simulated.events)
}

/// Returns what a scribe tells of these events; `advance_to` gives further instants at which it is woken.
fn told(
    terms: &Terms,
    events: &[(Millis, BoardEvent)],
    advance_to: &mut dyn FnMut(Millis) -> Vec<Millis>,
) -> Vec<(Millis, GameEvent)> {
    let mut scribe = Scribe::new(terms.clone(), Tags::default());
    let mut told = Vec::new();
    for (t, event) in events {
        advance_to(*t).into_iter().for_each(|at| scribe.advance(at));
        scribe.handle_board(*t, event);
        told.extend(std::iter::from_fn(|| scribe.poll_event()));
    }
    scribe.advance(events.last().map_or(0, |(t, _)| *t) + QUIET_MS);
    told.extend(std::iter::from_fn(|| scribe.poll_event()));
    told
}

/// Checks that every ply that counts as legal follows by the rules from its predecessor.
fn is_lawful(score: &Score) -> Result<(), String> {
    for (index, ply) in score.plies.iter().enumerate() {
        let before = score.after(index);
        let legal = |mv| before.position().is_some_and(|position| position.is_legal(mv));
        match ply.played {
            Played::Legal(mv) | Played::Promotion { assumed: mv, .. } if !legal(mv) => {
                return Err(format!(
                    "ply {} is told as legal and is not: {}",
                    index + 1,
                    score.report_move(index)
                ));
            }
            Played::Legal(_) | Played::Promotion { .. } | Played::Irregular { .. } => {}
        }
        if before.turn() == score.after(index + 1).turn() {
            return Err(format!("the turn does not pass with ply {}", index + 1));
        }
    }
    Ok(())
}

#[test]
fn no_illegal_move_is_ever_told_as_legal() {
    for_every_game(|cell, seed| {
        let (terms, events) = simulated(cell, seed);
        let mut scribe = Scribe::new(terms, Tags::default());
        for (t, event) in &events {
            scribe.handle_board(*t, event);
            // Only what was told since can be wrong; checking the whole score each time would be quadratic.
            if std::iter::from_fn(|| scribe.poll_event()).count() > 0 {
                is_lawful(scribe.score())?;
            }
        }
        Ok(())
    });
}

#[test]
fn waking_the_scribe_more_often_changes_nothing() {
    for_every_game(|cell, seed| {
        let (terms, events) = simulated(cell, seed);
        let mut rng = Rng::new(seed).fork(77);
        let mut last_ms = 0;
        let mut restless = |t: Millis| {
            let mut at: Vec<Millis> = (0..rng.below(4)).map(|_| rng.between(last_ms, t)).collect();
            at.sort_unstable();
            last_ms = t;
            at
        };
        let calm = told(&terms, &events, &mut |_| Vec::new());
        let woken = told(&terms, &events, &mut restless);
        match calm.iter().zip(&woken).find(|(a, b)| a != b) {
            Some((a, b)) => Err(format!("{a:?} became {b:?}")),
            None if calm.len() != woken.len() => Err("one of them told more".to_owned()),
            None => Ok(()),
        }
    });
}

#[test]
fn at_rest_the_score_is_what_was_played_or_a_question_is_open() {
    let (mut wrong, mut plies, mut alarms, mut games) = (0, 0, 0, 0);
    for cell in cells::all() {
        for seed in seeds() {
            let verdict = judge(&cell, seed);
            wrong += verdict.wrong;
            plies += verdict.plies;
            alarms += verdict.false_illegal;
            games += 1;
        }
    }
    println!("{wrong} of {plies} plies wrong and confident, {alarms} false alarms in {games} games");
    // Each cell has a bound of its own in BENCHMARKS.md; the bounds here are for all cells together, the hardest
    // included.
    assert!(wrong * 500 <= plies, "{wrong} of {plies} plies wrong and confident");
    assert!(alarms * 20 <= games, "{alarms} false alarms in {games} games");
}

#[test]
fn no_input_panics() {
    for seed in seeds() {
        for sensing in [board::Sensing::Piece, board::Sensing::Occupancy] {
            let terms = Terms { sensing, ..Terms::default() };
            let events = hostile::events(seed, sensing);
            let last_ms = events.last().map_or(0, |(t, _)| *t);
            let told = told(&terms, &events, &mut |_| Vec::new());
            assert!(told.iter().all(|(t, _)| *t <= last_ms + QUIET_MS), "told of the future");
        }
    }
}

/// Checks that a score that is put away comes back unchanged, at any moment of any game.
fn comes_back(score: &Score) -> Result<(), String> {
    let packed = Packed::new(score.clone());
    let again = packed.score();
    let bare = |score: &Score| format!("{:?}", Score { plies: Default::default(), ..score.clone() });
    match again.plies.iter().zip(&score.plies).position(|(again, ply)| again != ply) {
        Some(index) => {
            Err(format!("ply {} is {:?}, and was {:?}", index + 1, again.plies[index], score.plies[index]))
        }
        None if again.plies.len() != score.plies.len() => Err("plies are missing".to_owned()),
        None if packed.plies() != score.plies.len() => Err("the plies are counted wrongly".to_owned()),
        None if bare(&again) != bare(score) => Err("its head is another one".to_owned()),
        None => Ok(()),
    }
}

#[test]
fn a_score_that_is_put_away_comes_back_as_it_was() {
    for_every_game(|cell, seed| {
        let (terms, events) = simulated(cell, seed);
        let mut scribe = Scribe::new(terms, Tags::default());
        for (index, (t, event)) in events.iter().enumerate() {
            scribe.handle_board(*t, event);
            while scribe.poll_event().is_some() {}
            if index % 32 == 0 {
                comes_back(scribe.score())?;
            }
        }
        comes_back(scribe.score())
    });
}
