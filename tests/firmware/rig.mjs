// A Pico in simulated time: as fast as it goes, the same in every run but for the noise of its oscillator.

import { readFileSync } from 'node:fs';
import { Board } from './board.mjs';
import { Machine } from './machine.mjs';
import { UsbHost } from './usb_host.mjs';
import { Deframer, frame, parse } from './wire.mjs';

const image = process.env.FIRMWARE_IMAGE;
if (!image) throw new Error('FIRMWARE_IMAGE names no image: run ./check --only firmware');
const elf = readFileSync(image);

export class Rig {
    /** A board that has just been plugged in; with the flash of another, that one after its current failed. */
    constructor(wiring, flash = null) {
        this.machine = new Machine(elf);
        if (flash) this.machine.mcu.flash.set(flash);
        this.board = new Board(this.machine.mcu, wiring);
        this.host = new UsbHost(this.machine.mcu.usbCtrl, this.machine.mcu.clock);
        this.deframer = new Deframer();
        this.reports = [];
        this.host.onData = bytes => {
            for (const body of this.deframer.push(bytes)) {
                this.reports.push({ atMs: this.nowMs, ...parse(body) });
            }
        };
        this.host.plug();
    }

    get nowMs() {
        return this.machine.mcu.clock.nanos / 1e6;
    }

    /** Runs for so many milliseconds of its own time and gives what it said in them. */
    run(ms) {
        const before = this.reports.length;
        this.machine.runUntil(this.machine.mcu.clock.nanos + ms * 1e6);
        return this.reports.slice(before);
    }

    ask(request) {
        this.host.send(Buffer.from(frame(request)));
    }
}

export const ARRAY = 0xffff00000000ffffn;
export const E4 = 1n << 28n;
export const WIRINGS = ['chain', 'matrix', 'levels'];
