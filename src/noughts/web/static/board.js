// @ts-check
// The board as a grid of buttons with one tab stop, over its picture.

import { beside, buttonFor, element } from "./base.js";

/** @type {Record<string, (cell: Cell, other: Cell) => boolean>} what goes with a cell that is taken */
const GOES_WITH = {
    heaps: (cell, other) => other.column === cell.column && other.row <= cell.row,
    plain: (cell, other) => other.column >= cell.column && other.row <= cell.row,
};
const QUARTERS = ["upper left", "upper right", "lower left", "lower right"];
const QUARTER = /-([1-4])([lr])$/;
const READING = "123456789";
const KEYPAD = "789456123";

/**
 * A grid of buttons over a picture: tells which move is chosen by mouse or by key. Where marks fall,
 * all of a column stands for its move.
 */
export class Board {
    /**
     * @param {{grid: HTMLElement, choice: HTMLElement, stage?: HTMLElement}} elements
     * @param {View} view
     * @param {BoardUse} use `play` gets the name of the move that is chosen, `refuse` the reason where
     *     a cell has none; `label` is what is read out of a cell, `sign` stands beside a move; `point`
     *     takes the moves of the cell under the pointer, `hint` the cell.
     */
    constructor(elements, view, use) {
        this.elements = elements;
        this.view = view;
        this.use = use;
        /** The name of the cell that the keyboard is at. */
        this.at = "";
        /** Whether a move may be chosen now. */
        this.open = false;
        /** @type {HTMLElement | undefined} arrows that turn quarters */
        this.turns = undefined;
        /** Whether a choice between the moves of a cell is offered. */
        this.asked = false;
        elements.grid.addEventListener("keydown", (event) => this.onGridKey(event));
        for (const place of [elements.choice, elements.grid])
            place.addEventListener("keydown", (event) => {
                if (event.key === "Escape" && this.asked) this.takeBack();
            });
        if (elements.stage) this.watch(elements.stage);
    }

    /** @param {HTMLElement} stage the board's place, in which the pointer is followed */
    watch(stage) {
        const under = (/** @type {MouseEvent} */ event) => this.under(stage, event);
        stage.addEventListener("pointermove", (event) => {
            if (event.pointerType !== "touch") this.point(under(event));
        });
        stage.addEventListener("pointerleave", () => this.point(undefined));
        stage.addEventListener("focusin", () => this.point(this.cellOf(this.at)));
        stage.addEventListener("focusout", () => this.point(undefined));
        stage.addEventListener("click", (event) => {
            const cell = under(event);
            const isButton = /** @type {HTMLElement} */ (event.target).closest("button") !== null;
            if (cell && this.view.falls && !isButton) this.choose(cell);
        });
    }

    /**
     * The cell at a place; where marks fall, above and below the board, too.
     * @param {HTMLElement} stage
     * @param {MouseEvent} event
     */
    under(stage, { clientX, clientY }) {
        const box = stage.getBoundingClientRect();
        const x = (100 * (clientX - box.left)) / box.width;
        const y = (100 * (clientY - box.top)) / box.height;
        const { falls, cells, width, height } = this.view;
        const within = cells.filter(
            (cell) => x >= cell.x && x < cell.x + cell.w && (falls || (y >= cell.y && y < cell.y + cell.h)),
        );
        const far = (/** @type {Cell} */ cell) =>
            Math.abs(x - cell.x - cell.w / 2) * width + Math.abs(y - cell.y - cell.h / 2) * height;
        return within.sort((one, other) => far(one) - far(other))[0];
    }

    /** @param {Cell | undefined} cell what is pointed at */
    point(cell) {
        const lands = cell && this.open ? this.landing(cell) : undefined;
        this.use.point?.(lands?.moves ?? []);
        if (!this.asked) this.use.hint?.(lands);
        if (GOES_WITH[this.view.look]) this.mark(lands);
    }

