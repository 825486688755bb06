"""A dict that keeps only its latest entries."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(dict[K, V]):
    """A dict that keeps only the `most` latest entries.

    >>> squares = Recent(most=2)
    >>> for number in (1, 2, 3):
    ...     squares[number] = number**2
    >>> squares
    {2: 4, 3: 9}
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        """Put an entry last, and drop the oldest if there are too many."""
        self.pop(key, None)
        super().__setitem__(key, value)
        while len(self) > self.most:
            del self[next(iter(self))]
