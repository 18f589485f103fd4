//! Faults of boards and links: their effects, and that everything heals except a dead square.

use board::{BoardEvent, Contents, Millis, Reading};
use shakmaty::{Board, Square};
use sim::{BoardProfile, Cable, Faults, GameKind, HandsOptions, Tempo, Trouble, What, simulate};

fn hands() -> HandsOptions {
    HandsOptions { tempo: Tempo::Blitz, trouble: Trouble::usual(), traits: None }
}

/// The board's last account of its squares, once everything was read.
fn last_reading(events: &[(Millis, BoardEvent)]) -> Reading {
    let mut reading = Reading::empty();
    for (_, event) in events {
        match event {
            BoardEvent::Reading(whole) => reading = whole.clone(),
            BoardEvent::Square { square, contents } => reading.set(*square, *contents),
            BoardEvent::Press(_) | BoardEvent::Clock(_) | BoardEvent::Flag(_) | BoardEvent::Gap { .. } => {}
            other => panic!("a sampled board does not say {other:?}"),
        }
    }
    reading
}

fn truly_there(acts: &[sim::Act]) -> Board {
    let mut board = Board::new();
    for act in acts {
        match act.what {
            What::Lift(square) => board.discard_piece_at(square),
            What::Place(square, piece) => board.set_piece_at(square, piece),
            _ => {}
        }
    }
    board
}

fn check_heals(faults: Faults) -> usize {
    let mut events = 0;
    for seed in 0..20 {
        for profile in [BoardProfile::dgt(), BoardProfile::chesslink(), BoardProfile::hall(20)] {
            let run =
                simulate(seed, GameKind::Mixed, 1, &hands(), &profile.clone().with_faults(faults.clone()));
            let board = truly_there(&run.acts);
            let expected = match profile.sensing {
                board::Sensing::Piece => Reading::from_board(&board),
                board::Sensing::Occupancy => Reading::from_occupied(board.occupied()),
            };
            assert_eq!(last_reading(&run.events), expected, "seed {seed}, {faults:?}");
            assert!(run.events.windows(2).all(|pair| pair[0].0 <= pair[1].0), "time goes back");
            events += run.events.len();
        }
    }
    events
}

#[test]
fn whatever_disturbs_the_reading_heals() {
    let calm = check_heals(Faults::default());
    let noisy = [
        Faults { bounce_ppm: 300_000, ..Faults::default() },
        Faults { off_centre_ppm: 50_000, ..Faults::default() },
        Faults { ghost_ppm: 50_000, ..Faults::default() },
        Faults { misread_ppm: 50_000, unknown_ppm: 50_000, ..Faults::default() },
        Faults { weak: vec![(Square::E4, 0), (Square::D5, 0)], ..Faults::default() },
        Faults { duplicate_ppm: 50_000, ..Faults::default() },
    ];
    for faults in noisy {
        let events = check_heals(faults.clone());
        assert!(events > calm, "{faults:?} adds nothing: {events} events");
    }
    check_heals(Faults::everyday());
}

#[test]
fn a_lost_link_ends_with_a_gap_and_a_full_reading() {
    check_heals(Faults::default().with_gaps(4, 25_000));
    let profile = BoardProfile::dgt().with_faults(Faults::default().with_gaps(4, 25_000));
    let run = simulate(9, GameKind::Generated, 1, &hands(), &profile);
    let mut gaps = 0;
    for (index, (t, event)) in run.events.iter().enumerate() {
        let BoardEvent::Gap { gap_ms } = event else { continue };
        gaps += 1;
        assert!((1_000..=25_000).contains(gap_ms));
        assert!(matches!(run.events[index + 1].1, BoardEvent::Reading(_)));
        let before = run.events[index - 1].0;
        assert!(before <= t - gap_ms, "something was heard during the loss");
    }
    assert!(gaps >= 2, "{gaps} gaps");
}

