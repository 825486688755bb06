"""Damaged, foreign and older folders: each says what is wrong with it."""

import json
import re
from random import Random

import pytest

from noughts.errors import BadTablebase, TablebaseError, to_install
from noughts.games.registry import find_game
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.probe import Tablebase
from noughts.tablebase.storage.manifest import sealed
from noughts.tablebase.storage.store import Chunks, compressed_chunks, frame_starts
from noughts.tablebase.verify import verify_tablebase


@pytest.fixture
def folder(tmp_path):
    make_tablebase(find_game("tictactoe"), tmp_path)
    return tmp_path


def change(folder, **fields):
    path = folder / "manifest.json"
    content = {**json.loads(path.read_text()), **fields}
    del content["sha256"]
    path.write_text(sealed(content))


def test_an_empty_folder_is_no_tablebase(tmp_path):
    with pytest.raises(BadTablebase, match=r"not a tablebase: it has no manifest\.json"):
        Tablebase(tmp_path)


@pytest.mark.parametrize("text", ["", "{", "\N{SNOWMAN}"])
def test_a_manifest_that_is_no_json(folder, text):
    (folder / "manifest.json").write_text(text, "utf-8")
    with pytest.raises(BadTablebase, match="cannot be read"):
        Tablebase(folder)


@pytest.mark.parametrize("text", ["[]", "{}", '{"format": "something else"}'])
def test_a_manifest_of_something_else(folder, text):
    (folder / "manifest.json").write_text(text)
    with pytest.raises(BadTablebase, match="is not the manifest of a noughts tablebase"):
        Tablebase(folder)


def test_another_version_of_the_format(folder):
    change(folder, version=0)
    with pytest.raises(BadTablebase, match="has format version 0; this noughts reads"):
        Tablebase(folder)


@pytest.mark.parametrize("fields", [{"layers": 5}, {"layers": [{}]}, {"layers": [3]}])
def test_a_manifest_that_lacks_something(folder, fields):
    change(folder, **fields)
    with pytest.raises(BadTablebase, match="is damaged"):
        Tablebase(folder)


def test_every_changed_byte_of_the_manifest_is_noticed(folder):
    path = folder / "manifest.json"
    content = path.read_bytes()
    random = Random(5)
    for place in (
        *random.sample(range(len(content)), 300),
        *range(len(content) - 90, len(content)),
    ):
        changed = bytearray(content)
        changed[place] = random.choice([*range(place % 2, content[place]), 32, 10, 49])
        path.write_bytes(changed)
        if changed != content:
            with pytest.raises(BadTablebase):
                verify_tablebase(folder, sample=0)
    path.write_bytes(content)
    assert not verify_tablebase(folder, sample=0).faults


def test_a_manifest_of_before_there_was_a_checksum_is_read(folder):
    path = folder / "manifest.json"
    content = json.loads(path.read_text())
    del content["sha256"]
    path.write_text(json.dumps(content, indent=1) + "\n")
    assert not verify_tablebase(folder).faults


def test_a_game_that_does_not_exist(folder):
    change(folder, game="nonsense")
    with pytest.raises(BadTablebase, match="'nonsense', which is not a game of noughts"):
        Tablebase(folder)


def test_a_manifest_runs_no_file_of_a_strangers(folder, tmp_path):
    stranger = tmp_path / "stranger.py"
    stranger.write_text("raise SystemExit('run')")
    change(folder, game=f"{stranger}:Game")
    with pytest.raises(BadTablebase, match="name the game"):
        Tablebase(folder)


def test_a_missing_file(folder):
    (folder / "layer-04.values").unlink()
    with pytest.raises(BadTablebase, match=r"layer-04\.values cannot be read: No such file"):
        Tablebase(folder)


def test_a_file_that_was_cut_off(folder):
    path = folder / "layer-04.values"
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BadTablebase, match=r"137 bytes instead of 138"):
        Tablebase(folder)


def test_a_flipped_bit_is_found_by_the_checksum(folder):
    path = folder / "layer-04.values"
    content = bytearray(path.read_bytes())
    content[70] ^= 4
    path.write_bytes(content)
    found = verify_tablebase(folder)
    assert [fault.where for fault in found.faults] == ["layer-04.values"]


def test_a_wrong_value_is_found_by_the_rules(folder):
    """Even where somebody has put the checksum right."""
    import hashlib

    path = folder / "layer-00.values"
    path.write_bytes(bytes([127 - 5]))
    manifest = folder / "manifest.json"
    layers = json.loads(manifest.read_text())["layers"]
    layers[-1]["parts"]["values"]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    change(folder, layers=layers)
    found = verify_tablebase(folder, sample=10**6)
    assert found.positions == sum(layer["positions"] for layer in layers)
    assert [fault.what for fault in found.faults] == [
        "is stored as a win in 5, but its moves make it a draw"
    ]
    again = verify_tablebase(folder, sample=0, everything=True)
    assert (again.layers, [fault.where for fault in again.faults]) == (9, ["layer-00.values"])


@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe", "mnk:3,3,3,misere", "connectfour:3,3,3", "morris", "wild:3,2,3", "hex:2",
        "notakto:2",
    ],
)  # fmt: skip
@pytest.mark.parametrize("compressed", [False, True])
def test_whole_tables_are_found_right(spec, compressed, tmp_path):
    make_tablebase(find_game(spec), tmp_path, compressed=compressed)
    found = verify_tablebase(tmp_path, sample=10**6, everything=True)
    assert not found.faults
    assert found.positions
    assert found.layers == len(Tablebase(tmp_path).layers)


def test_any_byte_can_be_read_from_compressed_chunks():
    random = Random(1)
    content = random.randbytes(70_000) + bytes(70_000)
    frames = list(compressed_chunks([memoryview(content)], 2))
    chunks = Chunks(b"".join(frames), frame_starts(map(len, frames)), "it")
    assert [len(chunk) for chunk in chunks.unpacked()] == [65_536, 65_536, 8_928]
    assert b"".join(chunks.unpacked()) == content
    for place in (0, 65_535, 65_536, 69_999, 70_000, 139_999):
        assert chunks[place] == content[place]


def test_a_damaged_chunk_is_noticed_when_it_is_read():
    frames = list(compressed_chunks([memoryview(Random(1).randbytes(70_000))], 1))
    packed = bytearray(b"".join(frames))
    packed[len(frames[0]) + 100] ^= 1
    chunks = Chunks(packed, frame_starts(map(len, frames)), "layer-03.values.zst")
    assert chunks[0] >= 0
    with pytest.raises(BadTablebase, match=r"layer-03.values.zst: chunk 1 is damaged"):
        chunks[65_536]


def test_without_the_library_compression_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(__import__("sys").modules, "backports", None)
    monkeypatch.setitem(__import__("sys").modules, "compression", None)
    with pytest.raises(TablebaseError, match=re.escape(to_install("zstd"))):
        make_tablebase(find_game("tictactoe"), tmp_path / "new", compressed=True)
    assert not (tmp_path / "new").exists()
