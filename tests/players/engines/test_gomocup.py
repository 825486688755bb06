"""Gomocup's protocol as a dialogue: what a manager writes, and what it gets."""

from noughts.players.engines.gomocup import Gomocup
from noughts.players.engines.thinker import Thinker
from tests.each import each

# Four stones in a row at the left of a board of seven, which a fifth makes a win at 4,0.
FOUR = ("BOARD", "0,0,1", "0,1,2", "1,0,1", "1,1,2", "2,0,1", "2,1,2", "3,0,1", "3,1,2", "DONE")
QUICK = "INFO timeout_turn 100"


def dialogue(*lines, level="perfect"):
    """What the engine answers to these lines."""
    said = []
    engine = Gomocup(Thinker(level, seed=1), said.append)
    for line in lines:
        goes_on = engine.hear(line)
    assert goes_on == (lines[-1] != "END")
    engine.close()
    return said


def is_place(answer):
    column, row = map(int, answer.split(","))
    return 0 <= column < 7 and 0 <= row < 7


def test_a_game():
    said = dialogue("START 7", QUICK, "BEGIN", "TURN 0,0", "TURN 6,6", "END", level="greedy")
    assert said[0] == "OK"
    assert len(set(said[1:]) | {"0,0", "6,6"}) == 5
    assert all(map(is_place, said[1:]))


def test_the_first_stone_is_in_the_middle_by_any_rule():
    for rule in 0, 1, 4:
        assert dialogue("START 20", f"INFO rule {rule}", QUICK, "BEGIN") == ["OK", "10,10"]


def test_it_takes_the_win_and_then_the_game_is_over():
    assert dialogue("START 7", QUICK, *FOUR, "TURN 6,6") == [
        "OK", "4,0", "ERROR The game is over.",
    ]  # fmt: skip


def test_it_stops_the_opponents_five():
    lines = ("START 7", "BOARD", "1,6,1", "0,1,2", "6,0,1", "1,1,2", "6,6,1", "2,1,2", "3,1,2",
             "DONE")  # fmt: skip
    assert dialogue(*lines, level="greedy") == ["OK", "4,1"]


def test_a_longer_row_wins_only_where_the_rule_lets_it():
    # 0,0 to 3,0 and 5,0 are ours: 4,0 makes six in a row.
    six = ("START 7", "BOARD", "0,0,1", "0,6,2", "1,0,1", "2,6,2", "2,0,1", "4,6,2", "3,0,1",
           "6,6,2", "5,0,1", "6,4,2", "DONE")  # fmt: skip
    won = [*six, "TURN 0,5"]
    assert dialogue(*won, level="greedy") == ["OK", "4,0", "ERROR The game is over."]
    for exact in "INFO rule 1", "INFO rule 3":  # 2 is the bit of a game that goes on after it
        assert dialogue(exact, *won, level="greedy")[1:] != ["4,0", "ERROR The game is over."]


def test_stones_are_taken_back_and_the_board_is_cleared():
    said = dialogue("START 7", "TURN 3,3", "TAKEBACK 3,3", "TAKEBACK 3,3", "RESTART", "BEGIN",
                    level="greedy")  # fmt: skip
    assert said[0] == said[2] == said[4] == "OK"
    assert said[3] == "ERROR There is no stone on 3,3."
    assert is_place(said[1])
    assert is_place(said[5])


def test_a_wide_board():
    said = dialogue("RECTSTART 12,5", QUICK, "TURN 11,4", level="greedy")
    assert said[0] == "OK"
    assert len(said) == 2


def test_words_may_be_small_and_lines_may_end_with_a_return():
    assert dialogue("start 5\r\n", "restart\r\n", "", level="greedy") == ["OK", "OK"]


def test_it_says_who_it_is():
    [said] = dialogue("ABOUT")
    assert said.startswith('name="noughts", version="')


def test_what_is_told_for_information_gets_no_answer():
    keys = ("timeout_turn 500", "timeout_match 60000", "time_left 60000", "max_memory 0",
            "game_type 1", "rule 0", "rule 4", "rule 9", "folder /tmp", "evaluate 3,3",
            "timeout_turn soon", "time_left -20")  # fmt: skip
    assert dialogue(*(f"INFO {key}" for key in keys)) == []


