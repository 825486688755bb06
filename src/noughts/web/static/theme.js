// @ts-check
// Light or dark: as chosen with the button at the top, else as the machine says. This runs before
// the page is drawn, so that it is never drawn in the wrong colours.

(() => {
    const root = document.documentElement;

    /** @param {string} name */
    function chosen(name) {
        try {
            return localStorage.getItem(name);
        } catch {
            return null; // a page from disk may have no storage
        }
    }

    function isDark() {
        const { theme } = root.dataset;
        return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    }

    function change() {
        root.dataset.theme = isDark() ? "light" : "dark";
        try {
            localStorage.setItem("theme", root.dataset.theme);
        } catch {
            // then it lasts as long as the page
        }
        name();
    }

    function name() {
        const button = document.getElementById("theme");
        button?.setAttribute("aria-label", isDark() ? "Light colours" : "Dark colours");
    }

    function wire() {
        document.getElementById("theme")?.addEventListener("click", change);
        const here = location.pathname.replace(/^\/play/, "/games");
        for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("nav a")))
            if (!link.hash && here.startsWith(link.pathname)) link.setAttribute("aria-current", "page");
        name();
    }

    root.classList.add("scripted"); // what only scripts need has its place from the start
    const theme = chosen("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    root.dataset.board = (chosen("board") ?? "").replaceAll('"', "");
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", wire);
    else wire();
})();
