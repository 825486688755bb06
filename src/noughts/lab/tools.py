"""Answers for language models: each is a short text, the exact value first.

They read and write no file. The only program that one of them runs is in the sandbox: rules that
are sent as text. `mcp.py` offers them by the Model Context Protocol.

>>> print(TOOLS["analyse"](board="xo.|.x.|..o"))
win in 3 for X, to move.
Best: a2, a1.
win in 3: a2, a1
draw: c3, c2, b1
Best play: a2 c3 c2
tictactoe, position xo1/1x1/2o x
"""

import json
import re
import sys
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from inspect import getdoc, signature
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from noughts.answers.question import Question, ask
from noughts.errors import GameOver, NoughtsError, ProgramError, UnreadablePosition
from noughts.game import Game, legal_moves, turn_after
from noughts.games.registry import GameEntry, entries, find_game, spec_of
from noughts.games.spec import is_file
from noughts.lab.words import in_quotes, move_in_answer, position_prompt, rules_prompt
from noughts.records.anything import identify
from noughts.value import DRAW, LOSS, OPEN, WIN

# The limits of a question: nodes, and seconds of the clock.
NODES, SECONDS = 20_000_000, 5.0
# The limits of rules that are sent: characters, seconds of the processor, mebibytes.
LONGEST_RULES, RULES_SECONDS, RULES_MEMORY = 50_000, 20, 1_024
# The longest proof, in seconds.
LONGEST_PROOF = 20.0

Tool = Callable[..., str]
TOOLS: dict[str, Tool] = {}
# The beginning of a picture as text (RFC 2397).
PNG = "data:image/png;base64,"
# One question at a time: they share solvers.
LOCK = Lock()

ABOUT = {
    "game": "The game: a name such as tictactoe, connectfour or mnk:4,4,3 (the tool `games` lists "
    "them); a line game such as lines:3,3,a1b1c1,a2b2c2. Empty: recognized from the board or the "
    "moves, otherwise tictactoe.",
    "board": "The position: as printed by these tools, rows of marks as text, or JSON. Empty: the "
    "start.",
    "moves": "Moves played from there, in any common notation: b2 a1 c3.",
    "move": "One move, to explain it alone.",
    "level": "random, beginner, easy, medium, hard, strong, perfect, elo:1200, mcts:500, ...",
    "seed": "Makes the choice among equal moves repeatable.",
    "record": "The moves, or a record in PGN or SGF.",
    "rules": "Python source with one class: a noughts.Game with start, moves, play and outcome.",
    "like": "A game of noughts with which the rules should agree in every position.",
    "seconds": "The limit, at most 20.",
    "form": "text, or svg or png for a picture.",
}


def tool(function: Tool) -> Tool:
    TOOLS[function.__name__.removeprefix("tool_")] = function
    return function


def tool_answer(name: str, given: Any) -> str:
    """The answer of a tool.

    Raises:
        NoughtsError: the tool is unknown, or cannot answer; one sentence with the reason.
    """
    if name not in TOOLS:
        raise NoughtsError(f"There is no tool {in_quotes(name)}. Tools: {', '.join(TOOLS)}.")
    function = TOOLS[name]
    known = signature(function).parameters
    given = {} if given is None else given
    if not isinstance(given, dict) or (unknown := sorted(given.keys() - known.keys())):
        what = f"no argument {in_quotes(unknown[0])}" if isinstance(given, dict) else "an object"
        raise NoughtsError(f"{name} takes {what}: its arguments are {', '.join(known) or 'none'}.")
    given = {key: _as_text(value) for key, value in given.items() if value is not None}
    for key, value in given.items():
        kind = known[key].annotation
        if isinstance(value, bool) or not isinstance(value, (int, kind) if kind is float else kind):
            wanted = {str: "a text", int: "a whole number", float: "a number"}[kind]
            raise NoughtsError(f"{key} must be {wanted}, not {json.dumps(value)[:60]}.")
    for one in known.values():
        if one.default is one.empty and one.name not in given:
            raise NoughtsError(f"{name} needs {one.name}: {ABOUT[one.name]}")
    with LOCK:
        try:
            return function(**given)
        except (RecursionError, MemoryError) as error:
            raise NoughtsError(f"That is too large to answer ({type(error).__name__}).") from None


def _as_text(value: Any) -> Any:
    """A board of rows or of cells, or a list of moves, as models send them, is read from JSON."""
    return json.dumps(value) if isinstance(value, (list, dict)) else value


