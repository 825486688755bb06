"""Everything that can go wrong, as one small tree.

Each kind of wrong has a name of its own. A message says what was given, what was
expected, and what to do. To catch them all, catch `NoughtsError`.

    NoughtsError
    ├── GameError             the rules
    │   ├── UnknownGame       no game of that name, no such file, or no such class in it
    │   ├── BadParameters     no such size, or not a whole number
    │   ├── BadGameFile       a game's file is not Python, or fails when it is run
    │   ├── NotAGame          a class that is no game, or lacks a part of one
    │   ├── BrokenLaw         the rules contradict themselves (found by `check`)
    │   ├── NotCompilable     the rules only run interpreted
    │   └── RepeatingGame     play can come back to a position, a depth-first search never ends
    ├── PositionError         a position
    │   ├── UnreadablePosition
    │   └── ImpossiblePosition
    │       ├── WrongCount    too many marks of one side
    │       ├── WrongTurn     the marks say that it is the other side's turn
    │       ├── TwoLines      a line that no game can have left there
    │       └── FloatingMark  nothing below a mark that must have fallen
    ├── MoveError             a move
    │   ├── UnreadableMove    not the name of a move
    │   ├── IllegalMove       a move, but not one the rules allow here
    │   │   └── CellTaken
    │   ├── GameOver          the game has ended
    │   └── OutOfTurn         the other player's turn
    ├── MatchError            nothing to take back, nothing to play again
    ├── PlayerError           a player gave no move that can be played
    │   ├── UnknownPlayer     no player of that name
    │   ├── UnsuitedGame      the player does not play this game
    │   └── ProgramError      a program that plays is at fault
    │       ├── ProgramEnded  it could not be started, or came to its end
    │       ├── FunctionFailed  a function that plays, or its file, raised an error
    │       ├── ProgramTooSlow
    │       └── BadAnswer     it answered no move, or one that cannot be played
    ├── BadProgressFile       no progress file of an audit, or that of another one
    ├── BadScore              no position can have that score
    ├── BadBook               no opening book, or that of another game
    ├── PictureError          a picture cannot be drawn so
    │   └── NoConverter       no program here makes PNG or PDF of SVG
    ├── TablebaseError        the values of all positions, on disk
    │   ├── BadTablebase      no tablebase, a damaged one, or that of other rules or versions
    │   ├── UnfinishedTablebase  some of its layers are still to be solved
    │   ├── TooLarge          it takes more memory or disk than there is
    │   └── DiskFull          what is done is kept, and can be gone on with
    └── SearchError           a search
        ├── SearchStopped     its budget is used up
        ├── TooDeep           it would look farther ahead than its memory reaches
        ├── OutOfMemory       a table of that size cannot be had
        └── UnsafeScoring     its scores cannot tell a late win from a draw
"""


class NoughtsError(Exception):
    """Anything that noughts refuses."""


class GameError(NoughtsError):
    """Something is wrong with a game."""


class UnknownGame(GameError, LookupError):
    """No game has that name."""


class BadParameters(GameError, ValueError):
    """A game cannot have these parameters."""


class BadGameFile(GameError):
    """A game's file is not Python, or fails when it is run."""


class NotAGame(GameError, TypeError):
    """A class is not a game, or lacks a part of one."""


class BrokenLaw(GameError):
    """The rules of a game contradict themselves.

    Attributes:
        law: the name of the law that is broken.
        play: the moves that lead to it, from the start: the shortest play found.
    """

    def __init__(self, message: str, law: str = "", play: tuple[int, ...] = ()) -> None:
        """Keep the law and the play beside the message."""
        super().__init__(message)
        self.law = law
        self.play = play


class NotCompilable(GameError):
    """The rules, or a search, cannot be compiled; the message says why."""


class RepeatingGame(GameError):
    """Play can come back to a position, so a search for the end need never end.

    The message names the solver to use.
    """


class PositionError(NoughtsError, ValueError):
    """Something is wrong with a position."""


class UnreadablePosition(PositionError):
    """The text of a position cannot be read."""


class ImpossiblePosition(PositionError):
    """No game can reach the position."""


class WrongCount(ImpossiblePosition):
    """One side has too many marks."""


class WrongTurn(ImpossiblePosition):
    """The marks on the board say that the other side is to move."""


class TwoLines(ImpossiblePosition):
    """A side that should not have one has a line: the game would have ended before."""


class FloatingMark(ImpossiblePosition):
    """A mark with nothing below it, in a game in which marks fall to the bottom."""


class MoveError(NoughtsError, ValueError):
    """Something is wrong with a move."""


class UnreadableMove(MoveError):
    """The text is not the name of a move."""


class IllegalMove(MoveError):
    """The rules do not allow the move in this position."""


class CellTaken(IllegalMove):
    """The cell has a mark already."""


class GameOver(MoveError):
    """The game has ended, so nothing can be played."""


class OutOfTurn(MoveError):
    """It is the other player's turn."""


class MatchError(NoughtsError):
    """A match cannot do that now: nothing to undo, or nothing to redo."""


class PlayerError(NoughtsError):
    """A player gave no move, or one that cannot be played."""


class UnknownPlayer(PlayerError, LookupError, ValueError):
    """No player has that name, or the name lacks what belongs behind its colon."""


class UnsuitedGame(PlayerError, ValueError):
    """The player does not know how to play this game."""


class ProgramError(PlayerError):
    """A program that plays is at fault; the message says how, and what it said last."""


class ProgramEnded(ProgramError):
    """The program could not be started, or came to its end when it should have answered."""


class FunctionFailed(ProgramError):
    """A function that plays raised an error, or its file did when it was read."""


class ProgramTooSlow(ProgramError):
    """The program did not answer within its time."""


class BadAnswer(ProgramError):
    """The program's answer is no move, or one that cannot be played."""


class PictureError(NoughtsError, ValueError):
    """A picture cannot be drawn as it is asked for."""


class NoConverter(PictureError):
    """Nothing that is installed turns SVG into the kind of file that is wanted."""


class BadProgressFile(NoughtsError):
    """A file is no progress file of an audit, or that of another audit."""


class BadScore(NoughtsError, ValueError):
    """No position of that kind can have that score."""


class BadBook(NoughtsError):
    """A file is no opening book, or that of another game."""


class TablebaseError(NoughtsError):
    """Something is wrong with a tablebase, the values of all positions on disk."""


class BadTablebase(TablebaseError):
    """A folder is no tablebase, a damaged one, or that of other rules or another version."""


class UnfinishedTablebase(TablebaseError):
    """Some layers of a tablebase are still to be solved."""


class TooLarge(TablebaseError):
    """Solving takes more memory or disk than there is; the message has the figures."""


class NoBackend(TablebaseError, LookupError):
    """A backend is unknown or not installed, or has no machine to work on."""


class DiskFull(TablebaseError):
    """Nothing more can be written; what is done is kept, and can be gone on with."""


class SearchError(NoughtsError):
    """Something is wrong with a search."""


class SearchStopped(SearchError):
    """A search used up its budget before it was done."""


class TooDeep(SearchError):
    """A search would look ahead over more plies than the stack, its memory for them, can hold."""


class OutOfMemory(SearchError, MemoryError):
    """A table of that size cannot be had."""


class UnsafeScoring(SearchError, ValueError):
    """A scoring would put a late win level with a draw, or below it."""
