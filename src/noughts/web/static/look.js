// @ts-check
// What is seen of the table: the board, who plays, the moves, what can be done.

import { $, element } from "./base.js";
import { inWords, lessonHere, markAt, matter, ours, people, refused, showsValues, source, standing, start, state, still, subscribe, turnAt, worths } from "./table.js";
import { Board } from "./board.js";
import { Drawing } from "./drawing.js";
import { sound } from "./options.js";
import { OVER, play } from "./play.js";
import { byPoints } from "./served.js";

/**
 * @typedef {import("./lines.js").Line} Line
 */

const drawing = new Drawing($("picture"), start.sheet, still);

export const board = new Board(
    { grid: $("grid"), choice: $("choice"), stage: $("stage") },
    state.view,
    {
        play: (move) => {
            if ($("choice").contains(document.activeElement)) board.focus(); // the question goes
            return play(move);
        },
        refuse: (why) => refused(new Error(state.view.over ? OVER : why)),
        label: inFull,
        sign: (move) => (state.values && state.known ? state.known.signs[move] : ""),
        hint: (cell) => drawing.hint(cell),
        tilt: (move) => drawing.tilt(move),
    },
);

/** The view that is shown. */
let shown = state.view;

/** Another position is shown: it is heard, and its moves are offered. */
function paintView() {
    const { moves, over } = state.view;
    const grown = moves.length === shown.moves.length + 1;
    shown = state.view;
    offer();
    if (grown && !over) sound(people().includes(turnAt(moves.length - 1)) ? "move" : "answer");
}

/** Offer the moves by name, where no cell stands for one. */
function offer() {
    const { cells, all_moves } = state.view;
    const none = cells.every((cell) => !cell.moves.length);
    if (none && all_moves.length && ours()) board.ask("Your move:", all_moves);
}

function paintPicture() {
    const { view, known } = state;
    drawing.show(view, {
        open: ours(),
        values: known && showsValues() ? (move) => chipOf(known, move) : undefined,
        line: known?.ghosts && state.best ? /** @type {any} */ (known) : null,
        threats: state.threats ? view.threats?.lines : null,
    });
    $("stage").style.setProperty("--ratio", String(view.width / view.height));
    $("stage").style.setProperty("--columns", String(100 / (view.cells[0]?.w ?? 100)));
}

/** @param {Known} known @param {string} name */
function chipOf(known, name) {
    const move = known.moves.find((one) => one.move === name);
    return move && { text: known.signs[name] ?? "?", outcome: move.value.outcome ?? "", best: move.best };
}

/** Who plays whom, and whose turn it is. */
function paintSeats() {
    const { view, settings, thinking } = state;
    const [first, second = first] = settings.level.split(",");
    for (const turn of [0, 1]) {
        const isPerson = people().includes(turn);
        const level = settings.as === "none" && turn ? second : first;
        const here = !view.over && view.turn === turn;
        const seat = $(`seat-${turn}`);
        seat.toggleAttribute("data-turn", here);
        const name = !isPerson ? "Computer" : people().length > 1 ? `Player ${turn + 1}` : "You";
        const waits = view.winner === turn ? "won" : `plays ${turn ? "second" : "first"}`;
        const does = isPerson ? (here ? "to move" : waits) : here && thinking ? "thinking …" : titleOf(level);
        for (const [i, text] of [name, does].entries()) seat.children[i + 1].textContent = text;
    }
}

/** @param {string} level */
const titleOf = (level) => $("level").querySelector(`option[value="${CSS.escape(level)}"]`)?.textContent ?? level;

/** The sentence below the board: whose turn it is, and what matters now. */
function paintSaid() {
    const { view, known, doubt, coach } = state;
    $("status").textContent = standing(view);
    $("status").toggleAttribute("data-over", view.over);
    $("matter").textContent = known && showsValues() && !lessonHere() ? matter(known) : coach;
    $("doubt").textContent = doubt;
    $("doubt").hidden = !doubt;
    const watching = !people().length;
    $("go-on").hidden = !view.computer_to_move || (state.thinking && !watching);
    $("go-on").textContent = state.thinking ? "Pause" : watching ? "Let the computers play" : "Let the computer move";
}

/**
 * What is read out of a cell: with threats and values, while these are shown.
 * @param {Cell} cell
 */
function inFull(cell) {
    const worth = state.known && showsValues() ? cell.moves.map((move) => inWords(move)).join("; ") : "";
    const threat = state.threats ? (state.view.threats?.cells[cell.name] ?? "") : "";
    return cell.label + threat + (worth ? `, ${worth}` : "");
}

