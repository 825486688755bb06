// @ts-check
// A game between two people, as it happens. Without this script the page is a form that asks again.
//
// Everything that is shown comes from the server. When the connection is lost, the next one says how
// many moves have been seen, and gets those that have not.

import { Board, isArrow } from "./board.js";
import { Connection } from "./connection.js";
import { wireInvitation } from "./invitation.js";
import { Past } from "./past.js";

/**
 * @typedef {import("./board.js").View} View
 * @typedef {{control: string, left: Record<string, number>, running: string | null}} Clock
 * @typedef {{type: "standing", id: string, game: string, ply: number, from: number, moves: string[],
 *   over: boolean, status: string, seat: string | null, taken: Record<string, boolean>,
 *   people: string[], watching: number, rematch: string | null, takebacks: number, offered: string,
 *   offer: {kind: string, by: string} | null, clock: Clock | null, view: View, beat: number}} Standing
 * @typedef {{type: "refused", ply: number | null, error: string, kind: string, again: boolean}} Refusal
 */

const NO_CONNECTION = "There is no connection now. It comes back by itself.";
// Milliseconds after which one is told that a move is on its way.
const SLOW = 600;

/**
 * The elements of the page, by id.
 * @param {string} id
 * @returns {HTMLElement}
 */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {Standing} */
let standing = JSON.parse($("start").textContent ?? "{}");
// All moves on the board.
let moves = [...standing.moves];
/**
 * What has been sent and is not on the board yet.
 * @type {{ply: number, takebacks: number, at: number} | null}
 */
let sent = null;
// When the clocks were told.
let clockAt = performance.now();
const title = document.title.slice(standing.status.length);

const board = new Board({ grid: $("grid"), choice: $("choice") }, standing.view, {
    play,
    refuse: (why) => refuse(whyNot() || why),
});

const past = new Past(standing.game, () => ({ moves, takebacks: standing.takebacks }), paint);

const connection = new Connection(
    { address, heard, wanted, changed: connectionChanged },
    1000 * standing.beat,
);

// The connection.

