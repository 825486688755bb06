"""A worker process: it reads one question per line, and answers each with one line of JSON.

Partial answers come in lines before the final one, if it takes long.

Its arguments are the games from files that questions may name.

`pool.py` starts it, and kills it when an answer takes too long or its client has disconnected.
It ends with its input, even in the midst of an answer: then the server is gone.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import accumulate
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any, NoReturn

from noughts.analysis.analyse import Analysis, Inquiry, analyse_values
from noughts.analysis.explain.explainer import Explainer, PointsExplainer
from noughts.analysis.explain.text import Explanation, one_line, position_verdict
from noughts.analysis.record_search import WATCHED
from noughts.analysis.review import Review, reviews
from noughts.analysis.review_text import answer_text, hint_text, solution_text
from noughts.analysis.strategy_tree import Strategy, strategies
from noughts.analysis.trace import SearchRecord
from noughts.answers.encoder import (
    Json,
    analysis_answer,
    explanation_answer,
    fields,
    position_answer,
    review_answer,
    to_line,
    with_reasons,
)
from noughts.errors import GameOver, NoughtsError, SearchStopped
from noughts.game import FIRST, SECOND, Game, legal_moves, read_move, turns_of
from noughts.games.registry import find_game, name_own
from noughts.laws.required import trust
from noughts.pictures.board.draw import draw_match
from noughts.pictures.board.highlights import line_of_play
from noughts.pictures.charts.history import history
from noughts.pictures.search_page import page
from noughts.pictures.svg import Theme, theme_called
from noughts.pictures.trees.nested import boards_within, refuse_without_grid
from noughts.pictures.trees.strategy_map import map_title, strategy_map
from noughts.players.levels import player_for
from noughts.players.perfect import BUDGET, perfect_doubt
from noughts.players.player import REPLY_SECONDS, AsksSolvers, Player, keep_time
from noughts.puzzles.pack import shipped
from noughts.puzzles.question import quiz_of, task
from noughts.search.memory import Recent
from noughts.solving.api import MARGIN_PART, Solvers, solver_for
from noughts.solving.margins import MarginSolver
from noughts.solving.solver import ExactSolver
from noughts.value import Certainty, Margin
from noughts.web.view import PAGE, GameTable, table_of, table_picture, view_of

# A search that visits more nodes is not shown: its page would be too large to send.
MOST_NODES = 2_000
UNFINISHED = "The whole strategy is too large: this is its beginning."
# A map is drawn to the deepest level that has at most this many boards: about 5 MB.
MOST_BOARDS = 5_000


def search_page(table: GameTable) -> Json:
    if table.match.over:
        raise GameOver("The game is over, so there is no search to watch.")
    records = [found for name in WATCHED if (found := _recorded(table, name))]
    if not records:
        raise SearchStopped(
            f"From this position every search visits more than {MOST_NODES:,} nodes, too many to "
            f"step through. Try again later in the game."
        )
    return {"html": page(records), "searches": [record.algorithm for record in records]}


def _recorded(table: GameTable, algorithm: str) -> SearchRecord | None:
    """The record of a search, unless it is too large: counting its nodes alone is faster."""
    game, position, _ = table.question
    if WATCHED[algorithm].size(game, position, MOST_NODES + 1) > MOST_NODES:
        return None
    with suppress(SearchStopped):
        return WATCHED[algorithm].record(*table.question, MOST_NODES)
    return None


def maps_of(
    table: GameTable, solver: ExactSolver[Any], theme: Theme, levels: int | None = None
) -> Iterator[Json]:
    """The strategy map for a side: the person's, or the side to move if people play both.

    If the whole map takes long, its beginning comes first; if it cannot be computed, the beginning
    is all. The beginning has `unfinished`.
    """
    question = table.question
    refuse_without_grid(question.game, question.game.board(*question[1:]))
    for found in strategies(question.game, side_of(table), *question[1:], solver):
        drawn = min(levels or found.depth, levels_to_draw(found))
        picture = strategy_map(found, levels=drawn, theme=theme)
        told = {"svg": picture.svg, "title": map_title(found)}
        yield told if found.whole else {**told, "unfinished": UNFINISHED}


def side_of(table: GameTable) -> int:
    return {"x": FIRST, "o": SECOND}.get(table.settings.side, table.match.turn)


def levels_to_draw(found: Strategy) -> int:
    levels = found.depth
    while levels > 1 and boards_within(found.root, levels) > MOST_BOARDS:
        levels -= 1
    return levels


# The most nodes of a position; larger ones have no value here. They take a second or two.
NODES = 2_000_000
# The most seconds of a question; with more moves than this, the seconds of all of them together:
# then a value is reported as unknown before the question is ended.
MANY_MOVES, SECONDS = 20, 8.0
# The games whose results are cached.
GAMES = 8
# The opponents of a game that are cached.
PLAYERS = 16
# The plies of best play that are drawn as ghosts.
GHOSTS = 9
# Positions up to this size are computed ahead: their values, and the next moves, for so long
# (seconds).
CELLS, MOVES, AHEAD = 9, 9, 5.0
# Seconds between two partial answers.
EVERY = 1.0

# Yields partial answers, returns the final one.
Partial = Generator[Json, None, Json]


class GameContext:
    """The cached results of one game, kept between requests; by points if `by_points`."""

    def __init__(self, game: Game[Any], by_points: bool = False) -> None:
        self.game = game
        seconds = seconds_for(game)
        self.solver = solver_for(game, NODES, seconds=seconds)
        #: Solves for points; None if values are outcomes.
        self.margins = MarginSolver(game, NODES, MARGIN_PART * seconds) if by_points else None
        self.explainer = (
            PointsExplainer(game, self.margins, self.solver)
            if self.margins
            else Explainer(game, self.solver)
        )
        self._solvers = Solvers(BUDGET, REPLY_SECONDS)
        self._players: Recent[str, Player] = Recent(PLAYERS)

    def player(self, level: str) -> Player:
        if level not in self._players:
            player = self._players[level] = player_for(self.game, level)
            keep_time(player, self._solvers, REPLY_SECONDS)
        return self._players[level]


def seconds_for(game: Game[Any]) -> float:
    """The time limit of one position.

    >>> from noughts.games.registry import find_game
    >>> seconds_for(find_game("connectfour")), seconds_for(find_game("mnk:7,7,5"))
    (8.0, 0.16)
    """
    moves = len(legal_moves(game, game.start()))
    return SECONDS if moves <= MANY_MOVES else SECONDS / (moves + 1)


def finished(partial: Partial) -> Json:
    while True:
        try:
            next(partial)
        except StopIteration as ended:
            answer: Json = ended.value
            return answer


class Worker:
    """Answers questions about tables; it caches the last few games."""

    def __init__(self) -> None:
        self._contexts: Recent[tuple[str, bool], GameContext] = Recent(GAMES)
        self._questions: dict[str, Callable[[GameTable, GameContext, Json], Json | Partial]] = {
            "choose": _choose,
            "reply": _reply,
            "ahead": _ahead,
            "values": _values,
            "know": _know,
            "analyse": _analyse,
            "explain": _explain,
            "review": _review,
            "history": partial(_review, drawn=True),
            "draw": _draw,
            "watch": lambda table, *_: search_page(table),
            "map": _map,
            "puzzle": _puzzle,
            "engine": _engine,
        }

    def answer(self, question: str, given: Json) -> Json:
        return finished(self.answers(question, given))

    def answers(self, question: str, given: Json) -> Partial:
        table = table_of(given["game"], given)
        key = table.settings.spec, table.by_points
        context = self._contexts.get(key) or GameContext(table.game, table.by_points)
        self._contexts[key] = context  # the last one used is last
        told = self._questions[question](table, context, given)
        return (yield from told) if isinstance(told, Generator) else told


def _choose(table: GameTable, context: GameContext, given: Json) -> Json:
    player = context.player(table.level)
    move = table.game.name(player.choose(table.game, table.match.position))
    return {
        "move": move,
        "certainty": player.certainty.value if isinstance(player, AsksSolvers) else None,
    }


def _reply(table: GameTable, context: GameContext, given: Json) -> Json:
    """The table after the computer's move, if it is its turn, and its analysis."""
    chosen: Json = {"move": None, "certainty": None}
    if table.computer_to_move:
        chosen = _choose(table, context, given)
        table = table.after(chosen["move"])
    wanted = given.get("know") and is_small(table)
    known = finished(_know(table, context, given)) if wanted else None
    return {
        "answer": chosen["move"],
        "doubt": perfect_doubt(Certainty(chosen["certainty"] or Certainty.PROVED)),
        "view": view_of(table),
        "known": known,
    }


