"""The errors of a store."""

from noughts.errors import NoughtsError


class StoreError(NoughtsError):
    """Games cannot be stored or read; what was acknowledged before is not lost."""


class NewerStore(StoreError):
    """A newer version of noughts has used the store; this one cannot read its tables."""


class RecordError(StoreError):
    """A text is not a record of games."""