#[test]
fn a_dead_square_reads_the_same_for_ever() {
    let dead = vec![(Square::E4, 0, Contents::Empty)];
    let profile = BoardProfile::dgt().with_faults(Faults { dead, ..Faults::default() });
    let run = simulate(2, GameKind::Real, 1, &hands(), &profile);
    let told =
        run.events.iter().any(|(_, event)| matches!(event, BoardEvent::Square { square: Square::E4, .. }));
    assert!(!told);
}

#[test]
fn a_board_without_current_is_gone_for_some_seconds_and_reads_everything_then() {
    check_heals(Faults { reboots: 3, ..Faults::default() });
    let profile = BoardProfile::chesslink().with_faults(Faults { reboots: 3, ..Faults::default() });
    let run = simulate(4, GameKind::Generated, 1, &hands(), &profile);
    let gaps: Vec<Millis> = run
        .events
        .iter()
        .filter_map(|(_, event)| match event {
            BoardEvent::Gap { gap_ms } => Some(*gap_ms),
            _ => None,
        })
        .collect();
    assert!(!gaps.is_empty() && gaps.iter().all(|gap_ms| (3_000..=10_000).contains(gap_ms)), "{gaps:?}");
}

#[test]
fn a_late_board_begins_in_the_middle_and_knows_whose_time_runs() {
    for seed in 0..20 {
        let profile = BoardProfile::dgt().with_faults(Faults { late_ppm: 1_000_000, ..Faults::default() });
        let run = simulate(seed, GameKind::Mixed, 1, &hands(), &profile);
        let (from_ms, BoardEvent::Reading(first)) = &run.events[0] else { panic!("it is read first") };
        let done: Vec<sim::Act> = run.acts.iter().filter(|act| act.t_ms <= *from_ms).copied().collect();
        assert_eq!(*first, Reading::from_board(&truly_there(&done)));
        assert!(run.missed > 0 && run.missed < run.truths[0].plies.len());
        let BoardEvent::Clock(clock) = run.events[1].1 else { panic!("the clock is read with it") };
        assert!(clock.running.is_some());
    }
}

#[test]
fn squares_break_during_the_game_and_not_before() {
    let faults = Faults { dead_squares: 2, weak_squares: 2, ..Faults::default() };
    let noisy = BoardProfile::dgt().with_faults(faults);
    let (calm, broken) = (
        simulate(3, GameKind::Real, 1, &hands(), &BoardProfile::dgt()),
        simulate(3, GameKind::Real, 1, &hands(), &noisy),
    );
    assert_eq!(calm.acts, broken.acts, "hands know nothing of sensors");
    assert_eq!(calm.events[..4], broken.events[..4]);
    assert_ne!(calm.events, broken.events);
}

/// Games through the real protocol, whichever way round the board stands and even when its power fails.
#[test]
fn behind_its_cable_a_board_tells_the_same_squares() {
    for (rotated, reboots, remembers) in
        [(false, 0, true), (true, 0, true), (false, 3, true), (true, 3, false)]
    {
        let cable = Some(Cable { rotated, remembers });
        let faults = Faults { reboots, ..Faults::default() };
        let profile = BoardProfile { cable, ..BoardProfile::dgt().with_faults(faults) };
        let mut gaps = 0;
        for seed in 0..4 {
            let run = simulate(seed, GameKind::Mixed, 1, &hands(), &profile);
            let mut reading = Reading::empty();
            for (_, event) in &run.events {
                match event {
                    BoardEvent::Reading(whole) => reading = whole.clone(),
                    BoardEvent::Square { square, contents } => reading.set(*square, *contents),
                    BoardEvent::Gap { .. } => gaps += 1,
                    _ => {}
                }
            }
            assert_eq!(reading, Reading::from_board(&truly_there(&run.acts)), "seed {seed}, {cable:?}");
        }
        // While the power is off nothing is remembered either; without reboots nothing is lost.
        assert!(if reboots == 0 { gaps == 0 } else { remembers || gaps > 0 }, "{gaps} gaps with {cable:?}");
    }
}
