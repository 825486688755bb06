"""Knowledge of ultimate tic-tac-toe: eight symmetries, open lines."""

from functools import cached_property

from noughts.bits import count
from noughts.games.tictactoe import LINES
from noughts.games.ultimate import ANY, FIRST_BOARDS, PLACES, WON, Boards, Ultimate, nine_of
from noughts.knowledge.base import Knowledge
from noughts.knowledge.marks import weighed_lines
from noughts.knowledge.symmetry import moved, of_rectangle
from noughts.value import DRAW, LOSS, OPEN

# The weight of a line of boards against a line of cells.
BOARD = 16


class UltimateKnowledge(Knowledge[Boards]):
    game: Ultimate

    @cached_property
    def chances(self) -> tuple[int, ...]:
        """For each set of nine cells, the number of lines that none of them blocks."""
        return tuple(sum(cells & line == 0 for line in LINES) for cells in range(512))

    @property
    def max_plies(self) -> int:
        return 81

    def estimate(self, position: Boards) -> int:
        """Open lines on every open board and, ten times as much, among boards.

        A won board counts twenty more.
        """
        mine_won, theirs_won = position.mine_last >> WON, position.theirs_last >> WON
        total = 20 * (count(mine_won) - count(theirs_won))
        total += 10 * (self.chances[theirs_won] - self.chances[mine_won])
        for board in range(9):
            if not self.game.closed(position, board):
                mine = nine_of(position.mine_first, position.mine_last, board)
                theirs = nine_of(position.theirs_first, position.theirs_last, board)
                total += self.chances[theirs] - self.chances[mine]
        return total

    def evaluation(self, position: Boards) -> int:
        """Lines on every open board, and BOARD times as much among boards, by what they lack."""
        mine_won, theirs_won = position.mine_last >> WON, position.theirs_last >> WON
        closed = 0
        for board in range(9):
            if self.game.closed(position, board):
                closed |= 1 << board
        drawn = closed & ~(mine_won | theirs_won)
        total = weighed_lines(LINES, mine_won, theirs_won | drawn)
        total = BOARD * (total - weighed_lines(LINES, theirs_won, mine_won | drawn))
        for board in range(9):
            if not closed >> board & 1:
                mine = nine_of(position.mine_first, position.mine_last, board)
                theirs = nine_of(position.theirs_first, position.theirs_last, board)
                total += weighed_lines(LINES, mine, theirs) - weighed_lines(LINES, theirs, mine)
        return total // 4

    # Symmetry: the eight of a board, applied both to the boards and to the cells of each.

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The images of nine places under each symmetry, in one row; ANY stays ANY."""
        return tuple(place for symmetry in of_rectangle(3, 3) for place in (*symmetry, ANY))

    @cached_property
    def images(self) -> tuple[int, ...]:
        """The images of each set of nine cells under each symmetry, in one row."""
        return tuple(
            moved(cells, symmetry) for symmetry in of_rectangle(3, 3) for cells in range(512)
        )

    def canonical(self, position: Boards) -> Boards:
        best = position
        for symmetry in range(1, 8):
            image = self.image(position, symmetry)
            if image < best:
                best = image
        return best

    def image(self, position: Boards, symmetry: int) -> Boards:
        mine_first, mine_last, theirs_first, theirs_last = 0, 0, 0, 0
        for board in range(9):
            mine = nine_of(position.mine_first, position.mine_last, board)
            theirs = nine_of(position.theirs_first, position.theirs_last, board)
            mine, theirs = self.images[512 * symmetry + mine], self.images[512 * symmetry + theirs]
            place = self.places[10 * symmetry + board]
            if place < FIRST_BOARDS:
                mine_first |= mine << 9 * place
                theirs_first |= theirs << 9 * place
            else:
                mine_last |= mine << 9 * (place - FIRST_BOARDS)
                theirs_last |= theirs << 9 * (place - FIRST_BOARDS)
        mine_last |= self.images[512 * symmetry + (position.mine_last >> WON)] << WON
        theirs_last |= self.images[512 * symmetry + (position.theirs_last >> WON)] << WON
        board = self.places[10 * symmetry + position.board]
        return Boards(mine_first, mine_last, theirs_first, theirs_last, board)

    def tactics(self, position: Boards, move: int) -> tuple[str, ...]:
        """The board that it wins, and the board to which it sends the opponent."""
        after = self.play(position, move)
        if self.outcome(after) == LOSS:
            return ("wins a third board in a row",)
        new = (after.theirs_last & ~position.mine_last) >> WON
        won = (f"wins the {PLACES[move // 9]} board",) if new else ()
        if self.outcome(after) == DRAW or after.board == ANY:
            return won
        return (*won, f"sends the other side to the {PLACES[after.board]} board")

    def drawbacks(self, position: Boards, move: int) -> tuple[str, ...]:
        after = self.play(position, move)
        free = self.outcome(after) == OPEN and after.board == ANY
        return ("lets the other side choose a board",) if free else ()
