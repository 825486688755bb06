// Python in a worker: Pyodide, noughts and classroom.py, all from this site.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const bytes = async (name) => (await fetch(new URL(name, import.meta.url))).arrayBuffer();

const ready = (async () => {
  const [python, noughts, source] = await Promise.all([
    loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href }),
    bytes("./noughts.zip"),
    bytes("./classroom.py"),
  ]);
  python.unpackArchive(noughts, "zip", { extractDir: "/noughts" });
  python.FS.writeFile("/noughts/classroom.py", new Uint8Array(source));
  python.runPython("import sys; sys.path.insert(0, '/noughts'); import classroom");
  return python.pyimport("classroom");
})();

ready.then(
  () => postMessage({ ready: true }),
  () => {}, // the answer to the question says it
);

onmessage = async ({ data }) => {
  try {
    const classroom = await ready;
    const answer = data.check
      ? classroom.check(data.code, data.game, data.function)
      : classroom.run(data.code);
    postMessage(JSON.parse(answer));
  } catch (error) {
    postMessage({ text: `Python failed: ${error.message}` });
  }
};
