"""Pages that play games perfectly without a server: in one file, or as a site of plain files."""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from typing import Any

from markupsafe import Markup

from noughts.answers.encoder import Json, to_line
from noughts.errors import BadStrategy
from noughts.files import cache_folder, inflated, read_cached, write_cached, write_file
from noughts.game import Game
from noughts.games.cube import SPLIT, CubeMarks
from noughts.games.lines import Lines
from noughts.games.registry import ENTRIES, about, find_game, game_name, spec_of
from noughts.pictures.board.draw import draw
from noughts.pictures.search_page import policy_hash
from noughts.source import is_own
from noughts.strategies.file import StrategyFile, first_position
from noughts.strategies.fold import symmetries_of
from noughts.web.engine import engine_of
from noughts.web.html import embedded, templates
from noughts.web.page_module import NoOfflinePage, packed
from noughts.web.pages import menu_of, page_values
from noughts.web.view import PAGE, GameTable, TableSettings, colours, page_view

# A kept file is named by its game and by all sources of noughts, so it is never stale. Users'
# games are not kept: the modules that their files import may change unnoticed.
HERE = Path(__file__).parent
# A wheel may contain files for the most popular games: `tools/make_pages.py`.
SHIPPED = HERE / "made"
# Pages beyond these, the longest unused first, are removed.
MOST_PAGES = 300


def kept_page(game: Game[Any]) -> Json | None:
    """The kept data of a game's page; None if there is none, or the file is damaged."""
    if is_own(type(game)):
        name = page_file(game)
        for content in (_shipped(name), read_cached(pages_folder() / name)):
            with suppress(ValueError):
                told: Json = json.loads(inflated(content or b"", gzip=True))
                return told
    return None


def keep_page(game: Game[Any], told: Json) -> None:
    if not is_own(type(game)):
        return
    for old in pages_folder().glob(f"{_named(game)}-*.page"):
        with suppress(OSError):
            old.unlink()
    content = gzip.compress(to_line(told).encode(), 9, mtime=0)
    write_cached(pages_folder() / page_file(game), content, MOST_PAGES)


def page_file(game: Game[Any]) -> str:
    return f"{_named(game)}-{_sources()}.page"


def _shipped(name: str) -> bytes | None:
    file = SHIPPED / name
    return file.read_bytes() if file.is_file() else None


def _named(game: Game[Any]) -> str:
    return spec_of(game).replace(":", "_").replace(",", "_")


def pages_folder() -> Path:
    return cache_folder() / "pages"


@cache
def _sources() -> str:
    found = sha256()
    for path in sorted(HERE.parent.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:24]


STATIC = HERE / "static"
# Whole lines of comments, indentation, and casts to types before code.
UNREAD = re.compile(
    r"^[ \t]*(?://.*|/\*(?:(?!\*/)[\s\S])*\*/[ \t]*)\n|^[ \t]+|/\*\*(?:(?!\*/).)*\*/ ?",
    re.MULTILINE,
)

# The modules that need no server, and a page's modules, each after the ones it needs when loaded.
OFFLINE = (
    "offline_values.js", "offline_words.js", "offline_positions.js", "offline.js",
)  # fmt: skip
MODULES = (
    "base.js", "drawing.js", "board.js", "served.js", "lines.js", "store.js", "table.js",
    "options.js", "play.js", "look.js", "analysis.js", "course.js", "share.js", "ending.js",
    "coach.js", "keys.js", "noughts.js",
)  # fmt: skip


