# SPDX-License-Identifier: BSD-3-Clause
# Poisson problems with a variable coefficient.
import pickle

import numpy as np
import pytest

import tobiuo
from tobiuo import poisson


def problem(n=16, dtype=np.float64):
    x = (np.arange(n) + 0.5) / n
    z, y, x = np.meshgrid(x, x, x, indexing="ij")
    coefficient = np.exp(np.sin(2 * np.pi * x) * np.cos(np.pi * y) + z).astype(dtype)
    return coefficient, np.cos(5 * x + 3 * y * z).astype(dtype)


@pytest.mark.parametrize("face_mean", ["harmonic", "arithmetic", "geometric"])
@pytest.mark.parametrize("scaling", ["automatic", "mean", "root"])
def test_a_solve_leaves_what_the_tolerance_says(face_mean, scaling):
    a, f = problem()
    solver = poisson.Solver(f.shape, 1 / 16, ("dirichlet", "neumann", "periodic"), coefficient=a,
                            face_mean=face_mean, scaling=scaling, tolerance=1e-9)
    u = solver.solve(f, walls=((0.5, None), None, None))
    use = solver.coefficient_use()
    assert 3 < use.iterations < 60 and 0 < use.residual <= 1e-9
    means = {"harmonic": lambda p, q: 2 * p * q / (p + q), "arithmetic": lambda p, q: (p + q) / 2,
             "geometric": lambda p, q: np.sqrt(p * q)}
    mean = means[face_mean]
    left = f.copy() * (1 / 16) ** 2
    for step in (1, -1):
        left -= mean(a, np.roll(a, step, 2)) * (np.roll(u, step, 2) - u)
    for axis in (0, 1):
        low = [slice(None)] * 3
        high = [slice(None)] * 3
        low[axis], high[axis] = slice(None, -1), slice(1, None)
        low, high = tuple(low), tuple(high)
        flux = mean(a[low], a[high]) * (u[high] - u[low])
        left[low] -= flux
        left[high] += flux
    left[0] -= 2 * a[0] * np.sqrt(a[0] / a[1]) * (0.5 - u[0])
    left[-1] -= 2 * a[-1] * np.sqrt(a[-1] / a[-2]) * (0.0 - u[-1])
    assert np.abs(left).max() < 1e-8
    again = pickle.loads(pickle.dumps(solver)).solve(f, walls=((0.5, None), None, None))
    assert np.array_equal(again, u)
    assert "coefficient of contrast" in solver.describe()


def test_a_constant_coefficient_divides_f():
    _, f = problem(dtype=np.float32)
    solver = poisson.Solver(f.shape, 1 / 16, coefficient=np.full_like(f, 4.0),
                            precision="single", tolerance=1e-5)
    u = solver.solve(f)
    assert np.allclose(4.0 * u, poisson.solve(f, 1 / 16), atol=1e-5)
    assert solver.coefficient_use().iterations == 1
    assert solver.removed_mean() == pytest.approx(f.mean(), abs=1e-6)


def test_what_cannot_be_is_refused():
    a, f = problem()
    with pytest.raises(ValueError, match="coefficient has the shape"):
        poisson.Solver(f.shape, 1.0, coefficient=a[1:])
    with pytest.raises(TypeError, match="coefficient is float64, but float32"):
        poisson.Solver(f.shape, 1.0, coefficient=a, precision="single")
    with pytest.raises(ValueError, match="comm, bodies and host_arrays"):
        poisson.Solver(f.shape, 1.0, coefficient=a, host_arrays=True)
    with pytest.raises(ValueError, match="scaling"):
        poisson.Solver(f.shape, 1.0, coefficient=a, scaling="none")
    a[3, 4, 5] = -1.0
    with pytest.raises(ValueError, match="the coefficient is -1 at x = 5.5, y = 4.5, z = 3.5"):
        poisson.Solver(f.shape, 1.0, coefficient=a)
    a[3, 4, 5] = 1e6
    solver = poisson.Solver(f.shape, 1.0, coefficient=a, iterations=2, tolerance=1e-12)
    with pytest.raises(tobiuo.Error, match="after 2 iterations"):
        solver.solve(f)
    with pytest.raises(ValueError, match="the same array"):
        solver.solve(f, f)
