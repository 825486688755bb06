// @ts-check
// The source of a page from a server. Where the browser can, the page soon plays by itself: the
// game's positions or its engine are loaded when a question first needs them (offline.js). The
// server answers what cannot wait for that, and what it alone knows.

/** The settings that an address leaves out. */
export const USUAL = { as: "x", level: "perfect", position: "" };
// So long a move waits for the engine before it goes to the server, and a question for the server
// before it goes to the engine; so long until the engine is asked for again while the server makes it,
// and so often. In milliseconds.
const PATIENCE = 2_000;
const AGAIN = 4_000;
const TRIES = 150;
const FILES = ["./engine.js", "./offline.js"];

// The server.

/** The server's time was up. */
class TooLong extends Error {}
const TOO_LONG = 504;

/**
 * @param {string} path
 * @param {Settings} s
 * @param {string[]} moves
 * @param {AbortSignal} signal
 * @param {Record<string, string>} more
 */
async function asked(path, s, moves, signal, more = {}) {
    const query = new URLSearchParams({
        moves: moves.join(","),
        as: s.as,
        level: s.level,
        ...more,
    });
    if (s.position) query.set("position", s.position);
    const address = `/api/v1/${path}/${encodeURIComponent(s.game)}?${query}`;
    const answer = await fetch(address, { signal }).catch((error) => {
        if (signal.aborted) throw error;
        throw new Error("The server does not answer. Is it still running?");
    });
    const told = await answer.json().catch(() => ({ error: "The server does not answer." }));
    if (answer.status === TOO_LONG) throw new TooLong(told.error);
    if (!answer.ok) throw new Error(told.error);
    return told;
}

/** @param {string} game */
const inAddress = (game) =>
    encodeURIComponent(game).replaceAll("%3A", ":").replaceAll("%2C", ",");

// A page that is only opened loads no more than itself: what may come next is worked out once
// somebody points at it, touches it or presses a key.
const stirred = new Promise((done) => {
    for (const kind of ["pointermove", "pointerdown", "keydown"]) {
        addEventListener(kind, done, { once: true, passive: true });
    }
});

// What plays in the page.

/**
 * The game in this page: when it was asked for, and its source once it is there.
 * @type {{game: string, until: number, there: any, coming: Promise<any>} | null}
 */
let own = null;

/**
 * The source that needs no server; null where there is none, or not yet.
 * @param {string} game
 */
async function loaded(game) {
    if (!("WebAssembly" in globalThis && "DecompressionStream" in globalThis)) return null;
    let told = await fetch(`/engine/${inAddress(game)}`);
    for (let tries = 1; told.status === 202 && tries < TRIES; tries++) {
        await new Promise((done) => setTimeout(done, AGAIN)); // it is being made
        told = await fetch(`/engine/${inAddress(game)}`);
    }
    if (told.status === 202) own = null; // the next question asks for it again
    const answers = told.status === 200 ? await told.json() : {};
    if (!answers.places) return null; // the server says why
    for (const file of FILES) await import(file);
    const page = /** @type {any} */ (globalThis).noughtsSource(answers);
    await page.ready;
    return page;
}

/**
 * Whether values are margins: the computer plays for points.
 * @param {string} level
 */
export const byPoints = (level) => level.split(",").includes("points");

/**
 * The source that needs no server, if it is there, or is there soon.
 * @param {Settings} s
 * @param {boolean} waits whether the question can wait for it
 */
async function inPage(s, waits = true) {
    if (byPoints(s.level)) return null; // the engine knows outcomes only
    if (own?.game !== s.game) {
        const coming = loaded(s.game).catch(() => null);
        const mine = { game: s.game, until: performance.now() + PATIENCE, there: null, coming };
        coming.then((page) => (mine.there = page));
        own = mine;
    }
    const mine = own; // which may change while this waits
    if (waits && !mine.there) {
        const left = Math.max(0, mine.until - performance.now());
        await Promise.race([mine.coming, new Promise((done) => setTimeout(done, left))]);
    }
    return mine.there?.finds(s.position) ? mine.there : null;
}

