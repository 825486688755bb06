// Python in a worker: Pyodide, noughts, running.py and checking.py, all from this site.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const fetched = (name) => fetch(new URL(name, import.meta.url));

const unzipped = (answer) =>
  new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

const packed = fetched("./noughts.zip").then((answer) => answer.arrayBuffer());

const ready = (async () => {
  const indexURL = new URL("./pyodide/", import.meta.url).href;
  // The memory of a Python that has imported noughts (tools/make_snapshot.mjs).
  const memory = await fetched("./noughts.snapshot");
  const python = await loadPyodide({ indexURL, _loadSnapshot: memory.ok && unzipped(memory) }).catch(
    (error) => {
      console.warn("The memory of Python was not restored, so it starts anew:", error);
      return loadPyodide({ indexURL });
    },
  );
  python.unpackArchive(await packed, "zip", { extractDir: "/noughts" });
  python.runPython("import sys; sys.path.insert(0, '/noughts'); import running");
  return python;
})();

// Milliseconds without a question after which a check is prepared.
const PAUSE = 1500;
let preparing;

ready.then(
  (python) => {
    postMessage({ ready: true });
    preparing ??= setTimeout(() => python.pyimport("checking").prepare(), PAUSE);
  },
  () => {}, // the answer to the question says it
);

const late = (text) => postMessage({ late: text });
const show = (answer) => postMessage({ shown: JSON.parse(answer) });

onmessage = async ({ data }) => {
  clearTimeout(preparing);
  preparing = 0; // what comes first prepares the rest
  try {
    const python = await ready;
    const answer = data.check
      ? python.pyimport("checking").check(data.code, data.game, data.function, late, show, data.golf)
      : python.pyimport("running").run(data.code, late);
    postMessage(JSON.parse(answer));
    python.pyimport("checking"); // so that the next check begins sooner
  } catch (error) {
    postMessage({ text: `Python failed: ${error.message}` });
  }
};
