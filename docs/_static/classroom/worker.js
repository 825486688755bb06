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

ready.then(
  () => postMessage({ ready: true }),
  () => {}, // the answer to the question says it
);

const late = (text) => postMessage({ late: text });
const show = (answer) => postMessage({ shown: JSON.parse(answer) });

onmessage = async ({ data }) => {
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
