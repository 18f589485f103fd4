// The wire of the home-made board (crates/sensor/src/message.rs), written once more and independently, for tests.

const crc32 = bytes => {
    let crc = ~0;
    for (const byte of bytes) {
        crc ^= byte;
        for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    return ~crc >>> 0;
};

/** The frame of a body. */
export function frame(body) {
    const crc = crc32(body);
    const plain = [...body, crc & 255, (crc >>> 8) & 255, (crc >>> 16) & 255, crc >>> 24];
    const blocks = [[]];
    for (const byte of plain) {
        if (byte === 0) blocks.push([]);
        else blocks.at(-1).push(byte);
    }
    return [0, ...blocks.flatMap(block => [block.length + 1, ...block]), 0];
}

/** The bodies in a stream of bytes. */
export class Deframer {
    constructor() {
        this.inside = [];
    }

    push(bytes) {
        const bodies = [];
        for (const byte of bytes) {
            if (byte !== 0) {
                this.inside.push(byte);
                continue;
            }
            const plain = unstuff(this.inside);
            this.inside = [];
            if (plain.length < 5) continue;
            const body = plain.slice(0, -4);
            const crc = new DataView(Uint8Array.from(plain.slice(-4)).buffer).getUint32(0, true);
            if (crc === crc32(body)) bodies.push(body);
        }
        return bodies;
    }
}

function unstuff(stuffed) {
    const plain = [];
    for (let at = 0; at < stuffed.length; at += stuffed[at]) {
        if (at > 0) plain.push(0);
        plain.push(...stuffed.slice(at + 1, at + stuffed[at]));
    }
    return plain;
}

const number = (value, count) => Array.from({ length: count }, (_, index) => Math.floor(value / 2 ** (8 * index)) & 255);

export const requests = {
    askIdentity: () => [0x10],
    resume: (boot = 0, seq = 0) => [0x11, 1, ...number(boot, 4), ...number(seq, 4)],
    ack: seq => [0x12, ...number(seq, 4)],
    askHealth: () => [0x13],
    calibrate: step => [0x14, step],
    jig: on => [0x15, on ? 1 : 0],
    update: () => [0x16, ...Buffer.from('BOOT')],
};

/** What a report says. */
export function parse(body) {
    const view = new DataView(Uint8Array.from(body).buffer);
    const u32 = at => view.getUint32(at, true);
    const u64 = at => view.getBigUint64(at, true);
    const flag = (at, bit) => ((body[at] >> bit) & 1) === 1;
    switch (body[0]) {
        case 1:
            return {
                kind: 'identity',
                magic: Buffer.from(body.slice(1, 5)).toString(),
                version: body[5],
                unit: Buffer.from(body.slice(9, 17)).toString('hex'),
                boot: u32(17),
                hasLever: flag(21, 0),
                isAnalogue: flag(21, 1),
                isCalibrated: flag(21, 2),
                isJig: flag(21, 3),
                scanMs: body[22],
                settleMs: body[23],
            };
        case 2:
            return {
                kind: 'state',
                isPast: flag(1, 0),
                lever: flag(1, 1),
                seq: u32(2),
                ageMs: u32(6),
                lost: u32(10),
                squares: u64(14),
            };
        case 3:
            return {
                kind: 'health',
                dead: u64(1),
                stuck: u64(9),
                isFaulty: body[17] !== 0,
                wasWatchdog: body[18] !== 0,
                scans: u32(19),
                scanMaxUs: view.getUint16(23, true),
                late: u32(25),
                noise: u32(29),
            };
        case 4:
            return {
                kind: 'levels',
                rank: body[1],
                levels: Array.from({ length: 8 }, (_, file) => view.getUint16(2 + file * 2, true)),
            };
        case 5:
            return { kind: 'done', request: body[1] };
        case 6:
            return { kind: 'refused', request: body[1], reason: body[2] };
        default:
            return { kind: 'unknown', body };
    }
}