    /**
     * Show what a click takes: of a heap a counter and all above it, of a bar of chocolate what lies
     * above and to the right.
     * @param {Cell | undefined} cell
     */
    mark(cell) {
        const takes = GOES_WITH[this.view.look];
        for (const button of this.elements.grid.querySelectorAll("button")) {
            const one = this.view.cells.find(({ name }) => name === button.dataset.cell);
            const taken = cell?.moves.length && one?.moves.length && takes(cell, one);
            button.toggleAttribute("data-taken", Boolean(taken));
        }
    }

    /**
     * The cell that a click on a cell plays on: where marks fall, that of its column.
     * @param {Cell} cell
     */
    landing(cell) {
        if (cell.moves.length || !this.view.falls) return cell;
        const column = this.view.cells.filter((one) => one.column === cell.column);
        return column.find((one) => one.moves.length) ?? cell;
    }

    /** @param {string[]} names */
    light(names) {
        for (const cell of this.view.cells)
            this.buttonOf(cell.name).toggleAttribute("data-lit", names.includes(cell.name));
    }

    /**
     * Cells are made once, and changed afterwards: so the focus stays where it is.
     * @param {View} view
     * @param {boolean} open whether a move may be chosen now
     */
    show(view, open) {
        this.view = view;
        this.open = open;
        const { cells } = view;
        const { grid } = this.elements;
        this.turns?.remove();
        this.asked = false;
        const focused = grid.contains(document.activeElement);
        const at = cells.find((cell) => cell.name === this.at) ?? cells[Math.floor(cells.length / 2)];
        this.at = (view.falls && open && !focused ? this.landing(at) : at).name;
        const names = [...grid.querySelectorAll("[data-cell]")].map(
            (one) => /** @type {HTMLElement} */ (one).dataset.cell,
        );
        if (names.join() !== cells.map((cell) => cell.name).join())
            grid.replaceChildren(...this.rows());
        if (focused && !grid.contains(document.activeElement)) this.focus(); // cells that are new
        for (const cell of cells) {
            const button = this.buttonOf(cell.name);
            const place = /** @type {HTMLElement} */ (button.parentElement).style;
            place.left = `${cell.x}%`;
            place.top = `${cell.y}%`;
            place.width = `${cell.w}%`;
            place.height = `${cell.h}%`;
            button.setAttribute("aria-label", this.use.label?.(cell) ?? cell.label);
            button.setAttribute("aria-disabled", String(!this.landing(cell).moves.length || !open));
            button.tabIndex = cell.name === this.at ? 0 : -1;
        }
    }

    rows() {
        const { cells } = this.view;
        const numbers = [...new Set(cells.map((cell) => cell.row))].sort((a, b) => a - b);
        return numbers.map((number) => {
            const own = cells.filter((cell) => cell.row === number).sort((a, b) => a.column - b.column);
            return element("div", { role: "row" }, ...own.map((cell) => this.gridcell(cell)));
        });
    }

    /** @param {Cell} cell */
    gridcell(cell) {
        const button = buttonFor("", () => this.choose(this.cellOf(cell.name)), { class: "", "data-cell": cell.name });
        button.addEventListener("focus", () => {
            this.at = cell.name;
            for (const one of this.view.cells)
                this.buttonOf(one.name).tabIndex = one.name === cell.name ? 0 : -1;
        });
        return element("div", { role: "gridcell", class: "cell" }, button);
    }

    /**
     * What a click on a cell means: its move, or a question where it stands for several.
     * @param {Cell} cell
     */
    choose(cell) {
        const { choice } = this.elements;
        const { play, refuse } = this.use;
        const { name, moves } = this.landing(cell);
        this.at = name;
        this.clear();
        this.point(undefined);
        const mark = this.cellOf(name).mark;
        if (!moves.length) return void refuse(`You cannot play on ${name} now${mark ? `: ${mark} is there` : ""}.`);
        if (moves.length === 1) return void play(moves[0]);
        if (moves.every((move) => QUARTER.test(move))) this.offerTurns(this.cellOf(name), moves);
        else this.ask(`Which move on ${name}?`, moves);
        this.asked = true;
        const first = this.turns?.querySelector(".turn") ?? choice.querySelector("button");
        /** @type {HTMLElement | null} */ (first)?.focus();
    }

