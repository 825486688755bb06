// @ts-check
// What a page without a server says of values and of threats, in words.

import { outcomesOf } from "./offline_values.js";

const MOST_NAMES = 4;
const EITHER = new Intl.ListFormat("en-GB", { type: "disjunction" });

/**
 * One move or another; of many their number and some examples.
 * @param {string[]} names
 */
function anyOf(names) {
    if (names.length <= MOST_NAMES) return EITHER.format(names);
    return `any of ${names.length} moves (${names.slice(0, MOST_NAMES - 1).join(", ")}, …)`;
}

/** @param {string} sentence @param {Record<string, string>} blanks */
const filled = (sentence, blanks) => sentence.replace(/{(\w+)}/g, (_, name) => blanks[name]);

/** @param {Choice[]} moves */
const anyMove = (moves) => anyOf(moves.map((one) => one.move));

/** @param {number} plies */
const soon = (plies) => (plies === 1 ? "at once" : `in ${plies}`);

/**
 * The sentence of `VERDICTS` for a solved position (analysis/explain/text.py).
 * @param {Score} value
 * @param {number} best
 * @param {number} late
 * @param {number} moves
 */
function caseOf({ outcome, plies }, best, late, moves) {
    if (outcome < 0 && plies === 1) return "lost now";
    if (best === moves || !late)
        return `${["lost", "drawn", "won"][outcome + 1]} ${best === moves ? "all" : "best"}`;
    if (best + late < moves) return "won some";
    return late === 1 ? "won late" : "won rest";
}

// As `Value.sign`.
export const sign = (/** @type {Score} */ value) =>
    value.outcome === 0 ? "D" : `${value.outcome > 0 ? "W" : "L"}${value.plies}`;

/** @param {Page} page */
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
                if (cells.length) told.push(filled(sentence, { cells: anyOf([...new Set(cells)]) }));
            }
        return told.join(" ") || words.no_threat;
    }

    /**
     * What is known of a position of which not all moves are worked out.
     * @param {any} spot
     * @param {string} who
     */
    function bounded(spot, who) {
        if (spot.value) {
            const { outcome, plies } = spot.value;
            const told = outcome ? `${outcome > 0 ? "wins" : "loses"} ${soon(plies)}` : "draws";
            return `${who} ${told}; ${words.unfinished}`;
        }
        const [lower, upper] = outcomesOf(spot);
        if (!lower && !upper) return `${who} draws; ${words.unfinished}`;
        return filled(words.bounded[`${lower},${upper}`] ?? words.unsolved, { who });
    }

    /** @param {Spot} spot @param {Choice[]} all */
    function verdict(spot, all) {
        const [who, other] = [answers.marks[spot.turn], answers.marks[1 - spot.turn]];
        if (spot.over) {
            const outcome = spot.value?.outcome ?? 0;
            return `The game is over: ${outcome ? `${outcome > 0 ? who : other} has won` : "a draw"}.`;
        }
        if (!spot.value || all.some((one) => !one.known)) return `${who} to move. ${bounded(spot, who)}`;
        const best = all.filter((one) => one.best);
        const late = all.filter((one) => !one.best && one.outcome > 0);
        return filled(words.verdicts[caseOf(spot.value, best.length, late.length, all.length)], {
            who,
            other,
            soon: soon(spot.value.plies),
            every: all.length > 1 ? "every move" : "the only move",
            best: anyMove(best),
            late: anyMove(late),
        });
    }

    return { threatWords, verdict };
}
