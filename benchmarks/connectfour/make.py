"""`python -m benchmarks.connectfour.make`: how the sets of positions were made.

Random plays of random length in which nobody has won, as they come, by a fixed seed. A play is
easy when perfect play ends it in fewer than 14 plies, medium in fewer than 28, else hard: so says
the C++ program's faster search. The scores are those of its plain one, which takes hours for all
the hard positions; of each set the first so many are kept.
"""

from random import Random

from benchmarks.connectfour.sets import FOLDER, GAME, Line
from benchmarks.connectfour.twin import run
from noughts.value import OPEN

SEED = 2026
# Of each phase: the fewest and the most plies, and how many positions.
PHASES = {"end": (29, 41, 1_000), "middle": (15, 28, 1_000), "begin": (4, 14, 600)}
MEDIUM, HARD = 14, 28
MOST = {"begin-hard": 60}


def main() -> None:
    """Write the sets anew."""
    random = Random(SEED)
    for phase, (fewest, most, count) in PHASES.items():
        plays = [Line(_play(random, random.randint(fewest, most)), 0) for _ in range(count)]
        scores = run("same", plays).scores
        sets: dict[str, list[Line]] = {}
        for (digits, _), score in zip(plays, scores, strict=True):
            sets.setdefault(f"{phase}-{_difficulty(digits, score)}", []).append(Line(digits, score))
        for name, lines in sets.items():
            _write(name, lines[: MOST.get(name)])


def _write(name: str, lines: list[Line]) -> None:
    """Keep a set, if both searches agree about it."""
    scores = run("plain", lines).scores
    if scores != [line.score for line in lines]:
        raise AssertionError(f"The two searches give different scores in {name}.")
    rows = [f"{line.digits} {line.score}\n" for line in lines]
    (FOLDER / f"{name}.txt").write_text("".join(rows), "utf-8")


def _play(random: Random, plies: int) -> str:
    """A play of so many plies after which the game is not over."""
    while True:
        position, digits = GAME.start(), ""
        while GAME.outcome(position) == OPEN and len(digits) < plies:
            move = random.choice(list(GAME.moves(position)))
            position, digits = GAME.play(position, move), digits + GAME.name(move)
        if GAME.outcome(position) == OPEN:
            return digits


def _difficulty(digits: str, score: int) -> str:
    left = GAME.cells - len(digits)
    plies = left - 2 * (abs(score) - 1) - (left - (score > 0)) % 2 if score else left
    return "easy" if plies < MEDIUM else "medium" if plies < HARD else "hard"


if __name__ == "__main__":
    main()
