// @ts-check
// What moves are worth in a page without a server, as its engine finds it, and how the computer plays.

export const OUTCOMES = ["loss", "draw", "win"];
// How long the computer may take, in milliseconds.
const REPLY = 2_500;

/**
 * How good a value is: a win soon, a win later, a draw, a loss later, a loss soon.
 * @param {Score} value
 */
export const rank = (value) => (value.outcome === 0 ? 0 : value.outcome * (10_000_000 - value.plies));

/**
 * The moves of a position, with their values to who makes them. None is best while one is unknown
 * that may be better.
 * @param {Spot} spot
 * @returns {Choice[]}
 */
export function choices(spot) {
    const told = spot.follow.map((step) => {
        const value = step.after().value;
        // A search does not count the plies to a draw.
        const plies = value?.outcome ? value.plies + 1 : 0;
        const own = value && { outcome: -value.outcome, plies };
        return { ...step, ...(own ?? { outcome: 0, plies: 0 }), known: Boolean(own), best: false };
    });
    const known = told.filter((one) => one.known);
    const best = Math.max(...known.map(rank));
    if (known.length === told.length) for (const one of told) one.best = rank(one) === best;
    return told;
}

/**
 * The least and the greatest outcome of a position, by what is known of its moves.
 * @param {any} spot
 */
export function outcomesOf(spot) {
    const most = (/** @type {"lower" | "upper"} */ end, /** @type {number} */ otherwise) =>
        spot.follow.map((/** @type {any} */ one) => {
            const { value, bounds } = one.after();
            return value ? -value.outcome : bounds ? -Math.sign(Number(bounds[end])) : otherwise;
        });
    return [Math.max(...most("upper", -1)), Math.max(...most("lower", 1))];
}

/** @param {Score | null} value */
export const valued = (value) =>
    value
        ? { outcome: OUTCOMES[value.outcome + 1], plies: value.plies, certainty: "proved" }
        : { outcome: null, plies: null, certainty: "unknown" };

/** @template T @param {T[]} things @returns {T} */
const oneOf = (things) => things[Math.floor(Math.random() * things.length)];

/** @param {Page} page */
export function valuesOf(page) {
    /**
     * Find the values of all that follow a position, those that are soon found first.
     * @param {any} spot
     * @param {Limits} limits
     */
    async function settle(spot, limits) {
        await page.engine.inTurn(spot.follow.map((/** @type {Step} */ one) => one.after));
        /** @type {any[]} */
        let open = spot.follow.filter((/** @type {Step} */ one) => !one.after().value);
        for (let part = 0.1; open.length && performance.now() < limits.end; part = Math.min(1, part * 4)) {
            for (const [i, one] of open.entries()) {
                const after = one.after();
                const left = (limits.end - performance.now()) * part;
                const end = performance.now() + left / (open.length - i);
                after.bounds = await page.engine.bounds(after.words, after.ply, { ...limits, end });
                after.value = page.engine.exact(after.bounds);
                if (after.value) page.values.set(after.key, after.value);
            }
            open = open.filter((one) => !one.after().value);
        }
        if (!open.length && spot.follow.length) {
            const best = choices(spot).find((one) => one.best);
            if (best) spot.value = { outcome: best.outcome, plies: best.outcome && best.plies };
            if (spot.value) page.values.set(spot.key, spot.value);
        }
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

    /**
     * One of the best moves, where the time suffices: the value of the position is asked for, and of
     * moves only whether they keep it.
     * @param {any} spot
     * @param {Limits} limits
     * @returns {Promise<Step | null>}
     */
    async function bestOf(spot, limits) {
        spot.value ??= page.engine.exact(await page.engine.bounds(spot.words, spot.ply, limits));
        if (!spot.value) return null;
        page.values.set(spot.key, spot.value);
        const { outcome, plies } = spot.value;
        const most = { outcome: -outcome, plies: outcome ? plies - 1 : 0 };
        const steps = [...spot.follow];
        while (steps.length) {
            const [step] = steps.splice(Math.floor(Math.random() * steps.length), 1);
            const after = step.after();
            const worth = after.value;
            const keeps = worth
                ? rank(worth) <= rank(most)
                : await page.engine.isAtMost(after.words, after.ply, most, limits);
            if (keeps) return step;
        }
        return null;
    }

    return { settle, principal, bestOf };
}

/**
 * @param {Page} page
 * @param {{settle: (spot: any, limits: Limits) => Promise<void>,
 * bestOf: (spot: any, limits: Limits) => Promise<Step | null>}} search
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
        let found;
        // A move that is known to lose may look best some plies ahead, and not fewer plies ahead.
        for (let { plies } = answers.levels.hard; plies && !found; plies--) {
            const number = await page.engine.choose(spot.words, { thinks: 100, errs: 0, overlooks: 0, plies });
            found = open.find((one) => one.number === number);
        }
        return { answer: (found ?? oneOf(open)).move, doubt: answers.words.unsure };
    }

    return { names, reply };
}
