"""A complete strategy to learn and to print: cards for Anki, and a booklet.

Each position of the strategy gets a card, with the move on its back. In the booklet each gets a
numbered board with the move marked, and every reply names the number of the next board.
"""

import csv
import io
from collections.abc import Iterator
from html import escape
from typing import Any, NamedTuple

from noughts.errors import PictureError
from noughts.game import Game, keeps_turn, legal_moves, turn_after, winner_of
from noughts.games.registry import game_name
from noughts.pictures.board.draw import draw
from noughts.strategies.check import strategy_layers
from noughts.strategies.file import StrategyFile, first_position
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import Leaves
from noughts.strategies.points import COUNTED
from noughts.value import OPEN

# The most positions: more make no booklet, and are too many to learn.
MOST = 5_000
# The width of a board, in pixels; and the words for the rules that settle the rest.
SIZE = 150
RULES = {
    "pairing": "pairs hold",
    "following": "follow up",
    "points": "by points",
    "budget": "a small search",
}
IN_WORDS = {
    "pairing": "Pairs hold: each line that the opponent can still fill has two empty cells of its "
    "own; if the opponent takes one, take the other.",
    "following": "Follow up: from then on answer each move with the cell above it.",
    "points": "By points: a gap of a side is an empty cell that would complete one of its lines; "
    "a landing is the lowest empty cell of a column. Complete a line. If you cannot, take the "
    "landing among the other side's gaps. If there is none, leave out the landings straight below "
    "its gaps, and make two threats: two landings among your gaps, or one with another gap "
    "straight above it. If you cannot, take the landing with the most points. Among equals take "
    "the leftmost; where the booklet has by points~, the rightmost. A gap lasts if the number of "
    "cells above it in its column is odd while an odd number of cells is empty on the board, or "
    "even while an even number is. Points, counted with your mark in its cell:",
    "budget": "A small search: no rule is known; go on with a solver.",
}
ANKI = "#separator:tab\n#html:true\n#notetype:Basic\n#columns:Front\tBack\n"
PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>{title}</title>
<style>
body {{ font: 10pt/1.35 system-ui, sans-serif; margin: 8mm; color: #222; background: #fff }}
main {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(40mm, 1fr)); gap: 6mm }}
article {{ break-inside: avoid }} h2 {{ font-size: 11pt; margin: 0 }} p {{ margin: 0 }}
svg {{ width: 100%; height: auto; max-width: 46mm }} @page {{ margin: 10mm }}
</style>
<h1>{title}</h1><p>{about}</p>{rules}<main>
{boards}
</main></html>
"""


class Card(NamedTuple):
    """A position of a strategy with its move."""

    number: int  # from 1, in the order of plies
    position: Any
    turn: int  # the player to move
    move: int  # the strategy's move
    # the opponent's replies by name, and for each the number of the next card, a result or a rule
    # with its first move; ~ marks a turned or mirrored board
    replies: list[tuple[str, str]]


def strategy_cards(game: Game[Any], file: StrategyFile) -> list[Card]:
    """The positions that a strategy answers, each with the replies to its move.

    Args:
        game: the rules.
        file: a strategy of this game.

    Raises:
        PictureError: there are more than 5,000.
        BadStrategy: the strategy is of another game.

    >>> from noughts.games.nim import Nim
    >>> from noughts.strategies.make import make_strategy
    >>> game = Nim(1, 2)
    >>> for card in strategy_cards(game, make_strategy(game).file):
    ...     print(card.number, game.name(card.move), card.replies)
    1 b1 [('a1', '2'), ('b1', '3')]
    2 b1 [('', 'X wins')]
    3 a1 [('', 'X wins')]
    """
    return _Following(game, file).cards()


class _Following:
    """The replies to the moves of a strategy, and where they lead."""

    def __init__(self, game: Game[Any], file: StrategyFile) -> None:
        if len(file.moves) > MOST:
            raise PictureError(
                f"The strategy has {len(file.moves):,} positions; cards and booklets have {MOST:,}."
            )
        self.game, self.claim, self.side = game, file.claim, file.claim.player
        self.fold, self.leaves = Fold(game), Leaves(game, file.claim)
        self.answered = [one for layer in strategy_layers(game, file) for one in layer.answered]
        self.numbers = {position: i for i, (position, _) in enumerate(self.answered, 1)}
        self.used: set[str] = set()  # the rules met so far

    def cards(self) -> list[Card]:
        return [
            Card(self.numbers[at], at, self.side, move, list(self.replies(at, move)))
            for at, move in self.answered
        ]

    def beginning(self) -> str:
        """Where to begin: at a board, or with the opponent's first move."""
        start = self.fold.position(self.claim.start)
        if self.claim.turn == self.claim.side:
            return f"Begin at board {self.where(start, self.side)}."
        return f"The opponent begins: {_line(list(self.played(start, '')))}."

    def replies(self, position: Any, move: int) -> Iterator[tuple[str, str]]:
        after = self.game.play(position, move)
        if self.game.outcome(after) != OPEN or keeps_turn(self.game, position, after):
            turn = turn_after(self.game, self.side, after)
            yield "", self.where(after, turn)
        else:
            yield from self.played(after, "")

    def played(self, position: Any, before: str) -> Iterator[tuple[str, str]]:
        """Each reply, and further moves of a player who moves again."""
        for move in legal_moves(self.game, position):
            after, name = self.game.play(position, move), f"{before}{self.game.name(move)}"
            if self.game.outcome(after) == OPEN and keeps_turn(self.game, position, after):
                yield from self.played(after, f"{name} ")
            else:
                turn = turn_after(self.game, 1 - self.side, after)
                yield name, self.where(after, turn)

    def where(self, position: Any, turn: int) -> str:
        """The number of the board, the result, or the rule that settles the rest."""
        outcome = self.game.outcome(position)
        if outcome != OPEN:
            winner = winner_of(outcome, turn)
            return "draw" if winner is None else f"{self.game.marks[winner]} wins"
        canonical = self.fold.canonical(position)
        if canonical in self.numbers:
            return f"{self.numbers[canonical]}{'' if canonical == position else '~'}"
        if (move := self.leaves.threat(position)) is not None:
            return f"{self.game.name(move)}, threats win"
        rule = self.leaves.rule(canonical) or "budget"
        self.used.add(rule)
        return RULES[rule] if rule == "budget" else self.first_move(position, canonical, rule)

    def first_move(self, position: Any, canonical: Any, rule: str) -> str:
        move = self.leaves.move(canonical)
        assert move is not None
        name = self.game.name(self.fold.back(position, canonical, move))
        mirrored = rule == "points" and position != canonical  # then others are first among equals
        return f"{name}, {RULES[rule]}{'~' if mirrored else ''}"

    def rules(self) -> Iterator[str]:
        """The rules met so far, in words."""
        for rule in RULES:
            if rule in self.used:
                counted = zip(self.claim.points, COUNTED, strict=True) if rule == "points" else ()
                items = "".join(f"<li>{points} {escape(what)}</li>" for points, what in counted)
                yield f"<p>{escape(IN_WORDS[rule])}</p>{items and f'<ul>{items}</ul>'}"


