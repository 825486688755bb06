// @ts-check
// What a reader wants otherwise, kept in the browser; and the sounds, which are off until wanted.

import { $, keep, kept } from "./base.js";

/** How each option is before anybody has said anything. */
const OPTIONS = { letters: true, sounds: false, keys: true };
/** @typedef {keyof typeof OPTIONS} Option */

const chosen = { ...OPTIONS, ...kept("options") };

/** @param {Option} name */
export const wants = (name) => Boolean(chosen[name]);

/** The boxes to tick. */
export function wireOptions() {
    for (const name of /** @type {Option[]} */ (Object.keys(OPTIONS))) {
        const box = /** @type {HTMLInputElement | null} */ (document.getElementById(name));
        if (!box) continue;
        box.checked = wants(name);
        box.addEventListener("change", () => {
            chosen[name] = box.checked;
            keep("options", chosen);
            apply();
        });
    }
    wireBoard();
    wireSound();
    apply();
}

/** The speaker at the top of the page, where there is one. */
function wireSound() {
    const button = document.getElementById("sound");
    const paint = () => button?.setAttribute("aria-pressed", String(wants("sounds")));
    if (!button) return;
    button.hidden = false;
    button.addEventListener("click", () => {
        chosen.sounds = !wants("sounds");
        keep("options", chosen);
        paint();
        sound("move");
    });
    paint();
}

/** The theme of boards, which theme.js sets on every page. */
function wireBoard() {
    const menu = /** @type {HTMLSelectElement} */ ($("board"));
    const { dataset } = document.documentElement;
    menu.value = dataset.board ?? "";
    menu.addEventListener("change", () => {
        dataset.board = menu.value;
        keep("board", menu.value);
    });
}

function apply() {
    $("play").toggleAttribute("data-plain", !wants("letters"));
    $("play").toggleAttribute("data-keys", wants("keys"));
}

/** @type {AudioContext | null} */
let speaker = null;
// In hertz, one note after the other.
const NOTES = { move: [320], answer: [240], won: [392, 523, 659], lost: [330, 262], draw: [330, 330] };

/** @param {keyof typeof NOTES} what */
export function sound(what) {
    if (!wants("sounds") || !("AudioContext" in globalThis)) return;
    speaker ??= new AudioContext();
    const { currentTime, destination } = speaker;
    for (const [i, hertz] of NOTES[what].entries()) {
        const [tone, loudness] = [speaker.createOscillator(), speaker.createGain()];
        const begin = currentTime + 0.14 * i;
        tone.type = "triangle";
        tone.frequency.value = hertz;
        loudness.gain.setValueAtTime(0.15, begin);
        loudness.gain.exponentialRampToValueAtTime(0.001, begin + 0.16);
        tone.connect(loudness).connect(destination);
        tone.start(begin);
        tone.stop(begin + 0.18);
    }
}
