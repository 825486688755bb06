"""Run a search on a position and record every step.

The searches are the real ones: `search/recorder.py` instruments the depth-first searches, and
`search/pns.py` runs proof-number search step by step. Scores are normalised for the record: a whole
number for the player to move, with plies counted from the node itself, as `Value.from_score` reads
it.
"""

from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from math import isinf
from typing import Any, NamedTuple

from noughts.analysis.trace import (
    Ask,
    Bound,
    Enter,
    Event,
    Expand,
    Held,
    Leave,
    Looked,
    ProofNumbers,
    SearchRecord,
    Why,
)
from noughts.errors import GameOver, SearchError, SearchStopped
from noughts.game import FIRST, Game, legal_moves
from noughts.games.given import takes_names
from noughts.knowledge import Knowledge, knowledge_of
from noughts.laws.required import require
from noughts.search.alphabeta import alphabeta
from noughts.search.context import SearchContext
from noughts.search.depth import refuse_extra_turns, refuse_repeating, with_enough_stack
from noughts.search.exact import exact
from noughts.search.minimax import max_value, min_value
from noughts.search.pns import ProofNode, ProofTree
from noughts.search.recorder import TellingTable, instrument
from noughts.search.table import DictTable, lower_bound, upper_bound
from noughts.value import BASE, DRAW, INFINITY, LOSS, OPEN, WIN, Value, to_child, to_parent

# The most nodes to step through: minimax on tic-tac-toe after three plies has fewer.
MOST_NODES = 2_000
# The most different positions whose size is stored, to count the nodes of minimax.
MOST_SIZES = 50_000
# A larger search is counted for the message, up to MOST_COUNTED nodes. If more than FEW_PLIES plies
# may be left, an exact number is not worth the wait: count only up to COUNTED_OF_MORE.
MOST_COUNTED, FEW_PLIES, COUNTED_OF_MORE = 600_000, 9, 20_000
WINDOW = -INFINITY, INFINITY


class TreeSize:
    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.sizes: dict[Any, int] = {}

    def of(self, position: Any) -> int | None:
        return with_enough_stack(self.game, position, lambda: self._below(position))

    def _below(self, position: Any) -> int | None:
        if position in self.sizes:
            return self.sizes[position]
        if len(self.sizes) >= MOST_SIZES:
            return None
        size = 1
        for move in legal_moves(self.game, position):
            below = self._below(self.game.play(position, move))
            if below is None:
                return None
            size += below
        self.sizes[position] = size
        return size


class Lens(NamedTuple):
    """The normalisation of a search's scores.

    `sign` is 1 if scores are for the player to move, -1 if for the opponent; `plies` are those
    between the node and the point from which scores are counted.
    """

    sign: int
    plies: int

    def score(self, raw: int) -> int:
        return to_child(raw * self.sign, self.plies)


class Frame:
    """A node that the search has entered and not yet left."""

    def __init__(self, game: Game[Any], number: int, position: Any, lens: Lens) -> None:
        self.number = number
        self.position = position
        self.over = game.outcome(position) != OPEN
        self.after = {move: game.play(position, move) for move in legal_moves(game, position)}
        self.lens = lens
        self.alpha, self.beta = -INFINITY, INFINITY
        self.looked: list[int] = []
        self.best, self.best_move = -INFINITY, -1
        self.entry = 0
        self.folded: Hashable = None

    def move_to(self, position: Any) -> int:
        for move, after in self.after.items():
            if move not in self.looked and after == position:
                self.looked.append(move)
                return move
        raise LookupError(f"No move leads from {self.position} to {position}.")

    @property
    def unseen(self) -> tuple[int, ...]:
        return tuple(move for move in self.after if move not in self.looked)


