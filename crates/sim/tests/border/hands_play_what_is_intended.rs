//! Whatever hands do on the way, the pieces come to stand as intended, and the truth says what was played.

use game::{Played, Standing};
use shakmaty::{Board, Square};
use sim::{
    BoardProfile, GameKind, HandsOptions, Mark, Performance, Rng, Session, Tempo, Trouble, What, games,
    simulate,
};

fn options(tempo: Tempo, trouble: Trouble) -> HandsOptions {
    HandsOptions { tempo, trouble, traits: None }
}

/// Follows the acts on a board. `exact` says whether the board must show the record at each press.
fn check(before: &Board, performance: &Performance, exact: bool) {
    let mut board = before.clone();
    let mut record = 0;
    let standings = standings(performance);
    let (mut playing, mut last_ms, mut presses) = (false, 0, 0);
    for act in &performance.acts {
        assert!(act.t_ms >= last_ms, "time goes back at {}", act.t_ms);
        last_ms = act.t_ms;
        match act.what {
            What::Lift(square) => {
                assert!(board.remove_piece_at(square).is_some(), "nothing to lift on {square}")
            }
            What::Place(square, piece) => board.set_piece_at(square, piece),
            What::Press(_) if playing && exact => {
                assert_eq!(&board, standings[record].board(), "at the press after ply {record}");
                presses += 1;
            }
            What::Mark(Mark::Begins) => {
                assert_eq!(&board, performance.truth.start.board());
                playing = true;
            }
            What::Mark(Mark::Made(plies) | Mark::Back(plies)) => record = plies,
            What::Mark(Mark::Over) => {
                assert_eq!(&board, standings[record].board(), "at the end");
                assert_eq!(record, performance.truth.plies.len());
                playing = false;
            }
            What::Press(_)
            | What::SetClock { .. }
            | What::AddTime(..)
            | What::RunClock(_)
            | What::StopClock => {}
        }
    }
    assert!(!exact || presses + 1 >= performance.truth.plies.len(), "{presses} presses");
    assert_eq!(board, performance.board);
}

/// The standings after each ply of the record.
fn standings(performance: &Performance) -> Vec<Standing> {
    let mut standings = vec![performance.truth.start.clone()];
    for &played in &performance.truth.plies {
        let at = standings.last().expect("there is a start").clone();
        standings.push(match played {
            Played::Legal(mv) => {
                assert!(
                    at.position().is_some_and(|p| shakmaty::Position::is_legal(p, mv)),
                    "{mv:?} is not legal"
                );
                at.play(mv)
            }
            Played::Irregular { from: Some(from), to: Some(to) } => {
                let mut setup = at.setup().clone();
                let mut piece = setup.board.remove_piece_at(from).expect("a piece moves");
                let last = piece.color.fold_wb(shakmaty::Rank::Eighth, shakmaty::Rank::First);
                if piece.role == shakmaty::Role::Pawn && to.rank() == last {
                    piece.role = shakmaty::Role::Queen;
                }
                setup.board.set_piece_at(to, piece);
                setup.turn = !setup.turn;
                setup.ep_square = None;
                Standing::from_setup(setup, at.mode())
            }
            Played::Irregular { .. } | Played::Promotion { .. } => panic!("hands know what they did"),
        });
    }
    standings
}

#[test]
fn every_real_game_is_played_to_its_end() {
    for (index, game) in games::real().iter().enumerate() {
        let mut rng = Rng::new(index as u64);
        let board = Board::new();
        let played = sim::perform(game, &options(Tempo::Blitz, Trouble::clean()), &board, 0, &mut rng);
        check(&board, &played, true);
        assert_eq!(played.truth.uci(), game.uci());
        assert_eq!(played.truth.outcome, game.outcome);
    }
}

#[test]
fn mishaps_never_change_the_game() {
    let trouble = Trouble { press_percent: 0, ..Trouble::clumsy() };
    for seed in 0..60 {
        let tempo = [Tempo::Classical, Tempo::Rapid, Tempo::Blitz, Tempo::Scramble][seed % 4];
        let mut rng = Rng::new(seed as u64);
        let game = games::draw(GameKind::Mixed, &mut rng);
        let board = Board::new();
        let played = sim::perform(&game, &options(tempo, trouble), &board, 0, &mut rng);
        check(&board, &played, false);
        assert_eq!(played.truth.uci(), game.uci());
    }
}

