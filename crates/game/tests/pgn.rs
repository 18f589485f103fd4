//! The PGN output: tags, clock comments, illegal moves that the arbiter let stand, and names that contain PGN syntax.

use board::{BoardEvent, ClockReading, Contents, Reading};
use game::{
    ClockFace, Played, Player, Ply, PlyNo, PlyState, PublicScore, Reason, Remark, ResultEntry, Score, Scribe,
    Standing, Tags, Terms, Unpressed, pgn,
};
use shakmaty::{ByColor, Color, KnownOutcome, uci::UciMove};

fn score(moves: &[&str]) -> Score {
    let mut score = Score::new(1, Standing::initial(), Tags::default(), 0);
    score.clock_started_ms = Some(1_000);
    for (index, text) in moves.iter().enumerate() {
        let standing = score.standing().clone();
        let position = standing.position().expect("the test plays legal moves");
        let mv = text.parse::<UciMove>().expect("UCI").to_move(position).expect("legal");
        let t = 1_000 + (index as u64 + 1) * 33_000;
        score.plies.push(ply(Played::Legal(mv), standing.play(mv), t));
    }
    score
}

fn ply(played: Played, after: Standing, t: u64) -> Ply {
    Ply {
        played,
        after,
        state: PlyState::Completed,
        reason: Reason::Press,
        touched_ms: t - 2_000,
        made_ms: t - 1_000,
        pressed_ms: Some(t),
        left_ms: Some(5_397_999),
        estimated: false,
        released: false,
    }
}

fn written(score: &Score) -> String {
    pgn::write(&PublicScore::of(score, None), pgn::Twin::default())
}

#[test]
fn moves_carry_the_time_left_and_the_time_spent() {
    let text = written(&score(&["e2e4", "e7e5"]));
    assert!(
        text.contains("1. e4 {[%clk 1:29:57] [%emt 0:00:33]} 1... e5 {[%clk 1:29:57] [%emt 0:00:33]}"),
        "{text}"
    );
    assert!(text.ends_with(" *\n"), "the result is always written: {text}");
}

#[test]
fn only_a_confirmed_result_is_written() {
    let mut game = score(&["f2f3", "e7e5", "g2g4", "d8h4"]);
    game.proposed = Some(KnownOutcome::Decisive { winner: Color::Black });
    assert!(written(&game).contains("[Result \"*\"]"));
    game.result = game.proposed.map(Into::into);
    let text = written(&game);
    assert!(text.contains("[Result \"0-1\"]") && text.trim_end().ends_with("0-1"), "{text}");
    assert!(text.contains("Qh4#"), "{text}");
}

#[test]
fn what_pgn_has_no_token_for_stands_in_a_tag() {
    let with_result = |moves: &[&str], result: &str| {
        let mut game = score(moves);
        game.result = ResultEntry::parse(result);
        written(&game)
    };
    let check = |moves: &[&str], result: &str, token: &str, tags: &[&str]| {
        let text = with_result(moves, result);
        assert!(text.contains(&format!("[Result \"{token}\"]")), "{text}");
        assert!(
            text.trim_end().ends_with(&format!(" {token}"))
                || text.trim_end().ends_with(&format!("\n{token}"))
        );
        for tag in tags {
            assert!(text.contains(tag), "{tag} is not in {text}");
        }
        assert_eq!(text.contains("[Score"), !tags.is_empty(), "{text}");
    };
    check(&["e2e4"], "1-0", "1-0", &[]);
    check(&["e2e4"], "0-0", "*", &["[Score \"0-0\"]", "[Termination \"adjudication\"]"]);
    check(&["e2e4"], "½-0", "*", &["[Score \"1/2-0\"]"]);
    check(&[], "+/-", "1-0", &["[Score \"+/-\"]", "[Termination \"rules infraction\"]"]);
    check(&[], "-/-", "*", &["[Score \"-/-\"]", "[Termination \"rules infraction\"]"]);
}

/// Plays 1. e4, then an irregular pawn jump that the arbiter lets stand (`released`) or not, then Nf3.
fn with_an_illegal_move(released: bool) -> Score {
    let mut game = score(&["e2e4"]);
    let after =
        Standing::from_fen("rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2", game.start.mode())
            .expect("a position");
    let (from, to) = (Some(shakmaty::Square::D7), Some(shakmaty::Square::D4));
    let illegal = ply(Played::Irregular { from, to }, after.clone(), 90_000);
    game.plies.push(Ply { released, ..illegal });
    let position = after.position().expect("a position");
    let mv = "g1f3".parse::<UciMove>().expect("UCI").to_move(position).expect("legal");
    game.plies.push(ply(Played::Legal(mv), after.play(mv), 120_000));
    game
}

