//! The board's memory: its own number, and the calibration in the last sector of the flash.
//!
//! ```text
//!  last sector:  "TOPBOARD" version⁴ calibration²⁵⁶ crc32⁴
//! ```
//! While the flash is written it cannot be read, and the program lies in it. So the functions that write run from
//! RAM, with interrupts off, and call nothing but the processor's ROM.
//!
//! A board without that ROM (some emulators) has no memory: it works, but does not learn.

use core::ptr;
use crc::{CRC_32_ISO_HDLC, Crc};
use rp2040_hal::{pac, rom_data};
use sensor::{Calibration, levels::CALIBRATION_LEN};

const FLASH: usize = 0x1000_0000;
const FLASH_LEN: u32 = 2 * 1024 * 1024;
/// The size of a sector, which is erased at once.
const SECTOR_LEN: u32 = 4096;
/// The flash chip's command that erases a sector.
const ERASE_SECTOR: u8 = 0x20;
/// The offset of the calibration from the start of the flash.
const PLACE: u32 = FLASH_LEN - SECTOR_LEN;
/// The number of bytes that are written at once.
const PAGE_LEN: usize = 256;
const BLOCK_LEN: usize = 2 * PAGE_LEN;
const MAGIC: [u8; 8] = *b"TOPBOARD";
const FORMAT: u32 = 1;
const CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);
/// The flash chip's command for its number.
const READ_UNIT: u8 = 0x4b;
/// The number of bytes before the answer.
const READ_UNIT_SKIP: usize = 5;

/// The memory.
pub struct Memory {
    unit: [u8; 8],
}

impl Memory {
    /// Looks for the processor's ROM, whose first words are "Mu" and a version.
    pub fn find() -> Option<Memory> {
        // SAFETY: the ROM is readable at any time.
        let magic = unsafe { ptr::read_volatile(0x10 as *const u32) };
        (magic & 0x00ff_ffff == 0x0001_754d).then(|| Memory { unit: read_unit() })
    }

    /// The flash chip's number.
    pub fn unit(&self) -> [u8; 8] {
        self.unit
    }

    /// The calibration that was stored, if there is one.
    pub fn load(&mut self) -> Option<Calibration> {
        let mut block = [0; BLOCK_LEN];
        let place = (FLASH + PLACE as usize) as *const u8;
        for (index, byte) in block.iter_mut().enumerate() {
            // SAFETY: the last sector is part of the flash. The read is volatile because the sector changes
            // behind the compiler's back.
            *byte = unsafe { ptr::read_volatile(place.add(index)) };
        }
        let (magic, rest) = block.split_first_chunk::<8>()?;
        let (format, rest) = rest.split_first_chunk::<4>()?;
        let (learnt, rest) = rest.split_first_chunk::<CALIBRATION_LEN>()?;
        let (check, _) = rest.split_first_chunk::<4>()?;
        let is_ours = *magic == MAGIC
            && u32::from_le_bytes(*format) == FORMAT
            && u32::from_le_bytes(*check) == CRC.checksum(learnt);
        if is_ours { Calibration::parse(learnt) } else { None }
    }

    /// Stores a calibration, or erases the stored one.
    pub fn save(&mut self, calibration: Option<&Calibration>) {
        let mut block = [0xff; BLOCK_LEN];
        if let Some(calibration) = calibration {
            let learnt = calibration.emit();
            let check = CRC.checksum(&learnt).to_le_bytes();
            let bytes = MAGIC.into_iter().chain(FORMAT.to_le_bytes()).chain(learnt).chain(check);
            for (slot, byte) in block.iter_mut().zip(bytes) {
                *slot = byte;
            }
        }
        let rom = Rom::find();
        let boot2 = Boot2::copy();
        // SAFETY: interrupts are off, the other core was never started, and the place is beyond the program
        // (memory.x keeps the last sector free).
        cortex_m::interrupt::free(|_| unsafe { write_sector(&rom, &boot2, &block) });
    }
}

/// The functions of the ROM that are called while the flash cannot be read.
struct Rom {
    connect: unsafe extern "C" fn(),
    exit_xip: unsafe extern "C" fn(),
    erase: unsafe extern "C" fn(u32, usize, u32, u8),
    program: unsafe extern "C" fn(u32, *const u8, usize),
    flush_cache: unsafe extern "C" fn(),
}

