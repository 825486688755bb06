"""A program that plays: noughts arena program:examples/program.py perfect

It reads lines and writes lines, as docs/protocol.md says, and needs nothing of noughts. It
takes the first of its favourite cells that is legal, and elsewhere a legal move by lot.
"""

import random
import sys

FAVOURITES = ["b2", "a3", "c3", "a1", "c1"]


def main() -> None:
    legal: list[str] = []
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "noughts":
            print("ready favourites", flush=True)
        elif word == "legal":
            legal = rest
        elif word == "go":
            favourite = next((move for move in FAVOURITES if move in legal), None)
            print("move", favourite or random.choice(legal), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
