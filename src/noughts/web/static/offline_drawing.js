// @ts-check
// The pictures of a page without a server, put together from the pieces that Python drew.

import { contentOf } from "./offline_positions.js";
import { choices, rank } from "./offline_values.js";
import { sign } from "./offline_words.js";

/**
 * @typedef {import("./offline.js").Page} Page
 * @typedef {import("./offline.js").Spot} Spot
 * @typedef {import("./offline.js").Step} Step
 * @typedef {import("./offline.js").Choice} Choice
 * @typedef {import("./offline.js").Place} Place
 */

const STEPS = 3; // with the stones where they are now, more of them mean little

/**
 * What draws the positions of a game's page.
 * @param {Page} page
 */
export function drawingOf({ answers, cellNames }) {
    const { stencils } = answers;

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
        const exact = answers.pieces[key];
        if (exact !== undefined) return exact;
        const eights = (/** @type {string} */ text) => text.replace(/[-\d]/g, "8");
        const [text] = key.match(/[WL]?-?\d+/) ?? [""];
        return (answers.pieces[eights(key)] ?? "").replace(`>${eights(text)}<`, `>${text}<`);
    }

    /**
     * The piece of a mark, paler under a value.
     * @param {any} sign
     * @param {Place} place
     * @param {boolean} covered
     */
    function markOf(sign, place, covered = false) {
        const [text, side] = contentOf(answers, sign);
        if (!text) return "";
        const under = covered && answers.pieces[`covered ${text} ${side ?? "None"}`] !== undefined;
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
            !contentOf(answers, board[stencils.cells.indexOf(place)])[0];
        const known = more.values ? choices(spot).filter((one) => one.known && !one.left) : [];
        const withValue = new Set(known.map((one) => one.cell));
        const layers = [
            ...played
                .filter((place) => !inLine.includes(place.name))
                .map((place) => piece("tint", place)),
            `<g class="lines">${won.map((line) => answers.pieces[`line ${line}`]).join("")}</g>`,
            `<g class="marks">${stencils.cells.map((place, i) => markOf(board[i], place, withValue.has(place.name))).join("")}</g>`,
            `<g class="last">${played.map((place) => piece(isEmpty(place) ? "left" : "last", place)).join("")}</g>`,
        ];
        const closed = (spot.parts ?? []).map((kind, i) => answers.pieces[`closed ${i} ${kind % 4}`] ?? "");
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
            names.filter((name) => !contentOf(answers, spot.board[cellNames.indexOf(name)])[0]),
        );
        const allowed = free.map((names) => names.some((name) => played.has(name)));
        if (!free.some((names, i) => names.length && !allowed[i] && !spot.parts?.[i])) return "";
        return allowed.map((may, i) => (may ? answers.pieces[`where ${i}`] : "")).join("");
    }

    /**
     * The cells that the last move touched, as `played_on`: from where to where a stone went, or
     * those it filled, or all that changed.
     * @param {Spot} spot
     * @param {Spot | null} before
     */
    function touched(spot, before) {
        const changed = stencils.cells.filter((_, i) => before && before.board[i] !== spot.board[i]);
        const move = before?.follow.find((one) => one.after().key === spot.key);
        if (move?.left) return changed;
        const filled = changed.filter(({ name }) => name === move?.cell && spot.board[cellNames.indexOf(name)]);
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
                const [mark] = contentOf(answers, spot.board[cellNames.indexOf(place.name)]);
                if (mark && pieceOf(over)) return piece(over, place);
                return piece(valueKey(here), answers.falls ? above : place);
            })
            .join("");
    }

    /**
     * The piece with the values of a cell's moves; with the best of them, where all have no piece.
     * @param {Choice[]} here
     */
    function valueKey(here) {
        const mark = (/** @type {Choice} */ one) => `${sign(one)}${one.best ? "*" : ""}`;
        const all = `value ${here.map((one) => `${one.word} ${mark(one)}`.trim()).join("|")}`;
        if (here.length > 1 && answers.pieces[all] !== undefined) return all;
        return `value ${mark([...here].sort((a, b) => rank(b) - rank(a))[0])}`;
    }

    /** @param {Choice[]} line */
    function ghosts(line) {
        return line
            .map((one, i) => {
                if (one.left) return i < STEPS ? pieceOf(`step ${i + 1} ${wayOf(one)}`) : "";
                const cell = cellNames.indexOf(one.cell);
                if (cell < 0) return "";
                const [mark, side] = contentOf(answers, one.after().board[cell]);
                return piece(`ghost ${mark} ${side ?? "None"} ${i + 1}`, stencils.cells[cell]);
            })
            .join("");
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
        const drawn = found.map((one) => answers.pieces[`threat ${one}`]).join("");
        const [x, y] = stencils.at;
        const picture = drawn && `<g transform="translate(${x} ${y})">${drawn}</g>`;
        return { picture, text: told, cells };
    }

    return { picture, threats };
}
