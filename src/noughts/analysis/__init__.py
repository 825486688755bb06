"""The value of every move, and the reasons in words."""