impl Rom {
    fn find() -> Rom {
        Rom {
            connect: rom_data::connect_internal_flash::ptr(),
            exit_xip: rom_data::flash_exit_xip::ptr(),
            erase: rom_data::flash_range_erase::ptr(),
            program: rom_data::flash_range_program::ptr(),
            flush_cache: rom_data::flash_flush_cache::ptr(),
        }
    }
}

/// The second boot stage, copied to RAM: it makes the flash readable again.
#[repr(C, align(4))]
struct Boot2([u8; 256]);

impl Boot2 {
    fn copy() -> Boot2 {
        let mut copy = Boot2([0; 256]);
        for (index, byte) in copy.0.iter_mut().enumerate() {
            // SAFETY: the flash begins with the second boot stage.
            *byte = unsafe { ptr::read_volatile((FLASH + index) as *const u8) };
        }
        copy
    }

    /// # Safety
    /// The flash must have left its reading mode.
    #[inline(always)]
    unsafe fn run(&self) {
        // The lowest bit of an address marks Thumb code.
        let entry = (self as *const Boot2 as usize) | 1;
        // SAFETY: the stage is code that returns to its caller when it is called instead of jumped to.
        unsafe { core::mem::transmute::<usize, extern "C" fn()>(entry)() }
    }
}

/// # Safety
/// Interrupts must be off: their code is in the flash.
#[unsafe(link_section = ".data.ram_func")]
#[inline(never)]
unsafe fn write_sector(rom: &Rom, boot2: &Boot2, block: &[u8; BLOCK_LEN]) {
    // SAFETY: this order is the ROM's own (RP2040 datasheet 2.8.3.1.3); everything called is in ROM or RAM.
    unsafe {
        (rom.connect)();
        (rom.exit_xip)();
        (rom.erase)(PLACE, SECTOR_LEN as usize, SECTOR_LEN, ERASE_SECTOR);
        (rom.program)(PLACE, block.as_ptr(), BLOCK_LEN);
        (rom.flush_cache)();
        boot2.run();
    }
}

fn read_unit() -> [u8; 8] {
    let rom = Rom::find();
    let boot2 = Boot2::copy();
    let mut answer = [0; READ_UNIT_SKIP + 8];
    // SAFETY: interrupts are off and the other core was never started.
    cortex_m::interrupt::free(|_| unsafe { ask_flash(&rom, &boot2, READ_UNIT, &mut answer) });
    let mut unit = [0; 8];
    unit.copy_from_slice(&answer[READ_UNIT_SKIP..]);
    unit
}

/// Sends a command to the flash chip and reads its answer.
///
/// # Safety
/// As [`write_sector`].
#[unsafe(link_section = ".data.ram_func")]
#[inline(never)]
unsafe fn ask_flash(rom: &Rom, boot2: &Boot2, command: u8, answer: &mut [u8; READ_UNIT_SKIP + 8]) {
    // The values that override the select line: 2 drives it low, 3 high (IO_QSPI GPIO_QSPI_SS_CTRL.OUTOVER).
    const SELECT_LOW: u8 = 2;
    const SELECT_HIGH: u8 = 3;
    // SAFETY: as in `write_sector`; nothing else uses the registers while the flash is not read.
    unsafe {
        let (ssi, qspi) = (&*pac::XIP_SSI::ptr(), &*pac::IO_QSPI::ptr());
        (rom.connect)();
        (rom.exit_xip)();
        qspi.gpio_qspiss().gpio_ctrl().modify(|_, w| w.outover().bits(SELECT_LOW));
        let mut sent = 0;
        let mut got = 0;
        while got < answer.len() {
            // At most as many bytes as the interface's queue holds may be under way.
            if sent < answer.len() && sent - got < 8 && ssi.sr().read().tfnf().bit_is_set() {
                let byte = if sent == 0 { command } else { 0 };
                ssi.dr0().write(|w| w.bits(u32::from(byte)));
                sent += 1;
            }
            if got < sent && ssi.sr().read().rfne().bit_is_set() {
                *answer.as_mut_ptr().add(got) = ssi.dr0().read().bits() as u8;
                got += 1;
            }
        }
        qspi.gpio_qspiss().gpio_ctrl().modify(|_, w| w.outover().bits(SELECT_HIGH));
        (rom.flush_cache)();
        qspi.gpio_qspiss().gpio_ctrl().modify(|_, w| w.outover().bits(0));
        boot2.run();
    }
}
