// Check a strategy file with Node alone: docs/strategies.md has the format.
//
//     node tools/check_strategy.mjs FILE
//
// This program shares no line with noughts. Its second part has the rules, written naively.
// A position is an array of whole numbers (BigInt), seen by the side to move.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

const LOSS = -1, DRAW = 0, WIN = 1, OPEN = 2, SIDES = ["first", "second"];
const KEYS = "budget fields follow forced from game order pairing plies points positions result rules side " +
  "strategy threats turn";

class Fault extends Error {}

/** The claim, and the move in each position, by the position's text. */
function read(path) {
  const file = readFileSync(path), { buffer, engine } = inflateSync(file, { info: true });
  if (engine.bytesWritten !== file.length) throw new Fault("the file goes on after its end");
  const end = buffer.indexOf(10), head = buffer.subarray(0, end).toString(), claim = { points: [], forced: false, ...JSON.parse(head) };
  if (Object.keys(claim).sort().join(" ") !== KEYS || claim.strategy !== 1)
    throw new Fault(`the claim must have these parts and no others: ${KEYS}`);
  claim.from = /"from": ?\[([-\d, ]*)\]/.exec(head)[1].split(",").map(BigInt); // JSON's have 53 bits
  const numbers = varints(buffer.subarray(end + 1)), count = claim.positions;
  if (numbers.length !== 2 * count || numbers.slice(0, count).includes(0n))
    throw new Fault(`there are not ${count} positions in order, each with a move`);
  let number = -1n;
  const positions = numbers.slice(0, count).map((step) => fieldsOf((number += step), claim.fields));
  return [claim, new Map(positions.map((at, i) => [at.join(), Number(numbers[count + i])]))];
}

/** The whole numbers: seven bits a byte, the lowest first; the last byte is below 128. */
function varints(data) {
  let numbers = [], number = 0n, shift = 0n;
  for (const byte of data) {
    number |= BigInt(byte & 127) << shift;
    shift += 7n;
    if (byte >= 128) continue;
    if (byte === 0 && shift > 7n) throw new Fault("a number is longer than it must be");
    numbers.push(number);
    number = shift = 0n;
  }
  if (shift) throw new Fault("the last number is cut short");
  return numbers;
}

/** The numbers of a position, from the one in which they stand side by side, the last lowest. */
function fieldsOf(number, layout) {
  const values = [];
  for (const [low, bits] of layout.toReversed()) {
    values.unshift((number & ((1n << BigInt(bits)) - 1n)) + BigInt(low));
    number >>= BigInt(bits);
  }
  if (number) throw new Fault("a position is too large for its fields");
  return values;
}

/** Goes through the strategy of a file. */
class Checker {
  constructor(claim, moves, game) {
    Object.assign(this, { claim, moves, game: Object.assign(game, { answered: moves }) });
    this.goal = { win: WIN, draw: DRAW }[claim.result];
    this.leaves = { over: 0, threats: 0, forced: 0, pairing: 0, following: 0, points: 0, budget: 0 };
    this.threatened = new Map(); // whether threats settle a position, as it arose
    this.traits = new Set([...moves.keys()].map((key) => game.trait(key.split(",").map(BigInt))));
    this.plies = new Map(); // to the end, from what is gone through; null under way
  }

  /** Throws a Fault unless the claim follows. */
  check() {
    const { claim } = this, { order, plies } = claim;
    const sides = [claim.side, claim.turn].every((side) => SIDES.includes(side));
    if (!sides || this.goal === undefined || new Set(order).size !== order.length)
      throw new Fault("the claim names a side or result that is none, or a move twice");
    if (claim.from.length !== this.game.start().length || claim.fields.length !== claim.from.length)
      throw new Fault("a position of this game does not have so many numbers");
    if (claim.rules.split("-")[0] !== fingerprint(this.game))
      throw new Fault(`these are not the rules of ${claim.game} for which it was made`);
    const searched = claim.threats || claim.pairing || claim.budget || claim.follow || claim.points.length;
    if (plies !== null && (this.goal !== WIN || searched))
      throw new Fault("only a win without leaves by search or by following can claim plies");
    const start = claim.from, mover = this.game.mover(start);
    if (mover !== null && (claim.threats || SIDES[mover] !== claim.turn))
      throw new Fault("where a turn may be kept, positions tell it, and threats prove nothing");
    const most = Math.max(...this.game.begin(start, claim).map((node) => this.pliesFrom(node)));
    if (plies !== null && !(most <= plies))
      throw new Fault(`a win within ${plies} plies is claimed, but it takes ${most}`);
    const unused = [...this.moves.keys()].filter((key) => !this.plies.has(key));
    if (unused.length) throw new Fault(`${unused.length} positions never arise, as ${unused[0]}`);
  }

  /** Go through a position, `mine` if the side is to move; the most plies to the end. */
  pliesFrom([met, mine]) {
    if (mine && this.claim.threats && this.byThreats(met)) return 0;
    const position = mine ? this.game.least(met) : met, key = (mine ? "" : "after ") + position.join();
    if (!this.plies.has(key)) {
      this.plies.set(key, null);
      this.plies.set(key, mine ? this.settled(position, key) : this.replied(position));
    } else if (this.plies.get(key) === null && this.goal === WIN)
      throw new Fault(`play comes back to ${key} and never ends`);
    return this.plies.get(key) ?? 0;
  }

  /** Whether a position as it arises has no answer in the file and threats win there. */
  byThreats(position) {
    const key = position.join(), { game, claim } = this;
    if (!this.threatened.has(key)) {
      // Images are slow to find: none is looked for that could not be in the file.
      const met = this.traits.has(game.trait(position)) && this.moves.has(game.least(position).join());
      const found = !met && game.byThreats(position, claim.threats);
      this.threatened.set(key, found);
      this.leaves.threats += found;
    }
    return this.threatened.get(key);
  }

  /** The same for one of the side's, met for the first time: by an answer, or as a leaf. */
  settled(position, key) {
    if (this.moves.has(key) && this.game.outcome(position) === OPEN) {
      const move = this.moves.get(key);
      if (!this.game.moves(position).includes(move))
        throw new Fault(`the move ${move} is not allowed in ${key}`);
      return 1 + this.pliesFrom(this.game.after(position, move, true));
    }
    const kind = this.game.leaf(position, this.goal, this.claim);
    if (!kind) throw new Fault(`there is no answer, or the game ends against the claim, in ${key}`);
    this.leaves[kind]++;
    return kind === "forced" ? 1 + this.pliesFrom(this.game.onward(position)) : 0;
  }

  /** The same for one of the other side's: by all its moves. */
  replied(position) {
    const outcome = this.game.outcome(position);
    if (outcome !== OPEN && -outcome < this.goal)
      throw new Fault(`the game ends against the claim in ${position}`);
    const moves = outcome === OPEN ? this.game.moves(position) : [];
    return Math.max(0, ...moves.map((m) => 1 + this.pliesFrom(this.game.after(position, m, false))));
  }
}