function address() {
    const address = new URL(`/api/v1/live/${standing.id}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const { takebacks } = standing;
    address.search = `view=1&beat=1&seen=${moves.length}&takebacks=${takebacks}`;
    return address.href;
}

/** @param {Standing | Refusal | {type: "done"}} told */
function heard(told) {
    if (told.type === "standing") take(told);
    if (told.type === "refused") refused(told);
}

/**
 * What was sent and not answered is sent again if the game still waits for it.
 * @param {import("./connection.js").Message} message
 */
function wanted(message) {
    const { ply, takebacks, over } = standing;
    return !over && message.ply === ply && message.takebacks === takebacks;
}

function connectionChanged() {
    const lost = connection.state === "lost";
    $("connection").textContent = lost ? NO_CONNECTION : "";
    if (!lost && $("message").textContent === NO_CONNECTION) refuse("");
    paint();
}

// What is told.

/** @param {Standing} told */
function take(told) {
    const before = standing;
    const back = told.takebacks !== before.takebacks;
    const news = back ? [] : told.moves.slice(Math.max(0, moves.length - told.from));
    moves = [...moves.slice(0, told.from), ...told.moves];
    standing = { ...told, beat: before.beat };
    clockAt = performance.now();
    if (sent && (back || told.over || told.ply > sent.ply)) sent = null;
    if (news.length || back) refuse("");
    $("picture").toggleAttribute("data-arrived", news.length > 0 && past.at === null);
    paint();
    tell(before, news, back);
}

/** @param {Refusal} refusal */
function refused(refusal) {
    sent = null;
    paint();
    if (!refusal.again) refuse(refusal.error);
}

/** @param {string} why */
function refuse(why) {
    $("message").textContent = why;
}

// What is done.

/** @param {string} move */
function play(move) {
    const why = whyNot();
    if (why) return refuse(why);
    const { ply, takebacks } = standing;
    sent = { ply, takebacks, at: performance.now() };
    connection.send({ ply, takebacks, move });
    $("choice").replaceChildren();
    refuse("");
    paint();
    setTimeout(paintStatus, SLOW);
}

/**
 * Resign, offer or ask for something, or answer an offer.
 * @param {string} action
 */
function act(action) {
    if (connection.state !== "open") return refuse(NO_CONNECTION);
    const { ply, takebacks } = standing;
    connection.send({ ply, takebacks, action });
    /** @type {HTMLDetailsElement} */ ($("resign")).open = false;
    refuse("");
}

/** Why no move can be played now; empty if one can. */
function whyNot() {
    if (standing.seat === null) return "You are watching this game.";
    if (standing.over) return "The game is over.";
    if (past.at !== null) return "This is an earlier position. Go back to the game to move.";
    if (connection.state === "lost") return NO_CONNECTION;
    if (connection.state === "new") return "The page is still connecting.";
    if (sent !== null) return "Your move is being sent.";
    return "xo"[standing.view.turn] === standing.seat ? "" : "It is your friend's turn.";
}

// What is shown.

function paint() {
    const view = past.view ?? standing.view;
    $("picture").innerHTML = view.picture;
    $("stage").style.maxWidth = `calc(${view.width} / ${view.height} * 60vh)`;
    $("choice").replaceChildren();
    board.show(view, whyNot() === "");
    $("stage").toggleAttribute("data-waiting", sent !== null);
    $("stage").toggleAttribute("data-past", past.at !== null);
    past.paint();
    paintStatus();
    paintPeople();
    paintMoves();
    paintActions();
}

function paintStatus() {
    const status = statusNow();
    $("status").textContent = status;
    $("status").toggleAttribute("data-over", standing.over);
    document.title = status + title;
}

/** Nothing that may have changed in the meantime is shown as if it were known. */
function statusNow() {
    if (standing.over) return standing.status;
    if (connection.state === "lost") return "No connection.";
    const slow = sent !== null && performance.now() - sent.at >= SLOW - 1;
    return slow ? "Sending your move …" : standing.status;
}

function paintPeople() {
    const items = standing.people.map((line, i) => {
        const item = document.createElement("li");
        const clock = document.createElement("span");
        const side = "xo"[i];
        item.append(line);
        if (standing.clock) {
            clock.className = "clock";
            clock.dataset.side = side;
            clock.toggleAttribute("data-running", standing.clock.running === side);
            item.append(clock);
        }
        return item;
    });
    $("people").replaceChildren(...items);
    paintClocks();
    $("watching").textContent = standing.watching ? `Watching: ${standing.watching}` : "";
    const invitation = document.getElementById("invitation");
    if (invitation) invitation.hidden = standing.taken.x && standing.taken.o;
}

function paintClocks() {
    const { clock } = standing;
    if (!clock) return;
    for (const one of document.querySelectorAll(".clock")) {
        const side = /** @type {HTMLElement} */ (one).dataset.side ?? "";
        const spent = clock.running === side ? performance.now() - clockAt : 0;
        one.textContent = inWords(Math.max(0, clock.left[side] - spent));
        one.toggleAttribute("data-low", clock.left[side] - spent < 10_000);
    }
}

/**
 * A time as on a clock; tenths of the last ten seconds.
 * @param {number} left milliseconds
 */
function inWords(left) {
    if (left < 10_000) return `0:0${(left / 1000).toFixed(1)}`;
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function paintMoves() {
    const { marks, first_turn } = standing.view;
    const here = past.at ?? moves.length;
    const items = moves.map((name, i) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.textContent = `${marks[(first_turn + i) % 2]} ${name}`;
        link.href = `/live/${standing.id}?ply=${i + 1}`;
        link.dataset.ply = String(i + 1);
        if (i + 1 === here) link.setAttribute("aria-current", "step");
        item.append(link);
        return item;
    });
    $("moves").replaceChildren(...items);
    const analysis = /** @type {HTMLAnchorElement} */ ($("analysis"));
    const address = new URL(analysis.href);
    address.searchParams.set("moves", moves.join(","));
    analysis.href = address.href;
}

function paintActions() {
    const { over, seat, taken, rematch, offer, offered } = standing;
    const both = taken.x && taken.o;
    const playing = both && !over && seat !== null;
    $("rematch").hidden = !(over && seat && both && !rematch);
    $("analysis").hidden = !over;
    $("next").hidden = !rematch;
    /** @type {HTMLAnchorElement} */ ($("next")).href = `/live/${rematch ?? ""}`;
    $("actions").hidden = !playing;
    $("offer").hidden = !offer;
    $("offered").textContent = offered;
    $("accept").hidden = !playing || offer?.by === seat;
    $("decline").hidden = !playing;
    $("decline").textContent = offer?.by === seat ? "Withdraw" : "Decline";
}

/**
 * What has changed, for those who listen.
 * @param {Standing} before
 * @param {string[]} news
 * @param {boolean} back whether moves have been taken back
 */
function tell(before, news, back) {
    const { marks, first_turn } = standing.view;
    const first = moves.length - news.length;
    const said = news.map((name, i) => `${marks[(first_turn + first + i) % 2]} ${name}.`);
    if (back) said.push("Taken back.");
    if (news.length || back || standing.over !== before.over) said.push(standing.status);
    if (standing.offered && standing.offered !== before.offered) said.push(standing.offered);
    const people = standing.people.filter((line, i) => line !== before.people[i]);
    said.push(...people.map((line) => `${line}.`));
    if (standing.rematch && !before.rematch) said.push("The rematch has begun.");
    if (said.length) $(standing.over ? "assertive" : "polite").textContent = said.join(" ");
}

// Keys.

/** @param {KeyboardEvent} event */
function onKey(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, select, textarea"))
        return;
    if (/^[1-9]$/.test(event.key)) board.byDigit(event.key, event.code.startsWith("Numpad"));
    else if (isArrow(event.key) && target === document.body) board.focus();
    else return;
    event.preventDefault();
}

/** @param {SubmitEvent} event */
function onAction(event) {
    event.preventDefault();
    act(/** @type {HTMLButtonElement} */ (event.submitter).value);
}

/** @param {MouseEvent} event */
function onMoves(event) {
    const link = /** @type {HTMLElement} */ (event.target).closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    past.go(Number(link.dataset.ply));
}

function wire() {
    document.documentElement.classList.add("scripted");
    $("board-form").addEventListener("submit", (event) => event.preventDefault());
    for (const id of ["actions", "offer"]) $(id).addEventListener("submit", onAction);
    $("moves").addEventListener("click", onMoves);
    document.addEventListener("keydown", onKey);
    document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") connection.hurry();
    });
    addEventListener("online", () => connection.hurry());
    setInterval(paintClocks, 200);
    past.wire();
    wireInvitation();
    paint();
}

wire();
