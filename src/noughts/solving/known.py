"""Published results as data: the claim, its source, and the method that checks it.

`verify.py` computes them again. A claim with openings says that exactly these first moves keep the
outcome.
"""

from enum import StrEnum
from typing import NamedTuple

from noughts.value import DRAW, LOSS, WIN


class Method(StrEnum):
    VALUES = "values"  # an exact solver: the outcome and the plies
    PROOF = "proof numbers"  # two yes-or-no questions: the outcome
    ATTACK = "attack"  # whether it is a win: by threats that leave few replies
    PAIRING = "pairing"  # pairs of cells that guarantee the draw, without a search
    NOT_YET = "not yet"  # out of reach so far


class KnownResult(NamedTuple):
    """A published result."""

    game: str  # the game, as `find_game` takes it
    outcome: int  # the first player's outcome under best play: WIN, DRAW or LOSS
    method: Method  # the method that checks it
    source: str  # who found it, or where it is published
    plies: int | None = None  # the length of the game, if published and the method can check it
    # The first moves that keep the outcome, if the source lists them all.
    openings: tuple[str, ...] = ()
    note: str = ""  # a remark


UITERWIJK = "Uiterwijk and van den Herik, Information Sciences 122, 2000"
CHARATSIDIS = "Charatsidis 2017"
HSU = "Hsu, Ko, Chen, Wei and Hsu, Theoretical Computer Science 815, 2020"
WINNING_WAYS = "Berlekamp, Conway and Guy, Winning Ways, 1982"
PATASHNIK = "Patashnik, Mathematics Magazine 53, 1980; Allis and Schoo 1992"
TROMP = "Tromp, John's Connect Four Playground"
STEININGER = "Steininger, github.com/ChristopheSteininger/c4"
TROMP_STEININGER = f"{TROMP}; plies: {STEININGER}"
STEELE = "Steele and Larremore, Misère Connect Four is Solved, ICGA Journal, 2025"
ALLEN_ALLIS = "Allen 1988; Allis 1988"
PLAMBECK = "Plambeck and Whitehead, The Secrets of Notakto, 2013"
GALE = "Gale, American Mathematical Monthly 81, 1974"
BOUTON = "Bouton, Annals of Mathematics 3, 1901"
BREUKER = "Breuker, Uiterwijk and van den Herik, Theoretical Computer Science 230, 2000"
BARKER = "Barker and Korf, Solving Dots-And-Boxes, AAAI 2012"
IRVING = "Irving, Donkers and Uiterwijk, ICGA Journal 23, 2000"
FEINSTEIN = "Feinstein, British Othello Federation, 1993"
NASH = "Nash 1952; openings by exhaustive search"
FOLKLORE = "folklore"
EXHAUSTIVE = "exhaustive search by an independent program"
CHECKED = "strategies for both sides, checked by programs that share no line with noughts"

VALUES, PROOF, PAIRING, NOT_YET = Method.VALUES, Method.PROOF, Method.PAIRING, Method.NOT_YET
ATTACK = Method.ATTACK