def anki_cards(game: Game[Any], file: StrategyFile) -> str:
    """The strategy as a text file that Anki imports: boards as pictures, front and back."""
    written = io.StringIO()
    rows = csv.writer(written, delimiter="\t", lineterminator="\n")
    for card in strategy_cards(game, file):
        position, mark = card.position, game.marks[card.turn]
        front = draw(game, position, card.turn, size=2 * SIZE).svg
        answer, name = _answer(game, card, 2 * SIZE), game.name(card.move)
        rows.writerow([f"{front}<br>{escape(mark)} to move", f"{answer}<br>{escape(name)}"])
    return ANKI + written.getvalue()


def booklet(game: Game[Any], file: StrategyFile) -> str:
    """The strategy as a page to print: numbered boards that lead from one to the next."""
    following, claim, mark = _Following(game, file), file.claim, game.marks[file.claim.player]
    reached = "wins" if claim.result == "win" else "never loses"
    begins = first_position(game, claim)
    about = (
        f"{mark} {reached}{f' from {begins}' if begins else ''}. {following.beginning()} "
        f"The highlighted move is {mark}'s. Then find the opponent's reply and go to the board of "
        f"its number. A ~ says that you must turn or mirror that board until it fits."
    )
    boards = "\n".join(
        f"<article><h2>{card.number}. {escape(game.name(card.move))}</h2>"
        f"{_answer(game, card, SIZE)}<p>{escape(_line(card.replies))}</p></article>"
        for card in following.cards()
    )
    title = escape(f"{game_name(game)}: a strategy for {mark}")
    rules = "\n".join(following.rules())
    return PAGE.format(title=title, about=escape(about), rules=rules, boards=boards)


def _answer(game: Game[Any], card: Card, size: float) -> str:
    after = game.play(card.position, card.move)
    turn = turn_after(game, card.turn, after)
    return str(draw(game, after, turn, last=card.move, before=card.position, size=size).svg)


def _line(replies: list[tuple[str, str]]) -> str:
    return "; ".join(f"{name} → {where}" if name else where for name, where in replies)
