// @ts-check
// What a page without a server says of values and of threats, in words.

/**
 * @typedef {import("./offline.js").Page} Page
 * @typedef {import("./offline.js").Spot} Spot
 * @typedef {import("./offline.js").Choice} Choice
 * @typedef {import("./offline.js").Value} Value
 */

const MOST_NAMES = 4;

/** @param {string[]} names */
const any = (names) =>
    names.length < 2
        ? names.join()
        : `${names.slice(0, -1).join(", ")} or ${names[names.length - 1]}`;

/**
 * One move or another; of many their number and some examples.
 * @param {string[]} names
 */
function anyOf(names) {
    if (names.length <= MOST_NAMES) return any(names);
    return `any of ${names.length} moves (${names.slice(0, MOST_NAMES - 1).join(", ")}, …)`;
}

/** @param {Choice[]} moves */
const named = (moves) => moves.map((one) => one.move);

/** @param {Choice[]} moves */
const every = (moves) => (moves.length > 1 ? "every move" : "the only move");

/**
 * Which moves win, and when.
 * @param {Choice[]} all
 */
function winning(all) {
    const best = all.filter((one) => one.best);
    const late = all.filter((one) => !one.best && one.outcome > 0);
    if (best.length === all.length) return ` with ${every(all)}`;
    if (!late.length) return `, but only with ${anyOf(named(best))}`;
    if (best.length + late.length < all.length)
        return ` with ${anyOf(named(best))}, later with ${anyOf(named(late))}; no other move wins`;
    return ` with ${anyOf(named(best))}, later with ${late.length > 1 ? "everything else" : late[0].move}`;
}

/** @param {number} plies */
const soon = (plies) => (plies === 1 ? "at once" : `in ${plies}`);

/**
 * What is known of a position of which not all moves are worked out.
 * @param {any} spot
 * @param {string} who
 */
function bounded(spot, who) {
    if (spot.value) {
        const { outcome, plies } = spot.value;
        const told = outcome ? `${outcome > 0 ? "wins" : "loses"} ${soon(plies)}` : "draws";
        return `${who} ${told}; not every move is worked out.`;
    }
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
    return "Who wins is unknown: the search ended before the position was solved.";
}

// As `Value.sign`.
export const sign = (/** @type {Value} */ value) =>
    value.outcome === 0 ? "D" : `${value.outcome > 0 ? "W" : "L"}${value.plies}`;

/**
 * The sentences of a game's page.
 * @param {Page} page
 */
export function wordsOf({ answers, cellNames }) {
    const { words } = answers;

    /** @param {number[]} numbers @param {number} turn */
    function threatWords(numbers, turn) {
        const told = [];
        for (const who of [turn, 1 - turn])
            for (const now of [true, false]) {
                const cells = numbers
                    .map((number) => answers.lacking[number])
                    .filter((one) => one[0] === who && one[3] === now)
                    .map((one) => cellNames[one[1]]);
                const sentence = words.threats[`${turn}${who}${Number(now)}`];
                if (cells.length) told.push(sentence.replace("{cells}", anyOf([...new Set(cells)])));
            }
        return told.join(" ") || words.no_threat;
    }

    /**
     * The value of a position in a sentence, as the server says it (analysis/explain/text.py).
     * @param {Spot} spot
     * @param {Choice[]} all
     */
    function verdict(spot, all) {
        const [who, other] = [answers.marks[spot.turn], answers.marks[1 - spot.turn]];
        if (spot.over) return "The game is over.";
        if (!spot.value || all.some((one) => !one.known)) return `${who} to move. ${bounded(spot, who)}`;
        const { outcome, plies } = spot.value;
        if (outcome > 0) return `${who} wins ${soon(plies)}${winning(all)}.`;
        const best = all.filter((one) => one.best);
        const equal = best.length === all.length;
        if (outcome === 0) return `${who} draws${equal ? ` with ${every(all)}` : `, but only with ${anyOf(named(best))}`}.`;
        if (plies === 1) return `${who} loses at once with every move.`;
        return `${other} wins ${soon(plies)}${equal ? ` whatever ${who} does` : `; ${anyOf(named(best))} lasts longest`}.`;
    }

    return { threatWords, verdict };
}
