// @ts-check
// The picture of a board: data in, a keyed SVG out. The game's sheet (sheet.py) has the ground, the
// places of the cells and the shapes of marks. A mark stays the same element from move to move, so
// that it can slide, flip and fall; what a move changes is all that is touched.

/**
 * @typedef {[string, () => SVGElement]} Piece a key that says all of it, and how it is made
 */

const NS = "http://www.w3.org/2000/svg";
const CELL = 48;
const [REACH, DISC] = [0.265 * CELL, 0.4 * CELL];
const [PITFUL, SPIRAL, SEED] = [12, 0.32 * CELL, 0.1 * CELL];
const [LETTER, BELOW] = [0.64, 0.36]; // the width of a letter, and its middle above its foot, per size
const STONES = ["rack", "cloth", "crossings", "quarters", "hexagons", "points"];
const STROKES = ["grid", "nine", "lines"]; // marks draw themselves there
const TAKEN = ["heaps", "plain"]; // what is taken there goes away
const STEP = /^(\w+)-(\w+)$/;
const TURN = /^(\w+)-([1-4])([lr])$/;
const MOST_VALUES = 3; // of one cell's moves; of more, the best alone is shown
/** @type {Record<string, number>} the size of values where cells are small */
const SMALLER = { edges: 0.28, heaps: 0.27, hexagons: 0.3, pits: 0.3 };
const FEW = 16; // cells so large that values look well in smaller letters
const TIME = 320; // milliseconds, for whatever moves

/**
 * @param {string} tag
 * @param {Record<string, unknown>} attributes those that are undefined are left out
 * @param {(Node | string)[]} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
    const made = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes))
        if (value !== undefined) made.setAttribute(name, String(value));
    made.append(...children);
    return /** @type {SVGElement} */ (made);
}

/** @param {string} content @param {Record<string, unknown>} [attributes] */
function drawn(content, attributes) {
    const made = svg("g", attributes);
    made.innerHTML = content;
    return made;
}

/** @param {number[]} place */
const moved = ([x, y]) => `translate(${round(x)} ${round(y)})`;
/** @param {number} number */
const round = (number) => Math.round(100 * number) / 100;
/** @param {number | null | undefined} side */
const colourOf = (side) => ["var(--first)", "var(--second)"][side ?? -1] ?? "var(--ink)";

/**
 * The view of a position with all that the sheet says of its cells.
 * @param {Sheet} sheet
 * @param {any} view as the server or the page's engine tells it
 */
export function wholeView(sheet, view) {
    if (view.whole) return view;
    const won = new Set(view.lines.flat());
    const cells = sheet.cells.map((place, i) => {
        const told = view.cells[i];
        const own = [place.name].slice(0, told);
        const [mark, side, moves, name = place.name] = Array.isArray(told) ? told : ["", null, own];
        const line = won.has(name) ? ", in the winning line" : "";
        const label = `${contentInWords(sheet.look, name, mark, moves)}${line}`;
        return { ...place, name, mark, side, moves, label };
    });
    const { width, height, look } = sheet;
    const all_moves = view.all_moves ?? cells.flatMap(({ moves }) => moves);
    return { ...view, whole: true, cells, all_moves, width, height, look };
}

/**
 * A cell's name and what it shows, as `in_words` (view.py).
 * @param {string} look
 * @param {string} name
 * @param {string} mark
 * @param {string[]} moves
 */
function contentInWords(look, name, mark, moves) {
    if (look === "pits") {
        const [player, pit] = [name[0].toUpperCase(), name.slice(1)];
        const place = pit === "store" ? `${player}'s store` : `${player}'s pit ${pit}`;
        return `${place}, ${mark} counter${mark === "1" ? "" : "s"}`;
    }
    /** @type {Record<string, string>} */
    const edges = { "": moves.length ? "not drawn" : "open", "-": "drawn", "|": "drawn", "+": "dot" };
    return `${name} ${(look === "edges" ? edges[mark] : mark) || mark || "empty"}`;
}

/**
 * How many points each player has, on boards where it can be seen: discs, boxes, counters in stores.
 * @param {Sheet} sheet
 * @param {View} view
 * @returns {number[] | null}
 */
