# SPDX-License-Identifier: BSD-3-Clause
# Bodies in Poisson problems and obstacles in flows, by masks and level sets.
import copy
import pickle

import numpy as np
import pytest

from tobiuo import flow, poisson


def places(n):
    x = (np.arange(n) + 0.5) / n
    return np.meshgrid(x, x, x, indexing="ij")


def test_a_conductor_holds_its_value_and_the_potential_falls_towards_the_walls():
    z, y, x = places(24)
    level = np.sqrt((x - 0.5) ** 2 + (y - 0.5) ** 2 + (z - 0.5) ** 2) - 0.2
    solver = poisson.Solver((24, 24, 24), 1 / 24, "dirichlet", bodies=[poisson.Body(level, 1.0)])
    u = solver.solve(np.zeros((24, 24, 24)))
    use = solver.body_use()
    assert 3 < use.solves < 60 and 0 < use.residual < 1e-8
    assert np.all(u[level < 0] == 1.0)
    assert np.all((u > 0) & (u <= 1.0 + 1e-7))
    assert np.allclose(u, u.transpose(2, 1, 0), atol=1e-8)
    again = pickle.loads(pickle.dumps(solver)).solve(np.zeros((24, 24, 24)))
    assert np.array_equal(again, u)
    assert "around bodies" in solver.describe()


def test_conductors_hold_the_constant_that_a_periodic_box_leaves_free():
    shape = (1, 1, 12)
    plates = np.zeros((2, *shape), dtype=bool)
    plates[0, :, :, 2:4] = plates[1, :, :, 8:10] = True
    solver = poisson.Solver(shape, 0.5, bodies=[poisson.Body(plates[0], 3.0),
                                                poisson.Body(plates[1], 4.0)])
    u = solver.solve(np.zeros(shape))[0, 0]
    between = 3.0 + (np.arange(4) + 0.5) / 4.0
    assert np.allclose(u[4:8], between, atol=1e-6)
    assert np.allclose(np.roll(u, 2)[:4], between[::-1], atol=1e-6)


def test_a_closed_body_lets_nothing_through():
    shape = (1, 8, 12)
    inside = np.zeros(shape, dtype=bool)
    inside[:, :, 6:8] = True  # a wall across x
    solver = poisson.Solver(shape, 0.5, ("periodic", "periodic", "dirichlet"),
                            bodies=[poisson.Body(inside)])
    u = solver.solve(np.zeros(shape), walls=(None, None, (2.0, 5.0)))
    assert np.allclose(u[:, :, :6], 2.0, atol=1e-6)
    assert np.allclose(u[:, :, 8:], 5.0, atol=1e-6)
    assert np.all(u[inside] == 0.0)


@pytest.mark.parametrize("method", ["forcing", "closed"])
def test_an_obstacle_is_dragged_by_the_flow(method):
    n = 16
    z, y, x = places(n)
    ball = np.sqrt((x - 0.5) ** 2 + (y - 0.5) ** 2 + (z - 0.5) ** 2) - 0.2
    solver = flow.Solver((n, n, n), 1 / n, viscosity=0.05,
                         obstacles=[flow.Obstacle(ball, method=method)])
    one, none = np.ones((n, n, n)), np.zeros((n, n, n))
    solver.start(one, none, none)
    solver.step(0.002, 5)
    before = solver.velocity()[0].sum() / n**3
    solver.step(0.002)
    after = solver.velocity()[0].sum() / n**3
    (force,) = solver.obstacle_forces()
    assert force.force[0] == pytest.approx((before - after) / 0.002, abs=1e-8)
    assert force.force[0] > 0.1 and abs(force.force[1]) < 1e-4
    use = solver.closing_use()
    if method == "closed":
        assert 0 < force.pressure[0] < force.force[0]
        assert use.projections > 6 and use.residual < 1e-6
    else:
        assert force.pressure == (0.0, 0.0, 0.0)
        assert use.projections == 0
    other = copy.copy(solver)
    other.step(0.002)
    solver.step(0.002)
    assert np.array_equal(other.velocity()[0], solver.velocity()[0])


def test_a_body_that_spins_takes_the_fluid_with_it():
    n = 24
    x = (np.arange(n) + 0.5) / n
    y, x = np.meshgrid(x, x, indexing="ij")
    solver = flow.Solver((n, n), 1 / n, "no-slip", viscosity=0.1, obstacles=[
        flow.Obstacle(np.hypot(x - 0.5, y - 0.5) - 0.2, spin=(0, 0, 2), centre=(0.5, 0.5))])
    zero = np.zeros((n, n))
    solver.start(zero, zero, zero)
    solver.step(0.001, 200)
    (force,) = solver.obstacle_forces()
    assert force.torque[2] < -0.05
    u, v, _ = solver.velocity()
    assert v[n // 2, int(0.8 * n)] > 0.01


def test_a_body_that_moves_is_where_it_was_put():
    n = 32
    x = (np.arange(n) + 0.5) / n
    y, x = np.meshgrid(x, x, indexing="ij")

    def disc(time):
        return flow.Obstacle(np.hypot(x - 0.4 - time, y - 0.5) - 0.15, velocity=(1, 0))

    solver = flow.Solver((n, n), 1 / n, viscosity=0.01, obstacles=[disc(0.0)])
    zero = np.zeros((n, n))
    solver.start(zero, zero, zero)
    for step in range(1, 11):
        solver.set_obstacles([disc(0.01 * step)])
        solver.step(0.01)
    u, _, _ = solver.velocity()
    inside = np.hypot(x + 0.5 / n - 0.5, y - 0.5) < 0.12
    assert np.allclose(u[inside], 1.0, atol=0.1)
    assert solver.obstacle_forces()[0].force[0] < -0.05
    other = copy.copy(solver)
    for one in (solver, other):
        one.set_obstacles([disc(0.11)])
        one.step(0.01)
    assert np.array_equal(other.velocity()[0], solver.velocity()[0])
    with pytest.raises(ValueError, match="not those of the problem"):
        solver.set_obstacles([])


def test_what_is_no_body_is_refused():
    right = np.zeros((4, 4, 4), dtype=bool)
    with pytest.raises(ValueError, match="has the shape"):
        poisson.Solver((4, 4, 4), 1.0, bodies=[poisson.Body(right[1:])])
    with pytest.raises(TypeError, match="give a Body"):
        poisson.Solver((4, 4, 4), 1.0, bodies=[right])
    with pytest.raises(TypeError, match="true inside"):
        poisson.Solver((4, 4, 4), 1.0, bodies=[poisson.Body(right.astype(complex))])
    with pytest.raises(ValueError, match="host_arrays"):
        poisson.Solver((4, 4, 4), 1.0, bodies=[poisson.Body(right)], host_arrays=True)
    solver = poisson.Solver((4, 4, 4), 1.0, bodies=[poisson.Body(right)])
    f = np.zeros((4, 4, 4))
    with pytest.raises(ValueError, match="the same array"):
        solver.solve(f, f)
    with pytest.raises(TypeError, match="give an Obstacle"):
        flow.Solver((4, 4, 4), 1.0, viscosity=1.0, obstacles=[right])
    with pytest.raises(ValueError, match="method"):
        flow.Solver((4, 4, 4), 1.0, viscosity=1.0, obstacles=[flow.Obstacle(right, method="no")])
    with pytest.raises(ValueError, match="tolerance of closed obstacles"):
        flow.Solver((4, 4, 4), 1.0, viscosity=1.0, closed_tolerance=2.0,
                    obstacles=[flow.Obstacle(right, method="closed")])
