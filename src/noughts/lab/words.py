"""Games in words: prompts for language models, and the moves in their answers.

>>> from noughts.games.registry import find_game
>>> game = find_game("tictactoe")
>>> print(position_prompt(game, *game.parse("3/1x1/3 o")).splitlines()[-1])
You are O. Your legal moves: a3, b3, c3, a2, c2, a1, b1, c1.
>>> move = move_in_answer(game, *game.parse("3/1x1/3 o"), "b2 is taken, so I play **a1**.")
>>> game.name(move)
'a1'
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from noughts.errors import MoveError, UnreadableMove
from noughts.game import FIRST, Game, legal_moves, play_legal, read_move
from noughts.games.common.plain_text import with_names
from noughts.games.registry import game_name, rules_of

# The longest answer that is read, from its end; and the longest text that a message quotes.
LONGEST_ANSWER, LONGEST_QUOTE = 20_000, 60
# The places of an answer that name its move, the surest first; of each kind, the last counts.
MARKED = (
    r"\\boxed\{([^{}]*)\}",
    r"<(?:move|answer|action)>\s*([^<>]*?)\s*</",
    r"[\"']?\b(?:move|answer|action)[\"']?\s*(?:is\s*)?[:=]\s*[*`\"'\[]*([^\n*`\"'{}\[\]]+)",
    r"[\"'](?:column|pit|cell|square|position)[\"']\s*:\s*[\"']?([^\n\"'{},\[\]]+)",
    r"(?<![\w)])\[([^\[\]\n]{1,40})\](?!\()",
    r"\*\*([^*\n]+)\*\*",
    r"`([^`\n]+)`",
)
VERB = (
    r"(?:play|choos|tak|pick|plac|putt?|mark|go|dropp?|select|mov|block|opt|fill|claim|sow"
    r"|occupy|respond|reply)(?:e|ing)?\b"
)
# The words before an announced move, the surest first; of each kind, the last counts.
ANNOUNCED = (
    rf"\b(?:I|we|let me|let's|let us)\b(?:'\w+)?(?:\W+\w+){{0,4}}?\W+{VERB}",
    r"\b(?:move|choice|answer|option|play|decision|best)\b\s*(?:here\s*)?(?:is\b|would be\b|:|-)",
    rf"^\W*(?:(?:so|thus|therefore|hence|ok|okay)\b\W*)?{VERB}",
)
BEST = (
    r"([\w,()-]+)\s+(?:it is\b"
    r"|(?:is|looks|seems) (?:the |my )?(?:best|winning|right|correct|only)\b)"
)
# A sentence with one of these before the move considers it only.
CONSIDERED = re.compile(
    r"\b(?:if|when|suppose|could|might|not|never|avoid|cannot)\b|n't\b", re.IGNORECASE
)
SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n")
# Numbers that name no move; and the middle that is no cell.
ASIDE = re.compile(
    r"\b\w+[ -]in[ -]a[ -]row\b|(?<=move)\s*#?[0-9]+(?=\s*[:)])"
    r"|\b(?:mid\w*|cent\w+)[ -](?=(?:row|col\w*|line|rank|file)\b)",
    re.IGNORECASE,
)
# A cell by its row and column in words. Without a 0 they may count from above or from below.
ROW_COLUMN = re.compile(
    r"\brow\s*[:=]?\s*([0-9]+)\W+(?:and\s+)?col(?:umn)?\s*[:=]?\s*([0-9]+)", re.IGNORECASE
)
PLACE = re.compile(r"[\"'](row|col)(?:umn)?[\"']\s*:\s*[\"']?([0-9]+)", re.IGNORECASE)
WORD = re.compile(r"\([0-9]+,\s*[0-9]+\)|[\w][\w,:*+-]*")
EDGES = " \t\r\n.,;:!?\"'`*()[]{}"


def rules_prompt(game: Game[Any]) -> str:
    """The rules, the names of the moves, and the first board, for a reader without eyes."""
    start = game.start()
    names = ", ".join(map(game.name, legal_moves(game, start)))
    return (
        f"{game_name(game)}. {rules_of(game)}\n{game.marks[0]} moves first. "
        f"Moves at the start: {names}.\n{game.board(start, FIRST)}"
    )


def position_prompt(game: Game[Any], position: Any, turn: int) -> str:
    """The board, the player to move, and the legal moves."""
    names = ", ".join(map(game.name, legal_moves(game, position)))
    return f"{game.board(position, turn)}\nYou are {game.marks[turn]}. Your legal moves: {names}."


def move_in_answer(game: Game[Any], position: Any, turn: int, answer: str) -> int:
    r"""The legal move that an answer in words names.

    A move in `\boxed{}`, in tags, behind `move:`, in brackets, bold or in code counts first, then
    one that is announced, "I play b2", "the best move is b2", then a line or a sentence that is
    nothing but a move, then the last word that is one.

    Raises:
        UnreadableMove: it names no move.
        MoveError: the move is illegal; the message says which one was understood.

    >>> from noughts.games.connectfour import ConnectFour
    >>> game = ConnectFour()
    >>> move_in_answer(game, game.start(), 0, "Columns 1 and 2 are weak. [4]")
    3
    """
    answer = answer[-LONGEST_ANSWER:].strip()
    move = next(_readings(game, ROW_COLUMN.sub(_pair, answer)), None)
    if move is None:
        names = ", ".join(map(game.name, legal_moves(game, position)[:3]))
        raise UnreadableMove(
            f"No move was found in {in_quotes(answer)}: write one, such as {names}."
        )
    try:
        play_legal(game, position, move)
    except MoveError as error:
        raise type(error)(f"Understood as {_called(game, move)}. {error}") from None
    return move


def in_quotes(text: str) -> str:
    """The text on one line in quotes, its end if it is long."""
    line = " ".join(text.split())
    return repr(line if len(line) <= LONGEST_QUOTE else f"…{line[-LONGEST_QUOTE:]}")


def _called(game: Game[Any], move: int) -> str:
    try:
        return game.name(move)
    except Exception:  # noqa: BLE001  # a user's game may have no name for it
        return str(move)


def _pair(found: re.Match[str]) -> str:
    return f"({found[1]}, {found[2]})" if "0" in found.groups() else " "


def _readings(game: Game[Any], answer: str) -> Iterator[int]:
    """The moves that an answer may mean, the likeliest first."""
    yield from _one(game, re.sub(r"^([0-9]+)\s+([0-9]+)$", r"\1,\2", answer))
    for found in reversed(re.findall(r"\{[^{}]*\}", answer)):  # JSON
        yield from _one(game, found)
        if len(pair := dict(PLACE.findall(found))) == len("rc"):
            yield from _one(game, f"({pair['row']}, {pair['col']})")
    answer = ASIDE.sub("", answer)
    if has_digits(game):  # on 3×3 words name cells, too
        answer = with_names(answer)
    for pattern in MARKED:
        for found in reversed(re.findall(pattern, answer, re.IGNORECASE)):
            yield from _one(game, found)
            yield from _first_of(game, WORD.findall(found)[::-1])
    sentences = [one for one in reversed(SENTENCE.split(answer)) if one.strip()]
    for pattern in ANNOUNCED:
        for sentence in sentences:
            yield from _announced(game, sentence, pattern)
    yield from _first_of(game, re.findall(BEST, answer, re.IGNORECASE)[::-1])
    for line in sentences[:1] + sentences[-1:]:
        yield from _one(game, line)
    yield from _first_of(game, WORD.findall(answer)[::-1])


def _announced(game: Game[Any], sentence: str, pattern: str) -> Iterator[int]:
    for found in reversed([*re.finditer(pattern, sentence, re.IGNORECASE)]):
        if not CONSIDERED.search(sentence, 0, found.end()):
            yield from _first_of(game, WORD.findall(sentence, found.end()))


def _first_of(game: Game[Any], words: list[str]) -> Iterator[int]:
    """The first word that is a move's own name; otherwise the first that names one."""
    found = [
        (word.strip(EDGES), move) for word in dict.fromkeys(words) for move in _one(game, word)
    ]
    for word, move in found:  # the article "a" is no move
        if word.lower() == _called(game, move).lower() != "a":
            yield move
    for word, move in found:
        if re.search("[0-9]", word) and not (word.isdecimal() and not has_digits(game)):
            yield move


def has_digits(game: Game[Any]) -> bool:
    """Whether digits name the cells, as on 3×3."""
    return getattr(game, "digits", False)


def _one(game: Game[Any], text: str) -> Iterator[int]:
    """The move, if the text is the name of exactly one."""
    for name in (text.strip(), text.strip(EDGES)):
        if not name:
            continue
        with suppress(MoveError):
            yield read_move(game, name)
            return
        with suppress(MoveError):
            names = [] if name.isdecimal() else game.split_moves(name)
            if len(names) == 1:
                yield read_move(game, names[0])
                return
