# SPDX-License-Identifier: BSD-3-Clause
# tobiuo.poisson on the CPU: exact solutions, orders of convergence, walls of all kinds.
import copy
import itertools

import numpy as np
import pytest
from tolerance import order_tolerance, solve_tolerance

from tobiuo import poisson

REAL = ("float32", "float64")


def largest(found, expected):
    return float(np.max(np.abs(found - expected)))


@pytest.mark.parametrize("dtype", REAL)
def test_x_squared_between_walls_is_exact_on_nodes(dtype):
    cells = 32
    x = np.arange(1, cells) / cells
    f = np.full(cells - 1, 2.0, dtype)
    u = poisson.solve(f, 1 / cells, "dirichlet", location="node", walls=(0, 1))
    assert u.dtype == dtype and largest(u, x**2) <= solve_tolerance(dtype, cells)
    assert np.all(f == 2.0)


ENDS = [("periodic", "periodic")] + list(itertools.product(("dirichlet", "neumann"), repeat=2))


def discrete_laplacian(u, axis, h, ends, location, walls):
    """The three-point operator beside walls, as docs/poisson.md gives their ghost values."""
    u = np.moveaxis(u, axis, 0)
    lower, upper = walls
    if ends[0] == "periodic":
        before, behind = np.roll(u, 1, 0), np.roll(u, -1, 0)
    else:
        before, behind = np.empty_like(u), np.empty_like(u)
        before[1:], behind[:-1] = u[:-1], u[1:]
        before[0] = ghost(u, 0, 1, ends[0], location, lower, h)
        behind[-1] = ghost(u, -1, -2, ends[1], location, upper, h)
    return np.moveaxis((before - 2 * u + behind) / h**2, 0, axis)


def ghost(u, first, second, condition, location, value, h):
    if location == "cell":
        return 2 * value - u[first] if condition == "dirichlet" else u[first] + h * value
    return value if condition == "dirichlet" else u[second] + 2 * h * value


@pytest.mark.parametrize("location", ("cell", "node"))
@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("other", ENDS[:3])
def test_u_solves_the_discrete_equation_with_values_at_walls(rng, ends, other, location):
    shape, h = (7, 9), (0.25, 0.5)
    lambda_ = -0.75  # so that no problem has a null space
    f = rng.standard_normal(shape)
    across = (rng.standard_normal(9), 0.5), (rng.standard_normal(7), rng.standard_normal(7))
    walls = [None if ends[0] == "periodic" else across[0]]
    walls.append(None if other[0] == "periodic" else across[1])
    u = poisson.solve(f, h, (ends, other), walls=walls, location=location, lambda_=lambda_)
    left = lambda_ * u
    for axis, pair in enumerate((ends, other)):
        left += discrete_laplacian(u, axis, h[axis], pair, location, walls[axis] or (0, 0))
    assert largest(left, f) <= solve_tolerance("float64", 16) * np.max(np.abs(f))


@pytest.mark.parametrize("operator, order", (("second-order", 2), ("fourth-order", 4)))
def test_the_operators_have_their_orders_in_three_dimensions(operator, order):
    errors = []
    for cells in (16, 32):
        solver = poisson.Solver(
            (cells, cells, 2 * cells), 1 / cells, ("periodic", "neumann", "periodic"),
            operator=operator, backend="cpu",
        )  # fmt: skip
        z, y, x = np.meshgrid(*(solver.positions(axis) for axis in range(3)), indexing="ij")
        exact = np.sin(2 * np.pi * z) * np.cos(np.pi * y) * np.cos(np.pi * x)
        errors.append(largest(solver.solve(-6 * np.pi**2 * exact), exact))
    assert abs(np.log2(errors[0] / errors[1]) - order) <= order_tolerance


def test_the_spectral_operator_is_exact_for_a_wave():
    x = 2 * np.pi * np.arange(32) / 32
    f = np.sin(3 * x)
    u = poisson.solve(f, x[1], operator="spectral")
    assert largest(u, f / -9) <= solve_tolerance("float64", 32)


