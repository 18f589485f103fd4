//! The firmware of a home-made board: a Raspberry Pi Pico that looks at sixty-four squares and tells a host.
//!
//! ```text
//!  SysTick, 1 kHz ─▶ one eighth of a round over the squares ─▶ sensor::Station ─▶ USB serial
//!      between ticks the processor sleeps (WFI)                      ▲ requests ◀─┘
//! ```
//! The crate `sensor` decides what the board sends and when; it also runs on the host and in tests. Only the
//! hardware is here: pins, USB, the memory for the calibration, the light, the watchdog.
//!
//! Invariants:
//! * Everything happens in the main loop; the interrupt only counts. So nothing is shared and nothing is locked.
//! * A round takes eight ticks, whatever the wiring: 125 rounds a second.
//! * A main loop that is stuck for two seconds is ended by the watchdog, which restarts the board.

#![no_std]
#![no_main]

mod board;
mod flash;
mod level_board;
mod light;
mod usb;
mod wiring;

use board::Board;
use core::panic::PanicInfo;
use core::sync::atomic::{AtomicU32, Ordering};
use cortex_m::peripheral::syst::SystClkSource;
use cortex_m_rt::{entry, exception};
use rp2040_hal::{
    Sio, Timer, Watchdog,
    clocks::{Clock, init_clocks_and_plls},
    fugit::ExtU32,
    pac,
};

/// The second boot stage, for the flash chip of a Pico.
#[unsafe(link_section = ".boot2")]
#[used]
static BOOT2: [u8; 256] = rp2040_boot2::BOOT_LOADER_W25Q080;

/// The Pico's crystal.
const CRYSTAL_HZ: u32 = 12_000_000;
/// The number of ticks in a second.
const TICK_HZ: u32 = 1_000;

/// Milliseconds since the start, modulo 2³².
static TICKS: AtomicU32 = AtomicU32::new(0);

#[exception]
fn SysTick() {
    // No other code writes it, and this processor has no interrupt of higher priority.
    TICKS.store(TICKS.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
}

#[entry]
fn main() -> ! {
    let mut pac = pac::Peripherals::take().expect("nobody took them before");
    let mut core = pac::CorePeripherals::take().expect("nobody took them before");
    let was_watchdog = pac.WATCHDOG.reason().read().timer().bit_is_set();
    let mut watchdog = Watchdog::new(pac.WATCHDOG);
    let clocks = init_clocks_and_plls(
        CRYSTAL_HZ,
        pac.XOSC,
        pac.CLOCKS,
        pac.PLL_SYS,
        pac.PLL_USB,
        &mut pac.RESETS,
        &mut watchdog,
    )
    .ok()
    .expect("the crystal of a Pico runs at 12 MHz");
    let timer = Timer::new(pac.TIMER, &mut pac.RESETS, &clocks);
    let sio = Sio::new(pac.SIO);
    let pins = rp2040_hal::gpio::Pins::new(pac.IO_BANK0, pac.PADS_BANK0, sio.gpio_bank0, &mut pac.RESETS);
    let sensing = wiring::Parts {
        spi: pac.SPI0,
        adc: pac.ADC,
        resets: &mut pac.RESETS,
        timer,
        peripheral_clock: clocks.peripheral_clock.freq(),
    };
    let (wiring, rest) = wiring::of(pins, sensing);
    let memory = flash::Memory::find();
    let boot = start_number(pac.ROSC);
    let mut board = Board::new(wiring, rest, memory, boot, was_watchdog, timer);
    let mut usb =
        usb::Usb::new(pac.USBCTRL_REGS, pac.USBCTRL_DPRAM, clocks.usb_clock, &mut pac.RESETS, board.unit());

    core.SYST.set_clock_source(SystClkSource::Core);
    core.SYST.set_reload(clocks.system_clock.freq().to_Hz() / TICK_HZ - 1);
    core.SYST.clear_current();
    core.SYST.enable_interrupt();
    core.SYST.enable_counter();
    watchdog.pause_on_debug(true);
    watchdog.start(2.secs());

    let mut now_ms = TICKS.load(Ordering::Relaxed);
    loop {
        while TICKS.load(Ordering::Relaxed) == now_ms {
            cortex_m::asm::wfi();
        }
        // Ticks are taken one at a time, so that a late one is made up for; the board counts late ticks.
        let is_late = TICKS.load(Ordering::Relaxed).wrapping_sub(now_ms) > 1;
        now_ms = now_ms.wrapping_add(1);
        watchdog.feed();
        board.tick(now_ms, is_late);
        usb.serve(now_ms, &mut board);
    }
}

/// A number unlike that of the last start: thirty-two bits of the ring oscillator's noise, never zero.
fn start_number(rosc: pac::ROSC) -> u32 {
    let oscillator = rp2040_hal::rosc::RingOscillator::new(rosc).initialize();
    let mut number = 0;
    for _ in 0..32 {
        // Between two looks the oscillator must have turned many times; its period is some 150 ns.
        cortex_m::asm::delay(2_000);
        number = number << 1 | u32::from(oscillator.get_random_bit());
    }
    number | 1 << 31
}

/// Waits for the watchdog after a bug: nothing feeds it any more, so it restarts the board, which says so.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    loop {
        cortex_m::asm::nop();
    }
}
