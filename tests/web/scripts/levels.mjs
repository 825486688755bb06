import assert from "node:assert/strict";
import test from "node:test";
import { given, script } from "./page.mjs";

const { levelsOf } = await script("offline_levels");

const value = (outcome, plies = 0) => ({ outcome, plies });
const manner = { overlooks: 0, thinks: 0, errs: 0, plies: 2 };
const answers = {
    levels: { easy: manner, hard: { ...manner, thinks: 100 } },
    words: { unsure: "not sure", slow_win: "slow" },
};
/** Where a move leads: to the end, or to moves of which some end the game. */
const step = (move, { over = false, worth = null, next = [] } = {}) => ({
    move,
    after: () => ({ over, value: worth, follow: next }),
});
const won = { over: true, worth: value(-1) };
const gives = { next: [step("w", won)] };
const levels = (search = {}, more = {}) =>
    levelsOf(
        { answers, engine: { lookAhead: async (steps) => [steps.length - 1] }, ...more },
        { settle: async () => undefined, bestOf: async () => null, ...search },
    );

test("a strategy is a level where there is one", () => {
    assert.deepEqual(levels().names, ["perfect", "random", "easy", "hard"]);
    const more = { answers: { ...answers, strategy: {} } };
    assert.ok(levels({}, more).names.includes("strategy"));
});

test("a win is taken, a move that gives the next one away is not made", async () => {
    const { reply } = levels();
    for (let time = 0; time < 20; time++) {
        const first = await reply({ follow: [step("a"), step("win", won), step("b")] }, "easy");
        assert.deepEqual(first, { answer: "win", doubt: "" });
        const second = await reply({ follow: [step("bad", gives), step("good")] }, "easy");
        assert.equal(second.answer, "good");
    }
});

test("where every move gives a win away, one is made", async () => {
    assert.equal((await levels().reply({ follow: [step("bad", gives)] }, "easy")).answer, "bad");
});

test("who thinks looks ahead, who overlooks does not see the threat", async (t) => {
    const { reply } = levels();
    assert.equal((await reply({ follow: [step("a"), step("b")] }, "hard")).answer, "b");
    given(t, "Math", Object.assign(Object.create(Math), { random: () => 0 }));
    answers.levels.blind = { ...manner, overlooks: 100 };
    t.after(() => delete answers.levels.blind);
    const blind = await reply({ follow: [step("bad", gives), step("good")] }, "blind");
    assert.equal(blind.answer, "bad");
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

test("a strategy answers, and where it is silent the perfect level", async () => {
    const search = { bestOf: async () => step("best") };
    const silent = levels(search, { strategy: { step: () => undefined } });
    assert.equal((await silent.reply({ follow: [] }, "strategy")).answer, "best");
    const told = levels(search, { strategy: { step: () => step("told") } });
    assert.equal((await told.reply({ follow: [] }, "strategy")).answer, "told");
});
