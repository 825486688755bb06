"""What can go wrong with a store."""

from noughts.errors import NoughtsError


class StoreError(NoughtsError):
    """Games cannot be stored or read; what was acknowledged before is not lost."""


class NewerStore(StoreError):
    """A newer version of noughts has used the store, with tables that this one does not know."""


class RecordError(StoreError):
    """A text is not one of games."""