/**
 * What a position is worth, from the page if it plays by itself already, or from the server. What the
 * server does not answer soon, or in its time, is for the engine, as soon as it is there.
 * @param {"know" | "values"} what
 * @param {Settings} s
 * @param {string[]} moves
 * @param {AbortSignal} signal
 * @param {Hears} [report]
 */
async function worth(what, s, moves, signal, report) {
    const found = (/** @type {any} */ page) => (page[what] ?? page.know)(s, moves, signal, report);
    const page = await inPage(s, false);
    if (page) return found(page);
    const [stop, coming] = [new AbortController(), own?.coming];
    signal.addEventListener("abort", () => stop.abort(signal.reason));
    const server = asked(what, s, moves, stop.signal);
    const answered = server.then(() => true, (error) => !(error instanceof TooLong));
    const patience = new Promise((done) => setTimeout(done, PATIENCE));
    if (await Promise.race([answered, Promise.all([coming, patience]).then(() => false)])) return server;
    await coming;
    const late = await inPage(s, false);
    if (!late) return server;
    stop.abort();
    signal.throwIfAborted();
    return found(late);
}

/** @type {Source} */
export const served = {
    table: async (s, moves, ask, signal) => {
        const page = await inPage(s, ask.reply);
        if (page?.plays(s.level)) return page.table(s, moves, ask, signal);
        const [reply, know] = [ask.reply, ask.know].map((one) => (one ? "1" : "0"));
        const again = () => asked("table", s, moves, signal, { reply, know });
        return again().catch(async (error) => {
            if (!(error instanceof TooLong)) throw error;
            const late = await inPage(s);
            signal.throwIfAborted();
            return late?.plays(s.level) ? late.table(s, moves, ask, signal) : again();
        });
    },
    know: (s, moves, signal, report) => worth("know", s, moves, signal, report),
    values: (s, moves, signal, report) => worth("values", s, moves, signal, report),
    ahead: async (s, moves, signal) => {
        await stirred;
        return (await inPage(s)) ? { ahead: {} } : asked("ahead", s, moves, signal); // at once
    },
    explain: async (s, moves, known, signal) => {
        const told = await asked("know", s, moves, signal);
        if (told.value.outcome && !known.value.outcome) return told; // it has come further
        return { ...known, moves: known.moves.map((one) => explained(one, told)) };
    },
    address: (s, moves) => {
        const query = new URLSearchParams();
        if (moves.length) query.set("moves", moves.join(","));
        for (const name of /** @type {const} */ (["as", "level", "position"])) {
            if (s[name] !== USUAL[name]) query.set(name, s[name]);
        }
        const asked = `${query}`.replaceAll("%2C", ",");
        return `/play/${inAddress(s.game)}${asked ? `?${asked}` : ""}`;
    },
    settings: (address) => {
        const given = (/** @type {string} */ name, /** @type {string} */ usual) =>
            address.searchParams.get(name) ?? usual;
        const game =
            decodeURIComponent(address.pathname.replace(/^\/(play\/)?/, "")) || "tictactoe";
        const settings = {
            game,
            as: given("as", USUAL.as),
            level: given("level", USUAL.level),
            position: given("position", ""),
        };
        return { settings, moves: given("moves", "").split(",").filter(Boolean) };
    },
};

/**
 * A move with the server's reason, unless the two disagree on what the move is worth.
 * @param {Known["moves"][number]} move
 * @param {Known} told
 */
function explained(move, told) {
    const same = told.moves.find((one) => one.move === move.move);
    const [own, other] = [move.value, same?.value];
    const agree =
        own.outcome === other?.outcome &&
        (own.outcome === "draw" || (own.plies === other?.plies && own.margin === other?.margin));
    return agree ? { ...move, why: same?.why } : move;
}
