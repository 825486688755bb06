"""Protocols in which a manager of matches asks noughts for its moves."""
