import assert from "node:assert/strict";
import test from "node:test";
import { script } from "./page.mjs";

const { Lines } = await script("lines");

test("a line of play is gone along as it was last", () => {
    const lines = new Lines();
    lines.add(["a", "b", "c"]);
    lines.add(["a", "d"]);
    assert.deepEqual(lines.through(["a"]), ["a", "d"]);
    assert.deepEqual(lines.through(["a", "b"]), ["a", "b", "c"]);
    lines.add(["a", "b"]);
    assert.deepEqual(lines.through([]), ["a", "b", "c"]);
});

test("a line that was never played has nothing after it", () => {
    const lines = new Lines();
    lines.add(["a", "b"]);
    assert.deepEqual(lines.through(["x"]), ["x"]);
    assert.deepEqual(lines.through(["a", "b"]), ["a", "b"]);
});

test("a move is kept once, and nothing is lost", () => {
    const lines = new Lines();
    for (const moves of [["a", "b"], ["c"], ["a", "d"], ["a", "b"]]) lines.add(moves);
    assert.deepEqual(lines.root.after.map((one) => one.move), ["a", "c"]);
    assert.deepEqual(lines.root.after[0].after.map((one) => one.move), ["b", "d"]);
});

test("lines that were kept come back", () => {
    const lines = new Lines();
    lines.add(["a", "b"]);
    const again = new Lines(JSON.parse(JSON.stringify(lines.root)));
    assert.deepEqual(again.through([]), ["a", "b"]);
});

test("a line can come first, and what stood there stays", () => {
    const lines = new Lines();
    lines.add(["a", "b", "c"]);
    lines.lead(["a", "d"]);
    assert.deepEqual(lines.root.after[0].after.map((one) => one.move), ["d", "b"]);
    assert.deepEqual(lines.through(["a"]), ["a", "d"]);
    assert.deepEqual(lines.through(["a", "b"]), ["a", "b", "c"]);
    lines.lead(["e"]);
    assert.deepEqual(lines.root.after.map((one) => one.move), ["e", "a"]);
});
