"""UGI, the Universal Game Interface: what UCI is for chess, for any game.

Source: kz04px, "Universal Game Interface", in the match manager Cute Games, 2021.

    the manager writes              noughts writes
    ugi                             id name noughts …, options, ugiok
    isready                         readyok
    position startpos moves b2 a1
    go movetime 1000                info … score …, bestmove c3
    query result                    response none
"""

from collections.abc import Callable, Iterator
from threading import Thread
from time import perf_counter
from typing import Any

from noughts.errors import GameOver, NoughtsError, ProtocolError
from noughts.game import FIRST, SECOND, Game, read_position, turn_after, winner_of
from noughts.games.registry import find_game, spec_of
from noughts.games.user_files import blame
from noughts.players.engines.thinker import (
    Chosen,
    MoveLimits,
    Say,
    Thinker,
    position_after,
    whole_number,
)
from noughts.value import DRAW, OPEN, WIN, Value

# The text in place of a missing move.
NO_MOVE = "0000"
# A move takes the player's remaining time divided by this, and the increment.
MOVES_LEFT = 20
# The values that `go` may give for each player's clock.
TIMES = ("time", "inc")
# Commands that do not wait for a search to end.
ANY_TIME = ("stop", "isready", "quit")


class Ugi:
    """An engine that speaks UGI, for one game until the option `game` changes it.

    It writes lines to the manager by `say`, and introduces itself with its version.
    """

    def __init__(self, game: Game[Any], thinker: Thinker, say: Say, version: str = "") -> None:
        self.game = game
        self.thinker = thinker
        self.say = say
        self.version = version
        self._thinking: Thread | None = None
        self._endless = False
        self._set_up(game.start(), FIRST)
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": self._get_ready,
            "setoption": self._set_option,
            "uginewgame": lambda words: self._set_up(self.game.start(), FIRST),
            "position": self._take_position,
            "go": self._go,
            "stop": lambda words: self._stop(),
            "query": self._answer,
        }

    def hear(self, line: str) -> bool:
        word, *rest = line.split() or [""]
        if word == "quit":
            self._stop()
            return False
        command = self._commands.get(word)
        if command is None:
            if word:
                self._remark(f"Unknown command {word!r}.")
        elif self._busy and self._endless and word not in ANY_TIME:
            self._remark(f"{word} must wait for bestmove; stop ends the search.")
        else:
            if self._thinking and word not in ANY_TIME:
                self._thinking.join()
            try:
                command(rest)
            except NoughtsError as error:
                self._remark(str(error))
        return True

    def close(self) -> None:
        if self._thinking and not self._endless:
            self._thinking.join()
        self._stop()
        self.thinker.close()

    @property
    def _busy(self) -> bool:
        return self._thinking is not None and self._thinking.is_alive()

    def _remark(self, text: str) -> None:
        self.say(f"info string {text}")

    # The setup.

    def _introduce(self, _: list[str]) -> None:
        self.say(f"id name noughts {self.version}".rstrip())
        self.say("id author the noughts contributors")
        self.say(f"option name game type string default {spec_of(self.game)}")
        self.say(f"option name level type string default {self.thinker.level}")
        self.say("ugiok")

    def _get_ready(self, _: list[str]) -> None:
        if not self._busy:
            self.thinker.prepare(self.game)
        self.say("readyok")

    def _set_option(self, words: list[str]) -> None:
        """`name game value tictactoe`; a value may have spaces in it."""
        name, _, value = " ".join(words).removeprefix("name ").partition(" value ")
        if name == "game":
            self.game = find_game(value, files=False)
            self._set_up(self.game.start(), FIRST)
        elif name == "level":
            changed = Thinker(value, self.thinker.seed)
            changed.prepare(self.game)
            self.thinker.close()
            self.thinker = changed
        else:
            self._remark(f"Unknown option {name!r}; there are game and level.")

    def _set_up(self, position: Any, turn: int) -> None:
        self._position, self._turn = position, turn
        self._wrong = ""

    def _take_position(self, words: list[str]) -> None:
        """Set up a position; after a wrong one there is none."""
        try:
            self._set_up(*self._read_position(words))
        except NoughtsError as error:
            self._wrong = str(error)
            raise

    def _read_position(self, words: list[str]) -> tuple[Any, int]:
        place = words.index("moves") if "moves" in words else len(words)
        begun, moves = words[:place], words[place + 1 :]
        if begun == ["startpos"]:
            position, turn = self.game.start(), FIRST
        elif begun[:1] == ["fen"]:
            position, turn = read_position(self.game, " ".join(begun[1:]))
        else:
            raise ProtocolError("Write position startpos, or position fen and a position.")
        for number, name in enumerate(moves, start=1):
            try:
                position = position_after(self.game, position, name)
            except NoughtsError as error:
                raise type(error)(f"Move {number}: {error}") from None
            turn = turn_after(self.game, turn, position)
        return position, turn

    # The answers.

    def _answer(self, words: list[str]) -> None:
        outcome = self.game.outcome(self._position)
        winner = winner_of(outcome, self._turn)
        ends = {FIRST: "p1win", SECOND: "p2win", None: "draw"}
        answers = {
            "gameover": str(outcome != OPEN).lower(),
            "p1turn": str(self._turn == FIRST).lower(),
            "result": "none" if outcome == OPEN else ends[winner],
        }
        asked = " ".join(words)
        if self._wrong:
            self._remark(f"There is no position: {self._wrong}")
        elif asked in answers:
            self.say(f"response {answers[asked]}")
        else:
            self._remark(f"Unknown query {asked!r}; there are {', '.join(answers)}.")

    def _go(self, words: list[str]) -> None:
        """Begin to search; every `go` gets its `bestmove`."""
        try:
            limits = limits_of(words, self._turn)
            if self._wrong:
                raise ProtocolError(f"There is no position: {self._wrong}")
            if self.game.outcome(self._position) != OPEN:
                raise GameOver("The game is over, so there is no move.")
        except NoughtsError:
            self.say(f"bestmove {NO_MOVE}")
            raise
        self._endless = limits == MoveLimits()
        self._thinking = Thread(target=self._think, args=(limits,), daemon=True)
        self._thinking.start()

    def _think(self, limits: MoveLimits) -> None:
        begun = perf_counter()
        try:
            choice = self.thinker.choose(self.game, self._position, limits)
            lines = [*self._answer_lines(choice, perf_counter() - begun)]
        except Exception as error:  # noqa: BLE001  # the rules may be a user's code
            lines = [f"info string {blame(error) or repr(error)}", f"bestmove {NO_MOVE}"]
        self._endless = False  # the manager may write as soon as it has the move
        for line in lines:
            self.say(line)

    def _answer_lines(self, choice: Chosen, seconds: float) -> Iterator[str]:
        name, value = self.game.name(choice.move), choice.value
        counts = f"nodes {choice.nodes} time {round(1000 * seconds)}"
        score = "" if value is None else uci_score(value, self.game.alternates)
        depth = f"depth {value.plies} " if value and value.outcome != DRAW else ""
        yield f"info {depth}{counts}{score} pv {name}"
        if value is not None:
            yield f"info string {value}, proved"
        yield f"bestmove {name}"

    def _stop(self) -> None:
        if self._thinking:
            self.thinker.stop(self._thinking)