export function scoreOf({ look }, { cells }) {
    const of = (/** @type {(cell: Cell) => number} */ points) =>
        [0, 1].map((side) => cells.reduce((sum, cell) => sum + (cell.side === side ? points(cell) : 0), 0));
    if (look === "pits") return of((cell) => (cell.name.endsWith("store") ? Number(cell.mark) : 0));
    return look === "cloth" || look === "edges" ? of(() => 1) : null;
}

/**
 * The directions of halves of dominoes, by the numbers of their cells: X lies upright, O across.
 * @param {Cell[]} cells
 */
function halves(cells) {
    /** @type {Map<number, number>} */
    const found = new Map();
    cells.forEach((cell, i) => {
        if (!cell.mark || found.has(i)) return;
        const [right, down, there, back] = cell.mark === "X" ? [0, 1, 0, 180] : [1, 0, -90, 90];
        const other = cells.findIndex(
            (one) => one.column === cell.column + right && one.row === cell.row + down,
        );
        if (cells[other]?.mark !== cell.mark) return;
        found.set(i, there);
        found.set(other, back);
    });
    return found;
}

/** The board's picture in its place. */
export class Drawing {
    /**
     * @param {Element} place
     * @param {Sheet} sheet
     * @param {{matches: boolean}} still whether less motion is asked for
     */
    constructor(place, sheet, still = { matches: false }) {
        this.sheet = sheet;
        this.still = still;
        /** @type {View | null} */
        this.view = null;
        /** @type {Map<number, {node: SVGElement, sign: string}>} */
        this.marks = new Map();
        /** @type {Animation[]} */
        this.tilted = [];
        /** @type {SVGElement[][]} */
        this.seeds = sheet.cells.map(() => []);
        /** @type {Record<string, Map<string, SVGElement>>} */
        this.kept = {};
        const [base, lines, plate, names] = sheet.ground;
        /** @type {Record<string, SVGElement>} */
        this.layers = {};
        const [behind, over] = sheet.look === "rack" ? [[], ["threats"]] : [["threats"], []]; // a plate hides
        const inOrder = [
            drawn(base),
            ...this.made("where", "low", "bands"),
            drawn(lines),
            ...this.made(...behind, "marks"),
            drawn(plate),
            ...this.made(...over, "closed", "last", "lines", "dots", "hint", "ghosts", "arrows", "values"),
            drawn(names),
        ];
        const inside = svg("g", { transform: moved(sheet.at) }, ...inOrder);
        const { width, height, look } = sheet;
        const font = "Helvetica, Arial, 'Liberation Sans', sans-serif";
        this.svg = svg("svg",
            { xmlns: NS, viewBox: `0 0 ${width} ${height}`, width, height, "font-family": font, class: `drawn-${look}` },
            inside);
        place.replaceChildren(this.svg);
    }

    /** @param {string[]} names of layers */
    made(...names) {
        for (const name of names) this.layers[name] = svg("g", { class: name });
        return names.map((name) => this.layers[name]);
    }

    /** @param {View} view @param {Notes} notes */
    show(view, notes = {}) {
        const before = this.view;
        this.view = view;
        const grown = before?.moves.length === view.moves.length - 1;
        this.motion = Boolean(before && grown && !this.still.matches);
        this.hint(undefined);
        this.tilt();
        if (this.sheet.look === "pits") this.sow(before);
        else this.place(before);
        this.keep("where", this.where(view));
        this.keep("closed", this.closed(view));
        this.keep(this.sheet.low ? "low" : "last", this.last(view));
        const runs = view.lines.flatMap((line) => this.runs(line));
        if (!STONES.includes(this.sheet.look)) this.keep("bands", runs.map((run) => this.band(run)));
        this.keep("lines", runs.map((run) => this.stroke(run)), (node) => this.drawItself(node));
        this.keep("dots", notes.open && !notes.values && this.sheet.look === "cloth" ? this.dots(view) : []);
        this.keep("threats", (notes.threats ?? []).flatMap((threat) => this.threat(threat)));
        this.keep("ghosts", (notes.line?.ghosts ?? []).map((ghost) => this.ghost(ghost)));
        const steps = (notes.line?.steps ?? []).map(([from, to, ply]) => this.arrow(from, to, String(ply)));
        this.keep("arrows", [...steps, ...(notes.values ? this.valuedSteps(notes.values) : [])]);
        const hidden = new Set(this.sheet.look === "rack" ? [] : (notes.line?.ghosts ?? []).map(([name]) => name));
        this.keep("values", notes.values ? this.chips(notes.values, hidden) : []);
    }