class DepthFirst:
    """Records a search: an instrumented search calls its methods.

    `lens` gives the normalisation of a call's scores by the function's name and arguments.
    """

    def __init__(
        self, game: Game[Any], turn: int, lens: Callable[[str, dict[str, Any]], Lens]
    ) -> None:
        self.game, self.turn, self.lens = game, turn, lens
        self.size = TreeSize(game)
        self.frames: list[Frame] = []
        self.nodes: list[Looked] = []
        self.events: list[Event] = []
        self.keepers: dict[Hashable, int] = {}  # the node that stored a position

    def enter(self, name: str, given: dict[str, Any]) -> None:
        position = given["position"]
        frame = Frame(self.game, len(self.nodes), position, self.lens(name, given))
        if "alpha" in given:
            frame.alpha, frame.beta = map(frame.lens.score, (given["alpha"], given["beta"]))
        ply, parent, move = len(self.frames), None, None
        if self.frames:
            parent, move = self.frames[-1].number, self.frames[-1].move_to(position)
        self.nodes.append(Looked(parent, move, position, (self.turn + ply) % 2, ply))
        bounds = (
            Value.from_score(b) if abs(b) <= BASE else None for b in (frame.alpha, frame.beta)
        )
        self.events.append(Enter(frame.number, *bounds))
        self.frames.append(frame)

    def leave(self, score: int) -> None:
        frame = self.frames.pop()
        mine = frame.lens.score(score)
        self.events.append(self._left(frame, mine))
        if self.frames:
            move = self.nodes[frame.number].move
            assert move is not None
            before, after = self.frames[-1], to_parent(-mine)
            if after > before.best:
                before.best, before.best_move = after, move

    def probed(self, position: Hashable, entry: int) -> None:
        self.frames[-1].folded, self.frames[-1].entry = position, entry

    def stored(self, position: Hashable) -> None:
        self.keepers[position] = self.frames[-1].number

    def _left(self, frame: Frame, score: int) -> Leave:
        why, bound = _why_left(frame), _bound_of(frame, score)
        return Leave(
            frame.number,
            Value.from_score(score),
            bound,
            why,
            frame.best_move if frame.looked else None,
            frame.unseen,
            self._held(why, bound),
            self.keepers[frame.folded] if why == Why.KNOWN else None,
            self._spared(frame),
        )

    def _held(self, why: Why, bound: Bound) -> Held | None:
        """The better move elsewhere, if that is the reason for leaving.

        The node itself is no longer in the frames: the last one is the opponent's.
        """
        if bound == Bound.AT_MOST:
            return _best_so_far(self.frames[-2::-2])
        if bound == Bound.AT_LEAST and why != Why.SEEN:
            return _best_so_far(self.frames[-1::-2])
        return None

    def _spared(self, frame: Frame) -> int | None:
        sizes = [self.size.of(frame.after[move]) for move in frame.unseen]
        return None if None in sizes else sum(size for size in sizes if size)


def _why_left(frame: Frame) -> Why:
    if frame.over:
        return Why.OVER
    if not frame.looked:
        return Why.KNOWN if frame.entry else Why.HOPELESS
    return Why.CUT if frame.unseen else Why.SEEN


def _bound_of(frame: Frame, score: int) -> Bound:
    known = frame.entry and lower_bound(frame.entry) == upper_bound(frame.entry)
    if frame.over or (known and not frame.looked):
        return Bound.EXACT
    if score >= frame.beta:
        return Bound.AT_LEAST
    return Bound.AT_MOST if score <= frame.alpha else Bound.EXACT


def _best_so_far(frames: Iterable[Frame]) -> Held | None:
    """The best move so far in these nodes, all of one player; None if none exceeds its alpha."""
    for frame in frames:
        if frame.best > frame.alpha:
            return Held(frame.number, frame.best_move, Value.from_score(frame.best))
    return None


class WatchedDepthFirst(NamedTuple):
    name: str
    label: str  # its name for readers
    about: str
    functions: tuple[Callable[..., int], ...]  # the first is called at the root
    ask: Callable[[Callable[..., int], Knowledge[Any], Any, SearchContext, DictTable], int]
    lens: Callable[[str, dict[str, Any]], Lens]

    def record(self, game: Game[Any], position: Any, turn: int, most: int) -> SearchRecord:
        refuse_repeating(game)
        refuse_extra_turns(game, "A record of a search", "noughts.analyse")
        trace = DepthFirst(game, turn, self.lens)
        reporting, known = instrument(trace, *self.functions), knowledge_of(game)
        run, table = SearchContext(budget=most), TellingTable(trace)
        with_enough_stack(game, position, lambda: self.ask(reporting, known, position, run, table))
        last = trace.events[-1]
        assert isinstance(last, Leave)
        nodes, events, whole = tuple(trace.nodes), tuple(trace.events), trace.size.of(position)
        outcome, value = last.value.outcome, last.value
        return SearchRecord(self.name, game, nodes, events, outcome, value, last.best, whole)

    def size(self, game: Game[Any], position: Any, budget: int) -> int:
        run, known = SearchContext(budget=budget), knowledge_of(game)
        with suppress(SearchStopped):
            plain, table = self.functions[0], DictTable()
            with_enough_stack(game, position, lambda: self.ask(plain, known, position, run, table))
        return run.nodes


class BestFirst:
    """Records the proof-number searches of one position, within `most` nodes together."""

    def __init__(self, game: Game[Any], position: Any, turn: int, most: int) -> None:
        self.game, self.position, self.turn, self.most = game, position, turn, most
        self.nodes: list[Looked] = []
        self.events: list[Event] = []
        self.known: dict[ProofNode[Any], int] = {}

    def ask(self, goal: int) -> bool:
        tree = ProofTree(self.game, self.position, goal)
        self.events.append(Ask(self._number(tree.root), goal, self._numbers(tree.root)))
        while tree.root.answer is None:
            leaf = tree.step()
            children = tuple(map(self._number, leaf.children))
            changed, above = [*leaf.children, leaf], leaf.parent
            while above is not None:
                changed.append(above)
                above = above.parent
            numbers = tuple(map(self._numbers, changed))
            self.events.append(Expand(self.known[leaf], children, numbers))
            if len(self.nodes) > self.most:
                raise SearchStopped
        return tree.root.answer

    def _number(self, node: ProofNode[Any]) -> int:
        self.known[node] = number = len(self.nodes)
        parent = None if node.parent is None else self.known[node.parent]
        ply = 0 if parent is None else self.nodes[parent].ply + 1
        self.nodes.append(Looked(parent, node.move, node.position, (self.turn + ply) % 2, ply))
        return number

    def _numbers(self, node: ProofNode[Any]) -> ProofNumbers:
        proof, disproof = (None if isinf(n) else int(n) for n in (node.proof, node.disproof))
        return ProofNumbers(self.known[node], proof, disproof)


