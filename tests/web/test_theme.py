"""The page's own colours can be read: contrast as WCAG 2.2 defines it."""

import re

from noughts.pictures.board.draw import draw
from noughts.web.view import PAGE, colours
from tests.pictures.test_theme import contrast


def test_text_in_the_colour_of_a_loss_can_be_read_on_both_grounds():
    sheets = re.findall(r"\{[^{}]*--ground:[^{}]*\}", colours())
    pages = [sheet for sheet in sheets if "--page:" in sheet]
    assert len(pages) == 4  # light and dark, as the machine says or as somebody has chosen
    for sheet in pages:
        named = dict(re.findall(r"--([\w-]+):(#\w{6});", sheet))
        for text in ("loss-text", "win", "draw", "faint", "ink"):
            assert contrast(named[text], named["ground"]) >= 4.5, text
        for text in ("loss-text", "win", "faint", "ink"):
            assert contrast(named[text], named["page"]) >= 4.5, text
        # Chips.
        for colour in ("loss-text", "win", "draw"):
            assert contrast(named["on-value"], named[colour]) >= 4.5, colour


def test_every_colour_of_a_picture_is_one_of_the_style_sheet():
    from noughts import TicTacToe

    game = TicTacToe()
    svg = draw(game, *game.parse("xo1/1x1/2o x"), theme=PAGE).svg
    assert set(re.findall(r"var\(--([\w-]+)\)", svg)) <= set(re.findall(r"--([\w-]+):", colours()))
