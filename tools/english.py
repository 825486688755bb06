"""Count the phrases that make noughts' English hard to read; none may become more frequent.

`PATTERNS` has the phrases. They are counted in the docstrings, comments and messages of
`src/noughts` and in the documentation, code left out. `english.json` has the highest allowed count
of each. `make check` fails when a count is higher; after an improvement, `python tools/english.py
--lower` writes the new, lower counts. `--show PATTERN` lists where a phrase is.
"""

import argparse
import ast
import io
import json
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
CEILINGS = Path(__file__).with_suffix(".json")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/**/*.md")
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Pattern(NamedTuple):
    """A kind of phrase: what it matches, and what to write instead."""

    phrase: re.Pattern[str]
    instead: str


def _pattern(phrase: str, instead: str, flags: re.RegexFlag = re.IGNORECASE) -> Pattern:
    return Pattern(re.compile(phrase, flags | re.MULTILINE), instead)


# In a text, `^` is the beginning of a docstring, comment, message or line of a page.
PATTERNS = {
    "clause": _pattern(
        r"\A(what|how|who|whose|whom|whoever|which)\b(?!.*\?)", "a noun: 'The legal moves'"
    ),
    "same": _pattern(
        r"\A(the )?same (of|by|for|as|with)\b|\bthe same of\b|\blikewise\b", "say it whole"
    ),
    "people": _pattern(
        r"\b(whoever|nobody|anybody|somebody|one's own|one who|who asks)\b", "the part's name"
    ),
    "told": _pattern(r"\b(tells?|told)\b", "return, show, report, compute"),
    "stands": _pattern(r"\b(stands?|stood)\b(?!-)", "is, lies, is written"),
    "knows": _pattern(r"\b(knows?|asks?|asked|holds|said)\b", "store, contain, call, read"),
    "chain": _pattern(
        r"\b(so many|such that|of those|(that|those) (of|that|which|who|in|after))\b|"
        r"(?<!no )\bsuch (?!as\b)",
        "two short sentences",
    ),
    "archaic": _pattern(
        r"(?<!thing )(?<!what )\belse\b|"
        r"\b(besides|meanwhile|at once|mend(s|ed)?|of the house|(to|can) be had)\b|"
        r"\b(of late|anew|as far as)\b",
        "otherwise, also, while it runs, immediately, fix, available",
    ),
    "first": _pattern(
        r"(\A|[.:;] )(Of|For (each|every)|From (each|every)|To (each|every|which)|Beyond|Beside)\b",
        "subject, verb, object",
        re.RegexFlag(0),
    ),
    "empty": _pattern(
        r"\A(begin|know|hold|have|be|do|say|reckon)( empty| nothing( yet)?)?\.\Z", "no docstring"
    ),
}


class Text(NamedTuple):
    """A piece of prose, the room it is in, and where it begins."""

    room: str
    file: Path
    line: int
    words: str


def texts(root: Path = ROOT) -> Iterator[Text]:
    """All prose of the project."""
    package = root / "src" / "noughts"
    for file in sorted(package.rglob("*.py")):
        room = file.relative_to(package).parts[0].removesuffix(".py")
        for line, words in sorted(prose_of_code(file.read_text("utf-8"))):
            yield Text(room, file, line, words)
    for page in sorted({page for pages in PAGES for page in root.glob(pages)}):
        room = page.relative_to(root).parts[0].removesuffix(".md")
        for line, words in prose_of_page(page.read_text("utf-8")):
            yield Text(room, page, line, words)


def prose_of_code(code: str) -> Iterator[tuple[int, str]]:
    """Docstrings, comments and messages of Python code, each with its line."""
    tree = ast.parse(code)
    docstrings = {id(node): node for node in _docstrings(tree)}
    for node in docstrings.values():
        yield node.lineno, _without_code(str(node.value))
    yield from _comments(code)
    for string, words in _strings(tree):
        if id(string) not in docstrings and is_sentence(words):
            yield string.lineno, _without_code(words)


def _docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            statement = node.body[0]
            assert isinstance(statement, ast.Expr)
            assert isinstance(statement.value, ast.Constant)
            yield statement.value


def _comments(code: str) -> Iterator[tuple[int, str]]:
    """Comments; one of several lines is one text."""
    begun, words, last = 0, "", -1
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        if token.type == tokenize.COMMENT:
            row, comment = token.start[0], token.string.lstrip("#: ")
            if row == last + 1 and token.line.lstrip().startswith("#"):
                words = f"{words} {comment}"
            else:
                if words:
                    yield begun, _without_code(words)
                begun, words = row, comment
            last = row
    if words:
        yield begun, _without_code(words)


