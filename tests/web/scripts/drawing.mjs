// The board's picture: what stays the same element from move to move, and what moves.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { given, script } from "./page.mjs";

const boards = JSON.parse(readFileSync(`${process.argv[2]}/boards.json`, "utf8"));

/** An element, as little of it as a picture needs; what it was given as text is kept as text. */
class Node {
    constructor(tag) {
        Object.assign(this, { tag, attributes: {}, children: [], parent: null, moved: [], text: "" });
    }
    set innerHTML(text) {
        this.text = text;
        for (const [, count] of text.matchAll(/<[^>]*(pathLength)/g)) this.append(new Node(count));
    }
    setAttribute = (name, value) => (this.attributes[name] = value);
    getAttribute = (name) => this.attributes[name] ?? null;
    hasAttribute = (name) => name in this.attributes;
    append(...nodes) {
        for (const node of nodes) {
            node.remove?.();
            if (node instanceof Node) node.parent = this;
            this.children.push(node);
        }
    }
    replaceChildren(...nodes) {
        this.children = [];
        this.append(...nodes);
    }
    remove() {
        if (this.parent) this.parent.children = this.parent.children.filter((one) => one !== this);
        this.parent = null;
    }
    querySelector = () => null;
    querySelectorAll = () => this.children.filter((one) => one.tag === "pathLength");
    animate(frames, timing) {
        this.moved.push({ frames, timing });
        return { finished: Promise.resolve() };
    }
    get all() {
        return [this, ...this.children.flatMap((one) => one.all ?? [])];
    }
}

async function begun(test, spec, still = false) {
    given(test, "document", { createElementNS: (_, tag) => new Node(tag) });
    const { Drawing, wholeView, scoreOf } = await script("drawing");
    const { sheet, views } = boards[spec];
    const drawing = new Drawing(new Node("div"), sheet, { matches: still });
    const whole = views.map((view) => wholeView(sheet, view));
    const cell = (name) => sheet.cells.findIndex((one) => one.name === name);
    return { drawing, sheet, views: whole, cell, scoreOf };
}

const motions = (drawing) => drawing.svg.all.flatMap((node) => node.moved);

test("a view has all that is said of its cells", async (test) => {
    const { views } = await begun(test, "tictactoe");
    const [start, after] = views;
    assert.equal(start.all_moves.length, 9);
    assert.deepEqual([start.cells[0].label, after.cells[4].label], ["a3 empty", "b2 X"]);
    assert.deepEqual(after.cells[4].moves, []);
});

test("marks stay the same elements, and a new one draws itself", async (test) => {
    const { drawing, views, cell } = await begun(test, "tictactoe");
    drawing.show(views[1]);
    const first = drawing.marks.get(cell("b2")).node;
    assert.equal(motions(drawing).length, 0); // the first picture stands still
    drawing.show(views[2]);
    assert.equal(drawing.marks.get(cell("b2")).node, first);
    assert.equal(drawing.marks.size, 2);
    assert.ok(motions(drawing).every(({ frames }) => "strokeDashoffset" in frames[0]));
    drawing.show(views[0]);
    assert.equal(drawing.marks.size, 0);
});

test("nothing moves where less motion is asked for, nor for longer than 350 ms", async (test) => {
    for (const spec of Object.keys(boards)) {
        const quiet = await begun(test, spec, true);
        for (const view of quiet.views) quiet.drawing.show(view);
        assert.equal(motions(quiet.drawing).length, 0, spec);
        const lively = await begun(test, spec);
        for (const view of lively.views) lively.drawing.show(view);
        const times = motions(lively.drawing).map(({ timing }) => timing.duration + (timing.delay ?? 0));
        assert.ok(times.length > 0 && Math.max(...times) <= 350, `${spec}: ${Math.max(...times)}`);
    }
});

test("a disc falls from above the rack", async (test) => {
    const { drawing, views, cell } = await begun(test, "connectfour");
    for (const view of views.slice(0, 2)) drawing.show(view);
    const { node } = drawing.marks.get(cell("4a"));
    const [{ frames }] = node.all.flatMap((one) => one.moved);
    assert.deepEqual([frames[0].transform, frames.at(-1).transform], ["translateY(-288px)", "translateY(0px)"]);
});

test("threats lie under marks, but over a plate, which would hide them", async (test) => {
    for (const [spec, over] of [["tictactoe", false], ["connectfour", true]]) {
        const { drawing } = await begun(test, spec);
        const { threats, marks } = drawing.layers;
        const order = threats.parent.children;
        assert.equal(order.indexOf(threats) > order.indexOf(marks) + 1, over, spec);
    }
});

