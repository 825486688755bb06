"""Games that may repeat positions: solved backwards from finished positions.

There is one layer. Its *keys* are the positions themselves, as rows of words in order.
"""