/** Check the file that the command line names. */
function main() {
  const begun = performance.now();
  try {
    const [claim, moves] = read(process.argv[2] ?? "");
    const checker = new Checker(claim, moves, gameOf(claim.game));
    checker.check();
    const leaves = Object.entries(checker.leaves).map(([kind, count]) => `${count} by ${kind}`);
    const within = claim.plies === null ? "" : ` within ${claim.plies} plies`;
    console.log(
      `Checked: in ${claim.game} from [${claim.from}], ${claim.turn} to move, the ${claim.side} ` +
        `player has at least a ${claim.result}${within}. ${moves.size} positions; leaves: ` +
        `${leaves.join(", ")}; ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
  } catch (error) {
    const fault = error instanceof Fault ? error.message : `no proof: ${error}`;
    console.error(`NOT PROVED: ${fault}.`);
    process.exit(1);
  }
}

// The rules, and what settles leaves by them.

class Spent extends Error {}

/** What a search finds, unless it takes more nodes than it may. */
function within(search) {
  try {
    return search();
  } catch (error) {
    if (error instanceof Spent || error instanceof RangeError) return false;
    throw error;
  }
}

/** A digest of all that the rules say in 16 random plays of at most 200 plies. */
function fingerprint(game) {
  const digest = createHash("sha256");
  let state = 1n;
  for (let play = 0; play < 16; play++) {
    let position = game.start();
    for (let ply = 0; ply < 200; ply++) {
      const outcome = game.outcome(position);
      const moves = outcome === OPEN ? game.moves(position) : [];
      const mover = game.mover(position) === null ? "" : ` ${game.mover(position)}`;
      digest.update(`[${position.join()}] ${outcome} [${moves.join()}]${mover}\n`);
      if (!moves.length) break;
      state = (state * 1103515245n + 12345n) % 2n ** 31n;
      position = game.play(position, moves[Number((state >> 16n) % BigInt(moves.length))]);
    }
  }
  return digest.digest("hex");
}

const range = (n) => Array.from({ length: n }, (_, i) => i);
const has = (cells, cell) => ((cells >> BigInt(cell)) & 1n) === 1n;
const setOf = (cells) => cells.reduce((set, cell) => set | (1n << BigInt(cell)), 0n);
const cellsOf = (set) => range(set.toString(2).length).filter((cell) => has(set, cell));

const flat = [false, false, false]; // no edges that meet

/** Any game by its four rules: searched one position at a time. */
class Rules {
  /** Where to begin: at the start, and at each position with a move if play by points relies on it. */
  begin(start, { turn, side, points }) {
    const positions = points.length > 11 ? [...this.answered.keys()].map((key) => key.split(",").map(BigInt)) : [];
    return [[start, turn === side], ...positions.map((at) => [at, true])];
  }
  /** Whose turn it is, 0 or 1, in games in which a player may move twice in a row. */
  mover() {
    return null;
  }
  /** Whether the player who moved from one position to the other moves again. */
  keeps(position, after) {
    return this.mover(position) !== null && this.mover(position) === this.mover(after);
  }
  /** The position after a move of the side's, or the other's; and whether the side moves then. */
  after(position, move, mine) {
    const after = this.play(position, move);
    return [after, this.keeps(position, after) === mine];
  }
  /** The outcome after a move for the player who made it; OPEN while the game goes on. */
  result(position, after) {
    const outcome = this.outcome(after);
    return outcome === OPEN || this.keeps(position, after) ? outcome : -outcome;
  }
  images(position) {
    return [position];
  }
  /** Of a position's mirror images, the first in order of their numbers. */
  least(position) {
    return this.images(position).reduce((best, other) => {
      const i = best.findIndex((value, at) => value !== other[at]);
      return i >= 0 && other[i] < best[i] ? other : best;
    });
  }
  /** Something that is the same for all images of a position, and quicker to find. */
  trait() {
    return "";
  }
  /** Whether the side to move has a move after which the other has lost. */
  winsAtOnce(position) {
    return this.moves(position).some((move) => this.outcome(this.play(position, move)) === LOSS);
  }
  /** The moves after which the game goes on without a win of the other at once; none if one wins
      at once, the game is over, or a player may move twice in a row. */
  left(position) {
    const over = this.outcome(position) !== OPEN || this.mover(position) !== null;
    if (over || this.winsAtOnce(position)) return [];
    const after = (move) => this.play(position, move);
    return this.moves(position).filter((m) => this.outcome(after(m)) === OPEN && !this.winsAtOnce(after(m)));
  }
  /** The position after a forced move, and that the side is not to move there. */
  onward(position) {
    return this.after(position, this.left(position)[0], true);
  }
  /** Whether the side to move wins by threats, found with so many nodes. */
  byThreats(position, left) {
    const run = { left, met: new Set() };
    return this.outcome(position) === OPEN && within(() => this.wins(position, run));
  }
  /** Whether the side to move wins by threats: each leaves one reply, or none. */
  wins(position, run) {
    if (this.winsAtOnce(position)) return true;
    const key = position.join();
    if (run.met.has(key)) return false;
    if (--run.left < 0) throw new Spent();
    const won = this.moves(position).some((move) => {
      const after = this.play(position, move);
      if (this.outcome(after) !== OPEN) return false;
      // A reply is left if it ends the game, or if the side does not win at once after it.
      const left = this.moves(after).map((reply) => this.play(after, reply))
        .filter((next) => this.outcome(next) !== OPEN || !this.winsAtOnce(next));
      if (left.length !== 1) return !left.length;
      return this.outcome(left[0]) === OPEN && this.wins(left[0], run);
    });
    if (!won) run.met.add(key);
    return won;
  }
  /** Whether who has just moved holds a draw by pairs of cells. */
  holds() {
    return false;
  }
  /** Whether after some move that does not end the game its player reaches the goal by following up. */
  followed() {
    return false;
  }
  /** Whether play by points reaches the goal for the side to move, whatever the other does. */
  pointed() {
    return false;
  }
  /** How a position without an answer is settled as claimed; nothing if it is not. */
  leaf(position, goal, { order, budget, follow, forced, pairing, points }) {
    const outcome = this.outcome(position);
    if (outcome !== OPEN) return outcome >= goal && "over";
    const after = this.moves(position).map((move) => this.play(position, move));
    const held = (next) => this.holds(next) && this.outcome(next) === OPEN;
    if (pairing && goal === DRAW && after.some(held)) return "pairing";
    if (follow && this.followed(position, goal)) return "following";
    if (points.length && this.pointed(position, goal, points, follow)) return "points";
    const run = { left: budget, follow, pairing, known: new Map() };
    if (budget > 0 && within(() => this.reaches(position, goal, order, run))) return "budget";
    return forced && this.left(position).length === 1 && "forced";
  }
  /** Alpha-beta for one question: does the side to move get at least that outcome? */
  reaches(position, goal, order, run) {
    const rank = new Map(order.map((move, i) => [move, i]));
    const moves = this.moves(position);
    moves.sort((a, b) => (rank.get(a) ?? 1e9) - (rank.get(b) ?? 1e9));
    const after = moves.map((move) => this.play(position, move));
    const ends = after.map((next) => this.result(position, next));
    if (ends.some((end) => end !== OPEN && end >= goal)) return true;
    const key = `${goal} ${position}`;
    if (run.known.has(key)) return run.known.get(key);
    if (--run.left < 0) throw new Spent();
    const still = after.filter((next, i) => ends[i] === OPEN);
    const found = still.some((next) => {
      const again = this.keeps(position, next);
      return this.reaches(next, again ? goal : 1 - goal, order, run) === again;
    });
    run.known.set(key, found);
    return found;
  }
}

/** Whether all cells of one of the lines are a player's. */
function hasLine(board, lines, who) {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    let j = 0;
    while (j < line.length && board[line[j]] === who) j++;
    if (j === line.length) return true;
  }
  return false;
}

/** Two sides mark cells; a line of one's own marks wins. */
class Lines extends Rules {
  constructor(cells, lines, turns, misere) {
    super();
    const sets = new Set(lines.map(setOf));
    this.cells = cells;
    this.all = setOf(cells);
    this.loses = misere;
    this.lines = [...sets];
    // Only what maps lines to lines is a symmetry.
    this.turns = turns.filter((t) => this.lines.every((line) => sets.has(moved(line, t))));
    const size = Math.max(...cells) + 1;
    this.board = new Int8Array(size);
    this.cellLines = this.lines.map(cellsOf);
    this.through = range(size).map((cell) =>
      this.lines.filter((l) => has(l, cell)).map((l) => cellsOf(l).filter((c) => c !== cell)));
  }
  start() {
    return [0n, 0n];
  }
  moves([mine, theirs]) {
    return this.cells.filter((cell) => !has(mine | theirs, cell));
  }
  play([mine, theirs], move) {
    return [theirs, mine | (1n << BigInt(move))];
  }
  outcome([mine, theirs]) {
    if (this.lines.some((line) => (line & theirs) === line)) return this.loses ? WIN : LOSS;
    return (mine | theirs) === this.all ? DRAW : OPEN;
  }
  images([mine, theirs]) {
    return this.turns.map((turn) => [moved(mine, turn), moved(theirs, turn)]);
  }

  put(mine, theirs) {
    for (const cell of this.cells) this.board[cell] = has(mine, cell) ? 1 : has(theirs, cell) ? 2 : 0;
  }
  // The same search on a board that is marked and cleared again, which is faster.
  reaches([mine, theirs], goal, order, run) {
    this.put(mine, theirs);
    const every = this.moves([0n, 0n]);
    this.order = [...order.filter((m) => every.includes(m)), ...every.filter((m) => !order.includes(m))];
    const empty = this.cells.filter((cell) => !this.board[cell]).length;
    return this.search(1, goal, empty, run);
  }
  search(who, goal, empty, run) {
    const { order } = this, open = [];
    for (let i = 0; i < order.length; i++) {
      const cell = this.landing(order[i]);
      if (cell < 0) continue;
      const line = this.completes(cell, who);
      if (!line && empty > 1) open.push(cell);
      else if ((line ? (this.loses ? LOSS : WIN) : DRAW) >= goal) return true;
    }
    const key = this.key(), known = run.known.get(key);
    if (known !== undefined) return known;
    if (--run.left < 0) throw new Spent();
    const found = this.searched(who, goal, empty, run, open);
    run.known.set(key, found);
    return found;
  }
  /** The answer that a rule gives, or the moves to these cells. */
  searched(who, goal, empty, run, open) {
    if (run.pairing && this.paired(goal === DRAW ? who : 3 - who)) return goal === DRAW;
    const { board } = this, ranks = [];
    for (let i = 0; i < open.length; i++) {
      board[open[i]] = who;
      const held = run.follow && this.follows(who, goal);
      ranks.push(64 * (99 - this.promise(who)) + i);
      board[open[i]] = 0;
      if (held) return true;
    }
    for (const rank of ranks.sort((a, b) => a - b)) {
      const cell = open[rank % 64];
      board[cell] = who;
      const refuted = this.search(3 - who, 1 - goal, empty - 1, run);
      board[cell] = 0;
      if (!refuted) return true;
    }
    return false;
  }
  key() {
    return String.fromCharCode(...this.board);
  }
  promise() {
    return 0;
  }
  paired() {
    return false;
  }
  follows() {
    return false;
  }
  landing(move) {
    return this.board[move] ? -1 : move;
  }
  completes(cell, who) {
    return hasLine(this.board, this.through[cell], who);
  }
}

/** A board on which every empty cell can be marked: threats are found line by line. */
class Board extends Lines {
  /** How many marks of whom the lines have, and how many lines have them. */
  trait([mine, theirs]) {
    this.put(mine, theirs);
    const lines = this.cellLines.map((line) =>
      line.reduce((sum, cell) => sum + [0, 1, 16][this.board[cell]], 0));
    return lines.sort((a, b) => a - b).join();
  }
  wins([mine, theirs], run) {
    this.put(mine, theirs);
    return this.threatens(run);
  }
  /** The same for what is on the board: the side's cells are 1, the other's 2. */
  threatens(run) {
    if (this.completing(1).length) return true;
    const key = this.key();
    if (run.met.has(key)) return false;
    if (--run.left < 0) throw new Spent();
    const { board } = this, theirs = this.completing(2);
    for (const cell of this.preparing()) {
      if (theirs.some((other) => other !== cell)) continue;
      board[cell] = 1;
      const [answer, second] = this.completing(1);
      let won = second !== undefined;
      if (!won && answer !== undefined) {
        board[answer] = 2;
        won = board.includes(0) && this.threatens(run);
        board[answer] = 0;
      }
      board[cell] = 0;
      if (won) return true;
    }
    run.met.add(key);
    return false;
  }
  holds([mine, theirs]) {
    this.put(mine, theirs);
    return this.paired(2);
  }
  /** Whether pairs of empty cells can be found, one within each line still open to the other side. */
  paired(who) {
    if (!this.chains || this.loses) return false;
    const needs = this.needs(who), owner = new Map(); // of a cell, the set that it is reserved for
    // Reserve one cell more for a set; another set may have to take one in its place.
    const gains = (set, tried) => needs[set].some((cell) => {
      if (tried.has(cell) || owner.get(cell) === set) return false;
      tried.add(cell);
      if (owner.has(cell) && !gains(owner.get(cell), tried)) return false;
      owner.set(cell, set);
      return true;
    });
    return needs.every((_, set) => gains(set, new Set()) && gains(set, new Set()));
  }
  /** Sets of empty cells: each line without that side's mark has one of them within.
   * Lines that follow each other in a row share a set while two empty cells are left in it. */
  needs(who) {
    const { board } = this, needs = [];
    for (const chain of this.chains) {
      let shared = [];
      for (const line of chain) {
        if (line.some((cell) => board[cell] === who)) {
          shared = [];
          continue;
        }
        const both = shared.filter((cell) => line.includes(cell));
        if (both.length > 1) needs.pop();
        shared = both.length > 1 ? both : line.filter((cell) => !board[cell]);
        needs.push(shared);
      }
    }
    return needs;
  }
  /** The empty cells each of which completes a line of that side. */
  completing(who) {
    return this.loses ? [] : this.gaps(who, 1);
  }
  /** The empty cells of the lines that lack two of the side's marks, in order. */
  preparing() {
    return this.gaps(1, 2).sort((a, b) => a - b);
  }
  /** The empty cells of the lines that lack so many marks and have only that side's. */
  gaps(who, size) {
    const { board } = this, found = [];
    for (const line of this.cellLines) {
      let left = size;
      for (let i = 0; left >= 0 && i < line.length; i++)
        if (board[line[i]] !== who) left -= board[line[i]] ? size + 1 : 1;
      if (left) continue;
      for (const cell of line) if (!board[cell] && !found.includes(cell)) found.push(cell);
    }
    return found;
  }
}

function moved(cells, turn) {
  return setOf(cellsOf(cells).map((cell) => turn.get(cell)));
}

const product = (lists) =>
  lists.reduce((rows, list) => rows.flatMap((row) => list.map((x) => [...row, x])), [[]]);
const permutations = (list) =>
  list.length < 2
    ? [list]
    : list.flatMap((x) => permutations(list.filter((y) => y !== x)).map((rest) => [x, ...rest]));

/** The rows of k places on a board, in every direction, over the edges that meet. */
function rowsOf(size, k, around) {
  const rows = [];
  for (const at of product(size.map(range)))
    for (const step of product(size.map(() => [-1, 0, 1]))) {
      const row = range(k).map((i) =>
        at.map((a, d) => (around[d] ? (a + i * step[d] + k * size[d]) % size[d] : a + i * step[d])));
      const inside = row.every((place) => place.every((x, d) => 0 <= x && x < size[d]));
      if (inside && new Set(row.map(String)).size === k) rows.push(row);
    }
  return rows;
}

/** A board of lines; cells are counted along the last direction first. */
function grid(size, k, around, misere) {
  const number = (place) => place.reduce((cell, x, d) => cell * size[d] + x, 0);
  const places = product(size.map(range));
  const values = size.length === 3 ? permutations(range(size[0])) : [range(Math.max(...size))];
  const turns = new Map();
  for (const value of values)
    for (const order of permutations(range(size.length)))
      for (const flips of product(size.map(() => [false, true]))) {
        if (order.some((o, d) => size[o] !== size[d])) continue;
        const image = (p) =>
          number(order.map((o, d) => value[flips[d] ? size[d] - 1 - p[o] : p[o]]));
        const turn = places.map((p) => [number(p), image(p)]);
        turns.set(String(turn), new Map(turn));
      }
  const lines = rowsOf(size, k, around).map((row) => row.map(number));
  const board = new Board(range(places.length), lines, [...turns.values()], misere);
  return Object.assign(board, { chains: size.length === 2 && chainsOf(board.lines, around.some(Boolean)) });
}

/** The lines of each row of cells, from its first cell; over edges that meet, each by itself. */
function chainsOf(lines, around) {
  const chains = new Map();
  for (const line of lines.map(cellsOf).sort((a, b) => a.at(-1) - b.at(-1))) {
    const step = line.length > 1 && !around ? line.at(-1) - line.at(-2) : Infinity;
    const before = String(line.map((cell) => cell - step));
    chains.set(String(line), [...(chains.get(before) ?? []), line]);
    chains.delete(before);
  }
  return [...chains.values()];
}

/** `lines:3,3,-b2,a3b3c3,…`: columns, rows, holes, lines; cells are counted in reading order. */
function lineGame(words) {
  const [columns, rows] = words.map(Number);
  const placesIn = (word) => [...word.matchAll(/([a-z])(\d+)/g)].map(([, column, row]) =>
    (rows - Number(row)) * columns + column.charCodeAt(0) - 97);
  const written = words.filter((word) => /^-?([a-z]\d+)+$/.test(word));
  const holes = new Set(written.filter((word) => word[0] === "-").flatMap(placesIn));
  const cells = range(columns * rows).filter((place) => !holes.has(place));
  const cell = (place) => cells.indexOf(place);
  const lines = written.filter((word) => word[0] !== "-").map((word) => placesIn(word).map(cell));
  const turns = [];
  for (const swap of columns === rows ? [false, true] : [false])
    for (const [across, down] of product([[false, true], [false, true]])) {
      const turn = cells.map((place) => {
        const [r, c] = [Math.floor(place / columns), place % columns];
        const [to, over] = swap ? [c, r] : [r, c];
        return cell((down ? rows - 1 - to : to) * columns + (across ? columns - 1 - over : over));
      });
      if (!turn.includes(-1)) turns.push(new Map(turn.map((to, from) => [from, to])));
    }
  return new Board(range(cells.length), lines, turns, words.includes("misere"));
}

/** Marks fall. The cell in column c, row r from the bottom, is bit c * (rows + 1) + r. */
class ConnectFour extends Lines {
  constructor(columns, rows, k, misere) {
    const bit = ([c, r]) => c * (rows + 1) + r;
    const places = product([range(columns), range(rows)]);
    const same = new Map(places.map((p) => [bit(p), bit(p)]));
    const mirror = new Map(places.map(([c, r]) => [bit([c, r]), bit([columns - 1 - c, r])]));
    const lines = rowsOf([columns, rows], k, [false, false]).map((row) => row.map(bit));
    if (columns * (rows + 1) > 65) throw new Fault("boards with cells beyond 64 bits are too large here");
    super(places.map(bit), lines, [same, mirror], misere);
    Object.assign(this, { columns, rows, bits: range(columns * (rows + 1)).map((b) => part(1n << BigInt(b))) });
    this.parts = this.lines.map(part);
    this.near = this.bits.map((_, b) => this.lines.filter((line) => has(line, b)).map(part));
    this.bottom = range(columns).reduce((sum, c) => sum + 2 ** (c * (rows + 1)), 0);
    this.states = new Uint8Array(columns * (rows + 1)); // what weights of lines ask of each cell
    // Cells with an even number of cells above them, or with an odd one.
    this.lasting = [0, 1].map((odd) => part(setOf(places.filter(([, r]) => (rows - 1 - r) % 2 === odd).map(bit))));
    // By column and height: the cells of which following up gives the other side, and the follower.
    const every = (c, from) => range(rows).filter((r) => r >= from && (r - from) % 2 === 0)
      .map((r) => bit([c, r]));
    this.lower = range(columns).map((c) => range(rows + 1).map((r) => part(setOf(every(c, r)))));
    this.upper = range(columns).map((c) => range(rows + 1).map((r) => part(setOf(every(c, r + 1)))));
  }
  free(taken, column) {
    return range(this.rows).map((r) => column * (this.rows + 1) + r).filter((c) => !has(taken, c));
  }
  moves([mine, theirs]) {
    return range(this.columns).filter((column) => this.free(mine | theirs, column).length);
  }
  play([mine, theirs], move) {
    return [theirs, mine | (1n << BigInt(this.free(mine | theirs, move)[0]))];
  }
  /** Note how high the columns are. */
  stack([mine, theirs]) {
    this.heights = range(this.columns).map((c) => this.rows - this.free(mine | theirs, c).length);
  }
  landing(column) {
    const first = column * (this.rows + 1);
    for (let cell = first; cell < first + this.rows; cell++) if (!this.board[cell]) return cell;
    return -1;
  }

  // The same search with sets of cells in two words, which is faster.
  reaches(position, goal, order, run) {
    if (this.loses) return super.reaches(position, goal, order, run);
    const [mine, theirs] = position.map(part), { columns, rows } = this;
    const gaps = (cells) => this.gaps(NONE, cells, this.parts);
    this.order = [...order, ...range(columns).filter((column) => !order.includes(column))];
    this.stack(position);
    const empty = columns * rows - this.heights.reduce((sum, height) => sum + height);
    return this.drop(mine, theirs, gaps(mine), gaps(theirs), goal, run, 2, 0, empty);
  }
  /**
   * The search: `wins` are the cells that complete lines of the side to move, `dangers` those of the
   * other. A mark adds to the key the number of its cell, that of the side at the root twice.
   */
  drop(mine, theirs, wins, dangers, goal, run, weight, key, empty) {
    const { order, heights, rows, bits } = this, open = [];
    if (bits.length > 51) key = [mine.low, mine.high, theirs.low, theirs.high].join(); // too large
    for (let i = 0; i < order.length; i++) {
      if (heights[order[i]] === rows) continue;
      const bit = bits[order[i] * (rows + 1) + heights[order[i]]];
      if (bit.low & wins.low || bit.high & wins.high || (empty === 1 && goal <= DRAW)) return true;
      open.push(order[i]);
    }
    const known = run.known.get(key);
    if (known !== undefined) return known;
    if (--run.left < 0) throw new Spent();
    const found = empty > 1 && this.dropped(mine, theirs, dangers, wins, goal, run, weight, key, empty, open);
    run.known.set(key, found);
    return found;
  }
  dropped(mine, theirs, dangers, wins, goal, run, weight, key, empty, open) {
    const { heights, rows } = this, nexts = [];
    for (let i = 0; i < open.length; i++) {
      const column = open[i], at = column * (rows + 1) + heights[column]++, bit = this.bits[at];
      const more = new Part(mine.low | bit.low, mine.high | bit.high);
      const held = run.follow && this.tops(theirs, more, goal);
      heights[column]--;
      if (held) return true;
      const gaps = this.gaps(wins, more, this.near[at]);
      const promise = ones(gaps.low & ~(mine.low | theirs.low)) + ones(gaps.high & ~(mine.high | theirs.high));
      nexts.push({ column, at, more, gaps, rank: 64 * (99 - promise) + i });
    }
    nexts.sort((a, b) => a.rank - b.rank);
    for (const { column, at, more, gaps } of nexts) {
      heights[column]++;
      const refuted = this.drop(theirs, more, dangers, gaps, 1 - goal, run, 3 - weight,
        key + weight * 2 ** at, empty - 1); // the sum of no other marks
      heights[column]--;
      if (!refuted) return true;
    }
    return false;
  }
  /** These cells, and those that alone are missing from one of the lines. */
  gaps(before, cells, lines) {
    let { low, high } = before;
    for (let i = 0; i < lines.length; i++) {
      const a = lines[i].low & ~cells.low, b = lines[i].high & ~cells.high;
      if (b === 0 && (a & (a - 1)) === 0) low |= a;
      else if (a === 0 && (b & (b - 1)) === 0) high |= b;
    }
    return new Part(low, high);
  }

  followed(position, goal) {
    return this.moves(position).map((move) => this.play(position, move)).some((after) => {
      if (this.outcome(after) !== OPEN) return false;
      this.put(...after);
      this.stack(after);
      return this.loses ? this.follows(2, goal) : this.tops(part(after[0]), part(after[1]), goal);
    });
  }
  /** Whether play by points reaches the goal for the side to move, whatever the other does. */
  pointed(position, goal, points, follow) {
    if (this.loses) return false;
    this.stack(position);
    if (this.points !== points || this.aim !== goal) {
      Object.assign(this, { points, aim: goal, reached: new Map(), older: new Map(), weights: this.weightsByCell(points) });
      this.settledBy = points.length > 11 ? { follow } : null;
      const key = (at) => this.key(...at.split(",").map((set) => part(BigInt(set))));
      this.kept = new Set([...(this.answered?.keys() ?? [])].map(key));
    }
    return this.byPoints(...position.map(part), goal, points);
  }
  /** A number of a position, or a text where there are too many cells. */
  key(own, other) {
    if (this.bits.length > 50) return `${own.low} ${own.high} ${other.low} ${other.high}`;
    return 2 * whole(own) + whole(other) + this.bottom;
  }
  byPoints(own, other, goal, points) {
    if (!this.settledBy) return this.remembered(own, other, goal, points);
    // The position's image, as in the file.
    const [left, right] = [this.mirrored(own), this.mirrored(other)];
    if ((inOrder(left, own) || inOrder(right, other)) >= 0) return this.remembered(own, other, goal, points);
    this.heights.reverse();
    const found = this.remembered(left, right, goal, points);
    this.heights.reverse();
    return found;
  }
  /** The cells with left and right exchanged. */
  mirrored(cells) {
    const { bits, columns, rows, heights } = this;
    let low = 0, high = 0;
    for (let c = 0; c < columns; c++)
      for (let r = 0; r < heights[c]; r++) {
        const from = bits[c * (rows + 1) + r], to = bits[(columns - 1 - c) * (rows + 1) + r];
        if (cells.low & from.low || cells.high & from.high) [low, high] = [low | to.low, high | to.high];
      }
    return new Part(low, high);
  }
  remembered(own, other, goal, points) {
    const key = this.key(own, other), { settledBy } = this;
    if (settledBy && this.kept.has(key)) return true;
    const known = this.reached.get(key) ?? this.older.get(key);
    if (known !== undefined) return known;
    const column = settledBy?.follow && this.topsAfterMove(own, other, goal) ? -2 : this.bestColumn(own, other, points);
    const found = column === -2 || (column >= 0 && this.stays(own, other, column, goal, points));
    this.reached.set(key, found);
    if (this.reached.size > REMEMBERED) [this.older, this.reached] = [this.reached, new Map()]; // the others are forgotten
    return found;
  }
  /** Whether some move that does not end the game leads to where following up is enough. */
  topsAfterMove(own, other, goal) {
    const { heights, rows } = this, odd = heights.filter((height) => (rows - height) % 2).length;
    if (odd > 2) return false; // then two columns are odd after any move
    const wins = this.gaps(NONE, own, this.parts), left = heights.reduce((sum, height) => sum + rows - height, 0);
    return left > 1 && this.open().some((column) => {
      const bit = this.bits[this.top(column)];
      if (meets(wins, bit)) return false;
      heights[column]++;
      const found = this.tops(other, joined(own, bit), goal);
      heights[column]--;
      return found;
    });
  }
  /** Of each cell, for a mark in it and for one straight below: each line's other cells, and where its weights are. */
  weightsByCell(points) {
    if (points.length === 11) return null;
    const { columns, rows } = this, last = (columns - 1) * (rows + 1);
    const image = (bit) => last + 2 * (bit % (rows + 1)) - bit, byNumber = (a, b) => a - b;
    const first = (a, b) => a.map((n, i) => n - b[i]).find((n) => n) ?? 0;
    const entries = [];
    for (const line of this.lines.map(cellsOf))
      for (const cell of line) {
        const others = line.filter((other) => other !== cell), turned = others.map(image).sort(byNumber);
        const row = [cell, ...others], mirror = [image(cell), ...turned];
        entries.push(first(row, mirror) <= 0 ? { cell, row, others } : { cell, row: mirror, others: turned.map(image) });
      }
    const names = [...new Map(entries.map(({ row }) => [row.join(), row])).values()].sort(first).map(String);
    const size = 5 ** (entries[0].row.length - 1), place = new Map(names.map((name, i) => [name, 11 + i * size]));
    if (points.length !== 11 + 2 * size * names.length) throw new Fault("there are not as many weights as lines");
    const lists = this.bits.map(() => [[], []]);
    for (const { cell, row, others } of entries)
      for (const kind of [0, 1])
        lists[cell][kind].push([...others, place.get(row.join()) + kind * size * names.length]);
    return lists;
  }
  /** The weights of the lines through a cell that has been taken, and through the one above. */
  weightsOf(own, other, at, points) {
    const { bits, rows, states, weights } = this;
    for (let i = 0; i < bits.length; i++) {
      const bit = bits[i];
      states[i] = meets(own, bit) ? 1 : meets(other, bit) ? 2 : 0;
    }
    for (const column of this.open()) {
      const top = this.top(column);
      states[top] = 3;
      if (this.heights[column] < rows - 1) states[top + 1] = 4;
    }
    let total = 0;
    for (const list of [weights[at][0], weights[at + 1]?.[1] ?? []])
      for (const entry of list) {
        let state = 0;
        for (let i = 0; i < entry.length - 1; i++) state = 5 * state + states[entry[i]];
        total += points[entry[entry.length - 1] + state];
      }
    return total;
  }
  /** The position after a mark in this column, which stops an immediate loss. */
  stays(own, other, column, goal, points) {
    const { heights, rows } = this, bit = this.bits[this.top(column)];
    if (meets(this.gaps(NONE, own, this.parts), bit)) return true;
    own = joined(own, bit);
    heights[column]++;
    const dangers = this.gaps(NONE, other, this.parts), replies = this.open();
    const held = (replies.length > 0 || goal === DRAW) && replies.every((reply) => {
      const mark = this.bits[this.top(reply)];
      if (meets(dangers, mark)) return false;
      heights[reply]++;
      const good = heights.every((height) => height === rows) ? goal === DRAW
        : this.byPoints(own, joined(other, mark), goal, points);
      heights[reply]--;
      return good;
    });
    heights[column]--;
    return held;
  }
  /** The columns that are not full; the lowest empty cell of one; and a cell of the board, or none. */
  open() {
    return range(this.columns).filter((column) => this.heights[column] < this.rows);
  }
  top(column) {
    return column * (this.rows + 1) + this.heights[column];
  }
  /** Where the side plays by points; -1 where the rule has no move. */
  bestColumn(own, other, points) {
    const open = this.open(), cell = (column) => this.bits[this.top(column)];
    const wins = this.gaps(NONE, own, this.parts), dangers = this.gaps(NONE, other, this.parts);
    const winning = open.find((column) => meets(wins, cell(column)));
    if (winning !== undefined) return winning;
    const forced = open.filter((column) => meets(dangers, cell(column)));
    if (forced.length) return forced.length === 1 ? forced[0] : -1;
    const safe = open.filter((column) => !meets(dangers, this.bits[this.top(column) + 1]));
    const double = safe.find((column) => this.twoThreats(own, other, wins, column));
    if (double !== undefined) return double;
    if (safe.length === 1) return safe[0];
    let best = -1, most = 0;
    for (const column of safe) {
      const score = this.pointsOf(own, other, wins, dangers, column, points);
      if (best < 0 || score > most) [best, most] = [column, score];
    }
    return best;
  }
  /** Whether a mark of the first makes two threats: two landings, or one and the gap above it. */
  twoThreats(cells, others, before, column) {
    const at = this.top(column), more = joined(cells, this.bits[at]);
    const gaps = without(this.gaps(before, more, this.near[at]), joined(more, others));
    this.heights[column]++;
    const now = this.open().filter((each) => meets(gaps, this.bits[this.top(each)]));
    const above = now.some((each) => meets(gaps, this.bits[this.top(each) + 1]));
    this.heights[column]--;
    return now.length > 1 || above;
  }
  /** The points of a mark in the column. */
  pointsOf(own, other, wins, dangers, column, points) {
    const { rows, columns, heights, near } = this, at = this.top(column), bit = this.bits[at];
    const more = joined(own, bit), taken = joined(more, other);
    const gaps = without(this.gaps(wins, more, near[at]), taken);
    const fresh = without(gaps, wins);
    const spoiled = without(this.gaps(dangers, joined(other, bit), near[at]), joined(taken, dangers));
    heights[column]++;
    const open = this.open(), now = open.filter((each) => meets(gaps, this.bits[this.top(each)]));
    const left = columns * rows - heights.reduce((sum, height) => sum + height);
    const lasting = this.lasting[left % 2];
    const answers = now.length ? now : open.filter((each) => !meets(gaps, this.bits[this.top(each) + 1]));
    const allowed = answers.some((each) => this.twoThreats(other, more, dangers, each));
    const weighed = this.weights ? this.weightsOf(more, other, at, points) : 0;
    heights[column]--;
    let above = 0, own2 = 0;
    if (heights[column] < rows - 1) {
      const up = this.bits[at + 1];
      above = size(without(this.gaps(dangers, joined(other, up), near[at + 1]), joined(joined(taken, up), dangers)));
      own2 = size(without(this.gaps(gaps, joined(more, up), near[at + 1]), joined(joined(taken, up), gaps)));
    }
    const counts = [
      -meets(without(wins, taken), this.bits[at + 1]), -allowed, 1 - meets(lasting, bit),
      size(fresh), size(both(fresh, lasting)), size(spoiled), size(without(spoiled, lasting)),
      Number(now.length > 0), -Math.abs(2 * column + 1 - columns), -above, -own2,
    ];
    return counts.reduce((sum, count, i) => sum + count * points[i], weighed);
  }
  /** The same where lines lose: each of the follower's has one of the other's below it. */
  follows(who, goal) {
    const sets = [0n, 0n, 0n];
    for (let c = 0; c < this.columns; c++) {
      let next = 3 - who, room = 0;
      for (let at = c * (this.rows + 1); at < (c + 1) * (this.rows + 1) - 1; at++) {
        sets[this.board[at] || next] |= 1n << BigInt(at);
        if (!this.board[at]) [next, room] = [3 - next, room + 1];
      }
      if (room % 2) return false;
    }
    const [own, other] = [who, 3 - who].map((each) => this.lines.filter((line) => (line & sets[each]) === line));
    const bottom = setOf(range(this.columns).map((c) => c * (this.rows + 1)));
    const late = (line) => (line & bottom) === 0n && (other.includes(line >> 1n) || late(line >> 1n));
    return own.every(late) && (goal < WIN || other.length > 0);
  }
  /** Whether who has just moved reaches the goal by always playing on top of the other. */
  tops(other, own, goal) {
    const { columns, rows, heights } = this;
    let odd = -1, { low, high } = other, over = own;
    for (let c = 0; c < columns; c++)
      if ((rows - heights[c]) % 2) {
        if (odd >= 0) return false;
        odd = c;
      } else {
        low |= this.lower[c][heights[c]].low;
        high |= this.lower[c][heights[c]].high;
      }
    if (odd < 0) {
      if (this.full(low, high)) return false;
      if (goal < WIN) return true;
      for (let c = 0; c < columns; c++) over = joined(over, this.upper[c][heights[c]]);
      return this.full(over.low, over.high);
    }
    // What the follower has above counts in no other column: the other one need not play there.
    for (let r = heights[odd]; r < rows - 1; r += 2) {
      const bit = this.bits[odd * (rows + 1) + r];
      low |= bit.low;
      high |= bit.high;
      over = joined(over, this.bits[odd * (rows + 1) + r + 1]);
      if (this.full(low, high)) return false;
      if (this.full(over.low, over.high)) return true;
    }
    return false;
  }
  /** Whether a line is in the set. */
  full(low, high) {
    const { parts } = this;
    for (let i = 0; i < parts.length; i++)
      if ((parts[i].low & low) === parts[i].low && (parts[i].high & high) === parts[i].high)
        return true;
    return false;
  }
}

/** A set of at most 64 cells in two words. */
class Part {
  constructor(low, high) {
    this.low = low;
    this.high = high;
  }
}
const NONE = new Part(0, 0), REMEMBERED = 4e6; // positions of play by points
const whole = (a) => (a.high >>> 0) * 2 ** 32 + (a.low >>> 0);
const inOrder = (a, b) => (a.high >>> 0) - (b.high >>> 0) || (a.low >>> 0) - (b.low >>> 0);
const part = (set) => new Part(Number(set & 0xffffffffn) | 0, Number(set >> 32n) | 0);
const both = (a, b) => new Part(a.low & b.low, a.high & b.high);
const without = (a, b) => new Part(a.low & ~b.low, a.high & ~b.high);
const meets = (a, b) => Number((a.low & b.low) !== 0 || (a.high & b.high) !== 0);
const size = (a) => ones(a.low) + ones(a.high);
const joined = (a, b) => new Part(a.low | b.low, a.high | b.high);
function ones(word) {
  let count = 0;
  for (; word; word &= word - 1) count++;
  return count;
}

/** Heaps of six bits each; a move is 64 times the heap and how many are taken. */
class Nim extends Rules {
  constructor(heaps, misere) {
    super();
    this.heaps = heaps;
    this.end = misere ? WIN : LOSS;
  }
  start() {
    return [this.heaps.reduce((all, heap, i) => all | (BigInt(heap) << BigInt(6 * i)), 0n)];
  }
  moves([left]) {
    const size = (place) => Number((left >> BigInt(6 * place)) & 63n);
    return range(5).flatMap((place) => range(size(place)).map((i) => 64 * place + i + 1));
  }
  play([left], move) {
    return [left - (BigInt(move % 64) << BigInt(6 * Math.floor(move / 64)))];
  }
  outcome([left]) {
    return left ? OPEN : this.end;
  }
}

/** A bit for each square that is left, from the top row down; the lower left one is poison. */
class Chomp extends Rules {
  constructor(m, n) {
    super();
    this.m = m;
    this.squares = range(m * n);
  }
  start() {
    return [setOf(this.squares)];
  }
  moves([left]) {
    return this.squares.filter((square) => has(left, square));
  }
  play(position, move) {
    const { m } = this, row = Math.floor(move / m);
    return [setOf(this.moves(position).filter((s) => Math.floor(s / m) > row || s % m < move % m))];
  }
  outcome([left]) {
    return left ? OPEN : WIN;
  }
}

/** The first joins the top and bottom rows, the second the left and right columns. */
class Hex extends Lines {
  constructor(n) {
    const cells = range(n * n);
    const turns = [cells, cells.toReversed()].map((to) => new Map(cells.map((c) => [c, to[c]])));
    super(cells, [], turns, false);
    this.n = n;
  }
  outcome([mine, theirs]) {
    const { n } = this, downward = cellsOf(mine | theirs).length % 2 === 1;
    const along = (cell) => (downward ? Math.floor(cell / n) : cell % n);
    const stones = new Set(theirs ? cellsOf(theirs) : []);
    const chain = [...stones].filter((cell) => along(cell) === 0);
    for (const cell of chain) {
      const c = cell % n;
      const near = [cell - n, cell + n, ...(c ? [cell - 1, cell + n - 1] : []),
        ...(c < n - 1 ? [cell + 1, cell - n + 1] : [])];
      for (const next of near) if (stones.has(next) && !chain.includes(next)) chain.push(next);
    }
    return chain.some((cell) => along(cell) === n - 1) ? LOSS : OPEN;
  }
  reaches(...asked) {
    return Rules.prototype.reaches.apply(this, asked);
  }
}

/** Whether all cells of a line are in the set. */
const holdsLine = (set, lines) => lines.some((line) => (line & set) === line);

/** Sets of crosses and of noughts; a move is twice the cell, and 1 more for a nought. */
class Wild extends Rules {
  constructor(columns, rows, k, misere) {
    super();
    this.board = grid([rows, columns], k, flat, false);
    this.misere = misere;
  }
  start() {
    return [0n, 0n];
  }
  moves(position) {
    return this.board.moves(position).flatMap((cell) => [2 * cell, 2 * cell + 1]);
  }
  play([crosses, noughts], move) {
    const cell = 1n << BigInt(move >> 1);
    return move % 2 ? [crosses, noughts | cell] : [crosses | cell, noughts];
  }
  outcome([crosses, noughts]) {
    const { all, lines } = this.board, marks = crosses | noughts;
    if (holdsLine(crosses, lines) || holdsLine(noughts, lines)) return this.withLine(marks);
    return marks === all ? this.withoutLine(marks) : OPEN;
  }
  withLine() {
    return this.misere ? WIN : LOSS;
  }
  withoutLine() {
    return DRAW;
  }
}

/** Order, who begins, wants a line; Chaos a full board without one. */
class OrderChaos extends Wild {
  withLine(marks) {
    return cellsOf(marks).length % 2 ? LOSS : WIN;
  }
  withoutLine(marks) {
    return -this.withLine(marks);
  }
}

/** One set of marks, nine bits for each board; a board with a line is dead. */
class Notakto extends Rules {
  constructor(boards) {
    super();
    this.boards = range(boards);
    this.board = grid([3, 3], 3, flat, false);
    this.lines = this.board.lines;
  }
  /** Boards are turned and exchanged: the least alone, since there are thousands. */
  images([marks]) {
    const least = (b) => this.board.least([(marks >> BigInt(9 * b)) & 511n, 0n])[0];
    const boards = this.boards.map(least).sort((a, b) => Number(b - a));
    return [[boards.reduce((all, cells, b) => all | (cells << BigInt(9 * b)), 0n)]];
  }
  start() {
    return [0n];
  }
  alive([marks]) {
    return this.boards.filter((b) => !holdsLine((marks >> BigInt(9 * b)) & 511n, this.lines));
  }
  moves(position) {
    const cells = this.alive(position).flatMap((board) => range(9).map((cell) => 9 * board + cell));
    return cells.filter((cell) => !has(position[0], cell));
  }
  play([marks], move) {
    return [marks | (1n << BigInt(move))];
  }
  outcome(position) {
    return this.alive(position).length ? OPEN : WIN;
  }
}

/** Four bits a cell, its number; a move is the cell and nine times the number less one. */
class Numerical extends Rules {
  constructor() {
    super();
    this.rows = rowsOf([3, 3], 3, flat).map((row) => row.map(([r, c]) => 3 * r + c));
  }
  start() {
    return [0n];
  }
  numbers([cells]) {
    return range(9).map((cell) => Number((cells >> BigInt(4 * cell)) & 15n));
  }
  moves(position) {
    const there = this.numbers(position), free = range(9).filter((cell) => !there[cell]);
    const own = range(10).filter((n) => n % 2 === free.length % 2 && n && !there.includes(n));
    return own.flatMap((number) => free.map((cell) => 9 * number - 9 + cell));
  }
  play([cells], move) {
    return [cells | (BigInt(Math.floor(move / 9) + 1) << BigInt(4 * (move % 9)))];
  }
  outcome(position) {
    const there = this.numbers(position);
    const fifteen = ([a, b, c]) =>
      there[a] && there[b] && there[c] && there[a] + there[b] + there[c] === 15;
    return this.rows.some(fifteen) ? LOSS : there.includes(0) ? OPEN : DRAW;
  }
}

/** A player's marks by age: nine bits for the newest, for the one before, for the oldest. */
class ThreeMarks extends Rules {
  constructor(blocking) {
    super();
    this.blocking = blocking;
    this.board = grid([3, 3], 3, flat, false);
  }
  start() {
    return [0n, 0n];
  }
  cells(marks) {
    return (marks | (marks >> 9n) | (marks >> 18n)) & 511n;
  }
  moves([mine, theirs]) {
    const staying = this.blocking ? mine : mine & (2n ** 18n - 1n);
    return this.board.moves([this.cells(staying), this.cells(theirs)]);
  }
  play([mine, theirs], move) {
    return [theirs, ((mine << 9n) | (1n << BigInt(move))) & (2n ** 27n - 1n)];
  }
  outcome([, theirs]) {
    return holdsLine(this.cells(theirs), this.board.lines) ? LOSS : OPEN;
  }
}

/**
 * Three stones each are placed, then moved. A placing is its point; a step is the number of points
 * times the point it leaves, that counted from 1, and the point it goes to.
 */
class Morris extends Rules {
  constructor(nodiagonals) {
    super();
    const { lines } = grid([3, 3], 3, flat, false);
    this.lines = lines.filter((line) => !nodiagonals || (line !== 273n && line !== 84n));
    const adjoin = ([stone, goal]) => {
      const x = Math.abs((stone % 3) - (goal % 3));
      const y = Math.abs(Math.floor(stone / 3) - Math.floor(goal / 3));
      return x + y === 1 || (x === 1 && y === 1 && !nodiagonals && (stone === 4 || goal === 4));
    };
    this.steps = product([range(9), range(9)]).filter(adjoin);
    this.points = 9;
    this.closed = -1; // a point on which no stone may be placed
  }
  start() {
    return [0n, 0n];
  }
  moves([mine, theirs]) {
    const { points } = this, empty = range(points).filter((point) => !has(mine | theirs, point));
    if (cellsOf(mine).length < 3) return empty.filter((point) => point !== this.closed);
    const open = this.steps.filter(([stone, goal]) => has(mine, stone) && empty.includes(goal));
    return open.map(([stone, goal]) => points * stone + points + goal);
  }
  play([mine, theirs], move) {
    const left = (1n << BigInt(Math.floor(move / this.points))) >> 1n;
    return [theirs, (mine | (1n << BigInt(move % this.points))) & ~left];
  }
  outcome(position) {
    const lost = holdsLine(position[1], this.lines) || !this.moves(position).length;
    return lost ? LOSS : OPEN;
  }
}

/** The same on thirteen points: the corners of four squares, and their middles. */
class Picaria extends Morris {
  constructor(centre) {
    super();
    const places = product([range(5), range(5)]).filter(([y, x]) => (y + x) % 2 === 0).map(String);
    const lines = new Set(), steps = [];
    for (const place of places)
      for (const [down, across] of product([[-2, -1, 0, 1, 2], [-2, -1, 0, 1, 2]])) {
        const [y, x] = place.split(",").map(Number), far = Math.abs(down) + Math.abs(across);
        // From middles lines go aslant only; along the squares corners lie two apart.
        if (far !== 2 || (down * across === 0 && y % 2)) continue;
        const [from, to, end] = range(3).map((i) => places.indexOf(`${y + i * down},${x + i * across}`));
        if (to >= 0) steps.push([from, to]);
        if (to >= 0 && end >= 0) lines.add(setOf([from, to, end]));
      }
    this.steps = steps.sort(([a, b], [c, d]) => a - c || b - d);
    this.lines = [...lines];
    this.points = places.length;
    this.closed = centre ? -1 : places.indexOf("2,2");
  }
}

/** The first lays dominoes upright, the second across. A move is the upper or left cell. */
class Domineering extends Rules {
  constructor(columns, rows) {
    super();
    this.cells = range(columns * rows);
    // The two cells of each move, across and upright; nothing where it would leave the board.
    const across = (cell) => (cell + 1) % columns > 0 && setOf([cell, cell + 1]);
    const upright = (cell) => cell + columns < columns * rows && setOf([cell, cell + columns]);
    this.dominoes = [this.cells.map(upright), this.cells.map(across)];
  }
  start() {
    return [0n, 0n];
  }
  /** Of each cell the domino that is to be laid now. */
  next(taken) {
    return this.dominoes[(cellsOf(taken).length / 2) % 2];
  }
  moves([mine, theirs]) {
    const taken = mine | theirs;
    const dominoes = this.next(taken);
    return this.cells.filter((cell) => dominoes[cell] && !(dominoes[cell] & taken));
  }
  play([mine, theirs], move) {
    return [theirs, mine | this.next(mine | theirs)[move]];
  }
  outcome(position) {
    return this.moves(position).length ? OPEN : LOSS;
  }
}

/**
 * A cell is marked, then a quarter turned. A move is a cell where that completes a line; else the
 * cell, and the number of cells times that of the turn: 1 and 2 turn the upper left quarter, to the
 * left and to the right, 3 and 4 the upper right one.
 */
class Pentago extends Rules {
  constructor(size) {
    super();
    this.size = size;
    this.board = grid([size, size], size / 2 + 2, flat, false);
    const cells = range(size * size);
    this.turns = range(9).map((turn) => new Map(cells.map((cell) => [cell, this.goal(cell, turn)])));
  }
  /** Where a cell goes in that turn; 0 is none. */
  goal(cell, turn) {
    const { size } = this, half = size / 2, row = Math.floor(cell / size), column = cell % size;
    const down = Math.floor(row / half), across = Math.floor(column / half);
    const y = row % half, x = column % half, first = 4 * down + 2 * across + 1;
    const [to, over] = turn === first ? [half - 1 - x, y] : turn === first + 1 ? [x, half - 1 - y] : [y, x];
    return (down * half + to) * size + across * half + over;
  }
  start() {
    return [0n, 0n];
  }
  moves(position) {
    const ends = (cell) => holdsLine(position[0] | (1n << BigInt(cell)), this.board.lines);
    return this.board.moves(position).flatMap((cell) =>
      ends(cell) ? [cell] : range(8).map((i) => cell + (i + 1) * this.size ** 2));
  }
  play([mine, theirs], move) {
    const cells = this.size ** 2, turned = this.turns[Math.floor(move / cells)];
    return [moved(theirs, turned), moved(mine | (1n << BigInt(move % cells)), turned)];
  }
  outcome([mine, theirs]) {
    const [own, other] = [mine, theirs].map((cells) => Number(holdsLine(cells, this.board.lines)));
    if (own || other) return own - other;
    return (mine | theirs) === this.board.all ? DRAW : OPEN;
  }
}

const count = (set) => set.toString(2).replaceAll("0", "").length;

/**
 * The edges that are drawn, the boxes of both, and whose turn it is. A move is an edge: first those
 * across, then the upright ones, from the top left.
 */
class Dots extends Rules {
  constructor(columns, rows) {
    super();
    const upright = columns * (rows + 1);
    this.edges = range(upright + rows * (columns + 1));
    this.boxes = product([range(rows), range(columns)]).map(([row, column]) => {
      const top = row * columns + column, left = upright + row * (columns + 1) + column;
      return setOf([top, top + columns, left, left + 1]);
    });
  }
  start() {
    return [0n, 0n, 0n, 0n];
  }
  mover(position) {
    return position.at(-1);
  }
  moves([edges]) {
    return this.edges.filter((edge) => !has(edges, edge));
  }
  play([before, mine, theirs, mover], move) {
    const edges = before | setOf([move]), full = (box) => (box & edges) === box;
    const boxes = setOf(range(this.boxes.length).filter((box) => full(this.boxes[box])));
    const closed = boxes & ~(mine | theirs);
    return closed ? [edges, mine | closed, theirs, mover] : [edges, theirs, mine, 1n - mover];
  }
  outcome([edges, mine, theirs]) {
    return count(edges) < this.edges.length ? OPEN : Math.sign(count(mine) - count(theirs));
  }
}

/**
 * The counters of the side to move, seven bits for each pit and then the store; the other's; and
 * whose turn it is. A move is a pit, counted from the farthest.
 */
class Kalah extends Dots {
  constructor(pits, seeds) {
    super(1, 1);
    Object.assign(this, { pits, seeds });
  }
  start() {
    const side = this.packed([...Array(this.pits).fill(this.seeds), 0]);
    return [side, side, 0n];
  }
  packed(counts) {
    return counts.reduce((side, held, place) => side + (BigInt(held) << BigInt(7 * place)), 0n);
  }
  counts(side) {
    return range(this.pits + 1).map((place) => Number((side >> BigInt(7 * place)) & 127n));
  }
  /** Whether there is a counter outside the store. */
  sows(counts) {
    return counts.slice(0, -1).some((held) => held > 0);
  }
  moves([mine]) {
    const counts = this.counts(mine);
    return range(this.pits).filter((pit) => counts[pit]);
  }
  play(position, move) {
    const { pits } = this, sides = position.slice(0, 2).map((side) => this.counts(side));
    const [mine, theirs] = sides;
    let hand = mine[move], side = mine, place = move;
    mine[move] = 0;
    for (; hand; hand--) {
      place++;
      if (place === (side === mine ? pits + 1 : pits)) {
        side = side === mine ? theirs : mine;
        place = 0;
      }
      side[place]++;
    }
    const again = side === mine && place === pits, opposite = pits - 1 - place;
    if (side === mine && !again && mine[place] === 1 && theirs[opposite]) {
      mine[pits] += 1 + theirs[opposite];
      mine[place] = theirs[opposite] = 0;
    }
    const gathered = (counts) => BigInt(counts.reduce((sum, held) => sum + held)) << BigInt(7 * pits);
    const over = !sides.every(this.sows), mover = position[2];
    const [own, other] = sides.map((counts) => (over ? gathered(counts) : this.packed(counts)));
    return again ? [own, other, mover] : [other, own, 1n - mover];
  }
  outcome(position) {
    const [mine, theirs] = position.slice(0, 2).map((side) => this.counts(side));
    return this.sows(mine) ? OPEN : Math.sign(mine.at(-1) - theirs.at(-1));
  }
}

/** The discs of the side to move and of the other, and whose turn it is. A move is a cell. */
class Othello extends Dots {
  constructor(n) {
    super(1, 1);
    this.n = n;
    this.cells = range(n * n);
  }
  start() {
    const at = this.n / 2, cell = (row, column) => row * this.n + column;
    const mine = setOf([cell(at - 1, at), cell(at, at - 1)]);
    return [mine, setOf([cell(at - 1, at - 1), cell(at, at)]), 0n];
  }
  /** The discs that one more disc on a cell encloses. */
  turned([mine, theirs], cell) {
    if (has(mine | theirs, cell)) return 0n;
    const { n } = this, inside = ([y, x]) => 0 <= y && y < n && 0 <= x && x < n;
    const turned = product([[-1, 0, 1], [-1, 0, 1]]).flatMap(([down, across]) => {
      const way = range(n).map((i) => [Math.floor(cell / n) + i * down, (cell % n) + i * across]);
      const cells = way.slice(1).filter(inside).map(([y, x]) => y * n + x);
      const end = cells.findIndex((at) => !has(theirs, at));
      return end > 0 && has(mine, cells[end]) ? cells.slice(0, end) : [];
    });
    return setOf(turned);
  }
  moves(position) {
    return this.cells.filter((cell) => this.turned(position, cell));
  }
  play(position, move) {
    const turned = this.turned(position, move), mover = position[2];
    const mine = position[0] | turned | setOf([move]), theirs = position[1] & ~turned;
    const passed = !this.moves([theirs, mine]).length && this.moves([mine, theirs]).length;
    return passed ? [mine, theirs, mover] : [theirs, mine, 1n - mover];
  }
  outcome(position) {
    const [mine, theirs] = position;
    return this.moves(position).length ? OPEN : Math.sign(count(mine) - count(theirs));
  }
}

const filled = (numbers, usual) => [...numbers, ...usual.slice(numbers.length)];
const GAMES = {
  tictactoe: [[], () => grid([3, 3], 3, flat, false)],
  mnk: [["misere", "cylinder", "torus"], (numbers, words) => {
    const [m, n, k] = filled(numbers, [3, 3, 3]), torus = words.includes("torus");
    return grid([n, m], k, [torus, torus || words.includes("cylinder")], words.includes("misere"));
  }],
  cube: [["misere"], ([n = 3], words) => grid([n, n, n], n, flat, words.includes("misere"))],
  qubic: [["misere"], (_, words) => grid([4, 4, 4], 4, flat, words.includes("misere"))],
  connectfour: [["misere"], (numbers, words) =>
    new ConnectFour(...filled(numbers, [7, 6, 4]), words.includes("misere"))],
  nim: [["misere"], (heaps, words) =>
    new Nim(heaps.length ? heaps : [3, 4, 5], words.includes("misere"))],
  chomp: [[], (numbers) => new Chomp(...filled(numbers, [4, 3]))],
  hex: [[], ([n = 4]) => new Hex(n)],
  wild: [["misere"], (numbers, words) =>
    new Wild(...filled(numbers, [3, 3, 3]), words.includes("misere"))],
  orderchaos: [[], (numbers) => new OrderChaos(...filled(numbers, [6, 6, 5]))],
  notakto: [[], ([boards = 1]) => new Notakto(boards)],
  numerical: [[], () => new Numerical()],
  threemarks: [["blocking"], (_, words) => new ThreeMarks(words.includes("blocking"))],
  morris: [["nodiagonals"], (_, words) => new Morris(words.includes("nodiagonals"))],
  picaria: [["centre"], (_, words) => new Picaria(words.includes("centre"))],
  domineering: [[], (numbers) => new Domineering(...filled(numbers, [5, 5]))],
  pentago: [[], ([size = 4]) => new Pentago(size)],
  dots: [[], (numbers) => new Dots(...filled(numbers, [2, 2]))],
  kalah: [[], (numbers) => new Kalah(...filled(numbers, [3, 3]))],
  othello: [[], ([n = 4]) => new Othello(n)],
};

/** The game of that name. */
function gameOf(spec) {
  const [name, rest] = spec.split(":");
  const words = rest ? rest.split(",") : [];
  if (name === "lines") return lineGame(words);
  const switches = words.filter((word) => !/^\d+$/.test(word));
  const [allowed, make] = (Object.hasOwn(GAMES, name) && GAMES[name]) || [];
  if (!make || !switches.every((word) => allowed.includes(word)))
    throw new Fault(`${spec} is a game without rules here`);
  return make(words.filter((word) => /^\d+$/.test(word)).map(Number), switches);
}

main();
