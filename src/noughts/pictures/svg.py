"""Pictures as SVG: elements, pieces with a size, colours, and conversion to PNG or PDF.

Meaningful colours contrast with their ground by at least 3:1 (a test computes it), and each has a
sign or shape with the same meaning. A win is blue, a loss burnt orange: they are distinct for any
kind of colour vision. The full screen uses the same colours.
"""

import math
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from html import escape  # `xml.sax` would load modules for fetching pages
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from noughts.errors import NoConverter, PictureError
from noughts.files import write_file
from noughts.value import DRAW, LOSS, WIN, AnyValue

FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"

# The distance from the middle of digits and capitals down to their baseline, per font size. (Not
# every converter supports `dominant-baseline`.)
BELOW_MIDDLE = 0.36

# Average character width per font size; wide enough for all the fonts above, also in bold.
CHARACTER = 0.64


class Svg(str):
    """SVG text, which is not escaped again."""

    __slots__ = ()


def tag(name: str, /, *children: str, **attributes: object) -> Svg:
    """An element. Attributes that are None are omitted; `_` in a name becomes `-`.

    >>> print(tag("text", "a < b", x=1.50, text_anchor="middle", fill=None))
    <text x="1.5" text-anchor="middle">a &lt; b</text>
    >>> print(tag("g", tag("circle", r=2), class_="marks"))
    <g class="marks"><circle r="2"/></g>
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_quoted(_written(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = joined(*children)
    return Svg(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")


def _quoted(text: str) -> str:
    return escape(text, quote=False).replace('"', "&quot;")


def joined(*children: str) -> Svg:
    """Concatenate pieces, escaping plain text."""
    return Svg("".join(c if isinstance(c, Svg) else escape(c, quote=False) for c in children))


def group(*children: str, **attributes: object) -> Svg:
    """A `g` element around others; empty if they are empty."""
    inside = joined(*children)
    return tag("g", inside, **attributes) if inside else Svg("")


def svg_number(value: float) -> str:
    """A number with at most two decimals.

    >>> svg_number(3.0), svg_number(-0.001), svg_number(1.2345)
    ('3', '0', '1.23')
    """
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def points(*places: tuple[float, float]) -> str:
    """Points, in the format of a polygon."""
    return " ".join(f"{svg_number(x)},{svg_number(y)}" for x, y in places)


def words(
    text: str, x: float, y: float, size: float, fill: str, *, anchor: str = "middle", **more: object
) -> Svg:
    """Text whose digits and capitals are vertically centred at `y`."""
    return tag("text", text, x=x, y=y + BELOW_MIDDLE * size, font_size=size, fill=fill,
               text_anchor=None if anchor == "start" else anchor, **more)  # fmt: skip


def width_of(text: str, size: float) -> float:
    """An estimate of the width of text, rarely too small.

    >>> width_of("W3", 10)
    12.8
    """
    return CHARACTER * size * len(text)


class Piece(NamedTuple):
    """A drawing and its size; the upper left corner is the origin."""

    svg: Svg
    width: float
    height: float

    def at(self, x: float, y: float, scale: float = 1) -> Svg:
        """The piece moved and scaled.

        >>> print(Piece(Svg("<path/>"), 10, 10).at(5, 0, scale=0.5))
        <g transform="translate(5 0) scale(0.5)"><path/></g>
        """
        moved = f"translate({svg_number(x)} {svg_number(y)})"
        return tag("g", self.svg, transform=moved if scale == 1 else f"{moved} scale({scale:.5g})")

    def around(self, x: float, y: float) -> Svg:
        """The piece with its centre at a point."""
        return self.at(x - self.width / 2, y - self.height / 2)


def _written(value: object) -> str:
    return svg_number(value) if isinstance(value, int | float) else str(value)


class Theme(NamedTuple):
    """Colours, as SVG writes them."""

    name: str
    ground: str  # the background; "none" if it is transparent
    ink: str  # important text
    faint: str  # less important text
    rule: str  # lines that must be seen: edges of fields, lines between points
    line: str  # quiet lines between the cells of a board
    first: str  # the marks of the two players
    second: str
    win: str  # the values
    draw: str
    loss: str
    on_value: str  # text on a ground in the colour of a value
    soft: str  # the ground of weak highlights, for example of the last move
    win_soft: str  # the grounds of values, and of the winning line
    draw_soft: str
    loss_soft: str
    plate: str  # hexagons, and the nine boards of one
    chocolate: str  # a square of a chocolate bar
    rack: str  # a rack, its discs, and their rims and signs
    first_disc: str
    second_disc: str
    first_rim: str
    second_rim: str
    cloth: str  # the ground of Othello, and its lines
    cloth_line: str
    black: str  # stones and discs of two colours
    white: str
    wood: str  # a board of wood, its lines, and what is written on it
    wood_line: str
    wood_ink: str
    pit: str  # a hollow in the wood, and the seeds in it
    seed: str
    quarter: str  # a quarter that turns, and its hollows
    dent: str

    def of_value(self, value: AnyValue) -> str:
        return {WIN: self.win, DRAW: self.draw, LOSS: self.loss}[value.outcome]

    def ground_of_value(self, value: AnyValue) -> str:
        """The ground of a value that is not among the best."""
        return {WIN: self.win_soft, DRAW: self.draw_soft, LOSS: self.loss_soft}[value.outcome]

    def of_player(self, turn: int | None) -> str:
        """The colour of a player's marks; for no player, the colour of text."""
        return self.ink if turn is None else (self.first, self.second)[turn]


