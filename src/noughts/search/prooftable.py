from array import array
from noughts.search.table import hashed, WORD_BITS

BITS = 31
MOST = (1 << BITS) - 1


def pack(p: int, d: int) -> int:
    return p | d << BITS


def proof(entry: int) -> int:
    return entry & MOST


def disproof(entry: int) -> int:
    return entry >> BITS


class ProofTable:
    __slots__ = ("memory", "shift", "words", "span")
    words: int
    shift: int
    span: int
    memory: "array[int]"

    def __init__(self, words: int, size_bits: int) -> None:
        self.words = words
        self.span = words + 2
        self.shift = WORD_BITS - size_bits
        self.memory = array("q", [0]) * ((1 << size_bits) * self.span + 4 * self.span)

    def find(self, position, goal):
        place = (hashed(position) >> self.shift) * self.span
        for _ in range(4):
            if self.memory[place] and self.memory[place + 1] & 1 == goal and self.holds(place + 2, position):
                return self.memory[place]
            place += self.span
        return 0

    def holds(self, place, position):
        for word in position:
            if self.memory[place] != word:
                return False
            place += 1
        return True

    def keep(self, position, goal, entry, effort):
        place = (hashed(position) >> self.shift) * self.span
        least = place
        for _ in range(4):
            if self.memory[place] and self.memory[place + 1] & 1 == goal and self.holds(place + 2, position):
                least = place
                break
            if self.memory[place + 1] >> 1 < self.memory[least + 1] >> 1:
                least = place
            place += self.span
        self.memory[least] = entry
        self.memory[least + 1] = effort << 1 | goal
        place = least + 2
        for word in position:
            self.memory[place] = word
            place += 1
