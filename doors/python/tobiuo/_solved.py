# SPDX-License-Identifier: BSD-3-Clause
# Poisson solves that a module records: what walls, lambda and spacings do to u, in the module's own
# functions.
from __future__ import annotations

from typing import Any, Callable, List, NamedTuple, Optional, Sequence, Tuple

import numpy as np

from tobiuo._box import lambdas_of, per_axis, plain_rho, sides_of
from tobiuo._given import real, whole
from tobiuo._linear import Solve, takes_slope, widths_along


class Asked(NamedTuple):
    """The arguments of poisson.solve."""

    spacing: Any
    boundary: Any
    walls: Any
    operator: str
    location: str
    lambda_: Any
    threads: int
    axes: Optional[int]
    rho: Any
    plain: Callable[..., Any]  # poisson.plain_solve


def solved(f: Any, asked: Asked, server: Any) -> Any:
    """The solution for what a module records, by its ``server``. Raises ValueError for what has no
    gradient."""
    ops = server.ops
    f = server.adopted(f)
    count = axes_of(len(f.shape), asked.axes)
    sides = sides_of(asked.boundary, count)
    spacings = _spacings_of(asked.spacing, count, ops)
    walls = None if asked.walls is None else per_axis(asked.walls, count, "walls")
    _refuse(sides, walls, asked.operator, asked.rho)
    operation = Solve(
        tuple(_plain_spacing(spacing, ops) for spacing in spacings), sides, asked.operator,
        asked.location, _plain_lambda(asked.lambda_, tuple(f.shape[: len(f.shape) - count]), ops),
        whole(asked.threads, "threads"), rho=plain_rho(asked.rho),
    )  # fmt: skip
    lambda_ = asked.lambda_ if ops.is_recorded(asked.lambda_) else None
    if lambda_ is not None and any("open" in pair for pair in sides):
        raise ValueError(
            "lambda_ is recorded for gradients beside an open end, and has none there (what lies "
            "beyond depends on it, too): give a number, or use walls"
        )
    free = lambda_ is not None and operation.lambda_ == 0 and all(
        end in ("periodic", "neumann") for pair in sides for end in pair
    )
    if free:
        raise ValueError(
            "lambda_ is 0 where a constant is free, and u is not smooth in it there: give another "
            "number, or no tensor"
        )
    parameters = [spacing if ops.is_recorded(spacing) else None for spacing in spacings]
    _refuse_spacings(parameters, operation)
    beside, plain_walls = f, None
    if walls is not None:
        beside, plain_walls = _with_walls(f, walls, operation, spacings, server)

    def compute() -> Any:  # the bits of a call that is not recorded
        return asked.plain(
            ops.plain(f), operation.spacings, sides, walls=plain_walls, operator=asked.operator,
            location=asked.location, lambda_=operation.lambda_, threads=asked.threads,
            axes=asked.axes, rho=operation.rho,
        )  # fmt: skip

    return server.solved(
        beside, operation, None if walls is None else compute, lambda_, parameters
    )


def _spacings_of(given: Any, count: int, ops: Any) -> List[Any]:
    """One entry for each axis; an array with one number for each will do."""
    if ops.is_array(given) and len(given.shape) == 1 and given.shape[0] == count and count > 1:
        return [given[axis] for axis in range(count)]
    return per_axis(given, count, "spacing")


def _plain_spacing(spacing: Any, ops: Any) -> Any:
    """A number, or a tuple of nodes."""
    if isinstance(spacing, (int, float)):
        return float(spacing)
    if ops.is_array(spacing):
        if len(spacing.shape) == 0:
            return _number(spacing, "spacing", ops)
        spacing = ops.host(spacing)
    nodes = np.asarray(spacing, dtype=np.float64)
    return float(nodes) if nodes.ndim == 0 else tuple(nodes.tolist())


def axes_of(given: int, axes: Optional[int]) -> int:
    """How many axes of arrays that have ``given`` ones belong to a problem."""
    count = given if axes is None else whole(axes, "axes")
    if not 1 <= count <= 3:
        raise ValueError(
            f"f has {count} axes of a problem: solvers take 1 to 3, and axes=... makes those before "
            "the last ones a batch"
        )
    if count > given:
        raise ValueError(f"axes is {count}, and f has {given}: give it as many or fewer")
    return count


def _plain_lambda(value: Any, batch: Tuple[int, ...], ops: Any) -> Any:
    """A number, or tuples of one for each problem of a batch. Raises ValueError."""
    if ops.is_recorded(value) and len(value.shape) != 0:
        raise ValueError(
            "lambda_ has several numbers and requires gradients, which there are for one: pass "
            "lambda_.detach(), or solve for each of them"
        )
    if not batch or np.ndim(value) == 0:
        return _number(value, "lambda_", ops)
    found = lambdas_of(ops.host(value) if ops.is_array(value) else value, batch)
    return _tuples(found.tolist())  # type: ignore[union-attr]


