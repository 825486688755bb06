import assert from "node:assert/strict";
import test from "node:test";
import { script } from "./page.mjs";

const { choices, rank, valued, valuesOf } = await script("offline_values");

const value = (outcome, plies) => ({ outcome, plies });
/** A position: of each move the value of what follows it, to who is then to move. */
const spot = (after, own = null) => ({
    key: JSON.stringify(after),
    value: own,
    over: !Object.keys(after).length,
    follow: Object.entries(after).map(([move, worth]) => {
        const next = { key: move, words: [move], ply: 1, value: worth, follow: [] };
        return { move, after: () => next };
    }),
});
/** An engine that finds these values, and the questions that it was asked. */
const engineOf = (found) => {
    const asked = [];
    return {
        asked,
        inTurn: async () => undefined,
        bounds: async ([move] = ["own"]) => (asked.push(move), found[move] ?? null),
        exact: (bounds) => bounds,
        isAtMost: async ([move], ply, most) => (asked.push(move), rank(found[move]) <= rank(most)),
    };
};
const limits = { end: Infinity };

test("a win soon, a win later, a draw, a loss later, a loss soon", () => {
    const best = [value(1, 1), value(1, 9), value(0, 0), value(-1, 8), value(-1, 2)];
    assert.deepEqual([...best].sort((a, b) => rank(b) - rank(a)), best);
    assert.equal(rank(value(0, 5)), rank(value(0, 0)));
});

test("a move is worth the reverse of what follows it, a ply later", () => {
    const [win, draw, loss] = choices(
        spot({ win: value(-1, 2), draw: value(0, 0), loss: value(1, 3) }),
    );
    assert.deepEqual([win.outcome, win.plies, win.best], [1, 3, true]);
    assert.deepEqual([draw.outcome + 0, draw.plies, draw.best], [0, 0, false]);
    assert.deepEqual([loss.outcome, loss.plies, loss.best], [-1, 4, false]);
});

test("none is best while one is unknown", () => {
    const told = choices(spot({ a: value(-1, 2), b: null }));
    assert.deepEqual(told.map((one) => one.best), [false, false]);
    assert.deepEqual(told.map((one) => one.known), [true, false]);
});

test("who is lost holds out longest", () => {
    const told = choices(spot({ soon: value(1, 1), late: value(1, 5) }));
    assert.deepEqual(told.filter((one) => one.best).map((one) => one.move), ["late"]);
});

test("a value in words", () => {
    assert.deepEqual(valued(value(-1, 4)), { outcome: "loss", plies: 4, certainty: "proved" });
    assert.deepEqual(valued(null), { outcome: null, plies: null, certainty: "unknown" });
});

test("values are asked for once, and the position's comes of them", async () => {
    const page = { values: new Map(), engine: engineOf({ b: value(-1, 4) }) };
    const here = spot({ a: value(0, 0), b: null });
    await valuesOf(page).settle(here, limits);
    assert.deepEqual(page.engine.asked, ["b"]);
    assert.deepEqual(here.value, value(1, 5));
    assert.deepEqual(page.values.get(here.key), value(1, 5));
    assert.deepEqual(page.values.get("b"), value(-1, 4));
});

test("without time nothing is asked", async () => {
    const page = { values: new Map(), engine: engineOf({ b: value(-1, 4) }) };
    const here = spot({ b: null });
    await valuesOf(page).settle(here, { end: 0 });
    assert.deepEqual(page.engine.asked, []);
    assert.equal(here.value, null);
});

test("best play goes on to the end, and no position comes twice", async () => {
    const end = { key: "end", value: value(-1, 0), over: true, follow: [] };
    const middle = { key: "middle", value: null, follow: [{ move: "b", after: () => end }] };
    const start = { key: "start", value: null, follow: [{ move: "a", after: () => middle }] };
    middle.value = value(1, 1);
    const page = { values: new Map(), engine: engineOf({}) };
    const line = await valuesOf(page).principal(start, limits);
    assert.deepEqual(line.map((one) => one.move), ["a", "b"]);

    const there = { key: "there", value: value(0, 0), follow: [] };
    const back = { key: "back", value: value(0, 0), follow: [{ move: "d", after: () => there }] };
    there.follow.push({ move: "c", after: () => back });
    const round = await valuesOf(page).principal(there, limits);
    assert.deepEqual(round.map((one) => one.move), ["c", "d"]);
});

test("a best move keeps the value of the position", async () => {
    const found = { own: value(1, 3), good: value(-1, 2), slow: value(-1, 4), bad: value(0, 0) };
    for (let time = 0; time < 10; time++) {
        const page = { values: new Map(), engine: engineOf(found) };
        const step = await valuesOf(page).bestOf(spot({ bad: null, slow: null, good: null }), limits);
        assert.equal(step.move, "good");
    }
    const page = { values: new Map(), engine: engineOf({}) };
    assert.equal(await valuesOf(page).bestOf(spot({ a: null }), limits), null);
});
