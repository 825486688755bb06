"""Strategies that noughts makes, checked by a program that knows nothing of noughts."""

import json
import random
import shutil
import subprocess
from array import array
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from noughts.errors import BadStrategy, GameError, GameOver
from noughts.game import FIRST, SECOND
from noughts.games.connectfour import ConnectFour
from noughts.games.registry import find_game
from noughts.native import compiled
from noughts.search.context import SearchContext
from noughts.search.memory import words_of, zeros
from noughts.search.proof import ProofContext
from noughts.search.table import LosslessTable
from noughts.strategies import exchange, make, options
from noughts.strategies.exchange import unsettled_replies
from noughts.strategies.file import RESULTS, Claim, StrategyFile
from noughts.strategies.fold import Fold
from noughts.strategies.leaves import (
    ByRules,
    Following,
    Leaves,
    Sequences,
    best_order,
    leafing,
    reaches,
)
from noughts.strategies.leaves import _table_for as table_for
from noughts.strategies.make import StrategyKind, make_strategy
from noughts.strategies.options import Oracle
from noughts.strategies.points import (
    POINTS,
    landing_by_points,
    places_of_weights,
    points_for,
    weights_on,
)
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.probe import Tablebase
from noughts.value import LOSS, OPEN, WIN
from tests.each import each
from tests.strategies.proofs import TOOLS, by_node, by_noughts, by_python

# Of the literature, as docs/known.md names it; for the second player the other way round.
CLAIMS = [
    ("tictactoe", "first", "draw"),
    ("tictactoe", "second", "draw"),
    ("mnk:4,3,3", "first", "win"),
    ("mnk:4,4,3", "first", "win"),
    ("mnk:3,3,3,misere", "first", "draw"),
    ("mnk:3,3,3,misere", "second", "draw"),
    ("mnk:3,3,3,torus", "first", "win"),
    ("mnk:3,3,3,cylinder", "first", "win"),
    ("cube:3", "first", "win"),
    ("connectfour:4,4", "first", "draw"),
    ("connectfour:4,4", "second", "draw"),
    ("hex:3", "first", "win"),
    ("nim:3,4,5", "first", "win"),
    ("nim:1,3,5,7", "second", "win"),
    ("nim:1,3,5,7,misere", "second", "win"),
    ("chomp:5,3", "first", "win"),
    ("notakto:1", "first", "win"),
    ("notakto:2", "second", "win"),
    ("morris", "first", "win"),
    ("morris:nodiagonals", "second", "draw"),
    ("threemarks:blocking", "first", "win"),
    ("picaria", "first", "win"),
    ("domineering:4,4", "first", "win"),
    # A player may move twice in a row.
    ("dots:1,1", "second", "win"),
    ("dots:2,1", "first", "draw"),
    ("dots:2,1", "second", "draw"),
    ("dots:2,2", "first", "win"),
    ("kalah:2,2", "second", "win"),
    ("kalah", "first", "win"),
    ("othello", "second", "win"),
    # A ring of eight cells, on which no line can be forced; and two lines that share a cell.
    ("lines:3,3,-b2,a3b3c3,a1b1c1,a1a2a3,c1c2c3", "second", "draw"),
    ("lines:4,2,-d2,a1b1,b1c1,a2b2c2", "first", "win"),
    # Large, and won by threats.
    ("mnk:6,5,4", "first", "win"),
]


needs_node = pytest.mark.skipif(not shutil.which("node"), reason="needs node")