def _tuples(given: Any) -> Any:
    return tuple(map(_tuples, given)) if isinstance(given, list) else given


def _number(value: Any, name: str, ops: Any) -> float:
    return ops.number(value, name) if ops.is_array(value) else real(value, name)


def _refuse(sides: Any, walls: Any, operator: str, rho: Any) -> None:
    has_ends = any(end != "periodic" for pair in sides for end in pair)
    if operator == "fourth-order" and has_ends:
        raise ValueError(
            "operator is 'fourth-order' beside walls, and has no gradient (what it adds to f there "
            "is not symmetric): take 'second-order' or 'spectral', or detach what requires it"
        )
    given = walls is not None and any(
        value is not None and not (isinstance(value, (int, float)) and value == 0)
        for pair in walls if pair is not None for value in pair
    )  # fmt: skip
    if operator == "spectral" and given:
        raise ValueError(
            "operator is 'spectral' with values at walls, and has no gradient (they are solved for "
            "with the fourth-order operator): take 'second-order', or walls at zero"
        )
    if rho is not None and given:
        raise ValueError(
            "rho is given with values at walls, and has no gradient (they weigh on u by rho there): "
            "take walls at zero, or detach what requires it"
        )


def _refuse_spacings(parameters: Sequence[Any], operation: Solve) -> None:
    for axis, spacing in enumerate(parameters):
        if spacing is None:
            continue
        if len(spacing.shape) != 0:
            raise ValueError(
                "spacing has nodes in a tensor that requires gradients, which there are for the "
                "width of equal cells only: pass nodes.detach()"
            )
        others = any(
            end == "open" or not isinstance(end, str) for pair in operation.sides for end in pair
        )
        if operation.operator == "spectral" or operation.rho is not None or others:
            raise ValueError(
                "spacing requires gradients, which there are for 'second-order' without open ends, "
                "Robin ends and rho and for 'fourth-order' only: pass spacing.detach()"
            )


def _with_walls(
    f: Any, walls: Sequence[Any], operation: Solve, spacings: Sequence[Any], server: Any
) -> Tuple[Any, Any]:
    """f less what walls add to the rows beside them, and the walls without what is recorded."""
    ops, plain = server.ops, []
    first = len(f.shape) - len(operation.sides)
    for axis, pair in enumerate(walls):
        if pair is None:
            plain.append(None)
            continue
        if not isinstance(pair, (list, tuple)) or len(pair) != 2:
            raise ValueError(f"walls has {pair!r} for axis {axis}: give a pair (lower, upper)")
        ends: List[Any] = []
        for end, value in zip((0, -1), pair):
            if value is None:
                ends.append(None)
                continue
            if operation.sides[axis][end] in ("periodic", "open"):
                word = operation.sides[axis][end]
                raise ValueError(f"axis {axis} is {word} there: it has no wall")
            across = tuple(f.shape[: first + axis]) + tuple(f.shape[first + axis + 1 :])
            if ops.is_array(value):
                server.expect_place(value, f, f"the wall of axis {axis}")
                if tuple(value.shape) not in ((), across):
                    raise ValueError(
                        f"the array of a wall of axis {axis} has the shape {tuple(value.shape)}, "
                        f"but {across} is needed"
                    )
                value = ops.like(value, f)
                ends.append(ops.plain(value) + ops.zeros(across, f))
            else:
                value = real(value, "a wall")
                ends.append(value)
            coupling = _coupling(operation, axis, end, spacings[axis])
            row = _row(f, first + axis, end) - value * coupling
            f = ops.with_row(f, first + axis, end, row)
        plain.append(tuple(ends))
    return f, plain


def _coupling(operation: Solve, axis: int, end: int, spacing: Any) -> Any:
    """What the value at a wall is multiplied by in the row beside it; a number, or an array where
    the spacing is one. With the width w of what the row stands for, and the distance d of its value
    from the wall, that is 1 / (w d), 1 / w of a slope, and 1 / (w (a d + b)) at a Robin end."""
    condition = operation.sides[axis][end]
    on_cells = operation.location == "cell"
    nodes = operation.spacings[axis]
    if isinstance(nodes, tuple):
        width = widths_along(nodes, operation.sides[axis], operation.location)[end]
        step = abs(nodes[1] - nodes[0] if end == 0 else nodes[-1] - nodes[-2])
    else:
        width = spacing * (0.5 if takes_slope(condition) and not on_cells else 1.0)
        step = spacing
    distance = 0.5 * step if on_cells else 0.0 if takes_slope(condition) else step
    if condition == "neumann":
        return 1 / width
    if takes_slope(condition):
        _, a, b = condition
        return 1 / (width * (a * distance + b))
    return 1 / (width * distance)


