"""What the package says of itself on PyPI and a checkout cannot know: where the project is.

Hatchling calls this at each build. A release gives the address and its tag in the environment, as
NOUGHTS_ADDRESS and NOUGHTS_TAG (.github/workflows/publish.yml); then the package names its
addresses, and README's pictures and links are absolute. Any other build leaves README as it is.
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

# Not at the beginning of an absolute address or a heading's.
HERE = r"(?![a-z]+:|#)"
PICTURE = re.compile(rf'(!\[[^\]]*\]\(|\bsrc="|\bsrcset="){HERE}')
LINK = re.compile(rf"((?<!!)\[[^\]]+\]\(){HERE}")


def absolute(text: str, address: str, tag: str) -> str:
    """A document of the project's first folder, with absolute pictures and links.

    >>> absolute("![A](a.svg) [B](b.md) [C](#c)", "https://b.org/us", "v1")
    '![A](https://b.org/us/raw/v1/a.svg) [B](https://b.org/us/blob/v1/b.md) [C](#c)'
    """
    text = PICTURE.sub(rf"\g<1>{address}/raw/{tag}/", text)
    return LINK.sub(rf"\g<1>{address}/blob/{tag}/", text)


class ReleaseMetadata(MetadataHookInterface):
    """README and addresses, in the project's metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add them."""
        text = Path(self.root, "README.md").read_text("utf-8")
        address = os.environ.get("NOUGHTS_ADDRESS", "").rstrip("/")
        if address:
            tag = os.environ.get("NOUGHTS_TAG") or "HEAD"
            text = absolute(text, address, tag)
            metadata["urls"] = {
                "Source": address,
                "Issues": f"{address}/issues",
                "Changelog": f"{address}/blob/{tag}/CHANGELOG.md",
            }
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