def is_small(table: GameTable) -> bool:
    """Whether a position is small enough to compute more than was requested.

    >>> from noughts.web.view import TableSettings
    >>> games = ("tictactoe", "wild", "numerical", "morris")
    >>> [is_small(GameTable(TableSettings(spec))) for spec in games]
    [True, False, False, False]
    """
    match = table.match
    few = len(match.board.cells) <= CELLS and len(match.legal_moves) <= MOVES
    return few and not match.game.repeats


def _ahead(table: GameTable, context: GameContext, given: Json) -> Json:
    """The answer to each legal move of the person, if time allows."""
    ends = time.monotonic() + AHEAD
    found: dict[str, list[Json]] = {}
    if table.computer_to_move or not is_small(table):
        return {"ahead": found}
    for move in map(table.game.name, table.match.legal_moves):
        if time.monotonic() > ends:
            break
        found[move] = _following(table.after(move), context)
    return {"ahead": found}


def _following(table: GameTable, context: GameContext) -> list[Json]:
    """The table after a person's move, and after the computer's answer, if there is one."""
    own = {"answer": None, "view": view_of(table), "known": None}
    if table.computer_to_move:
        return [own, _reply(table, context, {"know": True})]
    return [{**own, "known": finished(_know(table, context, {}))}]


def _values(table: GameTable, context: GameContext, given: Json) -> Partial:
    """The values of the position and of its moves: the fastest results."""
    if table.by_points and (known := _by_points(table, context)):
        return known
    inquiry = Inquiry(*table.question, context.solver)
    so_far = inquiry.finding_values()
    yield from _so_far(so_far, lambda: _with_signs(table, inquiry.analysis(look=False)))
    return _with_signs(table, inquiry.analysis())


