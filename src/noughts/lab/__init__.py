"""For researchers and agents: judges, games in words, bridges to other libraries.

The bridges, `pettingzoo.py`, `gymnasium.py` and `openspiel.py`, are each loaded on their own, and
so is the SDK of `mcp.py`.
"""
