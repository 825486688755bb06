// @ts-check
// A game between two people as one of them, or a spectator, knows it: no page, no picture.
//
// Everything comes from the server. When the connection is lost, the next one says how many moves
// have been seen, and gets those that have not.

import { Connection } from "./connection.js";

export const NO_CONNECTION = "There is no connection now. It comes back by itself.";
// Milliseconds after which one is told that a move is on its way.
export const SLOW = 600;

export class LiveGame {
    /**
     * @param {Standing} standing the game as the page was sent with it
     * @param {LiveUse} use `taken` hears of every change, with the moves that are new and whether some
     *     were taken back, `refused` why something was not done, and `connected` of the connection.
     */
    constructor(standing, use) {
        this.standing = standing;
        this.use = use;
        /** All moves on the board. */
        this.moves = [...standing.moves];
        /**
         * The move that has been sent and is not on the board yet.
         * @type {{ply: number, at: number} | null}
         */
        this.sent = null;
        /** When the clocks were told. */
        this.clockAt = performance.now();
        this.connection = new Connection(
            {
                address: () => this.address(),
                heard: (told) => this.heard(told),
                wanted: (message) => this.wanted(message),
                changed: () => use.connected(this.connection.state === "lost"),
            },
            1000 * standing.beat,
        );
    }

    address() {
        const { id, takebacks } = this.standing;
        const address = new URL(`/api/v1/live/${id}/socket`, location.href);
        address.protocol = address.protocol.replace("http", "ws");
        address.search = `view=1&beat=1&seen=${this.moves.length}&takebacks=${takebacks}`;
        return address.href;
    }

    /** @param {Standing | Refusal | {type: "done"}} told */
    heard(told) {
        if (told.type === "standing") this.take(told);
        if (told.type !== "refused") return;
        this.sent = null;
        this.use.refused(told.again ? "" : told.error); // sent twice, it may have been done
    }

    /** @param {Standing} told */
    take(told) {
        const before = this.standing;
        const back = told.takebacks !== before.takebacks;
        const news = back ? [] : told.moves.slice(Math.max(0, this.moves.length - told.from));
        this.moves = [...this.moves.slice(0, told.from), ...told.moves];
        this.standing = { ...told, beat: before.beat };
        this.clockAt = performance.now();
        if (this.sent && (back || told.over || told.ply > this.sent.ply)) this.sent = null;
        this.use.taken(before, news, back);
    }

    /**
     * What was sent and not answered is sent again if the game still waits for it.
     * @param {Message} message
     */
    wanted(message) {
        const { ply, takebacks, over } = this.standing;
        const wanted = !over && message.ply === ply && message.takebacks === takebacks;
        if (!wanted && message.move) this.sent = null;
        return wanted;
    }

    /** @param {string} move */
    play(move) {
        const { ply, takebacks } = this.standing;
        this.sent = { ply, at: performance.now() };
        this.connection.send({ ply, takebacks, move });
    }

    /**
     * Resign, offer or ask for something, or answer an offer.
     * @param {string} action
     */
    act(action) {
        const { ply, takebacks } = this.standing;
        this.connection.send({ ply, takebacks, action });
    }

    /** Why no move can be played now; empty if one can. */
    whyNot() {
        const { seat, over, view } = this.standing;
        const { state } = this.connection;
        if (seat === null) return "You are watching this game.";
        if (over) return "The game is over.";
        if (state === "lost") return NO_CONNECTION;
        if (state === "new") return "The page is still connecting.";
        if (this.sent !== null) return "Your move is being sent.";
        return "xo"[view.turn] === seat ? "" : "It is your friend's turn.";
    }

    /** Whose turn it is, as far as that is known: what may have changed is not said to be so. */
    status() {
        const { over, status } = this.standing;
        if (over) return status;
        if (this.connection.state === "lost") return "No connection.";
        const slow = this.sent !== null && performance.now() - this.sent.at >= SLOW;
        return slow ? "Sending your move …" : status;
    }

    /** @param {string} side */
    timeLeft(side) {
        const { clock } = this.standing;
        if (!clock) return 0;
        const spent = clock.running === side ? performance.now() - this.clockAt : 0;
        return Math.max(0, clock.left[side] - spent);
    }
}
