"""A link as a QR code, for the camera of a phone."""

import io

import segno
from markupsafe import Markup

from noughts.web.url_state import BadRequest


def code_of(link: str) -> Markup:
    """The code as SVG; empty for no link.

    It is dark on light in both themes, because not every camera reads the reverse.

    Raises:
        BadRequest: the link is too long for a code.

    >>> str(code_of("http://example.org/join/abc"))[:20]
    '<svg role="img" xmln'
    """
    if not link:
        return Markup("")
    written = io.BytesIO()
    try:
        code = segno.make(link, error="m", micro=False)
    except segno.DataOverflowError:
        raise BadRequest("This link is too long for a QR code.") from None
    code.save(
        written, kind="svg", light="#fff", dark="#000", omitsize=True, xmldecl=False, nl=False,
        title="The link as a QR code",
    )  # fmt: skip
    return Markup(written.getvalue().decode().replace("<svg ", '<svg role="img" ', 1))
