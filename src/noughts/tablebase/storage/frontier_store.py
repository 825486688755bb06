"""Storage for layers that are enumerated but not solved: memory or a folder."""

from typing import Any, Protocol


class Shelf(Protocol):
    """Storage for the keys of layers, in the order of plies."""

    def enumerated(self) -> list[Any]:
        """The keys of the layers that an earlier run enumerated."""

    def put(self, number: int, keys: Any, positions: int) -> Any:
        """Keep the keys of a layer.

        Args:
            number: the layer.
            keys: its keys.
            positions: how many were found so far, in all layers.

        Returns:
            The same keys, where they are stored now.

        Raises:
            TooLarge: not enough room for them and all values.
            DiskFull: the disk is full.
        """


class _Memory:
    """Keeps the keys in memory; no earlier run."""

    def enumerated(self) -> list[Any]:
        return []

    def put(self, number: int, keys: Any, positions: int) -> Any:
        return keys


IN_MEMORY: Shelf = _Memory()
