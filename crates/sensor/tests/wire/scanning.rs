//! The wirings, on pins that expect every edge, and the sensors behind them.

use embedded_hal_mock::eh1::{
    delay::NoopDelay,
    digital::{Mock as Pin, State as Level, Transaction as Edge},
    spi::{Mock as Spi, Transaction as Transfer},
};
use sensor::{
    Calibration, Matrix, Occupancy, ShiftChain, Survey,
    levels::{Unusable, is_dead},
    matrix::MatrixFault,
    shift::{Active, ShiftFault},
};

const ARRAY: Occupancy = Occupancy(0xffff_0000_0000_ffff);
const E4: u64 = 1 << 28;

fn level(is_high: bool) -> Level {
    if is_high { Level::High } else { Level::Low }
}

#[test]
fn a_matrix_strobes_one_rank_at_a_time_and_reads_all_files() {
    for occupied in [ARRAY, Occupancy(E4), Occupancy(0), Occupancy(u64::MAX)] {
        let mut ranks: [Pin; 8] =
            core::array::from_fn(|_| Pin::new(&[Edge::set(Level::High), Edge::set(Level::Low)]));
        let mut files: [Pin; 8] = core::array::from_fn(|file| {
            let reads: Vec<Edge> =
                (0..8).map(|rank| Edge::get(level(occupied.is_occupied(rank * 8 + file)))).collect();
            Pin::new(&reads)
        });
        let mut matrix = Matrix::new(ranks.clone(), files.clone(), NoopDelay::new());
        assert_eq!(matrix.scan(), Ok(occupied));
        ranks.iter_mut().chain(&mut files).for_each(Pin::done);
    }
}

#[test]
fn a_shorted_file_is_told_from_a_piece() {
    let mut ranks: [Pin; 8] = core::array::from_fn(|_| Pin::new(&[Edge::set(Level::Low)]));
    let mut files: [Pin; 8] = core::array::from_fn(|file| Pin::new(&[Edge::get(level(file == 2))]));
    let mut matrix = Matrix::new(ranks.clone(), files.clone(), NoopDelay::new());
    assert_eq!(matrix.check(), Err(MatrixFault::Shorted(0b100)));
    ranks.iter_mut().chain(&mut files).for_each(Pin::done);
}

fn shifted(bytes: [u8; 9], active: Active) -> Result<Occupancy, Option<u8>> {
    let mut spi = Spi::new(&[Transfer::read_vec(bytes.to_vec())]);
    let mut latch = Pin::new(&[Edge::set(Level::Low), Edge::set(Level::High)]);
    let mut chain = ShiftChain::new(spi.clone(), latch.clone(), NoopDelay::new(), active);
    let result = chain.scan();
    spi.done();
    latch.done();
    result.map_err(|fault| match fault {
        ShiftFault::Broken(tail) => Some(tail),
        ShiftFault::Spi(_) | ShiftFault::Latch(_) => None,
    })
}

#[test]
fn a_chain_is_latched_once_and_its_first_byte_is_the_first_rank() {
    assert_eq!(shifted([0, 0, 0, 0x10, 0, 0, 0, 0, 0xff], Active::High), Ok(Occupancy(E4)));
    assert_eq!(shifted([0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0xff], Active::Low), Ok(ARRAY));
}

#[test]
fn a_broken_chain_is_told_from_a_full_or_empty_board() {
    assert_eq!(shifted([0; 9], Active::Low), Err(Some(0)));
    assert_eq!(shifted([0xff, 0xff, 0, 0, 0, 0, 0, 0, 0x7f], Active::High), Err(Some(0x7f)));
}

/// The levels for men on these squares: magnets of both poles and of different strength over noise.
fn levels(occupied: Occupancy, round: u16) -> [u16; 64] {
    core::array::from_fn(|square| {
        let rest = 2_000 + (square as u16 * 7) % 90 + round % 5;
        let strength = 300 + (square as u16 * 13) % 200;
        match (occupied.is_occupied(square), square % 2) {
            (false, _) => rest,
            (true, 0) => rest + strength,
            (true, _) => rest - strength,
        }
    })
}

fn survey(occupied: Occupancy) -> Survey {
    let mut survey = Survey::new();
    (0..32).for_each(|round| survey.add(&levels(occupied, round)));
    survey
}

fn learnt() -> Calibration {
    let empty = Calibration::of_empty(&survey(Occupancy(0))).expect("an empty board");
    empty.with_array(&survey(ARRAY)).expect("strong magnets")
}

#[test]
fn after_calibration_every_man_is_seen_on_every_square() {
    let calibration = learnt();
    for occupied in [Occupancy(0), ARRAY, Occupancy(u64::MAX), Occupancy(E4)] {
        for was in [false, true] {
            let measured = levels(occupied, 3);
            let seen = (0..64).filter(|&square| calibration.judge(square, measured[square], was));
            assert_eq!(seen.map(|square| 1 << square).sum::<u64>(), occupied.0, "{occupied:?} from {was}");
        }
    }
    assert_eq!(Calibration::parse(&calibration.emit()), Some(calibration), "memory gives it back");
}

#[test]
fn a_magnet_on_the_edge_does_not_flicker() {
    let calibration = Calibration::new();
    let (rest, limit) = (calibration.rest[0], calibration.limit[0]);
    let judge = |deviation: u16, was| calibration.judge(0, rest + deviation, was);
    assert!(judge(limit, false) && !judge(limit - 1, false), "to enter it must come near");
    assert!(judge(limit - limit / 4, true) && !judge(limit - limit / 4 - 1, true), "to leave it must go far");
}

#[test]
fn what_cannot_be_calibrated_is_named_by_its_square() {
    let empty = Calibration::of_empty(&survey(Occupancy(0))).expect("an empty board");
    let missing = Occupancy(ARRAY.0 & !(1 << 57));
    assert_eq!(empty.with_array(&survey(missing)), Err(Unusable::Weak { square: 57 }));
    assert_eq!(Calibration::of_empty(&Survey::new()), Err(Unusable::Short));
    let mut broken = Survey::new();
    let mut measured = levels(Occupancy(0), 0);
    measured[9] = 4_095;
    (0..32).for_each(|_| broken.add(&measured));
    assert_eq!(Calibration::of_empty(&broken), Err(Unusable::Dead { square: 9 }));
    assert!(is_dead(0) && is_dead(4_095) && !is_dead(2_048));
}

#[test]
fn a_memory_that_holds_no_calibration_is_not_believed() {
    assert_eq!(Calibration::parse(&[0xff; 256]), None, "a fresh memory");
    assert_eq!(Calibration::parse(&[0; 256]), None, "limits of zero would see pieces everywhere");
}
