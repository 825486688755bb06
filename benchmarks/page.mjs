// Scores and nodes of positions by the engine of a page, in Node: page.py asks.
import { readFileSync } from "node:fs";

await import(process.argv[2]);
const { module, asked } = JSON.parse(readFileSync(0, "utf8"));
const engine = await globalThis.NoughtsEngine.of({ ...module, book: null });
const begun = performance.now();
const values = [];
for (const words of asked)
    values.push(await engine.value(words.map(BigInt), 0, { end: Infinity }));
const seconds = (performance.now() - begun) / 1000;
console.log(JSON.stringify({ values, seconds, nodes: engine.nodes }));
