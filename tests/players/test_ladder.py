"""The levels of the ladder: what they see, how strong they are, and the beginner's level."""

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from noughts.errors import GameOver
from noughts.game import legal_moves
from noughts.games.registry import ENTRIES, find_game, spec_of
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.native import why_not
from noughts.players import measured as levels_measured
from noughts.players.arena import compiled_style
from noughts.players.ladder import LADDER, LadderPlayer, level_style
from noughts.players.measure import measure, measure_both_seats
from noughts.players.measured import (
    GREEDY_SHARE,
    beginner_of,
    beginner_style,
    ease_of,
    elo_in,
    measured_games,
)
from noughts.players.player import KnownPolicy, RandomPlayer
from noughts.players.style import (
    AT_RANDOM,
    FEW_GAMES,
    MOST_LINES,
    STYLES,
    Choice,
    GameTally,
    PlayStyle,
    against_greedy,
    best_looking_moves,
    contest,
    play_games,
    worst_moves,
)
from noughts.search.context import SearchContext
from noughts.search.memory import words_of
from noughts.search.root import search
from tests.each import each
from tests.players import oracle

GAME = TicTacToe()
GOMOKU = find_game("gomoku")


def quiet(board, side, cell):
    """Whether the other side cannot win at once after the move."""
    after, foe = oracle.play(board, side, cell), oracle.other(side)
    return not any(
        oracle.has_won(oracle.play(after, foe, reply), foe) for reply in oracle.moves(after)
    )


def seen(board, side):
    """The moves of a player who sees wins and threats in one move."""
    cells = oracle.moves(board)
    wins = [cell for cell in cells if oracle.has_won(oracle.play(board, side, cell), side)]
    return wins or [cell for cell in cells if quiet(board, side, cell)] or cells


def test_the_dice_throw_what_the_standard_of_cpp_says():
    """ISO C++ 2011, 26.5.5: the 10,000th number of `minstd_rand` is 399268537."""
    choice = Choice(1)
    for _ in range(10_000):
        choice.roll(2)
    assert choice.dice == 399_268_537


def test_greedy_sees_wins_and_threats_in_one_move_and_nothing_else():
    player = LadderPlayer("greedy")
    for board in oracle.boards()[::7]:
        cells = seen(board, oracle.side_to_move(board))
        chances = player.probabilities(GAME, oracle.marks(board))
        assert chances == dict.fromkeys(cells, Fraction(1, len(cells))), board


@each("level", LADDER)
def test_no_level_misses_a_win_and_only_the_beginner_overlooks_threats(level):
    player = LadderPlayer(level)
    for board in oracle.boards()[::41]:
        side = oracle.side_to_move(board)
        cells = seen(board, side)
        chances = player.probabilities(GAME, oracle.marks(board))
        won = oracle.has_won(oracle.play(board, side, cells[0]), side)
        if won or level != "beginner":
            assert set(chances) <= set(cells), board
        else:
            assert sum(chances.get(cell, 0) for cell in cells) >= Fraction(4, 5), board


def test_what_looks_best_is_what_plain_alpha_beta_finds_and_what_looks_worst_loses_to_a_fork():
    """After a corner and the centre, X threatens nothing; O in the edge beside X loses in 4."""
    random = Random(1)
    for spec in ("tictactoe", "connectfour:4,4", "dots:2,1", "kalah:4,3", "orderchaos:3,3,3"):
        game = find_game(spec)
        known, run = knowledge_of(game), SearchContext()
        choices = Choice(), Choice(width=words_of(known, game.start()))
        for plies in (2, 3, 4) * 4:
            line = [game.start()]
            for _ in range(random.randrange(2, 5)):
                line.append(game.play(line[-1], random.choice(legal_moves(game, line[-1]))))
            found = search(game, line[-1], limit=plies, equals=True)
            for choice in choices:  # what the first search finds does not mislead the second
                best_looking_moves(known, line[-2], plies + 1, choice, run)
                best_looking_moves(known, line[-1], plies, choice, run)
                best = list(choice.moves[: choice.count])
                assert best == [move for move, score, _ in found.moves if score == found.score]
    board = "X...O...X"
    choice = Choice()
    worst_moves(knowledge_of(GAME), oracle.marks(board), 4, choice, SearchContext())
    losing = [cell for cell in oracle.moves(board) if oracle.after(board, "O", cell)[0] < 0]
    assert list(choice.moves[: choice.count]) == losing == [2, 6]


def test_the_beginner_loses_about_half_of_its_games_to_greedy_exactly():
    result = measure_both_seats(GAME, LadderPlayer("greedy"), LadderPlayer("beginner"))
    assert Fraction(2, 5) <= result.first <= Fraction(3, 5)