    /** Take away what was offered. */
    clear() {
        const { choice } = this.elements;
        const within = choice.contains(document.activeElement) || document.activeElement?.matches(".turn");
        if (within) this.buttonOf(this.at)?.focus();
        this.asked = false;
        choice.replaceChildren();
        this.turns?.remove();
    }

    /** Another cell may be chosen, in place of one of the moves that are offered. */
    takeBack() {
        this.clear();
        this.use.hint?.(undefined);
        this.buttonOf(this.at)?.focus();
    }

    /** @param {Cell} cell @param {string[]} moves */
    offerTurns(cell, moves) {
        this.use.hint?.(cell);
        const turns = (this.turns = element("div", { class: "turns" }));
        for (const move of moves) {
            const [, quarter, way] = move.match(QUARTER) ?? [];
            const sign = this.use.sign?.(move);
            const name = `Turn the ${QUARTERS[Number(quarter) - 1]} quarter ${way === "l" ? "anticlockwise" : "clockwise"}`;
            const button = buttonFor(`${way === "l" ? "↺" : "↻"}${sign ?? ""}`, () => this.played(move), {
                class: "turn", "data-turn": `${quarter}${way}`, "aria-label": [name, sign].filter(Boolean).join(", "),
            });
            for (const kind of ["pointerenter", "focus"]) button.addEventListener(kind, () => this.use.tilt?.(move));
            for (const kind of ["pointerleave", "blur"]) button.addEventListener(kind, () => this.use.tilt?.());
            turns.append(button);
        }
        turns.addEventListener("keydown", (event) => event.key === "Escape" && this.takeBack());
        this.elements.grid.after(turns);
    }

    /** @param {string} move one of those that were offered */
    played(move) {
        this.clear();
        this.use.play(move);
    }

    /** @param {string} question @param {string[]} moves */
    ask(question, moves) {
        const named = (/** @type {string} */ move) => [move, this.use.sign?.(move)].filter(Boolean).join(" ");
        const buttons = moves.map((move) => buttonFor(named(move), () => this.played(move)));
        this.elements.choice.replaceChildren(element("p", {}, question), ...buttons);
    }

    /**
     * What a digit plays: the cell of a 3×3 board, or the move of that name.
     * @param {string} digit
     * @param {boolean} keypad
     */
    byDigit(digit, keypad) {
        const { digits, cells, all_moves } = this.view;
        const cell = digits ? cells[(keypad ? KEYPAD : READING).indexOf(digit)] : undefined;
        if (cell) {
            this.buttonOf(cell.name).focus();
            this.choose(cell);
        } else if (!digits && all_moves.includes(digit)) this.use.play(digit);
    }

    /** Bring the keyboard to the board. */
    focus() {
        this.buttonOf(this.at).focus();
    }

    /** @param {KeyboardEvent} event */
    onGridKey(event) {
        const cell = this.cellOf(this.at);
        const row = this.view.cells
            .filter((one) => one.row === cell.row)
            .sort((a, b) => a.column - b.column);
        let to = beside(event.key, this.view.cells, cell, (one) => one);
        if (to && to.column !== cell.column) to = this.landing(to);
        if (event.key === "Home") to = row[0];
        if (event.key === "End") to = row[row.length - 1];
        if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        this.buttonOf(to.name).focus();
    }

    /** @param {string} name @returns {Cell} */
    cellOf(name) {
        return /** @type {Cell} */ (this.view.cells.find((cell) => cell.name === name));
    }

    /** @param {string} name @returns {HTMLButtonElement} */
    buttonOf(name) {
        const found = this.elements.grid.querySelector(`[data-cell="${CSS.escape(name)}"]`);
        return /** @type {HTMLButtonElement} */ (found);
    }
}
