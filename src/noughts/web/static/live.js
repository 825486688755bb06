// @ts-check
// The page of a game between two people. Without this script it is a form that asks again.

import { $, copied, element, isArrow, send } from "./base.js";
import { Board } from "./board.js";
import { Drawing, wholeView } from "./drawing.js";
import { LiveGame, NO_CONNECTION, SLOW } from "./live_game.js";
import { Past } from "./past.js";

// Milliseconds below which a clock shows tenths.
const LOW = 10_000;

/** @type {Standing} */
const start = JSON.parse($("start").textContent ?? "{}");
const title = document.title.slice(start.status.length);
const game = new LiveGame(start, { taken, refused, connected });
const elements = { grid: $("grid"), choice: $("choice"), stage: $("stage") };
const { sheet } = /** @type {any} */ (start);
const drawing = new Drawing($("picture"), sheet, matchMedia("(prefers-reduced-motion: reduce)"));
const board = new Board(elements, wholeView(sheet, start.view), {
    play,
    refuse: (why) => refuse(whyNot() || why),
    hint: (cell) => drawing.hint(cell),
    tilt: (move) => drawing.tilt(move),
});
const past = new Past(start.game, () => game.moves, paint);

// Messages.

/** @param {Standing} before @param {string[]} news @param {boolean} back */
function taken(before, news, back) {
    if (news.length || back) refuse("");
    if (game.standing.over && !before.over) past.at = null; // the end is shown to all
    paint();
    tell(before, news, back);
}

/** @param {string} why */
function refused(why) {
    paint();
    refuse(why);
}

/** @param {boolean} lost */
function connected(lost) {
    $("connection").textContent = lost ? NO_CONNECTION : "";
    if (!lost && $("message").textContent === NO_CONNECTION) refuse("");
    paint();
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
    game.play(move);
    $("choice").replaceChildren();
    refuse("");
    paint();
    setTimeout(paintStatus, SLOW);
}

/** @param {SubmitEvent} event */
function onAction(event) {
    event.preventDefault();
    if (game.connection.state !== "open") return refuse(NO_CONNECTION);
    game.act(/** @type {HTMLButtonElement} */ (event.submitter).value);
    /** @type {any} */ ($("resign")).hidePopover();
    refuse("");
}

/** Why no move can be played now; empty if one can. */
function whyNot() {
    const earlier = past.at !== null && !game.standing.over;
    return earlier ? "Go back to the game to move." : game.whyNot();
}

// What is shown.

function paint() {
    const view = wholeView(sheet, past.view ?? game.standing.view);
    drawing.show(view, { open: whyNot() === "" });
    $("stage").style.setProperty("--ratio", String(view.width / view.height));
    $("choice").replaceChildren();
    board.show(view, whyNot() === "");
    $("stage").toggleAttribute("data-waiting", game.sent !== null);
    $("stage").toggleAttribute("data-past", past.at !== null);
    past.paint();
    paintStatus();
    paintPeople();
    paintMoves();
    paintActions();
}

function paintStatus() {
    const status = game.status();
    $("status").textContent = status;
    $("status").toggleAttribute("data-over", game.standing.over);
    document.title = status + title;
}

function paintPeople() {
    const { standing } = game;
    const items = standing.people.map((line, i) => {
        const side = "xo"[i];
        const [mark, who] = line.split(/: (.*)/);
        const [piece, colon] = [element("span", { class: "piece", "data-side": `${i}` }, mark), element("span", { class: "unseen" }, ": ")];
        const item = element("li", { class: "seat" }, piece, colon, element("span", { class: "who" }, who));
        item.toggleAttribute("data-turn", !standing.over && standing.view.turn === i);
        if (standing.clock) {
            const clock = element("span", { class: "clock", "data-side": side });
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
    for (const one of document.querySelectorAll(".clock")) {
        const left = game.timeLeft(/** @type {HTMLElement} */ (one).dataset.side ?? "");
        one.textContent = inWords(left);
        one.toggleAttribute("data-low", left < LOW);
    }
}

/**
 * A time as on a clock; tenths of the last ten seconds.
 * @param {number} left milliseconds
 */
function inWords(left) {
    if (left < LOW) return `0:0${(left / 1000).toFixed(1)}`;
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function paintMoves() {
    const { moves, standing } = game;
    const { marks, first_turn } = standing.view;
    const here = past.at ?? moves.length;
    const items = moves.map((name, i) => {
        const to = { href: `/live/${standing.id}?ply=${i + 1}`, "data-ply": String(i + 1) };
        const link = element("a", to, `${marks[(first_turn + i) % 2]} ${name}`);
        if (i + 1 === here) link.setAttribute("aria-current", "step");
        return element("li", {}, link);
    });
    $("moves").replaceChildren(...items);
    const analysis = /** @type {HTMLAnchorElement} */ ($("analysis"));
    const address = new URL(analysis.href);
    address.searchParams.set("moves", moves.join(","));
    analysis.href = address.href;
}

function paintActions() {
    const { over, seat, taken, rematch, offer, offered } = game.standing;
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

/** @param {Standing} before @param {string[]} news @param {boolean} back whether moves have been taken back */
function tell(before, news, back) {
    const { moves, standing } = game;
    const { marks, first_turn } = standing.view;
    const first = moves.length - news.length;
    const said = news.map((name, i) => `${marks[(first_turn + first + i) % 2]} ${name}.`);
    if (back) said.push("Taken back.");
    if (news.length || back || standing.over !== before.over) said.push(standing.status);
    if (standing.offered && standing.offered !== before.offered) said.push(standing.offered);
    const people = standing.people.filter((line, i) => line !== before.people[i]);
    said.push(...people.map((line) => `${line}.`));
    if (standing.rematch && !before.rematch) said.push("The rematch is on: join it below.");
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

/** @param {MouseEvent} event */
function onMoves(event) {
    const link = /** @type {HTMLElement} */ (event.target).closest("a");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    past.go(Number(link.dataset.ply));
}

/** The invitation: copy the link, or share it as this machine shares things. */
function wireInvitation() {
    const link = /** @type {HTMLInputElement | null} */ (document.getElementById("link"));
    if (!link) return;
    $("copy").addEventListener("click", () => {
        link.select();
        copied(link.value, $("copy"));
    });
    $("share").hidden = !("share" in navigator);
    $("share").addEventListener("click", () => send(`${link.dataset.text}: ${link.value}`, $("share")));
}

function wire() {
    $("board-form").addEventListener("submit", (event) => event.preventDefault());
    for (const id of ["actions", "offer"]) $(id).addEventListener("submit", onAction);
    $("moves").addEventListener("click", onMoves);
    document.addEventListener("keydown", onKey);
    document.addEventListener("visibilitychange", () => {
        if (document.visibilityState === "visible") game.connection.hurry();
    });
    addEventListener("online", () => game.connection.hurry());
    setInterval(paintClocks, 200);
    past.wire();
    wireInvitation();
    paint();
}

wire();
