"use strict";
// Steps through recorded searches. Python has written all sentences; this script shows them up to the
// current step.

(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const RATES = [0.5, 1, 2, 4, 8, 16, 32]; // steps a second
  const byId = (id) => document.getElementById(id);
  const last = Math.max(...data.searches.map((search) => search.steps.length - 1));
  let now = 0;
  let timer = null;

  const element = (tag, className, ...inside) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...inside);
    return made;
  };
  const number = (n) => n.toLocaleString("en");

  // The state at a step, replayed from the first step, which is fast enough.
  const replay = (search, step) => {
    const known = new Map(); // state by visited node
    let spared = 0;
    let goal = null;
    let root = 0;
    for (let i = 0; i <= step; i++) {
      for (const [kind, node, ...rest] of search.steps[i][3]) {
        if (kind === "e") known.set(node, { alpha: rest[0], beta: rest[1] });
        else if (kind === "l") {
          const [own, before, outcome, below] = rest;
          Object.assign(known.get(node), { own, before, outcome, left: true });
          spared = spared === null || below === null ? null : spared + below;
        } else if (kind === "q") [goal, root] = [rest[0], node];
        else known.set(node, { proof: rest[0], disproof: rest[1] });
      }
    }
    return { known, spared, goal, root, seen: known.size };
  };

  const way = (search, node) => {
    const nodes = [];
    for (; node >= 0; node = search.nodes[node][0]) nodes.unshift(node);
    return nodes;
  };

  const answer = (proof, disproof) =>
    proof === 0 ? "yes" : disproof === 0 ? "no" : `${number(proof)} : ${number(disproof)}`;

  // The state of a move: not searched, being searched, done with its value, or cut.
  const chip = (name, child, state, current, parentLeft) => {
    const found = child === undefined ? undefined : state.known.get(child);
    const made = element("li", "move", name);
    if (current) made.classList.add("current");
    if (found && found.left) {
      made.classList.add(found.outcome);
      made.append(" ", element("b", "", found.before));
    } else if (found && found.proof !== undefined) {
      // A disproof for the opponent is a proof for the mover.
      if (found.disproof === 0) made.classList.add("yes");
      if (found.proof === 0) made.classList.add("no");
      made.append(" ", element("b", "", answer(found.disproof, found.proof)));
    } else if (!found && parentLeft) {
      made.classList.add("cut");
      made.append(" ", element("span", "", "✂"), element("span", "hidden", " not searched"));
    } else if (!found) made.classList.add("later");
    if (current) made.setAttribute("aria-current", "true");
    return made;
  };

  const question = (search, state, node) => {
    const [, , , turn, ply] = search.nodes[node];
    const goal = ply % 2 ? 1 - state.goal : state.goal;
    const { proof, disproof } = state.known.get(node);
    const asked = `can ${data.marks[turn]} ${goal === 1 ? "win" : "get a draw"}?`;
    return `${asked} ${answer(proof, disproof)}`;
  };

  const bounds = (search, state, node) => {
    const known = state.known.get(node);
    if (known.proof !== undefined) return question(search, state, node);
    if (data.boards[search.nodes[node][2]].moves.length === 0) return ""; // the reason is enough
    const parts = [];
    if (known.alpha) parts.push(`α\u00a0${known.alpha}`);
    if (known.beta) parts.push(`β\u00a0${known.beta}`);
    if (known.left) parts.push(/^[≥≤]/.test(known.own) ? known.own : `=\u00a0${known.own}`);
    return parts.join("  ");
  };

  const row = (search, state, node, next) => {
    const [, name, board, turn] = search.nodes[node];
    const picture = element("div", "board");
    picture.innerHTML = data.boards[board].svg;
    const children = new Map();
    for (const seen of state.known.keys()) {
      if (search.nodes[seen][0] === node) children.set(search.nodes[seen][1], seen);
    }
    const known = state.known.get(node);
    const over = data.boards[board].moves.length === 0;
    const who = over ? "the game is over" : `${data.marks[turn]} to move`;
    const head = element("p", "head", element("b", "", name || "root"), ` ${who} `);
    head.append(element("span", "bounds", bounds(search, state, node)));
    const moves = element(
      "ul",
      "moves",
      ...data.boards[board].moves.map((move) => {
        const child = children.get(move);
        return chip(move, child, state, child !== undefined && child === next, known.left);
      }),
    );
    const made = element("li", "node", picture, element("div", "what", head, moves));
    return made;
  };

  const panel = (search) => {
    const count = element("p", "count");
    const bar = element("div", "bar", element("i", "seen"), element("i", "spared"));
    bar.setAttribute("aria-hidden", "true");
    const reason = element("p", "reason");
    const tree = element("ol", "way");
    tree.setAttribute("aria-label", `${search.name}: path from the root`);
    const deepest = Math.max(...search.nodes.map((node) => node[4]));
    const section = element(
      "section",
      "search",
      element("h2", "", search.name),
      element("p", "about-it", search.about),
      count,
      bar,
      reason,
      tree,
    );
    tree.style.setProperty("--rows", deepest + 1);
    return { search, section, count, bar, reason, tree };
  };

  const show = ({ search, count, bar, reason, tree }) => {
    const step = Math.min(now, search.steps.length - 1);
    const state = replay(search, step);
    const [node, text] = search.steps[step];
    const nodes = way(search, node);
    const done = step === search.steps.length - 1;
    reason.textContent = text;
    const proofs = state.goal !== null;
    const parts = [`${number(state.seen)} ${state.seen === 1 ? "node" : "nodes"} visited`];
    if (!proofs && state.spared !== null) parts.push(`${number(state.spared)} cut`);
    if (!proofs && search.whole) parts.push(`of ${number(search.whole)}`);
    if (done) parts.push(`found: ${search.found}`);
    count.textContent = parts.join(", ");
    bar.hidden = proofs || !search.whole || state.spared === null;
    if (!bar.hidden) {
      bar.children[0].style.width = `${(100 * state.seen) / search.whole}%`;
      bar.children[1].style.width = `${(100 * state.spared) / search.whole}%`;
    }
    tree.replaceChildren(...nodes.map((each, i) => row(search, state, each, nodes[i + 1])));
  };

  const panels = data.searches.map(panel);
  byId("searches").append(...panels.map((each) => each.section));
  const shownOnes = () => panels.filter((each) => !each.section.hidden);

  // Buttons without effect are marked aria-disabled, which keeps the focus.
  const off = (whether, ...ids) => {
    for (const id of ids) byId(id).setAttribute("aria-disabled", String(whether));
  };

  const render = () => {
    for (const each of shownOnes()) show(each);
    byId("time").value = now;
    byId("shown").textContent = `${number(now)} of ${number(last)}`;
    off(now === 0, "back", "start");
    off(now === last, "forward", "end");
    off(nextCut() === null, "cut");
    if (timer === null) tell(); // not while playing: too fast for a screen reader
  };

  const tell = () => {
    const several = shownOnes().length > 1;
    byId("status").textContent = shownOnes()
      .map(({ search, reason }) => (several ? `${search.name}: ` : "") + reason.textContent)
      .join(" ");
  };

  const nextCut = () => {
    for (let i = now + 1; i <= last; i++) {
      if (shownOnes().some(({ search }) => search.steps[i] && search.steps[i][2])) return i;
    }
    return null;
  };

  const go = (step) => {
    now = Math.max(0, Math.min(last, step));
    if (now === last) pause();
    render();
  };
  const rate = () => RATES[byId("speed").value];
  const pause = () => {
    clearInterval(timer);
    timer = null;
    byId("play").textContent = "Play";
  };
  const play = () => {
    if (now === last) now = 0;
    timer = setInterval(() => go(now + 1), 1000 / rate());
    byId("play").textContent = "Pause";
    render();
  };
  const toggle = () => {
    if (timer === null) play();
    else {
      pause();
      render();
    }
  };
  const stepTo = (step) => {
    pause();
    go(step);
  };
  const cut = () => {
    const step = nextCut();
    if (step !== null) stepTo(step);
  };

  byId("time").max = last;
  byId("start").addEventListener("click", () => stepTo(0));
  byId("back").addEventListener("click", () => stepTo(now - 1));
  byId("forward").addEventListener("click", () => stepTo(now + 1));
  byId("end").addEventListener("click", () => stepTo(last));
  byId("play").addEventListener("click", toggle);
  byId("cut").addEventListener("click", cut);
  byId("time").addEventListener("input", () => stepTo(Number(byId("time").value)));
  const tellRate = () => {
    byId("rate").textContent = `${rate()} steps per second`;
  };
  byId("speed").addEventListener("input", () => {
    tellRate();
    if (timer !== null) {
      clearInterval(timer);
      play();
    }
  });

  for (const { search, section } of panels) {
    const box = element("input");
    box.type = "checkbox";
    box.checked = true;
    box.addEventListener("change", () => {
      section.hidden = !box.checked;
      render();
    });
    byId("choice").append(element("label", "", box, ` ${search.name}`));
  }
  byId("choice").hidden = panels.length < 2;

  const KEYS = {
    ArrowLeft: () => stepTo(now - 1),
    ArrowRight: () => stepTo(now + 1),
    Home: () => stepTo(0),
    End: () => stepTo(last),
    " ": toggle,
    c: cut,
    C: cut,
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !(event.key in KEYS)) return;
    // Elements with their own keys keep them.
    const own = event.target.tagName;
    if (own === "INPUT" && (event.target.type === "range" || event.key === " ")) return;
    if (own === "BUTTON" && event.key === " ") return;
    event.preventDefault();
    KEYS[event.key]();
  });

  byId("controls").hidden = byId("options").hidden = false;
  tellRate();
  go(Number(location.hash.slice(1)) || 0); // page.html#40 begins at step 40
})();