def exported(game: Game[Any], *, reasons: bool = True, strategy: StrategyFile | None = None) -> str:
    """The page, with the game's engine, and the reasons in words if there are few positions.

    The computer plays the strategy, too, if there is one. Raises NoOfflinePage if the game can have
    no page, and BadStrategy if the strategy is of another game.
    """
    answers = page_with(game, strategy) if strategy else knowledge_of_page(game, reasons)
    style = style_sheet()
    scripts = [
        *map(bare_script, ["engine.js", "strategy.js"] if strategy else ["engine.js"]),
        one_script(*OFFLINE),
        bare_script("theme.js"),
        one_script(*MODULES),
    ]
    allowed = " ".join([*map(_hash, scripts), "'wasm-unsafe-eval'"])
    policy = (
        f"default-src 'none'; script-src {allowed}; "
        f"style-src {_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    # Style and scripts come from us, so they need no escaping.
    parts = {"style": Markup(style), "scripts": [Markup(one) for one in scripts]}
    return page_of_game(game, answers, policy=policy, files=[], **parts)


def page_of_game(game: Game[Any], answers: Json, **parts: Any) -> str:
    usual = answers.get("usual")
    settings = (
        TableSettings(spec_of(game), *usual.values()) if usual else TableSettings(spec_of(game))
    )
    table = GameTable(settings, game=game)
    levels = {"perfect", *answers["levels"], "random", settings.level}
    return templates.get_template("offline.html").render(
        **page_values(table, page_view(table)),
        levels=menu_of(spec_of(game), settings.level, levels.__contains__),
        chosen=[settings.level] * 2,
        answers=Markup(embedded(answers)),
        **parts,
    )


def knowledge_of_page(game: Game[Any], reasons: bool) -> Json:
    """The game's engine; with reasons it is kept."""
    if reasons and (kept := kept_page(game)):
        return kept
    told = _with_engine(game, reasons)
    if reasons:
        keep_page(game, told)
    return told


def _with_engine(game: Game[Any], reasons: bool = False) -> Json:
    """The engine; the tables are packed, to a tenth of the size."""
    data = engine_of(game, reasons=reasons)
    content = json.dumps(data.pop("tables"), separators=(",", ":")).encode()
    return {**data, "packed": packed(content)}


def page_with(game: Game[Any], strategy: StrategyFile) -> Json:
    """The data of a page that plays a strategy: the engine, the file, and its format."""
    claim = strategy.claim
    if not strategy.suits(game):
        name = spec_of(game)
        raise BadStrategy(f"This is a strategy of {claim.game}, not of {name} as it is now.")
    return {
        **_with_engine(game),
        "strategy": {
            "file": b64encode(strategy.to_bytes()).decode(),
            "symmetries": [list(symmetry) for symmetry in symmetries_of(game)],
            "split": SPLIT if isinstance(game.start(), CubeMarks) else 0,
        },
        "usual": {
            "as": "ox"[claim.player],
            "level": "strategy",
            "position": first_position(game, claim),
        },
    }


def static(name: str) -> str:
    return (STATIC / name).read_text(encoding="utf-8")


def bare_script(name: str) -> str:
    """A script without comments and indentation, which are a quarter of it over the wire."""
    return UNREAD.sub("", static(name))


def style_sheet() -> str:
    return "".join((colours(), *map(static, ("board.css", "noughts.css", "table.css"))))


def one_script(*modules: str) -> str:
    """Modules as one script, which is smaller: each may use those before it."""
    lines = "".join(map(bare_script, modules)).splitlines()
    own = (line.removeprefix("export ") for line in lines if not line.startswith("import "))
    return "\n".join(own) + "\n"


def _hash(text: str) -> str:
    """The hash that allows an inline script or style in a page's policy."""
    return f"'{policy_hash(text)}'"


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
    for spec in (*ENTRIES, *MORE):
        if spec != "mnk":  # it would be tic-tac-toe again
            yield find_game(spec)


def write_site(
    folder: Path, games: Iterable[Game[Any]], tell: Callable[[str], None]
) -> list[Game[Any]]:
    """Write the files. A game that cannot have a page is left out, and the reason is reported."""
    folder.mkdir(parents=True, exist_ok=True)
    written: dict[str, str] = {"noughts.css": style_sheet()}
    written |= {name: bare_script(name) for name in SCRIPTS} | {"icon.svg": static("icon.svg")}
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
    beside_docs = (folder.parent / "course" / "index.html").is_file()
    written["index.html"] = _index(there, beside_docs)
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
    if isinstance(game, Lines):  # its name contains all its lines
        return f"lines-{sha256(spec_of(game).encode()).hexdigest()[:8]}.html"
    named = re.sub(r"\.py\b", "", Path(spec_of(game)).name, flags=re.IGNORECASE)
    return f"{named.replace(':', '-').replace(',', '-')}.html"


def _index(games: dict[str, Game[Any]], beside_docs: bool) -> str:
    entries = [
        (game_name(game), file, about(game), Markup(draw(game, theme=PAGE).svg))
        for file, game in games.items()
    ]
    index = templates.get_template("site.html")
    return index.render(entries=entries, policy=POLICY, beside_docs=beside_docs)


def _worker(written: dict[str, str]) -> str:
    """The service worker, which stores all files; it changes as soon as one of them does."""
    names = sorted(written)
    version = sha256("".join(written[name] for name in names).encode()).hexdigest()[:12]
    listed = ", ".join(f'"{name}"' for name in names)
    return static(WORKER).replace("VERSION", version).replace('"FILES"', listed)
