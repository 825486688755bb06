// @ts-check
// Taking a position along: as a link, a picture, text or code.

import { $, copy, element } from "./base.js";
import { refused, source, state, subscribe, toast } from "./table.js";

export const link = () => new URL(source.address(state.settings, state.view.moves), location.href).href;

/** @type {Record<string, () => string>} */
const COPIES = {
    link,
    notation: () => state.view.moves.join(" "),
    position: () => state.view.position,
    svg: standalone,
    embed: () => `<a href="${link().replaceAll("&", "&amp;")}">${standalone()}</a>`,
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
    const style = getComputedStyle($("picture"));
    const svg = $("picture").innerHTML.replace(/var\((--[\w-]+)\)/g, (_, name) =>
        style.getPropertyValue(name).trim(),
    );
    const ground = style.getPropertyValue("--ground").trim();
    return svg.replace(/(<svg[^>]*>)/, `$1<rect width="100%" height="100%" fill="${ground}"/>`);
}

/** @param {string} address @param {string} ending */
function download(address, ending) {
    element("a", { href: address, download: `${state.settings.game.replace(/\W+/g, "-")}.${ending}` }).click();
}

const asSvg = () => `data:image/svg+xml,${encodeURIComponent(standalone())}`;

/** The picture in pixels, large enough for print. */
async function asPng() {
    const image = new Image();
    image.src = asSvg();
    await image.decode();
    const scale = 1200 / Math.max(image.width, image.height);
    const canvas = document.createElement("canvas");
    canvas.width = image.width * scale;
    canvas.height = image.height * scale;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL("image/png");
}

/** @type {Record<string, () => unknown>} */
const FILES_OF = {
    svg: () => download(asSvg(), "svg"),
    png: () => asPng().then((address) => download(address, "png"), refused),
};

/** The link as a QR code, while it is shown: the server draws it. */
function paintCode() {
    const code = /** @type {HTMLImageElement | null} */ (document.getElementById("code"));
    if (!code || !/** @type {HTMLDetailsElement} */ ($("share")).open) return;
    const address = source.address(state.settings, state.view.moves).replace("/play/", "/code/");
    if (code.getAttribute("src") !== address) code.src = address;
}

export function wireShare() {
    $("share").addEventListener("toggle", paintCode);
    subscribe(["view", "settings"], paintCode);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-copy]"))) {
        const what = button.dataset.copy ?? "";
        button.addEventListener("click", () =>
            copy(COPIES[what]()).then(() => toast(`Copied: ${button.dataset.named ?? button.textContent}.`)),
        );
    }
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-save]")))
        button.addEventListener("click", () => FILES_OF[button.dataset.save ?? ""]());
    const send = document.getElementById("send");
    if (send && "share" in navigator) {
        send.hidden = false;
        send.addEventListener("click", () =>
            navigator.share({ title: document.title, url: link() }).catch(() => undefined),
        );
    }
}
