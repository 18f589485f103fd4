//! People give orders by mistake and take them back while play goes on: the game is then told as if nobody had given them. And
//! whoever enters the last moves has said nothing of the moves before: what is asked about those stays asked.

use board::{BoardEvent, Millis, Reading};
use game::{Command, NO_MOVE, Order, PlyNo, ResultEntry, Score, Scribe, StoodBefore, Tags};
use shakmaty::{Board, Position, Role, uci::UciMove};
use sim::cells::{self, Cell};
use sim::{Mark, Rng, Simulated, What};

const GAMES: u64 = 6;
const FIRST_SEED: u64 = 34_000_001;
/// The number of orders in each game.
const ORDERS: usize = 4;
/// The least number of plies with which a game counts as played: the pieces are not being set up any more.
const PLAYED: usize = 4;

#[test]
fn an_order_that_is_taken_back_leaves_no_trace() {
    let mut found = Vec::new();
    let mut given = 0;
    for cell in cells::all().iter().filter(|cell| cell.games == 1) {
        for seed in FIRST_SEED..FIRST_SEED + GAMES {
            let simulated = cell.simulate(seed);
            let undisturbed = play(cell, &simulated, &mut |_, _| {});
            let mut person = Person::new(&simulated, seed);
            let disturbed = play(cell, &simulated, &mut |scribe, t| person.act(scribe, t));
            given += person.given;
            if !tell_the_same(&undisturbed, &disturbed) {
                found.push(format!("{} {seed}", cell.name));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    assert!(given > 500, "{given} orders were given and taken back");
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
            answer(&mut scribe, &truth);
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
    let end = simulated.events.last().map_or(0, |(t, _)| *t) + 20_000;
    person(&mut scribe, end);
    scribe.advance(end + 20_000);
    scribe
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

/// Returns the number of plies that were made by `t`.
fn made(simulated: &Simulated, t: Millis) -> usize {
    let made = simulated.acts.iter().take_while(|act| act.t_ms <= t).filter_map(|act| match act.what {
        What::Mark(Mark::Made(plies) | Mark::Back(plies)) => Some(plies),
        _ => None,
    });
    made.last().unwrap_or(0)
}

fn command(order: Order) -> Command {
    Command { order, game: None, author: None, staged: None }
}

/// Somebody who gives orders by mistake, each of another kind, and takes them back some seconds later.
struct Person {
    rng: Rng,
    /// When the next orders are given, the last first.
    due: Vec<Millis>,
    given: usize,
    open: Option<(Millis, Order, StoodBefore)>,
}

impl Person {
    fn new(simulated: &Simulated, seed: u64) -> Person {
        let mut rng = Rng::new(seed).fork(8);
        let due = stamps(simulated, &mut rng);
        Person { rng, due, given: 0, open: None }
    }

    fn act(&mut self, scribe: &mut Scribe, t: Millis) {
        if let Some((_, order, before)) = self.open.take_if(|(due, ..)| *due <= t) {
            self.take_back(scribe, t, &order, before);
        }
        let may_order = self.open.is_none() && scribe.score().plies.len() >= PLAYED;
        if may_order && self.due.pop_if(|at| *at <= t).is_some() {
            let order = self.mistake(scribe);
            let mut before = scribe.stands_before(t, &command(order.clone())).expect("it can be taken back");
            // A wrong answer that the moves since cannot follow is refused.
            if scribe.handle_command(t, &command(order.clone())).is_err() {
                return;
            }
            scribe.note_after(&mut before);
            self.open = Some((t + self.rng.between(300, 12_000), order, before));
            self.given += 1;
        }
    }

    fn mistake(&self, scribe: &Scribe) -> Order {
        let last = PlyNo::of_index(scribe.score().plies.len() - 1);
        if let Some((ply, alternatives)) = scribe.asked() {
            let chosen = alternatives.last().map(|played| played.report(scribe.score().start.mode()));
            return Order::Choose { ply, chosen: chosen.unwrap_or_default() };
        }
        match self.given % 5 {
            0 | 1 => Order::Result(ResultEntry::parse("1-0")),
            2 => Order::Restore { ply: last },
            3 => Order::Correct { from_ply: last, moves: Vec::new() },
            _ => Order::Start { names: Default::default(), fen: None },
        }
    }

    /// Takes an order back: every other result as one enters that there is none, the rest as orders are undone.
    fn take_back(&self, scribe: &mut Scribe, t: Millis, order: &Order, before: StoodBefore) {
        if matches!(order, Order::Result(_)) && self.given.is_multiple_of(2) {
            scribe.handle_command(t, &command(Order::Result(None))).expect("it is taken back");
            return;
        }
        scribe.may_undo(&before).unwrap_or_else(|refusal| panic!("{order:?} until {t}: {refusal}"));
        scribe.undo(t, before);
        scribe.look_again(t);
    }
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

/// Answers what is asked by what was played.
fn answer(scribe: &mut Scribe, truth: &[String]) {
    while let Some((ply, _)) = scribe.asked() {
        let chosen = truth.get(ply.index()).cloned().unwrap_or_else(|| NO_MOVE.to_owned());
        let order = Order::Choose { ply, chosen };
        if scribe.handle_command(Millis::MAX / 4, &command(order)).is_err() {
            return;
        }
    }
}
