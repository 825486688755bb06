// @ts-check
// The source of a page of one file. Either every position of the game is embedded, with its exact
// value; or the game's engine is (engine.js), which finds positions and values when they are asked for.

/**
 * @typedef {{name: string, column: number, row: number, centre: number[], x: number, y: number,
 *   w: number, h: number}} Place
 * @typedef {{game: string, name: string, marks: string[], digits: boolean, falls?: boolean,
 *   moves: Record<string, string[]>, contents: [string, number | null][], lines: string[][],
 *   stencils: {empty: string, ground: number, at: number[], width: number, height: number, cells: Place[],
 *   pieces: Record<string, string>, packed?: string}}} Shown what both kinds have
 * @typedef {Shown & {boards: number[][], texts: string[], values: number[][], over: number[],
 *   next: number[][], won: Record<string, number[]>, why: number[][] | null,
 *   threats: number[][] | null, lacking: [number, number, number[], boolean][],
 *   sentences: string[]}} Answers
 * @typedef {Shown & {columns: number, lengths: number[], misere: boolean, numbers?: boolean,
 *   letters: string | null, runs: boolean, between: [number, Record<string, string>] | null,
 *   counts: boolean, wanders: string[] | false, repeats: boolean, parts: string[][], by_number: boolean,
 *   lacking: [number, number, number[], boolean][], levels: Record<string, Manner>,
 *   module: any, strategy?: any, usual?: {as: string, level: string, position: string}}} Own
 *   wanders: where a move stands now on this cell, now on that: the names of cells without a move
 * @typedef {{thinks: number, errs: number, overlooks: number, plies: number}} Manner
 * @typedef {{outcome: number, plies: number}} Value
 * @typedef {{parts?: number[], key: string, turn: number, board: any[], text: string, over: boolean,
 *   value: Value | null, verdict: string, won: number[], follow: Step[],
 *   threats: {told: string, found: number[]} | null}} Spot a position, and what is known of it
 * @typedef {{number: number, move: string, cell: string, word: string, why: string, left?: string,
 *   after: () => Spot}} Step
 *   left: the cell that a stone leaves, where the move is a step
 * @typedef {Step & Value & {known: boolean, best: boolean}} Choice
 * @typedef {{end: number, signal?: AbortSignal, report?: (text: string) => void}} Limits
 */

/**
 * The source of a game's page that asks no server.
 * @param {Answers & Own} answers
 */
