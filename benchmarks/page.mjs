// Scores and nodes of positions by the engine of a page, in Node: page.py asks.
import { readFileSync } from "node:fs";

await import(process.argv[2]);
const { module, warm, asked } = JSON.parse(readFileSync(0, "utf8"));
const engine = await globalThis.NoughtsEngine.of({ ...module, book: null });
const value = (words) => engine.value(words.map(BigInt), 0, { end: Infinity });
for (const words of warm) await value(words); // the browser's compiler takes its time, too
const before = engine.nodes;
// Processor time, as on the other side: who else uses this machine does not count.
const begun = process.cpuUsage();
const values = [];
for (const words of asked) values.push(await value(words));
const { user, system } = process.cpuUsage(begun);
const seconds = (user + system) / 1e6;
console.log(JSON.stringify({ values, seconds, nodes: engine.nodes - before }));
