"""The line mode: it reads a line and prints full sentences, for pipes and screen readers.

Printed text never changes. Boards and answers go to standard output, the question for the next
move to standard error.
"""

import sys
from collections.abc import Callable, Mapping, Sequence

import click

from noughts.board import Board, Cell, Look
from noughts.errors import MatchError, NoughtsError, PlayerError
from noughts.terminal.game import messages, names
from noughts.terminal.game.messages import sign_of
from noughts.terminal.game.session import LEVELS, Session
from noughts.terminal.support.progress import search_bar
from noughts.terminal.support.streams import Ink, first_interrupt, line_for, wrapped
from noughts.value import DRAW, LOSS, WIN

YES, NO = ("y", "yes"), ("no",)
THINKING = "Thinking (Ctrl-C: move now): "


class Plain:
    def __init__(self, session: Session, ink: Ink) -> None:
        self.session = session
        self.ink = ink
        self.quitting = False
        self.shows_nodes = False

    def run(self) -> None:
        self.say(messages.welcome(self.session))
        self.say(f"Type a move, or {self.word_for('help')} for the commands.")
        self.go_on()
        while not self.quitting:
            line = line_for(messages.prompt_text(self.session))
            if line is None:
                break
            self.obey(line)
        self.say(messages.goodbye(self.session))

    # Input and output.

    def say(self, text: str) -> None:
        click.echo(text, color=self.ink.colour)

    def obey(self, line: str) -> None:
        try:
            self.command_for(line)()
        except NoughtsError as error:
            name = names.command_called(line) if self.calls_move(line) else ""
            also = f" The command {name} is {names.COLON}{line}." if name else ""
            self.say(f"{error}{also}")

    def command_for(self, line: str) -> Callable[[], None]:
        """The command or move of the line; without a colon, a move takes precedence."""
        if self.calls_move(line):
            return lambda: self.move(line)
        word, _, rest = line.removeprefix(names.COLON).lstrip().partition(" ")
        name = names.command_called(word)
        if self.session.match.over and line.lower() in YES + NO:
            name = "new" if line.lower() in YES else "quit"
        if name and (not rest or name in names.TAKING):
            return lambda: getattr(self, name)(rest.strip())
        if line.startswith(names.COLON):
            raise MatchError(self.not_understood(line) or f"{names.echo(line)} is not a command.")
        return lambda: self.move(line)

    def calls_move(self, line: str) -> bool:
        """Whether the line is the name of a move; after the game, it never is."""
        return not self.session.match.over and self.session.labels.calls(line)

    def word_for(self, name: str) -> str:
        return names.as_command(name, self.session.labels)

    # A move, and what follows it.

    def move(self, line: str) -> None:
        if self.session.match.over:
            raise MatchError(self.not_understood(line) or messages.OVER)
        try:
            move = self.session.read(line)
        except NoughtsError as error:
            raise MatchError(self.not_understood(line) or str(error)) from None
        turn = self.session.match.turn
        self.session.play(move)
        self.say(messages.played_text(self.session, turn, move))
        self.session.keep()
        self.go_on()

    def not_understood(self, line: str) -> str:
        match = self.session.match
        if not line and not match.over:
            advice = self.session.labels.advice(match.position)
            return f"That line is empty: {advice}, or {self.word_for('help')}."
        like = names.command_like(line.removeprefix(names.COLON))
        meant = self.word_for(like)
        return f"{names.echo(line)} is not a command; did you mean {meant}?" if like else ""

    def go_on(self) -> None:
        while self.session.computer_to_move:
            self.computer_plays()
            if not self.session.people and not self.session.match.over:
                self.board()
        self.board()
        if self.session.match.over:
            self.say(wrapped(messages.result(self.session)))
            self.say(messages.score(self.session))

    def computer_plays(self) -> None:
        turn = self.session.match.turn
        try:
            move = self.choose()
        except PlayerError as error:
            self.session.match.forfeit(str(error))
            return
        self.session.play(move)
        self.say(messages.played_text(self.session, turn, move))
        if self.shows_nodes:
            self.say(messages.nodes(self.session))

    def choose(self) -> int:
        """The computer's move; a terminal shows its progress, and Ctrl-C hurries it."""
        session = self.session
        if not (session.can_hurry and sys.stderr.isatty()):
            return session.choose()
        with search_bar(THINKING) as progress, first_interrupt(session.hurry):
            return session.choose(progress)

    # The commands.

    def board(self, _: str = "", signs: dict[int, str] | None = None) -> None:
        """Print the board between empty lines, and a doubt about the computer's move below it."""
        board = self.picture(self.session.match.board, signs)
        self.say("\n".join(filter(None, (f"\n{board}\n", messages.doubt_text(self.session)))))
        self.session.keep()

    def picture(self, board: Board, signs: dict[int, str] | None = None) -> str:
        return board_text(board, self.session.labels, self.ink, signs)

    def hint(self, _: str) -> None:
        self.say(messages.hint(self.session, self.session.analysis()))

    def verdict(self, _: str) -> None:
        self.say(messages.verdict(self.session, self.session.analysis()))

    def values(self, _: str) -> None:
        if self.session.match.over:
            raise MatchError(messages.OVER)
        analysis = self.session.analysis()
        self.board(signs=messages.move_signs(analysis))
        self.say(messages.verdict(self.session, analysis))
        for sentence in messages.values_text(self.session, analysis):
            self.say(sentence)

    def why(self, what: str) -> None:
        self.say(wrapped(messages.reasons(self.session, what)))

    def review(self, _: str) -> None:
        from noughts.analysis.review_text import review_text

        self.say(wrapped(review_text(self.session.review(), self.session.labels.of)))

    def learn(self, _: str) -> None:
        from noughts.analysis.review import Lesson
        from noughts.terminal.line_mode.lesson import Teacher

        session = self.session
        lesson = Lesson(session.review(), session.learner)
        Teacher(lesson, session.labels, self.picture).teach()
        if not session.match.over:
            self.board()

    def undo(self, _: str) -> None:
        self.say(messages.moved_text(self.session, "Taken back", self.session.undo()))
        self.board()

    def redo(self, _: str) -> None:
        match = self.session.match
        begin, moves = match.ply, self.session.redo()
        for turn, move in zip(match.turns[begin:], moves, strict=False):
            self.say(messages.played_text(self.session, turn, move))
        self.go_on()

    def new(self, _: str) -> None:
        self.session.new()
        self.say(messages.welcome(self.session))
        self.go_on()

    def swap(self, _: str) -> None:
        self.session.swap()
        self.say(messages.welcome(self.session))
        self.go_on()

    def level(self, rest: str) -> None:
        if not self.session.has_computer:
            raise MatchError("People play both sides, so there is no computer.")
        if rest:
            self.session.set_level(rest)
            self.say(f"The computer now plays at level {self.session.opponent}.")
        else:
            known = ", ".join(LEVELS)
            self.say(
                f"The level is {self.session.opponent}. Levels: {known}.\n"
                f"noughts opponents lists more."
            )

    def nodes(self, _: str) -> None:
        self.shows_nodes = not self.shows_nodes
        self.say(messages.nodes(self.session) if self.shows_nodes else "Nodes are hidden.")

    def help(self, _: str) -> None:
        session = self.session
        first, position = session.match.first_turn, session.match.position
        self.say(wrapped(messages.rules_text(session.game, session.labels, first, position), ""))
        for command in names.COMMANDS:
            words = ", ".join(names.command_words(command, session.labels))
            self.say(f"  {words:20}{command.about}")
        self.say("A word that is a move and a command is the move; :board is always the command.")
        self.say("'Win in 3': the win comes on the third move from now, counting both sides.")

    def quit(self, _: str) -> None:
        self.quitting = True


