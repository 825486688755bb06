// @ts-check
// The board that one plays and analyses on. Without this script the page is a form, and plays too.
//
// What is shown comes from a source: the server and what it gives to the page (served.js), or in a
// page of one file what is embedded in it (offline.js). The address of the page always names the
// position and the moves behind it.

import { Board, isArrow } from "./board.js";
import { served, USUAL } from "./served.js";

/**
 * @typedef {import("./board.js").Cell} Cell
 * @typedef {{schema: number, game: string, position: string, name: string, moves: string[],
 *   marks: string[], first_turn: number, turn: number, status: string, over: boolean,
 *   winner: number | null, computer_to_move: boolean, picture: string, width: number,
 *   height: number, cells: Cell[], all_moves: string[], digits: boolean, falls: boolean,
 *   threats: {picture: string, text: string, cells: Record<string, string>} | null}} View
 * @typedef {{outcome: string | null, plies: number | null, certainty: string}} Value
 * @typedef {{value: Value, moves: {move: string, value: Value, best: boolean, why?: string}[],
 *   principal_variation: string[], signs: Record<string, string>, verdict: string,
 *   picture_values: string, picture_line?: string, picture_both?: string}} Known
 *   what is optional comes after the values
 * @typedef {{answer: string | null, doubt?: string, view: View, known: Known | null}} Reply
 * @typedef {{ply: number, player: string, move: string, grade: string, text: string,
 *   better: string[]}} Played
 * @typedef {{picture: string, moves: Played[], unfinished?: string}} Course
 * @typedef {{game: string, as: string, level: string, position: string}} Settings
 * @typedef {{
 *   table: (s: Settings, moves: string[], ask: {reply: boolean, know: boolean},
 *     signal: AbortSignal) => Promise<Reply>,
 *   know: (s: Settings, moves: string[], signal: AbortSignal) => Promise<Known>,
 *   values: ((s: Settings, moves: string[], signal: AbortSignal) => Promise<Known>) | null,
 *   ahead: ((s: Settings, moves: string[], signal: AbortSignal) =>
 *     Promise<{ahead: Record<string, Reply[]>}>) | null,
 *   history: ((s: Settings, moves: string[], signal: AbortSignal) => Promise<Course>) | null,
 *   explain?: (s: Settings, moves: string[], known: Known, signal: AbortSignal) => Promise<Known>,
 *   address: (s: Settings, moves: string[]) => string,
 *   settings: (address: URL) => {settings: Settings, moves: string[]},
 * }} Source
 */

/**
 * The elements of the page, by id.
 * @param {string} id
 * @returns {HTMLElement}
 */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const OVER = "The game is over; n starts a new one.";
/**
 * Which sides people play.
 * @type {Record<string, number[]>}
 */
const PEOPLE = { x: [0], o: [1], both: [0, 1], none: [] };
// So many cells has a board whose values are asked for with every answer: they take no time.
const SMALL = 9;
const WATCHING = 700; // milliseconds between two moves of the computer against itself
const ANSWERING = 250; // between a person's move and an answer that is there already
const WAITING = 150; // so long a click waits for what is being worked out ahead

/** @type {Source} */
const source = /** @type {any} */ (globalThis).noughtsOffline ?? served;

// What changes.

const start = JSON.parse($("start").textContent ?? "{}");
const state = {
    /** @type {Settings} */
    settings: { game: start.game, as: start.as, level: start.level, position: start.position },
    /** @type {View} */
    view: start.view,
    /** @type {Known | null} */
    known: null,
    /** The whole line, of which the view may show a part: what was undone comes after it. */
    /** @type {string[]} */
    line: start.view.moves,
    values: false,
    best: false,
    peek: false,
    threats: false,
    /** Whether the server is asked for reasons, where the page has only values. */
    reasons: false,
    /** The bad move that is asked again, while its position is shown. */
    /** @type {Played | null} */
    lesson: null,
};
let working = new AbortController();

/**
 * What would follow on each move of the position of that address: asked for while a person thinks.
 * @type {{address: string, stop: AbortController, follows: Promise<Record<string, Reply[]>>} | null}
 */
let prepared = null;

/** How often each has won; kept while the window is open. */
const score = new Map(Object.entries(remembered()));