/** The moves: the first line, and after each of its moves what was tried instead. */
function paintMoves() {
    const focused = $("moves").contains(document.activeElement);
    const begin = item([], "start");
    begin.className = "begin";
    $("moves").replaceChildren(begin, ...items(state.lines.root, []));
    const current = /** @type {HTMLElement | null} */ ($("moves").querySelector("[aria-current]"));
    if (focused) current?.focus();
    const list = $("moves"); // which alone is to be scrolled, and not the page
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

/** @param {Line} from @param {string[]} path the moves to there @returns {HTMLElement[]} */
function items(from, path) {
    const made = [];
    for (let at = from; at.after.length; at = at.after[0]) {
        const before = path;
        path = [...path, at.after[0].move];
        made.push(item(path));
        for (const other of at.after.slice(1)) {
            const way = [...before, other.move];
            const list = element("ol", { "aria-label": `Instead of move ${path.length}` });
            list.append(item(way), ...items(other, way));
            made.push(element("li", { class: "branch" }, list));
        }
    }
    return made;
}

/** @param {string[]} path @param {string} [text] */
function item(path, text) {
    const { view, line, settings } = state;
    const ply = path.length;
    const shown = text ?? `${markAt(ply - 1, path)} ${path[ply - 1]}`;
    const link = element("a", { href: source.address(settings, path) }, shown);
    link.dataset.moves = path.join();
    const isHere = path.join() === view.moves.join();
    link.tabIndex = isHere ? 0 : -1;
    if (path.join() === line.slice(0, ply).join()) link.dataset.ply = String(ply);
    link.classList.toggle("later", ply > view.moves.length);
    if (isHere) link.setAttribute("aria-current", "step");
    const worth = worths.get(link.getAttribute("href") ?? "");
    if (worth) link.dataset.worth = worth;
    if (worth === "mistake") link.title = "A mistake";
    return element("li", {}, link);
}

function paintButtons() {
    for (const one of document.querySelectorAll('[data-copy="position"], [data-copy="python"]'))
        /** @type {HTMLElement} */ (one).hidden = !state.view.position;
    for (const [id, tab] of [["values", "why"], ["line", "line"], ["review", "review"]])
        $(id).setAttribute("aria-pressed", String(state.tab === tab));
    $("threats").setAttribute("aria-pressed", String(state.threats));
    $("threats").hidden = !state.view.threats;
    $("threats-told").textContent = (state.threats && state.view.threats?.text) || "";
    const { length } = state.view.moves;
    for (const id of ["first", "back", "undo"]) $(id).setAttribute("aria-disabled", String(!length));
    for (const id of ["forward", "last", "redo"])
        $(id).setAttribute("aria-disabled", String(length >= state.line.length));
    $("swap").hidden = people().length !== 1;
    $("new").classList.toggle("main", !state.view.over);
}

/** The links to other pages about the same position. */
function paintLinks() {
    const address = source.address(state.settings, state.view.moves);
    for (const link of document.querySelectorAll("a[data-follow]")) {
        const path = /** @type {HTMLElement} */ (link).dataset.follow ?? "";
        link.setAttribute("href", address.replace("/play/", path));
    }
    const position = encodeURIComponent(state.view.position);
    document.getElementById("edit")?.setAttribute("href", `/edit/${start.game}?position=${position}`);
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("position"));
    if (field && document.activeElement !== field) field.value = state.view.position;
}

/** The menus say who plays, by an option of its own where they have none for a level. */
function paintSetUp() {
    const { as, level } = state.settings;
    const [first, second = first] = level.split(",");
    /** @type {HTMLSelectElement} */ ($("as")).value = as;
    for (const [id, name] of [
        ["level", first],
        ["second", second],
    ]) {
        const menu = /** @type {HTMLSelectElement} */ ($(id));
        if (![...menu.options].some((option) => option.value === name))
            menu.add(new Option(name, name));
        menu.value = name;
    }
    $("against").hidden = as !== "none";
    $("by-points").hidden = !byPoints(level);
    $("by-plies").hidden = byPoints(level);
}

/** Follow the state. What is shown for the first time is shown by `paint`. */
export function wireLook() {
    const shows = /** @type {const} */ (["view", "known", "values", "peek", "threats", "lesson"]);
    subscribe([...shows, "best"], paintPicture);
    subscribe([...shows, "settings"], paintCells);
    subscribe(["settings"], paintSetUp);
    subscribe(["view", "settings", "thinking"], paintSeats);
    subscribe([...shows, "settings", "thinking", "doubt", "coach"], paintSaid);
    subscribe(["view", "line", "lines", "told"], paintMoves);
    subscribe([...shows, "tab", "line", "settings"], paintButtons);
    subscribe(["view", "settings"], paintLinks);
    subscribe(["view"], paintView);
    $("choice").addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        board.focus();
        $("choice").replaceChildren();
        offer();
    });
}

const paintCells = () => board.show(state.view, ours());

export function paint() {
    for (const one of [paintPicture, paintCells, paintSetUp, paintSeats, paintSaid, paintMoves, paintButtons, paintLinks, offer]) one();
}