RESULTS = (
    # k in a row on m columns and n rows.
    KnownResult("mnk:5,4,2", WIN, VALUES, FOLKLORE, plies=3),
    KnownResult("tictactoe", DRAW, VALUES, FOLKLORE, plies=9),
    KnownResult("mnk:4,3,3", WIN, VALUES, UITERWIJK, plies=7),
    KnownResult("mnk:5,3,3", WIN, VALUES, UITERWIJK, plies=7),
    KnownResult("mnk:4,4,3", WIN, VALUES, UITERWIJK, plies=5),
    KnownResult("mnk:5,4,3", WIN, VALUES, UITERWIJK, plies=5),
    KnownResult("mnk:8,7,3", WIN, VALUES, FOLKLORE, plies=5),
    KnownResult("mnk:4,3,4", DRAW, PROOF, UITERWIJK),
    KnownResult("mnk:4,4,4", DRAW, PROOF, UITERWIJK),
    KnownResult("mnk:5,4,4", DRAW, PROOF, UITERWIJK),
    KnownResult("mnk:6,4,4", DRAW, PROOF, UITERWIJK),
    KnownResult("mnk:7,4,4", DRAW, PROOF, EXHAUSTIVE),
    KnownResult("mnk:8,4,4", DRAW, PROOF, CHECKED),
    KnownResult("mnk:9,4,4", WIN, ATTACK, CHARATSIDIS),
    KnownResult("mnk:10,4,4", WIN, ATTACK, CHARATSIDIS),
    KnownResult("mnk:5,5,4", DRAW, PROOF, UITERWIJK, note="though Maker wins the weak game"),
    KnownResult("mnk:6,5,4", WIN, VALUES, UITERWIJK, plies=11),
    KnownResult("mnk:7,5,4", WIN, VALUES, EXHAUSTIVE, plies=11),
    KnownResult("mnk:6,6,4", WIN, VALUES, UITERWIJK, plies=11),
    KnownResult("mnk:5,5,5", DRAW, PAIRING, WINNING_WAYS),
    KnownResult("mnk:6,5,5", DRAW, PROOF, UITERWIJK),
    KnownResult("mnk:6,6,5", DRAW, PROOF, UITERWIJK),
    KnownResult("mnk:7,6,5", DRAW, PROOF, EXHAUSTIVE),
    KnownResult("mnk:7,7,5", DRAW, PROOF, HSU),
    KnownResult("mnk:6,6,6", DRAW, PAIRING, WINNING_WAYS),
    KnownResult("mnk:7,7,6", DRAW, PAIRING, WINNING_WAYS),
    KnownResult("mnk:7,7,7", DRAW, PAIRING, WINNING_WAYS),
    # Relatives on nine cells, and in space.
    KnownResult("mnk:3,3,3,misere", DRAW, VALUES, FOLKLORE, openings=("b2",)),
    KnownResult("mnk:3,3,3,torus", WIN, VALUES, EXHAUSTIVE, plies=7),
    KnownResult("mnk:5,5,4,torus", WIN, VALUES, EXHAUSTIVE, plies=11),
    KnownResult("mnk:3,3,3,cylinder", WIN, VALUES, EXHAUSTIVE, plies=7),
    KnownResult("wild", WIN, VALUES, EXHAUSTIVE, plies=7, openings=("xb2", "ob2")),
    KnownResult("wild:misere", DRAW, VALUES, EXHAUSTIVE, openings=("xb2", "ob2")),
    KnownResult("numerical", WIN, VALUES, EXHAUSTIVE, plies=9),
    KnownResult("threemarks", DRAW, VALUES, EXHAUSTIVE),
    KnownResult("threemarks:blocking", WIN, VALUES, EXHAUSTIVE, 13, ("b3", "a2", "c2", "b1")),
    KnownResult("morris", WIN, VALUES, EXHAUSTIVE, plies=9, openings=("b2",)),
    KnownResult("morris:nodiagonals", DRAW, VALUES, EXHAUSTIVE),
    KnownResult("picaria", WIN, VALUES, EXHAUSTIVE, 7, ("c5", "a3", "e3", "c1")),
    KnownResult("picaria:centre", WIN, VALUES, EXHAUSTIVE, plies=5, openings=("c3",)),
    KnownResult("pentago", WIN, VALUES, EXHAUSTIVE, plies=11),
    KnownResult("notakto:1", WIN, VALUES, PLAMBECK, openings=("b2",)),
    KnownResult("notakto:2", LOSS, VALUES, PLAMBECK),
    KnownResult("notakto:3", WIN, PROOF, PLAMBECK),
    KnownResult("orderchaos:3,3,3", WIN, VALUES, EXHAUSTIVE),
    KnownResult("orderchaos:4,3,3", WIN, VALUES, EXHAUSTIVE),
    KnownResult("orderchaos:4,3,4", LOSS, VALUES, EXHAUSTIVE),
    KnownResult("orderchaos:4,4,4", WIN, VALUES, EXHAUSTIVE),
    KnownResult("cube:3", WIN, VALUES, FOLKLORE, plies=7, openings=("2b2",)),
    KnownResult("qubic", WIN, ATTACK, PATASHNIK),
    # Connect Four.
    KnownResult("connectfour:4,4", DRAW, VALUES, TROMP, plies=16),
    KnownResult("connectfour:5,4", DRAW, VALUES, TROMP, plies=20),
    KnownResult("connectfour:4,5", DRAW, VALUES, TROMP, plies=20),
    KnownResult("connectfour:6,4", LOSS, VALUES, TROMP, plies=24),
    KnownResult("connectfour:7,4", DRAW, VALUES, TROMP, plies=28),
    KnownResult("connectfour:8,4", LOSS, VALUES, TROMP_STEININGER, plies=32),
    KnownResult("connectfour:9,4", LOSS, VALUES, TROMP_STEININGER, plies=36),
    KnownResult("connectfour:10,4", LOSS, VALUES, TROMP_STEININGER, plies=40),
    KnownResult("connectfour:11,4", LOSS, VALUES, TROMP_STEININGER, plies=44),
    KnownResult("connectfour:5,5", DRAW, VALUES, TROMP, plies=25),
    KnownResult("connectfour:6,5", DRAW, VALUES, TROMP, plies=30),
    KnownResult("connectfour:7,5", DRAW, VALUES, TROMP, plies=35),
    KnownResult("connectfour:8,5", WIN, VALUES, TROMP_STEININGER, plies=39),
    KnownResult("connectfour:4,6", DRAW, VALUES, TROMP, plies=24),
    KnownResult("connectfour:5,6", DRAW, VALUES, TROMP, plies=30),
    KnownResult("connectfour:6,6", LOSS, VALUES, TROMP_STEININGER, plies=36),
    KnownResult(
        "connectfour:7,6", WIN, VALUES, ALLEN_ALLIS, 41, note="only by 4, which is not checked"
    ),
    KnownResult("connectfour:4,7", DRAW, VALUES, TROMP, plies=28),
    KnownResult("connectfour:5,7", DRAW, VALUES, TROMP, plies=35),
    KnownResult("connectfour:6,7", WIN, VALUES, TROMP_STEININGER, plies=41),
    KnownResult("connectfour:4,8", DRAW, VALUES, TROMP, plies=32),
    KnownResult("connectfour:5,8", DRAW, VALUES, TROMP, plies=40),
    KnownResult("connectfour:4,9", DRAW, VALUES, TROMP, plies=36),
    KnownResult("connectfour:5,9", DRAW, VALUES, TROMP, plies=45),
    KnownResult("connectfour:4,10", DRAW, VALUES, TROMP, plies=40),
    KnownResult("connectfour:4,11", DRAW, VALUES, TROMP_STEININGER, plies=44),
    KnownResult("connectfour:4,12", DRAW, VALUES, STEININGER, plies=48),
    KnownResult("connectfour:4,13", DRAW, VALUES, STEININGER, plies=52),
    KnownResult("connectfour:5,10", DRAW, VALUES, TROMP_STEININGER, plies=50),
    KnownResult("connectfour:5,11", DRAW, VALUES, STEININGER, plies=55),
    KnownResult("connectfour:5,12", DRAW, VALUES, STEININGER, plies=60),
    KnownResult("connectfour:9,5", WIN, VALUES, TROMP_STEININGER, plies=41),
    KnownResult("connectfour:7,7", DRAW, VALUES, TROMP, plies=49),
    KnownResult("connectfour:6,8", LOSS, VALUES, TROMP_STEININGER, plies=48),
    KnownResult("connectfour:8,6", LOSS, VALUES, TROMP_STEININGER, plies=48),
    KnownResult("connectfour:6,9", WIN, VALUES, TROMP_STEININGER, plies=53),
    # Sizes that take hours: docs/known.md says which are reproduced.
    KnownResult("connectfour:8,7", WIN, VALUES, TROMP_STEININGER, plies=53),
    KnownResult("connectfour:7,8", WIN, VALUES, TROMP_STEININGER, plies=55),
    KnownResult("connectfour:6,10", LOSS, VALUES, STEININGER, plies=60),
    KnownResult("connectfour:9,6", LOSS, VALUES, TROMP_STEININGER, plies=52),
    KnownResult("connectfour:10,5", WIN, VALUES, TROMP_STEININGER, plies=47),
    KnownResult("connectfour:8,8", LOSS, VALUES, TROMP_STEININGER, plies=62),
    KnownResult("connectfour:12,4", LOSS, VALUES, STEININGER, plies=48),
    KnownResult("connectfour:11,5", WIN, VALUES, STEININGER, plies=51),
    KnownResult("connectfour:10,6", WIN, VALUES, STEININGER, plies=59),
    KnownResult("connectfour:9,7", WIN, VALUES, STEININGER, plies=55),
    KnownResult("connectfour:8,9", WIN, VALUES, STEININGER),
    KnownResult("connectfour:7,9", DRAW, VALUES, STEININGER, plies=63),
    KnownResult("connectfour:7,10", WIN, VALUES, STEININGER, plies=69),
    KnownResult("connectfour:6,11", WIN, VALUES, STEININGER, plies=63),
    KnownResult("connectfour:6,12", LOSS, VALUES, STEININGER, plies=72),
    KnownResult("connectfour:5,13", DRAW, VALUES, STEININGER, plies=65),
    KnownResult("connectfour:7,6,4,misere", LOSS, PROOF, STEELE),
    KnownResult("connectfour:5,5,4,misere", WIN, VALUES, EXHAUSTIVE),
    KnownResult("connectfour:6,5,4,misere", LOSS, VALUES, EXHAUSTIVE),
    KnownResult("connectfour:3,5,4,misere", DRAW, VALUES, EXHAUSTIVE),
    # Others.
    KnownResult("hex:2", WIN, PROOF, NASH, openings=("b1", "a2")),
    KnownResult("hex:3", WIN, PROOF, NASH, openings=("c1", "a2", "b2", "c2", "a3")),
    KnownResult("hex:4", WIN, PROOF, NASH, openings=("d1", "c2", "b3", "a4")),
    KnownResult("domineering:4,4", WIN, VALUES, BREUKER),
    KnownResult("domineering:5,5", LOSS, VALUES, BREUKER),
    KnownResult("domineering:5,6", WIN, VALUES, BREUKER),
    KnownResult("domineering:6,5", LOSS, VALUES, BREUKER),
    KnownResult("domineering:6,6", WIN, VALUES, BREUKER),
    KnownResult("chomp:4,3", WIN, VALUES, GALE, openings=("c2",)),
    KnownResult("chomp:5,3", WIN, VALUES, GALE, openings=("d3",)),
    KnownResult("chomp:5,4", WIN, VALUES, GALE, openings=("c3",)),
    KnownResult("nim:3,4,5", WIN, VALUES, BOUTON),
    KnownResult("nim:1,3,5,7", LOSS, VALUES, BOUTON),
    KnownResult("nim:1,3,5,7,misere", LOSS, VALUES, BOUTON),
    KnownResult("dots:2,2", WIN, VALUES, BARKER, note="by 2 boxes"),
    KnownResult("dots:3,2", LOSS, VALUES, BARKER, note="by 2 boxes"),
    KnownResult("kalah:2,2", LOSS, VALUES, IRVING),
    KnownResult("kalah:3,3", WIN, VALUES, IRVING),
    KnownResult("othello:4", LOSS, VALUES, FEINSTEIN, note="by 11 discs to 3"),
    # Out of reach.
    KnownResult("othello:6", LOSS, NOT_YET, FEINSTEIN, note="by 20 discs to 16"),
    KnownResult("mnk:8,7,5", DRAW, NOT_YET, HSU, note="follows from 8,8,5"),
    KnownResult("mnk:8,8,5", DRAW, NOT_YET, HSU),
    KnownResult("mnk:15,15,5", WIN, NOT_YET, "Allis 1994", plies=35),
)