def _so_far(steps: Iterator[None], told: Callable[[], Json]) -> Iterator[Json]:
    """Partial answers of a search, now and then, until it ends or is stopped."""
    due = time.monotonic() + EVERY
    with suppress(SearchStopped):
        for _ in steps:
            if time.monotonic() >= due:
                yield told()
                due = time.monotonic() + EVERY


def _with_signs(table: GameTable, analysis: Analysis) -> Json:
    return {**analysis_answer(analysis), **_shown(table, analysis, analysis.principal_variation)}


def _without_reasons(table: GameTable, analysis: Analysis) -> Json:
    """As `_know` answers, before there are reasons and a line of best play."""
    told = _with_signs(table, analysis)
    moves = [{**move, "why": ""} for move in told["moves"]]
    return {**told, "moves": moves, **_line_to_come(table, ())}


# The fields that `_shown` adds.
SHOWN = ("signs", "line_turns", "verdict")


def _shown(table: GameTable, analysis: Analysis | Explanation, line: Sequence[int]) -> Json:
    """The values in words and in signs; the side to move along the best line."""
    match = table.match
    along = accumulate(line, table.game.play, initial=match.position)
    signs = {
        table.game.name(move.move): "?" if move.value is None else move.value.sign()
        for move in analysis.moves
    }
    return {
        "signs": signs,
        "line_turns": turns_of(table.game, match.turn, along),
        "verdict": position_verdict(analysis),
    }


def _know(table: GameTable, context: GameContext, given: Json) -> Partial:
    """The values of the position and of its moves, with reasons and the best line.

    With `picture`, also a picture with the values.
    """
    if table.by_points and (known := _by_points(table, context)):
        picture = {"picture": table_picture(table).svg} if given.get("picture") else {}
        return {
            **known,
            **_line_to_come(table, map(table.game.read, known["principal_variation"])),
            **picture,
        }
    inquiry = Inquiry(*table.question, context.solver)
    steps = inquiry.asking()
    yield from _so_far(steps, lambda: _without_reasons(table, inquiry.analysis(look=False)))
    analysis = inquiry.analysis()
    if not is_small(table):
        yield _without_reasons(table, analysis)
    explanation = context.explainer.explain(*table.question[1:], lines=False)
    return {
        **with_reasons(_with_signs(table, analysis), analysis, explanation),
        **_line_to_come(table, analysis.principal_variation[:GHOSTS]),
        **({"picture": table_picture(table, analysis).svg} if given.get("picture") else {}),
    }


def _by_points(table: GameTable, context: GameContext) -> Json:
    """The margins of the position and of its moves, with reasons; empty if there was no time."""
    found = context.explainer.explain(*table.question[1:], lines=False)
    if not isinstance(found.value, Margin):
        return {}
    line = [move.move for move in found.best[:1]]
    moves = [
        {**fields(table.game, move, "move* value~ best"), "why": one_line(move)}
        for move in found.moves
    ]
    return {
        **position_answer(table.question),
        **fields(table.game, found, "value~"),
        "moves": moves,
        "principal_variation": list(map(table.game.name, line)),
        **_shown(table, found, line),
    }


def _line_to_come(table: GameTable, line: Iterable[int]) -> Json:
    """Best play as marks to come, each with its cell, mark, side and ply, and as steps."""
    ghosts, arrows = line_of_play(table.game, table.match.position, table.match.turn, line)
    return {
        "ghosts": [[g.cell.name, g.cell.mark, g.cell.side, g.number] for g in ghosts],
        "steps": [[arrow.begin, arrow.end, arrow.number] for arrow in arrows],
    }