class WatchedProof(NamedTuple):
    """Proof-number search: a search for a win of the player to move and, if it fails, a draw."""

    name: str
    label: str
    about: str

    def record(self, game: Game[Any], position: Any, turn: int, most: int) -> SearchRecord:
        trace = BestFirst(game, position, turn, most)
        outcome = WIN if trace.ask(WIN) else DRAW if trace.ask(DRAW) else LOSS
        nodes, events, whole = tuple(trace.nodes), tuple(trace.events), TreeSize(game).of(position)
        return SearchRecord(self.name, game, nodes, events, outcome, None, None, whole)

    def size(self, game: Game[Any], position: Any, budget: int) -> int:
        """The node count, without a record; it may slightly exceed the budget."""
        nodes = 0
        for goal in (WIN, DRAW):
            tree = ProofTree(game, position, goal)
            reached = tree.run(budget - nodes)
            nodes += tree.nodes
            if reached or nodes >= budget:
                break
        return nodes


#: Every search that can be recorded, by name.
WATCHED: dict[str, WatchedDepthFirst | WatchedProof] = {
    search.name: search
    for search in (
        WatchedDepthFirst(
            "minimax",
            "minimax",
            "looks at every move, down to the end of every game",
            (max_value, min_value),
            lambda ask, game, position, run, table: ask(game, position, 0, run),
            lambda name, given: Lens(1 if name == max_value.__name__ else -1, given["ply"]),
        ),
        WatchedDepthFirst(
            "alphabeta",
            "alpha-beta",
            "leaves a position once the opponent would not allow it",
            (alphabeta,),
            lambda ask, game, position, run, table: ask(game, position, *WINDOW, 0, run),
            lambda name, given: Lens(1, given["ply"]),
        ),
        WatchedDepthFirst(
            "alphabeta-table",
            "alpha-beta with a table",
            "remembers positions it has searched, mirror images included",
            (exact,),
            lambda ask, game, position, run, table: ask(game, position, *WINDOW, run, table),
            lambda name, given: Lens(1, 0),
        ),
        WatchedProof(
            "pns",
            "proof-number search",
            "tries to prove a win, always at the most proving position",
        ),
    )
}


@takes_names
def record_search(
    game: Game[Any],
    position: Any,
    algorithm: str = "alphabeta",
    *,
    turn: int | None = None,
    most: int = MOST_NODES,
    unchecked: bool = False,
) -> SearchRecord:
    """Run a search on an open position and record what it does.

    Args:
        game: the rules.
        position: the root.
        algorithm: "minimax", "alphabeta", "alphabeta-table" or "pns".
        turn: the player to move; by default from the game.
        most: the node limit.
        unchecked: search a user's game without checking the laws first.

    Raises:
        BrokenLaw: a user's game breaks a law; the message says which, and the remedy.
        GameOver: there is nothing to search.
        RepeatingGame: positions can repeat.
        SearchStopped: it would visit more nodes; the message says how many.
        SearchError: the algorithm is unknown.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> record = record_search(game, game.parse("xxo/oox/x2 o")[0], "alphabeta")
    >>> len(record.nodes), str(record.value), game.name(record.best)
    (5, 'draw', 'b1')
    >>> record.events[0]
    Enter(node=0, alpha=None, beta=None)
    """
    require(game, unchecked)
    if algorithm not in WATCHED:
        known = ", ".join(WATCHED)
        raise SearchError(f"{algorithm!r} cannot be watched; choose from {known}.")
    if game.outcome(position) != OPEN:
        raise GameOver("The game is over: there is nothing to search.")
    mover = game.turn(position) if turn is None else turn
    try:
        return WATCHED[algorithm].record(game, position, FIRST if mover is None else mover, most)
    except SearchStopped:
        raise SearchStopped(_too_large(algorithm, game, position, most)) from None


def _too_large(algorithm: str, game: Game[Any], position: Any, most: int) -> str:
    watched = WATCHED[algorithm]
    few = 0 <= knowledge_of(game).draw_plies(position) <= FEW_PLIES
    limit = max(MOST_COUNTED if few else COUNTED_OF_MORE, most)
    nodes = watched.size(game, position, limit)
    figure = f"{nodes:,}" if nodes < limit else f"{limit:,} or more"
    return (
        f"{watched.label} visits {figure} nodes from this position, too many to step through: at "
        f"most {most:,}. Play some moves first, choose a faster algorithm, or allow more nodes."
    )