#[test]
fn odd_presses_never_change_the_game() {
    let trouble = Trouble { press_percent: 2_000, ..Trouble::usual() };
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let game = games::draw(GameKind::Generated, &mut rng);
        let board = Board::new();
        let played = sim::perform(&game, &options(Tempo::Scramble, trouble), &board, 0, &mut rng);
        check(&board, &played, false);
        assert_eq!(played.truth.uci(), game.uci());
    }
}

#[test]
fn promotions_and_chess960_are_played_to_their_end() {
    for seed in 0..150 {
        let mut rng = Rng::new(seed);
        let kind = if seed % 2 == 0 { GameKind::Promotions } else { GameKind::Chess960 };
        let game = games::draw(kind, &mut rng);
        let board = game.start.board().clone();
        let played = sim::perform(&game, &options(Tempo::Rapid, Trouble::clean()), &board, 0, &mut rng);
        check(&board, &played, true);
        assert_eq!(played.truth.uci(), game.uci());
    }
}

#[test]
fn illegal_moves_and_takebacks_are_in_the_truth() {
    let (mut noticed, mut claimed, mut standing, mut back) = (0, 0, 0, 0);
    for seed in 0..120 {
        let mut rng = Rng::new(seed);
        let game = games::draw(GameKind::Generated, &mut rng);
        let trouble = if seed % 2 == 0 { Trouble::illegal() } else { Trouble::takebacks() };
        let board = Board::new();
        let played = sim::perform(&game, &options(Tempo::Blitz, trouble), &board, 0, &mut rng);
        check(&board, &played, false);
        for illegal in &played.truth.illegal {
            match (illegal.pressed, illegal.stands) {
                (false, _) => noticed += 1,
                (true, false) => claimed += 1,
                (true, true) => {
                    standing += 1;
                    let word = &played.truth.uci()[illegal.ply.index()];
                    assert_eq!(*word, format!("!{}{}", illegal.from, illegal.to));
                }
            }
        }
        back += played.truth.takebacks.len();
    }
    assert!(
        noticed > 20 && claimed > 20 && standing > 5 && back > 20,
        "{noticed} {claimed} {standing} {back}"
    );
}

#[test]
fn games_follow_one_another_on_the_same_board() {
    let mut session = Session::new(3, options(Tempo::Blitz, Trouble::usual()));
    let mut last_ms = 0;
    for game in games::showcase() {
        let before = session.board().clone();
        let played = session.play(&game, 5_000);
        check(&before, &played, false);
        assert!(played.acts[0].t_ms >= last_ms + 5_000);
        last_ms = played.end_ms;
    }
}

#[test]
fn kings_end_in_the_centre_by_the_result() {
    use shakmaty::{Color, KnownOutcome};
    let trouble = Trouble { kings_ppm: 1_000_000, ..Trouble::clean() };
    for game in games::real() {
        let board = Board::new();
        let played = sim::perform(&game, &options(Tempo::Blitz, trouble), &board, 0, &mut Rng::new(2));
        let light = Color::ALL
            .into_iter()
            .filter(|&color| played.board.king_of(color).expect("kings stay").is_light())
            .count();
        let expected = match played.truth.outcome {
            KnownOutcome::Decisive { winner: Color::White } => 2,
            KnownOutcome::Decisive { winner: Color::Black } => 0,
            KnownOutcome::Draw => 1,
        };
        assert_eq!(light, expected, "{}", game.players.white.name);
        assert!(played.truth.kings_in_centre);
    }
}

#[test]
fn the_same_seed_gives_the_same_evening() {
    let hands = options(Tempo::Blitz, Trouble::illegal());
    let profile = BoardProfile::dgt().with_faults(sim::Faults::everyday().with_gaps(2, 25_000));
    let one = simulate(77, GameKind::Mixed, 3, &hands, &profile);
    let two = simulate(77, GameKind::Mixed, 3, &hands, &profile);
    assert_eq!(one.events, two.events);
    assert_eq!(one.truths, two.truths);
    let three = simulate(78, GameKind::Mixed, 3, &hands, &profile);
    assert_ne!(one.events, three.events);
}