/** @returns {Record<string, number>} */
function remembered() {
    try {
        return JSON.parse(sessionStorage.getItem(`score ${start.game}`) ?? "{}");
    } catch {
        return {};
    }
}

const people = () => PEOPLE[state.settings.as];
/** Whether a person is to move. */
const ours = () => !state.view.over && !state.view.computer_to_move;

/** Begin something that makes all else that is under way pointless. */
function anew() {
    working.abort();
    working = new AbortController();
    return working.signal;
}

// Going from position to position.

/**
 * Show the position after these moves.
 * @param {string[]} moves
 * @param {{how?: "push" | "replace" | "none", reply?: boolean, line?: string[]}} options
 */
async function go(moves, { how = "push", reply = false, line } = {}) {
    const signal = anew();
    try {
        const { view } = await source.table(
            state.settings,
            moves,
            { reply: false, know: false },
            signal,
        );
        const before = state.view.moves;
        show(view, null, line ?? (begins(state.line, view.moves) ? state.line : view.moves));
        tell(before, view);
        write(how);
        if (reply && view.computer_to_move) await answer(signal);
        else await learn(signal);
        prepare();
    } catch (error) {
        refused(error);
    }
}

/** What the computer was not sure of, by the address of the position after its move. */
const doubts = new Map();

/**
 * What the computer was not sure of at its last move: the one just made, or the one before.
 * @param {string[]} moves
 * @returns {string}
 */
function doubtful(moves) {
    const ends = [moves.length, moves.length - 1].map((end) => moves.slice(0, Math.max(end, 0)));
    const told = ends.map((played) => doubts.get(source.address(state.settings, played)));
    return told.find((text) => text !== undefined) ?? "";
}

/**
 * Let the computer move, again and again where it plays both sides.
 * @param {AbortSignal} signal
 */
async function answer(signal) {
    do {
        const slow = setTimeout(() => ($("status").textContent = "The computer thinks …"), 400);
        $("stage").toggleAttribute("data-waiting", true);
        try {
            const small = state.view.cells.length <= SMALL;
            const ask = { reply: true, know: small };
            const got = await source.table(state.settings, state.view.moves, ask, signal);
            const before = state.view.moves;
            doubts.set(source.address(state.settings, got.view.moves), got.doubt ?? "");
            show(got.view, got.known, got.view.moves);
            tell(before, got.view);
            write("replace");
        } finally {
            clearTimeout(slow);
            $("stage").toggleAttribute("data-waiting", false);
            $("status").textContent = state.view.status;
        }
        if (state.view.computer_to_move) await pause(signal, WATCHING);
    } while (state.view.computer_to_move);
    await learn(signal);
}

/**
 * Once a position is shown: ask what would follow on each move, where the board is small, so that a
 * click waits for nothing; and draw the course of the game anew, if it is shown.
 */
function prepare() {
    paintCourse();
    const { settings, view } = state;
    const address = source.address(settings, view.moves);
    if (prepared?.address === address) return;
    prepared?.stop.abort();
    prepared = null;
    if (!source.ahead || !ours() || view.cells.length > SMALL) return;
    const stop = new AbortController();
    const asking = source.ahead(settings, view.moves, stop.signal);
    const follows = asking.then(
        ({ ahead }) => ahead,
        () => ({}), // then a click asks for itself
    );
    prepared = { address, stop, follows };
}

/**
 * What follows on a move, if it is there already.
 * @param {string} move
 */
async function following(move) {
    const here = source.address(state.settings, state.view.moves);
    if (prepared?.address !== here) return undefined;
    const soon = new Promise((done) => setTimeout(() => done({}), WAITING));
    const follows = await Promise.race([prepared.follows, soon]);
    return /** @type {Record<string, Reply[]>} */ (follows)[move];
}

/**
 * Show what follows on a person's move: that move, and the answer to it.
 * @param {Reply[]} replies
 */
async function follow(replies) {
    const signal = anew();
    try {
        for (const [i, { view, known }] of replies.entries()) {
            if (i && !still.matches) await pause(signal, ANSWERING);
            const before = state.view.moves;
            show(view, known, view.moves);
            tell(before, view);
            write(i ? "replace" : "push");
        }
        await learn(signal);
        prepare();
    } catch (error) {
        refused(error);
    }
}

