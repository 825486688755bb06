"""Where layers lie whose positions are found and not yet solved: in memory, or in a folder."""

from typing import Any, Protocol


class Shelf(Protocol):
    """A shelf for the keys of layers, in the order of plies."""

    def found(self) -> list[Any]:
        """The keys of the layers that an earlier run has found."""

    def put(self, number: int, keys: Any, positions: int) -> Any:
        """Keep the keys of a layer.

        Args:
            number: the layer.
            keys: its keys.
            positions: how many were found so far, in all layers.

        Returns:
            The same keys, wherever they lie now.

        Raises:
            TooLarge: there is no room for them and for all values.
            DiskFull: there is none after all.
        """


class _Memory:
    """Keeps what it is given where it is, and has found nothing earlier."""

    def found(self) -> list[Any]:
        return []

    def put(self, number: int, keys: Any, positions: int) -> Any:
        return keys


MEMORY: Shelf = _Memory()
