"""Our environments beside PettingZoo's own and OpenSpiel's: equal games, and steps a second."""

import random
import warnings
from collections.abc import Callable
from itertools import count
from typing import Any

from benchmarks.report import Bar, Figure, Section
from benchmarks.timing import best_of

ROUNDS = 3
# Games compared, and games played for the time.
COMPARED, TIMED = 10_000, 100
# The share of PettingZoo's steps a second that ours should make at least.
SHARE = 0.25
# Games side by side, steps of each; the nodes for a value, where not all can be found; and the
# share of OpenSpiel's plies a second that ours with values should make.
SIDE_BY_SIDE, STEPS, NODES, VECTOR_SHARE = 64, 100, 2_000, 0.5
# Of a hundred actions, one is illegal.
ILLEGAL = 0.01


def theirs(spec: str) -> Any:
    """PettingZoo's own environment of tic-tac-toe or Connect Four."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of how they are imported, and of what pygame imports
        from pettingzoo.classic import connect_four_v3, tictactoe_v3
        from pettingzoo.utils.env_logger import EnvLogger
    EnvLogger.suppress_output()  # it warns of every illegal action
    return {"tictactoe": tictactoe_v3, "connectfour": connect_four_v3}[spec].env()


def differences(ours: Any, theirs: Any, games: int, seed: int) -> list[str]:
    """What the two environments show otherwise in random games, with illegal actions among them."""
    chance, found = random.Random(seed), []
    for agent in theirs.possible_agents:
        if ours.observation_space(agent) != theirs.observation_space(agent):
            found.append(f"the observation space of {agent}")
        if ours.action_space(agent) != theirs.action_space(agent):
            found.append(f"the action space of {agent}")
    for game in range(games):
        ours.reset()
        theirs.reset()
        while theirs.agents and not found:
            found += [f"game {game}: {name}" for name in _different(ours, theirs)]
            action = _action(theirs, chance)
            ours.step(action)
            theirs.step(action)
        if found or ours.agents:
            return [*found, "who is left"]
    return found


def _action(environment: Any, chance: random.Random) -> int | None:
    """A random action; None for an agent whose game is over."""
    observation, _, terminated, truncated, _ = environment.last()
    if terminated or truncated:
        return None
    wanted = 0 if chance.random() < ILLEGAL else 1
    mask = observation["action_mask"]
    actions = [action for action in range(len(mask)) if mask[action] == wanted]
    return chance.choice(actions or [0])


def _different(ours: Any, theirs: Any) -> list[str]:
    """The names of what differs now."""
    names = ("agents", "agent_selection", "rewards", "terminations", "truncations")
    found = [name for name in names if getattr(ours, name) != getattr(theirs, name)]
    if ours.last()[1:4] != theirs.last()[1:4]:
        found.append("last")
    for agent in theirs.agents:
        seen, expected = ours.observe(agent), theirs.observe(agent)
        found += [
            f"{key} of {agent}"
            for key, array in expected.items()
            if (seen[key].dtype, seen[key].shape) != (array.dtype, array.shape)
            or seen[key].tobytes() != array.tobytes()
        ]
    return found


def playing(environment: Any, games: int) -> Callable[[], None]:
    """Plays random games, the same each time."""

    def play() -> None:
        chance = random.Random(1)
        for _ in range(games):
            environment.reset()
            for _ in environment.agent_iter():
                observation, _, terminated, truncated, _ = environment.last()
                over = terminated or truncated
                legal = observation["action_mask"].nonzero()[0]
                environment.step(None if over else int(legal[int(chance.random() * len(legal))]))

    return play


def measure(rounds: int = ROUNDS) -> Section:
    """Compare 10,000 games, and time the steps."""
    from noughts.lab.pettingzoo import env

    figures, bars = [], []
    for spec in ("tictactoe", "connectfour"):
        found = differences(env(spec), theirs(spec), COMPARED, seed=2)
        tasks = {"ours": playing(env(spec), TIMED), "theirs": playing(theirs(spec), TIMED)}
        times = best_of(rounds, tasks)
        ratio = times["theirs"] / times["ours"]
        note = f"differences in {COMPARED:,} random games: {', '.join(found) or 'none'}"
        figures += [
            Figure(f"{spec}, PettingZoo's", times["theirs"], 1),
            Figure(f"{spec}, ours", times["ours"], ratio, note),
        ]
        bars.append(Bar(f"{spec}, PettingZoo's steps a second", SHARE, ratio))
    title = f"{TIMED} games in environments, ours and PettingZoo's own"
    return Section(title, "PettingZoo's", figures, bars)


def many_of_ours(spec: str, values: bool, plies: bool = False) -> Callable[[], None]:
    """Steps of many games side by side; a step is a ply of the agent and one of the opponent."""
    from noughts import find_game
    from noughts.lab.gymnasium import OpponentVectorEnv
    from noughts.solving.api import solver_for
    from noughts.solving.solver import Solver

    solver = solver_for(find_game(spec), budget=NODES) if values else None
    games = OpponentVectorEnv(spec, SIDE_BY_SIDE, opponent="random", solver=solver, plies=plies)
    seeds = count(1)

    def play() -> None:
        chance = random.Random(seed := next(seeds))
        seen, _ = games.reset(seed=seed)
        for _ in range(STEPS):
            masks = seen["action_mask"].tolist()
            legal = [[move for move, fits in enumerate(mask) if fits] or [0] for mask in masks]
            seen, *_ = games.step([chance.choice(moves) for moves in legal])

    if isinstance(solver, Solver):  # compile the search of many positions, which takes seconds once
        solver.scores([one.game.start() for one in games.games] * STEPS, plies=plies)
    play()  # values are kept: what comes often in training is found once
    return play


def many_of_openspiels(name: str) -> Callable[[], None]:
    """As many plies of OpenSpiel's vector form, which has no values."""
    from open_spiel.python.rl_agent import StepOutput
    from open_spiel.python.rl_environment import Environment
    from open_spiel.python.vector_env import SyncVectorEnv

    games = SyncVectorEnv([Environment(name) for _ in range(SIDE_BY_SIDE)])

    def play() -> None:
        chance = random.Random(1)
        seen = games.reset()
        for _ in range(2 * STEPS):
            told = [one.observations for one in seen]
            legal = [one["legal_actions"][one["current_player"]] for one in told]
            actions = [StepOutput(action=chance.choice(moves), probs=None) for moves in legal]
            seen, *_ = games.step(actions, reset_if_done=True)

    return play


def vectors(rounds: int = ROUNDS) -> Section:
    """Time games side by side: ours with values, OpenSpiel's without."""
    figures, bars = [], []
    for spec, name in (("tictactoe", "tic_tac_toe"), ("connectfour", "connect_four")):
        tasks = {"ours": many_of_ours(spec, True), "bare": many_of_ours(spec, False),
                 "plies": many_of_ours(spec, True, plies=True),
                 "theirs": many_of_openspiels(name)}  # fmt: skip
        times = best_of(rounds, tasks)
        ratio = times["theirs"] / times["ours"]
        figures += [
            Figure(f"{name}, OpenSpiel's, without values", times["theirs"], 1),
            Figure(f"{spec}, ours with values", times["ours"], ratio),
            Figure(
                f"{spec}, ours with values and plies",
                times["plies"],
                times["theirs"] / times["plies"],
            ),
            Figure(f"{spec}, ours without", times["bare"], times["theirs"] / times["bare"]),
        ]
        bars.append(Bar(f"{spec}, OpenSpiel's plies a second", VECTOR_SHARE, ratio))
    title = f"{2 * STEPS} plies of {SIDE_BY_SIDE} games side by side"
    return Section(title, "OpenSpiel's", figures, bars)