test("discs that are enclosed turn over in their places", async (test) => {
    const { drawing, views, cell } = await begun(test, "othello:4");
    drawing.show(views[0]);
    const before = drawing.marks.get(cell("b3")) ?? drawing.marks.get(cell("c3"));
    drawing.show(views[1]);
    assert.equal(drawing.marks.size, 5);
    assert.ok([...drawing.marks.values()].some(({ node }) => node === before.node));
    const flat = motions(drawing).filter(({ frames }) => JSON.stringify(frames).includes("scale(0, 1)"));
    assert.equal(flat.length, 2); // the old side goes, the new one comes
});

test("a man that steps is the same element in another place", async (test) => {
    const { drawing, views, cell } = await begun(test, "morris");
    const [before, after] = views.slice(-2);
    const [from, to] = after.moves.at(-1).split("-");
    drawing.show(before);
    const { node } = drawing.marks.get(cell(from));
    drawing.show(after);
    assert.equal(drawing.marks.get(cell(to)).node, node);
    assert.equal(drawing.marks.has(cell(from)), false);
    assert.equal(node.moved.length, 1);
});

test("a quarter turns with its stones", async (test) => {
    const { drawing, views, cell } = await begun(test, "pentago");
    drawing.show(views[1]);
    const [[place, { node }]] = drawing.marks;
    assert.equal(place, cell("a3")); // a4, turned to the left
    drawing.show(views[2]); // a2, and the upper left quarter to the right
    assert.equal(drawing.marks.get(cell("a4")).node, node);
    assert.match(node.moved[0].frames[0].transform, /rotate\(-90deg\)/);
});

test("no counter is lost in sowing, and each is a single element", async (test) => {
    const { drawing, views } = await begun(test, "kalah");
    const seeds = () => drawing.seeds.flat();
    drawing.show(views[0]);
    const first = new Set(seeds());
    for (const view of views.slice(1)) {
        drawing.show(view);
        assert.deepEqual(drawing.seeds.map((held) => held.length), view.cells.map(({ mark }) => Number(mark)));
        assert.ok(seeds().every((seed) => first.has(seed)));
    }
});

test("the score is counted where it can be seen", async (test) => {
    const { sheet, views, scoreOf } = await begun(test, "othello:4");
    assert.deepEqual(views.slice(0, 2).map((view) => scoreOf(sheet, view)), [[2, 2], [4, 1]]);
    const kalah = await begun(test, "kalah");
    assert.deepEqual(kalah.scoreOf(kalah.sheet, kalah.views[1]), [1, 0]);
    const other = await begun(test, "tictactoe");
    assert.equal(scoreOf(other.sheet, other.views[0]), null);
});

test("the deciding line comes over the marks, once", async (test) => {
    const { drawing, views } = await begun(test, "tictactoe");
    for (const view of views) drawing.show(view);
    drawing.show(views.at(-1));
    assert.equal(drawing.layers.lines.children.length, 1);
    assert.equal(drawing.layers.bands.children.length, 1);
});

test("values lie on cells, the best filled, and a pointed-at cell shows what would come", async (test) => {
    const { drawing, views } = await begun(test, "tictactoe");
    const values = (move) => ({ text: move === "a1" ? "D" : "L4", outcome: move === "a1" ? "draw" : "loss", best: move === "a1" });
    drawing.show(views[1], { values });
    const chips = drawing.layers.values.children;
    assert.equal(chips.length, 8);
    assert.equal(chips.filter((chip) => chip.all.some((one) => one.attributes.class === "best")).length, 1);
    drawing.hint(views[1].cells[0]);
    assert.equal(drawing.layers.hint.children.length, 1);
    drawing.hint(views[1].cells[4]); // which has a mark
    assert.equal(drawing.layers.hint.children.length, 0);
    drawing.show(views[1], {});
    assert.equal(chips.length, 8);
    assert.equal(drawing.layers.values.children.length, 0);
});

test("the halves of a domino are open towards each other", async (test) => {
    const { drawing, views, cell } = await begun(test, "domineering:3,3");
    drawing.show(views[2]);
    const signs = (...names) => names.map((name) => drawing.marks.get(cell(name)).sign.split(" ").at(-1));
    assert.deepEqual(signs("a3", "a2", "b3", "c3"), ["0", "180", "-90", "90"]);
});
