"""What games of lines have in common."""

import pytest

from noughts.games.common.line_game import LineGame


def test_a_line_game_that_names_no_lines_says_so():
    with pytest.raises(NotImplementedError, match="must define board_lines"):
        _ = LineGame().board_lines
