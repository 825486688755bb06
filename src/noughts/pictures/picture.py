"""A finished picture: an SVG document that can be shown, and saved."""

import math
import os
from pathlib import Path
from typing import NamedTuple

from noughts.errors import PictureError
from noughts.files import write_file
from noughts.pictures.svg import FONT, Piece, Svg, tag
from noughts.pictures.theme import Theme


def scale_to(size: float, piece: Piece) -> float:
    """The scale at which a piece has the given width in pixels.

    Raises:
        PictureError: it cannot be so wide.

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
        piece: what is drawn.
        title: what it is.
        description: what it shows, for those who cannot see it.
        theme: its colours.
        scale: how large it is shown: so many pixels for each of the piece's units.
    """

    piece: Piece
    title: str
    description: str
    theme: Theme
    scale: float = 1.0

    @property
    def width(self) -> float:
        """How many pixels wide it is shown."""
        return self.piece.width * self.scale

    @property
    def height(self) -> float:
        """How many pixels high."""
        return self.piece.height * self.scale

    @property
    def svg(self) -> Svg:
        """The document."""
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
        """Save it as SVG, or, by the file's ending, as PNG or PDF if a converter is installed.

        Raises:
            PictureError: the ending is another one.
            NoConverter: nothing here makes such a file of SVG.
        """
        write_file(path, self._as_file(Path(path).suffix.lower()))

    def _as_file(self, kind: str) -> bytes:
        from noughts.pictures.export import KINDS, convert

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
        """For notebooks."""
        return self.svg

    def __repr__(self) -> str:
        """What it is, in words."""
        return f"<Picture: {self.title}. {self.description}>"

    def __str__(self) -> str:
        """The document."""
        return self.svg
