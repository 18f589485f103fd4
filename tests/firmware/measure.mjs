// Figures for BENCHMARKS.md: size, memory, rounds, the delay from a magnet to the host. In simulated time.
//
//   FIRMWARE_IMAGE=$(firmware/build | tail -1) node tests/firmware/measure.mjs

import { readFileSync } from 'node:fs';
import { ARRAY, E4, Rig, WIRINGS } from './rig.mjs';
import { requests } from './wire.mjs';

const SAMPLES = 120;
const elf = readFileSync(process.env.FIRMWARE_IMAGE);
const view = new DataView(elf.buffer, elf.byteOffset, elf.byteLength);
const [start, size, count] = [view.getUint32(28, true), view.getUint16(42, true), view.getUint16(44, true)];
const inFlash = Array.from({ length: count }, (_, index) => start + index * size)
    .filter(at => view.getUint32(at, true) === 1)
    .reduce((sum, at) => sum + view.getUint32(at + 16, true), 0);
console.log(`image in flash: ${inFlash} bytes`);
console.log('wiring   round ms  busy %  longest round us  RAM KiB  magnet to host ms: p50  p99   max');
for (const wiring of WIRINGS) {
    const rig = new Rig(wiring);
    rig.board.setSquares(ARRAY);
    rig.run(500);
    rig.ask(requests.resume());
    rig.run(200);
    const delays = [];
    let squares = ARRAY;
    for (let sample = 0; sample < SAMPLES; sample += 1) {
        // A step that walks through all phases of a round and of a tick.
        rig.run(83.37);
        const before = rig.nowMs;
        squares ^= E4;
        rig.board.setSquares(squares);
        const told = rig.run(80).find(report => report.kind === 'state' && report.squares === squares);
        delays.push(told.atMs - before);
        rig.ask(requests.ack(told.seq));
    }
    rig.ask(requests.askHealth());
    const { scanMaxUs } = rig.run(50).find(({ kind }) => kind === 'health');
    const { busyPercent, ramUsed } = rig.machine.stats();
    delays.sort((a, b) => a - b);
    const at = share => delays[Math.min(SAMPLES - 1, Math.floor(SAMPLES * share))].toFixed(1);
    const { roundMs } = rig.board.stats();
    console.log(
        [wiring.padEnd(8), roundMs.toFixed(3).padStart(8), busyPercent.toFixed(2).padStart(7), String(scanMaxUs).padStart(17),
            (ramUsed / 1024).toFixed(0).padStart(8), at(0.5).padStart(23), at(0.99).padStart(4), at(1).padStart(5)].join(' '),
    );
}