    /**
     * Bring a layer to these pieces; what stays is not touched.
     * @param {string} name
     * @param {Piece[]} pieces
     * @param {(node: SVGElement) => void} [enter] how a piece comes in
     */
    keep(name, pieces, enter) {
        const old = this.kept[name] ?? new Map();
        const now = (this.kept[name] = new Map());
        for (const [key, make] of pieces) {
            const node = old.get(key) ?? make();
            if (!old.delete(key)) {
                this.layers[name].append(node);
                if (this.motion) enter?.(node);
            }
            now.set(key, node);
        }
        for (const node of old.values()) node.remove();
    }

    /** @param {string} name */
    centre(name) {
        const cells = this.view?.cells ?? [];
        return (cells.find((cell) => cell.name === name) ?? cells[0]).centre;
    }

    // Marks.

    /** @param {View | null} before */
    place(before) {
        const { cells } = /** @type {View} */ (this.view);
        const { look } = this.sheet;
        const turned = look === "dominoes" ? halves(cells) : new Map();
        const old = this.marks;
        const ways = this.motion && before ? this.ways(before) : new Map();
        const now = (this.marks = new Map());
        for (const [from, to] of ways) {
            const mark = old.get(from);
            if (mark) now.set(to, mark);
        }
        for (const from of ways.keys()) old.delete(from);
        cells.forEach((cell, i) => {
            const sign = cell.mark && `${cell.mark} ${cell.side} ${turned.get(i) ?? ""}`;
            const mark = now.get(i) ?? old.get(i);
            old.delete(i);
            now.delete(i);
            if (!sign) return mark && this.leave(mark.node);
            const node = mark?.node ?? svg("g");
            if (mark?.sign !== sign) this.reshape(node, this.shape(cell, turned.get(i)), mark ? "flip" : "enter", cell);
            node.setAttribute("transform", moved(cell.centre));
            now.set(i, { node, sign });
        });
        for (const { node } of old.values()) this.leave(node);
        if (this.motion) this.travel(ways, now);
    }

    /** @param {Cell} cell @param {number} [angle] where the other half of a domino lies */
    shape(cell, angle) {
        const known = this.sheet.shapes[`${cell.mark}${cell.side ?? ""}`];
        const colour = colourOf(cell.side);
        if (known) {
            const made = drawn(known);
            if (angle) made.querySelector("path")?.setAttribute("transform", `rotate(${angle})`);
            return made;
        }
        const [, sign, age] = cell.mark.match(/^([XO])([1-9])$/) ?? [];
        if (age)
            return svg("g", {},
                drawn(this.sheet.shapes[`${sign}${cell.side ?? ""}`], { transform: "translate(-4 -3) scale(.8)" }),
                letters(age, 0.3 * CELL, 0.25 * CELL, 0.27 * CELL, colour));
        return letters(cell.mark, 0, 0, Math.min(0.62 * CELL, (1.4 * CELL) / cell.mark.length), colour);
    }

    /** @param {SVGElement} node @param {SVGElement} shape @param {"enter" | "flip"} how @param {Cell} cell */
    reshape(node, shape, how, cell) {
        const old = [...node.children];
        if (!this.motion || how === "enter") {
            node.replaceChildren(shape);
            this.layers.marks.append(node);
            if (this.motion) this.enter(shape, cell);
            return;
        }
        node.append(shape);
        const flat = [{ transform: "none" }, { transform: "scale(0, 1)" }];
        for (const one of old)
            one.animate(flat, { duration: TIME / 2, fill: "forwards" }).finished.then(() => one.remove(), () => one.remove());
        shape.animate([...flat].reverse(), { duration: TIME / 2, delay: TIME / 2, fill: "backwards" });
    }

    /** @param {SVGElement} shape @param {Cell} cell */
    enter(shape, cell) {
        const { look } = this.sheet;
        if (look === "rack") return this.fall(shape, cell);
        if (STROKES.includes(look) || cell.mark === "-" || cell.mark === "|") return this.drawItself(shape);
        shape.animate(
            [{ transform: "scale(.4)", opacity: 0 }, { transform: "none", opacity: 1 }],
            { duration: 160, easing: "cubic-bezier(.2, .8, .3, 1.2)" },
        );
    }

