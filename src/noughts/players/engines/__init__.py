"""Protocols in which a match manager requests moves from noughts."""
