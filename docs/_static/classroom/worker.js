// Python in a worker: Pyodide, noughts, running.py and checking.py, all from this site.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const bytes = async (name) => (await fetch(new URL(name, import.meta.url))).arrayBuffer();

const ready = (async () => {
  const [python, packed] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
    bytes("./noughts.zip"),
  ]);
  python.unpackArchive(packed, "zip", { extractDir: "/noughts" });
  python.runPython("import sys; sys.path.insert(0, '/noughts'); import running");
  return python;
})();

ready.then(
  () => postMessage({ ready: true }),
  () => {}, // the answer to the question says it
);

const late = (text) => postMessage({ late: text });

onmessage = async ({ data }) => {
  try {
    const python = await ready;
    const answer = data.check
      ? python.pyimport("checking").check(data.code, data.game, data.function, late, data.golf)
      : python.pyimport("running").run(data.code, late);
    postMessage(JSON.parse(answer));
    python.pyimport("checking"); // so that the next check begins sooner
  } catch (error) {
    postMessage({ text: `Python failed: ${error.message}` });
  }
};
