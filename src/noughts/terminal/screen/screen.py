"""The full-screen mode: the session of the line mode, with cursor, mouse and colours."""

import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.widgets import Static
from textual.worker import WorkerFailed

from noughts.board import Cell
from noughts.errors import NoughtsError, PlayerError
from noughts.games.registry import ENTRIES, find_game, game_name, spec_of
from noughts.games.user_files import blame
from noughts.native.clock import CLOCK
from noughts.players.levels import about_level
from noughts.players.measured import elo_in
from noughts.solving.driver import SCREEN
from noughts.terminal import INTERRUPTED
from noughts.terminal.game import messages
from noughts.terminal.game.analysis_cache import Spot
from noughts.terminal.game.names import COLON, Labels, echo
from noughts.terminal.game.session import Session
from noughts.terminal.screen import keys
from noughts.terminal.screen.app import DARK, LIGHT, ThemedApp, in_background
from noughts.terminal.screen.board_view import BoardView
from noughts.terminal.screen.dialogs import Chooser, Picking, Prompt
from noughts.terminal.screen.panes import Pane, Panes
from noughts.terminal.support.options import DEFAULTS, Settings
from noughts.terminal.support.progress import COMPILING, search_in_words

if TYPE_CHECKING:
    from noughts.terminal.game.puzzles import Puzzles

# The opponents in the menu, the usual ones first; `noughts play --level` accepts more.
OPPONENTS = (
    "beginner", "easy", "medium", "hard", "strong", "perfect", "random", "draws:60", "draws:90",
    "weights", "rules", "rules:literal", "trickster", "mcts",
)  # fmt: skip


def games_in_menu() -> list[tuple[str, str]]:
    """The spec and the row of each game in the menu, with its sizes and variants below it."""
    rows = []
    for entry in ENTRIES.values():
        title = game_name(find_game(entry.name))
        sizes = [(each, game_name(find_game(each))) for each in entry.says("examples")]
        rows.append((entry.name, f"{title:24} {entry.says('about')}"))
        rows += [(each, f"  {named}") for each, named in sizes if named != title]
    return rows


# Seconds between moves when the computer plays itself.
PAUSE = 0.5
# Seconds after which a search in another thread lets the screen answer a key.
SWITCH = 0.0005
# Seconds between two updates of the computer's progress.
POLL = 0.25


