// Asks the engine of a page, in Node: what test_engine.py wants to know, from standard input.
import { readFileSync } from "node:fs";

await import(process.argv[2]);
const { module, cells, asked, styles, seconds } = JSON.parse(readFileSync(0, "utf8"));
const engine = await globalThis.NoughtsEngine.of(module);
const told = [];
/** One after the other. */
const all = async (things, ask) => {
    const found = [];
    for (const one of things) found.push(await ask(one));
    return found;
};
const begun = performance.now();
for (const { words, turn, ply } of asked) {
    const position = words.map(BigInt);
    const { outcome, moves } = engine.moves(position);
    const end = performance.now() + 1000 * seconds;
    told.push({
        outcome,
        moves: moves.map((one) => [one.move, one.after.map(String)]),
        marks: cells ? engine.ask("tell_marks", [...position, turn], cells) : null,
        value: moves.length ? engine.exact(await engine.bounds(position, ply, { end })) : null,
        chosen: moves.length ? await all(styles, (style) => engine.choose(position, style, 7)) : [],
    });
}
console.log(JSON.stringify({ told, seconds: (performance.now() - begun) / 1000 }));
