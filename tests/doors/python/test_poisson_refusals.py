# SPDX-License-Identifier: BSD-3-Clause
# What tobiuo.poisson refuses, and in which words.
import numpy as np
import pytest

import tobiuo
from tobiuo import poisson

F = np.zeros((8, 8))


@pytest.mark.parametrize("dtype", ("complex128", "longdouble"))
def test_other_types_are_refused(dtype):
    with pytest.raises(TypeError, match="solvers take float32 and float64"):
        poisson.solve(F.astype(dtype), 1.0)


def test_shapes_and_spacings_are_checked():
    with pytest.raises(ValueError, match="f has 4 axes"):
        poisson.solve(np.zeros((2, 2, 2, 2)), 1.0)
    with pytest.raises(ValueError, match="spacing has 3 entries for 2 axes"):
        poisson.solve(F, (1.0, 1.0, 1.0))
    with pytest.raises(ValueError, match="whose 8 cells have 9 nodes"):
        poisson.solve(F, (np.arange(8.0), 1.0), "dirichlet")
    for spacing in (0.0, -1.0, float("nan")):
        with pytest.raises(tobiuo.InvalidArgument):
            poisson.solve(F, spacing)
    nodes = np.arange(9.0)
    with pytest.raises(tobiuo.InvalidArgument):
        poisson.solve(F, (nodes[::-1], 1.0), "dirichlet")


def test_words_are_checked():
    with pytest.raises(ValueError, match="boundary is 'loose': it is one of 'periodic'"):
        poisson.solve(F, 1.0, "loose")
    with pytest.raises(ValueError, match="a pair"):
        poisson.solve(F, 1.0, ("periodic", ("neumann",) * 3))
    with pytest.raises(ValueError, match="boundary is 1"):
        poisson.solve(F, 1.0, ("periodic", ("dirichlet", 1)))
    with pytest.raises(ValueError, match="operator is 'sixth-order'"):
        poisson.solve(F, 1.0, operator="sixth-order")
    with pytest.raises(ValueError, match="location is 'face'"):
        poisson.solve(F, 1.0, location="face")
    with pytest.raises(tobiuo.InvalidArgument, match="periodic"):
        poisson.solve(F, 1.0, (("periodic", "neumann"), "neumann"))


def test_walls_are_checked():
    with pytest.raises(ValueError, match="axis 0 is periodic: it has no walls"):
        poisson.solve(F, 1.0, ("periodic", "dirichlet"), walls=((0, 1), None))
    with pytest.raises(ValueError, match=r"wall of axis 1 has the shape \(9,\), but \(8,\)"):
        poisson.solve(F, 1.0, "dirichlet", walls=(None, (np.zeros(9), None)))
    with pytest.raises(TypeError, match="wall of axis 1 is float32, but float64 is needed"):
        poisson.Solver(F.shape, 1.0, "dirichlet", backend="cpu").solve(
            F, walls=(None, (np.zeros(8, "float32"), None))
        )
    with pytest.raises(ValueError, match="walls has 3 entries for 2 axes"):
        poisson.solve(F, 1.0, "dirichlet", walls=(None, None, None))
    with pytest.raises(ValueError, match="give a pair"):
        poisson.solve(F, 1.0, "dirichlet", walls=(1.0, None))


def test_an_eigenvalue_is_refused():
    with pytest.raises(tobiuo.InvalidArgument, match="lambda"):
        poisson.solve(np.zeros(8), 1.0, lambda_=(2 * np.sin(np.pi / 8)) ** 2)


def test_arrays_of_a_solver_are_checked():
    solver = poisson.Solver((8, 8), 1.0, backend="cpu")
    with pytest.raises(TypeError, match="f is float32"):
        solver.solve(F.astype("float32"))
    with pytest.raises(ValueError, match=r"f has the shape \(4, 8\)"):
        solver.solve(np.zeros((4, 8)))
    with pytest.raises(ValueError, match="f is not contiguous"):
        solver.solve(np.asfortranarray(F))
    out = np.zeros((8, 8))
    out.flags.writeable = False
    with pytest.raises(ValueError, match="out is read-only"):
        solver.solve(F, out)
    room = np.zeros(128)
    with pytest.raises(tobiuo.InvalidArgument, match="overlap"):
        solver.solve(room[:64].reshape(8, 8), room[8:72].reshape(8, 8))
    with pytest.raises(ValueError, match="axis is 2"):
        solver.positions(2)


def test_batches_are_checked():
    with pytest.raises(ValueError, match="axes is 3, and f has 2"):
        poisson.solve(F, 1.0, axes=3)
    with pytest.raises(ValueError, match=r"lambda_ has the shape \(3,\), and the batch \(8,\)"):
        poisson.solve(F, 1.0, axes=1, lambda_=[0.0, 1.0, 2.0])
    with pytest.raises(ValueError, match=r"lambda_ has the shape \(2,\), and the batch \(\)"):
        poisson.solve(F, 1.0, lambda_=[0.0, 1.0])
    with pytest.raises(tobiuo.InvalidArgument, match="the batch has 0 problems"):
        poisson.Solver((8, 8), 1.0, batch=0)
    with pytest.raises(ValueError, match="a batch has bodies, mixed walls or a coefficient"):
        poisson.Solver((8, 8), 1.0, batch=2, bodies=[poisson.Body(np.zeros((8, 8), bool))])
    with pytest.raises(ValueError, match=r"has the shape \(8,\), but \(4, 8\) is needed"):
        poisson.solve(
            np.zeros((4, 8, 8)), 1.0, "dirichlet", axes=2, walls=((np.zeros(8), None), None)
        )
