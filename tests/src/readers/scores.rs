//! Games of which everything is known: of every kind, with names that nobody should have, in every state from the first move to
//! the result.

use game::{Played, Player, Ply, PlyState, PublicScore, Reason, Remark, ResultEntry, Score, Standing, Tags};
use shakmaty::{ByColor, Position, Square};
use sim::{
    Rng,
    games::{Game, GameKind, draw, generate, showcase},
};

/// Names that people have, and some that only a file has.
pub(super) const NAMES: [&str; 24] = [
    "",
    "Nowak, Anna",
    "Ødegård, Åse",
    "Żółć-Gęślą, Jaźń",
    "Карякина, Мария",
    "أحمد, محمد",
    "O'Neil \"The Rook\", Jan",
    "Back\\slash, At the end\\",
    "\\\"",
    "]",
    "[Event \"Another\"]",
    "\"] [White \"Somebody else",
    "{Brace} (and) ; more",
    "%escaped",
    "1-0",
    "1. e4 e5",
    "line\nbreak",
    "tab\tand \u{202e}turned",
    "  blanks  ",
    "李, 世石",
    "🙂",
    "e\u{301}t\u{301}",
    "Very Long Name That Goes On And On, Which Nobody Has But Whom A Program Has To Take All The Same, The Third",
    "unknown",
];

const RESULTS: [&str; 9] = ["*", "1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "+/-", "-/+", "-/-"];

/// Returns all of them.
pub(super) fn all() -> Vec<PublicScore> {
    let mut rng = Rng::new(64);
    let mut games = showcase();
    for (kind, count) in [(GameKind::Mixed, 24), (GameKind::Promotions, 12), (GameKind::Chess960, 24)] {
        games.extend((0..count).map(|_| draw(kind, &mut rng)));
    }
    let mut scores = Vec::new();
    for (number, game) in (0..).zip(&games) {
        for part in [0, 1, game.moves.len() / 2, game.moves.len()] {
            let result = RESULTS[(number + part) % RESULTS.len()];
            scores.push(score(game, number, part, result));
        }
        scores.extend(with_a_move_that_stands(game, number, &mut rng).into_iter().flatten());
    }
    scores.iter().map(|score| PublicScore::of(score, None)).collect()
}

/// Returns a game as it stands after some plies.
fn score(game: &Game, number: usize, plies: usize, result: &str) -> Score {
    let mut score = Score::new(1, game.start.clone(), tags(number), 0);
    score.clock_started_ms = Some(1_000);
    for mv in &game.moves[..plies] {
        let after = score.standing().play(*mv);
        push(&mut score, Played::Legal(*mv), after);
    }
    if plies > 3 {
        score.remarks.insert(3, vec![Remark::DrawOffer]);
        let used_ms = ByColor { white: Some(3_600_000), black: None };
        let left_ms = Some(ByColor { white: 60_000, black: 59_999 });
        score.remarks.insert(plies, vec![Remark::Adjourned { left_ms, used_ms }]);
    }
    score.result = ResultEntry::parse(result);
    score
}

/// Returns a game in which a rook's pawn jumped over the board and the arbiter let that stand; then one in which they have not
/// ruled yet. `None` where that is no position.
fn with_a_move_that_stands(game: &Game, number: usize, rng: &mut Rng) -> Option<[Score; 2]> {
    let part = game.moves.len() / 3;
    let mut stands = score(game, number, part, "*");
    let mut setup = stands.standing().setup().clone();
    let (from, to) = (Square::A2, Square::A5);
    let pawn = setup.board.remove_piece_at(from)?;
    setup.board.set_piece_at(to, pawn);
    setup.turn = !setup.turn;
    setup.ep_square = None;
    let mode = stands.start.mode();
    let after = Standing::from_setup(setup.clone(), mode);
    after.position().filter(|position| !position.is_game_over())?;
    push(&mut stands, Played::Irregular { from: Some(from), to: Some(to) }, after.clone());
    let rest = generate::game(after, rng);
    for mv in rest.moves.iter().take(20) {
        let after = stands.standing().play(*mv);
        push(&mut stands, Played::Legal(*mv), after);
    }
    let waits = stands.clone();
    stands.plies.at_mut(part).released = true;
    stands.result = ResultEntry::parse("1-0");
    Some([stands, waits])
}

fn push(score: &mut Score, played: Played, after: Standing) {
    let index = score.plies.len() as u32;
    let made_ms = 1_000 + u64::from(index) * 7_300;
    let is_timed = index % 5 != 4;
    score.plies.push(Ply {
        played,
        after,
        state: PlyState::Final,
        reason: Reason::Quiet,
        touched_ms: made_ms,
        made_ms,
        pressed_ms: is_timed.then_some(made_ms + 900),
        left_ms: is_timed.then_some(36_100_000_u32.saturating_sub(index * 401_300)),
        estimated: index % 7 == 6,
        released: false,
    });
}

fn tags(number: usize) -> Tags {
    let name = |at: usize| NAMES[at % NAMES.len()].to_owned();
    let player = |at: usize| Player {
        name: name(at),
        title: ["", "GM", "WFM"][at % 3].to_owned(),
        elo: (at.is_multiple_of(2)).then_some(1_400 + at as u16),
        fide_id: (at.is_multiple_of(3)).then_some(1_100_000 + at as u32),
        team: if at.is_multiple_of(4) { name(at + 5) } else { String::new() },
        federation: String::new(),
    };
    Tags {
        event: if number.is_multiple_of(6) { name(number / 6) } else { "City Open".to_owned() },
        site: if number.is_multiple_of(5) { name(number / 5 + 3) } else { "Kraków POL".to_owned() },
        date: ["2026.11.21", "2026.11.??", ""][number % 3].to_owned(),
        tournament: "A".to_owned(),
        round: ["3", "", "final"][number % 3].to_owned(),
        board: (number + 1).to_string(),
        time_control: ["5400+30", "40/6000+30:1800+30", "90 min / 40 moves", ""][number % 4].to_owned(),
        players: ByColor { white: player(number), black: player(number + 7) },
    }
}
