"""Questions close in on any score, whatever the answers say beyond what was asked."""

from hypothesis import given
from hypothesis import strategies as st

from noughts.search.context import ScoreBounds
from noughts.value import BASE, INFINITY

LONGEST, QUICK = 42, 11
SCORES = st.one_of(
    st.just(0), st.integers(BASE - LONGEST, BASE), st.integers(-BASE, LONGEST - BASE)
)


@given(SCORES, st.data())
def test_truthful_answers_lead_to_the_score(true, data):
    """An answer above the number is a lower bound anywhere up to the score, and so below."""
    aim = ScoreBounds(-BASE, BASE)
    for _ in range(2 * LONGEST + 8):
        if aim.settled():
            break
        asked = aim.question(QUICK)
        assert aim.lower() <= asked < aim.upper()
        if true > asked:
            aim.learn(asked, data.draw(st.integers(asked + 1, true)))
        else:
            aim.learn(asked, data.draw(st.integers(true, asked)))
        assert aim.lower() <= true <= aim.upper()
    while not aim.settled():  # the answers may have said no more than they had to
        asked = aim.question(QUICK)
        aim.learn(asked, true)
    assert aim.lower() == aim.upper() == true


def test_first_it_asks_for_a_quick_win_a_quick_loss_a_win_and_a_loss():
    aim, asked = ScoreBounds(), []
    for _ in range(4):
        asked.append(aim.question(QUICK))
        aim.learn(asked[-1], 0)  # always: it is a draw as far as that question goes
        if aim.settled():
            break
    assert asked == [BASE - 12, 11 - BASE, 0, -1][: len(asked)]


def test_of_a_late_win_it_asks_whether_it_comes_sooner():
    aim = ScoreBounds(lower=BASE - 21)  # won in 21 plies at the latest
    assert aim.question(QUICK) == BASE - 12
    aim.learn(BASE - 12, BASE - 13)  # not in 11
    assert aim.question(QUICK) == BASE - 21


def test_a_copy_learns_for_itself_and_can_be_taken_in():
    aim = ScoreBounds()
    twin = aim.copy()
    twin.learn(twin.question(QUICK), 5)
    assert (aim.lower(), aim.upper()) == (-INFINITY, INFINITY)
    aim.take(twin)
    assert (aim.lower(), aim.upper()) == (-INFINITY, 5)
