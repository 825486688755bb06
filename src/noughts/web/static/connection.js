// @ts-check
// A connection that is alive or known to be lost. Silence ends a socket, and so does an answer that
// does not come; then the next one is tried, and what was not answered is sent again.

// All in beats. Until the next try, and the longest that becomes.
const AGAIN = 0.1;
const LONGEST = 0.6;
// What may pass until a socket opens, between two messages, and until an answer comes.
const OPENING = 1.5;
const SILENCE = 2.5;
const ANSWER = 2;

export class Connection {
    /**
     * @param {ConnectionUse} use `address` is where to connect, `heard` gets every message but heartbeats,
     *     `wanted` says whether a message that was not answered is still to be sent, and `changed`
     *     hears of every change of `state`.
     * @param {number} beat milliseconds after which the server breaks its silence
     */
    constructor(use, beat) {
        this.use = use;
        this.beat = beat;
        /** @type {"new" | "open" | "lost"} */
        this.state = "new";
        /** @type {WebSocket | null} */
        this.socket = null;
        /** @type {Map<number, Pending>} */
        this.pending = new Map();
        this.count = 0;
        // Messages of this socket, heartbeats not counted: the server says how many it has sent.
        this.standings = 0;
        this.heardAt = 0;
        this.wait = AGAIN;
        this.retry = 0;
        setInterval(() => this.check(), beat / 4);
        this.connect();
    }

    connect() {
        clearTimeout(this.retry);
        const socket = new WebSocket(this.use.address());
        this.socket = socket;
        this.standings = 0;
        this.heardAt = performance.now();
        socket.addEventListener("message", (event) => {
            if (socket === this.socket) this.hear(JSON.parse(event.data));
        });
        socket.addEventListener("close", () => {
            if (socket === this.socket) this.lose();
        });
    }

    /** Give this socket up, whatever it may still bring, and try another soon. */
    lose() {
        const socket = this.socket;
        this.socket = null;
        socket?.close();
        const wait = this.wait * this.beat * (0.75 + Math.random() / 2);
        this.retry = setTimeout(() => this.connect(), wait);
        this.wait = Math.min(2 * this.wait, LONGEST);
        this.become("lost");
    }

    /** Who comes back to this window, or to the network, need not wait. */
    hurry() {
        if (this.socket && this.silence() < OPENING) return;
        if (this.socket) this.lose();
        this.wait = AGAIN;
        this.connect();
    }

    /** @param {Message} message */
    send(message) {
        const id = ++this.count;
        this.pending.set(id, { message: { ...message, id }, at: performance.now(), again: false });
        this.socket?.send(JSON.stringify({ ...message, id }));
    }

    /** @param {Told} told */
    hear(told) {
        this.heardAt = performance.now();
        if (told.type === "beat") {
            if (told.told !== this.standings) this.lose(); // something was lost on its way
            return;
        }
        if (told.type === "standing") this.standings += 1;
        else this.settle(told);
        const opened = this.state !== "open" && told.type === "standing";
        if (opened) this.wait = AGAIN;
        this.use.heard(told);
        if (!opened) return;
        this.become("open");
        this.sendAgain();
    }

    /** @param {Told} answer */
    settle(answer) {
        const id = answer.id ?? 0;
        answer.again = this.pending.get(id)?.again ?? false;
        this.pending.delete(id);
    }

    sendAgain() {
        for (const [id, one] of [...this.pending]) {
            if (!this.use.wanted(one.message)) {
                this.pending.delete(id);
                continue;
            }
            Object.assign(one, { at: performance.now(), again: true });
            this.socket?.send(JSON.stringify(one.message));
        }
    }

    check() {
        if (!this.socket) return;
        const silence = this.silence();
        const oldest = Math.min(...[...this.pending.values()].map((one) => one.at));
        const unanswered = this.standings > 0 && performance.now() - oldest > ANSWER * this.beat;
        if (silence > (this.standings ? SILENCE : OPENING) || unanswered) this.lose();
    }

    /** How many beats nothing has been heard. */
    silence() {
        return (performance.now() - this.heardAt) / this.beat;
    }

    /** @param {"open" | "lost"} state */
    become(state) {
        if (this.state === state) return;
        this.state = state;
        this.use.changed();
    }
}