# `currentColor` is for a page with its own background and text colour: the other colours contrast
# with both white and black. `wood` is a board of wood, in daylight; `contrast` is light on black.
COLOURS = """
name         light         dark          currentColor  wood          contrast
ground       #FFFFFF       #1C1F26       none          #F7E8CF       #000000
ink          #1C1B1A       #ECE9E3       currentColor  #2B1A0C       #FFFFFF
faint        #625D55       #B0ABA2       #767676       #6A5643       #D0D0D0
rule         #8A8378       #7C7870       #767676       #8A6238       #FFFFFF
line         #D8CFC2       #3A3F4A       #76767680     #C9A574       #FFFFFF
first        #24324F       #DCE4FA       currentColor  #2B1A0C       #FFFFFF
second       #0C7B7D       #54CFC4       #0B8A8C       #00656B       #FFE100
win          #2158D6       #8FB2FF       #3B78EE       #1D4DB4       #63C3FF
draw         #6F6A62       #B4AEA4       #767676       #666057       #C8C8C8
loss         #B8430D       #FF9D6B       #D55E00       #9C3F00       #FFA24D
on_value     #FFFFFF       #14161B       #FFFFFF       #FFFFFF       #000000
soft         #F3EEE6       #242832       #80808030     #ECD7B4       #333333
win_soft     #E4ECFF       #22305A       #3B78EE40     #DDE0D8       #003B60
draw_soft    #ECE8E1       #2C2F37       #76767640     #E6DCC8       #2E2E2E
loss_soft    #FCE9DF       #4A2A1B       #D55E0040     #F2D5B8       #4A2600
plate        #F3EEE6       #242832       none          #EFDCBB       #1C1C1C
chocolate    #7B4B2A       #C08552       #A8703F       #6E4122       #E0A872
rack         #3763C8       #3763C8       #3763C8       #7A4A24       #3A3A3A
first_disc   #F6C445       #F6C445       #F6C445       #F6C445       #FFE100
second_disc  #E8604C       #E8604C       #E8604C       #E8604C       #FF6A5E
first_rim    #C99410       #C99410       #C99410       #C99410       #000000
second_rim   #B23A28       #B23A28       #B23A28       #B23A28       #000000
cloth        #1E7A55       #1E7A55       #1E7A55       #1E7A55       #000000
cloth_line   #155C40       #155C40       #155C40       #155C40       #FFFFFF
black        #1B1D22       #1B1D22       #1B1D22       #1B1D22       #4A4A4A
white        #F5F2EA       #F5F2EA       #F5F2EA       #F5F2EA       #FFFFFF
wood         #E3C28B       #E3C28B       #E3C28B       #E3C28B       #000000
wood_line    #9C7A45       #9C7A45       #9C7A45       #9C7A45       #FFFFFF
wood_ink     #4E3820       #4E3820       #4E3820       #4E3820       #FFFFFF
pit          #B98F5E       #B98F5E       #B98F5E       #B98F5E       #333333
seed         #5F4530       #5F4530       #5F4530       #5F4530       #FFFFFF
quarter      #A8483A       #A8483A       #A8483A       #A8483A       #333333
dent         #8C3A2E       #8C3A2E       #8C3A2E       #8C3A2E       #000000
"""
_roles, *_themes = zip(*(row.split() for row in COLOURS.strip().splitlines()), strict=True)
LIGHT, DARK, CURRENT, WOOD, CONTRAST = (
    Theme(**dict(zip(_roles, theme, strict=True))) for theme in _themes
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK, CURRENT, WOOD, CONTRAST)}


def theme_called(name: "str | Theme") -> Theme:
    """The theme with this name, or the given theme; PictureError if it is unknown."""
    if isinstance(name, Theme):
        return name
    if name not in THEMES:
        raise PictureError(f"There is no theme {name!r}; choose from {', '.join(THEMES)}.")
    return THEMES[name]


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
    """Convert an SVG document to PNG or PDF (`kind`: ".png" or ".pdf"), of this size in pixels.

    Raises NoConverter if no installed program can convert it.
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


def png_in_process(svg: str) -> bytes:
    """A picture as PNG by CairoSVG, without another program; NoConverter if it is not installed."""
    try:
        import cairosvg
    except (ImportError, OSError):  # or the library of Cairo is missing
        raise NoConverter("PNG needs CairoSVG: pip install cairosvg.") from None
    made: bytes = cairosvg.svg2png(bytestring=svg.encode(), scale=PIXELS)
    return made


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


def scale_to(size: float | None, piece: Piece, usual: float = 1) -> float:
    """The scale at which a piece has the given width in pixels; without one, the usual scale.

    Raises PictureError unless the size is positive and finite.

    >>> scale_to(100, Piece(Svg(""), 50, 20))
    2.0
    """
    if size is None:
        return usual
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