def uci_score(value: Value, alternates: bool) -> str:
    """A proved value as UCI writes scores, with a space before it.

    UCI counts a mate in moves of the winner, so the players must take turns.
    """
    if value.outcome == DRAW:
        return " score cp 0"
    if not alternates:
        return ""
    moves = (value.plies + 1) // 2
    return f" score mate {moves if value.outcome == WIN else -moves}"


def limits_of(words: list[str], turn: int) -> MoveLimits:
    """The limits that `go` gives, by the clock of the player to move.

    Raises ProtocolError if they make no sense.
    """
    numbers = _numbers([word for word in words if word != "infinite"])
    seconds = None
    if "movetime" in numbers:
        seconds = numbers["movetime"] / 1000
    elif f"p{turn + 1}time" in numbers:
        left, more = numbers[f"p{turn + 1}time"], numbers.get(f"p{turn + 1}inc", 0)
        seconds = min(left / MOVES_LEFT + more, left / 2) / 1000
    return MoveLimits(seconds, numbers.get("nodes"), numbers.get("depth"))


def _numbers(words: list[str]) -> dict[str, int]:
    names = ["movetime", "nodes", "depth", *(f"p{n}{what}" for n in "12" for what in TIMES)]
    numbers = {}
    for name, text in zip(words[::2], [*words[1::2], ""], strict=False):
        number = whole_number(text)
        if name not in names or number is None:
            raise ProtocolError(
                f"{f'{name} {text}'.strip()!r} is not a limit of go: "
                f"write infinite, or one of {', '.join(names)} and a whole number."
            )
        numbers[name] = max(1, number)
    return numbers