def in_node(expression: str, asked: Any) -> Any:
    """What an expression is with the functions of the checker in JavaScript, about `asked`."""
    source = (TOOLS / "check_strategy.mjs").read_text().partition("\nmain();")[0]
    source += f"\nconst asked = {json.dumps(asked)};\nconsole.log(JSON.stringify({expression}));"
    command = ["node", "--input-type=module", "-e", source]
    return json.loads(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


@pytest.fixture(scope="module")
def tool():
    """The checker in Python, as a module."""
    loader = SourceFileLoader("check_strategy", str(TOOLS / "check_strategy.py"))
    module = ModuleType(loader.name)
    loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("spec", "side", "result", "budget"),
    [(*claim, 30 * (number % 2)) for number, claim in enumerate(CLAIMS)],
)
def test_what_is_made_is_proved_by_an_independent_program(spec, side, result, budget, tmp_path):
    player = ("first", "second").index(side)
    made = make_strategy(find_game(spec), player, wish=StrategyKind(budget))
    assert (made.file.claim.side, made.file.claim.result) == (side, result)
    file = tmp_path / "it.strategy"
    file.write_bytes(made.file.to_bytes())
    assert by_python(file) == ""
    assert by_noughts(file) == ""
    assert len(made.file.moves) <= made.greedy


def test_the_same_strategy_has_the_same_bytes():
    game = find_game("hex:2")
    assert make_strategy(game).file.to_bytes() == make_strategy(game).file.to_bytes()


def test_a_file_is_read_as_it_was_written():
    file = make_strategy(find_game("nim:3,4,5")).file
    assert StrategyFile.from_bytes(file.to_bytes()) == file


def test_with_a_budget_less_is_left():
    game = find_game("connectfour:4,4")
    sizes = [
        len(make_strategy(game, wish=StrategyKind(budget)).file.moves) for budget in (0, 10, 100)
    ]
    assert sizes[0] > sizes[1] > sizes[2] > 0


@pytest.mark.parametrize("spec", ["tictactoe", "mnk:4,4,3"])
def test_with_threats_less_is_left_in_wins_and_in_draws(spec, tmp_path):
    game, file = find_game(spec), tmp_path / "it.strategy"
    made = make_strategy(game, wish=StrategyKind(threats=20), oracle=Oracle(game, attack=True))
    file.write_bytes(made.file.to_bytes())
    assert by_python(file) == by_noughts(file) == ""
    assert len(made.file.moves) < len(make_strategy(game).file.moves)


@needs_node
@pytest.mark.parametrize("size", [6, 7])
def test_qango_is_won_by_two_moves_and_threats(size, tmp_path):
    file = tmp_path / "it.strategy"
    game = find_game(f"lines:{TOOLS.parent}/examples/qango{size}.json")
    oracle = Oracle(game, attack=True)
    made = make_strategy(game, wish=StrategyKind(3_000, threats=3_000), oracle=oracle)
    file.write_bytes(made.file.to_bytes())
    assert by_python(file) == by_noughts(file) == by_node(file) == ""
    assert len(made.file.moves) < 10


@needs_node
@pytest.mark.parametrize(
    ("spec", "text", "wish"),
    [
        ("connectfour:4,15,3", "", StrategyKind(budget=30)),
        ("mnk:13,5,6", "", StrategyKind(pairing=True)),
        ("connectfour:4,15", "4/4/4/4/oxox/xoxo/oxox/oxox/xoxo/xoxo/oxox/oxox/xoxo/xoxo/oxox x",
         StrategyKind(budget=100)),
    ],
)  # fmt: skip
def test_strategies_of_boards_of_two_words_are_proved_by_all_checkers(spec, text, wish, tmp_path):
    game, file = find_game(spec), tmp_path / "it.strategy"
    position = game.parse(text)[0] if text else None
    made = make_strategy(game, position=position, wish=wish)
    file.write_bytes(made.file.to_bytes())
    assert by_python(file) == by_noughts(file) == by_node(file) == ""
    if made.file.moves:
        changed = dict(list(made.file.moves.items())[1:])
        file.write_bytes(StrategyFile(made.file.claim, changed).to_bytes())
        assert all(check(file) for check in (by_python, by_noughts, by_node))


@needs_node
def test_a_board_too_large_for_javascript_is_not_checked_by_it(tmp_path):
    file = tmp_path / "it.strategy"
    file.write_bytes(make_strategy(find_game("connectfour:6,10,2")).file.to_bytes())
    assert by_python(file) == by_noughts(file) == ""
    assert "too large here" in by_node(file)


