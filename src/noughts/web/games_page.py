"""The page of games: a tile for each, with its rules, its results, and its variants."""

from functools import lru_cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from noughts.answers.encoder import Json, parameters_of
from noughts.games.registry import GameEntry, entries, game_name, rules_of
from noughts.web.pages import html, thumbnail
from noughts.web.pool import Pool
from noughts.web.url_state import game_called, in_address

# The meaning of each badge.
BADGES = {
    "solved": "noughts finds the value of every position",
    "proved": "who wins is proved, but not how soon",
    "open": "nobody knows who wins",
}


# Where the usual parameters make another game, the tile shows these.
SHOWN = {"mnk": "mnk:4,4,4"}


async def games_page(request: Request, pool: Pool) -> Response:
    """All games."""
    return await run_in_threadpool(_page)


def _page() -> Response:
    return html("games.html", tiles=[_tile(entry) for entry in entries()], badges=BADGES)


@lru_cache(maxsize=256)
def _tile(entry: GameEntry) -> Json:
    """The content of a tile."""
    spec = SHOWN.get(entry.name, entry.name)
    game = game_called(spec)
    return {
        "name": entry.name,
        "title": game_name(game),
        "address": f"/play/{in_address(spec)}",
        "picture": thumbnail(spec),
        "badge": entry.says("status"),
        "rules": rules_of(game) or f"{entry.says('about')}.",
        "known": entry.says("known_results"),
        "variants": [
            _variant(spec) for spec in entry.says("examples") if game_called(spec) != game
        ],
        "parameters": [] if entry.means else parameters_of(entry),
    }


def _variant(spec: str) -> tuple[str, str]:
    return f"/play/{in_address(spec)}", game_name(game_called(spec))
