// @ts-check
// Stepping back through the moves while the game goes on.

import { $ } from "./base.js";

export class Past {
    /**
     * @param {string} game the text that names the rules
     * @param {() => string[]} now the moves on the board
     * @param {() => void} changed what to do when another position is shown
     */
    constructor(game, now, changed) {
        this.game = game;
        this.now = now;
        this.changed = changed;
        /**
         * How many moves lie before the position that is shown; null: the game as it stands.
         * @type {number | null}
         */
        this.at = null;
        /** @type {Map<string, View>} */
        this.views = new Map();
    }

    /** The position that is shown in place of the game's; undefined if it is the game's. */
    get view() {
        return this.at === null ? undefined : this.views.get(this.moves(this.at));
    }

    /** @param {number} ply */
    async go(ply) {
        const last = this.now().length;
        const at = ply >= last ? null : Math.max(0, ply);
        if (at !== null && !(await this.fetched(this.moves(at)))) return;
        this.at = at;
        this.changed();
    }

    wire() {
        /** @type {[string, () => number][]} */
        const buttons = [
            ["first", () => 0],
            ["back", () => (this.at ?? this.now().length) - 1],
            ["forward", () => (this.at ?? Infinity) + 1],
            ["last", () => Infinity],
        ];
        for (const [id, ply] of buttons)
            $(id).addEventListener("click", () => {
                if ($(id).getAttribute("aria-disabled") !== "true") this.go(ply());
            });
    }

    /** Say which buttons lead somewhere; a position that was taken back is shown no longer. */
    paint() {
        const last = this.now().length;
        if (this.at !== null && (this.at >= last || !this.view)) {
            this.at = null;
            this.changed();
            return;
        }
        for (const id of ["first", "back"])
            $(id).setAttribute("aria-disabled", String((this.at ?? last) === 0));
        for (const id of ["forward", "last"])
            $(id).setAttribute("aria-disabled", String(this.at === null));
        $("where").textContent = this.at === null ? "" : `Move ${this.at} of ${last}`;
    }

    /** @param {number} ply */
    moves(ply) {
        return this.now().slice(0, ply).join(",");
    }

    /**
     * Whether the view after these moves is at hand, perhaps from the server.
     * @param {string} moves
     */
    async fetched(moves) {
        if (this.views.has(moves)) return true;
        const query = new URLSearchParams({ as: "both", moves });
        try {
            const answer = await fetch(`/api/v1/table/${encodeURIComponent(this.game)}?${query}`);
            if (!answer.ok) return false;
            this.views.set(moves, (await answer.json()).view);
        } catch {
            return false;
        }
        return true;
    }
}
