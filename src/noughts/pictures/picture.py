"""A picture with a title and a description, and its conversion to PNG or PDF."""

import math
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from noughts.errors import NoConverter, PictureError
from noughts.files import write_file
from noughts.pictures.svg import FONT, Piece, Svg, tag
from noughts.pictures.theme import Theme

KINDS = (".png", ".pdf")
PIXELS = 2  # PNG pixels per pixel of the picture: sharp on a screen, and in small print
CONVERTER_SECONDS = 60  # a slower converter is given up

PROGRAMS = {
    "rsvg-convert": ("--format={kind}", f"--zoom={PIXELS}", "--output={target}", "{source}"),
    "inkscape": (f"--export-dpi={96 * PIXELS}", "--export-filename={target}", "{source}"),
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")


class Conversion(NamedTuple):
    """A conversion: the SVG file, the output file, and the picture's size."""

    source: Path
    target: Path
    width: float
    height: float

    @property
    def kind(self) -> str:
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
        return _first_that_works(Conversion(source, target, width, height))


def _first_that_works(job: Conversion) -> bytes:
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


def converters() -> Iterator[tuple[str, Callable[[Conversion], None]]]:
    if find_spec("cairosvg"):
        yield "cairosvg", _cairosvg
    for name, options in PROGRAMS.items():
        if program := shutil.which(name):
            yield name, partial(_convert, program, options)
    for browser in filter(None, map(shutil.which, BROWSERS)):
        yield Path(browser).name, partial(_browse, browser)


def _run(*command: str | os.PathLike[str]) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=CONVERTER_SECONDS)


def _convert(program: str, options: tuple[str, ...], job: Conversion) -> None:
    _run(program, *(option.format(**job._asdict(), kind=job.kind) for option in options))


def _cairosvg(job: Conversion) -> None:
    import cairosvg

    convert = cairosvg.svg2png if job.kind == "png" else cairosvg.svg2pdf
    convert(url=str(job.source), write_to=str(job.target), scale=PIXELS)


def _browse(browser: str, job: Conversion) -> None:
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


def scale_to(size: float, piece: Piece) -> float:
    """The scale at which a piece has the given width in pixels.

    Raises:
        PictureError: the size is not positive and finite.

    >>> from noughts.pictures.svg import Svg
    >>> scale_to(100, Piece(Svg(""), 50, 20))
    2.0
    """
    if not 0 < size < math.inf:
        raise PictureError(f"A picture's size must be a positive number of pixels, not {size}.")
    return size / piece.width


class Picture(NamedTuple):
    """A picture with a title and a description in words.

    Args:
        piece: the drawing.
        title: the title.
        description: the alternative text, for people who cannot see the picture.
        theme: the colours.
        scale: the pixels for each of the piece's units.
    """

    piece: Piece
    title: str
    description: str
    theme: Theme
    scale: float = 1.0

    @property
    def width(self) -> float:
        return self.piece.width * self.scale

    @property
    def height(self) -> float:
        return self.piece.height * self.scale

    @property
    def svg(self) -> Svg:
        width, height = self.piece.width, self.piece.height
        ground = tag("rect", width=width, height=height, fill=self.theme.ground)
        return tag(
            "svg",
            tag("title", self.title),
            tag("desc", self.description),
            *([] if self.theme.ground == "none" else [ground]),
            self.piece.svg,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width:.5g} {height:.5g}",
            width=self.width,
            height=self.height,
            role="img",
            aria_label=self.title,
            font_family=FONT,
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the picture as SVG, PNG or PDF, by the file's ending.

        Raises:
            PictureError: the ending is unknown.
            NoConverter: no installed program converts SVG to PNG or PDF.
        """
        write_file(path, self._as_file(Path(path).suffix.lower()))

    def _as_file(self, kind: str) -> bytes:
        from noughts.pictures.picture import KINDS, convert

        if kind == ".svg":
            return f"{self.svg}\n".encode()
        if kind not in KINDS:
            raise PictureError(
                f"A picture can be saved as .svg, .png or .pdf, not as {kind or 'no ending'}."
            )
        if self.theme.ground == "none":
            raise PictureError(
                f"The theme {self.theme.name} takes its colours from the page around it; for a "
                f"file, choose light or dark."
            )
        return convert(self.svg, kind, self.width, self.height)

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Picture: {self.title}. {self.description}>"

    def __str__(self) -> str:
        return self.svg
