"""What is read back from a Parquet file is what the rows say."""

from typing import NamedTuple

import pytest

from noughts.errors import UnsuitedGame
from noughts.game import Game
from noughts.games.registry import find_game
from noughts.tablebase.positions import Positions, write_parquet
from noughts.value import DRAW, OPEN

parquet = pytest.importorskip("pyarrow.parquet")


@pytest.mark.parametrize("spec", ["tictactoe", "morris", "nim:2,3"])
def test_a_file_has_every_row(spec, tmp_path):
    positions = Positions(find_game(spec))
    assert write_parquet(positions, tmp_path / "it.parquet") == len(positions)
    table = parquet.read_table(tmp_path / "it.parquet")
    assert table.schema.metadata == {b"noughts": spec.encode()}
    told = [tuple(row.values()) for row in table.to_pylist()]
    assert told == [
        (*row.position, row.value.outcome, row.value.plies, list(row.best_moves), row.orbit)
        for row in positions
    ]


class Counted(NamedTuple):
    plies: int


class Takes(Game[Counted]):
    """A game whose positions have a field by the name of a column."""

    def start(self):
        return Counted(0)

    def moves(self, position):
        return iter((0,))

    def play(self, position, move):
        return Counted(position.plies + 1)

    def outcome(self, position):
        return DRAW if position.plies else OPEN


def test_a_field_with_the_name_of_a_column_is_refused(tmp_path):
    with pytest.raises(UnsuitedGame, match="'plies' of the positions has the name"):
        write_parquet(Positions(Takes(), unchecked=True), tmp_path / "it.parquet")
