"""`noughts cache`."""

from click.testing import CliRunner

from noughts.terminal.commands.setup import cache


def run(*words):
    return CliRunner().invoke(cache, words, catch_exceptions=False).stdout


def test_it_shows_sizes_and_removes_what_noughts_keeps_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path))
    (tmp_path / "native" / "x").mkdir(parents=True)
    (tmp_path / "native" / "x" / "code").write_bytes(bytes(1_500_000))
    (tmp_path / "pages").mkdir()
    (tmp_path / "mine.txt").write_text("mine")
    assert str(tmp_path) in run()
    assert "native  1.5 MB" in run().replace("   ", "  ").replace("   ", "  ")
    assert run("--clear") == f"Removed 1.5 MB from {tmp_path}.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
    assert run("--clear") == f"Removed 0.0 MB from {tmp_path}.\n"
