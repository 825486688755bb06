// @ts-check
// Lets the browser keep a site, where the host is safe enough for that (https, or this machine).

if ("serviceWorker" in navigator && location.protocol.startsWith("http"))
    navigator.serviceWorker.register("worker.js").catch(() => undefined); // works with the network
