// @ts-check
// The invitation: copy the link, or share it as this machine shares things.

/** @param {string} id */
const $ = (id) => /** @type {HTMLElement | null} */ (document.getElementById(id));

async function copy() {
    const link = /** @type {HTMLInputElement} */ ($("link"));
    const button = /** @type {HTMLElement} */ ($("copy"));
    const before = button.textContent;
    link.select();
    try {
        await navigator.clipboard.writeText(link.value);
    } catch {
        document.execCommand("copy"); // without https there is no clipboard
    }
    button.textContent = "Copied";
    /** @type {HTMLElement} */ ($("polite")).textContent = "Copied.";
    setTimeout(() => (button.textContent = before), 2000);
}

function share() {
    const link = /** @type {HTMLInputElement} */ ($("link"));
    const text = link.dataset.text;
    navigator.share({ title: text, text, url: link.value }).catch(() => undefined); // not wanted
}

export function wireInvitation() {
    $("copy")?.addEventListener("click", copy);
    $("share")?.addEventListener("click", share);
    const shared = $("share");
    if (shared) shared.hidden = !("share" in navigator);
}