class NoughtsApp(ThemedApp):
    TITLE = "noughts"
    CSS_PATH = "screen.tcss"
    BINDINGS: ClassVar = list(keys.BINDINGS)

    def __init__(
        self,
        session: Session,
        settings: Settings = DEFAULTS,
        pause: float = PAUSE,
        puzzles: "tuple[Puzzles, int] | None" = None,
    ) -> None:
        super().__init__(settings.theme)
        self.puzzles = puzzles  # to solve instead of a game, from this number
        self.session = session
        self.pause = pause
        #: Whether values are shown, in the list and on the board; None for the list alone.
        self.shows_values: bool | None = None
        self.shows_nodes = False
        self.ply: int | None = None  # the past position on the board
        self.failure: BaseException | None = None
        self.next_session: Session | None = None  # the game that the person chose to play next
        self.progress = ""  # the progress of the computer's search
        self.picking = Picking(self, session.labels, self.tell)
        self.chosen_keys = self.keys = settings.keys
        self.played_by_digit = False

    def compose(self) -> ComposeResult:
        session = self.session
        yield Static(id="title")
        yield Static(id="doubt")
        yield Panes(session.game, session.labels, "")
        yield Prompt(lambda: session.labels.names(session.match.legal_moves), keys.WORDS)
        yield keys.Foot()

    @property
    def panes(self) -> Panes:
        return self.query_one(Panes)

    def on_mount(self) -> None:
        sys.setswitchinterval(SWITCH)
        self.query_one(BoardView).focus()
        if self.puzzles:
            self.solve(*self.puzzles)
            return
        self.go_on()
        self.tell(f"Choose a cell or type a move; {self.sign('keys')} shows the keys.")

    async def on_event(self, event: events.Event) -> None:
        """Let searches in other threads wait until a key, or the mouse, has had its effect."""
        if isinstance(event, events.InputEvent):
            SCREEN.hold()
            self.call_after_refresh(SCREEN.release)
        await super().on_event(event)

    def on_unmount(self) -> None:
        self.session.hurry()

    def _handle_exception(self, error: Exception) -> None:
        """End with a sentence if a game's rules fail; other errors have a traceback."""
        wrong = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(wrong, NoughtsError) or blame(wrong):
            self.failure = wrong
            self.exit(return_code=1)
        else:
            super()._handle_exception(error)

    def sign(self, name: str) -> str:
        return keys.key_sign(name, self.keys)

    # Showing.

    def tell(self, text: str) -> None:
        self.panes.tell(text)

    def judge(self, text: str) -> None:
        for panes in self.query(Panes):  # none while the screen closes
            panes.say("#verdict", text)

    @contextmanager
    def telling(self) -> Iterator[None]:
        try:
            yield
        except NoughtsError as error:
            self.tell(str(error))

    def show(self) -> None:
        """Show the position of the game that is looked at, and all that is known of it."""
        if not self.query(Panes):  # the screen closes
            return
        session = self.session
        self.free_letters()
        self.query_one("#title", Static).update(messages.welcome(session))
        self.panes.say("#score", messages.story_head(session))
        doubt = self.query_one("#doubt", Static)
        doubt.update(messages.doubt_text(session))
        doubt.display = bool(messages.doubt_text(session))
        spot = session.spots[self.seen]
        known = session.knowing.known(spot)
        shown = known.moves if known and self.shows_values is not False else ()
        self.panes.look_at(spot, known, [each.move for each in shown], self.signs)
        self.panes.tell_story(messages.story(session), self.seen)
        over, busy = session.match.over, session.computer_to_move
        self.query_one(keys.Foot).put(keys.footer(self.keys, over, busy, self.walking))
        session.keep()

    @property
    def seen(self) -> int:
        return self.session.match.ply if self.ply is None else self.ply

    @property
    def walking(self) -> bool:
        return self.ply is not None

    @property
    def signs(self) -> Mapping[int, str]:
        """The values of the moves for the board, if they are shown there."""
        known = self.session.knowing.known(self.session.spots[self.seen])
        return messages.move_signs(known) if known and self.shows_values else {}

    def free_letters(self) -> None:
        """Disable keys that are first letters of moves."""
        prompt = self.query_one(Prompt)
        letters = prompt.letters | self.session.labels.beginnings(self.session.match.board)
        if letters != prompt.letters:
            prompt.letters = letters
            self.keys = keys.keys_beside(letters, self.chosen_keys)
            self.set_keymap(dict(self.keys))

    @work(exclusive=True, group="game")
    async def go_on(self) -> None:
        """Let the computer play while it is its turn, then compute the values of the moves.

        A new call replaces an earlier one, as the game has moved on.
        """
        self.session.hurry()  # the present computation is no longer needed
        self.ply = None
        if not self.session.match.over and self.query_one("#moves").has_focus:
            self.query_one(BoardView).focus()
        self.judge("...")
        self.show()
        while self.session.computer_to_move:
            await self.computer_plays()
        if self.session.match.over:
            self.tell(f"{messages.result(self.session)}\n{keys.again(self.keys)}")
            self.judge("")
            self.query_one("#moves", Pane).focus()
        await self.learn_values()

    async def computer_plays(self) -> None:
        """Play a move of the computer, found in another thread, so that the screen responds."""
        session = self.session
        if not session.people:
            await asyncio.sleep(self.pause)
        try:
            move = await self.chosen()
        except PlayerError as error:
            session.match.forfeit(str(error))
            self.show()
            return
        turn = session.match.turn
        session.play(move)
        self.judge("...")
        counted = f"\n{messages.nodes(session)}" if self.shows_nodes else ""
        self.tell(messages.played_text(session, turn, move) + counted)
        self.show()

    async def chosen(self) -> int:
        self.progress = ""
        clock = self.set_interval(POLL, self.show_progress)
        try:
            with CLOCK.listening(lambda: self.take_progress(COMPILING)):
                return await in_background(
                    lambda: self.session.choose(
                        lambda report: self.take_progress(search_in_words(report))
                    )
                )
        finally:
            clock.stop()
            self.progress = ""  # out of date

    def take_progress(self, text: str) -> None:
        """Store the search's progress; called in the thread of the search."""
        self.progress = text

    def show_progress(self) -> None:
        if self.progress:
            self.judge(f"Thinking: {self.progress}\nPress {self.sign('move')} to make it move now.")

    async def learn_values(self) -> None:
        """Compute the values of the moves, then their reasons, then the values of the past."""
        session = self.session
        try:
            self.learned(await in_background(session.analysis))
            self.learned(await in_background(session.explanation))
            await self.learn_past()
        except NoughtsError as error:  # the game can continue without values
            self.judge("")
            self.tell(str(error))

    def learned(self, known: "messages.Known") -> None:
        if not self.session.match.over:
            self.judge(messages.verdict(self.session, known))
        self.show()

    async def learn_past(self) -> None:
        """Compute the values of earlier positions, as far back as they can be solved."""
        knowing = self.session.knowing
        for spot in reversed(self.session.spots[:-1]):
            known = knowing.known(spot)
            if known is None:
                known = await in_background(partial(knowing.analysis, spot))
            if known.value is None:  # earlier positions are harder still
                break
            self.show()

    # Playing.

    def on_board_view_chosen(self, message: BoardView.Chosen) -> None:
        self.panes.settle()
        self.choose(self.session.match.board.cell(message.cell.name))

    def choose(self, cell: Cell) -> None:
        board, signs = self.session.match.board, self.signs
        self.attempt(lambda: self.picking.choose(board, cell, self.play, signs))
        self.query_one(BoardView).lift(self.picking.lifted)

    def on_panes_played(self, message: Panes.Played) -> None:
        self.attempt(lambda: self.play(message.move))

    def on_key(self, event: events.Key) -> None:
        """Take typed text, unless a page is open: a digit plays, other text waits for Enter.

        Enter after a digit has no effect: it would play under the cursor.
        """
        if len(self.screen_stack) > 1:
            return
        ends_digit = self.played_by_digit and event.key == "enter"
        self.played_by_digit = self.takes_digit(event.character)
        if self.played_by_digit or ends_digit or self.takes_text(event):
            event.prevent_default()  # other bindings ignore the key

    def takes_digit(self, digit: str | None) -> bool:
        """Play on the cell with this digit, or in the column of this number."""
        if not digit or self.query_one(Prompt).typed:
            return False
        names = self.session.labels.names(self.session.match.legal_moves)
        if self.picking.names_column(digit, names):
            self.attempt(lambda: self.play(self.session.read(digit)))
        elif cell := self.query_one(BoardView).showing(digit):
            self.choose(cell)
        else:
            return False
        return True

    def takes_text(self, event: events.Key) -> bool:
        """Add to the typed text; after the first cell of a move, a hyphen continues the move."""
        prompt, lifted = self.query_one(Prompt), self.picking.lifted
        if lifted and event.character == "-" and not prompt.typed:
            prompt.put(self.session.labels.of_cell(lifted))
        return prompt.take(event)

    async def on_prompt_entered(self, message: Prompt.Entered) -> None:
        if message.text.startswith(COLON):
            await self.obey(message.text.removeprefix(COLON))
        else:
            self.attempt(lambda: self.enter(message.text))

    def enter(self, text: str) -> None:
        session = self.session
        meant = self.picking.meant(text, session.match.board, session.read)
        if isinstance(meant, Cell):
            self.choose(meant)
        else:
            self.play(meant)

    async def obey(self, command: str) -> None:
        """Run the action of the key with this name; `level` and `games` take an argument."""
        word, _, rest = command.strip().partition(" ")
        key = keys.key_called(word, self.chosen_keys)
        if key and not rest:
            await self.run_action(key.action)
        elif key and key.name in ("level", "opponent") and self.session.has_computer:
            self.set_level(rest.strip())
        elif key and key.name == "games":
            self.turn_to(rest.strip())
        else:
            unknown = f"{echo(COLON + command)} is not a command here"
            self.tell(f"{unknown}; {self.sign('keys')} shows the keys.")

    def attempt(self, act: Callable[[], None]) -> None:
        session = self.session
        if session.match.over:
            self.tell(f"{messages.result(session)}\n{keys.again(self.keys)}")
        elif session.computer_to_move:
            self.tell("It is the computer's turn.")
        elif self.walking:
            self.tell(f"This is the past: {self.sign('forward')} leads back to the game.")
        else:
            with self.telling():
                act()

    def play(self, move: int) -> None:
        turn = self.session.match.turn
        self.session.play(move)
        self.picking.lifted = None
        self.tell(messages.played_text(self.session, turn, move))
        self.go_on()

    # The keys.

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        if self.session.match.over or self.session.computer_to_move:
            return
        analysis = await in_background(self.session.analysis)
        if analysis.position == self.session.match.position:
            self.tell(messages.hint(self.session, analysis))

    def action_values(self) -> None:
        self.shows_values = not self.shows_values
        self.show()

    @work(exclusive=True, group="hint")
    async def action_why(self) -> None:
        if await self.have_explained(self.session.spots[-2:]):
            cell = self.query_one(BoardView).picked
            self.panes.explain(messages.reasons_page(self.session, cell))

    def on_panes_walked(self, message: Panes.Walked) -> None:
        if message.ply != self.seen:  # otherwise the list was only filled or focused
            self.walk_to(message.ply)

    def action_earlier(self) -> None:
        self.walk_to(self.seen - 1)

    def action_scroll(self, pages: int) -> None:
        """Scroll the reasons, and what lies below the board if there is one pane."""
        for place in ("#why-frame", "#beside"):
            frame = self.screen.query_one(place)
            frame.scroll_relative(y=pages * max(frame.size.height - 1, 1), animate=False)

    def action_later(self) -> None:
        self.walk_to(self.seen + 1)

    @work(exclusive=True, group="hint")
    async def walk_to(self, ply: int) -> None:
        """Show a past position of the game, with its values and the reason of its last move."""
        session, last = self.session, self.session.match.ply
        ply = min(max(ply, 0), last)
        self.ply = None if ply == last else ply
        self.show()
        spots = session.spots[max(ply - 1, 0) : ply + 1]
        if await self.have_explained(spots) and self.seen == ply:
            self.tell_past(messages.why_ply(session, ply) if ply else "")

    def tell_past(self, reason: str) -> None:
        """Show the known values of the displayed position, and a reason."""
        self.show()
        self.tell(messages.ply_text(self.session, self.seen))
        self.judge(messages.verdict_of(self.session, self.seen))
        self.panes.explain(reason)

    @work(exclusive=True, group="hint")
    async def action_review(self) -> None:
        if not await self.have_explained(self.session.spots):
            return
        with self.telling():
            review = self.session.review()
            self.query_one("#moves", Pane).focus()
            seen = review.bad_moves[0].ply if review.bad_moves else self.seen
            self.ply = None if seen == self.session.match.ply else seen
            self.tell_past(messages.review_words(self.session, review))

    @work(exclusive=True, group="hint")
    async def action_learn(self) -> None:
        from noughts.analysis.review import Lesson
        from noughts.analysis.review_text import lesson_end
        from noughts.terminal.screen.lesson_page import LessonPage

        if await self.have_explained(self.session.spots):
            with self.telling():
                lesson = Lesson(self.session.review(), self.session.learner)
                if lesson.over:
                    self.tell(lesson_end(lesson))
                else:
                    self.push_screen(LessonPage(lesson, self.session.labels))

    def action_puzzle(self) -> None:
        from noughts.puzzles.pack import shipped
        from noughts.terminal.game.puzzles import Puzzles

        with self.telling():
            puzzles = Puzzles(shipped(self.session.game), keeps=bool(self.session.keeper))
            self.solve(puzzles, puzzles.next_number())

    def action_daily(self) -> None:
        from noughts.puzzles.pack import of_the_day, today
        from noughts.terminal.game.puzzles import Puzzles

        pack, number = of_the_day(today())
        self.solve(Puzzles(pack, keeps=bool(self.session.keeper)), number)

    @work(exclusive=True, group="puzzle")
    async def solve(self, puzzles: "Puzzles", number: int) -> None:
        """Solve puzzles on a page of their own; if no game was begun, end with it."""
        from noughts.terminal.screen.lesson_page import PuzzlePage

        panes = self.panes
        panes.tell("The puzzle comes in a moment.")  # its first search may wait for compiled code
        quiz = await in_background(lambda: puzzles.explained(number))
        panes.tell("")
        labels = Labels(puzzles.pack.game, self.session.labels.keypad)
        page = PuzzlePage(puzzles, number, quiz, labels)
        self.push_screen(page, lambda _: self.exit() if self.puzzles else None)

    async def have_explained(self, spots: list[Spot]) -> bool:
        """Explain positions in another thread; return whether the game has not moved on."""
        before = self.session.spots
        for spot in spots:
            await in_background(partial(self.session.knowing.explanation, spot))
        return before == self.session.spots

    def action_hurry(self) -> None:
        if self.session.can_hurry:
            self.session.hurry()

    def action_undo(self) -> None:
        with self.telling():
            self.tell(messages.moved_text(self.session, "Taken back", self.session.undo()))
            self.go_on()

    def action_redo(self) -> None:
        with self.telling():
            self.tell(messages.moved_text(self.session, "Played again", self.session.redo()))
            self.go_on()

    def action_new(self) -> None:
        self.session.new()
        self.tell("A new game.")
        self.go_on()

    def action_swap(self) -> None:
        with self.telling():
            self.session.swap()
            self.tell("Sides swapped.")
            self.go_on()

    def action_level(self) -> None:
        if self.session.has_computer:
            self.set_level(self.session.next_level())

    def action_games(self) -> None:
        specs, rows = zip(*games_in_menu(), strict=True)

        def take(number: int | None) -> None:
            if number is not None:
                self.turn_to(specs[number])

        self.push_screen(Chooser("Choose a game", rows, specs), take)

    @work(exclusive=True, group="level")
    async def turn_to(self, spec: str) -> None:
        """Play another game, if the opponent plays it; measuring a level takes a while."""
        with self.telling():
            game = find_game(spec)
            self.next_session = await in_background(lambda: self.session.of_game(game))
            self.exit()

    def action_opponent(self) -> None:
        if self.session.has_computer:
            ratings = elo_in(spec_of(self.session.game))
            elo = [f"Elo {ratings[name]}" if name in ratings else "" for name in OPPONENTS]
            options = [
                f"{name.capitalize():14} {rating:9} {about_level(name)}"
                for name, rating in zip(OPPONENTS, elo, strict=True)
            ]
            self.push_screen(Chooser("Choose an opponent", options), self.take_opponent)

    def take_opponent(self, number: int | None) -> None:
        if number is not None:
            self.set_level(OPPONENTS[number])

    @work(exclusive=True, group="level")
    async def set_level(self, level: str) -> None:
        with self.telling():
            await in_background(lambda: self.session.set_level(level))
            self.tell(f"The computer now plays at level {self.session.opponent}.")
            if self.session.computer_to_move:
                self.go_on()
            self.show()

    def action_nodes(self) -> None:
        self.shows_nodes = not self.shows_nodes
        self.tell(messages.nodes(self.session) if self.shows_nodes else "Nodes are hidden.")

    def action_ground(self) -> None:
        self.theme = LIGHT.name if self.theme == DARK.name else DARK.name

    def action_keys(self) -> None:
        session, match = self.session, self.session.match
        rules = messages.rules_text(session.game, session.labels, match.first_turn, match.position)
        moves = match.legal_moves or session.game.moves(session.game.start())
        example = session.game.name(next(iter(moves)))
        digits = "in the column" if self.picking.columns_only else "on the cell"
        by_digit = self.picking.columns_only or session.labels.digits
        ways = keys.ways(example, digits if by_digit else "")
        self.push_screen(keys.KeysPage(keys.keys_text(self.keys, ways, rules)))

    def action_leave(self) -> None:
        self.exit()

    def action_interrupt(self) -> None:
        """Stop as Ctrl-C stops any program."""
        self.exit(return_code=INTERRUPTED)
