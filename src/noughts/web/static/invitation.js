// @ts-check
// The invitation: copy the link, or share it as this machine shares things.

import { $, copy, send } from "./base.js";

export function wireInvitation() {
    const link = /** @type {HTMLInputElement | null} */ (document.getElementById("link"));
    if (!link) return;
    $("copy").addEventListener("click", async () => {
        link.select();
        await copy(link.value);
        $("copy").textContent = "Copied";
        setTimeout(() => ($("copy").textContent = "Copy link"), 2000);
    });
    $("share").hidden = !("share" in navigator);
    $("share").addEventListener("click", () => send(`${link.dataset.text}: ${link.value}`, $("share")));
}
