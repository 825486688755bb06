"""Why a move is good or bad: facts that are proved, then the sentences that say them."""
