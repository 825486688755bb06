"""The engine of a page, in Node: held against the rules as they stand, and the solver."""

import json
import random
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import noughts.web
from noughts import OPEN, find_game
from noughts.game import legal_moves
from noughts.games.mnk import MNK
from noughts.knowledge import knowledge_of
from noughts.players.style import Choice, PlayStyle, choose
from noughts.search.context import SearchContext
from noughts.solving.api import solver_for
from noughts.web.engine import engine_of, notation_of
from noughts.web.page_module import NoOfflinePage
from tests import take
from tests.each import each

HERE = Path(__file__).parent
ENGINE = Path(noughts.web.__file__).parent / "static" / "engine.js"
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs Node")


def spots(game, count, least=0):
    """Positions of random plays, the ends among them, with turn and ply."""
    chance = random.Random(7)
    found = []
    while len(found) < count:
        position, seen = game.start(), []
        while game.outcome(position) == OPEN:
            seen.append(position)
            position = game.play(position, chance.choice(legal_moves(game, position)))
        seen.append(position)
        if len(seen) > least:
            ply = chance.randrange(least, len(seen))
            found.append((seen[ply], ply))
    return found


def ask(game, asked, styles=(), seconds=120):
    """What the engine of the game's page says about positions."""
    data = engine_of(game)
    given = {
        "module": data["module"],
        "cells": getattr(game, "cells", 0),
        "styles": [style._asdict() for style in styles],
        "seconds": seconds,
        "asked": [
            {"words": [str(word) for word in position], "turn": ply % 2, "ply": ply}
            for position, ply in asked
        ],
    }
    call = ["node", str(HERE / "engine.mjs"), ENGINE.as_uri()]
    run = subprocess.run(
        call, input=json.dumps(given), capture_output=True, check=True, encoding="utf-8"
    )
    return json.loads(run.stdout)["told"]


@needs_node
@each(
    "spec, least",
    [("hex:2", 0)],
    large=[
        ("nim:3,0,5,misere", 0),
        ("chomp:4,3", 0),
        ("nim", 0),
        ("tictactoe", 0),
        ("mnk:4,4,4", 5),
        ("connectfour", 18),
        ("qubic", 40),
        ("orderchaos:3,3,3", 0),
        ("hex:3", 0),
        ("mnk:3,3,3,torus", 0),
        ("numerical", 2),
        ("notakto:3", 14),
        ("ultimate", 55),
        ("morris", 0),
        ("threemarks:blocking", 0),
    ],
)
def test_it_knows_rules_and_values(spec, least):
    game: Any = find_game(spec)
    solver = solver_for(game)
    contents = engine_of(game)["contents"]
    asked = spots(game, 60, least)
    for (position, ply), told in zip(asked, ask(game, asked), strict=True):
        assert told["outcome"] == game.outcome(position)
        after = [[m, [str(w) for w in game.play(position, m)]] for m in legal_moves(game, position)]
        assert told["moves"] == after
        shown = [(cell.mark, cell.side) for cell in game.board(position, ply % 2).cells]
        assert [contents[sign] for sign in told["marks"]] == shown
        if after:
            value = solver.value(position)
            plies = value.plies if value.outcome else 0
            assert told["value"] == {"outcome": value.outcome, "plies": plies}


@needs_node
@pytest.mark.parametrize("spec", ["mnk:4,4,3", "connectfour:5,4", "morris"])
def test_its_levels_choose_as_the_library_does(spec):
    game, mixed = find_game(spec), PlayStyle(thinks=30, errs=50, overlooks=20, plies=2)
    styles = [PlayStyle(), PlayStyle(thinks=100, plies=3), mixed]
    asked = [spot for spot in spots(game, 10) if game.outcome(spot[0]) == OPEN]
    for (position, _), told in zip(asked, ask(game, asked, styles=styles), strict=True):
        ours = [choose(knowledge_of(game), position, style, Choice(7), SearchContext())
                for style in styles]  # fmt: skip
        assert told["chosen"] == ours


