"""SVG elements with escaped text, and pieces with a size."""

from html import escape  # `xml.sax` would load modules for fetching pages
from typing import NamedTuple

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
    """A `g` element around others; empty if they are empty.

    >>> group(Svg(""), fill="red")
    ''
    """
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
    """Points, in the format of a polygon.

    >>> points((0, 0), (1.5, 2))
    '0,0 1.5,2'
    """
    return " ".join(f"{svg_number(x)},{svg_number(y)}" for x, y in places)


def words(
    text: str, x: float, y: float, size: float, fill: str, *, anchor: str = "middle", **more: object
) -> Svg:
    """Text whose digits and capitals are vertically centred at `y`."""
    return tag(
        "text",
        text,
        x=x,
        y=y + BELOW_MIDDLE * size,
        font_size=size,
        fill=fill,
        text_anchor=None if anchor == "start" else anchor,
        **more,
    )


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
