"""A page in one file that plays a game perfectly without a server."""

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

from markupsafe import Markup

from noughts.answers.encoder import Json
from noughts.errors import BadStrategy
from noughts.game import Game
from noughts.games.cube import SPLIT, CubeMarks
from noughts.games.registry import spec_of
from noughts.pictures.search_page import hashed
from noughts.players.levels import about_level
from noughts.strategies.file import StrategyFile, first_position
from noughts.strategies.fold import symmetries_of
from noughts.web.engine import engine_of
from noughts.web.made import keep, made
from noughts.web.page_module import packed
from noughts.web.pages import embedded, page_values, templates
from noughts.web.stencils import stencils_of
from noughts.web.theme import colours
from noughts.web.url_state import Settings, Table
from noughts.web.view import view_of

STATIC = Path(__file__).parent / "static"

# The modules that need no server, and a page's modules, each after the ones it needs when loaded.
OFFLINE = (
    "offline_words.js", "offline_values.js", "offline_positions.js", "offline_drawing.js",
    "offline_levels.js", "offline.js",
)  # fmt: skip
MODULES = (
    "board.js", "served.js", "lines.js", "table.js", "options.js", "look.js", "analysis.js",
    "ending.js", "course.js", "play.js", "keys.js", "share.js", "noughts.js",
)  # fmt: skip


def exported(game: Game[Any], *, reasons: bool = True, strategy: StrategyFile | None = None) -> str:
    """The page, with the game's engine.

    Args:
        game: the rules.
        reasons: whether to add the reasons for all moves, in words, if there are few positions.
        strategy: the strategy that the computer plays, in addition to the engine.

    Raises:
        NoOfflinePage: the game cannot have one; the message gives the reason.
        BadStrategy: the strategy is of another game.
    """
    answers = page_with(game, strategy) if strategy else knowledge_of_page(game, reasons)
    style = style_sheet()
    scripts = [
        *map(static, ["engine.js", "strategy.js"] if strategy else ["engine.js"]),
        _joined(*OFFLINE),
        static("theme.js"),
        _joined(*MODULES),
    ]
    allowed = " ".join([*map(_hash, scripts), "'wasm-unsafe-eval'"])
    policy = (
        f"default-src 'none'; script-src {allowed}; "
        f"style-src {_hash(style)}; img-src data:; base-uri 'none'; form-action 'none'"
    )
    # Style and scripts come from us, so they need no escaping.
    parts = {"style": Markup(style), "scripts": [Markup(script) for script in scripts]}
    return page_of_game(game, answers, policy=policy, files=[], **parts)


def page_of_game(game: Game[Any], answers: Json, **parts: Any) -> str:
    """The page of a game that needs no server.

    Args:
        game: the rules.
        answers: the page's knowledge of the game.
        parts: its `policy`, `style` and `scripts`, or the `files` of its scripts.
    """
    usual = answers.get("usual")
    settings = Settings(spec_of(game), *usual.values()) if usual else Settings(spec_of(game))
    table = Table(settings, game=game)
    levels = ["perfect", *answers["levels"], "random"]
    if usual:
        levels.insert(0, usual["level"])
    return templates.get_template("offline.html").render(
        **page_values(table, view_of(table)),
        levels=[(level, about_level(level, spec_of(game))) for level in levels],
        chosen=[settings.level] * 2,
        answers=Markup(embedded(answers)),
        **parts,
    )


def knowledge_of_page(game: Game[Any], reasons: bool) -> Json:
    """The game's engine, and the pieces of pictures; with reasons it is kept."""
    if reasons and (kept := made(game)):
        return kept
    told = _with_engine(game, reasons)
    if reasons:
        keep(game, told)
    return told


def _with_engine(game: Game[Any], reasons: bool = False) -> Json:
    """The engine; the pieces of pictures and the tables are packed, to a tenth of the size."""
    data = engine_of(game, reasons=reasons)
    stencils = stencils_of(game, data)
    tables = {"pieces": stencils.pop("pieces"), **data.pop("tables")}
    content = json.dumps(tables, separators=(",", ":")).encode()
    return {**data, "stencils": stencils, "packed": packed(content)}


def page_with(game: Game[Any], strategy: StrategyFile) -> Json:
    """The data of a page that plays a strategy: the engine, the file, and its format.

    Raises:
        NoOfflinePage: the page cannot play the game.
        BadStrategy: the strategy is of another game.
    """
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
    """A script or style sheet of ours."""
    return (STATIC / name).read_text(encoding="utf-8")


def style_sheet() -> str:
    """The style sheet of a page in one file."""
    return colours() + static("noughts.css") + static("table.css")


def _joined(*modules: str) -> str:
    """Modules as one, for a page that cannot load any: each may use those before it."""
    lines = "".join(map(static, modules)).splitlines()
    own = (line.removeprefix("export ") for line in lines if not line.startswith("import "))
    return "\n".join(own) + "\n"


def _hash(text: str) -> str:
    """The hash that allows an inline script or style in a page's policy."""
    return f"'{hashed(text)}'"
