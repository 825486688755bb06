"""Games in which both players may put either mark, such as wild tic-tac-toe."""
