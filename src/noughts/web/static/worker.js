// @ts-check
// The service worker of a site: it keeps all files, so that the games work without a network.

const CACHE = "noughts VERSION";
const FILES = ["FILES"];
const scope = /** @type {any} */ (globalThis);

scope.addEventListener("install", (/** @type {any} */ event) => {
    event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)).then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
    const old = caches.keys().then((names) => names.filter((name) => name !== CACHE));
    event.waitUntil(old.then((names) => Promise.all(names.map((name) => caches.delete(name)))));
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
    const kept = caches.match(event.request, { ignoreSearch: true });
    event.respondWith(kept.then((answer) => answer ?? fetch(event.request)));
});
