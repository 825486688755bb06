"""The server as people start it, but for the limits: here all players come from one address.

python -m benchmarks.live.server PLACE [BEAT]
"""

import asyncio
import socket
import sys
from functools import partial

from noughts.web.connections import Connections
from noughts.web.live.rooms import BEAT, LiveLimits
from noughts.web.middleware import Rates
from noughts.web.serve import Server, application, config_of
from noughts.web.store.connect import open_store

MANY = 1_000_000


def main(place: str, beat: float = BEAT) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listening:
        limits = LiveLimits(MANY, MANY, Rates(MANY, MANY), (MANY, MANY), beat)
        app = application(open_store(place), rates=Rates(MANY, MANY), limits=limits)
        ready = partial(print, listening.getsockname()[1], flush=True)
        config = config_of(app, Connections(MANY, MANY), beat)
        asyncio.run(Server(config, ready).serve(sockets=[listening]))


if __name__ == "__main__":
    main(sys.argv[1], *map(float, sys.argv[2:]))
