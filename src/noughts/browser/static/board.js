// @ts-check
// The board as a grid of buttons with one tab stop, over its picture.

/**
 * @typedef {{name: string, column: number, row: number, mark: string, label: string,
 *   moves: string[], x: number, y: number, w: number, h: number}} Cell
 * @typedef {{marks: string[], first_turn: number, turn: number, over: boolean, picture: string,
 *   width: number, height: number, cells: Cell[], all_moves: string[], digits: boolean}} View
 */

const READING = "123456789";
const KEYPAD = "789456123";
/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * What a page makes of its board.
 *
 * @typedef {{
 *   play: (move: string) => unknown,
 *   refuse: (why: string) => void,
 *   label?: (cell: Cell) => string,
 *   sign?: (move: string) => string,
 * }} Use
 */

/** A grid of buttons over a picture: tells which move is chosen by mouse or by key. */
export class Board {
    /**
     * @param {{grid: HTMLElement, choice: HTMLElement}} elements
     * @param {View} view
     * @param {Use} use `play` gets the name of the move that is chosen, `refuse` the reason where
     *     a cell has none; `label` is what is read out of a cell, `sign` stands beside a move.
     */
    constructor(elements, view, use) {
        this.elements = elements;
        this.view = view;
        this.use = use;
        /** The name of the cell that the keyboard is at. */
        this.at = "";
        elements.grid.addEventListener("keydown", (event) => this.onGridKey(event));
    }

    /**
     * Cells are made once, and changed afterwards: so the focus stays where it is.
     * @param {View} view
     * @param {boolean} open whether a move may be chosen now
     */
    show(view, open) {
        this.view = view;
        const { cells } = view;
        const { grid } = this.elements;
        if (!cells.some((cell) => cell.name === this.at))
            this.at = cells[Math.floor(cells.length / 2)].name;
        const names = [...grid.querySelectorAll("[data-cell]")].map(
            (one) => /** @type {HTMLElement} */ (one).dataset.cell,
        );
        if (names.join() !== cells.map((cell) => cell.name).join())
            grid.replaceChildren(...this.rows());
        for (const cell of cells) {
            const button = this.buttonOf(cell.name);
            const place = /** @type {HTMLElement} */ (button.parentElement).style;
            place.left = `${cell.x}%`;
            place.top = `${cell.y}%`;
            place.width = `${cell.w}%`;
            place.height = `${cell.h}%`;
            button.setAttribute("aria-label", this.use.label?.(cell) ?? cell.label);
            button.setAttribute("aria-disabled", String(!cell.moves.length || !open));
            button.tabIndex = cell.name === this.at ? 0 : -1;
        }
    }

    rows() {
        const { cells } = this.view;
        const numbers = [...new Set(cells.map((cell) => cell.row))].sort((a, b) => a - b);
        return numbers.map((number) => {
            const row = document.createElement("div");
            row.setAttribute("role", "row");
            const own = cells.filter((cell) => cell.row === number);
            row.append(
                ...own.sort((a, b) => a.column - b.column).map((cell) => this.gridcell(cell)),
            );
            return row;
        });
    }

    /** @param {Cell} cell */
    gridcell(cell) {
        const place = document.createElement("div");
        const button = document.createElement("button");
        place.setAttribute("role", "gridcell");
        place.className = "cell";
        button.type = "button";
        button.dataset.cell = cell.name;
        button.addEventListener("click", () => this.choose(this.cellOf(cell.name)));
        button.addEventListener("focus", () => {
            this.at = cell.name;
            for (const one of this.view.cells)
                this.buttonOf(one.name).tabIndex = one.name === cell.name ? 0 : -1;
        });
        place.append(button);
        return place;
    }

    /**
     * What a click on a cell means: its move, or a question where it stands for several.
     * @param {Cell} cell
     */
    choose(cell) {
        const { choice } = this.elements;
        const { play, refuse } = this.use;
        this.at = cell.name;
        choice.replaceChildren();
        if (!cell.moves.length) return void refuse(`You cannot play on ${cell.name} now.`);
        if (cell.moves.length === 1) return void play(cell.moves[0]);
        this.ask(`Which move on ${cell.name}?`, cell.moves);
        choice.querySelector("button")?.focus();
    }

    /**
     * Offer moves by name.
     * @param {string} question
     * @param {string[]} moves
     */
    ask(question, moves) {
        const { play, sign } = this.use;
        const asks = document.createElement("p");
        asks.textContent = question;
        const buttons = moves.map((move) => {
            const button = document.createElement("button");
            button.type = "button";
            button.textContent = [move, sign?.(move)].filter(Boolean).join(" ");
            button.addEventListener("click", () => play(move));
            return button;
        });
        this.elements.choice.replaceChildren(asks, ...buttons);
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
        let to = event.key in ARROWS ? this.beside(cell, ARROWS[event.key]) : null;
        if (event.key === "Home") to = row[0];
        if (event.key === "End") to = row[row.length - 1];
        if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        this.buttonOf(to.name).focus();
    }

    /**
     * The next cell in that direction: in the same row or column, as they are seen.
     * @param {Cell} from
     * @param {number[]} way
     */
    beside(from, [x, y]) {
        const far = (/** @type {Cell} */ to) => {
            const [dx, dy] = [to.x - from.x, to.y - from.y];
            const [along, across] = x ? [dx * x, dy] : [dy * y, dx];
            return along > 0.1 ? along + 3 * Math.abs(across) : Infinity;
        };
        const to = this.view.cells.reduce((one, other) => (far(other) < far(one) ? other : one));
        return far(to) < Infinity ? to : from;
    }

    /**
     * @param {string} name
     * @returns {Cell}
     */
    cellOf(name) {
        return /** @type {Cell} */ (this.view.cells.find((cell) => cell.name === name));
    }

    /**
     * @param {string} name
     * @returns {HTMLButtonElement}
     */
    buttonOf(name) {
        const found = this.elements.grid.querySelector(`[data-cell="${CSS.escape(name)}"]`);
        return /** @type {HTMLButtonElement} */ (found);
    }
}

/** @param {string} key */
export const isArrow = (key) => key in ARROWS;
