//! scratch
use sim::{
    cells,
    log::{LogHeader, write},
    simulate,
};
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let cell = cells::all().into_iter().find(|c| c.name == a[1]).unwrap();
    let s = simulate(a[2].parse().unwrap(), cell.kind, cell.games, &cell.hands, &cell.board);
    print!("{}", write(&LogHeader::of(&s.truths[0], &cell.board, cell.hands.tempo), &s.events));
}
