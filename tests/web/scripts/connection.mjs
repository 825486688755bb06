import assert from "node:assert/strict";
import test from "node:test";
import { Clock, given, script } from "./page.mjs";

const { Connection } = await script("connection");
const BEAT = 1000;

/** A page with its connection: the sockets that it opened, what was sent, and what it heard. */
function page(t) {
    const clock = new Clock(t);
    const sockets = [];
    class Socket {
        constructor(address) {
            Object.assign(this, { address, sent: [], closed: false, on: {} });
            sockets.push(this);
        }
        addEventListener = (kind, act) => (this.on[kind] = act);
        send = (text) => this.sent.push(JSON.parse(text));
        close = () => (this.closed = true);
        /** What the server says. */
        told = (message) => this.on.message({ data: JSON.stringify(message) });
    }
    given(t, "WebSocket", Socket);
    const heard = [];
    const states = [];
    const wanted = { all: true };
    const use = {
        address: () => "ws://x",
        heard: (told) => heard.push(told),
        wanted: () => wanted.all,
        changed: () => states.push(connection.state),
    };
    const connection = new Connection(use, BEAT);
    return { clock, sockets, heard, states, wanted, connection };
}

test("it is open when the first standing has come", (t) => {
    const { sockets, heard, states } = page(t);
    sockets[0].told({ type: "standing" });
    assert.deepEqual(states, ["open"]);
    assert.equal(heard.length, 1);
});

test("an answer settles what was sent; what was not answered is sent again", (t) => {
    const { clock, sockets, heard, connection } = page(t);
    sockets[0].told({ type: "standing" });
    connection.send({ type: "move", move: "a1" });
    connection.send({ type: "move", move: "b2" });
    sockets[0].told({ type: "done", id: 1 });
    sockets[0].on.close();
    clock.pass(BEAT);
    assert.equal(sockets.length, 2);
    assert.deepEqual(sockets[1].sent, []);
    sockets[1].told({ type: "standing" });
    assert.deepEqual(sockets[1].sent, [{ type: "move", move: "b2", id: 2 }]);
    sockets[1].told({ type: "done", id: 2 });
    assert.deepEqual(heard.filter((one) => one.type === "done").map((one) => one.again), [false, true]);
    assert.equal(connection.pending.size, 0);
});

test("what is wanted no more is not sent again", (t) => {
    const { clock, sockets, wanted, connection } = page(t);
    sockets[0].told({ type: "standing" });
    connection.send({ type: "move" });
    sockets[0].on.close();
    wanted.all = false;
    clock.pass(BEAT);
    sockets[1].told({ type: "standing" });
    assert.deepEqual(sockets[1].sent, []);
    assert.equal(connection.pending.size, 0);
});

test("silence ends a socket", (t) => {
    const { clock, sockets, states } = page(t);
    sockets[0].told({ type: "standing" });
    clock.pass(2 * BEAT);
    sockets[0].told({ type: "beat", told: 1 });
    clock.pass(2.25 * BEAT);
    assert.ok(!sockets[0].closed);
    clock.pass(0.5 * BEAT);
    assert.ok(sockets[0].closed);
    assert.deepEqual(states, ["open", "lost"]);
});

test("an answer that does not come ends it, too", (t) => {
    const { clock, sockets, connection } = page(t);
    sockets[0].told({ type: "standing" });
    connection.send({ type: "move" });
    for (let beats = 0; beats < 3; beats++) {
        clock.pass(BEAT);
        sockets[0].told({ type: "beat", told: 1 });
    }
    assert.ok(sockets[0].closed);
});

test("a heartbeat that counts otherwise says that something was lost", (t) => {
    const { sockets } = page(t);
    sockets[0].told({ type: "standing" });
    sockets[0].told({ type: "beat", told: 1 });
    assert.ok(!sockets[0].closed);
    sockets[0].told({ type: "beat", told: 2 });
    assert.ok(sockets[0].closed);
});

test("tries become rarer, but not rarer than three in two beats; a hurry makes one now", (t) => {
    const { clock, sockets, connection } = page(t);
    for (let time = 0; time < 10; time++) {
        const before = sockets.length;
        sockets.at(-1).on.close();
        clock.pass(0.75 * BEAT);
        assert.equal(sockets.length, before + 1);
    }
    sockets.at(-1).on.close();
    const before = sockets.length;
    connection.hurry();
    assert.equal(sockets.length, before + 1);
    connection.hurry(); // it has only just been asked
    assert.equal(sockets.length, before + 1);
});

test("what an old socket brings late is not heard", (t) => {
    const { clock, sockets, heard } = page(t);
    sockets[0].on.close();
    clock.pass(BEAT);
    sockets[0].told({ type: "standing" });
    assert.deepEqual(heard, []);
});
