"""Windows of searches: random ones, and what a score found in one promises of the true score."""

from hypothesis import strategies as st

from noughts.value import INFINITY


def keeps_the_contract(score: int, true: int, alpha: int, beta: int) -> bool:
    if score <= alpha:
        return true <= score
    if score >= beta:
        return true >= score
    return true == score


def bounds(base: int) -> st.SearchStrategy[int]:
    """Ends of windows: near the scores of wins and losses, near a draw, and wide open."""
    near = st.integers(-12, 12)
    return st.one_of(
        near,
        near.map(lambda n: base + n),
        near.map(lambda n: n - base),
        st.sampled_from((-INFINITY, INFINITY)),
    )


def windows(base: int) -> st.SearchStrategy[tuple[int, int]]:
    return (
        st.tuples(bounds(base), bounds(base))
        .map(lambda ends: (min(ends), max(ends)))
        .filter(lambda ends: ends[0] < ends[1])
    )
