import assert from "node:assert/strict";
import test from "node:test";
import { script } from "./page.mjs";

const { storeOf } = await script("store");

test("those who follow a field act after its change, in their order, and no others", () => {
    const { state, subscribe, update } = storeOf({ a: 1, b: 1 });
    const said = [];
    subscribe(["a"], () => said.push(`first ${state.a}`));
    subscribe(["b"], () => said.push("other"));
    subscribe(["b", "a"], () => said.push(`second ${state.a}`));
    update({ a: 2 });
    assert.deepEqual(said, ["first 2", "second 2"]);
});

test("a field that keeps its value is not changed, and one change is told once", () => {
    const { subscribe, update } = storeOf({ a: 1, b: 1 });
    let acts = 0;
    subscribe(["a", "b"], () => acts++);
    update({ a: 1 });
    assert.equal(acts, 0);
    update({ a: 2, b: 2 });
    assert.equal(acts, 1);
});

test("an update is done once all that it began is done, and fails with it", async () => {
    const { subscribe, update } = storeOf({ a: 1, b: 1 });
    let done = false;
    subscribe(["a"], async () => {
        await new Promise((later) => setTimeout(later));
        done = true;
    });
    await update({ a: 2 });
    assert.ok(done);
    subscribe(["b"], () => Promise.reject(new Error("no")));
    await assert.rejects(update({ b: 2 }), /no/);
});

test("a follower may change the state itself", () => {
    const { state, subscribe, update } = storeOf({ a: 1, twice: 2 });
    subscribe(["a"], () => update({ twice: 2 * state.a }));
    update({ a: 5 });
    assert.equal(state.twice, 10);
});