#[test]
fn nothing_of_an_illegal_move_is_public_until_the_arbiter_lets_it_stand() {
    let text = written(&with_an_illegal_move(false));
    assert_eq!(text, written(&score(&["e2e4"])), "to the world the game ends before it");
    for of_another_position in ["d4", "Nf3", "FEN", "SetUp", "went on", "continued"] {
        assert!(!text.contains(of_another_position), "{of_another_position} in {text}");
    }
}

#[test]
fn what_the_arbiter_lets_stand_ends_the_movetext_and_the_game_goes_on_in_a_second() {
    let game = with_an_illegal_move(true);
    let text = written(&game);
    assert_eq!(pgn::write_whole(&with_an_illegal_move(false)), text, "who holds all of it has the same");
    assert!(!text.contains("d4 "), "no word of the illegal move: {text}");
    assert_eq!(text.matches("[Event ").count(), 2, "{text}");
    assert!(text.contains("[FEN \"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\"]"), "{text}");
    assert!(text.contains("2. Nf3"), "{text}");
    let movetext = text.replace('\n', " ");
    assert!(movetext.contains("[%emt 0:00:33] The game went on from another position.} *"), "{text}");
    // A program that compares ids, or event, site, round, board and players, or positions, must see two different
    // games.
    for tag in ["Event", "GameId", "FEN"] {
        let mut values = text.lines().filter(|line| line.starts_with(&format!("[{tag} ")));
        assert_ne!(values.next(), values.next(), "{tag} is the same in {text}");
    }
}

#[test]
fn games_of_one_table_are_told_apart_and_a_corrected_name_changes_no_id() {
    let mut game = score(&["e2e4"]);
    (game.tags.event, game.tags.round, game.tags.board) = ("Open".into(), "7".into(), "12".into());
    game.tags.date = "2026.11.22".into();
    let first = written(&game);
    assert!(first.contains("[Event \"Open\"]") && first.contains("[GameId \"2026.11.22-7-12\"]"), "{first}");
    game.tags.players.white.name = "Put right, Anna".into();
    assert!(written(&game).contains("[GameId \"2026.11.22-7-12\"]"));
    let second = PublicScore::of(&game, None).numbered(2);
    assert_eq!(second.name(), PublicScore::of(&game, None).name());
    let text = pgn::write(&second, pgn::Twin { name: true, id: true, table: None });
    assert!(text.contains("[Event \"Open, game 2\"]") && text.contains("-12-2\"]"), "{text}");
}

#[test]
fn a_draw_offered_and_an_adjournment_are_words_in_the_one_comment_of_their_move() {
    let mut game = score(&["e2e4", "e7e5", "g1f3"]);
    let adjourned = Remark::Adjourned {
        left_ms: Some(ByColor { white: 2_232_000, black: 3_063_999 }),
        used_ms: ByColor { white: Some(4_968_000), black: Some(4_137_000) },
    };
    game.remarks =
        [(0, vec![]), (2, vec![Remark::DrawOffer, adjourned]), (9, vec![Remark::DrawOffer])].into();
    let text = written(&game);
    assert_eq!(text.matches("(=)").count(), 1, "what stands after no ply is not written: {text}");
    assert!(!text.contains('$'), "{text}");
    let movetext = text.replace('\n', " ");
    let wanted = "(=) | adjourned; sealed move; W 0:37:12 used 1:22:48; B 0:51:03 used 1:08:57} 2. Nf3 {[%clk 1:29:57]";
    assert!(movetext.contains(wanted) && !movetext.contains("} {"), "{text}");
    assert!(text.lines().all(|line| line.len() < 80), "{text}");
    let nobody_told = Remark::Adjourned { left_ms: None, used_ms: ByColor::default() };
    assert_eq!(nobody_told.text(), "adjourned; sealed move");
}

