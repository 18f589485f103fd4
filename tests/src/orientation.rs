//! Tests of which way round a board stands, judged by the men alone in the middle of games.

use board::{Orientation, Reading};
use shakmaty::Position;
use sim::{
    Rng,
    games::{GameKind, draw, real},
};

/// Judges positions of games that begin from the normal array; `GAMES=4000` tries more.
#[test]
fn no_position_of_a_game_is_told_the_wrong_way_round() {
    let wanted = std::env::var("GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(300);
    let mut rng = Rng::new(41);
    let generated = (0..wanted).map(|_| draw(GameKind::Generated, &mut rng));
    let (mut told, mut all, mut wrong) = (0u32, 0u32, Vec::new());
    for game in real().into_iter().chain(generated) {
        for position in game.positions() {
            let reading = Reading::from_board(position.board());
            let judged = [&reading, &reading.rotated()].map(Orientation::judge_men);
            if judged[0] == Some(Orientation::Rotated) || judged[1] == Some(Orientation::Normal) {
                wrong.push(format!("{} {judged:?}", position.board()));
            }
            told += u32::from(judged[0].is_some());
            all += 1;
        }
    }
    println!("{told} of {all} positions are told");
    assert!(told * 2 > all, "it is of use: {told} of {all} are told");
    assert!(wrong.is_empty(), "{} of {all}: {wrong:#?}", wrong.len());
}
