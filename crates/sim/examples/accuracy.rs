//! Accuracy by cell, without the program: `cargo run --release -p sim --example accuracy -- CELL FROM TO [show]`.

use sim::{accuracy, cells};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let cell_name = args.first().map_or("", String::as_str);
    let number = |index: usize, default: u64| args.get(index).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (from, to) = (number(1, 1), number(2, 100));
    let show = args.get(3).is_some();
    for cell in cells::all().into_iter().filter(|cell| cell.name.starts_with(cell_name)) {
        let (
            mut games,
            mut exact,
            mut plies,
            mut wrong,
            mut asked,
            mut alarms,
            mut missed,
            mut events,
            mut revisions,
        ) = (0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u32, 0u64, 0u32);
        let (mut prov, mut fin) = (Vec::new(), Vec::new());
        let mut bad = Vec::new();
        for seed in from..=to {
            let verdict = accuracy::judge(&cell, seed);
            games += 1;
            exact += u32::from(verdict.exact);
            plies += verdict.plies;
            wrong += verdict.wrong;
            asked += verdict.asked;
            alarms += verdict.false_illegal;
            missed += verdict.missed_illegal;
            revisions += verdict.revisions;
            events += u64::from(verdict.events);
            prov.extend(verdict.provisional_ms);
            fin.extend(verdict.final_ms);
            if !verdict.exact {
                bad.push(seed);
                if show {
                    let at = verdict.played.iter().zip(&verdict.scored).take_while(|(a, b)| a == b).count();
                    println!(
                        "seed {seed}: differs at ply {} of {}: played {:?} scored {:?} asked {}",
                        at + 1,
                        verdict.played.len(),
                        &verdict.played[at..(at + 4).min(verdict.played.len())],
                        &verdict.scored[at..(at + 4).min(verdict.scored.len())],
                        verdict.asked
                    );
                }
            }
            if show && (verdict.false_illegal > 0 || verdict.missed_illegal > 0) {
                println!(
                    "seed {seed}: false alarms {} missed {}",
                    verdict.false_illegal, verdict.missed_illegal
                );
            }
        }
        let pct = |list: &mut Vec<u32>, p: usize| {
            list.sort_unstable();
            list.get((list.len() * p / 100).min(list.len().saturating_sub(1))).copied().unwrap_or(0)
        };
        println!(
            "{:24} games {games} exact {exact} ({:.2}%) plies {plies} wrong {wrong} asked {asked} alarms {alarms} missed {missed} rev {revisions} ev {events} prov {}/{} final {}/{} bad {:?}",
            cell.name,
            f64::from(exact) * 100.0 / f64::from(games),
            pct(&mut prov, 50),
            pct(&mut prov, 99),
            pct(&mut fin, 50),
            pct(&mut fin, 99),
            &bad[..bad.len().min(12)]
        );
    }
}
