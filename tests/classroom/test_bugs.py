"""Bugs are named by the way a submission plays; a right program has none."""

from functools import cache
from random import Random
from typing import Any

import pytest

from noughts import MNK, OPEN, TicTacToe, audit
from noughts.classroom import bugs, faulty
from noughts.classroom.findings import AuditVerdict, Terms
from noughts.players.function import Called, FunctionPlayer
from noughts.solving.api import solver_for
from noughts.terminal.output.audit_html import audit_page
from noughts.terminal.output.audit_text import audit_report, faults_to_show, junit
from tests.classroom.tutorials import FAULTY, RIGHT, WEIGHTS
from tests.each import each

GAME = TicTacToe()
STYLES = {**RIGHT, "weights": WEIGHTS}
# Right programs in further styles: any of the best moves, the last one, another order of cells.
OTHERS = {
    "flat": ("score > best_score", "score >= best_score"),
    "negamax": ("moves = [i for i in range(9)", "moves = [i for i in (4, 0, 8, 2, 6, 1, 3, 5, 7)"),
    "rows": ("10: return score - depth", "10: return 100 - depth"),
}  # fmt: skip


def audited(source, game=GAME, **given):
    """The audit of a program, whose search remembers its results."""
    names = {}
    exec(source, names)
    for name in ("minimax", "search"):
        if name in names:
            names[name] = remembering(names[name])
    return audit(game, Called(names["choose"]), **given)


def remembering(function):
    results = {}

    def called(*given):
        key = repr(given)
        if key not in results:
            results[key] = function(*given)
        return results[key]

    return called


@cache
def without_the_diagonal():
    before = []
    found = audited(broken(*FAULTY[0][:3]), before_bug=before.append)
    assert before == [found._replace(bug=None, script="")]
    return found


def broken(style, piece, instead):
    assert piece in STYLES[style]
    return STYLES[style].replace(piece, instead)


@each(
    "style, piece, instead, name", [one for one in FAULTY if one[0] == "class"][::2], large=FAULTY
)
def test_the_bug_of_a_faulty_program_is_named(style, piece, instead, name):
    found = audited(broken(style, piece, instead))
    assert found.bug
    assert name in found.bug.text


@each("style", ["negamax"], large=RIGHT)
def test_a_right_program_has_no_bug(style):
    programs = [RIGHT[style]]
    if style in OTHERS:
        programs.append(broken(style, *OTHERS[style]))
    for source in programs:
        found = audited(source)
        assert found.verdict == AuditVerdict.NEVER_LOSES
        if style == "class":  # wins count 1: that is named, and no more
            assert {one.fault.value for one in found.findings} == {"slow_win"}
            assert "does not count how soon" in found.bug.text
        else:
            assert found.bug is None


def test_reports_name_the_bug_and_say_what_to_do():
    found = without_the_diagonal()
    assert found.bug.agreed == found.bug.telling > 20
    faults = faults_to_show(found, False, solver_for(GAME))
    for report in (
        audit_report(found, faults),
        audit_page(found, faults),
        junit(found),
        str(found),
    ):
        words = " ".join(report.split())
        assert "does not know the diagonal c3-b2-a1" in words
        assert "Add (2, 4, 6) to the lines that win." in words


def test_a_player_of_the_first_or_the_last_free_cell_is_named_as_one():
    last = "max(cell for cell in range(9) if board[cell] == ' ')"
    for program, name in ("board.index(' ')", "first"), (last, "last"):
        found = audited(f"def choose(board, mark): return {program}").bug
        assert f"a program that takes the {name} free cell" in found.text
        assert "change sides" in found.mend


def test_a_bug_that_few_positions_show_is_not_named_with_certainty():
    bug = faulty.Bug("errs", "Mend it.")
    assert "exactly" in bugs.NamedBug((bug,), True, 8, 8).text
    assert "may play as a minimax that errs" in bugs.NamedBug((bug,), True, 7, 7).text
    assert "another bug" in bugs.NamedBug((bug,) * 4, True, 8, 8).text


def test_a_program_that_fails_after_its_first_move_plays_as_no_other():
    source = "def choose(board, mark): return 4 if board.count(' ') == 9 else 1 // 0"
    assert audited(source).bug is None
    assert audited(source, terms=Terms((1,))).bug is None


def test_a_program_that_returns_no_move_has_a_name_only_if_it_returns_none():
    assert "never finds a move" in audited("def choose(board, mark): pass").bug.text
    assert "same cell" in audited("def choose(board, mark): return 4").bug.text
    assert audited("def choose(board, mark): return 10 ** 1000").bug is None


