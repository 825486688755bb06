"""Moves in answers of models, and games in words."""

import pytest

from noughts import find_game
from noughts.errors import BridgeError, MoveError
from noughts.lab.in_words import WordsGame, play_words
from noughts.lab.words import move_in_answer, rules_prompt
from tests.each import each


@each(
    "spec, board, answer, name",
    [
        ("tictactoe", "3/1x1/3 o", "A1", "a1"),
        ("tictactoe", "3/1x1/3 o", "I'd rather not play b2; I play a1.", "a1"),
        ("tictactoe", "3/1x1/3 o", "The best is **a1**, since a3 is worse.", "a1"),
        ("tictactoe", "3/1x1/3 o", "b3 or c1? \\boxed{c1} not a1", "c1"),
        ("tictactoe", "3/1x1/3 o", "<answer>a3</answer> beats c3", "a3"),
        ("tictactoe", "3/1x1/3 o", '{"move": "c3"}', "c3"),
        ("tictactoe", "3/1x1/3 o", "Move: (0, 2)", "c3"),
        ("tictactoe", "3/1x1/3 o", "row 0, column 2", "c3"),
        ("connectfour", "7/7/7/7/7/7 x", "Columns 1 and 2 are weak. [4]", "4"),
        ("kalah", "3,3,3,0/3,3,3,0 x", "pit 3, to move again", "3"),
        ("nim:3,4", "3,4 x", "I take b3 and leave 3 and 1.", "b3"),
    ],
)
def test_a_move_is_found_in_an_answer(spec, board, answer, name):
    game = find_game(spec)
    assert game.name(move_in_answer(game, *game.parse(board), answer)) == name


@each(
    "answer, words",
    [
        ("b2", "Understood as b2"),
        ("", "No move was found"),
        ("I resign.", "No move was found"),
        ("row 1, column 1", "No move was found"),  # from above or from below?
    ],
)
def test_an_illegal_answer_is_told_with_what_was_understood(answer, words):
    game = find_game("tictactoe")
    with pytest.raises(MoveError, match=words):
        move_in_answer(game, *game.parse("3/1x1/3 o"), answer)


def test_the_rules_name_every_move_of_the_start():
    assert "a1, a2, a3, b1, b2, b3, b4" in rules_prompt(find_game("nim:3,4"))
    assert "a3, b3, a2" in rules_prompt(find_game("lines:2,3,a3b3,a1b2"))


def talk(*answers, **settings):
    game = WordsGame("tictactoe", **settings)
    return [game.answer(answer) for answer in answers], game


def test_a_reward_is_the_result_given_away():
    # After b2 a corner draws, an edge loses; the second player opens the game by a blunder.
    replies, _ = talk("b1", position="3/1x1/3 o", seat="second", reward="regret")
    assert replies[0].reward == -1
    replies, _ = talk("a1", position="3/1x1/3 o", seat="second", reward="regret")
    assert replies[0].reward == 0


def test_the_result_is_the_reward_at_the_end():
    replies, game = talk("b3", position="x2/1o1/3 x", opponent="random", seed=1)
    assert (replies[0].reward, replies[0].over) == (0, False)
    replies, game = talk("c3", position="xx1/oo1/3 x", opponent="random", seed=1)
    assert (replies[0].reward, replies[0].over, replies[0].move) == (1, True, "c3")
    with pytest.raises(BridgeError):
        game.answer("a1")


def test_points_are_won_and_lost():
    # The last edge of one box, by either player's hand.
    game = WordsGame("dots:1,1", "random", position="-/|.|/. o", seat="second", reward="points")
    assert game.answer("a1").reward in (-1, 1)


def test_a_finished_game_cannot_begin():
    with pytest.raises(BridgeError):
        WordsGame(position="xxx/oo1/3 o")


def test_illegal_answers_lose_after_as_many_as_are_allowed():
    replies, game = talk("b2", "b2", "nothing", "a9", tries=3, seed=1)
    assert [reply.legal for reply in replies] == [True, False, False, False]
    assert [reply.reward for reply in replies] == [0, 0, 0, -1]
    assert (replies[-1].over, game.illegal) == (True, 3)
    assert "Your legal moves" in replies[1].text


def test_many_games_are_played_at_once():
    asked = []

    def first_legal(prompts):
        asked.append(len(prompts))
        return [
            prompt.rpartition("legal moves: ")[2].split(",")[0].rstrip(".") for prompt in prompts
        ]

    games = [WordsGame(spec, "random", "either", seed=2) for spec in ("tictactoe", "nim", "kalah")]
    rewards = play_words(first_legal, games)
    assert all(game.over and not game.illegal for game in games)
    assert all(reward in (-1, 0, 1) for reward in rewards)
    assert asked[0] == 3
