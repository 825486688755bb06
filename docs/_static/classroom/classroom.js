// The editor of an exercise: Run, Check and Stop. Python starts at the first of them.

// Seconds after which a program is stopped.
const LIMITS = { run: 20, check: 180 };

class Python {
  // A worker that answers one question at a time, and is thrown away when it does not end.
  ask(question, seconds) {
    this.worker ??= new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    return new Promise((answered) => {
      const end = (answer) => {
        clearTimeout(this.timer);
        this.end = null;
        answered(answer);
      };
      this.end = end;
      const begin = () => {
        this.timer = setTimeout(
          () => this.stop(`It did not end within ${seconds} seconds, and was stopped.`),
          seconds * 1000,
        );
      };
      this.worker.onmessage = ({ data }) => {
        if (data.ready) {
          this.ready = true;
          begin();
        } else end(data);
      };
      this.worker.onerror = (event) => this.stop(`Python does not start here: ${event.message}`);
      if (this.ready) begin();
      this.worker.postMessage(question);
    });
  }

  stop(text) {
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    this.end?.({ text });
  }
}

const python = new Python();

function kept(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function keep(key, text) {
  try {
    localStorage.setItem(key, text);
  } catch {
    // the text stays in the page
  }
}

function exercise(section) {
  const find = (name) => section.querySelector(`[data-${name}]`);
  const editor = section.querySelector("textarea");
  const buttons = { run: find("run"), check: find("check"), stop: find("stop"), restore: find("restore") };
  const [output, board] = [find("output"), find("board")];
  const key = `noughts-course ${editor.name}`;
  const first = editor.value;
  editor.value = kept(key) ?? first;
  editor.addEventListener("input", () => keep(key, editor.value));
  editor.addEventListener("keydown", (event) => {
    // Tab indents; Escape, then Tab, leaves the editor.
    if (event.key === "Escape") editor.dataset.leave = "yes";
    else if (event.key !== "Tab") delete editor.dataset.leave;
    if (event.key !== "Tab" || event.shiftKey || editor.dataset.leave) return;
    event.preventDefault();
    editor.setRangeText("    ", editor.selectionStart, editor.selectionEnd, "end");
    keep(key, editor.value);
  });
  const busy = (working) => {
    buttons.run.disabled = buttons.check.disabled = working;
    buttons.stop.disabled = !working;
  };
  const begin = async (name) => {
    busy(true);
    board.replaceChildren();
    output.textContent = python.ready ? "Working …" : "Python is starting …";
    const { game, function: function_ } = section.dataset;
    const question = { check: name === "check", code: editor.value, game, function: function_ };
    const answer = await python.ask(question, LIMITS[name]);
    output.textContent = answer.text;
    section.dataset.verdict = answer.verdict ?? "";
    if (answer.board) {
      board.innerHTML = answer.board;
      const text = document.createElement("p");
      text.textContent = answer.lost;
      board.prepend(text);
    }
    busy(false);
  };
  buttons.run.addEventListener("click", () => begin("run"));
  buttons.check.addEventListener("click", () => begin("check"));
  buttons.stop.addEventListener("click", () => python.stop("Stopped."));
  buttons.restore.addEventListener("click", () => {
    editor.value = first;
    keep(key, first);
  });
  busy(false);
  section.hidden = false;
}

document.querySelectorAll("section.exercise").forEach(exercise);
