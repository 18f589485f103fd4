//! Which way round a board stands, judged by the men alone in the middle of games.

use board::{Orientation, Reading};
use shakmaty::Position;
use sim::{
    Rng,
    games::{GameKind, draw, real},
};

/// Positions of games that begin from the normal array; `GAMES=4000` tries more.
#[test]
fn no_position_of_a_game_is_told_the_wrong_way_round() {
    let wanted = std::env::var("GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    let mut rng = Rng::new(41);
    let generated = (0..wanted).map(|_| draw(GameKind::Generated, &mut rng));
    let (mut told, mut all) = (0, 0);
    for game in real().into_iter().chain(generated) {
        for position in game.positions() {
            let reading = Reading::from_board(position.board());
            let judged = Orientation::judge_men(&reading);
            assert_ne!(judged, Some(Orientation::Rotated), "{}", position.board());
            assert_ne!(
                Orientation::judge_men(&reading.rotated()),
                Some(Orientation::Normal),
                "turned: {}",
                position.board()
            );
            told += usize::from(judged.is_some());
            all += 1;
        }
    }
    assert!(told * 2 > all, "it is of use: {told} of {all} are told");
    println!("{told} of {all} positions are told");
}
