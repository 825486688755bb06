// @ts-check
// Playing: going from position to position, a person's moves and the computer's. All that is shown
// follows the state that changes here.

import { $, buttonFor } from "./base.js";
import { wholeView } from "./drawing.js";
import { anew, begins, lessonHere, markAt, message, noteTurns, ours, people, refused, say, source, standing, start, state, still, toast, turnAt, update } from "./table.js";
import { byPoints } from "./served.js";
import { Lines } from "./lines.js";

export const OVER = "The game is over; n starts a new one.";
// So many cells has a board whose values are asked for with every answer: they take no time.
export const SMALL = 9;
const WATCHING = 700; // milliseconds between two moves of the computer against itself
const ANSWERING = 250; // between a person's move and an answer that is there already
const WAITING = 150; // so long a click waits for what is being worked out ahead
const NOTHING = { reply: false, know: false };

/**
 * What would follow on each move of the position of that address: asked for while a person thinks.
 * @type {{address: string, stop: AbortController, follows: Promise<Record<string, Reply[]>>} | null}
 */
let prepared = null;

/**
 * @param {View} told
 * @param {Known | null} known
 * @param {string[]} [line] what is to be gone along from there
 */
function show(told, known, line = told.moves) {
    const view = wholeView(start.sheet, told);
    noteTurns(view.moves, view.turns);
    state.lines.add(view.moves);
    state.lines.add(line);
    message("");
    $("choice").replaceChildren();
    update({ view, known, line: state.lines.through(view.moves), doubt: doubtAt(view.moves) });
}

/** The game rests at the position that is shown: there is time to find out more. */
export async function rest() {
    await update({ rests: state.rests + 1 });
    prepare();
}

/**
 * Show the position after these moves.
 * @param {string[]} moves
 * @param {{how?: "push" | "replace" | "none", reply?: boolean, line?: string[],
 *     shown?: () => void, changes?: Partial<typeof state>}} options line: what is to be gone along
 *     from there; shown: called once the position is shown; changes: what else changes with it
 */
export async function go(moves, { how = "push", reply = false, line, shown, changes = {} } = {}) {
    const stop = anew();
    takenBack = false;
    try {
        const { view } = await source.table(changes.settings ?? state.settings, moves, NOTHING, stop);
        const before = state.view.moves;
        update(changes);
        show(view, null, line);
        shown?.();
        tell(before, view);
        write(how);
        if (reply && view.computer_to_move) await answer(stop);
        else await rest();
    } catch (error) {
        refused(error);
    }
}

/** What the computer was not sure of, by the address after its move. */
const doubts = /** @type {Map<string, string>} */ (new Map());

/**
 * What the computer was not sure of in its last move: the move just made, or the one before.
 * @param {string[]} moves
 */
function doubtAt(moves) {
    const ends = [moves.length, moves.length - 1].map((end) => moves.slice(0, Math.max(end, 0)));
    const told = ends.map((played) => doubts.get(source.address(state.settings, played)));
    return told.find((one) => one !== undefined) ?? "";
}

/**
 * Let the computer move, again and again where it plays both sides.
 * @param {AbortSignal} stop
 */
async function answer(stop) {
    do {
        update({ thinking: true });
        try {
            const ask = { reply: true, know: state.view.cells.length <= SMALL };
            const got = await source.table(state.settings, state.view.moves, ask, stop);
            const before = state.view.moves;
            doubts.set(source.address(state.settings, got.view.moves), got.doubt ?? "");
            update({ thinking: got.view.computer_to_move }); // it goes on, against itself
            show(got.view, got.known);
            tell(before, got.view);
            write("replace");
        } catch (error) {
            if (!stop.aborted) update({ thinking: false });
            throw error;
        }
        if (state.view.computer_to_move) await pause(stop, WATCHING);
    } while (state.view.computer_to_move);
    await rest();
}

/** Let the computer move; or stop it, where it plays against itself. */
export function goOn() {
    const { thinking } = state;
    const stop = anew();
    return thinking ? rest() : answer(stop).catch(refused);
}

