//! Any sequence of square events, presses, readings and commands: no panic, and the plies always follow each other.
#![no_main]

use board::{BoardEvent, ClockReading, Contents};
use game::{Command, CommandJson, OrderJson, Scribe, Tags, Terms};
use libfuzzer_sys::fuzz_target;
use shakmaty::{ByColor, Color, Piece, Role, Square};

fuzz_target!(|data: &[u8]| {
    let mut scribe = Scribe::new(Terms::default(), Tags::default());
    let mut t = 0;
    for act in data.chunks_exact(3) {
        let [kind, square, pause] = *act else { break };
        t += u64::from(pause) * 16;
        if kind == 0xf6 {
            let order = order(&scribe, square);
            if let Ok(command) =
                Command::read(&CommandJson { order, game: None, author: None, login: None, staged: None })
            {
                let _ = scribe.handle_command(t, &command);
            }
            continue;
        }
        let square = Square::new(u32::from(square & 63));
        let event = match kind & 15 {
            0..=5 => BoardEvent::Square { square, contents: Contents::Empty },
            6 => BoardEvent::Press(Color::from_white(square.is_light())),
            7 => BoardEvent::Square { square, contents: Contents::Occupied },
            8 => BoardEvent::Gap { gap_ms: u64::from(pause) * 100 },
            9 => BoardEvent::Clock(ClockReading {
                left_ms: ByColor { white: 60_000, black: 60_000 },
                running: Some(Color::from_white(square.is_light())),
                lever: None,
            }),
            _ => {
                let role = Role::ALL[usize::from(kind >> 4) % Role::ALL.len()];
                let color = Color::from_white(kind & 1 == 0);
                BoardEvent::Square { square, contents: Contents::Piece(Piece { color, role }) }
            }
        };
        scribe.handle_board(t, &event);
        while scribe.poll_event().is_some() {}
    }
    scribe.advance(t + 20_000);
    let score = scribe.score();
    for index in 0..score.plies.len() {
        assert_ne!(
            score.after(index).turn(),
            score.after(index + 1).turn(),
            "the turn passes with every ply"
        );
    }
});

/// A command that could be meant: about plies there are, with moves that are asked about.
fn order(scribe: &Scribe, choice: u8) -> OrderJson {
    let mode = scribe.score().start.mode();
    let ply = usize::from(choice >> 3) % (scribe.score().plies.len() + 2);
    match choice & 7 {
        0..=2 => match scribe.asked() {
            Some((ply, alternatives)) => {
                let mv = alternatives[usize::from(choice >> 3) % alternatives.len()].report(mode);
                OrderJson::Choose { ply: ply.get(), mv }
            }
            None => OrderJson::Restore { ply },
        },
        3 => OrderJson::Promote { ply, piece: "N".to_owned() },
        4 => OrderJson::Restore { ply },
        5 => OrderJson::Correct { from_ply: ply, moves: vec!["e2e4".to_owned(), "e7e5".to_owned()] },
        6 => OrderJson::Result { result: if choice & 8 == 0 { "1-0" } else { "*" }.to_owned() },
        _ => OrderJson::Start { white: None, black: None, fen: None },
    }
}
