"""The slow questions about a table, answered in a worker process (`worker.py`)."""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from itertools import accumulate
from typing import Any

from noughts.analysis.analyse import Analysis, Inquiry, values_of
from noughts.analysis.explain.explainer import Explainer
from noughts.analysis.explain.text import position_verdict
from noughts.analysis.review import Review, reviews
from noughts.analysis.review_text import answer_text, hint_text, solution_text
from noughts.answers.encoder import (
    Json,
    analysis_answer,
    explanation_answer,
    position_answer,
    review_answer,
    with_reasons,
)
from noughts.errors import SearchStopped
from noughts.game import Game, legal_moves, read_move, turns_of
from noughts.pictures.board.draw import draw_match
from noughts.pictures.charts.history import history
from noughts.pictures.theme import theme_called
from noughts.players.levels import player_for
from noughts.players.perfect import BUDGET, perfect_doubt
from noughts.players.player import AsksSolvers, Player, keep_time
from noughts.puzzles.pack import shipped
from noughts.puzzles.question import quiz_of, task
from noughts.recent import Recent
from noughts.solving.api import Solvers, solver_for
from noughts.value import Certainty
from noughts.web.analysis_data import maps_of, search_page
from noughts.web.theme import PAGE
from noughts.web.url_state import Table, table_of
from noughts.web.view import picture_of, view_of

# The most nodes of a position; larger ones have no value here. They take a second or two.
NODES = 2_000_000
# The most seconds of a question; with more moves than this, the seconds of all of them together:
# then a value is reported as unknown before the question is ended.
MANY_MOVES, SECONDS = 20, 8.0
# Seconds that an opponent may think about a move.
REPLY_SECONDS = 3.0
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
    """The cached results of one game, kept between requests."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.solver = solver_for(game, NODES, seconds=seconds_for(game))
        self.explainer = Explainer(game, self.solver)
        self._solvers = Solvers(BUDGET, REPLY_SECONDS)
        self._players: Recent[str, Player] = Recent(PLAYERS)

    def player(self, level: str) -> Player:
        """The opponent of that name.

        Raises:
            UnknownPlayer, UnsuitedGame: the player does not exist or does not play this game.
        """
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
    """The final answer."""
    while True:
        try:
            next(partial)
        except StopIteration as ended:
            answer: Json = ended.value
            return answer


class Worker:
    """Answers questions about tables; it caches the last few games.

    >>> worker = Worker()
    >>> worker.answer("choose", {"game": "tictactoe", "moves": "a1 b3 b1 a3", "level": "perfect"})
    {'move': 'c1', 'certainty': 'proved'}
    """

    def __init__(self) -> None:
        self._contexts: Recent[str, GameContext] = Recent(GAMES)
        self._questions: dict[str, Callable[[Table, GameContext, Json], Json | Partial]] = {
            "choose": _choose,
            "reply": _reply,
            "ahead": _ahead,
            "values": _values,
            "know": _know,
            "analyse": _analyse,
            "explain": _explain,
            "review": _review,
            "history": _history,
            "draw": _draw,
            "watch": _watch,
            "map": _map,
            "puzzle": _puzzle,
            "engine": _engine,
        }

    def answer(self, question: str, given: Json) -> Json:
        """The answer to a question about the table of a request.

        Raises:
            NoughtsError: the table does not exist, or its player has no move.
        """
        return finished(self.answers(question, given))

    def answers(self, question: str, given: Json) -> Partial:
        """Yields partial answers if it takes long, returns the final one.

        Raises:
            NoughtsError: the table does not exist, or its player has no move.
        """
        table = table_of(given["game"], given)
        told = self._questions[question](table, self._mind(table), given)
        return (yield from told) if isinstance(told, Generator) else told

    def _mind(self, table: Table) -> GameContext:
        spec = table.settings.spec
        context = self._contexts.get(spec) or GameContext(table.game)
        self._contexts[spec] = context  # the last one used is last
        return context


def _choose(table: Table, context: GameContext, given: Json) -> Json:
    """The computer's move, and its certainty; null if the player gives none."""
    player = context.player(table.level)
    move = table.game.name(player.choose(table.game, table.match.position))
    return {
        "move": move,
        "certainty": player.certainty.value if isinstance(player, AsksSolvers) else None,
    }


def _reply(table: Table, context: GameContext, given: Json) -> Json:
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


def is_small(table: Table) -> bool:
    """Whether a position is small enough to compute more than was requested.

    >>> from noughts.web.url_state import Settings
    >>> [is_small(Table(Settings(spec))) for spec in ("tictactoe", "wild", "numerical", "morris")]
    [True, False, False, False]
    """
    match = table.match
    few = len(match.board.cells) <= CELLS and len(match.legal_moves) <= MOVES
    return few and not match.game.repeats


def _ahead(table: Table, context: GameContext, given: Json) -> Json:
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


def _following(table: Table, context: GameContext) -> list[Json]:
    """The table after a person's move, and after the computer's answer, if there is one."""
    if not table.computer_to_move:
        return [
            {"answer": None, "view": view_of(table), "known": finished(_know(table, context, {}))}
        ]
    own = {"answer": None, "view": view_of(table), "known": None}
    return [own, _reply(table, context, {"know": True})]