def test_a_stretched_axis_converges_with_second_order():
    errors = []
    for cells in (24, 48):
        s = np.arange(cells + 1) / cells
        nodes = s - 0.1 * np.sin(2 * np.pi * s)
        solver = poisson.Solver(
            (cells, 16), (nodes, 1 / 16), ("dirichlet", "periodic"), backend="cpu"
        )
        y = solver.positions(0)[:, None]
        assert largest(y[:, 0], (nodes[1:] + nodes[:-1]) / 2) <= solve_tolerance("float64", 1)
        exact = np.sin(np.pi * y) * np.ones((1, 16))
        errors.append(largest(solver.solve(-(np.pi**2) * exact), exact))
    assert abs(np.log2(errors[0] / errors[1]) - 2) <= order_tolerance
    only = poisson.solve(np.zeros(cells), nodes, "dirichlet", walls=(1, 1))
    assert largest(only, np.ones(cells)) <= solve_tolerance("float64", cells)


def test_open_ends_add_up_the_distances_of_sheets(rng):
    charge = rng.standard_normal(12)
    f = np.repeat(charge[:, None], 8, axis=1)
    u = poisson.solve(f, 0.5, ("open", "periodic"))
    z = 0.5 * np.arange(12)
    expected = np.abs(z[:, None] - z) @ (0.5 * charge) / 2
    assert largest(u, expected[:, None] * np.ones((1, 8))) <= solve_tolerance("float64", 12)
    half = poisson.solve(f, 0.5, (("neumann", "open"), "periodic"))
    both = expected + np.abs(z[:, None] + z + 0.5) @ (0.5 * charge) / 2
    assert largest(half, both[:, None] * np.ones((1, 8))) <= 4 * solve_tolerance("float64", 12)


def test_open_ends_of_several_axes_have_the_potential_of_the_lattice():
    f = np.zeros((9, 8))
    f[4, 3] = 4
    u = poisson.solve(f, 0.5, "open")
    expected = {(4, 3): 0, (5, 3): 0.25, (4, 2): 0.25, (3, 4): 1 / np.pi, (6, 3): 1 - 2 / np.pi}
    for place, value in expected.items():
        assert abs(u[place] - value) <= solve_tolerance("float64", 9)
    with pytest.raises(ValueError, match="lambda is positive"):
        poisson.solve(f, 0.5, "open", lambda_=1)


def test_robin_ends_and_a_coefficient_go_with_a_slope(rng):
    f = np.array([[0.0], [1.0]]) * np.ones((1, 4))
    u = poisson.solve(f, 1.0, ((("robin", 1.0, 0.5), "neumann"), "periodic"))
    assert largest(u, np.array([[-1.0], [-2.0]]) * np.ones((1, 4))) <= 1e-14
    rho = [4.0, 1.0, 2.0, 1.0, 1.0]
    u = poisson.solve(f, 1.0, (("dirichlet", "neumann"), "periodic"), rho=(0, rho))
    assert largest(u, np.array([[-0.125], [-0.625]]) * np.ones((1, 4))) <= 1e-14
    with pytest.raises(ValueError, match="robin"):
        poisson.solve(f, 1.0, ("robin", "periodic"))


def test_two_axes_may_be_stretched(rng):
    x = np.tanh(np.linspace(-1.5, 1.5, 13))
    f = rng.standard_normal((12, 12, 8))
    solver = poisson.Solver(f.shape, (x, x, 0.5), ("dirichlet", "neumann", "periodic"), backend="cpu")
    u = solver.solve(f)
    w = np.diff(x)
    flux = np.zeros((13, 12, 8))
    c = np.diff(0.5 * (x[1:] + x[:-1]))
    flux[1:-1] = np.diff(u, axis=0) / c[:, None, None]
    flux[0], flux[-1] = u[0] / (0.5 * w[0]), -u[-1] / (0.5 * w[-1])
    left = np.diff(flux, axis=0) / w[:, None, None]
    flux = np.zeros((12, 13, 8))
    flux[:, 1:-1] = np.diff(u, axis=1) / c[None, :, None]
    left += np.diff(flux, axis=1) / w[None, :, None]
    left += (np.roll(u, 1, 2) - 2 * u + np.roll(u, -1, 2)) / 0.25
    assert largest(left, f) <= 1e-11


