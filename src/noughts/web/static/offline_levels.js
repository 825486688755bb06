// @ts-check
// How the computer plays in a page without a server.

import { choices, oneOf } from "./offline_values.js";

/**
 * @typedef {import("./offline.js").Page} Page
 * @typedef {import("./offline.js").Spot} Spot
 * @typedef {import("./offline.js").Step} Step
 * @typedef {import("./offline.js").Manner} Manner
 * @typedef {import("./offline.js").Limits} Limits
 */

// How long the computer may take, in milliseconds.
const REPLY = 2_500;

/**
 * Whether a step ends the game, and so for the other side.
 * @param {Step} step
 * @param {number} outcome
 */
const endsIn = (step, outcome) => step.after().over && step.after().value?.outcome === outcome;

/**
 * The levels of a game's page.
 * @param {Page} page
 * @param {{settle: (spot: any, limits: Limits) => Promise<void>,
 *   bestOf: (spot: any, limits: Limits) => Promise<Step | null>}} search
 */
export function levelsOf(page, { settle, bestOf }) {
    const { answers } = page;
    const names = ["perfect", "random", ...Object.keys(answers.levels)];
    if (answers.strategy) names.push("strategy");

    /**
     * A step as a level of the ladder chooses it (players/style.py in Python).
     * @param {any[]} steps
     * @param {Manner} manner
     * @returns {Promise<any>}
     */
    async function chosen(steps, manner) {
        const often = (/** @type {number} */ percent) => Math.random() * 100 < percent;
        const wins = steps.filter((one) => endsIn(one, -1));
        if (wins.length) return oneOf(wins);
        if (often(manner.overlooks)) return oneOf(steps);
        const { plies } = manner;
        if (often(manner.thinks)) return steps[oneOf(await page.engine.lookAhead(steps, plies))];
        const winsNext = (/** @type {Step} */ one) => one.after().follow.some((next) => endsIn(next, -1));
        const quiet = steps.filter((one) => !endsIn(one, 1) && !winsNext(one));
        const safe = quiet.length ? quiet : steps;
        if (often(manner.errs)) return safe[oneOf(await page.engine.lookAhead(safe, plies, true))];
        return oneOf(safe);
    }

    /**
     * The computer's move, and what it is not sure of. Where a strategy says nothing it plays as perfect.
     * @param {any} spot
     * @param {string} level
     * @param {AbortSignal} [signal]
     */
    async function reply(spot, level, signal) {
        const steps = /** @type {any[]} */ (spot.follow);
        if (level === "random") return { answer: oneOf(steps).move, doubt: "" };
        const told = level === "strategy" && page.strategy.step(spot.words, steps);
        if (told) return { answer: told.move, doubt: "" };
        const manner = answers.levels[level];
        if (manner) return { answer: (await chosen(steps, manner)).move, doubt: "" };
        const limits = { end: performance.now() + REPLY, signal };
        const kept = await bestOf(spot, limits);
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
            const fastest = wins.filter((one) => one.plies === quick);
            return { answer: oneOf(fastest).move, doubt: answers.words.slow_win };
        }
        const open = steps.filter((_, i) => !all[i].known || all[i].outcome === 0);
        const ahead = await page.engine.lookAhead(open, answers.levels.hard.plies);
        return { answer: open[oneOf(ahead)].move, doubt: answers.words.unsure };
    }

    return { names, reply };
}