    /** @param {SVGElement} shape @param {Cell} cell */
    fall(shape, { row }) {
        const [far, bounce] = [-CELL * (row + 1), -0.07 * CELL * (row + 1)];
        const at = (/** @type {number} */ y, /** @type {number} */ offset, /** @type {string} */ easing) => ({ transform: `translateY(${y}px)`, offset, easing });
        const [down, up] = ["cubic-bezier(.4, 0, 1, .8)", "cubic-bezier(0, .4, .6, 1)"];
        shape.animate([at(far, 0, down), at(0, 0.68, up), at(bounce, 0.84, down), at(0, 1, down)],
            { duration: Math.min(TIME + 30, 150 + 35 * (row + 1)) });
    }

    /**
     * The strokes of a shape are drawn, one after the other.
     * @param {SVGElement} shape
     */
    drawItself(shape) {
        const strokes = shape.hasAttribute("pathLength") ? [shape] : [...shape.querySelectorAll("[pathLength]")];
        const duration = 240 / strokes.length;
        strokes.forEach((stroke, i) =>
            stroke.animate(
                [
                    { strokeDasharray: "1 2", strokeDashoffset: 1.1 },
                    { strokeDasharray: "1 2", strokeDashoffset: 0 },
                ],
                { duration, delay: i * duration, easing: "ease-out", fill: "backwards" },
            ),
        );
    }

    /** @param {SVGElement} node */
    leave(node) {
        if (!this.motion || !TAKEN.includes(this.sheet.look)) return node.remove();
        const gone = [{ opacity: 1 }, { opacity: 0 }];
        node.animate(gone, { duration: 200, fill: "forwards" }).finished.then(() => node.remove(), () => node.remove());
    }

    /**
     * Where marks go by the last move, by the numbers of cells: a man steps, a quarter turns.
     * @param {View} before
     */
    ways(before) {
        const move = this.view?.moves.at(-1) ?? "";
        const at = (/** @type {string} */ name) => before.cells.findIndex((cell) => cell.name === name);
        /** @type {Map<number, number>} */
        const found = new Map();
        const [, from, to] = move.match(STEP) ?? [];
        if (at(from) >= 0 && at(to) >= 0) found.set(at(from), at(to));
        const turned = this.turned(move);
        if (turned) {
            const side = Math.sqrt(turned.cells.length);
            turned.cells.forEach((cell, i) => {
                const [row, column] = [Math.floor(i / side), i % side];
                const goal = turned.right ? column * side + side - 1 - row : (side - 1 - column) * side + row;
                found.set(cell, turned.cells[goal]);
            });
        }
        return found;
    }

    /**
     * The quarter that a move turns, and whether to the right.
     * @param {string} move
     */
    turned(move) {
        const [, , number, way] = move.match(TURN) ?? [];
        const part = this.sheet.look === "quarters" ? this.sheet.parts[Number(number) - 1] : undefined;
        return part && { ...part, right: way === "r", plate: this.svg.querySelectorAll(".part")[Number(number) - 1] };
    }

    /** @param {Map<number, number>} ways @param {Map<number, {node: SVGElement}>} now */
    travel(ways, now) {
        const places = this.sheet.cells.map((cell) => cell.centre);
        const move = this.view?.moves.at(-1) ?? "";
        const turned = this.turned(move);
        if (turned) return void this.spin(move, turned.right ? [-90, 0] : [90, 0], { duration: TIME, easing: "ease-in-out" });
        for (const [from, to] of ways) {
            const frames = [places[from], places[to]].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
            now.get(to)?.node.animate(frames, { duration: 240, easing: "ease-in-out" });
        }
    }

    /**
     * Turn a move's quarter and what lies on it from one angle to another.
     * @param {string} move
     * @param {number[]} angles
     * @param {KeyframeAnimationOptions} timing
     */
    spin(move, angles, timing) {
        const turned = this.turned(move);
        if (!turned) return [];
        const [x, y, width, height] = turned.box;
        const [across, down] = [x + width / 2, y + height / 2];
        const nodes = turned.cells.map((cell) => ({ node: this.marks.get(cell)?.node, at: this.sheet.cells[cell].centre }));
        return [...nodes, { node: turned.plate, at: [0, 0] }].flatMap(({ node, at }) => {
            const frames = angles.map((degrees) => ({
                transform: `translate(${across}px, ${down}px) rotate(${degrees}deg) translate(${at[0] - across}px, ${at[1] - down}px)`,
            }));
            return node ? [node.animate(frames, timing)] : [];
        });
    }

