// The real image of the firmware on an emulated RP2040, pin by pin and byte by byte.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARRAY, E4, Rig, WIRINGS } from './rig.mjs';
import { requests } from './wire.mjs';

const UNIT = 'e6613852831b4a29';
const states = reports => reports.filter(({ kind }) => kind === 'state');
const only = (reports, kind) => {
    const found = reports.filter(report => report.kind === kind);
    assert.equal(found.length, 1, `one ${kind} in ${JSON.stringify(reports.map(report => report.kind))}`);
    return found[0];
};

function live(wiring, squares = ARRAY) {
    const rig = new Rig(wiring);
    rig.board.setSquares(squares);
    rig.run(300);
    rig.ask(requests.resume());
    rig.run(200);
    return rig;
}

for (const wiring of WIRINGS) {
    test(`${wiring}: it says who it is until somebody resumes, then what stands there`, () => {
        const rig = new Rig(wiring);
        rig.board.setSquares(ARRAY);
        const said = rig.run(1100);
        assert.ok(said.length >= 4 && said.every(({ kind }) => kind === 'identity'), JSON.stringify(said));
        const { magic, version, unit, hasLever, isAnalogue, boot } = said[0];
        assert.deepEqual({ magic, version, unit, hasLever }, { magic: 'TOPB', version: 1, unit: UNIT, hasLever: true });
        assert.equal(isAnalogue, wiring === 'levels');
        assert.notEqual(boot, new Rig(wiring).run(300)[0].boot, 'each start has a number of its own');
        rig.ask(requests.resume());
        assert.equal(states(rig.run(100)).at(-1).squares, ARRAY);
        assert.equal(states(rig.run(1050)).length, 1, 'the squares each second');
    });

    test(`${wiring}: each square alone is seen as itself, within the time promised`, () => {
        const rig = live(wiring, 0n);
        for (let square = 0n; square < 64n; square += 1n) {
            const before = rig.nowMs;
            rig.board.setSquares(1n << square);
            const said = states(rig.run(55)).filter(({ squares }) => squares !== 0n);
            assert.equal(said.at(-1)?.squares, 1n << square, `square ${square}`);
            assert.ok(said[0].atMs - before < 55, `square ${square} after ${said[0].atMs - before} ms`);
            rig.ask(requests.ack(said.at(-1).seq));
        }
    });

    test(`${wiring}: what bounces for less than the settle time was never there`, () => {
        const rig = live(wiring);
        for (let bounce = 0; bounce < 5; bounce += 1) {
            rig.board.setSquares(ARRAY | E4);
            rig.run(15);
            rig.board.setSquares(ARRAY);
            rig.run(17);
        }
        assert.ok(states(rig.run(500)).every(({ squares }) => squares === ARRAY));
    });

    test(`${wiring}: a broken wire is told and is no move`, () => {
        const rig = live(wiring);
        rig.run(100);
        const lightBefore = rig.board.lightChanges;
        rig.board.setBroken(true);
        const said = rig.run(1000);
        assert.ok(states(said).every(({ squares }) => squares === ARRAY), 'the squares stay as they were');
        assert.ok(rig.board.lightChanges - lightBefore > 15, 'the light flickers');
        rig.ask(requests.askHealth());
        const { isFaulty, dead } = only(rig.run(50), 'health');
        assert.deepEqual({ isFaulty, dead }, wiring === 'levels' ? { isFaulty: false, dead: 1n << 27n } : { isFaulty: true, dead: 0n });
        rig.board.setBroken(false);
        rig.run(100);
        rig.ask(requests.askHealth());
        assert.equal(only(rig.run(50), 'health').isFaulty, false, 'and it heals');
    });

    test(`${wiring}: the test jig tells every rank`, () => {
        const rig = live(wiring, E4);
        rig.ask(requests.jig(true));
        const levels = rig.run(1000).filter(({ kind }) => kind === 'levels');
        assert.deepEqual([...new Set(levels.map(({ rank }) => rank))].sort(), [0, 1, 2, 3, 4, 5, 6, 7]);
        const far = levels.find(({ rank }) => rank === 3).levels.map(level => Math.abs(level - levels.find(({ rank }) => rank === 0).levels[0]) > 200);
        assert.deepEqual(far, [0, 1, 2, 3, 4, 5, 6, 7].map(file => file === 4));
        rig.ask(requests.jig(false));
        rig.run(50);
        assert.ok(rig.run(500).every(({ kind }) => kind !== 'levels'));
    });
}

