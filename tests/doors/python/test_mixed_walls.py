# SPDX-License-Identifier: BSD-3-Clause
# Poisson problems whose walls change their kind over a face.
import pickle

import numpy as np
import pytest

from tobiuo import poisson

SHAPE = (12, 10, 8)


def half_of(axis):
    points = np.zeros(SHAPE[:axis] + SHAPE[axis + 1:], dtype=bool)
    points[: points.shape[0] // 2] = True
    return points


def test_a_wall_that_is_dirichlet_everywhere_is_a_dirichlet_wall():
    f = np.random.default_rng(3).standard_normal(SHAPE)
    for axis in range(3):
        boundary = ["periodic"] * 3
        boundary[axis] = ("neumann", "neumann")
        walls = [None] * 3
        walls[axis] = (0.4, 0.7)
        solver = poisson.Solver(
            SHAPE, 0.1, boundary, tolerance=1e-11,
            mixed_walls=[poisson.MixedWall(axis, "upper", np.ones_like(half_of(axis)))])
        u = solver.solve(f, walls=walls)
        boundary[axis] = ("neumann", "dirichlet")
        assert np.allclose(u, poisson.solve(f, 0.1, boundary, walls=walls), atol=1e-8)
        use = solver.mixed_use()
        assert 2 < use.solves < 40 and use.residual <= 1e-11


def test_a_wall_holds_values_on_one_part_and_slopes_on_the_other():
    points = half_of(1)
    values = np.where(points, 2.0, -0.5)
    solver = poisson.Solver(SHAPE, 0.1, ("periodic", "neumann", "periodic"), tolerance=1e-10,
                            mixed_walls=[poisson.MixedWall(1, "lower", points)])
    f = np.cos(np.arange(12 * 10 * 8.0)).reshape(SHAPE)
    u = solver.solve(f, walls=(None, (values, None), None))
    left = f * 0.01
    for axis in (0, 2):
        left -= np.roll(u, 1, axis) - 2 * u + np.roll(u, -1, axis)
    left[:, 1:] -= u[:, :-1] - u[:, 1:]
    left[:, :-1] -= u[:, 1:] - u[:, :-1]
    left[:, 0] -= np.where(points, 2 * (2.0 - u[:, 0]), -0.5 * 0.1)
    assert np.abs(left).max() < 1e-9
    again = pickle.loads(pickle.dumps(solver)).solve(f, walls=(None, (values, None), None))
    assert np.array_equal(again, u)
    assert "fluxes through mixed walls" in solver.describe()


def test_what_cannot_be_is_refused():
    wall = poisson.MixedWall(1, "upper", half_of(1))
    with pytest.raises(ValueError, match="the mixed upper wall across y is not Neumann's"):
        poisson.Solver(SHAPE, 0.1, "dirichlet", mixed_walls=[wall])
    with pytest.raises(ValueError, match="is_dirichlet has the shape"):
        poisson.Solver(SHAPE, 0.1, "neumann", mixed_walls=[poisson.MixedWall(0, "upper", half_of(1))])
    with pytest.raises(ValueError, match="name an axis of f"):
        poisson.Solver(SHAPE, 0.1, "neumann", mixed_walls=[poisson.MixedWall(3, "upper", half_of(1))])
    with pytest.raises(TypeError, match="give a MixedWall"):
        poisson.Solver(SHAPE, 0.1, "neumann", mixed_walls=[half_of(1)])
    with pytest.raises(ValueError, match="leave out comm, bodies"):
        poisson.Solver(SHAPE, 0.1, "neumann", mixed_walls=[wall], host_arrays=True)
