"""Boards, trees and charts as SVG, and their display in notebooks.

A picture is composed of pieces (`svg`), each in its own coordinates, in which a cell of a board is
`geometry.CELL` wide; a piece can be placed in another at any scale. So `draw` and the nodes of a
tree share one board. No piece has an id, so that a page can contain any number of pictures.

>>> from noughts.games.tictactoe import TicTacToe
>>> game = TicTacToe()
>>> picture = draw(game, *game.parse("xxo/ox1/o2 x"))
>>> picture.title
'Tic-tac-toe, X to move'
"""

from noughts.pictures.board.draw import draw as draw
from noughts.pictures.board.highlights import Notes as Notes
from noughts.pictures.svg import Picture as Picture
from noughts.pictures.svg import Theme as Theme