    /**
     * Show where a move would turn its quarter, by a little of it; without a move, show it no longer.
     * @param {string} [move]
     */
    tilt(move = "") {
        for (const motion of this.tilted) motion.cancel();
        const far = this.turned(move)?.right ? 14 : -14;
        this.tilted = this.spin(move, this.still.matches ? [far, far] : [0, far], { duration: 140, fill: "forwards" });
    }

    // Pits and stores: each counter is an element, which is sown.

    /** @param {View | null} before */
    sow(before) {
        const { cells } = /** @type {View} */ (this.view);
        this.keep("marks", cells.map((cell, i) => [`${i} ${cell.mark}`, () => this.number(cell)]));
        const held = cells.map((cell) => Number(cell.mark));
        const moving = this.inRing(cells, this.view?.last[0]);
        const spare = moving.flatMap((i) => this.seeds[i].splice(held[i]));
        let sown = 0;
        for (const i of moving) {
            const news = Math.max(0, held[i] - this.seeds[i].length);
            const come = spare.splice(0, news);
            while (come.length < news) come.push(this.seed());
            this.seeds[i].push(...come);
            this.seeds[i].forEach((seed, k) => {
                const [x, y] = spiral(k, held[i], cells[i]);
                const from = seed.getAttribute("transform");
                seed.setAttribute("transform", moved([x, y]));
                if (!this.motion || !come.includes(seed) || !from) return;
                const [left, top] = from.match(/-?[\d.]+/g) ?? [];
                const frames = [[left, top], [x, y]].map(([a, b]) => ({ transform: `translate(${a}px, ${b}px)` }));
                const delay = Math.min(140, 22 * sown++);
                seed.animate(frames, { duration: 200, delay, easing: "ease-in-out", fill: "backwards" });
            });
        }
        for (const seed of spare) seed.remove();
    }

    seed() {
        const made = svg("circle", { r: SEED, fill: "var(--seed)", stroke: "var(--wood)", "stroke-width": 0.7 });
        this.layers.marks.append(made);
        return made;
    }

    /**
     * The numbers of the cells in the order of sowing, from this one on.
     * @param {Cell[]} cells
     * @param {string} [from]
     */
    inRing(cells, from) {
        const along = (/** @type {Cell} */ { column, row, name }) =>
            name.endsWith("store") ? (column ? 100 : 300) : row ? column : 200 - column;
        const ring = cells.map((_, i) => i).sort((a, b) => along(cells[a]) - along(cells[b]));
        const start = Math.max(0, ring.findIndex((i) => cells[i].name === from));
        return [...ring.slice(start), ...ring.slice(0, start)];
    }

    /** @param {Cell} cell */
    number(cell) {
        const [x, y] = cell.centre;
        const beside = cell.name.endsWith("store") ? 1.33 : cell.row ? 0.66 : -0.66;
        return letters(cell.mark, x, y + beside * CELL, 0.26 * CELL, "var(--wood-ink)");
    }

    // Highlights.

    /**
     * The parts on which the next move must be played, if it is not any part.
     * @param {View} view
     * @returns {Piece[]}
     */
    where({ cells, closed }) {
        const { parts, look } = this.sheet;
        if (look === "quarters") return [];
        const free = parts.map((part) => part.cells.filter((i) => !cells[i].mark));
        const allowed = free.map((own) => own.some((i) => cells[i].moves.length));
        const isClosed = (/** @type {number} */ part) => closed.some(([one]) => one === part);
        if (!free.some((own, i) => own.length && !allowed[i] && !isClosed(i))) return [];
        return parts.flatMap(({ box: [x, y, width, height] }, i) =>
            allowed[i] ? [[`${i}`, () => svg("rect", {
                x: x + 1, y: y + 1, width: width - 2, height: height - 2, rx: 7.7,
                fill: "var(--win-soft)", stroke: "var(--win)", "stroke-width": 2,
            })]] : [],
        );
    }

