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


# X marked a3 and O b2; each of these answers of models plays c1, whatever else it names.
PLAYS_C1 = (
    "The best move is c1, since it blocks a1 and c3.",
    "If I play a1, then O plays a2. I'll go with c1.",
    "I will place my X at c1 because after a1 the corner is gone.",
    "My move is c1 (opposite corner), not a1.",
    "c1\n\nThis takes the opposite corner, preventing a1 or c3.",
    "I should take c1 rather than a1",
    "I'd go for c1, keeping an eye on a1.",
    "move c1 since a1 is bad",
    "My choice: c1 over a1",
    "Going with c1 now; a1 next",
    "Okay, c1 it is. Later a1.",
    "Let's consider a1: bad. c3: bad. c1 is best.",
    "O threatens a1. I must block: c1",
    "I could play a1, but c1 is better.",
    "It gives me 2 threats and 2 in a row: c1",
    "c1 gives me 2 threats",
    "the bottom-right corner, which blocks the middle row",
    '{"row": 2, "column": 2, "why": "it blocks a1"}',
)


def test_the_move_that_an_answer_announces_counts_not_those_it_considers():
    game = find_game("tictactoe")
    at = game.parse("x2/1o1/3 x")
    found = {answer: game.name(move_in_answer(game, *at, answer)) for answer in PLAYS_C1}
    assert found == dict.fromkeys(PLAYS_C1, "c1")
    game = find_game("connectfour")
    answers = (
        "Column 5 gives me 3 in a row.",
        "I drop my 3rd disc into column 5.",
        "Move 4: 5",
        '{"column": 5, "reason": "makes 3"}',
        "I play 5, not 4, since 3 is full.",
    )
    found = {answer: game.name(move_in_answer(game, game.start(), 0, answer)) for answer in answers}
    assert found == dict.fromkeys(answers, "5")


@each(
    "answer, words",
    [
        ("b2", "Understood as b2"),
        ("", "No move was found"),
        ("I resign.", "No move was found"),
        ("row 1, column 1", "No move was found"),  # from above or from below?
        ("row=1 col=1", "No move was found"),
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
