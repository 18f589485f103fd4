//! What a board saw around one ply: `cargo run --release -p sim --example trace -- CELL SEED PLY`.

use board::BoardEvent;
use game::{GameEvent, Scribe, Tags, Terms};
use sim::{What, cells};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let cell = cells::all().into_iter().find(|cell| cell.name == args[0]).expect("a cell");
    let seed: u64 = args[1].parse().expect("a seed");
    let ply: usize = args[2].parse().expect("a ply");
    let simulated = cell.simulate(seed);
    let truth = &simulated.truths[0];
    let terms = Terms {
        sensing: cell.board.sensing,
        mode: truth.start.mode(),
        start: truth.start.clone(),
        clock: cell.board.clock.is_some(),
        next_move_completes: true,
        scan_ms: cell.board.scan_ms,
    };
    let mut scribe = Scribe::new(terms, Tags::default());
    println!("played {:?}", &truth.uci()[ply.saturating_sub(3)..(ply + 4).min(truth.plies.len())]);
    let mut acts = simulated.acts.iter().peekable();
    let mut lines: Vec<(u64, u8, String)> = Vec::new();
    for (t, event) in &simulated.events {
        scribe.advance(*t);
        let text = match event {
            BoardEvent::Square { square, contents } => format!("    seen {square} {contents:?}"),
            BoardEvent::Press(color) => format!("    press {color}"),
            BoardEvent::Clock(_) => String::new(),
            BoardEvent::Reading(_) => "    dump".to_owned(),
            other => format!("    {other:?}"),
        };
        if !text.is_empty() {
            lines.push((*t, 1, text));
        }
        scribe.handle_board(*t, event);
        while let Some((at, event)) = scribe.poll_event() {
            let text = match event {
                GameEvent::Ply { ply, played, state, reason } => {
                    format!("        {ply} {} {state:?} {reason:?}", played.report(truth.start.mode()))
                }
                GameEvent::Superseded { ply, played, .. } => {
                    format!("        {ply} {} superseded", played.report(truth.start.mode()))
                }
                GameEvent::Asked { ply, alternatives } => format!(
                    "        asked {ply} {:?}",
                    alternatives.iter().map(|p| p.report(truth.start.mode())).collect::<Vec<_>>()
                ),
                other => format!("        {}", format!("{other:?}").chars().take(60).collect::<String>()),
            };
            lines.push((at, 2, text));
        }
    }
    let mut from = 0;
    let mut until = u64::MAX;
    while let Some(act) = acts.next() {
        let text = match act.what {
            What::Lift(square) => format!("lift {square}"),
            What::Place(square, piece) => format!("place {}{square}", piece.char()),
            What::Press(color) => format!("press {color}"),
            What::Mark(mark) => {
                let text = format!("{mark:?}");
                if text.contains(&format!("({})", ply.saturating_sub(2)))
                    || text.contains(&format!(": {},", ply.saturating_sub(2)))
                {
                    from = act.t_ms;
                }
                text
            }
            other => format!("{other:?}"),
        };
        lines.push((act.t_ms, 0, text));
    }
    lines.sort_by_key(|line| (line.0, line.1));
    if let Some(t) = args.get(3).and_then(|a| a.parse().ok()) {
        from = t;
    }
    if let Some(t) = args.get(4).and_then(|a| a.parse().ok()) {
        until = t;
    }
    if from == 0 {
        // The instant at which the wanted ply was first shown, less twenty seconds.
        let needle = format!("        {ply} ");
        from = lines
            .iter()
            .find(|line| line.2.starts_with(&needle))
            .map_or(0, |line| line.0.saturating_sub(15_000));
        until = from + 40_000;
    }
    for (t, _, text) in lines.iter().filter(|line| line.0 >= from && line.0 <= until).take(120) {
        println!("{t:8} {text}");
    }
}
