// The microcontroller: the emulator with the image in its flash, paced by the wall clock, and what the emulator lacks:
// the few functions of the processor's ROM that the firmware calls, the flash chip's number, the ring oscillator.

import { RP2040 } from 'rp2040js';

const FLASH = 0x10000000;
const RAM = 0x20000000;
const RAM_LEN = 0x40000;
const VECTORS = 0x10000100;
const NANOS_PER_CYCLE = 1e9 / 125e6;
/** Unused memory is painted with this, to see how deep the stack went. */
const PAINT = 0xa5;
/** At most so much of the machine's time is made up for at once. */
const BEHIND_MAX_NANOS = 50e6;

/** The ROM's functions by their two letters, each a break instruction that the emulator hands to us. */
const ROM_FUNCTIONS = ['lookup', 'IF', 'EX', 'RE', 'RP', 'FC', 'UB'];
const ROM_CODE = 0x100;

export class Machine {
    /** @param {Buffer} elf */
    constructor(elf) {
        this.mcu = new RP2040();
        this.mcu.logger = { debug() {}, info() {}, warn() {}, error: (name, text) => console.error(name, text) };
        this.onUpdate = () => {};
        this.instructions = 0;
        this.sleeping = 0;
        this.behindMax = 0;
        this.writes = 0;
        this.mcu.sram.fill(PAINT);
        this.mcu.flash.fill(0xff);
        for (const { address, bytes } of segments(elf)) this.mcu.flash.set(bytes, address - FLASH);
        this.makeRom();
        this.makeFlashChip();
        this.makeOscillator();
        this.mcu.onBreak = code => this.romCall(code);
        const { core } = this.mcu;
        core.VTOR = VECTORS;
        core.SP = this.mcu.readUint32(VECTORS);
        core.PC = this.mcu.readUint32(VECTORS + 4) & ~1;
    }

    run() {
        const started = process.hrtime.bigint();
        let skipped = 0;
        const turn = () => {
            const goal = Number(process.hrtime.bigint() - started) - skipped;
            const behind = goal - this.mcu.clock.nanos;
            this.behindMax = Math.max(this.behindMax, behind);
            if (behind > BEHIND_MAX_NANOS) skipped += behind - BEHIND_MAX_NANOS;
            this.runUntil(Math.min(goal, this.mcu.clock.nanos + BEHIND_MAX_NANOS));
            setTimeout(turn, 1);
        };
        turn();
    }

    runUntil(goal) {
        const { core, clock } = this.mcu;
        while (clock.nanos < goal) {
            // The emulator's SysTick does not end a sleep by itself; the next instruction looks at it.
            if (core.waiting && !core.interruptsUpdated) {
                const nanos = Math.max(1, Math.min(clock.nanosToNextAlarm || goal - clock.nanos, goal - clock.nanos));
                this.sleeping += nanos;
                clock.tick(nanos);
            } else {
                this.instructions += 1;
                clock.tick(core.executeInstruction() * NANOS_PER_CYCLE);
            }
        }
    }

    stats() {
        const { nanos } = this.mcu.clock;
        const { sram } = this.mcu;
        let untouched = 0;
        let longest = 0;
        for (let at = 0; at < RAM_LEN; at += 1) {
            untouched = sram[at] === PAINT ? untouched + 1 : 0;
            longest = Math.max(longest, untouched);
        }
        return {
            seconds: nanos / 1e9,
            busyPercent: 100 - (100 * this.sleeping) / nanos,
            ramUsed: RAM_LEN - longest,
            flashWrites: this.writes,
            behindMaxMs: this.behindMax / 1e6,
        };
    }

    makeRom() {
        const rom = new DataView(this.mcu.bootrom.buffer);
        rom.setUint32(0x10, 0x0201754d, true);
        rom.setUint16(0x14, 0x40, true);
        rom.setUint16(0x16, 0x40, true);
        rom.setUint16(0x18, ROM_CODE | 1, true);
        ROM_FUNCTIONS.forEach((_, index) => {
            rom.setUint16(ROM_CODE + index * 4, 0xbe00 | (index + 1), true);
            rom.setUint16(ROM_CODE + index * 4 + 2, 0x4770, true);
        });
    }

    romCall(code) {
        const { core, flash, sram } = this.mcu;
        const [a, b, c] = core.registers;
        const name = ROM_FUNCTIONS[code - 1];
        if (name === undefined) throw new Error('the program ran into a break');
        if (name === 'lookup') {
            const index = ROM_FUNCTIONS.indexOf(String.fromCharCode(b & 0xff, b >> 8));
            if (index < 1) throw new Error(`nobody knows the ROM function ${b.toString(16)}`);
            core.registers[0] = (ROM_CODE + index * 4) | 1;
        } else if (name === 'RE') {
            this.writes += 1;
            flash.fill(0xff, a, a + b);
        } else if (name === 'RP') {
            // A flash can only be cleared bit by bit: what was not erased stays.
            for (let at = 0; at < c; at += 1) flash[a + at] &= sram[b - RAM + at];
        } else if (name === 'UB') {
            this.onUpdate();
        }
    }

    makeFlashChip() {
        const ssi = this.mcu.peripherals[0x18000];
        const unit = [0xe6, 0x61, 0x38, 0x52, 0x83, 0x1b, 0x4a, 0x29];
        const DR0 = 0x60;
        let asked = [];
        let answers = [];
        const read = ssi.readUint32.bind(ssi);
        const write = ssi.writeUint32.bind(ssi);
        ssi.readUint32 = offset => (offset === DR0 ? (answers.shift() ?? 0) : read(offset));
        ssi.writeUint32 = (offset, value) => {
            if (offset !== DR0) return write(offset, value);
            const place = asked.push(value) - 1;
            answers.push(asked[0] === 0x4b && place >= 5 ? (unit[place - 5] ?? 0) : 0);
        };
        // The select line's override says where a command begins.
        const SELECT_CTRL = 0x0c;
        const registers = new Map();
        const qspi = this.mcu.peripherals[0x40018];
        qspi.readUint32 = offset => registers.get(offset) ?? 0;
        qspi.writeUint32 = (offset, value) => {
            registers.set(offset, value);
            if (offset === SELECT_CTRL) [asked, answers] = [[], []];
        };
    }

    makeOscillator() {
        const RANDOMBIT = 0x1c;
        const STATUS = 0x18;
        const rosc = this.mcu.peripherals[0x40060];
        const registers = new Map([[STATUS, 0x80001000]]);
        rosc.readUint32 = offset => (offset === RANDOMBIT ? Number(Math.random() < 0.5) : (registers.get(offset) ?? 0));
        rosc.writeUint32 = (offset, value) => registers.set(offset, value);
    }
}

/** What an ELF file wants in the flash. */
function segments(elf) {
    const view = new DataView(elf.buffer, elf.byteOffset, elf.byteLength);
    const [start, size, count] = [view.getUint32(28, true), view.getUint16(42, true), view.getUint16(44, true)];
    const LOAD = 1;
    return Array.from({ length: count }, (_, index) => start + index * size)
        .filter(at => view.getUint32(at, true) === LOAD)
        .map(at => {
            const [offset, address, length] = [4, 12, 16].map(field => view.getUint32(at + field, true));
            return { address, bytes: elf.subarray(offset, offset + length) };
        })
        .filter(({ bytes }) => bytes.length > 0);
}