/** Whether less motion is asked for. */
const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * @param {AbortSignal} signal
 * @param {number} time in milliseconds
 */
function pause(signal, time) {
    return new Promise((done, stopped) => {
        const timer = setTimeout(done, time);
        signal.addEventListener("abort", () => {
            clearTimeout(timer);
            stopped(new DOMException("left", "AbortError"));
        });
    });
}

/**
 * Find out what the position is worth, if that is to be shown: first the values, and when they are
 * shown, the reasons and the line of best play.
 * @param {AbortSignal} signal
 */
async function learn(signal) {
    const wanted = state.values || state.best || state.peek;
    if (state.known?.picture_both || !wanted) return;
    if (source.values && !state.known) await find(source.values, signal);
    await find(source.know, signal);
    await explain(signal);
}

/** Whether the page has values without reasons, and somebody who has them. */
const unexplained = () =>
    source.explain !== undefined && state.known?.moves.some(({ move, why }) => why === move);

/**
 * Ask for the reasons, if they are to be shown.
 * @param {AbortSignal} signal
 */
async function explain(signal) {
    const { known, view, settings } = state;
    if (!state.reasons || !known || !source.explain || !unexplained()) return;
    const told = await source.explain(settings, view.moves, known, signal);
    if (state.known !== known) return;
    state.known = told;
    paint();
}

/** The button that asks for reasons, in this position and those after it. */
function why() {
    const button = document.createElement("button");
    Object.assign(button, { id: "why", type: "button", className: "button", textContent: "Why?" });
    button.setAttribute("aria-pressed", String(state.reasons));
    button.addEventListener("click", () => {
        state.reasons = !state.reasons;
        button.setAttribute("aria-pressed", String(state.reasons));
        explain(working.signal).catch(refused);
    });
    return button;
}

/**
 * Ask the source for what it knows, and show it.
 * @param {Source["know"]} ask
 * @param {AbortSignal} signal
 */
async function find(ask, signal) {
    const told = state.known?.verdict;
    if (!state.known) {
        $("hint").hidden = true;
        $("known").textContent = "Computing the values …";
    }
    try {
        state.known = await ask(state.settings, state.view.moves, signal);
    } finally {
        if (!signal.aborted) paint();
    }
    if (state.known.verdict !== told) tellKnown();
}

/**
 * Whether a line begins with these moves.
 * @param {string[]} line
 * @param {string[]} moves
 */
const begins = (line, moves) => moves.every((move, i) => line[i] === move);

/** @param {"push" | "replace" | "none"} how */
function write(how) {
    const kept = { line: state.line, settings: state.settings };
    const address = source.address(state.settings, state.view.moves);
    if (how === "push") history.pushState(kept, "", address);
    if (how === "replace") history.replaceState(kept, "", address);
}

/**
 * A person's move.
 * @param {string} move
 */
async function play(move) {
    $("choice").replaceChildren();
    if (!ours())
        return refused(new Error(state.view.over ? OVER : "It is the computer's turn."));
    if (!right(move)) return;
    const moves = [...state.view.moves, move];
    const { view } = state;
    const replies = await following(move);
    if (state.view !== view) return; // something else has happened meanwhile
    if (replies) return follow(replies);
    return go(moves, { reply: true, line: moves });
}

/**
 * Whether the move may be played: not so where a mistake is asked again, and made again.
 * @param {string} move
 */
function right(move) {
    const { lesson, view } = state;
    state.lesson = null;
    if (!lesson || view.moves.length !== lesson.ply - 1) return true;
    if (lesson.better.includes(move)) {
        say("assertive", `Right: ${move} is a best move.`);
        return true;
    }
    state.lesson = lesson;
    const again = move === lesson.move ? " again" : "";
    refused(new Error(`${move} is a mistake${again}. Try another move, or press v for the values.`));
    return false;
}

function undo() {
    const { moves, first_turn } = state.view;
    const turns = people();
    for (let plies = 1; plies <= moves.length; plies++) {
        const turn = (first_turn + moves.length - plies) % 2;
        if (turns.length === 0 || turns.includes(turn)) return go(moves.slice(0, -plies));
    }
    refused(new Error("You have no move to undo."));
}

