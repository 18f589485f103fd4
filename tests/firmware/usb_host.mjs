// A USB host for one serial device: enumerates it, carries bytes, drops DTR, vanishes. The one that comes with the
// emulator does not deliver bytes to a device that is ready for them from the reset on.

const DEVICE_DESCRIPTOR = 0x0100;
const CONFIGURATION_DESCRIPTOR = 0x0200;
const PACKET = 64;
/** After a new address a device has 2 ms to get used to it (USB 2.0, 9.2.6.3). */
const CONTROL_PAUSE_NANOS = 3_000_000;
const DATA_PAUSE_NANOS = 20_000;
const SUSPENDED = 1 << 4;

const fromDevice = (request, value, length) => [0x80, request, value & 255, value >> 8, 0, 0, length & 255, length >> 8];
const toDevice = (type, request, value) => [type, request, value & 255, value >> 8, 0, 0, 0, 0];
const setLineState = isOpen => toDevice(0x21, 0x22, isOpen ? 0b11 : 0);

export class UsbHost {
    constructor(usb, clock) {
        this.usb = usb;
        this.onReady = () => {};
        this.onData = () => {};
        this.isPlugged = false;
        this.isOpen = true;
        this.forget();
        this.next = clock.createAlarm(() => this.nextControl());
        this.later = clock.createAlarm(() => this.deliver());
        usb.onUSBEnabled = () => this.isPlugged && usb.resetDevice();
        usb.onResetReceived = () => this.enumerate();
        usb.onEndpointWrite = (endpoint, bytes) => this.isPlugged && this.handleWrite(endpoint, bytes);
        usb.onEndpointRead = (endpoint, length) => this.handleReady(endpoint, length);
    }

    forget() {
        this.controls = [];
        this.control = null;
        this.ready = new Map();
        this.unsent = [];
        this.serial = null;
        this.isReady = false;
    }

    plug() {
        this.isPlugged = true;
        this.usb.sieStatus &= ~SUSPENDED;
        this.usb.resetDevice();
    }

    unplug() {
        this.isPlugged = false;
        this.forget();
        this.usb.sieStatus |= SUSPENDED;
        this.usb.sieStatusUpdated();
    }

    open() {
        this.setOpen(true);
    }

    close() {
        this.setOpen(false);
    }

    setOpen(isOpen) {
        this.isOpen = isOpen;
        this.unsent = [];
        if (this.isReady) this.ask(setLineState(isOpen));
    }

    send(bytes) {
        if (!this.isPlugged || !this.isOpen) return;
        this.unsent.push(...bytes);
        this.deliver();
    }

    enumerate() {
        this.forget();
        if (!this.isPlugged) return;
        this.ask(fromDevice(6, DEVICE_DESCRIPTOR, 18));
        this.ask(toDevice(0x00, 5, 1));
        this.ask(fromDevice(6, CONFIGURATION_DESCRIPTOR, 9), head => {
            this.ask(fromDevice(6, CONFIGURATION_DESCRIPTOR, head[2] | (head[3] << 8)), whole => {
                this.serial = dataEndpoints(whole);
                this.ask(toDevice(0x00, 9, 1));
                this.ask(setLineState(this.isOpen), () => {
                    this.isReady = true;
                    this.onReady();
                });
            });
        });
    }

    ask(setup, done = () => {}) {
        this.controls.push({ setup, done, got: [], isOver: false });
        if (!this.control) this.next.schedule(CONTROL_PAUSE_NANOS);
    }

    nextControl() {
        if (this.control || !this.isPlugged) return;
        this.control = this.controls.shift() ?? null;
        if (!this.control) return;
        this.ready.delete(0);
        this.usb.sendSetupPacket(Uint8Array.from(this.control.setup));
    }

    handleWrite(endpoint, bytes) {
        if (endpoint === this.serial?.input) return this.onData(bytes);
        if (endpoint !== 0 || !this.control) return;
        const { setup, got } = this.control;
        const wanted = setup[6] | (setup[7] << 8);
        got.push(...bytes);
        if (wanted === 0) return this.finishControl();
        if (got.length >= wanted || bytes.length < PACKET) {
            // The host says that it has everything: an empty packet, once the device is ready for it.
            this.control.isOver = true;
            if (this.ready.delete(0)) this.finishStatus();
        }
    }

    handleReady(endpoint, length) {
        this.ready.set(endpoint, length);
        if (endpoint !== 0) return this.deliver();
        if (this.control?.isOver && this.ready.delete(0)) this.finishStatus();
    }

    finishStatus() {
        this.usb.endpointReadDone(0, new Uint8Array(0));
        this.finishControl();
    }

    finishControl() {
        const { done, got } = this.control;
        this.control = null;
        this.next.schedule(CONTROL_PAUSE_NANOS);
        done(got);
    }

    deliver() {
        const output = this.serial?.output;
        const room = this.ready.get(output);
        if (!this.isReady || room === undefined || this.unsent.length === 0) return;
        this.ready.delete(output);
        this.usb.endpointReadDone(output, Uint8Array.from(this.unsent.splice(0, room)));
        this.later.schedule(DATA_PAUSE_NANOS);
    }
}

/** The bulk endpoints of the data interface. */
function dataEndpoints(descriptors) {
    const [INTERFACE, ENDPOINT, DATA_CLASS] = [4, 5, 10];
    let isData = false;
    const found = { input: 0, output: 0 };
    for (let at = 0; at < descriptors.length && descriptors[at] > 1; at += descriptors[at]) {
        if (descriptors[at + 1] === INTERFACE) isData = descriptors[at + 5] === DATA_CLASS;
        if (descriptors[at + 1] !== ENDPOINT || !isData) continue;
        const address = descriptors[at + 2];
        if (address & 0x80) found.input = address & 15;
        else found.output = address;
    }
    return found;
}