def test_plies_are_those_of_the_literature(tmp_path: Path):
    # 4,3,3 is won in 7 (Uiterwijk and van den Herik 2000); a win in 6 cannot be claimed.
    made = make_strategy(find_game("mnk:4,3,3"), wish=StrategyKind(plies=True))
    assert made.file.claim.plies == 7
    fast = StrategyKind(plies=True)
    for leaves in (fast._replace(budget=9), fast._replace(threats=9), fast._replace(pairing=True)):
        with pytest.raises(BadStrategy, match="leave out --plies"):
            make_strategy(find_game("mnk:4,3,3"), wish=leaves)
    file = tmp_path / "it.strategy"
    file.write_bytes(made.file.to_bytes())
    assert by_python(file) == ""
    file.write_bytes(made.file._replace(claim=made.file.claim._replace(plies=6)).to_bytes())
    assert "takes 7" in by_python(file)
    assert "takes 7" in by_noughts(file)


def test_replies_are_gone_through_as_they_arise(tool, tmp_path: Path):
    # From a mirror image of the other side's position a search for threats may take more nodes.
    file = tmp_path / "it.strategy"
    file.write_bytes(make_strategy(find_game("mnk:4,3,3")).file.to_bytes())
    claim, moves = tool.read(str(file))
    checker = tool.Checker(claim, moves, tool.game_of(claim["game"], None))
    checker.check()
    after = {checker.game.play(at, move) for at, move in moves.items()}
    assert {(mine, at) for mine, at in checker.plies if not mine} == {(False, at) for at in after}
    if shutil.which("node"):
        told = """asked.every((file) => {
          const [claim, moves] = read(file), game = gameOf(claim.game);
          const checker = new Checker(claim, moves, game);
          checker.check();
          return [...moves].every(([at, move]) =>
            checker.plies.has("after " + game.play(at.split(",").map(BigInt), move).join()));
        })"""
        assert in_node(told, [str(file)])


def test_from_any_position(tmp_path: Path):
    game = find_game("tictactoe")
    position, turn = game.parse("x2/1o1/2x o")
    made = make_strategy(game, SECOND, position=position, turn=turn)
    file = tmp_path / "it.strategy"
    file.write_bytes(made.file.to_bytes())
    assert made.file.claim.turn == "second"
    assert by_python(file) == ""


def test_the_loser_has_none():
    with pytest.raises(GameError, match="only --for first"):
        make_strategy(find_game("mnk:4,3,3"), SECOND)
    game = find_game("tictactoe")
    with pytest.raises(GameOver):
        make_strategy(game, position=game.parse("xxx/oo1/3 o")[0])


def test_a_tablebase_tells_who_wins(tmp_path: Path, monkeypatch):
    game = find_game("mnk:4,3,3")
    make_tablebase(game, tmp_path)
    oracle = Oracle(game, Tablebase(tmp_path, game))
    made = make_strategy(game, oracle=oracle)
    assert made.file.claim.result == "win"
    # A book has the outcome of the start alone; the next position shows that the game is large.
    game, tried = find_game("connectfour:4,4"), []
    monkeypatch.setattr(make, "SMALL", 300)
    monkeypatch.setattr(Oracle, "outcome", lambda *_: 0)
    monkeypatch.setattr(options.ClaimOptions, "narrow", lambda own, _: tried.append(len(own.asked)))
    assert make_strategy(game).file.claim.result == "draw"
    assert tried == [1]


