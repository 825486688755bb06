"""PNG and PDF of a picture, by an installed converter.

Converters are tried in this order: CairoSVG (`pip install cairosvg`), `rsvg-convert` (librsvg),
Inkscape, Chromium or Chrome. SVG itself needs none.
"""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from noughts.errors import NoConverter

KINDS = (".png", ".pdf")
PIXELS = 2  # PNG pixels per pixel of the picture: sharp on a screen, and in small print
CONVERTER_SECONDS = 60  # a slower converter is given up

PROGRAMS = {
    "rsvg-convert": ("--format={kind}", f"--zoom={PIXELS}", "--output={target}", "{source}"),
    "inkscape": (f"--export-dpi={96 * PIXELS}", "--export-filename={target}", "{source}"),
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


class Job(NamedTuple):
    """A conversion: the SVG file, the output file, and the picture's size."""

    source: Path
    target: Path
    width: float
    height: float

    @property
    def kind(self) -> str:
        """The format: "png" or "pdf"."""
        return self.target.suffix.removeprefix(".")


def convert(svg: str, kind: str, width: float, height: float) -> bytes:
    """Convert an SVG document to PNG or PDF.

    Args:
        svg: the document.
        kind: the ending of the file, ".png" or ".pdf".
        width: the picture's width in pixels.
        height: its height in pixels.

    Raises:
        NoConverter: no installed program can convert it.
    """
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "picture.svg", Path(folder) / f"picture{kind}"
        source.write_text(svg, encoding="utf-8")
        return _first_that_works(Job(source, target, width, height))


def _first_that_works(job: Job) -> bytes:
    failed = []
    for name, makes in converters():
        try:
            makes(job)
            if job.target.is_file():
                return job.target.read_bytes()
        except (OSError, subprocess.SubprocessError):
            pass  # try the next converter
        failed.append(name)
    tried = f" These failed: {', '.join(failed)}." if failed else ""
    raise NoConverter(
        f"No installed program converts SVG to {job.kind.upper()}.{tried} Install CairoSVG "
        f"(pip install cairosvg), librsvg (rsvg-convert), Inkscape or Chromium; or save as .svg."
    )


def converters() -> Iterator[tuple[str, Callable[[Job], None]]]:
    """Yield the installed converters with their names."""
    if find_spec("cairosvg"):
        yield "cairosvg", _cairosvg
    for name, options in PROGRAMS.items():
        if program := shutil.which(name):
            yield name, partial(_convert, program, options)
    for browser in filter(None, map(shutil.which, BROWSERS)):
        yield Path(browser).name, partial(_browse, browser)


def _run(*command: str | os.PathLike[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=CONVERTER_SECONDS)


def _convert(program: str, options: tuple[str, ...], job: Job) -> None:
    _run(program, *(option.format(**job._asdict(), kind=job.kind) for option in options))


def _cairosvg(job: Job) -> None:
    import cairosvg

    convert = cairosvg.svg2png if job.kind == "png" else cairosvg.svg2pdf
    convert(url=str(job.source), write_to=str(job.target), scale=PIXELS)


def _browse(browser: str, job: Job) -> None:
    """Let a browser save a page with only the picture, as a screenshot or in print."""
    width, height = int(-(-job.width // 1)), int(-(-job.height // 1))
    page = job.source.with_suffix(".html")
    page.write_text(
        f"<meta charset=utf-8><style>@page{{size:{width}px {height}px;margin:0}}body{{margin:0}}"
        f"svg{{display:block}}</style>{job.source.read_text('utf-8')}",
        encoding="utf-8",
    )
    options = ["--headless", "--no-sandbox", "--hide-scrollbars", f"--user-data-dir={page.parent}"]
    if job.kind == "png":
        options += [f"--screenshot={job.target}", f"--window-size={width},{height}",
                    f"--force-device-scale-factor={PIXELS}"]  # fmt: skip
    else:
        options += [f"--print-to-pdf={job.target}", "--no-pdf-header-footer"]
    _run(browser, *options, page.as_uri())
