"""Bridges to libraries that train and evaluate players; each is loaded on its own.

pettingzoo.py   our games as environments of PettingZoo (extra `rl`)
gymnasium.py    our games against our players as environments of Gymnasium (extra `rl`)
"""
