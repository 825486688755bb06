"""Boards, trees and charts as SVG; what notebooks show.

A picture is put together from pieces (`svg`), each drawn in its own coordinates, in which a
cell of a board is `geometry.CELL` wide; a piece can be placed in another at any scale. So the
board of `draw` is the same as the one in the node of a tree. No piece has an id, so that any
number of pictures can stand on one page.

>>> from noughts.games.tictactoe import TicTacToe
>>> game = TicTacToe()
>>> picture = draw(game, *game.parse("xxo/ox1/o2 x"))
>>> picture.title
'Tic-tac-toe, X to move'
"""

from noughts.pictures.board.annotations import Notes as Notes
from noughts.pictures.board.draw import draw as draw
from noughts.pictures.picture import Picture as Picture
from noughts.pictures.theme import Theme as Theme
