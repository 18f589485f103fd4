// A Raspberry Pi Pico that runs the real image of the firmware, in real time.
//
//   node pico.mjs IMAGE chain|matrix|levels
//
// What happens to the board comes in by lines, what it says goes out by lines:
//
//   squares HEX16      magnets stand on these squares from now on; bit 0 is a1
//   lever 0|1          the lever switch
//   break|mend         a wire breaks: the tail of the chain, a short in the matrix, a sensor at its rail
//   plug, unplug       the USB cable; the board has another supply
//   open, close        a program opens the port, or closes it
//   tx HEX             bytes from the host
//   stats              asks for a line of figures
//
//   ready              the port is open
//   rx HEX             bytes from the board
//   stats JSON
//   update             it restarted as a drive for a new program

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Board } from './board.mjs';
import { Machine } from './machine.mjs';
import { UsbHost } from './usb_host.mjs';

const [image, wiring = 'chain'] = process.argv.slice(2);
const say = line => process.stdout.write(line + '\n');
const hex = bytes => Buffer.from(bytes).toString('hex');

const machine = new Machine(readFileSync(image));
const board = new Board(machine.mcu, wiring);
const host = new UsbHost(machine.mcu.usbCtrl, machine.mcu.clock);
host.onReady = () => say('ready');
host.onData = bytes => say('rx ' + hex(bytes));
machine.onUpdate = () => {
    say('update');
    process.exit(0);
};

const verbs = {
    squares: word => board.setSquares(BigInt('0x' + word)),
    lever: word => board.setLever(word === '1'),
    break: () => board.setBroken(true),
    mend: () => board.setBroken(false),
    plug: () => host.plug(),
    unplug: () => host.unplug(),
    open: () => host.open(),
    close: () => host.close(),
    tx: word => host.send(Buffer.from(word, 'hex')),
    stats: () => say('stats ' + JSON.stringify({ ...machine.stats(), ...board.stats() })),
};

createInterface({ input: process.stdin })
    .on('line', line => {
        const [verb, word] = line.trim().split(' ');
        verbs[verb]?.(word);
    })
    .on('close', () => process.exit(0));

host.plug();
machine.run();
