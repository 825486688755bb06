// The board in a notebook: shows the picture drawn by Python and sends clicks back.

const BUTTONS = [
  ["undo", "Undo"],
  ["new", "New game"],
  ["values", "Values"],
  ["line", "Best play"],
];

function render({ model, el }) {
  const board = document.createElement("div");
  const choice = document.createElement("div");
  const bar = document.createElement("div");
  const status = document.createElement("p");
  status.setAttribute("role", "status"); // read out when it changes
  choice.className = "noughts-choice";
  bar.className = "noughts-bar";
  el.classList.add("noughts-board");
  el.append(board, choice, bar, status);

  const buttons = new Map();
  for (const [action, label] of BUTTONS) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => model.send({ do: action }));
    buttons.set(action, button);
    bar.append(button);
  }

  const play = (move) => {
    choice.replaceChildren();
    model.send({ do: "play", move: Number(move) });
  };

  const offer = (moves) => {
    const names = model.get("names");
    choice.replaceChildren(
      ...moves.map((move) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = names[move];
        button.addEventListener("click", () => play(move));
        return button;
      }),
    );
  };

  // A cell may have several moves: then the user chooses one by name.
  const chosen = (moves) => {
    if (moves.length === 1) return play(moves[0]);
    offer(moves);
    choice.firstChild.focus();
  };

  const draw = () => {
    const focused = board.contains(document.activeElement)
      ? document.activeElement.dataset.cell
      : null;
    board.innerHTML = model.get("svg");
    board.firstElementChild.setAttribute("role", "group");
    const onCells = new Set();
    for (const target of board.querySelectorAll("[data-moves]")) {
      const moves = target.dataset.moves.split(" ");
      for (const move of moves) onCells.add(move);
      target.setAttribute("tabindex", "0");
      target.setAttribute("role", "button");
      target.setAttribute("aria-label", target.dataset.cell);
      target.addEventListener("click", () => chosen(moves));
      target.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          chosen(moves);
        }
      });
      if (target.dataset.cell === focused) target.focus();
    }
    // Moves without a cell are offered by name.
    offer(Object.keys(model.get("names")).filter((move) => !onCells.has(move)));
  };
  const tell = () => {
    status.textContent = model.get("status");
    buttons.get("values").setAttribute("aria-pressed", String(model.get("values")));
    buttons.get("line").setAttribute("aria-pressed", String(model.get("line")));
  };

  draw();
  tell();
  for (const name of ["svg", "names"]) model.on(`change:${name}`, draw);
  for (const name of ["status", "values", "line"]) model.on(`change:${name}`, tell);
  return () => {
    for (const name of ["svg", "names"]) model.off(`change:${name}`, draw);
    for (const name of ["status", "values", "line"]) model.off(`change:${name}`, tell);
  };
}

export default { render };