    /** @param {View} view @returns {Piece[]} */
    closed({ closed, marks }) {
        return closed.map(([part, side]) => [`${part} ${side}`, () => {
            const [x, y, width, height] = this.sheet.parts[part].box;
            const veil = svg("rect", { x, y, width, height, rx: 7.7, fill: "var(--plate)", "fill-opacity": 0.85 });
            const shape = this.sheet.shapes[`${marks[side ?? -1]}${side}`];
            const place = `${moved([x + width / 2, y + height / 2])} scale(${round((0.28 * width) / REACH)})`;
            return svg("g", {}, veil, ...(shape ? [drawn(shape, { transform: place })] : []));
        }]);
    }

    /** @param {View} view @returns {Piece[]} */
    last({ last, lines, cells }) {
        const won = lines.flat();
        return cells.filter(({ name }) => last.includes(name) && !won.includes(name)).map((cell) => {
            const kind = this.sheet.last[cell.mark] !== undefined ? cell.mark : cell.mark ? "X" : "";
            const key = `${cell.name} ${kind}`;
            return [key, () => drawn(this.sheet.last[kind], { transform: moved(cell.centre) })];
        });
    }

    /**
     * A line in runs of neighbouring cells: one, unless it goes around an edge.
     * @param {string[]} line
     */
    runs(line) {
        const cells = line.map((name) => /** @type {Cell} */ (this.view?.cells.find((cell) => cell.name === name)));
        const part = (/** @type {Cell} */ cell) => {
            const number = this.view?.cells.indexOf(cell) ?? 0;
            return this.sheet.parts.findIndex((one) => one.cells.includes(number));
        };
        /** @type {Cell[][]} */
        const found = [];
        cells.forEach((cell, i) => {
            const before = cells[i - 1];
            const near = before && Math.abs(before.column - cell.column) <= 1 && Math.abs(before.row - cell.row) <= 1;
            if (near && (part(before) === part(cell) || this.sheet.look === "quarters")) found[found.length - 1].push(cell);
            else found.push([cell]);
        });
        return found;
    }

    /** @param {Cell[]} run @returns {Piece} */
    band(run) {
        const way = run.map((cell) => cell.centre);
        if (way.length === 1) way.push([way[0][0] + 0.01, way[0][1]]);
        return [run.map((cell) => cell.name).join(), () => polyline(way, "var(--win-soft)", 0.74 * CELL)];
    }

    /**
     * In the winner's colour, or readable on stones of any colour.
     * @param {Cell[]} run
     * @returns {Piece}
     */
    stroke(run) {
        const way = run.map((cell) => cell.centre);
        const lines = STONES.includes(this.sheet.look)
            ? [polyline(way, "var(--black)", 6), polyline(way, "var(--white)", 3)]
            : [polyline(way, colourOf(run[0].side), 3.2)];
        return [run.map((cell) => cell.name).join(), () => svg("g", {}, ...(run.length > 1 ? lines : []))];
    }

    /** @param {View} view @returns {Piece[]} */
    dots({ cells }) {
        return cells.filter((cell) => cell.moves.length).map(({ name, centre: [cx, cy] }) => [
            name, () => svg("circle", { cx, cy, r: 0.12 * CELL, fill: "var(--black)", "fill-opacity": 0.42 }),
        ]);
    }

    /**
     * What a click on a cell would put there, pale.
     * @param {Cell | undefined} cell
     */
    hint(cell) {
        if (!this.view) return;
        const { look, shapes } = this.sheet;
        const { turn, marks } = /** @type {View} */ (this.view);
        const one = cell && !cell.mark && (cell.moves.length === 1 || look === "quarters");
        const across = cell && cell.row % 2 === 0 ? "-" : "|";
        const shape = shapes[look === "edges" ? (across ?? "") : `${marks[turn]}${turn}`];
        if (!one || !shape || (look === "points" && STEP.test(cell.moves[0]))) return this.keep("hint", []);
        const places = look === "dominoes" ? this.halvesOf(cell, turn) : [{ cell, angle: 0 }];
        this.keep("hint", places.map((half) => [`${half.cell.name} ${turn}`, () => {
            const { cell, angle } = half;
            const made = this.shape({ ...cell, ...(look === "edges" ? { mark: across ?? "", side: null } : { mark: marks[turn], side: turn }) }, angle);
            return svg("g", { transform: moved(cell.centre), opacity: 0.35 }, made);
        }]));
    }

