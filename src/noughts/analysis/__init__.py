"""Analysis: values of moves, explanations, reviews, and comparison of searches."""
