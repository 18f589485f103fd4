//! Any lines as what a client of LiveChess says, over two boards on which something changes between them: no panic, every call is
//! answered by one frame with its id, and no frame comes twice while nothing changes.
#![no_main]

use board::{LinkState, Reading, Sensing};
use broadcast::livechess::{Boards, Choice, Now, Session, rest};
use game::ClockFace;
use libfuzzer_sys::fuzz_target;
use relay::{Released, SensedBoard};
use serde_json::Value;
use shakmaty::{Board, ByColor, Color};

const PLACEMENTS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
    "4k3/8/8/8/8/8/4P3/4K3",
    "4k3/8/8/8/4P3/8/8/4K3",
];
/// The most bytes that a line has: longer ones are refused before they get here.
const LINE_MAX: usize = 5_000;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let (mut boards, mut session) = (Boards::new("fuzz", Choice::All), Session::default());
    let mut t_ms = 0;
    for (step, line) in text.lines().take(64).enumerate() {
        let line = line.get(..LINE_MAX).unwrap_or(line);
        change(&mut boards, t_ms, step);
        let now = Now { t_ms, wall_ms: t_ms };
        check(&session.show(&boards, now));
        let frames = session.handle_text(line, &boards, now);
        check(&frames);
        let first: Value = serde_json::from_str(&frames[0]).expect("JSON");
        assert_ne!(first["response"], "feed", "a call is answered first");
        let said: Option<Value> = serde_json::from_str(line).ok();
        if let Some(Value::Object(said)) = said.filter(|_| line.len() <= 1_024) {
            assert_eq!(
                first["id"],
                said.get("id").cloned().unwrap_or_default(),
                "an id comes back as it was"
            );
        }
        assert!(session.show(&boards, now).is_empty(), "nothing changed");
        let _ = rest::answer(&boards, line, now);
        t_ms += 200 * (1 + line.len() as u64 % 4);
    }
});

/// Moves something on a board, or a clock.
fn change(boards: &mut Boards, t_ms: u64, step: usize) {
    let board = |link: u32, placement: usize| {
        let pieces: Board = PLACEMENTS[placement % PLACEMENTS.len()].parse().expect("a placement");
        SensedBoard {
            link,
            table: (link == 1).then_some(1),
            serial: Some(format!("{link}")),
            port: format!("/dev/board{link}"),
            state: if step % 7 == 6 { LinkState::Down } else { LinkState::Live },
            battery_percent: None,
            reading: Some(Reading::from_board(&pieces)),
            clock: None,
            sensing: Sensing::Piece,
        }
    };
    let left_ms = ByColor { white: 60_000, black: 60_000 };
    let face = ClockFace { left_ms, running: Some(Color::White), read_ms: t_ms };
    let clocks = if step % 3 == 2 { vec![(1, face)] } else { Vec::new() };
    let sensed = vec![board(1, step / 2), board(2, 2 + step / 4 % 2)];
    boards.update(t_ms, sensed, None, Released::at_once(Vec::new(), clocks));
}

fn check(frames: &[String]) {
    for frame in frames {
        let frame: Value = serde_json::from_str(frame).expect("a frame is JSON");
        assert!(["call", "feed", "error"].iter().any(|kind| frame["response"] == *kind), "{frame}");
        assert!(frame["time"].is_u64(), "{frame}");
        if frame["response"] == "feed" {
            assert!(frame["param"]["board"].is_string() && frame["param"]["serialnr"].is_string(), "{frame}");
        }
    }
}
