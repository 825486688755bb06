// @ts-check
// The source of a page of one file: its game's engine (engine.js) finds positions and values when they
// are asked for. A game with few positions brings tables by position, such as the reasons for moves.

import { contentOf, positionsOf } from "./offline_positions.js";
import { OUTCOMES, choices, levelsOf, outcomesOf, rank, valued, valuesOf } from "./offline_values.js";
import { sign, wordsOf } from "./offline_words.js";

const PEOPLE = /** @type {Record<string, number[]>} */ ({
    x: [0],
    o: [1],
    both: [0, 1],
    none: [],
});
const [GHOSTS, STEPS] = [9, 3]; // how much of best play is drawn
// How long the values may take, and best play after that, in milliseconds.
const KNOW = 20_000;
const LINE = 1_500;

/** @param {Answers} answers */
function noughtsSource(answers) {
    const cellNames = answers.places.map(([name]) => name);
    /** @type {Page} */
    const page = { answers, cellNames, engine: null, strategy: null, values: new Map() };
    const { threatWords, verdict } = wordsOf(page);
    const { along, origin, isRepeated } = positionsOf(page, threatWords);
    const search = valuesOf(page);
    const levels = levelsOf(page, search);
    const ready = prepare();

    async function prepare() {
        if (!("WebAssembly" in globalThis && "DecompressionStream" in globalThis))
            throw new Error("This page needs a browser of 2023 or later, with WebAssembly.");
        const { NoughtsEngine, noughtsUnpacked } = /** @type {any} */ (globalThis);
        const tables = await noughtsUnpacked(answers.packed);
        Object.assign(answers, JSON.parse(new TextDecoder().decode(tables)));
        try {
            page.engine = await NoughtsEngine.of(answers.module);
            const { NoughtsStrategy } = /** @type {any} */ (globalThis);
            if (answers.strategy) page.strategy = await NoughtsStrategy.of(answers.strategy, page.engine);
        } catch (error) {
            if (!(error instanceof RangeError)) throw error;
            throw new Error("This browser has too little memory for the page: it takes 70 MB.");
        }
    }

    /** @param {{as: string, position?: string}} settings @param {string[]} moves @returns {any} */
    function view(settings, moves) {
        const path = along(moves, settings.position);
        const spot = path[path.length - 1];
        const { turn } = spot;
        const repeated = !spot.over && isRepeated(path);
        const over = spot.over || repeated;
        const outcome = repeated ? 0 : (spot.value?.outcome ?? 0);
        const winner = !over || outcome === 0 ? null : outcome > 0 ? turn : 1 - turn;
        let status = `${answers.marks[turn]} to move.`;
        if (over) status = winner === null ? answers.words.drawn : `${answers.marks[winner]} has won.`;
        if (repeated) status = answers.words.repeated;
        const legal = repeated ? [] : spot.follow;
        const before = path.length > 1 ? path[path.length - 2] : null;
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
            cells: cellNames.map((name, i) => told(spot, legal, name, i)),
            last: touched(spot, before),
            lines: spot.won.map((line) => answers.lines[line]),
            closed: (spot.parts ?? []).flatMap((kind, i) => (kind % 4 ? [[i, [null, 0, 1][(kind % 4) - 1]]] : [])),
            ...(legal.some((one) => !one.cell) ? { all_moves: legal.map((one) => one.move) } : {}),
            digits: answers.digits,
            falls: Boolean(answers.falls),
            threats: threats(spot),
        };
    }

    /**
     * What a cell shows, as the server tells it: mark, side, moves and name.
     * @param {Spot} spot
     * @param {Step[]} legal
     * @param {string} place
     * @param {number} i
     */
    function told(spot, legal, place, i) {
        const moves = legal.filter((one) => one.cell === place).map((one) => one.move);
        // A counter is named as the move that takes it, and all above it.
        const name = answers.wanders ? (moves[0] ?? answers.wanders[i]) : place;
        return [...contentOf(answers, spot.board[i]), moves, name];
    }

    /**
     * The cells that the last move touched, as `played_on`: from where to where a stone went, or
     * those it filled, or all that changed.
     * @param {Spot} spot
     * @param {Spot | null} before
     */
    function touched(spot, before) {
        const changed = spot.board.map((_, i) => i).filter((i) => before && before.board[i] !== spot.board[i]);
        const move = before?.follow.find((one) => one.after().key === spot.key);
        const filled = changed.filter((i) => !move?.left && cellNames[i] === move?.cell && spot.board[i]);
        return (filled.length ? filled : changed).map((i) => (answers.wanders || cellNames)[i]);
    }

    /** @param {Spot} spot */
    function threats(spot) {
        if (!spot.threats) return null;
        const lines = spot.threats.found.map((one) => answers.lacking[one]);
        /** @type {Record<string, string>} */
        const cells = {};
        for (const [turn, cell] of lines) {
            const name = cellNames[cell];
            const text = `, completes a line of ${answers.marks[turn]}`;
            if (!cells[name]?.includes(text)) cells[name] = (cells[name] ?? "") + text;
        }
        return { lines, text: spot.threats.told, cells };
    }

    /** @param {Choice[]} line */
    function toCome(line) {
        const numbered = line.map((one, i) => ({ one, ply: i + 1, cell: cellNames.indexOf(one.cell) }));
        const marks = numbered.filter(({ one, cell }) => !one.left && cell >= 0);
        return {
            ghosts: marks.map(({ one, ply, cell }) => [one.cell, ...contentOf(answers, one.after().board[cell]), ply]),
            steps: numbered.filter(({ one }) => one.left).map(({ one, ply }) => [one.left, one.cell, ply]).slice(0, STEPS),
        };
    }

    /**
     * @param {{position?: string}} s
     * @param {string[]} moves
     * @param {number} line how long best play may take to find
     * @param {AbortSignal} [signal]
     * @param {(text: string) => void} [report] hears how far the search has come
     * @returns {Promise<any>}
     */
    async function known(s, moves, line, signal, report) {
        await ready;
        const path = along(moves, s.position);
        const spot = path[path.length - 1];
        await search.settle(spot, { end: performance.now() + KNOW, signal, report });
        const all = choices(spot).sort((one, other) => rank(other) - rank(one));
        const follow = line && (await search.principal(spot, { end: performance.now() + line, signal }));
        const told = all.filter((one) => one.known);
        const [lower, upper] = outcomesOf(spot).map((outcome) => ({ outcome: OUTCOMES[outcome + 1] }));
        return {
            value: valued(spot.value),
            ...(spot.value ? {} : { bounds: { lower, upper } }),
            moves: all.map((one) => ({
                move: one.move,
                value: valued(one.known ? one : null),
                best: one.best,
                why: one.why || one.move,
            })),
            principal_variation: (follow || []).map((one) => one.move),
            signs: Object.fromEntries(told.map((one) => [one.move, sign(one)])),
            verdict: verdict(spot, all),
            ...(follow ? toCome(follow.slice(0, GHOSTS)) : {}),
        };
    }

    /** @type {Offline} */
    const source = {
        ready,
        // Whether the page can begin there.
        finds: (position) => Boolean(origin(position)),
        // Whether the computer plays at that level, or at both of two.
        plays: (level) => level.split(",").every((one) => levels.names.includes(one)),
        table: async (s, moves, ask, signal) => {
            await ready;
            for (const level of s.level?.split(",") ?? [])
                if (!levels.names.includes(level))
                    throw new Error(`This page has only the levels ${levels.names.join(", ")}, not ${level}.`);
            const now = view(s, moves);
            if (!ask.reply || !now.computer_to_move)
                return { answer: null, view: now, known: null };
            const [one, other = one] = s.level.split(",");
            const spot = along(moves, s.position)[moves.length];
            const { answer, doubt } = await levels.reply(spot, now.turn ? other : one, signal);
            return { answer, doubt, view: view(s, [...moves, answer]), known: null };
        },
        know: async (s, moves, signal, report) => known(s, moves, LINE, signal, report),
        values: async (s, moves, signal, report) => known(s, moves, 0, signal, report),
        ahead: null,
        address: (s, moves) => {
            const told = new URLSearchParams({ moves: moves.join(","), as: s.as, level: s.level });
            if (s.position) told.set("position", s.position);
            return `#${told}`;
        },
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
    return source;
}

const embedded = document.getElementById("answers");
Object.assign(globalThis, {
    noughtsSource,
    noughtsOffline: embedded && noughtsSource(JSON.parse(embedded.textContent ?? "{}")),
});
