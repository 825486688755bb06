// @ts-check
// The engine of a page: the game's rules and searches, compiled to WebAssembly from their Python
// source. They take and leave words of 64 bits in memory (native/object_code.py in Python).
//
// A search runs for some milliseconds at a time, so that the page always answers, and begins again
// with what its table has learnt. So it needs no thread of its own, and no policy for one.

/**
 * @typedef {{lower: bigint, upper: bigint}} Bounds
 */

const BASE = 10_000_000n;
const INFINITE = 1_000_000_000n;
const NO_LIMIT = -1n;
// How many bytes of the stack a search may take: it goes as deep as the browser lets it.
const STACK_ROOM = 1n << 40n;
const PAGE_BYTES = 65_536;
const WORD_BYTES = 8;
// How long a piece of a search may take, in milliseconds, and its first number of nodes.
const PIECE = 8;
const FIRST_NODES = 300;
const MOST_NODES = 100_000;
// The nodes of a level's choice, in which the page cannot answer.
const CHOICE_NODES = 500_000n;

/** @param {string} text */
async function unpacked(text) {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
    // TypeScript's older versions do not know of it; browsers have had it since 2023.
    const Decompression = /** @type {any} */ (globalThis).DecompressionStream;
    const stream = new Blob([bytes]).stream().pipeThrough(new Decompression("deflate"));
    return new Response(stream).arrayBuffer();
}

/** Let the page answer what has happened meanwhile. */
function breath() {
    return new Promise((done) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(port1.close());
        port2.postMessage(0);
    });
}

