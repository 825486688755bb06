"""A link as a QR code, for the camera of a phone."""

import io

import segno
from markupsafe import Markup


def code_of(link: str) -> Markup:
    """The code as SVG; empty for no link.

    It is dark on light in both themes, because not every camera reads the reverse.

    >>> str(code_of("http://example.org/join/abc"))[:20]
    '<svg role="img" view'
    """
    if not link:
        return Markup("")
    written = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        written, kind="svg", light="#fff", dark="#000", omitsize=True, xmldecl=False, svgns=False,
        nl=False, title="The link as a QR code",
    )  # fmt: skip
    return Markup(written.getvalue().decode().replace("<svg ", '<svg role="img" ', 1))
