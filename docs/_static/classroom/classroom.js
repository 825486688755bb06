// The editor of an exercise: Run, Check and Stop. Python starts when an editor is entered.

// Seconds after which a program is stopped, or a function that does not answer in a check.
const SECONDS = 20;

// A worker that answers one question at a time, and is thrown away when it does not end.
class Python {
  start() {
    if (this.worker) return;
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => {
      if (data.ready) this.ready = true;
      else if ("late" in data) this.wait(data.late);
      else if (data.shown) this.show?.(data.shown);
      else this.end?.(data);
    };
    const unread = "its files cannot be read. Go online, and press the button again.";
    this.worker.onerror = ({ message }) => this.stop(`Python does not start here: ${message ?? unread}`);
  }

  // The answer to a question; `show` gets what is known before.
  ask(question, show) {
    if (this.end) this.stop("Stopped."); // another exercise of the page was working
    this.start();
    this.show = show;
    return new Promise((answered) => {
      this.end = (answer) => {
        this.wait("");
        this.end = null;
        answered(answer);
      };
      this.worker.postMessage(question);
    });
  }

  wait(late) {
    clearTimeout(this.timer);
    const stop = () => this.stop(`Stopped: ${late} within ${SECONDS} seconds.`);
    if (late) this.timer = setTimeout(stop, SECONDS * 1000);
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

function figure([svg, caption]) {
  const made = document.createElement("figure");
  made.innerHTML = svg;
  made.append(Object.assign(document.createElement("figcaption"), { textContent: caption }));
  return made;
}

function exercise(section) {
  const find = (name) => section.querySelector(`[data-${name}]`);
  const editor = section.querySelector("textarea");
  const [run, check, stop, restore] = ["run", "check", "stop", "restore"].map(find);
  const [boards, ...texts] = ["boards", "text", "lost", "counts"].map(find);
  const key = `noughts-course ${editor.name}`;
  const first = editor.value;
  editor.value = kept(key) ?? first;
  editor.addEventListener("focus", () => python.start());
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
    run.disabled = check.disabled = working;
    stop.disabled = !working;
  };
  const show = (answer) => {
    [answer.text, answer.lost, answer.counts].forEach((text, i) => (texts[i].textContent = text ?? ""));
    boards.replaceChildren(...(answer.boards ?? []).map(figure));
  };
  const begin = async (checked) => {
    busy(true);
    show({ text: python.ready ? "Working …" : "Python is starting …" });
    const { game, function: function_, golf, also } = section.dataset;
    const ask = (asked, of, before = "") => {
      const question = { check: checked, code: editor.value, game: of, function: asked, golf: golf !== undefined };
      return python.ask(question, (found) =>
        show({ ...found, text: `${before}${found.text}\n\nLooking for the name of its bug …` }),
      );
    };
    let answer = await ask(function_, game);
    if (checked && also && answer.counts && !answer.lost) {
      const before = `${answer.text}\n\n`;
      answer = await ask(...also.split(" "), before);
      answer.text = before + answer.text;
    }
    show(answer);
    if (answer.steps) record(editor, answer.steps);
    busy(false);
  };
  run.addEventListener("click", () => begin(false));
  check.addEventListener("click", () => begin(true));
  stop.addEventListener("click", () => python.stop("Stopped."));
  restore.addEventListener("click", () => {
    editor.value = first;
    keep(key, first);
  });
  busy(false);
  section.hidden = false;
  if (section.dataset.golf !== undefined) showRecords(editor);
}

// Records of golf: steps, day and program, the fewest steps first, in the table of the page.
const RECORDS = "noughts-golf";
const MOST_RECORDS = 5;

function records() {
  try {
    return JSON.parse(kept(RECORDS)) ?? [];
  } catch {
    return []; // not ours
  }
}

function record(editor, steps) {
  const made = { steps, day: new Date().toLocaleDateString(), code: editor.value };
  const others = records().filter(({ code }) => code !== made.code);
  const all = [...others, made].sort((a, b) => a.steps - b.steps);
  keep(RECORDS, JSON.stringify(all.slice(0, MOST_RECORDS)));
  showRecords(editor);
}

function showRecords(editor) {
  const body = document.querySelector("#records tbody");
  body.querySelectorAll("tr.own").forEach((row) => row.remove());
  for (const { steps, day, code } of records()) {
    const row = Object.assign(document.createElement("tr"), { className: "own" });
    const button = Object.assign(document.createElement("button"), { textContent: `yours, ${day}` });
    button.title = "Put this program into the editor";
    button.addEventListener("click", () => {
      editor.value = code;
      editor.dispatchEvent(new Event("input"));
      editor.focus();
    });
    row.insertCell().append(button);
    row.insertCell().textContent = steps.toLocaleString("en");
    const number = ({ cells }) => Number(cells[1].textContent.replaceAll(",", ""));
    body.insertBefore(row, [...body.rows].find((other) => number(other) > steps) ?? null);
  }
}

document.querySelectorAll("section.exercise").forEach(exercise);