test('a pulled cable costs nothing while the board has another supply', () => {
    const rig = live('chain');
    const { boot } = rig.reports.find(({ kind }) => kind === 'identity');
    const { seq } = states(rig.reports).at(-1);
    rig.ask(requests.ack(seq));
    rig.run(20);
    rig.host.unplug();
    const moves = [1n << 12n, 1n << 28n, 1n << 52n, 1n << 36n].reduce(
        (list, square) => [...list, (list.at(-1) ?? ARRAY) ^ square],
        [],
    );
    for (const squares of moves) {
        rig.board.setSquares(squares);
        assert.deepEqual(rig.run(500), [], 'nobody hears it');
    }
    rig.run(2_000);
    rig.host.plug();
    rig.run(400);
    rig.ask(requests.resume(boot, seq));
    const said = states(rig.run(100));
    assert.deepEqual(said.map(({ squares }) => squares), moves);
    assert.deepEqual(said.map(({ isPast }) => isPast), [true, true, true, false]);
    const apart = said.slice(1).map(({ ageMs }, index) => said[index].ageMs - ageMs);
    assert.ok(apart.every(ms => Math.abs(ms - 500) < 20), `the times of then: ${apart}`);
    assert.ok(said.every(({ lost }) => lost === 0));
});

test('a closed port is told nothing, a new one all that was not acknowledged', () => {
    const rig = live('chain');
    rig.host.close();
    rig.run(50);
    rig.board.setSquares(ARRAY | E4);
    assert.deepEqual(rig.run(1000), []);
    rig.host.open();
    const { boot } = rig.run(400).find(({ kind }) => kind === 'identity');
    rig.ask(requests.resume(boot, states(rig.reports).at(-1).seq));
    assert.equal(states(rig.run(50)).at(-1).squares, ARRAY | E4);
});

test('a lever switch presses at once', () => {
    const rig = live('chain');
    rig.run(100);
    for (const isWhite of [true, false, true]) {
        rig.board.setLever(isWhite);
        assert.equal(states(rig.run(20))[0]?.lever, isWhite);
        rig.run(100);
    }
});

test('analogue sensors are calibrated, and remember it through a start', () => {
    const rig = live('levels', 0n);
    rig.ask(requests.calibrate(0));
    assert.equal(only(rig.run(800), 'done').request, 0x14);
    rig.board.setSquares(ARRAY);
    rig.run(100);
    rig.ask(requests.calibrate(1));
    assert.equal(only(rig.run(800), 'done').request, 0x14);
    assert.equal(rig.machine.writes, 2);
    const again = new Rig('levels', rig.machine.mcu.flash);
    assert.equal(again.run(300)[0].isCalibrated, true);
    again.ask(requests.resume());
    again.run(50);
    again.ask(requests.calibrate(2));
    only(again.run(300), 'done');
    assert.equal(new Rig('levels', again.machine.mcu.flash).run(300)[0].isCalibrated, false, 'forgotten');
});

test('a calibration that cannot be right is refused and changes nothing', () => {
    const rig = live('levels', 0n);
    rig.ask(requests.calibrate(1));
    const { request, reason } = only(rig.run(800), 'refused');
    assert.deepEqual({ request, reason }, { request: 0x14, reason: 4 });
    assert.equal(rig.machine.writes, 0);
    const chain = live('chain');
    chain.ask(requests.calibrate(0));
    assert.equal(only(chain.run(100), 'refused').reason, 3, 'switches have nothing to calibrate');
});

test('it becomes a drive for a new program only at the whole word', () => {
    const rig = live('chain');
    let updates = 0;
    rig.machine.onUpdate = () => (updates += 1);
    rig.ask([0x16, ...Buffer.from('BOOS')]);
    rig.run(50);
    assert.equal(updates, 0);
    rig.ask(requests.update());
    rig.run(50);
    assert.equal(updates, 1);
});

test('noise from the host is counted and harms nothing', () => {
    const rig = live('chain');
    for (const noise of [Buffer.alloc(127, 0x40), Buffer.from('ATI\r+G'), Buffer.alloc(600, 0xff)]) rig.host.send(noise);
    rig.run(200);
    rig.ask([]);
    rig.ask(requests.askHealth());
    assert.ok(only(rig.run(100), 'health').noise > 700);
});

test('a program that stands still is started anew by the watchdog', () => {
    const rig = live('chain');
    let barks = 0;
    const watchdog = rig.machine.mcu.peripherals[0x40058];
    watchdog.onWatchdogTrigger = () => {
        barks += 1;
        // The emulator's would bark for ever.
        watchdog.alarm.enable = false;
        watchdog.timer.enable = false;
    };
    rig.run(2500);
    assert.equal(barks, 0, 'it is fed');
    // Without its clock the program waits for ever.
    const SYST_CSR = 0x10;
    rig.machine.mcu.ppb.writeUint32(SYST_CSR, 0);
    rig.run(2500);
    assert.ok(barks > 0);
});