def schemas() -> list[dict[str, Any]]:
    """The tools with their arguments as JSON Schema, as the protocol lists them."""
    return [
        {
            "name": name,
            "description": " ".join((getdoc(function) or "").split()),
            "inputSchema": {
                "type": "object",
                "properties": {
                    one.name: {
                        "type": "string" if one.annotation is str else "number",
                        "description": ABOUT[one.name],
                    }
                    for one in known
                },
                "required": [one.name for one in known if one.default is one.empty],
                "additionalProperties": False,
            },
            "annotations": {"readOnlyHint": True, "openWorldHint": False},
        }
        for name, function in TOOLS.items()
        for known in [signature(function).parameters.values()]
    ]


@cache
def _solvers() -> Any:
    from noughts.solving.api import Solvers

    return Solvers(NODES, SECONDS)


def named_game(spec: str) -> Game[Any]:
    """The game of that name, which a stranger may give: no file is read.

    Raises:
        NoughtsError: the text names a file.
        GameError: there is no such game.
    """
    spec = spec.strip()
    if is_file(spec) or spec.lower().endswith(".json"):
        raise NoughtsError(f"{in_quotes(spec)} names a file, and no tool reads files.")
    return find_game(spec or "tictactoe", files=False)


def _question(game: str, board: str, moves: str) -> Question:
    board = board.strip("\n")
    known = game.strip() or not (board or moves)
    found = None if known else identify(board or moves, files=False)
    if found is None:
        return ask(named_game(game), moves, board or None)
    if found.kind == "moves":
        return ask(named_game(found.game), moves or found.text)
    if found.kind != "board":
        raise UnreadablePosition(f"{in_quotes(board)} is a {found.kind}, not a board.")
    return ask(named_game(found.game), moves, found.text)


def _names(game: Game[Any], moves: Any) -> str:
    return ", ".join(map(game.name, moves))


def _where(question: Question) -> str:
    return f"{spec_of(question.game)}, position {question.text}"


def _standing(question: Question) -> str:
    from noughts.pictures.board.draw import standing

    return f"{standing(*question)}."


@tool
def tool_games() -> str:
    """List the games with their parameters and names."""

    def line(entry: GameEntry) -> str:
        examples = ", ".join(entry.says("examples"))
        return f"{entry.name}: {entry.says('about')}" + (f" ({examples})" if examples else "")

    return "\n".join(map(line, entries()))


@tool
def tool_rules(game: str = "") -> str:
    """The rules of a game, the names of its moves, and its first board."""
    return rules_prompt(named_game(game))


@tool
def tool_read(game: str = "", board: str = "", moves: str = "") -> str:
    """Read a board or moves in any notation: the game, the position, the marks, the legal moves."""
    question = _question(game, board, moves)
    legal = f"Legal moves: {_names(question.game, legal_moves(question.game, question.position))}."
    return "\n".join([_where(question), _standing(question), _described(question), legal])


@tool
def tool_analyse(game: str = "", board: str = "", moves: str = "") -> str:
    """The exact value of a position and of every move, the best moves, and the best play."""
    from noughts.analysis.analyse import analyse as analysis_of

    question = _question(game, board, moves)
    rules, position, turn = question
    if rules.outcome(position) != OPEN:
        return f"{_standing(question)}\n{_where(question)}"
    found = analysis_of(rules, position, turn, _solvers().of(rules))
    value = found.value or f"not solved ({found.bounds})"
    lines = [f"{value} for {rules.marks[turn]}, to move."]
    if found.best:
        lines += [f"Best: {_names(rules, [one.move for one in found.best])}."]
    alike: dict[str, list[int]] = {}
    for one in found.moves:
        alike.setdefault(str(one.value or one.bounds), []).append(one.move)
    lines += [f"{said}: {_names(rules, moves_of)}" for said, moves_of in alike.items()]
    if found.principal_variation:
        play = " ".join(map(rules.name, found.principal_variation))
        lines += [f"{'Best' if found.value else 'Expected'} play: {play}"]
    return "\n".join([*lines, _where(question)])


@tool
def tool_explain(game: str = "", board: str = "", moves: str = "", move: str = "") -> str:
    """Why each move is good or bad, in a sentence; or one move in full."""
    from noughts.analysis.explain.explainer import explain as explanation_of
    from noughts.analysis.explain.text import in_full, position_verdict

    question = _question(game, board, moves)
    found = explanation_of(*question, _solvers().of(question.game))
    if not move:
        return f"{found}\n{_where(question)}"
    one = found.of(move_in_answer(*question, move))
    return f"{in_full(one)}\n{position_verdict(found)}\n{_where(question)}"