def test_a_program_that_plays_by_chance_is_no_minimax():
    source = """from random import Random
DICE = Random(1)
def choose(board, mark): return DICE.choice([i for i in range(9) if board[i] == " "])
"""
    assert "like a program that takes any free cell at random" in audited(source).bug.text


def test_the_line_with_the_bug_is_shown_where_its_cells_stand_in_the_program(tmp_path):
    unknown, typed = (faulty.Bug("", "", replaced=[one]) for one in (
        ("(2, 4, 6),", ""), ("(1, 4, 7),", "(1, 4, 6),")))  # fmt: skip
    program = "X\nLINES = [(0, 4, 8),\n{}]\n"
    for line in "[1,4,6]", "'146'", "board[1] == board[4] == board[6]":
        assert bugs.line_with(typed, program.format(line)) == 3
    assert bugs.line_with(unknown, program.format("")) == 2
    for by_loops in "b[1][row] == b[4][row] == b[6][row]", "10246", "":
        assert bugs.line_with(typed, by_loops) == bugs.line_with(unknown, by_loops) == 0
    (tmp_path / "bot.py").write_text(broken(*FAULTY[0][:3]))
    with FunctionPlayer(f"{tmp_path / 'bot.py'}:choose") as player:
        found: Any = audit(GAME, player, Terms((0,)))
    assert "c3-b2-a1 (line 2?)" in found.bug.text


def test_other_games_have_no_named_bugs():
    assert audited("def choose(board, mark): return board.index(' ')", MNK(3, 2, 2)).bug is None


def test_a_program_without_faults_is_compared_with_none(monkeypatch):
    monkeypatch.setattr(bugs, "_suspects", pytest.fail)
    assert bugs.named_bug([bugs.Answered((" ",) * 9, "X", frozenset([4]), False)]) is None


@pytest.mark.parametrize("compared", [bugs.NEAR, 12])
def test_what_fits_in_most_positions_is_said_to_be_near(monkeypatch, compared):
    monkeypatch.setattr(bugs, "NEAR", compared)
    program = next(one for one in faulty.programs() if "c3-b2-a1" in one.bug.about)
    replies = [*replies_of(program)]
    scores = {one: program.scores(one.board, one.mark) for one in replies if one.wrong}
    odd = next(one for one, found in scores.items() if len({*found.values()}) > 1)
    worst = min(scores[odd], key=scores[odd].__getitem__)
    replies[replies.index(odd)] = odd._replace(moves=frozenset([worst]))
    found: Any = bugs.named_bug(replies)
    assert "nearly as a minimax that does not know the diagonal c3-b2-a1" in found.text
    assert found.telling - found.agreed == 1


def replies_of(program):
    """The program's first best moves as O after five marks, and whether minimax plays others."""
    right = faulty.program_of("minimax", faulty.Bug("", ""))
    positions = {GAME.start()}
    for _ in range(5):
        positions = {
            GAME.play(one, move)
            for one in positions
            if GAME.outcome(one) == OPEN
            for move in GAME.moves(one)
        }
    for position in sorted(positions):
        if GAME.outcome(position) == OPEN:
            board = tuple(cell.mark or " " for cell in GAME.board(position, 1).cells)
            found, best = (one.scores(board, "O") for one in (program, right))
            move = max(found, key=found.__getitem__)
            wrong = best[move] < max(best.values())
            yield bugs.Answered(board, "O", frozenset([move]), wrong, wrong)


def test_a_program_that_chooses_by_chance_is_named_by_all_its_moves():
    program = next(one for one in faulty.programs() if "c3-b2-a1" in one.bug.about)
    dice, replies = Random(1), []
    for reply in replies_of(program):
        found = program.scores(reply.board, reply.mark)
        move = dice.choice([cell for cell in found if found[cell] == max(found.values())])
        best = faulty.program_of("minimax", faulty.Bug("", "")).scores(reply.board, reply.mark)
        wrong = best[move] < max(best.values())
        replies.append(reply._replace(moves=frozenset([move]), wrong=wrong, costly=wrong))
    named = bugs.named_bug(replies, chance=True)
    assert named
    assert "plays like a minimax that does not know the diagonal c3-b2-a1" in named.text


def test_chance_makes_about_the_expected_number_of_faults():
    fair, unfair = bugs._Tally(), bugs._Tally()
    for number in range(100):
        fair.add(number % 2, 0.5, 0.25)
        unfair.add(1, 0.5, 0.25)
    assert fair.by_chance
    assert not unfair.by_chance


@each("program", lambda: [one for one in faulty.programs() if one.bug.replaced])
def test_the_pieces_that_are_replaced_are_there(program):
    text = "".join(faulty._content()["programs"].values())
    for old, new in program.bug.replaced:
        assert old in text, old
        text = text.replace(old, new)
