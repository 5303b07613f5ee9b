# The problem of a Poisson solver in the structures of the C interface.
from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple

import numpy as np

from tobiuo import _arrays
from tobiuo._handles import Owner
from tobiuo._library import (
    CONDITIONS, LOCATIONS, OPERATORS, PRECISIONS, Axis, PoissonProblem, Wall, number
)  # fmt: skip
from tobiuo._plan import expect

Sides = Tuple[Tuple[str, str], ...]


def per_axis(given: Any, count: int, name: str) -> List[Any]:
    """One entry for each axis, of one for all, or of a sequence of them; of a single axis the entry
    itself will do, too."""
    if not isinstance(given, (list, tuple, np.ndarray)) or isinstance(given, np.ndarray) and (
        given.ndim == 0
    ):
        return [given] * count
    if count == 1 and len(given) != 1:
        return [given]
    if len(given) != count:
        raise ValueError(f"{name} has {len(given)} entries for {count} axes: give one for each")
    return list(given)


def key_of(spacings: Sequence[Any]) -> Tuple[Any, ...]:
    """Spacings as a part of a dictionary's key."""
    return tuple(np.asarray(s, dtype=np.float64).tobytes() for s in spacings)


def sides_of(boundary: Any, count: int) -> Sides:
    """The conditions at both ends of each axis; raises ValueError for what is none."""
    if isinstance(boundary, str):
        boundary = [boundary] * count
    found = []
    for sides in per_axis(boundary, count, "boundary"):
        pair = (sides, sides) if isinstance(sides, str) else tuple(sides)
        if len(pair) != 2:
            raise ValueError(
                f"boundary has {sides!r} for an axis: it is a word, or a pair (lower, upper)"
            )
        for word in pair:
            number(word, CONDITIONS, "boundary")
        found.append(pair)
    return tuple(found)


def problem_of(
    shape: Tuple[int, ...],
    spacings: Sequence[Any],
    sides: Sides,
    operator: str,
    location: str,
    lambda_: float,
    precision: str,
) -> Tuple[PoissonProblem, List[np.ndarray]]:
    """The structure, and the arrays of nodes that it points at."""
    if not 1 <= len(shape) <= 3:
        raise ValueError(f"the shape {shape} has {len(shape)} axes: solvers take 1 to 3")
    problem = PoissonProblem()
    problem.lambda_ = float(lambda_)
    problem.location = number(location, LOCATIONS, "location")
    problem.op = number(operator, OPERATORS, "operator")
    problem.precision = number(precision, PRECISIONS, "precision")
    kept: List[np.ndarray] = []
    for absent in range(len(shape), 3):
        problem.axes[absent] = Axis(cells=1, upper=1.0)
    for at, (count, spacing, pair) in enumerate(zip(shape, spacings, sides)):
        axis = problem.axes[len(shape) - 1 - at]
        axis.cells = _cells_of(count, pair, location)
        axis.lower_condition, axis.upper_condition = (CONDITIONS[word] for word in pair)
        nodes = np.array(spacing, dtype=np.float64, order="C")
        if nodes.ndim == 0:
            axis.upper = float(spacing) * axis.cells
        elif nodes.ndim == 1 and len(nodes) == axis.cells + 1:
            kept.append(nodes)
            axis.lower, axis.upper = nodes[0], nodes[-1]
            axis.nodes, axis.node_count = nodes.ctypes.data, len(nodes)
        else:
            raise ValueError(
                f"spacing has an array of the shape {nodes.shape} for axis {at}, whose "
                f"{axis.cells} cells have {axis.cells + 1} nodes: give one number, or the nodes"
            )
    return problem, kept


def _cells_of(unknowns: int, sides: Tuple[str, str], location: str) -> int:
    """Between walls there is one node more than cells; a Dirichlet wall holds one of them."""
    if location == "cell" or "periodic" in sides:
        return unknowns
    return unknowns - 1 + sides.count("dirichlet")


def arrays_of_walls(
    walls: Optional[Sequence[Any]], sides: Sides, shape: Tuple[int, ...], dtype: str, owner: Owner
) -> Tuple[Any, List[Any]]:
    """The six walls of the C interface, or None, and the arrays that they point at."""
    kept: List[Any] = []
    if walls is None:
        return None, kept
    made = (Wall * 6)()
    for at, pair in enumerate(per_axis(walls, len(shape), "walls")):
        if pair is None:
            continue
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise ValueError(f"walls has {pair!r} for axis {at}: give a pair (lower, upper)")
        across = shape[:at] + shape[at + 1 :]
        for end, value in enumerate(pair):
            if value is None:
                continue
            if sides[at][end] == "periodic":
                raise ValueError(f"axis {at} is periodic: it has no walls")
            wall = made[2 * (len(shape) - 1 - at) + end]
            if isinstance(value, (int, float, np.integer, np.floating)):
                wall.constant = float(value)
                continue
            view = _arrays.view(value)
            expect(view, across, dtype, owner, f"the array of a wall of axis {at}")
            wall.values = view.address
            wall.count = int(np.prod(across, dtype=np.int64))
            kept.append(value)
    return made, kept