function redo() {
    const shown = state.view.moves.length;
    if (shown >= state.line.length) return refused(new Error("There is no move to redo."));
    let plies = 1;
    const turns = people();
    while (
        shown + plies < state.line.length &&
        turns.length &&
        !turns.includes((state.view.first_turn + shown + plies) % 2)
    )
        plies++;
    return go(state.line.slice(0, shown + plies));
}

const begin = () => go([], { reply: true, line: [] });

function swap() {
    const { as } = state.settings;
    if (as !== "x" && as !== "o")
        return refused(
            new Error("There is nothing to swap: nobody plays against the computer."),
        );
    state.settings = { ...state.settings, as: as === "x" ? "o" : "x" };
    /** @type {HTMLSelectElement} */ ($("as")).value = state.settings.as;
    return begin();
}

/**
 * Another opponent, if there is one of that name.
 * @param {string} level two with a comma between for the two sides
 */
async function setLevel(level) {
    const settings = { ...state.settings, level };
    try {
        if (!level) throw new Error("Which level? For example: level easy.");
        await source.table(settings, [], { reply: false, know: false }, new AbortController().signal);
        state.settings = { ...state.settings, level };
        write("replace");
        say("polite", `The computer now plays at level ${level.replace(",", " and ")}.`);
        prepare();
    } catch (error) {
        refused(error);
    }
    paintLevels();
}

/** The menus say how the computer plays, by an option of its own where they have none. */
function paintLevels() {
    const { as, level } = state.settings;
    const [first, second = first] = level.split(",");
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
}

/** The levels that the menus say: two where the computer plays both sides. */
function chosenLevel() {
    const [first, second] = ["level", "second"].map(
        (id) => /** @type {HTMLSelectElement} */ ($(id)).value,
    );
    return state.settings.as === "none" && second !== first ? `${first},${second}` : first;
}

/** Show the lines that lack one mark, or hide them. */
function showThreats() {
    const { threats } = state.view;
    if (!threats) return refused(new Error("This game has no threats to show: nobody wins by lines of their own."));
    state.threats = !state.threats;
    paint();
    say("polite", state.threats ? threats.text : "Threats hidden.");
}

/**
 * @param {"values" | "best" | "peek"} what
 * @param {boolean} on
 */
function reveal(what, on) {
    if (state[what] === on) return;
    state[what] = on;
    paint();
    if (on && state.known) tellKnown();
    if (on) learn(working.signal).catch(refused);
    else if (ours() && !state.known && !(state.values || state.best || state.peek)) anew(); // a search
}

// Showing.

/**
 * @param {View} view
 * @param {Known | null} known
 * @param {string[]} line
 */
function show(view, known, line) {
    const grown = view.moves.length === state.view.moves.length + 1;
    if (grown && view.over && !state.view.over) count(view);
    const before = state.view;
    Object.assign(state, { view, known, line });
    $("message").textContent = "";
    $("choice").replaceChildren();
    paint();
    offer();
    if (grown) arrive(before);
}

/** Offer the moves by name, where no cell stands for one. */
function offer() {
    const { cells, all_moves } = state.view;
    const none = cells.every((cell) => !cell.moves.length);
    if (none && all_moves.length && ours()) board.ask("Your move:", all_moves);
}

/**
 * The marks that are new come in: they fall where marks fall, and grow elsewhere.
 * @param {View} before
 */
function arrive(before) {
    const { cells, falls } = state.view;
    const marks = $("picture").querySelectorAll(".marks > g");
    const marked = cells.filter((cell) => cell.mark);
    if (still.matches || marks.length !== marked.length) return;
    for (const [i, cell] of marked.entries()) {
        if (before.cells.find((one) => one.name === cell.name)?.mark === cell.mark) continue;
        const mark = /** @type {SVGElement} */ (marks[i].firstElementChild);
        if (falls) mark.style.setProperty("--from", `${-48 * (cell.row + 1)}px`);
        moving(mark, falls ? "falls" : "grows");
    }
    const line = $("picture").querySelector(".lines");
    if (line) moving(line, "grows");
}

/**
 * Move something in; afterwards it is what it was.
 * @param {Element} element
 * @param {string} how
 */
function moving(element, how) {
    element.classList.add(how);
    element.addEventListener("animationend", () => {
        element.classList.remove(how);
        element.removeAttribute("style");
    });
}