#[test]
fn moves_left_unfinished_are_claimed_and_finished() {
    let trouble = Trouble { illegal_percent: 20_000, ..Trouble::clean() };
    let mut unfinished = 0;
    for seed in 0..80 {
        let mut rng = Rng::new(seed);
        let game = games::draw(GameKind::Promotions, &mut rng);
        let board = game.start.board().clone();
        let played = sim::perform(&game, &options(Tempo::Blitz, trouble), &board, 0, &mut rng);
        check(&board, &played, false);
        for fact in played.truth.illegal.iter().filter(|fact| fact.pressed && !fact.stands) {
            let record = &played.truth.uci()[fact.ply.index()];
            unfinished +=
                usize::from(record.len() == 5 && record.starts_with(&format!("{}{}", fact.from, fact.to)));
        }
    }
    assert!(unfinished > 20, "{unfinished} pawns were left on the last rank");
}

#[test]
fn an_array_set_up_wrongly_is_put_right_or_played_from() {
    let (mut right, mut wrong) = (0, 0);
    for seed in 0..80 {
        let mut rng = Rng::new(seed);
        let game = games::draw(GameKind::Mixed, &mut rng);
        let before = games::real()[0].positions().pop().expect("a last position");
        let before = shakmaty::Position::board(&before).clone();
        let played = sim::perform(&game, &options(Tempo::Rapid, Trouble::setups()), &before, 0, &mut rng);
        check(&before, &played, false);
        assert_eq!(played.truth.agreed, game.start);
        if played.truth.start == game.start {
            right += 1;
            assert_eq!(played.truth.uci(), game.uci());
        } else {
            wrong += 1;
            let differing = Square::ALL.into_iter().filter(|&square| {
                played.truth.start.board().piece_at(square) != game.start.board().piece_at(square)
            });
            assert_eq!(differing.count(), 2, "two neighbours are exchanged");
        }
    }
    assert!(right > 40 && wrong > 10, "{right} right, {wrong} wrong");
}

/// The reply is often begun before the press here, also where its piece is one of those exchanged.
#[test]
fn exchanged_pieces_that_are_put_right_late_stay_on_the_board() {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let game = games::draw(GameKind::Mixed, &mut rng);
        let trouble = Trouble { press_percent: 2_000, ..Trouble::put_right_late() };
        let played = sim::perform(&game, &options(Tempo::Blitz, trouble), &Board::new(), 0, &mut rng);
        let (mut board, mut short, standings) = (Board::new(), 0, standings(&played));
        for act in &played.acts {
            match act.what {
                What::Lift(square) => {
                    assert!(board.remove_piece_at(square).is_some(), "seed {seed}: nothing on {square}");
                }
                What::Place(square, piece) => board.set_piece_at(square, piece),
                // A piece may be in a hand at one ply, but not at four.
                What::Mark(Mark::Made(plies)) => {
                    let is_short = board.occupied().count() < standings[plies].board().occupied().count();
                    short = if is_short { short + 1 } else { 0 };
                    assert!(short < 4, "seed {seed}: a piece is lost by ply {plies}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn without_a_queen_a_rook_is_turned_or_the_pawn_stands_for_it() {
    let (mut rooks, mut pawns) = (0, 0);
    for seed in 0..80 {
        let mut rng = Rng::new(seed);
        let game = games::draw(GameKind::Promotions, &mut rng);
        let board = game.start.board().clone();
        let trouble = Trouble { kings_ppm: 0, analysis_ppm: 0, clumsy_percent: 0, ..Trouble::makeshift() };
        let played = sim::perform(&game, &options(Tempo::Blitz, trouble), &board, 0, &mut rng);
        check(&board, &played, false);
        let words = played.truth.uci();
        // A promotion that ends the game would have to be to a queen: then somebody finds one.
        let queens = words
            .split_last()
            .map_or(0, |(_, words)| words.iter().filter(|word| word.ends_with('q')).count());
        assert_eq!(queens, 0, "no queen was at hand: {words:?}");
        rooks += words.iter().filter(|word| word.ends_with('r')).count();
        pawns += played.truth.illegal.iter().filter(|made| made.stands).count();
    }
    assert!(rooks > 20 && pawns > 10, "{rooks} rooks, {pawns} pawns");
}

#[test]
fn what_others_do_at_the_board_never_changes_the_game() {
    for seed in 0..60 {
        let mut rng = Rng::new(seed);
        let game = games::draw(GameKind::Mixed, &mut rng);
        let board = Board::new();
        let trouble = Trouble { outsiders_ppm: 200_000, press_percent: 0, ..Trouble::usual() };
        let played = sim::perform(&game, &options(Tempo::Rapid, trouble), &board, 0, &mut rng);
        check(&board, &played, false);
        assert_eq!(played.truth.uci(), game.uci());
    }
}
