// @ts-check
// The coach: after each of a person's moves one sentence on what it did. It speaks at the easy
// levels, until somebody switches it.

import { $, keep, kept } from "./base.js";
import { message, people, signal, source, state, subscribe, turnAt, update, worths } from "./table.js";

const EASY = ["beginner", "easy"];
/** The switch's last position; null before anybody uses it. @type {boolean | null} */
let switched = kept("coach");

const speaks = () => switched ?? EASY.includes(state.settings.level);

/** The last move of a person who plays the computer; -1 if there is none. */
function lastOwn() {
    const { moves } = state.view;
    const own = moves.flatMap((_, ply) => (people().includes(turnAt(ply, moves)) ? [ply] : []));
    return people().length === 1 ? (own.at(-1) ?? -1) : -1;
}

/** Say what the last move did: once that is known, and if nothing has been played since. */
export async function coach() {
    const ply = lastOwn();
    update({ coach: "" });
    if (!speaks() || ply < 0 || state.lesson) return;
    const { settings, view } = state;
    const before = view.moves.slice(0, ply);
    const known = await source.know(settings, before, signal()).catch(() => null);
    const move = known?.moves.find((one) => one.move === view.moves[ply]);
    if (!known || !move?.value.outcome || state.view !== view) return;
    const better = known.moves.find((one) => one.best);
    const lost = move.value.outcome !== known.value.outcome;
    worths.set(source.address(settings, view.moves.slice(0, ply + 1)), lost ? "mistake" : "best");
    const also = lost && better ? ` Better: ${better.why ?? better.move}` : "";
    update({ coach: `${move.why ?? move.move}${also}`, told: state.told + 1 });
}

function paintCoach() {
    $("coach").setAttribute("aria-pressed", String(speaks()));
    $("coach").hidden = people().length !== 1;
}

/** The switch. */
export function wireCoach() {
    $("coach").addEventListener("click", () => {
        switched = !speaks();
        keep("coach", switched);
        message("");
        paintCoach();
        coach();
    });
    subscribe(["settings"], paintCoach);
    paintCoach();
}