@tool
def tool_play(
    game: str = "", board: str = "", moves: str = "", level: str = "perfect", seed: int = 0
) -> str:
    """Let the computer make the next move at a level; the answer has the position after it."""
    from noughts.players.levels import allowed_level, player_for

    question = _question(game, board, moves)
    rules, position, turn = question
    if rules.outcome(position) != OPEN:
        raise GameOver(f"The game is over: {_standing(question)}")
    move = player_for(rules, allowed_level(level), seed).choose(rules, position)
    position = rules.play(position, move)
    after = Question(rules, position, turn_after(rules, turn, position))
    shown = position_prompt(*after) if rules.outcome(after.position) == OPEN else _standing(after)
    return f"{rules.name(move)} by {rules.marks[turn]}.\n{_where(after)}\n{shown}"


@tool
def tool_review(record: str, game: str = "") -> str:
    """Review a game: the value of every move, the mistakes, and what was better."""
    from noughts.analysis.review import review as review_of
    from noughts.analysis.review_text import review_text
    from noughts.lab.played import records_in

    played = records_in(record, named_game(game) if game.strip() else None)
    return "\n\n".join(
        f"{spec_of(one.game)}\n{review_text(review_of(one, _solvers().of(one.game)))}"
        for one in played
    )


@tool
def tool_check(rules: str, like: str = "") -> str:
    """Check rules that are sent as Python, in the sandbox; perhaps their agreement with a game."""
    if len(rules) > LONGEST_RULES:
        raise NoughtsError(f"The rules have {len(rules):,} characters; {LONGEST_RULES:,} may be.")
    like = like.strip() and spec_of(named_game(like))
    with TemporaryDirectory() as folder:  # the sandbox's own
        path = Path(folder, "rules.py")
        path.write_text(rules, "utf-8")
        found = _checked(path, like)
    if not found["kept"]:
        return f"Broken: {found['message']}".replace(f"{path}:", "")
    said = f"Kept: {len(found['laws'])} laws hold in {found['positions']:,} positions."
    return f"{said}\n{found['like']['message']}" if like else said


def _checked(path: Path, like: str) -> dict[str, Any]:
    """The answer of `noughts check --json` in the sandbox."""
    from noughts.players.function import Confinement, library
    from noughts.sandbox.process import LineProcess

    asked = ["check", str(path), "--json", "--interpreted", *(["--like", like] if like else [])]
    # The system's limit is a longer one: it kills without a word.
    limits = Confinement(path.parent, 2 * RULES_SECONDS, RULES_MEMORY, library(noughts=True))
    process = LineProcess(limits.command([sys.executable, "-m", "noughts", *asked]))
    try:
        found: dict[str, Any] = json.loads(process.read(RULES_SECONDS, processor=True))
    except ProgramError as error:
        why = re.sub(r".*'\[GAME\]': | See \S+ -m noughts.*", "", str(error))
        why = why.replace(str(path), "the text").rstrip(".")
        raise NoughtsError(f"The rules cannot be checked: {why}.") from None
    finally:
        process.close()
    return found


@tool
def tool_prove(game: str = "", board: str = "", moves: str = "", seconds: float = 10) -> str:
    """Prove who wins, without the number of plies: for boards too large for `analyse`."""
    from noughts.solving.prover import Prover

    question = _question(game, board, moves)
    rules, position, turn = question
    if rules.outcome(position) != OPEN:
        return f"{_standing(question)}\n{_where(question)}"
    prover: Prover[Any] = Prover(rules)
    least, most = prover.bounds(position, seconds=min(max(seconds, 0.1), LONGEST_PROOF))
    said = {
        (WIN, WIN): "win", (LOSS, LOSS): "loss", (DRAW, DRAW): "draw",
        (DRAW, WIN): "draw or win", (LOSS, DRAW): "draw or loss",
    }.get((least, most), "not proved")  # fmt: skip
    return f"{said} for {rules.marks[turn]}, to move.\n{_where(question)}"


@tool
def tool_draw(game: str = "", board: str = "", moves: str = "", form: str = "text") -> str:
    """Draw a position as text with its marks in words, as SVG, or as PNG."""
    from noughts.pictures.board.draw import draw as drawn
    from noughts.pictures.svg import png_in_process

    question = _question(game, board, moves)
    if form not in ("text", "svg", "png"):
        raise NoughtsError(f"form must be text, svg or png, not {in_quotes(form)}.")
    if form == "text":
        return f"{question.game.board(question.position, question.turn)}\n{_described(question)}"
    picture = str(drawn(*question).svg)
    return picture if form == "svg" else PNG + b64encode(png_in_process(picture)).decode()


def _described(question: Question) -> str:
    from noughts.pictures.board.draw import board_description

    return board_description(question.game.board(question.position, question.turn))
