import assert from "node:assert/strict";
import test from "node:test";
import { given, script, Storage } from "./page.mjs";

// What a page says of itself, and no more of it than these scripts ask for when they are loaded.
const element = { textContent: JSON.stringify({ game: "tictactoe", sheet: { cells: [] }, view: { moves: [], lines: [] } }), dataset: {} };
globalThis.document = { getElementById: () => element, querySelectorAll: () => [], documentElement: element };
globalThis.matchMedia = () => ({ matches: false });
globalThis.addEventListener = () => undefined;
globalThis.localStorage = new Storage();
const { begins, markAt, matter, noteTurns, ours, people, standing, state, turnAt } = await script("table");
const { served } = await script("served");
const { keep, kept } = await script("base");
const { Past } = await script("past");

const settings = { game: "tictactoe", as: "x", level: "perfect", position: "" };

test("whether a line begins so", () => {
    assert.ok(begins(["a", "b", "c"], ["a", "b"]));
    assert.ok(begins(["a"], []));
    assert.ok(!begins(["a", "b"], ["b"]));
    assert.ok(!begins(["a"], ["a", "b"]));
});

test("the players take turns unless it was told otherwise", () => {
    Object.assign(state, { settings, view: { first_turn: 1, marks: ["X", "O"] }, line: ["a", "b", "c"] });
    assert.deepEqual([0, 1, 2].map((ply) => turnAt(ply)), [1, 0, 1]);
    noteTurns(["a", "b"], [1, 1, 0]); // at the start, after a, after b
    assert.deepEqual([0, 1, 2, 3].map((ply) => turnAt(ply)), [1, 1, 0, 0]);
    assert.equal(markAt(1), "O");
    assert.equal(turnAt(1, ["z"]), 0); // another line
    noteTurns(["a", "b", "c"], [1]); // of the last position alone
    assert.equal(turnAt(3), 1);
});

test("who plays, and whether it is for people to move", () => {
    for (const [as, sides] of [["x", [0]], ["o", [1]], ["both", [0, 1]], ["none", []]]) {
        state.settings = { ...settings, as };
        assert.deepEqual([...people()], sides);
    }
    state.view = { over: false, computer_to_move: false };
    assert.ok(ours());
    state.view = { over: true, computer_to_move: false };
    assert.ok(!ours());
});

test("whose turn it is, as the person who plays sees it", () => {
    const view = { over: false, winner: null, turn: 0, status: "X to move.", computer_to_move: false };
    const said = (as, more = {}) => {
        Object.assign(state, { settings: { ...settings, as }, thinking: more.thinking ?? false });
        return standing({ ...view, ...more });
    };
    assert.equal(said("x"), "Your move.");
    assert.equal(said("both"), "X to move.");
    assert.equal(said("o", { computer_to_move: true }), "The computer is to move.");
    assert.equal(said("o", { computer_to_move: true, thinking: true }), "The computer thinks …");
    assert.equal(said("o", { over: true, winner: 1 }), "You won.");
    assert.equal(said("o", { over: true, winner: 0 }), "You lost.");
    assert.equal(said("both", { over: true, winner: 0, status: "X has won." }), "X has won.");
    assert.equal(said("x", { over: true, status: "A draw." }), "A draw.");
});

test("what matters in a position", () => {
    const known = (value, ...moves) => ({
        value,
        moves: moves.map(([move, outcome, plies, best]) => ({ move, value: { outcome, plies }, best })),
    });
    const [win, draw, loss] = [["win", 3], ["draw", null], ["loss", 4]].map(([outcome, plies]) => ({ outcome, plies }));
    assert.equal(
        matter(known(draw, ["a1", "draw", null, true], ["b3", "draw", null, true], ["c1", "loss", 4, false])),
        "Only a1 and b3 hold the draw.",
    );
    assert.equal(matter(known(draw, ["a1", "draw", null, true])), "Every move holds the draw.");
    assert.equal(matter(known(win, ["c3", "win", 3, true], ["a1", "draw", null, false])), "Only c3 wins, in 3.");
    assert.equal(
        matter(known(win, ["c3", "win", 3, true], ["a1", "win", 5, false])),
        "c3 wins soonest, in 3; 2 moves win in all.",
    );
    assert.match(matter(known(loss, ["a1", "loss", 4, true], ["b1", "loss", 2, false])), /^Every move loses; a1 lasts longest/);
    assert.equal(matter(known({ outcome: null, plies: null }, ["a1", null, null, false])), "");
    assert.equal(matter(known(win)), ""); // the game is over
});

test("an address leads back to its settings and moves", () => {
    for (const [more, moves] of [
        [{}, []],
        [{}, ["b2", "a1"]],
        [{ game: "mnk:4,4,3", as: "none", level: "easy,hard" }, ["a1"]],
        [{ position: "x2/1o1/3 x", as: "both" }, []],
        [{ game: "a b/c", position: "100% & more" }, ["1-2", "ä"]],
    ]) {
        const wanted = { ...settings, ...more };
        const address = served.address(wanted, moves);
        const again = served.settings(new URL(address, "http://x"));
        assert.deepEqual(again, { settings: wanted, moves });
    }
});

test("an address is no longer than it must be", () => {
    assert.equal(served.address(settings, []), "/play/tictactoe");
    assert.equal(served.address({ ...settings, game: "mnk:4,4,3" }, ["a1", "b2"]), "/play/mnk:4,4,3?moves=a1,b2");
    assert.equal(served.settings(new URL("http://x/")).settings.game, "tictactoe");
});

test("what is kept comes back, and without a place for it nothing does", (t) => {
    keep("wish", { sounds: true });
    assert.deepEqual(kept("wish"), { sounds: true });
    assert.equal(kept("nothing"), null);
    localStorage.setItem("broken", "{");
    assert.equal(kept("broken"), null);
    given(t, "localStorage", undefined);
    keep("wish", 1);
    assert.equal(kept("wish"), null);
});

test("stepping back asks for a position once, and stays where there is none", async (t) => {
    const asked = [];
    let answers = true;
    given(t, "fetch", async (address) => {
        asked.push(new URL(address, "http://x").searchParams.get("moves"));
        return { ok: answers, json: async () => ({ view: asked.at(-1) }) };
    });
    let changes = 0;
    const past = new Past("tictactoe", () => ["a", "b", "c"], () => changes++);
    await past.go(2);
    assert.deepEqual([past.at, past.view, changes], [2, "a,b", 1]);
    await past.go(3);
    assert.deepEqual([past.at, past.view], [null, undefined]);
    await past.go(2);
    assert.deepEqual(asked, ["a,b"]);
    await past.go(-5);
    assert.equal(past.at, 0);
    answers = false;
    await past.go(1);
    assert.equal(past.at, 0); // as before
});
