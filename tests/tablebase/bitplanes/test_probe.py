"""Outcomes that are kept and looked up: those of the definition, or a sentence why not."""

import json
from itertools import combinations
from random import Random
from typing import Any

import pytest

from noughts.bits import cells_of
from noughts.errors import BadTablebase, ImpossiblePosition, TablebaseError, UnfinishedTablebase
from noughts.games.registry import find_game
from noughts.tablebase.bitplanes import outcomes as planes
from noughts.tablebase.bitplanes.outcomes import can_arise, outcome_marking
from noughts.tablebase.bitplanes.plane_passes import HALF, packed_half
from noughts.tablebase.build import make_outcomes
from noughts.tablebase.probe import OutcomeTable, Tablebase, opened
from noughts.tablebase.storage.manifest import sealed
from noughts.tablebase.storage.store import PlaneFolder
from noughts.tablebase.verify import verify_tablebase
from noughts.value import OPEN
from tests.playing import every_position
from tests.tablebase.plainly import worths

pytest.importorskip("backports.zstd", reason="there is no Zstandard here")

SPECS = (
    "tictactoe",
    "mnk:3,3,3,misere",
    "mnk:4,3,3",
    "connectfour:4,3,3",
    "connectfour:3,4,3,misere",
)


@pytest.fixture
def kept(tmp_path):
    game = find_game("connectfour:3,3,3")
    make_outcomes(game, tmp_path, keep=True, low_bits=4)
    return tmp_path


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("low_bits", [3, 16])
def test_every_position_has_the_outcome_of_the_definition(spec, low_bits, tmp_path, monkeypatch):
    monkeypatch.setattr(planes, "ROOM", 100)  # few sets at a time
    game = find_game(spec)
    make_outcomes(game, tmp_path, keep=True, low_bits=low_bits)
    table, worth = OutcomeTable(tmp_path), worths(game)
    for position in every_position(game):
        assert table.outcome(position) == worth(position)[0]


def test_a_search_adds_the_distances(kept):
    table, worth = opened(kept), worths(find_game("connectfour:3,3,3"))
    for position in every_position(table.game):
        value = table.value(position)
        assert (value.outcome, value.plies if value.outcome else 0) == worth(position)


def test_what_can_arise_is_what_somebody_can_play():
    """All colours of all sets without a line, of which only some come about by turns."""
    game: Any = find_game("connectfour:3,3,3")
    marking = outcome_marking(game)
    playable = {
        game.shown(position, game.turn(position))
        for position in every_position(game)
        if game.outcome(position) == OPEN
    }
    seen = 0
    for taken in copied_sets(marking):
        cells = [1 << cell for cell in cells_of(taken)]
        for count in range(len(cells) + 1):
            for chosen in combinations(cells, count):
                first = sum(chosen)
                second = taken & ~first
                if not any(line in (line & first, line & second) for line in marking.lines):
                    seen += 1
                    assert can_arise(marking, first, second) == ((first, second) in playable)
    assert seen > len(playable) > 500


def copied_sets(marking):
    """Every set of cells that rest on the ground or on each other, but the full board."""
    met, left = {0}, [0]
    while left:
        taken = left.pop()
        for cell in marking.open_cells(taken):
            after = taken | 1 << cell
            if after not in met and after != marking.all_cells:
                met.add(after)
                left.append(after)
    return met


def test_what_cannot_arise_is_said(kept):
    table: Any = OutcomeTable(kept)
    upside_down = table.game.showing(0b10, 0b01, 0)  # the second player was first
    with pytest.raises(ImpossiblePosition, match="cannot arise"):
        table.outcome(upside_down)


