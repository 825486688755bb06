"""The counter of phrases that make the English hard to read, `tools/english.py`."""

from tests.docs.tools import tool
from tests.each import each

english = tool("english")

CODE = '''"""What a game is."""

LIMIT = 3  # so many at once


class Board:
    """A board.

    >>> "nobody runs"
    """

    # Why it stands here, and where it was
    # told.
    def show(self):
        """Show `what stands`."""
        raise ValueError(f"{self} is not to be had here.") if self else "kept as whoever"
'''


def phrases(words):
    text = english.Text("room", None, 1, words)
    return {name for name, found in english.count([text]).items() if found.total()}


def test_docstrings_comments_and_messages_are_read_and_code_is_not():
    assert [words for _, words in sorted(english.prose_of_code(CODE))] == [
        "What a game is.",
        "so many at once",
        "A board.",
        "Why it stands here, and where it was told.",
        "Show `…`.",
        "… is not to be had here.",
    ]


def test_a_page_is_read_without_its_code_and_links():
    page = "# Nobody\n\nA [word](told.md) of `what`.\n\n```sh\nstands\n```\n\n* so many\n"
    assert list(english.prose_of_page(page)) == [
        (1, "# Nobody"),
        (3, "A [word] of `…`."),
        (9, "so many"),
    ]


@each(
    "words, found",
    [
        ("How many boards can be closed.", {"clause"}),
        ("How long may it take?", set()),
        ("The same of a function.", {"same"}),
        ("Nobody is told.", {"people", "told"}),
        ("Where the marks stand.", {"stands"}),
        ("A stand-in of games such as Hex.", set()),
        ("Those of which it is so.", {"chain"}),
        ("It ends at once, or else later.", {"archaic"}),
        ("Nothing else, and no such game.", set()),
        ("# How long it takes", set()),
        ("Of many their number.", {"first"}),
        ("Begin empty.", {"empty"}),
        ("The legal moves, in order.", set()),
    ],
)
def test_phrases_are_found(words, found):
    assert phrases(words) == found


def test_a_count_may_only_fall():
    assert not english.risen({"told": 2}, {"told": 2})
    assert "told: 3" in english.risen({"told": 3}, {"told": 2})[0]
    assert english.lowered(
        {"told": 3, "same": 1, "first": 4}, {"told": 2, "same": 5, "gone": 9}
    ) == {
        "told": 2,
        "same": 1,
        "first": 4,
    }