#[test]
fn the_move_that_mates_has_its_time_though_nobody_presses_for_it() {
    let mut game = score(&["f2f3", "e7e5", "g2g4", "d8h4"]);
    let mate = game.plies.at_mut(3);
    (mate.pressed_ms, mate.left_ms) = (None, None);
    let made_ms = mate.made_ms;
    game.unpressed = Some(Unpressed { ply: PlyNo::of_index(3), made_ms, left_ms: 61_000 });
    assert!(!written(&game).contains("Qh4# {[%clk"), "it may still be pressed for");
    game.proposed = Some(KnownOutcome::Decisive { winner: Color::Black });
    assert!(written(&game).replace('\n', " ").contains("Qh4# {[%clk 0:01:01] [%emt"), "{}", written(&game));
    game.unpressed = Some(Unpressed { ply: PlyNo::of_index(3), made_ms: made_ms - 1, left_ms: 61_000 });
    assert!(!written(&game).contains("Qh4# {[%clk"), "another move's time is not its own");
}

#[test]
fn names_cannot_break_out_of_their_tag() {
    let mut game = score(&[]);
    let name = "Quote \" back\\slash\n[Result \"1-0\"]".to_owned();
    game.tags.players = ByColor { white: Player { name, ..Player::default() }, black: Player::default() };
    let text = written(&game);
    assert!(text.contains(r#"[White "Quote \" back\\slash [Result \"1-0\"]"]"#), "{text}");
}

#[test]
fn lines_break_between_words_and_never_inside_a_comment() {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(20);
    for line in written(&score(&moves)).lines() {
        assert!(line.chars().count() < 80, "{line}");
        assert_eq!(line.matches('{').count(), line.matches('}').count(), "{line}");
    }
}

#[test]
fn the_arbiters_copy_has_notes_that_cannot_break_out_and_the_same_moves() {
    let game = score(&["e2e4", "e7e5", "g1f3"]);
    let hostile = "} 1-0 {[%clk 0:00:01]}\n% 2. Nc3 [Event \"x\"] ; $1 (".to_owned();
    let long = "a word ".repeat(40);
    let notes: pgn::Notes = [(0, vec!["before".to_owned()]), (2, vec![hostile, long])].into();
    let (clean, copy) = (written(&game), pgn::write_for_arbiter(&game, &notes));
    let movetext = |text: &str| text.split_once("\n\n").expect("tags, then moves").1.to_owned();
    let bare = |text: &str| {
        let mut depth = 0;
        let outside: String = movetext(text)
            .chars()
            .filter(|character| {
                depth += i32::from(*character == '{');
                let keep = depth == 0;
                depth -= i32::from(*character == '}');
                keep
            })
            .collect();
        let words: Vec<String> = outside.split_whitespace().map(str::to_owned).collect();
        words.into_iter().filter(|word| !word.ends_with("...")).collect::<Vec<_>>()
    };
    assert_eq!(bare(&copy), bare(&clean));
    assert_eq!(copy.matches("[%clk").count(), clean.matches("[%clk").count(), "{copy}");
    assert!(
        copy.contains("{before} 1. e4")
            && !copy.contains("} {")
            && !copy.contains("}\n{")
            && copy.lines().all(|line| line.chars().count() <= 80),
        "{copy}"
    );
    assert!(!copy.lines().any(|line| line.starts_with('%')), "{copy}");
}

#[test]
fn a_game_that_goes_on_has_the_clocks_of_the_last_press_and_no_other_game_has() {
    let read_at = "2026-11-21T15:04:05.678+00:00";
    let of = |game: &Score| {
        let public = PublicScore::of(game, None);
        let press = public.last_press()?;
        Some(pgn::write_going_on(&public, pgn::Twin::default(), &press, read_at))
    };
    let mut game = score(&["e2e4", "e7e5", "g1f3"]);
    game.plies.at_mut(1).left_ms = Some(36_000_000);
    let text = of(&game).expect("it goes on");
    let tags = "[WhiteClock \"01:29:57\"]\n[BlackClock \"10:00:00\"]\n[ReferenceTime \"B/2026-11-21T15:04:05.678+00:00\"]\n";
    assert!(text.contains(tags), "{text}");
    assert_eq!(text.replace(tags, ""), written(&game), "nothing else is in it");
    assert!(!written(&game).contains("Clock"));

    // What changes without a move changes nothing, and what is not public is not told.
    let mut other = game.clone();
    other.clock =
        Some(ClockFace { left_ms: ByColor { white: 1, black: 2 }, running: None, read_ms: 9_000_000 });
    other.proposed = Some(KnownOutcome::Draw);
    assert_eq!(of(&other).as_ref(), Some(&text));

    let without = |change: fn(&mut Score)| {
        let mut game = game.clone();
        change(&mut game);
        assert_eq!(of(&game), None);
    };
    without(|game| game.result = ResultEntry::parse("1-0"));
    without(|game| game.plies.at_mut(2).pressed_ms = None);
    without(|game| game.plies.at_mut(2).left_ms = None);
    without(|game| game.plies.at_mut(1).left_ms = None);
    without(|game| {
        let (left_ms, used_ms) = (None, ByColor { white: None, black: None });
        drop(game.remarks.insert(3, vec![Remark::Adjourned { left_ms, used_ms }]));
    });
    assert_eq!(of(&score(&[])), None, "no move was made");
    assert_eq!(of(&score(&["f2f3", "e7e5", "g2g4", "d8h4"])), None, "mate ends a game");
    let mut first = score(&["e2e4"]);
    first.clock_at_start = Some(ByColor { white: 5_400_000, black: 5_400_000 });
    let text = of(&first).expect("it goes on");
    assert!(text.contains("[BlackClock \"01:30:00\"]\n[ReferenceTime \"B/"), "{text}");
    let mut waits = with_an_illegal_move(false);
    waits.clock_at_start = first.clock_at_start;
    assert_eq!(of(&waits), Some(text), "of an illegal move that nobody ruled on nothing is told");
    let stands = of(&with_an_illegal_move(true)).expect("it goes on");
    let (before, after) = stands.split_once("continued").expect("a second part");
    assert!(!before.contains("Clock") && after.contains("[ReferenceTime \"B/"), "the last part: {stands}");
}

/// Plays 1. Nf3 Nc6 2. g3, of which only the last is pressed for, with the clock running from the first move on, or started before
/// the last. The times are White's and Black's as the clock shows them.
fn with_forgotten_presses(is_clock_started_late: bool) -> Score {
    let mut scribe = Scribe::new(Terms::default(), Tags::default());
    scribe.handle_board(0, &BoardEvent::Reading(Reading::from_board(Standing::initial().board())));
    let shows = |scribe: &mut Scribe, t, white, running| {
        let left_ms = ByColor { white, black: 5_400_000 };
        scribe.handle_board(t, &BoardEvent::Clock(ClockReading { left_ms, running, lever: None }));
    };
    shows(&mut scribe, 100, 5_400_000, (!is_clock_started_late).then_some(Color::White));
    for (t, from, to, piece) in
        [(7_000, "g1", "f3", 'N'), (12_000, "b8", "c6", 'n'), (20_000, "g2", "g3", 'P')]
    {
        if is_clock_started_late && t == 20_000 {
            shows(&mut scribe, 16_000, 5_400_000, Some(Color::White));
        }
        let square = |name: &str| name.parse().expect("a square");
        let piece = shakmaty::Piece::from_char(piece).expect("a piece");
        scribe.handle_board(t, &BoardEvent::Square { square: square(from), contents: Contents::Empty });
        scribe.handle_board(
            t + 300,
            &BoardEvent::Square { square: square(to), contents: Contents::Piece(piece) },
        );
        scribe.advance(t + 3_000);
    }
    shows(&mut scribe, 24_000, 5_410_000, Some(Color::Black));
    scribe.advance(40_000);
    scribe.score().clone()
}

/// A press completes one move: of an earlier move of that player, for which nobody pressed, the clock never showed a time.
#[test]
fn a_move_without_a_press_has_no_time_of_a_later_press() {
    let one_line = |game: &Score| written(game).replace('\n', " ");
    let (running, late) = (with_forgotten_presses(false), with_forgotten_presses(true));
    let expected =
        "1. Nf3 {[%emt 0:00:07]} 1... Nc6 {[%emt 0:00:05]} 2. g3 {[%clk 1:30:10] [%emt 0:00:11]} *";
    assert!(one_line(&running).contains(expected), "{}", one_line(&running));
    let expected = "1. Nf3 Nc6 {[%emt 0:00:05]} 2. g3 {[%clk 1:30:10] [%emt 0:00:11]} *";
    assert!(one_line(&late).contains(expected), "{}", one_line(&late));
    for game in [running, late] {
        let presses: Vec<_> = (0..game.plies.len()).map(|index| game.press_ms(index).is_some()).collect();
        assert_eq!(presses, [false, false, true]);
    }
}
