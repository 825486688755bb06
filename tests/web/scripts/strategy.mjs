import assert from "node:assert/strict";
import test from "node:test";
import { given, script } from "./page.mjs";

await script("strategy");
const { NoughtsStrategy } = globalThis;

/** Nine cells of a square that a mirror turns over, left to right. */
const MIRROR = [2, 1, 0, 5, 4, 3, 8, 7, 6];

test("a strategy answers in a position and in its mirror image", () => {
    const play = { move: 1, after: [5n, 0n] };
    const engine = { moves: (words) => ({ moves: words.join() === "1,0" ? [play] : [] }) };
    const strategy = new NoughtsStrategy({ symmetries: [MIRROR], split: 0 }, engine, new Map([["1,0", 1]]));
    const steps = [{ name: "here", words: [5n, 0n] }, { name: "other", words: [3n, 0n] }];
    assert.equal(strategy.step([1n, 0n], steps).name, "here");
    assert.equal(strategy.step([4n, 0n], steps).name, "here"); // the corner across
    assert.equal(strategy.step([16n, 0n], steps), undefined); // it says nothing of the middle
});

test("of the mirror images that comes first whose numbers are least", () => {
    const strategy = new NoughtsStrategy({ symmetries: [MIRROR], split: 0 }, {}, new Map());
    assert.deepEqual(strategy.least([4n, 2n]), [1n, 2n]);
    assert.deepEqual(strategy.least([1n, 2n]), [1n, 2n]);
    assert.deepEqual(strategy.least([2n, 4n]), [2n, 1n]);
});

test("a set of cells that goes on in the next word", () => {
    const strategy = new NoughtsStrategy({ symmetries: [], split: 4 }, {}, new Map());
    assert.deepEqual(strategy.least([1n, 2n, 3n, 0n]), [33n, 3n]);
    assert.deepEqual(strategy.words([33n, 3n]), [1n, 2n, 3n, 0n]);
});

test("a file: what it claims, how far apart the positions are, the moves", async (t) => {
    // Positions of two numbers from 0 with four bits each: 18 is 1 and 2, 218 more makes 14 and 12.
    const claim = new TextEncoder().encode(JSON.stringify({ positions: 2, fields: [[0, 4], [0, 4]] }));
    const bytes = [...claim, 10, 19, 218 & 127 | 128, 218 >> 7, 7, 200 & 127 | 128, 200 >> 7];
    given(t, "noughtsUnpacked", async () => new Uint8Array(bytes));
    const strategy = await NoughtsStrategy.of({ file: "", symmetries: [], split: 0 }, {});
    assert.deepEqual([...strategy.moves], [["1,2", 7], ["14,12", 200]]);
});
