"""`noughts watch` on the full screen: searches as trees of text, step by step."""

from textual.widgets import Static

from noughts.analysis.record_search import record_search
from noughts.games.tictactoe import TicTacToe
from noughts.terminal.screen.watch import TextTree, WatchApp

GAME = TicTacToe()
# X wins with c1; the first moves in order do not win at once.
POSITION, TURN = GAME.parse("xo1/1x1/o2 x")


def record(name):
    return record_search(GAME, POSITION, name, turn=TURN, most=5_000)


def shown(app, search, part):
    return str(list(app.query(f".search .{part}").results(Static))[search].content)


async def test_minimax_and_alpha_beta_go_step_by_step_side_by_side():
    app = WatchApp([record("minimax"), record("alphabeta")])
    async with app.run_test(size=(100, 24)) as pilot:
        await pilot.pause()
        assert shown(app, 0, "heading").startswith("minimax: step 1 of ")
        assert "X root" in shown(app, 1, "tree")
        await pilot.press("right")
        assert shown(app, 1, "tree").splitlines()[-1].split()[:3] == [">", "X", "c3"]
        assert shown(app, 1, "said") == "X tries c3. O is to move."
        await pilot.press("left")
        assert "c3" not in shown(app, 1, "tree")
        await pilot.press("end")
        for search in (0, 1):
            assert (
                shown(app, search, "tree").splitlines()[0].split("root")[1].strip() == "X wins in 1"
            )
            assert ": done, " in shown(app, search, "heading")
        await pilot.press("q")


def test_a_tall_tree_shows_what_is_below_finished_nodes():
    tree = TextTree(record("minimax"))
    tree.go_to(len(tree.steps))
    for height in (1, 10, 30):
        assert len(tree.lines(height).plain.splitlines()) <= height
    assert "X root" in tree.lines(1).plain
    below = [line.split()[:2] for line in tree.lines(1_000).plain.splitlines()]
    assert len(below) == len(tree.record.nodes)


async def test_the_smallest_terminal_shows_both_searches():
    app = WatchApp([record("minimax"), record("alphabeta")])
    async with app.run_test(size=(24, 8)) as pilot:
        await pilot.press("right")
        await pilot.pause()
        for search in (0, 1):
            assert shown(app, search, "tree").splitlines()[-1].split()[:3] == [">", "X", "c3"]


def test_scissors_show_each_cut_and_the_moves_that_are_skipped():
    tree, cuts = TextTree(record("alphabeta")), 0
    for step, each in enumerate(tree.steps, 1):
        tree.go_to(step)
        cuts += each.cut
        assert ("✂" in tree.notes.get(each.node, "")) == each.cut
    assert cuts > 0
    assert f"{cuts} cuts" in tree.heading
    plain = TextTree(record("minimax"))
    plain.go_to(len(plain.steps))
    assert "✂" not in "".join(plain.notes.values())
