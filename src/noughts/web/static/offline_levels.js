// @ts-check
// How the computer plays in a page without a server.

import { choices, oneOf } from "./offline_values.js";

/**
 * @typedef {import("./offline.js").Page} Page
 * @typedef {import("./offline.js").Spot} Spot
 * @typedef {import("./offline.js").Step} Step
 * @typedef {import("./offline.js").Limits} Limits
 */

// How long the computer may take, in milliseconds.
const REPLY = 2_500;

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
        if (manner) {
            const number = await page.engine.choose(spot.words, manner);
            const step = steps.find((one) => one.number === number) ?? oneOf(steps);
            return { answer: step.move, doubt: "" };
        }
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