@pytest.mark.parametrize("budget", [0, 30])
def test_a_stopped_run_goes_on_to_the_same_file(budget, monkeypatch):
    """In a large game; where leaves take long, moves are compared with fewer nodes."""
    monkeypatch.setattr(make, "SMALL", 0)
    monkeypatch.setattr(options, "SMALL_BUDGET", 10)
    game, found, wish = find_game("connectfour:4,4"), [], StrategyKind(budget)
    whole = make_strategy(game, wish=wish, keep=found.append).file
    assert len(found) > 2 * (budget == 0)
    again = []
    half = dict(one for each in found[: len(found) // 2] for one in each.items())
    assert make_strategy(game, wish=wish, kept=half, keep=again.append).file == whole
    assert again == found[len(found) // 2 :]


def test_answers_of_a_win_by_threats_are_exchanged_and_kept_after_each_round(tmp_path, monkeypatch):
    game, found, wish = find_game("mnk:6,5,4"), [], StrategyKind(threats=300, forced=True)

    def made(**how):
        return make_strategy(game, wish=wish, oracle=Oracle(game, attack=True), **how)

    assert len(made().file.moves) <= 48  # as docs/strategies.md says, with no move forced
    monkeypatch.setattr(exchange, "FIRST_VISITS", 0)  # every first answer is one that was proved
    whole = made(keep=found.append)
    assert len(whole.file.moves) < whole.greedy
    assert len(found) > 2
    file = tmp_path / "it.strategy"
    file.write_bytes(whole.file.to_bytes())
    assert by_python(file) == by_noughts(file) == ""
    again, half, many = [], {}, len(found) // 2
    for new in found[:many]:
        half |= {at: half.get(at, []) + options for at, options in new.items()}
    assert made(kept=half, keep=again.append).file == whole.file
    assert again == found[many:]


def test_proofs_of_a_large_game_show_moves(monkeypatch, tmp_path: Path):
    """Each position in which the side answers first is kept as a whole, whatever came before."""
    monkeypatch.setattr(make, "SMALL", 0)
    monkeypatch.setattr(options, "_searched", lambda *_: None)
    game, found = find_game("mnk:6,2,4"), []
    whole = make_strategy(game, SECOND, keep=found.append).file
    assert len(found) == 3
    for answers in found:
        mine, theirs = next(iter(answers))
        assert (mine | theirs).bit_count() < 2
    again = []
    made = make_strategy(game, SECOND, kept=found[0], keep=again.append)
    assert made.file == whole
    assert again == found[1:]
    file = tmp_path / "it.strategy"
    file.write_bytes(whole.to_bytes())
    assert by_python(file) == by_noughts(file) == ""


def test_soonest_wins_of_a_large_game_come_from_no_proof(monkeypatch):
    """So each is kept when it is found, not with all others below a root."""
    monkeypatch.setattr(make, "SMALL", 0)
    monkeypatch.setattr(options, "_searched", lambda *_: None)
    monkeypatch.setattr(Oracle, "forget_proofs", lambda _: pytest.fail("a root was begun"))
    assert make_strategy(find_game("mnk:4,3,3")).file.claim.result == "win"


@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe",
        "mnk:4,3,4",
        "connectfour:4,4",
        "connectfour:4,4,3,misere",
        "mnk:3,3,3,misere",
        "chomp:4,3",
        "notakto",
        "wild",
        "dots:2,1",
        "kalah:2,2",
    ],
)
def test_every_form_of_the_search_visits_the_same_nodes(spec, tool):
    game, chance = find_game(spec), random.Random(23)
    order = best_order(game)
    known = leafing(game, True, True)
    fast = compiled(reaches, known)
    claim = {"order": order, "follow": True, "pairing": True}
    asked, counted = [], []
    rules = tool.game_of(spec, None)
    for _ in range(40):
        position = game.start()
        for _ in range(chance.randrange(2, 7)):
            after = game.play(position, chance.choice(list(game.moves(position))))
            if game.outcome(after) != 2:
                break
            position = after
        for goal in (0, 1):
            naive = tool.Run(10**9, claim)
            found = rules.reaches(tuple(position), goal, naive)
            for search in (reaches, fast):
                run = SearchContext()
                table = table_for(known, position, 100_000)
                answer = search(known, position, goal, run, array("q", order), len(order), table)
                assert (bool(answer), run.nodes) == (found, 10**9 - naive.left)
            asked.append([list(position), goal])
            counted.append([found, naive.left])
    if shutil.which("node"):
        told = f"""asked.map(([position, goal]) => {{
          const run = {{ left: 1e9, follow: true, pairing: true, known: new Map() }};
          const game = gameOf("{spec}");
          return [game.reaches(position.map(BigInt), goal, {list(order)}, run), run.left];
        }})"""
        assert in_node(told, asked) == counted


@each(
    "spec",
    ["mnk:7,2,3", "mnk:4,4,4,torus"],
    large=["mnk:6,4,4", "mnk:7,6,5", "mnk:5,5,5,cylinder"],
)
def test_every_checker_finds_the_same_pairs(spec, tool):
    game, chance = find_game(spec), random.Random(14)
    known, rules = leafing(game, False, True), tool.game_of(spec, None)
    positions = [played(game, chance, 13) for _ in range(200)]
    found = [known.paired(position, 0) for position in positions]
    assert [rules.paired(tuple(position)) for position in positions] == found
    assert len(set(found)) == 2
    if shutil.which("node"):
        asked = [[str(field) for field in (theirs, mine)] for mine, theirs in positions]
        told = f"""asked.map((position) => gameOf("{spec}").holds(position.map(BigInt)))"""
        assert in_node(told, asked) == found


# Games that can be attacked, few enough to compile the list of replies for them.
LINES = ["tictactoe", "mnk:4,4,3", "cube:3"]


def check_replies_left(
    game: Any, position: Any, sequences: Sequences[Any], patch: pytest.MonkeyPatch
) -> None:
    """Replies that no threats settle are listed as one search for each finds them."""
    left = []
    for reply in game.moves(position):
        after = game.play(position, reply)
        end = game.outcome(after)
        if (end == OPEN and sequences.winning_move(after) is None) or LOSS <= end < WIN:
            left.append(reply)
    known = sequences._known
    for search in (unsettled_replies, compiled(unsettled_replies, known), unsettled_replies):
        found, words = zeros(game.actions), words_of(game, position)
        tables = LosslessTable(words, 8), LosslessTable(words, 8)
        size = search(known, position, sequences.most, ProofContext(), *tables, found)
        assert list(found[:size]) == left
        patch.setattr(exchange, "FEW", 1)  # for the last one: most searches begin anew


@each(
    "spec",
    ["tictactoe", "connectfour:4,4,3", "notakto"],
    large=["mnk:4,4,3", "mnk:5,4,4", "mnk:3,3,3,torus", "mnk:4,3,3,misere", "cube:3", "qubic",
           "connectfour:4,4", "nim:3,4,5", "threemarks",
           "lines:4,3,-b2,a3b3c3,b3c3d3,a1b1c1,b1c1d1,a1a2a3,c1c2c3,d1d2d3"],
)  # fmt: skip
def test_every_form_of_the_search_for_threats_visits_the_same_nodes(spec, tool):
    game, chance, most = find_game(spec), random.Random(7), 150
    rules = tool.game_of(spec, None)
    fold, forms = Fold(game), [Sequences(game, most), Sequences(game, most)]
    forms[1]._known = ByRules(game)
    asked, counted, won = [], [], 0
    plies = {"qubic": 24, "connectfour:4,4": 13}.get(spec, 7)
    for position in [played(game, chance, plies) for _ in range(8 if spec == "qubic" else 40)]:
        fields = fold.fields(position)
        naive = tool.Run(most, {})
        try:
            found = rules.wins(fields, naive)
        except tool.Spent:
            found = False
        nodes = min(most, most - naive.left)
        for form in forms[:1] if spec == "qubic" else forms:
            assert (form.winning_move(position) is not None) == found
            assert min(most, form.nodes) == nodes
        if spec in LINES:
            with pytest.MonkeyPatch.context() as patch:
                check_replies_left(game, position, forms[0], patch)
        asked.append([str(field) for field in fields])
        counted.append([found, nodes])
        won += found
    assert won > 0 or spec in ("mnk:4,3,3,misere", "notakto", "nim:3,4,5")
    if shutil.which("node"):
        told = f"""asked.map((position) => {{
          const run = {{ left: {most}, met: new Set() }}, game = gameOf("{spec}");
          const found = within(() => game.wins(position.map(BigInt), run));
          return [found, Math.min({most}, {most} - run.left)];
        }})"""
        assert in_node(told, asked) == counted


# Games of docs/known.md beyond those of CLAIMS.
MORE = ["qubic", "connectfour", "connectfour:4,5", "mnk:5,4,4", "mnk:7,5,4", "hex:4", "notakto:2",
        "notakto:3", "numerical", "threemarks", "orderchaos:4,3,4", "orderchaos", "cube:3,misere",
        "wild:misere", "wild:4,3,3", "connectfour:4,4,3,misere", "picaria:centre", "domineering",
        "domineering:6,5", "pentago", "dots:3,2", "kalah:6,6",
        "kalah:1,6", "othello:6"]  # fmt: skip


def test_the_fingerprints_of_the_rules_agree(tool):
    for spec in [*(spec for spec, *_ in CLAIMS), *MORE]:
        own = Fold(find_game(spec)).fingerprint()
        assert tool.fingerprint(tool.game_of(spec, None)) == own


@needs_node
def test_the_fingerprints_of_the_rules_in_javascript_agree():
    specs = [*dict.fromkeys(spec for spec, *_ in CLAIMS), *MORE]
    told = in_node("asked.map((spec) => fingerprint(gameOf(spec)))", specs)
    assert told == [Fold(find_game(spec)).fingerprint() for spec in specs]


@each("spec", ["notakto:2", "notakto:3"])
def test_boards_of_notakto_are_turned_and_exchanged(spec, tool):
    game, chance = find_game(spec), random.Random(8)
    fold, rules = Fold(game), tool.game_of(spec, None)
    positions = [played(game, chance, 12) for _ in range(20)]
    least = [fold.fields(fold.canonical(at)) for at in positions]
    assert least == [min(rules.images(tuple(at))) for at in positions]
    if spec == "notakto:2":
        assert least == [min(map(tuple, fold.images(at))) for at in positions]
    if shutil.which("node"):
        told = f"""asked.map((at) => gameOf("{spec}").least(at.map(BigInt)).map(Number))"""
        assert in_node(told, positions) == [list(at) for at in least]


def test_a_move_of_a_leaf_keeps_the_claim():
    game = find_game("connectfour:4,4")
    claim = make_strategy(game, FIRST, wish=StrategyKind(50)).file.claim
    leaves, chance, met = Leaves(game, claim), random.Random(2), 0
    oracle = Oracle(game)
    for _ in range(60):
        position = game.start()
        for _ in range(8):
            if game.outcome(position) == 2:
                position = game.play(position, chance.choice(list(game.moves(position))))
        if game.outcome(position) == 2 and leaves.settled(position):
            met += 1
            move = leaves.move(position)
            assert move is not None
            assert oracle.outcome(game.play(position, move)) <= 0
    assert met > 5


def played(game, chance, most):
    """An open position, some random moves from the start."""
    position = game.start()
    for _ in range(chance.randrange(most)):
        after = game.play(position, chance.choice(list(game.moves(position))))
        if game.outcome(after) != 2:
            break
        position = after
    return position


@each("rows", [4, 62, 180])
def test_in_one_column_nobody_gets_three_in_a_row(rows):
    game = ConnectFour(1, rows, 3)  # the players take turns: each has every second cell
    assert not Following(game).follows(game.start(), WIN)


@pytest.mark.parametrize(
    "spec", ["connectfour:4,4", "connectfour:5,4", "connectfour:4,5", "connectfour:4,4,3,misere"]
)
def test_following_up_holds_what_it_says(spec, tool):
    game, chance, met = find_game(spec), random.Random(4), 0
    rules, known, oracle = tool.game_of(spec, None), Following(game), Oracle(game)
    for _ in range(3000):
        position = played(game, chance, 14)
        for goal in (0, 1):
            found = known.follows(position, goal)
            assert found == rules.follows(tuple(position), goal)
            if found:
                met += 1
                assert -oracle.outcome(position) >= goal
    assert met > 20
    for points in (points_for(game), weighed(game)) if points_for(game) else ():
        lines, met = places_of_weights(game, len(points)), 0
        claim = Claim(spec, "", "first", "draw", (), follow=True, points=points)
        for _ in range(400):
            position = known.canonical(played(game, chance, 14))
            for result, goal in RESULTS.items():
                leaves = Leaves(game, claim._replace(result=result))
                told = rules.by_points(tuple(position), goal, leaves.claim._asdict())
                assert (leaves.pointed(position) is not None) == told
                if told:
                    met += 1
                    assert oracle.outcome(position) >= goal
            cell = landing_by_points(known, position, array("q", points), lines)
            assert cell == sum(1 << at for at in [rules.best_cell(*position, points)] if at >= 0)
        assert met > 20


def weighed(game: Any, size: int = 60) -> tuple[int, ...]:
    """The points, with weights of lines at random."""
    chance = random.Random(1)
    return (*POINTS, *(chance.randint(-size, size) for _ in range(weights_on(game))))


@pytest.mark.parametrize(
    ("spec", "rule"),
    [
        ("mnk:4,3,4", "pairing"),
        ("connectfour:4,4", "following"),
        # In two words.
        ("mnk:11,6,6", "pairing"),
        ("connectfour:5,12,6", "following"),
    ],
)
def test_compiled_rules_settle_the_same(spec, rule, tool, monkeypatch):
    monkeypatch.setattr("noughts.solving.driver.OFTEN", 20)
    game, chance = find_game(spec), random.Random(5)
    points = weighed(game) if spec == "connectfour:4,4" else ()  # others take long
    claim = Claim(spec, "", "first", "draw", (), follow=True, pairing=True, points=points)
    leaves, rules = Leaves(game, claim), tool.game_of(spec, None)
    asked = [played(game, chance, 12) for _ in range(60)]
    found = [leaves.rule(position) for position in asked]
    assert {rule, None} <= set(found[20:])
    assert found == [rules.leaf(tuple(at), claim.goal, claim._asdict()) for at in asked]
    if shutil.which("node"):
        told = f"""asked.map((position) => gameOf("{spec}").leaf(
          position.map(BigInt), 0, {json.dumps(claim._asdict())}) || null)"""
        assert in_node(told, [list(map(str, at)) for at in asked]) == found


def test_what_lies_below_a_line_stays_in_its_columns(tool):
    """The cell in column c, row r is bit 5 c + r; below row 0 comes the column on the left."""
    rules = tool.game_of("connectfour:4,4,3,misere", None)
    row = [sum(1 << 5 * c + r for c in (1, 2, 3)) for r in range(4)]
    assert list(rules.below(row[2])) == [row[1], row[0]]
    assert list(rules.below(row[0])) == []
    slope = sum(1 << 5 * c + r for c, r in ((0, 3), (1, 2), (2, 1)))
    assert list(rules.below(slope)) == [slope >> 1]


def test_following_up_makes_strategies_smaller(tmp_path, monkeypatch):
    game, file = find_game("connectfour:4,4"), tmp_path / "it.strategy"
    sizes = []
    monkeypatch.setattr("noughts.strategies.make.points_for", weighed)
    for wish in (StrategyKind(5), StrategyKind(5, True), StrategyKind(points=100)):
        made = make_strategy(game, wish=wish)
        file.write_bytes(made.file.to_bytes())
        assert by_python(file) == by_noughts(file) == ""
        if shutil.which("node"):
            assert by_node(file) == ""
        sizes.append(len(made.file.moves))
    assert sizes[0] > sizes[1] > sizes[2]
    # With weights leaves rely on all answers: without one, or with others, all checkers agree.
    told = set()
    for at in list(made.file.moves)[:3]:
        for move in (None, 0, 1, 2, 3):
            moves = {each: made.file.moves[each] for each in made.file.moves if each != at}
            moves |= {} if move is None else {at: move}
            file.write_bytes(made.file._replace(moves=moves).to_bytes())
            told.add(by_noughts(file) == "")
            assert (by_noughts(file) == "") == (by_python(file) == "")
            if shutil.which("node"):
                assert (by_noughts(file) == "") == (by_node(file) == "")
    assert told == {True, False}
