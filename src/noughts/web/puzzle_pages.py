"""Puzzles: the address holds the puzzle, the answers, and the rating; nothing is stored.

    /puzzles/connectfour?n=17&tried=4&me=1500,350,0.06

With script (`static/puzzles.js`) the browser stores the rating and the puzzles that are done.
"""

import random
import re

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from noughts.analysis.review import HINTS
from noughts.answers.encoder import Json
from noughts.games.registry import game_name, spec_of
from noughts.puzzles.glicko import GlickoRating
from noughts.puzzles.pack import TRIES, Pack, Puzzle, shipped, shipped_games
from noughts.puzzles.question import rated
from noughts.web import html, pages, view
from noughts.web.pool import Pool, cancel_on_disconnect

# The format of the parts of an address; the numbers of a rating are also checked.
NUMBERS = re.compile(r"\d{1,7}(,\d{1,7}){0,999}")
RATING = re.compile(r"\d{1,4}(\.\d{1,4})?,\d{1,3}(\.\d{1,4})?,0\.\d{1,6}")
DAY = re.compile(r"\d{4}-\d\d-\d\d")
# The most wrong answers in an address.
MOST_TRIED = 50


class PuzzleState:
    """A puzzle under way, as an address describes it."""

    def __init__(self, spec: str, query: dict[str, str]) -> None:
        self.pack: Pack = shipped(view.game_called(spec))
        self.number = _numbers(query.get("n", "1"))[0]
        self.puzzle: Puzzle = self.pack.puzzle(self.number)
        self.tried = tuple(filter(None, query.get("tried", "").split(",")))[:MOST_TRIED]
        self.gave_up = query.get("shown") == "1"
        self.hints = min(_numbers(query.get("hints", "0"))[0], HINTS)
        self.me = _rating(query.get("me", ""))
        #: The date of the puzzle of a day; empty for another puzzle.
        self.day = query["day"] if DAY.fullmatch(query.get("day", "")) else ""
        self.table = view.GameTable(
            view.TableSettings(spec_of(self.pack.game), "both", position=self.puzzle.position),
            game=self.pack.game,
        )

    @property
    def over(self) -> bool:
        return self.gave_up or self.puzzle.move in self.tried

    @property
    def left(self) -> int:
        """The tries that are left of the puzzle of a day."""
        return max(TRIES - len(self.tried), 0)

    @property
    def begun(self) -> bool:
        """Whether there was an answer, or a hint: the rating has changed."""
        return bool(self.tried or self.gave_up or self.hints)

    @property
    def question(self) -> Json:
        told = {"tried": list(self.tried), "shown": self.gave_up, "hints": self.hints}
        return {**pages.question_of(self.table), "number": self.number, **told}

    def after(self, move: str) -> str:
        name = self.table.after(move).names[-1]
        right = name == self.puzzle.move
        spent = self.day and self.left <= 1 and not right
        tried, shown = ",".join((*self.tried, name)), "1" if spent else ""
        return self.address(tried=tried, shown=shown, me=self._rated(right))

    def helped(self, **more: str) -> str:
        """The address with a hint or the solution, which counts as a wrong answer."""
        tried, me = ",".join(self.tried), self._rated(solved=False)
        return self.address(tried=tried, me=me, **more)

    def _rated(self, solved: bool) -> str:
        return _text(self.me if self.begun else rated(self.me, self.puzzle, solved))

    def address(self, **more: str) -> str:
        hints = str(self.hints or "")
        query = {"n": str(self.number), "day": self.day, "me": _text(self.me), "hints": hints}
        return view.with_query(self.home, query | more)

    @property
    def home(self) -> str:
        return f"/puzzles/{view.in_address(spec_of(self.pack.game))}"


def puzzles_page(request: Request) -> Response:
    tiles = [
        (
            one,
            game_name(view.game_called(one)),
            f"/puzzles/{view.in_address(one)}",
            pages.thumbnail(one),
        )
        for one in shipped_games()
    ]
    return html.html_page("puzzles.html", tiles=tiles, daily=pages.daily_puzzle())


async def puzzle_page(request: Request, pool: Pool) -> Response:
    spec, query = request.path_params["game"], dict(request.query_params)
    if "n" not in query:
        return await run_in_threadpool(_next, spec, query)
    state = await run_in_threadpool(PuzzleState, spec, query)
    told = await cancel_on_disconnect(request, pool.ask("puzzle", state.question))
    return await run_in_threadpool(_page, state, told, query.get("cell", ""))


def puzzle_form(request: Request, form: dict[str, str]) -> Response:
    """Answer, take a hint, or give up, and redirect to the new address."""
    query = dict(request.query_params) | ({"me": form["me"]} if form.get("me") else {})
    state = PuzzleState(request.path_params["game"], query)
    if state.over:
        return RedirectResponse(state.address(tried=query.get("tried", "")), 303)
    if "show" in form:
        return RedirectResponse(state.helped(shown="1"), 303)
    if "hint" in form:
        return RedirectResponse(state.helped(hints=str(state.hints + 1)), 303)
    move = pages.chosen_move(state.table, form)
    if move is None:
        cell = form.get("cell", "")
        return RedirectResponse(state.address(tried=",".join(state.tried), cell=cell), 303)
    return RedirectResponse(state.after(move), 303)


def _next(spec: str, query: dict[str, str]) -> Response:
    pack, me = shipped(view.game_called(spec)), _rating(query.get("me", ""))
    done = _numbers(query["done"]) if query.get("done") else []
    number = pack.next_number(me.points, done, random.Random())
    home = f"/puzzles/{view.in_address(spec_of(pack.game))}"
    kept = f"&me={_text(me)}" if query.get("me") else ""
    return RedirectResponse(f"{home}?n={number}{kept}", 303)


def _page(state: PuzzleState, told: Json, cell: str) -> Response:
    table = state.table.after(state.puzzle.move) if state.over else state.table
    shown = view.page_view(table)
    return html.with_style(
        "puzzle.html",
        state=state,
        most_hints=HINTS,
        tries=TRIES,
        told=told,
        **pages.board_values(table, shown),
        ours=not state.over,
        choices=[] if state.over else pages.offered(table, shown, cell),
        cell=cell,
        me=_text(state.me),
        analysis=state.table.address(show="values"),
    )


def _numbers(text: str) -> list[int]:
    if not (text.isascii() and NUMBERS.fullmatch(text)):
        raise view.BadRequest(f"Puzzles have numbers, such as n=17, not {text[:20]!r}.")
    return [int(word) for word in text.split(",")]


def _rating(text: str) -> GlickoRating:
    if not text:
        return GlickoRating()
    if not (text.isascii() and RATING.fullmatch(text)):
        raise view.BadRequest(f"A rating is written me=1500,350,0.06, not {text[:20]!r}.")
    points, deviation, volatility = map(float, text.split(","))
    return GlickoRating(points, min(max(deviation, 1.0), 350.0), min(max(volatility, 0.01), 0.2))


def _text(rating: GlickoRating) -> str:
    points = min(max(rating.points, 0.0), 9999.0)
    return f"{points:.1f},{min(rating.deviation, 350.0):.1f},{rating.volatility:.6f}"