function paint() {
    const { view, known } = state;
    const values = state.values || state.peek;
    let picture = view.picture;
    if (known && values) picture = (state.best && known.picture_both) || known.picture_values;
    else if (known && state.best) picture = known.picture_line ?? picture;
    if (state.threats && view.threats)
        picture = picture.replace(/<\/svg>$/, `${view.threats.picture}</svg>`);
    $("picture").innerHTML = picture;
    $("stage").style.maxWidth = `calc(${view.width} / ${view.height} * 60vh)`;
    $("status").textContent = view.status;
    $("status").toggleAttribute("data-over", view.over);
    const doubt = doubtful(view.moves);
    $("doubt").textContent = doubt;
    $("doubt").hidden = !doubt;
    board.show(view, ours());
    paintMoves();
    paintKnown();
    paintButtons();
    paintScore();
    const field = /** @type {HTMLInputElement | null} */ (document.getElementById("position"));
    if (field && document.activeElement !== field) field.value = view.position;
    paintLinks();
}

/** The links to other pages about the same position. */
function paintLinks() {
    const address = source.address(state.settings, state.view.moves);
    for (const link of document.querySelectorAll("a[data-follow]")) {
        const path = /** @type {HTMLElement} */ (link).dataset.follow ?? "";
        link.setAttribute("href", address.replace("/play/", path));
    }
    const position = encodeURIComponent(state.view.position);
    const editor = document.getElementById("edit");
    editor?.setAttribute("href", `/edit/${state.settings.game}?position=${position}`);
}

const board = new Board({ grid: $("grid"), choice: $("choice") }, state.view, {
    play,
    refuse: (why) => refused(new Error(state.view.over ? OVER : why)),
    label: inFull,
    sign: (move) => (state.values && state.known ? state.known.signs[move] : ""),
});

/**
 * What is read out of a cell: with threats and values, while these are shown.
 * @param {Cell} cell
 */
function inFull(cell) {
    const known = state.known && (state.values || state.peek);
    const worth = known ? cell.moves.map((move) => inWords(move)).join("; ") : "";
    const threat = state.threats ? (state.view.threats?.cells[cell.name] ?? "") : "";
    return cell.label + threat + (worth ? `, ${worth}` : "");
}

/**
 * A move's value as it is read out.
 * @param {string} move
 */
function inWords(move) {
    const value = state.known?.moves.find((one) => one.move === move)?.value;
    if (!value?.outcome) return "value unknown";
    return value.outcome === "draw" ? "draw" : `${value.outcome} in ${value.plies}`;
}

function paintMoves() {
    const { view, line, settings } = state;
    const items = ["start", ...line].map((name, i) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = source.address(settings, line.slice(0, i));
        link.textContent = i ? `${view.marks[(view.first_turn + i - 1) % 2]} ${name}` : name;
        link.dataset.ply = String(i);
        link.tabIndex = i === view.moves.length ? 0 : -1;
        link.classList.toggle("later", i > view.moves.length);
        if (i === view.moves.length) link.setAttribute("aria-current", "step");
        item.append(link);
        return item;
    });
    const focused = $("moves").contains(document.activeElement);
    $("moves").replaceChildren(...items);
    const current = /** @type {HTMLElement} */ ($("moves").querySelector("[aria-current]"));
    if (focused) current.focus();
}

function paintKnown() {
    const { known } = state;
    const parts = [];
    if (known && (state.values || state.peek || state.best)) {
        const verdict = document.createElement("p");
        verdict.id = "verdict";
        verdict.textContent = known.verdict;
        const list = document.createElement("ul");
        list.className = "reasons";
        list.tabIndex = 0;
        list.setAttribute("aria-label", "Explanation of every move");
        list.append(...known.moves.map(reason));
        parts.push(verdict);
        if (known.moves.length) parts.push(list);
        if (known.moves.length && (state.reasons || unexplained())) parts.push(why());
    }
    $("hint").hidden = parts.length > 0;
    $("known").replaceChildren(...parts);
}

/** @param {Known["moves"][number]} move */
function reason(move) {
    const item = document.createElement("li");
    const sign = document.createElement("b");
    sign.textContent = state.known?.signs[move.move] ?? "";
    sign.dataset.outcome = move.value.outcome ?? "";
    const why = document.createElement("span");
    why.textContent = move.why ?? "";
    item.append(sign, " ", why);
    return item;
}