def test_the_removed_mean_is_told(rng):
    f = rng.standard_normal((8, 8, 8))
    solver = poisson.Solver(f.shape, 0.5, "neumann", backend="cpu", threads=1)
    u = solver.solve(f)
    assert abs(solver.removed_mean() - f.mean()) <= solve_tolerance("float64", 8)
    assert abs(u.mean()) <= solve_tolerance("float64", 8)


def test_a_solver_works_in_place_and_into_given_arrays(rng):
    f = rng.standard_normal((8, 12))
    solver = poisson.Solver(f.shape, 0.1, "dirichlet", backend="cpu")
    u = solver.solve(f)
    out = np.empty_like(f)
    assert solver.solve(f, out) is out and np.array_equal(out, u)
    assert poisson.solve(f, 0.1, "dirichlet", out=f) is f and np.array_equal(f, u)
    assert "poisson 12x8 cells, dirichlet" in repr(solver)


def test_arrays_with_gaps_are_copied_by_solve(rng):
    f = rng.standard_normal((12, 8))
    u = poisson.solve(f.T, 0.1, "dirichlet")
    assert np.array_equal(u, poisson.solve(f.T.copy(), 0.1, "dirichlet"))


def test_host_arrays_change_nothing_on_the_cpu(rng):
    f = rng.standard_normal((8, 12))
    solver = poisson.Solver(f.shape, 0.1, "dirichlet", backend="cpu", host_arrays=True)
    assert np.array_equal(solver.solve(f), poisson.solve(f, 0.1, "dirichlet"))
    again = copy.copy(solver)
    assert again.host_arrays and np.array_equal(again.solve(f), solver.solve(f))
    with pytest.raises(ValueError, match="device_bytes is 1024, but f and u are on the device"):
        poisson.Solver(f.shape, 0.1, device_bytes=1024)
    with pytest.raises(ValueError, match="device_bytes is -1: give the bytes"):
        poisson.Solver(f.shape, 0.1, backend="cpu", host_arrays=True, device_bytes=-1)


def test_axes_before_those_of_the_problem_are_a_batch(rng):
    f = rng.standard_normal((3, 2, 9, 12))
    lambdas = np.array([[0.0, -1.0], [2.0, 0.0], [-3.0, 0.0]])
    given = (0.1, 0.2), ("neumann", "periodic")
    walls = ((rng.standard_normal((3, 2, 12)), 0.5), None)
    u = poisson.solve(f, *given, walls=walls, lambda_=lambdas, axes=2)
    assert u.shape == f.shape
    for at in np.ndindex(3, 2):
        one = ((np.ascontiguousarray(walls[0][0][at]), 0.5), None)
        expected = poisson.solve(f[at].copy(), *given, walls=one, lambda_=lambdas[at])
        np.testing.assert_array_equal(u[at], expected)
    columns = np.asfortranarray(lambdas)
    again = poisson.solve(f, *given, walls=walls, lambda_=columns, axes=2)
    np.testing.assert_array_equal(again, u)


def test_lines_of_an_image_are_a_batch_and_each_has_a_mean(rng):
    f = rng.standard_normal((5, 16)).astype("float32")
    solver = poisson.Solver((16,), 0.5, batch=5, precision="single")
    assert solver.shape == (5, 16) and solver.batch == (5,)
    u = solver.solve(f)
    means = solver.removed_mean()
    assert means.shape == (5,)
    np.testing.assert_allclose(means, f.mean(axis=1), atol=1e-6)
    np.testing.assert_array_equal(u, poisson.solve(f, 0.5, axes=1))
    np.testing.assert_allclose(u.mean(axis=1), 0.0, atol=1e-5)
    np.testing.assert_array_equal(copy.copy(solver).solve(f), u)
    np.testing.assert_allclose(solver.positions(0), 0.25 + 0.5 * np.arange(16))
