//! Every answer that a person is offered can be given: the score tells it, and no other question goes away with it.

use game::{Command, Order, PlyNo, Refusal, Scribe};
use sim::{accuracy, cells};

/// Cells in which questions are open at the end, and the number of their games.
const CELLS: [(&str, u64); 6] = [
    ("dgt-gaps", 120),
    ("dgt-makeshift", 200),
    ("dgt-dead", 80),
    ("hall20-hovering", 60),
    ("hall50-noclock", 60),
    ("hall50-swaps", 100),
];
const FIRST_SEED: u64 = 7_100_001;
/// The least number of answers that are given: otherwise the games ask too little to show anything.
const ANSWERS_MIN: usize = 120;
/// The time in milliseconds after the last event at which a person answers.
const LATER_MS: u64 = 10_000;

#[test]
fn every_answer_is_told_and_leaves_the_other_questions_open() {
    let (mut given, mut wrong) = (0, Vec::new());
    for (name, games) in CELLS {
        let cell = cells::all().into_iter().find(|cell| cell.name == name).expect("a cell");
        for seed in FIRST_SEED..FIRST_SEED + games {
            let simulated = cell.simulate(seed);
            let mut heard = None;
            accuracy::judge_simulated(&cell, &simulated, &mut |scribe, t, event| {
                scribe.handle_board(t, event);
                heard = Some((scribe.clone(), t + LATER_MS));
            });
            let (mut scribe, t) = heard.expect("a game has events");
            scribe.advance(t);
            let Some((ply, alternatives)) = scribe.asked() else { continue };
            let words: Vec<String> =
                alternatives.iter().map(|played| played.report(scribe.score().start.mode())).collect();
            for word in words {
                given += 1;
                if let Err(why) = answered(scribe.clone(), t, ply, &word) {
                    wrong.push(format!("{name}, seed {seed}, {word} at {ply}: {why}"));
                }
            }
        }
    }
    assert!(given >= ANSWERS_MIN, "{given} answers");
    assert!(wrong.is_empty(), "{} of {given}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Gives an answer. `Err` says what is wrong with what comes of it.
fn answered(mut scribe: Scribe, t: u64, ply: PlyNo, word: &str) -> Result<(), String> {
    let told = |scribe: &Scribe| {
        let score = scribe.score();
        (ply.index() < score.plies.len()).then(|| score.report_move(ply.index()))
    };
    let (shown, before) = (told(&scribe), scribe.questions());
    let order = Order::Choose { ply, chosen: word.to_owned() };
    match scribe.handle_command(t, &Command { order, game: None, author: None, staged: None }) {
        Ok(()) => {}
        // The moves since may not be possible after another move; the person is told which.
        Err(Refusal::CannotFollow { .. }) if shown.as_deref() != Some(word) => return Ok(()),
        Err(refusal) => return Err(refusal.to_string()),
    }
    if word != game::NO_MOVE && told(&scribe).as_deref() != Some(word) {
        return Err(format!("the score tells {:?}", told(&scribe)));
    }
    let left = scribe.questions();
    if shown.as_deref() == Some(word) && before.iter().any(|asked| *asked != ply && !left.contains(asked)) {
        return Err(format!("of the questions {before:?} {left:?} are left"));
    }
    Ok(())
}
