import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { script } from "./page.mjs";

const { sign, wordsOf } = await script("offline_words");
const { choices } = await script("offline_values");

const value = (outcome, plies) => ({ outcome, plies });
const answers = {
    marks: ["X", "O"],
    lacking: [[0, 4, [3, 4, 5], true], [1, 0, [0, 1, 2], true], [0, 8, [6, 7, 8], false]],
    words: {
        ...JSON.parse(readFileSync(`${process.argv[2]}/words.json`, "utf-8")),
        no_threat: "No threat.",
        threats: { "001": "X can win at {cells}.", "011": "O threatens {cells}.", "000": "Later X has {cells}." },
    },
};
const { threatWords, verdict } = wordsOf({ answers, cellNames: ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"] });
/** The sentence on a position: its value, and of each move the value of what follows it. */
const told = (own, after, over = false) => {
    const follow = Object.entries(after).map(([move, worth]) => {
        const [known, bounds] = worth?.lower === undefined ? [worth, undefined] : [null, worth];
        return { move, after: () => ({ value: known, bounds }) };
    });
    const spot = { turn: 0, over, value: own, follow };
    return verdict(spot, choices(spot));
};

test("signs", () => {
    assert.deepEqual([value(1, 3), value(0, 0), value(-1, 12)].map(sign), ["W3", "D", "L12"]);
});

test("who wins names the moves, those that win later, and that no other does", () => {
    const [soon, late, draw] = [value(-1, 0), value(-1, 2), value(0, 0)];
    assert.match(told(value(1, 1), { a: soon }), /^X wins at once with the only move\.$/);
    assert.match(told(value(1, 1), { a: soon, b: soon }), /with every move/);
    assert.match(told(value(1, 1), { a: soon, b: draw }), /but only with a\./);
    assert.match(told(value(1, 1), { a: soon, b: late }), /with a, later with b\./);
    assert.match(told(value(1, 1), { a: soon, b: late, c: late }), /with a, later with everything else/);
    assert.match(told(value(1, 1), { a: soon, b: late, c: draw }), /later with b; no other move wins/);
});

test("who does not win is told what holds", () => {
    const [draw, lost] = [value(0, 0), value(1, 3)];
    assert.match(told(value(0, 0), { a: draw, b: draw }), /^X draws with every move\.$/);
    assert.match(told(value(0, 0), { a: draw, b: lost }), /^X draws, but only with a\.$/);
    assert.match(told(value(-1, 4), { a: lost, b: lost }), /^O wins in 4 whatever X does\.$/);
    assert.match(told(value(-1, 4), { a: lost, b: value(1, 1) }), /^O wins in 4; a lasts longest\.$/);
    assert.match(told(null, {}, true), /over/);
});

test("of many moves three and their number", () => {
    const after = Object.fromEntries([..."abcde"].map((name) => [name, value(0, 0)]));
    assert.match(told(value(0, 0), { ...after, z: value(1, 1) }), /any of 5 moves \(a, b, c, …\)/);
    delete after.e;
    assert.match(told(value(0, 0), { ...after, z: value(1, 1) }), /a, b, c or d/);
});

test("what a search that ended early has found is no more than it knows", () => {
    const [best, worst] = [{ lower: -1, upper: -1 }, { lower: 1, upper: 1 }];
    const [atMost, open] = [{ lower: -1, upper: 0 }, { lower: -1, upper: 1 }];
    assert.match(told(null, { a: best, b: open }), /X wins; how soon is unknown/);
    assert.match(told(null, { a: worst, b: null }), /unknown/);
    assert.match(told(null, { a: worst, b: worst }), /X loses; how soon is unknown/);
    assert.match(told(null, { a: atMost, b: worst }), /at least a draw/);
    assert.match(told(null, { a: { lower: 0, upper: 1 }, b: worst }), /at most a draw/);
    assert.match(told(null, { a: { lower: 0, upper: 0 }, b: worst }), /X draws/);
    assert.match(told(null, { a: open }), /Who wins is unknown/);
    assert.match(told(value(1, 5), { a: open }), /X wins in 5; not every move/);
});

test("threats: first those of who is to move, now before later", () => {
    assert.equal(threatWords([1, 2, 0], 0), "X can win at b2. Later X has c1. O threatens a3.");
    assert.equal(threatWords([], 0), "No threat.");
});
