"""An SVG read back: its shapes and texts, with where they really lie on the picture."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import Any, NamedTuple

SVG = "{http://www.w3.org/2000/svg}"

# Helvetica's widths, in thousandths of the size (Adobe's font metrics, bold): an estimate of our
# own, not that of the code under test.
NARROW, WIDE = set(" .,;:!|ijlIt'()-"), set("MWmw%@—")


class Box(NamedTuple):
    """A rectangle that something fills."""

    left: float
    top: float
    right: float
    bottom: float
    what: str = ""

    def overlaps(self, other: "Box", slack: float = 0.5) -> bool:
        """Whether the two have more than a little in common."""
        return (
            self.left < other.right - slack
            and other.left < self.right - slack
            and self.top < other.bottom - slack
            and other.top < self.bottom - slack
        )

    def within(self, other: "Box", slack: float = 0.6) -> bool:
        """Whether it lies inside the other."""
        return (
            self.left >= other.left - slack
            and self.top >= other.top - slack
            and self.right <= other.right + slack
            and self.bottom <= other.bottom + slack
        )


class Place(NamedTuple):
    """How an element's coordinates become the picture's: moved, and made larger."""

    x: float = 0
    y: float = 0
    scale: float = 1

    def then(self, transform: str) -> "Place":
        """The same for what is inside an element with that transform."""
        place = self
        for name, given in re.findall(r"(\w+)\(([^)]*)\)", transform):
            numbers = [float(number) for number in re.split(r"[ ,]+", given.strip())]
            if name == "translate":
                x, y = numbers
                place = Place(place.x + place.scale * x, place.y + place.scale * y, place.scale)
            elif name == "scale":
                place = place._replace(scale=place.scale * numbers[0])
            else:
                raise AssertionError(f"what is {name}?")
        return place


def parsed(svg: str) -> ET.Element:
    """The document."""
    return ET.fromstring(svg)


def frame(svg: str) -> Box:
    """The viewBox."""
    left, top, width, height = map(float, parsed(svg).attrib["viewBox"].split())
    return Box(left, top, left + width, top + height)


def elements(svg: str) -> Iterator[tuple[ET.Element, Place]]:
    """Every element, with its place."""
    todo = [(parsed(svg), Place())]
    while todo:
        element, place = todo.pop()
        place = place.then(element.get("transform", ""))
        yield element, place
        todo += [(child, place) for child in reversed(element)]


def boxes(svg: str) -> list[Box]:
    """What every shape and text fills, strokes included."""
    return [
        Box(
            place.x + place.scale * box.left,
            place.y + place.scale * box.top,
            place.x + place.scale * box.right,
            place.y + place.scale * box.bottom,
            box.what,
        )
        for element, place in elements(svg)
        if (box := _box(element))
    ]


def structure(svg: str) -> tuple[list[Any], list[Any]]:
    """The elements in order: kind, class, text, colours; and what they fill, to the pixel."""
    filled = [(box.what, *map(round, box[:4])) for box in boxes(svg)]
    return filled, [
        (
            element.tag,
            element.get("class"),
            (element.text or "").strip(),
            element.get("fill"),
            element.get("stroke"),
            round(place.x),
            round(place.y),
        )
        for element, place in elements(svg)
    ]


def texts(svg: str) -> list[Box]:
    """What every text fills."""
    return [box for box in boxes(svg) if box.what.startswith("text ")]


def polygons(svg: str, name: str) -> list[list[tuple[float, float]]]:
    """The corners of each polygon of that class."""
    return [
        [
            (place.x + place.scale * x, place.y + place.scale * y)
            for x, y in _pairs(element.attrib["points"])
        ]
        for element, place in elements(svg)
        if name in element.get("class", "").split()
    ]


def lies_in(x: float, y: float, polygon: list[tuple[float, float]]) -> bool:
    """Whether a ray from the place crosses the outline an odd number of times."""
    crossed = 0
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        crossed += (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay)
    return crossed % 2 == 1


def classed(svg: str, name: str) -> list[ET.Element]:
    """The elements of that class."""
    return [element for element, _ in elements(svg) if name in element.get("class", "").split()]


def letters(element: ET.Element) -> list[str]:
    """The texts in it."""
    return ["".join(text.itertext()) for text in element.iter(f"{SVG}text")]


def text_width(text: str, size: float) -> float:
    """How wide it is in bold Helvetica, about."""
    return size * sum(0.33 if c in NARROW else 0.9 if c in WIDE else 0.6 for c in text)


def _box(element: ET.Element) -> Box | None:
    kind = element.tag.removeprefix(SVG)
    number = {key: float(value) for key, value in element.attrib.items() if _is_number(value)}
    half = number.get("stroke-width", 1) / 2 if element.get("stroke") else 0
    if kind == "text":
        return _text_box(element, number)
    if kind == "rect":
        x, y = number.get("x", 0), number.get("y", 0)
        box = Box(x, y, x + number["width"], y + number["height"])
    elif kind == "circle":
        x, y, r = number.get("cx", 0), number.get("cy", 0), number["r"]
        box = Box(x - r, y - r, x + r, y + r)
    elif kind == "ellipse":
        x, y, rx, ry = number.get("cx", 0), number.get("cy", 0), number["rx"], number["ry"]
        box = Box(x - rx, y - ry, x + rx, y + ry)
    elif kind in ("polygon", "polyline"):
        box = _around(_pairs(element.attrib["points"]))
    elif kind == "path":
        box = _around(list(path_points(element.attrib["d"])))
    else:
        return None
    return Box(box.left - half, box.top - half, box.right + half, box.bottom + half,
               f"{kind} {element.get('class', '')}".strip())  # fmt: skip


def _text_box(element: ET.Element, number: dict[str, float]) -> Box:
    text, size = "".join(element.itertext()), number["font-size"]
    width = text_width(text, size)
    share = {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", ""), 0.0)
    left = number["x"] - share * width
    return Box(left, number["y"] - 0.73 * size, left + width, number["y"], f"text {text}")


def path_points(path: str) -> Iterator[tuple[float, float]]:
    """The places that a path of straight lines goes through."""
    x = y = 0.0
    for command, given in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [float(n) for n in re.findall(r"-?[0-9.]+(?:e-?[0-9]+)?", given)]
        if command in "ML":
            for x, y in zip(numbers[::2], numbers[1::2], strict=True):
                yield x, y
        elif command in "HhVv":
            (by,) = numbers
            x = by if command == "H" else x + by * (command == "h")
            y = by if command == "V" else y + by * (command == "v")
            yield x, y
        elif command in "Aa":  # no arc here leaves the box of the ends of all
            for end in zip(numbers[5::7], numbers[6::7], strict=True):
                x, y = (n + o * (command == "a") for n, o in zip(end, (x, y), strict=True))
                yield x, y
        elif command not in "Zz":
            raise AssertionError(f"what is {command}?")


def _pairs(text: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"(-?[0-9.]+),(-?[0-9.]+)", text)]


def _around(places: list[tuple[float, float]]) -> Box:
    xs, ys = zip(*places, strict=True)
    return Box(min(xs), min(ys), max(xs), max(ys))


def _is_number(text: str) -> bool:
    return re.fullmatch(r"-?[0-9.]+", text) is not None