def test_each_level_beats_the_one_below_exactly():
    levels: list[KnownPolicy] = [RandomPlayer(), *map(LadderPlayer, LADDER[:2])]
    for weaker, stronger in pairwise(levels):
        assert measure_both_seats(GAME, stronger, weaker).score > Fraction(11, 20)


def test_compiled_games_are_those_of_the_plain_code():
    styles = (PlayStyle(thinks=40, errs=30, overlooks=10, plies=3), STYLES["greedy"])
    tally = GameTally(FEW_GAMES)
    play_games(knowledge_of(GAME), GAME.start(), styles, Choice(7), SearchContext(), tally)
    fast = contest(GAME, styles, FEW_GAMES, seed=7)
    assert (fast.first, fast.draws, fast.second) == (tally.first, tally.draws, tally.second)


def test_games_between_levels_end_as_their_chances_say():
    """20,000 games; each share within five standard deviations, 1.8 %, of the exact one."""
    players = LadderPlayer("beginner"), RandomPlayer()
    styles = [compiled_style(player, GAME) for player in players]
    assert styles[0] is not None
    assert styles[1] is not None
    tally = contest(GAME, (styles[0], styles[1]), 20_000, seed=3)
    exact = measure(GAME, *players)
    for count, share in zip((tally.first, tally.draws, tally.second), exact, strict=True):
        assert count / 20_000 == pytest.approx(float(share), abs=0.018)


def test_a_position_that_occurs_for_the_third_time_is_a_draw():
    tally = GameTally()
    met = [tally.met((number, 5), 2) for number in (1, 2, 1, 2, 3, 1, 1)]
    # With the same player to move: the last one has the other.
    assert met == [1, 1, 2, 2, 1, 1, 3]


def test_every_game_of_the_house_and_its_examples_have_a_beginner():
    for entry in ENTRIES.values():
        for spec in (entry.name, *entry.says("examples")):
            assert spec_of(find_game(spec)) in measured_games(), spec
    assert all(
        0 <= measured.ease <= levels_measured.EASES[-1] for measured in measured_games().values()
    )


# Compiling takes minutes for some games: a test has a few of them.
PARTS = 24


def measured_by_playing():
    """The games whose beginner is measured by playing: those that are compiled and not wide."""
    return [
        spec for spec in measured_games() if not (why_not(find_game(spec)) or wide(find_game(spec)))
    ]


def wide(game):
    return len(legal_moves(game, game.start())) ** levels_measured.SIGHT > MOST_LINES


# How many games are played: of Pentago and Othello they take minutes, and 4×4 Connect Four is near
# the bar.
PLAYED = {"pentago": 400, "othello": 1_000, "connectfour:4,4,4": 20_000}


@pytest.mark.parametrize("part", range(PARTS))
def test_greedy_wins_about_half_of_its_games_against_the_beginner(part):
    """By other games than it was measured by; 4,000 have a standard deviation of 0.8 %."""
    for spec in measured_by_playing()[part::PARTS]:
        game, games = find_game(spec), PLAYED.get(spec, 4_000)
        won = against_greedy(game, beginner_of(game), games, seed=77).second
        assert 0.4 <= won / games <= 0.6, spec


def test_the_ratings_of_all_measured_games_rise_with_the_levels():
    rated = {spec: measured.elo for spec, measured in measured_games().items() if measured.elo}
    for spec, elo in rated.items():
        assert elo["greedy"] == 1_000, spec
        assert elo["random"] < elo["beginner"] < elo["easy"] < elo["medium"] < elo["hard"], spec


# Together they take minutes.
STEPS = 3


@pytest.mark.parametrize("part", range(STEPS))
def test_no_level_is_weaker_than_the_one_before_it(part):
    """By a share of games in which two equal players would hardly ever differ as much."""
    steps = [*pairwise(("greedy", "easy", "medium", "hard"))]
    cases = [(spec, *step) for spec in ("kalah:6,4", "othello:6") for step in steps]
    cases.append(("kalah", "random", "beginner"))
    apart = ("random", "easy"), ("beginner", "hard")
    cases += [(spec, *pair) for spec in ENTRIES for pair in apart]
    for spec, weaker, stronger in cases[part::STEPS]:
        game = find_game(spec)
        low = AT_RANDOM if weaker == "random" else level_style(weaker, game)
        high = level_style(stronger, game)
        begins = contest(game, (high, low), FEW_GAMES, 3)  # as few as compiled code plays
        follows = contest(game, (low, high), FEW_GAMES, 4)
        points = begins.first + follows.second + (begins.draws + follows.draws) / 2
        assert points > 0.55 * 2 * FEW_GAMES, (spec, weaker, stronger)