OUTCOME_OF_SIGN = {"W": WIN, "D": DRAW, "L": LOSS, "+": WIN, "=": DRAW, "-": LOSS}


def board_text(
    board: Board, labels: names.Labels, ink: Ink, signs: Mapping[int, str] | None = None
) -> str:
    """The board as text; a winning line has brackets.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> board = game.board(*game.parse("xxx/oo1/3 o"))
    >>> print(board_text(board, names.Labels(game), Ink(False)))
    [X]|[X]|[X]
    ---+---+---
     O | O | 6
    ---+---+---
     7 | 8 | 9
    """
    board = names.quarters_apart(board)
    texts = {
        cell.name: " " if board.barred(cell) else cell_text(cell, labels, signs)
        for cell in board.cells
    }
    pits = names.pit_names(labels.game, board)
    if not names.edge_names(board).rows and board.look != Look.TEXT and not any(pits):
        texts = {name: f"{name} {text}" for name, text in texts.items()}
    won = {name for line in board.lines for name in line}
    space = 0 if board.look == Look.TEXT else 2
    width = space + max(map(len, (*texts.values(), *names.edge_names(board).columns)), default=1)
    width += board.slant * width % 2  # half a cell must be a whole number of characters
    wide = 0 if board.links else width
    parts = {c: paint(c, texts[c.name], c.name in won, wide, ink) for c in board.cells}
    if board.links:
        return "\n".join(map(str.rstrip, linked_rows(parts, board, bool(labels.digits), ink)))
    rows = [[" " * width] * board.columns for _ in range(board.rows)]
    for cell, part in parts.items():
        rows[cell.row][cell.column] = part
    if any(pits):
        upper, lower = ([ink.faint(name.center(width)) for name in line] for line in pits)
        return "\n".join("".join(row).rstrip() for row in (upper, *rows, lower))
    owners = [labels.game.marks[side] for side in board.borders]
    lines = ruled(rows, width) if labels.digits else named_rows(rows, board, width, ink, owners)
    return "\n".join(line.rstrip() for line in lines)


