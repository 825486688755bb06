"""Storage for layers that are enumerated but not solved: memory or a folder."""

from typing import Any, Protocol


class Shelf(Protocol):
    """Storage for the keys of layers, in the order of plies."""

    def enumerated(self) -> list[Any]:
        """The keys of the layers enumerated by an earlier run."""

    def put(self, number: int, keys: Any, positions: int) -> Any:
        """Keep the keys of a layer.

        Args:
            number: the number of the layer.
            keys: its keys.
            positions: the number of positions found so far, in all layers.

        Returns:
            The same keys, in their storage.

        Raises:
            TooLarge: not enough room for them and all values.
            DiskFull: the disk is full.
        """


class _Memory:
    """Keeps the keys in memory; there is no earlier run."""

    def enumerated(self) -> list[Any]:
        return []

    def put(self, number: int, keys: Any, positions: int) -> Any:
        return keys


IN_MEMORY: Shelf = _Memory()
