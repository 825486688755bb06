"""Facts that a search may use beyond the rules, game by game.

`Knowledge` defines the hooks, with defaults that are right for every game. `knowledge_of` returns
the knowledge written for exactly a game's rules.
"""

from noughts.knowledge.base import AnyGame as AnyGame
from noughts.knowledge.base import Knowledge as Knowledge
from noughts.knowledge.base import is_own_game as is_own_game
from noughts.knowledge.base import rules_behind as rules_behind
from noughts.knowledge.exact import knowledge_of as knowledge_of
from noughts.knowledge.exact import plays_by as plays_by
from noughts.knowledge.exact import set_aside as set_aside
