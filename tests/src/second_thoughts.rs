//! People give orders by mistake and take them back while play goes on: the game is then told as if nobody had given them. And
//! whoever enters the last moves has said nothing of the moves before: what is asked about those stays asked.

use board::{BoardEvent, Millis, Reading};
use game::{Command, Order, PlyNo, Score, Scribe, Tags};
use shakmaty::{Board, Position, Role, uci::UciMove};
use sim::cells::{self, Cell};
use sim::desk::{Habit, Person, answer, attend, made};
use sim::{Rng, Simulated};

const GAMES: u64 = 6;
const FIRST_SEED: u64 = 34_000_001;
/// The number of times in each game that the last moves are entered.
const ORDERS: usize = 4;

#[test]
fn an_order_that_is_taken_back_leaves_no_trace() {
    let mut found = Vec::new();
    let mut given = 0;
    let mut habits = Habit::ALL.into_iter().filter(|habit| habit.is_mistake()).cycle();
    for cell in cells::all().iter().filter(|cell| cell.games == 1) {
        for (seed, habit) in (FIRST_SEED..FIRST_SEED + GAMES).zip(&mut habits) {
            let simulated = cell.simulate(seed);
            let undisturbed = play(cell, &simulated, &mut |_, _| {});
            let mut person = Person::new(&simulated, habit, seed);
            let mut disturbed = play(cell, &simulated, &mut |scribe, t| person.act(scribe, t));
            person.leave(&mut disturbed, end_of(&simulated));
            given += person.given;
            // A wrong answer that the moves since cannot follow is refused, and nothing else.
            assert!(
                person.refused == 0 || habit == Habit::AnswerUndone,
                "{} {} {seed}",
                habit.name(),
                cell.name
            );
            if !tell_the_same(&undisturbed, &disturbed) {
                found.push(format!("{} {} {seed}", habit.name(), cell.name));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    assert!(given > 900, "{given} orders were given and taken back");
}

#[test]
fn whoever_tells_the_last_moves_leaves_what_is_asked_about_earlier_ones() {
    let mut found = Vec::new();
    for cell in cells::all().iter().filter(|cell| ["hall50-noclock", "hall50-swaps"].contains(&cell.name)) {
        for seed in FIRST_SEED..FIRST_SEED + 10 * GAMES {
            let simulated = cell.simulate(seed);
            let truth = simulated.truths[0].uci();
            let mut rng = Rng::new(seed).fork(9);
            let mut due = stamps(&simulated, &mut rng);
            let mut scribe = play(cell, &simulated, &mut |scribe, t| {
                if due.pop_if(|at| *at <= t).is_some() {
                    tell_last(scribe, t, &truth[..made(&simulated, t)]);
                }
            });
            name_promotions(&mut scribe, &truth);
            answer(&mut scribe, &truth, Millis::MAX / 4);
            name_promotions(&mut scribe, &truth);
            if words(scribe.score()) != truth {
                found.push(format!("{} {seed}", cell.name));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn the_same_holds_of_a_game_that_left_the_board() {
    let cell =
        cells::all().iter().find(|cell| cell.name == "hall50-noclock").expect("there is such a cell").clone();
    let mut kept = 0;
    for seed in FIRST_SEED..FIRST_SEED + 20 * GAMES {
        let simulated = cell.simulate(seed);
        let mut scribe = play(&cell, &simulated, &mut |_, _| {});
        let t = simulated.events.last().map_or(0, |(t, _)| *t) + 60_000;
        scribe.handle_board(t, &BoardEvent::Reading(Reading::from_board(&Board::new())));
        scribe.advance(t + 10_000);
        let finished = &scribe.finished()[0];
        let (score, asked) = (finished.score(), finished.questions());
        let from = score.plies.len() - 1;
        // The last move was another one.
        let legal = score.after(from).position().map_or_else(Vec::new, |at| at.legal_moves().to_vec());
        let Some(other) = legal.into_iter().find(|mv| score.plies[from].played.legal() != Some(*mv)) else {
            continue;
        };
        let moves = vec![UciMove::from_move(other, score.start.mode())];
        let order = Order::Correct { from_ply: PlyNo::of_index(from), moves };
        let done = scribe.handle_command(t + 20_000, &Command { game: Some(1), ..command(order) });
        assert_eq!(done, Ok(()), "{seed}");
        let before = |ply: &PlyNo| ply.index() < from;
        let asked: Vec<PlyNo> = asked.into_iter().filter(before).collect();
        assert_eq!(scribe.finished()[0].questions(), asked, "{seed}");
        kept += asked.len();
    }
    assert!(kept > 8, "{kept} questions stayed open");
}

/// What the board showed last is old then, and no move that leads back to it was played.
#[test]
fn the_moves_of_a_board_that_is_gone_can_be_entered_by_hand() {
    let names = ["dgt-blitz", "dgt-noclock-classical", "chesslink-blitz", "certabo-rapid"];
    for cell in cells::all().iter().filter(|cell| names.contains(&cell.name)) {
        for seed in FIRST_SEED..FIRST_SEED + 2 * GAMES {
            let mut simulated = cell.simulate(seed);
            let truth = simulated.truths[0].uci();
            simulated.events.truncate(simulated.events.len() / 2);
            let mut t = simulated.events.last().map_or(0, |(t, _)| *t);
            let mut known = made(&simulated, t);
            let mut scribe = play(cell, &simulated, &mut |_, _| {});
            let mut rng = Rng::new(seed).fork(10);
            while known < truth.len() {
                t += 60_000;
                let from = scribe.score().plies.len().min(known);
                known = truth.len().min(known + 1 + rng.below(3) as usize);
                let moves = truth[from..known].iter().map(|word| word.parse().expect("a move")).collect();
                let order = Order::Correct { from_ply: PlyNo::of_index(from), moves };
                assert_eq!(scribe.handle_command(t, &command(order)), Ok(()), "{} {seed}", cell.name);
                scribe.advance(t + 30_000);
                assert_eq!(words(scribe.score()), truth[..known], "{} {seed}", cell.name);
            }
        }
    }
}

#[test]
fn a_game_is_told_as_it_was_played_whatever_is_ordered_meanwhile() {
    let names = ["dgt-blitz", "hall20-classical", "dgt-gaps-return", "certabo-rapid"];
    let mut given = [0; Habit::ALL.len()];
    for cell in cells::all().iter().filter(|cell| names.contains(&cell.name)) {
        for seed in FIRST_SEED..FIRST_SEED + GAMES {
            let simulated = cell.simulate(seed);
            for (index, habit) in Habit::ALL.into_iter().enumerate() {
                let Some(attended) = attend(cell, &simulated, Some(habit), seed) else { continue };
                assert!(attended.is_as_played, "{} {} {seed}", habit.name(), cell.name);
                given[index] += attended.given;
            }
        }
    }
    assert!(given.iter().all(|given| *given > 0), "{given:?} orders of each kind");
}

/// Plays a game, and lets a person act before each event.
fn play(cell: &Cell, simulated: &Simulated, person: &mut dyn FnMut(&mut Scribe, Millis)) -> Scribe {
    let mut scribe = Scribe::new(cell.terms(&simulated.truths[0]), Tags::default());
    for (t, event) in &simulated.events {
        scribe.advance(*t);
        // A sensor reports what happened before a person could have seen it.
        if matches!(event, BoardEvent::Square { .. } | BoardEvent::Press(_)) {
            person(&mut scribe, *t);
        }
        scribe.handle_board(*t, event);
        while scribe.poll_event().is_some() {}
    }
    person(&mut scribe, end_of(simulated));
    scribe.advance(end_of(simulated));
    scribe
}

/// Returns an instant at which all is quiet after the last event.
fn end_of(simulated: &Simulated) -> Millis {
    simulated.events.last().map_or(0, |(t, _)| *t) + 40_000
}

fn words(score: &Score) -> Vec<String> {
    (0..score.plies.len()).map(|index| score.report_move(index)).collect()
}

/// Returns whether two tables tell the same: plies with their times and states, and what is asked.
fn tell_the_same(one: &Scribe, other: &Scribe) -> bool {
    one.score().plies[..] == other.score().plies[..] && one.questions() == other.questions()
}

/// Returns the instants of orders during a game, the last first.
fn stamps(simulated: &Simulated, rng: &mut Rng) -> Vec<Millis> {
    let (first, last) = (simulated.events[0].0, simulated.events.last().map_or(0, |(t, _)| *t));
    let mut stamps: Vec<Millis> = (0..ORDERS).map(|_| rng.between(first, last)).collect();
    stamps.sort_unstable_by(|a, b| b.cmp(a));
    stamps
}

fn command(order: Order) -> Command {
    Command { order, game: None, author: None, staged: None }
}

/// Enters the last of the plies that were made, as an arbiter would who looks at a score sheet.
fn tell_last(scribe: &mut Scribe, t: Millis, made: &[String]) {
    let from = scribe.score().plies.len().min(made.len()).saturating_sub(3);
    let moves = made[from..].iter().map(|word| word.parse().expect("a legal move")).collect();
    let order = Order::Correct { from_ply: PlyNo::of_index(from), moves };
    // What cannot follow because an earlier ply is not as it was played is left alone: that is asked.
    let _ = scribe.handle_command(t, &command(order));
}

/// Says what pawns became that nobody could see.
fn name_promotions(scribe: &mut Scribe, truth: &[String]) {
    for index in 0..scribe.score().plies.len() {
        let told = scribe.score().report_move(index);
        let played =
            told.strip_suffix('?').zip(truth.get(index)).filter(|(told, played)| played.starts_with(told));
        let role = played.and_then(|(_, played)| Role::from_char(played.chars().last()?));
        if let Some(role) = role {
            let order = Order::Promote { ply: PlyNo::of_index(index), role };
            let _ = scribe.handle_command(Millis::MAX / 4, &command(order));
        }
    }
}
