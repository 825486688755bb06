"""`python -m benchmarks.connectfour.make`: how the sets of positions were made.

Random plays of random length in which nobody has won, as they come, by a fixed seed. A play is
easy when perfect play ends it in fewer than 14 plies, medium in fewer than 28, else hard. The
scores are those of the C++ program's plain search.
"""

from random import Random

from benchmarks.connectfour.sets import FOLDER, GAME, Line
from benchmarks.connectfour.twin import run
from noughts.value import OPEN

SEED = 2026
# Of each phase: the fewest and the most plies, and how many positions.
PHASES = {"end": (29, 41, 1_000), "middle": (15, 28, 1_000), "begin": (4, 14, 120)}
MEDIUM, HARD = 14, 28


def main() -> None:
    """Write the sets anew."""
    random = Random(SEED)
    for phase, (fewest, most, count) in PHASES.items():
        plays = [Line(_play(random, random.randint(fewest, most)), 0) for _ in range(count)]
        scores = run("plain", plays).scores
        rows: dict[str, list[str]] = {}
        for (digits, _), score in zip(plays, scores, strict=True):
            rows.setdefault(f"{phase}-{_difficulty(digits, score)}", []).append(f"{digits} {score}")
        for name, set_ in rows.items():
            (FOLDER / f"{name}.txt").write_text("\n".join([*set_, ""]), "utf-8")


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
