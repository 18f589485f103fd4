// What hangs on the pins: the sensors of a board in each of the three wirings, the straps, the lever, the light.

const FILE_STRAP = 20;
const MATRIX_STRAP = 21;
const LEVER = 22;
const LEVER_STRAP = 27;
const LIGHT = 25;
const MATRIX_RANK = 2;
const MATRIX_FILE = 10;
const SELECT = 2;
const LATCH = 17;
const RANKS = [0, 1, 2, 3, 4, 5, 6, 7];

export class Board {
    constructor(mcu, wiring) {
        this.mcu = mcu;
        this.squares = 0n;
        this.broken = false;
        this.lightChanges = 0;
        this.rounds = 0;
        this.firstRound = null;
        this.lastRound = null;
        for (const pin of [FILE_STRAP, MATRIX_STRAP, LEVER]) mcu.gpio[pin].setInputValue(true);
        mcu.gpio[LEVER_STRAP].setInputValue(false);
        mcu.gpio[LIGHT].addListener(() => (this.lightChanges += 1));
        if (wiring === 'chain') this.wireChain();
        if (wiring === 'matrix') this.wireMatrix();
        if (wiring === 'levels') this.wireLevels();
    }

    setSquares(squares) {
        this.squares = squares;
        this.refresh?.();
    }

    setBroken(broken) {
        this.broken = broken;
        this.refresh?.();
    }

    setLever(isWhite) {
        this.mcu.gpio[LEVER].setInputValue(!isWhite);
    }

    stats() {
        const nanos = this.lastRound - this.firstRound;
        return { roundMs: nanos / 1e6 / Math.max(1, this.rounds - 1), lightChanges: this.lightChanges };
    }

    noteRound() {
        this.rounds += 1;
        this.lastRound = this.mcu.clock.nanos;
        this.firstRound ??= this.lastRound;
    }

    /** The rank as a byte, a-file lowest. */
    rank(rank) {
        return Number((this.squares >> BigInt(rank * 8)) & 0xffn);
    }

    /** Eight 74HC165: inputs low where something stands, ones from the tied end. */
    wireChain() {
        let bytes = [];
        this.mcu.gpio[LATCH].addListener(state => {
            if (state === 0) {
                bytes = RANKS.map(rank => ~this.rank(rank) & 0xff);
                this.noteRound();
            }
        });
        const [spi] = this.mcu.spi;
        spi.onTransmit = () => spi.completeTransmit(this.broken ? 0 : (bytes.shift() ?? 0xff));
    }

    /** Eight by eight switches with diodes. */
    wireMatrix() {
        this.mcu.gpio[MATRIX_STRAP].setInputValue(false);
        this.refresh = () => {
            let files = this.broken ? 0b100 : 0;
            for (const rank of RANKS) {
                if (this.mcu.gpio[MATRIX_RANK + rank].value === 1) files |= this.rank(rank);
            }
            for (const file of RANKS) this.mcu.gpio[MATRIX_FILE + file].setInputValue(((files >> file) & 1) === 1);
        };
        for (const rank of RANKS) {
            this.mcu.gpio[MATRIX_RANK + rank].addListener(state => {
                if (rank === 0 && state === 1) this.noteRound();
                this.refresh();
            });
        }
        this.refresh();
    }

    /** Sixty-four analogue sensors, each with a rest, a strength, a pole and noise of its own. */
    wireLevels() {
        this.mcu.gpio[FILE_STRAP].setInputValue(false);
        let noise = 1;
        this.mcu.adc.onADCRead = () => {
            const square = [0, 1, 2, 3, 4, 5].reduce(
                (sum, bit) => sum | ((this.mcu.gpio[SELECT + bit].value === 1 ? 1 : 0) << bit),
                0,
            );
            if (square === 0) this.noteRound();
            noise = (noise * 1103515245 + 12345) & 0x7fffffff;
            const rest = 1990 + ((square * 7) % 90) + (noise % 7);
            const strength = 260 + ((square * 13) % 200);
            const isOccupied = (this.squares >> BigInt(square)) & 1n;
            const level = isOccupied ? rest + (square % 2 ? -strength : strength) : rest;
            this.mcu.adc.channelValues[0] = this.broken && square === 27 ? 4095 : level;
            this.mcu.adc.sampleAlarm.schedule(2000);
        };
    }
}