def cell_text(cell: Cell, labels: names.Labels, signs: Mapping[int, str] | None) -> str:
    """The text of a cell: its mark, the value of its move, its digit, or a dot."""
    if cell.mark:
        return cell.mark
    empty = labels.of_cell(cell) if labels.digits else "."
    return sign_of(cell, signs or {}) or empty


def paint(cell: Cell, text: str, won: bool, width: int, ink: Ink) -> str:
    """The cell's text in the middle of the cell, with brackets and colours."""
    if won:
        return ink.strong(f"[{text}]".center(width))
    padded = text.center(width, "-" if text == "-" and cell.mark else " ")  # an edge of a box
    if cell.mark:
        return ink.strong(padded)
    if text[0] in OUTCOME_OF_SIGN:
        return ink.of_outcome(OUTCOME_OF_SIGN[text[0]], padded)
    return ink.faint(padded)


def ruled(rows: list[list[str]], width: int) -> list[str]:
    rule = "+".join(["-" * width] * len(rows[0]))
    lines = [line for row in rows for line in ("|".join(row), rule)]
    return lines[:-1]


def named_rows(
    rows: list[list[str]], board: Board, width: int, ink: Ink, owners: Sequence[str]
) -> list[str]:
    """The rows with their names; along each edge with an owner, the owner's marks."""
    column_names, row_names = names.edge_names(board)
    margin = max(map(len, row_names), default=0) + 1
    upper, right, lower, left = owners or ("",) * 4
    left = left and f"{left} "

    def beside(index: int, cells: list[str]) -> str:
        """A line above or below the rows."""
        slant = board.slant * index * width // 2
        return ink.faint(" " * max(0, margin + len(left) + slant) + spaced(cells, board))

    lines = [beside(-1, [upper.center(width)] * board.columns)] if upper else []
    for index, row in enumerate(rows):
        if index in board.row_gaps:
            lines.append("")
        name = row_names[index] if row_names else ""
        slant = " " * (board.slant * index * width // 2)
        cells = ink.faint(left) + spaced(row, board) + ink.faint(right)
        lines.append(slant + ink.faint(name.rjust(margin - 1)) + " " + cells)
    last = len(rows) - 1
    if lower:
        last += 2
        lines.append(beside(last - 1, [lower.center(width)] * board.columns))
    footer = [beside(last, [name.center(width) for name in column_names])] if column_names else []
    return lines + footer


# From one cell to the next on a board of points with lines between them.
ACROSS, DOWN = 4, 2


def linked_rows(parts: dict[Cell, str], board: Board, digits: bool, ink: Ink) -> list[str]:
    """The rows of a board of points, with the lines between them."""
    rows = [[" "] * (ACROSS * board.columns) for _ in range(DOWN * board.rows - 1)]
    draw_links(rows, board, ink)
    for cell, text in parts.items():
        plain = click.unstyle(text)
        length, first = len(plain), ACROSS * cell.column + 1 - plain.startswith("[")
        rows[DOWN * cell.row][first : first + length] = [text, *[""] * (length - 1)]
    edges = names.edge_names(board)
    if digits or not edges.rows:
        return list(map("".join, rows))
    margin = max(map(len, edges.rows))
    for number, row in enumerate(rows):
        name = "" if number % DOWN else edges.rows[number // DOWN]
        row.insert(0, f"{ink.faint(name.rjust(margin))} ")
    footer = "".join(f" {name}".ljust(ACROSS) for name in edges.columns)
    return [*map("".join, rows), ink.faint(" " * (margin + 1) + footer)]


def draw_links(rows: list[list[str]], board: Board, ink: Ink) -> None:
    """Draw the lines of a board of points into the rows."""
    places = {cell.name: (ACROSS * cell.column + 1, DOWN * cell.row) for cell in board.cells}
    for link in board.links:
        (x, y), (end, below) = (places[name] for name in link)
        for across in range(x + 1, end) if y == below else ():
            rows[y][across] = ink.faint("-")
        for down in range(1, below - y):
            sign = "|" if x == end else "\\" if x < end else "/"
            rows[y + down][x + (end - x) * down // (below - y)] = ink.faint(sign)


def spaced(cells: list[str], board: Board) -> str:
    return "".join("  " * (index in board.column_gaps) + cell for index, cell in enumerate(cells))