/** Ask what would follow on each move, where the board is small, so that a click waits for nothing. */
function prepare() {
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
 * @param {() => void} shown called once that move is shown
 */
async function follow(replies, shown) {
    const stop = anew();
    try {
        for (const [i, { view, known }] of replies.entries()) {
            if (i && !still.matches) await pause(stop, ANSWERING);
            const before = state.view.moves;
            show(view, known);
            update({ thinking: i + 1 < replies.length });
            shown();
            tell(before, view);
            write(i ? "replace" : "push");
        }
        await rest();
    } catch (error) {
        refused(error);
    }
}

/** @param {AbortSignal} stop @param {number} time in milliseconds */
function pause(stop, time) {
    return new Promise((done, stopped) => {
        const timer = setTimeout(done, time);
        stop.addEventListener("abort", () => {
            clearTimeout(timer);
            stopped(new DOMException("left", "AbortError"));
        });
    });
}

/** @param {"push" | "replace" | "none"} how */
export function write(how) {
    const { line, settings, lines, game } = state;
    const kept = { line, settings, game, lines: lines.root };
    const address = source.address(settings, state.view.moves);
    if (how === "push") history.pushState(kept, "", address);
    if (how === "replace") history.replaceState(kept, "", address);
}

/** The position after the last move that was asked for: shown, or given up. */
let arriving = Promise.resolve();

/**
 * A person's move, in the position that is on its way if there is one: of two quick clicks neither
 * is lost.
 * @param {string} move
 */
export async function play(move) {
    const before = arriving;
    let shown = () => {};
    arriving = new Promise((done) => (shown = done));
    await before;
    await playHere(move, shown).finally(shown);
}

/** @param {string} move @param {() => void} shown called once the position after it is shown */
async function playHere(move, shown) {
    $("choice").replaceChildren();
    if (!ours())
        return refused(new Error(state.view.over ? OVER : "It is the computer's turn."));
    if (!isRight(move)) return;
    const moves = [...state.view.moves, move];
    const stop = anew();
    const replies = await following(move);
    if (stop.aborted) return; // something else has been asked for meanwhile
    const praise = state.lesson;
    if (takenBack) state.lines.lead(moves);
    takenBack = false; // also where no request follows
    update({ lesson: null });
    await (replies ? follow(replies, shown) : go(moves, { reply: true, shown }));
    if (praise) message(`Right: ${move} is a best move.`, true);
}

/**
 * Whether the move may be played: not so where a mistake is asked again, and made again.
 * @param {string} move
 */
function isRight(move) {
    const lesson = lessonHere();
    if (!lesson) {
        update({ lesson: null });
        return true;
    }
    if (lesson.better.includes(move)) {
        say("assertive", `Right: ${move} is a best move.`);
        return true;
    }
    const again = move === lesson.move ? " again" : "";
    refused(new Error(`${move} is a mistake${again}. Try another move.`));
    return false;
}

/** @param {string[]} moves */
export function playAll(moves) {
    return go([...state.view.moves, ...moves], { reply: true });
}

/** Whether the moves after the position that is shown were taken back: then others replace them. */
let takenBack = false;

/** Back to where a person last had the choice. */
export function undo() {
    const { moves } = state.view;
    const sides = people();
    for (let plies = 1; plies <= moves.length; plies++) {
        const turn = turnAt(moves.length - plies);
        if (sides.length && !sides.includes(turn)) continue;
        const going = go(moves.slice(0, -plies));
        takenBack = true;
        return going;
    }
    refused(new Error("You have no move to undo."));
}

/** The same forwards. */
export function redo() {
    const shown = state.view.moves.length;
    if (shown >= state.line.length) return refused(new Error("There is no move to redo."));
    let plies = 1;
    const sides = people();
    while (
        shown + plies < state.line.length &&
        sides.length &&
        !sides.includes(turnAt(shown + plies))
    )
        plies++;
    return go(state.line.slice(0, shown + plies));
}

/** The ply that is gone to just now; -1 if none is. */
let heading = -1;

/**
 * Step along the line that is shown; to its end, if it is not as long as that.
 * @param {number} plies forwards, or back if less than 0
 */
export function step(plies) {
    const from = heading < 0 ? state.view.moves.length : heading;
    const ply = Math.max(0, Math.min(from + plies, state.line.length));
    if (ply === from) return;
    heading = ply;
    go(state.line.slice(0, ply), { how: "replace" }).finally(() => {
        if (heading === ply) heading = -1;
    });
}

/** A new game. The old one can be brought back. */
export function begin() {
    const { lines, game, settings, view } = state;
    const back = () => {
        update({ lines, game, settings, lesson: null });
        go(view.moves);
    };
    if (view.moves.length && !view.over)
        toast("A new game has begun.", buttonFor("Back to the old game", back));
    update({ lines: new Lines(), game: state.game + 1, lesson: null });
    return go([], { reply: true });
}

/** @param {string} as */
export function takeSides(as) {
    update({ settings: { ...state.settings, as } });
    return go(state.view.moves, { how: "replace", reply: true });
}

export function swap() {
    const { as } = state.settings;
    if (as !== "x" && as !== "o")
        return refused(new Error("There is nothing to switch: nobody plays against the computer."));
    return takeSides(as === "x" ? "o" : "x");
}

/**
 * Another opponent, if there is one of that name.
 * @param {string} level two with a comma between for the two sides
 */
export async function setLevel(level) {
    const settings = { ...state.settings, level };
    try {
        if (!level) throw new Error("Which level? For example: level easy.");
        await source.table(settings, [], NOTHING, new AbortController().signal);
        const other = byPoints(level) !== byPoints(state.settings.level);
        update({ settings: { ...state.settings, level } });
        if (other) await go(state.view.moves, { how: "replace" }); // its values are others
        else write("replace");
        say("polite", `The computer now plays at level ${level.replace(",", " and ")}.`);
        prepare();
    } catch (error) {
        update({ settings: { ...state.settings } }); // the menus show what is played
        refused(error);
    }
}

/**
 * Begin at another position; why not, if it cannot arise.
 * @param {string} position
 */
export function setUp(position) {
    const settings = { ...state.settings, as: "both", position };
    return go([], { changes: { settings, lines: new Lines(), game: state.game + 1, lesson: null } });
}

/** @param {string[]} before @param {View} view */
function tell(before, view) {
    const grown = begins(view.moves, before) && view.moves.length > before.length;
    const news = grown ? view.moves.slice(before.length) : [];
    const moved = news.map((move, i) => `${markAt(before.length + i)} ${move}.`);
    say(view.over ? "assertive" : "polite", [...moved, standing(view)].join(" "));
}
