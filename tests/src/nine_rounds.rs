//! An open of nine rounds in simulated time: forty players, sixteen electronic boards of twenty, an arbiter who enters
//! results, corrects, exchanges and adjourns, and a program that loses its power. At its end everything that anybody
//! was told is compared with what the hands did, and the standings with those of an independent program.
//!
//! `PROPERTY_SEEDS=20 PROPERTY_FROM=1000 cargo test --profile checked -p tests nine_rounds` plays other opens.

mod open;
mod proofs;
mod round;
mod script;

use open::Open;

#[test]
fn an_open_of_nine_rounds_ends_as_it_was_played() {
    let given = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let from = given("PROPERTY_FROM").unwrap_or(1);
    for seed in from..from + given("PROPERTY_SEEDS").map_or(1, |seeds| seeds.div_ceil(20)) {
        println!("seed {seed}");
        let open = Open::new(seed).play();
        proofs::eventful(&open);
        proofs::standings(&open, seed);
        proofs::games(&open);
        proofs::signed(&open);
        proofs::journal(&open);
    }
}
