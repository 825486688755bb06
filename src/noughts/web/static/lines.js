// @ts-check
// All lines of play of a game: the one that was played first, and what was tried instead.

/** @typedef {{move: string, after: Line[], last: number}} Line last: the move that was taken last */

/** A tree of moves, in which nothing is ever lost. */
export class Lines {
    /** @param {Line} [root] */
    constructor(root) {
        /** @type {Line} */
        this.root = root ?? { move: "", after: [], last: 0 };
    }

    /**
     * Remember a line of play, as the one that was taken last.
     * @param {string[]} moves
     */
    add(moves) {
        let at = this.root;
        for (const move of moves) {
            let found = at.after.findIndex((one) => one.move === move);
            if (found < 0) found = at.after.push({ move, after: [], last: 0 }) - 1;
            at.last = found;
            at = at.after[found];
        }
    }

    /**
     * Let a line come first: it is the game, in place of what was taken back.
     * @param {string[]} moves
     */
    lead(moves) {
        this.add(moves);
        let at = this.root;
        for (const move of moves) {
            at.after.sort((one, other) => Number(other.move === move) - Number(one.move === move));
            at.last = 0;
            at = at.after[0];
        }
    }

    /**
     * A line of play with the moves that followed it when it was gone along last.
     * @param {string[]} moves
     */
    through(moves) {
        let at = this.root;
        for (const move of moves) {
            const next = at.after.find((one) => one.move === move);
            if (!next) return moves;
            at = next;
        }
        const line = [...moves];
        while (at.after.length) {
            at = at.after[at.last];
            line.push(at.move);
        }
        return line;
    }
}