def test_half_words_against_one_position_after_the_other():
    random = Random(5)
    for _ in range(200):
        wins, losses, going = (random.getrandbits(HALF) for _ in range(3))
        losses, last, expected = losses & ~wins, random.randrange(3), 0
        before = last
        for place in range(HALF):
            if going >> place & 1:
                last = 2 if wins >> place & 1 else losses >> place & 1
            expected += last * 4**place
        assert packed_half(wins, losses, going, before) == expected
    assert packed_half(0, 0, 0, 1) == (4**HALF - 1) // 3


@pytest.mark.parametrize("layers", range(10))
def test_stopped_at_any_moment_it_comes_to_the_same_bytes(layers, kept, tmp_path, monkeypatch):
    game, folder, advance = find_game("connectfour:3,3,3"), tmp_path / "again", PlaneFolder.advance

    def limited(self, standing, needed):
        if len(standing.layers) > layers:
            raise InterruptedError
        advance(self, standing, needed)

    monkeypatch.setattr(PlaneFolder, "advance", limited)
    with pytest.raises(InterruptedError):
        make_outcomes(game, folder, keep=True, low_bits=4, threads=2)
    monkeypatch.undo()
    if layers:
        with pytest.raises(UnfinishedTablebase, match="--resume"):
            OutcomeTable(folder)
    make_outcomes(game, folder, keep=True, low_bits=4, resume=True)
    files = [path for path in kept.iterdir() if path.is_file()]
    assert len(files) == 19  # two of each layer but that of full boards, and the account
    assert all(path.read_bytes() == (folder / path.name).read_bytes() for path in files)


def test_counts_alone_and_other_games_are_refused(tmp_path):
    make_outcomes(find_game("connectfour:3,3,3"), tmp_path)
    with pytest.raises(BadTablebase, match="only counts"):
        OutcomeTable(tmp_path)
    with pytest.raises(BadTablebase, match="not of connectfour:4,3,3"):
        OutcomeTable(tmp_path, find_game("connectfour:4,3,3"))
    with pytest.raises(BadTablebase, match="keeps False instead of True"):
        make_outcomes(find_game("connectfour:3,3,3"), tmp_path, keep=True, resume=True)
    with pytest.raises(TablebaseError, match="name one"):
        make_outcomes(find_game("connectfour:3,3,3"), keep=True)


def test_another_version_of_the_format_is_refused(kept):
    path = kept / "outcomes.json"
    content = json.loads(path.read_text()) | {"version": 2}
    del content["sha256"]
    path.write_text(sealed(content))
    with pytest.raises(BadTablebase, match="format version 2"):
        OutcomeTable(kept)


def test_every_changed_byte_is_noticed(kept):
    """In the account and the places of chunks when the folder is opened, else when verified."""
    assert verify_tablebase(kept, sample=50).faults == ()
    for path in kept.iterdir():
        content = path.read_bytes()
        for place in (0, len(content) // 2, len(content) - 2):
            path.write_bytes(content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :])
            if path.suffix == ".zst":
                assert verify_tablebase(kept).faults[0][:2] == (path.name, "wrong checksum")
            else:
                with pytest.raises(BadTablebase):
                    OutcomeTable(kept)
        path.write_bytes(content[:-1])
        with pytest.raises(BadTablebase):
            OutcomeTable(kept)
        path.write_bytes(content)


def test_a_wrong_outcome_is_found_by_its_moves(kept, monkeypatch):
    start, outcome = find_game("connectfour:3,3,3").start(), OutcomeTable.outcome

    def wrong(self, position):
        return 1 if position == start else outcome(self, position)

    monkeypatch.setattr(OutcomeTable, "outcome", wrong)
    (fault,) = {fault.what for fault in verify_tablebase(kept, sample=30).faults}
    assert fault == "is stored as a win, but its moves make it a draw"


def test_a_folder_is_opened_as_what_it_is(kept, tmp_path):
    from noughts.tablebase.build import make_tablebase

    make_tablebase(find_game("tictactoe"), tmp_path / "values")
    assert isinstance(opened(tmp_path / "values"), Tablebase)
    assert isinstance(opened(kept), OutcomeTable)
