"""What can go wrong with a store."""

from noughts.errors import NoughtsError


class StoreError(NoughtsError):
    """Games cannot be kept, or not be read; what was acknowledged before is not lost."""


class NewerStore(StoreError):
    """A newer version of noughts has been there, whose tables this one does not know."""