def _strings(node: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """String constants, and f-strings with "…" in place of their values."""
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else "…" for part in node.values]
        yield node, "".join(map(str, parts))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node, node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from _strings(child)


def is_sentence(words: str) -> bool:
    """Whether a string is meant for people: three words or more, with an end or a capital."""
    return len(re.findall(r"(?:^|(?<=\s))[A-Za-z…']+(?=[\s,.;:?!]|$)", words)) > 2 and bool(
        re.match(r"\s*[A-Z…]", words) or re.search(r"[.?!:]\s*$", words)
    )


def prose_of_page(page: str) -> Iterator[tuple[int, str]]:
    """Paragraphs, headings and items of a page in Markdown, each with its line."""
    blank = lambda found: re.sub(r"[^\n]", "", found[0])  # noqa: E731  # lines keep their numbers
    page = re.sub(r"^( *)(```|:::).*?^\1\2$", blank, page, flags=re.DOTALL | re.MULTILINE)
    for block in re.finditer(r"(?:^(?!\n).*\n?)+", page, re.MULTILINE):
        line = page.count("\n", 0, block.start()) + 1
        if words := _without_code(block[0]):
            yield line, words


def _without_code(words: str) -> str:
    """The text as it is read, on one line: no examples, `code`, targets of links and bullets."""
    words = re.sub(r"^\s*(>>>|\.\.\.) .*(\n(?!\s*\n|\s*>>>).*)*", "", words, flags=re.MULTILINE)
    words = re.sub(r"`[^`]*`", "`…`", words)
    words = re.sub(r"\]\([^)]*\)", "]", words)
    return " ".join(words.split()).lstrip("*- ")


def count(found: Iterator[Text]) -> dict[str, Counter[str]]:
    """Each pattern's count in each room."""
    counts: dict[str, Counter[str]] = {name: Counter() for name in PATTERNS}
    for text in found:
        for name, pattern in PATTERNS.items():
            if number := len(pattern.phrase.findall(text.words)):
                counts[name][text.room] += number
    return counts


def table(counts: dict[str, Counter[str]]) -> str:
    """The counts as a table, a row for each room."""
    sums = {name: sum(each.values()) for name, each in counts.items()}
    rooms = sorted({room for each in counts.values() for room in each})
    rows = [["room", *counts, "all"]]
    for room in rooms:
        numbers = [each[room] for each in counts.values()]
        rows.append([room, *map(str, numbers), str(sum(numbers))])
    rows.append(["all", *map(str, sums.values()), str(sum(sums.values()))])
    return "\n".join(f"{row[0]:<18}" + "".join(f"{cell:>9}" for cell in row[1:]) for row in rows)


def risen(sums: dict[str, int], ceilings: dict[str, int]) -> list[str]:
    """A sentence for each pattern that has become more frequent."""
    return [
        f"{name}: {number} phrases, at most {ceilings[name]} allowed. Write instead: "
        f"{PATTERNS[name].instead}. List them: python tools/english.py --show {name}"
        for name, number in sums.items()
        if number > ceilings.get(name, number)
    ]


def lowered(sums: dict[str, int], ceilings: dict[str, int]) -> dict[str, int]:
    """The ceilings, none of them above today's count; those of unknown patterns go."""
    return {name: min(number, ceilings.get(name, number)) for name, number in sums.items()}


def show(name: str) -> None:
    """Print every phrase of a pattern with its place."""
    for text in texts():
        for found in PATTERNS[name].phrase.finditer(text.words):
            around = text.words[max(0, found.start() - 40) : found.end() + 40]
            print(f"{text.file.relative_to(ROOT)}:{text.line}: {around}")


def main(arguments: list[str] | None = None) -> int:
    """Print the table; compare it with the ceilings, or lower these."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lower", action="store_true", help="write lower ceilings")
    parser.add_argument("--show", choices=PATTERNS, metavar="PATTERN", help="list one pattern")
    options = parser.parse_args(arguments)
    if options.show:
        show(options.show)
        return 0
    counts = count(texts())
    print(table(counts))
    sums = {name: sum(each.values()) for name, each in counts.items()}
    ceilings = json.loads(CEILINGS.read_text("utf-8")) if CEILINGS.exists() else {}
    if options.lower:
        CEILINGS.write_text(json.dumps(lowered(sums, ceilings), indent=2) + "\n", "utf-8")
    for sentence in (faults := risen(sums, ceilings)):
        print(sentence, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
