"""A folder of plain files for any web host: pages of games that work offline once opened."""

import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import Any

from markupsafe import Markup

from noughts.files import write_file
from noughts.game import Game
from noughts.games.lines import Lines
from noughts.games.names import game_name
from noughts.games.registry import ENTRIES, about, find_game, spec_of
from noughts.pictures.board.draw import draw
from noughts.web.export import (
    MODULES,
    OFFLINE,
    STATIC,
    knowledge_of_page,
    page_of_game,
    static,
    style_sheet,
)
from noughts.web.page_module import NoOfflinePage
from noughts.web.pages import templates
from noughts.web.theme import PAGE

# Games in addition to the usual one of each name.
MORE = ("mnk:4,4,4", "mnk:5,4,4", "mnk:3,3,3,misere", "hex:5", "connectfour:5,4")
SCRIPTS = ("engine.js", *OFFLINE, *MODULES, "site.js", "theme.js")
# The files that each page loads; the others come with these.
LOADED = ("engine.js", "offline.js", "noughts.js", "site.js", "theme.js")
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "worker-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
)
# The service worker.
WORKER = "worker.js"


def games_of_site() -> Iterator[Game[Any]]:
    """The games of a site by default."""
    for spec in (*ENTRIES, *MORE):
        if spec != "mnk":  # it would be tic-tac-toe again
            yield find_game(spec)


def write_site(
    folder: Path, games: Iterable[Game[Any]], tell: Callable[[str], None]
) -> list[Game[Any]]:
    """Write the files. A game that cannot have a page is left out, and the reason is reported.

    Args:
        folder: the target folder; it may exist.
        games: the games.
        tell: called with a sentence about each game.

    Returns:
        The games that have a page.

    Raises:
        OSError: a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written: dict[str, str] = {"noughts.css": style_sheet()}
    written |= {name: static(name) for name in (*SCRIPTS, "icon.svg")}
    there: dict[str, Game[Any]] = {}
    for game in games:
        try:
            answers = knowledge_of_page(game, reasons=True)
        except NoOfflinePage as error:
            tell(f"left out: {error}")
            continue
        page = page_of_game(game, answers, policy=POLICY, style="", scripts=[], files=LOADED)
        name = _free(file_of(game), there)
        written[name] = page
        there[name] = game
        tell(f"{name}: {len(page.encode()) / 1e6:.1f} MB")
    written["index.html"] = _index(there)
    written[WORKER] = _worker(written)
    for name, text in written.items():
        write_file(folder / name, text)
    return list(there.values())


def _free(name: str, taken: Iterable[str]) -> str:
    """The name, with a number appended if it is taken: files in two folders may have equal names.

    >>> _free("mine.html", ["mine.html", "mine-2.html"])
    'mine-3.html'
    """
    numbered = (name.replace(".html", f"-{number}.html") for number in count(2))
    return next(each for each in chain([name], numbered) if each not in taken)


def file_of(game: Game[Any]) -> str:
    """The file of a game's page.

    >>> file_of(find_game("mnk:4,4,3"))
    'mnk-4-4-3.html'
    """
    if isinstance(game, Lines):  # its name contains all its lines
        return f"lines-{sha256(spec_of(game).encode()).hexdigest()[:8]}.html"
    named = re.sub(r"\.py\b", "", Path(spec_of(game)).name, flags=re.IGNORECASE)
    return f"{named.replace(':', '-').replace(',', '-')}.html"


def _index(games: dict[str, Game[Any]]) -> str:
    """The page with all games, by their files."""
    entries = [
        (game_name(game), file, about(game), Markup(draw(game, theme=PAGE).svg))
        for file, game in games.items()
    ]
    return templates.get_template("site.html").render(entries=entries, policy=POLICY)


def _worker(written: dict[str, str]) -> str:
    """The service worker, which stores all files; it changes as soon as one of them does."""
    names = sorted(written)
    version = sha256("".join(written[name] for name in names).encode()).hexdigest()[:12]
    listed = ", ".join(f'"{name}"' for name in names)
    template = (STATIC / WORKER).read_text(encoding="utf-8")
    return template.replace("VERSION", version).replace('"FILES"', listed)