function paintButtons() {
    for (const one of document.querySelectorAll('[data-copy="position"], [data-copy="python"]'))
        /** @type {HTMLElement} */ (one).hidden = !state.view.position;
    $("values").setAttribute("aria-pressed", String(state.values));
    $("line").setAttribute("aria-pressed", String(state.best));
    $("threats").setAttribute("aria-pressed", String(state.threats));
    $("threats").hidden = !state.view.threats;
    $("threats-told").textContent = (state.threats && state.view.threats?.text) || "";
    $("undo").setAttribute("aria-disabled", String(!state.view.moves.length));
    $("redo").setAttribute("aria-disabled", String(state.view.moves.length >= state.line.length));
    $("swap").hidden = people().length !== 1;
    $("go-on").hidden = !state.view.computer_to_move;
    $("new").classList.toggle("main", state.view.over);
}

// The score.

/** @param {number} turn */
function owner(turn) {
    if (people().length !== 1) return state.view.marks[turn];
    return people().includes(turn) ? "you" : "computer";
}

/** @param {View} view */
function count(view) {
    const who = view.winner === null ? "draws" : owner(view.winner);
    score.set(who, (score.get(who) ?? 0) + 1);
    try {
        sessionStorage.setItem(`score ${start.game}`, JSON.stringify(Object.fromEntries(score)));
    } catch {
        // a page from disk may have no storage: then the score lasts as long as the page
    }
}

function paintScore() {
    const told = [...score].map(([who, games]) => `${who} ${games}`);
    $("score").textContent = told.length ? `Score: ${told.join(", ")}` : "";
}

// Telling, for those who listen.

/**
 * @param {"polite" | "assertive"} how
 * @param {string} text
 */
function say(how, text) {
    $(how).textContent = text;
}

/**
 * What has changed between two positions.
 * @param {string[]} before
 * @param {View} view
 */
function tell(before, view) {
    const grown = begins(view.moves, before) && view.moves.length > before.length;
    const news = grown ? view.moves.slice(before.length) : [];
    const moved = news.map(
        (move, i) => `${view.marks[(view.first_turn + before.length + i) % 2]} ${move}.`,
    );
    if (view.over) say("assertive", [...moved, view.status].join(" "));
    else say("polite", [...moved, view.status].join(" "));
}

function tellKnown() {
    if (state.known) say("polite", state.known.verdict);
}

/** @param {unknown} error */
function refused(error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    $("message").textContent = error instanceof Error ? error.message : String(error);
}

// Keys.

/**
 * The moves, by arrows, Home and End.
 * @param {KeyboardEvent} event
 */
function onMovesKey(event) {
    const shown = state.view.moves.length;
    const last = state.line.length;
    const to = {
        ArrowLeft: shown - 1,
        ArrowUp: shown - 1,
        ArrowRight: shown + 1,
        ArrowDown: shown + 1,
        Home: 0,
        End: last,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (to >= 0 && to <= last && to !== shown) go(state.line.slice(0, to), { how: "replace" });
}

/** @type {Record<string, () => unknown>} */
const KEYS = {
    v: () => reveal("values", !state.values),
    p: () => reveal("best", !state.best),
    h: () => reveal("peek", true),
    t: showThreats,
    u: undo,
    r: redo,
    n: begin,
    s: swap,
    "/": () => $("word").focus(),
    "?": help,
};

/** Which keys are named on buttons. */
const SHORTCUTS = { new: "n", undo: "u", redo: "r", swap: "s", values: "v", line: "p", threats: "t" };

function help() {
    const keys = document.querySelector(".keys");
    keys?.setAttribute("open", "");
    keys?.querySelector("summary")?.focus();
}

/** @param {KeyboardEvent} event */
function onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea"))
        return;
    const key = event.key.toLowerCase();
    if (key === "h" && event.repeat) return event.preventDefault();
    if (/^[1-9]$/.test(key)) board.byDigit(key, event.code.startsWith("Numpad"));
    else if (KEYS[key]) KEYS[key]();
    else if (isArrow(event.key) && target === document.body) board.focus();
    else return;
    event.preventDefault();
}

// Words that are typed.

