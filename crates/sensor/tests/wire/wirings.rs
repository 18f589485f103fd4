//! The scans against models of the chips, whole and broken.

use crate::chips::{AtOnce, ExpanderBus, NoAnswer, Registers, Squares, matrix};
use sensor::{
    Expanders, Matrix, Occupancy, StrobeChain, expander::ExpanderFault, shift::Active, strobe::StrobeFault,
};

/// The array, one man, nothing, everything, and each square by itself.
fn placements() -> impl Iterator<Item = u64> {
    [0xffff_0000_0000_ffff, 0, u64::MAX, 0x8100_0000_0000_0081]
        .into_iter()
        .chain((0..64).map(|square| 1 << square))
}

fn check<F: std::fmt::Debug>(squares: &Squares, mut scan: impl FnMut() -> Result<Occupancy, F>) {
    for occupied in placements() {
        squares.set(occupied);
        assert_eq!(scan().expect("the wiring is whole"), Occupancy(occupied));
    }
}

#[test]
fn every_wiring_sees_every_square() {
    let squares = Squares::default();
    let mut expanders = Expanders::new(ExpanderBus::new(squares.clone()), 0x20, Active::Low);
    check(&squares, || expanders.scan());
    let mut expanders = Expanders::on_spi(ExpanderBus::new(squares.clone()), 0x20, Active::Low);
    check(&squares, || expanders.scan());
    let registers = Registers::new(squares.clone());
    let mut chain = StrobeChain::new(registers.clone(), registers, AtOnce);
    check(&squares, || chain.scan());
    let (ranks, files) = matrix(&squares);
    let mut pins = Matrix::new(ranks, files, AtOnce);
    check(&squares, || pins.scan());
}

#[test]
fn an_expander_that_lost_its_supply_is_no_empty_board_and_is_set_up_anew() {
    let squares = Squares::default();
    squares.set(0xffff_0000_0000_ffff);
    let bus = ExpanderBus::new(squares.clone());
    let mut expanders = Expanders::new(bus.clone(), 0x20, Active::Low);
    assert_eq!(expanders.scan(), Ok(Occupancy(0xffff_0000_0000_ffff)));
    bus.power(2, false);
    assert_eq!(expanders.scan(), Err(ExpanderFault::Bus { address: 0x22, error: NoAnswer }));
    bus.power(2, true);
    assert_eq!(expanders.scan(), Ok(Occupancy(0xffff_0000_0000_ffff)), "it was known to be away");
    // A failure between two rounds that nobody saw.
    bus.power(0, true);
    assert_eq!(expanders.scan(), Err(ExpanderFault::Forgot { address: 0x20 }));
    assert_eq!(expanders.scan(), Ok(Occupancy(0xffff_0000_0000_ffff)));
}

#[test]
fn an_expander_on_spi_that_is_away_or_started_anew_is_no_empty_board() {
    let squares = Squares::default();
    squares.set(0xffff_0000_0000_ffff);
    for active in [Active::Low, Active::High] {
        let bus = ExpanderBus::new(squares.clone());
        let mut expanders = Expanders::on_spi(bus.clone(), 0x20, active);
        let whole = expanders.scan();
        assert!(whole.is_ok(), "{active:?}: {whole:?}");
        for (chip, address) in (0..).zip(0x20..0x24) {
            // The line floats high where no chip answers.
            bus.power(chip, false);
            assert_eq!(expanders.scan(), Err(ExpanderFault::Forgot { address }), "{active:?}");
            assert_eq!(expanders.scan(), Err(ExpanderFault::Forgot { address }), "{active:?}: still away");
            bus.power(chip, true);
            assert_eq!(expanders.scan(), whole, "{active:?}: it was known to be away");
            // A failure between two rounds: the chip takes frames meant for the first chip for its own, and
            // answers with it.
            bus.power(chip, true);
            let fault = expanders.scan();
            assert!(matches!(fault, Err(ExpanderFault::Forgot { .. })), "{active:?}: {fault:?}");
            assert_eq!(expanders.scan(), whole, "{active:?}: set up before the first was read again");
        }
    }
}

#[test]
fn inputs_that_are_driven_high_need_no_pull_ups() {
    let squares = Squares::default();
    // The switches of the model pull low, and so does an input that nothing pulls: by the opposite rule a full
    // board is empty.
    squares.set(u64::MAX);
    let mut expanders = Expanders::new(ExpanderBus::new(squares), 0x20, Active::High);
    assert_eq!(expanders.scan(), Ok(Occupancy(0)));
}

#[test]
fn a_short_and_a_cut_wire_are_told_from_pieces() {
    let squares = Squares::default();
    let registers = Registers::new(squares);
    let mut chain = StrobeChain::new(registers.clone(), registers.clone(), AtOnce);
    registers.short(0b100);
    assert_eq!(chain.scan(), Err(StrobeFault::Shorted(0b100)));
    registers.short(0);
    registers.cut(true);
    assert_eq!(chain.scan(), Err(StrobeFault::Broken(0)));
    registers.cut(false);
    assert_eq!(chain.scan(), Ok(Occupancy(0)));
}