def by_parameters(
    by_f: Any, u: Any, operation: Solve, lambda_: Any, spacings: Sequence[Any], ops: Any
) -> List[Any]:
    """The gradients by lambda and by the spacings, None for those that are None, from that by f and
    the solution: with A u = f, minus the product of by_f with dA/dp u."""
    found: List[Any] = [None if lambda_ is None else ops.like(-(by_f * u).sum(), lambda_)]
    for axis, spacing in enumerate(spacings):
        if spacing is None:
            found.append(None)
            continue
        width = ops.like(spacing, u)
        second = second_difference(u, operation, axis, ops)
        found.append(ops.like(2 / width**3 * (by_f * second).sum(), spacing))
    return found


def second_difference(u: Any, operation: Solve, axis: int, ops: Any) -> Any:
    """The second difference along an axis of equal cells of width 1, walls at zero; its transpose
    in a solve that is weighted."""
    sides = operation.sides[axis]
    axis += len(u.shape) - len(operation.sides)
    if operation.operator == "fourth-order":
        near = ops.roll(u, 1, axis) + ops.roll(u, -1, axis)
        far = ops.roll(u, 2, axis) + ops.roll(u, -2, axis)
        return (16 * near - far - 30 * u) / 12
    halves = [end for end in (0, -1) if operation.location == "node" and sides[end] == "neumann"]
    if operation.weighted:  # W A / W instead of A, where A is 1 / W times what is symmetric
        for end in halves:
            u = ops.with_row(u, axis, end, 2 * _row(u, axis, end))
    first, last = _part(u, axis, slice(0, 1)), _part(u, axis, slice(-1, None))
    inner = _part(u, axis, slice(1, None)) - _part(u, axis, slice(0, -1))
    factor = 2.0 if operation.location == "cell" else 1.0
    below = {"periodic": first - last, "dirichlet": factor * first, "neumann": 0 * first}[sides[0]]
    above = {"periodic": first - last, "dirichlet": -factor * last, "neumann": 0 * last}[sides[1]]
    slopes = ops.cat([below, inner, above], axis)
    found = _part(slopes, axis, slice(1, None)) - _part(slopes, axis, slice(0, -1))
    if not operation.weighted:
        for end in halves:
            found = ops.with_row(found, axis, end, 2 * _row(found, axis, end))
    return found


def _part(array: Any, axis: int, part: Any) -> Any:
    return array[(slice(None),) * axis + (part,)]


def _row(array: Any, axis: int, end: int) -> Any:
    return _part(array, axis, end)


def operation_of_lists(
    spacings: Sequence[float], nodes: Sequence[int], sides: str, operator: str, location: str,
    lambda_: float, threads: int,
) -> Solve:  # fmt: skip
    """The operation of lists of plain data: ``nodes`` has for each axis how many of ``spacings``
    are its nodes, 0 for one number."""
    found: List[Any] = []
    rest = list(spacings)
    for count in nodes:
        found.append(tuple(rest[:count]) if count else rest[0])
        del rest[: max(count, 1)]
    words = sides.split()
    pairs = tuple(zip(words[::2], words[1::2]))
    _refuse(pairs, None, operator, None)
    return Solve(tuple(found), pairs, operator, location, lambda_, threads)


def simple_lists_of(asked: Asked, count: int) -> Optional[Tuple[Any, ...]]:
    """What ``operation_of_lists`` takes for a solve of ``count`` axes without walls and rho, all
    cells equal, by nothing that a compiler would stumble over; None for other solves."""
    spacings, sides = asked.spacing, asked.boundary
    if isinstance(spacings, float):
        spacings = [spacings] * count
    if isinstance(sides, str):
        sides = [sides] * count
    elif count == 1 and len(sides) != 1:
        sides = [sides]
    is_simple = isinstance(spacings, (list, tuple)) and isinstance(asked.lambda_, (int, float))
    if asked.walls is not None or asked.rho is not None or not is_simple:
        return None
    if len(spacings) != count or len(sides) != count:
        return None
    words = []
    for pair in sides:
        words += [pair, pair] if isinstance(pair, str) else list(pair)
    for word in words:
        if not isinstance(word, str):
            return None
    for spacing in spacings:
        if not isinstance(spacing, float):
            return None
    return (list(spacings), [0] * count, " ".join(words), asked.operator, asked.location,
            float(asked.lambda_), asked.threads)  # fmt: skip


def lists_of(operation: Solve) -> Optional[Tuple[Any, ...]]:
    """What ``operation_of_lists`` takes; None for a solve with Robin ends, rho or several
    lambdas."""
    is_robin = any(not isinstance(end, str) for pair in operation.sides for end in pair)
    if is_robin or operation.rho is not None or isinstance(operation.lambda_, tuple):
        return None
    spacings: List[float] = []
    nodes: List[int] = []
    for spacing in operation.spacings:
        is_number = not isinstance(spacing, tuple)
        spacings += [spacing] if is_number else list(spacing)
        nodes.append(0 if is_number else len(spacing))
    sides = " ".join(word for pair in operation.sides for word in pair)
    return (spacings, nodes, sides, operation.operator, operation.location, operation.lambda_,
            operation.threads)  # fmt: skip