    /** @param {Cell} cell @param {number} turn */
    halvesOf(cell, turn) {
        const [right, down] = turn ? [1, 0] : [0, 1];
        const other = this.view?.cells.find((one) => one.column === cell.column + right && one.row === cell.row + down);
        return other ? [{ cell, angle: turn ? -90 : 0 }, { cell: other, angle: turn ? 90 : 180 }] : [];
    }

    // What is known.

    /**
     * The values of moves that are steps, as arrows, the best on top.
     * @param {(move: string) => Chip | undefined} values
     * @returns {Piece[]}
     */
    valuedSteps(values) {
        const cells = this.view?.cells ?? [];
        const found = cells.flatMap((cell) => cell.moves).flatMap((move) => {
            const [, from, to] = move.match(STEP) ?? [];
            const chip = values(move);
            return chip && cells.some(({ name }) => name === from) && cells.some(({ name }) => name === to) ? [{ from, to, chip }] : [];
        });
        found.sort((a, b) => Number(a.chip.best) - Number(b.chip.best));
        return found.map(({ from, to, chip }) => this.arrow(from, to, chip.text, chip));
    }

    /** @param {string} from @param {string} to @param {string} text @param {Chip} [value] @returns {Piece} */
    arrow(from, to, text, value) {
        return [`${from} ${to} ${text} ${value?.best}`, () => {
            const [[ax, ay], [bx, by]] = [this.centre(from), this.centre(to)];
            const far = Math.hypot(bx - ax, by - ay) || 1;
            const [ux, uy] = [(bx - ax) / far, (by - ay) / far];
            const along = (/** @type {number} */ d, aside = 0) => [ax + d * ux - aside * uy, ay + d * uy + aside * ux];
            const width = value?.best ? 5 : 3;
            const colour = value?.outcome ? `var(--${value.outcome})` : "var(--ink)";
            const [tip, neck] = [far - 0.16 * CELL, far - 0.16 * CELL - 3 * width];
            const head = [along(tip), along(neck, 1.6 * width), along(neck, -1.6 * width)];
            const middle = along((DISC + 2 + neck) / 2);
            const label = chip(value ?? { text, outcome: "", best: false }, 0.26 * CELL);
            label.setAttribute("transform", moved(middle));
            return svg("g", { class: "arrow" },
                polyline([along(DISC + 2), along(neck)], colour, width),
                svg("polygon", { points: head.map((one) => one.map(round).join()).join(" "), fill: colour }),
                label);
        }];
    }

    /**
     * The values of moves on their cells; where marks fall, above the columns.
     * @param {(move: string) => Chip | undefined} values
     * @param {Set<string>} hidden cells that a mark to come needs
     * @returns {Piece[]}
     */
    chips(values, hidden) {
        const cells = this.view?.cells ?? [];
        const rack = this.sheet.look === "rack";
        return cells.filter((cell) => !hidden.has(cell.name)).flatMap((cell) => {
            const known = cell.moves.filter((move) => !this.isStep(move)).flatMap((move) => {
                const value = values(move);
                const word = cell.moves.length > 1 ? move.replace(cell.name, "").replace(/^[=-]+|[=-]+$/g, "").toUpperCase() : "";
                return value?.outcome ? [{ ...value, word }] : [];
            });
            if (!known.length) return [];
            const most = known.length > MOST_VALUES ? [{ ...(known.find((one) => one.best) ?? known[0]), word: "" }] : known;
            const key = `${cell.name} ${most.map((one) => `${one.word} ${one.text} ${one.best}`).join()}`;
            return [[key, () => {
                const size = (most.length > 1 ? 0.25 : (SMALLER[this.sheet.look] ?? (cells.length > FEW ? 0.36 : 0.26))) * CELL;
                const rows = most.map((one, i) => {
                    const made = chip({ ...one, text: `${one.word} ${one.text}`.trim() }, size);
                    made.setAttribute("transform", moved([0, (i - (most.length - 1) / 2) * 1.45 * size]));
                    return made;
                });
                const [x, y] = cell.centre;
                return svg("g", { class: "value", transform: moved([x, rack ? -0.34 * CELL : y]) }, ...rows);
            }]];
        });
    }

    /** @param {string} move */
    isStep(move) {
        const names = move.match(STEP)?.slice(1) ?? [];
        return names.length > 0 && names.every((name) => this.sheet.cells.some((cell) => cell.name === name));
    }