@needs_node
def test_the_first_plies_of_connect_four_come_from_the_book():
    # Allis and Tromp: the centre wins in 41, the columns beside it draw, the others lose.
    game = find_game("connectfour")
    after = [(game.play(game.start(), column), 1) for column in range(7)]
    told = [one["value"] for one in ask(game, [(game.start(), 0), *after])]
    assert told[0] == {"outcome": 1, "plies": 41}
    assert [one["outcome"] for one in told[1:]] == [1, 1, 0, -1, 0, 1, 1]


@needs_node
def test_a_game_of_ones_own_has_it_too():
    game = find_game(f"{take.__file__}:Take:21,3")
    asked = [(game.start()._replace(left=left), 21 - left) for left in range(22)]
    for left, told in enumerate(ask(game, asked)):
        assert [move for move, _ in told["moves"]] == list(range(1, min(3, left) + 1))
        if left:  # whoever faces a multiple of four loses (Bouton's method, taking at most 3)
            assert told["value"]["outcome"] == (1 if left % 4 else -1)


@needs_node
def test_what_is_too_deep_is_unknown_and_harms_nothing():
    game = find_game(f"{take.__file__}:Take:1000000,3")
    asked = [(game.start(), 0), (game.start()._replace(left=9), 0)] * 2
    told = [one["value"] for one in ask(game, asked, seconds=2)]
    assert told == [None, {"outcome": 1, "plies": 5}] * 2


@needs_node
def test_a_look_ahead_that_is_too_deep_harms_no_later_search():
    game = find_game(f"{take.__file__}:Take:1000000,1")
    asked = [(game.start(), 0), (game.start()._replace(left=9), 0)]
    told = ask(game, asked, styles=[PlayStyle(thinks=100, plies=1_000_000)], seconds=1)
    assert told[1]["value"] == {"outcome": 1, "plies": 9}


# The games that say so; the others write their positions otherwise.
@each("spec, letters",
    [
        ("tictactoe", ".xo"), ("connectfour", ".xo"), ("qubic", ".xo"), ("hex", ".xo"),
        ("morris", ".xo"), ("notakto:3", ".xo"), ("wild", ".xo"), ("ultimate", ".xo"),
        ("numerical", ".123456789"), ("threemarks", ""), ("chomp", ""),
    ],
)  # fmt: skip
def test_what_a_game_says_of_its_texts_is_true(spec, letters):
    game: Any = find_game(spec)
    notation = notation_of(game)
    assert (notation.letters if notation else "") == letters
    if notation is None:
        return
    for position, ply in spots(game, 30):
        text = game.text(position, ply % 2)
        rows = re.sub("[1-9]+", lambda run: "." * int(run[0]), text) if notation.runs else text
        signs = [game.sign(position, ply % 2, cell) for cell in range(game.cells)]
        written = re.sub("[/|]", "", rows.split()[0])
        assert written == "".join(notation.letters[sign] for sign in signs)
        between = notation.words[position[notation.word]] if notation.words else ""
        assert text.split()[1:] == [*between, "xo"[ply % 2]]


def test_heaps_are_written_by_their_counts():
    game = find_game("nim")
    assert notation_of(game) == (".xo", True, True, 0, "")
    assert game.text(game.start(), 0) == "3,4,5 x"


class Otherwise(MNK):
    """It writes positions otherwise, and says nothing of it."""

    def text(self, position, turn):
        return f"{position.mine}:{position.theirs} {'xo'[turn]}"


def test_a_text_of_ones_own_is_not_taken_for_rows():
    assert notation_of(Otherwise(3, 3, 3)) is None


class Turning(MNK):
    """A game whose marks change sides with each ply."""

    def board(self, position, turn):
        board = super().board(position, turn)
        return board._replace(
            cells=tuple(
                cell._replace(mark={"X": "O", "O": "X", "": ""}[cell.mark] if turn else cell.mark)
                for cell in board.cells
            )
        )


def test_where_there_can_be_none_a_sentence_says_why():
    with pytest.raises(NoOfflinePage, match="it draws its own board"):
        engine_of(Turning(4, 4, 4))
