"""Bridges to what others use to train and judge players; each loads its library alone.

pettingzoo.py   our games as environments of PettingZoo (extra `rl`)
gymnasium.py    our games against our players as environments of Gymnasium (extra `rl`)
"""