def _values(table: Table, context: GameContext, given: Json) -> Partial:
    """The values of the position and of its moves, and their picture: the fastest results."""
    inquiry = Inquiry(*table.question, context.solver)
    yield from _so_far(inquiry.finding_values(), lambda: _with_picture(table, inquiry))
    return _with_picture(table, inquiry, look=True)


def _so_far(steps: Iterator[None], told: Callable[[], Json]) -> Iterator[Json]:
    """Partial answers of a search, now and then, until it ends or is stopped."""
    due = time.monotonic() + EVERY
    with suppress(SearchStopped):
        for _ in steps:
            if time.monotonic() >= due:
                yield told()
                due = time.monotonic() + EVERY


def _with_picture(table: Table, inquiry: Inquiry[Any], look: bool = False) -> Json:
    """The partial values with their picture; `look` as in `Inquiry.analysis`."""
    analysis = inquiry.analysis(look)
    return {**analysis_answer(analysis), **_shown(table, analysis)}


def _without_reasons(table: Table, analysis: Analysis) -> Json:
    """As `_know` answers, before there are reasons and a line of best play."""
    shown = _shown(table, analysis)
    told = analysis_answer(analysis)
    return {
        **told,
        **shown,
        "moves": [{**move, "why": ""} for move in told["moves"]],
        "picture_line": picture_of(table).svg,
        "picture_both": shown["picture_values"],
    }


def _shown(table: Table, analysis: Analysis) -> Json:
    """The values in words, in signs and as a picture; the side to move along the best line."""
    match, line = table.match, analysis.principal_variation
    along = accumulate(line, table.game.play, initial=match.position)
    signs = {
        table.game.name(move.move): "?" if move.value is None else move.value.sign()
        for move in analysis.moves
    }
    return {
        "signs": signs,
        "line_turns": turns_of(table.game, match.turn, along),
        "verdict": position_verdict(analysis),
        "picture_values": picture_of(table, analysis).svg,
    }


def _know(table: Table, context: GameContext, given: Json) -> Partial:
    """The values of the position and of its moves, with reasons, the best line and pictures."""
    inquiry = Inquiry(*table.question, context.solver)
    steps = inquiry.asking()
    yield from _so_far(steps, lambda: _without_reasons(table, inquiry.analysis(look=False)))
    analysis = inquiry.analysis()
    if not is_small(table):
        yield _without_reasons(table, analysis)
    explanation = context.explainer.explain(*table.question[1:])
    line = analysis.principal_variation[:GHOSTS]
    return {
        **with_reasons(analysis_answer(analysis), analysis, explanation),
        **_shown(table, analysis),
        "picture_line": picture_of(table, ghosts=line).svg,
        "picture_both": picture_of(table, analysis, line).svg,
    }


def _analyse(table: Table, context: GameContext, given: Json) -> Partial:
    inquiry = Inquiry(*table.question, context.solver)
    yield from _so_far(inquiry.asking(), lambda: analysis_answer(inquiry.analysis(look=False)))
    analysis = inquiry.analysis()
    answer = analysis_answer(analysis)
    if not given.get("why"):
        return answer
    yield answer
    return with_reasons(answer, analysis, context.explainer.explain(*table.question[1:]))


def _explain(table: Table, context: GameContext, given: Json) -> Json:
    with context.solver.sitting():
        return explanation_answer(context.explainer.explain(*table.question[1:]))


def _review(table: Table, context: GameContext, given: Json) -> Partial:
    """The review; until it is finished, the review of the first moves."""
    return (yield from _reviewing(table, context, lambda told: review_answer(told, table.start)))


def _history(table: Table, context: GameContext, given: Json) -> Partial:
    """The value of every position of the game as a picture, and the review in words."""

    def answer(told: Review) -> Json:
        return {**review_answer(told, table.start), "picture": history(told, theme=PAGE).svg}

    return (yield from _reviewing(table, context, answer))


def _reviewing(table: Table, context: GameContext, answer: Callable[[Review], Json]) -> Partial:
    due = 0.0
    for told in reviews(table.record, context.solver):
        if len(told.moves) < len(table.record.moves) and time.monotonic() >= due:
            yield answer(told)
            due = time.monotonic() + EVERY
    return answer(told)


def _draw(table: Table, context: GameContext, given: Json) -> Json:
    """The picture as a file of its own."""
    analysis = values_of(*table.question, context.solver) if given.get("values") else None
    theme = theme_called(given.get("theme") or "light")
    picture = draw_match(table.match, values=analysis, theme=theme)
    return {**position_answer(table.question), "svg": picture.svg}


def _watch(table: Table, context: GameContext, given: Json) -> Json:
    """The page that steps through the searches."""
    return search_page(table)


def _puzzle(table: Table, context: GameContext, given: Json) -> Json:
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


def _engine(table: Table, context: GameContext, given: Json) -> Json:
    """The data with which the page plays by itself."""
    from noughts.web.export import knowledge_of_page  # loads the templates, which takes a while

    return knowledge_of_page(table.game, reasons=True)


def _map(table: Table, context: GameContext, given: Json) -> Partial:
    """The strategy map, for our page or as a file; until it is finished, its beginning."""
    theme = PAGE if given.get("theme") == PAGE.name else theme_called(given.get("theme") or "light")
    for told in maps_of(table, context.solver, theme, given.get("levels")):
        yield told
    return told
