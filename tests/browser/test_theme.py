"""The page's own colours can be read: contrast as WCAG 2.2 defines it."""

import re

from noughts.browser.theme import PAGE, colours
from noughts.pictures.board.draw import draw
from tests.pictures.test_theme import contrast


def test_text_in_the_colour_of_a_loss_can_be_read_on_both_grounds():
    sheets = re.findall(r"\{[^{}]*--ground:[^{}]*\}", colours())
    assert len(sheets) == 2  # light and dark
    for sheet in sheets:
        named = dict(re.findall(r"--([\w-]+):(#\w{6});", sheet))
        assert contrast(named["loss-text"], named["ground"]) >= 4.5
        assert contrast(named["win"], named["ground"]) >= 4.5


def test_every_colour_of_a_picture_is_one_of_the_style_sheet():
    from noughts import TicTacToe

    game = TicTacToe()
    svg = draw(game, *game.parse("xo1/1x1/2o x"), theme=PAGE).svg
    assert set(re.findall(r"var\(--([\w-]+)\)", svg)) <= set(re.findall(r"--([\w-]+):", colours()))
