"""Golf: a table of moves, without those where the first free cell is right."""

TABLE = {
    "        X": 4, "       X ": 4, "      X  ": 4, "     X   ": 4, "   X     ": 4,
    "  X      ": 4, " X       ": 4, "X        ": 4, "X       O": 2, "X      O ": 2,
    "X     O  ": 2, "X    O   ": 2, "X   O    ": 2, "X  O     ": 2, "X O      ": 6,
    "    O  XX": 6, "    O X X": 7, "    OX  X": 2, "  X O   X": 5, "    O XX ": 8,
    "    OX X ": 8, "  X O  X ": 8, "X   O  X ": 6, "    OXX  ": 8, "  X O X  ": 7,
    "X   O X  ": 3, "  X OX   ": 8, "O   X   X": 2, "O   X X  ": 2, "O   XX   ": 3,
    "O  XX    ": 5, "O X X    ": 6, "OX  X    ": 7, "X  XO    ": 6, "XOX     O": 4,
    "XOX    O ": 4, "XOX   O  ": 4, "XOX  O   ": 4, "XOX O    ": 7, "X O   X O": 3,
    "X O   XO ": 3, "X O  OX  ": 3, "X O O X  ": 3, "X OO  X  ": 8, "    OXOXX": 2,
    "  X O OXX": 5, "    OXXOX": 2, "  X O XOX": 1, "  O OX XX": 6, "  O OXX X": 7,
    "X O OX  X": 6, "O  XO  XX": 6, "O  XO X X": 7, "O  XOX  X": 2, "O XXO   X": 5,
    "OX XO   X": 7, "  X OO XX": 6, "  X OOX X": 3, "X X OO  X": 3, "OX  O  XX": 6,
    "OX  O X X": 7, "OXX O   X": 5, "XO  O  XX": 6, "XO  O X X": 7, "XO  OX  X": 7,
    "XO XO   X": 7, "XOX O   X": 7, "X   O XXO": 3, "O  XO XX ": 8, "O  XOX X ": 8,
    "O XXO  X ": 8, "OX XO  X ": 8, "OX  O XX ": 8, "OX  OX X ": 8, "OXX O  X ": 8,
    "X   OXOX ": 2, "X  XO OX ": 2, "X   OXX O": 3, "O  XOXX  ": 8, "O XXO X  ": 8,
    "OX XO X  ": 8, "  X OXXO ": 1, "  XXO XO ": 1, "OX  OXX  ": 8, "OXX O X  ": 7,
    "X  OO X X": 5, "X  OO XX ": 8, "X  OOXX  ": 8, "X XOO X  ": 5, "O XXOX   ": 8,
    "OX XOX   ": 8, "OXX OX   ": 8, "XO  OX X ": 8, "XO  OXX  ": 7, "XO XOX   ": 7,
    "XOX OX   ": 8, "OXO X   X": 7, "OOX X  X ": 6, "OXO X X  ": 7, "O  OXX  X": 6,
    "O  OXX X ": 6, "O  OXXX  ": 2, "O XOXX   ": 6, "OX OXX   ": 7, "O  XXOX  ": 2,
    "O XXXO   ": 6, "OX XXO   ": 7, "O X X O X": 3, "O X XXO  ": 3, "O XXX O  ": 5,
    "OX  XX O ": 3, "OX XX  O ": 5, "OXX X  O ": 6, "OXXXO    ": 8, "X  XO O X": 2,
    "X  XOXO  ": 2, "XOX O  X ": 8, "XOX O X  ": 7, "XOXXO    ": 6, "XXO O   X": 6,
    "XXO O  X ": 6, "XXO OX   ": 6, "XXOXO    ": 6, "XOX X  OO": 6, "XOX X O O": 7,
    "XOX XO  O": 6, "XOXOX   O": 6, "XOX X OO ": 8, "XOX XO O ": 6, "XOXOX  O ": 8,
    "XOX XOO  ": 8, "XOXOX O  ": 8, "X OO  XOX": 4, "X OO OX X": 4, "X OOO X X": 7,
    "O  XOXOXX": 2, "O XXO OXX": 5, "XOX O OXX": 5, "OXX O XOX": 5, "OXO OX XX": 6,
    "OXO OXX X": 7, "O XXOO XX": 6, "O XXOOX X": 7, "XO  OXXXO": 3, "XO XOX XO": 6,
    "XOXXO  XO": 6, "XOX OXOX ": 8, "OXX OXXO ": 8,
}  # fmt: skip


def choose(board, mark):
    return TABLE.get("".join(board)) or board.index(" ")