function noughtsSource(answers) {
    const { stencils } = answers;
    const PEOPLE = /** @type {Record<string, number[]>} */ ({
        x: [0],
        o: [1],
        both: [0, 1],
        none: [],
    });
    const OUTCOMES = ["loss", "draw", "win"];
    const GHOSTS = 9;
    const STEPS = 3; // with the stones where they are now, more of them mean little
    // How long the computer, and the values, may take; and best play after that. In milliseconds.
    const REPLY = 2_500;
    const KNOW = 20_000;
    const LINE = 1_500;
    const SEEK = 500; // to find a play that leads to a position
    const UNSURE = "Not solved in time: the computer looks a few plies ahead, and can err.";

    // Positions that are embedded.

    /** @param {number} at @returns {Spot} */
    function listed(at) {
        const follow = answers.next[at];
        const steps = [];
        for (let i = 0; i < follow.length; i += 2) {
            const [move, cell, word] = answers.moves[follow[i]];
            const why = answers.why ? answers.sentences[answers.why[at][1 + i / 2]] : "";
            const after = () => listed(follow[i + 1]);
            steps.push({ number: follow[i], move, cell, word, why, after });
        }
        const [outcome, plies] = answers.values[at];
        const [told, ...found] = answers.threats?.[at] ?? [];
        return {
            key: String(at),
            turn: answers.texts[at].endsWith("x") ? 0 : 1,
            board: answers.boards[at],
            text: answers.texts[at],
            over: Boolean(answers.over[at]),
            value: { outcome, plies },
            verdict: answers.why ? answers.sentences[answers.why[at][0]] : "",
            won: answers.won[at] ?? [],
            follow: steps,
            threats: answers.threats ? { told: answers.sentences[told], found } : null,
        };
    }

    // Positions that the engine finds.

    /** @type {any} */
    let engine = null;
    /** @type {any} the strategy of the page, if it has one */
    let strategy = null;
    /** @type {Map<string, Value>} */
    const values = new Map();

    const cellNames = stencils.cells.map((place) => place.name);
    const lines = answers.lines.map((line) => line.map((name) => cellNames.indexOf(name)));

    /** @param {bigint[]} words @param {number} turn @param {number} ply @returns {Spot} */
    function found(words, turn, ply) {
        const key = `${words.join()} ${turn}`;
        const { outcome, moves } = engine.moves(words);
        // Numbers are signs of their own, written out: they may be too large for JavaScript's.
        const board = answers.numbers
            ? words.map(String)
            : engine.marks(words, turn, cellNames.length);
        const over = moves.length === 0;
        const parts = engine.parts(words, turn, answers.parts.length);
        if (over) values.set(key, { outcome, plies: 0 });
        const places = answers.wanders ? engine.cells(words, moves.length) : [];
        const follow = moves.map((/** @type {{move: number, after: bigint[]}} */ one, /** @type {number} */ i) => {
            const [move, own, word, left] = answers.moves[one.move] ?? unnamed(one.move);
            const cell = answers.wanders ? cellNames[places[i]] : own;
            const landing = answers.falls ? lowest(board, cell) : cell;
            const after = once(() => found(one.after, 1 - turn, ply + 1));
            return { number: one.move, move, cell: landing, word, why: "", left, after, words: one.after };
        });
        return {
            key,
            turn,
            board,
            text: answers.numbers ? `${words.join()} ${"xo"[turn]}` : textOf(board, turn, words),
            over,
            value: values.get(key) ?? null,
            verdict: "",
            won: over ? whole(board).filter((line) => mayDecide(line, parts)) : [],
            parts,
            follow,
            threats: threatsOf(board, turn, over),
            ...{ words, ply },
        };
    }

    /**
     * A move that no sample game had when the page was written.
     * @param {number} move
     */
    function unnamed(move) {
        if (answers.by_number) return [String(move), "", ""];
        throw new Error(
            `This page does not know what people call the move ${move}, which is rare in this game; ` +
                "play on with `noughts serve`.",
        );
    }

    /** @template T @param {() => T} make @returns {() => T} */
    function once(make) {
        /** @type {T | undefined} */
        let made;
        return () => (made ??= make());
    }

    /**
     * The lowest empty cell of the column of a cell.
     * @param {number[]} board
     * @param {string} cell
     */
    function lowest(board, cell) {
        const { column } = stencils.cells[cellNames.indexOf(cell)] ?? { column: 0 };
        const empty = stencils.cells.filter((one, i) => one.column === column && !board[i]);
        return empty[empty.length - 1]?.name ?? cell;
    }

    /**
     * The rows from the top, perhaps a number for each run of empty cells, and the side to move; empty
     * where the game writes its positions otherwise.
     * @param {number[]} board
     * @param {number} turn
     * @param {bigint[]} words of the position, one of which may be written, too
     */
    function textOf(board, turn, words) {
        const { lengths, letters, runs, between } = answers;
        if (answers.counts) return `${counts(board).join()} ${"xo"[turn]}`;
        const more = between ? between[1][String(words[between[0]])] : "";
        if (!letters || more === undefined) return "";
        const signs = board.map((sign) => letters[sign]);
        const row = (/** @type {number} */ length) =>
            signs
                .splice(0, length)
                .join("")
                .replace(/\.+/g, (run) => (runs ? String(run.length) : run));
        const boards = [];
        while (signs.length) boards.push(lengths.map(row).join("/"));
        return [boards.join("|"), more, "xo"[turn]].filter(Boolean).join(" ");
    }

    /**
     * How many marks each column has.
     * @param {number[]} board
     */
    function counts(board) {
        const told = Array(answers.columns).fill(0);
        stencils.cells.forEach((place, i) => (told[place.column] += board[i] ? 1 : 0));
        return told;
    }

    /**
     * Whether a line lies on a part of the board that decided, if the board has parts.
     * @param {number} line
     * @param {number[]} parts
     */
    const mayDecide = (line, parts) =>
        !parts.length ||
        answers.parts.some((names, i) => parts[i] >= 4 && names.includes(answers.lines[line][0]));

    /** The lines of one side's marks alone; of marks of no side, the lines of one sign. */
    const whole = (/** @type {number[]} */ board) => {
        const kind = (/** @type {number} */ cell) => contentOf(board[cell])[1] ?? `${board[cell]}`;
        return lines.flatMap((line, i) =>
            board[line[0]] && line.every((cell) => board[cell] && kind(cell) === kind(line[0])) ? [i] : [],
        );
    };

    /**
     * The lines that lack one mark, and what is said of them.
     * @param {number[]} board
     * @param {number} turn
     * @param {boolean} over
     */
    function threatsOf(board, turn, over) {
        if (!answers.lacking.length) return null;
        /** @type {number[]} */
        const numbers = [];
        if (!over)
            answers.lacking.forEach(([who, cell, line, now], i) => {
                const lacks =
                    !board[cell] && line.every((one) => one === cell || board[one] === who + 1);
                if (lacks && now === (!answers.falls || lowest(board, cellNames[cell]) === cellNames[cell]))
                    numbers.push(i);
            });
        return { told: threatWords(numbers, turn), found: numbers };
    }

    /** @param {number[]} numbers @param {number} turn */
    function threatWords(numbers, turn) {
        const told = [];
        for (const who of [turn, 1 - turn])
            for (const now of [true, false]) {
                const cells = numbers
                    .map((number) => answers.lacking[number])
                    .filter((one) => one[0] === who && one[3] === now)
                    .map((one) => cellNames[one[1]]);
                if (cells.length)
                    told.push(`${answers.marks[who]} ${threatens(who === turn, now)}`.replace(
                        "{cells}",
                        any([...new Set(cells)]),
                    ));
            }
        const none = answers.misere
            ? "Nobody is one mark short of a line."
            : "Nobody threatens to win yet.";
        return told.join(" ") || none;
    }

    /** @param {boolean} moves @param {boolean} now */
    function threatens(moves, now) {
        const loses = answers.misere;
        if (!now)
            return `${loses ? "would complete a line and lose" : "can complete a line"} at {cells} once the cells below are filled.`;
        if (loses) return "would complete a line and lose at {cells}.";
        return `${moves ? "can" : "threatens to"} complete a line at {cells}.`;
    }

    /** @param {string[]} names */
    const any = (names) =>
        names.length < 2
            ? names.join()
            : `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}`;

    /**
     * Find the values of all that follow a position, those that are soon found first.
     * @param {any} spot
     * @param {Limits} limits
     */
    async function settle(spot, limits) {
        if (!engine) return;
        await engine.inTurn(spot.follow.map((/** @type {Step} */ one) => one.after));
        /** @type {any[]} */
        let open = spot.follow.filter((/** @type {Step} */ one) => !one.after().value);
        for (let part = 0.1; open.length && performance.now() < limits.end; part = Math.min(1, part * 4)) {
            for (const [i, one] of open.entries()) {
                const after = one.after();
                const left = (limits.end - performance.now()) * part;
                const end = performance.now() + left / (open.length - i);
                after.bounds = await engine.bounds(after.words, after.ply, { ...limits, end });
                after.value = engine.exact(after.bounds);
                if (after.value) values.set(after.key, after.value);
            }
            open = open.filter((one) => !one.after().value);
        }
        if (!open.length && spot.follow.length) {
            const best = choices(spot).find((one) => one.best);
            if (best) spot.value = { outcome: best.outcome, plies: best.outcome && best.plies };
            if (spot.value) values.set(spot.key, spot.value);
        }
    }

    const ready = answers.module ? prepare() : Promise.resolve();

    async function prepare() {
        if (!("WebAssembly" in globalThis && "DecompressionStream" in globalThis))
            throw new Error("This page needs a browser of 2023 or later, with WebAssembly.");
        const { NoughtsEngine, noughtsUnpacked } = /** @type {any} */ (globalThis);
        const pieces = await noughtsUnpacked(stencils.packed);
        stencils.pieces = JSON.parse(new TextDecoder().decode(pieces));
        try {
            engine = await NoughtsEngine.of(answers.module);
            const { NoughtsStrategy } = /** @type {any} */ (globalThis);
            if (answers.strategy) strategy = await NoughtsStrategy.of(answers.strategy, engine);
        } catch (error) {
            if (!(error instanceof RangeError)) throw error;
            throw new Error("This browser has too little memory for the page: it takes 70 MB.");
        }
    }
    /** @type {() => Spot} */
    const first = once(() => (engine ? found(engine.start, 0, 0) : listed(0)));

    /**
     * How good a value is: a win soon, a win later, a draw, a loss later, a loss soon.
     * @param {Value} value
     */
    const rank = (value) => (value.outcome === 0 ? 0 : value.outcome * (10_000_000 - value.plies));

    /**
     * The moves of a position, with their values to who makes them. None is best while one is unknown
     * that may be better.
     * @param {Spot} spot
     * @returns {Choice[]}
     */
    function choices(spot) {
        const told = spot.follow.map((step) => {
            const value = step.after().value;
            const own = value && { outcome: -value.outcome, plies: value.plies + 1 };
            return { ...step, ...(own ?? { outcome: 0, plies: 0 }), known: Boolean(own), best: false };
        });
        const known = told.filter((one) => one.known);
        const best = Math.max(...known.map(rank));
        if (known.length === told.length) for (const one of told) one.best = rank(one) === best;
        return told;
    }

    /** @type {Map<string, Spot | null>} */
    const origins = new Map();

    /**
     * The position that is written so, which some play leads to; null where none is found.
     * @param {string} text the start if empty
     */
    function origin(text) {
        if (!text) return first();
        if (!origins.has(text)) {
            const wanted = spelt(text);
            origins.set(text, reached(wanted, signsOf(wanted)) ?? reached(wanted, null));
        }
        return origins.get(text) ?? null;
    }

    /**
     * A position as text, in which each empty cell has a dot of its own where runs have a number.
     * @param {string} text
     */
    function spelt(text) {
        const [board, ...rest] = text.trim().toLowerCase().split(/\s+/);
        const dots = (/** @type {string} */ number) => ".".repeat(Math.min(Number(number), 99));
        return [runs ? board.replace(/\d+/g, dots) : board, ...rest].join(" ");
    }
    const runs = !answers.module || answers.runs;

    /**
     * What each cell shows in a position that is written in rows of letters.
     * @param {string} wanted
     */
    function signsOf(wanted) {
        const letters = answers.letters ?? "";
        const signs = [...wanted.split(" ")[0].replace(/[/|]/g, "")].map((one) => letters.indexOf(one));
        return engine && signs.length === cellNames.length && !signs.includes(-1) ? signs : null;
    }

    /**
     * The position of that text, by a search of plays: of those alone that fill its cells, or of all.
     * @param {string} wanted
     * @param {number[] | null} signs what its cells show
     * @returns {Spot | null}
     */
    function reached(wanted, signs) {
        const seen = new Set([first().key]);
        const todo = [first()];
        const next = () => (signs ? todo.pop() : todo.shift());
        const end = performance.now() + SEEK;
        for (let here = next(); here && performance.now() < end; here = next()) {
            if (spelt(here.text) === wanted) return here;
            const steps = here.follow.filter((one) => !signs || signs[cellNames.indexOf(one.cell)]);
            for (const after of steps.map((one) => one.after())) {
                const fits = !signs || after.board.every((sign, i) => !sign || sign === signs[i]);
                if (fits && !seen.has(after.key)) todo.push(after);
                seen.add(after.key);
            }
        }
        return null;
    }

    /**
     * The positions along a play.
     * @param {string[]} moves
     * @param {string} [text] where it begins, if not at the start
     */
    function along(moves, text = "") {
        const begin = origin(text);
        if (!begin)
            throw new Error(
                `This page finds no play that leads to ${JSON.stringify(text)}. ` +
                    `A position is written as ${JSON.stringify(first().follow[0].after().text)}.`,
            );
        const path = [begin];
        for (const [i, name] of moves.entries()) {
            const step = path[i].follow.find((one) => one.move === name);
            if (isRepeated(path)) throw new Error("The game is over, a draw by repetition.");
            if (!step) throw new Error(`Move ${i + 1}: ${name} is not legal.`);
            path.push(step.after());
        }
        return path;
    }

    /**
     * Whether the last position has come for the third time: a draw, where positions can repeat.
     * @param {Spot[]} path
     */
    const isRepeated = (path) =>
        Boolean(answers.repeats) &&
        path.filter((one) => one.key === path[path.length - 1].key).length >= 3;

    // As `Value.sign`.
    const sign = (/** @type {Value} */ value) =>
        value.outcome === 0 ? "D" : `${value.outcome > 0 ? "W" : "L"}${value.plies}`;

    // Pictures.

    /**
     * A piece in the middle of a cell.
     * @param {string} key
     * @param {Place} place
     */
    function piece(key, place) {
        const [x, y] = place.centre;
        return `<g transform="translate(${x} ${y})">${pieceOf(key)}</g>`;
    }

    /**
     * Where numbers know no end there is a piece for each number of digits, written in eights.
     * @param {string} key
     */
    function pieceOf(key) {
        const exact = stencils.pieces[key];
        if (exact !== undefined) return exact;
        const eights = (/** @type {string} */ text) => text.replace(/[-\d]/g, "8");
        const [text] = key.match(/[WL]?-?\d+/) ?? [""];
        return (stencils.pieces[eights(key)] ?? "").replace(`>${eights(text)}<`, `>${text}<`);
    }

    /**
     * What a cell shows, and whose it is.
     * @param {any} sign
     * @returns {[string, number | null]}
     */
    function contentOf(sign) {
        if (answers.numbers) return [String(sign), null];
        const content = answers.contents[sign];
        if (!content) throw new Error(`This page has no picture of a cell that shows ${sign}.`);
        return content;
    }

    /**
     * The piece of a mark, paler under a value.
     * @param {any} sign
     * @param {Place} place
     * @param {boolean} covered
     */
    function markOf(sign, place, covered = false) {
        const [text, side] = contentOf(sign);
        if (!text) return "";
        const under = covered && stencils.pieces[`covered ${text} ${side ?? "None"}`] !== undefined;
        return piece(`${under ? "covered" : "mark"} ${text} ${side ?? "None"}`, place);
    }

    /**
     * @param {Spot} spot
     * @param {Spot | null} before
     * @param {{values?: boolean, ghosts?: Choice[]}} more
     */
    function picture(spot, before, more = {}) {
        const { board, won } = spot;
        const inLine = won.flatMap((line) => answers.lines[line]);
        const played = touched(spot, before);
        const isEmpty = (/** @type {Place} */ place) =>
            !contentOf(board[stencils.cells.indexOf(place)])[0];
        const known = more.values ? choices(spot).filter((one) => one.known && !one.left) : [];
        const withValue = new Set(known.map((one) => one.cell));
        const layers = [
            ...played
                .filter((place) => !inLine.includes(place.name))
                .map((place) => piece("tint", place)),
            `<g class="lines">${won.map((line) => stencils.pieces[`line ${line}`]).join("")}</g>`,
            `<g class="marks">${stencils.cells.map((place, i) => markOf(board[i], place, withValue.has(place.name))).join("")}</g>`,
            `<g class="last">${played.map((place) => piece(isEmpty(place) ? "left" : "last", place)).join("")}</g>`,
        ];
        const closed = (spot.parts ?? []).map((kind, i) => stencils.pieces[`closed ${i} ${kind % 4}`] ?? "");
        layers.splice(3, 0, ...closed);
        if (more.ghosts?.length) layers.push(`<g class="ghosts">${ghosts(more.ghosts)}</g>`);
        if (more.values) layers.push(`<g class="arrows">${arrows(spot)}</g>`);
        if (more.values) layers.push(`<g class="values">${signs(spot, more.ghosts ?? [])}</g>`);
        const [x, y] = stencils.at;
        const drawn = won.length
            ? layers
            : layers.filter((layer) => layer !== '<g class="lines"></g>');
        const [under, ground] = [stencils.empty.slice(0, stencils.ground), stencils.empty.slice(stencils.ground)];
        return `${under}${where(spot)}${ground}<g transform="translate(${x} ${y})">${drawn.join("")}</g></svg>`;
    }

    /**
     * A frame around each part on which the next move must be played, if it is not any part.
     * @param {Spot} spot
     */
    function where(spot) {
        if (!spot.parts?.length) return "";
        const played = new Set(spot.follow.map((one) => one.cell));
        const free = answers.parts.map((names) =>
            names.filter((name) => !contentOf(spot.board[cellNames.indexOf(name)])[0]),
        );
        const allowed = free.map((names) => names.some((name) => played.has(name)));
        if (!free.some((names, i) => names.length && !allowed[i] && !spot.parts?.[i])) return "";
        return allowed.map((may, i) => (may ? stencils.pieces[`where ${i}`] : "")).join("");
    }

    /**
     * The cells that the last move touched, as `played_on`: from where to where a stone went, or
     * those it filled, or all that changed.
     * @param {Spot} spot
     * @param {Spot | null} before
     */
    function touched(spot, before) {
        const changed = stencils.cells.filter((_, i) => before && before.board[i] !== spot.board[i]);
        const has = (/** @type {string | undefined} */ name) => changed.some((one) => one.name === name);
        if (before?.follow.some((one) => one.left && has(one.left) && has(one.cell))) return changed;
        const filled = changed.filter(
            (place) =>
                spot.board[stencils.cells.indexOf(place)] &&
                before?.follow.some((one) => one.cell === place.name),
        );
        return filled.length ? filled : changed;
    }

    /**
     * The arrows of the steps that have a value, the best on top.
     * @param {Spot} spot
     */
    function arrows(spot) {
        const known = choices(spot).filter((one) => one.known && one.left);
        return known
            .sort((one, other) => Number(one.best) - Number(other.best))
            .map((one) => pieceOf(`arrow ${sign(one)}${one.best ? "*" : ""} ${wayOf(one)}`))
            .join("");
    }

    /**
     * The ends of a step in letters, as digits in the key of a piece are those of its value.
     * @param {Step} one
     */
    const wayOf = (one) =>
        [one.left, one.cell]
            .map((name) => String.fromCodePoint(0x61 + cellNames.indexOf(name ?? "")))
            .join("");

    /**
     * The values of the moves; none where a mark to come is drawn, which needs the room. Where marks
     * fall they stand above the columns.
     * @param {Spot} spot
     * @param {Choice[]} line
     */
    function signs(spot, line) {
        const all = choices(spot).filter((one) => one.known && !one.left);
        return stencils.cells
            .map((place) => {
                if (!answers.falls && line.some((one) => one.cell === place.name)) return "";
                const here = all.filter((one) => one.cell === place.name);
                if (!here.length) return "";
                const above = stencils.cells.find((one) => one.column === place.column) ?? place;
                const over = `over ${valueKey(here)}`;
                const [mark] = contentOf(spot.board[cellNames.indexOf(place.name)]);
                if (mark && pieceOf(over)) return piece(over, place);
                return piece(valueKey(here), answers.falls ? above : place);
            })
            .join("");
    }

    /**
     * The piece with the values of a cell's moves; from the engine, with the best of them.
     * @param {Choice[]} here
     */
    function valueKey(here) {
        const mark = (/** @type {Choice} */ one) => `${sign(one)}${one.best ? "*" : ""}`;
        if (engine) return `value ${mark([...here].sort((a, b) => rank(b) - rank(a))[0])}`;
        const told = here.map((one) => `${here.length > 1 ? one.word : ""} ${mark(one)}`.trim());
        return `value ${told.join("|")}`;
    }

    /** @param {Choice[]} line */
    function ghosts(line) {
        return line
            .map((one, i) => {
                if (one.left) return i < STEPS ? pieceOf(`step ${i + 1} ${wayOf(one)}`) : "";
                const cell = cellNames.indexOf(one.cell);
                if (cell < 0) return "";
                const [mark, side] = contentOf(one.after().board[cell]);
                return piece(`ghost ${mark} ${side ?? "None"} ${i + 1}`, stencils.cells[cell]);
            })
            .join("");
    }

    /**
     * Best play, to the end or as far as the time lets us know.
     * @param {Spot} spot
     * @param {Limits} limits
     */
    async function principal(spot, limits) {
        const line = [];
        const seen = new Set();
        for (let here = spot; !here.over && !seen.has(here.key); here = line[line.length - 1].after()) {
            seen.add(here.key);
            await settle(here, limits);
            const best = choices(here).find((one) => one.best);
            if (!best) break;
            line.push(best);
        }
        return line;
    }

    // Answers, as the server gives them.

    /**
     * @param {{as: string, position?: string}} settings
     * @param {string[]} moves
     */
    function view(settings, moves) {
        const path = along(moves, settings.position);
        const spot = path[path.length - 1];
        const { turn } = spot;
        const repeated = !spot.over && isRepeated(path);
        const over = spot.over || repeated;
        const outcome = repeated ? 0 : (spot.value?.outcome ?? 0);
        const winner = !over || outcome === 0 ? null : outcome > 0 ? turn : 1 - turn;
        const inLine = spot.won.flatMap((line) => answers.lines[line]);
        let status = `${answers.marks[turn]} to move.`;
        if (over) status = winner === null ? "A draw." : `${answers.marks[winner]} has won.`;
        if (repeated) status = "A draw by threefold repetition.";
        const legal = repeated ? [] : spot.follow;
        const cells = stencils.cells.map((place, i) => {
            const [mark] = contentOf(spot.board[i]);
            const won = inLine.includes(place.name) ? ", in the winning line" : "";
            const moves = legal.filter((one) => one.cell === place.name).map((one) => one.move);
            // A counter is named as the move that takes it, and all above it.
            const name = answers.wanders ? (moves[0] ?? answers.wanders[i]) : place.name;
            return { ...place, name, mark, label: `${name} ${mark || "empty"}${won}`, moves };
        });
        return {
            schema: 1,
            game: answers.game,
            position: spot.text,
            name: answers.name,
            moves,
            marks: answers.marks,
            first_turn: path[0].turn,
            turn,
            status,
            over,
            winner,
            computer_to_move: !over && !PEOPLE[settings.as].includes(turn),
            picture: picture(spot, path.length > 1 ? path[path.length - 2] : null),
            width: stencils.width,
            height: stencils.height,
            cells,
            all_moves: legal.map((one) => one.move),
            digits: answers.digits,
            falls: Boolean(answers.falls),
            threats: threats(spot),
        };
    }

    /**
     * The lines that lack one mark, as the server tells of them.
     * @param {Spot} spot
     */
    function threats(spot) {
        if (!spot.threats) return null;
        const { told, found } = spot.threats;
        /** @type {Record<string, string>} */
        const cells = {};
        for (const [turn, cell] of found.map((one) => answers.lacking[one])) {
            const name = cellNames[cell];
            const text = `, completes a line of ${answers.marks[turn]}`;
            if (!cells[name]?.includes(text)) cells[name] = (cells[name] ?? "") + text;
        }
        const drawn = found.map((one) => stencils.pieces[`threat ${one}`]).join("");
        const [x, y] = stencils.at;
        const picture = `<g transform="translate(${x} ${y})">${drawn}</g>`;
        return { picture, text: told, cells };
    }

    /**
     * @param {Value | null} value
     */
    const valued = (value) =>
        value
            ? { outcome: OUTCOMES[value.outcome + 1], plies: value.plies, certainty: "proved" }
            : { outcome: null, plies: null, certainty: "unknown" };

    /** @param {number} plies */
    const soon = (plies) => (plies === 1 ? "at once" : `in ${plies}`);

    /**
     * What is known of a position of which not all moves are worked out.
     * @param {any} spot
     * @param {string} who
     */
    function bounded(spot, who) {
        const told = spot.follow.map((/** @type {any} */ one) => one.after());
        const most = (/** @type {"lower" | "upper"} */ end, /** @type {number} */ otherwise) =>
            told.map((/** @type {any} */ { value, bounds }) =>
                value ? -value.outcome : bounds ? -Math.sign(Number(bounds[end])) : otherwise);
        const lower = Math.max(...most("upper", -1));
        const upper = Math.max(...most("lower", 1));
        if (lower > 0) return `${who} wins; how soon is unknown.`;
        if (upper < 0) return `${who} loses; how soon is unknown.`;
        if (lower === upper) return `${who} draws; not every move is worked out.`;
        if (!lower) return `${who} has at least a draw; whether ${who} wins is unknown.`;
        if (!upper) return `${who} has at most a draw; whether ${who} loses is unknown.`;
        return "Who wins is unknown: it takes too long to solve.";
    }

    /**
     * The value of a position in a sentence.
     * @param {Spot} spot
     * @param {Choice[]} all
     */
    function verdict(spot, all) {
        const [who, other] = [answers.marks[spot.turn], answers.marks[1 - spot.turn]];
        if (spot.verdict || spot.over) return spot.verdict || "The game is over.";
        if (!spot.value) return `${who} to move. ${bounded(spot, who)}`;
        const { outcome, plies } = spot.value;
        const best = all.filter((one) => one.best).map((one) => one.move);
        const only = best.length < all.length;
        const which = best.length > 4 ? `${best.length} of ${all.length} moves` : any(best);
        if (outcome > 0)
            return `${who} wins ${soon(plies)}${only ? `, ${best.length > 1 ? "" : "but only "}with ${which}` : ""}.`;
        if (outcome < 0)
            return `${who} loses ${soon(plies)}${only ? `, and sooner but for ${which}` : `: every move lets ${other} win`}.`;
        return only ? `A draw: ${which} ${best.length > 1 ? "hold" : "holds"} it.` : "A draw, whatever the move.";
    }

    /**
     * @param {{position?: string}} s
     * @param {string[]} moves
     * @param {number} line how long best play may take to find
     * @param {AbortSignal} [signal]
     */
    async function known(s, moves, line, signal) {
        await ready;
        const path = along(moves, s.position);
        const spot = path[path.length - 1];
        const before = path.length > 1 ? path[path.length - 2] : null;
        const report = (/** @type {string} */ text) => {
            const place = document.getElementById("searching");
            if (place && !signal?.aborted) place.textContent = text;
        };
        await settle(spot, { end: performance.now() + KNOW, signal, report });
        const all = choices(spot).sort((one, other) => rank(other) - rank(one));
        const follow = line && (await principal(spot, { end: performance.now() + line, signal }));
        const told = all.filter((one) => one.known);
        const more = follow
            ? {
                  picture_line: picture(spot, before, { ghosts: follow.slice(0, GHOSTS) }),
                  picture_both: picture(spot, before, { ghosts: follow.slice(0, GHOSTS), values: true }),
              }
            : {};
        return {
            value: valued(spot.value),
            moves: all.map((one) => ({
                move: one.move,
                value: valued(one.known ? one : null),
                best: one.best,
                why: one.why || one.move,
            })),
            principal_variation: (follow || []).map((one) => one.move),
            signs: Object.fromEntries(told.map((one) => [one.move, sign(one)])),
            verdict: verdict(spot, all),
            picture_values: picture(spot, before, { values: true }),
            ...more,
        };
    }

    /**
     * A step as a level of the ladder chooses it (players/manner.py in Python).
     * @param {any[]} steps
     * @param {Manner} manner
     * @returns {Promise<any>}
     */
    async function chosen(steps, manner) {
        const often = (/** @type {number} */ percent) => Math.random() * 100 < percent;
        const wins = steps.filter((one) => endsIn(one, -1));
        if (wins.length) return oneOf(wins);
        if (often(manner.overlooks)) return oneOf(steps);
        if (often(manner.thinks)) return steps[oneOf(await engine.lookAhead(steps, manner.plies))];
        const winsNext = (/** @type {Step} */ one) => one.after().follow.some((next) => endsIn(next, -1));
        const quiet = steps.filter((one) => !endsIn(one, 1) && !winsNext(one));
        const safe = quiet.length ? quiet : steps;
        if (often(manner.errs)) return safe[oneOf(await engine.lookAhead(safe, manner.plies, true))];
        return oneOf(safe);
    }

    /**
     * Whether a step ends the game, and so for the other side.
     * @param {Step} step
     * @param {number} outcome
     */
    const endsIn = (step, outcome) => step.after().over && step.after().value?.outcome === outcome;

    /**
     * The computer's move, and what it is not sure of. Where a strategy says nothing it plays as perfect.
     * @param {any} spot
     * @param {string} level
     * @param {AbortSignal} [signal]
     */
    async function reply(spot, level, signal) {
        const steps = /** @type {any[]} */ (spot.follow);
        if (level === "random") return { answer: oneOf(steps).move, doubt: "" };
        const told = level === "strategy" && strategy.step(spot.words, steps);
        if (told) return { answer: told.move, doubt: "" };
        const manner = answers.levels?.[level];
        if (manner) return { answer: (await chosen(steps, manner)).move, doubt: "" };
        const limits = { end: performance.now() + REPLY, signal };
        const kept = engine && (await bestOf(spot, limits));
        if (kept) return { answer: kept.move, doubt: "" };
        await settle(spot, limits);
        const all = choices(spot);
        const top = Math.max(...all.filter((one) => one.known).map((one) => one.outcome));
        const sure = all.some((one) => one.best);
        // In a draw every move that keeps it is as good.
        const best = all.filter((one) => (top === 0 ? one.outcome === 0 : one.best));
        if (sure) return { answer: oneOf(best).move, doubt: "" };
        const wins = all.filter((one) => one.known && one.outcome > 0);
        if (wins.length) {
            const quick = Math.min(...wins.map((one) => one.plies));
            const doubt = "The computer wins for sure, but perhaps not as soon as possible.";
            return { answer: oneOf(wins.filter((one) => one.plies === quick)).move, doubt };
        }
        const open = steps.filter((_, i) => !all[i].known || all[i].outcome === 0);
        const ahead = await engine.lookAhead(open, answers.levels.hard.plies);
        return { answer: open[oneOf(ahead)].move, doubt: UNSURE };
    }

    /**
     * One of the best moves, where the time suffices: the value of the position is asked for, and of
     * moves only whether they keep it.
     * @param {any} spot
     * @param {Limits} limits
     * @returns {Promise<Step | null>}
     */
    async function bestOf(spot, limits) {
        spot.value ??= await engine.value(spot.words, spot.ply, limits);
        if (!spot.value) return null;
        values.set(spot.key, spot.value);
        const { outcome, plies } = spot.value;
        const most = { outcome: -outcome, plies: outcome ? plies - 1 : 0 };
        const steps = [...spot.follow];
        while (steps.length) {
            const [step] = steps.splice(Math.floor(Math.random() * steps.length), 1);
            const after = step.after();
            const worth = after.value;
            const keeps = worth
                ? rank(worth) <= rank(most)
                : await engine.isAtMost(after.words, after.ply, most, limits);
            if (keeps) return step;
        }
        return null;
    }

    /** @template T @param {T[]} things @returns {T} */
    const oneOf = (things) => things[Math.floor(Math.random() * things.length)];

    const LEVELS = ["perfect", "random", ...Object.keys(answers.levels ?? {})];
    if (answers.strategy) LEVELS.push("strategy");

    return {
        ready,
        /**
         * Whether the page can begin there.
         * @param {string} position
         */
        finds: (position) => Boolean(origin(position)),
        /** Whether there are reasons in words. */
        reasons: !answers.module,
        /**
         * Whether the computer plays at that level, or at both of two.
         * @param {string} level
         */
        plays: (level) => level.split(",").every((one) => LEVELS.includes(one)),
        /**
         * @param {any} s
         * @param {string[]} moves
         * @param {{reply: boolean}} ask
         * @param {AbortSignal} [signal]
         */
        table: async (s, moves, ask, signal) => {
            await ready;
            for (const level of s.level?.split(",") ?? [])
                if (!LEVELS.includes(level))
                    throw new Error(`This page has only the levels ${LEVELS.join(", ")}, not ${level}.`);
            const now = view(s, moves);
            if (!ask.reply || !now.computer_to_move)
                return { answer: null, view: now, known: null };
            const [one, other = one] = s.level.split(",");
            const spot = along(moves, s.position)[moves.length];
            const { answer, doubt } = await reply(spot, now.turn ? other : one, signal);
            return { answer, doubt, view: view(s, [...moves, answer]), known: null };
        },
        /**
         * @param {any} s
         * @param {string[]} moves
         * @param {AbortSignal} [signal]
         */
        know: async (s, moves, signal) => known(s, moves, answers.module ? LINE : Infinity, signal),
        values: answers.module
            ? async (/** @type {any} */ s, /** @type {string[]} */ moves, /** @type {AbortSignal} */ signal) =>
                  known(s, moves, 0, signal)
            : null,
        ahead: null,
        /**
         * @param {any} s
         * @param {string[]} moves
         */
        address: (s, moves) => {
            const told = new URLSearchParams({ moves: moves.join(","), as: s.as, level: s.level });
            if (s.position) told.set("position", s.position);
            return `#${told}`;
        },
        /** @param {URL} address */
        settings: (address) => {
            const given = new URLSearchParams(address.hash.slice(1));
            const settings = {
                game: answers.game,
                as: given.get("as") ?? answers.usual?.as ?? "x",
                level: given.get("level") ?? answers.usual?.level ?? "perfect",
                position: given.get("position") ?? answers.usual?.position ?? "",
            };
            return { settings, moves: (given.get("moves") ?? "").split(",").filter(Boolean) };
        },
    };
}

const embedded = document.getElementById("answers");
Object.assign(globalThis, {
    noughtsSource,
    noughtsOffline: embedded && noughtsSource(JSON.parse(embedded.textContent ?? "{}")),
});