class Engine {
    /** @param {Module} told */
    static async of(told) {
        const code = await unpacked(told.code);
        const words = Object.values(told.records).flat().map((field) => Number(field[1]));
        const arrays = Object.values(told.records).flat().filter((field) => field.length === 3);
        const size = arrays.reduce((sum, field) => sum + WORD_BYTES * (Number(field[1]) + 2), 0);
        const bytes = told.free + size + WORD_BYTES * (words.length + 64) + PAGE_BYTES;
        const memory = new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) });
        const module = await WebAssembly.compile(code);
        const book = told.book ? new BigInt64Array(await unpacked(told.book.words)) : null;
        const engine = new Engine(told, module, memory, book);
        if (told.listed) engine.list(new BigInt64Array(await unpacked(told.listed)));
        await engine.begin();
        // Browsers compile a function when it is first called: not while somebody waits for a click.
        if (!told.listed) await engine.search(engine.start, { end: 0 });
        return engine;
    }

    /**
     * @param {Module} told
     * @param {WebAssembly.Module} module
     * @param {WebAssembly.Memory} memory
     * @param {BigInt64Array | null} book
     */
    constructor(told, module, memory, book) {
        this.module = module;
        this.memory = memory;
        /** @type {any} */
        this.functions = {};
        this.words = new BigInt64Array(memory.buffer);
        this.free = told.free;
        this.start = told.start.map(BigInt);
        this.book = book;
        this.bookPlies = told.book?.plies ?? -1;
        /** @type {Record<string, Record<string, number>>} the place of each field of a record */
        this.fields = {};
        /** @type {Record<string, bigint>} */
        this.address = {};
        for (const [name, fields] of Object.entries(told.records)) this.lay(name, fields);
        /** @type {Map<string, Score> | null} */
        this.listed = null;
        this.call = this.room(64);
        this.tooDeep = false;
        this.nodes = 0; // of all searches
        this.pace = 0; // its nodes a millisecond, lately
        this.crowds = told.crowds ?? [];
        this.table = 0; // which of them is used: a small one is faster, as it fits the cache
        /** @type {Promise<unknown>} one search after the other: they share their records */
        this.last = Promise.resolve();
    }

    /** @param {BigInt64Array} words */
    list(words) {
        const wide = this.start.length;
        this.listed = new Map();
        for (let at = 0; at < words.length; at += wide + 2) {
            const [outcome, plies] = [...words.subarray(at + wide, at + wide + 2)].map(Number);
            this.listed.set(words.subarray(at, at + wide).join(), { outcome, plies });
        }
    }

    /** Begin, or begin again after a call that ran out of stack, which leaves the module's own as it was. */
    async begin() {
        this.tooDeep = false;
        const instance = await WebAssembly.instantiate(this.module, { env: { memory: this.memory } });
        this.functions = instance.exports;
    }

    /**
     * Room for words: the place of the first.
     * @param {number} words
     */
    room(words) {
        const address = Math.ceil(this.free / 16) * 16;
        this.free = address + words * WORD_BYTES;
        return address / WORD_BYTES;
    }

    /** @param {string} name @param {Field[]} fields */
    lay(name, fields) {
        const at = this.room(fields.length);
        this.address[name] = BigInt(at * WORD_BYTES);
        this.fields[name] = {};
        fields.forEach((field, i) => {
            const [called, number, filled] = field;
            this.fields[name][called] = at + i;
            if (field.length === 2) {
                this.words[at + i] = BigInt(number);
                return;
            }
            const first = this.room(Number(number));
            this.words[at + i] = BigInt(first * WORD_BYTES);
            this.fields[name][`${called}[]`] = first;
            for (const [j, word] of Object.entries(filled ?? {}))
                this.words[first + Number(j)] = BigInt(word);
        });
    }

    /**
     * Call a function: whether it came to its end, which leaves its answer in the first word.
     * @param {string} name
     * @param {(bigint | number)[]} given
     */
    run(name, given) {
        given.forEach((word, i) => (this.words[this.call + i] = BigInt(word)));
        // Each call makes an address of it.
        for (const record of ["watch", "run"].filter((one) => one in this.fields))
            this.words[this.fields[record].stack_end] = STACK_ROOM;
        try {
            return this.functions[name](this.call * WORD_BYTES) === 0n;
        } catch (error) {
            if (!(error instanceof RangeError || error instanceof WebAssembly.RuntimeError))
                throw error;
            this.tooDeep = true;
            return false;
        }
    }

    /**
     * The outcome of a position, and each move with the words of the position after it.
     * @param {bigint[]} position
     */
    moves(position) {
        const { told } = this.fields;
        if (!this.run("tell_moves", [...position, this.address.told]))
            throw new Error("The rules fail here, or there are too many moves for this page.");
        let place = told["words[]"];
        const count = Number(this.words[this.call]);
        const outcome = Number(this.words[place++]);
        const moves = [];
        for (let i = 0; i < count; i++) {
            const after = [...this.words.subarray(place + 1, place + 1 + position.length)];
            moves.push({ move: Number(this.words[place]), after });
            place += 1 + position.length;
        }
        return { outcome, moves };
    }

    /**
     * So many numbers that a function of the rules tells (search/page.py in Python).
     * @param {"tell_marks" | "tell_cells" | "tell_parts"} name
     * @param {(bigint | number)[]} given
     * @param {number} count
     */
    ask(name, given, count) {
        if (count) this.run(name, [...given, this.address.told]);
        const first = this.fields.told["words[]"];
        return [...this.words.subarray(first, first + count)].map(Number);
    }

    /**
     * What is known of the value once it is found or the time is up, as scores; null if nothing is.
     * @param {bigint[]} position
     * @param {number} ply
     * @param {Limits} limits
     * @returns {Promise<Bounds | null>}
     */
    async bounds(position, ply, limits) {
        const known = this.known(position, ply);
        if (known) return { lower: this.score(known), upper: this.score(known) };
        return this.listed ? null : this.afterOthers(() => this.search(position, limits));
    }

    /**
     * The value within bounds that have met; null otherwise.
     * @param {Bounds | null} bounds
     * @returns {Score | null}
     */
    exact(bounds) {
        if (!bounds || bounds.lower < bounds.upper) return null;
        const score = Number(bounds.lower);
        return { outcome: Math.sign(score), plies: score && Number(BASE) - Math.abs(score) };
    }

    /**
     * Whether an open position is worth no more than that; null if the time is up before.
     * @param {bigint[]} position
     * @param {number} ply
     * @param {Score} most
     * @param {Limits} limits
     * @returns {Promise<boolean | null>}
     */
    async isAtMost(position, ply, most, limits) {
        const asked = this.score(most);
        const known = this.known(position, ply);
        if (known || this.listed) return known && this.score(known) <= asked;
        const ask = () => this.search(position, limits, asked, asked + 1n);
        const bounds = await this.afterOthers(ask);
        return bounds && bounds.lower >= bounds.upper ? bounds.upper <= asked : null;
    }

    /** @template T @param {() => Promise<T>} search @returns {Promise<T>} */
    afterOthers(search) {
        const found = this.last.then(search);
        this.last = found.catch(() => null);
        return found;
    }

    /** @param {Score} value */
    score({ outcome, plies }) {
        return BigInt(outcome) * (BASE - BigInt(plies));
    }

    /**
     * What needs no search.
     * @param {bigint[]} position
     * @param {number} ply
     * @returns {Score | null}
     */
    known(position, ply) {
        if (!this.listed) return ply <= this.bookPlies ? this.fromBook(position) : null;
        if (!this.run("tell_canonical", [...position, this.address.told])) return null;
        const first = this.fields.told["words[]"];
        const canonical = this.words.subarray(first, first + position.length);
        return this.listed.get(canonical.join()) ?? null;
    }

    /** @param {bigint[]} position @returns {Score | null} */
    fromBook(position) {
        if (!this.book || !this.run("book_key", position)) return null;
        const key = this.words[this.call];
        let low = 0;
        let high = this.book.length;
        while (low < high) {
            const middle = (low + high) >> 1;
            if (this.book[middle] >> 8n < key) low = middle + 1;
            else high = middle;
        }
        if (this.book[low] === undefined || this.book[low] >> 8n !== key) return null;
        const plies = Number(this.book[low] & 255n) - 128;
        return { outcome: Math.sign(plies), plies: Math.abs(plies) };
    }

    /**
     * Close in on the score: until the bounds meet, or the time is up. Null if memory is.
     * @param {bigint[]} position
     * @param {Limits} limits
     * @param {bigint} lowest
     * @param {bigint} highest
     */
    async search(position, { end, signal, report }, lowest = -INFINITE, highest = INFINITE) {
        const { aim, watch } = this.fields;
        const [lower, upper] = [aim["bounds[]"], aim["bounds[]"] + 1];
        this.words[aim.asked] = 0n;
        this.words[lower] = lowest;
        this.words[upper] = highest;
        const { address } = this;
        let nodes = Math.ceil(Math.min(Math.max(FIRST_NODES, (this.pace * PIECE) / 2), MOST_NODES));
        for (let visited = 0; ; visited += nodes) {
            signal?.throwIfAborted();
            const begun = performance.now();
            if (begun > end && visited) return { lower: this.words[lower], upper: this.words[upper] };
            this.words[watch.nodes] = 0n;
            this.words[watch.budget] = BigInt(nodes);
            if (visited >= this.crowds[this.table]) this.enlarge();
            const records = [address.watch, address[`table${this.table}`], address.ordering];
            this.run("mtd_search", [...position, address.aim, NO_LIMIT, ...records]);
            this.nodes += Number(this.words[watch.nodes]);
            if (this.tooDeep) {
                await this.begin();
                return null;
            }
            if (this.words[lower] >= this.words[upper])
                return { lower: this.words[lower], upper: this.words[upper] };
            if (this.words[this.fields.ordering.full]) return null; // too deep for its memory
            this.pace = nodes / Math.max(performance.now() - begun, 0.1);
            report?.(`Searching: ${(visited + nodes).toLocaleString("en")} positions …`);
            nodes = Math.ceil(Math.min(this.pace * PIECE, 4 * nodes, MOST_NODES));
            await breath();
        }
    }

    /**
     * Do all these, and let the page answer now and then.
     * @param {(() => unknown)[]} things
     */
    async inTurn(things) {
        let begun = performance.now();
        for (const thing of things) {
            thing();
            if (performance.now() - begun < PIECE) continue;
            await breath();
            begun = performance.now();
        }
    }

    /** Go on with the next larger table. */
    enlarge() {
        const tables = [this.table, this.table + 1].map((number) => this.address[`table${number}`]);
        this.run("move_entries", tables);
        this.table += 1;
    }

    /**
     * The number of a level's move, as players/style.py in Python chooses it, fewer plies ahead where
     * that takes long; null if none can be found.
     * @param {bigint[]} position
     * @param {{thinks: number, errs: number, overlooks: number, plies: number}} style
     * @param {number} [seed]
     * @returns {Promise<number | null>}
     */
    async choose(position, style, seed = 1 + Math.floor(Math.random() * (2 ** 31 - 2))) {
        return this.afterOthers(async () => {
            const { run, choice } = this.fields;
            for (let { plies } = style; plies; ) {
                this.words[choice.dice] = BigInt(seed);
                this.words[run.nodes] = 0n;
                this.words[run.budget] = plies === 1 ? NO_LIMIT : CHOICE_NODES;
                const { thinks, errs, overlooks } = style;
                const records = [this.address.choice, this.address.run];
                if (this.run("choose", [...position, thinks, errs, overlooks, plies, ...records]))
                    return Number(this.words[this.call]);
                plies = this.tooDeep ? plies >> 1 : plies - 1;
                if (this.tooDeep) await this.begin();
                await breath();
            }
            return null;
        });
    }
}

Object.assign(globalThis, { NoughtsEngine: Engine, noughtsUnpacked: unpacked });
