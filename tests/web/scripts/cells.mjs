import assert from "node:assert/strict";
import test from "node:test";
import { given, script } from "./page.mjs";

const { onCellKey, tabStop } = await script("cells");

/** Buttons at these places. */
function grid(t, places) {
    let focused = null;
    class Button {
        constructor(x, y) {
            Object.assign(this, { x, y, tabIndex: 0 });
        }
        getBoundingClientRect = () => ({ x: this.x, y: this.y });
        closest = () => this;
        focus = () => (focused = buttons.indexOf(this));
    }
    const buttons = places.map(([x, y]) => new Button(x, y));
    given(t, "HTMLButtonElement", Button);
    given(t, "document", { querySelectorAll: () => buttons });
    return {
        buttons,
        /** The cell that the key leads to, or the keys that the page takes itself. */
        after: (key, from, more = {}, acts = []) => {
            const event = { key, target: buttons[from], preventDefault() {}, ...more };
            onCellKey(event, (_, other) => acts.push(other) > 0);
            return acts.length ? acts : focused;
        },
    };
}

const SQUARE = [0, 1, 2].flatMap((y) => [0, 1, 2].map((x) => [50 * x, 50 * y]));

test("an arrow goes to the cell beside, and at the edge it stays", (t) => {
    const { after } = grid(t, SQUARE);
    const ways = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    assert.deepEqual(ways.map((key) => after(key, 4)), [3, 5, 1, 7]);
    assert.deepEqual(ways.map((key) => after(key, 0)), [0, 1, 0, 3]);
});

test("across a gap it goes on in the same row", (t) => {
    const { after } = grid(t, [[0, 0], [200, 0], [60, 50]]);
    assert.equal(after("ArrowRight", 0), 1);
});

test("other keys are not for the board, nor keys with another", (t) => {
    const { after } = grid(t, SQUARE);
    assert.deepEqual(after("x", 0), ["x"]);
    assert.equal(after("x", 0, { ctrlKey: true }), null);
    assert.equal(after("ArrowRight", 0, { target: {} }), null);
});

test("the board is one tab stop", (t) => {
    const { buttons } = grid(t, SQUARE);
    tabStop(buttons[4]);
    assert.deepEqual(buttons.map((one) => one.tabIndex), [-1, -1, -1, -1, 0, -1, -1, -1, -1]);
});