def _analyse(table: GameTable, context: GameContext, given: Json) -> Partial:
    if table.by_points and (known := _by_points(table, context)):
        return {name: told for name, told in known.items() if name not in SHOWN}
    inquiry = Inquiry(*table.question, context.solver)
    yield from _so_far(inquiry.asking(), lambda: analysis_answer(inquiry.analysis(look=False)))
    analysis = inquiry.analysis()
    answer = analysis_answer(analysis)
    if not given.get("why"):
        return answer
    yield answer
    explanation = context.explainer.explain(*table.question[1:], lines=False)
    return with_reasons(answer, analysis, explanation)


def _explain(table: GameTable, context: GameContext, given: Json) -> Json:
    with context.solver.shared_limit():
        return explanation_answer(context.explainer.explain(*table.question[1:]))


def _review(table: GameTable, context: GameContext, given: Json, *, drawn: bool = False) -> Partial:
    """The review in words; `drawn`: with the value of every position as a picture."""

    def answer(told: Review) -> Json:
        picture = {"picture": history(told, theme=PAGE).svg} if drawn else {}
        return {**review_answer(told, table.start), **picture}

    due = 0.0
    for told in reviews(table.record, context.margins or context.solver):
        if len(told.moves) < table.match.ply and time.monotonic() >= due:
            yield answer(told)
            due = time.monotonic() + EVERY
    return answer(told)


def _draw(table: GameTable, context: GameContext, given: Json) -> Json:
    analysis = analyse_values(*table.question, context.solver) if given.get("values") else None
    theme = theme_called(given.get("theme") or "light")
    picture = draw_match(table.match, values=analysis, theme=theme)
    return {**position_answer(table.question), "svg": picture.svg}


def _puzzle(table: GameTable, context: GameContext, given: Json) -> Json:
    """The task of a puzzle, and the reaction to the answers so far."""
    quiz = quiz_of(context.explainer, shipped(table.game).puzzle(given["number"]))
    question, told, hint = quiz.question, "", ""
    for name in given["tried"]:
        if not quiz.over:
            told = answer_text(quiz.answer(read_move(table.game, name)))
    if given["shown"] and not quiz.over:
        told = solution_text(quiz.give_up())
    for _ in range(given["hints"]):
        if not quiz.over:
            hint = hint_text(quiz.hint())
    return {"task": task(question), "told": told, "hint": hint, "right": bool(quiz.solved)}


def _engine(table: GameTable, context: GameContext, given: Json) -> Json:
    from noughts.web.export import knowledge_of_page  # loads the templates, which takes a while

    return knowledge_of_page(table.game, reasons=True)


def _map(table: GameTable, context: GameContext, given: Json) -> Partial:
    """The strategy map, for our page or as a file; until it is finished, its beginning."""
    theme = PAGE if given.get("theme") == PAGE.name else theme_called(given.get("theme") or "light")
    for told in maps_of(table, context.solver, theme, given.get("levels")):
        yield told
    return told


def answer_line(worker: Worker, line: str, tell: Callable[[Json], None]) -> Json:
    """The answer to a line, or a refusal; `write_line` gets partial answers before."""
    asked = json.loads(line)
    try:
        answering = worker.answers(asked["question"], asked["given"])
        while True:
            tell({"so_far": next(answering)})
    except StopIteration as ended:
        return {"answer": ended.value}
    except NoughtsError as error:
        return {"refused": str(error), "kind": type(error).__name__}


def write_line(answer: Json) -> None:
    try:
        sys.stdout.write(to_line(answer) + "\n")
        sys.stdout.flush()
    except BrokenPipeError:  # the server has ended just now
        os._exit(0)


def megabytes() -> int:
    """The memory of this process; on some systems the most so far, or 0."""
    with suppress(OSError):
        pages = int(Path("/proc/self/statm").read_text("utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") // 1_000_000
    if sys.platform == "win32":
        return 0
    import resource  # missing on Windows

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1_000_000 if sys.platform == "darwin" else peak // 1_000


def pass_questions_on(lines: Queue[str]) -> NoReturn:
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)  # also ends a search under way


def main() -> None:
    if hasattr(os, "nice"):  # not on Windows
        os.nice(5)  # requests for pages come first
    for spec in sys.argv[1:]:
        trust(find_game(name_own(spec)))  # checked by the command line already, or `--unchecked`
    worker, lines = Worker(), Queue[str]()
    Thread(target=pass_questions_on, args=[lines], daemon=True).start()
    while True:
        answer = answer_line(worker, lines.get(), write_line)
        write_line({**answer, "megabytes": megabytes()})


if __name__ == "__main__":
    main()