/** @type {Record<string, (rest: string) => unknown>} */
const WORDS = {
    undo,
    redo,
    values: () => reveal("values", !state.values),
    line: () => reveal("best", !state.best),
    threats: showThreats,
    new: begin,
    swap,
    level: setLevel,
    review: course,
    help,
};

/** @param {string} text */
function typed(text) {
    const [word, ...rest] = text.trim().toLowerCase().split(/\s+/);
    if (!word) return;
    const { all_moves, digits, cells } = state.view;
    const move = all_moves.find((name) => name.toLowerCase() === word);
    if (move) return play(move);
    if (digits && /^[1-9]$/.test(word)) return board.byDigit(word, false);
    const cell = cells.find((one) => one.name === word);
    if (cell) return board.choose(cell);
    const found = Object.keys(WORDS).filter(
        (name) => name.startsWith(word) || (word === "?" && name === "help"),
    );
    if (found.length === 1) return WORDS[found[0]](rest.join(" "));
    refused(
        new Error(
            `${text.trim()} is neither a legal move nor a command. Commands: ${Object.keys(WORDS).join(", ")}.`,
        ),
    );
}

/**
 * Begin at another position; why not, if it cannot arise.
 * @param {string} position
 */
async function setUp(position) {
    const before = state.settings;
    state.settings = { ...before, as: "both", position };
    const signal = anew();
    try {
        const { view } = await source.table(
            state.settings,
            [],
            { reply: false, know: false },
            signal,
        );
        /** @type {HTMLSelectElement} */ ($("as")).value = "both";
        show(view, null, []);
        tell([], view);
        write("push");
        await learn(signal);
    } catch (error) {
        if (!signal.aborted) state.settings = before;
        refused(error);
    }
}

// The course of the game, and what was better.

/** Show the course of the game, or hide it. */
function course() {
    if (!source.history) return;
    if (!state.line.length) return refused(new Error("There is no move to review yet."));
    const open = $("review").getAttribute("aria-expanded") === "true";
    $("review").setAttribute("aria-expanded", String(!open));
    courseOf = "";
    if (open) $("history").replaceChildren();
    else return paintCourse();
}

/** The moves whose course is shown. */
let courseOf = "";

/** Draw the course anew, if it is shown and the game has gone on. */
async function paintCourse() {
    const moves = state.line.join();
    const open = document.getElementById("review")?.getAttribute("aria-expanded") === "true";
    if (!source.history || !open || !moves || moves === courseOf) return;
    courseOf = moves;
    if (!$("history").childNodes.length) $("history").textContent = "Reviewing the game …";
    try {
        const told = await source.history(state.settings, state.line, working.signal);
        $("history").innerHTML = told.picture;
        const bad = told.moves.filter((move) => !["best", "unknown"].includes(move.grade));
        const list = document.createElement("ul");
        list.append(...bad.map(mistake));
        const word = document.createElement("p");
        word.textContent = told.unfinished ?? (bad.length ? "" : "Nobody made a mistake.");
        $("history").append(bad.length ? list : "", word.textContent ? word : "");
    } catch (error) {
        courseOf = "";
        refused(error);
    }
}

/** @param {Played} move */
function mistake(move) {
    const item = document.createElement("li");
    const again = document.createElement("button");
    again.type = "button";
    again.className = "button";
    again.textContent = "Try again";
    again.setAttribute("aria-label", `Try move ${move.ply} again`);
    again.addEventListener("click", () => {
        state.lesson = move;
        state.values = state.best = false;
        go(state.line.slice(0, move.ply - 1));
        $("stage").scrollIntoView({ block: "nearest" });
    });
    const own = people().includes("xo".indexOf(move.player));
    item.append(`${move.text} `, ...(own ? [again] : []));
    return item;
}

// Taking it along.

/** @type {Record<string, () => string>} */
const COPIES = {
    link: () => new URL(source.address(state.settings, state.view.moves), location.href).href,
    notation: () => state.view.moves.join(" "),
    position: () => state.view.position,
    svg: standalone,
    python: () =>
        [
            "from noughts import analyse, find_game",
            `game = find_game(${JSON.stringify(state.settings.game)})`,
            `position, turn = game.parse(${JSON.stringify(state.view.position)})`,
            "analyse(game, position, turn)",
        ].join("\n"),
};

