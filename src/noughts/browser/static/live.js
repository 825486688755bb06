// @ts-check
// A game between two people, as it happens. Without this script the page is a form that asks again.
//
// Everything that is shown comes from the server, over one socket. When that is lost, the next one
// says how many moves have been seen, and gets those that have not.

import { Board, isArrow } from "./board.js";

/**
 * @typedef {import("./board.js").View} View
 * @typedef {{type: "standing", id: string, ply: number, from: number, moves: string[],
 *   over: boolean, status: string, seat: string | null, taken: Record<string, boolean>,
 *   people: string[], watching: number, rematch: string | null, view: View}} Standing
 * @typedef {{type: "refused", ply: number | null, error: string, kind: string}} Refusal
 */

// Milliseconds until a lost connection is tried again, and the longest that becomes.
const AGAIN = 400;
const LONGEST = 8000;

/**
 * The elements of the page, by id.
 * @param {string} id
 * @returns {HTMLElement}
 */
const $ = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {Standing} */
let standing = JSON.parse($("start").textContent ?? "{}");
// All moves that have been seen.
const moves = [...standing.moves];
/** @type {WebSocket | null} */
let socket = null;
let wait = AGAIN;
let timer = 0;
/**
 * The ply at which a move has been sent that is not answered yet.
 * @type {number | null}
 */
let sent = null;
const title = document.title.slice(standing.status.length);

const board = new Board({ grid: $("grid"), choice: $("choice") }, standing.view, {
    play,
    refuse: (why) => refuse(whyNot() || why),
});

// The connection.

function connect() {
    const address = new URL(`/api/v1/live/${standing.id}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.search = `view=1&seen=${moves.length}`;
    socket = new WebSocket(address);
    socket.addEventListener("message", (event) => {
        wait = AGAIN;
        $("connection").textContent = "";
        const told = JSON.parse(event.data);
        if (told.type === "standing") take(told);
        else refused(told);
    });
    socket.addEventListener("close", lost);
}

function lost() {
    socket = null;
    sent = null;
    $("connection").textContent = "Connection lost; trying again …";
    paint();
    timer = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(2 * wait, LONGEST);
}

/** Who comes back to this window, or to the network, need not wait. */
function hurry() {
    if (socket || document.visibilityState !== "visible") return;
    clearTimeout(timer);
    wait = AGAIN;
    connect();
}

// What is told.

/** @param {Standing} told */
function take(told) {
    const before = standing;
    const news = told.moves.slice(Math.max(0, moves.length - told.from));
    moves.push(...news);
    standing = told;
    if (sent !== null && told.ply > sent) sent = null;
    if (news.length) $("message").textContent = "";
    $("picture").toggleAttribute("data-arrived", news.length > 0);
    paint();
    tell(before, news);
}

/** @param {Refusal} refusal */
function refused(refusal) {
    sent = null;
    paint();
    refuse(refusal.error);
}

/** @param {string} why */
function refuse(why) {
    $("message").textContent = why;
}

// What is done.

/** @param {string} move */
function play(move) {
    const why = whyNot();
    if (why || !socket) return refuse(why);
    sent = standing.ply;
    socket.send(JSON.stringify({ ply: sent, move }));
    $("choice").replaceChildren();
    paint();
}

/** Why no move can be played now; empty if one can. */
function whyNot() {
    if (standing.seat === null) return "You are watching this game.";
    if (standing.over) return "The game is over.";
    if (socket?.readyState !== WebSocket.OPEN) return "There is no connection.";
    if (sent !== null) return "Your move is being sent.";
    return "xo"[standing.view.turn] === standing.seat ? "" : "It is your friend's turn.";
}

// What is shown.

function paint() {
    const { view } = standing;
    $("picture").innerHTML = view.picture;
    $("stage").style.maxWidth = `calc(${view.width} / ${view.height} * 60vh)`;
    $("choice").replaceChildren();
    board.show(view, whyNot() === "");
    $("stage").toggleAttribute("data-waiting", sent !== null);
    $("status").textContent = standing.status;
    $("status").toggleAttribute("data-over", standing.over);
    document.title = standing.status + title;
    paintPeople();
    paintMoves();
    const both = standing.taken.x && standing.taken.o;
    $("rematch").hidden = !(standing.over && standing.seat && both && !standing.rematch);
    $("analysis").hidden = !standing.over;
    $("next").hidden = !standing.rematch;
    /** @type {HTMLAnchorElement} */ ($("next")).href = `/live/${standing.rematch ?? ""}`;
}

function paintPeople() {
    const items = standing.people.map((line) => {
        const item = document.createElement("li");
        item.textContent = line;
        return item;
    });
    $("people").replaceChildren(...items);
    $("watching").textContent = standing.watching ? `Watching: ${standing.watching}` : "";
    const invitation = document.getElementById("invitation");
    if (invitation) invitation.hidden = standing.taken.x && standing.taken.o;
}

function paintMoves() {
    const { marks, first_turn } = standing.view;
    const items = moves.map((name, i) => {
        const item = document.createElement("li");
        item.textContent = `${marks[(first_turn + i) % 2]} ${name}`;
        if (i === moves.length - 1) item.setAttribute("aria-current", "step");
        return item;
    });
    $("moves").replaceChildren(...items);
    const analysis = /** @type {HTMLAnchorElement} */ ($("analysis"));
    const address = new URL(analysis.href);
    address.searchParams.set("moves", moves.join(","));
    analysis.href = address.href;
}

/**
 * What has changed, for those who listen.
 * @param {Standing} before
 * @param {string[]} news
 */
function tell(before, news) {
    const { marks, first_turn } = standing.view;
    const first = moves.length - news.length;
    const said = news.map((name, i) => `${marks[(first_turn + first + i) % 2]} ${name}.`);
    if (news.length) said.push(standing.status);
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

function copyLink() {
    const link = /** @type {HTMLInputElement} */ ($("link"));
    link.select();
    const copied = navigator.clipboard?.writeText(link.value) ?? Promise.reject();
    copied.catch(() => document.execCommand("copy")).then(() => ($("polite").textContent = "Copied."));
}

function wire() {
    document.documentElement.classList.add("scripted");
    $("board-form").addEventListener("submit", (event) => event.preventDefault());
    document.getElementById("copy")?.addEventListener("click", copyLink);
    document.addEventListener("keydown", onKey);
    document.addEventListener("visibilitychange", hurry);
    addEventListener("online", hurry);
    paint();
    connect();
}

wire();
