"""Limits on games, sockets and messages."""

import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from noughts.web.live.refusals import TooOften
from noughts.web.live.room import Room
from noughts.web.middleware import Rates

# Sockets in all, from one address, and at one game.
SOCKETS, FROM_ONE, AT_ONE = 2_000, 100, 300
# Games from one address: in a burst, and per second in the long run.
GAMES, GAMES_A_SECOND = 200, 0.5
# Messages on one socket: in a burst, and per second in the long run.
MESSAGES, MESSAGES_A_SECOND = 20, 4.0
# Seconds without news after which a socket gets a heartbeat. After a silence of two and a half the
# page takes the connection for lost, so the player sees it within 15 seconds.
BEAT = 4.0
# The most bytes of a message.
LONGEST_MESSAGE = 1_000


class Limits:
    """Counts games and sockets, and refuses requests beyond the limits.

    Args:
        sockets: the most sockets.
        from_one: the most sockets from one address.
        games: the rate limit for new games from one address.
        messages: the burst and the rate of messages on one socket.
        beat: the seconds without news after which a socket gets a heartbeat.
    """

    def __init__(
        self,
        sockets: int = SOCKETS,
        from_one: int = FROM_ONE,
        games: Rates | None = None,
        messages: tuple[float, float] = (MESSAGES, MESSAGES_A_SECOND),
        beat: float = BEAT,
    ) -> None:
        self.beat = beat
        self.sockets, self.from_one = sockets, from_one
        self._messages = messages
        self.games = games or Rates(GAMES, GAMES_A_SECOND)
        self._sockets: Counter[str] = Counter()

    def begins(self, who: str) -> None:
        """Count a new game.

        Raises:
            TooOften: the client has begun too many.
        """
        if not self.games.allows(who, time.monotonic()):
            raise TooOften("You have begun too many games; try again later.")

    def messages(self) -> Rates:
        """The rate limit of the messages on a new socket."""
        return Rates(*self._messages)

    @contextmanager
    def socket(self, who: str, room: Room) -> Iterator[None]:
        """Context: a client has a socket.

        Raises:
            TooOften: there are too many.
        """
        full = self._sockets.total() >= self.sockets or room.sockets >= AT_ONE
        if full or self._sockets[who] >= self.from_one:
            raise TooOften("Too many connections; try again later.")
        self._sockets[who] += 1
        try:
            yield
        finally:
            self._sockets[who] -= 1
            if not self._sockets[who]:
                del self._sockets[who]
