"""Make the example notebook anew, with what its cells show: examples/notebook.ipynb.

Run it after a change to pictures: .venv/bin/python tools/make_notebook.py
"""

from pathlib import Path

import nbformat
from nbclient import NotebookClient

NOTEBOOK = Path(__file__).parents[1] / "examples" / "notebook.ipynb"

# The cells: text begins with a #, everything else is code.
CELLS = (
    """\
# noughts in a notebook

Boards, matches, analyses and reviews show themselves. What is needed besides noughts, for the board
at the end alone: `pip install "noughts[notebook]"`.""",
    """\
from noughts import Match, PerfectPlayer, TicTacToe, analyse, draw, explain, find_game, review

game = TicTacToe()
position, turn = game.parse("xxo/ox1/o2 x")
draw(game, position, turn)""",
    "# What every move is worth\n\nThe best moves stand on a ground of their colour.",
    "analyse(game, position, turn)",
    "# And why",
    "explain(game, position, turn)",
    "# A game, and its course",
    """\
match = Match(game)
for move in game.read_moves("b2 b1 a1 c3 a3 c1 a2"):
    match.play(move)
match""",
    "review(match)",
    "# Other games\n\nBest play is shown by numbers.",
    """\
connect_four = find_game("connectfour:5,4")
position = connect_four.start()
for move in connect_four.read_moves("33342214"):
    position = connect_four.play(position, move)
analysis = analyse(connect_four, position)
draw(connect_four, position, values=analysis, ghosts=analysis.principal_variation[:3])""",
    """\
# Play

Click a cell, or choose it by Tab and Enter. Where scripts do not run, a still picture stands
here.""",
    """\
from noughts.pictures.widget import BoardWidget

board = BoardWidget(Match(game, None, PerfectPlayer()), values=True)
board""",
)


def notebook() -> nbformat.NotebookNode:
    """The notebook as it is written, nothing run yet."""
    make = nbformat.v4
    cells = [
        make.new_markdown_cell(cell) if cell.startswith("#") else make.new_code_cell(cell)
        for cell in CELLS
    ]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"  # the same in every run
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return make.new_notebook(cells=cells, metadata={"kernelspec": kernel})


def executed(book: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """The notebook with what its cells show.

    The living board is not kept, as it dies with the kernel, but its still picture.
    """
    NotebookClient(book, timeout=120, kernel_name="python3", store_widget_state=False).execute()
    for cell in book.cells:
        cell.metadata = {}
        for output in cell.get("outputs", ()):
            output["data"].pop("application/vnd.jupyter.widget-view+json", None)
    return book


def main() -> None:
    """Write it."""
    nbformat.write(executed(notebook()), NOTEBOOK)


if __name__ == "__main__":
    main()
