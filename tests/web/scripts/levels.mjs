import assert from "node:assert/strict";
import test from "node:test";
import { script } from "./page.mjs";

const { levelsOf } = await script("offline_values");

const value = (outcome, plies = 0) => ({ outcome, plies });
const manner = { overlooks: 0, thinks: 0, errs: 0, plies: 2 };
const answers = {
    levels: { easy: manner, hard: { ...manner, thinks: 100 } },
    words: { unsure: "not sure", slow_win: "slow" },
};
/** A move, and the value of the position after it. */
const step = (move, { worth = null } = {}) => ({
    move,
    after: () => ({ over: false, value: worth, follow: [] }),
});
const levels = (search = {}, more = {}) =>
    levelsOf(
        { answers, engine: { choose: async () => null }, ...more },
        { settle: async () => undefined, bestOf: async () => null, ...search },
    );

test("a strategy is a level where there is one", () => {
    assert.deepEqual(levels().names, ["perfect", "random", "easy", "hard"]);
    const more = { answers: { ...answers, strategy: {} } };
    assert.ok(levels({}, more).names.includes("strategy"));
});

test("a level makes the move that the engine chooses by its manner", async () => {
    const asked = [];
    const engine = { choose: async (words, how) => (asked.push([words, how]), 7) };
    const spot = { words: [1, 2], follow: [{ ...step("a"), number: 3 }, { ...step("b"), number: 7 }] };
    assert.deepEqual(await levels({}, { engine }).reply(spot, "hard"), { answer: "b", doubt: "" });
    assert.deepEqual(asked, [[[1, 2], answers.levels.hard]]);
});

test("the perfect level makes a best move, and says what it is not sure of", async () => {
    const sure = levels({ bestOf: async () => step("best") });
    assert.deepEqual(await sure.reply({ follow: [] }, "perfect"), { answer: "best", doubt: "" });
    const wins = [step("late", { worth: value(-1, 8) }), step("soon", { worth: value(-1, 2) }), step("x")];
    assert.deepEqual(await levels().reply({ follow: wins }, "perfect"), { answer: "soon", doubt: "slow" });
    const lost = [step("lost", { worth: value(1, 1) }), step("open")];
    assert.deepEqual(await levels().reply({ follow: lost }, "perfect"), { answer: "open", doubt: "not sure" });
    const known = [step("draw", { worth: value(0) }), step("lost", { worth: value(1, 1) })];
    assert.deepEqual(await levels().reply({ follow: known }, "perfect"), { answer: "draw", doubt: "" });
});

test("a move that is known to lose is not made, however good it looks", async () => {
    const lost = { ...step("lost", { worth: value(1, 9) }), number: 1 };
    const spot = { words: [], follow: [lost, { ...step("a"), number: 2 }, { ...step("b"), number: 3 }] };
    const engine = { choose: async (words, { plies }) => (plies > 1 ? 1 : 3) };
    assert.deepEqual(await levels({}, { engine }).reply(spot, "perfect"), { answer: "b", doubt: "not sure" });
});

test("a strategy answers, and where it is silent the perfect level", async () => {
    const search = { bestOf: async () => step("best") };
    const silent = levels(search, { strategy: { step: () => undefined } });
    assert.equal((await silent.reply({ follow: [] }, "strategy")).answer, "best");
    const told = levels(search, { strategy: { step: () => step("told") } });
    assert.equal((await told.reply({ follow: [] }, "strategy")).answer, "told");
});