def test_a_game_of_hundreds_of_moves_is_not_measured_and_no_level_looks_far(monkeypatch):
    game = find_game("nim:60,60,60,60,60")
    monkeypatch.setattr(levels_measured, "ease_of", None)  # it would play for hours
    assert beginner_of(game) == beginner_style(0)
    assert LadderPlayer("hard").choose(game, game.start()) in legal_moves(game, game.start())


def test_a_game_that_is_not_in_the_table_is_measured_the_same_each_time():
    game = find_game("mnk:3,3,3,cylinder")
    assert spec_of(game) not in measured_games()
    assert elo_in(spec_of(game)) == {}
    ease = ease_of(game)
    assert beginner_of(game) == beginner_style(ease)
    greedy, other = STYLES["greedy"], beginner_style(ease)
    tallies = contest(game, (greedy, other), 4_000, 5), contest(game, (other, greedy), 4_000, 6)
    share = (tallies[0].first + tallies[1].second) / 8_000
    assert GREEDY_SHARE - 0.05 <= share <= 0.6


def test_a_game_that_is_over_has_no_move():
    with pytest.raises(GameOver):
        LadderPlayer("easy").probabilities(GAME, GAME.parse("xxx/oo1/3 o")[0])


@pytest.mark.usefixtures("never_compiled")
def test_where_its_time_is_up_a_level_looks_less_far_and_otherwise_as_far_as_it_does(hands):
    """Each look at the clock takes a second. Looking one ply ahead takes a node for each move."""
    game = find_game("mnk:10,10,5")
    player = LadderPlayer("hard", seed=1)
    player.move_seconds = 1
    hands.tick = 1
    assert player.choose(game, game.start()) in range(100)
    assert player.nodes == 100
    chosen = []
    for seconds in (None, 1_000_000):
        player = LadderPlayer("hard", seed=1)
        player.move_seconds = seconds
        chosen.append((player.choose(GAME, GAME.start()), player.nodes))
    assert chosen[0] == chosen[1]


def test_a_person_does_not_wait_for_a_beginner_to_be_measured(monkeypatch):
    """Until it is measured beside it plays as `greedy`, and then as it was measured."""
    there: list[int] = []
    measured: list[Any] = []

    def measure(game):
        measured.append(game)
        return PlayStyle(errs=7)

    monkeypatch.setattr(levels_measured, "comes", lambda *_: bool(there))
    monkeypatch.setattr(levels_measured, "beginner_of", measure)
    monkeypatch.setattr(levels_measured, "_measuring", {})
    game = find_game("mnk:4,3,4")
    player = LadderPlayer("beginner", seed=1)
    player.move_seconds = 1
    assert player.choose(game, game.start()) in range(12)
    assert measured == []
    there.append(True)
    player.choose(game, game.start())
    levels_measured._measuring[game].join()
    assert measured[0] == game
    assert levels_measured.beginner_so_far(game) == PlayStyle(errs=7)


def test_of_225_moves_only_likely_ones_are_looked_at():
    known = knowledge_of(GOMOKU)
    position, choice, run = known.play(known.start(), 112), Choice(), SearchContext()
    best_looking_moves(known, position, 1, choice, run)
    chosen = set(choice.moves[: choice.count])
    assert chosen <= set(known.likely_moves(known.state(position)))
    assert run.nodes < 100
    best_looking_moves(known, position, 2, choice, run)
    assert run.nodes < 700  # of 50,000 with two moves


def test_a_level_that_does_not_search_plays_beside_a_mark_blocks_closes_boxes_and_takes_corners():
    """By hand: h8 is in the middle; the four of g7 to g10 is open at g6 and at g11.

    A box of Dots and Boxes has three edges.
    """

    def played(marks: str, game: Any = GOMOKU) -> set[str]:
        position = game.start()
        for name in marks.split():
            position = game.play(position, game.read(name))
        return {game.name(move) for move in LadderPlayer("greedy").probabilities(game, position)}

    assert played("") == {"h8"}
    assert played("h8") == {"g7", "g8", "g9", "h7", "h9", "i7", "i8", "i9"}
    assert played("g7 a1 g8 a3 g9 a5 g10") == {"g6", "g11"}
    assert played("g7 a1 g8 a3 g9 a5 g10 a7") == {"g6", "g11"}  # they win
    assert played("b3 a2 b1", find_game("dots:2,1")) == {"c2"}
    assert played("b4 c4 d1", find_game("othello:4")) == {"a1", "a4"}
