//! The firmware of a home-made board: a Raspberry Pi Pico that looks at sixty-four squares and tells a host.
//!
//! ```text
//!  SysTick, 1 kHz ─▶ one eighth of a round over the squares ─▶ sensor::Station ─▶ USB serial
//!      between ticks the processor sleeps (WFI)                      ▲ requests ◀─┘
//! ```
//! What the board says and when is decided by the crate `sensor`, which runs on the host and in tests too. Here is
//! only the hardware: pins, USB, the memory for the calibration, the light, the watchdog.
//!
//! Invariants:
//! * Everything happens in the main loop; the interrupt only counts. So nothing is shared and nothing is locked.
//! * A round takes eight ticks, whatever the wiring: 125 rounds a second.
//! * A tick that finds the processor stuck for two seconds does not come: the watchdog starts the board anew.

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
/// Ticks a second.
const TICK_HZ: u32 = 1_000;

/// Milliseconds since the start, modulo 2³².
static TICKS: AtomicU32 = AtomicU32::new(0);

#[exception]
fn SysTick() {
    // Nobody else writes it, and this processor has no interrupt above this one.
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
        // One tick at a time, so that a late one is made up for; the board counts them.
        let is_late = TICKS.load(Ordering::Relaxed).wrapping_sub(now_ms) > 1;
        now_ms = now_ms.wrapping_add(1);
        watchdog.feed();
        board.tick(now_ms, is_late);
        usb.serve(now_ms, &mut board);
    }
}

/// A number that the last start did not have: thirty-two bits of the ring oscillator's noise, never zero.
fn start_number(rosc: pac::ROSC) -> u32 {
    let oscillator = rp2040_hal::rosc::RingOscillator::new(rosc).initialize();
    let mut number = 0;
    for _ in 0..32 {
        // Between two looks it must have turned many times; its period is some 150 ns.
        cortex_m::asm::delay(2_000);
        number = number << 1 | u32::from(oscillator.get_random_bit());
    }
    number | 1 << 31
}

/// A mistake of ours: the watchdog, which nobody feeds any more, starts the board anew and says so.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    cortex_m::interrupt::disable();
    loop {
        cortex_m::asm::nop();
    }
}