    /** @param {BestPlay["ghosts"][number]} ghost @returns {Piece} */
    ghost([name, mark, side, ply]) {
        return [`${name} ${mark} ${ply}`, () => {
            const cell = /** @type {Cell} */ ({ ...this.sheet.cells[0], name, mark: mark.replace(/^([XO])\d$/, "$1"), side });
            const pale = mark ? svg("g", { opacity: 0.4 }, this.shape(cell)) : svg("g");
            const plate = svg("circle", { r: 0.23 * CELL, fill: "var(--ground)" });
            return svg("g", { class: "ghost", transform: moved(this.centre(name)) }, pale, plate, letters(String(ply), 0, 0, 0.3 * CELL, "var(--ink)"));
        }];
    }

    /**
     * A line that lacks one mark, X's dashed and O's dotted, and the sign in the missing cell.
     * @param {Threat} threat
     * @returns {Piece[]}
     */
    threat([turn, missing, line, now]) {
        const cells = this.view?.cells ?? [];
        const colour = colourOf(turn);
        const runs = this.runs(line.map((i) => cells[i].name)).filter((run) => run.length > 1);
        const dashes = { "stroke-dasharray": turn ? "0.1 7" : "7 6", opacity: now ? undefined : 0.5 };
        const { look, shapes } = this.sheet;
        const [aside, above] = look === "rack" ? [0.17, 0] : [0.33, 0.33];
        const [x, y] = cells[missing].centre;
        const sign = () => svg("g", { transform: moved([x + (2 * turn - 1) * aside * CELL, y - above * CELL]) },
            svg("circle", { r: 0.14 * CELL, fill: "var(--ground)", stroke: colour, "stroke-width": 1.4, "stroke-dasharray": now ? undefined : "2.5 2" }),
            drawn(shapes[`${"XO"[turn]}${turn}`] ?? "", { transform: `scale(${look === "rack" || STONES.includes(look) ? 0.28 : 0.22})` }));
        return [
            ...runs.map((run) => /** @type {Piece} */ ([
                `${turn} ${now} ${run.map((cell) => cell.name)}`,
                () => polyline(run.map((cell) => cell.centre), colour, 3.2, dashes),
            ])),
            [`${turn} ${missing} ${now}`, sign],
        ];
    }
}

/**
 * The place of a counter in a pit.
 * @param {number} k
 * @param {number} all how many there are
 * @param {Cell} cell
 */
function spiral(k, all, { centre: [x, y], name }) {
    const across = (SPIRAL * Math.sqrt(k + 0.5)) / Math.sqrt(Math.max(all, PITFUL));
    const high = name.endsWith("store") ? 2.4 : 1;
    return [x + across * Math.cos(2.4 * k), y + across * Math.sin(2.4 * k) * high];
}

/**
 * @param {number[][]} way
 * @param {string} colour
 * @param {number} width
 * @param {Record<string, unknown>} more
 */
function polyline(way, colour, width, more = {}) {
    return svg("polyline", {
        points: way.map((place) => place.map(round).join()).join(" "),
        fill: "none", stroke: colour, "stroke-width": width, "stroke-linecap": "round",
        "stroke-linejoin": "round", pathLength: more["stroke-dasharray"] ? undefined : 1, ...more,
    });
}

/** @param {string} text @param {number} x @param {number} y @param {number} size @param {string} fill */
function letters(text, x, y, size, fill) {
    const places = { x: round(x), y: round(y + BELOW * size), "font-size": round(size) };
    return svg("text", { ...places, fill, "text-anchor": "middle", "font-weight": "bold" }, text);
}

/**
 * A value on its ground, around the origin.
 * @param {Chip} value
 * @param {number} most its largest size
 */
function chip({ text, outcome, best }, most) {
    const size = Math.min(most, (0.96 * CELL) / (LETTER * text.length + 0.9));
    const [width, height] = [(LETTER * text.length + 0.9) * size, 1.38 * size];
    const [fill, ink] = best && outcome ? [`var(--${outcome})`, "var(--on-value)"]
        : outcome ? [`var(--${outcome}-soft)`, `var(--${outcome})`] : ["var(--soft)", "var(--ink)"];
    const plate = svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: 0.35 * size, fill });
    return svg("g", { class: best ? "best" : undefined }, plate, letters(text, 0, 0, size, ink));
}
