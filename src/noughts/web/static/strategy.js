// @ts-check
// A strategy in a page: one move for each position of its side, from a file (docs/strategies.md).

class Strategy {
    /** @param {StrategyTold} told @param {any} engine */
    static async of(told, engine) {
        const { noughtsUnpacked } = /** @type {any} */ (globalThis);
        const bytes = new Uint8Array(await noughtsUnpacked(told.file));
        const end = bytes.indexOf(10);
        const claim = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
        const numbers = wholeNumbers(bytes.subarray(end + 1));
        const moves = new Map();
        let number = -1n;
        for (let i = 0; i < claim.positions; i++) {
            number += numbers[i];
            moves.set(fieldsOf(number, claim.fields).join(), Number(numbers[claim.positions + i]));
        }
        return new Strategy(told, engine, moves);
    }

    /** @param {StrategyTold} told @param {any} engine @param {Map<string, number>} moves by the position's numbers */
    constructor(told, engine, moves) {
        this.engine = engine;
        this.moves = moves;
        this.split = BigInt(told.split);
        this.symmetries = told.symmetries.map((one) => one.map(BigInt));
    }

    /**
     * The step to take in a position; none where the strategy says nothing.
     * @template {{words: bigint[]}} S
     * @param {bigint[]} words
     * @param {S[]} steps
     * @returns {S | undefined}
     */
    step(words, steps) {
        const own = this.least(words);
        const move = this.moves.get(own.join());
        if (move === undefined) return undefined;
        const there = this.engine.moves(this.words(own)).moves;
        const wanted = there.find((/** @type {{move: number}} */ one) => one.move === move);
        const after = wanted && this.least(wanted.after).join();
        return steps.find((one) => this.least(one.words).join() === after);
    }

    /**
     * Of a position's mirror images the one whose numbers come first.
     * @param {bigint[]} words
     */
    least(words) {
        const fields = this.split ? [0, 2].map((i) => words[i] | (words[i + 1] << this.split)) : words;
        let best = fields;
        for (const symmetry of this.symmetries) {
            const image = fields.map((cells) => moved(cells, symmetry));
            const i = image.findIndex((value, at) => value !== best[at]);
            if (i >= 0 && image[i] < best[i]) best = image;
        }
        return best;
    }

    /** @param {bigint[]} fields */
    words(fields) {
        const low = (1n << this.split) - 1n;
        return this.split ? fields.flatMap((cells) => [cells & low, cells >> this.split]) : fields;
    }
}

/** @param {bigint} cells @param {bigint[]} symmetry */
function moved(cells, symmetry) {
    let image = 0n;
    for (let cell = 0; cells; cell++, cells >>= 1n) if (cells & 1n) image |= 1n << symmetry[cell];
    return image;
}

/**
 * Seven bits a byte, the lowest first; the last byte of a number is below 128.
 * @param {Uint8Array} bytes
 */
function wholeNumbers(bytes) {
    const numbers = [];
    let number = 0n;
    let shift = 0n;
    for (const byte of bytes) {
        number |= BigInt(byte & 127) << shift;
        shift += 7n;
        if (byte >= 128) continue;
        numbers.push(number);
        number = shift = 0n;
    }
    return numbers;
}

/**
 * The numbers of a position, which stand side by side in one, the last lowest.
 * @param {bigint} number
 * @param {[number, number][]} layout of each the least, and its bits
 */
function fieldsOf(number, layout) {
    const fields = [];
    for (const [low, bits] of [...layout].reverse()) {
        fields.unshift((number & ((1n << BigInt(bits)) - 1n)) + BigInt(low));
        number >>= BigInt(bits);
    }
    return fields;
}

Object.assign(globalThis, { NoughtsStrategy: Strategy });
