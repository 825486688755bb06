// Saves the memory of a Python that has imported noughts: a browser that loads it need not start Python.
//
//     node make_snapshot.mjs CLASSROOM
//
// CLASSROOM is the folder of the site with pyodide/ and noughts.zip. The snapshot is compressed.
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

// Pyodide restores no memory that has grown, so not everything that a check imports is in it.
const WARM = `
import sys
sys.path.insert(0, "/noughts")
import running, noughts.classroom.audit
`;
const place = resolve(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(`${place}/pyodide/pyodide.mjs`));
const python = await loadPyodide({ indexURL: `${place}/pyodide`, _makeSnapshot: true });
python.unpackArchive(new Uint8Array(readFileSync(`${place}/noughts.zip`)), "zip", {
  extractDir: "/noughts",
});
python.runPython(WARM);
const snapshot = python.makeMemorySnapshot();
await loadPyodide({ indexURL: `${place}/pyodide`, _loadSnapshot: snapshot }); // fails if it cannot be restored
writeFileSync(`${place}/noughts.snapshot`, gzipSync(snapshot, { level: 9 }));
process.exit(0);