/** The picture as it is shown, its colours written out. */
function standalone() {
    const style = getComputedStyle(document.documentElement);
    const svg = $("picture").innerHTML.replace(/var\((--[\w-]+)\)/g, (_, name) =>
        style.getPropertyValue(name).trim(),
    );
    const ground = style.getPropertyValue("--ground").trim();
    return svg.replace(/(<svg[^>]*>)/, `$1<rect width="100%" height="100%" fill="${ground}"/>`);
}

/** @param {string} text */
async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        const area = document.createElement("textarea");
        area.value = text;
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
    }
}

// Beginning.

/**
 * @param {string} id
 * @param {() => unknown} act
 */
function does(id, act) {
    const button = document.getElementById(id);
    button?.addEventListener("click", (event) => {
        event.preventDefault();
        act();
    });
    // A link that has become a button is pressed by the space bar, too.
    button?.addEventListener("keydown", (event) => {
        if (event.key !== " " || button.tagName !== "A") return;
        event.preventDefault();
        act();
    });
}

function wire() {
    document.documentElement.classList.add("scripted");
    const on = document.createElement("button");
    Object.assign(on, {
        id: "go-on",
        type: "button",
        className: "button",
        textContent: "Let the computer move",
    });
    $("new").before(on);
    does("go-on", () => answer(anew()).then(prepare, refused));
    does("new", begin);
    does("undo", undo);
    does("redo", redo);
    does("swap", swap);
    does("values", () => reveal("values", !state.values));
    does("line", () => reveal("best", !state.best));
    does("threats", showThreats);
    does("review", course);
    $("values").textContent = "Values";
    for (const [id, key] of Object.entries(SHORTCUTS)) $(id).setAttribute("aria-keyshortcuts", key);
    for (const id of ["new", "undo", "swap", "values"])
        document.getElementById(id)?.setAttribute("role", "button");
    $("moves").addEventListener("keydown", onMovesKey);
    $("moves").addEventListener("click", (event) => {
        const ply = /** @type {HTMLElement} */ (event.target).dataset.ply;
        if (ply === undefined) return;
        event.preventDefault();
        go(state.line.slice(0, Number(ply)));
    });
    $("board-form").addEventListener("submit", (event) => event.preventDefault());
    for (const id of ["level", "second"])
        $(id).addEventListener("change", () => setLevel(chosenLevel()));
    $("as").addEventListener("change", () => {
        const as = /** @type {HTMLSelectElement} */ ($("as")).value;
        state.settings = { ...state.settings, as };
        state.settings.level = chosenLevel();
        paintLevels();
        begin();
    });
    $("typed").addEventListener("submit", (event) => {
        event.preventDefault();
        const word = /** @type {HTMLInputElement} */ ($("word"));
        const text = word.value;
        word.value = "";
        typed(text);
    });
    document.querySelector(".editor")?.addEventListener("submit", (event) => {
        event.preventDefault();
        setUp(/** @type {HTMLInputElement} */ ($("position")).value);
    });
    for (const button of document.querySelectorAll("[data-copy]")) {
        const what = /** @type {HTMLElement} */ (button).dataset.copy ?? "";
        button.addEventListener("click", () =>
            copy(COPIES[what]()).then(() => say("polite", "Copied.")),
        );
    }
    document.addEventListener("keydown", onKey);
    document.addEventListener("keyup", (event) => {
        if (event.key.toLowerCase() === "h") reveal("peek", false);
    });
    addEventListener("blur", () => reveal("peek", false));
    addEventListener("popstate", (event) => {
        const { settings, moves } = source.settings(new URL(location.href));
        state.settings = event.state?.settings ?? settings;
        /** @type {HTMLSelectElement} */ ($("as")).value = state.settings.as;
        paintLevels();
        go(moves, { how: "none", line: event.state?.line });
    });
    const here = source.settings(new URL(location.href));
    if (source !== served) {
        // The page of one file is the same for every address: what to show stands behind its #.
        state.settings = here.settings;
        /** @type {HTMLSelectElement} */ ($("as")).value = here.settings.as;
        paintLevels();
        go(here.moves, { how: "none", line: here.moves });
    } else {
        history.replaceState({ line: state.line, settings: state.settings }, "");
        paint();
        offer();
        prepare();
    }
}

wire();
