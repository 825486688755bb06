// @ts-check
// The source of a page of one file: every position of the game, with its exact value, is embedded.

/**
 * @typedef {{name: string, column: number, row: number, centre: number[], x: number, y: number,
 *   w: number, h: number}} Place
 * @typedef {{game: string, name: string, marks: string[], digits: boolean,
 *   moves: Record<string, string[]>, boards: number[][], texts: string[], values: number[][],
 *   over: number[], next: number[][], won: Record<string, number[]>,
 *   contents: [string, number | null][], lines: string[][], why: number[][] | null,
 *   threats: number[][] | null, lacking: [number, number, number[], boolean][],
 *   sentences: string[], stencils: {empty: string, at: number[], width: number, height: number,
 *   cells: Place[], pieces: Record<string, string>}}} Answers
 * @typedef {{move: string, cell: string, word: string, after: number, outcome: number,
 *   plies: number, best: boolean, why: string}} Choice
 */

(() => {
    /** @type {Answers} */
    const answers = JSON.parse(document.getElementById("answers")?.textContent ?? "{}");
    const { stencils } = answers;
    const PEOPLE = /** @type {Record<string, number[]>} */ ({
        x: [0],
        o: [1],
        both: [0, 1],
        none: [],
    });
    const OUTCOMES = ["loss", "draw", "win"];
    const GHOSTS = 9;

    /**
     * How good a value is: a win soon, a win later, a draw, a loss later, a loss soon.
     * @param {{outcome: number, plies: number}} value
     */
    const rank = (value) => (value.outcome === 0 ? 0 : value.outcome * (1000 - value.plies));

    /**
     * The moves of a position, with their values to who makes them.
     * @param {number} at
     * @returns {Choice[]}
     */
    function choices(at) {
        const follow = answers.next[at];
        const found = [];
        for (let i = 0; i < follow.length; i += 2) {
            const [move, cell, word] = answers.moves[follow[i]];
            const [outcome, plies] = answers.values[follow[i + 1]];
            const why = answers.why ? answers.sentences[answers.why[at][1 + i / 2]] : "";
            found.push({
                move,
                cell,
                word,
                after: follow[i + 1],
                outcome: -outcome,
                plies: plies + 1,
                best: false,
                why,
            });
        }
        const best = Math.max(...found.map(rank));
        for (const one of found) one.best = rank(one) === best;
        return found;
    }

    /**
     * The numbers of the positions along a play.
     * @param {string[]} moves
     */
    function along(moves) {
        const path = [0];
        for (const [i, name] of moves.entries()) {
            const found = choices(path[i]).find((one) => one.move === name);
            if (!found) throw new Error(`Move ${i + 1}: ${name} is not legal.`);
            path.push(found.after);
        }
        return path;
    }

    // As `Value.sign`.
    const sign = (/** @type {{outcome: number, plies: number}} */ value) =>
        value.outcome === 0 ? "D" : `${value.outcome > 0 ? "W" : "L"}${value.plies}`;

    // Pictures.

    /**
     * A piece in the middle of a cell.
     * @param {string} key
     * @param {Place} place
     */
    function piece(key, place) {
        const [x, y] = place.centre;
        return `<g transform="translate(${x} ${y})">${stencils.pieces[key] ?? ""}</g>`;
    }

    /**
     * @param {number} at
     * @param {number | null} before
     * @param {{values?: boolean, ghosts?: Choice[]}} more
     */
    function picture(at, before, more = {}) {
        const board = answers.boards[at];
        const won = answers.won[at] ?? [];
        const inLine = won.flatMap((line) => answers.lines[line]);
        const played = stencils.cells.filter(
            (_, i) => before !== null && answers.boards[before][i] !== board[i],
        );
        const content = (/** @type {number} */ i) => answers.contents[board[i]];
        const layers = [
            ...played
                .filter((place) => !inLine.includes(place.name))
                .map((place) => piece("tint", place)),
            `<g class="lines">${won.map((line) => stencils.pieces[`line ${line}`]).join("")}</g>`,
            `<g class="marks">${stencils.cells
                .map((place, i) =>
                    content(i)[0]
                        ? piece(`mark ${content(i).join(" ").replace(/ $/, " None")}`, place)
                        : "",
                )
                .join("")}</g>`,
            `<g class="last">${played.map((place) => piece("last", place)).join("")}</g>`,
        ];
        if (more.ghosts?.length) layers.push(`<g class="ghosts">${ghosts(at, more.ghosts)}</g>`);
        if (more.values) layers.push(`<g class="values">${values(at, more.ghosts ?? [])}</g>`);
        const [x, y] = stencils.at;
        const lines = won.length
            ? layers
            : layers.filter((layer) => layer !== '<g class="lines"></g>');
        return `${stencils.empty}<g transform="translate(${x} ${y})">${lines.join("")}</g></svg>`;
    }

    /**
     * The values of the moves; none where a mark to come is drawn, which needs the room.
     * @param {number} at
     * @param {Choice[]} line
     */
    function values(at, line) {
        const found = choices(at);
        return stencils.cells
            .map((place) => {
                if (line.some((one) => one.cell === place.name)) return "";
                const here = found.filter((one) => one.cell === place.name);
                const told = here.map((one) =>
                    `${here.length > 1 ? one.word : ""} ${sign(one)}${one.best ? "*" : ""}`.trim(),
                );
                return here.length ? piece(`value ${told.join("|")}`, place) : "";
            })
            .join("");
    }

    /**
     * @param {number} at
     * @param {Choice[]} line
     */
    function ghosts(at, line) {
        return line
            .map((one, i) => {
                const cell = stencils.cells.findIndex((place) => place.name === one.cell);
                const [mark, side] = answers.contents[answers.boards[one.after][cell]];
                return piece(`ghost ${mark} ${side} ${i + 1}`, stencils.cells[cell]);
            })
            .join("");
    }

    /**
     * Best play to the end.
     * @param {number} at
     */
    function principal(at) {
        const line = [];
        for (let found = choices(at); found.length; found = choices(line[line.length - 1].after)) {
            line.push(/** @type {Choice} */ (found.find((one) => one.best)));
        }
        return line;
    }

    // Answers, as the server gives them.

    /**
     * @param {{as: string}} settings
     * @param {string[]} moves
     */
    function view(settings, moves) {
        const path = along(moves);
        const at = path[path.length - 1];
        const turn = moves.length % 2;
        const over = Boolean(answers.over[at]);
        const outcome = answers.values[at][0];
        const winner = !over || outcome === 0 ? null : outcome > 0 ? turn : 1 - turn;
        const all = choices(at);
        const inLine = (answers.won[at] ?? []).flatMap((line) => answers.lines[line]);
        let status = `${answers.marks[turn]} to move.`;
        if (over) status = winner === null ? "A draw." : `${answers.marks[winner]} has won.`;
        const cells = stencils.cells.map((place, i) => {
            const mark = answers.contents[answers.boards[at][i]][0];
            const won = inLine.includes(place.name) ? ", in the winning line" : "";
            const here = all.filter((one) => one.cell === place.name).map((one) => one.move);
            return { ...place, mark, label: `${place.name} ${mark || "empty"}${won}`, moves: here };
        });
        return {
            schema: 1,
            game: answers.game,
            position: answers.texts[at],
            name: answers.name,
            moves,
            marks: answers.marks,
            first_turn: 0,
            turn,
            status,
            over,
            winner,
            computer_to_move: !over && !PEOPLE[settings.as].includes(turn),
            picture: picture(at, path.length > 1 ? path[path.length - 2] : null),
            width: stencils.width,
            height: stencils.height,
            cells,
            all_moves: all.map((one) => one.move),
            digits: answers.digits,
            falls: false,
            threats: threats(at),
        };
    }

    /**
     * The lines that lack one mark, as the server tells of them.
     * @param {number} at
     */
    function threats(at) {
        if (!answers.threats) return null;
        const [told, ...found] = answers.threats[at];
        /** @type {Record<string, string>} */
        const cells = {};
        for (const [turn, cell] of found.map((one) => answers.lacking[one])) {
            const name = stencils.cells[cell].name;
            const text = `, completes a line of ${answers.marks[turn]}`;
            if (!cells[name]?.includes(text)) cells[name] = (cells[name] ?? "") + text;
        }
        const drawn = found.map((one) => stencils.pieces[`threat ${one}`]).join("");
        const [x, y] = stencils.at;
        const picture = `<g transform="translate(${x} ${y})">${drawn}</g>`;
        return { picture, text: answers.sentences[told], cells };
    }

    /**
     * @param {number} outcome
     * @param {number} plies
     */
    const value = (outcome, plies) => ({
        outcome: OUTCOMES[outcome + 1],
        plies,
        certainty: "proved",
    });

    /** @param {string[]} moves */
    function known(moves) {
        const path = along(moves);
        const at = path[path.length - 1];
        const before = path.length > 1 ? path[path.length - 2] : null;
        const found = choices(at).sort((one, other) => rank(other) - rank(one));
        const line = principal(at);
        const shown = line.slice(0, GHOSTS);
        const [outcome, plies] = answers.values[at];
        const told = answers.why ? answers.sentences[answers.why[at][0]] : "";
        return {
            value: value(outcome, plies),
            moves: found.map((one) => ({
                move: one.move,
                value: value(one.outcome, one.plies),
                best: one.best,
                why: one.why || one.move,
            })),
            principal_variation: line.map((one) => one.move),
            signs: Object.fromEntries(found.map((one) => [one.move, sign(one)])),
            verdict:
                told ||
                `The position is a ${OUTCOMES[outcome + 1]} for ${answers.marks[moves.length % 2]}.`,
            picture_values: picture(at, before, { values: true }),
            picture_line: picture(at, before, { ghosts: shown }),
            picture_both: picture(at, before, { ghosts: shown, values: true }),
        };
    }

    /**
     * The computer's move: any of the best, or any at all.
     * @param {string[]} moves
     * @param {string} level
     */
    function reply(moves, level) {
        const all = choices(along(moves)[moves.length]);
        const best = Math.max(...all.map((one) => one.outcome));
        // In a draw every move that keeps it is as good.
        const among =
            level === "random"
                ? all
                : all.filter((one) => (best === 0 ? one.outcome === 0 : one.best));
        return among[Math.floor(Math.random() * among.length)].move;
    }

    /** @type {any} */ (globalThis).noughtsOffline = {
        /**
         * @param {any} s
         * @param {string[]} moves
         * @param {{reply: boolean}} ask
         */
        table: async (s, moves, ask) => {
            for (const level of s.level?.split(",") ?? [])
                if (!["perfect", "random"].includes(level))
                    throw new Error(`This page has only the levels perfect and random, not ${level}.`);
            const now = view(s, moves);
            if (!ask.reply || !now.computer_to_move)
                return { answer: null, view: now, known: null };
            const [first, second = first] = s.level.split(",");
            const answer = reply(moves, now.turn ? second : first);
            return { answer, view: view(s, [...moves, answer]), known: null };
        },
        /**
         * @param {any} s
         * @param {string[]} moves
         */
        know: async (s, moves) => known(moves),
        values: null,
        ahead: null,
        history: null,
        /**
         * @param {any} s
         * @param {string[]} moves
         */
        address: (s, moves) =>
            `#${new URLSearchParams({ moves: moves.join(","), as: s.as, level: s.level })}`,
        /** @param {URL} address */
        settings: (address) => {
            const given = new URLSearchParams(address.hash.slice(1));
            const settings = {
                game: answers.game,
                as: given.get("as") ?? "x",
                level: given.get("level") ?? "perfect",
                position: "",
            };
            return { settings, moves: (given.get("moves") ?? "").split(",").filter(Boolean) };
        },
    };
})();
