"""The sections on Connect Four: against the C++ programs by phase, and against other packages."""

from collections.abc import Sequence
from functools import partial
from time import perf_counter

from benchmarks.connectfour import others, ours, twin
from benchmarks.connectfour.sets import SETS, Line, lines
from benchmarks.connectfour.twin import Answer
from benchmarks.report import Bar, Figure, Section
from benchmarks.timing import best_of

ROUNDS = 3
# How many times as fast as the plain C++ search: from a millisecond a position up, and below.
FASTER, LEVEL = 4, 1
LARGE = ("middle-medium", "begin-medium", "begin-hard")
# Runs so long that once is enough.
LONG = ("begin-hard",)
# The table of the twin: as large as pays for it in most sets.
TWIN_BITS = 18
SOME = 20


def measure(rounds: int = ROUNDS, most: int | None = None) -> Section:
    """Each set by the C++ programs and by the solver: time a position, and nodes.

    Args:
        rounds: how often each set is run; the shortest time counts.
        most: of each set the first so many positions; None for all.
    """
    figures: list[Figure] = []
    bars: list[Bar] = []
    for name in SETS:
        set_ = lines(name, most)
        answers = _answers(set_, 1 if name in LONG else rounds)
        base = answers.get("C++, plain", answers["noughts"]).seconds
        for who, answer in answers.items():
            per_position = answer.seconds / len(set_)
            figures.append(
                Figure(f"{name}, {who}", per_position, base / answer.seconds, _note(set_, answer))
            )
        if "C++, plain" in answers:
            bar = FASTER if name in LARGE else LEVEL
            bars.append(Bar(name, bar, base / answers["noughts"].seconds))
    return Section(
        "Connect Four, 7×6: mean processor time a position, one thread", "faster", figures, bars
    )


def _answers(set_: Sequence[Line], rounds: int) -> dict[str, Answer]:
    """The best of each program's runs, in turn."""
    programs = {"noughts": ours.run}
    if twin.program():
        programs = {
            "C++, plain": partial(twin.run, "plain"),
            "C++, the same search": partial(twin.run, "same", size_bits=TWIN_BITS),
            **programs,
        }
    runs = [{who: run(set_) for who, run in programs.items()} for _ in range(rounds)]
    return {who: min((run[who] for run in runs), key=lambda each: each.seconds) for who in programs}


def _note(set_: Sequence[Line], answer: Answer) -> str:
    """The nodes a position, the rate; and how many scores are wrong, if any."""
    wrong = sum(score != line.score for score, line in zip(answer.scores, set_, strict=True))
    rate = answer.nodes / answer.seconds / 1e6
    note = f"{answer.nodes / len(set_):,.1f} nodes, {rate:.1f} million a second"
    return f"{note}, {wrong} WRONG" if wrong else note


def against_others(rounds: int = 1, most: int = SOME) -> Section:
    """Positions near the end by OpenSpiel, easyAI and the solver."""
    set_ = [line for line in lines("end-easy") if 42 - len(line.digits) <= others.REACH][:most]
    programs = {
        "OpenSpiel's alpha-beta": others.openspiel(),
        "easyAI's negamax": others.easyai(),
        "noughts": lambda some: [_sign(score) for score in ours.run(some).scores],
    }
    tasks = {who: partial(_judged, run, set_) for who, run in programs.items() if run}
    times = best_of(rounds, tasks)
    times["noughts"] = min(ours.run(set_).seconds for _ in range(rounds))
    base = times["noughts"]
    figures = [
        Figure(who, time / len(set_), time / base, f"at most {others.REACH} cells left")
        for who, time in times.items()
    ]
    return Section(
        f"Connect Four, the outcome of {len(set_)} positions near the end", "longer", figures
    )


def _judged(run: others.Outcomes, set_: Sequence[Line]) -> None:
    """Run it, and see that it is right."""
    if run(set_) != [_sign(line.score) for line in set_]:
        raise AssertionError("a wrong outcome")


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def empty_board(rounds: int = 1) -> Section:
    """The empty board, without a book, in two threads."""
    times = []
    nodes = 0
    for _ in range(rounds):
        begun = perf_counter()
        nodes = ours.empty(threads=2)
        times.append(perf_counter() - begun)
    note = f"{nodes:,} nodes"
    return Section(
        "Connect Four, 7×6: the empty board, no book",
        "",
        [Figure("two threads", min(times), 1, note)],
    )