@each(
    "lines, answer",
    [
        (["START 21"], "ERROR m=21, n=21, k=5: 441 cells; a board has at most 400."),
        (["START 4"], "ERROR m=4, n=4, k=5: no line on this board is 5 long"),
        (["INFO rule 8", "START 7"], "ERROR Rule 8 is not known"),
        (["START x"], "ERROR 'x' is not two whole numbers with a comma between."),
        (["RECTSTART 7"], "ERROR '7' is not two whole numbers"),
        (["RECTSTART 7,-7"], "ERROR '7,-7' is not two whole numbers"),
        (["BEGIN"], "ERROR There is no board: begin with START."),
        (["RESTART"], "ERROR There is no board: begin with START."),
        (["TURN 1,1"], "ERROR There is no board: begin with START."),
        (["BOARD"], "ERROR There is no board: begin with START."),
        (["DONE"], "UNKNOWN command DONE"),
        (["START 7", "TURN 7,0"], "ERROR 7,0 is not on the board of 7 columns and 7 rows."),
        (["START 7", "TURN 0,7"], "ERROR 0,7 is not on the board of 7 columns and 7 rows."),
        (["START 7", "TURN a,b"], "ERROR 'a,b' is not two whole numbers"),
        (["START 7", "TURN 1,1", "TURN 1,1"], "ERROR There is a stone on 1,1 already."),
        (["START 7", "TURN 1,1", "BEGIN"], "ERROR BEGIN needs an empty board"),
        (["START 7", "BOARD", "1,1,4", "DONE"], "ERROR '1,1,4' is not x,y,1 or x,y,2."),
        (["START 7", "BOARD", "1,1,1", "1,1,2", "DONE"], "ERROR There is a stone on 1,1 already."),
        (["START 7", "BOARD", "1,1,1", "DONE"], "ERROR It is not my turn with 1 stones of mine"),
        (["START 7", "BOARD", "1,1", "DONE"], "ERROR '1,1' is not x,y,1 or x,y,2."),
        (["START 7", "SWAP2BOARD", "1,1", "DONE"], "ERROR SWAP2BOARD has 0, 3 or 5 stones"),
    ],
)
def test_wrong_lines_get_a_sentence(lines, answer):
    assert dialogue(*lines, level="greedy")[-1].startswith(answer)


def test_a_wrong_board_leaves_an_empty_one():
    said = dialogue("START 7", "BOARD", "1,1,9", "DONE", "BEGIN", level="greedy")
    assert is_place(said[-1])


def test_time_is_left_for_the_rest_of_the_match():
    engine = Gomocup(Thinker(), print)
    for line in ("INFO timeout_turn 30000", "INFO timeout_match 180000", "INFO time_left 50000"):
        engine.hear(line)
    assert engine._seconds() == 5
    engine.hear("INFO timeout_turn 0")
    assert engine._seconds() == 0.1


def test_the_opening_of_swap2():
    """No stones: three are put. Three: a fourth one, or SWAP. A lost side is not kept."""
    opened = dialogue(QUICK, "START 15", "SWAP2BOARD", "DONE", level="greedy")[-1]
    assert opened == "7,7 8,7 9,9"
    three = opened.split(" ")

    def answer(*stones: str) -> str:
        return str(dialogue(QUICK, "START 15", "SWAP2BOARD", *stones, "DONE", level="greedy")[-1])

    assert answer(*three) == "SWAP" or answer(*three).replace(",", "").isdecimal()
    assert answer("7,7", "0,0", "7,8") == "SWAP"  # two stones in the middle against a corner
    assert answer("0,0", "7,7", "14,14").replace(",", "").isdecimal()  # a fourth stone
    assert answer("7,7", "0,0", "7,8", "14,14", "8,7") == "SWAP"


def test_yxboard_sets_stones_and_waits():
    lines = ["START 7", "YXBOARD", "1,1,1", "2,2,2", "DONE"]
    assert dialogue(*lines, level="greedy") == ["OK"]
    assert is_place(dialogue(*lines, "TURN 3,3", level="greedy")[-1])


def test_time_below_nothing_is_used_up():
    engine = Gomocup(Thinker(), print)
    for line in ("INFO timeout_match 180000", "INFO time_left -7"):
        engine.hear(line)
    assert engine._seconds() == 0.1


def test_the_freestyle_board_of_the_gomocup():
    assert dialogue(QUICK, "START 20", level="greedy") == ["OK"]
