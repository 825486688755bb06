// @ts-check
// The positions of a page without a server, as its game's engine finds them.

// How long to look for a play that leads to a position, in milliseconds.
const SEEK = 500;

/** @param {Answers} answers @param {any} sign @returns {[string, number | null]} */
export function contentOf(answers, sign) {
    if (answers.numbers) return [String(sign), null];
    const content = answers.contents[sign];
    if (!content) throw new Error(`This page has no picture of a cell that shows ${sign}.`);
    return content;
}

/** @template T @param {() => T} make @returns {() => T} */
function once(make) {
    /** @type {T | undefined} */
    let made;
    return () => (made ??= make());
}

/** @param {Page} page @param {(numbers: number[], turn: number) => string} threatWords */
export function positionsOf(page, threatWords) {
    const { answers, cellNames, values } = page;
    const lines = answers.lines.map((line) => line.map((name) => cellNames.indexOf(name)));

    /** @param {bigint[]} words @param {number} turn @param {number} ply @returns {Spot} */
    function found(words, turn, ply) {
        const key = `${words.join()} ${turn}`;
        const { outcome, moves } = page.engine.moves(words);
        // Numbers are signs of their own, written out: they may be too large for JavaScript's.
        const board = answers.numbers
            ? words.map(String)
            : (answers.boards?.[key] ?? page.engine.ask("tell_marks", [...words, turn], cellNames.length));
        const over = moves.length === 0;
        const parts = page.engine.ask("tell_parts", [...words, turn], answers.parts.length);
        if (over) values.set(key, { outcome, plies: 0 });
        const places = answers.wanders ? page.engine.ask("tell_cells", words, moves.length) : [];
        const follow = moves.map((/** @type {{move: number, after: bigint[]}} */ one, /** @type {number} */ i) => {
            const [move, own, word, left] = answers.moves[one.move] ?? unnamed(one.move);
            const cell = answers.wanders ? cellNames[places[i]] : own;
            const landing = answers.falls ? lowest(board, cell) : cell;
            const after = once(() => found(one.after, 1 - turn, ply + 1));
            const why = answers.why ? answers.sentences[answers.why[key][i]] : "";
            return { number: one.move, move, cell: landing, word, why, left, after, words: one.after };
        });
        return {
            key,
            turn,
            board,
            text: answers.texts?.[key] ?? textOf(board, turn, words),
            over,
            value: values.get(key) ?? null,
            won: over ? decided(key, board, parts) : [],
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

    /**
     * The lowest empty cell of the column of a cell.
     * @param {number[]} board
     * @param {string} cell
     */
    function lowest(board, cell) {
        const [, column] = answers.places[cellNames.indexOf(cell)] ?? ["", 0];
        const empty = answers.places.filter(([, own], i) => own === column && !board[i]);
        return empty[empty.length - 1]?.[0] ?? cell;
    }

    /**
     * The rows from the top, perhaps a number for each run of empty cells, and the side to move; empty
     * where the game writes its positions otherwise.
     * @param {number[]} board
     * @param {number} turn
     * @param {bigint[]} words of the position, one of which may be written, too
     */
    function textOf(board, turn, words) {
        if (answers.numbers) return `${words.join()} ${"xo"[turn]}`;
        const { lengths, notation } = answers;
        if (!notation) return "";
        if (notation.counts) return `${counts(board).join()} ${"xo"[turn]}`;
        const more = notation.words[Number(words[notation.word])];
        const signs = board.map((sign) => notation.letters[sign]);
        const row = (/** @type {number} */ length) =>
            signs
                .splice(0, length)
                .join("")
                .replace(/\.+/g, (run) => (notation.runs ? String(run.length) : run));
        const boards = [];
        while (signs.length) boards.push(lengths.map(row).join("/"));
        return [boards.join("|"), more, "xo"[turn]].filter(Boolean).join(" ");
    }

    /** @param {number[]} board */
    function counts(board) {
        const told = Array(answers.columns).fill(0);
        answers.places.forEach(([, column], i) => (told[column] += board[i] ? 1 : 0));
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

    /** @param {string} key of the position @param {number[]} board @param {number[]} parts */
    const decided = (key, board, parts) =>
        answers.won ? (answers.won[key] ?? []) : whole(board).filter((line) => mayDecide(line, parts));

    /** The lines of one side's marks alone; of marks of no side, the lines of one sign. */
    const whole = (/** @type {number[]} */ board) => {
        const kind = (/** @type {number} */ cell) => contentOf(answers, board[cell])[1] ?? `${board[cell]}`;
        return lines.flatMap((line, i) =>
            board[line[0]] && line.every((cell) => board[cell] && kind(cell) === kind(line[0])) ? [i] : [],
        );
    };

    /** @param {number[]} board @param {number} turn @param {boolean} over */
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

    /** @type {() => Spot} */
    const first = once(() => found(page.engine.start, 0, 0));

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
        return [answers.notation?.runs ? board.replace(/[1-9]\d*/g, dots) : board, ...rest].join(" ");
    }

    /**
     * What each cell shows in a position that is written in rows of letters.
     * @param {string} wanted
     */
    function signsOf(wanted) {
        const letters = answers.notation?.letters ?? "";
        const signs = [...wanted.split(" ")[0].replace(/[/|]/g, "")].map((one) => letters.indexOf(one));
        return signs.length === cellNames.length && !signs.includes(-1) ? signs : null;
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

    /** @param {string[]} moves @param {string} [text] where it begins, if not at the start */
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

    return { along, origin, isRepeated };
}
